//! Details of calls: the lists of relatives are bounded, their total numbers are not.
#![allow(clippy::unwrap_used, reason = "tests")]

#[path = "support/pairs.rs"]
mod pairs;

use diptych_protocol::{CallRow, SideName};
use diptych_testkit::trace as picture;
use diptych_trace::{Builder, CallId, CallSpec, FunctionSpec, LaneKind, Sink, Trace};
use diptych_views::words;
use pairs::Sides;

/// Rows of a list.
const LISTED: usize = 50;

/// Builds a trace of one function with these starts and ends.
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
fn callers_list_holds_the_nearest_of_many() {
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
fn callees_list_holds_the_longest_of_many() {
    let wide = 100_000i64;
    // Later callees are longer, except for the first, which is as long as the last.
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

/// Returns the name, the duration, the duration of the counterpart, and the change.
fn texts(row: &CallRow) -> [&str; 4] {
    [&row.name, &row.duration, &row.other, &row.change]
}

#[test]
fn callees_of_both_partners_sort_by_change() {
    let sides = Sides::new([
        picture(
            "t\n  0..1000 main\n    0..500 work\n      0..100 same\n      100..300 slower\n      300..330 gone\n",
        ),
        picture(
            "t\n  0..1400 main\n    0..900 work\n      0..100 same\n      100..200 wrap\n        110..190 deep\n      \
             300..800 slower\n",
        ),
    ]);
    let details = words::details(SideName::A, sides.traces()[0], CallId(1), Some(&sides.correspondence()));
    let rows: Vec<[&str; 4]> = details.callees.iter().map(texts).collect();
    let expected = [
        ["slower", "200 ns", "500 ns", "+300 ns"],
        ["wrap", "100 ns", "", "+100 ns"],
        ["gone", "30 ns", "", "\u{2212}30 ns"],
        ["same", "100 ns", "100 ns", ""],
    ]
    .map(|row| row.map(|text| text.replace(' ', "\u{202f}")));
    assert_eq!(rows, expected.each_ref().map(|row| row.each_ref().map(String::as_str)));
    let whose: Vec<SideName> = details.callees.iter().map(|row| row.call.side).collect();
    assert_eq!(whose, [SideName::A, SideName::B, SideName::A, SideName::A], "of what A lacks the call of B");
    assert_eq!(details.callees_of, 4);
    let callers: Vec<String> = details.callers.iter().map(|row| texts(row).join(" ")).collect();
    assert_eq!(callers, ["main 1.00\u{202f}µs 1.40\u{202f}µs +400\u{202f}ns"]);
}
