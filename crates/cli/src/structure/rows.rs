//! Sorts relations for output.

use super::model::Model;
use super::relations::Relations;
use diptych_structure::RelationOfPair;
use std::cmp::Reverse;

/// The relations of a pair by side. In each list, the most calls or the largest change come first. Ties keep the order
/// of the tree, so exchanging the sides does not change the order.
#[derive(Debug, Default)]
pub(super) struct Sorted<'a> {
    pub(super) only_b: Vec<&'a RelationOfPair>,
    pub(super) only_a: Vec<&'a RelationOfPair>,
    /// Relations of both sides with different numbers of calls.
    pub(super) changed: Vec<&'a RelationOfPair>,
    /// Number of relations of both sides with equal numbers of calls.
    pub(super) unchanged: usize,
}

impl<'a> Sorted<'a> {
    /// Sorts the edges or the loops of some relations. Calls whose match starts outside of the other side's window are neither
    /// more nor fewer calls.
    pub(super) fn new(of: &Relations, relations: &'a [RelationOfPair]) -> Self {
        let mut sorted = Self::default();
        for relation in relations {
            let beyond = of.beyond.get(&[relation.caller, relation.callee]).copied().unwrap_or_default();
            let calls = relation.tallies.map(|tally| tally.calls);
            match [calls[0] + beyond[1], calls[1] + beyond[0]] {
                [0, _] => sorted.only_b.push(relation),
                [_, 0] => sorted.only_a.push(relation),
                _ if calls[0] - beyond[0] == calls[1] - beyond[1] => sorted.unchanged += 1,
                _ => sorted.changed.push(relation),
            }
        }
        for list in [&mut sorted.only_b, &mut sorted.only_a, &mut sorted.changed] {
            list.sort_by_key(|it| Reverse(it.change().unsigned_abs()));
        }
        sorted
    }
}

/// Returns the relations of one trace, most calls first.
pub(super) fn by_calls(relations: &[RelationOfPair]) -> Vec<&RelationOfPair> {
    let mut sorted: Vec<&RelationOfPair> = relations.iter().collect();
    sorted.sort_by_key(|it| Reverse(it.tallies[0].calls));
    sorted
}

/// Returns the relations that differ, the largest change first.
pub(super) fn differing<'a>(sorted: &Sorted<'a>) -> Vec<&'a RelationOfPair> {
    let mut all = [&sorted.only_b[..], &sorted.only_a, &sorted.changed].concat();
    all.sort_by_key(|it| (Reverse(it.change().unsigned_abs()), it.caller, it.callee));
    all
}

/// Returns true if both sides have both elements of a relation.
pub(super) fn is_between_common(model: &Model, it: &RelationOfPair) -> bool {
    let is_common = |place| model.placement.hierarchy.sides(model.element(place)) == [true, true];
    is_common(it.caller) && is_common(it.callee)
}
