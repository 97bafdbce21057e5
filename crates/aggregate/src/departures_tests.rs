use super::*;
use crate::{Grid, SliceTable};
use diptych_testkit::{Rng, trace};
use proptest::prelude::*;

fn tree(lanes: usize) -> LaneTree {
    let lane = |number: usize| format!("  {number}\n    0..1 f\n");
    LaneTree::new(&trace(&(0..lanes).map(lane).collect::<String>()))
}

fn random(seed: u64, lanes: usize, slices: usize) -> (LaneTree, Shares) {
    let (tree, mut rng) = (tree(lanes), Rng::new(seed));
    let mut table = SliceTable::zeros(Grid { start: 0, width: 100, count: slices }, lanes, 2);
    for leaf in 0..lanes {
        for slice in 0..slices {
            table.row_mut(leaf, 0)[slice] = rng.below(60);
            table.row_mut(leaf, 1)[slice] = rng.below(40);
        }
    }
    let shares = Shares::of(&table, &tree);
    (tree, shares)
}

/// Returns true if two areas share a cell.
fn overlap(one: Part, other: Part, tree: &LaneTree) -> bool {
    let [a, b] = [one, other].map(|part| &tree.nodes()[part.node as usize].leaves);
    a.start < b.end && b.start < a.end && one.from <= other.to && other.from <= one.to
}

/// Computes [`Sums::lasting`] by trying every stretch.
fn naive(shares: &Shares, node: usize, from: usize, to: usize, shift: usize) -> f64 {
    let sum = |state: usize, low: usize, high: usize| shares.row(node, state)[low..=high].iter().sum::<f64>();
    let of_state = |state: usize| {
        let own = sum(state, from, to);
        let mut least = own.abs();
        for low in from.saturating_sub(shift)..=from {
            for high in to..=(to + shift).min(shares.slices - 1) {
                let other = sum(state, low, high);
                least = if other * own > 0.0 { least.min(other.abs()) } else { 0.0 };
            }
        }
        least
    };
    (0..shares.states).map(of_state).sum::<f64>() / 2.0 / (to + 1 - from) as f64
}

proptest! {
    #[test]
    fn lasting_excess_is_the_least_of_all_stretches(seed in any::<u64>(), slices in 1usize..12, shift in 0usize..4) {
        let (tree, mut shares) = random(seed, 5, slices);
        shares = shares.of_nodes(&by_level(&tree)[1]);
        less_median(&mut shares);
        for node in 0..5 {
            let sums = Sums::new(&shares, node, shift);
            for from in 0..slices {
                for to in from..slices {
                    let lasting = sums.lasting(from, to + 1 - from);
                    prop_assert!((lasting - naive(&shares, node, from, to, shift)).abs() < 1e-9);
                    prop_assert!(lasting <= sums.plain(from, to + 1 - from) + 1e-9);
                    if shift == 0 {
                        prop_assert!((lasting - sums.plain(from, to + 1 - from)).abs() < 1e-9);
                    }
                }
            }
        }
    }

    #[test]
    fn departures_share_no_cell(seed in any::<u64>()) {
        let (tree, shares) = random(seed, 6, 12);
        let search = Search { shift: 0, slices: 0..12, floor: Floor { z: 0.5, share: 0.0, of_lane: 0.0, excess: 0.0 }, noise, explained: &[], within: Vec::new() };
        let found = departures(&shares, &tree, &search);
        prop_assert!(!found.found.is_empty());
        prop_assert!(found.found.is_sorted_by(|one, other| one.z >= other.z));
        for (at, one) in found.found.iter().enumerate() {
            prop_assert!(one.z >= 0.5 && found.next_z < 0.5);
            prop_assert!(found.found[..at].iter().all(|other| !overlap(one.part, other.part, &tree)));
        }
        // Every area above the floor is found or overlaps a found one.
        let mut above = 0;
        let mut of_level = shares.of_nodes(&by_level(&tree)[1]);
        less_median(&mut of_level);
        let sums: Vec<Sums> = (0..6).map(|row| Sums::new(&of_level, row, 0)).collect();
        let cells = sums.iter().flat_map(|sums| (0..12).map(|slice| sums.plain(slice, 1)));
        let noise = normal_noise(&mut cells.collect::<Vec<f64>>());
        for (node, sums) in (1..7).zip(&sums) {
            for (from, to) in (0..12usize).flat_map(|from| (from..12.min(from + 4)).map(move |to| (from, to))) {
                let length = to + 1 - from;
                if sums.lasting(from, length) * (length as f64).sqrt() / noise >= 0.5 {
                    above += 1;
                    let part = Part { node, from: from as u32, to: to as u32 };
                    prop_assert!(found.found.iter().any(|of| overlap(of.part, part, &tree)));
                }
            }
        }
        prop_assert_eq!(above, found.found.len() + found.overlapping);
        prop_assert!(found.areas == 6 * (12 + 11 + 10 + 9));
    }
}

proptest! {
    #[test]
    fn noise_tolerates_a_tenth_of_outliers(
        seed in any::<u64>(), deviation in 0.01f64..0.2, odd in 0usize..90,
    ) {
        // The sum of twelve uniform numbers is nearly normal.
        let mut rng = Rng::new(seed);
        let mut normal = || (0..12).map(|_| rng.below(1_000_000) as f64 / 1e6).sum::<f64>() - 6.0;
        let mut cells: Vec<f64> = (0..4_000).map(|_| normal().abs() * deviation).collect();
        prop_assert!((noise(&mut cells) / deviation - 1.0).abs() < 0.1, "{}", noise(&mut cells));
        // Cells that are all at rest, except for some.
        let mut rest = vec![0.0; 1_000];
        rest[..odd].fill(1.0);
        prop_assert!((noise(&mut rest) - LEAST_NOISE * DEVIATIONS).abs() < 1e-12);
        // If a fifth of the cells does something else now and then, that is noise.
        rest[..200].fill(1.0);
        prop_assert!(1.0 / noise(&mut rest) < 2.0);
    }
}
