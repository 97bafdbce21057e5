//! Compares the times of weighted samples of Firefox profiles with what their weights say.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod support;

use diptych_trace::{AxisKind, CallId, OddityKind, Trace, Unit};
use proptest::prelude::*;
use support::values::{MS, load, odd, one, total};

/// A sample: milliseconds, weight as written, and the number of its function.
type Row<'a> = (f64, &'a str, u32);

/// Makes a thread whose samples have the functions `f0` to `f3`. `kind` is the type of the weights.
fn thread(name: &str, kind: &str, rows: &[Row<'_>]) -> String {
    let list = |of: &dyn Fn(&Row<'_>) -> String| rows.iter().map(of).collect::<Vec<_>>().join(",");
    let (stacks, times) = (list(&|row| row.2.to_string()), list(&|row| row.0.to_string()));
    let weights = list(&|row| row.1.to_owned());
    format!(
        r#"{{"name":"{name}","pid":1,"tid":1,"samples":{{"stack":[{stacks}],"time":[{times}],"weight":[{weights}],
        "weightType":{kind},"length":{}}},"stackTable":{{"frame":[0,1,2,3],"prefix":[null,null,null,null]}},
        "frameTable":{{"func":[0,1,2,3]}},"funcTable":{{"name":[0,1,2,3]}},"markers":{{"name":[]}},
        "stringArray":["f0","f1","f2","f3"]}}"#,
        rows.len()
    )
}

fn profile(interval: f64, threads: &[String]) -> Vec<u8> {
    format!(r#"{{"meta":{{"interval":{interval},"startTime":0}},"threads":[{}]}}"#, threads.join(","))
        .into_bytes()
}

fn of_rows(interval: f64, rows: &[Row<'_>]) -> Trace {
    one(&profile(interval, &[thread("main", r#""samples""#, rows)]))
}

/// Returns start and end of each call in milliseconds, with its function.
fn spans(trace: &Trace) -> Vec<(i64, i64, String)> {
    let calls = trace.calls();
    let span = |call: u32| {
        let (start, end) = (calls.start()[call as usize], calls.end()[call as usize]);
        let origin = trace.origin();
        ((start + origin) / MS, (end + origin) / MS, trace.call_name(CallId(call)).to_owned())
    };
    (0..calls.len() as u32).map(span).collect()
}

fn expected(spans: &[(i64, i64, &str)]) -> Vec<(i64, i64, String)> {
    spans.iter().map(|&(start, end, name)| (start, end, name.to_owned())).collect()
}

#[test]
fn sample_lasts_as_long_as_its_weight_says() {
    // A sleep of two seconds is one sample. The stated interval is twice the true one.
    let rows = [(10.0, "10", 0), (15.0, "4000", 1), (2015.0, "10", 0), (2020.0, "1", 2)];
    let trace = of_rows(1.0, &rows);
    assert_eq!(trace.sampling(), Some(MS / 2));
    assert_eq!(
        (spans(&trace), total(&trace, "f2")),
        (expected(&[(10, 15, "f0"), (15, 2015, "f1"), (2015, 2020, "f0"), (2020, 2020, "f2")]), MS / 2)
    );
    assert_eq!(odd(&trace), []);
    // Each of the many samples counts when changes are compared with chance.
    let each = trace.sample_size();
    assert_eq!(format!("{each:?}"), format!("{:?}", of_rows(0.5, &rows).sample_size()));
}

#[test]
fn weight_may_count_the_time_before_the_sample() {
    // A wait begins at 2 ms and ends at 102 ms, as samply writes it.
    let rows =
        [(0.0, "1", 0), (1.0, "1", 1), (2.0, "1", 2), (102.0, "100", 2), (103.0, "1", 0), (104.0, "1", 1)];
    let trace = of_rows(1.0, &rows);
    assert_eq!(trace.sampling(), Some(MS));
    let spans_of = [(0, 1, "f0"), (1, 2, "f1"), (2, 103, "f2"), (103, 104, "f0"), (104, 105, "f1")];
    assert_eq!(spans(&trace), expected(&spans_of));
}

#[test]
fn gap_that_no_weight_accounts_for_is_kept() {
    let rows = [(0.0, "5", 0), (5.0, "1", 1), (6.0, "3", 0), (59.0, "4", 0), (63.0, "1", 1)];
    let trace = of_rows(1.0, &rows);
    let spans_of = [(0, 5, "f0"), (5, 6, "f1"), (6, 9, "f0"), (59, 63, "f0"), (63, 64, "f1")];
    assert_eq!(spans(&trace), expected(&spans_of));
    // The next sample comes earlier than the weight says.
    let rows = [(0.0, "5", 0), (5.0, "5", 1), (10.0, "50", 2), (12.0, "4", 0), (16.0, "4", 1)];
    let trace = of_rows(1.0, &rows);
    assert_eq!((total(&trace, "f2"), total(&trace, "f0"), total(&trace, "f1")), (2 * MS, 9 * MS, 9 * MS));
}

#[test]
fn weights_of_one_change_nothing() {
    let rows = |weight| [(0.0, weight, 0), (1.0, weight, 1), (3.0, weight, 0), (9.0, weight, 0)];
    for weight in ["1", "null", "1.0"] {
        let trace = of_rows(1.0, &rows(weight));
        assert_eq!(spans(&trace), expected(&[(0, 1, "f0"), (1, 3, "f1"), (3, 4, "f0"), (9, 10, "f0")]));
        assert_eq!((trace.sampling(), odd(&trace)), (Some(MS), vec![]));
    }
}

#[test]
fn weights_below_one_sample_are_left_out() {
    let rows = [(0.0, "2", 0), (2.0, "-2", 1), (4.0, "0", 2), (6.0, "2", 3), (8.0, "null", 0)];
    let trace = of_rows(1.0, &rows);
    assert_eq!(spans(&trace), expected(&[(0, 2, "f0"), (6, 8, "f3"), (8, 9, "f0")]));
    let reported = [
        (OddityKind::BadEvent, "sample with a negative weight"),
        (OddityKind::SkippedEvent, "sample of weight 0"),
    ];
    assert_eq!(odd(&trace), reported.map(|(kind, subject)| (kind, subject.to_owned(), 1)));
}

#[test]
fn weights_of_traced_calls_are_milliseconds() {
    let rows = [(0.0, "2.5", 0), (10.0, "20", 1), (15.0, "1", 2)];
    let trace = one(&profile(1.0, &[thread("main", r#""tracing-ms""#, &rows)]));
    assert_eq!(
        ["f0", "f1", "f2"].map(|name| total(&trace, name)),
        [5 * MS / 2, 5 * MS, MS],
        "a sample ends where the next one begins"
    );
}

#[test]
fn bytes_are_a_trace_of_their_own() {
    let bytes =
        thread("main", r#""bytes""#, &[(0.0, "100", 0), (0.0, "28", 1), (7.0, "-100", 0), (8.0, "4", 0)]);
    let trace = one(&profile(1.0, std::slice::from_ref(&bytes)));
    assert_eq!((trace.axis().kind, trace.axis().unit, trace.extent()), (AxisKind::Weight, Unit::Bytes, 132));
    assert_eq!(["f0", "f1"].map(|name| total(&trace, name)), [104, 28]);
    assert_eq!(odd(&trace), [(OddityKind::BadEvent, "sample with a negative weight".to_owned(), 1)]);
    let time = thread("other", "null", &[(0.0, "2", 2), (2.0, "3", 3)]);
    let loaded = load(&profile(1.0, &[bytes, time]));
    let traces: Vec<_> = loaded
        .traces
        .iter()
        .map(|(name, trace)| (name.as_str(), ["f0", "f2", "f3"].map(|name| total(trace, name))))
        .collect();
    assert_eq!(traces, [("time", [0, 2 * MS, 3 * MS]), ("bytes", [104, 0, 0])]);
}

proptest! {
    /// Samples of random weights follow each other without gaps: each function has the time of its samples.
    #[test]
    fn times_are_weights(rows in prop::collection::vec((0u32..4, 1u32..40), 3..40), is_backward: bool, quarters in 1u32..9) {
        let interval = f64::from(quarters) * 0.25;
        let (mut at, mut naive) = (0u32, [0u32; 4]);
        let weights: Vec<String> = rows.iter().map(|(_, weight)| weight.to_string()).collect();
        let mut samples = Vec::new();
        for ((function, weight), text) in rows.iter().zip(&weights) {
            let time = if is_backward { at + weight - 1 } else { at };
            samples.push((f64::from(time) * interval, text.as_str(), *function));
            at += weight;
            naive[*function as usize] += weight;
        }
        let trace = of_rows(interval, &samples);
        let unit = (interval * 1e6) as i64;
        prop_assert_eq!(trace.sampling(), Some(unit));
        // Equal fits on both sides leave open to which side the first and the last weight extend.
        let ends = i64::from(rows[0].1 + rows[rows.len() - 1].1) * unit;
        for (function, weight) in naive.iter().enumerate() {
            let found = total(&trace, &format!("f{function}"));
            let difference = (found - i64::from(*weight) * unit).abs();
            let most = if rows.iter().any(|row| row.1 > 1) { 0 } else { ends };
            prop_assert!(difference <= most, "f{}: {} of {}", function, found, i64::from(*weight) * unit);
        }
    }
}
