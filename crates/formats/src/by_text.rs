//! A hash table keyed by raw text, made for one look-up an event.

use rustc_hash::{FxBuildHasher, FxHashMap};
use std::collections::BTreeMap;
use std::hash::BuildHasher;

/// Map from text to values.
///
/// It looks up hashes first and compares texts eight bytes at a time: in wasm, slices are compared byte by byte, and
/// names are long. A text whose hash is already taken goes to an ordered map, so a file made to collide is read no
/// slower.
#[derive(Debug)]
pub(crate) struct ByText<T> {
    /// First text of each hash.
    by_hash: FxHashMap<u64, (Box<[u8]>, T)>,
    /// Texts whose hash another text had already.
    collided: BTreeMap<Box<[u8]>, T>,
    /// Bytes in all texts.
    bytes: u64,
}

/// Bytes that an entry takes besides its text, estimated.
const ROW_BYTES: u64 = 96;

impl<T> Default for ByText<T> {
    fn default() -> Self {
        Self { by_hash: FxHashMap::default(), collided: BTreeMap::new(), bytes: 0 }
    }
}

impl<T> ByText<T> {
    /// Returns the value of a text.
    pub(crate) fn get(&self, text: &[u8]) -> Option<&T> {
        match self.by_hash.get(&hash(text)) {
            Some((key, value)) if same(key, text) => Some(value),
            _ => self.collided.get(text),
        }
    }

    /// Returns the value of a text, and inserts it first if there is none.
    pub(crate) fn get_or_insert_with(&mut self, text: &[u8], make: impl FnOnce() -> T) -> &mut T {
        let bytes = &mut self.bytes;
        let make = || {
            *bytes += text.len() as u64;
            make()
        };
        let hash = hash(text);
        let is_first = match self.by_hash.get(&hash) {
            Some((first, _)) => same(first, text),
            // The first text of this hash may have been removed while colliding ones remain.
            None => !self.collided.contains_key(text),
        };
        if is_first {
            &mut self.by_hash.entry(hash).or_insert_with(|| (text.into(), make())).1
        } else {
            self.collided.entry(text.into()).or_insert_with(make)
        }
    }

    /// Changes the value of a text and removes it if `change` returns false. A text without a value gets the one from
    /// `make`.
    pub(crate) fn change_or_insert_with(
        &mut self,
        text: &[u8],
        make: impl FnOnce() -> T,
        change: impl FnOnce(&mut T) -> bool,
    ) {
        let length = text.len() as u64;
        let key = hash(text);
        match self.by_hash.get_mut(&key) {
            Some((first, value)) if same(first, text) => {
                if !change(value) {
                    self.by_hash.remove(&key);
                    self.bytes -= length;
                }
            }
            // The first text of this hash may have been removed while colliding ones remain.
            None if self.collided.is_empty() || !self.collided.contains_key(text) => {
                self.by_hash.insert(key, (text.into(), make()));
                self.bytes += length;
            }
            _ => match self.collided.get_mut(text).map(change) {
                Some(true) => {}
                Some(false) => {
                    self.collided.remove(text);
                    self.bytes -= length;
                }
                None => {
                    self.collided.insert(text.into(), make());
                    self.bytes += length;
                }
            },
        }
    }

    /// Takes out all texts with their values, in no particular order.
    pub(crate) fn drain_unsorted(&mut self) -> impl Iterator<Item = (Box<[u8]>, T)> {
        self.bytes = 0;
        let collided = std::mem::take(&mut self.collided);
        std::mem::take(&mut self.by_hash).into_values().chain(collided)
    }

    /// Returns the number of texts.
    pub(crate) fn len(&self) -> u64 {
        (self.by_hash.len() + self.collided.len()) as u64
    }

    /// Returns the number of bytes held, estimated.
    pub(crate) fn held_bytes(&self) -> u64 {
        self.bytes + self.len() * ROW_BYTES
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

    const ZERO: [u8; 8] = 0x243f_6a88_85a3_08d3u64.to_le_bytes();

    proptest! {
        #[test]
        fn insertions_match_a_btree_map(texts in prop::collection::vec("[ab]{0,20}", 0..60), asked in "[ab]{0,20}") {
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

        /// The generated texts include some of one hash, see below.
        #[test]
        fn changes_match_a_btree_map(steps in prop::collection::vec((any::<bool>(), 0u8..6), 0..60)) {
            let (mut table, mut map) = (ByText::default(), BTreeMap::new());
            for (number, (removes, text)) in steps.into_iter().enumerate() {
                let text = [&ZERO[..], &[text / 2, 0, 0, 0, 0, 0, 0, 0][..usize::from(text % 2) * 8]].concat();
                let (mut changed, stays) = (None, !removes || number % 3 == 0);
                let change = |value: &mut usize| {
                    changed = Some(*value);
                    *value += usize::from(stays);
                    stays
                };
                table.change_or_insert_with(&text, || number, change);
                prop_assert_eq!(changed, map.get(&text).copied());
                match map.get_mut(&text) {
                    Some(value) if stays => *value += 1,
                    Some(_) => _ = map.remove(&text),
                    None => _ = map.insert(text, number),
                }
                prop_assert!(map.iter().all(|(text, number)| table.get(text) == Some(number)));
            }
            prop_assert_eq!(table.bytes, map.keys().map(|text| text.len() as u64).sum::<u64>());
            let mut left: Vec<_> = table.drain_unsorted().map(|(text, number)| (text.into_vec(), number)).collect();
            left.sort_unstable();
            prop_assert_eq!(left, map.into_iter().collect::<Vec<_>>());
        }

        /// The hash XORs the first half of a text with this constant, then multiplies the halves. A first half equal to
        /// the constant makes the product 0.
        #[test]
        fn colliding_texts_keep_their_own_values(ends in prop::collection::vec(any::<[u8; 8]>(), 1..60)) {
            let texts: Vec<Vec<u8>> = ends.iter().map(|end| [ZERO, *end].concat()).collect();
            prop_assert!(texts.iter().all(|text| hash(text) == hash(&texts[0])), "the hash is another now");
            let (mut table, mut map) = (ByText::default(), BTreeMap::new());
            for (number, text) in texts.iter().enumerate() {
                let value = *table.get_or_insert_with(text, || number);
                prop_assert_eq!(value, *map.entry(text.clone()).or_insert(number));
            }
            for (text, number) in &map {
                prop_assert_eq!(table.get(text), Some(number));
            }
            prop_assert!(table.by_hash.len() == 1 && table.held_bytes() >= 16 * map.len() as u64);
        }

        #[test]
        fn word_comparison_matches_slice_equality(a in "[ab]{0,20}", b in "[ab]{0,20}") {
            prop_assert_eq!(same(a.as_bytes(), b.as_bytes()), a == b);
            prop_assert!(same(a.as_bytes(), a.clone().as_bytes()));
        }
    }
}
