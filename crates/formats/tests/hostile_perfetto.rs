//! Reads hostile Perfetto traces: too many, too deep, too far, packed too well. Also checks the memory held by the
//! reader.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use diptych_formats::{Input, LoadedFile, ReadErrorKind};
use diptych_trace::OddityKind;
use flate2::Compression;
use flate2::write::ZlibEncoder;
use std::io::Write;
use support::protobuf::{message, number};
use support::read;

fn packet(parts: &[&[u8]]) -> Vec<u8> {
    message(1, &[&number(10, 1), &parts.concat()])
}

/// Encodes a begin (1) or an end (2) of `name` on a track.
fn event(at: u64, kind: u64, track: u64, name: &str) -> Vec<u8> {
    let event = message(11, &[&number(9, kind), &number(11, track), &message(23, &[name.as_bytes()])]);
    packet(&[&number(8, at), &event])
}

/// Encodes the descriptor of a custom track within another.
fn track(uuid: u64, parent: u64, name: &str) -> Vec<u8> {
    packet(&[&message(60, &[&number(1, uuid), &number(5, parent), &message(2, &[name.as_bytes()])])])
}

fn deflate(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).unwrap();
    packet(&[&message(50, &[&encoder.finish().unwrap()])])
}

fn load(file: &[u8]) -> LoadedFile {
    let loaded = read("", file.chunks(1 << 16)).unwrap();
    assert_eq!((loaded.format, loaded.traces[0].1.check()), ("perfetto", Ok(())));
    loaded
}

fn count(loaded: &LoadedFile, kind: OddityKind, subject: &str) -> u64 {
    let entries = loaded.traces[0].1.report().entries().iter();
    entries.filter(|entry| entry.kind == kind && entry.subject == subject).map(|entry| entry.count).sum()
}

#[test]
fn hundred_thousand_of_anything_are_read() {
    const MANY: u64 = 100_000;
    let mut files = [const { Vec::new() }; 5];
    for index in 0..MANY {
        let name = format!("f{index}");
        files[0].extend(event(index, 1 + index % 2, 0, &name));
        files[1].extend([track(index + 1, 0, &name), event(index, 1, index + 1, "f")].concat());
        files[2].extend(event(index, 1, index + 1, "undescribed"));
        files[3].extend([track(index + 1, 0, "one"), event(index, 1, index + 1, "f")].concat());
        files[4].extend(event(index, 1, 0, "deep"));
    }
    let calls = files.map(|file| load(&file).traces[0].1.calls().len());
    assert_eq!(calls, [50_000, 100_000, 100_000, 100_000, 100_000]);
}

#[test]
fn nested_tracks_may_form_a_cycle() {
    let mut file = Vec::new();
    for uuid in 1..=1_000 {
        file.extend(track(uuid, uuid % 1_000 + 1, &format!("t{uuid}")));
    }
    for uuid in 1..=1_000 {
        file.extend([event(uuid, 1, uuid, "f"), event(uuid + 1, 2, uuid, "")].concat());
    }
    assert_eq!(load(&file).traces[0].1.calls().len(), 1_000);
}

#[test]
fn times_and_clocks_reach_the_limit_of_64_bits() {
    let clock =
        |id, time, unit| message(1, &[&number(1, id), &number(2, time), &number(3, 1), &number(4, unit)]);
    let snapshot = |of: &[Vec<u8>]| packet(&[&message(6, &[&of.concat()])]);
    let mut file = event(5, 1, 0, "near");
    file.extend(snapshot(&[clock(6, u64::MAX, 1), clock(64, 1, u64::MAX), clock(65, 3, 0)]));
    file.extend(snapshot(&[clock(6, 7, 1), clock(64, u64::MAX, 1), clock(65, u64::MAX, 1)]));
    for id in [6, 64, 65, 66, u64::from(u32::MAX)] {
        for time in [0, 1, u64::MAX, i64::MAX as u64] {
            let event = message(11, &[&number(9, 1), &number(10, 1)]);
            file.extend(packet(&[&number(8, time), &number(58, id), &event]));
        }
    }
    let loaded = load(&file);
    assert!(loaded.traces[0].1.calls().len() < 21);
    assert!(count(&loaded, OddityKind::TimeOutOfRange, "") > 0);
}

#[test]
fn packed_packets_are_unpacked_in_steps() {
    // 32 MiB of empty packets between the begin and the end of a call.
    let empty = [0x0a, 0].repeat(16 << 20);
    let file = [event(1, 1, 0, "f"), deflate(&empty), event(2, 2, 0, "")].concat();
    drop(empty);
    assert!(file.len() < 1 << 20);
    let mut input = Input::new("");
    input.feed(&file).unwrap();
    assert!(input.progress().peak_bytes < 8 << 20);
    assert_eq!(input.finish().unwrap().traces[0].1.calls().len(), 1);
}

#[test]
fn nested_packed_packets_are_left_out() {
    let mut packed = event(1, 1, 0, "inmost");
    for _ in 0..50 {
        packed = deflate(&packed);
    }
    let loaded = load(&[event(1, 1, 0, "f"), packed].concat());
    assert_eq!(loaded.traces[0].1.calls().len(), 1);
    assert_eq!(count(&loaded, OddityKind::BadEvent, "packed packets in packed packets"), 1);
}

#[test]
fn overlong_packet_is_left_out_in_any_pieces() {
    let long = packet(&[&message(33, &[&vec![7; 17 << 20]])]);
    let file = [event(1, 1, 0, "f"), long, event(2, 2, 0, "")].concat();
    for piece in [file.len(), 1 << 20, 100_000] {
        let loaded = read("", file.chunks(piece)).unwrap();
        assert_eq!(count(&loaded, OddityKind::BadEvent, "packet of more than 16 MiB"), 1);
        assert_eq!(loaded.traces[0].1.calls().end(), [1]);
    }
}

#[test]
fn events_before_their_track_are_held_and_estimated() {
    let mut file = Vec::new();
    for at in 0..50_000 {
        file.extend(event(at, 1 + at % 2, 9, "f"));
    }
    let mut input = Input::new("");
    input.feed(&file).unwrap();
    let before = input.progress();
    assert_eq!(before.calls, 25_000);
    assert!(before.peak_bytes > 50_000 * 32, "what is held is not foreseen: {before:?}");
    input.feed(&track(9, 0, "late")).unwrap();
    let loaded = input.finish().unwrap();
    let trace = &loaded.traces[0].1;
    assert_eq!((trace.calls().len(), trace.report().entries().len()), (25_000, 0));
}

#[test]
fn file_cut_before_its_first_call_is_refused() {
    let file = [track(1, 0, "t"), event(1, 1, 1, "f")].concat();
    let error = read("", [&file[..file.len() - 1]]).unwrap_err();
    assert_eq!((error.kind, error.offset), (ReadErrorKind::Truncated, file.len() as u64 - 1));
    let error = read("", [&[&track(1, 0, "t")[..], &[0x07; 20]].concat()[..]]).unwrap_err();
    assert_eq!(error.kind, ReadErrorKind::Malformed);
}
