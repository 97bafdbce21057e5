//! Maps ids of spans to numbers.

use crate::by_text::ByText;
use std::fmt::Write;

/// Id of a span in its trace. An id of sixteen hexadecimal digits, as all tools write them, is stored as the number
/// that they form. Any other text gets a number of its own, with `is_text` set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Id {
    pub(super) is_text: bool,
    pub(super) number: u64,
}

/// Numbers of the ids that are not sixteen digits.
#[derive(Debug, Default)]
pub(super) struct Ids {
    numbers: ByText<u64>,
}

impl Ids {
    /// Returns the id of a text; the same id for the same text.
    pub(super) fn of(&mut self, text: &str) -> Id {
        if let Some(number) = digits(text.as_bytes()) {
            return Id { is_text: false, number };
        }
        let next = self.numbers.len();
        Id { is_text: true, number: *self.numbers.get_or_insert_with(text.as_bytes(), || next) }
    }

    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        self.numbers.held_bytes()
    }
}

/// Returns an id in hexadecimal digits, if it is in base64, as the JSON form of Protocol Buffers has it: the id of a span
/// has eight bytes, and that of a trace sixteen.
pub(super) fn of_base64(text: &str) -> Option<String> {
    let digits = match text.len() {
        12 => text.strip_suffix('=')?,
        24 => text.strip_suffix("==")?,
        _ => return None,
    };
    let (mut hexadecimal, mut bits, mut held) = (String::new(), 0u32, 0u32);
    for digit in digits.bytes() {
        let value = match digit {
            b'A'..=b'Z' => digit - b'A',
            b'a'..=b'z' => digit - b'a' + 26,
            b'0'..=b'9' => digit - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        (bits, held) = (bits << 6 | u32::from(value), held + 6);
        if held >= 8 {
            held -= 8;
            write!(hexadecimal, "{:02x}", bits >> held & 0xff).ok()?;
        }
    }
    Some(hexadecimal)
}

/// Parses sixteen hexadecimal digits. Only small letters count, so that no two texts give one number.
fn digits(text: &[u8]) -> Option<u64> {
    let text: &[u8; 16] = text.try_into().ok()?;
    text.iter().try_fold(0, |number: u64, &byte| {
        let digit = match byte {
            b'0'..=b'9' => byte - b'0',
            b'a'..=b'f' => byte - b'a' + 10,
            _ => return None,
        };
        Some(number << 4 | u64::from(digit))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn ids_in_base64_become_digits() {
        for (text, expected) in [
            ("AAAAAAAAAAI=", Some("0000000000000002")),
            ("AAAAAABkfZg=", Some("0000000000647d98")),
            ("AAAAAAAAAABSlpqJVVcaPw==", Some("000000000000000052969a8955571a3f")),
            ("/+8AAAAAAP8=", Some("ffef0000000000ff")),
            ("_-8AAAAAAP8=", Some("ffef0000000000ff")),
            ("AAAAAAAAAA==", None),
            ("AAAAAAA.AAI=", None),
            ("0000000000000002", None),
            ("00000000000002==00000000", None),
            ("", None),
        ] {
            assert_eq!(of_base64(text).as_deref(), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn ids_are_equal_exactly_if_texts_are(texts in prop::collection::vec("[01aAf]{0,3}|[0f]{15,17}|0{14}[aA]{2}|[0-9a-f]{16}", 2..40)) {
            let mut ids = Ids::default();
            let found: Vec<Id> = texts.iter().map(|text| ids.of(text)).collect();
            for (text, id) in texts.iter().zip(&found) {
                for (other, other_id) in texts.iter().zip(&found) {
                    prop_assert_eq!(text == other, id == other_id, "{} {}", text, other);
                }
            }
        }
    }
}
