//! The mapping that keeps order and ancestry, as far as it is found before anything is looked for elsewhere.
//!
//! What moved is said against it. So a pair that is found later may lie anywhere, but it may not part what the mapping
//! has: if its calls hold pairs of the mapping, they hold the same, under partners.

use super::Kind;
use super::classify;
use super::state::State;
use crate::blocks::in_blocks;
use diptych_trace::CallId;

/// The pairs of the mapping. Empty until the descent is done.
#[derive(Default)]
pub(super) struct Ordered {
    /// Of each side, how many calls of the mapping come before each call and behind the last, in pre-order.
    before: [Vec<u32>; 2],
    /// Of each side, the calls of the mapping in pre-order.
    calls: [Vec<CallId>; 2],
    /// Of each side, the nearest caller that is in the mapping.
    above: [Vec<CallId>; 2],
}

impl Ordered {
    /// All pairs so far that neither moved nor lie in anything that did. O(calls).
    pub(super) fn new(state: &State) -> Self {
        let kinds = classify::kinds(state);
        let mut ordered = Self::default();
        for (side, kinds) in kinds.iter().enumerate() {
            let parents = state.calls[side].parent();
            let mut stands: Vec<bool> = Vec::with_capacity(kinds.len());
            let mut before = Vec::with_capacity(kinds.len() + 1);
            let (mut calls, mut above) = (Vec::new(), Vec::<CallId>::with_capacity(kinds.len()));
            in_blocks(0..kinds.len(), &mut |rows| {
                for row in rows {
                    let (kind, parent) = (kinds[row], parents[row]);
                    let caller = parent.some().map(CallId::index);
                    let holds = caller.is_none_or(|caller| stands[caller]);
                    let is_ordered = holds && kind == Kind::Matched;
                    stands.push(holds && kind != Kind::Moved);
                    above.push(match caller {
                        Some(caller) if stands[caller] && kinds[caller] == Kind::Matched => parent,
                        Some(caller) => above[caller],
                        None => CallId::NONE,
                    });
                    before.push(calls.len() as u32);
                    if is_ordered {
                        calls.push(CallId(row as u32));
                    }
                }
            });
            before.push(calls.len() as u32);
            (ordered.before[side], ordered.calls[side], ordered.above[side]) = (before, calls, above);
        }
        ordered
    }

    /// The calls of the mapping inside a call, as places in `calls`.
    fn inside(&self, state: &State, side: usize, call: u32) -> std::ops::Range<usize> {
        let end = state.calls[side].subtree_end()[call as usize];
        self.before[side][call as usize + 1] as usize..self.before[side][end as usize] as usize
    }

    /// Whether a call of the mapping is inside a call.
    pub(super) fn is_in(&self, state: &State, side: usize, call: u32) -> bool {
        !self.calls[side].is_empty() && !self.inside(state, side, call).is_empty()
    }

    /// Whether two calls can be partners and the mapping still keep order and ancestry.
    pub(super) fn allows(&self, state: &State, a: u32, b: u32) -> bool {
        let inside = [self.inside(state, 0, a), self.inside(state, 1, b)];
        if inside.iter().all(std::ops::Range::is_empty) {
            return true;
        }
        // Order is kept, so what has the same first pair and the same number of pairs has the same pairs.
        let first = [0, 1].map(|side| self.calls[side].get(inside[side].start));
        let is_same = inside[0].len() == inside[1].len()
            && first[0].is_some_and(|first_a| Some(&state.partner[0][first_a.index()]) == first[1]);
        let above = [self.above[0][a as usize], self.above[1][b as usize]];
        let is_under_same = match above[0].some() {
            Some(above_a) => state.partner[0][above_a.index()] == above[1],
            None => above[1] == CallId::NONE,
        };
        is_same && is_under_same
    }

    /// Whether a call of the first side is in the mapping.
    pub(super) fn has(&self, a: u32) -> bool {
        !self.calls[0].is_empty() && self.before[0][a as usize + 1] > self.before[0][a as usize]
    }
}
