//! The mapping that keeps order and ancestry, from before calls are looked for elsewhere.
//!
//! A call counts as moved relative to this mapping. Pairs found later may be anywhere, but they must not break it. If
//! the calls of a new pair contain pairs of the mapping, both contain the same ones, under the same partners.

use super::kind::Kind;
use super::state::State;
use crate::parallel::both_sides;
use diptych_trace::{CallId, for_each_block};

/// The pairs of the mapping. It is empty until the descent is done.
#[derive(Default)]
pub(super) struct Ordered {
    /// Set of the calls in the mapping, for each side.
    is_in: [RankedBits; 2],
    /// Nearest caller in the mapping of each call, for each side.
    above: [Vec<CallId>; 2],
}

/// A bit set that counts its bits up to any place. It stores the count before each word of 64 bits, so it takes 1½ bits
/// per call.
#[derive(Default)]
struct RankedBits {
    words: Vec<u64>,
    before: Vec<u32>,
    all: u32,
}

impl RankedBits {
    /// Appends the bit of the next row.
    fn push(&mut self, row: usize, bit: bool) {
        if row.is_multiple_of(64) {
            self.words.push(0);
            self.before.push(self.all);
        }
        if bit {
            self.words[row / 64] |= 1 << (row % 64);
            self.all += 1;
        }
    }

    fn get(&self, row: usize) -> bool {
        self.words.get(row / 64).is_some_and(|word| word >> (row % 64) & 1 == 1)
    }

    /// Returns the number of bits set before a place. O(1).
    fn count_before(&self, row: usize) -> u32 {
        let Some(word) = self.words.get(row / 64) else { return self.all };
        self.before[row / 64] + (word & ((1 << (row % 64)) - 1)).count_ones()
    }

    /// Returns the first place from `row` on whose bit is set. O(1), plus one word for each 64 unset bits in between.
    fn first_from(&self, row: usize) -> Option<usize> {
        let rest = self.words.get(row / 64)? & (u64::MAX << (row % 64));
        let words = std::iter::once(rest).chain(self.words[row / 64 + 1..].iter().copied());
        let (at, word) = words.enumerate().find(|&(_, word)| word > 0)?;
        Some((row / 64 + at) * 64 + word.trailing_zeros() as usize)
    }
}

impl Ordered {
    /// Collects the pairs found so far that neither moved nor have a moved caller, from the kinds of all calls.
    /// O(calls).
    pub(super) fn new(state: &State, kinds: &[Vec<Kind>; 2]) -> Self {
        let calls = state.calls;
        let [(in_a, above_a), (in_b, above_b)] = both_sides(|side| {
            let (kinds, parents) = (&kinds[side], calls[side].parent());
            let mut stands = vec![false; kinds.len()];
            let (mut is_in, mut above) = (RankedBits::default(), vec![CallId::NONE; kinds.len()]);
            for_each_block(0..kinds.len(), &mut |rows| {
                let (kinds, parents, stands, above) = (&kinds[..], parents, &mut stands[..], &mut above[..]);
                for row in rows {
                    let (kind, parent) = (kinds[row], parents[row]);
                    let caller = parent.some().map(CallId::index);
                    let holds = caller.is_none_or(|caller| stands[caller]);
                    let is_ordered = holds && kind == Kind::Matched;
                    stands[row] = holds && kind != Kind::Moved;
                    above[row] = match caller {
                        Some(caller) if stands[caller] && kinds[caller] == Kind::Matched => parent,
                        Some(caller) => above[caller],
                        None => CallId::NONE,
                    };
                    is_in.push(row, is_ordered);
                }
            });
            (is_in, above)
        });
        Self { is_in: [in_a, in_b], above: [above_a, above_b] }
    }

    /// Returns the number of calls of the mapping inside a call.
    fn inside(&self, state: &State, side: usize, call: u32) -> u32 {
        let end = state.calls[side].subtree_end()[call as usize] as usize;
        self.is_in[side].count_before(end) - self.is_in[side].count_before(call as usize + 1)
    }

    /// Returns true if a call contains a call of the mapping.
    pub(super) fn is_in(&self, state: &State, side: usize, call: u32) -> bool {
        self.is_in[side].all > 0 && self.inside(state, side, call) > 0
    }

    /// Returns true if two calls can become partners while the mapping keeps order and ancestry.
    pub(super) fn allows(&self, state: &State, a: u32, b: u32) -> bool {
        let inside = [self.inside(state, 0, a), self.inside(state, 1, b)];
        if inside == [0, 0] {
            return true;
        }
        if state.is_beside(a, b) {
            // With sub-lanes, pairs are ordered by start. The pairs inside one call need not be consecutive then, so
            // each is checked.
            let end = state.calls[0].subtree_end()[a as usize];
            let mut held = (a + 1..end).filter(|&call| self.has(call));
            let holds = |call: u32| state.calls[1].contains(CallId(b), state.partner[0][call as usize]);
            if !held.all(holds) {
                return false;
            }
        }
        // The mapping keeps order, so an equal first pair and an equal number of pairs mean equal pairs.
        let [first_a, first_b] =
            [(0, a), (1, b)].map(|(side, call): (usize, u32)| self.is_in[side].first_from(call as usize + 1));
        let is_same = inside[0] == inside[1]
            && first_a.is_some_and(|first| Some(state.partner[0][first].index()) == first_b);
        let above = [self.above[0][a as usize], self.above[1][b as usize]];
        let is_under_same = match above[0].some() {
            Some(above_a) => state.partner[0][above_a.index()] == above[1],
            None => above[1] == CallId::NONE,
        };
        is_same && is_under_same
    }

    /// Returns true if a call of the first side is in the mapping.
    pub(super) fn has(&self, a: u32) -> bool {
        self.is_in[0].get(a as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn ranked_bits_equal_a_scan(bits in prop::collection::vec(any::<bool>(), 0..300)) {
            let mut ranked = RankedBits::default();
            bits.iter().enumerate().for_each(|(row, &bit)| ranked.push(row, bit));
            for row in 0..=bits.len() {
                prop_assert_eq!(ranked.count_before(row) as usize, bits[..row].iter().filter(|bit| **bit).count());
                prop_assert_eq!(ranked.first_from(row), (row..bits.len()).find(|&at| bits[at]));
                prop_assert_eq!(ranked.get(row), bits.get(row) == Some(&true));
            }
        }
    }
}
