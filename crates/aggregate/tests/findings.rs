//! Lanes that work longer are found by their own change, not by that of the other lanes.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_aggregate::{
    Finding, FindingKind, Grid, LaneTimes, LaneTree, LateMessages, PairTimes, SliceTable, findings,
};
use diptych_testkit::trace;

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

/// Returns the lanes that work longer, each with its ticks.
fn works(a: &LaneTimes, b: &LaneTimes) -> Vec<(usize, f64)> {
    let lanes: Vec<String> = (0..LANES).map(|lane| format!("  lane {lane}\n    0..1 f\n")).collect();
    let tree = LaneTree::new(&trace(&format!("all\n{}", lanes.concat())));
    let pair = PairTimes { tree: &tree, times: [a, b], waits: &[false], both: SLICES };
    let found = findings(&pair, [&[], &[]], &LateMessages::new([&[], &[]])).found;
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
        let pair = PairTimes { tree: &tree, times: [&a, &b], waits: &[false], both: SLICES };
        let found = findings(&pair, [&[], &[]], &LateMessages::new([&[], &[]])).found;
        found.iter().map(|of| (tree.nodes()[of.node].leaves.clone(), of.ticks)).collect()
    };
    assert_eq!(found(&|lane| [16, 8, 8, 8].get(lane).copied().unwrap_or(2)), [(0..4, 800.0)]);
    assert_eq!(found(&|lane| if lane == 0 { 16 } else { 2 }), [(0..1, 1_400.0)]);
}
