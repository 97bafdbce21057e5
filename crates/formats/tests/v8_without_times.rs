//! Reads V8 profiles whose samples have no times.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use diptych_trace::{AxisKind, OddityKind, Trace, Unit};
use support::values::{MS, calls, odd, one, total};

/// Makes a profile as Node wrote it before 2016, with samples of `f`, `g` in `f`, and `f`. `ends` are members.
fn old(ends: &str, samples: &str) -> Vec<u8> {
    format!(
        r#"{{"typeId":"CPU","uid":1,"title":"x","head":{{"functionName":"(root)","url":"","lineNumber":0,"id":1,
        "hitCount":0,"children":[{{"functionName":"f","url":"a.js","lineNumber":3,"id":2,"hitCount":9,"children":[
        {{"functionName":"g","url":"a.js","lineNumber":9,"id":3,"hitCount":0,"children":[]}}]}}]}},{ends}
        "samples":[{samples}]}}"#
    )
    .into_bytes()
}

/// Makes a profile of today, whose start and end are microseconds.
fn new(ends: &str, samples: &str) -> Vec<u8> {
    format!(
        r#"{{"nodes":[{{"id":1,"callFrame":{{"functionName":"(root)"}},"children":[2]}},
        {{"id":2,"callFrame":{{"functionName":"f"}},"hitCount":3,"children":[3]}},
        {{"id":3,"callFrame":{{"functionName":"g"}}}}],{ends}"samples":[{samples}]}}"#
    )
    .into_bytes()
}

fn is_time(trace: &Trace) -> bool {
    trace.axis().kind == AxisKind::Time
}

#[test]
fn samples_lie_evenly_between_start_and_end() {
    for (file, length) in [
        (new(r#""startTime":5000,"endTime":8000,"#, "2,3,2"), 3 * MS),
        (old(r#""startTime":181012.5,"endTime":"181014.1","#, "2,3,2"), 1_600 * MS),
        (old(r#""startTime":474806,"endTime":474836,"#, "2,3,2"), 30_000 * MS),
    ] {
        let trace = one(&file);
        assert!(is_time(&trace));
        assert_eq!(trace.extent(), length);
        assert_eq!(total(&trace, "f"), length);
        assert!((total(&trace, "g") - length / 3).abs() <= 1, "{}", total(&trace, "g"));
        assert_eq!(calls(&trace), [(0, "f".to_owned()), (1, "g".to_owned())]);
        let kinds: Vec<_> = odd(&trace).into_iter().map(|(kind, _, count)| (kind, count)).collect();
        assert_eq!(kinds, [(OddityKind::Assumed, 1)]);
    }
}

#[test]
fn samples_without_start_and_end_are_counted() {
    for file in [
        new("", "2,3,2"),
        new(r#""startTime":5000,"endTime":5000,"#, "2,3,2"),
        new(r#""startTime":5000,"#, "2,3,2"),
        // Two whole seconds may be anything from one to three.
        old(r#""startTime":474806,"endTime":474808,"#, "2,3,2"),
    ] {
        let trace = one(&file);
        assert_eq!((is_time(&trace), trace.axis().unit), (false, Unit::Count));
        // The samples count, not the hits of their nodes.
        assert_eq!((trace.extent(), total(&trace, "f"), total(&trace, "g")), (3, 3, 1));
        assert_eq!(odd(&trace), []);
    }
    let trace = one(&new("", "2,7,2"));
    assert_eq!(total(&trace, "f"), 2);
    assert_eq!(odd(&trace)[0].0, OddityKind::BadEvent);
}

#[test]
fn times_of_samples_come_first() {
    let trace = one(&new(r#""startTime":0,"endTime":9000,"timeDeltas":[0,1000,1000],"#, "2,3,2"));
    assert_eq!((total(&trace, "g"), odd(&trace)), (MS, vec![]));
}
