//! `diptych inspect`: shows the content of a trace, and what the reader could not use.

use crate::args::InspectArgs;
use crate::counters::{CounterFacts, instant_names};
use crate::error::CliError;
use crate::open::{open_any, structure};
use crate::output::{self, shown};
use crate::record;
use diptych_engine::structure::Coverage;
use diptych_engine::trace::{FileTrace, Run, Trace};
use diptych_engine::{StructureFile, structure_headline};
use diptych_protocol::SideName;
use diptych_views::words;
use serde_json::{Value, json};
use std::path::Path;
use std::time::Instant;

/// Reads the file and prints its content.
pub(crate) fn run(args: &InspectArgs) -> Result<(), CliError> {
    if args.call_at.is_some() && args.file == Path::new("-") {
        let text = "--call-at reads FILE twice and cannot do so from standard input";
        return Err(CliError::Usage(text.to_owned()));
    }
    let begun = Instant::now();
    let run = open_any(&args.file)?;
    let seconds = begun.elapsed().as_secs_f64();
    if let Some(offset) = args.call_at {
        return record::run(&args.file, &run, offset, args.json);
    }
    let beside = args.structure.as_deref().map(structure).transpose()?;
    if beside.is_some() && run.trace.is_structure() {
        let text = "--structure needs a trace, and FILE is a structure itself";
        return Err(CliError::Usage(text.to_owned()));
    }
    let covered = beside.map(|file| {
        let covered = file.coverage(&run.trace);
        (file, covered)
    });
    let text = if args.json {
        let mut value = as_json(&run, seconds);
        if let Some((file, covered)) = &covered {
            value["structure"] = structure_json(file, covered);
        }
        output::document(value)
    } else {
        as_text(&run, seconds)
            + &covered.map_or_else(String::new, |(file, covered)| structure_text(&file, &covered))
    };
    output::print(&text)
}

fn as_json(run: &Run, seconds: f64) -> Value {
    let trace = &run.trace;
    let report = trace.report().entries().iter().map(|entry| {
        json!({
            "kind": entry.kind.as_str(),
            "subject": entry.subject,
            "count": entry.count,
            "first_offset": entry.first_offset,
            "example": entry.example,
        })
    });
    let instants =
        instant_names(trace).into_iter().map(|(name, count)| json!({ "name": name, "count": count }));
    let counters = CounterFacts::of(trace).into_iter().map(|counter| {
        let mut value = counter.json();
        value["title"] = counter.title.into();
        value
    });
    json!({
        "format": run.format,
        "traces": run.of_file.iter().map(of_file).collect::<Vec<Value>>(),
        "axis": trace.axis().kind.as_str(),
        "elements": trace.elements().len(),
        "lanes": trace.lanes().len(),
        "calls": trace.recorded_calls(),
        "functions": trace.functions().len(),
        "max_depth": trace.max_depth(),
        "deepest_stack": deepest_stack(trace),
        "flows": trace.flows().len(),
        "instants": instants.collect::<Vec<Value>>(),
        "counters": counters.collect::<Vec<Value>>(),
        "start_ns": trace.origin(),
        "end_ns": trace.origin() + trace.extent(),
        "bytes": run.bytes,
        "seconds": seconds,
        "report": report.collect::<Vec<Value>>(),
    })
}

/// Returns the number of calls in the deepest stack. It is one more than the depth, which counts from 0.
fn deepest_stack(trace: &Trace) -> u32 {
    trace.max_depth() + u32::from(!trace.calls().is_empty())
}

fn as_text(run: &Run, seconds: f64) -> String {
    let trace = &run.trace;
    if trace.is_structure() {
        return structure_alone(run);
    }
    let summary = words::summary(SideName::A, run, Vec::new(), None);
    let mut lines = vec![
        format!("{}: {}", shown(&summary.name), summary.headline),
        format!("format {}, axis {}, read in {seconds:.3} s", summary.format, summary.axis),
        format!("{}, deepest stack {}", counted(summary.functions.into(), "function"), deepest_stack(trace)),
    ];
    match trace.flows().len() {
        0 => {}
        1 => lines.push("1 flow from call to call".to_owned()),
        flows => lines.push(format!("{flows} flows from call to call")),
    }
    lines.extend(of_several(run));
    lines.push(format!("{}:", counted(summary.lanes.len() as u64, "lane")));
    // A lane comes after the one around it.
    let mut levels: Vec<usize> = Vec::with_capacity(summary.lanes.len());
    for id in trace.lanes().ids() {
        let lane = &summary.lanes[id.index()];
        let level = trace.lanes().parent(id).map_or(0, |around| levels[around.index()] + 1);
        levels.push(level);
        let indent = "  ".repeat(level.min(DEEPEST_INDENT) + 1);
        lines.push(format!(
            "{indent}{} ({}): {}, busy {}",
            shown(&lane.name),
            lane.kind,
            counted(lane.calls.into(), "call"),
            lane.busy
        ));
    }
    lines.extend(recorded(trace));
    for row in &summary.report {
        let subject =
            if row.subject.is_empty() { String::new() } else { format!(" {}", shown(&row.subject)) };
        lines.push(format!(
            "{} × {}{subject}: {} First at byte {}. {}",
            row.count,
            row.kind,
            row.outcome,
            row.first_offset,
            shown(&row.example)
        ));
    }
    let trimmed: Vec<&str> = lines.iter().map(|line| line.trim_end()).collect();
    trimmed.join("\n") + "\n"
}

/// Most names of instants that the text lists.
const LISTED_NAMES: usize = 20;

/// Lists the names of instants with their numbers, and the counters.
fn recorded(trace: &Trace) -> Vec<String> {
    let (names, counters) = (instant_names(trace), CounterFacts::of(trace));
    let mut lines = Vec::new();
    if !names.is_empty() {
        lines.push(format!("{}:", counted(trace.instants().len() as u64, "instant")));
        let name = |name: &str| if name.is_empty() { "(unnamed)".to_owned() } else { shown(name) };
        lines.extend(
            names.iter().take(LISTED_NAMES).map(|(text, count)| format!("  {count} × {}", name(text))),
        );
        if let more @ 1.. = names.len().saturating_sub(LISTED_NAMES) {
            lines.push(format!("  {} (--json lists all)", counted(more as u64, "more name")));
        }
    }
    if !counters.is_empty() {
        lines.push(format!("{}:", counted(counters.len() as u64, "counter")));
        lines.extend(counters.iter().map(|counter| format!("  {}", counter.line())));
    }
    lines
}

/// Describes a file that contains a structure without calls.
fn structure_alone(run: &Run) -> String {
    let mut lines = vec![
        format!("{}: {}", shown(&run.name), structure_headline(&run.trace)),
        format!("format {}, a structure without calls; pass it as --structure with a trace", run.format),
    ];
    lines.extend(run.trace.report().entries().iter().map(|entry| {
        format!(
            "{} × {}: {} First at byte {}. {}",
            entry.count,
            shown(entry.what()),
            entry.kind.outcome(),
            entry.first_offset,
            shown(&entry.example)
        )
    }));
    lines.join("\n") + "\n"
}

/// Describes the part of a structure that ran.
fn structure_text(file: &StructureFile, covered: &Coverage) -> String {
    let summary = file.summary(SideName::A, covered);
    let note = if summary.note.is_empty() { String::new() } else { format!("; {}", summary.note) };
    format!("structure {}: {}{note}\n", shown(&summary.name), summary.headline)
}

fn structure_json(file: &StructureFile, covered: &Coverage) -> Value {
    let structure = &file.structure;
    let never = structure.ids().filter(|&id| structure.is_file(id) && !covered.ran(id));
    json!({
        "name": file.name,
        "elements": structure.len(),
        "files": covered.files,
        "ran": covered.ran_files,
        "not_listed": covered.unlisted,
        "ambiguous": covered.ambiguous,
        "never_ran": never.map(|id| structure.path(id)).collect::<Vec<String>>(),
    })
}

fn of_file(trace: &FileTrace) -> Value {
    json!({ "name": trace.name, "calls": trace.calls, "shown": trace.is_shown })
}

/// Formats a number with its noun: `1 call`, `12345 calls`.
fn counted(number: u64, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// Lists the traces of a file with several, and says how to open another one.
fn of_several(run: &Run) -> Vec<String> {
    if run.of_file.len() < 2 {
        return Vec::new();
    }
    let row = |trace: &FileTrace| {
        let note = if trace.is_shown { " (this one)" } else { "" };
        format!("  {}: {}{note}", shown(&trace.name), counted(trace.calls, "call"))
    };
    let head = format!("one of {} traces in the file; FILE#NAME opens another:", run.of_file.len());
    std::iter::once(head).chain(run.of_file.iter().map(row)).collect()
}

/// Deepest level of lanes that is indented further than the level around it. Without a limit, thousands of nested lanes
/// would be more blanks than text.
const DEEPEST_INDENT: usize = 40;
