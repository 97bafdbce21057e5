//! Checks that the order of async events in a file does not matter, in particular if another process writes the end.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use diptych_trace::CallId;
use proptest::prelude::*;
use std::collections::BTreeMap;
use support::values::{odd, one, total};

/// An async event: whether it begins a call, its process and its time in microseconds.
type Event = (bool, u8, i64);

fn file(events: &[Event], [begin, end]: [&str; 2]) -> Vec<u8> {
    let events = events.iter().map(|&(begins, process, at)| {
        let phase = if begins { begin } else { end };
        format!(r#"{{"ph":"{phase}","cat":"r","name":"E","id":"1","pid":{process},"tid":1,"ts":{at}}}"#)
    });
    format!("[{}]", events.collect::<Vec<_>>().join(",\n")).into_bytes()
}

/// Start and end of each call by the process of its lane.
fn calls(bytes: &[u8]) -> Vec<(String, i64, i64)> {
    let trace = one(bytes);
    let mut calls: Vec<_> = (0..trace.calls().len() as u32)
        .map(CallId)
        .map(|call| {
            let (table, lanes) = (trace.calls(), trace.lanes());
            let mut lane = lanes.of_call(call);
            while let Some(parent) = lanes.parent(lane) {
                lane = parent;
            }
            let start = table.start()[call.index()] + trace.origin();
            let name = lanes.name(trace.names(), lane).to_owned();
            (name, start / 1_000, (start + table.duration(call)) / 1_000)
        })
        .collect();
    calls.sort();
    calls
}

#[test]
fn end_of_another_process_may_come_first_in_the_file() {
    for phases in [["S", "F"], ["b", "e"]] {
        let events = [(true, 2, 500), (false, 3, 700), (true, 2, 900), (false, 2, 950)];
        let mut order = [0, 1, 2, 3];
        for turn in 0..24 {
            let bytes = file(&order.map(|place| events[place]), phases);
            let expected = [("process 2".to_owned(), 500, 700), ("process 2".to_owned(), 900, 950)];
            assert_eq!(calls(&bytes), expected, "{order:?}");
            order.swap(turn % 3, turn % 3 + 1);
        }
    }
}

/// The begin gives the file of its function, and the end leaves it out.
#[test]
fn end_before_its_begin_ends_the_same_function() {
    let begin =
        r#"{"ph":"b","cat":"r","name":"E","id":"1","pid":2,"ts":500,"args":{"filename":"a.py","line":3}}"#;
    for process in [2, 3] {
        let end = format!(r#"{{"ph":"e","cat":"r","name":"E","id":"1","pid":{process},"ts":700}}"#);
        for text in [format!("[{begin},{end}]"), format!("[{end},{begin}]")] {
            let trace = one(text.as_bytes());
            assert_eq!((total(&trace, "E"), odd(&trace).len()), (200_000, 0), "{text}");
            assert_eq!(trace.functions().len(), 1, "{text}");
        }
    }
}

/// Finds the calls by the definition, strand by strand.
fn naive(events: &[Event]) -> Vec<(String, i64, i64)> {
    let mut in_time = events.to_vec();
    in_time.sort_by_key(|event| event.2);
    let has_begin = |process: u8| events.iter().any(|&(begins, of, _)| begins && of == process);
    let mut strands: BTreeMap<u8, Vec<(bool, i64)>> = BTreeMap::new();
    for &(begins, process, at) in in_time.iter().filter(|event| has_begin(event.1)) {
        strands.entry(process).or_default().push((begins, at));
    }
    let first = |process: u8| {
        in_time.iter().find(|event| event.0 && event.1 == process).map_or(i64::MAX, |event| event.2)
    };
    // Ends of its own process that come later count, too: a call that they end waits for no other end.
    let mut open: BTreeMap<u8, i64> = BTreeMap::new();
    for (&process, marks) in &strands {
        let behind = marks.iter().filter(|mark| mark.1 >= first(process));
        open.insert(process, behind.map(|mark| if mark.0 { 1 } else { -1 }).sum());
    }
    for &(_, _, at) in in_time.iter().filter(|event| !has_begin(event.1)) {
        let begun = open.iter().filter(|&(&process, &open)| open > 0 && first(process) <= at);
        if let Some(process) = begun.map(|(&process, _)| process).max_by_key(|&process| first(process)) {
            strands.entry(process).or_default().push((false, at));
            *open.entry(process).or_default() -= 1;
        }
    }
    let last = in_time.last().unwrap().2;
    let mut calls = Vec::new();
    for (process, mut marks) in strands {
        marks.sort_by_key(|mark| mark.1);
        let mut open = Vec::new();
        for (begins, at) in marks {
            if begins {
                open.push(at);
            } else if let Some(start) = open.pop() {
                calls.push((format!("process {process}"), start, at));
            }
        }
        calls.extend(open.into_iter().map(|start| (format!("process {process}"), start, last)));
    }
    calls.sort();
    calls
}

proptest! {
    #[test]
    fn order_of_async_events_does_not_matter(
        events in prop::collection::vec((any::<bool>(), 1u8..6), 1..16),
        keys in prop::collection::vec(any::<u32>(), 16),
    ) {
        let mut events: Vec<Event> =
            (0..).zip(events).map(|(at, (begins, process))| (begins, process, at * 10)).collect();
        prop_assume!(events.iter().any(|event| event.0));
        let expected = naive(&events);
        let found = calls(&file(&events, ["S", "F"]));
        prop_assert_eq!(&found, &expected);
        let mut keys = keys.into_iter();
        events.sort_by_cached_key(|_| keys.next());
        prop_assert_eq!(calls(&file(&events, ["b", "e"])), expected);
    }
}

/// Many processes with one id, and as many ends in another one, each before its begin in the file.
#[test]
fn ends_of_many_processes_are_matched_in_linear_time() {
    const COUNT: i64 = 100_000;
    let event = |phase: &str, process: i64, at: i64| {
        format!(r#"{{"ph":"{phase}","cat":"r","name":"E","id":"1","pid":{process},"ts":{at}}}"#)
    };
    let ends = (1..=COUNT).map(|call| event("e", 0, call * 10 + 5));
    let begins = (1..=COUNT).rev().map(|call| event("b", call, call * 10));
    let text = format!("[{}]", ends.chain(begins).collect::<Vec<_>>().join(","));
    let trace = one(text.as_bytes());
    assert_eq!((trace.calls().len() as i64, total(&trace, "E")), (COUNT, COUNT * 5_000));
    assert!(odd(&trace).is_empty(), "{:?}", odd(&trace));
}
