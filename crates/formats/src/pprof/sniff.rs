//! Recognises the format.

use crate::format::Sniff;
use crate::protobuf::{Content, Field, Fields, fields};

/// Least number that is no index of a text: so many texts would take 32 MiB.
const NO_TEXT: u64 = 1 << 24;

/// Accepts a file whose fields may come in any order: a sample type is enough, or a sample with another part of a
/// profile. Each field must have the type and the parts that a profile gives it, and the first text must be empty.
pub(super) fn sniff(head: &[u8], complete: bool) -> Sniff {
    let mut seen = Seen::default();
    let outcome = Fields::default().feed(head, &mut |field| seen.take(field));
    // Once it is sure, what follows does not matter.
    match seen.answer {
        Some(true) => Sniff::Yes,
        Some(false) => Sniff::No,
        None if outcome.is_err() => Sniff::No,
        None if complete && seen.samples => Sniff::Yes,
        None if complete => Sniff::No,
        None => Sniff::NeedMore,
    }
}

/// Parts of a profile seen so far.
#[derive(Debug, Default)]
struct Seen {
    /// Set once there is a sample that is not empty.
    samples: bool,
    /// Set once there is a mapping, location, function or text.
    others: bool,
    /// Set once there is a text.
    texts: bool,
    answer: Option<bool>,
}

impl Seen {
    fn take(&mut self, field: Field<'_>) {
        if self.answer.is_some() {
            return;
        }
        let flat =
            |bytes: &[u8], most: u32| has_parts(bytes, |number, value| is_number(1..=most, number, value));
        let is_valid = match (field.number, field.value) {
            // A type without name and unit is an empty message.
            (1 | 11, Content::Bytes(bytes)) => bytes.is_empty() || is_value_type(bytes),
            (2, Content::Bytes(bytes)) => has_parts(bytes, is_part_of_sample),
            (3, Content::Bytes(bytes)) => flat(bytes, 10),
            (4, Content::Bytes(bytes)) => has_parts(bytes, is_part_of_location),
            (5, Content::Bytes(bytes)) => flat(bytes, 5),
            (6, Content::Bytes(bytes)) => {
                let is_first = !std::mem::replace(&mut self.texts, true);
                std::str::from_utf8(bytes).is_ok() && (!is_first || bytes.is_empty())
            }
            (7..=10 | 12..=15, Content::Number(_)) | (13, Content::Bytes(_)) => true,
            // Newer versions of the format add fields.
            (16..=40, _) => self.samples,
            _ => false,
        };
        let is_filled = matches!(field.value, Content::Bytes([_, ..]));
        self.samples |= field.number == 2 && is_filled;
        self.others |= (3..=6).contains(&field.number) && is_filled;
        let is_sure = field.number == 1 && is_filled || self.samples && self.others;
        self.answer = if is_valid { is_sure.then_some(true) } else { Some(false) };
    }
}

/// Returns whether a message consists of indices of texts in fields 1 and 2, at most one of each.
fn is_value_type(bytes: &[u8]) -> bool {
    let mut numbers: Vec<u32> = Vec::new();
    let is_whole = has_parts(bytes, |number, value| {
        numbers.push(number);
        matches!(value, Content::Number(..NO_TEXT))
    });
    numbers.sort_unstable();
    is_whole && matches!(numbers[..], [1 | 2] | [1, 2])
}

/// Returns whether a message is valid and all its fields are accepted.
fn has_parts(bytes: &[u8], mut accepts: impl FnMut(u32, Content<'_>) -> bool) -> bool {
    fields(bytes).all(|field| field.is_ok_and(|(number, value)| accepts(number, value)))
}

fn is_number(numbers: std::ops::RangeInclusive<u32>, number: u32, value: Content<'_>) -> bool {
    numbers.contains(&number) && matches!(value, Content::Number(_))
}

/// Locations and values are numbers of their own or packed ones, labels are messages.
fn is_part_of_sample(number: u32, value: Content<'_>) -> bool {
    match (number, value) {
        (1 | 2, Content::Number(_)) => true,
        (1 | 2, Content::Bytes(bytes)) => is_packed(bytes),
        (3, Content::Bytes(bytes)) => has_parts(bytes, |number, value| is_number(1..=4, number, value)),
        _ => false,
    }
}

fn is_part_of_location(number: u32, value: Content<'_>) -> bool {
    match value {
        Content::Bytes(bytes) => {
            number == 4 && has_parts(bytes, |number, value| is_number(1..=3, number, value))
        }
        _ => is_number(1..=5, number, value),
    }
}

/// Returns whether bytes are varints in a row, none of them cut off.
fn is_packed(bytes: &[u8]) -> bool {
    let is_last = |byte: &u8| byte & 0x80 == 0;
    bytes.last().is_none_or(is_last) && bytes.split_inclusive(is_last).all(|number| number.len() <= 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_may_come_in_any_order() {
        let sample_type = &[0x0a, 4, 8, 1, 16, 2][..];
        let sample = &[0x12, 6, 0x0a, 1, 1, 0x12, 1, 5][..];
        let location = &[0x22, 6, 8, 1, 0x22, 2, 8, 1][..];
        let text = &[0x32, 0, 0x32, 2, b'm', b'n'][..];
        for file in [[sample_type, sample].concat(), [sample, location].concat(), [text, sample].concat()] {
            assert_eq!(sniff(&file, false), Sniff::Yes, "{file:x?}");
        }
        assert_eq!(sniff(&[&[0x0a, 0], sample].concat(), true), Sniff::Yes, "a type without name");
        assert_eq!([sniff(sample, false), sniff(text, false)], [Sniff::NeedMore; 2]);
    }

    #[test]
    fn other_messages_are_refused() {
        let packet = &[0x0a, 9, 0x40, 0xe8, 0x07, 0x50, 0x01, 0x5a, 0x02, 0x48, 0x01][..];
        // A message with a time in the place of a type, and one whose first text is not empty.
        let time = &[0x0a, 9, 8, 0x8f, 0xc2, 0xc4, 0xcb, 6, 16, 0x90, 1, 0x12, 3, 0x0a, 1, 1][..];
        let named = &[0x32, 2, b'm', b'n', 0x12, 6, 0x0a, 1, 1, 0x12, 1, 5][..];
        for file in [time, named] {
            assert_eq!(sniff(file, true), Sniff::No, "{file:x?}");
        }
        for file in
            [packet, b"\n\nplain text\n", b"plain", b"{}", &[0x12, 3, b'a', b'b', b'c'], b"\0asm", b""]
        {
            assert_eq!(sniff(file, true), Sniff::No, "{file:?}");
        }
    }
}
