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

/// Finds such lanes in a table, given some partitions of its tree. The result is ranked by divergence × size × z, the
/// largest first.
///
/// No two results share a cell: of those that would, the one with the larger z is reported. Groups of fewer than four
/// children are skipped, because their median says little. O(levels · parts · siblings · states), and O(nodes · slices
/// · states).
pub fn cut_off(table: &SliceTable, tree: &LaneTree, partitions: &[Partition], floor: Floor) -> Vec<Anomaly> {
    if tree.nodes().is_empty() {
        return Vec::new();
    }
    let slices = table.grid().count;
    let sums = SharesUpTo::new(&Shares::of(table, tree));
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
        areas.sort_unstable();
        areas.dedup();
        for part in areas {
            let noise = *noise_of.get_or_insert_with(|| noise(&mut excesses(&sums, &siblings)));
            let found = departure(&sums, tree, &siblings, part, noise);
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
        let part = Part { node: 0, from: slice, to: slice };
        let (means, usual) = usual(sums, siblings, part);
        means.into_iter().map(move |own| excess(&own, &usual))
    };
    (0..sums.slices as u32).flat_map(of_slice).collect()
}

/// Returns the shares of each of some siblings in some slices by state, and their median.
fn usual(sums: &SharesUpTo, siblings: &[usize], part: Part) -> (Vec<Vec<f64>>, Vec<f64>) {
    let means: Vec<Vec<f64>> = siblings.iter().map(|&sibling| sums.mean(sibling, part)).collect();
    let of_state = |state: usize| median(&mut means.iter().map(|of| of[state]).collect::<Vec<f64>>());
    let usual = (0..sums.states).map(of_state).collect();
    (means, usual)
}

fn excess(own: &[f64], usual: &[f64]) -> f64 {
    own.iter().zip(usual).map(|(own, usual)| (own - usual).abs()).sum::<f64>() / 2.0
}

/// Compares a node with the median of its siblings in some slices.
fn departure(sums: &SharesUpTo, tree: &LaneTree, siblings: &[usize], part: Part, noise: f64) -> Anomaly {
    let (_, usual) = usual(sums, siblings, part);
    let own = sums.mean(part.node as usize, part);
    let length = part.to + 1 - part.from;
    let cells = tree.nodes()[part.node as usize].leaves.len() * length as usize;
    let beyond = own.iter().zip(&usual).map(|(own, usual)| own - usual).collect();
    let excess = excess(&own, &usual);
    let z = excess * f64::from(length).sqrt() / noise;
    let departure = Departure { part, excess, z, cells, beyond };
    let shares = own.into_iter().zip(usual).map(|(own, usual)| [own, usual]).collect();
    Anomaly { kind: AnomalyKind::CutOff, departure, shares }
}

/// Shares of each node, added up to each edge of slices.
struct SharesUpTo {
    states: usize,
    slices: usize,
    /// Sums by node, edge and state.
    sums: Vec<f64>,
}

impl SharesUpTo {
    fn new(shares: &Shares) -> Self {
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
        Self { states, slices, sums }
    }

    /// Returns the mean shares of a node in the slices of `part`, by state.
    fn mean(&self, node: usize, part: Part) -> Vec<f64> {
        let edge = |edge: usize| &self.sums[(node * (self.slices + 1) + edge) * self.states..][..self.states];
        let length = f64::from(part.to + 1 - part.from);
        let of = |(from, to): (&f64, &f64)| (to - from) / length;
        edge(part.from as usize).iter().zip(edge(part.to as usize + 1)).map(of).collect()
    }
}
