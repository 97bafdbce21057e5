//! Reads hostile RSF files.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use diptych_trace::{OddityKind, Trace};
use std::fmt::Write as _;
use support::read;

fn load(tuples: &str) -> Trace {
    let file = format!(
        "\"LevelSeparator\" \".\"\n\"RelType\" \"0\" \"C\" \"int:Increment\" \"string:Method\"\n{tuples}"
    );
    let mut loaded = read("", file.as_bytes().chunks(1 << 16)).unwrap();
    let trace = loaded.traces.remove(0).1;
    assert_eq!(trace.check(), Ok(()));
    trace
}

fn count(trace: &Trace, kind: OddityKind) -> u64 {
    trace.report().entries().iter().filter(|entry| entry.kind == kind).map(|entry| entry.count).sum()
}

#[test]
fn elements_may_be_nested_to_any_depth() {
    let deep = 50_000;
    let mut tuples = String::new();
    // Parents come after their children.
    for level in (1..deep).rev() {
        writeln!(tuples, "\"PCR\" \"{}\" \"{level}\"", level - 1).unwrap();
    }
    for level in 0..deep {
        writeln!(tuples, "\"H\" \"{level}\" \"e{level}\" \"0\"").unwrap();
    }
    writeln!(tuples, "\"R\" \"{}\" \"0\" \"0\" \"1\" \"f\"", deep - 1).unwrap();
    let trace = load(&tuples);
    assert_eq!((trace.elements().len(), trace.lanes().len(), trace.calls().len()), (deep, deep, 1));
}

#[test]
fn elements_may_form_a_cycle() {
    let many = 10_000;
    let mut tuples = String::new();
    for level in 0..many {
        writeln!(tuples, "\"PCR\" \"{level}\" \"{}\"", (level + 1) % many).unwrap();
    }
    writeln!(tuples, "\"R\" \"7\" \"8\" \"0\" \"1\" \"f\"").unwrap();
    let trace = load(&tuples);
    assert_eq!(trace.elements().len(), many);
    let rings = trace.report().entries().iter().find(|entry| entry.subject == "element inside itself");
    assert_eq!(rings.unwrap().count, 1);
}

#[test]
fn order_numbers_may_be_any() {
    let mut tuples = String::new();
    for number in (0..50_000i64).rev().chain([i64::MIN, i64::MAX, 7]) {
        writeln!(tuples, "\"R\" \"a\" \"b\" \"0\" \"{number}\" \"f{number}\"").unwrap();
    }
    let trace = load(&tuples);
    assert_eq!((trace.calls().len(), trace.extent()), (50_003, 50_003));
    assert_eq!(trace.call_name(diptych_trace::CallId(0)), format!("b.f{}", i64::MIN));
    assert_eq!(count(&trace, OddityKind::OutOfOrder), 50_001);
}
