//! Text pictures of traces, read and drawn.

use diptych_trace::{Builder, CallId, CallSpec, FunctionSpec, LaneId, LaneKind, Sink, Trace};
use std::fmt::Write;

/// Reads a picture. Panics on a picture that cannot be read, naming the line.
pub fn trace(picture: &str) -> Trace {
    let mut builder = Builder::default();
    // Open lanes, by indentation.
    let mut lanes: Vec<(usize, LaneId)> = Vec::new();
    for (number, line) in picture.lines().enumerate() {
        let text = line.trim();
        if text.is_empty() {
            continue;
        }
        let indent = line.len() - line.trim_start().len();
        lanes.retain(|&(depth, _)| depth < indent);
        if let Some(call) = Call::read(text) {
            let &(_, lane) = lanes.last().unwrap_or_else(|| panic!("line {number}: a call outside any lane"));
            let function = builder.function(call.function);
            builder
                .call(lane, CallSpec { start: call.start, end: call.end, function, source: number as u64 });
        } else {
            let parent = lanes.last().map(|&(_, lane)| lane);
            lanes.push((indent, builder.lane(parent, LaneKind::Thread, text)));
        }
    }
    builder.finish().remove(0).1
}

/// A call as a line of a picture gives it.
struct Call<'a> {
    start: i64,
    end: i64,
    function: FunctionSpec<'a>,
}

impl<'a> Call<'a> {
    fn read(text: &'a str) -> Option<Self> {
        let (span, rest) = text.split_once(' ')?;
        let (start, end) = span.split_once("..")?;
        let (name, place) = rest.split_once(" @").unwrap_or((rest, ""));
        let (file, line) = place.rsplit_once(':').unwrap_or((place, "0"));
        let function = FunctionSpec { name, file, line: line.parse().ok()?, category: "" };
        Some(Self { start: start.parse().ok()?, end: end.parse().ok()?, function })
    }
}

/// Draws a trace: absolute times, two spaces for each level, lanes before their calls.
pub fn picture(trace: &Trace) -> String {
    let mut out = String::new();
    for lane in trace.lanes().ids() {
        let level = std::iter::successors(trace.lanes().parent(lane), |&up| trace.lanes().parent(up)).count();
        let name = trace.lanes().name(trace.names(), lane);
        writeln!(out, "{:1$}{name}", "", level * 2).expect("strings take all text");
        for id in trace.lanes().calls(lane) {
            draw_call(trace, CallId(id), level + 1, &mut out);
        }
    }
    out
}

fn draw_call(trace: &Trace, id: CallId, level: usize, out: &mut String) {
    let calls = trace.calls();
    let row = id.index();
    let [start, end] = [calls.start()[row], calls.end()[row]].map(|tick| tick + trace.origin());
    let function = trace.functions().get(trace.names(), calls.function()[row]);
    let indent = (level + calls.depth()[row] as usize) * 2;
    write!(out, "{:indent$}{start}..{end} {}", "", function.name).expect("strings take all text");
    if !function.file.is_empty() {
        write!(out, " @{}:{}", function.file, function.line).expect("strings take all text");
    }
    out.push('\n');
}
