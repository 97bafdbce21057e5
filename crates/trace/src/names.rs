//! Interned strings: one arena, one offset for each string.

use crate::NameId;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::collections::BTreeMap;
use std::hash::BuildHasher;

/// Strings of one trace, each stored once. [`NameId`]s are assigned in order of first appearance.
#[derive(Debug, Clone, Default)]
pub struct Names {
    arena: String,
    /// End of each string in `arena`; a string starts where the previous one ends.
    ends: Vec<u32>,
}

impl Names {
    /// Returns the number of strings.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns true if there are no strings.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the text of an id; empty for [`NameId::NONE`].
    pub fn get(&self, id: NameId) -> &str {
        if id == NameId::NONE {
            return "";
        }
        let start = id.index().checked_sub(1).map_or(0, |before| self.ends[before] as usize);
        &self.arena[start..self.ends[id.index()] as usize]
    }

    /// Returns the bytes of all strings together.
    pub fn bytes(&self) -> usize {
        self.arena.len()
    }

    pub(crate) fn raw(&self) -> (&str, &[u32]) {
        (&self.arena, &self.ends)
    }

    /// Builds the table from an arena and the ends of its strings. Returns `None` if they do not fit together.
    pub(crate) fn from_raw(arena: String, ends: Vec<u32>) -> Option<Self> {
        let rises = ends.windows(2).all(|pair| pair[0] <= pair[1]);
        let closes = ends.last().map_or(arena.is_empty(), |&end| end as usize == arena.len());
        let cuts = ends.iter().all(|&end| arena.is_char_boundary(end as usize));
        (rises && closes && cuts).then_some(Self { arena, ends })
    }
}

/// Table that assigns ids to strings, while a trace is built or for other uses.
///
/// It maps hashes to ids and compares texts with the arena, so a string is stored once. If several strings share a
/// hash, all but the first are stored a second time. Such strings are rare unless somebody constructs them; a look-up
/// must then not compare all of them.
#[derive(Debug, Default)]
pub struct NameInterner {
    names: Names,
    /// First string of each hash.
    by_hash: FxHashMap<u64, NameId>,
    /// Strings whose hash another string had first.
    collided: BTreeMap<Box<str>, NameId>,
}

impl NameInterner {
    /// Returns the id of `text`; `None` if the arena would outgrow 4 GiB.
    pub fn intern(&mut self, text: &str) -> Option<NameId> {
        self.intern_hashed(text, FxBuildHasher.hash_one(text))
    }

    fn intern_hashed(&mut self, text: &str, hash: u64) -> Option<NameId> {
        let first = self.by_hash.get(&hash).copied();
        if let Some(id) = first.filter(|&id| self.names.get(id) == text) {
            return Some(id);
        }
        if let Some(&id) = self.collided.get(text) {
            return Some(id);
        }
        let end = u32::try_from(self.names.arena.len() + text.len()).ok()?;
        let id = NameId(self.names.ends.len() as u32);
        self.names.arena.push_str(text);
        self.names.ends.push(end);
        match first {
            None => drop(self.by_hash.insert(hash, id)),
            Some(_) => drop(self.collided.insert(text.into(), id)),
        }
        Some(id)
    }

    /// Frees the lookup tables. Nothing may be interned afterwards.
    pub fn close(&mut self) {
        (self.by_hash, self.collided) = Default::default();
    }

    /// Estimates the bytes held.
    pub fn held_bytes(&self) -> u64 {
        (self.names.bytes() + self.names.len() * 32) as u64
    }

    /// Returns the strings interned so far.
    pub fn names(&self) -> &Names {
        &self.names
    }

    pub(crate) fn finish(self) -> Names {
        self.names
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn equal_texts_share_an_id_despite_hash_collisions(texts in prop::collection::vec("[ab]{0,4}", 0..60)) {
            let mut interner = NameInterner::default();
            let mut given: Vec<&str> = Vec::new();
            for text in &texts {
                let id = interner.intern_hashed(text, text.len() as u64 / 2).map(NameId::index);
                let first = given.iter().position(|known| known == text).unwrap_or_else(|| {
                    given.push(text);
                    given.len() - 1
                });
                prop_assert_eq!(id, Some(first));
            }
            let names = interner.finish();
            prop_assert!(given.iter().enumerate().all(|(id, text)| names.get(NameId(id as u32)) == *text));
        }
    }
}
