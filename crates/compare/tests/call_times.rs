//! Tests of outlier calls: against a naive twin, mirrored, scaled, and in the ranking.
#![allow(clippy::unwrap_used, reason = "a test may panic")]
#![allow(clippy::float_cmp, reason = "sums of whole ticks are exact")]

use diptych_compare::Pair;
use diptych_compare::align::{Alignment, Options, align};
use diptych_compare::call_times::{AlignedPair, CallTimes, Quantiles};
use diptych_compare::ends::Ends;
use diptych_compare::identity::{Compiled, Identities, identify};
use diptych_compare::ranking::{self, RankInput, Reason, rank, rank_with_result};
use diptych_profile::{CallTree, UnionTree};
use diptych_testkit::{Rng, trace};
use diptych_trace::{CallId, IdentityId, LaneId, Trace};
use proptest::prelude::*;
use std::fmt::Write;
use std::sync::Arc;

fn identities(a: &Trace, b: &Trace) -> Identities {
    identify(&Compiled::default(), [a, b], &mut |_, _| ())
}

fn with_pair<T>(a: &Trace, b: &Trace, of: impl FnOnce(Pair, &Alignment) -> T) -> T {
    let identities = identities(a, b);
    let lanes: Vec<(LaneId, LaneId)> = a.lanes().ids().zip(b.lanes().ids()).collect();
    let pair = identities.pair([a, b]);
    of(pair, &align(pair, &lanes, Options::default(), &mut |_, _| {}))
}

fn times(a: &Trace, b: &Trace) -> CallTimes {
    with_pair(a, b, of_pair)
}

fn of_pair(pair: Pair<'_>, alignment: &Alignment) -> CallTimes {
    let aligned = AlignedPair { pair, alignment, ends: &Ends::default() };
    let trees = [0, 1].map(|side| aligned.tree(side, &mut |_, _| ()));
    CallTimes::new(aligned, trees.each_ref(), &mut |_, _| ())
}

/// Generates a lane of consecutive calls (function number, ticks) of functions `f0`, `f1`, …
fn flat(calls: &[(u64, i64)]) -> Trace {
    with_gaps(calls, 1)
}

fn with_gaps(calls: &[(u64, i64)], gap: i64) -> Trace {
    let mut out = "t\n".to_owned();
    let mut at = 0;
    for &(function, ticks) in calls {
        writeln!(out, "  {at}..{} f{function}", at + ticks).unwrap();
        at += ticks + gap;
    }
    trace(&out)
}

fn random(seed: u64, count: u64, scale: i64) -> Trace {
    let mut rng = Rng::new(seed);
    let calls: Vec<(u64, i64)> = (0..count)
        .map(|_| {
            let ticks = 1 + rng.below(20) as i64;
            let is_long = rng.below(25) == 0;
            (rng.below(3), scale * if is_long { ticks * (20 + rng.below(400) as i64) } else { ticks })
        })
        .collect();
    with_gaps(&calls, scale)
}

/// Applies the rule as stated, and counts everything anew for each k.
fn naive(pair: Pair<'_>, alignment: &Alignment, identity: IdentityId) -> Vec<(usize, CallId)> {
    let mut all: Vec<(i64, usize, CallId)> = Vec::new();
    for side in 0..2 {
        for row in 0..pair.traces[side].calls().len() as u32 {
            if pair.of_call(side, CallId(row)) == identity {
                all.push((pair.traces[side].calls().self_time(CallId(row)), side, CallId(row)));
            }
        }
    }
    all.sort_by_key(|&(ticks, side, call)| (std::cmp::Reverse(ticks), side, call));
    let most = 3.max(all.len() / 1000);
    let mut found = 0;
    for k in 1..=most {
        if all.len() < k + 8 {
            break;
        }
        let mut others: Vec<i64> = all[k..].iter().map(|call| call.0).collect();
        others.sort_unstable();
        // At least 99 % of the values are no larger.
        let reaches =
            |&ticks: &i64| 100 * others.iter().filter(|&&other| other <= ticks).count() >= 99 * others.len();
        let p99 = others.iter().copied().find(reaches).unwrap();
        if p99 > 0 && all[k - 1].0 > 20 * p99 {
            found = k;
        }
    }
    let few: Vec<(usize, CallId)> = all[..found].iter().map(|&(_, side, call)| (side, call)).collect();
    let partner = |&(side, call): &(usize, CallId)| (1 - side, alignment.sides[side].partner[call.index()]);
    let ticks = |(side, call): (usize, CallId)| pair.traces[side].calls().self_time(call);
    let is_as_long = |call: &(usize, CallId)| {
        let partner = partner(call);
        few.contains(&partner) || (partner.1 != CallId::NONE && ticks(partner) >= ticks(*call) / 2)
    };
    let few: Vec<(usize, CallId)> = few.iter().filter(|call| !is_as_long(call)).copied().collect();
    let are_most = |side: usize| {
        let calls = all.iter().filter(|call| call.1 == side).count();
        2 * few.iter().filter(|call| call.0 == side).count() > calls
    };
    few.iter().filter(|call| !are_most(call.0)).copied().collect()
}

#[test]
fn one_call_in_place_of_many_is_no_outlier() {
    let many: Vec<String> = (0..200).map(|at| format!("  {}..{} rows\n", at * 20, at * 20 + 10)).collect();
    let few = times(&trace(&format!("t\n{}", many.concat())), &trace("t\n  0..1000 rows\n")).few;
    assert_eq!(few, []);
}

proptest! {
    #[test]
    fn outlier_calls_follow_the_rule(seed: u64, counts in (5u64..120, 5u64..120)) {
        let (a, b) = (random(seed, counts.0, 1), random(!seed, counts.1, 1));
        with_pair(&a, &b, |pair, alignment| {
            let times = of_pair(pair, alignment);
            for identity in (0..pair.identity_count).map(IdentityId) {
                let found: Vec<(usize, CallId)> =
                    times.few_of(identity).iter().map(|few| (few.side, few.call)).collect();
                prop_assert_eq!(found, naive(pair, alignment, identity));
            }
            Ok(())
        })?;
    }

    #[test]
    fn exchanging_sides_or_a_factor_changes_nothing(seed: u64, counts in (5u64..120, 5u64..120)) {
        let few = |a: &Trace, b: &Trace| -> Vec<(usize, CallId, i64)> {
            let mut all: Vec<_> = times(a, b).few.iter().map(|few| (few.side, few.call, few.self_ticks)).collect();
            all.sort_unstable();
            all
        };
        let (a, b) = (random(seed, counts.0, 1), random(!seed, counts.1, 1));
        let there = few(&a, &b);
        let mut back: Vec<_> = few(&b, &a).into_iter().map(|(side, call, ticks)| (1 - side, call, ticks)).collect();
        back.sort_unstable();
        prop_assert_eq!(&there, &back);
        let scaled = few(&random(seed, counts.0, 1000), &random(!seed, counts.1, 1000));
        let scaled: Vec<_> = scaled.into_iter().map(|(side, call, ticks)| (side, call, ticks / 1000)).collect();
        prop_assert_eq!(there, scaled);
    }
}

#[test]
fn medians_and_percentiles_are_by_nearest_rank() {
    let a = flat(&(1..=200).map(|ticks| (0, ticks)).collect::<Vec<_>>());
    let times = times(&a, &flat(&[(0, 7), (0, 9)]));
    assert_eq!(times.sides[0], [Quantiles { median: 100, p99: 198 }]);
    assert_eq!(times.sides[1], [Quantiles { median: 7, p99: 9 }]);
}

#[test]
fn functions_without_self_time_have_no_outliers() {
    // Twenty outer calls that take `own` ticks beyond their callee, and one of B that takes 500 of its own.
    let run = |own: i64, is_paused: bool| {
        let mut out = "t\n".to_owned();
        for at in (0..20).map(|call| 100 * call) {
            writeln!(out, "  {at}..{} outer\n    {at}..{} inner", at + 10 + own, at + 10).unwrap();
        }
        if is_paused {
            writeln!(out, "  3000..3500 outer").unwrap();
        }
        trace(&out)
    };
    assert!(times(&run(0, false), &run(0, true)).few.is_empty());
    assert_eq!(times(&run(1, false), &run(1, true)).few.len(), 1);
}

#[test]
fn outliers_are_not_significant_but_the_rest_is() {
    let run = |ticks: i64, pause: Option<i64>| {
        let mut calls: Vec<(u64, i64)> = (0..400).map(|call| (0, ticks + call % 7)).collect();
        calls.extend(pause.map(|pause| (0, pause)));
        calls.extend((0..400).map(|call| (1, 500 + call % 5)));
        flat(&calls)
    };
    let ranked = |a: &Trace, b: &Trace| {
        let all = identities(a, b);
        let tree = |side: usize, trace: &Trace| {
            (side, Arc::new(CallTree::new(trace, all.by_function(side), &mut |_, _| ())))
        };
        let union = UnionTree::new(&[tree(0, a), tree(1, b)]);
        let few = times(a, b).few;
        let options = ranking::Options::default();
        let whole = rank(&union, options, &mut |_, _| ());
        (rank_with_result(&union, options, RankInput { few: &few, ..RankInput::default() }), whole)
    };
    let (plain, paused) = (run(1_000, None), run(1_000, Some(4_000_000)));
    let (ranking, whole) = ranked(&plain, &paused);
    // The row is listed anyway, with its whole change.
    let [row] = &ranking.slower[..] else { panic!("{ranking:?}") };
    // The outlier counts as a call of ordinary length: the mean of the 400 others is 1,003 ns.
    let excess = 4_000_000.0 - 1_003.0;
    assert_eq!((row.reason, row.few, row.few_calls), (Reason::FewCalls, [0.0, excess], [0, 1]));
    assert_eq!(row.delta.to_bits(), whole.slower[0].delta.to_bits());
    assert!(row.steady().abs() < 2_000.0);
    let (mirrored, _) = ranked(&paused, &plain);
    assert_eq!(mirrored.faster[0].reason, Reason::FewCalls);
    assert_eq!(mirrored.faster[0].few, [excess, 0.0]);
    // Longer calls and an outlier: the outlier is left out when the row is judged, and neither hides the other.
    let (ranking, _) = ranked(&plain, &run(1_400, Some(4_000_000)));
    let row = &ranking.slower[0];
    assert_eq!(row.reason, Reason::Lengths);
    // 400 calls became 400 ns longer, and one call of 1,403 ns was added.
    assert_eq!(row.steady().round(), 161_403.0);
    let parts = row.parts();
    assert!((parts.calls + parts.lengths + parts.few - row.delta).abs() < 1e-6);
    // The additional call counts with the mean duration of both sides.
    assert_eq!((parts.calls.round(), parts.few), (1_203.0, 4_000_000.0 - 1_403.0));
}

#[test]
fn a_trace_has_no_outliers_against_itself() {
    // Four equally long calls, of which the limit takes three.
    let mut calls = vec![(0, 10); 60];
    for at in [7, 19, 31, 43] {
        calls[at].1 = 4_000;
    }
    let trace = flat(&calls);
    assert_eq!(times(&trace, &trace).few, []);
}

#[test]
fn long_partners_are_no_outliers() {
    let run = |long: i64| {
        let mut calls: Vec<(u64, i64)> = (0..50).map(|_| (0, 10)).collect();
        calls.insert(20, (0, long));
        flat(&calls)
    };
    assert_eq!(times(&run(90_000), &run(120_000)).few, []);
    assert_eq!(times(&run(10), &run(120_000)).few.len(), 1);
    // There are too few other calls to say what is usual.
    assert_eq!(times(&flat(&[(0, 10), (0, 10)]), &flat(&[(0, 10), (0, 9_000)])).few, []);
}
