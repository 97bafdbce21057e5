//! The relations at a point of the lines: those of the row whose calls reach the pixel, and their description.

use crate::program::{CallRelation, Program, SideCalls, plural, relation_name};
use diptych_protocol::{Fact, SideName, Tooltip};
use diptych_structure::NodeId;
use diptych_structure::raster::RowRelation;
use diptych_trace::{CallId, LaneId, Trace};
use diptych_views::places::short_name;
use diptych_views::{numbers, words};

/// Number of further relations that a tooltip names.
const NAMED: usize = 4;

/// A pixel of a side's lines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pixel {
    pub(super) row: usize,
    pub(super) column: u32,
}

/// Returns true if the line of a relation covers a part of a pixel's column.
fn covers(program: &Program, calls: &SideCalls, it: &CallRelation, column: u32) -> bool {
    let elements = program.shown.elements().len() as f64;
    let edge = |place: u32| f64::from(calls.width) * f64::from(place) / elements;
    let (left, right) = (it.caller.min(it.callee), it.caller.max(it.callee) + 1);
    edge(left) < f64::from(column) + 1.0 && edge(right) > f64::from(column)
}

/// Returns the relations of a row that reach a pixel, the largest share of the row's colour first.
pub(super) fn relations_at<'a>(
    program: &'a Program,
    calls: &'a SideCalls,
    at: Pixel,
) -> impl Iterator<Item = (&'a CallRelation, &'a RowRelation)> + 'a {
    let of_row = calls.contents.row(at.row).iter();
    of_row
        .map(|of| (&program.calls.relations[of.relation as usize], of))
        .filter(move |(it, _)| covers(program, calls, it, at.column))
}

/// Returns the shown element whose column holds the middle of a pixel.
fn element_at(program: &Program, calls: &SideCalls, column: u32) -> Option<NodeId> {
    let elements = program.shown.elements();
    let place = (f64::from(column) + 0.5) / f64::from(calls.width.max(1)) * elements.len() as f64;
    elements.get(place as usize).copied()
}

/// Describes the relations at a pixel, the most important one first.
pub(super) fn point_tooltip(
    program: &Program,
    side: SideName,
    trace: &Trace,
    calls: &SideCalls,
    at: Pixel,
    rect: [f32; 4],
) -> Option<Tooltip> {
    let &[call, number, count] = calls.rows.get(at.row)?;
    if call == u32::MAX {
        return None;
    }
    let all: Vec<(&CallRelation, &RowRelation)> = relations_at(program, calls, at).collect();
    let fact = |label: &str, value: String| Fact { label: label.to_owned(), value };
    let part = |of: &RowRelation| {
        let share = numbers::three_digits(of.share * 100.0);
        format!(
            "{} of {} ({share}\u{202f}% of the colour)",
            numbers::count(of.calls.into()),
            numbers::calls(count.into())
        )
    };
    let mut facts = Vec::new();
    if let Some((_, of)) = all.first() {
        facts.push(fact("On this line", part(of)));
    }
    for (it, of) in all.iter().skip(1).take(NAMED) {
        facts.push(fact(
            "Also here",
            format!("{}: {}", relation_name(program, it), numbers::calls(of.calls.into())),
        ));
    }
    if let Some(more) = all.len().checked_sub(NAMED + 1).filter(|&more| more > 0) {
        facts.push(fact("Not listed", plural(more, "relation")));
    }
    let [first, last] = [number, number + count.max(1) - 1].map(|of| numbers::count(u64::from(of) + 1));
    facts.push(fact("Calls", format!("{first} to {last} of {}", numbers::count(calls.lines[1]))));
    facts.push(fact("Start", numbers::extent(trace.axis(), trace.calls().start()[call as usize])));
    let path = |place: u32| words::shown(&program.hierarchy().path(program.element(place)));
    let column = element_at(program, calls, at.column).map(|id| short_name(program.hierarchy(), id));
    let context = column.map_or_else(String::new, |name| format!("column of {name}"));
    let (name, place) = match all.first() {
        Some((it, _)) if it.is_edge() => {
            (relation_name(program, it), format!("{} → {}", path(it.caller), path(it.callee)))
        }
        Some((it, _)) => (relation_name(program, it), path(it.caller)),
        None => ("No call reaches this column here".to_owned(), String::new()),
    };
    Some(Tooltip { side: Some(side), name, place, context, facts, rect, ..Tooltip::default() })
}

/// Describes the only call of a row.
pub(super) fn call_tooltip(
    side: SideName,
    trace: &Trace,
    calls: &SideCalls,
    row: usize,
    rect: [f32; 4],
) -> Option<Tooltip> {
    let &[call, number, _] = calls.rows.get(row)?;
    let call = CallId(call);
    let function = words::function_of(trace, call);
    let caller = trace.calls().parent().get(call.index())?.some();
    let caller = caller.map_or_else(
        || words::lane_name(trace, trace.lanes().of_call(call)),
        |caller| words::name_or_unnamed(words::function_of(trace, caller).name),
    );
    let fact = |label: &str, value: String| Fact { label: label.to_owned(), value };
    let of = numbers::count(calls.lines[1]);
    let facts = vec![
        fact("Call", format!("{} of {of}", numbers::count(u64::from(number) + 1))),
        fact("Start", numbers::extent(trace.axis(), trace.calls().start()[call.index()])),
    ];
    Some(Tooltip {
        side: Some(side),
        name: format!("{caller} → {}", words::name_or_unnamed(function.name)),
        place: words::place(function),
        context: words::lane_path(trace, trace.lanes().of_call(call)),
        facts,
        rect,
        ..Tooltip::default()
    })
}

/// Returns the first call of a relation on a row. The calls of the row are those from its first one on, in the order of
/// the sequence. O(lanes · log calls + calls of the row).
pub(super) fn first_call(
    program: &Program,
    side: SideName,
    trace: &Trace,
    calls: &SideCalls,
    row: usize,
    it: &CallRelation,
) -> Option<CallId> {
    let &[first, _, count] = calls.rows.get(row)?;
    let starts = trace.calls().start();
    let key = |lane: LaneId, call: u32| (starts[call as usize], lane, call);
    let from = key(trace.lanes().of_call(CallId(first)), first);
    let next = calls.rows[row + 1..].iter().find(|next| next[0] != u32::MAX);
    let until = next.map_or(i64::MAX, |next| starts[next[0] as usize]);
    let mut found: Vec<(i64, LaneId, u32)> = Vec::new();
    for lane in trace.lanes().ids() {
        let own = trace.lanes().calls(lane);
        let begins = &starts[own.start as usize..own.end as usize];
        let begin = own.start + begins.partition_point(|&at| at < from.0) as u32;
        let end = own.start + begins.partition_point(|&at| at <= until) as u32;
        found.extend((begin..end).map(|call| key(lane, call)).filter(|it| *it >= from));
    }
    found.sort_unstable();
    let places = found.into_iter().filter_map(|(_, lane, call)| {
        let [caller, callee] = places_of(program, side.index(), trace, lane, CallId(call))?;
        Some((CallId(call), caller, callee))
    });
    let mut of_row = places.take(count as usize);
    of_row.find(|&(_, caller, callee)| (caller, callee) == (it.caller, it.callee)).map(|(call, ..)| call)
}

/// Returns the shown elements of a call's caller and callee; `None` if it has no caller.
fn places_of(program: &Program, side: usize, trace: &Trace, lane: LaneId, call: CallId) -> Option<[u32; 2]> {
    let placed = &program.places.placement.sides[side];
    let around = trace.calls().parent()[call.index()].some();
    let caller = around
        .and_then(|caller| program.places.of_call(side, trace, caller))
        .or_else(|| placed.of_caller.get(lane.index()).copied())?;
    let callee = program.places.of_call(side, trace, call)?;
    let place = |id: NodeId| program.shown.place(id).map(|place| place as u32);
    Some([place(caller)?, place(callee)?])
}
