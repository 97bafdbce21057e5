//! Checks files after bug reports of other tools: the exact values that a reader must find in each. Each stands for a
//! kind of fault, so sister files of the same kind are built beside it.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use diptych_formats::{Input, LoadedFile, ReadErrorKind};
use diptych_trace::{CallId, Keep, Trace, Unit};
use std::fmt::Write as _;
use std::path::Path;
use support::read;

/// Returns a fixture's bytes.
fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/traces").join(name)).unwrap()
}

fn load(bytes: &[u8]) -> LoadedFile {
    let loaded = read("", [bytes]).unwrap();
    for (_, trace) in &loaded.traces {
        assert_eq!(trace.check(), Ok(()));
    }
    loaded
}

/// Reads a file that holds one trace.
fn one(bytes: &[u8]) -> Trace {
    let mut loaded = load(bytes);
    assert_eq!(loaded.traces.len(), 1, "{:?}", loaded.listed);
    loaded.traces.remove(0).1
}

/// Reads the trace that is shown unless another one is asked for. Returns its name, too.
fn shown(bytes: &[u8]) -> (String, Trace) {
    let mut input = Input::new("").keeping(Keep::MostCalls);
    input.feed(bytes).unwrap();
    input.finish().unwrap().traces.remove(0)
}

/// Returns the ticks that a function takes with its callees.
fn total(trace: &Trace, name: &str) -> i64 {
    let calls = (0..trace.calls().len() as u32).map(CallId);
    calls.filter(|&call| trace.call_name(call) == name).map(|call| trace.calls().duration(call)).sum()
}

/// Returns each call as its depth and its name, in the order of the trace.
fn calls(trace: &Trace) -> Vec<(u32, String)> {
    let calls = (0..trace.calls().len() as u32).map(CallId);
    calls.map(|call| (trace.calls().depth()[call.index()], trace.call_name(call).to_owned())).collect()
}

fn lanes(trace: &Trace) -> Vec<String> {
    trace.lanes().ids().map(|lane| trace.lanes().name(trace.names(), lane).to_owned()).collect()
}

const MS: i64 = 1_000_000;

/// Returns the text of samples 10 ms apart, each of `inner` in `main`.
fn perf_samples(count: u32, heading: impl Fn(u32) -> String) -> String {
    let mut text = String::new();
    for sample in 0..count {
        let heading = heading(sample);
        writeln!(text, "{heading}\n\t          aaaa inner (/bin/prog)\n\t          bbbb main (/bin/prog)\n").unwrap();
    }
    text
}

#[test]
fn perf_clock_without_period_takes_the_sampling_interval() {
    for event in ["cpu-clock", "task-clock", "cpu-clock:u", "cycles"] {
        for period in ["", "  10000000"] {
            let heading = |sample: u32| format!("prog  77  100.{:06}:{period} {event}: ", sample * 10_000);
            let trace = one(perf_samples(50, heading).as_bytes());
            let count = trace.report().total();
            assert_eq!((total(&trace, "main"), count), (500 * MS, 0), "{event} {period}");
        }
    }
}

#[test]
fn perf_weights_without_period_count_samples() {
    let trace = one(perf_samples(5, |_| "prog 77 cpu-clock: ".to_owned()).as_bytes());
    assert_eq!((trace.axis().unit, total(&trace, "main")), (Unit::Count, 5));
    let trace = one(perf_samples(5, |_| "prog 77 250000 cpu-clock: ".to_owned()).as_bytes());
    assert_eq!((trace.axis().unit, total(&trace, "main")), (Unit::Nanoseconds, 1_250_000));
}

#[test]
fn perf_last_sample_needs_no_empty_line() {
    let whole = fixture("perf-script/no-empty-line.perf");
    let trimmed = whole.trim_ascii_end();
    let crlf = String::from_utf8(trimmed.to_vec()).unwrap().replace('\n', "\r\n").into_bytes();
    for bytes in [&whole[..], trimmed, &crlf] {
        let trace = one(bytes);
        assert_eq!((total(&trace, "main"), total(&trace, "inner")), (50 * MS, 50 * MS));
        assert_eq!(trace.report().total(), 0);
    }
}

#[test]
fn perf_without_stacks_is_read() {
    let bytes = fixture("perf-script/without-stacks.perf");
    let trace = one(&bytes);
    assert_eq!((trace.calls().len(), trace.functions().len(), trace.extent()), (12, 3, 3 * MS));
    assert_eq!((lanes(&trace), trace.report().total()), (vec!["bash 3706".to_owned()], 0));
    // The same samples in other sets of fields. Without times, samples are counted.
    let text = String::from_utf8(bytes).unwrap();
    let without = |parts: &[&str]| parts.iter().fold(text.clone(), |text, part| text.replace(part, ""));
    for (parts, lane) in [
        (&["    250000"][..], "bash 3706"),
        (&["    250000 cpu-clock:"], "bash 3706"),
        (&["  3706"], "bash"),
        (&["            bash"], "3706"),
        (&["            bash  3706"], "all samples"),
    ] {
        let trace = one(without(parts).as_bytes());
        assert_eq!((trace.extent(), lanes(&trace)), (3 * MS, vec![lane.to_owned()]), "{parts:?}");
    }
}

#[test]
fn perf_fields_may_be_left_out() {
    for (heading, lane) in [
        ("prog 77/78 [001] 100.5: cycles: ", "prog 78"),
        ("prog 77 [001] ", "prog 77"),
        ("prog 77 ", "prog 77"),
        ("prog ", "prog"),
        ("77/78 100.5: cycles:", "78"),
        ("100.5: cycles:", "all samples"),
        ("100.5: ", "all samples"),
        ("cycles: ", "all samples"),
        ("", "all samples"),
    ] {
        let heading = |sample: u32| heading.replace("100.5", &format!("100.{sample:03}"));
        let trace = one(perf_samples(5, heading).as_bytes());
        assert_eq!(trace.report().total(), 0);
        assert_eq!(lanes(&trace).last().map(String::as_str), Some(lane));
        assert_eq!(calls(&trace), [(0, "main".to_owned()), (1, "inner".to_owned())]);
    }
}

#[test]
fn perf_events_of_several_kinds_are_traces() {
    let text = perf_samples(6, |sample| {
        let event = ["cycles", "instructions"][sample as usize % 2];
        format!("prog  77  100.{:06}:  1000 {event}: ", sample * 10_000)
    });
    let listed = load(text.as_bytes()).listed;
    let names: Vec<&str> = listed.iter().map(|listed| listed.name.as_str()).collect();
    assert_eq!(names, ["cycles", "instructions"]);
}

#[test]
fn text_is_no_perf_script() {
    let error = read("", [fixture("refused/no-perf-script.txt").as_slice()]).unwrap_err();
    assert_eq!(error.kind, ReadErrorKind::NotATrace);
}

#[test]
fn pprof_samples_may_precede_types() {
    let trace = one(&fixture("pprof/samples-before-types.pprof"));
    let found = ["main", "work", "idle"].map(|name| total(&trace, name) / MS);
    assert_eq!((trace.calls().len(), found), (3, [40, 30, 10]));
    assert_eq!(trace.axis().unit, Unit::Nanoseconds);
}

#[test]
fn pprof_type_may_lack_a_name() {
    let trace = one(&fixture("pprof/type-without-name.pprof"));
    assert_eq!((trace.extent(), total(&trace, "main")), (2, 2));
}

#[test]
fn pprof_shows_its_last_type() {
    let (name, trace) = shown(&fixture("pprof/last-type.pprof"));
    assert_eq!((name.as_str(), trace.axis().unit, trace.extent()), ("cpu", Unit::Nanoseconds, 40 * MS));
}
