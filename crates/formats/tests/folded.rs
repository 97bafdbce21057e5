//! Compares the weights of folded stacks with those of their file.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use diptych_trace::{CallId, LaneId, Trace};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use support::values::{one, total};

/// Returns the name of each lane with the width of its outermost calls.
fn widths(trace: &Trace) -> BTreeMap<String, i64> {
    let calls = trace.calls();
    let width = |lane: LaneId| {
        let of_lane = trace.lanes().calls(lane).map(CallId).filter(|call| calls.depth()[call.index()] == 0);
        of_lane.map(|call| calls.duration(call)).sum()
    };
    let name = |lane: LaneId| trace.lanes().name(trace.names(), lane).to_owned();
    trace.lanes().ids().map(|lane| (name(lane), width(lane))).collect()
}

#[test]
fn weight_of_a_thread_alone_is_a_call() {
    let trace = one(b"P1;T1 16905\nP1;T1;main 158\nP1;T1;main;f 2\nP1;T2 5\nP1 7\n");
    let expected = [("P1", 7), ("T1", 17_065), ("T2", 5)].map(|(name, width)| (name.to_owned(), width));
    assert_eq!(widths(&trace), BTreeMap::from(expected));
    assert_eq!((total(&trace, "(unknown)"), total(&trace, "main"), total(&trace, "f")), (16_917, 160, 2));
    assert_eq!(trace.report().total(), 0);
    // A frame that is no thread keeps its own weight.
    let trace = one(b"main 3\nmain;f 4\n");
    assert_eq!((total(&trace, "(unknown)"), total(&trace, "main")), (0, 7));
}

proptest! {
    /// Processes and threads with and without frames: no weight is lost.
    #[test]
    fn lanes_have_the_weight_of_the_file(
        lines in prop::collection::vec((0u32..3, prop::option::of(0u32..3), 0u32..3, 1i64..50), 1..20),
    ) {
        // A first line with a frame, by which the format is known.
        let mut file = "P9;T9;f 1\n".to_owned();
        let mut expected = BTreeMap::from([("T9".to_owned(), 1)]);
        for (process, thread, frames, weight) in lines {
            let mut lane = format!("P{process}");
            let mut stack = lane.clone();
            if let Some(thread) = thread {
                lane = format!("T{process}{thread}");
                write!(stack, ";{lane}").unwrap();
            }
            // Frames directly in a process would make its threads calls.
            let frames = if thread.is_some() { frames } else { 0 };
            (0..frames).for_each(|frame| write!(stack, ";f{frame}").unwrap());
            writeln!(file, "{stack} {weight}").unwrap();
            *expected.entry(lane).or_default() += weight;
        }
        let mut found = widths(&one(file.as_bytes()));
        found.retain(|_, width| *width > 0);
        prop_assert_eq!(found, expected);
    }
}
