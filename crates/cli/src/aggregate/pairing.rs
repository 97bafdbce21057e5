//! Which lanes of several runs are the same, and which moments.

use crate::args::Axis;
use diptych_aggregate::LaneTree;
use diptych_compare::Pair;
use diptych_compare::align::{self, Warp, align};
use diptych_compare::lanes::{LaneEdits, PairBy, pair_lanes};
use diptych_engine::trace::{IdentityId, LaneId, Trace};
use std::collections::BTreeMap;

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
    /// Of each run, paths of the other leaves.
    pub(super) alone: Vec<Vec<String>>,
    /// Of each run, which moment of the first one a moment is; `None` where that is itself.
    pub(super) warps: Vec<Option<Warp>>,
}

impl Paired {
    /// Pairs each run with the first one. `identities`: how many there are.
    pub(super) fn new(runs: &[Run<'_>], identities: usize, by: PairBy, axis: Axis) -> Self {
        let first = runs[0];
        let count = first.tree.leaves().len();
        let mut warps = vec![None];
        // By run and leaf of the first.
        let mut partners: Vec<Vec<Option<usize>>> = vec![(0..count).map(Some).collect()];
        for run in &runs[1..] {
            let pair = Pair {
                traces: [first.trace, run.trace],
                identities: [first.identities, run.identities],
                identity_count: identities as u32,
            };
            let pairs = pair_lanes(pair, by, &LaneEdits::default(), &mut |_, _| ());
            let lanes: Vec<(LaneId, LaneId)> = pairs.pairs.iter().map(|pair| pair.lanes.into()).collect();
            let leaf_of: BTreeMap<LaneId, usize> =
                run.tree.leaves().iter().enumerate().map(|(leaf, &lane)| (lane, leaf)).collect();
            let partner: BTreeMap<LaneId, LaneId> = lanes.iter().copied().collect();
            let of = |lane: &LaneId| partner.get(lane).and_then(|lane| leaf_of.get(lane)).copied();
            partners.push(first.tree.leaves().iter().map(of).collect());
            warps.push((axis == Axis::Matched).then(|| {
                let alignment = align(pair, &lanes, align::Options::default(), &mut |_, _| ());
                Warp::new(pair, &alignment)
            }));
        }
        let is_kept = |leaf: usize| partners.iter().all(|of_run| of_run[leaf].is_some());
        let kept: Vec<bool> = (0..count).map(is_kept).collect();
        let of_run = |partners: &Vec<Option<usize>>| {
            partners.iter().zip(&kept).filter(|(_, kept)| **kept).filter_map(|(leaf, _)| *leaf).collect()
        };
        let leaves: Vec<Vec<usize>> = partners.iter().map(of_run).collect();
        let alone = runs.iter().zip(&leaves).map(|(run, leaves)| alone(run.tree, leaves)).collect();
        Self { tree: first.tree.keeping(&kept), leaves, alone, warps }
    }

    /// Which moment of the first run a moment of a run is.
    pub(super) fn place(&self, run: usize, tick: i64) -> i64 {
        self.warps[run].as_ref().map_or(tick, |warp| warp.to_a(tick))
    }
}

/// Paths of the leaves that are none of these.
fn alone(tree: &LaneTree, paired: &[usize]) -> Vec<String> {
    let mut is_paired = vec![false; tree.leaves().len()];
    for &leaf in paired {
        is_paired[leaf] = true;
    }
    let nodes = tree.leaf_nodes().map(|node| &tree.nodes()[node]);
    nodes.filter(|node| !is_paired[node.leaves.start]).map(|node| node.path.clone()).collect()
}
