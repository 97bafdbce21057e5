//! Tests of inclusive times against a naive twin, and where a side has callers of its own.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod aligned;

use aligned::with_aligned;
use diptych_compare::Pair;
use diptych_compare::inclusive_times::InclusiveTimes;
use diptych_testkit::{Shape, generate, trace};
use diptych_trace::{CallId, IdentityId, Trace};
use proptest::prelude::*;

/// Calls `of` with a pair and its inclusive times.
fn with_times<T>(a: &Trace, b: &Trace, of: impl FnOnce(Pair<'_>, InclusiveTimes) -> T) -> T {
    with_aligned(a, b, |aligned, trees| of(aligned.pair, InclusiveTimes::new(aligned, trees.each_ref())))
}

/// Adds up the calls that no call of the same function contains.
fn naive(pair: Pair<'_>, side: usize) -> Vec<i64> {
    let (trace, mut ticks) = (pair.traces[side], vec![0; pair.identity_count as usize]);
    let of = |row: u32| pair.of_call(side, CallId(row));
    for row in 0..trace.calls().len() as u32 {
        let is_outermost =
            (0..row).all(|outer| of(outer) != of(row) || !trace.calls().contains(CallId(outer), CallId(row)));
        if is_outermost {
            ticks[of(row).index()] += trace.calls().duration(CallId(row));
        }
    }
    ticks
}

#[test]
fn a_wrapper_of_one_side_has_the_time_of_what_it_wraps() {
    let a = trace("t\n  0..100 w\n    10..90 x\n");
    let b = trace("t\n  0..110 w\n    5..105 w2\n      10..100 x\n");
    with_times(&a, &b, |pair, times| {
        let of_first = |side: usize, name: &str| -> IdentityId {
            let calls = (0..pair.traces[side].calls().len() as u32).map(CallId);
            let call = calls.into_iter().find(|&call| pair.traces[side].call_name(call) == name).unwrap();
            pair.of_call(side, call)
        };
        assert_eq!(times.sides[1][of_first(1, "w2").index()], 100);
        assert_eq!([0, 1].map(|side| times.sides[side][of_first(side, "x").index()]), [80, 90]);
    });
}

proptest! {
    #[test]
    fn inclusive_times_agree_with_the_naive_twin(seeds: (u64, u64)) {
        let [a, b] = [seeds.0, seeds.1].map(|seed| generate(seed, Shape { calls: 60, lanes: 2, functions: 4, max_depth: 6, extent: 10_000 }));
        with_times(&a, &b, |pair, times| {
            for side in 0..2 {
                prop_assert_eq!(&times.sides[side], &naive(pair, side));
            }
            Ok(())
        })?;
    }
}
