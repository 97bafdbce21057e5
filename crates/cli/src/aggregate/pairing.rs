//! Pairs the lanes of several runs, and their points in time.

use crate::aligned::aligned_in_lanes;
use crate::args::Axis;
use diptych_aggregate::LaneTree;
use diptych_compare::Pair;
use diptych_compare::align::Warp;
use diptych_compare::lanes::{LaneEdits, PairBy, pair_lanes};
use diptych_engine::trace::{IdentityId, LaneId, Trace};
use diptych_engine::{CommonLanes, CommonLanesBuilder};

/// The parts of a run that pairing needs.
#[derive(Debug, Clone, Copy)]
pub(super) struct Run<'a> {
    pub(super) trace: &'a Trace,
    pub(super) tree: &'a LaneTree,
    /// Identity of each function.
    pub(super) identities: &'a [IdentityId],
}

/// The leaves that all runs have.
pub(super) struct CommonLeaves {
    /// The tree of the first run with these leaves only.
    pub(super) tree: LaneTree,
    /// Leaf number in the tree of each run, by run and leaf of `tree`.
    pub(super) leaves: Vec<Vec<usize>>,
    /// Paths of the leaves that some run lacks, by run.
    pub(super) alone: Vec<Vec<String>>,
    /// Maps the times of each run to those of the first run; `None` for identity.
    pub(super) warps: Vec<Option<Warp>>,
    /// Times of two runs at which matched calls lie; `None` for another number of runs.
    pub(super) matched: Option<Warp>,
    /// Smallest share of self time in matched calls, of all runs that were aligned with the first.
    pub(super) matched_share: Option<f64>,
}

impl CommonLeaves {
    /// Pairs each run with the first one. `identities` is the number of identities. Without an axis, two runs are
    /// aligned by matched calls if half of their time matches.
    pub(super) fn new(runs: &[Run<'_>], identities: usize, by: PairBy, axis: Option<Axis>) -> Self {
        let first = runs[0];
        let (mut warps, mut matched, mut matched_share) = (vec![None], None, None);
        let mut common = CommonLanesBuilder::new(first.tree.clone());
        for run in &runs[1..] {
            let pair = Pair {
                traces: [first.trace, run.trace],
                identities: [first.identities, run.identities],
                identity_count: identities as u32,
            };
            let pairs = pair_lanes(pair, by, &LaneEdits::default(), &mut |_, _| ());
            let lanes: Vec<(LaneId, LaneId)> = pairs.pairs.iter().map(|pair| pair.lanes.into()).collect();
            common.add(run.tree.clone(), pairs.pairs.iter().map(|pair| pair.lanes));
            let is_pair = runs.len() == 2;
            let found = (is_pair || axis == Some(Axis::Matched)).then(|| {
                // Calls that the end of one run cuts off end at different places in the program, so they are marked.
                let (alignment, _) = aligned_in_lanes(pair, &lanes);
                let enough = alignment.is_mostly_matched();
                matched_share = Some(alignment.matched_share().min(matched_share.unwrap_or(1.0)));
                (Warp::new(pair, &alignment), axis == Some(Axis::Matched) || (axis.is_none() && enough))
            });
            warps.push(found.as_ref().filter(|(_, is_axis)| *is_axis).map(|(warp, _)| warp.clone()));
            matched = found.filter(|_| is_pair).map(|(warp, _)| warp);
        }
        let CommonLanes { tree, leaves, alone } = common.finish();
        Self { tree, leaves, alone, warps, matched, matched_share }
    }

    /// Returns the time of `run` that corresponds to a time of the first run.
    pub(super) fn own(&self, run: usize, tick: i64) -> i64 {
        self.warps[run].as_ref().map_or(tick, |warp| warp.to_b(tick))
    }

    /// Returns true if the times of some run are aligned by matched calls.
    pub(super) fn is_matched(&self) -> bool {
        self.warps.iter().any(Option::is_some)
    }

    /// Returns the time of the first run that corresponds to a time of `run`.
    pub(super) fn place(&self, run: usize, tick: i64) -> i64 {
        self.warps[run].as_ref().map_or(tick, |warp| warp.to_a(tick))
    }
}
