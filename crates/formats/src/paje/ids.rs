//! A table from what a file calls things by, mostly small numbers.

use crate::by_text::ByText;

/// Numbers by text. Texts that are small numbers, as most writers give them, are places in a list.
#[derive(Debug, Default)]
pub(super) struct Ids {
    /// One more than the number, 0 for none.
    small: Vec<u32>,
    others: ByText<u32>,
}

/// Numbers below are places in the list.
const SMALL: usize = 1 << 16;

impl Ids {
    #[inline]
    pub(super) fn get(&self, text: &[u8]) -> Option<u32> {
        match small(text) {
            Some(place) => self.small.get(place)?.checked_sub(1),
            None => self.others.get(text).copied(),
        }
    }

    /// Gives a text its number, in place of one that it had.
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

    /// Bytes held, about.
    pub(super) fn held_bytes(&self) -> u64 {
        self.small.capacity() as u64 * 4 + 2 * self.others.held_bytes()
    }
}

/// A number as it is written without zeros before it.
#[inline]
fn small(text: &[u8]) -> Option<usize> {
    // By the number of digits: nothing is looped over, and what is known of one is not asked of the next.
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
        fn holds_what_a_map_holds(
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
