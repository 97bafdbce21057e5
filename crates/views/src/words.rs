//! Texts about calls, for tooltips, the details pane and side cards.

mod folded;
mod function_relatives;
mod note;
pub mod partner;
mod range;
mod relatives;
mod segment;
mod similar;
mod subject;

pub use folded::{FOLDED_LABEL, calls_in, folded_calls};
pub use note::{PlaceWords, desk_words, lost_place_words, place_words};
pub use partner::{not_counted, why_not_compared};
pub use range::RangeSums;
pub use segment::last_segment;
pub use similar::pair_facts;
pub use similar::similar_facts;
pub use subject::calls_details;

use crate::icicle::siblings;
use crate::{Correspondence, counters, numbers};
use diptych_compare::ranking::samples_of;
use diptych_protocol::{
    CallDetails, CallRef, Fact, FunctionRef, LaneSummary, ReportRow, RunRow, SideName, SideSummary, Tooltip,
    Window,
};
use diptych_trace::{
    Axis, AxisKind, CallId, FileTrace, FunctionId, FunctionSpec, LaneId, Run, SliceSums, Trace, Unit,
};
use relatives::Relatives;

/// Hint of a call that has a match.
pub const MATCHED_HINT: &str = "Click: select · Alt+click: line up with its match · Double-click: zoom";

/// Returns the tooltip of a call. `rect` is its box in the scene.
pub fn call_tooltip(
    side: SideName,
    trace: &Trace,
    call: CallId,
    rect: [f32; 4],
    correspondence: Option<&Correspondence<'_>>,
) -> Tooltip {
    let function = function_of(trace, call);
    let (kind, partner) = partner::in_words(correspondence, side, call);
    Tooltip {
        side: Some(side),
        name: name_or_unnamed(function.name),
        place: place(function),
        context: context_of_box(trace, call),
        facts: call_facts(trace, call),
        kind,
        partner,
        hint: "Click: select · Double-click: zoom".to_owned(),
        rect,
    }
}

/// Returns the tooltip of calls under a pixel, with the ids `first..end`.
pub fn merged_tooltip(side: SideName, trace: &Trace, first: CallId, end: u32, rect: [f32; 4]) -> Tooltip {
    let calls = trace.calls();
    let depth = calls.depth()[first.index()];
    let row = trace.depth_index().row(trace.lanes().of_call(first), depth);
    let siblings = siblings(row, first, end);
    let last = siblings.last().map_or(first, |&call| CallId(call));
    let deepest = trace.deepest(first.0..end);
    let stretch = calls.end()[last.index()] - calls.start()[first.index()];
    let at_depth = siblings.iter().map(|&call| calls_in(trace, call..call + 1)).fold(0, u64::saturating_add);
    Tooltip {
        side: Some(side),
        name: format!("{} calls under 1\u{202f}px", numbers::count(calls_in(trace, first.0..end))),
        context: context(trace, first),
        facts: vec![
            fact("Span", numbers::extent(trace.axis(), stretch)),
            fact("Calls at this depth", numbers::count(at_depth)),
            fact("Levels below", numbers::count(u64::from(deepest - depth))),
            fact("First", name_or_unnamed(function_of(trace, first).name)),
        ],
        hint: "Double-click: zoom until each call is visible".to_owned(),
        rect,
        ..Tooltip::default()
    }
}

/// Returns the tooltip of a lane's head.
pub(crate) fn lane_tooltip(side: SideName, trace: &Trace, lane: LaneId, rect: [f32; 4]) -> Tooltip {
    let lanes = trace.lanes();
    let calls = trace.recorded_calls_of(lane);
    Tooltip {
        side: Some(side),
        name: lane_path(trace, lane),
        context: lanes.kind(lane).as_str().to_owned(),
        facts: vec![
            samples(trace, lane_ticks(trace, lane))
                .unwrap_or_else(|| Fact { label: "Calls".to_owned(), value: numbers::count(calls) }),
            Fact { label: "Busy".to_owned(), value: busy_share(trace, lane) },
        ],
        rect,
        ..Tooltip::default()
    }
}

/// Returns the details of a call for the details pane.
pub fn details(
    side: SideName,
    trace: &Trace,
    call: CallId,
    correspondence: Option<&Correspondence<'_>>,
) -> CallDetails {
    let (kind, partner) = partner::in_words(correspondence, side, call);
    let (function, calls) = (function_of(trace, call), trace.calls());
    let relatives = Relatives::new(side, trace, call, correspondence);
    let (callees, callees_of) = relatives.callees();
    let mut facts = call_facts(trace, call);
    let source = calls.source()[call.index()];
    let partner_source = correspondence.and_then(|both| {
        let partner = both.partner(side, call)?;
        Some(both.trace(side.other()).calls().source()[partner.index()])
    });
    facts.push(Fact { label: "Byte offset".to_owned(), value: numbers::count(source) });
    CallDetails {
        side,
        name: name_or_unnamed(function.name),
        place: place(function),
        context: context_of_box(trace, call),
        facts,
        kind,
        partner,
        source,
        partner_source,
        callees,
        callees_of,
        callers: relatives.callers(),
        callers_of: calls.depth()[call.index()],
        leads_to: relatives.flows(trace.flows().targets(call).iter().copied()),
        leads_to_of: trace.flows().targets(call).len() as u32,
        led_by: relatives.flows(trace.flows().sources(call)),
        led_by_of: trace.flows().sources(call).len() as u32,
        window: window_of(trace, call),
        sentence: sentence(side, trace, call),
    }
}

/// Largest size in bytes of a name with its file that is sent whole and put into links.
const LONGEST_NAME: usize = 2000;

/// Returns a reference to a function, for selecting it. `None` if it has no name, or one that is too long to send.
pub fn function_reference(trace: &Trace, id: FunctionId) -> Option<FunctionRef> {
    let FunctionSpec { name, file, .. } = trace.functions().get(trace.names(), id);
    let can_be_sent = !name.is_empty() && name.len() + file.len() <= LONGEST_NAME;
    can_be_sent.then(|| FunctionRef { name: name.to_owned(), file: file.to_owned() })
}

/// Returns duration, self time, start and calls inside. On an axis of weight there is a weight and no start. A box of
/// several folded calls has sums and no start.
pub fn call_facts(trace: &Trace, call: CallId) -> Vec<Fact> {
    if let Some(count) = folded_calls(trace, call) {
        return folded::facts(trace, call, count);
    }
    let (calls, axis) = (trace.calls(), trace.axis());
    let inside = folded::calls_inside(trace, call);
    let start = || fact("Start", numbers::extent(axis, calls.start()[call.index()]));
    let mut facts = vec![
        fact(numbers::length(axis), numbers::extent(axis, calls.duration(call))),
        fact("Self", numbers::extent(axis, calls.self_time(call))),
    ];
    facts.extend(numbers::has_places(axis).then(start));
    let samples = samples(trace, calls.duration(call));
    facts.push(samples.unwrap_or_else(|| fact("Calls inside", numbers::count(inside))));
    facts
}

fn fact(label: &str, value: String) -> Fact {
    Fact { label: label.to_owned(), value }
}

/// Returns the number of samples in so many ticks, or `None` if the trace was not sampled.
fn samples(trace: &Trace, ticks: i64) -> Option<Fact> {
    let count = samples_of(trace.sample_size(), ticks as f64)?;
    Some(Fact { label: "Samples".to_owned(), value: numbers::count(count) })
}

/// Returns the ticks of a lane's outermost calls.
fn lane_ticks(trace: &Trace, lane: LaneId) -> i64 {
    let (calls, range) = (trace.calls(), trace.lanes().calls(lane));
    let outermost = range.filter(|&call| calls.depth()[call as usize] == 0);
    outermost.map(|call| calls.duration(CallId(call))).sum()
}

/// Describes a call for the live region: `Node.walk of A, from 2.90 ms, lasting 900 µs, depth 6`.
pub fn sentence(side: SideName, trace: &Trace, call: CallId) -> String {
    if let Some(count) = folded_calls(trace, call) {
        let name = name_or_unnamed(trace.call_name(call));
        return folded::sentence(side, trace, call, count, &name);
    }
    let (calls, axis) = (trace.calls(), trace.axis());
    let name = name_or_unnamed(trace.call_name(call));
    let start = numbers::extent(axis, calls.start()[call.index()]);
    let duration = numbers::extent(axis, calls.duration(call));
    let depth = calls.depth()[call.index()];
    if !numbers::has_places(axis) {
        return format!("{name} of {}, weight {duration}, depth {depth}", side.letter());
    }
    format!("{name} of {}, from {start}, lasting {duration}, depth {depth}", side.letter())
}

/// Returns the function of a call.
pub fn function_of(trace: &Trace, call: CallId) -> FunctionSpec<'_> {
    trace.functions().get(trace.names(), trace.calls().function()[call.index()])
}

/// Largest number of characters of a text that is shown whole. A name of a megabyte would stall the page.
const SHOWN_CHARS: usize = 2000;

/// Returns a name to show, or `(unnamed)`.
pub fn name_or_unnamed(name: &str) -> String {
    if name.is_empty() { "(unnamed)".to_owned() } else { shown(name) }
}

/// Returns a text of the trace to show: the whole text, or its beginning with the number of further characters.
pub fn shown(text: &str) -> String {
    let Some((cut, _)) = text.char_indices().nth(SHOWN_CHARS) else { return text.to_owned() };
    let rest = text[cut..].chars().count() as u64;
    format!("{}… ({} characters more)", &text[..cut], numbers::count(rest))
}

/// Returns `file:line`, as far as known.
pub fn place(function: FunctionSpec<'_>) -> String {
    match (function.file, function.line) {
        ("", _) => String::new(),
        (file, 0) => shown(file),
        (file, line) => format!("{}:{line}", shown(file)),
    }
}

/// Describes the place of a call: `depth 6 · MainThread`.
pub fn context(trace: &Trace, call: CallId) -> String {
    let lane = trace.lanes().of_call(call);
    format!("depth {} · {}", trace.calls().depth()[call.index()], lane_path(trace, lane))
}

/// Describes the place of a call, or of a box: `several calls, folded · depth 6 · MainThread`.
fn context_of_box(trace: &Trace, call: CallId) -> String {
    match folded_calls(trace, call) {
        Some(_) => format!("{FOLDED_LABEL} · {}", context(trace, call)),
        None => context(trace, call),
    }
}

/// Returns the names of a lane and of the lanes around it, outermost first.
pub fn lane_path(trace: &Trace, lane: LaneId) -> String {
    let lanes = trace.lanes();
    let mut names: Vec<&str> = std::iter::successors(Some(lane), |&lane| lanes.parent(lane))
        .map(|lane| lanes.name(trace.names(), lane))
        .filter(|name| !name.is_empty())
        .collect();
    names.reverse();
    if names.is_empty() { "(unnamed lane)".to_owned() } else { shown(&names.join(" › ")) }
}

/// Returns the name of a lane.
pub fn lane_name(trace: &Trace, lane: LaneId) -> String {
    let name = trace.lanes().name(trace.names(), lane);
    if name.is_empty() { "(unnamed lane)".to_owned() } else { shown(name) }
}

/// Returns a reference by which a call can be found again.
pub fn reference(side: SideName, trace: &Trace, call: CallId) -> CallRef {
    let calls = trace.calls();
    CallRef {
        side,
        start: calls.start()[call.index()],
        duration: calls.duration(call),
        depth: calls.depth()[call.index()],
        lane: trace.lanes().of_call(call).0,
    }
}

/// Returns the call of a reference: same lane, depth, start and duration. Among several calls without length at one
/// instant it is the first.
pub fn find(trace: &Trace, reference: &CallRef) -> Option<CallId> {
    if reference.lane as usize >= trace.lanes().len() {
        return None;
    }
    let (calls, lane) = (trace.calls(), LaneId(reference.lane));
    let row = trace.depth_index().row(lane, reference.depth);
    let first = row.partition_point(|&call| calls.start()[call as usize] < reference.start);
    let same_start = row[first..].iter().take_while(|&&call| calls.start()[call as usize] == reference.start);
    same_start.map(|&call| CallId(call)).find(|&call| calls.duration(call) == reference.duration)
}

/// Returns a window that frames a call, with a sixteenth of its length on both sides.
///
/// With this margin the call fills less than [`diptych_compare::frame::FRAME_SHARE`] of the window. A smaller margin would
/// make the target of a zoom a frame, which has no tube.
pub fn window_of(trace: &Trace, call: CallId) -> Window {
    let calls = trace.calls();
    let margin = (calls.duration(call) / 16).max(1);
    Window { start: calls.start()[call.index()] - margin, end: calls.end()[call.index()] + margin }
}

/// Returns the ticks that the outermost calls of a lane cover.
pub fn busy_ticks(trace: &Trace, lane: LaneId) -> i64 {
    let durations = trace.depth_index().row(lane, 0).iter().map(|&call| trace.calls().duration(CallId(call)));
    durations.sum()
}

fn busy_share(trace: &Trace, lane: LaneId) -> String {
    numbers::percent(busy_ticks(trace, lane) as f64 / trace.extent().max(1) as f64)
}

/// Returns the side card of the shown run. `runs` lists all runs of the side. If the run shows shares, `whole` is the
/// trace that they are shares of. The card then gives its total, because the longest lane as a share of all lanes would
/// mean nothing.
pub fn summary(side: SideName, run: &Run, runs: Vec<RunRow>, whole: Option<&Trace>) -> SideSummary {
    let trace = &run.trace;
    let duration = whole.map_or_else(|| numbers::extent(trace.axis(), recorded_ticks(trace)), shares_of);
    let calls = trace.recorded_calls();
    let lanes = trace.lanes();
    let lane = |id: LaneId| LaneSummary {
        name: shown(lanes.name(trace.names(), id)),
        kind: lanes.kind(id).as_str().to_owned(),
        parent: lanes.parent(id).map(|parent| parent.0),
        calls: u32::try_from(trace.recorded_calls_of(id)).unwrap_or(u32::MAX),
        busy: busy_share(trace, id),
    };
    SideSummary {
        side,
        name: shown(&run.name),
        format: run.format.clone(),
        axis: trace.axis().kind.as_str().to_owned(),
        unit: numbers::unit(trace.axis()).to_owned(),
        scale: trace.axis().scale,
        calls: u32::try_from(calls).unwrap_or(u32::MAX),
        functions: trace.functions().len() as u32,
        max_depth: trace.max_depth(),
        extent: trace.extent(),
        origin: trace.origin().to_string(),
        bytes: run.bytes,
        packed: run.packed,
        headline: format!(
            "{}{}{} · {duration} · {}",
            numbers::calls(calls),
            sampling(trace),
            if trace.summed().is_some() { " as time per lane" } else { "" },
            numbers::bytes(run.bytes)
        ),
        duration,
        lanes: lanes.ids().map(lane).collect(),
        weights: trace.weights().iter().map(|column| shown(trace.names().get(column.name))).collect(),
        instants: u32::try_from(trace.instants().len()).unwrap_or(u32::MAX),
        counters: counters::titles(trace),
        report: trace.report().entries().iter().map(report_row).collect(),
        of_file: run.of_file.iter().map(file_trace).collect(),
        warnings: trace.report().warnings(),
        runs,
        kept_in: String::new(),
        sums: trace.summed().map_or_else(String::new, |summed| sums(trace, summed)),
    }
}

/// Names a time range of a run, in ticks: `run.json (10.0 ms to 12.0 ms)`.
pub fn name_in_range(name: &str, axis: Axis, range: Window) -> String {
    let [start, end] = [range.start, range.end].map(|ticks| numbers::extent(axis, ticks));
    format!("{name} ({start} to {end})")
}

/// Names what a picture of a trace draws one box for: `calls`, or `boxes` if some of them stand for several calls.
pub fn drawn_things(trace: &Trace) -> &'static str {
    if trace.is_folded() { "boxes" } else { "calls" }
}

/// Says what numbers of calls mean if some traces hold folded calls, on desks that count boxes. `None` for other traces.
pub fn counts_boxes(traces: [Option<&Trace>; 2]) -> Option<&'static str> {
    let is_folded = traces.into_iter().flatten().any(Trace::is_folded);
    is_folded.then_some(
        "numbers of calls are numbers of boxes here: calls that are folded into one box count once",
    )
}

/// Returns the ticks from the first recorded call to the end of the last, even if only their sums are stored.
pub fn recorded_ticks(trace: &Trace) -> i64 {
    trace.summed().map_or(trace.extent(), |summed| summed.duration)
}

/// Describes what a trace holds instead of calls: `time per lane in 1,024 slices of 134 ms`.
fn sums(trace: &Trace, summed: &SliceSums) -> String {
    let slices = (trace.extent() as u64).div_ceil(summed.slice);
    let width = numbers::extent(trace.axis(), summed.slice as i64);
    format!(
        "time per lane in {} of {width}",
        if slices == 1 { "1 slice".to_owned() } else { format!("{} slices", numbers::count(slices)) }
    )
}

/// Says that calls are runs of samples, and their usual distance. Empty for recorded calls.
fn sampling(trace: &Trace) -> String {
    match trace.sampling() {
        None => String::new(),
        Some(0) => " from samples".to_owned(),
        Some(ticks) => format!(" from samples, one every {}", numbers::extent(trace.axis(), ticks)),
    }
}

fn file_trace(of_file: &FileTrace) -> diptych_protocol::reader::FileTrace {
    let FileTrace { name, calls, is_shown } = of_file;
    diptych_protocol::reader::FileTrace { name: name.clone(), calls: *calls, shown: *is_shown }
}

fn report_row(entry: &diptych_trace::ReadReportEntry) -> ReportRow {
    ReportRow {
        kind: entry.kind.as_str().to_owned(),
        subject: entry.what().to_owned(),
        outcome: entry.kind.outcome().to_owned(),
        count: entry.count,
        first_offset: entry.first_offset,
        example: entry.example.clone(),
        warning: entry.kind.is_warning(),
    }
}

/// Explains why two traces with different axes cannot be compared, with what each measures.
pub fn unlike_axes(axes: [Axis; 2]) -> String {
    let [a, b] = axes.map(axis_in_words);
    let shares = if axes.iter().any(|axis| axis.unit == Unit::Bytes) {
        " Shares of bytes don’t show where time was spent."
    } else {
        ""
    };
    format!("A measures {a}, B measures {b}.{shares} Open two traces that measure the same thing.")
}

/// Explains why shares are compared: `A measures time and B measures samples, so shares of each side’s total are
/// compared, by call path`.
pub fn in_shares(axes: [Axis; 2]) -> String {
    let [a, b] = axes.map(axis_in_words);
    format!(
        "A measures {a} and B measures {b}, so shares of each side\u{2019}s total are compared, by call path"
    )
}

/// Names the whole of a side in shares: `as shares of 412 ms`. That is the sum of all calls without a caller.
fn shares_of(trace: &Trace) -> String {
    let calls = trace.calls();
    let roots = (0..calls.len()).filter(|&call| calls.depth()[call] == 0);
    let whole = roots.fold(0, |sum: i64, call| sum.saturating_add(calls.duration(CallId(call as u32))));
    format!("as shares of {}", numbers::extent(trace.axis(), whole))
}

fn axis_in_words(Axis { kind, unit, scale }: Axis) -> String {
    let name = match (kind, unit) {
        (AxisKind::Time, _) => "time",
        (AxisKind::Order, _) => "the order of events",
        (AxisKind::Weight, Unit::Nanoseconds) => "a weight in ns",
        (AxisKind::Weight, Unit::Bytes) => "bytes",
        (AxisKind::Weight, Unit::Count) => "samples",
        (AxisKind::Weight, Unit::Objects) => "objects",
        (AxisKind::Weight, Unit::Events) => "events",
        (_, Unit::Share) => "shares",
    };
    let ns = if unit == Unit::Nanoseconds { "\u{202f}ns" } else { "" };
    if scale.total_cmp(&1.0).is_eq() { name.to_owned() } else { format!("{name} in steps of {scale}{ns}") }
}
