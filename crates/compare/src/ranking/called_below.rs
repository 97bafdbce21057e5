//! Functions of both sides that changed only because a new or gone function calls them.
//!
//! A new phase of a program mostly calls functions that were there before. Their additional calls are not the cause; the
//! phase is. So the list of largest changes counts them for the new function.

use super::rows::{Kind, Reason, Row, WHOLLY};
use super::{Normalisation, Ranking, RowUnit};
use diptych_profile::{NodeId, UnionTree};
use diptych_trace::{IdentityId, Sorting};
use std::ops::RangeInclusive;

/// Share of a function's change that must lie beneath one function. More than 1 means that its other calls changed in
/// the other direction.
const SHARE: RangeInclusive<f64> = WHOLLY..=1.0 / WHOLLY;

/// The function beneath which a function's change lies, by identity.
pub(super) struct CalledBelow {
    leaders: Vec<Option<IdentityId>>,
}

impl CalledBelow {
    /// Finds, for each significant slower or faster function, the significant new or gone function beneath which
    /// [`SHARE`] of its change of self time lies. Only functions by times as recorded have one.
    /// O(nodes · runs + nodes · log nodes).
    pub(super) fn new(union: &UnionTree, ranking: &Ranking) -> Self {
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
        let below = changes_below(union, &of_one_side, &is_changed);
        for of_function in below.chunk_by(|x, y| x.0 == y.0) {
            let change = |part: &[(IdentityId, IdentityId, f64)]| part.iter().map(|of| of.2).sum::<f64>();
            let whole = change(of_function);
            for of_leader in of_function.chunk_by(|x, y| x.1 == y.1) {
                if let Some(leader) = of_leader[0].1.some()
                    && SHARE.contains(&(change(of_leader) / whole))
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
/// [`IdentityId::NONE`]), and the change of self time, B minus A, as a mean over runs. Sorted by the first two.
fn changes_below(
    union: &UnionTree,
    of_one_side: &[Option<IdentityId>],
    is_changed: &[bool],
) -> Vec<(IdentityId, IdentityId, f64)> {
    let runs = [0, 1].map(|side| union.side(side).count().max(1) as f64);
    let mut nearest: Vec<IdentityId> = Vec::with_capacity(union.len());
    let mut found = Vec::new();
    for node in union.nodes() {
        let function = union.identity()[node.index()];
        let above = union.parent()[node.index()]
            .some()
            .map_or(IdentityId::NONE, |parent: NodeId| nearest[parent.index()]);
        nearest.push(of_one_side[function.index()].unwrap_or(above));
        if is_changed[function.index()] {
            let mean = |side: usize| {
                let ticks = union.side(side).map(|run| run.self_spread(node).ticks as f64).sum::<f64>();
                ticks / runs[side]
            };
            found.push((function, above, mean(1) - mean(0)));
        }
    }
    found.order_by_key(|&(function, leader, _)| (function, leader));
    found
}
