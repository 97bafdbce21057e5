//! Tests of totals, against pictures and against the naive twin.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_profile::{Groups, Sum, Totals, percentiles, totals};
use diptych_testkit::{Shape, generate, trace};
use diptych_trace::{CallId, FunctionId, Trace};
use proptest::prelude::*;

/// Returns (calls, self, total) of a function by name.
fn of(trace: &Trace, sums: &Totals, name: &str) -> (u64, i64, i64) {
    let named = |id: &FunctionId| trace.functions().get(trace.names(), *id).name == name;
    let id = trace.functions().ids().find(named).unwrap().index();
    (sums.calls[id], sums.self_ticks[id], sums.total_ticks[id])
}

#[test]
fn recursion_counts_once() {
    let trace = trace(
        "
        t
          0..100 walk
            10..60 visit
              20..50 walk
                30..40 visit
        ",
    );
    let sums = totals(&trace, &Groups::by_function(&trace), |_| ());
    assert_eq!(of(&trace, &sums, "walk"), (2, 50 + 20, 100));
    assert_eq!(of(&trace, &sums, "visit"), (2, 20 + 10, 50));
}

#[test]
fn lanes_add_up() {
    let trace = trace("a\n  0..10 f\nb\n  5..25 f\n");
    assert_eq!(of(&trace, &totals(&trace, &Groups::by_function(&trace), |_| ()), "f"), (2, 30, 30));
}

/// Walks up from every call to see if it is outermost, and down to its callees for self time.
fn naive(trace: &Trace) -> Totals {
    let mut sums = Totals::zero(trace.functions().len());
    let calls = trace.calls();
    for row in 0..calls.len() {
        let id = CallId(row as u32);
        let function = calls.function()[row];
        let mut callers =
            std::iter::successors(calls.parent()[row].some(), |p| calls.parent()[p.index()].some());
        sums.calls[function.index()] += 1;
        sums.self_ticks[function.index()] += calls.self_time(id);
        if !callers.any(|caller| calls.function()[caller.index()] == function) {
            sums.total_ticks[function.index()] += calls.duration(id);
        }
    }
    sums
}

/// Sorts all durations of each function and counts up to the rank.
fn naive_percentile(trace: &Trace, share: f64) -> Vec<i64> {
    let of = |function: FunctionId| {
        let rows = (0..trace.calls().len()).filter(|&row| trace.calls().function()[row] == function);
        let mut durations: Vec<i64> = rows.map(|row| trace.calls().duration(CallId(row as u32))).collect();
        durations.sort_unstable();
        let enough = |&&value: &&i64| {
            let reached = durations.iter().filter(|&&other| other <= value).count();
            reached as f64 >= share * durations.len() as f64
        };
        durations.iter().find(enough).copied().unwrap_or(0)
    };
    trace.functions().ids().map(of).collect()
}

#[test]
fn calls_inside_their_own_group_count_once() {
    let trace = trace(
        "
        t
          0..100 walk @a.py:1
            10..60 visit @b.py:1
              20..50 leave @a.py:9
        ",
    );
    // walk and leave together, visit on its own.
    let sums = totals(&trace, &Groups::new(vec![0, 1, 0]), |_| ());
    assert_eq!(sums, Totals { calls: vec![2, 1], self_ticks: vec![80, 20], total_ticks: vec![100, 50] });
}

proptest! {
    #[test]
    fn percentiles_equal_the_naive_twin(seed: u64, share in 0.0f64..=1.0) {
        let trace = generate(seed, Shape { functions: 4, ..Shape::SMALL });
        let shares = [0.5, share, 0.99];
        let fast = percentiles(&trace, &Groups::by_function(&trace), &shares);
        for (column, share) in fast.iter().zip(shares) {
            prop_assert_eq!(column, &naive_percentile(&trace, share));
        }
    }

    #[test]
    fn sum_of_some_calls_equals_the_naive_twins(seed: u64, id in 0u32..4) {
        let trace = generate(seed, Shape { functions: 4, ..Shape::SMALL });
        let (function, calls) = (FunctionId(id), trace.calls());
        let is_member = |call: CallId| calls.function()[call.index()] == function;
        let sum = Sum::new(&trace, is_member);
        let members = (0..calls.len() as u32).map(CallId).filter(|&call| is_member(call));
        let start = members.clone().map(|call| calls.start()[call.index()]).min();
        let end = members.map(|call| calls.end()[call.index()]).max();
        if id as usize >= trace.functions().len() {
            prop_assert_eq!(sum, Sum::default());
            return Ok(());
        }
        let (all, at) = (naive(&trace), id as usize);
        prop_assert_eq!((sum.calls, sum.self_ticks, sum.total_ticks), (all.calls[at], all.self_ticks[at], all.total_ticks[at]));
        prop_assert_eq!(sum.p50_ticks, naive_percentile(&trace, 0.5)[at]);
        prop_assert_eq!(sum.p99_ticks, naive_percentile(&trace, 0.99)[at]);
        prop_assert_eq!(sum.extent, start.zip(end));
    }

    #[test]
    fn equals_the_naive_twin(seed: u64) {
        let trace = generate(seed, Shape { functions: 4, ..Shape::SMALL });
        prop_assert_eq!(totals(&trace, &Groups::by_function(&trace), |_| ()), naive(&trace));
    }
}
