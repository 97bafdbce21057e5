//! Tests of the traces that the builder makes of calls in any order, as text pictures, and of the invariants on random
//! input.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_testkit::{Shape, generate, picture, trace};
use diptych_trace::{
    Builder, CallId, CallSpec, FunctionId, FunctionSpec, Keep, LaneId, LaneKind, OddityKind, Sink, Trace,
};
use proptest::prelude::*;

struct Bench {
    builder: Builder,
    lane: LaneId,
}

impl Bench {
    fn new() -> Self {
        let mut builder = Builder::default();
        let lane = builder.lane(None, LaneKind::Thread, "t");
        Self { builder, lane }
    }

    fn function(&mut self, name: &str) -> FunctionId {
        self.builder.function(FunctionSpec { name, ..FunctionSpec::default() })
    }

    fn call(&mut self, name: &str, start: i64, end: i64) {
        let function = self.function(name);
        self.builder.call(self.lane, CallSpec { start, end, function, source: start as u64 });
    }

    fn enter(&mut self, name: &str, at: i64) {
        let function = self.function(name);
        self.builder.enter(self.lane, function, at, at as u64);
    }

    fn leave(&mut self, name: Option<&str>, at: i64) {
        let function = name.map(|name| self.function(name));
        self.builder.leave(self.lane, function, at, at as u64);
    }

    fn finish(self) -> Trace {
        let trace = self.builder.finish().remove(0).1;
        trace.check().unwrap();
        trace
    }
}

fn counts(trace: &Trace) -> Vec<(OddityKind, u64)> {
    trace.report().entries().iter().map(|entry| (entry.kind, entry.count)).collect()
}

/// Returns the picture without its first line (the lane) and without the lane's indentation.
fn calls_picture(trace: &Trace) -> String {
    let text = picture(trace);
    let lines: Vec<&str> = text.lines().skip(1).map(|line| &line[2..]).collect();
    lines.join("\n") + "\n"
}

#[test]
fn calls_in_any_order_are_nested() {
    let mut bench = Bench::new();
    bench.call("inner", 20, 30);
    bench.call("late", 60, 70);
    bench.call("outer", 10, 50);
    assert_eq!(calls_picture(&bench.finish()), "10..50 outer\n  20..30 inner\n60..70 late\n");
}

#[test]
fn equal_spans_follow_a_recorder_that_writes_on_return() {
    let mut bench = Bench::new();
    bench.call("leaf", 1, 2);
    bench.call("inner", 1, 9);
    bench.call("outer", 1, 9);
    assert_eq!(calls_picture(&bench.finish()), "1..9 outer\n  1..9 inner\n    1..2 leaf\n");
}

#[test]
fn equal_spans_follow_a_recorder_that_writes_on_entry() {
    let mut bench = Bench::new();
    bench.call("outer", 1, 9);
    bench.call("inner", 1, 9);
    bench.call("leaf", 1, 2);
    assert_eq!(calls_picture(&bench.finish()), "1..9 outer\n  1..9 inner\n    1..2 leaf\n");
}

#[test]
fn touching_calls_and_calls_of_no_length_are_siblings() {
    let mut bench = Bench::new();
    bench.call("a", 0, 5);
    bench.call("b", 5, 9);
    bench.call("z", 5, 5);
    bench.call("z", 9, 9);
    bench.call("z", 9, 9);
    assert_eq!(calls_picture(&bench.finish()), "0..5 a\n5..9 b\n  5..5 z\n9..9 z\n9..9 z\n");
}

#[test]
fn overlapping_calls_go_to_sub_lanes_uncut() {
    let mut bench = Bench::new();
    bench.call("first", 0, 10);
    bench.call("crossing", 5, 15);
    bench.call("inside", 6, 9);
    bench.call("third", 8, 20);
    bench.call("behind", 15, 25);
    let trace = bench.finish();
    let expected = "t
  0..10 first
    6..9 inside
  15..25 behind
  sub-lane 1
    5..15 crossing
  sub-lane 2
    8..20 third
";
    assert_eq!(picture(&trace), expected);
    assert_eq!(trace.lanes().kind(LaneId(1)), LaneKind::Sublane);
    assert_eq!(trace.lanes().parent(LaneId(2)), Some(LaneId(0)));
    let [entry] = trace.report().entries() else { panic!("{:?}", trace.report()) };
    let told = (entry.kind, entry.subject.as_str(), entry.count, entry.first_offset, entry.example.as_str());
    assert_eq!(told, (OddityKind::Parallel, "t", 2, 5, "crossing, third"));
    assert_eq!(trace.report().warnings(), 0);
}

#[test]
fn an_overlap_by_rounding_is_cut_and_counted() {
    let mut bench = Bench::new();
    bench.builder.resolution(2);
    bench.call("outer", 0, 100);
    bench.call("ends late", 50, 102);
    bench.call("inner", 60, 70);
    bench.call("starts early", 68, 90);
    bench.call("starts in that", 68, 80);
    bench.call("next", 99, 120);
    let trace = bench.finish();
    let expected = "0..100 outer
  50..100 ends late
    60..70 inner
    70..90 starts early
      70..80 starts in that
100..120 next
";
    assert_eq!(calls_picture(&trace), expected);
    assert_eq!(counts(&trace), [(OddityKind::Overlap, 4)]);
    assert_eq!(trace.report().entries()[0].first_offset, 50);
}

#[test]
fn overlapping_kernels_keep_their_durations() {
    let mut bench = Bench::new();
    (0..1_000).for_each(|number| bench.call("kernel", 10_000 * number, 10_000 * number + 15_000));
    let trace = bench.finish();
    let calls = trace.calls();
    assert_eq!((trace.lanes().len(), calls.len()), (2, 1_000));
    assert!(calls.start().iter().zip(calls.end()).all(|(start, end)| end - start == 15_000));
    assert_eq!([0, 1].map(|lane| trace.lanes().calls(LaneId(lane)).len()), [500, 500]);
    assert_eq!(counts(&trace), [(OddityKind::Parallel, 500)]);
}

#[test]
fn sub_lanes_follow_their_lane() {
    let mut builder = Builder::default();
    let process = builder.lane(None, LaneKind::Process, "p");
    let threads = ["one", "two"].map(|name| builder.lane(Some(process), LaneKind::Thread, name));
    let within = builder.lane(Some(threads[0]), LaneKind::Group, "within");
    let function = builder.function(FunctionSpec { name: "f", ..FunctionSpec::default() });
    let column = builder.weight_column("bytes", diptych_trace::Unit::Bytes);
    for lane in [threads[0], within, threads[1]] {
        for (number, start) in [0, 5, 7].into_iter().enumerate() {
            builder.call(lane, CallSpec { start, end: start + 10, function, source: 0 });
            builder.weigh(lane, column, number as i64);
        }
    }
    let trace = builder.finish().remove(0).1;
    trace.check().unwrap();
    let level = |lane: LaneId| std::iter::successors(Some(lane), |&lane| trace.lanes().parent(lane)).count();
    let lanes: Vec<(usize, &str)> =
        trace.lanes().ids().map(|lane| (level(lane), trace.lanes().name(trace.names(), lane))).collect();
    let sublanes = |level: usize| [(level, "sub-lane 1"), (level, "sub-lane 2")];
    let mut expected = vec![(1, "p"), (2, "one")];
    expected.extend(sublanes(3));
    expected.push((3, "within"));
    expected.extend(sublanes(4));
    expected.push((2, "two"));
    expected.extend(sublanes(3));
    assert_eq!(lanes, expected);
    assert_eq!(trace.weights()[0].values, [0, 1, 2, 0, 1, 2, 0, 1, 2]);
}

#[test]
fn ends_pair_by_name_or_with_the_innermost_call() {
    let mut bench = Bench::new();
    bench.enter("a", 0);
    bench.enter("b", 1);
    bench.leave(None, 3);
    bench.leave(Some("a"), 4);
    assert_eq!(calls_picture(&bench.finish()), "0..4 a\n  1..3 b\n");
}

#[test]
fn ends_that_do_not_fit_are_counted_and_repaired() {
    let mut bench = Bench::new();
    bench.leave(Some("never"), 0);
    bench.enter("a", 1);
    bench.enter("b", 2);
    bench.leave(Some("a"), 5);
    bench.enter("open", 6);
    bench.call("last", 7, 9);
    let trace = bench.finish();
    // Times are printed as the file has them; the first instant is 1.
    assert_eq!(calls_picture(&trace), "1..5 a\n  2..5 b\n6..9 open\n  7..9 last\n");
    let expected =
        [(OddityKind::UnmatchedEnd, 1), (OddityKind::MismatchedEnd, 1), (OddityKind::UnclosedCall, 1)];
    assert_eq!(counts(&trace), expected);
}

#[test]
fn marks_out_of_order_are_sorted() {
    let mut bench = Bench::new();
    bench.enter("b", 5);
    bench.leave(None, 6);
    bench.enter("a", 1);
    bench.leave(None, 9);
    let trace = bench.finish();
    assert_eq!(calls_picture(&trace), "1..9 a\n  5..6 b\n");
    assert_eq!(counts(&trace), [(OddityKind::OutOfOrder, 1)]);
}

#[test]
fn lanes_are_in_pre_order_and_by_order() {
    let mut builder = Builder::default();
    let late = builder.lane(None, LaneKind::Process, "late");
    let early = builder.lane(None, LaneKind::Process, "early");
    let thread = builder.lane(Some(late), LaneKind::Thread, "thread");
    builder.order_lane(early, -1);
    let function = builder.function(FunctionSpec { name: "f", ..FunctionSpec::default() });
    builder.call(thread, CallSpec { start: 0, end: 1, function, source: 0 });
    let trace = builder.finish().remove(0).1;
    trace.check().unwrap();
    assert_eq!(picture(&trace), "early\nlate\n  thread\n    0..1 f\n");
    assert_eq!(trace.lanes().subtree(LaneId(1)), 1..3);
    assert_eq!(trace.lanes().of_call(CallId(0)), LaneId(2));
}

#[test]
fn weights_follow_their_calls_through_sorting() {
    let mut bench = Bench::new();
    let column = bench.builder.weight_column("bytes", diptych_trace::Unit::Bytes);
    bench.call("b", 5, 9);
    bench.builder.weigh(bench.lane, column, 7);
    bench.call("a", 1, 3);
    bench.call("c", 10, 11);
    bench.builder.weigh(bench.lane, column, 3);
    let trace = bench.finish();
    assert_eq!(trace.weights()[0].values, [0, 7, 3]);
}

#[test]
fn a_stray_time_is_left_out_and_counted() {
    let mut bench = Bench::new();
    let column = bench.builder.weight_column("bytes", diptych_trace::Unit::Bytes);
    bench.call("stray", 0, 5);
    bench.builder.weigh(bench.lane, column, 1);
    let epoch = 1_700_000_000_000_000_000;
    bench.call("a", epoch, epoch + 10);
    bench.builder.weigh(bench.lane, column, 2);
    bench.call("b", epoch + 20, epoch + 30);
    bench.builder.weigh(bench.lane, column, 3);
    let trace = bench.finish();
    assert_eq!((trace.calls().len(), trace.origin(), trace.extent()), (2, epoch, 30));
    assert_eq!(trace.weights()[0].values, [2, 3]);
    assert_eq!(counts(&trace), [(OddityKind::TimeOutOfRange, 1)]);
    assert_eq!(trace.report().entries()[0].example, "0 to 5");
}

#[test]
fn times_at_the_ends_of_64_bits_are_strays() {
    let mut bench = Bench::new();
    for start in [i64::MIN, i64::MAX - 5, 0, 10, 20] {
        bench.call("f", start, start + 5);
    }
    bench.call("back", i64::MAX, i64::MIN);
    let trace = bench.finish();
    assert_eq!((trace.calls().len(), trace.origin(), trace.extent()), (3, 0, 25));
    assert_eq!(counts(&trace), [(OddityKind::NegativeDuration, 1), (OddityKind::TimeOutOfRange, 3)]);
}

#[test]
fn building_many_calls_reports_progress() {
    let told_of = |calls: i64| {
        let mut bench = Bench::new();
        (0..calls).for_each(|at| bench.call("f", at, at + 1));
        let mut told: Vec<(u64, u64)> = Vec::new();
        bench.builder.finish_with_progress(&mut |done, all| told.push((done, all)));
        told
    };
    let told = told_of(600_000);
    assert!(told.is_sorted() && told.iter().all(|&(done, all)| done <= all && all == 1_200_000), "{told:?}");
    assert!(told.len() >= 4 && told[told.len() - 1].0 > 1_000_000, "{told:?}");
    assert_eq!(told_of(1_000), []);
}

/// Builds three traces, the middle one with the most calls.
fn three(keep: Keep, titles: [&str; 3]) -> Vec<(String, u64, bool)> {
    let mut builder = Builder::keeping(keep);
    for (title, calls) in titles.into_iter().zip([1, 3, 2]) {
        builder.begin_trace(title);
        let lane = builder.lane(None, LaneKind::Thread, "t");
        let function = builder.function(FunctionSpec { name: "f", ..FunctionSpec::default() });
        (0..calls)
            .for_each(|start| builder.call(lane, CallSpec { start, end: start + 1, function, source: 0 }));
    }
    let built = builder.finish_listed().0;
    built.into_iter().map(|built| (built.name, built.calls, built.trace.is_some())).collect()
}

#[test]
fn only_requested_traces_are_kept() {
    let listed = |kept: [bool; 3]| {
        let rows = [("a", 1), ("b", 3), ("c", 2)].into_iter().zip(kept);
        rows.map(|((name, calls), kept)| (name.to_owned(), calls, kept)).collect::<Vec<_>>()
    };
    let titles = ["a", "b", "c"];
    assert_eq!(three(Keep::All, titles), listed([true; 3]));
    assert_eq!(three(Keep::MostCalls, titles), listed([false, true, false]));
    assert_eq!(three(Keep::Named("c".to_owned()), titles), listed([false, false, true]));
    assert_eq!(three(Keep::Named("d".to_owned()), titles), listed([false; 3]));
}

#[test]
fn names_of_traces_are_unique() {
    let names = |titles| three(Keep::All, titles).into_iter().map(|row| row.0).collect::<Vec<_>>();
    assert_eq!(names(["", "", ""]), ["1", "2", "3"]);
    assert_eq!(names(["a", "a", "a"]), ["a", "a (2)", "a (3)"]);
    assert_eq!(names(["a", "a (2)", "a"]), ["a", "a (2)", "a (3)"]);
    assert_eq!(names(["2", "", "2"]), ["2", "2 (2)", "2 (3)"]);
}

#[test]
fn a_call_costs_at_most_48_bytes() {
    let trace = generate(1, Shape { calls: 100_000, extent: 1 << 40, max_depth: 30, ..Shape::SMALL });
    assert!(trace.calls().len() > 50_000);
    assert!(trace.call_bytes() <= trace.calls().len() * 48, "{} bytes", trace.call_bytes());
}

#[test]
fn pictures_round_trip() {
    let text = "main\n  0..100 run @a.py:3\n    10..30 parse\n  100..120 end\n  inner\n    5..6 x\n";
    assert_eq!(picture(&trace(text)), text);
}

/// The naive way to nest: the parent is the shortest span that encloses a call and comes before it in pre-order.
fn naive_parents(trace: &Trace) -> Vec<CallId> {
    let calls = trace.calls();
    let holds = |outer: usize, inner: usize| {
        let (o, i) = ((calls.start()[outer], calls.end()[outer]), (calls.start()[inner], calls.end()[inner]));
        outer < inner && o.0 <= i.0 && i.1 <= o.1 && o.1 > i.0
    };
    (0..calls.len())
        .map(|inner| {
            (0..inner).rev().find(|&outer| holds(outer, inner)).map_or(CallId::NONE, |p| CallId(p as u32))
        })
        .collect()
}

proptest! {
    #[test]
    fn random_spans_pass_the_check(spans in prop::collection::vec((0i64..200, -3i64..60, 0u8..4), 0..80)) {
        let mut bench = Bench::new();
        for (start, length, function) in spans {
            bench.call(&format!("f{function}"), start, start + length);
        }
        bench.finish();
    }

    /// No call is lost, and none is cut by more than the rounding of times, whatever overlaps.
    #[test]
    fn overlapping_calls_keep_their_times(
        spans in prop::collection::vec((0i64..200, 0i64..60), 0..80), resolution in 0i64..4,
    ) {
        let mut bench = Bench::new();
        bench.builder.resolution(resolution);
        for (number, &(start, length)) in spans.iter().enumerate() {
            let function = bench.function("f");
            let source = number as u64;
            bench.builder.call(bench.lane, CallSpec { start, end: start + length, function, source });
        }
        let trace = bench.finish();
        prop_assert_eq!(trace.calls().len(), spans.len());
        for row in 0..spans.len() {
            let (start, length) = spans[trace.calls().source()[row] as usize];
            let (laid_start, laid_end) =
                (trace.calls().start()[row] + trace.origin(), trace.calls().end()[row] + trace.origin());
            prop_assert!((0..=resolution).contains(&(laid_start - start)));
            // A call shorter than the rounding may move as a whole.
            prop_assert!((laid_end - start - length).abs() <= resolution);
        }
    }

    #[test]
    fn random_marks_pass_the_check(marks in prop::collection::vec((0i64..100, prop::bool::ANY, 0u8..4, prop::bool::ANY), 0..80)) {
        let mut bench = Bench::new();
        for (at, begins, function, named) in marks {
            let name = format!("f{function}");
            if begins { bench.enter(&name, at) } else { bench.leave(named.then_some(&name), at) }
        }
        bench.finish();
    }

    #[test]
    fn parents_equal_the_naive_ones(seed: u64) {
        let trace = generate(seed, Shape { lanes: 1, ..Shape::SMALL });
        trace.check().unwrap();
        prop_assert_eq!(trace.calls().parent(), naive_parents(&trace));
    }

    #[test]
    fn innermost_equals_a_scan(seed: u64, tick in 0i64..1_000) {
        let trace = generate(seed, Shape::SMALL);
        let calls = trace.calls();
        for lane in trace.lanes().ids() {
            let running = |&id: &u32| calls.start()[id as usize] <= tick && tick < calls.end()[id as usize];
            let naive = trace.lanes().calls(lane).filter(running).max_by_key(|&id| calls.depth()[id as usize]);
            prop_assert_eq!(trace.innermost_at(lane, tick), naive.map(CallId));
        }
    }
}
