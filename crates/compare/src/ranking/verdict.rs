//! The comparison of the two sides as wholes, and whether it is meaningful.

use super::median::median;
use super::{Noise, Ranking, rank_p};
use diptych_profile::{NodeId, Totals, UnionTree};

/// Share of a side's calls or time in common functions below which two sides are hardly comparable.
const ALIKE_ENOUGH: f64 = 0.2;

/// Share of the other side from which on they are comparable all the same: one side then contains the other.
const CONTAINED: f64 = 0.5;

/// The numbers of the verdict. With several runs per side they are medians.
#[derive(Debug, Clone, PartialEq)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub struct Verdict {
    /// Ticks from the first instant to the last, in A and B.
    pub extent: [f64; 2],
    /// Ticks of all calls, each instant counted once, over all lanes, in A and B.
    pub total: [f64; 2],
    /// Ratio B's extent ÷ A's, or `None` if A's is 0.
    pub ratio: Option<f64>,
    /// True if the extents differ by no more than the floor.
    pub is_as_long: bool,
    /// Probability of extents that differ as much in the order of runs if nothing had changed (Mann and Whitney's
    /// test), with several runs per side.
    pub p: Option<f64>,
    /// Probability `p` if several runs per side leave it in doubt that the extents differ: the runs overlap, and p
    /// exceeds the level.
    pub doubt: Option<f64>,
    /// Excess of the outlier calls in A and B, in ticks.
    pub outliers: [f64; 2],
    /// True if calls in general changed by this ratio, with one run per side. It may then be the machine's speed as
    /// well as a change of everything ([`crate::ranking::RunNoise::explains`]).
    pub is_explained_by_drift: bool,
    /// True if runs were sampled, so that calls are runs of samples, and their number means nothing.
    pub is_sampled: bool,
    /// False if calls are runs of samples, or if only sums of short calls are known, so that single calls mean nothing.
    pub has_single_calls: bool,
    /// Share of each side's calls whose functions the other side also calls, or 1 without calls.
    pub calls_alike: [f64; 2],
    /// Share of each side's self time in functions that the other side also calls, or 1 without time.
    pub time_alike: [f64; 2],
    /// Share of each side's self time in call paths that the other side also has, or 1 without time.
    pub paths_alike: [f64; 2],
    /// Number of functions called in B only.
    pub new_functions: u64,
    /// Number of functions called in A only.
    pub gone_functions: u64,
    /// Number of moved calls, if an alignment has counted them.
    pub moved_calls: Option<u64>,
    /// Result of the check that the comparison is meaningful.
    pub comparable: Comparable,
}

/// The meaningfulness of a comparison.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Comparable {
    /// The comparison is meaningful.
    Yes,
    /// Less than a fifth of one side's calls or time is in functions that the other side has, and less than half of
    /// the other's. Names may differ by a prefix or a build number, or these are different programs. How long the sides
    /// took does not matter: the same program may take a thousand times as long.
    Hardly {
        /// Share of calls in common functions, of the side with the smaller share.
        calls_alike: f64,
        /// Share of self time in common functions, of the side with the smaller share.
        time_alike: f64,
    },
}

impl Verdict {
    /// Computes the verdict from a union tree and its ranking. O(nodes of all runs).
    pub fn new(union: &UnionTree, ranking: &Ranking, moved_calls: Option<u64>) -> Self {
        let count = union.identity_count();
        let sums: Vec<(usize, Totals)> =
            union.runs().iter().map(|run| (run.side, run.tree.totals(count))).collect();
        let of_side = |side| sums.iter().filter(move |(run_side, _)| *run_side == side).map(|(_, sums)| sums);
        let is_called: [Vec<bool>; 2] =
            [0, 1].map(|side| (0..count).map(|row| of_side(side).any(|sums| sums.calls[row] > 0)).collect());
        let only = |side: usize| {
            (0..count).filter(|&row| is_called[side][row] && !is_called[1 - side][row]).count() as u64
        };
        let share = |side: usize, weight: fn(&Totals, usize) -> f64| {
            let sum = |alike_only: bool| {
                let rows = (0..count).filter(|&row| !alike_only || is_called[1 - side][row]);
                rows.map(|row| of_side(side).map(|sums| weight(sums, row)).sum::<f64>()).sum::<f64>()
            };
            let all = sum(false);
            if all > 0.0 { sum(true) / all } else { 1.0 }
        };
        let calls_alike = [0, 1].map(|side| share(side, |sums, row| sums.calls[row] as f64));
        let time_alike = [0, 1].map(|side| share(side, |sums, row| sums.self_ticks[row] as f64));
        let extents =
            [0, 1].map(|side| union.side(side).map(|run| run.tree.extent() as f64).collect::<Vec<_>>());
        let total = [0, 1].map(|side| {
            median(&mut union.side(side).map(|run| run.tree.total_ticks() as f64).collect::<Vec<_>>())
        });
        let extent = extents.clone().map(|mut extents| median(&mut extents));
        let p = (ranking.runs != [1, 1]).then(|| rank_p(&extents[0], &extents[1]));
        Self {
            extent,
            total,
            ratio: (extent[0] > 0.0).then(|| extent[1] / extent[0]),
            is_as_long: !ranking.options.floor.exceeded_by(extent),
            p,
            doubt: p.filter(|p| *p > ranking.options.level && overlap(&extents)),
            outliers: ranking.outliers,
            is_explained_by_drift: matches!(&ranking.noise, Noise::OneRunASide(noise)
                if extent[0] > 0.0 && noise.explains(extent[1] / extent[0])),
            is_sampled: union.is_sampled(),
            has_single_calls: union.has_single_calls(),
            calls_alike,
            time_alike,
            paths_alike: [0, 1].map(|side| share_of_common_paths(union, side)),
            new_functions: only(1),
            gone_functions: only(0),
            moved_calls,
            comparable: comparable(
                calls_alike,
                time_alike,
                is_called.each_ref().map(|called| called.contains(&true)),
            ),
        }
    }
}

/// Returns the share of a side's self time, over all its runs, in call paths that the other side also has. 1 without
/// time. O(nodes · runs).
fn share_of_common_paths(union: &UnionTree, side: usize) -> f64 {
    let ticks = |node| union.side(side).map(|run| run.self_spread(node).ticks as f64).sum::<f64>();
    let is_common = |node: &NodeId| union.side(1 - side).any(|run| run.own(*node).is_some());
    let all: f64 = union.nodes().map(ticks).sum();
    if all > 0.0 { union.nodes().filter(is_common).map(ticks).sum::<f64>() / all } else { 1.0 }
}

/// Returns true if the runs of both sides overlap. Otherwise no order of so many runs is less probable.
fn overlap([a, b]: &[Vec<f64>; 2]) -> bool {
    let low = |values: &[f64]| values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = |values: &[f64]| values.iter().copied().fold(0.0, f64::max);
    low(a) <= high(b) && low(b) <= high(a)
}

/// Checks the shares of both sides. A side without calls has nothing in common with one that has some.
fn comparable(calls_alike: [f64; 2], time_alike: [f64; 2], has_calls: [bool; 2]) -> Comparable {
    let is_unlike =
        |[a, b]: [f64; 2]| a.min(b) < ALIKE_ENOUGH && (a.max(b) < CONTAINED || has_calls[0] != has_calls[1]);
    if is_unlike(calls_alike) || is_unlike(time_alike) {
        let [calls_alike, time_alike] = [calls_alike, time_alike].map(|[a, b]| a.min(b));
        Comparable::Hardly { calls_alike, time_alike }
    } else {
        Comparable::Yes
    }
}
