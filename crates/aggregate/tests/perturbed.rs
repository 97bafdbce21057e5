//! A perturbation that was planted is found first, in place and window; a run and its repeat show nothing.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_aggregate::{AnomalyKind, Floor, Grid, LaneTree, Part, SliceTable, anomalies, differences};
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

/// Phases that all lanes go through, `late` slices late, each lane a little different in each slice; and what is planted: in some
/// lanes and slices half the time goes from the first state to the second.
fn run(seed: u64, late: usize, planted: Option<[&std::ops::Range<usize>; 2]>) -> SliceTable {
    let mut rng = Rng::new(seed);
    let mut table = SliceTable::zeros(Grid { start: 0, width: WIDTH, count: SLICES }, GROUPS * LANES, 3);
    for leaf in 0..GROUPS * LANES {
        for slice in 0..SLICES {
            let phase = [7_000, 6_000, 8_000][slice.saturating_sub(late) / 5 % 3];
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

/// Whether a stretch is that of the planted slices, but for one slice at an end.
fn is_about(part: Part, planted: &std::ops::Range<usize>) -> bool {
    (part.from as usize).abs_diff(planted.start) + (part.to as usize + 1).abs_diff(planted.end) <= 1
}

proptest! {
    #[test]
    fn what_was_planted_comes_first(
        seed in any::<u64>(), group in 0..GROUPS, lane in prop::option::of(0..LANES), from in 2usize..18, length in 2usize..6,
        late in 0usize..3,
    ) {
        let tree = tree();
        let lanes = lane.map_or(group * LANES..(group + 1) * LANES, |lane| group * LANES + lane..group * LANES + lane + 1);
        let hit = run(seed ^ 1, late, Some([&lanes, &(from..from + length)]));
        let found = differences(&run(seed, 0, None), &hit, &tree, late == 0, Floor::default());
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
    fn a_repeat_shows_nothing_however_late(seed in any::<u64>(), late in 0usize..3) {
        let found = differences(&run(seed, 0, None), &run(seed ^ 1, late, None), &tree(), late == 0, Floor::default());
        prop_assert_eq!(found.found.len(), 0);
    }

    #[test]
    fn exchanging_the_runs_exchanges_their_shares(seed in any::<u64>(), from in 2usize..18) {
        let tree = tree();
        let (a, b) = (run(seed, 0, None), run(seed ^ 1, 1, Some([&(0..LANES), &(from..from + 4)])));
        let [one, other] = [(&a, &b), (&b, &a)].map(|(a, b)| differences(a, b, &tree, true, Floor::default()));
        prop_assert_eq!(one.found.len(), other.found.len());
        let parts = |of: &diptych_aggregate::Differences| {
            let mut parts: Vec<_> = of.found.iter().map(|of| of.departure.part).collect();
            parts.sort();
            parts
        };
        prop_assert_eq!(parts(&one), parts(&other));
    }
}

#[test]
fn one_lane_is_compared_with_itself() {
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
    assert!(differences(&tables[0], &tables[1], &tree, true, Floor::default()).found.is_empty());
    for slice in 10..14 {
        tables[1].row_mut(0, 0)[slice] = 1_000;
        tables[1].row_mut(0, 1)[slice] = WIDTH - 1_000;
    }
    let found = differences(&tables[0], &tables[1], &tree, true, Floor::default()).found;
    assert!(found.len() == 1 && (10..14).contains(&found[0].departure.part.from));
    assert!(anomalies(&tables[1], &tree, Floor::default()).found.is_empty());
    // A slice by itself departs from those around it.
    tables[0].row_mut(0, 0)[20] = 0;
    tables[0].row_mut(0, 1)[20] = WIDTH;
    let found = anomalies(&tables[0], &tree, Floor::default()).found;
    assert_eq!(
        found.iter().map(|of| (of.kind, of.departure.part.from)).collect::<Vec<_>>(),
        [(AnomalyKind::Slice, 20)]
    );
}
