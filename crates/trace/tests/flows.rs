//! Tests of the calls that flows tie, and of the work it takes.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_trace::{
    Binding, Builder, CallId, CallSpec, FlowPoint, FlowRole, FunctionSpec, LaneId, LaneKind, OddityKind,
    Sink, Trace,
};
use proptest::prelude::*;

/// Builds lanes of calls, each given by name, start and end.
fn builder(lanes: &[&[(&str, i64, i64)]]) -> Builder {
    let mut builder = Builder::default();
    for calls in lanes {
        let lane = builder.lane(None, LaneKind::Thread, "t");
        for &(name, start, end) in *calls {
            let function = builder.function(FunctionSpec { name, ..FunctionSpec::default() });
            builder.call(lane, CallSpec { start, end, function, source: 0 });
        }
    }
    builder
}

fn finish(builder: Builder) -> Trace {
    let trace = builder.finish().remove(0).1;
    trace.check().unwrap();
    trace
}

/// Returns `launch > kernel` for each flow, in the order of the table.
fn tied(trace: &Trace) -> Vec<String> {
    let calls = (0..trace.calls().len() as u32).map(CallId);
    let of = |from: CallId| {
        let name = move |to: &CallId| format!("{} > {}", trace.call_name(from), trace.call_name(*to));
        trace.flows().targets(from).iter().map(name)
    };
    calls.flat_map(of).collect()
}

fn report(trace: &Trace) -> Vec<(&str, u64)> {
    let entries = trace.report().entries().iter();
    entries
        .filter(|entry| entry.kind == OddityKind::SkippedEvent)
        .map(|e| (e.subject.as_str(), e.count))
        .collect()
}

use Binding::{Enclosing, Next, Record};
use FlowRole::{End, Start, Step};

fn point(builder: &mut Builder, lane: u32, key: u32, at: i64, role: FlowRole, binding: Binding) {
    builder.flow(LaneId(lane), FlowPoint { key, at, role, binding, source: at.unsigned_abs() });
}

#[test]
fn flow_events_tie_calls_in_any_file_order() {
    let mut builder = builder(&[
        &[("step", 0, 100), ("launch", 10, 12), ("launch 2", 20, 22)],
        &[("kernel", 15, 40), ("kernel 2", 30, 60)],
    ]);
    point(&mut builder, 1, 1, 15, End, Enclosing);
    point(&mut builder, 0, 1, 10, Start, Enclosing);
    point(&mut builder, 0, 2, 20, Start, Enclosing);
    point(&mut builder, 1, 2, 30, End, Enclosing);
    let trace = finish(builder);
    assert_eq!(trace.lanes().len(), 3, "the second kernel lies in a sub-lane");
    assert_eq!(tied(&trace), ["launch > kernel", "launch 2 > kernel 2"]);
    let kernel = trace.flows().targets(CallId(2))[0];
    assert_eq!(trace.flows().sources(kernel).collect::<Vec<_>>(), [CallId(2)]);
    assert_eq!(report(&trace), []);
}

#[test]
fn flow_ends_mean_the_next_or_enclosing_call() {
    let mut builder = builder(&[
        &[("post", 0, 10)],
        &[("runs", 0, 30), ("inside", 5, 6), ("next", 31, 40), ("in next", 31, 35)],
    ]);
    point(&mut builder, 0, 1, 5, Start, Enclosing);
    point(&mut builder, 1, 1, 20, End, Next);
    point(&mut builder, 0, 2, 6, Start, Enclosing);
    point(&mut builder, 1, 2, 20, End, Enclosing);
    let trace = finish(builder);
    assert_eq!(tied(&trace), ["post > runs", "post > next"]);
}

#[test]
fn flow_steps_several_ends_and_repeated_keys() {
    let mut builder = builder(&[&[
        ("a", 0, 10),
        ("b", 10, 20),
        ("c", 20, 30),
        ("d", 30, 40),
        ("e", 40, 50),
        ("empty", 50, 50),
    ]]);
    for (key, at, role) in [(1, 5, Start), (1, 15, Step), (1, 25, End), (1, 35, End)] {
        point(&mut builder, 0, key, at, role, Enclosing);
    }
    for (key, at, role) in [(2, 5, Start), (2, 15, End), (2, 25, Start), (2, 45, End)] {
        point(&mut builder, 0, key, at, role, Enclosing);
    }
    // Clocks that disagree: the end comes before its only start. Also a call of no length.
    for (key, at, role) in [(3, 5, End), (3, 25, Start), (4, 5, Start), (4, 50, End)] {
        point(&mut builder, 0, key, at, role, Enclosing);
    }
    let trace = finish(builder);
    assert_eq!(tied(&trace), ["a > b", "a > b", "a > empty", "b > c", "b > d", "c > a", "c > e"]);
}

#[test]
fn unpaired_flow_events_are_counted() {
    let mut builder = builder(&[&[("a", 0, 10), ("b", 20, 30)]]);
    let idle = builder.lane(None, LaneKind::Thread, "flows alone");
    point(&mut builder, 0, 1, 15, Start, Enclosing);
    point(&mut builder, 0, 1, 25, End, Enclosing);
    point(&mut builder, 0, 2, 5, Start, Enclosing);
    point(&mut builder, 0, 3, 1, Start, Enclosing);
    point(&mut builder, 0, 3, 2, End, Enclosing);
    point(&mut builder, 0, 4, 31, End, Next);
    point(&mut builder, idle.0, 2, 5, End, Enclosing);
    let trace = finish(builder);
    assert!(trace.flows().is_empty());
    assert_eq!(trace.lanes().len(), 1, "a lane without calls is none");
    let expected = [
        ("flow start (s) without call", 1),
        ("flow end (f) without call", 2),
        ("flow end (f) without start", 1),
        ("flow start (s) without end", 1),
        ("flow within one call", 1),
    ];
    let mut found = report(&trace);
    found.sort_unstable();
    let mut expected = expected.to_vec();
    expected.sort_unstable();
    assert_eq!(found, expected);
}

/// The naive way: checks the first `count` calls for the innermost, or for the next.
fn naive(trace: &Trace, count: u32, at: i64, binding: Binding) -> Option<CallId> {
    let calls = trace.calls();
    let all = (0..count).map(CallId);
    let start = |call: &CallId| calls.start()[call.index()] + trace.origin();
    let end = |call: &CallId| calls.end()[call.index()] + trace.origin();
    match binding {
        Enclosing => {
            let runs = |call: &CallId| start(call) == at || start(call) < at && at < end(call);
            all.filter(runs).max_by_key(|call| (start(call), call.0))
        }
        Record => None,
        Next => all.filter(|call| start(call) >= at).min_by_key(|call| (start(call), call.0)),
    }
}

proptest! {
    /// One lane with its sub-lanes. Each key has one point there and one at a call of another lane, so that both ends
    /// exist.
    #[test]
    fn flow_points_mean_the_call_a_scan_finds(
        spans in prop::collection::vec((0i64..40, 0i64..20), 1..30),
        points in prop::collection::vec((-2i64..70, prop::bool::ANY), 1..20),
    ) {
        let spans: Vec<(&str, i64, i64)> = spans.iter().map(|&(start, length)| ("f", start, start + length)).collect();
        let mut builder = builder(&[&spans, &[("start", 0, 1)]]);
        for (key, &(at, next)) in (0u32..).zip(&points) {
            point(&mut builder, 1, key, 0, Start, Enclosing);
            point(&mut builder, 0, key, at, End, if next { Next } else { Enclosing });
        }
        let trace = finish(builder);
        let start = CallId(trace.calls().len() as u32 - 1);
        // The lane of the starts comes last: a point of the other lane never means a call there.
        let found =
            |&(at, next): &(i64, bool)| naive(&trace, start.0, at, if next { Next } else { Enclosing });
        let mut expected: Vec<CallId> = points.iter().filter_map(found).collect();
        expected.sort_unstable();
        prop_assert_eq!(trace.flows().targets(start), expected);
    }
}

#[test]
fn record_flows_find_their_call_among_equal_starts() {
    for n in [10i64, 1_000] {
        let mut builder = Builder::default();
        let lane = builder.lane(None, LaneKind::Thread, "t");
        let function = builder.function(FunctionSpec { name: "f", ..FunctionSpec::default() });
        // All calls start at once, some nested and some overlapping; each leads to the next one in the file.
        for source in 0..n.unsigned_abs() {
            let (start, end) = (0, n - (source as i64 * 7) % n);
            builder.call(lane, CallSpec { start, end, function, source });
            for (key, role) in [(source as u32, Start), ((source as u32).wrapping_sub(1), End)] {
                builder.flow(lane, FlowPoint { key, at: 0, role, binding: Record, source });
            }
        }
        let (mut built, steps) = builder.finish_listed();
        let trace = built.remove(0).trace.unwrap();
        let source = |call: CallId| trace.calls().source()[call.index()];
        for call in (0..n as u32).map(CallId) {
            let targets: Vec<u64> = trace.flows().targets(call).iter().map(|to| source(*to)).collect();
            let next = source(call) + 1;
            assert_eq!(targets, if next < n.unsigned_abs() { vec![next] } else { Vec::new() });
        }
        assert_eq!(
            report(&trace),
            [
                ("start of a flow (flow_out) whose end (flow_in) is missing", 1),
                ("end of a flow (flow_in) whose start (flow_out) is missing", 1)
            ]
        );
        assert!(steps <= 20 * n.unsigned_abs(), "{steps} steps for {n} calls");
    }
}

#[test]
fn flow_work_is_linear_in_calls_and_points() {
    for n in [10_000i64, 80_000] {
        // All run at a time, in sub-lanes of their own, and each is meant by a point.
        let mut builder = Builder::default();
        let lane = builder.lane(None, LaneKind::Thread, "t");
        let function = builder.function(FunctionSpec { name: "f", ..FunctionSpec::default() });
        for at in 0..n {
            builder.call(lane, CallSpec { start: at, end: at + n, function, source: 0 });
            let role = if at % 2 == 0 { Start } else { End };
            point(&mut builder, lane.0, (at / 2) as u32, at + n / 2, role, Enclosing);
        }
        let (built, steps) = builder.finish_listed();
        assert_eq!(built[0].trace.as_ref().unwrap().flows().len() as i64, n / 2 - n / 4);
        let levels = u64::from(n.ilog2()) + 3;
        assert!(steps <= 6 * levels * n as u64, "{steps} steps for {n} calls");
    }
}
