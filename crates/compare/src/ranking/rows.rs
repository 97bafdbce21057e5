//! The rows of a ranking, and the list that each belongs to.

use super::call_counts::is_changed_by_counts;
use super::cell::Cell;
use super::one_run::RunNoise;
use super::paired::PairedTest;
use super::rank_test::{Shift, shift_of};
use super::row::{Confidence, Kind, Reason, Row, WHOLLY};
use super::samples::SampleTest;
use super::sides_that_call::sides_that_call;
use super::table::Table;
use super::{Options, RowUnit, beneath};
use crate::late_lanes::LateLane;
use diptych_profile::{Floor, NodeId, UnionTree};
use diptych_trace::Sorting;

/// The judge of what is beyond noise.
pub(super) enum Judge<'a> {
    /// The noise of one run per side, and the test of matched calls, if calls were matched.
    Within(RunNoise, Option<PairedTest<'a>>),
    /// Separation: every run of one side must be beyond every run of the other.
    Separated,
    /// The test for sampling error.
    Samples(&'a SampleTest),
    /// The adjusted p of each row.
    Tested(&'a [Option<f64>]),
}

/// The facts about functions that decide where their rows come.
pub(super) struct RowFacts<'a> {
    /// For each identity, whether its function waits. May be shorter than the identities.
    pub(super) waits: &'a [bool],
    /// Lane that works longer while others wait.
    pub(super) late: Option<&'a LateLane>,
}

/// The sorted lists of a ranking.
pub(super) struct Lists {
    /// Rows by [`Kind`]. In each list the significant rows come first.
    pub(super) by_kind: [Vec<Row>; 5],
    pub(super) under_floor: u64,
    pub(super) largest_under_floor: Option<Row>,
}

/// Sorts rows into lists. Lists contain all rows whose change exceeds the floor, and all new and gone rows except paths
/// below a new or gone caller.
pub(super) fn sort(
    union: &UnionTree,
    table: &Table,
    options: Options,
    judge: &Judge<'_>,
    facts: &RowFacts<'_>,
) -> Lists {
    let sides_of = sides_that_call(union);
    let sorter = Sorter { table, options, judge, facts, sides_of: &sides_of };
    let repeats = match options.by {
        RowUnit::Function => vec![None; table.rows.len()],
        RowUnit::Path => repeats(union, table),
    };
    let mut lists = Lists { by_kind: [const { Vec::new() }; 5], under_floor: 0, largest_under_floor: None };
    let mut found: Vec<(Row, Kind)> = (0..table.rows.len()).map(|row| sorter.row(row)).collect();
    for (row, (found, kind)) in found.iter_mut().enumerate() {
        found.reason = repeats[row].unwrap_or_else(|| sorter.reason(row, *kind, found));
        if sorter.is_late(*kind, found) {
            (found.reason, found.above_floor) = (Reason::OneLane, true);
        } else if let Some(late) = sorter.late_against_others(*kind, found) {
            (*found, *kind) = of_late_lanes(found, late);
        }
    }
    if options.by == RowUnit::Function {
        beneath::put_beneath(union, &mut found);
    }
    for ((found, kind), repeats) in found.into_iter().zip(repeats) {
        let exists = matches!(kind, Kind::New | Kind::Gone) && repeats.is_none();
        if exists || (found.above_floor && found.delta != 0.0) {
            lists.by_kind[kind as usize].push(found);
        } else if found.delta != 0.0 {
            lists.under_floor += 1;
            let largest = &mut lists.largest_under_floor;
            if largest.is_none_or(|largest| found.delta.abs() > largest.delta.abs()) {
                *largest = Some(found);
            }
        }
    }
    lists.by_kind.iter_mut().for_each(|list| in_order(list));
    lists
}

/// Sorts a list: significant rows first, then the largest change.
pub(super) fn in_order(list: &mut [Row]) {
    list.order_by(|left, right| {
        let by_part = right.stands_out().cmp(&left.stands_out());
        let by_size = size(right).total_cmp(&size(left));
        let by_place = (left.identity, left.node).cmp(&(right.identity, right.node));
        by_part.then(by_size).then(by_place)
    });
}

/// Returns the size by which a row is ordered within its part of a list.
fn size(row: &Row) -> f64 {
    if let Some([a, b]) = row.inclusive {
        return (b - a).abs();
    }
    if row.stands_out() { row.steady().abs() } else { row.delta.abs() }
}

struct Sorter<'a> {
    table: &'a Table,
    options: Options,
    judge: &'a Judge<'a>,
    facts: &'a RowFacts<'a>,
    /// For each identity, which sides call it.
    sides_of: &'a [[bool; 2]],
}

impl Sorter<'_> {
    fn row(&self, row: usize) -> (Row, Kind) {
        let table = self.table;
        let [a, b] = [0, 1].map(|side| table.whole(row, side));
        let delta = b - a;
        let few = [a - table.value(row, 0), b - table.value(row, 1)];
        let few_calls = [0, 1].map(|side| table.few_calls(row, side));
        let kind = match [0, 1].map(|side| table.is_called(row, side)) {
            [false, true] => Kind::New,
            [true, false] => Kind::Gone,
            _ if self.facts.waits.get(table.rows[row].0.index()).is_some_and(|&waits| waits) => Kind::Waiting,
            _ if delta > 0.0 => Kind::Slower,
            _ => Kind::Faster,
        };
        let own_share = (a > 0.0).then(|| delta / a);
        let [total_a, total_b] = table.totals;
        let change = total_b - total_a;
        // Totals are sums of rounded ticks, so equal totals may differ in their last bits.
        let changed = change.abs() > 1e-9 * total_a.max(total_b);
        let overweight = self.overweight([a - few[0], b - few[1]]);
        let (identity, node) = table.rows[row];
        let is_function_of_one_side =
            self.options.by == RowUnit::Function && matches!(kind, Kind::New | Kind::Gone);
        let inclusive = is_function_of_one_side.then(|| [0, 1].map(|side| table.inclusive(row, side)));
        let found = Row {
            identity,
            node,
            a,
            b,
            delta,
            inclusive,
            caller: None,
            beneath: None,
            holds: 0,
            called_below: 0,
            largest_below: None,
            part_below: None,
            code_move: None,
            few,
            few_calls,
            own_share,
            responsibility: changed.then(|| delta / change),
            overweight: overweight.filter(|times| *times > 0.0 && kind != Kind::Gone),
            calls: [0, 1].map(|side| table.calls(row, side).round() as u64),
            reference_calls: table.reference_calls.as_ref().map(|calls| calls[row]),
            is_of_both: self.sides_of[identity.index()] == [true; 2],
            above_floor: self.options.floor.exceeded_by(inclusive.unwrap_or([a, b]))
                || is_changed_by_counts(table, row, self.options.floor),
            reason: Reason::UnderFloor,
            confidence: self.confidence(row),
        };
        (found, kind)
    }

    /// Returns growth of a row ÷ growth of the whole run, both with outlier calls at ordinary length. Returns `None` if
    /// the run changed by less than the floor's share.
    fn overweight(&self, [a, b]: [f64; 2]) -> Option<f64> {
        let [total_a, total_b] = self.table.steady_totals;
        let growth = (total_a > 0.0).then(|| (total_b - total_a) / total_a)?;
        // Totals are sums of rounded ticks, so equal totals may differ in their last bits.
        let is_telling = growth.abs() >= self.options.floor.share.max(1e-9);
        (a > 0.0 && is_telling).then(|| (b - a) / a / growth)
    }

    /// Returns the reason of a listed row.
    fn reason(&self, row: usize, kind: Kind, found: &Row) -> Reason {
        let is_of_one_side = matches!(kind, Kind::New | Kind::Gone);
        let is_counted = || is_changed_by_counts(self.table, row, self.options.floor);
        let is_sure = match self.judge {
            Judge::Separated if is_counted() => return Reason::Calls,
            Judge::Tested(_)
                if is_counted() && found.confidence.is_some_and(|of| of.p <= self.options.level) =>
            {
                return Reason::Calls;
            }
            Judge::Within(..) if self.is_few(found) => return Reason::FewCalls,
            Judge::Within(noise, paired) if !is_of_one_side => {
                return reason_within(noise, paired.as_ref(), found, self.single(row), self.options.floor);
            }
            Judge::Within(..) => true,
            Judge::Samples(_) if !self.table.is_separated(row) => return Reason::WithinRuns,
            Judge::Samples(test) => return test.reason(row, is_of_one_side, found.above_floor),
            Judge::Separated => self.table.is_separated(row),
            Judge::Tested(_) => {
                found.confidence.is_some_and(|of| is_sure(of, found.delta, self.options.level))
            }
        };
        match (is_sure, is_of_one_side) {
            (false, _) => Reason::WithinRuns,
            (true, true) if !found.above_floor => Reason::UnderFloor,
            (true, true) => Reason::OneSide,
            (true, false) => Reason::Runs,
        }
    }

    /// Returns true for a change that is not significant over all lanes, but that a single lane has most of while the
    /// others wait for it. On this lane, it exceeds the floor.
    fn is_late(&self, kind: Kind, found: &Row) -> bool {
        let is_of_both = matches!(kind, Kind::Slower | Kind::Faster);
        let has_most = |late: &LateLane| {
            late.has_most_of(found.identity, found.steady())
                && self.options.floor.exceeded_by(late.ticks.map(|ticks| ticks as f64))
        };
        is_of_both && !found.stands_out() && self.facts.late.is_some_and(has_most)
    }

    /// Returns the late lane of a function whose change over all lanes is not significant and hides that of the lane, for
    /// example because all other lanes work a little less. On the late lanes, the change exceeds the floor.
    fn late_against_others(&self, kind: Kind, found: &Row) -> Option<&LateLane> {
        let late = self.facts.late.filter(|late| late.function == found.identity)?;
        let is_of_both = matches!(kind, Kind::Slower | Kind::Faster) && !found.stands_out();
        let is_above = self.options.floor.exceeded_by(late.together.map(|time| time.ticks as f64));
        (is_of_both && is_above).then_some(late)
    }

    /// Returns true if outlier calls explain a change.
    fn is_few(&self, row: &Row) -> bool {
        let left = [row.a - row.few[0], row.b - row.few[1]];
        row.few_calls != [0, 0] && (!self.options.floor.exceeded_by(left) || row.steady() * row.delta <= 0.0)
    }

    /// Returns the cells of a row in the only run of each side.
    fn single(&self, row: usize) -> [Cell; 2] {
        [0, 1].map(|side| self.table.cells(row, side).next().unwrap_or_default())
    }

    fn confidence(&self, row: usize) -> Option<Confidence> {
        let p = match self.judge {
            Judge::Tested(p) => p.get(row).copied().flatten()?,
            Judge::Samples(test) => {
                return test.p(row).map(|p| Confidence { p, ratio: None, interval: None });
            }
            Judge::Within(..) | Judge::Separated => return None,
        };
        let cells = [0, 1].map(|side| self.table.cells(row, side).collect::<Vec<Cell>>());
        Some(confidence_of(p, &cells, self.options.level))
    }
}

/// Returns the evidence of several runs for a change, from the adjusted p and the cells of A's and B's runs.
pub(super) fn confidence_of(p: f64, cells: &[Vec<Cell>; 2], level: f64) -> Confidence {
    let shift = |ticks_of: fn(&Cell) -> f64| {
        let [a, b] = cells.each_ref().map(|cells| {
            let ticks = cells.iter().map(ticks_of);
            ticks.map(|ticks| (ticks > 0.0).then(|| ticks.ln())).collect::<Option<Vec<f64>>>()
        });
        a.zip(b).and_then(|(a, b)| shift_of(&a, &b, level))
    };
    // A pause in one run makes the interval of all ticks wide. Then that without the longest calls says more.
    let recorded = shift(|cell| cell.ticks);
    let is_open = |of: &Shift| of.interval.is_some_and(|[low, high]| low <= 0.0 && high >= 0.0);
    let shift = recorded.filter(|of| !is_open(of)).or_else(|| shift(|cell| cell.steady)).or(recorded);
    let interval = shift.and_then(|shift| shift.interval).map(|interval| interval.map(f64::exp));
    Confidence { p, ratio: shift.map(|shift| shift.estimate.exp()), interval }
}

/// Returns true if the evidence for a change suffices. The row's own rank test must agree: a row whose interval contains
/// "no change" is not significant.
pub(super) fn is_sure(of: Confidence, delta: f64, level: f64) -> bool {
    let holds_one = |[low, high]: [f64; 2]| low <= 1.0 && high >= 1.0;
    let points = of.ratio.is_none_or(|ratio| (ratio - 1.0) * delta > 0.0);
    of.p <= level && !of.interval.is_some_and(holds_one) && points
}

/// Returns the reason of a row whose function both sides call, with one run a side, from its cells.
pub(super) fn reason_within(
    noise: &RunNoise,
    paired: Option<&PairedTest<'_>>,
    row: &Row,
    cells: [Cell; 2],
    floor: Floor,
) -> Reason {
    let is_paired = || paired.is_some_and(|paired| paired.is_exceeded(row));
    let is_usual = || paired.is_some_and(|paired| paired.is_usual(row));
    let may_be_slow_stretch = || paired.is_some_and(|paired| paired.may_be_slow_stretch(row, noise.outlier));
    match noise.reason(cells, floor) {
        Reason::Lengths if is_usual() || may_be_slow_stretch() => noise.within(),
        reason if !reason.stands_out() && is_paired() && !may_be_slow_stretch() => Reason::Lengths,
        reason => reason,
    }
}

/// Returns a row of a function on the late lanes alone, in place of that of all lanes.
fn of_late_lanes(row: &Row, late: &LateLane) -> (Row, Kind) {
    let [a, b] = late.together.map(|time| time.ticks as f64);
    let of_lanes = Row {
        a,
        b,
        delta: b - a,
        few: [0.0; 2],
        few_calls: [0; 2],
        own_share: (a > 0.0).then(|| (b - a) / a),
        responsibility: None,
        overweight: None,
        calls: late.together.map(|time| time.calls),
        above_floor: true,
        reason: Reason::LateLanes,
        confidence: None,
        ..*row
    };
    (of_lanes, if b > a { Kind::Slower } else { Kind::Faster })
}

/// Marks the paths that repeat another path: those whose change is wholly in one callee, and everything below the
/// topmost new or gone path. Rows are nodes. O(nodes).
fn repeats(union: &UnionTree, table: &Table) -> Vec<Option<Reason>> {
    let delta = |row: usize| table.value(row, 1) - table.value(row, 0);
    let absent = |row: usize| [0, 1].map(|side| !table.is_called(row, side));
    let mut repeats = vec![None; table.rows.len()];
    for node in 0..table.rows.len() {
        let Some(parent) = union.parent()[node].some().map(NodeId::index) else { continue };
        // A path is absent if its caller is. So if the caller is new or gone, everything below it is too.
        if absent(parent).contains(&true) {
            repeats[node] = Some(Reason::WithItsCaller);
        } else if delta(node) * delta(parent) > 0.0 && delta(node).abs() >= WHOLLY * delta(parent).abs() {
            repeats[parent] = Some(Reason::InOneCallee);
        }
    }
    repeats
}
