//! A table from a file's identifiers, mostly small numbers, to indices.

use crate::by_text::ByText;

/// Map from text to numbers. A text that is a small number, as most writers use, is an index into a list.
#[derive(Debug, Default)]
pub(super) struct Ids {
    /// One more than the number; 0 for none.
    small: Vec<u32>,
    others: ByText<u32>,
}

/// Limit of the numbers that are list indices.
const SMALL: usize = 1 << 16;

impl Ids {
    #[inline]
    pub(super) fn get(&self, text: &[u8]) -> Option<u32> {
        match small(text) {
            Some(place) => self.small.get(place)?.checked_sub(1),
            None => self.others.get(text).copied(),
        }
    }

    /// Sets the number of a text, and replaces any earlier one.
    pub(super) fn set(&mut self, text: &[u8], number: u32) {
        match small(text) {
            Some(place) => {
                if self.small.len() <= place {
                    self.small.resize(place + 1, 0);
                }
                self.small[place] = number.saturating_add(1);
            }
            None => *self.others.get_or_insert_with(text, || number) = number,
        }
    }

    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        self.small.capacity() as u64 * 4 + 2 * self.others.held_bytes()
    }
}

/// Parses a small number without leading zeros. `None` for all other text.
#[inline]
fn small(text: &[u8]) -> Option<usize> {
    // One case per number of digits, so that no loop runs over them.
    let digits = |digits: &[u8]| {
        let values = digits.iter().map(|byte| byte.wrapping_sub(b'0'));
        let is_number = values.clone().all(|digit| digit <= 9) && (digits.len() == 1 || digits[0] != b'0');
        is_number.then(|| values.fold(0, |number, digit| number * 10 + usize::from(digit)))
    };
    match text {
        [_] => digits(&text[..1]),
        [_, _] => digits(&text[..2]),
        [_, _, _] => digits(&text[..3]),
        [_, _, _, _] => digits(&text[..4]),
        [_, _, _, _, _] => digits(&text[..5]).filter(|&number| number < SMALL),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn ids_match_a_btree_map(
            texts in prop::collection::vec("[0-9]{0,6}|[a0]{0,3}|655[0-9]{2}", 0..60),
            asked in "[0-9]{0,6}",
        ) {
            let (mut ids, mut map) = (Ids::default(), BTreeMap::new());
            for (number, text) in (0..).zip(&texts) {
                ids.set(text.as_bytes(), number);
                map.insert(text.clone(), number);
            }
            prop_assert_eq!(ids.get(asked.as_bytes()), map.get(&asked).copied());
            for (text, number) in &map {
                prop_assert_eq!(ids.get(text.as_bytes()), Some(*number));
            }
        }
    }
}
