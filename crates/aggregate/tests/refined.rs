//! The common refinement of two partitions, against a count of cells.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_aggregate::{Areas, GainBy, Grid, LaneTree, Part, Partition, SliceTable, optimal};
use diptych_testkit::{Rng, trace};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::ops::ControlFlow;

const SLICES: usize = 7;

/// Returns the best partition of a random table at p.
fn random(tree: &LaneTree, seed: u64, p: f64) -> Partition {
    let mut rng = Rng::new(seed);
    let leaves = tree.leaves().len();
    let mut table = SliceTable::zeros(Grid { start: 0, width: 100, count: SLICES }, leaves, 2);
    for leaf in 0..leaves {
        for slice in 0..SLICES {
            let first = [10, 90][rng.below(2) as usize];
            table.row_mut(leaf, 0)[slice] = first;
            table.row_mut(leaf, 1)[slice] = 100 - first;
        }
    }
    let go_on = &mut |_: u64, _: u64| ControlFlow::Continue(());
    optimal(&Areas::new(&table, tree, GainBy::Sum, go_on).unwrap(), p, go_on).unwrap()
}

/// Returns the number of the part that has a cell.
fn part_of(partition: &Partition, tree: &LaneTree, leaf: usize, slice: usize) -> usize {
    let has = |part: &Part| {
        tree.nodes()[part.node as usize].leaves.contains(&leaf)
            && (part.from as usize..=part.to as usize).contains(&slice)
    };
    let mut found = (0..partition.parts.len()).filter(|&at| has(&partition.parts[at]));
    let part = found.next().unwrap();
    assert_eq!(found.next(), None, "a cell is in two parts");
    part
}

proptest! {
    #[test]
    fn refinement_has_one_part_for_each_common_area(
        groups in prop::collection::vec(1usize..4, 1..4), seeds in any::<[u64; 2]>(), p in [0.0f64..1.0, 0.0..1.0],
    ) {
        let lane = |group: usize, lane: usize| format!("    {group}-{lane}\n      0..1 f\n");
        let group = |(group, &lanes): (usize, &usize)| {
            format!("  group {group}\n{}", (0..lanes).map(|number| lane(group, number)).collect::<String>())
        };
        let tree = LaneTree::new(&trace(&format!("root\n{}", groups.iter().enumerate().map(group).collect::<String>())));
        let [one, other] = [0, 1].map(|at| random(&tree, seeds[at], p[at]));
        let refined = one.refined(&other, &tree);
        prop_assert_eq!(&refined, &other.refined(&one, &tree));
        let cells = (0..tree.leaves().len()).flat_map(|leaf| (0..SLICES).map(move |slice| (leaf, slice)));
        let numbers = |(leaf, slice)| {
            let of = |partition: &Partition| part_of(partition, &tree, leaf, slice);
            ((of(&one), of(&other)), of(&refined))
        };
        let pairs: BTreeSet<((usize, usize), usize)> = cells.map(numbers).collect();
        // Each common area is one part, and each part is one common area.
        prop_assert_eq!(pairs.len(), refined.parts.len());
        prop_assert_eq!(pairs.iter().map(|(pair, _)| pair).collect::<BTreeSet<_>>().len(), refined.parts.len());
    }
}
