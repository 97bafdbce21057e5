//! A long call in one of several runs.
//!
//! A pause of the machine or of the runtime, a retry or a cold cache makes a call of one run far longer than all calls of the
//! same function in the other runs. Tests of all runs count it as noise, and medians leave it out. It may still be what the
//! reader looks for.

use super::median::median;
use diptych_profile::{Floor, Spread, UnionRun, UnionTree};
use diptych_trace::{IdentityId, Sorting};

/// Share of a long call's time that the longest call of another run must not reach, so that the first one is an exception.
const AS_LONG: f64 = 0.5;

/// A call that takes far longer than all calls of its function in other runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SlowRun {
    /// Side of the run: 0 for A, 1 for B.
    pub side: usize,
    /// Place of the run among those of its side.
    pub run: usize,
    /// Function of the call.
    pub identity: IdentityId,
    /// Self time of the call in ticks.
    pub longest: i64,
    /// Longest self time of a call of the function in any other run, in ticks.
    pub longest_of_others: i64,
}

impl SlowRun {
    /// Finds the run with such a call. Its excess is its self time without that of the longest call of the other runs:
    ///
    /// * It changes the mean total of its side's runs by more than the floor. Most runs have some short pause.
    /// * The function's time in the run exceeds that in every other run by at least half of the excess. One call may take
    ///   over the work of several.
    /// * No other run has a call of the function that is half as long, or one of another function with half of the excess.
    ///   Otherwise all runs have pauses.
    ///
    /// `None` without such a run, with one run a side, and for samples. O(nodes of all runs).
    pub fn find(union: &UnionTree, floor: Floor) -> Option<Self> {
        let runs = union.runs();
        if union.is_sampled() {
            return None;
        }
        let count = union.identity_count();
        let spreads: Vec<Vec<Spread>> = runs.iter().map(|run| run.tree.self_spreads(count)).collect();
        let candidate = |identity: usize| {
            let of_run = |run: usize| spreads[run][identity];
            let run = (0..runs.len()).max_by_key(|&run| (of_run(run).longest, usize::MAX - run))?;
            let others = || (0..runs.len()).filter(move |&other| other != run).map(of_run);
            let longest = others().map(|of| of.longest).max()?;
            let ticks = others().map(|of| of.ticks).max()?;
            let excess = of_run(run).longest - longest;
            let is_more = (of_run(run).ticks - ticks) as f64 >= AS_LONG * excess as f64;
            let is_far_longer = (longest as f64) < AS_LONG * of_run(run).longest as f64;
            Some(Candidate { run, identity, excess, longest, is_exception: is_more && is_far_longer })
        };
        let mut candidates: Vec<Candidate> = (0..count).filter_map(candidate).collect();
        candidates.order_by(|x, y| y.excess.cmp(&x.excess).then(x.identity.cmp(&y.identity)));
        let first = *candidates.first()?;
        let is_alone = candidates
            .iter()
            .filter(|of| of.run != first.run)
            .all(|of| (of.excess as f64) < AS_LONG * first.excess as f64);
        let total =
            median(&mut runs.iter().map(|run: &UnionRun| run.tree.total_ticks() as f64).collect::<Vec<_>>());
        let side = runs[first.run].side;
        let of_side = union.side(side).count();
        let exceeds_floor = floor.exceeded_by([total, total + first.excess as f64 / of_side as f64]);
        (of_side > 1 && first.is_exception && is_alone && exceeds_floor).then(|| Self {
            side,
            run: runs[..first.run].iter().filter(|run| run.side == side).count(),
            identity: IdentityId(first.identity as u32),
            longest: first.excess + first.longest,
            longest_of_others: first.longest,
        })
    }
}

/// The run with the longest call of a function.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    run: usize,
    identity: usize,
    /// Ticks of the longest call beyond the longest one of other runs.
    excess: i64,
    /// Ticks of the longest call of other runs.
    longest: i64,
    /// True if no other run has such a long call, and the function takes more time in this run than in all others by much of
    /// the excess.
    is_exception: bool,
}
