//! Ids of spans.

use crate::by_text::ByText;

/// The id of a span in its trace. What all tools write, sixteen hexadecimal digits, is the number of these; any other text is
/// the number of that text, told apart from the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Id {
    pub(super) is_text: bool,
    pub(super) number: u64,
}

/// Ids that are not sixteen digits.
#[derive(Debug, Default)]
pub(super) struct Ids {
    numbers: ByText<u64>,
}

impl Ids {
    /// The id of a text; the same for the same text.
    pub(super) fn of(&mut self, text: &str) -> Id {
        if let Some(number) = digits(text.as_bytes()) {
            return Id { is_text: false, number };
        }
        let next = self.numbers.len();
        Id { is_text: true, number: *self.numbers.get_or_insert_with(text.as_bytes(), || next) }
    }

    /// Bytes held, about.
    pub(super) fn held_bytes(&self) -> u64 {
        self.numbers.held_bytes()
    }
}

/// The number of sixteen digits; those above nine are small letters, so that no two texts are one number.
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

    proptest! {
        #[test]
        fn ids_are_equal_where_texts_are(texts in prop::collection::vec("[01aAf]{0,3}|[0f]{15,17}|0{14}[aA]{2}|[0-9a-f]{16}", 2..40)) {
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
