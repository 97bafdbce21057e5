//! Reads hostile spans: too many of one id, too deep, too far, too many traces.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use diptych_trace::OddityKind;
use std::fmt::Write as _;
use support::read;

fn zipkin(spans: impl IntoIterator<Item = (String, String, Option<String>, u64)>) -> Vec<u8> {
    let mut file = String::from("[");
    for (trace, id, parent, start) in spans {
        let parent = parent.map_or(String::new(), |parent| format!(r#","parentId":"{parent}""#));
        let rest = format!(r#""timestamp":{start},"duration":5,"name":"f""#);
        write!(file, r#"{{"traceId":"{trace}","id":"{id}"{parent},{rest}}},"#).unwrap();
    }
    file.push(']');
    file.into_bytes()
}

/// Returns an id. It is never all zeros, which some tools write for no id.
fn text(number: u64) -> String {
    (number + 1).to_string()
}

#[test]
fn many_spans_of_one_id_take_linear_time() {
    let spans = (0..200_000).map(|at| (text(1), text(7), Some(text(7)), at));
    let loaded = read("", [zipkin(spans).as_slice()]).unwrap();
    let trace = &loaded.traces[0].1;
    assert_eq!((trace.check(), trace.calls().len()), (Ok(()), 200_000));
}

#[test]
fn spans_may_be_deep_or_cyclic() {
    let chain = |first: Option<u64>| {
        (0..50_000u64).map(move |at| (text(1), text(at), at.checked_sub(1).or(first).map(text), 3))
    };
    let loaded = read("", [zipkin(chain(None)).as_slice()]).unwrap();
    assert_eq!(loaded.traces[0].1.max_depth(), 49_999);
    let loaded = read("", [zipkin(chain(Some(49_999))).as_slice()]).unwrap();
    let trace = &loaded.traces[0].1;
    assert_eq!((trace.check(), trace.calls().len()), (Ok(()), 50_000));
    assert_eq!(trace.report().entries()[0].kind, OddityKind::WithoutParent);
}

#[test]
fn overlapping_siblings_keep_their_times() {
    let spans = (0..20_000u64).map(|at| (text(1), text(at), (at > 0).then(|| text(0)), 10 + at % 3));
    let loaded = read("", [zipkin(spans).as_slice()]).unwrap();
    let trace = &loaded.traces[0].1;
    assert_eq!((trace.check(), trace.calls().len()), (Ok(()), 20_000));
    // No span is moved or left out.
    let calls = trace.calls();
    let mut starts = [0; 3];
    calls.start().iter().for_each(|&start| starts[(start / 1_000) as usize] += 1);
    assert_eq!(starts, [6_667, 6_667, 6_666]);
}

#[test]
fn up_to_32_traces_are_separated() {
    let spans = |traces: u64| (0..traces).map(|at| (text(at), text(1), None, at));
    for (traces, listed) in [(1, 1), (32, 32), (33, 1), (9_000, 1)] {
        let loaded = read("", [zipkin(spans(traces)).as_slice()]).unwrap();
        let calls: u64 = loaded.listed.iter().map(|listed| listed.calls).sum();
        assert_eq!((loaded.listed.len(), calls), (listed, traces));
    }
}

#[test]
fn times_reach_the_limit_of_64_bits() {
    let file = r#"[{"traceId":"1","id":"1","timestamp":4611686018427386,"duration":4611686018427386},
        {"traceId":"1","id":"2","timestamp":4611686018427388,"duration":9223372036854775807},
        {"traceId":"1","id":"3","parentId":"1","timestamp":-4611686018427387,"duration":-1e300},
        {"traceId":"1","id":"4","parentId":"1","timestamp":1e-400,"duration":1}]"#;
    let loaded = read("", [file.as_bytes()]);
    let text = support::text(&loaded);
    assert!(text.contains("time-out-of-range"), "{text}");
}
