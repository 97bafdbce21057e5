//! Tests of rankings: small pictures, mirrored, a trace against itself, and naive twins.
#![allow(clippy::unwrap_used, reason = "a test may panic")]
#![allow(clippy::float_cmp, reason = "sums of whole ticks are exact")]

use diptych_compare::ranking::{
    Comparable, Floor, Noise, Normalisation, Options, Ranking, Reason, Row, RowUnit, Verdict, phases, rank,
    standing_out,
};
use diptych_profile::{CallTree, UnionTree};
use diptych_testkit::{IdentityTable, Shape, generate, trace};
use diptych_trace::{CallId, IdentityId, Trace};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A floor of zero, so that every change is listed.
const NO_FLOOR: Floor = Floor { share: 0.0, ticks: 0 };

/// Two traces with their identities.
struct Both {
    table: IdentityTable,
    runs: Vec<(usize, Arc<CallTree>)>,
}

impl Both {
    fn new(a: &Trace, b: &Trace) -> Self {
        let mut table = IdentityTable::default();
        let runs = [a, b].into_iter().enumerate().map(|(side, trace)| {
            let identities = table.identify_all(trace, IdentityTable::plain_key);
            (side, Arc::new(CallTree::new(trace, &identities, &mut |_, _| ())))
        });
        let runs = runs.collect();
        Self { table, runs }
    }

    fn union(&self) -> UnionTree {
        UnionTree::new(&self.runs)
    }

    fn mirrored(&self) -> UnionTree {
        let swapped = |(side, tree): &(usize, Arc<CallTree>)| (1 - side, Arc::clone(tree));
        UnionTree::new(&self.runs.iter().rev().map(swapped).collect::<Vec<_>>())
    }

    fn name(&self, identity: IdentityId) -> &str {
        self.table.key(identity).split('\u{1f}').next().unwrap()
    }

    /// Returns the names and changes of a list.
    fn list(&self, rows: &[Row]) -> Vec<(&str, f64)> {
        rows.iter().map(|row| (self.name(row.identity), row.delta)).collect()
    }
}

fn ranked(union: &UnionTree, options: Options) -> Ranking {
    rank(union, options, &mut |_, _| ())
}

fn by(by: RowUnit, normalisation: Normalisation) -> Options {
    Options { by, normalisation, floor: NO_FLOOR, ..Options::default() }
}

/// Returns a pair with A of 100 µs and B of 160 µs. `parse` is longer, `emit` is called more often, and `scan` replaces
/// `match` and `step`.
fn pair() -> Both {
    let a = trace(
        "
        t
          0..100000 run
            0..40000 parse
              0..20000 match
                0..5000 step
            40000..60000 emit
            60000..80000 rest
        ",
    );
    let b = trace(
        "
        t
          0..160000 run
            0..80000 parse
              0..30000 scan
                0..10000 read
            80000..100000 emit
            100000..120000 emit
            120000..130000 rest
        ",
    );
    Both::new(&a, &b)
}

#[test]
fn functions_are_ranked_by_self_time() {
    let both = pair();
    let ranking = ranked(&both.union(), by(RowUnit::Function, Normalisation::Absolute));
    assert_eq!(both.list(&ranking.slower), [("parse", 30_000.0), ("emit", 20_000.0), ("run", 10_000.0)]);
    assert_eq!(both.list(&ranking.faster), [("rest", -10_000.0)]);
    assert_eq!(both.list(&ranking.new), [("scan", 20_000.0), ("read", 10_000.0)]);
    assert_eq!(both.list(&ranking.gone), [("match", -15_000.0), ("step", -5_000.0)]);
    let parse = ranking.slower[0];
    assert_eq!((parse.a, parse.b, parse.calls), (20_000.0, 50_000.0, [1, 1]));
    assert_eq!(parse.own_share, Some(1.5));
    // The growth is 30 of 60 µs. The run grew by 60 %, so growth by 150 % is 2.5 times as much.
    assert_eq!(parse.responsibility, Some(0.5));
    assert_eq!(parse.overweight, Some(2.5));
    assert_eq!((ranking.new[0].own_share, ranking.new[0].overweight), (None, None));
    assert_eq!(ranking.gone[0].own_share, Some(-1.0));
    assert!(matches!(ranking.noise, Noise::OneRunASide(_)));
}

#[test]
fn paths_are_ranked_by_inclusive_time_without_repetition() {
    let both = pair();
    let ranking = ranked(&both.union(), by(RowUnit::Path, Normalisation::Absolute));
    // `run` grew by 60 µs, 40 µs of them in `parse`, so both rows are significant. `read` is below the new `scan` and
    // is not.
    assert_eq!(both.list(&ranking.slower), [("run", 60_000.0), ("parse", 40_000.0), ("emit", 20_000.0)]);
    assert_eq!(both.list(&ranking.faster), [("rest", -10_000.0)]);
    assert_eq!(both.list(standing_out(&ranking.new)), [("scan", 30_000.0)]);
    assert_eq!(both.list(standing_out(&ranking.gone)), [("match", -20_000.0)]);
    // They are listed anyway.
    assert_eq!(
        (both.list(&ranking.new)[1], ranking.new[1].reason),
        (("read", 10_000.0), Reason::WithItsCaller)
    );
    assert_eq!(both.list(&ranking.gone)[1], ("step", -5_000.0));
}

#[test]
fn caller_of_a_changed_callee_is_not_significant() {
    let a = trace("t\n  0..100000 main\n    0..90000 work\n      0..50000 sort\n");
    let b = trace("t\n  0..190000 main\n    0..180000 work\n      0..140000 sort\n");
    let both = Both::new(&a, &b);
    let ranking = ranked(&both.union(), by(RowUnit::Path, Normalisation::Absolute));
    assert_eq!(both.list(standing_out(&ranking.slower)), [("sort", 90_000.0)]);
    let callers = &ranking.slower[1..];
    assert_eq!(both.list(callers), [("main", 90_000.0), ("work", 90_000.0)]);
    assert!(callers.iter().all(|row| row.reason == Reason::InOneCallee));
}

#[test]
fn per_total_and_per_call_normalise_times() {
    let both = pair();
    // Both sides are scaled to 130 µs: `run` went from 20 of 100 to 30 of 160.
    let shares = ranked(&both.union(), by(RowUnit::Function, Normalisation::PerTotal));
    let run = shares.faster.iter().find(|row| both.name(row.identity) == "run").unwrap();
    assert!((run.a - 26_000.0).abs() < 1e-6 && (run.b - 24_375.0).abs() < 1e-6, "{run:?}");
    assert_eq!((run.responsibility, run.overweight), (None, None));
    // `emit` is called twice as often, and each call is as long as before: no change per call.
    let calls = ranked(&both.union(), by(RowUnit::Function, Normalisation::PerCall));
    assert!(calls.slower.iter().chain(&calls.faster).all(|row| both.name(row.identity) != "emit"));
    assert_eq!(both.list(&calls.slower[..1]), [("parse", 30_000.0)]);
    assert_eq!(calls.slower[0].reference_calls, Some(1.0));
}

#[test]
fn changes_under_the_floor_are_only_counted() {
    let a = trace("t\n  0..1000000 main\n    0..900000 work\n    900000..900100 tiny\n");
    let b = trace("t\n  0..1030000 main\n    0..930000 work\n    930000..930200 tiny\n");
    let both = Both::new(&a, &b);
    let ranking = ranked(&both.union(), Options::default());
    assert_eq!((ranking.slower.len(), ranking.faster.len(), ranking.under_floor), (0, 0, 3));
    let largest = ranking.largest_under_floor.unwrap();
    assert_eq!((both.name(largest.identity), largest.delta, largest.above_floor), ("work", 30_000.0, false));
    assert!(Verdict::new(&both.union(), &ranking, None).is_as_long);
}

#[test]
fn the_verdict_counts_functions_and_shares() {
    let both = pair();
    let union = both.union();
    let verdict = Verdict::new(&union, &ranked(&union, Options::default()), Some(7));
    assert_eq!(verdict.ratio, Some(1.6));
    assert_eq!((verdict.new_functions, verdict.gone_functions, verdict.moved_calls), (2, 2, Some(7)));
    assert_eq!(verdict.calls_alike, [4.0 / 6.0, 5.0 / 7.0]);
    assert_eq!(verdict.time_alike, [0.8, 130.0 / 160.0]);
    assert!(!verdict.is_as_long);
    assert_eq!(verdict.comparable, Comparable::Yes);
}

#[test]
fn different_programs_are_hardly_comparable_however_long_they_take() {
    let a = trace("t\n  0..100 main\n    0..10 f\n");
    let verdict = |b: &Trace| {
        let union = Both::new(&a, b).union();
        Verdict::new(&union, &ranked(&union, Options::default()), None).comparable
    };
    assert_eq!(verdict(&a), Comparable::Yes);
    let different = Comparable::Hardly { calls_alike: 0.0, time_alike: 0.0 };
    assert_eq!(verdict(&trace("t\n  0..100 other\n    0..10 g\n")), different);
    assert_eq!(verdict(&trace("t\n")), Comparable::Hardly { calls_alike: 0.0, time_alike: 0.0 });
    assert_eq!(verdict(&trace("t\n  0..2000000 main\n    0..10 f\n")), Comparable::Yes);
    // One new function that takes nearly all time of B makes no other program.
    let grown = trace("t\n  0..100 main\n    0..10 f\n  100..9000 added\n");
    assert_eq!(verdict(&grown), Comparable::Yes);
}

#[test]
fn single_pause_is_noise_but_longer_calls_count() {
    let calls = |name: &str, durations: &[i64]| {
        let mut at = 0;
        let line = |duration: &i64| {
            at += duration;
            format!("  {}..{at} {name}", at - duration)
        };
        trace(&format!("t\n{}\n", durations.iter().map(line).collect::<Vec<_>>().join("\n")))
    };
    let plain: Vec<i64> = (0..100).map(|call| 10_000 + call % 7 * 100).collect();
    let mut paused = plain.clone();
    paused[40] += 2_000_000;
    let slower: Vec<i64> = plain.iter().map(|duration| duration * 11 / 10).collect();
    let list = |b: &[i64]| {
        let both = Both::new(&calls("f", &plain), &calls("f", b));
        let slower = ranked(&both.union(), Options::default()).slower;
        slower.into_iter().map(|row| row.reason).collect::<Vec<_>>()
    };
    assert_eq!(list(&paused), [Reason::WithinCalls]);
    assert_eq!(list(&slower), [Reason::Lengths]);
    // More calls of equal length are a change too, which no pause could cause.
    assert_eq!(list(&plain.repeat(2)), [Reason::Calls]);
}

fn rows_of(ranking: &Ranking) -> [&[Row]; 5] {
    ranking.lists()
}

/// Self time by identity and inclusive time by whole path, summed call by call.
type Sums<K> = BTreeMap<K, [(u64, i64); 2]>;

fn naive(traces: [&Trace; 2], both: &mut IdentityTable) -> (Sums<IdentityId>, Sums<Vec<IdentityId>>) {
    let (mut functions, mut paths): (Sums<IdentityId>, Sums<Vec<IdentityId>>) = Default::default();
    for (side, trace) in traces.into_iter().enumerate() {
        let identities = both.identify_all(trace, IdentityTable::plain_key);
        let of = |call: CallId| identities[trace.calls().function()[call.index()].index()];
        for call in (0..trace.calls().len() as u32).map(CallId) {
            let up = std::iter::successors(Some(call), |call| trace.calls().parent()[call.index()].some());
            let mut path: Vec<IdentityId> = up.map(of).collect();
            path.reverse();
            let sum = &mut functions.entry(of(call)).or_default()[side];
            *sum = (sum.0 + 1, sum.1 + trace.calls().self_time(call));
            let sum = &mut paths.entry(path).or_default()[side];
            *sum = (sum.0 + 1, sum.1 + trace.calls().duration(call));
        }
    }
    (functions, paths)
}

/// Returns the index of the list that a pair of sums belongs to.
fn kind([a, b]: [(u64, i64); 2]) -> usize {
    match (a.0, b.0) {
        (0, _) => 2,
        (_, 0) => 3,
        _ => usize::from(b.1 <= a.1),
    }
}

proptest! {
    #[test]
    fn every_function_is_listed_with_its_sums_or_counted(seed: u64, other: u64) {
        let shape = Shape { functions: 5, ..Shape::SMALL };
        let traces = [generate(seed, shape), generate(other, shape)];
        let mut both = Both::new(&traces[0], &traces[1]);
        let ranking = ranked(&both.union(), by(RowUnit::Function, Normalisation::Absolute));
        let (functions, _) = naive([&traces[0], &traces[1]], &mut both.table);
        let mut listed = 0;
        for (list, rows) in rows_of(&ranking).into_iter().enumerate() {
            let (first, rest) = rows.split_at(standing_out(rows).len());
            for part in [first, rest] {
                prop_assert!(part.is_sorted_by(|left, right| left.delta.abs() >= right.delta.abs()));
            }
            prop_assert!(rest.iter().all(|row| !row.stands_out()));
            // Rows of one caller are tested by themselves.
            for row in rows.iter().filter(|row| row.caller.is_none()) {
                let sums = functions[&row.identity];
                prop_assert_eq!([row.a, row.b], sums.map(|(_, ticks)| ticks as f64));
                prop_assert_eq!(row.calls, sums.map(|(calls, _)| calls));
                prop_assert_eq!(kind(sums), list);
                listed += 1;
            }
        }
        let changed = functions.values().filter(|sums| kind(**sums) >= 2 || sums[0].1 != sums[1].1).count();
        prop_assert_eq!(listed + ranking.under_floor, changed as u64);
    }

    #[test]
    fn every_listed_path_has_its_sums(seed: u64, other: u64) {
        let shape = Shape { functions: 3, ..Shape::SMALL };
        let traces = [generate(seed, shape), generate(other, shape)];
        let mut both = Both::new(&traces[0], &traces[1]);
        let union = both.union();
        let ranking = ranked(&union, by(RowUnit::Path, Normalisation::Absolute));
        let (_, paths) = naive([&traces[0], &traces[1]], &mut both.table);
        for (list, rows) in rows_of(&ranking).into_iter().enumerate() {
            for row in rows {
                let path = union.path(row.node);
                let sums = paths[&path];
                prop_assert_eq!([row.a, row.b], sums.map(|(_, ticks)| ticks as f64));
                prop_assert_eq!(kind(sums), list);
                let delta = |sums: [(u64, i64); 2]| sums[1].1 - sums[0].1;
                // No child has nine tenths of the change, and no caller of a new or gone path is new or gone.
                let children = paths.iter().filter(|(other, _)| other.len() == path.len() + 1 && other.starts_with(&path));
                let has_all = |sums: [(u64, i64); 2]| delta(sums) * delta(sums_of(&paths, &path)) > 0
                    && delta(sums).abs() * 10 >= delta(sums_of(&paths, &path)).abs() * 9;
                if list < 2 {
                    let repeats = children.map(|(_, sums)| *sums).any(has_all);
                    prop_assert_eq!(repeats, row.reason == Reason::InOneCallee);
                } else if path.len() > 1 {
                    let repeats = kind(paths[&path[..path.len() - 1]]) >= 2;
                    prop_assert_eq!(repeats, row.reason == Reason::WithItsCaller);
                }
            }
        }
        // Every new path is listed or is below one that is.
        let new = paths.iter().filter(|(path, sums)| kind(**sums) == 2
            && (path.len() == 1 || kind(paths[&path[..path.len() - 1]]) < 2)).count();
        prop_assert_eq!(ranking.new.iter().filter(|row| row.reason != Reason::WithItsCaller).count(), new);
    }

    #[test]
    fn exchanging_the_sides_mirrors_everything(seed: u64, other: u64, way in 0usize..6) {
        let shape = Shape { functions: 6, calls: 400, extent: 1_000_000, ..Shape::SMALL };
        let both = Both::new(&generate(seed, shape), &generate(other, shape));
        let by = [RowUnit::Function, RowUnit::Path][way % 2];
        let normalisation = [Normalisation::Absolute, Normalisation::PerTotal, Normalisation::PerCall][way / 2];
        let options = Options { by, normalisation, ..Options::default() };
        let (there, back) = (ranked(&both.union(), options), ranked(&both.mirrored(), options));
        let pairs = [(&there.slower, &back.faster), (&there.faster, &back.slower), (&there.new, &back.gone), (&there.gone, &back.new)];
        for (rows, mirrored) in pairs {
            prop_assert_eq!(rows.len(), mirrored.len());
            for (row, mirror) in rows.iter().zip(mirrored) {
                prop_assert_eq!((row.identity, row.node), (mirror.identity, mirror.node));
                prop_assert_eq!((row.a, row.b, row.delta), (mirror.b, mirror.a, -mirror.delta));
                prop_assert_eq!((row.calls[0], row.calls[1]), (mirror.calls[1], mirror.calls[0]));
                prop_assert_eq!(row.responsibility, mirror.responsibility);
            }
        }
        prop_assert_eq!(there.under_floor, back.under_floor);
        let verdicts = [(both.union(), &there), (both.mirrored(), &back)].map(|(union, ranking)| Verdict::new(&union, ranking, None));
        prop_assert_eq!(verdicts[0].comparable, verdicts[1].comparable);
        prop_assert_eq!(verdicts[0].new_functions, verdicts[1].gone_functions);
        prop_assert_eq!(verdicts[0].is_as_long, verdicts[1].is_as_long);
    }

    #[test]
    fn trace_against_itself_has_no_differences(seed: u64, way in 0usize..6) {
        let trace = generate(seed, Shape::SMALL);
        let both = Both::new(&trace, &trace);
        let by = [RowUnit::Function, RowUnit::Path][way % 2];
        let normalisation = [Normalisation::Absolute, Normalisation::PerTotal, Normalisation::PerCall][way / 2];
        let union = both.union();
        let ranking = ranked(&union, Options { by, normalisation, floor: NO_FLOOR, ..Options::default() });
        prop_assert!(rows_of(&ranking).into_iter().all(<[Row]>::is_empty));
        prop_assert_eq!((ranking.under_floor, ranking.largest_under_floor), (0, None));
        prop_assert_eq!(phases(&union, &ranking, &[]), vec![]);
        let verdict = Verdict::new(&union, &ranking, None);
        prop_assert!(verdict.is_as_long);
        prop_assert_eq!(verdict.comparable, Comparable::Yes);
    }
}

fn sums_of(paths: &Sums<Vec<IdentityId>>, path: &[IdentityId]) -> [(u64, i64); 2] {
    paths[path]
}
