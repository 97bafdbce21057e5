//! Parts of the changes of functions that new or gone functions account for, because they make the calls.
//!
//! A new phase of a program mostly calls functions that were there before. Their additional calls are not the cause; the
//! phase is. So the list of largest changes counts the time of these calls for the new function. The function's own row
//! keeps the rest of its change, which is judged without them.
//!
//! Calls that only went from one place to another are no additional ones. So of the calls beneath new functions, no more
//! count than the number by which the function's calls changed in all. Gone functions are treated alike.

use super::cell::Cell;
use super::path_calls::{Calls, PathCalls};
use super::row::{Kind, PartBelow, Reason, Row};
use super::rows::{Judge, reason_within};
use super::{Normalisation, Options, RowUnit};
use crate::call_times::OutlierCall;
use diptych_profile::{NodeId, UnionTree};
use diptych_trace::{IdentityId, Sorting};
use rustc_hash::FxHashMap;

/// Smallest share of a significant change that is significant without the calls beneath new or gone functions, where
/// single calls were not recorded in one run a side. The other calls may vary a little in length.
const LEAST_REST: f64 = 0.25;

/// A function of both sides, some of whose change counts for new or gone functions.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Divided {
    /// The parts beneath new or gone functions, by function.
    pub(super) parts: Vec<PartBelow>,
    /// The rest of the change, as a row.
    pub(super) rest: Row,
}

/// Divides the change of each slower, faster or waiting function between the new and gone functions that make its additional or
/// missing calls, and the function itself. Returns the functions with such calls. Only functions by times as recorded
/// have any. O(nodes · runs + nodes · log nodes).
pub(super) fn divide(
    union: &UnionTree,
    outliers: &[OutlierCall],
    options: Options,
    judge: &Judge<'_>,
    by_kind: &[Vec<Row>; 5],
) -> FxHashMap<IdentityId, Divided> {
    if (options.by, options.normalisation) != (RowUnit::Function, Normalisation::Absolute) {
        return FxHashMap::default();
    }
    let of_both = [Kind::Slower, Kind::Faster, Kind::Waiting];
    let changed = || of_both.into_iter().flat_map(|kind| &by_kind[kind as usize]);
    let mut is_changed = vec![false; union.identity_count()];
    for row in changed() {
        is_changed[row.identity.index()] = true;
    }
    let below = all_below(union, &of_one_side(union, by_kind), &is_changed, outliers);
    let runs = [0, 1].map(|side| union.side(side).count().max(1) as f64);
    let divider = Divider { runs, is_sampled: union.is_sampled(), options, judge };
    let divided = |row: &Row| {
        let first = below.partition_point(|of| of.function < row.identity);
        let last = below.partition_point(|of| of.function <= row.identity);
        divider.divide(&below[first..last], row).map(|divided| (row.identity, divided))
    };
    changed().filter_map(divided).collect()
}

/// Returns the significant new and gone functions: for each the function that it counts for, by identity.
fn of_one_side(union: &UnionTree, by_kind: &[Vec<Row>; 5]) -> Vec<Option<IdentityId>> {
    let mut found = vec![None; union.identity_count()];
    for row in [Kind::New, Kind::Gone].into_iter().flat_map(|kind| &by_kind[kind as usize]) {
        found[row.identity.index()] = match row.reason {
            Reason::OneSide => Some(row.identity),
            Reason::Beneath => row.beneath,
            _ => None,
        };
    }
    found
}

/// The calls of a function beneath one new or gone function, or beneath none.
#[derive(Debug, Clone, Copy)]
struct Below {
    function: IdentityId,
    /// The new or gone function, or [`IdentityId::NONE`].
    leader: IdentityId,
    sides: [Calls; 2],
}

/// Returns the calls of all changed functions, in order of function and of new or gone function.
fn all_below(
    union: &UnionTree,
    of_one_side: &[Option<IdentityId>],
    is_changed: &[bool],
    outliers: &[OutlierCall],
) -> Vec<Below> {
    let calls_of = PathCalls::new(union, outliers);
    let mut nearest: Vec<IdentityId> = Vec::with_capacity(union.len());
    let mut found: Vec<Below> = Vec::new();
    for node in union.nodes() {
        let function = union.identity()[node.index()];
        let above = union.parent()[node.index()]
            .some()
            .map_or(IdentityId::NONE, |parent: NodeId| nearest[parent.index()]);
        nearest.push(of_one_side[function.index()].unwrap_or(above));
        if !is_changed[function.index()] {
            continue;
        }
        let sides = calls_of.sides(node);
        found.push(Below { function, leader: above, sides });
    }
    found.order_by_key(|of| (of.function, of.leader));
    found.dedup_by(|of, sum| {
        let is_same = (of.function, of.leader) == (sum.function, sum.leader);
        for side in [0, 1].into_iter().filter(|_| is_same) {
            sum.sides[side] += of.sides[side];
        }
        is_same
    });
    found
}

/// The data that changes are divided by.
struct Divider<'a> {
    /// Number of runs of each side.
    runs: [f64; 2],
    /// True if calls were put together from samples. Their number says nothing, so their time counts.
    is_sampled: bool,
    options: Options,
    judge: &'a Judge<'a>,
}

impl Divider<'_> {
    /// Returns the number of calls of a side that are to be divided, as a mean over its runs.
    fn calls(&self, of: &Calls, side: usize) -> f64 {
        let calls = if self.is_sampled { of.ticks() } else { of.all.calls as f64 };
        calls / self.runs[side]
    }

    /// Divides the change of a row's function, whose calls are `below`. `None` if no new or gone function accounts for
    /// any of it.
    fn divide(&self, below: &[Below], row: &Row) -> Option<Divided> {
        let sum = |side: usize, of_leaders: bool| {
            let mut sum = Calls::default();
            for of in below.iter().filter(|of| !of_leaders || of.leader.some().is_some()) {
                sum += of.sides[side];
            }
            sum
        };
        let all = [0, 1].map(|side| sum(side, false));
        let change = self.calls(&all[1], 1) - self.calls(&all[0], 0);
        let side = usize::from(change > 0.0);
        // Paths beneath a function of one side are of that side alone.
        let there = sum(side, true);
        let calls = self.calls(&there, side);
        if change == 0.0 || calls <= 0.0 {
            return None;
        }
        let share = (change.abs() / calls).min(1.0);
        let sign = if side == 1 { share } else { -share };
        let part = |of: &Below| {
            let ticks = sign * of.sides[side].ticks() / self.runs[side];
            let calls = (share * of.sides[side].all.calls as f64 / self.runs[side]).round() as u64;
            of.leader.some().filter(|_| ticks != 0.0).map(|leader| PartBelow { leader, ticks, calls })
        };
        let parts: Vec<PartBelow> = below.iter().filter_map(part).collect();
        let largest = *parts.iter().max_by(|x, y| x.ticks.abs().total_cmp(&y.ticks.abs()))?;
        let ticks: f64 = parts.iter().map(|part| part.ticks).sum();
        let calls_below = parts.iter().map(|part| part.calls).sum();
        let left = (self.calls(&all[side], side) - share * calls).round();
        let mut rest = row.without_part(side, ticks.abs(), left as u64);
        rest.part_below = Some(PartBelow { ticks, calls: calls_below, ..largest });
        let nothing = Calls::default();
        let cell = |of: usize| all[of].cell_without(if of == side { &there } else { &nothing }, share);
        rest.reason = self.reason_of_rest(row, &rest, [cell(0), cell(1)]);
        Some(Divided { parts, rest })
    }

    /// Returns the reason why the rest of a change is significant or not.
    fn reason_of_rest(&self, whole: &Row, rest: &Row, cells: [Cell; 2]) -> Reason {
        let floor = self.options.floor;
        let steady = [rest.a - rest.few[0], rest.b - rest.few[1]];
        let reason = match self.judge {
            _ if !floor.exceeded_by(steady) => Reason::CalledBelow,
            Judge::Within(noise, paired) => reason_within(noise, paired.as_ref(), rest, cells, floor),
            _ if rest.steady().abs() >= LEAST_REST * whole.steady().abs() => whole.reason,
            _ => Reason::CalledBelow,
        };
        // A change that was not significant keeps its reason.
        match (whole.stands_out(), reason.stands_out()) {
            (true, false) => Reason::CalledBelow,
            (false, false) => whole.reason,
            _ => reason,
        }
    }
}
