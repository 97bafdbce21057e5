//! Pairs the lanes of several runs, and their points in time.

use crate::args::Axis;
use diptych_aggregate::LaneTree;
use diptych_compare::Pair;
use diptych_compare::align::{self, Aligned, Alignment, Kind, Warp, align};
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
}

/// Part of the time of each run that must match, so that time is aligned by matches without being asked.
const ENOUGH_MATCHES: f64 = 0.5;

impl CommonLeaves {
    /// Pairs each run with the first one. `identities` is the number of identities. Without an axis, two runs are
    /// aligned by matched calls if half of their time matches.
    pub(super) fn new(runs: &[Run<'_>], identities: usize, by: PairBy, axis: Option<Axis>) -> Self {
        let first = runs[0];
        let (mut warps, mut matched) = (vec![None], None);
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
                let alignment = align(pair, &lanes, align::Options::default(), &mut |_, _| ());
                let enough = matched_share(&alignment) >= ENOUGH_MATCHES;
                (Warp::new(pair, &alignment), axis == Some(Axis::Matched) || (axis.is_none() && enough))
            });
            warps.push(found.as_ref().filter(|(_, is_axis)| *is_axis).map(|(warp, _)| warp.clone()));
            matched = found.filter(|_| is_pair).map(|(warp, _)| warp);
        }
        let CommonLanes { tree, leaves, alone } = common.common();
        Self { tree, leaves, alone, warps, matched }
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

/// Returns the share of the time of each run that is spent in matched calls, for the run where it is smaller.
fn matched_share(alignment: &Alignment) -> f64 {
    let share = |of: &Aligned| {
        let all: i64 = of.self_time.iter().sum();
        of.self_time[Kind::Matched as usize] as f64 / all.max(1) as f64
    };
    alignment.sides.iter().map(share).fold(1.0, f64::min)
}
