//! Inclusive time of each function, from its calls as recorded.
//!
//! The call trees of a pair have paths of matched calls only, so the time of a call under a caller of one side alone is
//! no part of that caller's path. Inclusive time counts it: it is the time from a call's start to its end.

use crate::call_times::AlignedPair;
use crate::parallel::both_sides;
use diptych_profile::PartTree;
use diptych_trace::CallId;

/// Inclusive time of each identity on both sides, in ticks.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct InclusiveTimes {
    /// Ticks of A and of B, by identity. Of calls of one function within each other only the outermost counts.
    pub sides: [Vec<i64>; 2],
}

impl InclusiveTimes {
    /// Adds up the calls of the compared parts. `trees` are the call trees of these parts. O(calls).
    pub fn new(aligned: AlignedPair<'_>, trees: [&PartTree; 2]) -> Self {
        Self { sides: both_sides(|side| of_side(aligned, side, trees[side])) }
    }
}

fn of_side(aligned: AlignedPair<'_>, side: usize, part: &PartTree) -> Vec<i64> {
    let calls = aligned.pair.traces[side].calls();
    let until = aligned.ends.compared_until(side).unwrap_or(i64::MAX);
    let mut ticks = vec![0i64; aligned.pair.identity_count as usize];
    // End of the subtree of the outermost open call of each identity.
    let mut open_until = vec![0u32; ticks.len()];
    for row in (0..calls.len() as u32).filter(|&row| part.nodes[row as usize].some().is_some()) {
        let call = CallId(row);
        let identity = aligned.pair.of_call(side, call).index();
        if row >= open_until[identity] {
            open_until[identity] = calls.subtree(call).end;
            let start = calls.start()[row as usize];
            let end = start.saturating_add(calls.duration(call)).min(until);
            ticks[identity] = ticks[identity].saturating_add((end - start).max(0));
        }
    }
    ticks
}
