//! Visual aggregation against its definition, cell by cell.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use diptych_aggregate::{CutMark, DrawnPart, LaneTree, Part, Partition, drawn_parts};
use diptych_testkit::{Rng, trace};
use proptest::prelude::*;
use std::collections::BTreeSet;
use support::random_tree;

/// Returns a random partition: each area stays whole or is cut in space or in time.
fn random_partition(rng: &mut Rng, tree: &LaneTree, slices: u32) -> Partition {
    let mut open = vec![Part { node: 0, from: 0, to: slices - 1 }];
    let mut parts = Vec::new();
    while let Some(part) = open.pop() {
        let node = part.node as usize;
        match rng.below(5) {
            0..=1 if !tree.is_leaf(node) => {
                open.extend(tree.children(node).map(|child| Part { node: child as u32, ..part }));
            }
            2..=3 if part.from < part.to => {
                let cut = part.from + rng.below(u64::from(part.to - part.from)) as u32;
                open.extend([Part { to: cut, ..part }, Part { from: cut + 1, ..part }]);
            }
            _ => parts.push(part),
        }
    }
    parts.sort_unstable();
    Partition { parts }
}

/// Grows the interval of every low part until it holds only whole parts, then drops the areas within others.
fn naive(partition: &Partition, tree: &LaneTree, heights: &[f64], least: f64) -> Vec<DrawnPart> {
    let leaves = |node: u32| tree.nodes()[node as usize].leaves.clone();
    let holds = |outer: Part, inner: Part| {
        let [of_outer, of_inner] = [outer, inner].map(|part| leaves(part.node));
        of_outer.start <= of_inner.start
            && of_inner.end <= of_outer.end
            && outer.from <= inner.from
            && inner.to <= outer.to
    };
    let part_of = |leaf: usize, slice: u32| {
        let is_here =
            |part: &&Part| leaves(part.node).contains(&leaf) && (part.from..=part.to).contains(&slice);
        *partition.parts.iter().find(is_here).unwrap()
    };
    let mut areas = BTreeSet::new();
    for part in &partition.parts {
        let mut around = std::iter::successors(Some(part.node), |&node| {
            tree.nodes()[node as usize].parent.map(|parent| parent as u32)
        });
        let mut area =
            Part { node: around.find(|&node| heights[node as usize] >= least).unwrap_or(0), ..*part };
        loop {
            let before = area;
            for leaf in leaves(area.node) {
                for slice in area.from..=area.to {
                    let inner = part_of(leaf, slice);
                    area =
                        Part { node: area.node, from: area.from.min(inner.from), to: area.to.max(inner.to) };
                }
            }
            if area == before {
                break;
            }
        }
        areas.insert(area);
    }
    let outermost =
        areas.iter().filter(|area| areas.iter().all(|other| other == *area || !holds(*other, **area)));
    outermost
        .map(|&area| {
            let inside = partition.parts.iter().filter(|part| holds(area, **part)).count();
            let cuts = |leaf: usize| {
                (area.from..=area.to).map(|slice| part_of(leaf, slice).from).collect::<BTreeSet<u32>>()
            };
            let first = cuts(leaves(area.node).start);
            let mark = match leaves(area.node).all(|leaf| cuts(leaf) == first) {
                _ if partition.parts.contains(&area) => CutMark::None,
                true => CutMark::Same,
                false => CutMark::Different,
            };
            DrawnPart { part: area, mark, parts: inside }
        })
        .collect()
}

proptest! {
    #[test]
    fn drawn_areas_are_minimal_unions_of_parts(
        seed in any::<u64>(), leaves in 1usize..14, slices in 1u32..12, least in 0u32..9,
    ) {
        let mut rng = Rng::new(seed);
        let tree = random_tree(&mut rng, leaves);
        let partition = random_partition(&mut rng, &tree, slices);
        // Lanes are one pixel high. The lanes of one folded node have no height.
        let folded = rng.below(tree.nodes().len() as u64 + 3) as usize;
        let height = |(at, of): (usize, &diptych_aggregate::LaneNode)| {
            let is_inside = tree.nodes().get(folded).is_some_and(|of| folded < at && at < of.end);
            if is_inside { 0.0 } else { of.leaves.len() as f64 }
        };
        let heights: Vec<f64> = tree.nodes().iter().enumerate().map(height).collect();
        let least = f64::from(least);
        let drawn = drawn_parts(&partition, &tree, &heights, least);
        prop_assert_eq!(&drawn, &naive(&partition, &tree, &heights, least));
        // Each cell is drawn once, and each part is in one area.
        let cells = |part: Part| tree.nodes()[part.node as usize].leaves.len() * (part.to + 1 - part.from) as usize;
        prop_assert_eq!(drawn.iter().map(|of| cells(of.part)).sum::<usize>(), tree.leaves().len() * slices as usize);
        prop_assert_eq!(drawn.iter().map(|of| of.parts).sum::<usize>(), partition.parts.len());
        prop_assert!(drawn.iter().all(|of| of.part.node == 0 || heights[of.part.node as usize] >= least));
        if least <= 0.0 {
            prop_assert!(drawn.iter().all(|of| of.mark == CutMark::None));
        }
    }
}

/// Two hosts of two lanes, one with equal cuts in time and one with different cuts, and a host that is one part.
#[test]
fn marks_tell_equal_cuts_from_different_ones() {
    let lanes = |host: &str| format!("  {host}\n    1\n      0..1 f\n    2\n      0..1 f\n");
    let tree = LaneTree::new(&trace(&["x", "y", "z"].map(lanes).concat()));
    let part = |node, from, to| Part { node, from, to };
    let [x, y, z] = [1, 4, 7];
    let parts = [
        part(x + 1, 0, 3),
        part(x + 1, 4, 9),
        part(x + 2, 0, 3),
        part(x + 2, 4, 9),
        part(y, 8, 9),
        part(y + 1, 0, 2),
        part(y + 1, 3, 7),
        part(y + 2, 0, 7),
        part(z, 0, 9),
    ];
    let partition = Partition { parts: parts.to_vec() };
    let heights: Vec<f64> = tree.nodes().iter().map(|node| 2.0 * node.leaves.len() as f64).collect();
    let drawn = drawn_parts(&partition, &tree, &heights, 3.0);
    let of = |part, mark, parts| DrawnPart { part, mark, parts };
    let expected = [
        of(part(x, 0, 3), CutMark::Same, 2),
        of(part(x, 4, 9), CutMark::Same, 2),
        of(part(y, 0, 7), CutMark::Different, 3),
        of(part(y, 8, 9), CutMark::None, 1),
        of(part(z, 0, 9), CutMark::None, 1),
    ];
    assert_eq!(drawn, expected);
    // If the hosts are too low themselves, the root replaces all; no cut is common to its lanes.
    let drawn = drawn_parts(&partition, &tree, &heights, 5.0);
    assert_eq!(drawn, [of(part(0, 0, 9), CutMark::Different, 9)]);
}
