//! Functions of both sides that changed only because a new or gone function calls them.
//!
//! A new phase of a program mostly calls functions that were there before. Their additional calls are not the cause; the
//! phase is. So the list of largest changes counts them for the new function.

use super::rows::{Kind, Reason, Row, WHOLLY};
use super::{Normalisation, Ranking, RowUnit};
use crate::call_times::OutlierCall;
use diptych_profile::{NodeId, UnionTree};
use diptych_trace::{IdentityId, Sorting};
use rustc_hash::FxHashMap;
use std::ops::RangeInclusive;

/// Share of the change in the number of calls, or of samples, that must lie beneath one function. More than 1 means that
/// the other calls changed in the other direction.
const SHARE: RangeInclusive<f64> = WHOLLY..=1.0 / WHOLLY;

/// Share of the change of self time that must lie there too. The other calls may vary a little in length.
const TIME_SHARE: RangeInclusive<f64> = 0.75..=1.0 / 0.75;

/// The change of a function on one path, B minus A, as a mean over runs: calls (ticks if runs were sampled), and ticks.
type Change = [f64; 2];

/// The function beneath which a function's change lies, by identity.
pub(super) struct CalledBelow {
    leaders: Vec<Option<IdentityId>>,
}

impl CalledBelow {
    /// Finds, for each significant slower or faster function, the significant new or gone function beneath which
    /// [`SHARE`] of its change in calls and [`TIME_SHARE`] of its change in self time lie. Only functions by times as
    /// recorded have one. The outlier calls count with ordinary length.
    /// O(nodes · runs + nodes · log nodes).
    pub(super) fn new(union: &UnionTree, ranking: &Ranking, outliers: &[OutlierCall]) -> Self {
        let mut leaders = vec![None; union.identity_count()];
        let options = ranking.options;
        if (options.by, options.normalisation) != (RowUnit::Function, Normalisation::Absolute) {
            return Self { leaders };
        }
        let of_one_side = of_one_side(union, ranking);
        let changed = ranking.slower.iter().chain(&ranking.faster).filter(|row| row.stands_out());
        let mut is_changed = vec![false; leaders.len()];
        for row in changed {
            is_changed[row.identity.index()] = true;
        }
        let below = changes_below(union, (&of_one_side, &is_changed), outliers);
        let sum = |part: &[(IdentityId, IdentityId, Change)]| {
            part.iter().fold([0.0; 2], |sum, of| [sum[0] + of.2[0], sum[1] + of.2[1]])
        };
        for of_function in below.chunk_by(|x, y| x.0 == y.0) {
            let [calls, ticks] = sum(of_function);
            for of_leader in of_function.chunk_by(|x, y| x.1 == y.1) {
                let [calls_there, ticks_there] = sum(of_leader);
                if let Some(leader) = of_leader[0].1.some()
                    && SHARE.contains(&(calls_there / calls))
                    && TIME_SHARE.contains(&(ticks_there / ticks))
                {
                    leaders[of_function[0].0.index()] = Some(leader);
                }
            }
        }
        Self { leaders }
    }

    /// Returns the new or gone function beneath which a row's change lies.
    pub(super) fn leader(&self, row: &Row, list: Kind) -> Option<IdentityId> {
        let may_have = matches!(list, Kind::Slower | Kind::Faster) && row.stands_out();
        self.leaders.get(row.identity.index()).copied().flatten().filter(|_| may_have)
    }
}

/// Returns the significant new and gone functions: for each the function that it counts for, by identity.
fn of_one_side(union: &UnionTree, ranking: &Ranking) -> Vec<Option<IdentityId>> {
    let mut found = vec![None; union.identity_count()];
    for row in ranking.new.iter().chain(&ranking.gone) {
        found[row.identity.index()] = match row.reason {
            Reason::OneSide => Some(row.identity),
            Reason::Beneath => row.beneath,
            _ => None,
        };
    }
    found
}

/// Returns for each path of a changed function: the function, the new or gone function that it is beneath (or
/// [`IdentityId::NONE`]), and the change. Sorted by the first two.
fn changes_below(
    union: &UnionTree,
    (of_one_side, is_changed): (&[Option<IdentityId>], &[bool]),
    outliers: &[OutlierCall],
) -> Vec<(IdentityId, IdentityId, Change)> {
    let runs = [0, 1].map(|side| union.side(side).count().max(1) as f64);
    let mut excess: FxHashMap<(usize, NodeId), i64> = FxHashMap::default();
    for call in outliers {
        *excess.entry((call.side, call.node)).or_default() += call.excess();
    }
    let mut nearest: Vec<IdentityId> = Vec::with_capacity(union.len());
    let mut found = Vec::new();
    for node in union.nodes() {
        let function = union.identity()[node.index()];
        let above = union.parent()[node.index()]
            .some()
            .map_or(IdentityId::NONE, |parent: NodeId| nearest[parent.index()]);
        nearest.push(of_one_side[function.index()].unwrap_or(above));
        if is_changed[function.index()] {
            let mean = |side: usize| -> Change {
                let spreads = union.side(side).map(|run| {
                    let excess = run.own(node).and_then(|own| excess.get(&(side, own)));
                    (run.self_spread(node), excess.copied().unwrap_or(0))
                });
                let sums = spreads.fold([0.0; 2], |[calls, ticks], (of, excess)| {
                    [calls + of.calls as f64, ticks + (of.ticks - excess) as f64]
                });
                sums.map(|sum| sum / runs[side])
            };
            let [a, b] = [mean(0), mean(1)];
            let [calls, ticks] = [b[0] - a[0], b[1] - a[1]];
            // The number of runs of samples says nothing.
            found.push((function, above, [if union.is_sampled() { ticks } else { calls }, ticks]));
        }
    }
    found.order_by_key(|&(function, leader, _)| (function, leader));
    found
}
