//! Icicles as comma-separated values, with bare numbers.

use super::IcicleItem;
use super::table::in_window;
use crate::csv::{field, number, unit};
use crate::view::Model;
use crate::{Correspondence, words};
use diptych_compare::align::Kind;
use diptych_protocol::{Pane, SideName};
use diptych_trace::{CallId, Trace};
use std::fmt::Write;

/// Writes a row for every call that the picture shows, and for every box of calls under a pixel, by side and start.
///
/// Times are in the unit of the axis, from the first instant of the side's own run. `calls` counts the calls of a row
/// with everything they call. O(items · log items).
pub fn csv(items: impl Iterator<Item = IcicleItem>, panes: &[Pane], model: &Model<'_>) -> String {
    let (traces, correspondence) = (model.traces, model.correspondence);
    let mut rows: Vec<(usize, CallId, u32)> = Vec::new();
    for item in items {
        let (side, first, end) = match item {
            IcicleItem::Call { side, call } => (side, call, call.0),
            IcicleItem::Merged { side, first, end } => (side, first, end),
            IcicleItem::Lane { .. } | IcicleItem::RootFrames { .. } => continue,
        };
        let is_shown = |trace: &Trace| in_window(panes, model, side, trace, first);
        if traces[side.index()].is_some_and(is_shown) {
            rows.push((side.index(), first, end));
        }
    }
    rows.sort_unstable();
    rows.dedup();
    let axis = traces.into_iter().flatten().map(Trace::axis).next();
    let unit = axis.map_or("", unit);
    let mut out = format!(
        "side,function,file,line,lane,depth,start_{unit},duration_{unit},self_{unit},calls,kind,\
         partner_start_{unit},partner_duration_{unit}\n"
    );
    for (side, first, end) in rows {
        if let Some(trace) = traces[side] {
            row(&mut out, SideName::BOTH[side], trace, first, end, correspondence);
        }
    }
    out
}

/// Writes one row. `end` is the id of the call itself, or one past the last call of a merged box.
fn row(
    out: &mut String,
    side: SideName,
    trace: &Trace,
    first: CallId,
    end: u32,
    correspondence: Option<&Correspondence<'_>>,
) {
    let (calls, axis) = (trace.calls(), trace.axis());
    let lane = field(&words::lane_path(trace, trace.lanes().of_call(first)));
    let (letter, depth) = (side.letter(), calls.depth()[first.index()]);
    let start = number(axis, calls.start()[first.index()]);
    if end > first.0 {
        let _ = writeln!(out, "{letter},,,,{lane},{depth},{start},,,{},under a pixel,,", end - first.0);
        return;
    }
    let function = words::function_of(trace, first);
    let line = if function.line == 0 { String::new() } else { function.line.to_string() };
    let (name, file) = (field(function.name), field(function.file));
    let duration = number(axis, calls.duration(first));
    let own = number(axis, calls.self_time(first));
    let inside = calls.subtree(first).len();
    let kind = correspondence.map_or("", |correspondence| match correspondence.kind(side, first) {
        Kind::Matched => "matched",
        Kind::Moved => "moved",
        Kind::Only => "only here",
        Kind::NotCompared => "not compared",
    });
    let partner = correspondence.and_then(|correspondence| {
        Some((correspondence.trace(side.other()), correspondence.partner(side, first)?))
    });
    let partner = partner.map_or_else(
        || ",".to_owned(),
        |(other, call)| {
            let calls = other.calls();
            let axis = other.axis();
            format!("{},{}", number(axis, calls.start()[call.index()]), number(axis, calls.duration(call)))
        },
    );
    let _ = writeln!(
        out,
        "{letter},{name},{file},{line},{lane},{depth},{start},{duration},{own},{inside},{kind},{partner}"
    );
}
