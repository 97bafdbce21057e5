//! Areas in which lanes depart from what the other lanes of their level do at the same time.
//!
//! The **excess** of an area is the share of its time that it spends differently from the median of its level, state by
//! state. Its **z** is excess · √slices / noise, because the noise of a mean over several slices shrinks with the root
//! of their number.
//!
//! The noise is measured on all cells of the level, its nodes in single slices. It is 1.4826 · their median excess, as
//! a median absolute deviation is scaled. On levels of thirty nodes or more it is at least their ninth decile / 1.6449.
//! For changes between runs the decile counts only if most lanes do not change at all. So the noise comes from the run
//! itself.

use crate::LaneTree;
use crate::cuts::Part;
use crate::shares::{Shares, divergence, median};
use std::ops::Range;

/// The thresholds above which a departure is reported.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Floor {
    /// Smallest z.
    pub z: f64,
    /// Smallest part of the time of all lanes that the area must spend differently.
    pub share: f64,
    /// Smallest part of the whole time that each lane of the area must spend differently. Only differences between two
    /// runs must reach it, because other lanes have short pauses in each run.
    pub of_lane: f64,
    /// Smallest excess of a difference between two runs.
    pub excess: f64,
}

impl Default for Floor {
    /// Returns the thresholds used for every file: z 6, one part in 2,000 of all time, 3.1 % of a lane's time, and an excess
    /// of 7 points.
    fn default() -> Self {
        Self { z: 6.0, share: 0.0005, of_lane: 0.031, excess: 0.07 }
    }
}

/// An area that departs.
#[derive(Debug, Clone, PartialEq)]
pub struct Departure {
    /// Node and slices.
    pub part: Part,
    /// Share of the area's time that is spent differently, from 0 to 1. If two medians are subtracted, that of the
    /// level and the node's own over time, up to 2.
    pub excess: f64,
    /// Excess relative to the noise of the level.
    pub z: f64,
    /// Number of cells: leaves × slices.
    pub cells: usize,
    /// Share of the area's time by which it departs, by state; time without a state comes last.
    pub beyond: Vec<f64>,
}

impl Departure {
    /// Returns the divergence between the area's shares and the shares it would have without departing.
    pub(crate) fn divergence(&self, own: &[f64]) -> f64 {
        let expected: Vec<f64> =
            own.iter().zip(&self.beyond).map(|(own, beyond)| (own - beyond).max(0.0)).collect();
        let whole: f64 = expected.iter().sum();
        if whole <= 0.0 {
            return 0.0;
        }
        divergence(&expected.iter().map(|share| share / whole).collect::<Vec<f64>>(), own)
    }
}

/// All departures, and the number of areas left out for each reason.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Departures {
    /// Departures, largest z first. No two share a cell.
    pub found: Vec<Departure>,
    /// Areas above the floor that share a cell with one of larger z.
    pub overlapping: usize,
    /// Areas above the floor that depart as much between runs of one side.
    pub within_spread: usize,
    /// Number of areas tested.
    pub areas: usize,
    /// Largest z below the floor, among areas that are large enough.
    pub next_z: f64,
}

/// The parameters of a search for departures.
#[derive(Debug, Clone)]
pub(crate) struct Search<'a> {
    /// Slices by which the sides may be shifted against each other. A change that is made up for within so many slices
    /// before or after an area is no excess.
    pub(crate) shift: usize,
    /// Slices in which areas may lie.
    pub(crate) slices: Range<usize>,
    pub(crate) floor: Floor,
    /// Function that estimates the spread of the cells of a level: [`noise`] or [`noise_of_changes`].
    pub(crate) noise: fn(&mut [f64]) -> f64,
    /// First and last slice of each finding. A group of lanes is judged by a lower threshold at these times.
    pub(crate) explained: &'a [[usize; 2]],
    /// Each run's difference from the other runs of its side, if there are several. An area that departs as much there
    /// does not count.
    pub(crate) within: Vec<Shares>,
}

/// Factor by which the lanes of a large group may spend less time differently than a single lane, at the time of a
/// finding. Without one, a pause of a single lane may be the only reason: its neighbours wait for it, and their group is as
/// large as the pause is long. Pauses strike other groups in each run.
const OF_LARGE_GROUP: f64 = 0.3;
/// Factor for a group, like [`OF_LARGE_GROUP`], times its number of lanes. The pause of one lane weighs less the more
/// lanes its group has, but the neighbours that wait for it weigh as well.
const OF_GROUP: f64 = 2.4;
/// Fewest nodes of a level whose median is a usable measure.
pub(crate) const FEWEST: usize = 4;
/// Fewest nodes of a level for which the ninth decile is used.
const MANY: usize = 30;
/// Smallest noise, as a share of time.
const LEAST_NOISE: f64 = 0.001;
/// Scale from a median absolute deviation to the standard deviation of a normal distribution.
const DEVIATIONS: f64 = 1.4826;
/// Standard deviations within which nine tenths of a normal distribution lie.
pub(crate) const NINTH_TENTH: f64 = 1.6449;

/// Finds all departures, in areas up to a third of all slices long.
pub(crate) fn departures(shares: &Shares, tree: &LaneTree, search: &Search<'_>) -> Departures {
    let levels: Vec<Vec<usize>> = by_level(tree);
    let compared = |nodes: &&Vec<usize>| nodes.len() >= FEWEST;
    // If every level has too few nodes for a median, each node counts by its own values.
    let has_measure = levels.iter().any(|nodes| compared(&nodes));
    let mut found = Departures::default();
    let mut candidates = Vec::new();
    for nodes in levels.iter().filter(|nodes| !has_measure || compared(nodes)) {
        let sums_of = |shares: &Shares| -> Vec<Sums> {
            // Only the rows of this level, because there may be as many levels as nodes.
            let mut of_level = shares.of_nodes(nodes);
            if has_measure {
                less_median(&mut of_level);
            }
            (0..nodes.len()).map(|row| Sums::new(&of_level, row, search.shift)).collect()
        };
        let sums = sums_of(shares);
        let within: Vec<Vec<Sums>> = search.within.iter().map(sums_of).collect();
        let cells = sums.iter().flat_map(|sums| search.slices.clone().map(|slice| sums.plain(slice, 1)));
        let mut cells: Vec<f64> = cells.collect();
        // On a small level, one lane that departs for long would itself be the ninth decile.
        let is_many = nodes.len() >= MANY;
        let noise = if is_many { (search.noise)(&mut cells) } else { normal_noise(&mut cells) };
        let longest = (shares.slices / 3).max(1);
        for length in 1..=longest.min(search.slices.len()) {
            let starts = search.slices.start..=search.slices.end - length;
            let areas = || (0..nodes.len()).flat_map(|at| starts.clone().map(move |from| (at, from)));
            found.areas += areas().count();
            for (at, from) in areas() {
                let excess = sums[at].lasting(from, length);
                let cells = tree.nodes()[nodes[at]].leaves.len() * length;
                let all_cells = tree.leaves().len() * shares.slices;
                let lanes = tree.nodes()[nodes[at]].leaves.len();
                let of_lane = least_of_lane(search.floor, search.explained, lanes, [from, from + length - 1]);
                let is_small = excess < search.floor.excess
                    || (excess * cells as f64) < search.floor.share * all_cells as f64
                    || excess * (length as f64) < of_lane * shares.slices as f64;
                if is_small {
                    continue;
                }
                let z = excess * (length as f64).sqrt() / noise;
                if z < search.floor.z {
                    found.next_z = found.next_z.max(z);
                    continue;
                }
                if within.iter().any(|of| of[at].lasting(from, length) >= excess) {
                    found.within_spread += 1;
                    continue;
                }
                let beyond = sums[at].beyond(from, length);
                let [node, from, to] = [nodes[at], from, from + length - 1].map(|at| at as u32);
                candidates.push(Departure { part: Part { node, from, to }, excess, z, cells, beyond });
            }
        }
    }
    candidates.sort_by(|one, other| other.z.total_cmp(&one.z).then(one.part.cmp(&other.part)));
    let mut taken = OccupiedCells::new(tree, shares.slices);
    for of in candidates {
        if taken.meets(of.part) {
            found.overlapping += 1;
        } else {
            taken.add(of.part, tree);
            found.found.push(of);
        }
    }
    found
}

/// Returns the smallest part of the whole time that each lane of an area must spend differently. `explained` are the first
/// and the last slice of each finding.
pub(crate) fn least_of_lane(
    floor: Floor,
    explained: &[[usize; 2]],
    lanes: usize,
    [from, to]: [usize; 2],
) -> f64 {
    let is_explained = explained.iter().any(|of| of[0] <= to && from <= of[1]);
    let of_group = if is_explained { (OF_GROUP / lanes as f64).clamp(OF_LARGE_GROUP, 1.0) } else { 1.0 };
    floor.of_lane * of_group
}

/// Estimates the noise of cells of one run: the standard deviation of a normal distribution with this median or this
/// ninth decile, whichever is larger. So behaviour that border lanes show all the time has no large z.
pub(crate) fn noise(excesses: &mut [f64]) -> f64 {
    normal_noise(excesses).max(ninth_tenth(excesses) / NINTH_TENTH)
}

/// Estimates the noise of changes between two runs. The ninth decile counts only if the median is almost zero: most
/// lanes then do not change, and every change of the others would have a large z.
pub(crate) fn noise_of_changes(excesses: &mut [f64]) -> f64 {
    if median(excesses) < LEAST_NOISE { noise(excesses) } else { normal_noise(excesses) }
}

pub(crate) fn ninth_tenth(values: &mut [f64]) -> f64 {
    let at = values.len() * 9 / 10;
    if values.is_empty() { 0.0 } else { *values.select_nth_unstable_by(at, f64::total_cmp).1 }
}

/// Estimates the noise by the median alone.
fn normal_noise(excesses: &mut [f64]) -> f64 {
    median(excesses).max(LEAST_NOISE) * DEVIATIONS
}

/// Returns the nodes by level.
fn by_level(tree: &LaneTree) -> Vec<Vec<usize>> {
    let mut levels = vec![Vec::new(); tree.deepest_level() + 1];
    for (node, of) in tree.nodes().iter().enumerate() {
        levels[of.level].push(node);
    }
    levels
}

/// Subtracts the median of all nodes, by state and slice.
fn less_median(shares: &mut Shares) {
    for state in 0..shares.states {
        for slice in 0..shares.slices {
            let mut values: Vec<f64> = (0..shares.nodes).map(|node| shares.row(node, state)[slice]).collect();
            let middle = median(&mut values);
            for node in 0..shares.nodes {
                shares.row_mut(node, state)[slice] -= middle;
            }
        }
    }
}

/// Subtracts the median over time of each node, by state.
pub(crate) fn less_usual(shares: &mut Shares) {
    for node in 0..shares.nodes {
        for state in 0..shares.states {
            let middle = median(&mut shares.row(node, state).to_vec());
            for share in shares.row_mut(node, state) {
                *share -= middle;
            }
        }
    }
}

/// The nodes and slices that share a cell with one of some disjoint areas: the areas' own nodes, all nodes within them
/// and all nodes around them.
pub(crate) struct OccupiedCells {
    slices: usize,
    /// True if taken, by node and slice.
    is_taken: Vec<bool>,
}

impl OccupiedCells {
    pub(crate) fn new(tree: &LaneTree, slices: usize) -> Self {
        Self { slices, is_taken: vec![false; tree.nodes().len() * slices] }
    }

    fn row(&mut self, node: usize, part: Part) -> &mut [bool] {
        &mut self.is_taken[node * self.slices..][part.from as usize..=part.to as usize]
    }

    /// Returns true if an area shares a cell with an earlier one. O(slices of the area).
    pub(crate) fn meets(&mut self, part: Part) -> bool {
        self.row(part.node as usize, part).iter().any(|&is_taken| is_taken)
    }

    /// Adds an area. O(slices of the area · nodes in it and around it). Since areas are disjoint, all calls together
    /// take at most O(slices · (nodes + areas)): an area in whose slices a node is taken is taken in all nodes around it.
    pub(crate) fn add(&mut self, part: Part, tree: &LaneTree) {
        let node = part.node as usize;
        for inside in node..tree.nodes()[node].end {
            self.row(inside, part).fill(true);
        }
        for around in std::iter::successors(tree.nodes()[node].parent, |&node| tree.nodes()[node].parent) {
            let row = self.row(around, part);
            if row.iter().all(|&is_taken| is_taken) {
                break;
            }
            row.fill(true);
        }
    }
}

/// Sums of a node's shares up to each edge of slices, by state, with the smallest and the largest sum within the shift.
struct Sums {
    states: Vec<[Vec<f64>; 5]>,
}

const AT: usize = 0;
/// Smallest and largest sum at the edges from one up to the shift after it.
const LEAST_AFTER: usize = 1;
const MOST_AFTER: usize = 2;
/// Smallest and largest sum at the edges from the shift before one up to it.
const LEAST_BEFORE: usize = 3;
const MOST_BEFORE: usize = 4;

impl Sums {
    fn new(shares: &Shares, node: usize, shift: usize) -> Self {
        let of_state = |state: usize| {
            let mut sums = vec![0.0];
            for share in shares.row(node, state) {
                sums.push(sums.last().copied().unwrap_or(0.0) + share);
            }
            let edges = sums.len();
            let of = |at: usize, after: bool, choose: fn(f64, f64) -> f64| {
                let range =
                    if after { at..(at + shift + 1).min(edges) } else { at.saturating_sub(shift)..at + 1 };
                sums[range].iter().copied().fold(sums[at], choose)
            };
            let column = |after, choose| (0..edges).map(|at| of(at, after, choose)).collect::<Vec<f64>>();
            let [least_after, most_after] = [column(true, f64::min), column(true, f64::max)];
            let [least_before, most_before] = [column(false, f64::min), column(false, f64::max)];
            [sums, least_after, most_after, least_before, most_before]
        };
        Self { states: (0..shares.states).map(of_state).collect() }
    }

    /// Returns the mean excess or deficit of each state.
    fn beyond(&self, from: usize, length: usize) -> Vec<f64> {
        let of = |sums: &[Vec<f64>; 5]| (sums[AT][from + length] - sums[AT][from]) / length as f64;
        self.states.iter().map(of).collect()
    }

    /// Returns half the sum of all excesses and deficits: the share of time that would have to be spent differently.
    fn plain(&self, from: usize, length: usize) -> f64 {
        let of = |sums: &[Vec<f64>; 5]| (sums[AT][from + length] - sums[AT][from]).abs();
        self.states.iter().map(of).sum::<f64>() / 2.0 / length as f64
    }

    /// Returns the part of [`Sums::plain`] that a shift does not explain. A state's excess counts by the smallest
    /// excess of all stretches that extend the area by up to the shift on either side.
    fn lasting(&self, from: usize, length: usize) -> f64 {
        let to = from + length;
        let of = |sums: &[Vec<f64>; 5]| {
            let more = sums[LEAST_AFTER][to] - sums[MOST_BEFORE][from];
            let less = sums[LEAST_BEFORE][from] - sums[MOST_AFTER][to];
            more.max(less).max(0.0)
        };
        self.states.iter().map(of).sum::<f64>() / 2.0 / length as f64
    }
}

#[cfg(test)]
#[path = "departures_tests.rs"]
mod tests;
