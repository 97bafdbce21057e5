//! Numbers for the relations between shown elements, shared by both sides.

use crate::{NodeId, VisibleElements};
use rustc_hash::FxHashMap;

/// Each shown caller with each shown callee once, numbered by first appearance.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct VisibleRelations {
    relations: Vec<(u32, u32)>,
    /// Number of each pair, by side.
    pub of_pair: [Vec<u32>; 2],
}

impl VisibleRelations {
    /// Numbers the relations of both sides. `pairs` are those of each side's [`crate::CallSequence`]. O(pairs).
    pub fn new(shown: &VisibleElements, pairs: [&[(NodeId, NodeId)]; 2]) -> Self {
        // A function always lies in a shown element.
        Self::by(pairs, |_, id| shown.place(id).map_or(u32::MAX, |at| at as u32))
    }

    /// Numbers relations like [`VisibleRelations::new`], where `place` returns the shown element of a side's caller or
    /// callee. O(pairs).
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

    /// Returns the number of relations.
    pub fn len(&self) -> usize {
        self.relations.len()
    }

    /// Returns true if there are no relations.
    pub fn is_empty(&self) -> bool {
        self.relations.is_empty()
    }

    /// Returns caller and callee of a relation, as indices into [`VisibleElements::elements`].
    pub fn get(&self, relation: u32) -> (u32, u32) {
        self.relations[relation as usize]
    }
}
