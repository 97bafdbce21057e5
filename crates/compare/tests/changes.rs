//! Tests of the list of largest changes, of outlier calls as findings, and of the typical ratio.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod aligned;
mod one_lane;

use aligned::with_aligned;
use diptych_compare::Pair;
use diptych_compare::call_times::OutlierCall;
use diptych_compare::ranking::{
    ChangeSubject, Floor, Kind, Options, RankInput, Ranking, Reason, TypicalRatio, largest_changes,
    rank_with_result, standing_outliers,
};
use diptych_compare::waiting::waiting;
use diptych_profile::{NodeId, PartTree};
use diptych_testkit::plant::{plant, random_edits};
use diptych_testkit::{Rng, Shape, generate, trace};
use diptych_trace::{CallId, IdentityId, Trace};
use one_lane::{Compared, lane};
use proptest::prelude::*;
use std::collections::BTreeMap;
use std::fmt::Write;

const NO_FLOOR: Floor = Floor { share: 0.0, ticks: 0 };

fn outlier(side: usize, excess: i64, function: u32) -> OutlierCall {
    OutlierCall {
        side,
        call: CallId(0),
        identity: IdentityId(function),
        node: NodeId::NONE,
        start: 0,
        self_ticks: excess + 10,
        usual: 10,
        ordinary: 10,
    }
}

#[test]
fn an_outlier_call_that_only_one_side_has_is_a_finding() {
    let of_functions = |calls: &[(usize, i64, u32)]| {
        let calls: Vec<OutlierCall> =
            calls.iter().map(|&(side, excess, function)| outlier(side, excess, function)).collect();
        standing_outliers(&calls, Floor { share: 0.05, ticks: 1_000 }, [0.0; 2])
    };
    let standing = |calls: &[(usize, i64)]| {
        of_functions(&calls.iter().map(|&(side, excess)| (side, excess, 0)).collect::<Vec<_>>())
    };
    assert_eq!(of_functions(&[(1, 30_000, 0), (1, 29_000, 1)]), [false, false], "pauses at random");
    assert_eq!(of_functions(&[(1, 30_000, 0), (1, 29_000, 0)]), [true, true], "two calls of one function");
    assert_eq!(of_functions(&[(1, 30_000, 0), (1, 4_000, 1)]), [true, false], "far longer than pauses");
    assert_eq!(standing(&[(1, 30_000)]), [true]);
    assert_eq!(standing(&[(0, 30_000)]), [true]);
    assert_eq!(standing(&[(1, 30_000), (0, 20_000)]), [false, false], "both sides pause");
    assert_eq!(standing(&[(1, 30_000), (0, 4_000)]), [true, false], "none of A is half as long");
    assert_eq!(standing(&[(1, 500)]), [false], "under the floor");
    let in_run = |total: f64| standing_outliers(&[outlier(1, 30_000, 0)], NO_FLOOR, [total; 2]);
    assert_eq!(in_run(6_000_000.0), [true], "half a per cent of the run");
    assert_eq!(in_run(6_100_000.0), [false], "any run has such pauses");
    let mut many: Vec<(usize, i64, u32)> = (0..30).map(|function| (1, 30_000, function)).collect();
    many.push((0, 30_000, 0));
    assert_eq!(
        of_functions(&many).iter().filter(|stands| **stands).count(),
        30,
        "thirty of them, and one in A"
    );
}

proptest! {
    #[test]
    fn findings_follow_the_rule(lengths in prop::collection::vec((0usize..2, 0i64..40, 0u32..3), 0..12)) {
        let calls: Vec<OutlierCall> =
            lengths.iter().map(|&(side, ticks, function)| outlier(side, ticks, function)).collect();
        let found = standing_outliers(&calls, NO_FLOOR, [0.0; 2]);
        for (call, found) in calls.iter().zip(found) {
            let as_long = |side: usize| {
                let is_as_long = |other: &&OutlierCall| other.side == side && 2 * other.excess() >= call.excess();
                calls.iter().filter(is_as_long).collect::<Vec<_>>()
            };
            let (own, other) = (as_long(call.side), as_long(1 - call.side));
            let is_alone = other.is_empty() && own.iter().all(|of| of.identity == call.identity);
            let (n, m) = (own.len() as f64, other.len() as f64);
            let beyond = is_alone || n - m > 2.0 * (n + m).sqrt();
            prop_assert_eq!(found, call.excess() > 0 && beyond);
        }
    }

    #[test]
    fn entries_add_up_to_the_change_of_the_whole(
        a in prop::collection::vec((0u64..6, 1i64..500), 1..60),
        b in prop::collection::vec((0u64..6, 1i64..500), 1..60),
    ) {
        let pair = Compared::new(&lane(&a), &lane(&b));
        let options = Options { floor: NO_FLOOR, ..Options::default() };
        let input = RankInput { few: &pair.times.few, ..RankInput::default() };
        let ranking = rank_with_result(&pair.union, options, input);
        let changes = largest_changes(&pair.union, &ranking, &pair.times.few);
        let sum: f64 = changes.iter().filter(|change| change.row.beneath.is_none()).map(|change| change.row.delta).sum();
        let total = |calls: &[(u64, i64)]| calls.iter().map(|&(_, ticks)| ticks).sum::<i64>() as f64;
        // Mean lengths of ordinary calls are whole ticks.
        let rounding = 1.0 * pair.times.few.len() as f64;
        prop_assert!((sum - (total(&b) - total(&a))).abs() <= rounding, "{sum} {changes:?}");
        let parts: Vec<bool> = changes.iter().map(|change| change.row.stands_out()).collect();
        prop_assert!(parts.is_sorted_by_key(|stands_out| !stands_out));
    }
}

#[test]
fn one_slow_call_leads_the_list() {
    let plain: Vec<(u64, i64)> = (0..40).map(|at| (0, 16_000 + at % 5 * 100)).collect();
    let mut slow = plain.clone();
    slow[17].1 = 30_000_000;
    let pair = Compared::new(&lane(&plain), &lane(&slow));
    let input = RankInput { few: &pair.times.few, ..RankInput::default() };
    let ranking = rank_with_result(&pair.union, Options::default(), input);
    let changes = largest_changes(&pair.union, &ranking, &pair.times.few);
    assert_eq!(changes[0].of, ChangeSubject::Call { place: 0 });
    assert!(changes[0].row.stands_out());
    assert!((changes[0].row.delta - 29_984_000.0).abs() < 1_000.0, "{}", changes[0].row.delta);
    assert_eq!(changes.iter().filter(|change| change.row.stands_out()).count(), 1);
}

#[test]
fn waiting_is_a_kind_of_its_own_and_comes_after_work() {
    let side = |calls: u64| lane(&(0..calls).map(|at| (at % 2, 100_000)).collect::<Vec<_>>());
    let pair = Compared::new(&side(20), &side(60));
    let mut waits = waiting(&["Condition.wait".to_owned()]);
    waits.resize(2, false);
    let ranking = rank_with_result(
        &pair.union,
        Options::default(),
        RankInput { waits: &waits, ..RankInput::default() },
    );
    assert_eq!((ranking.slower.len(), ranking.waiting.len()), (1, 1));
    let changes = largest_changes(&pair.union, &ranking, &[]);
    let lists: Vec<ChangeSubject> = changes.iter().map(|change| change.of).collect();
    let row = |kind: Kind| ChangeSubject::Row { list: kind as usize, place: 0 };
    assert_eq!(lists, [row(Kind::Slower), row(Kind::Waiting)]);
}

#[test]
fn typical_ratio_needs_eight_functions_and_says_how_even_it_is() {
    let side = |functions: u64, factor: &dyn Fn(u64) -> i64| {
        lane(
            &(0..functions * 10)
                .map(|at| (at % functions, 1_000 * factor(at % functions)))
                .collect::<Vec<_>>(),
        )
    };
    let ratio = |functions: u64, factor: &dyn Fn(u64) -> i64| {
        let pair = Compared::new(&side(functions, &|_| 2), &side(functions, factor));
        TypicalRatio::new(&pair.union, &[])
    };
    assert_eq!(ratio(7, &|_| 3), None);
    let even = ratio(9, &|of| if of == 0 { 20 } else { 3 }).unwrap();
    assert!((even.ratio - 1.5).abs() < 1e-9 && even.is_even() && even.functions == 9, "{even:?}");
    let uneven = ratio(9, &|of| 1 + of as i64).unwrap();
    assert!((uneven.ratio - 2.5).abs() < 1e-9 && !uneven.is_even(), "{uneven:?}");
    let unchanged = ratio(9, &|of| if of == 0 { 16 } else { 2 }).unwrap();
    assert!((unchanged.ratio - 1.0).abs() < 1e-9 && !unchanged.is_even());
}

/// Generates a run of `main` with some phases. Each calls `read` a number of times and works in between.
fn phases(phases: &[(&str, u64)]) -> Trace {
    let (mut out, mut at) = (String::new(), 0);
    for &(name, calls) in phases {
        let begin = at;
        let mut lines = String::new();
        for _ in 0..calls {
            writeln!(lines, "      {}..{} read", at + 1_000, at + 20_000).unwrap();
            at += 21_000;
        }
        writeln!(out, "    {begin}..{at} {name}\n{}", lines.trim_end()).unwrap();
    }
    trace(&format!("t\n  0..{at} main\n{out}"))
}

/// Returns the change, the number of functions below and the reason of each entry of the list of largest changes.
fn largest(a: &Trace, b: &Trace) -> Vec<(f64, u32, Reason)> {
    let pair = Compared::new(a, b);
    let ranking = rank_with_result(&pair.union, Options::default(), RankInput::default());
    let changes = largest_changes(&pair.union, &ranking, &[]);
    changes.iter().map(|of| (of.row.delta, of.row.called_below, of.row.reason)).collect()
}

#[test]
fn a_new_phase_stands_for_the_calls_that_it_makes() {
    let without = phases(&[("load", 100), ("index", 80)]);
    let with = phases(&[("load", 100), ("index", 80), ("export", 50)]);
    let moved = phases(&[("load", 100), ("save", 80)]);
    assert_eq!(largest(&without, &with), [(50.0 * 21_000.0, 1, Reason::OneSide)]);
    assert_eq!(largest(&with, &without), [(-50.0 * 21_000.0, 1, Reason::OneSide)]);
    // Work that only changed its place is no part of the new function: all calls together take as long.
    let own = 80.0 * 2_000.0;
    assert_eq!(largest(&without, &moved), [(own, 0, Reason::OneSide), (-own, 0, Reason::OneSide)]);
}

#[test]
fn a_helper_of_several_functions_beneath_a_new_one_counts_for_it() {
    let run = |is_new: bool| {
        let (mut out, mut at) = (String::new(), 0);
        for _ in 0..50 {
            writeln!(out, "    {at}..{} body", at + 500_000).unwrap();
            at += 500_000;
            if is_new {
                let lines =
                    [(0, 900, "    ", "compile"), (10, 410, "      ", "parse"), (20, 320, "        ", "len")];
                let more = [(450, 850, "      ", "emit"), (460, 760, "        ", "len")];
                for (from, to, indent, name) in lines.into_iter().chain(more) {
                    writeln!(out, "{indent}{}..{} {name}", at + from * 1_000, at + to * 1_000).unwrap();
                }
                at += 900_000;
            }
        }
        trace(&format!("t\n  0..{at} main\n{out}"))
    };
    for (a, b, sign) in [(run(false), run(true), 1.0), (run(true), run(false), -1.0)] {
        let found = largest(&a, &b);
        assert_eq!(found[0], (sign * 50.0 * 900_000.0, 0, Reason::OneSide), "{found:?}");
        assert!(found[1..].iter().all(|of| of.2 == Reason::Beneath), "{found:?}");
        let pair = Compared::new(&a, &b);
        let ranking = rank_with_result(&pair.union, Options::default(), RankInput::default());
        let first = largest_changes(&pair.union, &ranking, &[])[0].row;
        let below = first.largest_below.unwrap();
        assert_eq!((first.holds, below.calls, below.ticks), (3, 100, sign * 100.0 * 300_000.0));
    }
}

#[test]
fn a_long_wait_below_a_new_function_counts_for_it() {
    let run = |waits: bool| {
        let (mut out, mut at) = (String::new(), 0);
        for call in 0..30 {
            writeln!(out, "    {at}..{} fetch\n      {at}..{} sleep", at + 5_000_000, at + 4_000_000)
                .unwrap();
            at += 5_000_000;
            if waits && call == 10 {
                writeln!(
                    out,
                    "    {at}..{} backoff\n      {at}..{} sleep",
                    at + 100_000_000,
                    at + 99_990_000
                )
                .unwrap();
                at += 100_000_000;
            }
        }
        trace(&format!("t\n  0..{at} main\n{out}"))
    };
    let pair = Compared::new(&run(false), &run(true));
    assert!(
        pair.times.few.is_empty(),
        "what is usual below a new function is not known: {:?}",
        pair.times.few
    );
    let found = largest(&run(false), &run(true));
    assert_eq!(found[0], (100_000_000.0, 1, Reason::OneSide), "{found:?}");
    assert!(found[1..].iter().all(|of| !of.2.stands_out()), "{found:?}");
}

#[test]
fn a_new_phase_stands_for_its_calls_alone() {
    let before = phases(&[("load", 100), ("index", 80)]);
    // Of the 90 calls of `read` more, 50 are of the new phase.
    let after = phases(&[("load", 100), ("index", 120), ("export", 50)]);
    let [first, second, ..] = largest(&before, &after)[..] else { panic!("two changes") };
    assert_eq!(first, (50.0 * 21_000.0, 1, Reason::OneSide));
    assert_eq!(second, (40.0 * 19_000.0, 0, Reason::Calls));
    // Of the 50 calls of the new phase, 20 are in place of calls of another one: only 30 are additional.
    let after = phases(&[("load", 80), ("index", 80), ("export", 50)]);
    assert_eq!(largest(&before, &after)[0], (50.0 * 2_000.0 + 30.0 * 19_000.0, 1, Reason::OneSide));
}

#[test]
fn a_slower_function_that_a_new_phase_calls_keeps_its_own_part() {
    let run = |calls: u64, length: i64| {
        let (mut out, mut at) = (String::new(), 0);
        for at in (0..60).map(|call| call * 30_000) {
            writeln!(out, "    {at}..{} hash", at + length + at % 70).unwrap();
        }
        at += 60 * 30_000;
        if calls > 0 {
            writeln!(out, "    {at}..{} verify", at + calls as i64 * 30_000).unwrap();
            for at in (0..calls as i64).map(|call| at + 1_000 + call * 30_000) {
                writeln!(out, "      {at}..{} hash", at + length + at % 70).unwrap();
            }
        }
        trace(&format!("t\n  0..4000000 main\n{out}"))
    };
    let found = largest(&run(0, 10_000), &run(60, 20_000));
    let called = found.iter().find(|of| of.1 == 1).unwrap();
    // `verify` takes 60 times 30 µs in all. The calls that are in both runs take 60 times 10 µs more.
    assert!((called.0 - 1_800_000.0).abs() < 5_000.0 && called.2 == Reason::OneSide, "{found:?}");
    let slower = found.iter().find(|of| (of.0 - 600_000.0).abs() < 5_000.0).unwrap();
    assert_eq!(slower.2, Reason::Lengths, "{found:?}");
}

/// Returns the time of a function's calls beneath each new or gone function that counts for it, by call along the call
/// paths of its side. O(calls · depth).
fn naive_parts(
    pair: Pair,
    trees: &[PartTree; 2],
    ranking: &Ranking,
    function: IdentityId,
) -> BTreeMap<IdentityId, f64> {
    let of_one_side = |identity: IdentityId| {
        let row = ranking.new.iter().chain(&ranking.gone).find(|row| row.identity == identity)?;
        match row.reason {
            Reason::OneSide => Some(identity),
            Reason::Beneath => row.beneath,
            _ => None,
        }
    };
    let mut below: BTreeMap<(i64, Option<IdentityId>), [i64; 2]> = BTreeMap::new();
    for (side, sign) in [(0, -1), (1, 1)] {
        let calls = pair.traces[side].calls();
        for call in (0..calls.len() as u32).map(CallId).filter(|&call| pair.of_call(side, call) == function) {
            let PartTree { tree, nodes, .. } = &trees[side];
            let parent = |node: NodeId| tree.parent()[node.index()].some();
            let path = std::iter::successors(parent(nodes[call.index()]), |&node| parent(node));
            let callers = path.map(|node| tree.identity()[node.index()]);
            let leader = callers.into_iter().find_map(of_one_side);
            let sums = below.entry((sign, leader)).or_default();
            *sums = [sums[0] + sign, sums[1] + sign * calls.self_time(call)];
        }
    }
    let change: i64 = below.values().map(|[calls, _]| calls).sum();
    below.retain(|&(sign, leader), _| leader.is_some() && sign == change.signum());
    let calls: i64 = below.values().map(|[calls, _]| calls).sum();
    let share = if calls == 0 { 0.0 } else { (change as f64 / calls as f64).min(1.0) };
    below.into_iter().map(|((_, leader), [_, ticks])| (leader.unwrap(), share * ticks as f64)).collect()
}

proptest! {
    #[test]
    fn functions_called_below_follow_a_walk_over_all_calls(seed: u64, edits in 1usize..12) {
        let shape = Shape { calls: 200, lanes: 1, functions: 12, ..Shape::SMALL };
        let a = generate(seed, shape);
        let b = plant(&a, &random_edits(&mut Rng::new(seed), &a, edits)).trace;
        let pair = Compared::new(&a, &b);
        let options = Options { floor: NO_FLOOR, ..Options::default() };
        let ranking = rank_with_result(&pair.union, options, RankInput::default());
        let changes = largest_changes(&pair.union, &ranking, &[]);
        // Calls of one caller may have a row of their own.
        let delta = |identity: IdentityId| -> f64 {
            changes.iter().filter(|change| change.row.identity == identity).map(|change| change.row.delta).sum()
        };
        with_aligned(&a, &b, |aligned, trees| {
            let mut below: BTreeMap<IdentityId, f64> = BTreeMap::new();
            let of_both = ranking.slower.iter().chain(&ranking.faster);
            for row in of_both.filter(|row| row.caller.is_none()) {
                let parts = naive_parts(aligned.pair, &trees, &ranking, row.identity);
                let rest = row.delta - parts.values().sum::<f64>();
                prop_assert!((delta(row.identity) - rest).abs() < 1.0, "{row:?} {parts:?}");
                for (leader, ticks) in parts {
                    *below.entry(leader).or_default() += ticks;
                }
            }
            for row in ranking.new.iter().chain(&ranking.gone).filter(|row| row.reason == Reason::OneSide) {
                let list = || ranking.new.iter().chain(&ranking.gone);
                let beneath: f64 =
                    list().filter(|of| of.beneath == Some(row.identity)).map(|of| of.delta).sum();
                let sum = row.delta + beneath + below.get(&row.identity).copied().unwrap_or(0.0);
                prop_assert!((delta(row.identity) - sum).abs() < 1.0, "{row:?}");
            }
            Ok(())
        })?;
    }
}
