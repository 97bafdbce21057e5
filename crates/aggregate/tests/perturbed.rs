//! A planted perturbation is found first, at its place and time; a run and its repeat show no difference.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_aggregate::{
    AnomalyKind, Areas, DifferenceInput, Differences, Floor, GainBy, Grid, LaneTree, Part, Partition,
    SliceTable, anomalies, anomalies_of_partitions, cut_off, default_p, differences, differences_of_runs,
    finer_ps, is_within_spread, mean_shares, mean_table, optimal,
};
use diptych_testkit::{Rng, trace};
use proptest::prelude::*;

const WIDTH: u64 = 10_000;
const SLICES: usize = 30;
const GROUPS: usize = 6;
const LANES: usize = 8;

fn tree() -> LaneTree {
    let lane = |group: usize, lane: usize| format!("    {group}-{lane}\n      0..1 f\n");
    let group = |group: usize| {
        format!("  group {group}\n{}", (0..LANES).map(|number| lane(group, number)).collect::<String>())
    };
    LaneTree::new(&trace(&(0..GROUPS).map(group).collect::<String>()))
}

/// Compares runs that have findings at all times.
fn with_findings(runs: [&[SliceTable]; 2], tree: &LaneTree) -> Differences {
    let explained = &[[0, SLICES - 1]];
    differences_of_runs(&DifferenceInput {
        runs,
        tree,
        both: SLICES,
        explained,
        pauses: &[],
        own: None,
        floor: Floor::default(),
    })
}

/// Makes a run: all lanes go through phases, `late` slices late, with a little noise in each cell. In the planted lanes
/// and slices half the time moves from the first state to the second.
fn run(seed: u64, late: usize, planted: Option<[&std::ops::Range<usize>; 2]>) -> SliceTable {
    let mut rng = Rng::new(seed);
    let mut table = SliceTable::zeros(Grid { start: 0, width: WIDTH, count: SLICES }, GROUPS * LANES, 3);
    for leaf in 0..GROUPS * LANES {
        for slice in 0..SLICES {
            let phase = [7_000, 6_000, 7_800][slice.saturating_sub(late) / 5 % 3];
            let first = phase + rng.below(400);
            let hit = planted.is_some_and(|[lanes, slices]| lanes.contains(&leaf) && slices.contains(&slice));
            let moved = if hit { 5_000 } else { 0 };
            for (state, ticks) in
                [first - moved, 1_000 + moved, WIDTH - 1_000 - first].into_iter().enumerate()
            {
                table.row_mut(leaf, state)[slice] = ticks;
            }
        }
    }
    table
}

/// Returns true if an area covers the planted slices, up to one slice at one end.
fn is_about(part: Part, planted: &std::ops::Range<usize>) -> bool {
    (part.from as usize).abs_diff(planted.start) + (part.to as usize + 1).abs_diff(planted.end) <= 1
}

proptest! {
    #[test]
    fn planted_perturbation_is_found_first(
        seed in any::<u64>(), group in 0..GROUPS, lane in prop::option::of(0..LANES), from in 2usize..18, length in 2usize..6,
        late in 0usize..3,
    ) {
        let tree = tree();
        let lanes = lane.map_or(group * LANES..(group + 1) * LANES, |lane| group * LANES + lane..group * LANES + lane + 1);
        let hit = run(seed ^ 1, late, Some([&lanes, &(from..from + length)]));
        let found = differences(&run(seed, 0, None), &hit, &tree, if late == 0 { SLICES } else { SLICES - 3 }, Floor::default());
        let first = &found.found[0];
        let part = first.departure.part;
        prop_assert_eq!(tree.nodes()[part.node as usize].leaves.clone(), lanes.clone());
        prop_assert!(is_about(part, &(from..from + length)), "{:?}", part);
        prop_assert!(first.shares[1][1] - first.shares[1][0] > 0.3);
        let found = anomalies(&hit, &tree, Floor::default());
        let first = found.found.iter().find(|of| of.kind == AnomalyKind::Area).unwrap();
        prop_assert_eq!(tree.nodes()[first.departure.part.node as usize].leaves.clone(), lanes);
        prop_assert!(is_about(first.departure.part, &(from..from + length)), "{:?}", first.departure.part);
    }

    #[test]
    fn late_repeat_shows_no_difference(seed in any::<u64>(), late in 0usize..3) {
        let found = differences(&run(seed, 0, None), &run(seed ^ 1, late, None), &tree(), if late == 0 { SLICES } else { SLICES - 3 }, Floor::default());
        prop_assert_eq!(found.found.len(), 0);
    }

    /// If the runs of one side differ in one place, there is no difference, however far the means are apart. A
    /// difference in another place is still found.
    #[test]
    fn spread_within_a_side_is_no_difference(
        seed in any::<u64>(), group in 0..GROUPS, other in 0..GROUPS, from in 2usize..18, length in 2usize..6,
    ) {
        let tree = tree();
        let lanes = |group: usize| group * LANES..(group + 1) * LANES;
        let (unsteady, slices) = (lanes(group), from..from + length);
        let a = [run(seed, 0, None), run(seed ^ 1, 0, None), run(seed ^ 2, 0, None)];
        let b = [run(seed ^ 3, 0, Some([&unsteady, &slices])), run(seed ^ 4, 0, None), run(seed ^ 5, 0, Some([&unsteady, &slices]))];
        let found = with_findings([&a, &b], &tree);
        prop_assert_eq!(found.found.len(), 0);
        prop_assert!(found.within_spread > 0);
        prop_assert!(is_within_spread([&a, &b], &unsteady, &(from..=from + length - 1)));
        // With only one run a side it counts.
        let alone = with_findings([&a[..1], &b[..1]], &tree);
        prop_assert_eq!(tree.nodes()[alone.found[0].departure.part.node as usize].leaves.clone(), unsteady.clone());
        prop_assert!(!is_within_spread([&a[..1], &b[..1]], &unsteady, &(from..=from + length - 1)));
        if other != group {
            let steady = lanes(other);
            let add = |table: &SliceTable| {
                let mut table = table.clone();
                for (leaf, slice) in steady.clone().flat_map(|leaf| slices.clone().map(move |slice| (leaf, slice))) {
                    table.row_mut(leaf, 0)[slice] -= 5_000;
                    table.row_mut(leaf, 1)[slice] += 5_000;
                }
                table
            };
            let b = b.each_ref().map(add);
            let found = with_findings([&a, &b], &tree);
            prop_assert_eq!(found.found.len(), 1);
            prop_assert_eq!(tree.nodes()[found.found[0].departure.part.node as usize].leaves.clone(), steady.clone());
            prop_assert!(!is_within_spread([&a, &b], &steady, &(from..=from + length - 1)));
        }
    }

    #[test]
    fn mean_table_has_the_mean_shares(seed in any::<u64>(), count in 1usize..5, from in 0usize..SLICES, lane in 0..LANES) {
        let runs: Vec<SliceTable> = (0..count as u64).map(|of| run(seed ^ of, of as usize, None)).collect();
        let mean = mean_table(&runs).unwrap();
        let of_area = mean_shares(&runs, lane..lane + 2, &(from..=SLICES - 1));
        let shares = mean.shares(lane..lane + 2, from..=SLICES - 1);
        for (state, of) in of_area.iter().enumerate() {
            let own: Vec<f64> = runs
                .iter()
                .map(|run| {
                    let shares = run.shares(lane..lane + 2, from..=SLICES - 1);
                    shares.get(state).copied().unwrap_or(1.0 - shares.iter().sum::<f64>())
                })
                .collect();
            let expected = own.iter().sum::<f64>() / count as f64;
            prop_assert!((of.mean - expected).abs() < 1e-9);
            // Each pair of runs once: the mean square difference of pairs is twice the variance.
            let pairs: Vec<f64> = (0..count).flat_map(|one| (0..one).map(move |other| (one, other))).map(|(one, other)| (own[one] - own[other]).powi(2)).collect();
            let variance = if pairs.is_empty() { 0.0 } else { pairs.iter().sum::<f64>() / pairs.len() as f64 / 2.0 };
            prop_assert!((of.deviation.powi(2) - variance).abs() < 1e-9);
            if state < shares.len() {
                prop_assert!((shares[state] - expected).abs() <= 1.0 / WIDTH as f64);
            }
        }
        for leaf in 0..mean.leaves() {
            for slice in 0..SLICES {
                let busy = |table: &SliceTable| (0..3).map(|state| table.row(leaf, state)[slice]).sum::<u64>();
                prop_assert_eq!(busy(&mean), runs.iter().map(busy).sum::<u64>() / count as u64);
            }
        }
    }

    #[test]
    fn exchanging_runs_finds_the_same_areas(seed in any::<u64>(), from in 2usize..18) {
        let tree = tree();
        let (a, b) = (run(seed, 0, None), run(seed ^ 1, 1, Some([&(0..LANES), &(from..from + 4)])));
        let [one, other] = [(&a, &b), (&b, &a)].map(|(a, b)| differences(a, b, &tree, SLICES, Floor::default()));
        prop_assert_eq!(one.found.len(), other.found.len());
        let parts = |of: &Differences| {
            let mut parts: Vec<_> = of.found.iter().map(|of| of.departure.part).collect();
            parts.sort();
            parts
        };
        prop_assert_eq!(parts(&one), parts(&other));
    }
}

#[test]
fn single_lane_is_compared_over_time() {
    let tree = LaneTree::new(&trace("lane\n  0..1 f\n"));
    let mut tables = [0, 1].map(|seed| {
        let mut rng = Rng::new(seed);
        let mut table = SliceTable::zeros(Grid { start: 0, width: WIDTH, count: SLICES }, 1, 2);
        for slice in 0..SLICES {
            let first = 5_000 + rng.below(200);
            table.row_mut(0, 0)[slice] = first;
            table.row_mut(0, 1)[slice] = WIDTH - first;
        }
        table
    });
    assert!(differences(&tables[0], &tables[1], &tree, SLICES, Floor::default()).found.is_empty());
    for slice in 10..14 {
        tables[1].row_mut(0, 0)[slice] = 1_000;
        tables[1].row_mut(0, 1)[slice] = WIDTH - 1_000;
    }
    let found = differences(&tables[0], &tables[1], &tree, SLICES, Floor::default()).found;
    assert!(found.len() == 1 && (10..14).contains(&found[0].departure.part.from));
    assert!(anomalies(&tables[1], &tree, Floor::default()).found.is_empty());
    // A single slice departs from the slices around it.
    tables[0].row_mut(0, 0)[20] = 0;
    tables[0].row_mut(0, 1)[20] = WIDTH;
    let found = anomalies(&tables[0], &tree, Floor::default()).found;
    assert_eq!(
        found.iter().map(|of| (of.kind, of.departure.part.from)).collect::<Vec<_>>(),
        [(AnomalyKind::Slice, 20)]
    );
}

/// Plants a stall: the lane spends whole slices in the third state.
fn stalled(table: &mut SliceTable, lane: usize, slices: std::ops::Range<usize>) {
    for slice in slices {
        for (state, ticks) in [(0, 0), (1, 0), (2, WIDTH)] {
            table.row_mut(lane, state)[slice] = ticks;
        }
    }
}

/// Makes the first state of a group a fifth longer, and checks that exactly this area is found.
fn assert_finds_slow_group(seed: u64, group: usize, slices: std::ops::Range<usize>) {
    let (tree, lanes) = (tree(), group * LANES..(group + 1) * LANES);
    let mut slow = run(seed ^ 1, 0, None);
    for (leaf, slice) in lanes.clone().flat_map(|leaf| slices.clone().map(move |slice| (leaf, slice))) {
        // In one phase the third state is shorter than a fifth of the first. The second state gives the rest, so that
        // the group is a fifth slower in every phase.
        let more = slow.row(leaf, 0)[slice] / 5;
        let of_third = more.min(slow.row(leaf, 2)[slice]);
        slow.row_mut(leaf, 0)[slice] += more;
        slow.row_mut(leaf, 1)[slice] -= more - of_third;
        slow.row_mut(leaf, 2)[slice] -= of_third;
    }
    let found = with_findings([&[run(seed, 0, None)], &[slow]], &tree).found;
    let part = found[0].departure.part;
    assert_eq!(tree.nodes()[part.node as usize].leaves.clone(), lanes);
    assert!(is_about(part, &slices), "{part:?}");
    let shares = &found[0].shares;
    assert!(shares[0][1] > shares[0][0] && shares[2][1] < shares[2][0]);
}

/// The slow time begins in the phase in which the third state is short, and ends in another phase.
#[test]
fn slow_group_is_found_whole_across_phases() {
    assert_finds_slow_group(7_623_642_141_583_753_825, 2, 13..18);
}

proptest! {
    /// A lane that stops once, for less than one part in 2,000 of all time, is cut off by the partition.
    #[test]
    fn a_short_stall_of_one_lane_is_cut_off(seed in any::<u64>(), lane in 0..GROUPS * LANES, at in 1usize..SLICES - 1) {
        let tree = tree();
        let mut table = run(seed, 0, None);
        stalled(&mut table, lane, at..at + 1);
        let floor = Floor { share: 0.002, ..Floor::default() };
        prop_assert!(anomalies(&table, &tree, floor).found.iter().all(|of| of.kind != AnomalyKind::Area));
        let found_in = partitions(&table, &tree);
        let end = table.grid().end();
        let found = anomalies_of_partitions(&table, &tree, &found_in, end, floor).found;
        let first = &found[0];
        let place = &tree.nodes()[first.departure.part.node as usize];
        prop_assert_eq!((first.kind, place.leaves.clone()), (AnomalyKind::CutOff, lane..lane + 1));
        prop_assert_eq!((first.departure.part.from as usize, first.departure.part.to as usize), (at, at));
        prop_assert!(first.shares[2][0] > 0.99 && first.shares[2][1] < 0.5);
        prop_assert_eq!(found.iter().filter(|of| of.kind == AnomalyKind::CutOff).count(), 1);
        // Computed by hand: the usual share is the median of the lane's siblings.
        let siblings = lane / LANES * LANES..(lane / LANES + 1) * LANES;
        let mut shares: Vec<u64> = siblings.map(|leaf| table.row(leaf, 0)[at]).collect();
        shares.sort_unstable();
        let median = (shares[LANES / 2 - 1] + shares[LANES / 2]) as f64 / 2.0 / WIDTH as f64;
        prop_assert!((first.shares[0][1] - median).abs() < 1e-9);
        let normal = run(seed, 0, None);
        prop_assert!(cut_off(&normal, &tree, &partitions(&normal, &tree), floor).is_empty());
    }

    #[test]
    fn a_group_a_fifth_slower_is_found_whole(seed in any::<u64>(), group in 0..GROUPS, from in 2usize..15, length in 5usize..8) {
        assert_finds_slow_group(seed, group, from..from + length);
    }

    /// A lane that begins late has no state at first. If all lanes begin late, that is no difference.
    #[test]
    fn late_start_is_time_without_a_state(seed in any::<u64>(), lane in 0..GROUPS * LANES, late in 2usize..6) {
        let tree = tree();
        let start = |of: &mut SliceTable, lane: usize| (0..3).for_each(|state| of.row_mut(lane, state)[..late].fill(0));
        let (a, mut one, mut all) = (run(seed, 0, None), run(seed ^ 1, 0, None), run(seed ^ 2, 0, None));
        start(&mut one, lane);
        (0..GROUPS * LANES).for_each(|lane| start(&mut all, lane));
        let found = differences(&a, &one, &tree, SLICES, Floor::default()).found;
        let first = &found[0];
        prop_assert_eq!(tree.nodes()[first.departure.part.node as usize].leaves.clone(), lane..lane + 1);
        prop_assert!(is_about(first.departure.part, &(0..late)), "{:?}", first.departure.part);
        // Time without a state comes after the states.
        prop_assert!(first.shares[3][0] < 0.01 && first.shares[3][1] > 0.7);
        prop_assert_eq!(differences(&a, &all, &tree, SLICES, Floor::default()).found.len(), 0);
    }

    /// A group does the same as all others in another order: equal shares in total, but at other times.
    #[test]
    fn swapped_order_is_found_despite_equal_sums(seed in any::<u64>(), group in 0..GROUPS) {
        let (tree, lanes) = (tree(), group * LANES..(group + 1) * LANES);
        let (a, mut b) = (run(seed, 0, None), run(seed ^ 1, 0, None));
        for table in [&a, &b] {
            prop_assert_eq!(table.grid().count, SLICES);
        }
        // Slices 5 to 9 are the second phase, 10 to 14 the third.
        for leaf in lanes.clone() {
            for state in 0..3 {
                b.row_mut(leaf, state)[5..15].rotate_left(5);
            }
        }
        let found = with_findings([std::slice::from_ref(&a), std::slice::from_ref(&b)], &tree).found;
        prop_assert!(!found.is_empty());
        for of in &found {
            // Slices that a shift of up to three slices would explain are missing at the ends.
            let part = of.departure.part;
            prop_assert_eq!(tree.nodes()[part.node as usize].leaves.clone(), lanes.clone());
            prop_assert!(part.from >= 5 && part.to < 15 && (part.to < 10 || part.from >= 10), "{:?}", part);
        }
        let sums = |table: &SliceTable| table.sums(lanes.clone(), 5..=14);
        prop_assert!(sums(&a).iter().zip(sums(&b)).all(|(a, b)| a.abs_diff(b) < WIDTH * 4));
    }
}

/// A group of lanes that waits for a pause of one of them is listed only at the time of a finding.
#[test]
fn short_change_of_a_group_is_listed_beside_a_finding() {
    let (tree, group) = (tree(), LANES..2 * LANES);
    let a = run(3, 0, None);
    let mut b = run(4, 0, None);
    for (leaf, slice) in group.clone().flat_map(|leaf| (7..9).map(move |slice| (leaf, slice))) {
        b.row_mut(leaf, 0)[slice] -= 2_500;
        b.row_mut(leaf, 1)[slice] += 2_500;
    }
    assert_eq!(differences(&a, &b, &tree, SLICES, Floor::default()).found, []);
    let found = with_findings([std::slice::from_ref(&a), std::slice::from_ref(&b)], &tree).found;
    let [area] = &found[..] else { panic!("{found:#?}") };
    assert_eq!(tree.nodes()[area.departure.part.node as usize].leaves, group);
    // A quarter of two slices.
    assert!((area.ticks[1][1] - area.ticks[1][0] - 0.5 * WIDTH as f64).abs() < 0.1 * WIDTH as f64);
}

/// Returns the partitions from the default p down.
fn partitions(table: &SliceTable, tree: &LaneTree) -> Vec<Partition> {
    let go_on = &mut |_: u64, _: u64| std::ops::ControlFlow::Continue(());
    let areas = Areas::new(table, tree, GainBy::Sum, go_on).unwrap();
    let p = default_p(&areas, go_on).unwrap();
    finer_ps(p).map(|p| optimal(&areas, p, go_on).unwrap()).collect()
}
