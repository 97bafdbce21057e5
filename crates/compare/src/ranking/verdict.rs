//! How the two sides stand as wholes, and whether comparing them means much.

use super::table::median;
use super::{Noise, Ranking};
use diptych_profile::{Totals, UnionTree};

/// Under this share of calls or time named alike, two sides are hardly comparable.
const ALIKE_ENOUGH: f64 = 0.2;

/// From this factor between the extents (or the totals) on, likewise.
const WILD_FACTOR: f64 = 10.0;

/// The figures of the verdict. Of several runs a side, medians.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// Ticks from the first instant to the last, A and B.
    pub extent: [f64; 2],
    /// Ticks of all calls, each counted once, over all lanes.
    pub total: [f64; 2],
    /// B's extent ÷ A's; `None` if A has none.
    pub ratio: Option<f64>,
    /// Whether the extents differ by no more than the floor or, of several runs a side, overlap.
    pub is_as_long: bool,
    /// One run a side: whether the ratio is what calls at large did, so that it may be the machine's speed as
    /// well as a change of everything ([`crate::ranking::RunNoise::explains`]).
    pub is_explained_by_drift: bool,
    /// Of each side, the share of its calls whose functions the other side also calls; 1 of nothing.
    pub calls_alike: [f64; 2],
    /// Likewise of its self time.
    pub time_alike: [f64; 2],
    /// Functions called in B only.
    pub new_functions: u64,
    /// Functions called in A only.
    pub gone_functions: u64,
    /// Calls out of order, if an alignment has counted them.
    pub moved_calls: Option<u64>,
    /// Whether comparing the two means much.
    pub comparable: Comparable,
}

/// Whether a comparison means much.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Comparable {
    /// It does.
    Yes,
    /// Under a fifth of a side's calls or time has its name on the other side, or one side took ten times
    /// the other: names may differ by a prefix or a build number, or these are different programs.
    Hardly {
        /// Share of calls named alike, of the side with the smaller share.
        calls_alike: f64,
        /// Share of self time, likewise.
        time_alike: f64,
        /// The longer total ÷ the shorter; infinite if one is nothing.
        factor: f64,
    },
}

impl Verdict {
    /// From a union tree and a ranking of it. O(nodes of all runs).
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
        Self {
            extent,
            total,
            ratio: (extent[0] > 0.0).then(|| extent[1] / extent[0]),
            is_as_long: is_as_long(&extents, extent, ranking),
            is_explained_by_drift: matches!(&ranking.noise, Noise::OneRunASide(noise)
                if extent[0] > 0.0 && noise.explains(extent[1] / extent[0])),
            calls_alike,
            time_alike,
            new_functions: only(1),
            gone_functions: only(0),
            moved_calls,
            comparable: comparable(calls_alike, time_alike, [extent, total]),
        }
    }
}

fn is_as_long(extents: &[Vec<f64>; 2], [a, b]: [f64; 2], ranking: &Ranking) -> bool {
    let floor = ranking.options.floor;
    let low = |side: usize| extents[side].iter().copied().fold(f64::INFINITY, f64::min);
    let high = |side: usize| extents[side].iter().copied().fold(0.0, f64::max);
    let overlap = low(0) <= high(1) && low(1) <= high(0);
    !floor.exceeded_by([a, b]) || (ranking.runs != [1, 1] && overlap)
}

fn comparable(calls_alike: [f64; 2], time_alike: [f64; 2], wholes: [[f64; 2]; 2]) -> Comparable {
    let factor_of = |[a, b]: [f64; 2]| match (a.max(b), a.min(b)) {
        (0.0, _) => 1.0,
        (longer, shorter) => longer / shorter,
    };
    let factor = wholes.map(factor_of).into_iter().fold(1.0, f64::max);
    let [calls_alike, time_alike] = [calls_alike, time_alike].map(|[a, b]| a.min(b));
    if calls_alike < ALIKE_ENOUGH || time_alike < ALIKE_ENOUGH || factor > WILD_FACTOR {
        Comparable::Hardly { calls_alike, time_alike, factor }
    } else {
        Comparable::Yes
    }
}
