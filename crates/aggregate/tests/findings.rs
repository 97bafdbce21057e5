//! Lanes that work longer are found by their own change, not by that of the other lanes. A change of nearly all lanes is a
//! finding of its own.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_aggregate::{
    Finding, FindingKind, Grid, LaneTimes, LaneTree, LateMessages, PairTimes, SignificantStates, SliceTable,
    findings,
};
use diptych_testkit::trace;
use proptest::prelude::*;

const SLICES: usize = 20;
const WIDTH: u64 = 100;
const LANES: usize = 12;

/// Returns the times of a run whose lanes each work from its start on, for the given number of slices.
fn run(slices_of: impl Fn(usize) -> usize) -> LaneTimes {
    let mut table = SliceTable::zeros(Grid { start: 0, width: WIDTH, count: SLICES }, LANES, 1);
    for lane in 0..LANES {
        table.row_mut(lane, 0)[..slices_of(lane)].fill(WIDTH);
    }
    let edges: Vec<i64> = (0..=SLICES as i64).map(|slice| slice * WIDTH as i64).collect();
    LaneTimes::new(&table, &edges)
}

/// Returns the findings of two runs with one state, aligned by matched calls.
fn found_in(tree: &LaneTree, times: [&LaneTimes; 2]) -> Vec<Finding> {
    let pair = PairTimes {
        tree,
        times,
        waits: &[false],
        named: 1,
        both: SLICES,
        tail: SLICES,
        is_matched: true,
        significant: None,
    };
    findings(&pair, [&[], &[]], &LateMessages::new([&[], &[]])).found
}

/// Returns the lanes that work longer, each with its ticks.
fn works(a: &LaneTimes, b: &LaneTimes) -> Vec<(usize, f64)> {
    let lanes: Vec<String> = (0..LANES).map(|lane| format!("  lane {lane}\n    0..1 f\n")).collect();
    let tree = LaneTree::new(&trace(&format!("all\n{}", lanes.concat())));
    let found = found_in(&tree, [a, b]);
    let works = found.iter().filter(|of| of.kind == FindingKind::Works);
    works.map(|of: &Finding| (tree.nodes()[of.node].leaves.start, of.ticks)).collect()
}

#[test]
fn lane_that_works_longer_is_found() {
    let a = run(|_| 12);
    let b = run(|lane| if lane == 3 { 18 } else { 12 });
    assert_eq!(works(&a, &b), [(3, 600.0)]);
}

/// In a browser most threads are idle for most of the time, and threads have nothing to do with each other.
#[test]
fn lane_that_stays_as_it_was_is_no_finding_where_the_others_work_less() {
    let a = run(|_| 18);
    let b = run(|lane| if lane == 3 { 18 } else { 12 });
    assert_eq!(works(&a, &b), []);
    // A little of the excess may be the others' change.
    let b = run(|lane| if lane == 3 { 20 } else { 17 });
    assert_eq!(works(&a, &b), [(3, 300.0)]);
}

/// A process that starts later is one row, also if one of its threads is later still.
#[test]
fn late_thread_of_a_late_process_has_no_row_of_its_own() {
    let starting = |start_of: &dyn Fn(usize) -> usize| {
        let mut table = SliceTable::zeros(Grid { start: 0, width: WIDTH, count: SLICES }, LANES, 1);
        for lane in 0..LANES {
            table.row_mut(lane, 0)[start_of(lane)..][..2].fill(WIDTH);
        }
        let edges: Vec<i64> = (0..=SLICES as i64).map(|slice| slice * WIDTH as i64).collect();
        LaneTimes::new(&table, &edges)
    };
    let lane = |lane: usize| format!("  lane {lane}\n    0..1 f\n");
    let [late, others]: [String; 2] = [0..4, 4..LANES].map(|lanes| lanes.map(lane).collect());
    let tree = LaneTree::new(&trace(&format!("late\n{late}others\n{others}")));
    let found = |start_of: &dyn Fn(usize) -> usize| -> Vec<(std::ops::Range<usize>, f64)> {
        let [a, b] = [starting(&|_| 2), starting(start_of)];
        let found = found_in(&tree, [&a, &b]);
        found.iter().map(|of| (tree.nodes()[of.node].leaves.clone(), of.ticks)).collect()
    };
    assert_eq!(found(&|lane| [16, 8, 8, 8].get(lane).copied().unwrap_or(2)), [(0..4, 800.0)]);
    assert_eq!(found(&|lane| if lane == 0 { 16 } else { 2 }), [(0..1, 1_400.0)]);
}

/// Returns the tree of all lanes, each an outermost lane.
fn flat_tree() -> LaneTree {
    let lanes: Vec<String> = (0..LANES).map(|lane| format!("lane {lane}\n  0..1 f\n")).collect();
    LaneTree::new(&trace(&lanes.concat()))
}

/// Returns the times of a run whose lanes work for a part of each slice and wait for the rest of it. `widths` are the ticks
/// of each slice, and `works` returns the part that a lane works.
fn working(widths: &[i64], works: impl Fn(usize, usize) -> f64) -> LaneTimes {
    let mut table = SliceTable::zeros(Grid { start: 0, width: 1_000, count: SLICES }, LANES, 2);
    for (lane, slice) in (0..LANES).flat_map(|lane| (0..SLICES).map(move |slice| (lane, slice))) {
        let work = (1_000.0 * works(lane, slice)).round() as u64;
        table.row_mut(lane, 0)[slice] = work;
        table.row_mut(lane, 1)[slice] = 1_000 - work;
    }
    let add = |end: &mut i64, width: &i64| {
        *end += width;
        Some(*end)
    };
    let edges: Vec<i64> = std::iter::once(0).chain(widths.iter().scan(0, add)).collect();
    LaneTimes::new(&table, &edges)
}

/// Returns the findings of two runs that work in state 0 and wait in state 1.
fn found(tree: &LaneTree, a: &LaneTimes, b: &LaneTimes) -> Vec<Finding> {
    let pair = PairTimes {
        tree,
        times: [a, b],
        waits: &[false, true],
        named: 2,
        both: SLICES,
        tail: SLICES,
        is_matched: true,
        significant: None,
    };
    findings(&pair, [&[], &[]], &LateMessages::new([&[], &[]])).found
}

/// All lanes are evenly slower. Their work comes first, and their waiting after it.
#[test]
fn work_of_all_lanes_is_a_finding_if_evenly_slower() {
    let tree = flat_tree();
    let (a, b) = (working(&[1_000; SLICES], |_, _| 0.6), working(&[1_300; SLICES], |_, _| 0.6));
    let rows = |found: Vec<Finding>| -> Vec<(FindingKind, usize, usize, f64)> {
        found.iter().map(|of| (of.kind, of.state, of.lanes, of.ticks.round())).collect()
    };
    let each = FindingKind::EachLane;
    let all = SLICES as f64;
    let [work, wait] = [0.6 * 300.0 * all, 0.4 * 300.0 * all];
    assert_eq!(rows(found(&tree, &a, &b)), [(each, 0, LANES, work), (each, 1, LANES, wait)]);
    assert_eq!(rows(found(&tree, &b, &a)), [(each, 0, LANES, -work), (each, 1, LANES, -wait)]);
    assert_eq!(rows(found(&tree, &a, &a)), []);
}

/// One lane works longer, and all others wait for it in a collective operation, without messages. In the longer slices
/// no time is additional, because the late lane fills it with work.
#[test]
fn waiting_of_all_other_lanes_follows_its_cause() {
    let tree = flat_tree();
    let mut widths = [1_000; SLICES];
    widths[5..10].fill(3_000);
    let late = |lane: usize, slice: usize| match (lane, (5..10).contains(&slice)) {
        (_, false) => 0.6,
        (3, true) => 0.6 / 3.0 + 2.0 / 3.0,
        (_, true) => 0.6 / 3.0,
    };
    let (a, b) = (working(&[1_000; SLICES], |_, _| 0.6), working(&widths, late));
    let found = found(&tree, &a, &b);
    let [cause, waiting] = &found[..] else { panic!("{found:#?}") };
    assert_eq!((cause.kind, &tree.path(cause.node)[..]), (FindingKind::Works, "lane 3"));
    assert_eq!((waiting.kind, waiting.state, waiting.lanes), (FindingKind::EachLane, 1, LANES - 1));
    assert_eq!((waiting.ticks.round(), waiting.slices, waiting.other), (10_000.0, [5, 9], Some(cause.node)));
}

proptest! {
    /// The lanes and the ticks of each line agree with sums over all cells.
    #[test]
    fn changes_of_each_lane_match_naive_sums(
        widths in prop::collection::vec(500i64..3_000, SLICES),
        parts in prop::collection::vec(0.0f64..1.0, 2 * LANES),
    ) {
        let tree = flat_tree();
        let part = |side: usize| { let parts = parts.clone(); move |lane: usize, slice: usize| (parts[side * LANES + lane] * (1 + slice % 3) as f64 / 3.0).min(1.0) };
        let (a, b) = (working(&[1_000; SLICES], part(0)), working(&widths, part(1)));
        let ticks = |side: usize, lane: usize, state: usize, slice: usize| {
            let work = (1_000.0 * part(side)(lane, slice)).round() / 1_000.0;
            let width = if side == 0 { 1_000.0 } else { widths[slice] as f64 };
            width * if state == 0 { work } else { 1.0 - work }
        };
        let found = found(&tree, &a, &b);
        let late: Vec<usize> = found.iter().filter(|of| of.kind == FindingKind::Works)
            .flat_map(|of| tree.nodes()[of.node].leaves.clone()).collect();
        for of in found.iter().filter(|of| of.kind == FindingKind::EachLane) {
            let counts: Vec<usize> = (0..LANES).filter(|lane| of.state == 0 || !late.contains(lane)).collect();
            let change = |lane: usize, slices: std::ops::RangeInclusive<usize>| -> f64 {
                slices.map(|slice| ticks(1, lane, of.state, slice) - ticks(0, lane, of.state, slice)).sum()
            };
            let mut all: Vec<f64> = counts.iter().map(|&lane| change(lane, 0..=SLICES - 1)).collect();
            all.sort_by(f64::total_cmp);
            let middle = f64::midpoint(all[(all.len() - 1) / 2], all[all.len() / 2]);
            let shares = |lane: &&usize| change(**lane, 0..=SLICES - 1) * middle.signum() >= middle.abs() / 2.0;
            let sharing: Vec<usize> = counts.iter().filter(shares).copied().collect();
            prop_assert_eq!(of.lanes, sharing.len());
            prop_assert!(sharing.len() * 5 >= counts.len() * 4);
            let mut changes: Vec<f64> = sharing.iter().map(|&lane| change(lane, 0..=SLICES - 1)).collect();
            changes.sort_by(f64::total_cmp);
            let middle = f64::midpoint(changes[(changes.len() - 1) / 2], changes[changes.len() / 2]);
            prop_assert!((of.ticks - middle).abs() < 1e-3, "{} {}", of.ticks, middle);
        }
    }
}

/// Ticks of both states in A and in B.
type CellOfSides = ((u64, u64), (u64, u64));

/// Returns the findings of one lane. `significant` tells of states 0 and 1 if they fell, and if they grew.
fn found_in_one_lane(
    [a, b]: [&[[u64; 2]]; 2],
    significant: Option<[[bool; 2]; 2]>,
    gap: f64,
    tail: usize,
    is_matched: bool,
) -> Vec<Finding> {
    let tree = LaneTree::new(&trace("all\n  0..1 f\n"));
    let run = |cells: &[[u64; 2]]| {
        let widths: Vec<u64> = cells.iter().map(|cell| cell.iter().sum::<u64>().max(1)).collect();
        let mut table = SliceTable::zeros(Grid { start: 0, width: 10_000, count: cells.len() }, 1, 2);
        for (slice, cell) in cells.iter().enumerate() {
            for (state, ticks) in cell.iter().enumerate() {
                table.row_mut(0, state)[slice] = ticks * 10_000 / widths[slice];
            }
        }
        let ends = widths.iter().scan(0, |end, width| {
            *end += *width as i64;
            Some(*end)
        });
        LaneTimes::new(&table, &std::iter::once(0).chain(ends).collect::<Vec<i64>>())
    };
    let (a, b) = (run(a), run(b));
    let significant = significant.map(|states| SignificantStates { states: states.into(), gap: [0.0, gap] });
    let pair = PairTimes {
        tree: &tree,
        times: [&a, &b],
        waits: &[false; 2],
        named: 2,
        both: tail,
        tail,
        is_matched,
        significant: significant.as_ref(),
    };
    findings(&pair, [&[], &[]], &LateMessages::new([&[], &[]])).found
}

/// If slices do not hold the same calls, a stretch compares other parts of both runs. Then only the whole runs are compared.
#[test]
fn unaligned_runs_of_one_lane_are_compared_as_wholes() {
    let run = |late: usize, more: u64| -> Vec<[u64; 2]> {
        let first = |slice: usize| (late..late + 5).contains(&slice);
        (0..SLICES).map(|slice| if first(slice) { [1_000 - more, more] } else { [1_000, 0] }).collect()
    };
    let rows = |b: Vec<[u64; 2]>, is_matched| -> Vec<(FindingKind, usize, f64)> {
        let found = found_in_one_lane([&run(6, 500), &b], Some([[true; 2]; 2]), 0.0, SLICES, is_matched);
        found.iter().map(|of| (of.kind, of.state, of.ticks.round())).collect()
    };
    assert_eq!(rows(run(12, 500), false), []);
    assert!(!rows(run(12, 500), true).is_empty());
    let whole = FindingKind::Whole;
    assert_eq!(rows(run(12, 900), false), [(whole, 0, -2_000.0), (whole, 1, 2_000.0)]);
}

/// One lane takes 1,400 ticks longer in a slice, in state 1. This is a finding only if its functions changed by more than noise, in
/// this direction.
#[test]
fn change_of_one_lane_needs_a_significant_function() {
    let (a, mut b) = ([[900, 100]; SLICES], [[900, 100]; SLICES]);
    b[10] = [900, 1_500];
    let rows = |significant| -> Vec<(FindingKind, usize, f64)> {
        let found = found_in_one_lane([&a, &b], significant, 0.0, SLICES, true);
        found.iter().map(|of| (of.kind, of.state, of.ticks.round())).collect()
    };
    let (none, fell, grew) = ([false; 2], [true, false], [false, true]);
    assert_eq!(rows(Some([none, grew])), [(FindingKind::Whole, 1, 1_400.0)]);
    assert_eq!(rows(Some([none, fell])), []);
    assert_eq!(rows(Some([grew, none])), []);
    assert_eq!(rows(Some([none, none])), []);
    assert_eq!(rows(None), []);
}

proptest! {
    /// The time of a state is never more than the finding, wherever one lane changes.
    #[test]
    fn part_of_one_lane_is_never_more_than_the_whole(
        cells in prop::collection::vec(((0u64..900, 0u64..900), (0u64..900, 0u64..900)), SLICES),
        tail in SLICES / 2..SLICES * 3 / 4,
    ) {
        let of = |side: usize| -> Vec<[u64; 2]> {
            let cell = |(slice, cell): (usize, &CellOfSides)| {
                let (one, other) = if side == 0 { cell.0 } else { cell.1 };
                // A ends within the first slice of the tail.
                if side == 0 && slice > tail { [0, 0] } else { [one, other] }
            };
            cells.iter().enumerate().map(cell).collect()
        };
        let found = found_in_one_lane([&of(0), &of(1)], Some([[true; 2]; 2]), f64::INFINITY, tail, true);
        prop_assert!(found.iter().any(|of| of.kind == FindingKind::Tail));
        for of in &found {
            let [a, b] = of.times[of.state];
            match of.kind {
                FindingKind::Tail => prop_assert!((b - a) * of.ticks.signum() <= of.ticks.abs() + 1e-6, "{of:?}"),
                _ => prop_assert!((b - a - of.ticks).abs() < 1e-6, "{of:?}"),
            }
        }
    }
}
