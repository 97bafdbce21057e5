//! Reads hostile files of samples: too deep, too many, too far.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use diptych_formats::{LoadedFile, ReadErrorKind};
use diptych_trace::{OddityKind, Trace};
use std::fmt::Write as _;
use support::read;

fn load(file: &[u8]) -> LoadedFile {
    let loaded = read("", file.chunks(1 << 16)).unwrap();
    for (_, trace) in &loaded.traces {
        assert_eq!(trace.check(), Ok(()));
    }
    loaded
}

fn count(trace: &Trace, kind: OddityKind, subject: &str) -> u64 {
    let entries = trace.report().entries().iter();
    entries.filter(|entry| entry.kind == kind && entry.subject == subject).map(|entry| entry.count).sum()
}

fn speedscope(profiles: &str) -> String {
    format!(
        r#"{{"$schema":"https://www.speedscope.app/file-format-schema.json","shared":{{"frames":[{{"name":"a"}},{{"name":"b"}}]}},"profiles":[{profiles}]}}"#
    )
}

#[test]
fn stacks_may_be_of_any_depth() {
    let deep = 100_000;
    let folded = format!("{}a 3\n{}b 4\n", "f;".repeat(deep), "f;".repeat(deep));
    let trace = &load(folded.as_bytes()).traces[0].1;
    assert_eq!((trace.calls().len(), trace.max_depth()), (deep + 2, deep as u32));
    let stack = format!("[{}0]", "0,".repeat(deep));
    let samples = format!(
        r#"{{"type":"sampled","name":"p","unit":"seconds","samples":[{stack},[1],{stack}],"weights":[1,1,1]}}"#
    );
    let trace = &load(speedscope(&samples).as_bytes()).traces[0].1;
    assert_eq!(trace.calls().len(), 2 * (deep + 1) + 1);
}

#[test]
fn documents_may_be_nested_to_any_depth() {
    let nested = format!("{}1{}", "[".repeat(1_000_000), "]".repeat(1_000_000));
    let profile = format!(
        r#"{{"other":{nested},"samples":[[{nested}],[0]],"weights":[{nested},1],"unit":"seconds","name":"p"}}"#
    );
    let loaded = load(speedscope(&profile).as_bytes());
    assert_eq!(loaded.traces[0].1.calls().len(), 1);
}

#[test]
fn oversized_sums_are_left_out_and_counted() {
    let folded = "a;b 9007199254740991\na;c 1\na;d 0\n";
    let trace = &load(folded.as_bytes()).traces[0].1;
    assert_eq!((trace.extent(), count(trace, OddityKind::BadEvent, "weight too large")), ((1 << 53) - 1, 1));
    let far = r#"{"unit":"seconds","name":"p","samples":[[0],[1]],"weights":[1,4611686018]}"#;
    let trace = &load(speedscope(far).as_bytes()).traces[0].1;
    assert_eq!(count(trace, OddityKind::BadEvent, "weight out of range"), 1);
}

#[test]
fn overlong_value_is_left_out_in_any_pieces() {
    let long = "n".repeat(17 << 20);
    let profile = format!(r#"{{"name":"{long}","unit":"none","samples":[[0]],"weights":[1]}}"#);
    let file = speedscope(&profile);
    for piece in [file.len(), 1 << 20, 100_000] {
        let loaded = read("", file.as_bytes().chunks(piece)).unwrap();
        assert_eq!(loaded.traces[0].1.calls().len(), 1);
        assert_eq!(count(&loaded.traces[0].1, OddityKind::BadEvent, "value of more than 16 MiB"), 1);
    }
    let folded = format!("a;b 1\n{long};c 2\na;d 3\n");
    assert_eq!(load(folded.as_bytes()).traces[0].1.extent(), 4);
    let name = format!(r#"{{"$schema":"speedscope","{long}":1}}"#);
    let error = read("", name.as_bytes().chunks(1 << 16)).unwrap_err();
    assert_eq!(error.kind, ReadErrorKind::Malformed);
}

#[test]
fn many_stacks_of_one_depth_are_read() {
    let mut folded = String::new();
    for number in 0..300_000 {
        writeln!(folded, "main;f{number} 1").unwrap();
    }
    let trace = load(folded.as_bytes()).traces.remove(0).1;
    assert_eq!((trace.calls().len(), trace.extent()), (300_001, 300_000));
}
