//! Icicles as a table.

use super::IcicleItem;
use crate::view::Model;
use crate::{numbers, words};
use diptych_protocol::{DataTable, DataTableRow, Pane, SideName};
use diptych_trace::{Axis, CallId, Trace};

/// Returns the rows `first..first + count` of the calls that the picture shows: A first, and callers before callees.
/// The note counts calls under a pixel.
pub fn table(
    items: impl Iterator<Item = IcicleItem>,
    panes: &[Pane],
    model: &Model<'_>,
    first: u32,
    count: u32,
) -> DataTable {
    let traces = model.traces;
    let is_shown = |side: SideName, call: CallId| {
        traces[side.index()].is_some_and(|trace| in_window(panes, model, side, trace, call))
    };
    let mut calls: Vec<(usize, CallId)> = Vec::new();
    let mut merged = 0u64;
    for item in items {
        match item {
            IcicleItem::Call { side, call } if is_shown(side, call) => calls.push((side.index(), call)),
            IcicleItem::Merged { side, first, end } if is_shown(side, first) => {
                merged += u64::from(end - first.0);
            }
            _ => {}
        }
    }
    calls.sort_unstable();
    let shown = calls.iter().skip(first as usize).take(count as usize);
    let mut rows: Vec<DataTableRow> =
        shown.filter_map(|&(side, call)| Some(row(SideName::BOTH[side], traces[side]?, call))).collect();
    let note = not_listed(merged);
    // Two sides that can be compared have one axis.
    let axis = traces.iter().flatten().next().map_or(Axis::TIME, |trace| trace.axis());
    let mut columns =
        vec!["Function", "Side", "Start", numbers::length(axis), "Self", "Calls inside", "Place"];
    if !numbers::has_places(axis) {
        columns.remove(START);
        for row in &mut rows {
            row.cells.remove(START);
        }
    }
    DataTable {
        columns: columns.into_iter().map(str::to_owned).collect(),
        rows,
        first,
        total: calls.len() as u32,
        note,
    }
}

/// Index of the column of start times, which axes of weight don't have.
const START: usize = 2;

/// Returns the note about calls that have no rows.
pub fn not_listed(merged: u64) -> String {
    if merged == 0 {
        return String::new();
    }
    format!("{} calls under 1\u{202f}px are not listed; zoom in to list them", numbers::count(merged))
}

/// Returns true if at least part of a call lies in the window of its side.
pub fn in_window(panes: &[Pane], model: &Model<'_>, side: SideName, trace: &Trace, call: CallId) -> bool {
    let calls = trace.calls();
    panes.iter().find(|pane| pane.side == side).is_some_and(|pane| {
        let own = model.time_maps[side.index()].own_window(pane.window);
        calls.start()[call.index()] < own.end && calls.end()[call.index()] >= own.start
    })
}

fn row(side: SideName, trace: &Trace, call: CallId) -> DataTableRow {
    let (calls, axis) = (trace.calls(), trace.axis());
    let cells = vec![
        words::name_or_unnamed(trace.call_name(call)),
        side.letter().to_owned(),
        numbers::extent(axis, calls.start()[call.index()]),
        numbers::extent(axis, calls.duration(call)),
        numbers::extent(axis, calls.self_time(call)),
        numbers::count(calls.subtree(call).len() as u64 - 1),
        words::place(words::function_of(trace, call)),
    ];
    let reference = words::reference(side, trace, call);
    DataTableRow { call: Some(reference), level: calls.depth()[call.index()], cells }
}
