//! Calls of one caller that changed although all calls of their function did not.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod aligned;

use aligned::with_aligned;
use diptych_compare::Pair;
use diptych_compare::call_times::CallTimes;
use diptych_compare::ranking::{
    Floor, Options, RankInput, Ranking, Reason, Row, largest_changes, rank, rank_with_result, standing_out,
};
use diptych_formats::Input;
use diptych_profile::{CallTree, UnionTree};
use diptych_testkit::{IdentityTable, Rng, trace};
use diptych_trace::{CallId, IdentityId, Trace};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::Arc;

/// Ranks a pair and calls `of` with the result.
fn with_ranking<T>(
    a: &Trace,
    b: &Trace,
    floor: Floor,
    of: impl FnOnce(Pair<'_>, &UnionTree, &Ranking) -> T,
) -> T {
    with_aligned(a, b, |aligned, trees| {
        let times = CallTimes::new(aligned, trees.each_ref(), &mut |_, _| ());
        let [a, b] = trees.map(|part| Arc::new(part.tree));
        let union = UnionTree::new(&[(0, a), (1, b)]);
        let input = RankInput { few: &times.few, shifts: Some(&times.shifts), ..RankInput::default() };
        let ranking = rank_with_result(&union, Options { floor, ..Options::default() }, input);
        of(aligned.pair, &union, &ranking)
    })
}

fn rows(a: &Trace, b: &Trace) -> Vec<Row> {
    with_ranking(a, b, Options::default().floor, |_, union, ranking| {
        let all: Vec<Row> = largest_changes(union, ranking, &[]).into_iter().map(|of| of.row).collect();
        standing_out(&all).to_vec()
    })
}

/// Returns a run of `rounds` rounds, in each of which every caller calls `helper` through the functions between. Calls take
/// the given time in µs, with 2 % of jitter.
fn run(seed: u64, rounds: usize, callers: &[(&str, f64)], between: &[&str]) -> Trace {
    let mut rng = Rng::new(seed);
    let mut out = "t\n".to_owned();
    let mut at = 0;
    for _ in 0..rounds {
        for (caller, micros) in callers {
            let jitter = 0.98 + 0.04 * rng.below(1_000) as f64 / 1_000.0;
            let ticks = (micros * 1_000.0 * jitter) as i64;
            let path = [*caller].into_iter().chain(between.iter().copied()).chain(["helper"]);
            for (depth, name) in path.enumerate() {
                writeln!(out, "{}{at}..{} {name}", "  ".repeat(depth + 1), at + ticks).unwrap();
            }
            at += ticks + 1;
        }
    }
    trace(&out)
}

#[test]
fn changes_that_cancel_between_callers_are_both_found() {
    for between in [&[][..], &["pause"], &["pause", "nap"]] {
        let a = run(1, 40, &[("encode", 26.0), ("tokenise", 13.0)], between);
        let b = run(2, 40, &[("encode", 13.0), ("tokenise", 26.0)], between);
        let found = rows(&a, &b);
        assert_eq!(found.len(), 2, "{found:?}");
        assert!(found.iter().all(|row| row.reason == Reason::Lengths && row.calls == [40, 40]), "{found:?}");
        let change = found.iter().map(|row| row.delta).sum::<f64>();
        assert!(change.abs() < 0.05 * found[0].delta.abs(), "{found:?}");
        assert!(found[0].caller.is_some() && found[0].caller != found[1].caller, "{found:?}");
    }
}

#[test]
fn one_callers_calls_are_found_among_those_of_others() {
    let callers = |save: f64| [("save", save), ("load", 40.0), ("list", 2_000.0)];
    let found = rows(&run(1, 40, &callers(20.0), &[]), &run(2, 40, &callers(80.0), &[]));
    let [row] = &found[..] else { panic!("{found:?}") };
    assert!(row.caller.is_some() && (row.delta - 2_400_000.0).abs() < 50_000.0, "{row:?}");
    let same = rows(&run(1, 40, &callers(20.0), &[]), &run(2, 40, &callers(20.0), &[]));
    assert!(same.is_empty(), "{same:?}");
}

#[test]
fn a_change_that_is_all_of_one_caller_has_one_row() {
    let callers = |save: f64| [("save", save), ("load", 40.0)];
    let (a, b) = (run(1, 40, &callers(20.0), &[]), run(2, 40, &callers(80.0), &[]));
    let found = rows(&a, &b);
    let [row] = &found[..] else { panic!("{found:?}") };
    assert!(row.caller.is_some() && row.calls == [40, 40], "{row:?}");
    let reasons = with_ranking(&a, &b, Options::default().floor, |_, _, ranking| {
        ranking.slower.iter().map(|row| (row.caller.is_some(), row.reason)).collect::<Vec<_>>()
    });
    assert_eq!(reasons, [(true, Reason::Lengths), (false, Reason::InOneCaller)]);
}

#[test]
fn a_function_that_changed_as_a_whole_has_one_row() {
    let callers = |factor: f64| [("save", 20.0 * factor), ("load", 40.0 * factor)];
    let found = rows(&run(1, 40, &callers(1.0), &[]), &run(2, 40, &callers(2.0), &[]));
    let [row] = &found[..] else { panic!("{found:?}") };
    assert!(row.caller.is_none() && row.calls == [80, 80], "{row:?}");
}

#[test]
fn unchanged_programs_have_no_such_rows() {
    let callers: Vec<(String, f64)> = (0..30).map(|at| (format!("c{at}"), 5.0 + f64::from(at))).collect();
    let callers: Vec<(&str, f64)> = callers.iter().map(|(name, micros)| (name.as_str(), *micros)).collect();
    let has_row = |seed: &u64| {
        !rows(&run(2 * seed, 30, &callers, &[]), &run(2 * seed + 1, 30, &callers, &[])).is_empty()
    };
    assert_eq!((0..20u64).filter(has_row).count(), 0);
}

/// Ranks five runs a side, in which `encode` and `tokenise` call `helper` for so many µs.
fn rank_five_runs(seed: u64, of_a: &[(&str, f64)], of_b: &[(&str, f64)]) -> Ranking {
    let mut table = IdentityTable::default();
    let mut trees = Vec::new();
    for (side, callers) in [of_a, of_b].into_iter().enumerate() {
        for at in 0..5 {
            let run = run(10 * seed + 5 * side as u64 + at, 30, callers, &[]);
            let identities = table.identify_all(&run, IdentityTable::plain_key);
            trees.push((side, Arc::new(CallTree::new(&run, &identities, &mut |_, _| ()))));
        }
    }
    rank(&UnionTree::new(&trees), Options::default(), &mut |_, _| ())
}

#[test]
fn several_runs_show_changes_that_cancel_between_callers() {
    let before = [("encode", 26.0), ("tokenise", 13.0), ("list", 20.0)];
    let after = [("encode", 13.0), ("tokenise", 26.0), ("list", 20.0)];
    for seed in 0..5 {
        let ranking = rank_five_runs(seed, &before, &after);
        let found: Vec<&Row> = ranking.lists().into_iter().flat_map(standing_out).collect();
        let [slower, faster] = found[..] else { panic!("{found:?}") };
        assert!(slower.delta > 350_000.0 && faster.delta < -350_000.0, "{found:?}");
        for row in [slower, faster] {
            assert!(row.reason == Reason::Runs && row.calls == [30, 30], "{row:?}");
            assert!(row.caller.is_some() && row.confidence.unwrap().p <= 0.05, "{row:?}");
        }
        let same = rank_five_runs(seed, &before, &before);
        assert_eq!(same.lists().into_iter().map(|list| standing_out(list).len()).sum::<usize>(), 0);
    }
}

#[test]
fn several_runs_have_one_row_for_a_change_of_one_caller() {
    let callers = |encode: f64| [("encode", encode), ("tokenise", 13.0), ("list", 20.0)];
    let ranking = rank_five_runs(1, &callers(26.0), &callers(52.0));
    let rows: Vec<(bool, Reason)> =
        ranking.slower.iter().map(|row| (row.caller.is_some(), row.reason)).collect();
    assert_eq!(rows, [(true, Reason::Runs), (false, Reason::InOneCaller)], "{ranking:?}");
}

#[test]
fn samples_show_changes_that_cancel_between_callers() {
    let folded = |[encode, tokenise]: [u32; 2]| {
        let mut input = Input::new("stacks.folded");
        let text =
            format!("main;encode;helper {encode}\nmain;tokenise;helper {tokenise}\nmain;render 3000\n");
        input.feed(text.as_bytes()).unwrap();
        input.finish().unwrap().traces.remove(0).1
    };
    let ranked = |of_a: [u32; 2], of_b: [u32; 2]| {
        let mut table = IdentityTable::default();
        let trees = [of_a, of_b].map(|samples| {
            let trace = folded(samples);
            let identities = table.identify_all(&trace, IdentityTable::plain_key);
            (trace.axis(), Arc::new(CallTree::new(&trace, &identities, &mut |_, _| ())))
        });
        let floor = Floor::default_on(trees[0].0);
        let union = UnionTree::new(&trees.map(|(_, tree)| tree).into_iter().enumerate().collect::<Vec<_>>());
        let ranking = rank(&union, Options { floor, ..Options::default() }, &mut |_, _| ());
        let rows = ranking.lists().into_iter().flat_map(standing_out).copied();
        rows.collect::<Vec<Row>>()
    };
    let found = ranked([600, 300], [300, 600]);
    let [slower, faster] = &found[..] else { panic!("{found:?}") };
    assert_eq!([slower.delta, faster.delta].map(|delta| delta as i64), [300, -300], "{found:?}");
    assert!(found.iter().all(|row| row.reason == Reason::Samples && row.caller.is_some()), "{found:?}");
    // Chance explains a few samples more or less.
    assert_eq!(ranked([600, 300], [570, 330]), []);
}

/// Returns the nearest caller of each call of a function by which these calls differ, by a walk over all calls.
fn naive_callers(pair: Pair<'_>, function: IdentityId) -> [BTreeMap<CallId, Option<IdentityId>>; 2] {
    // Callers of each call, the nearest first. A call within a call of its function belongs to the outer one.
    let paths = [0, 1].map(|side| {
        let calls = pair.traces[side].calls();
        let of_function =
            (0..calls.len() as u32).map(CallId).filter(|&call| pair.of_call(side, call) == function);
        let path = |call: CallId| {
            let above = std::iter::successors(Some(call), |call| calls.parent()[call.index()].some());
            let callers = above.skip(1).map(|call| pair.of_call(side, call));
            callers.skip_while(|&caller| caller == function).collect::<Vec<IdentityId>>()
        };
        of_function.map(|call| (call, path(call))).collect::<BTreeMap<_, _>>()
    });
    let at = |path: &Vec<IdentityId>, depth: usize| path.get(depth).copied();
    let all = || paths.iter().flat_map(BTreeMap::values);
    let deepest = all().map(Vec::len).max().unwrap_or(0);
    let first = all().next().cloned().unwrap_or_default();
    let depth = (0..deepest).find(|&depth| all().any(|path| at(path, depth) != at(&first, depth)));
    paths.each_ref().map(|paths| {
        let caller = |path: &Vec<IdentityId>| depth.and_then(|depth| at(path, depth));
        paths.iter().map(|(&call, path)| (call, caller(path))).collect()
    })
}

proptest! {
    #[test]
    fn rows_of_one_caller_have_the_time_of_its_calls(seed: u64, rounds in 8usize..30) {
        let mut rng = Rng::new(seed);
        let callers = |rng: &mut Rng| {
            ["x", "y", "z", "helper"].map(|name| (name, 5.0 + 10.0 * rng.below(6) as f64))
        };
        let between: &[&str] = [&[][..], &["pause"], &["x"]][rng.below(3) as usize];
        let (of_a, of_b) = (callers(&mut rng), callers(&mut rng));
        let (a, b) = (run(seed, rounds, &of_a, between), run(seed ^ 1, rounds, &of_b, between));
        with_ranking(&a, &b, Floor { share: 0.05, ticks: 0 }, |pair, union, ranking| {
            for row in ranking.lists().into_iter().flatten().filter(|row| row.caller.is_some()) {
                prop_assert!(row.stands_out());
                let callers = naive_callers(pair, row.identity);
                for side in 0..2 {
                    let calls = pair.traces[side].calls();
                    let of_caller =
                        callers[side].iter().filter(|(_, caller)| caller.unwrap_or(IdentityId::NONE) == row.caller.unwrap());
                    let times: Vec<i64> = of_caller.map(|(&call, _)| calls.self_time(call)).collect();
                    prop_assert_eq!(times.len() as u64, row.calls[side]);
                    prop_assert_eq!(times.iter().sum::<i64>(), [row.a, row.b][side] as i64);
                }
            }
            // Whatever has rows of its own, all rows still add up to the change of the whole.
            let sum: f64 = largest_changes(union, ranking, &[]).iter().filter(|of| of.row.beneath.is_none()).map(|of| of.row.delta).sum();
            let listed: f64 = ranking.lists().into_iter().flatten().filter(|row| row.caller.is_none()).map(|row| row.delta).sum();
            let of_parts_alone: f64 = ranking.lists().into_iter().flatten().filter(|row| {
                let is_listed = |of: &&Row| of.caller.is_none() && of.identity == row.identity;
                row.caller.is_some() && !ranking.lists().into_iter().flatten().any(|of| is_listed(&of))
            }).map(|row| row.delta).sum();
            prop_assert!((sum - listed - of_parts_alone).abs() < 1.0, "{sum} {listed} {of_parts_alone}");
            Ok(())
        })?;
    }
}
