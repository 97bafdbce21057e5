//! Shapes that make searching back expensive: the builder's work stays in proportion to its input. Work is counted, not
//! timed.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_trace::{Builder, CallSpec, FunctionId, FunctionSpec, LaneId, LaneKind, OddityKind, Sink};

/// Writes events, given their approximate number, and returns how many it wrote.
type Shape = fn(&mut Builder, i64) -> i64;

fn function(builder: &mut Builder, number: i64) -> FunctionId {
    builder.function(FunctionSpec { name: &format!("f{number}"), ..FunctionSpec::default() })
}

fn lane(builder: &mut Builder) -> LaneId {
    builder.lane(None, LaneKind::Thread, "lane")
}

fn call(builder: &mut Builder, lane: LaneId, start: i64, end: i64) {
    let function = function(builder, 0);
    builder.call(lane, CallSpec { start, end, function, source: 0 });
}

/// Writes begins that never end, then ends of functions that never began.
fn unclosed_and_foreign(builder: &mut Builder, n: i64) -> i64 {
    let (lane, open, foreign) = (lane(builder), function(builder, 0), function(builder, 1));
    (0..n).for_each(|at| builder.enter(lane, open, at, 0));
    (n..2 * n).for_each(|at| builder.leave(lane, Some(foreign), at, 0));
    2 * n
}

/// Begins and ends one function over and over at the top of a stack that stays open, with a foreign end between.
fn at_the_top_of_a_deep_stack(builder: &mut Builder, n: i64) -> i64 {
    let (lane, open) = (lane(builder), function(builder, 0));
    let [leaf, foreign] = [1, 2].map(|number| function(builder, number));
    (0..n).for_each(|at| builder.enter(lane, open, at, 0));
    for at in n..2 * n {
        builder.enter(lane, leaf, at, 0);
        builder.leave(lane, Some(foreign), at, 0);
        builder.leave(lane, Some(leaf), at, 0);
    }
    builder.leave(lane, None, 2 * n, 0);
    4 * n + 1
}

/// Begins each function once and ends them in the order in which they began, so the first end closes all.
fn ends_in_the_order_of_begins(builder: &mut Builder, n: i64) -> i64 {
    let lane = lane(builder);
    let functions: Vec<FunctionId> = (0..n).map(|number| function(builder, number)).collect();
    (0..n).zip(&functions).for_each(|(at, &function)| builder.enter(lane, function, at, 0));
    (n..2 * n).zip(&functions).for_each(|(at, &function)| builder.leave(lane, Some(function), at, 0));
    2 * n
}

fn deep_written_on_return(builder: &mut Builder, n: i64) -> i64 {
    let lane = lane(builder);
    (0..n).rev().for_each(|start| call(builder, lane, start, 2 * n - start));
    n
}

fn deep_written_on_entry(builder: &mut Builder, n: i64) -> i64 {
    let lane = lane(builder);
    (0..n).for_each(|start| call(builder, lane, start, 2 * n - start));
    n
}

fn wide_below_a_deep_stack(builder: &mut Builder, n: i64) -> i64 {
    let lane = lane(builder);
    (0..n).for_each(|at| call(builder, lane, n + 2 * at, n + 2 * at + 1));
    (0..n).rev().for_each(|start| call(builder, lane, start, 4 * n - start));
    2 * n
}

fn equal_spans(builder: &mut Builder, n: i64) -> i64 {
    let lane = lane(builder);
    (0..n).for_each(|_| call(builder, lane, 3, 9));
    n
}

fn equal_spans_of_no_length(builder: &mut Builder, n: i64) -> i64 {
    let lane = lane(builder);
    (0..n).for_each(|_| call(builder, lane, 3, 3));
    n
}

/// Writes calls that each end after the one before, in which they began.
fn staircase(builder: &mut Builder, n: i64) -> i64 {
    let lane = lane(builder);
    (0..n).for_each(|at| call(builder, lane, at, at + n));
    n
}

fn many_lanes_that_begin_alternately(builder: &mut Builder, n: i64) -> i64 {
    let lanes: Vec<LaneId> = (0..n / 10).map(|_| lane(builder)).collect();
    let function = function(builder, 0);
    (0..n).for_each(|at| builder.enter(lanes[(at % (n / 10)) as usize], function, at, 0));
    (n..2 * n).for_each(|at| builder.leave(lanes[(at % (n / 10)) as usize], Some(function), at, 0));
    2 * n
}

fn many_names(builder: &mut Builder, n: i64) -> i64 {
    let lane = lane(builder);
    for at in 0..n {
        let function = function(builder, at);
        builder.enter(lane, function, at, 0);
    }
    n
}

/// Writes pairs whose end comes, by time, before their begin.
fn ends_before_begins(builder: &mut Builder, n: i64) -> i64 {
    let (lane, function) = (lane(builder), function(builder, 0));
    for at in 0..n {
        builder.enter(lane, function, 2 * n - at, 0);
        builder.leave(lane, Some(function), at, 0);
    }
    2 * n
}

fn whole_calls_between_begins(builder: &mut Builder, n: i64) -> i64 {
    let (lane, function) = (lane(builder), function(builder, 0));
    for at in 0..n {
        builder.enter(lane, function, 3 * at, 0);
        call(builder, lane, 3 * at + 1, 3 * at + 2);
    }
    2 * n
}

/// Writes a chain of lanes, each inside the one before.
fn deep_lanes(builder: &mut Builder, n: i64) -> i64 {
    let mut parent = None;
    for at in 0..n {
        let lane = builder.lane(parent, LaneKind::Group, "lane");
        call(builder, lane, at, at + 1);
        parent = Some(lane);
    }
    n
}

/// Writes kernels that each start before the one before ends.
fn kernels_beside_each_other(builder: &mut Builder, n: i64) -> i64 {
    let lane = lane(builder);
    (0..n).for_each(|at| call(builder, lane, 10 * at, 10 * at + 15));
    n
}

/// Writes calls that overlap and end in the order of their starts, as they end; each contains a short one.
fn staircase_written_on_return(builder: &mut Builder, n: i64) -> i64 {
    let lane = lane(builder);
    (0..n).for_each(|at| {
        call(builder, lane, 3 * at + 1, 3 * at + 2);
        call(builder, lane, 3 * at, 3 * (at + n));
    });
    2 * n
}

/// Writes a deep stack that ends within the rounding of times, while many calls begin.
fn a_stack_that_ends_by_rounding(builder: &mut Builder, n: i64) -> i64 {
    let lane = lane(builder);
    builder.resolution(10);
    (0..n).for_each(|at| call(builder, lane, at, n + 5));
    (0..n).for_each(|at| call(builder, lane, n, 2 * n + 20 * at));
    2 * n
}

/// Writes overlapping stacks of some depth.
fn stacks_beside_each_other(builder: &mut Builder, n: i64) -> i64 {
    let lane = lane(builder);
    (0..n).for_each(|at| {
        let (stack, depth) = (at / 10, at % 10);
        call(builder, lane, 20 * stack + depth, 20 * stack + 100 - depth);
    });
    n
}

const SHAPES: [(&str, Shape); 18] = [
    ("kernels beside each other", kernels_beside_each_other),
    ("a staircase written on return", staircase_written_on_return),
    ("a stack that ends by rounding", a_stack_that_ends_by_rounding),
    ("stacks beside each other", stacks_beside_each_other),
    ("unclosed begins and foreign ends", unclosed_and_foreign),
    ("calls at the top of a deep stack", at_the_top_of_a_deep_stack),
    ("ends in the order of begins", ends_in_the_order_of_begins),
    ("deep, written on return", deep_written_on_return),
    ("deep, written on entry", deep_written_on_entry),
    ("wide below a deep stack", wide_below_a_deep_stack),
    ("equal spans", equal_spans),
    ("equal spans of no length", equal_spans_of_no_length),
    ("a staircase", staircase),
    ("many lanes that begin alternately", many_lanes_that_begin_alternately),
    ("many names", many_names),
    ("ends before begins", ends_before_begins),
    ("whole calls between begins", whole_calls_between_begins),
    ("deep lanes", deep_lanes),
];

/// Each call is visited when its end is found, when it is nested, and twice when it is sorted into pre-order. A call
/// that overlaps others is nested once more.
const STEPS_AN_EVENT: u64 = 5;

/// To find its sub-lane, a call walks down the tree of sub-lanes once, and up twice: when it begins and when it ends.
const WALKS: u64 = 3;

#[test]
fn builder_work_is_linear_for_every_shape() {
    for (name, shape) in SHAPES {
        for n in [25_000, 100_000] {
            let mut builder = Builder::default();
            let events = shape(&mut builder, n) as u64;
            let (built, steps) = builder.finish_listed();
            let trace = built[0].trace.as_ref().unwrap();
            let beside = trace.report().entries().iter().find(|entry| entry.kind == OddityKind::Parallel);
            let sublanes = trace.lanes().ids().filter(|&lane| trace.lanes().kind(lane) == LaneKind::Sublane);
            let levels = u64::from((sublanes.count() as u64 + 1).ilog2()) + 2;
            let limit = STEPS_AN_EVENT * events + WALKS * levels * beside.map_or(0, |entry| entry.count);
            assert!(steps <= limit, "{name}: {steps} steps for {events} events");
            assert_eq!(trace.check(), Ok(()), "{name}");
            assert!(!trace.calls().is_empty(), "{name}");
        }
    }
}
