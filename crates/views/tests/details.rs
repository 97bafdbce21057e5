//! Details of calls with very many callers or callees: lists are bounded, their lengths are not.
#![allow(clippy::unwrap_used, reason = "tests")]

use diptych_protocol::SideName;
use diptych_trace::{Builder, CallId, CallSpec, FunctionSpec, LaneKind, Sink, Trace};
use diptych_views::words;

/// Rows of a list.
const LISTED: usize = 50;

/// Calls from start to end, each a nanosecond within the one before or beside it.
fn trace(calls: impl Iterator<Item = (i64, i64)>) -> Trace {
    let mut builder = Builder::default();
    let lane = builder.lane(None, LaneKind::Thread, "main");
    let function = builder.function(FunctionSpec { name: "f", ..FunctionSpec::default() });
    for (start, end) in calls {
        builder.call(lane, CallSpec { start, end, function, source: 0 });
    }
    builder.finish().remove(0).1
}

#[test]
fn of_a_hundred_thousand_callers_the_nearest_are_listed() {
    let deep = 100_000;
    let trace = trace((0..deep).map(|depth| (depth, 2 * deep - depth)));
    let details = words::details(SideName::A, &trace, CallId(deep as u32 - 1), None);
    assert_eq!((details.callers.len(), details.callers_of), (LISTED, deep as u32 - 1));
    let depths: Vec<u32> = details.callers.iter().map(|row| row.call.depth).collect();
    assert_eq!((depths[0], depths[LISTED - 1]), (deep as u32 - 2, deep as u32 - 1 - LISTED as u32));

    let shallow = words::details(SideName::A, &trace, CallId(3), None);
    assert_eq!((shallow.callers.len(), shallow.callers_of), (3, 3));
}

#[test]
fn of_a_hundred_thousand_callees_the_longest_are_listed() {
    let wide = 100_000i64;
    // The later the longer, but for the first, which is as long as the last.
    let length = |place: i64| if place == 0 { wide } else { place + 1 };
    let starts: Vec<i64> = (0..wide)
        .scan(0, |at, place| {
            let start = *at;
            *at += length(place);
            Some(start)
        })
        .collect();
    let end = starts[wide as usize - 1] + length(wide - 1);
    let callees = starts.iter().zip(0..).map(|(&start, place)| (start, start + length(place)));
    let trace = trace(std::iter::once((0, end)).chain(callees));
    let details = words::details(SideName::A, &trace, CallId(0), None);
    assert_eq!((details.callees.len(), details.callees_of), (LISTED, wide as u32));
    let listed: Vec<i64> = details.callees.iter().map(|row| row.call.duration).collect();
    let mut all: Vec<i64> = (0..wide).map(length).collect();
    all.sort_unstable_by_key(|&duration| std::cmp::Reverse(duration));
    assert_eq!(listed, all[..LISTED]);
    assert_eq!(details.callees[0].call.start, 0, "of equals the first");
}
