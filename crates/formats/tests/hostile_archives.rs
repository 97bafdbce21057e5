//! Reads hostile archives.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use diptych_formats::{Input, ReadErrorKind};
use diptych_trace::OddityKind;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use std::io::Write as _;
use support::read;

/// Makes a zip of deflated members whose sizes are only in their data descriptors.
fn zip(members: impl IntoIterator<Item = (String, Vec<u8>)>) -> Vec<u8> {
    let mut out = Vec::new();
    for (name, content) in members {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(&content).unwrap();
        let packed = encoder.finish().unwrap();
        let mut sum = flate2::Crc::new();
        sum.update(&content);
        out.extend_from_slice(b"PK\x03\x04\x14\0\x08\0\x08\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0");
        out.extend_from_slice(&(name.len() as u16).to_le_bytes());
        out.extend_from_slice(&[0, 0]);
        out.extend_from_slice(name.as_bytes());
        out.extend_from_slice(&packed);
        out.extend_from_slice(b"PK\x07\x08");
        for value in [sum.sum(), packed.len() as u32, content.len() as u32] {
            out.extend_from_slice(&value.to_le_bytes());
        }
    }
    out.extend_from_slice(b"PK\x05\x06");
    out.resize(out.len() + 40, 0);
    out
}

const TRACE: &[u8] = br#"[{"ph":"X","pid":1,"tid":1,"ts":1,"dur":5,"name":"main"}]"#;

#[test]
fn zip_bomb_is_skipped_in_bounded_memory() {
    let bomb = || ("bomb".to_owned(), vec![0; 256 << 20]);
    let file = zip([bomb(), ("a.json".to_owned(), TRACE.to_vec()), bomb()]);
    assert!(file.len() < 1 << 20);
    let (mut input, mut most) = (Input::new(""), 0);
    for piece in file.chunks(1 << 14) {
        input.feed(piece).unwrap();
        most = most.max(input.progress().peak_bytes);
    }
    assert!(most < 8 << 20, "{most}");
    let loaded = input.finish().unwrap();
    assert_eq!((loaded.listed.len(), loaded.listed[0].name.as_str()), (1, "a.json"));
    let report = loaded.traces[0].1.report();
    assert_eq!(report.entries().iter().map(|entry| entry.count).sum::<u64>(), 2);
}

#[test]
fn members_without_trace_are_named_or_counted() {
    let nothing = (0..5_000).map(|index| (format!("n{index}"), b"nothing".to_vec()));
    let file = zip(nothing.clone().chain([("a.json".to_owned(), TRACE.to_vec())]));
    let loaded = read("", [file.as_slice()]).unwrap();
    let report = loaded.traces[0].1.report();
    assert_eq!((report.entries().len(), report.total()), (13, 5_000));
    let error = read("", [zip(nothing).as_slice()]).unwrap_err();
    assert_eq!(error.kind, ReadErrorKind::NotATrace);
    assert!(error.found.contains("of 5000 files") && error.found.ends_with("and 4988 more"), "{error}");
}

#[test]
fn one_of_thousands_of_traces_is_kept() {
    let traces = (0..9_000).map(|index| (format!("{index}.json"), TRACE.to_vec()));
    let file = zip(traces);
    let mut input = Input::new("").keeping(diptych_trace::Keep::Named("8999.json".to_owned()));
    input.feed(&file).unwrap();
    let loaded = input.finish().unwrap();
    assert_eq!((loaded.listed.len(), loaded.traces.len()), (9_000, 1));
    // Members whose number is too large to identify them have no records to recall, rather than those of another
    // member.
    let source = loaded.traces[0].1.calls().source()[0];
    assert!(diptych_formats::Recall::new(loaded.format, source).is_none());
}

#[test]
fn stated_member_size_may_be_any() {
    for size in [u32::MAX - 1, u32::MAX] {
        let mut file = b"PK\x03\x04\x14\0\0\0\0\0\0\0\0\0\0\0\0\0".to_vec();
        file.extend_from_slice(&[size.to_le_bytes(), size.to_le_bytes()].concat());
        file.extend_from_slice(b"\x06\0\0\0a.json");
        file.extend_from_slice(TRACE);
        let loaded = read("", [file.as_slice()]).unwrap();
        let kinds: Vec<_> = loaded.traces[0].1.report().entries().iter().map(|entry| entry.kind).collect();
        assert_eq!(kinds, [OddityKind::Truncated, OddityKind::SkippedPart]);
    }
}
