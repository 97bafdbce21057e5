//! Call stacks sampled into Perfetto traces, by perf and by Chrome's profiler.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use diptych_formats::{Input, ReadErrorKind};
use diptych_trace::{OddityKind, Trace};
use support::protobuf::{message, number};
use support::values::{MS, calls, lanes, odd, one, total};

/// Encodes a packet of the first sequence.
fn packet(parts: &[&[u8]]) -> Vec<u8> {
    message(1, &[&number(10, 1), &parts.concat()])
}

fn text(field: u64, iid: u64, text: &str) -> Vec<u8> {
    message(field, &[&number(1, iid), &message(2, &[text.as_bytes()])])
}

/// Interned data: stack 1 is `main`, 2 is `main` > `work`, 3 is `main` > a frame without a name.
fn interned() -> Vec<u8> {
    let frame = |iid, name, address| {
        message(6, &[&number(1, iid), &number(2, name), &number(3, 1), &number(4, address)])
    };
    let stack = |iid, frames: &[u64]| {
        let frames: Vec<u8> = frames.iter().flat_map(|&frame| number(2, frame)).collect();
        message(7, &[&number(1, iid), &frames])
    };
    let data = [
        text(5, 1, "main"),
        text(5, 2, "work"),
        text(17, 1, "data"),
        text(17, 2, "app"),
        message(19, &[&number(1, 1), &number(7, 1), &number(7, 2)]),
        frame(1, 1, 0),
        frame(2, 2, 0),
        frame(3, 0, 0xbeef),
        stack(1, &[1]),
        stack(2, &[1, 2]),
        stack(3, &[1, 3]),
    ];
    message(12, &[&data.concat()])
}

fn perf(at_ms: u64, thread: u64, stack: u64) -> Vec<u8> {
    let sample = message(66, &[&number(2, 7), &number(3, thread), &number(4, stack)]);
    packet(&[&number(8, at_ms * MS as u64), &sample])
}

fn start() -> Vec<u8> {
    packet(&[&number(13, 1), &interned()])
}

#[test]
fn perf_samples_are_calls_of_their_threads() {
    let file = [
        start(),
        perf(10, 7, 1),
        perf(20, 7, 2),
        perf(30, 7, 2),
        perf(40, 7, 3),
        perf(10, 8, 2),
        perf(20, 8, 2),
        packet(&[&number(8, 1), &message(66, &[&number(18, 1), &number(2, 7)])]),
    ];
    let trace = one(&file.concat());
    assert_eq!(total(&trace, "main"), 40 * MS + 20 * MS);
    assert_eq!(total(&trace, "work"), 20 * MS + 20 * MS);
    assert_eq!(total(&trace, "0xbeef"), 10 * MS);
    assert_eq!(lanes(&trace).len(), 3, "{:?}", lanes(&trace));
    let specs = trace.functions().specs(trace.names());
    assert!(specs.iter().all(|spec| spec.file == "/data/app"));
    assert_eq!(
        odd(&trace),
        [(OddityKind::SkippedEvent, "packet of perf about samples that were not taken".to_owned(), 1)]
    );
}

#[test]
fn samples_lie_beside_the_calls_of_a_thread() {
    let event = |at: u64, kind: u64| {
        let event = message(11, &[&number(9, kind), &number(11, 5), &message(23, &[b"slice"])]);
        packet(&[&number(8, at * MS as u64), &event])
    };
    let thread = message(60, &[&number(1, 5), &message(4, &[&number(1, 7), &number(2, 7)])]);
    let file = [start(), packet(&[&thread]), event(5, 1), perf(10, 7, 2), perf(20, 7, 2), event(45, 2)];
    let trace = one(&file.concat());
    assert_eq!(total(&trace, "slice"), 40 * MS);
    assert_eq!(total(&trace, "work"), 20 * MS);
    assert!(lanes(&trace).iter().any(|lane| lane == "thread 7: samples"), "{:?}", lanes(&trace));
}

#[test]
fn streaming_profile_counts_from_its_thread_descriptor() {
    let thread = message(44, &[&number(1, 7), &number(2, 9), &number(6, 1_000)]);
    let samples = message(
        54,
        &[&number(1, 1), &number(1, 2), &number(1, 2), &number(2, 0), &number(2, 10_000), &number(2, 10_000)],
    );
    let file = [start(), packet(&[&thread]), packet(&[&samples]), packet(&[&samples])];
    let trace = one(&file.concat());
    // The second packet begins where the first one ended, with `main` alone for 10 ms.
    assert_eq!(total(&trace, "main"), 50 * MS);
    assert_eq!(total(&trace, "work"), 30 * MS);
    assert_eq!(odd(&trace), []);
}

#[test]
fn missing_stacks_and_frames_are_reported() {
    let lacking = message(12, &[&message(7, &[&number(1, 4), &number(2, 99)])]);
    let file = [start(), packet(&[&lacking]), perf(10, 7, 4), perf(20, 7, 1), perf(30, 7, 77)];
    let trace = one(&file.concat());
    assert_eq!(calls(&trace), [(0, "(frame 99)".to_owned()), (0, "main".to_owned())]);
    let subjects: Vec<String> = odd(&trace).into_iter().map(|(_, subject, _)| subject).collect();
    assert_eq!(subjects, ["frame that the file does not hold", "call stack that the file does not hold"]);
}

#[test]
fn deep_stacks_that_alternate_are_refused_before_calls_are_made() {
    const DEPTH: u64 = 20_000;
    let frames: Vec<u8> = (0..DEPTH).flat_map(|frame| message(6, &[&number(1, frame + 10)])).collect();
    let deep: Vec<u8> = (0..DEPTH).flat_map(|frame| number(2, frame + 10)).collect();
    let stack = message(7, &[&number(1, 9), &deep]);
    let mut file = [start(), packet(&[&message(12, &[&frames, &stack])])].concat();
    for index in 0..4_000 {
        file.extend(perf(index, 7, if index % 2 == 0 { 9 } else { 1 }));
    }
    let mut input = Input::new("");
    input.feed(&file).unwrap();
    assert_eq!(input.finish().unwrap_err().kind, ReadErrorKind::TooLarge);
}

/// A sample may come in any order of the packets that follow its names.
#[test]
fn order_of_samples_does_not_matter() {
    let mut samples = [perf(10, 7, 1), perf(20, 7, 2), perf(30, 7, 2), perf(40, 7, 3)];
    let of = |samples: &[Vec<u8>]| -> Trace { one(&[start(), samples.concat()].concat()) };
    let sorted = calls(&of(&samples));
    samples.reverse();
    let reversed = of(&samples);
    assert_eq!(calls(&reversed), sorted);
    assert!(odd(&reversed).iter().any(|(kind, ..)| *kind == OddityKind::OutOfOrder));
}
