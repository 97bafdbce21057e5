//! Checks recordings of real programs by real tools: the result of each reader, and that recordings of one run agree in
//! every format.
//!
//! Every folder of `tests/recordings` is named after a format. Next to each file is an account of it in `.expected`:
//! traces, lanes, calls, the functions with the largest totals, the report. `DIPTYCH_BLESS=1` writes the accounts anew.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use diptych_formats::{ContentKind, FORMATS, LoadedFile};
use diptych_trace::{CallId, Trace};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use support::read;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/recordings")
}

fn load(file: &str) -> LoadedFile {
    let bytes = std::fs::read(folder().join(file)).unwrap();
    let loaded = read(file, bytes.chunks(1 << 16)).unwrap();
    for (_, trace) in &loaded.traces {
        assert_eq!(trace.check(), Ok(()), "{file}");
    }
    loaded
}

/// Returns the inclusive ticks of each function. Recursive calls count once.
fn totals(trace: &Trace) -> BTreeMap<String, i64> {
    let calls = trace.calls();
    let mut totals = BTreeMap::new();
    let mut open: Vec<String> = Vec::new();
    for call in (0..calls.len() as u32).map(CallId) {
        let function = trace.functions().get(trace.names(), calls.function()[call.index()]);
        let line = if function.line > 0 { format!(":{}", function.line) } else { String::new() };
        let name = format!("{} ({}{line})", function.name, function.file);
        open.truncate(calls.depth()[call.index()] as usize);
        if !open.contains(&name) {
            *totals.entry(name.clone()).or_default() += calls.duration(call);
        }
        open.push(name);
    }
    totals
}

/// Number of functions in an account with their totals.
const LISTED: usize = 8;

fn account(loaded: &LoadedFile) -> String {
    let mut out = format!("format {}\n", loaded.format);
    for (name, trace) in &loaded.traces {
        let axis = trace.axis();
        if loaded.traces.len() > 1 {
            writeln!(out, "trace {name}").unwrap();
        }
        let (calls, functions, depth) = (trace.calls().len(), trace.functions().len(), trace.max_depth());
        writeln!(out, "{calls} calls of {functions} functions, depth {depth}").unwrap();
        let (kind, unit) = (axis.kind.as_str(), axis.unit.as_str());
        writeln!(out, "{kind} in {unit} × {}, from {} on for {}", axis.scale, trace.origin(), trace.extent())
            .unwrap();
        if let Some(interval) = trace.sampling() {
            writeln!(out, "sampled every {interval}").unwrap();
        }
        for lane in trace.lanes().ids() {
            let (name, kind) = (trace.lanes().name(trace.names(), lane), trace.lanes().kind(lane).as_str());
            writeln!(out, "lane {name} ({kind}): {} calls", trace.lanes().calls(lane).len()).unwrap();
        }
        let mut largest: Vec<(String, i64)> = totals(trace).into_iter().collect();
        largest.sort_by_key(|(_, ticks)| -ticks);
        for (name, ticks) in largest.iter().take(LISTED) {
            writeln!(out, "{ticks} {name}").unwrap();
        }
        for entry in trace.report().entries() {
            let (kind, subject, offset) = (entry.kind.as_str(), &entry.subject, entry.first_offset);
            writeln!(out, "{} × {kind} [{subject}] at byte {offset}", entry.count).unwrap();
        }
    }
    out
}

#[test]
fn recordings_read_as_expected() {
    let mut read = 0;
    for format in FORMATS {
        let Ok(entries) = std::fs::read_dir(folder().join(format.id)) else { continue };
        for path in entries.map(|entry| entry.unwrap().path()) {
            if path.extension().is_some_and(|extension| extension == "expected") {
                continue;
            }
            let loaded = load(path.to_str().unwrap());
            // The members of an archive have formats of their own.
            if format.content != ContentKind::Archive {
                assert_eq!(loaded.format, format.id, "{}", path.display());
            }
            let mut expected = path.clone().into_os_string();
            expected.push(".expected");
            if std::env::var_os("DIPTYCH_BLESS").is_some() {
                std::fs::write(&expected, account(&loaded)).unwrap();
            }
            assert_eq!(account(&loaded), std::fs::read_to_string(&expected).unwrap(), "{}", path.display());
            read += 1;
        }
    }
    assert!(read > 0);
}

/// One run of jinja2: its calls as VizTracer recorded them, the same calls as begins and ends, and summed by path.
#[test]
fn function_totals_agree_in_every_format() {
    let recorded = load("chrome-json/jinja2-3.0.3.viztracer.json.gz");
    let expected = totals(&recorded.traces[0].1);
    let files = [
        "speedscope/jinja2-3.0.3.speedscope.json.gz",
        "folded/jinja2-3.0.3.folded.gz",
        "perfetto/jinja2-3.0.3.perfetto-trace.gz",
    ];
    for file in files {
        let loaded = load(file);
        assert_eq!(totals(&loaded.traces[0].1), expected, "{file}");
    }
}

/// A simulated run of 64 ranks, as the simulator wrote it, and its states as OTF2's own library wrote them.
#[test]
fn states_agree_in_paje_and_otf2() {
    let [paje, otf2] = ["paje/is64.simgrid.paje.gz", "otf2/is64.simgrid.zip"].map(load);
    let [paje, otf2] = [paje, otf2].map(|loaded| loaded.traces.into_iter().next().unwrap().1);
    assert_eq!(totals(&paje), totals(&otf2));
    let lanes = |trace: &Trace| -> BTreeMap<String, (usize, i64)> {
        let calls = trace.calls();
        let of_lane = |lane| {
            let own = trace.lanes().calls(lane);
            let busy = own.clone().map(|call| calls.duration(CallId(call))).sum();
            (trace.lanes().name(trace.names(), lane).to_owned(), (own.len(), busy))
        };
        trace.lanes().ids().map(of_lane).filter(|(_, (calls, _))| *calls > 0).collect()
    };
    assert_eq!(lanes(&paje), lanes(&otf2));
    assert_eq!(lanes(&otf2).len(), 64);
}

/// Returns the number of calls of each function, by name without parentheses.
fn counts(loaded: &LoadedFile) -> BTreeMap<String, u64> {
    let trace = &loaded.traces[0].1;
    let mut counts = BTreeMap::new();
    for function in trace.calls().function() {
        let function = trace.functions().get(trace.names(), *function);
        *counts.entry(function.name.trim_end_matches("()").to_owned()).or_default() += 1;
    }
    counts
}

/// The jinja2 run as relations of elements, which have no durations and leave out calls without a caller. Compared by
/// name, because the file has one signature for functions that share a name in two files of `re`.
#[test]
fn rsf_relations_are_calls_with_a_caller() {
    let recorded = load("chrome-json/jinja2-3.0.3.viztracer.json.gz");
    let related = load("rsf/jinja2-3.0.3.rsf.gz");
    let mut expected = counts(&recorded);
    let trace = &recorded.traces[0].1;
    for call in
        (0..trace.calls().len() as u32).map(CallId).filter(|call| trace.calls().depth()[call.index()] == 0)
    {
        let function = trace.functions().get(trace.names(), trace.calls().function()[call.index()]);
        *expected.get_mut(function.name).unwrap() -= 1;
    }
    expected.retain(|_, count| *count > 0);
    assert_eq!(counts(&related), expected);
    assert_eq!(related.traces[0].1.elements().len(), 112);
}

/// Returns the share of the run that each function takes, by name alone, because py-spy writes paths in full or not.
fn shares(loaded: &LoadedFile) -> BTreeMap<String, f64> {
    let trace = &loaded.traces[0].1;
    let mut shares = BTreeMap::new();
    for (function, ticks) in totals(trace) {
        let name = function.split(" (").next().unwrap().to_owned();
        *shares.entry(name).or_default() += ticks as f64 / trace.extent() as f64;
    }
    shares
}

/// Three runs of black that py-spy sampled. Each function's share of the run agrees within the variation between such
/// runs. In one file samples have weights, in one they are counted by stack, and in one py-spy turned them into begins
/// and ends.
#[test]
fn function_shares_of_sampled_runs_agree() {
    let files = [
        "speedscope/black-22.12.0.pyspy.speedscope.json.gz",
        "folded/black-22.12.0.pyspy.folded.txt.gz",
        "chrome-json/black-22.12.0.pyspy.chrome.json.gz",
    ];
    let [stacks, counts, events] = files.map(|file| shares(&load(file)));
    for (name, share) in stacks.iter().filter(|(_, share)| **share > 0.1) {
        for other in [&counts, &events] {
            let other = other.get(name).copied().unwrap_or(0.0);
            assert!((share - other).abs() < 0.1 * share.max(1.0), "{name}: {share} and {other}");
        }
    }
}

/// Orders of a shop that the OpenTelemetry SDK traced and wrote twice: in nanoseconds, and rounded to microseconds.
#[test]
fn spans_agree_in_otlp_and_zipkin() {
    let [otlp, zipkin] =
        ["otlp/shop-12-orders.otlp.jsonl.gz", "zipkin/shop-12-orders.zipkin.json.gz"].map(load);
    assert_eq!((otlp.listed.len(), &otlp.listed), (12, &zipkin.listed));
    for ((name, one), (_, other)) in otlp.traces.iter().zip(&zipkin.traces) {
        let lanes = |trace: &Trace| -> Vec<(String, usize)> {
            let lanes = trace.lanes();
            lanes.ids().map(|id| (lanes.name(trace.names(), id).to_owned(), lanes.calls(id).len())).collect()
        };
        assert_eq!(lanes(one), lanes(other), "{name}");
        let (one_totals, other_totals) = (totals(one), totals(other));
        assert!(one_totals.keys().eq(other_totals.keys()), "{name}");
        for (function, ticks) in one_totals {
            let by = (ticks - other_totals[&function]).abs();
            assert!(by <= 1_000 * one.calls().len() as i64, "{name}: {function} by {by} ns");
        }
    }
}
