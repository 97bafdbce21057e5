//! UTF-16, as the shell of Windows writes text: it becomes UTF-8.

use super::packing::{Damage, Packing, Unpack};

pub(crate) const PACKING: Packing =
    Packing { name: "UTF-16", matches: |head| order(head).is_some(), open: || Box::<Utf16>::default() };

/// Order of the two bytes of a unit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    Little,
    Big,
}

/// Returns the order of bytes if text in UTF-16 begins: by its mark, or by two characters of ASCII.
fn order(head: &[u8]) -> Option<Order> {
    let is_plain = |byte: u8| matches!(byte, b' '..=b'~');
    match *head {
        // The mark of UTF-32 begins with that of UTF-16.
        [0xff, 0xfe, 0, 0, ..] => None,
        [0xff, 0xfe, ..] => Some(Order::Little),
        [0xfe, 0xff, ..] => Some(Order::Big),
        [first, 0, second, 0, ..] if is_plain(first) && is_plain(second) => Some(Order::Little),
        [0, first, 0, second, ..] if is_plain(first) && is_plain(second) => Some(Order::Big),
        _ => None,
    }
}

/// Decoder that holds what is incomplete: a byte, and the first half of a surrogate pair.
#[derive(Debug, Default)]
struct Utf16 {
    order: Option<Order>,
    /// First bytes, until they tell the order.
    head: Vec<u8>,
    byte: Option<u8>,
    high: Option<u16>,
}

impl Utf16 {
    fn byte(&mut self, order: Order, byte: u8, out: &mut Vec<u8>) {
        let Some(first) = self.byte.take() else {
            self.byte = Some(byte);
            return;
        };
        let unit = match order {
            Order::Little => u16::from_le_bytes([first, byte]),
            Order::Big => u16::from_be_bytes([first, byte]),
        };
        let is_second = (0xdc00..0xe000).contains(&unit);
        match self.high.take() {
            Some(high) if is_second => {
                let pair = 0x1_0000 + ((u32::from(high) - 0xd800) << 10) + (u32::from(unit) - 0xdc00);
                return push(char::from_u32(pair), out);
            }
            Some(_) => push(None, out),
            None => {}
        }
        match unit {
            0xd800..0xdc00 => self.high = Some(unit),
            0xfeff => {}
            _ => push(char::from_u32(u32::from(unit)), out),
        }
    }

    fn begin(&mut self, out: &mut Vec<u8>) {
        let head = std::mem::take(&mut self.head);
        let order = order(&head).unwrap_or(Order::Little);
        self.order = Some(order);
        for byte in head {
            self.byte(order, byte, out);
        }
    }
}

/// Appends a character; U+FFFD if it is none.
fn push(c: Option<char>, out: &mut Vec<u8>) {
    let c = c.unwrap_or(char::REPLACEMENT_CHARACTER);
    out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
}

impl Unpack for Utf16 {
    fn feed(&mut self, packed: &[u8], out: &mut Vec<u8>) -> Result<bool, Damage> {
        let Some(order) = self.order else {
            self.head.extend_from_slice(packed);
            if self.head.len() >= 4 {
                self.begin(out);
            }
            return Ok(false);
        };
        for &byte in packed {
            self.byte(order, byte, out);
        }
        Ok(false)
    }

    fn finish(&mut self, out: &mut Vec<u8>) -> Result<(), Damage> {
        if self.order.is_none() {
            self.begin(out);
        }
        if self.high.take().is_some() | self.byte.take().is_some() {
            push(None, out);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn decoded(bytes: &[u8], size: usize) -> String {
        let (mut decoder, mut out) = (Utf16::default(), Vec::new());
        for piece in bytes.chunks(size) {
            assert_eq!(decoder.feed(piece, &mut out), Ok(false));
        }
        assert_eq!(decoder.finish(&mut out), Ok(()));
        String::from_utf8(out).unwrap()
    }

    proptest! {
        #[test]
        fn text_is_decoded_in_any_pieces(text in "[a-c\u{e4}\u{20ac}\u{1f600}]{0,20}", size in 1usize..9) {
            let units = || std::iter::once(0xfeff).chain(text.encode_utf16());
            let little: Vec<u8> = units().flat_map(u16::to_le_bytes).collect();
            let big: Vec<u8> = units().flat_map(u16::to_be_bytes).collect();
            prop_assert_eq!([decoded(&little, size), decoded(&big, size)], [text.clone(), text]);
        }

        #[test]
        fn any_bytes_become_text(bytes in prop::collection::vec(any::<u8>(), 0..40), size in 1usize..9) {
            let whole = [&[0xff, 0xfe][..], &bytes].concat();
            prop_assert_eq!(decoded(&whole, size), decoded(&whole, whole.len()));
        }
    }

    #[test]
    fn text_without_a_mark_is_recognised() {
        assert_eq!(order(b"{\0\"\0"), Some(Order::Little));
        assert_eq!(order(b"\0{\0\""), Some(Order::Big));
        for other in [&b"\xff\xfe\0\0"[..], b"\x0a\0\x0a\0", b"PK\x03\x04", b"a", b"\0\0\0\0"] {
            assert_eq!(order(other), None, "{other:?}");
        }
    }
}
