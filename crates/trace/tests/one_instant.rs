//! Calls that begin and end at one instant nest as they were written, in each of the ways of writing them.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_trace::{Builder, CallSpec, FunctionSpec, LaneKind, Sink, Trace};
use proptest::prelude::*;

/// A call: its number, its depth, its start and its end.
type Told = (u64, u32, i64, i64);

/// Returns begins and ends of one lane: the number of the call, whether it begins, and the instant.
fn marks(steps: &[(i64, bool)]) -> Vec<(u64, bool, i64)> {
    let (mut at, mut next, mut open, mut marks) = (0, 0, Vec::new(), Vec::new());
    for &(step, begins) in steps {
        at += step;
        if begins {
            open.push(next);
            marks.push((next, true, at));
            next += 1;
        } else if let Some(call) = open.pop() {
            marks.push((call, false, at));
        }
    }
    marks.extend(open.into_iter().rev().map(|call| (call, false, at)));
    marks
}

/// The naive way: a stack, and each call at the place where it began.
fn naive(marks: &[(u64, bool, i64)]) -> Vec<Told> {
    let (mut open, mut told): (Vec<u64>, Vec<Told>) = (Vec::new(), Vec::new());
    for &(call, begins, at) in marks {
        if begins {
            told.push((call, open.len() as u32, at, at));
            open.push(call);
        } else {
            open.pop();
            told[call as usize].3 = at;
        }
    }
    told
}

fn laid(builder: Builder) -> (Trace, Vec<Told>) {
    let trace = builder.finish().remove(0).1;
    trace.check().unwrap();
    let (calls, origin) = (trace.calls(), trace.origin());
    let told = |row: usize| {
        (calls.source()[row], calls.depth()[row], calls.start()[row] + origin, calls.end()[row] + origin)
    };
    let told = (0..calls.len()).map(told).collect();
    (trace, told)
}

fn function(builder: &mut Builder, call: u64) -> diptych_trace::FunctionId {
    builder.function(FunctionSpec { name: &format!("f{}", call % 3), ..FunctionSpec::default() })
}

proptest! {
    #[test]
    fn lanes_of_begins_and_ends_equal_a_stack(
        steps in prop::collection::vec((0i64..2, prop::bool::ANY), 1..80), resolution in 0i64..3,
    ) {
        let marks = marks(&steps);
        prop_assume!(!marks.is_empty());
        let (mut paired, mut ended) = (Builder::default(), Builder::default());
        for builder in [&mut paired, &mut ended] {
            builder.resolution(resolution);
            (0..3).for_each(|call| _ = function(builder, call));
        }
        let lane = paired.lane(None, LaneKind::Thread, "t");
        prop_assert_eq!(ended.lane(None, LaneKind::Thread, "t"), lane);
        let (mut open, mut expected) = (Vec::new(), naive(&marks));
        for &(call, begins, at) in &marks {
            let function = function(&mut paired, call);
            if begins {
                paired.enter(lane, function, at, call);
                open.push(CallSpec { start: at, end: at, function, source: call });
            } else {
                paired.leave(lane, None, at, call);
                let spec = open.pop().unwrap();
                ended.call_at_depth(lane, CallSpec { end: at, ..spec }, open.len() as u32);
            }
        }
        prop_assert_eq!(&laid(paired).1, &expected);
        prop_assert_eq!(&laid(ended).1, &expected);

        // Outermost calls of a strand are grouped into lanes by function. Each lane holds the calls written inside
        // them.
        let mut beside = Builder::default();
        let process = beside.lane(None, LaneKind::Process, "p");
        let strand = beside.strand(process, "");
        for &(call, begins, at) in &marks {
            let function = function(&mut beside, call);
            if begins {
                beside.enter_strand(strand, function, at, call);
            } else {
                beside.leave_strand(strand, None, at, call);
            }
        }
        let (trace, mut told) = laid(beside);
        for lane in trace.lanes().ids() {
            let rows = trace.lanes().calls(lane);
            let sources = &trace.calls().source()[rows.start as usize..rows.end as usize];
            prop_assert!(sources.is_sorted(), "a lane keeps the order it was told in");
        }
        prop_assert!(trace.lanes().ids().all(|lane| trace.lanes().kind(lane) != LaneKind::Sublane));
        told.sort_unstable();
        expected.sort_unstable();
        prop_assert_eq!(told, expected);
    }
}

#[test]
fn stray_calls_add_no_depth() {
    let mut builder = Builder::default();
    let lane = builder.lane(None, LaneKind::Thread, "t");
    let function = function(&mut builder, 0);
    let epoch = 1_700_000_000_000_000_000;
    // The outermost call begins too early for one axis with the others.
    builder.enter(lane, function, 0, 0);
    for (source, at) in [(1, epoch), (2, epoch), (3, epoch + 5)] {
        builder.enter(lane, function, at, source);
        builder.leave(lane, None, at, source);
    }
    builder.enter(lane, function, epoch + 6, 4);
    builder.enter(lane, function, epoch + 9, 5);
    for _ in 0..3 {
        builder.leave(lane, None, epoch + 9, 6);
    }
    let expected = [(1, 0, 0), (2, 0, 0), (3, 5, 5), (4, 6, 9), (5, 9, 9)];
    let depths = [0, 0, 0, 0, 1];
    let told = laid(builder).1;
    let found: Vec<(u64, i64, i64)> =
        told.iter().map(|&(call, _, start, end)| (call, start - epoch, end - epoch)).collect();
    assert_eq!(found, expected);
    assert_eq!(told.iter().map(|told| told.1).collect::<Vec<_>>(), depths);
}

#[test]
fn mixed_lanes_nest_by_time() {
    let mut builder = Builder::default();
    let lane = builder.lane(None, LaneKind::Thread, "t");
    let function = function(&mut builder, 0);
    builder.call(lane, CallSpec { start: 0, end: 9, function, source: 0 });
    builder.enter(lane, function, 2, 1);
    builder.leave(lane, None, 5, 1);
    assert_eq!(laid(builder).1, [(0, 0, 0, 9), (1, 1, 2, 5)]);
}
