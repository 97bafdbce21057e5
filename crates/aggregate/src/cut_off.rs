//! Lanes that a partition separates from their siblings because they behave differently.
//!
//! A partition divides a node because its children together lose too much. Most of the children may still be alike.
//! This module looks at each child over the smallest intervals that hold only whole parts. Its **excess** is the share
//! of its time that it spends differently from the median of its siblings. Its **z** relates the excess to the noise of
//! all their cells ([`noise`]).
//!
//! The partition decides the places and the lengths that are tested. So a single lane that stalls once is found
//! wherever it is worth a part of its own.

use crate::cuts::{Part, Partition};
use crate::departures::{Departure, FEWEST, Floor, OccupiedCells, noise};
use crate::drawn::whole_areas;
use crate::shares::{Shares, median};
use crate::{Anomaly, AnomalyKind, LaneTree, SliceTable};
use std::collections::BTreeMap;

/// Finds such lanes in a table, given some partitions of its tree. The result is ranked by divergence × size × z, the
/// largest first.
///
/// No two results share a cell: of those that would, the one with the larger z is reported. Groups of fewer than four
/// children are skipped, because their median says little. O(levels · parts · states), O(siblings · states) for each
/// distinct span of parts, and O(nodes · slices · states).
pub fn cut_off(table: &SliceTable, tree: &LaneTree, partitions: &[Partition], floor: Floor) -> Vec<Anomaly> {
    if tree.nodes().is_empty() {
        return Vec::new();
    }
    cut_off_of_shares(&Shares::of(table, tree), table.grid().count, tree, partitions, floor)
}

/// Finds such lanes like [`cut_off`], given the shares of the table, within the first `judged` slices.
pub(crate) fn cut_off_of_shares(
    shares: &Shares,
    judged: usize,
    tree: &LaneTree,
    partitions: &[Partition],
    floor: Floor,
) -> Vec<Anomaly> {
    let slices = shares.slices;
    let sums = SharesUpTo::new(shares, judged);
    let least_cells = floor.share * (tree.leaves().len() * slices) as f64;
    let mut candidates = Vec::new();
    for parent in 0..tree.nodes().len() {
        let siblings: Vec<usize> = tree.children(parent).collect();
        if siblings.len() < FEWEST {
            continue;
        }
        let mut noise_of = None;
        let mut areas: Vec<Part> =
            partitions.iter().flat_map(|of| cut_areas(of, tree, &siblings, slices)).collect();
        areas.retain(|area| (area.from as usize) < judged);
        for area in &mut areas {
            area.to = area.to.min(judged as u32 - 1);
        }
        areas.sort_unstable();
        areas.dedup();
        // Areas over the same slices have the same median. It takes one pass over the siblings.
        let mut usual_in: BTreeMap<(u32, u32), Vec<f64>> = BTreeMap::new();
        for part in areas {
            let noise = *noise_of.get_or_insert_with(|| noise(&mut excesses(&sums, &siblings)));
            let span = (part.from, part.to);
            let usual = usual_in.entry(span).or_insert_with(|| usual(&sums, &siblings, part));
            let found = departure(&sums, tree, usual, part, noise);
            let large = found.departure.excess * found.departure.cells as f64 >= least_cells;
            if large && found.departure.z >= floor.z {
                candidates.push(found);
            }
        }
    }
    candidates.sort_by(|one, other| {
        let z = [one, other].map(|of| of.departure.z);
        z[1].total_cmp(&z[0]).then(one.departure.part.cmp(&other.departure.part))
    });
    let mut taken = OccupiedCells::new(tree, slices);
    candidates.retain(|of| {
        let part = of.departure.part;
        let is_free = !taken.meets(part);
        if is_free {
            taken.add(part, tree);
        }
        is_free
    });
    candidates.sort_by(|one, other| other.rank().total_cmp(&one.rank()));
    candidates
}

/// Returns, for each of some siblings, the smallest areas that hold only whole parts.
fn cut_areas(partition: &Partition, tree: &LaneTree, siblings: &[usize], slices: usize) -> Vec<Part> {
    let of = |&node: &usize| {
        let parts = partition.inside(node as u32, tree.nodes()[node].end as u32);
        whole_areas(node as u32, parts, slices).into_iter().map(|area| area.part)
    };
    siblings.iter().flat_map(of).collect()
}

/// Returns the excess of each of some siblings in each slice.
fn excesses(sums: &SharesUpTo, siblings: &[usize]) -> Vec<f64> {
    let of_slice = |slice: u32| {
        let usual = usual(sums, siblings, Part { node: 0, from: slice, to: slice });
        let of = move |&sibling: &usize| {
            let part = Part { node: sibling as u32, from: slice, to: slice };
            excess(&sums.mean(sibling, part), &usual)
        };
        siblings.iter().map(of)
    };
    (0..sums.judged as u32).flat_map(of_slice).collect()
}

/// Returns the median of the shares of some siblings in the slices of `part`, by state. O(siblings · states).
fn usual(sums: &SharesUpTo, siblings: &[usize], part: Part) -> Vec<f64> {
    let mut values = vec![0.0; siblings.len()];
    let of_state = |state: usize| {
        for (value, &sibling) in values.iter_mut().zip(siblings) {
            *value = sums.mean_of(sibling, state, part);
        }
        median(&mut values)
    };
    (0..sums.states).map(of_state).collect()
}

fn excess(own: &[f64], usual: &[f64]) -> f64 {
    own.iter().zip(usual).map(|(own, usual)| (own - usual).abs()).sum::<f64>() / 2.0
}

/// Compares a node with the median of its siblings in some slices.
fn departure(sums: &SharesUpTo, tree: &LaneTree, usual: &[f64], part: Part, noise: f64) -> Anomaly {
    let own = sums.mean(part.node as usize, part);
    let length = part.to + 1 - part.from;
    let cells = tree.nodes()[part.node as usize].leaves.len() * length as usize;
    let beyond = own.iter().zip(usual).map(|(own, usual)| own - usual).collect();
    let excess = excess(&own, usual);
    let z = excess * f64::from(length).sqrt() / noise;
    let departure = Departure { part, excess, z, cells, beyond };
    let shares = own.into_iter().zip(usual).map(|(own, usual)| [own, *usual]).collect();
    Anomaly { kind: AnomalyKind::CutOff, departure, shares }
}

/// Shares of each node, added up to each edge of slices.
struct SharesUpTo {
    states: usize,
    slices: usize,
    /// Number of slices whose cells make the noise.
    judged: usize,
    /// Sums by node, edge and state.
    sums: Vec<f64>,
}

impl SharesUpTo {
    fn new(shares: &Shares, judged: usize) -> Self {
        let (states, slices) = (shares.states, shares.slices);
        let mut sums = vec![0.0; shares.nodes * (slices + 1) * states];
        for (node, sums) in sums.chunks_exact_mut((slices + 1) * states).enumerate() {
            for slice in 0..slices {
                for state in 0..states {
                    let before = sums[slice * states + state];
                    sums[(slice + 1) * states + state] = before + shares.row(node, state)[slice];
                }
            }
        }
        Self { states, slices, judged, sums }
    }

    /// Returns the mean shares of a node in the slices of `part`, by state.
    fn mean(&self, node: usize, part: Part) -> Vec<f64> {
        (0..self.states).map(|state| self.mean_of(node, state, part)).collect()
    }

    /// Returns the mean share of a node's state in the slices of `part`.
    fn mean_of(&self, node: usize, state: usize, part: Part) -> f64 {
        let edge = |edge: u32| self.sums[(node * (self.slices + 1) + edge as usize) * self.states + state];
        (edge(part.to + 1) - edge(part.from)) / f64::from(part.to + 1 - part.from)
    }
}
