//! Tests of range sums, against pictures and against a count tick by tick.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_profile::{Groups, RangeTotals, Totals, range_totals, totals};
use diptych_testkit::{Shape, generate, trace};
use diptych_trace::Trace;
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::ops::Range;

/// Visits every tick of the range in every lane, to find the open calls and the innermost of them.
fn naive(trace: &Trace, range: &Range<i64>) -> RangeTotals {
    let (calls, lanes) = (trace.calls(), trace.lanes());
    let mut sums = RangeTotals { totals: Totals::zero(trace.functions().len()), lanes: 0 };
    for lane in lanes.ids() {
        let rows = || lanes.calls(lane).map(|id| id as usize);
        let function = |row: usize| calls.function()[row].index();
        let mut is_used = false;
        for row in rows().filter(|&row| range.contains(&calls.start()[row])) {
            sums.totals.calls[function(row)] += 1;
            is_used = true;
        }
        for tick in range.clone() {
            let open: Vec<usize> =
                rows().filter(|&row| calls.start()[row] <= tick && tick < calls.end()[row]).collect();
            if let Some(&innermost) = open.iter().max_by_key(|&&row| calls.depth()[row]) {
                sums.totals.self_ticks[function(innermost)] += 1;
                is_used = true;
            }
            for of in open.into_iter().map(function).collect::<BTreeSet<_>>() {
                sums.totals.total_ticks[of] += 1;
            }
        }
        sums.lanes += u32::from(is_used);
    }
    sums
}

fn of(trace: &Trace, sums: &RangeTotals, name: &str) -> (u64, i64, i64) {
    let id =
        trace.functions().ids().find(|&id| trace.functions().get(trace.names(), id).name == name).unwrap();
    let totals = &sums.totals;
    (totals.calls[id.index()], totals.self_ticks[id.index()], totals.total_ticks[id.index()])
}

fn by_function(trace: &Trace, range: &Range<i64>) -> RangeTotals {
    range_totals(trace, &Groups::by_function(trace), range)
}

#[test]
fn calls_are_clipped_at_both_edges() {
    let trace = trace("t\n  0..100 main\n    10..40 parse\n    60..90 emit\nu\n  0..20 idle\n");
    let sums = by_function(&trace, &(30..70));
    assert_eq!(of(&trace, &sums, "main"), (0, 20, 40));
    assert_eq!(of(&trace, &sums, "parse"), (0, 10, 10));
    assert_eq!(of(&trace, &sums, "emit"), (1, 10, 10));
    assert_eq!(of(&trace, &sums, "idle"), (0, 0, 0));
    assert_eq!(sums.lanes, 1);
}

#[test]
fn recursion_across_the_edge_counts_once() {
    let trace = trace("t\n  0..100 walk\n    10..60 visit\n      20..50 walk\n");
    let sums = by_function(&trace, &(30..80));
    assert_eq!(of(&trace, &sums, "walk"), (0, 20 + 20, 50));
    assert_eq!(of(&trace, &sums, "visit"), (0, 10, 30));
}

#[test]
fn a_call_that_ends_at_the_start_is_outside() {
    let trace = trace("t\n  0..30 f\n  30..50 g\n");
    let sums = by_function(&trace, &(30..50));
    assert_eq!((of(&trace, &sums, "f"), of(&trace, &sums, "g")), ((0, 0, 0), (1, 20, 20)));
    assert_eq!(by_function(&trace, &(50..60)).lanes, 0);
    assert_eq!(by_function(&trace, &(10..10)), RangeTotals { totals: Totals::zero(2), lanes: 0 });
}

const SHAPE: Shape = Shape { calls: 40, lanes: 3, functions: 5, max_depth: 6, extent: 120 };

proptest! {
    #[test]
    fn sums_equal_a_count_of_every_tick(seed: u64, start in -20i64..140, length in 0i64..160) {
        let trace = generate(seed, SHAPE);
        let range = start..start + length;
        prop_assert_eq!(by_function(&trace, &range), naive(&trace, &range));
    }

    #[test]
    fn the_whole_run_gives_the_totals_of_the_run(seed: u64) {
        let trace = generate(seed, Shape::SMALL);
        let groups = Groups::by_function(&trace);
        let sums = range_totals(&trace, &groups, &(i64::MIN / 2..i64::MAX / 2));
        prop_assert_eq!(sums.totals, totals(&trace, &groups, |_| ()));
    }
}
