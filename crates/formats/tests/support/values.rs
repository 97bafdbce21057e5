//! Reads files and returns single values of their traces.

#![allow(dead_code, reason = "not every test reads every value")]

use super::read;
use diptych_formats::{Input, LoadedFile};
use diptych_trace::{CallId, Keep, OddityKind, Trace};
use std::path::Path;

/// Returns a fixture's bytes.
pub(crate) fn fixture(name: &str) -> Vec<u8> {
    std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/traces").join(name)).unwrap()
}

pub(crate) fn load(bytes: &[u8]) -> LoadedFile {
    let loaded = read("", [bytes]).unwrap();
    for (_, trace) in &loaded.traces {
        assert_eq!(trace.check(), Ok(()));
    }
    loaded
}

/// Reads a file that holds one trace.
pub(crate) fn one(bytes: &[u8]) -> Trace {
    let mut loaded = load(bytes);
    assert_eq!(loaded.traces.len(), 1, "{:?}", loaded.listed);
    loaded.traces.remove(0).1
}

/// Reads the trace that is shown unless another one is asked for. Returns its name, too.
pub(crate) fn shown(bytes: &[u8]) -> (String, Trace) {
    let mut input = Input::new("").keeping(Keep::MostCalls);
    input.feed(bytes).unwrap();
    input.finish().unwrap().traces.remove(0)
}

/// Returns the ticks that a function takes with its callees.
pub(crate) fn total(trace: &Trace, name: &str) -> i64 {
    let calls = (0..trace.calls().len() as u32).map(CallId);
    calls.filter(|&call| trace.call_name(call) == name).map(|call| trace.calls().duration(call)).sum()
}

/// Returns each call as its depth and its name, in the order of the trace.
pub(crate) fn calls(trace: &Trace) -> Vec<(u32, String)> {
    let calls = (0..trace.calls().len() as u32).map(CallId);
    calls.map(|call| (trace.calls().depth()[call.index()], trace.call_name(call).to_owned())).collect()
}

pub(crate) fn lanes(trace: &Trace) -> Vec<String> {
    trace.lanes().ids().map(|lane| trace.lanes().name(trace.names(), lane).to_owned()).collect()
}

pub(crate) const MS: i64 = 1_000_000;

/// Returns how often each kind and subject was reported.
pub(crate) fn odd(trace: &Trace) -> Vec<(OddityKind, String, u64)> {
    let entries = trace.report().entries().iter();
    entries.map(|entry| (entry.kind, entry.subject.clone(), entry.count)).collect()
}
