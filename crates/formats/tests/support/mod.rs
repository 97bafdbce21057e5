//! Reads bytes in given pieces and formats the outcome as text.

pub(crate) mod protobuf;
pub(crate) mod values;

use diptych_formats::{Input, LoadedFile, ReadError};
use diptych_testkit::picture;
use diptych_trace::{Axis, CallId, ElementId, ElementSpec, LaneId, Trace};
use std::fmt::Write;

/// Reads pieces as one file.
pub(crate) fn read<'a>(
    name: &str,
    pieces: impl IntoIterator<Item = &'a [u8]>,
) -> Result<LoadedFile, ReadError> {
    let mut input = Input::new(name);
    for piece in pieces {
        if let Err(error) = input.feed(piece) {
            assert_eq!(input.finish().map(|_| ()), Err(error.clone()), "an error stays");
            return Err(error);
        }
    }
    input.finish()
}

/// Formats the elements of the structure, each with its parent.
fn elements(trace: &Trace) -> String {
    let mut levels: Vec<usize> = Vec::new();
    let mut out = String::new();
    for id in (0..trace.elements().len() as u32).map(ElementId) {
        let ElementSpec { parent, name, kind, bytes } = trace.elements().get(trace.names(), id);
        levels.push(parent.map_or(0, |parent| levels[parent.index()] + 1));
        let parent = parent.map_or_else(String::new, |parent| format!(" in {}", parent.index()));
        writeln!(
            out,
            "{}{kind} {} {name}, {bytes} bytes{parent}",
            "  ".repeat(levels[id.index()]),
            id.index()
        )
        .unwrap();
    }
    out
}

#[allow(dead_code, reason = "not every test that reads also compares text")]
/// Formats the outcome: format, pictures and reports, or the error. Checks the traces, too. The name of a single trace
/// is left out.
pub(crate) fn text(outcome: &Result<LoadedFile, ReadError>) -> String {
    let mut out = String::new();
    match outcome {
        Err(error) => writeln!(out, "error {}\nIt {error}", error.kind.as_str()),
        Ok(loaded) => writeln!(out, "format {}", loaded.format),
    }
    .unwrap();
    let listed = outcome.as_ref().map_or(&[][..], |loaded| &loaded.listed);
    for (name, trace) in outcome.iter().flat_map(|loaded| &loaded.traces) {
        assert_eq!(trace.check(), Ok(()));
        if listed.len() > 1 {
            writeln!(out, "trace {name}").unwrap();
        }
        if trace.axis() != Axis::TIME {
            let Axis { kind, unit, scale } = trace.axis();
            writeln!(out, "axis {} in {} × {scale}", kind.as_str(), unit.as_str()).unwrap();
        }
        if let Some(interval) = trace.sampling() {
            writeln!(out, "sampled every {interval}").unwrap();
        }
        out.push_str(&picture(trace));
        out.push_str(&elements(trace));
        for from in (0..trace.calls().len() as u32).map(CallId) {
            for &to in trace.flows().targets(from) {
                writeln!(out, "flow {} > {}", trace.call_name(from), trace.call_name(to)).unwrap();
            }
        }
        out.push_str(&instants(trace));
        out.push_str(&counters(trace));
        for entry in trace.report().entries() {
            let (kind, subject) = (entry.kind.as_str(), &entry.subject);
            let (count, offset, example) = (entry.count, entry.first_offset, &entry.example);
            writeln!(out, "{count} × {kind} [{subject}] at byte {offset}: {example}").unwrap();
        }
    }
    // Controls and bidirectional marks become escapes, so that expected texts are readable.
    let visible = |c: char| match c {
        '\n' => c.to_string(),
        c if c.is_control() || ('\u{202a}'..='\u{202e}').contains(&c) => c.escape_unicode().to_string(),
        c => c.to_string(),
    };
    out.chars().map(visible).collect()
}

/// Returns the name of a lane; `run` for the whole run.
#[allow(dead_code, reason = "not every test that reads also compares text")]
fn owner(trace: &Trace, lane: Option<LaneId>) -> &str {
    lane.map_or("run", |lane| trace.lanes().name(trace.names(), lane))
}

/// Returns a line for each instant, with its absolute time.
#[allow(dead_code, reason = "not every test that reads also compares text")]
pub(crate) fn instants(trace: &Trace) -> String {
    let (instants, mut out) = (trace.instants(), String::new());
    for (row, at) in instants.at().iter().enumerate() {
        let (at, of) = (at + trace.origin(), owner(trace, instants.lane(row)));
        writeln!(out, "instant {at} {} [{of}]", instants.name(trace.names(), row)).unwrap();
    }
    out
}

/// Returns a line for each counter, with its samples at absolute times.
#[allow(dead_code, reason = "not every test that reads also compares text")]
pub(crate) fn counters(trace: &Trace) -> String {
    let (counters, names, mut out) = (trace.counters(), trace.names(), String::new());
    for id in counters.ids() {
        let texts = [counters.name(names, id), counters.series(names, id), counters.unit(names, id)];
        write!(out, "counter {} [{}]", texts.join("|"), owner(trace, counters.lane(id))).unwrap();
        let samples = counters.samples(id);
        for (at, value) in samples.at.iter().zip(samples.value) {
            write!(out, " {}={value}", at + trace.origin()).unwrap();
        }
        out.push('\n');
    }
    out
}
