//! Pairs the lanes of several runs, and their moments.

use crate::args::Axis;
use diptych_aggregate::LaneTree;
use diptych_compare::Pair;
use diptych_compare::align::{self, Warp, align};
use diptych_compare::lanes::{LaneEdits, PairBy, pair_lanes};
use diptych_engine::trace::{IdentityId, LaneId, Trace};
use diptych_engine::{Common, CommonLanes};

/// A run as far as it is paired.
#[derive(Debug, Clone, Copy)]
pub(super) struct Run<'a> {
    pub(super) trace: &'a Trace,
    pub(super) tree: &'a LaneTree,
    /// By function.
    pub(super) identities: &'a [IdentityId],
}

/// Leaves that are in all runs.
pub(super) struct Paired {
    /// The tree of the first run with these leaves only.
    pub(super) tree: LaneTree,
    /// By run and leaf of that tree, its number in the tree of the run.
    pub(super) leaves: Vec<Vec<usize>>,
    /// Paths of the leaves that some run lacks, by run.
    pub(super) alone: Vec<Vec<String>>,
    /// Maps moments of each run to the first run; `None` for identity.
    pub(super) warps: Vec<Option<Warp>>,
}

impl Paired {
    /// Pairs each run with the first one. `identities`: how many there are.
    pub(super) fn new(runs: &[Run<'_>], identities: usize, by: PairBy, axis: Axis) -> Self {
        let first = runs[0];
        let mut warps = vec![None];
        let mut common = CommonLanes::new(first.tree.clone());
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
        let Common { tree, leaves, alone } = common.common();
        Self { tree, leaves, alone, warps }
    }

    /// Returns the moment of the first run that corresponds to a moment of a run.
    pub(super) fn place(&self, run: usize, tick: i64) -> i64 {
        self.warps[run].as_ref().map_or(tick, |warp| warp.to_a(tick))
    }
}
