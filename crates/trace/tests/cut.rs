//! Tests of time ranges of a trace, against a twin that looks at every tick.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_testkit::{Shape, generate, picture, trace};
use diptych_trace::{CallId, OddityKind, Trace};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::ops::Range;

/// Self time by lane and stack. The twin of what a cut keeps: each tick counts for the stack that runs in it.
fn by_tick(trace: &Trace, range: Range<i64>) -> BTreeMap<(u32, Vec<u32>), i64> {
    stacks(trace, range, &[])
}

/// Self time by lane and stack, without some calls.
fn stacks(trace: &Trace, range: Range<i64>, left_out: &[CallId]) -> BTreeMap<(u32, Vec<u32>), i64> {
    let calls = trace.calls();
    let mut sums = BTreeMap::new();
    for lane in trace.lanes().ids() {
        for tick in range.clone() {
            let is_running =
                |&row: &u32| (calls.start()[row as usize]..calls.end()[row as usize]).contains(&tick);
            let stack: Vec<u32> = trace
                .lanes()
                .calls(lane)
                .filter(is_running)
                .filter(|&row| !left_out.contains(&CallId(row)))
                .map(|row| calls.function()[row as usize].0)
                .collect();
            if !stack.is_empty() {
                *sums.entry((lane.0, stack)).or_insert(0) += 1;
            }
        }
    }
    sums
}

proptest! {
    #[test]
    fn self_times_equal_those_of_each_tick(seed: u64, from in -20i64..320, length in 1i64..200) {
        let whole = generate(seed, Shape { extent: 300, ..Shape::SMALL });
        let range = from..from + length;
        let part = whole.cut(&range);
        prop_assert_eq!(part.check(), Ok(()));
        prop_assert!(part.extent() <= length && part.is_range() && !whole.is_range());
        prop_assert_eq!(by_tick(&part, 0..length), by_tick(&whole, range.clone()));
        let calls = whole.calls();
        let runs_inside = |row: &usize| {
            let (start, end) = (calls.start()[*row], calls.end()[*row]);
            if start == end { range.contains(&start) } else { start < range.end && end > range.start }
        };
        let inside = (0..calls.len()).filter(runs_inside).count();
        prop_assert!(part.calls().len() <= inside);
        let lasting = |trace: &Trace, row: usize| trace.calls().end()[row] > trace.calls().start()[row];
        let count = |trace: &Trace, rows: &mut dyn Iterator<Item = usize>| rows.filter(|&row| lasting(trace, row)).count();
        prop_assert_eq!(
            count(&part, &mut (0..part.calls().len())),
            count(&whole, &mut (0..calls.len()).filter(runs_inside))
        );
    }

    #[test]
    fn stacks_lack_calls_that_are_left_out(seed: u64, until in 0i64..320, one_of in 1u32..5) {
        let whole = generate(seed, Shape { extent: 300, ..Shape::SMALL });
        let chosen = |row: &u32| row.wrapping_mul(2_654_435_761).wrapping_add(seed as u32).is_multiple_of(one_of);
        let left_out: Vec<CallId> = (0..whole.calls().len() as u32).filter(chosen).map(CallId).collect();
        let part = whole.cut_without(&(0..until), &left_out);
        prop_assert_eq!(part.check(), Ok(()));
        prop_assert_eq!(by_tick(&part, 0..until), stacks(&whole, 0..until, &left_out));
    }

    #[test]
    fn two_halves_add_up_to_the_whole(seed: u64, middle in 0i64..300) {
        let whole = generate(seed, Shape { extent: 300, ..Shape::SMALL });
        let sums = |trace: &Trace| {
            let mut by_function = vec![0; trace.functions().len()];
            for row in 0..trace.calls().len() {
                by_function[trace.calls().function()[row].index()] += trace.calls().self_time(CallId(row as u32));
            }
            by_function
        };
        let halves = [whole.cut(&(0..middle)), whole.cut(&(middle..i64::MAX))].map(|half| sums(&half));
        let added: Vec<i64> = halves[0].iter().zip(&halves[1]).map(|(first, second)| first + second).collect();
        prop_assert_eq!(added, sums(&whole));
    }
}

#[test]
fn crossing_calls_keep_their_part_and_their_callers() {
    let whole = trace(
        "t\n  0..100 main\n    10..40 parse\n      10..10 mark\n      15..20 read\n    60..90 emit\nu\n  0..20 idle\n",
    );
    let part = whole.cut(&(20..70));
    assert_eq!(
        picture(&part),
        "t\n  20..70 main\n    20..40 parse\n    60..70 emit\nu\n",
        "times as recorded"
    );
    assert_eq!(part.lanes().len(), whole.lanes().len(), "lanes keep their numbers");
    assert_eq!(part.origin(), whole.origin() + 20);
    let entry = part.report().entries().last().unwrap();
    assert_eq!((entry.kind, entry.count), (OddityKind::Range, 1));
    assert_eq!(part.report().warnings(), 0);
    assert_eq!(part.cut(&(10..30)).report().total(), 2, "a part of a part");
}

#[test]
fn range_without_calls_is_empty() {
    let whole = trace("t\n  0..10 main\n");
    for range in [10..20, -5..0, 20..30] {
        assert!(whole.cut(&range).calls().is_empty(), "{range:?}");
    }
}
