//! The matched calls of each function.

use super::aligned::{AlignedPair, ComparedPart};
use diptych_trace::{CallId, for_each_block};

/// A pair of matched calls that takes time on a side.
#[derive(Debug, Clone, Copy)]
pub(super) struct MatchedCall {
    /// Calls of A and of B.
    pub(super) calls: [CallId; 2],
    /// Natural logarithm of the ratio of the self times, B over A. Infinite if a side took no time.
    pub(super) ln_ratio: f64,
}

/// The matched calls within the compared parts, by function. Self times stay where they are, by call: copies would double
/// the memory.
#[derive(Debug)]
pub(super) struct MatchedCalls<'a> {
    calls: Vec<MatchedCall>,
    /// Self time of each call of A and of B in ticks.
    self_ticks: [&'a [i64]; 2],
    /// Start of each function's calls, and the end of the last ones.
    places: Vec<usize>,
}

impl<'a> MatchedCalls<'a> {
    /// Collects the matched calls; those of a function keep their order in A. O(calls).
    pub(super) fn new(aligned: AlignedPair<'_>, compared: &'a [ComparedPart<'_>; 2]) -> Self {
        let mut places = vec![0usize; aligned.pair.identity_count as usize + 1];
        each_matched(aligned, compared, &mut |identity, _, _| places[identity + 1] += 1);
        for place in 1..places.len() {
            places[place] += places[place - 1];
        }
        let mut next = places.clone();
        let none = MatchedCall { calls: [CallId::NONE; 2], ln_ratio: 0.0 };
        let mut calls = vec![none; places.last().copied().unwrap_or_default()];
        each_matched(aligned, compared, &mut |identity, of_both, [a, b]| {
            let ln_ratio = (b as f64 / a as f64).ln();
            calls[next[identity]] = MatchedCall { calls: of_both, ln_ratio };
            next[identity] += 1;
        });
        Self { calls, self_ticks: compared.each_ref().map(|compared| &*compared.self_ticks), places }
    }

    /// Returns the self time of a call on a side, in ticks.
    pub(super) fn self_ticks(&self, call: &MatchedCall, side: usize) -> i64 {
        self.self_ticks[side][call.calls[side].index()]
    }

    /// Returns the matched calls of a function.
    pub(super) fn of(&self, identity: usize) -> &[MatchedCall] {
        &self.calls[self.places[identity]..self.places[identity + 1]]
    }

    /// Returns the matched calls of each function, by identity.
    pub(super) fn of_functions(&self) -> impl Iterator<Item = &[MatchedCall]> {
        self.places.windows(2).map(|of| &self.calls[of[0]..of[1]])
    }
}

/// Calls `each` with the function, the calls and the self times of each pair of matched calls that takes time on a side.
fn each_matched(
    aligned: AlignedPair<'_>,
    [a, b]: &[ComparedPart<'_>; 2],
    each: &mut impl FnMut(usize, [CallId; 2], [i64; 2]),
) {
    let partners = &aligned.alignment.sides[0].partner;
    for_each_block(0..a.nodes.len(), &mut |rows| {
        for row in rows {
            let (Some(node), Some(partner)) = (a.nodes[row].some(), partners[row].some()) else { continue };
            let self_ticks = [a.self_ticks[row], b.self_ticks[partner.index()]];
            if b.nodes[partner.index()].some().is_some() && self_ticks != [0; 2] {
                each(a.tree.identity()[node.index()].index(), [CallId(row as u32), partner], self_ticks);
            }
        }
    });
}
