//! A table from raw text, made to be asked once an event.

use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;

/// Values by text. Hashes are looked up first and texts compared eight bytes at a step: in wasm, comparing
/// slices goes byte by byte, and names are long.
#[derive(Debug)]
pub(super) struct ByText<T> {
    by_hash: FxHashMap<u64, Shared<T>>,
}

/// Texts of one hash with their values.
type Shared<T> = Vec<(Box<[u8]>, T)>;

impl<T> Default for ByText<T> {
    fn default() -> Self {
        Self { by_hash: FxHashMap::default() }
    }
}

impl<T> ByText<T> {
    /// The value of a text.
    pub(super) fn get(&self, text: &[u8]) -> Option<&T> {
        let known = self.by_hash.get(&hash(text))?;
        known.iter().find(|(key, _)| same(key, text)).map(|(_, value)| value)
    }

    /// The value of a text, made first if there is none.
    pub(super) fn get_or_insert_with(&mut self, text: &[u8], make: impl FnOnce() -> T) -> &mut T {
        let known = self.by_hash.entry(hash(text)).or_default();
        let place = known.iter().position(|(key, _)| same(key, text)).unwrap_or_else(|| {
            known.push((text.into(), make()));
            known.len() - 1
        });
        &mut known[place].1
    }
}

fn hash(text: &[u8]) -> u64 {
    FxBuildHasher.hash_one(text)
}

fn same(a: &[u8], b: &[u8]) -> bool {
    let ((a_words, a_tail), (b_words, b_tail)) = (a.as_chunks::<8>(), b.as_chunks::<8>());
    let word = |bytes: &[u8; 8]| u64::from_le_bytes(*bytes);
    a.len() == b.len()
        && a_words.iter().zip(b_words).all(|(a, b)| word(a) == word(b))
        && a_tail.iter().zip(b_tail).all(|(a, b)| a == b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn holds_what_a_map_holds(texts in prop::collection::vec("[ab]{0,20}", 0..60), asked in "[ab]{0,20}") {
            let (mut table, mut map) = (ByText::default(), BTreeMap::new());
            for (number, text) in texts.iter().enumerate() {
                let value = *table.get_or_insert_with(text.as_bytes(), || number);
                prop_assert_eq!(value, *map.entry(text.clone()).or_insert(number));
            }
            prop_assert_eq!(table.get(asked.as_bytes()), map.get(&asked));
            for (text, number) in &map {
                prop_assert_eq!(table.get(text.as_bytes()), Some(number));
            }
        }

        #[test]
        fn texts_are_the_same_as_slices_are(a in "[ab]{0,20}", b in "[ab]{0,20}") {
            prop_assert_eq!(same(a.as_bytes(), b.as_bytes()), a == b);
            prop_assert!(same(a.as_bytes(), a.clone().as_bytes()));
        }
    }
}
