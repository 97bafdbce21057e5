//! The matches as a table: calls of A with their partners, then the calls that only B has.

use super::repeated;
use diptych_compare::align::Kind;
use diptych_protocol::{DataTable, DataTableRow, Pane, SideName};
use diptych_trace::{CallId, Calls};
use diptych_views::icicle::{
    IcicleItem,
    table::{in_window, not_listed},
};
use diptych_views::{Correspondence, Model, numbers, words};
use rustc_hash::FxHashSet;

/// Reads a time of a call.
type Ticks = dyn Fn(&Calls, CallId) -> i64;

const COLUMNS: [&str; 10] = [
    "Function",
    "Kind",
    "A start",
    "A duration",
    "B start",
    "B duration",
    "Δ duration",
    "Δ start",
    "s",
    "Repeated",
];

/// Indices of the columns about starts, the last first. An axis of weight has no starts.
const STARTS: [usize; 3] = [7, 4, 2];

/// Builds rows `first..first + count` of the table. First come the visible calls of A, callers before callees, each
/// with its partner. Then come the visible calls of B whose partner is not listed. O(items · log items).
pub(crate) fn table(
    items: impl Iterator<Item = IcicleItem>,
    panes: &[Pane],
    model: &Model<'_>,
    correspondence: &Correspondence<'_>,
    first: u32,
    count: u32,
) -> DataTable {
    let mut calls: [Vec<CallId>; 2] = [Vec::new(), Vec::new()];
    let mut merged = 0u64;
    for item in items {
        let (side, call, hidden) = match item {
            IcicleItem::Call { side, call } => (side, call, 0),
            IcicleItem::Merged { side, first, end } => (side, first, u64::from(end - first.0)),
            IcicleItem::Lane { .. } | IcicleItem::RootFrames { .. } => continue,
        };
        if !in_window(panes, model, side, correspondence.trace(side), call) {
            continue;
        }
        merged += hidden;
        if hidden == 0 {
            calls[side.index()].push(call);
        }
    }
    for calls in &mut calls {
        calls.sort_unstable();
    }
    let [of_a, of_b] = calls;
    let listed: FxHashSet<CallId> =
        of_a.iter().filter_map(|&call| correspondence.partner(SideName::A, call)).collect();
    let rest = of_b.into_iter().filter(|call| !listed.contains(call)).map(|call| (SideName::B, call));
    let all: Vec<(SideName, CallId)> = of_a.into_iter().map(|call| (SideName::A, call)).chain(rest).collect();
    let shown = all.iter().skip(first as usize).take(count as usize);
    let mut columns = COLUMNS.map(str::to_owned).to_vec();
    let mut rows: Vec<DataTableRow> =
        shown.map(|&(side, call)| row(model, correspondence, side, call)).collect();
    if !numbers::has_places(correspondence.trace(SideName::A).axis()) {
        for column in STARTS {
            columns.remove(column);
            for row in &mut rows {
                row.cells.remove(column);
            }
        }
        for column in &mut columns {
            *column = column.replace("duration", "weight");
        }
    }
    DataTable { columns, rows, first, total: all.len() as u32, note: not_listed(merged) }
}

fn row(model: &Model<'_>, correspondence: &Correspondence<'_>, side: SideName, call: CallId) -> DataTableRow {
    let trace = correspondence.trace(side);
    let both = correspondence.both(side, call);
    let own = |of: SideName| if of == side { Some(call) } else { correspondence.partner(side, call) };
    let text = |of: SideName, ticks: &Ticks| {
        let trace = correspondence.trace(of);
        own(of)
            .map_or_else(|| "–".to_owned(), |call| numbers::extent(trace.axis(), ticks(trace.calls(), call)))
    };
    let start = |calls: &Calls, call: CallId| calls.start()[call.index()];
    let duration = |calls: &Calls, call: CallId| calls.duration(call);
    let delta = |ticks: &Ticks| {
        let [a, b] = both?;
        let [before, after] = [(SideName::A, a), (SideName::B, b)]
            .map(|(side, call)| ticks(correspondence.trace(side).calls(), call));
        Some(numbers::delta(trace.axis(), (after - before) as f64))
    };
    let none = || "–".to_owned();
    let kind = match correspondence.kind(side, call) {
        Kind::Matched => "matched".to_owned(),
        Kind::Moved => "moved".to_owned(),
        Kind::Only => format!("only in {}", side.letter()),
        Kind::NotCompared => "not compared".to_owned(),
    };
    let similarity = both
        .zip(model.similarity.map(|of| of.matches.sets))
        .map(|([a, b], sets)| sets.similarity(sets.class(0, a), sets.class(1, b)));
    let repetitions = model.similarity.map_or(&[][..], |of| of.repetitions[side.index()]);
    let copies = repeated::copies(repetitions, trace, call);
    let cells = vec![
        words::name_or_unnamed(trace.call_name(call)),
        kind,
        text(SideName::A, &start),
        text(SideName::A, &duration),
        text(SideName::B, &start),
        text(SideName::B, &duration),
        delta(&duration).unwrap_or_else(none),
        delta(&start).unwrap_or_else(none),
        similarity.map_or_else(none, |s| format!("{s:.2}")),
        copies.map_or_else(none, |copies| format!("×{copies}")),
    ];
    let reference = words::reference(side, trace, call);
    DataTableRow { call: Some(reference), level: trace.calls().depth()[call.index()], cells }
}
