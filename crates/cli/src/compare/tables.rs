//! Writes a comparison as tables. Values are those of `--json` and `--functions --json`.

use super::analysis::Analysis;
use super::comparison::Comparison;
use super::functions::{FunctionRow, Functions};
use super::json::{self, KINDS};
use super::options::{CompareOptions, Settings};
use super::report;
use crate::aggregate::areas;
use crate::dataset::Dataset;
use crate::error::CliError;
use crate::output::shown;
use diptych_compare::align::Kind;
use diptych_compare::lanes::PairBy;
use diptych_compare::ranking::{ChangeSubject, Row, RowUnit, standing_out};
use diptych_engine::trace::{CallId, IdentityId, Trace};
use diptych_protocol::comparison::DifferenceOrder;
use diptych_protocol::{LaneMatching, SideName};
use diptych_tables::{AreaRow, DifferenceRow, MatchRow, PairFunctionRow, Quantity, VerdictRow};
use diptych_views::differences::{self, Names};
use std::collections::BTreeMap;

/// Writes the tables that need the traces: areas, and matched calls if they are asked for.
pub(super) fn write_calls(
    dataset: &Dataset,
    analysis: &Analysis,
    comparison: &Comparison,
    options: &CompareOptions,
) -> Result<(), CliError> {
    let unit = Quantity(comparison.facts.axis).unit();
    if let Some(tile) = analysis.shown.iter().find(|run| run.trace.is_folded() && options.matched_calls) {
        return Err(CliError::Failed(format!(
            "{} is a tile: calls are folded in it, so a table of matches cannot have a row for each call. Leave out \
             --matched-calls, or give the traces themselves.",
            shown(&tile.name)
        )));
    }
    match areas(&analysis.shown, &analysis.rules, lanes_by(options.settings))? {
        Some(rows) => dataset.write(&unit, rows).map(drop)?,
        None => dataset.remove::<AreaRow>()?,
    }
    if options.matched_calls {
        dataset.write(&unit, matches(analysis, comparison)).map(drop)
    } else {
        dataset.remove::<MatchRow<'_>>()
    }
}

/// Writes the other tables. The verdict is last: a pair that has one has all of its tables.
pub(super) fn write_results(
    dataset: &Dataset,
    comparison: &Comparison,
    options: &CompareOptions,
    reasons: &[String],
) -> Result<(), CliError> {
    let unit = Quantity(comparison.facts.axis).unit();
    let functions = Functions::new(comparison);
    dataset.write(&unit, functions.rows.iter().map(|row| function(comparison, row)))?;
    dataset.write(&unit, all_differences(comparison, options.sort))?;
    let fails = (!options.fail_if.is_empty()).then_some(!reasons.is_empty());
    dataset.write(&unit, [VerdictRow { fails, ..verdict(comparison) }]).map(drop)
}

fn lanes_by(settings: Settings) -> PairBy {
    match settings.lanes.unwrap_or_default() {
        LaneMatching::Overlap => PairBy::Overlap,
        LaneMatching::Name => PairBy::Name,
        LaneMatching::Order => PairBy::Order,
    }
}

fn verdict(comparison: &Comparison) -> VerdictRow {
    let Comparison { facts, verdict, .. } = comparison;
    let value = |ticks: f64| Some(value(comparison, ticks));
    let [[matched, moved, only_a], [_, _, only_b]] = facts.calls;
    let count = |count: u64| Some(count as i64);
    let run = |side: usize| &facts.runs[side][0];
    let missing = report::missing(comparison).map(|text| format!("Incomplete: {text}."));
    let doubts: Vec<String> = report::warning(comparison).into_iter().chain(missing).collect();
    VerdictRow {
        error: None,
        names: [0, 1].map(|side| Some(run(side).name.clone())),
        runs: [0, 1].map(|side: usize| Some(facts.runs[side].len() as i64)),
        unit: Some(Quantity(facts.axis).unit()),
        text: Some(report::verdict(comparison)),
        cause: Some(report::cause(comparison)).filter(|text| !text.is_empty()),
        doubt: (!doubts.is_empty()).then(|| doubts.join(" ")),
        extents: verdict.extent.map(value),
        totals: verdict.total.map(value),
        ratio: verdict.ratio,
        p: verdict.p,
        typical_ratio: comparison.typical.map(|of| of.ratio),
        calls: [0, 1].map(|side| count(run(side).calls)),
        matched: count(matched),
        moved: count(moved),
        only: [count(only_a), count(only_b)],
        functions_in_both: count(comparison.functions_in_both()),
        functions_only: [count(verdict.gone_functions), count(verdict.new_functions)],
        significant_changes: Some(standing_out(&comparison.largest).len() as i64),
        fails: None,
    }
}

fn value(comparison: &Comparison, ticks: f64) -> i64 {
    comparison.ns(ticks).round() as i64
}

fn function(comparison: &Comparison, of: &FunctionRow) -> PairFunctionRow {
    let (name, file) = comparison.facts.names.name_and_file(of.identity);
    let values = |ticks: [f64; 2]| ticks.map(|ticks| value(comparison, ticks));
    PairFunctionRow {
        function: comparison.facts.names.keys()[of.identity.index()].clone(),
        name,
        file: Some(file).filter(|file| !file.is_empty()),
        is_called: of.own.is_called,
        calls: of.own.calls.map(|calls| calls.round() as i64),
        self_time: values(of.own.ticks),
        inclusive: values(of.inclusive.ticks),
    }
}

/// Returns the rows of all lists, each list in the order of a criterion, and the outlier calls.
fn all_differences(comparison: &Comparison, sort: DifferenceOrder) -> Vec<DifferenceRow> {
    let mut all = Vec::new();
    // The list of largest changes decides what is significant: it knows which functions count for others.
    let mut judged = BTreeMap::new();
    for (row, of) in comparison.largest.iter().zip(&comparison.largest_of) {
        judged.insert(*of, row.reason);
    }
    for (list, (name, rows)) in KINDS.into_iter().zip(comparison.ranking.lists()).enumerate() {
        let (_, places) = comparison.in_order(sort, rows, &[]);
        let ordered = places.into_iter().map(|place| {
            let reason = judged.get(&ChangeSubject::Row { list, place }).copied();
            Row { reason: reason.unwrap_or(rows[place].reason), ..rows[place] }
        });
        all.extend(ordered.zip(1..).map(|(row, place)| difference(comparison, name, place, &row)));
    }
    let calls = comparison.largest.iter().zip(&comparison.largest_of);
    let calls = calls.filter(|(_, of)| matches!(of, ChangeSubject::Call { .. }));
    all.extend(calls.zip(1..).map(|((row, _), place)| {
        // The whole change of a single call is that it is an outlier.
        let change = value(comparison, row.b) - value(comparison, row.a);
        DifferenceRow { parts: [0, 0, change], ..difference(comparison, "outlier", place, row) }
    }));
    all
}

fn difference(comparison: &Comparison, list: &'static str, place: i64, row: &Row) -> DifferenceRow {
    let keys = comparison.facts.names.keys();
    let value = |ticks: f64| value(comparison, ticks);
    let path = (comparison.by() == RowUnit::Path && list != "outlier").then(|| {
        let path = comparison.listed().path(row.node);
        let names: Vec<&str> = path.into_iter().map(|identity| keys[identity.index()].as_str()).collect();
        names.join(" › ")
    });
    let (sides, parts) = ([value(row.a), value(row.b)], row.parts());
    let [by_calls, by_outliers] = [parts.calls, parts.few].map(value);
    DifferenceRow {
        list,
        place,
        function: keys[row.identity.index()].clone(),
        path,
        caller: json::caller(comparison, row).map(str::to_owned),
        sides,
        inclusive: row.inclusive.map(|of| of.map(value)),
        calls: row.calls.map(|calls| calls as i64),
        parts: [by_calls, sides[1] - sides[0] - by_calls - by_outliers, by_outliers],
        own_share: row.own_share,
        responsibility: row.responsibility,
        is_significant: row.stands_out(),
        reason: differences::reason(row).to_owned(),
        p: row.confidence.map(|of| of.p),
    }
}

/// Returns the matched calls in the order of A, then the calls that only B has.
fn matches<'a>(analysis: &'a Analysis, comparison: &'a Comparison) -> impl Iterator<Item = MatchRow<'a>> {
    let [a, b] = &analysis.pair.alignment().sides;
    let traces = analysis.shown.each_ref().map(|run| &run.trace);
    let functions = SideName::BOTH.map(|side| analysis.pair.of_function(side));
    let keys = comparison.facts.names.keys();
    let quantity = Quantity(comparison.facts.axis);
    let row = move |kind: Kind, calls: [Option<CallId>; 2]| {
        let known = calls.into_iter().zip(0..).find_map(|(call, side)| call.map(|call| (call, side)));
        let identity = known.map_or(IdentityId::NONE, |(call, side): (CallId, usize)| {
            functions[side][traces[side].calls().function()[call.index()].index()]
        });
        let of_side = |side: usize, of: &dyn Fn(&Trace, CallId) -> i64| {
            calls[side].map(|call| quantity.value(of(traces[side], call) as f64))
        };
        MatchRow {
            kind: match (kind, calls) {
                (Kind::Matched, _) => "matched",
                (Kind::Moved, _) => "moved",
                (Kind::Only, [Some(_), _]) => "only_a",
                (Kind::Only, _) => "only_b",
                (Kind::NotCompared, _) => "not_compared",
            },
            function: keys.get(identity.index()).map_or("", String::as_str),
            calls: calls.map(|call| call.map(|call| call.index() as i64)),
            starts: [0, 1].map(|side| of_side(side, &|trace, call| trace.calls().start()[call.index()])),
            durations: [0, 1].map(|side| of_side(side, &|trace, call| trace.calls().duration(call))),
        }
    };
    let of_a = a
        .kind
        .iter()
        .zip(&a.partner)
        .zip(0..)
        .map(|((&kind, partner), call)| (kind, [Some(CallId(call)), partner.some()]));
    let is_alone = |kind: Kind| matches!(kind, Kind::Only | Kind::NotCompared);
    let alone_in_b = b.kind.iter().zip(0..).filter(move |(kind, _)| is_alone(**kind));
    let of_b = alone_in_b.map(|(&kind, call)| (kind, [None, Some(CallId(call))]));
    of_a.chain(of_b).map(move |(kind, calls)| row(kind, calls))
}
