//! Checks recalled records: every call finds its own, however the file is packed and cut.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use diptych_formats::{ReadErrorKind, Recall, RecallState, Record};
use diptych_trace::CallId;
use flate2::Compression;
use flate2::write::GzEncoder;
use proptest::prelude::*;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use serde_json::{Value as Json, json};
use std::io::Write as _;
use support::read;

const FORMAT: &str = "chrome-json";

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn zstd(bytes: &[u8]) -> Vec<u8> {
    compress_to_vec(bytes, CompressionLevel::Fastest)
}

/// Feeds pieces until the record is found.
fn feed(mut recall: Recall, file: &[u8], piece: usize) -> Option<Record> {
    for bytes in file.chunks(piece) {
        if recall.feed(bytes).unwrap() == RecallState::Done {
            assert_eq!(recall.feed(b"whatever follows"), Ok(RecallState::Done));
            break;
        }
    }
    recall.finish().unwrap()
}

fn recall(file: &[u8], offset: u64, piece: usize) -> Option<Record> {
    feed(Recall::new(FORMAT, offset).unwrap(), file, piece)
}

/// Recalls a record of a plain file, fed from byte `first` on.
fn recall_from(file: &[u8], first: usize, offset: u64, piece: usize) -> Option<Record> {
    let recall = Recall::new(FORMAT, offset).unwrap().starting_at(first as u64);
    feed(recall, &file[first..], piece)
}

fn arguments() -> impl Strategy<Value = Json> {
    let text = "[a-z\\\\\"{}\\[\\], \u{202e}é]{0,8}";
    let leaf = prop_oneof![any::<i32>().prop_map(Json::from), text.prop_map(Json::from), Just(Json::Null)];
    leaf.prop_recursive(3, 12, 4, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Json::from),
            prop::collection::hash_map(text, inner, 0..4).prop_map(|map| map.into_iter().collect()),
        ]
    })
}

/// Makes events whose names and arguments contain their position in the list.
fn events(arguments: &[(u8, Json)]) -> Vec<Json> {
    let event = |(place, (kind, arguments)): (usize, &(u8, Json))| {
        let args = json!({ "place": place, "more": arguments });
        let name = format!("f{place}");
        match kind % 4 {
            0 => json!({ "ph": "B", "name": name, "args": args, "ts": place, "pid": 1, "tid": place }),
            1 => json!({ "ph": "C", "name": name, "args": args, "ts": place, "pid": 1 }),
            2 => {
                json!({ "args": args, "ph": "X", "name": name, "ts": place, "dur": 0.5, "pid": 1, "tid": 1 })
            }
            _ => json!({ "ph": "X", "name": name, "ts": -(place as i64), "dur": 7, "tid": 2, "args": args }),
        }
    };
    arguments.iter().enumerate().map(event).collect()
}

proptest! {
    #[test]
    fn every_call_finds_its_own_arguments(
        arguments in prop::collection::vec((any::<u8>(), arguments()), 1..12),
        piece in 1usize..200,
        object: bool,
        mark: bool,
    ) {
        let events = events(&arguments);
        let file = if object { json!({ "otherData": [1], "traceEvents": events }) } else { json!(events) };
        let file = format!("{}{file:#}", if mark { "\u{feff}" } else { "" }).into_bytes();
        let (before, behind) = file.split_at(file.len() / 2);
        let packed = [[gzip(before), gzip(behind)].concat(), zstd(&file), gzip(&zstd(&file))];
        let Ok(loaded) = read("", [file.as_slice()]) else { return Ok(()) };
        prop_assert!(!loaded.packed);
        let trace = &loaded.traces[0].1;
        for call in (0..trace.calls().len()).map(|row| CallId(row as u32)) {
            let source = trace.calls().source()[call.index()];
            let place: usize = trace.call_name(call)[1..].parse().unwrap();
            let record = recall(&file, source, piece).unwrap();
            prop_assert_eq!(&serde_json::from_str::<Json>(&record.text).unwrap(), &events[place]);
            prop_assert_eq!(&record.fields.iter().find(|field| field.path == "place").unwrap().value, &place.to_string());
            for first in [source, source / 2] {
                let from = recall_from(&file, first as usize, source, piece);
                prop_assert_eq!(from.as_ref(), Some(&record));
            }
            for packed in &packed {
                let unpacked = recall(packed, source, piece);
                prop_assert_eq!(unpacked.as_ref(), Some(&record));
            }
        }
    }

    #[test]
    fn any_bytes_give_a_record_or_none(file: Vec<u8>, offset in 0u64..20, piece in 1usize..9) {
        let mut recall = Recall::new(FORMAT, offset).unwrap().starting_at(0);
        for bytes in file.chunks(piece) {
            prop_assert!(recall.feed(bytes).is_ok());
        }
        prop_assert!(recall.finish().is_ok());
    }
}

const CALL: &str = r#"{"ph":"X","name":"f","ts":1,"dur":1,"args":{"a":"b"}}"#;

#[test]
fn packed_files_are_marked_as_packed() {
    let file = format!("[{CALL}]");
    assert!(!read("", [file.as_bytes()]).unwrap().packed);
    assert!(read("", gzip(file.as_bytes()).chunks(1)).unwrap().packed);
    assert!(read("", [zstd(file.as_bytes()).as_slice()]).unwrap().packed);
}

#[test]
fn records_are_found_only_where_they_begin() {
    let file = format!("[{CALL}, {CALL}]");
    let found = |offset: u64| recall(file.as_bytes(), offset, 7).is_some();
    let starts: Vec<u64> = (0..file.len() as u64 + 10).filter(|&offset| found(offset)).collect();
    // The arguments are an object, too. Only the bytes before would tell that no event begins there.
    let arguments = 1 + CALL.find("{\"a\"").unwrap() as u64;
    let second = CALL.len() as u64 + 3;
    assert_eq!(starts, [1, arguments, second, second + arguments - 1]);
    assert!(recall(file.as_bytes(), 1 << 39, 7).is_none());
    assert!(recall(file.as_bytes(), 1 << 40, 7).is_none(), "a member of what is no archive");
    assert!(Recall::new(FORMAT, u64::MAX).is_none(), "a member that is not told from others");
    assert!(recall_from(file.as_bytes(), 2, 1, 7).is_none(), "the record lies before what is fed");
    assert!(Recall::new("no-such-format", 0).is_none());
}

#[test]
fn only_a_complete_record_is_found() {
    for cut in 0..=CALL.len() {
        let found = recall_from(&CALL.as_bytes()[..cut], 0, 0, 1).is_some();
        assert_eq!(found, cut == CALL.len(), "cut at {cut}");
    }
}

#[test]
fn recall_ends_once_the_record_is_complete() {
    let rest = format!(",{CALL}").repeat(100_000);
    let file = format!("[{CALL}{rest}]");
    let mut recall = Recall::new(FORMAT, 1).unwrap();
    let fed = file.as_bytes().chunks(100).position(|piece| recall.feed(piece) == Ok(RecallState::Done));
    assert_eq!(fed, Some(0));
    assert_eq!(recall.progress().bytes_in, 100);
}

#[test]
fn records_have_the_length_limit_of_events() {
    for (length, found) in [(15 << 20, true), (17 << 20, false)] {
        let file = CALL.replace("\"b\"", &format!("\"{}\"", "b".repeat(length)));
        for piece in [1 << 16, file.len()] {
            let record = recall(file.as_bytes(), 0, piece);
            assert_eq!(record.is_some(), found, "{length}");
            assert!(record.is_none_or(|record| record.fields[0].more == length as u64 - 10_000));
        }
    }
}

#[test]
fn damage_after_the_record_does_not_matter() {
    let events: Vec<String> =
        (0..20_000).map(|number| CALL.replace("\"b\"", &(number * 7_919 % 10_007).to_string())).collect();
    let file = format!("[{}]", events.join(","));
    let last = file.rfind("{\"ph\"").unwrap() as u64;
    for packed in [gzip(file.as_bytes()), zstd(file.as_bytes())] {
        let half = &packed[..packed.len() / 2];
        assert_eq!(recall(half, 1, 1 << 16).unwrap().fields[0].value, "0");
        let mut far = Recall::new(FORMAT, last).unwrap();
        assert_eq!(far.feed(half), Ok(RecallState::NeedMore));
        assert!(far.progress().bytes_unpacked > 100_000);
        let error = far.finish().unwrap_err();
        assert_eq!(
            (error.kind, error.found.contains("the data ends early")),
            (ReadErrorKind::Compression, true)
        );
    }
}

#[test]
fn error_is_repeated_by_later_calls() {
    let mut packed = gzip(CALL.as_bytes());
    packed[12] ^= 0xff;
    let mut recall = Recall::new(FORMAT, 0).unwrap();
    let error = recall.feed(&packed).unwrap_err();
    assert_eq!(recall.feed(b"more"), Err(error.clone()));
    assert_eq!(recall.finish(), Err(error));
}
