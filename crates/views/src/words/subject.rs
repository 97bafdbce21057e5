//! What the details pane says about a function, a lane, a stretch of time: about all calls that belong to it.

use super::function_relatives::relatives;
use super::{lane_path, name_or_unnamed, partner, shown};
use crate::{Correspondence, Highlight, numbers};
use diptych_profile::Sum;
use diptych_protocol::{
    AreaRef, CallsDetails, FunctionRef, PartnerRow, SideName, Sides, Subject, Window, Word,
};
use diptych_trace::{Axis, CallId, LaneId, Trace};

/// Says what the calls of a subject that is not one call add up to, on each side that is open and that it is of.
/// O(calls · log of the stretches that it lies in).
pub fn calls_details(
    subject: &Subject,
    highlight: &Highlight,
    traces: [Option<&Trace>; 2],
    correspondence: Option<&Correspondence<'_>>,
) -> Option<CallsDetails> {
    let sum_of = |side: SideName| {
        let trace = traces[side.index()].filter(|_| is_of_side(subject, side))?;
        let row = |call: CallId| trace.calls().depth()[call.index()] as usize;
        let is_member = |call| match subject {
            // What a path ends in, without what that calls.
            Subject::Path(path) => row(call) + 1 == path.len() && highlight.holds(side, trace, call),
            _ => highlight.holds(side, trace, call),
        };
        Some(Sum::new(trace, is_member))
    };
    let sums = SideName::BOTH.map(sum_of);
    let axis = traces.into_iter().flatten().next()?.axis();
    let (kind, name, place) = heading(subject, traces);
    let [(callees, callees_of), (callers, callers_of)] = match subject {
        Subject::Function(_) => relatives(highlight, traces, correspondence),
        _ => Default::default(),
    };
    Some(CallsDetails {
        callees,
        callees_of,
        callers,
        callers_of,
        sentence: sentence(kind, &name, sums),
        kind: kind.to_owned(),
        name,
        place,
        rows: rows(axis, sums, is_stretch(subject)),
        windows: Sides { a: window_of(sums[0]), b: window_of(sums[1]) },
    })
}

fn is_of_side(subject: &Subject, of: SideName) -> bool {
    match subject {
        Subject::Lane(lane) => lane.side == of,
        Subject::Area(AreaRef { side, .. }) | Subject::Time { side, .. } => *side == of,
        _ => true,
    }
}

/// Whether it is cut out of time: calls reach over its ends, so that their durations say nothing of it.
fn is_stretch(subject: &Subject) -> bool {
    matches!(subject, Subject::Area(_) | Subject::Time { .. })
}

/// What kind of thing it is, its name, and where that is.
fn heading(subject: &Subject, traces: [Option<&Trace>; 2]) -> (&'static str, String, String) {
    let names = |path: &[FunctionRef]| path.iter().map(|of| of.name.as_str()).collect::<Vec<_>>().join(" › ");
    match subject {
        Subject::Call(_) | Subject::Match(..) => ("call", String::new(), String::new()),
        Subject::Function(of) => ("function", name_or_unnamed(&of.name), shown(&of.file)),
        Subject::Path(path) => {
            let name = path.last().map_or_else(String::new, |last| name_or_unnamed(&last.name));
            ("path", name, shown(&names(&path[..path.len().saturating_sub(1)])))
        }
        Subject::Group(group) => (group.by.word(), name_or_unnamed(&group.name), String::new()),
        Subject::Element(path) => {
            let (last, around) =
                path.split_last().map_or(("", &path[..]), |(last, around)| (last.as_str(), around));
            ("element", name_or_unnamed(last), shown(&around.join("/")))
        }
        Subject::Relation { caller, callee } => {
            let called = format!("{} of {}", name_or_unnamed(&callee.name), name_or_unnamed(&caller.name));
            ("callee", called, shown(&callee.file))
        }
        Subject::Lane(lane) => {
            let trace = traces[lane.side.index()].filter(|trace| (lane.lane as usize) < trace.lanes().len());
            (
                "lane",
                trace.map_or_else(String::new, |trace| lane_path(trace, LaneId(lane.lane))),
                String::new(),
            )
        }
        Subject::Area(AreaRef { side, window, .. }) => {
            ("area", stretch(*side, *window, traces), String::new())
        }
        Subject::Time { side, window } => ("time", stretch(*side, *window, traces), String::new()),
    }
}

/// `12.3 to 15.6 ms of A`
fn stretch(side: SideName, window: Window, traces: [Option<&Trace>; 2]) -> String {
    let axis = traces[side.index()].map_or(Axis::TIME, Trace::axis);
    let [start, end] = [window.start, window.end].map(|ticks| numbers::extent(axis, ticks));
    format!("{start} to {end} of {}", side.letter())
}

fn rows(axis: Axis, sums: [Option<Sum>; 2], is_stretch: bool) -> Vec<PartnerRow> {
    let row = |label: &str, of: &dyn Fn(Sum) -> i64, text: &dyn Fn(i64) -> String| {
        partner::row(label, sums.map(|sum| sum.map(of)), text, true)
    };
    let ticks = |ticks: i64| numbers::extent(axis, ticks);
    let count = |calls: i64| numbers::count(calls.unsigned_abs());
    let mut rows = vec![row("Calls", &|sum| sum.calls.cast_signed(), &count)];
    if !is_stretch {
        rows.push(row("Self", &|sum| sum.self_ticks, &ticks));
        rows.push(row("Inclusive", &|sum| sum.total_ticks, &ticks));
        rows.push(row("Median call", &|sum| sum.p50_ticks, &ticks));
        rows.push(row("99 % up to", &|sum| sum.p99_ticks, &ticks));
    }
    rows
}

/// With a twentieth of the length on both sides.
fn window_of(sum: Option<Sum>) -> Option<Window> {
    let (start, end) = sum?.extent?;
    let margin = ((end - start) / 20).max(1);
    Some(Window { start: start - margin, end: end + margin })
}

/// `function parse: 12 calls in A, 14 in B`
fn sentence(kind: &str, name: &str, sums: [Option<Sum>; 2]) -> String {
    let side = |(side, sum): (SideName, Option<Sum>)| {
        sum.map(|sum| format!("{} in {}", numbers::calls(sum.calls), side.letter()))
    };
    let said: Vec<String> = SideName::BOTH.into_iter().zip(sums).filter_map(side).collect();
    format!("{kind} {name}: {}", said.join(", "))
}
