//! Pairs the lanes of several runs, and their points in time.

use crate::args::Axis;
use diptych_aggregate::LaneTree;
use diptych_compare::Pair;
use diptych_compare::align::{self, Warp, align};
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
}

impl CommonLeaves {
    /// Pairs each run with the first one. `identities` is the number of identities.
    pub(super) fn new(runs: &[Run<'_>], identities: usize, by: PairBy, axis: Axis) -> Self {
        let first = runs[0];
        let mut warps = vec![None];
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
            warps.push((axis == Axis::Matched).then(|| {
                let alignment = align(pair, &lanes, align::Options::default(), &mut |_, _| ());
                Warp::new(pair, &alignment)
            }));
        }
        let CommonLanes { tree, leaves, alone } = common.common();
        Self { tree, leaves, alone, warps }
    }

    /// Returns the time of the first run that corresponds to a time of `run`.
    pub(super) fn place(&self, run: usize, tick: i64) -> i64 {
        self.warps[run].as_ref().map_or(tick, |warp| warp.to_a(tick))
    }
}
