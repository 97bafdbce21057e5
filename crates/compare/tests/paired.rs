//! With one run a side, matched calls show changes that a few long calls hide.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod aligned;

use aligned::with_aligned;
use diptych_compare::Pair;
use diptych_compare::align::Alignment;
use diptych_compare::call_times::{CallShift, CallShifts, CallTimes};
use diptych_compare::identity::{Compiled, identify};
use diptych_compare::ranking::{Options, RankInput, Ranking, Reason, rank_with_result, standing_out};
use diptych_profile::UnionTree;
use diptych_testkit::{Rng, trace};
use diptych_trace::{CallId, Trace};
use proptest::prelude::*;
use std::fmt::Write as _;
use std::sync::Arc;

/// Calls `of` with two traces, their alignment and the times of their calls.
fn with_times<T>(
    a: &Trace,
    b: &Trace,
    of: impl FnOnce(Pair<'_>, &Alignment, &CallTimes, &UnionTree) -> T,
) -> T {
    with_aligned(a, b, |aligned, trees| {
        let times = CallTimes::new(aligned, trees.each_ref(), &mut |_, _| ());
        let [a, b] = trees.map(|part| Arc::new(part.tree));
        of(aligned.pair, aligned.alignment, &times, &UnionTree::new(&[(0, a), (1, b)]))
    })
}

fn ranked(a: &Trace, b: &Trace) -> Ranking {
    with_times(a, b, |_, _, times, union| {
        let input = RankInput { few: &times.few, shifts: Some(&times.shifts), ..RankInput::default() };
        rank_with_result(union, Options::default(), input)
    })
}

/// A program of `FUNCTIONS` functions that are called in turn, 500 times each.
const FUNCTIONS: usize = 20;

/// Returns a run in which functions take `factor(function)` times as long as usual. One call in fifty takes 20 to 120
/// times as long, which is too often for outliers and blows up all variances.
fn run(seed: u64, factor: impl Fn(usize) -> f64) -> Trace {
    let mut rng = Rng::new(seed);
    let mut out = "t\n".to_owned();
    let mut at = 0;
    for _ in 0..500 {
        for function in 0..FUNCTIONS {
            let usual = 9_000.0 + rng.below(2_001) as f64;
            let long = if rng.below(50) == 0 { 20.0 + rng.below(100) as f64 } else { 1.0 };
            let ticks = (usual * long * factor(function)) as i64;
            writeln!(out, "  {at}..{} f{function}", at + ticks).unwrap();
            at += ticks + 1;
        }
    }
    trace(&out)
}

#[test]
fn consistent_changes_are_found_below_long_calls() {
    let base = run(1, |_| 1.0);
    let changed = run(2, |function| if function == 3 { 4.5 } else { 1.5 });
    let identities = identify(&Compiled::default(), [&base, &changed], &mut |_, _| ());
    let f3 = identities.pair([&base, &changed]).of_call(0, CallId(3));
    for (a, b, list) in [(&base, &changed, 0), (&changed, &base, 1)] {
        let ranking = ranked(a, b);
        let rows = standing_out(ranking.lists()[list]);
        assert_eq!(rows.len(), 1, "{rows:?}");
        assert_eq!(rows[0].reason, Reason::Lengths);
        assert_eq!(rows[0].identity.0, f3.0);
    }
}

#[test]
fn many_changed_functions_do_not_hide_each_other() {
    let (base, changed) = (run(1, |_| 1.0), run(2, |function| if function % 3 == 0 { 3.0 } else { 1.0 }));
    let ranking = ranked(&base, &changed);
    let rows = standing_out(&ranking.slower);
    assert_eq!(rows.len(), FUNCTIONS.div_ceil(3), "{rows:?}");
    assert!(rows.iter().all(|row| row.reason == Reason::Lengths), "{rows:?}");
}

#[test]
fn single_calls_that_vary_like_others_are_no_finding() {
    // Calls vary by 4 % from run to run. `init` is called once and takes as long as a hundred others.
    let run = |seed: u64, init: f64| {
        let mut rng = Rng::new(seed);
        let mut vary = |ticks: f64| (ticks * (0.96 + 0.08 * rng.below(1_000) as f64 / 1_000.0)) as i64;
        let mut out = format!("t\n  0..{} init\n", vary(20_000_000.0 * init));
        for call in 0..60 {
            let start = 40_000_000 + 1_000_000 * call;
            let name = ["load", "parse", "store"][call as usize % 3];
            writeln!(out, "  {start}..{} {name}", start + vary(200_000.0)).unwrap();
        }
        trace(&out)
    };
    let has_finding =
        |a: &Trace, b: &Trace| ranked(a, b).lists().into_iter().any(|list| !standing_out(list).is_empty());
    for seed in 0..20 {
        let base = run(seed, 1.0);
        assert!(!has_finding(&base, &run(100 + seed, 1.0)), "{seed}");
        assert!(has_finding(&base, &run(100 + seed, 1.5)), "{seed}");
    }
}

#[test]
fn unchanged_programs_rarely_have_a_consistent_change() {
    let has_finding = |seed: &u64| {
        let ranking = ranked(&run(2 * seed, |_| 1.0), &run(2 * seed + 1, |_| 1.3));
        ranking.lists().into_iter().any(|list| !standing_out(list).is_empty())
    };
    // Such long calls are no noise that one run could show, so the test of means may err once in 20 pairs.
    assert!((0..20u64).filter(has_finding).count() <= 1);
}

/// Returns a run of five phases with eight functions each, whose calls take `slow(phase, function)` times as long as
/// usual.
fn run_in_phases(seed: u64, slow: impl Fn(usize, usize) -> f64) -> Trace {
    let mut rng = Rng::new(seed);
    let mut out = "t\n".to_owned();
    let mut at = 0;
    for (phase, _, function) in (0..5)
        .flat_map(|phase| (0..30).map(move |round| (phase, round)))
        .flat_map(|(phase, round)| (0..8).map(move |function| (phase, round, function)))
    {
        let usual = 9_000.0 + rng.below(2_001) as f64;
        let ticks = (usual * slow(phase, function)) as i64;
        writeln!(out, "  {at}..{} f{phase}_{function}", at + ticks).unwrap();
        at += ticks + 1;
    }
    trace(&out)
}

#[test]
fn a_slow_stretch_of_the_machine_is_no_change_of_its_functions() {
    let steady = |_: usize, _: usize| 1.0;
    let significant = |a: &Trace, b: &Trace| -> usize {
        ranked(a, b).lists().into_iter().map(|list| standing_out(list).len()).sum()
    };
    for seed in 0..10 {
        let base = run_in_phases(2 * seed, steady);
        let stretch = run_in_phases(2 * seed + 1, |phase, _| if phase == 3 { 1.6 } else { 1.0 });
        assert_eq!([significant(&base, &stretch), significant(&stretch, &base)], [0, 0], "{seed}");
        // One function of that phase changed, and the others did not.
        let changed = run_in_phases(
            2 * seed + 1,
            |phase, function| if (phase, function) == (3, 2) { 1.6 } else { 1.0 },
        );
        assert_eq!([significant(&base, &changed), significant(&changed, &base)], [1, 1], "{seed}");
    }
}

/// Computes the shifts from the alignment, call by call.
fn naive(pair: Pair<'_>, alignment: &Alignment) -> CallShifts {
    let own = |side: usize, call: usize| {
        let calls = pair.traces[side].calls();
        let inside = (0..calls.len()).filter(|&other| calls.parent()[other] == CallId(call as u32));
        let ticks = |call: usize| calls.duration(CallId(call as u32));
        ticks(call) - inside.map(ticks).sum::<i64>()
    };
    let start = |calls: [usize; 2]| [0, 1].map(|side| pair.traces[side].calls().start()[calls[side]]);
    let mut pairs = vec![Vec::new(); pair.identity_count as usize];
    let mut starts = pairs.clone();
    for (call, partner) in alignment.sides[0].partner.iter().enumerate() {
        let Some(partner) = partner.some() else { continue };
        let times = [own(0, call), own(1, partner.index())];
        if times != [0; 2] {
            let function = pair.of_call(0, CallId(call as u32)).index();
            pairs[function].push(times);
            starts[function].push(start([call, partner.index()]));
        }
    }
    let extent = |starts: &[[i64; 2]], side: usize| {
        let of_side = || starts.iter().map(|start| start[side]);
        of_side().max().unwrap_or(0) - of_side().min().unwrap_or(0)
    };
    let all = starts.concat();
    let stretch = |starts: &[[i64; 2]]| {
        let share = |side: usize| extent(starts, side) as f64 / extent(&all, side).max(1) as f64;
        share(0).max(share(1))
    };
    let ln = |[a, b]: [i64; 2]| (b as f64 / a as f64).ln();
    let mut functions: Vec<CallShift> = Vec::new();
    for (pairs, starts) in pairs.iter().zip(&starts) {
        let mut befores: Vec<i64> = pairs.iter().map(|pair| pair[0]).collect();
        befores.sort_unstable();
        let mut ratios: Vec<f64> = pairs.iter().map(|&pair| ln(pair)).collect();
        ratios.sort_by(f64::total_cmp);
        let count = ratios.len();
        let ln_ratio = match count {
            0 => 0.0,
            _ if ratios[(count - 1) / 2].total_cmp(&ratios[count / 2]).is_eq() => ratios[count / 2],
            _ => f64::midpoint(ratios[(count - 1) / 2], ratios[count / 2]),
        };
        let ln_ratio = if ln_ratio.is_nan() { 0.0 } else { ln_ratio };
        let before = if count == 0 { 0 } else { befores[(count - 1) / 2] };
        let deviations = ratios.iter().map(|ratio| (ratio - ln_ratio).abs());
        let deviations: Vec<f64> = deviations.filter(|deviation| deviation.is_finite()).collect();
        let deviation = if deviations.is_empty() { 0.0 } else { middle(deviations) };
        functions.push(CallShift {
            pairs: count as u32,
            before,
            ln_ratio,
            deviation,
            stretch: stretch(starts),
            ..CallShift::default()
        });
    }
    let telling = functions.iter().filter(|of| of.pairs >= 8 && of.ln_ratio.is_finite());
    let deviations: Vec<f64> = telling.map(|of| of.deviation).collect();
    let call_spread = if deviations.is_empty() { 0.0 } else { 1.4826 * middle(deviations) };
    let telling: Vec<f64> = functions
        .iter()
        .filter(|of| of.pairs >= 8 && of.ln_ratio.is_finite())
        .map(|of| of.ln_ratio)
        .collect();
    let (ln_typical, spread) = if telling.len() >= 8 { naive_typical(&telling) } else { (0.0, 0.0) };
    for (of, pairs) in functions.iter_mut().zip(&pairs) {
        of.longer = pairs.iter().filter(|&&pair| ln(pair) > ln_typical + 1e-9).count() as u32;
        of.shorter = pairs.iter().filter(|&&pair| ln(pair) < ln_typical - 1e-9).count() as u32;
    }
    put_beside(&pairs, &starts, ln_typical, &mut functions);
    CallShifts { ln_typical, spread, call_spread, functions }
}

/// Puts the ratios of functions beside those of the others in the same 64th of A's time, pair by pair. `pairs` and `starts`
/// have the times and the starts of matched calls, by function.
fn put_beside(
    pairs: &[Vec<[i64; 2]>],
    starts: &[Vec<[i64; 2]>],
    ln_typical: f64,
    functions: &mut [CallShift],
) {
    let of_a = || starts.iter().flatten().map(|start| start[0]);
    let first = of_a().min().unwrap_or(0);
    let width = ((of_a().max().unwrap_or(0) - first) as f64 / 64.0).max(1.0);
    let in_slice = |function: usize, slice: usize| {
        let calls = pairs[function].iter().zip(&starts[function]);
        let of_slice = |start: i64| (((start - first) as f64 / width) as usize).min(63) == slice;
        let calls = calls.filter(|(_, start)| of_slice(start[0]));
        let mut ratios: Vec<f64> = calls.map(|([a, b], _)| (*b as f64 / *a as f64).ln()).collect();
        ratios.sort_by(f64::total_cmp);
        ratios
    };
    for function in 0..functions.len() {
        let (mut typicals, mut ratios) = (Vec::new(), Vec::new());
        for slice in 0..64 {
            let others = (0..functions.len()).filter(|&other| other != function && pairs[other].len() >= 8);
            let others = others.map(|other| in_slice(other, slice)).filter(|of| !of.is_empty());
            let others: Vec<f64> =
                others.map(|of| of[(of.len() - 1) / 2]).filter(|of| of.is_finite()).collect();
            let typical = if others.len() >= 5 { middle(others) } else { ln_typical };
            for ratio in in_slice(function, slice) {
                typicals.push(typical);
                ratios.push(ratio - typical);
            }
        }
        ratios.retain(|ratio| ratio.is_finite());
        let of = &mut functions[function];
        if !typicals.is_empty() {
            of.ln_nearby = typicals.iter().sum::<f64>() / typicals.len() as f64;
        }
        of.ln_beside = if ratios.is_empty() { 0.0 } else { middle(ratios) };
    }
}

/// Computes the typical ratio and the spread with every pair of ratios as an interval, and with filters in place of places.
fn naive_typical(ratios: &[f64]) -> (f64, f64) {
    let inside = |low: f64, high: f64| -> Vec<f64> {
        ratios.iter().copied().filter(|ratio| (low..=high).contains(ratio)).collect()
    };
    let ends = ratios.iter().flat_map(|&low| ratios.iter().map(move |&high| (low, high)));
    // Equal ratios may make an interval hold more than it needs.
    let halves: Vec<(f64, f64)> =
        ends.filter(|&(low, high)| inside(low, high).len() > ratios.len() / 2).collect();
    let shortest = halves.iter().map(|(low, high)| high - low).fold(f64::INFINITY, f64::min);
    let middles = halves.iter().filter(|(low, high)| high - low <= shortest + 1e-9);
    let middles: Vec<f64> = middles.map(|&(low, high)| f64::midpoint(low, high)).collect();
    let [first, last] = [
        middles.iter().copied().fold(f64::INFINITY, f64::min),
        middles.iter().copied().fold(f64::NEG_INFINITY, f64::max),
    ];
    let (mut typical, mut spread) = (f64::midpoint(first, last), 1.4826 * shortest / 2.0);
    let mut before: Vec<f64> = Vec::new();
    for _ in 0..20 {
        let limit = (2.5 * spread).max(1.5f64.ln()).min(2f64.ln()) + 1e-9;
        let mut kept = inside(typical - limit, typical + limit);
        kept.sort_by(f64::total_cmp);
        if kept.is_empty() || kept == before {
            break;
        }
        before.clone_from(&kept);
        typical = middle(kept.clone());
        let mut deviations: Vec<f64> = kept.iter().map(|ratio| (ratio - typical).abs()).collect();
        deviations.sort_by(f64::total_cmp);
        spread = deviations[(0.8 * (deviations.len() - 1) as f64).round() as usize] / 1.2816;
    }
    (typical, spread)
}

fn middle(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    f64::midpoint(values[(values.len() - 1) / 2], values[values.len() / 2])
}

proptest! {
    #[test]
    fn shifts_equal_naive_twin(seed: u64, functions in 1u64..14, count in 1u64..250) {
        let mut rng = Rng::new(seed);
        let mut flat = || {
            let mut out = "t\n".to_owned();
            let mut at = 0;
            for _ in 0..count {
                let ticks = rng.below(9) as i64;
                writeln!(out, "  {at}..{} f{}", at + 3 * ticks + 2, rng.below(functions)).unwrap();
                if ticks > 0 {
                    writeln!(out, "    {at}..{} g", at + ticks).unwrap();
                }
                at += 3 * ticks + 3;
            }
            trace(&out)
        };
        let (a, b) = (flat(), flat());
        with_times(&a, &b, |pair, alignment, times, _| {
            let (mut shifts, naive) = (times.shifts.clone(), naive(pair, alignment));
            // A mean is rounded by the order of its terms.
            for (of, expected) in shifts.functions.iter_mut().zip(&naive.functions) {
                prop_assert!((of.ln_nearby - expected.ln_nearby).abs() < 1e-12, "{of:?} {expected:?}");
                of.ln_nearby = expected.ln_nearby;
            }
            prop_assert_eq!(&shifts, &naive);
            Ok(())
        })?;
    }
}
