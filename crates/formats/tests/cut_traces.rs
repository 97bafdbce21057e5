//! Checks that each trace of a cut file is reported as cut off, and no trace of a whole one.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use diptych_formats::Input;
use diptych_trace::OddityKind;
use flate2::Compression;
use flate2::write::GzEncoder;
use std::fmt::Write as _;
use std::io::Write as _;
use support::values::load;

const CALLGRIND: &str = "events: Ir Dr\nfl=a.c\nfn=main\n16 20 1\nfn=f\n20 700 8\nfn=g\n30 5 5\n";

const SPEEDSCOPE: &str = r#"{"$schema": "https://www.speedscope.app/file-format-schema.json",
"shared": {"frames": [{"name": "f"}]}, "profiles": [
{"type": "sampled", "name": "one", "unit": "none", "startValue": 0, "endValue": 2, "samples": [[0], [0]], "weights": [1, 1]},
{"type": "sampled", "name": "two", "unit": "none", "startValue": 0, "endValue": 2, "samples": [[0], [0]], "weights": [1, 1]}],
"name": "a name to be cut"}"#;

/// Returns OTLP JSON with spans of two trace ids.
fn otlp() -> String {
    let mut out =
        String::from(r#"{"resourceSpans": [{"resource": {"attributes": []}, "scopeSpans": [{"spans": ["#);
    for span in 1..6 {
        let trace = if span < 3 { "a" } else { "b" }.repeat(32);
        let comma = if span == 1 { "" } else { "," };
        write!(
            out,
            r#"{comma}{{"traceId": "{trace}", "spanId": "000000000000000{span}", "name": "s{span}",
            "startTimeUnixNano": "100{span}", "endTimeUnixNano": "500{span}"}}"#
        )
        .unwrap();
    }
    out + "]}]}]}"
}

/// Returns the name of each trace, and whether its report says that the file is cut off.
fn cut_traces(file: &[u8]) -> Vec<(String, bool)> {
    let is_cut = |kind| matches!(kind, OddityKind::Truncated | OddityKind::Stopped | OddityKind::SyntaxError);
    let traces = load(file).traces.into_iter();
    traces
        .map(|(name, trace)| {
            let count = trace.report().entries().iter().filter(|entry| is_cut(entry.kind)).count();
            assert!(count < 2, "{:?}", trace.report());
            (name, count == 1)
        })
        .collect()
}

fn expected(names: &[(&str, bool)]) -> Vec<(String, bool)> {
    names.iter().map(|(name, is_cut)| ((*name).to_owned(), *is_cut)).collect()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

/// Makes a tar archive of files.
fn tar(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut out = Vec::new();
    for (name, content) in members {
        let mut head = vec![0; 512];
        head[..name.len()].copy_from_slice(name.as_bytes());
        head[124..135].copy_from_slice(format!("{:011o}", content.len()).as_bytes());
        head[156] = b'0';
        head[257..263].copy_from_slice(b"ustar\0");
        head[148..156].fill(b' ');
        let sum: u32 = head.iter().map(|&byte: &u8| u32::from(byte)).sum();
        head[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        out.extend_from_slice(&head);
        out.extend_from_slice(content);
        out.resize(out.len().next_multiple_of(512), 0);
    }
    out.resize(out.len() + 1024, 0);
    out
}

#[test]
fn every_trace_of_a_cut_file_is_cut_off() {
    for (file, names) in [
        (CALLGRIND.to_owned(), ["Ir", "Dr"]),
        (SPEEDSCOPE.to_owned(), ["one", "two"]),
        (otlp(), ["s1", "s3"]),
    ] {
        let whole = cut_traces(file.as_bytes());
        assert_eq!(whole.len(), 2);
        assert!(whole.iter().all(|(_, is_cut)| !is_cut), "{whole:?}");
        let end = file.len() - 5;
        let cut = cut_traces(&file.as_bytes()[..end]);
        assert_eq!(cut.len(), 2, "{names:?}");
        assert!(cut.iter().all(|(_, is_cut)| *is_cut), "{cut:?}");
    }
}

#[test]
fn every_trace_of_a_cut_packed_file_is_cut_off() {
    let mut file = CALLGRIND.to_owned();
    for number in 0..5_000u32 {
        writeln!(file, "fn=f{}\n1 {} {}", number.wrapping_mul(2_654_435_761), number + 1, number * 7 + 1)
            .unwrap();
    }
    let packed = gzip(file.as_bytes());
    assert_eq!(cut_traces(&packed), expected(&[("Ir", false), ("Dr", false)]));
    let traces = load(&packed[..packed.len() / 2]).traces;
    assert_eq!(traces.len(), 2);
    for (name, trace) in traces {
        let entries = trace.report().entries();
        let of_packing =
            |entry: &&_| matches!(entry, diptych_trace::ReadReportEntry { kind: OddityKind::Truncated, .. });
        assert!(
            entries.iter().find(of_packing).is_some_and(|entry| entry.subject == "gzip"),
            "{name}: {entries:?}"
        );
    }
}

#[test]
fn stopped_reading_is_reported_for_every_trace() {
    let mut input = Input::new("");
    input.feed(CALLGRIND.as_bytes()).unwrap();
    input.stop();
    let traces = input.finish().unwrap().traces;
    assert_eq!(traces.len(), 2);
    for (_, trace) in traces {
        assert!(trace.report().entries().iter().any(|entry| entry.kind == OddityKind::Stopped));
    }
}

#[test]
fn cut_file_in_an_archive_leaves_other_files_whole() {
    let cut = &CALLGRIND.as_bytes()[..CALLGRIND.len() - 5];
    let whole = CALLGRIND.as_bytes();
    let archive = tar(&[("first", whole), ("cut", cut), ("last", whole)]);
    let all = |of_cut| {
        let traces = [("first#Ir", false), ("first#Dr", false), ("cut#Ir", of_cut), ("cut#Dr", of_cut)];
        expected(&[&traces[..], &[("last#Ir", false), ("last#Dr", false)]].concat())
    };
    assert_eq!(cut_traces(&archive), all(true));
    // The archive itself is cut inside its second file.
    let archive = tar(&[("first", whole), ("cut", whole)]);
    let end = 512 + 512 + 512 + CALLGRIND.find("fn=g").unwrap();
    assert_eq!(cut_traces(&archive[..end]), all(true)[..4]);
    // A packed file in an archive is damaged.
    let packed = gzip(whole);
    let packed = &packed[..packed.len() - 9];
    let archive = tar(&[("first", whole), ("cut", packed), ("last", whole)]);
    assert_eq!(cut_traces(&archive), all(true));
}
