//! Changes of the calls that a function gets from one of its callers.
//!
//! The calls of a shared helper differ in length with what its callers ask for. If one caller's calls become longer and
//! another's shorter, the helper's time stays the same. If only one caller's calls become longer, the calls of all others
//! may vary by as much. So functions are judged for each caller apart. The calls of a caller that changed significantly get
//! a row of their own in two cases:
//!
//! * The function is not significant as a whole.
//! * Its calls changed in length, the calls of one caller have [`WHOLLY`] of the change, and all others did not change by
//!   more than the floor. Then the function's own row is not significant. Functions whose code moved keep their row. Several
//!   runs show how the other calls vary. So there, the calls of one caller need [`MOSTLY`] of the change, and the others no
//!   change beyond that variation.
//!
//! With one run per side, the test is that of functions, for more rows. With several runs, parts are tested together with the
//! functions ([`super::several_runs`]), so the family-wise error is that of both. Samples of parts are tested like those of
//! functions, with Bonferroni's correction in place of a false discovery rate: the parts of functions that are significant
//! as a whole have no rows, and the share of false ones among the remaining rows would be higher than the rate.
//!
//! The *caller* is the nearest one by which the function's calls differ: if all calls of `sleep` come from `pause`, and
//! `pause` is called by `save` and by `load`, it is `save` or `load`. A call of the function by itself is part of the outer
//! call.

use super::caller_parts::{LEAST_SHARE, Part, PartTable, divided};
use super::cell::Cell;
use super::median::median;
use super::one_run::RunNoise;
use super::paired::PairedTest;
use super::rank_test::shift_of;
use super::row::{Confidence, Kind, Reason, Row, WHOLLY};
use super::rows::{Judge, confidence_of, in_order, is_sure};
use super::samples::parts_p;
use super::{Normalisation, Options, RowUnit, outliers};
use crate::call_times::OutlierCall;
use diptych_profile::{Floor, NodeId, UnionTree};
use diptych_trace::IdentityId;
use rustc_hash::FxHashMap;

/// Smallest share of a function's change, or its inverse, that a part has if it alone changed in several runs.
const MOSTLY: f64 = 0.75;

/// The rows of functions that parts are added to, and the data that parts are judged by.
pub(super) struct PartInput<'a> {
    /// Outlier calls, with one run per side.
    pub(super) few: &'a [OutlierCall],
    pub(super) options: Options,
    pub(super) judge: &'a Judge<'a>,
    /// Calls of each run, for tests of several runs or of samples.
    pub(super) table: &'a PartTable,
    /// Number of functions that a test of several runs has before the parts.
    pub(super) functions: usize,
    /// For each identity, whether its function waits.
    pub(super) waits: &'a [bool],
    /// For each identity, whether the change of its function is explained otherwise.
    pub(super) is_done: &'a [bool],
}

/// Adds rows to the lists for calls of one caller that changed significantly. Only functions of both sides by times as
/// recorded have some. O(nodes · depth), because callers are compared from the function outwards.
pub(super) fn put_parts(union: &UnionTree, input: &PartInput<'_>, by_kind: &mut [Vec<Row>; 5]) {
    let PartInput { options, waits, .. } = *input;
    if (options.by, options.normalisation) != (RowUnit::Function, Normalisation::Absolute) {
        return;
    }
    let mut is_judged = input.is_done.to_vec();
    let mut wholes: FxHashMap<IdentityId, Row> = FxHashMap::default();
    for row in by_kind.iter().flatten().filter(|row| row.stands_out()) {
        let is_of_length = matches!(row.reason, Reason::Lengths | Reason::Runs | Reason::Samples);
        is_judged[row.identity.index()] |= !is_of_length || row.code_move.is_some();
        wholes.insert(row.identity, *row);
    }
    let mut is_of_one_caller = vec![false; union.identity_count()];
    for row in significant(union, input, &is_judged) {
        if let Some(whole) = wholes.get(&row.identity) {
            if !is_all_of(&row, whole, options.floor) && !is_only_part(union, input, &row, whole) {
                continue;
            }
            is_of_one_caller[row.identity.index()] = true;
        }
        let kind = match row.delta > 0.0 {
            _ if waits.get(row.identity.index()).is_some_and(|&waits| waits) => Kind::Waiting,
            true => Kind::Slower,
            false => Kind::Faster,
        };
        by_kind[kind as usize].push(row);
    }
    for list in by_kind {
        let of_one_caller =
            list.iter_mut().filter(|row| row.caller.is_none() && is_of_one_caller[row.identity.index()]);
        of_one_caller.for_each(|row| row.reason = Reason::InOneCaller);
        in_order(list);
    }
}

/// Returns the rows of the parts that changed significantly, of functions that are not judged yet. Two runs of a side
/// that don't overlap are no evidence among so many parts, so without a test there are none.
fn significant(union: &UnionTree, input: &PartInput<'_>, is_judged: &[bool]) -> Vec<Row> {
    let options = input.options;
    match input.judge {
        Judge::Within(noise, paired) => {
            let parts = divided(union, input.few, is_judged).parts;
            let test = Test {
                noise: noise.of_more_rows(parts.len(), options.level),
                paired: paired.as_ref(),
                totals: outliers::totals(union),
                options,
            };
            let found = parts.iter().filter_map(|part| Some((part, test.reason(part)?)));
            found.map(|(part, reason)| Row { reason, ..row(part) }).collect()
        }
        Judge::Tested(p) => {
            // Parts come after the functions. Earlier results have none.
            let first = input.functions;
            significant_of_runs(union, input, is_judged, &|part| {
                let p = p.get(first + part).copied().flatten()?;
                let cells = [0, 1].map(|side| input.table.cells(part, side).collect::<Vec<Cell>>());
                Some((confidence_of(p, &cells, options.level), Reason::Runs))
            })
        }
        Judge::Samples(_) => {
            let p = parts_p(union, options, input.table);
            significant_of_runs(union, input, is_judged, &|part| {
                let p = p.get(part).copied().flatten().filter(|_| input.table.is_separated(part))?;
                Some((Confidence { p, ratio: None, interval: None }, Reason::Samples))
            })
        }
        Judge::Separated => Vec::new(),
    }
}

/// Returns the rows of the parts that a test of runs or of samples finds significant. `tested` has its result for a part.
fn significant_of_runs(
    union: &UnionTree,
    input: &PartInput<'_>,
    is_judged: &[bool],
    tested: &dyn Fn(usize) -> Option<(Confidence, Reason)>,
) -> Vec<Row> {
    let PartInput { options, table, .. } = *input;
    let total = |side: usize| {
        let mut totals: Vec<f64> = union.side(side).map(|run| run.tree.total_ticks() as f64).collect();
        if totals.is_empty() { 0.0 } else { median(&mut totals) }
    };
    let least = LEAST_SHARE * total(0).max(total(1));
    let significant = |(place, part): (usize, &Part)| {
        let ticks = [0, 1].map(|side| table.median(place, side, |cell| cell.whole));
        let calls = [0, 1].map(|side| table.median(place, side, |cell| cell.calls as f64).round() as u64);
        let is_candidate = !is_judged[part.function.index()]
            && !calls.contains(&0)
            && options.floor.exceeded_by(ticks)
            && (ticks[1] - ticks[0]).abs() >= least;
        let (confidence, reason) = tested(place).filter(|_| is_candidate)?;
        let row = Row {
            reason,
            caller: Some(part.caller),
            confidence: Some(confidence),
            ..Row::unranked(part.function, part.node, ticks, calls)
        };
        is_sure(confidence, row.delta, options.level).then_some(row)
    };
    table.parts.iter().enumerate().filter_map(significant).collect()
}

/// Returns true if a part has all of its function's change: [`WHOLLY`] of it, and the other calls did not change by more
/// than the floor.
fn is_all_of(part: &Row, whole: &Row, floor: Floor) -> bool {
    let left =
        [whole.a - whole.few[0] - (part.a - part.few[0]), whole.b - whole.few[1] - (part.b - part.few[1])];
    (WHOLLY..=1.0 / WHOLLY).contains(&(part.steady() / whole.steady())) && !floor.exceeded_by(left)
}

/// Returns true if several runs a side show that only a part of a function changed: it has [`MOSTLY`] of the change, and the
/// interval of the change of all other calls contains none. Their noise from run to run is part of the whole change.
/// O(nodes · runs).
fn is_only_part(union: &UnionTree, input: &PartInput<'_>, part: &Row, whole: &Row) -> bool {
    let parts = &input.table.parts;
    let is_of_row = |of: &Part| of.function == part.identity && Some(of.caller) == part.caller;
    let place = parts.iter().position(is_of_row).filter(|_| matches!(input.judge, Judge::Tested(_)));
    let is_most = (MOSTLY..=1.0 / MOSTLY).contains(&(part.steady() / whole.steady()));
    let Some(place) = place.filter(|_| is_most) else { return false };
    let rest = [0, 1].map(|side| {
        let all = union.side(side).map(|run| {
            let is_of_function = |node: &NodeId| union.identity()[node.index()] == part.identity;
            let nodes = union.nodes().filter(is_of_function);
            nodes.map(|node| run.self_spread(node).ticks as f64).sum::<f64>()
        });
        let of_part = input.table.cells(place, side).map(|cell| cell.whole);
        all.zip(of_part).map(|(all, of_part)| (all - of_part).max(1.0).ln()).collect::<Vec<f64>>()
    });
    let interval = shift_of(&rest[0], &rest[1], input.options.level).and_then(|shift| shift.interval);
    interval.is_some_and(|[low, high]| low <= 0.0 && high >= 0.0)
}

/// The test of a part: that of functions, with more rows.
struct Test<'a> {
    noise: RunNoise,
    paired: Option<&'a PairedTest<'a>>,
    totals: [f64; 2],
    options: Options,
}

impl Test<'_> {
    /// Returns why a part is significant, or `None` if it is not. A slow stretch of the machine may hit all calls of one
    /// caller, so the change must exceed the longest pause.
    fn reason(&self, part: &Part) -> Option<Reason> {
        let cells = part.sides.map(|calls| calls.cell());
        let [a, b] = cells;
        let change = (b.ticks - a.ticks).abs();
        let is_of_both = a.calls > 0 && b.calls > 0;
        if !is_of_both
            || !self.options.floor.exceeded_by([a.ticks, b.ticks])
            || change < LEAST_SHARE * self.totals[0].max(self.totals[1])
        {
            return None;
        }
        let reason = self.noise.reason(cells, self.options.floor);
        let by_lengths = reason == Reason::Lengths;
        let is_noise = by_lengths && (change <= self.noise.outlier || self.is_usual(cells));
        Some(reason).filter(|reason| reason.stands_out() && !is_noise)
    }

    /// Returns true if functions in general differ by as much as the calls became longer or shorter.
    fn is_usual(&self, [a, b]: [Cell; 2]) -> bool {
        self.paired.is_some_and(|paired| paired.is_usual_ratio((b.mean / a.mean).ln(), a.calls.min(b.calls)))
    }
}

/// Returns the row of a part.
fn row(part: &Part) -> Row {
    let cells = part.sides.map(|calls| calls.cell());
    let ticks = cells.map(|cell| cell.whole);
    let calls = part.sides.map(|of| of.all.calls);
    Row {
        caller: Some(part.caller),
        few: cells.map(|cell| cell.whole - cell.ticks),
        few_calls: cells.map(|cell| cell.few),
        ..Row::unranked(part.function, part.node, ticks, calls)
    }
}
