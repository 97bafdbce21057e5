//! Reads hostile files: too deep, too long, too many, too far.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use diptych_formats::{Input, LoadedFile, ReadErrorKind};
use diptych_trace::{OddityKind, ReadReportEntry, Trace};
use flate2::Compression;
use flate2::write::GzEncoder;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::fmt::Write as _;
use std::io::Write as _;
use support::read;

fn call(name: &str, start: impl std::fmt::Display, rest: &str) -> String {
    format!(r#"{{"ph":"X","pid":1,"tid":1,"ts":{start},"dur":1,"name":"{name}"{rest}}}"#)
}

fn load(file: &[u8]) -> LoadedFile {
    let loaded = read("", file.chunks(1 << 16)).unwrap();
    assert_eq!(loaded.traces[0].1.check(), Ok(()));
    loaded
}

fn count(trace: &Trace, kind: OddityKind) -> u64 {
    trace.report().entries().iter().filter(|entry| entry.kind == kind).map(|entry| entry.count).sum()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

#[test]
fn skipped_values_may_be_nested_to_any_depth() {
    for depth in [1_000, 1_000_000] {
        let nested = format!("{}{}", "[{\"a\":".repeat(depth), "1}]".repeat(depth));
        let event = call("f", 1, &format!(",\"args\":{nested}"));
        let file = format!("{{\"metadata\":{nested},\"traceEvents\":[{event}]}}");
        assert_eq!(load(file.as_bytes()).traces[0].1.calls().len(), 1);
    }
}

#[test]
fn names_may_be_of_any_length() {
    let name = "n".repeat(1 << 20);
    let file = format!("[{},{}]", call(&name, 1, ""), call(&name, 3, ""));
    let loaded = load(file.as_bytes());
    let trace = &loaded.traces[0].1;
    assert_eq!(trace.calls().len(), 2);
    assert_eq!(trace.functions().len(), 1);
    assert_eq!(trace.call_name(diptych_trace::CallId(0)), name);
}

#[test]
fn overlong_event_is_left_out_in_any_pieces() {
    let long = call(&"n".repeat(17 << 20), 1, "");
    let file = format!("[{},{long},{}]", call("before", 0, ""), call("behind", 2, ""));
    for piece in [file.len(), 1 << 20, 100_000] {
        let loaded = read("", file.as_bytes().chunks(piece)).unwrap();
        let trace = &loaded.traces[0].1;
        assert_eq!(trace.calls().len(), 2);
        let entry = &trace.report().entries()[0];
        assert_eq!((entry.kind, entry.subject.as_str()), (OddityKind::BadEvent, "event of more than 16 MiB"));
        assert_eq!((entry.count, entry.first_offset), (1, call("before", 0, "").len() as u64 + 2));
    }
}

#[test]
fn times_reach_the_limit_of_64_bits() {
    let far = |start: &str| call("f", start, "");
    let file = format!(
        "[{},{},{},{}]",
        far("4611686018427385"),
        far("4611686018427386"),
        far("4611686018427388"),
        far("-1e999999999")
    );
    let loaded = load(file.as_bytes());
    let trace = &loaded.traces[0].1;
    assert_eq!(trace.calls().len(), 2);
    assert_eq!(count(trace, OddityKind::TimeOutOfRange), 2);
    assert_eq!(trace.origin(), 4_611_686_018_427_385_000);
}

#[test]
fn million_functions_are_read() {
    let mut file = String::from("[");
    for number in 0..1_000_000 {
        file += &call(&format!("f{number}"), number, "");
    }
    let trace = load(file.as_bytes()).traces.remove(0).1;
    assert_eq!((trace.functions().len(), trace.calls().len()), (1_000_000, 1_000_000));
}

#[test]
fn hundred_thousand_of_anything_are_read() {
    const MANY: usize = 100_000;
    let mut functions = String::from("[");
    let mut lanes = String::from("[");
    let mut stack = String::from("[");
    for number in 0..MANY {
        functions += &call(&format!("f{number}"), number, "");
        let thread = number / 10;
        write!(lanes, r#"{{"ph":"X","pid":{thread},"tid":{thread},"ts":{number},"dur":1,"name":"f"}}"#)
            .unwrap();
        write!(stack, r#"{{"ph":"B","pid":1,"tid":1,"ts":{number},"name":"f"}},"#).unwrap();
    }
    let traces = [functions, lanes, stack].map(|file| load(file.as_bytes()).traces.remove(0).1);
    assert!(traces.iter().all(|trace| trace.calls().len() == MANY));
    assert_eq!(traces[0].functions().len(), MANY);
    assert_eq!(traces[1].lanes().len(), 2 * MANY / 10);
    // The last begin is also the last instant. Its call has no length, but still counts as nested.
    assert_eq!(traces[2].max_depth() as usize, MANY - 1);
}

#[test]
fn unknown_members_and_phases_do_not_flood_the_report() {
    let mut file = String::from("{");
    for number in 0..20_000 {
        write!(file, r#""part {number}":[],"#).unwrap();
    }
    file += r#""traceEvents":["#;
    for number in 0..20_000u32 {
        let phase = char::from_u32(0x4e00 + number).unwrap();
        write!(file, r#"{{"ph":"{phase}"}},"#).unwrap();
    }
    write!(file, "{}]}}", call("f", 1, "")).unwrap();
    let loaded = load(file.as_bytes());
    let report = loaded.traces[0].1.report();
    assert!(report.entries().len() < 20);
    assert_eq!(report.total(), 40_000);
}

#[test]
fn packed_damage_keeps_calls_before_it() {
    let events: Vec<String> = (0..20_000).map(|number| call("f", number * 7_919 % 10_007, "")).collect();
    let plain = format!("[{}]", events.join(","));
    let packings = [
        ("gzip", gzip(plain.as_bytes())),
        ("zstd", compress_to_vec(plain.as_bytes(), CompressionLevel::Fastest)),
    ];
    for (name, packed) in packings {
        let half = packed.len() / 2;
        let mut damaged = packed.clone();
        damaged[half..half + 64].fill(0xff);
        for (file, early) in [(&packed[..half], true), (&damaged[..], false)] {
            let loaded = load(file);
            let trace = &loaded.traces[0].1;
            assert!((5_000..19_999).contains(&trace.calls().len()), "{name}: {} calls", trace.calls().len());
            let of_packing =
                |entry: &&ReadReportEntry| entry.kind == OddityKind::Truncated && entry.subject == name;
            let entry = trace.report().entries().iter().find(of_packing).unwrap();
            assert_eq!(entry.example.contains("the data ends early"), early, "{}", entry.example);
            assert!(entry.first_offset > 100_000);
        }
    }
}

#[test]
fn packed_damage_before_any_call_is_an_error() {
    let packed = gzip(call("f", 1, "").as_bytes());
    let mut damaged = packed.clone();
    damaged[12] ^= 0xff;
    let error = read("", [damaged.as_slice()]).unwrap_err();
    assert_eq!(error.kind, ReadErrorKind::Compression);
    assert_eq!(
        read("", [&packed[..12]]).unwrap_err().to_string(),
        "cannot be unpacked past its byte 12. It is packed by gzip: the data ends early. \
         Copy it again, or unpack it first."
    );
}

#[test]
fn file_packed_four_times_is_refused() {
    let mut packed = format!("[{}]", call("f", 1, "")).into_bytes();
    for _ in 0..3 {
        packed = gzip(&packed);
    }
    assert!(read("", [packed.as_slice()]).is_ok());
    assert_eq!(
        read("", [gzip(&packed).as_slice()]).unwrap_err().to_string(),
        "cannot be unpacked past its byte 0. It is packed more than 3 times over, at last by gzip. \
         Copy it again, or unpack it first."
    );
    assert_eq!(read("", [gzip(b"").as_slice()]).unwrap_err().found, "It unpacks to no bytes");
}

#[test]
fn progress_counts_packed_and_unpacked_bytes() {
    let events: Vec<String> = (0..5_000).map(|number| call("f", number, "")).collect();
    let plain = format!("[{}]", events.join(","));
    let packed = gzip(plain.as_bytes());
    let mut input = Input::new("");
    let mut calls = 0;
    for piece in packed.chunks(100) {
        input.feed(piece).unwrap();
        assert!(input.progress().calls >= calls);
        calls = input.progress().calls;
    }
    assert!(calls > 4_000);
    assert_eq!(input.progress().bytes_in, packed.len() as u64);
    assert!(input.progress().bytes_unpacked <= plain.len() as u64);
}
