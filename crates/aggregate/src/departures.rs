//! Areas in which lanes depart from what the lanes beside them do at the same time.
//!
//! Of each area of a level of the lane tree the **excess** is the share of its time that it spends otherwise than the median of
//! its level does, state by state. Its **z** says how far that stands out: excess · √slices / the noise of all cells of the level,
//! nodes by single slices: 1.4826 · their median excess, as a median absolute deviation is scaled, or their ninth tenth by 1.6449
//! if that is more (of levels of thirty nodes and more, and of changes between runs only where most lanes rest); noise of a mean of several slices is less by the root of their number. So nothing but the run itself is asked
//! what noise is.

use crate::LaneTree;
use crate::cuts::Part;
use crate::shares::{Shares, divergence, median};
use std::ops::Range;

/// What is told of departures, and what is not.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Floor {
    /// Least z.
    pub z: f64,
    /// Least part of the time of all lanes that an area spends otherwise.
    pub share: f64,
}

impl Default for Floor {
    /// The same for all files: z 6, and one part in 2,000 of all time.
    fn default() -> Self {
        Self { z: 6.0, share: 0.0005 }
    }
}

/// An area that departs.
#[derive(Debug, Clone, PartialEq)]
pub struct Departure {
    /// Where and when.
    pub part: Part,
    /// Share of its time that it spends otherwise, from 0 to 1; of what is beyond two medians, that of its level and its own, up to 2.
    pub excess: f64,
    /// How far that stands out among all cells of its level.
    pub z: f64,
    /// Cells: leaves × slices.
    pub cells: usize,
    /// By state, the share of its time by which it departs; that of time without a state last.
    pub beyond: Vec<f64>,
}

impl Departure {
    /// The divergence of the shares of an area from what they would be if it did not depart.
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

/// All that depart, and how many areas were left out for which reason.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Departures {
    /// Farthest out first. No two have a cell in common.
    pub found: Vec<Departure>,
    /// Areas above the floor that have a cell in common with one that stands out farther.
    pub overlapping: usize,
    /// Areas above the floor that depart by no more than they do between runs of one side.
    pub within_spread: usize,
    /// Areas that were looked at.
    pub areas: usize,
    /// The largest z below the floor, of areas large enough.
    pub next_z: f64,
}

/// What is looked for in which part of the slices.
#[derive(Debug, Clone)]
pub(crate) struct Search {
    /// Slices by which the sides may be shifted against each other: what is made up for within so many slices before or
    /// after an area is no excess.
    pub(crate) shift: usize,
    /// The slices in which areas may lie.
    pub(crate) slices: Range<usize>,
    pub(crate) floor: Floor,
    /// How far cells of a level lie apart by themselves: [`noise`] or [`noise_of_changes`].
    pub(crate) noise: fn(&mut [f64]) -> f64,
    /// How runs of one side differ among themselves, if there are several: an area that departs as far there does not count.
    pub(crate) within: Vec<Shares>,
}

/// Fewest lanes or groups of a level that are a measure for each other.
pub(crate) const FEWEST: usize = 4;
/// Fewest lanes or groups of a level of which a tenth may depart.
const MANY: usize = 30;
/// Noise is never taken for less than this share of time.
const LEAST_NOISE: f64 = 0.001;
/// The median absolute deviation of a normal distribution is its standard deviation divided by this.
const DEVIATIONS: f64 = 1.4826;
/// Nine tenths of a normal distribution lie within so many standard deviations.
const NINTH_TENTH: f64 = 1.6449;

/// Finds them, in areas up to a third of all slices long.
pub(crate) fn departures(shares: &Shares, tree: &LaneTree, search: &Search) -> Departures {
    let levels: Vec<Vec<usize>> = by_level(tree);
    let compared = |nodes: &&Vec<usize>| nodes.len() >= FEWEST;
    // Of few lanes none is a measure of the others: then each is what it is.
    let has_measure = levels.iter().any(|nodes| compared(&nodes));
    let mut found = Departures::default();
    let mut candidates = Vec::new();
    for nodes in levels.iter().filter(|nodes| !has_measure || compared(nodes)) {
        let sums_of = |shares: &Shares| -> Vec<Sums> {
            let mut of_level = shares.clone();
            if has_measure {
                less_median(&mut of_level, nodes);
            }
            nodes.iter().map(|&node| Sums::new(&of_level, node, search.shift)).collect()
        };
        let sums = sums_of(shares);
        let within: Vec<Vec<Sums>> = search.within.iter().map(sums_of).collect();
        let cells = sums.iter().flat_map(|sums| search.slices.clone().map(|slice| sums.plain(slice, 1)));
        let mut cells: Vec<f64> = cells.collect();
        // Of few lanes one that departs for long would be the ninth tenth itself.
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
                if (excess * cells as f64) < search.floor.share * all_cells as f64 {
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
    let mut taken = Taken::new(tree, shares.slices);
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

/// How far cells of one run lie apart by themselves: the standard deviation that normal excesses of this median would have, or
/// of this ninth tenth, whichever is more. What lanes do at their borders all the time does not stand out then.
pub(crate) fn noise(excesses: &mut [f64]) -> f64 {
    normal_noise(excesses).max(ninth_tenth(excesses) / NINTH_TENTH)
}

/// Of cells of what changed between runs: the ninth tenth counts only where most lanes rest, so that the median is nothing and
/// all that the others do would stand out.
pub(crate) fn noise_of_changes(excesses: &mut [f64]) -> f64 {
    if median(excesses) < LEAST_NOISE { noise(excesses) } else { normal_noise(excesses) }
}

fn ninth_tenth(values: &mut [f64]) -> f64 {
    let at = values.len() * 9 / 10;
    if values.is_empty() { 0.0 } else { *values.select_nth_unstable_by(at, f64::total_cmp).1 }
}

/// By the median alone.
fn normal_noise(excesses: &mut [f64]) -> f64 {
    median(excesses).max(LEAST_NOISE) * DEVIATIONS
}

/// Nodes by level.
fn by_level(tree: &LaneTree) -> Vec<Vec<usize>> {
    let mut levels = vec![Vec::new(); tree.deepest_level() + 1];
    for (node, of) in tree.nodes().iter().enumerate() {
        levels[of.level].push(node);
    }
    levels
}

/// Takes the median of some nodes off, by state and slice.
fn less_median(shares: &mut Shares, nodes: &[usize]) {
    for state in 0..shares.states {
        for slice in 0..shares.slices {
            let mut values: Vec<f64> = nodes.iter().map(|&node| shares.row(node, state)[slice]).collect();
            let middle = median(&mut values);
            for &node in nodes {
                shares.row_mut(node, state)[slice] -= middle;
            }
        }
    }
}

/// Takes the median of each node over time off, by state.
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

/// Which nodes and slices have a cell in common with areas that have none with each other: those areas' own nodes, all that lie
/// in them and all that they lie in.
pub(crate) struct Taken {
    slices: usize,
    /// By node and slice.
    is_taken: Vec<bool>,
}

impl Taken {
    pub(crate) fn new(tree: &LaneTree, slices: usize) -> Self {
        Self { slices, is_taken: vec![false; tree.nodes().len() * slices] }
    }

    fn row(&mut self, node: usize, part: Part) -> &mut [bool] {
        &mut self.is_taken[node * self.slices..][part.from as usize..=part.to as usize]
    }

    /// O(slices of the area).
    pub(crate) fn meets(&mut self, part: Part) -> bool {
        self.row(part.node as usize, part).iter().any(|&is_taken| is_taken)
    }

    /// O(slices of the area · nodes in it and around it): in all no more than there are nodes and slices, and as often again as
    /// there are levels.
    pub(crate) fn add(&mut self, part: Part, tree: &LaneTree) {
        let node = part.node as usize;
        for inside in node..tree.nodes()[node].end {
            self.row(inside, part).fill(true);
        }
        for around in std::iter::successors(tree.nodes()[node].parent, |&node| tree.nodes()[node].parent) {
            self.row(around, part).fill(true);
        }
    }
}

/// Sums of a node's shares by state up to each edge of slices, and the least and the greatest of them within the shift.
struct Sums {
    states: Vec<[Vec<f64>; 5]>,
}

const AT: usize = 0;
/// Of the edges from one on.
const LEAST_AFTER: usize = 1;
const MOST_AFTER: usize = 2;
/// Of the edges up to one.
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

    /// What each state has more or less.
    fn beyond(&self, from: usize, length: usize) -> Vec<f64> {
        let of = |sums: &[Vec<f64>; 5]| (sums[AT][from + length] - sums[AT][from]) / length as f64;
        self.states.iter().map(of).collect()
    }

    /// Half the sum of what states have more or less: the share of time that would have to be spent otherwise.
    fn plain(&self, from: usize, length: usize) -> f64 {
        let of = |sums: &[Vec<f64>; 5]| (sums[AT][from + length] - sums[AT][from]).abs();
        self.states.iter().map(of).sum::<f64>() / 2.0 / length as f64
    }

    /// The same of what lasts: a state that has more in the area has more in each stretch that goes on for up to the shift
    /// before and after it, and of those the least counts.
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
