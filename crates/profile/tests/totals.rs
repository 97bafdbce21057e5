//! Totals against pictures and against the naive twin.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_profile::{Totals, totals};
use diptych_testkit::{Shape, generate, trace};
use diptych_trace::{CallId, FunctionId, Trace};
use proptest::prelude::*;

/// (calls, self, total) of a function by name.
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
    let sums = totals(&trace, |_| ());
    assert_eq!(of(&trace, &sums, "walk"), (2, 50 + 20, 100));
    assert_eq!(of(&trace, &sums, "visit"), (2, 20 + 10, 50));
}

#[test]
fn lanes_add_up() {
    let trace = trace("a\n  0..10 f\nb\n  5..25 f\n");
    assert_eq!(of(&trace, &totals(&trace, |_| ()), "f"), (2, 30, 30));
}

/// Walks up from every call to see whether it is outermost, and down to its callees for self time.
fn naive(trace: &Trace) -> Totals {
    let functions = trace.functions().len();
    let mut sums =
        Totals { calls: vec![0; functions], self_ticks: vec![0; functions], total_ticks: vec![0; functions] };
    let calls = trace.calls();
    for row in 0..calls.len() {
        let id = CallId(row as u32);
        let function = calls.function()[row];
        let mut callers = std::iter::successors(calls.parent()[row].some(), |p| calls.parent()[p.index()].some());
        sums.calls[function.index()] += 1;
        sums.self_ticks[function.index()] += calls.self_time(id);
        if !callers.any(|caller| calls.function()[caller.index()] == function) {
            sums.total_ticks[function.index()] += calls.duration(id);
        }
    }
    sums
}

proptest! {
    #[test]
    fn equals_the_naive_twin(seed: u64) {
        let trace = generate(seed, Shape { functions: 4, ..Shape::SMALL });
        prop_assert_eq!(totals(&trace, |_| ()), naive(&trace));
    }
}
