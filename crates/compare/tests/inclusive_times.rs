//! Tests of inclusive times against a naive twin, and where a side has callers of its own.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_compare::align::{Options, align};
use diptych_compare::call_times::AlignedPair;
use diptych_compare::ends::Ends;
use diptych_compare::identity::{Compiled, Identities, identify};
use diptych_compare::inclusive_times::InclusiveTimes;
use diptych_testkit::{Shape, generate, trace};
use diptych_trace::{CallId, LaneId, Trace};
use proptest::prelude::*;

fn times(a: &Trace, b: &Trace) -> (Identities, InclusiveTimes) {
    let identities = identify(&Compiled::default(), [a, b], &mut |_, _| ());
    let lanes: Vec<(LaneId, LaneId)> = a.lanes().ids().zip(b.lanes().ids()).collect();
    let pair = identities.pair([a, b]);
    let alignment = align(pair, &lanes, Options::default(), &mut |_, _| {});
    let aligned = AlignedPair { pair, alignment: &alignment, ends: &Ends::default() };
    let trees = [0, 1].map(|side| aligned.tree(side, &mut |_, _| ()));
    let times = InclusiveTimes::new(aligned, trees.each_ref());
    (identities, times)
}

/// Adds up the calls that no call of the same function contains.
fn naive(identities: &Identities, side: usize, trace: &Trace) -> Vec<i64> {
    let mut ticks = vec![0; identities.count() as usize];
    let of = |row: u32| identities.by_function(side)[trace.calls().function()[row as usize].index()];
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
    let (identities, times) = times(&a, &b);
    let of = |name: &str| identities.keys.iter().position(|key| key == name).unwrap();
    assert_eq!(times.sides[1][of("w2")], 100);
    assert_eq!([0, 1].map(|side| times.sides[side][of("x")]), [80, 90]);
}

proptest! {
    #[test]
    fn inclusive_times_agree_with_the_naive_twin(seeds: (u64, u64)) {
        let [a, b] = [seeds.0, seeds.1].map(|seed| generate(seed, Shape { calls: 60, lanes: 2, functions: 4, max_depth: 6, extent: 10_000 }));
        let (identities, times) = times(&a, &b);
        for (side, trace) in [&a, &b].into_iter().enumerate() {
            prop_assert_eq!(&times.sides[side], &naive(&identities, side, trace));
        }
    }
}
