//! Relations between shown elements by number: one numbering for both sides.

use crate::{NodeId, Shown};
use rustc_hash::FxHashMap;

/// Each shown caller with each shown callee once, numbered by first appearance.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ShownRelations {
    relations: Vec<(u32, u32)>,
    /// Of each side the number of each of its pairs.
    pub of_pair: [Vec<u32>; 2],
}

impl ShownRelations {
    /// `pairs`: those of each side's [`crate::CallSequence`]. O(pairs).
    pub fn new(shown: &Shown, pairs: [&[(NodeId, NodeId)]; 2]) -> Self {
        // Functions are always shown by something.
        Self::by(pairs, |_, id| shown.place(id).map_or(u32::MAX, |at| at as u32))
    }

    /// The same where `place` says what shows an end of a pair of a side. O(pairs).
    pub fn by(pairs: [&[(NodeId, NodeId)]; 2], place: impl Fn(usize, NodeId) -> u32) -> Self {
        let mut numbers: FxHashMap<(u32, u32), u32> = FxHashMap::default();
        let mut all = Self::default();
        for (side, pairs) in pairs.into_iter().enumerate() {
            for &(caller, callee) in pairs {
                let [caller, callee] = [caller, callee].map(|id| place(side, id));
                let new = all.relations.len() as u32;
                let number = *numbers.entry((caller, callee)).or_insert(new);
                if number == new {
                    all.relations.push((caller, callee));
                }
                all.of_pair[side].push(number);
            }
        }
        all
    }

    /// Number of relations.
    pub fn len(&self) -> usize {
        self.relations.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.relations.is_empty()
    }

    /// Caller and callee of a relation, places among [`Shown::elements`].
    pub fn get(&self, relation: u32) -> (u32, u32) {
        self.relations[relation as usize]
    }
}
