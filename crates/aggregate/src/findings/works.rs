//! Lanes that work while the others wait.
//!
//! The **work** of a lane is its time in all states in which it does not wait, and the time before it starts. The
//! excess of a lane is its change of work from A to B, less the median change of all lanes, in ticks. It does not
//! depend on the number of lanes. So one rank that computes for longer is found among any number of others.

use super::finding::{Finding, FindingKind};
use super::lags::Lags;
use super::limits::{LEAST_PART, LEAST_Z, MOST};
use super::stretch::place_of;
use super::{LaneTimes, PairTimes};
use crate::departures::FEWEST;
use crate::shares::median;
use std::ops::Range;

/// Smallest excess of a group of lanes, as a part of the work of the median lane.
const LEAST_OF_WORK: f64 = 0.03;
/// Smallest excess of a single lane, as a part of the work of the median lane. The short pauses of a lane add up by
/// chance; those of all lanes of a group do not.
const LEAST_OF_ONE: f64 = 0.05;
/// Smallest ratio to the noise of an excess that leads.
const LEAST_LEADING_Z: f64 = 4.0;
/// Smallest excess of a group, as a part of the work of the median lane, that counts however short it is compared with
/// the run. In a program whose ranks wait for each other in turn, all work is a small part of the run.
pub(super) const LARGE_OF_WORK: f64 = 0.1;
/// Smallest ratio to the noise of such an excess, and fewest lanes of its group.
pub(super) const LARGE_Z: f64 = 20.0;
const LARGE_LANES: usize = 3;
/// Ratio to the next largest excess from which on an excess leads.
const LEADING: f64 = 2.0;
/// Most single lanes that lead together.
const MOST_LEADING: usize = 3;
/// Smallest part of the compared time of an excess that lies in the start-up.
const LEAST_START_UP: f64 = 0.15;
/// Smallest part of its time that a lane additionally works in a pause.
const PAUSE_PART: f64 = 0.5;
/// Part of a group's lanes that must share its excess.
const MOST_LANES: f64 = 0.75;
/// Part of the largest excess that a lane of a group must have.
const SIMILAR: f64 = 0.5;
/// Part of an excess that must be the lanes' own change. Otherwise the other lanes changed, not these: threads of
/// one program have nothing to do with each other, and most of them may start earlier in B.
const LEAST_OWN: f64 = 0.5;

/// The lanes whose work changed.
#[derive(Debug, Default)]
pub(super) struct Works {
    /// The findings, first those of B that work longer, then those of A, each with the largest excess first.
    pub(super) found: Vec<Finding>,
    /// Pauses of single lanes that are no findings, because other lanes pause as long.
    pub(super) pauses: Vec<Finding>,
}

/// Finds the lanes whose work grew or fell beyond the median lane. Lanes that lie together in the tree and have similar
/// excesses are one finding.
///
/// An excess counts if it is at least half a per cent of the compared time, 3 % of the median lane's work (5 % for a
/// single lane), and 6 times the noise, or 4 times if the lane with the next largest excess outside the group has less than
/// half as much. An excess of three or more lanes also counts if it is 10 % of the median lane's work and 20 times the noise.
/// The noise is 1.4826 times the median absolute excess. At least half of an excess must be the own change of its lanes.
/// An excess in the start-up must be 15 % of the compared time. O(lanes · states · slices).
///
/// Lanes pause in every run, each time other ones. So a single lane only counts if it leads: see [`leading`].
///
/// The time of a finding of several lanes counts for each of them, so a slow cluster comes before a pause of one rank
/// that is twice as long.
pub(super) fn works(pair: &PairTimes<'_>, work: &WorkChanges) -> Works {
    let lanes = pair.tree.leaves().len();
    if lanes < FEWEST {
        return Works::default();
    }
    let mut totals: Vec<f64> = work.changes.iter().map(|of| of.iter().sum()).collect();
    let middle = median(&mut totals.clone());
    for total in &mut totals {
        *total -= middle;
    }
    let mut sizes: Vec<f64> = totals.iter().map(|total| total.abs()).collect();
    let noise = (1.4826 * median(&mut sizes)).max(1.0);
    let lags = Lags::new(pair);
    let median_work = median_work(pair);
    let least = (LEAST_PART / 2.0 * pair.compared()).max(LEAST_OF_WORK * median_work);
    let large = (LARGE_OF_WORK * median_work).max(LARGE_Z * noise);
    let mut found = Vec::new();
    for sign in [1.0, -1.0] {
        let excess: Vec<f64> = totals.iter().map(|total| total * sign).collect();
        let lowest = least.max(LEAST_LEADING_Z * noise);
        // A lane of a group may have less than the mean of the group.
        for node in groups(pair, &excess, lowest.min(large * SIMILAR)).into_iter().take(MOST) {
            let leaves = pair.tree.nodes()[node].leaves.clone();
            let count = leaves.len() as f64;
            let mean =
                |slice: usize| leaves.clone().map(|leaf| work.changes[leaf][slice]).sum::<f64>() / count;
            let beyond: Vec<f64> =
                (0..pair.slices()).map(|slice| sign * (mean(slice) - work.usual[slice])).collect();
            let slices = place_of(&beyond);
            let ticks = leaves.clone().map(|leaf| totals[leaf]).sum::<f64>() / count;
            let own = sign * (ticks + middle);
            let z = ticks.abs() / noise;
            let is_large = leaves.len() >= LARGE_LANES && ticks.abs() >= large;
            let has_least = leaves.clone().any(|leaf| excess[leaf] >= lowest);
            if (!is_large && !has_least) || own < LEAST_OWN * ticks.abs() {
                continue;
            }
            let is_outside = |leaf: &usize| !leaves.contains(leaf);
            let next = (0..lanes).filter(is_outside).map(|leaf| excess[leaf]).fold(0.0, f64::max);
            if leaves.len() > 1 && z < LEAST_Z && ticks.abs() < LEADING * next {
                continue;
            }
            if is_start_up(pair, slices) && ticks.abs() < LEAST_START_UP * pair.compared() {
                continue;
            }
            found.push(finding(pair, lags.as_ref(), node, slices, [ticks, middle, z]));
        }
    }
    let in_groups = |leaf: &usize| {
        let mut groups = found.iter().filter(|of| of.lanes > 1);
        groups.any(|of| pair.tree.nodes()[of.node].leaves.contains(leaf))
    };
    // Where most lanes change, a lane that does not has an excess, but does not pause.
    let is_own = |excess: f64| (excess + middle) * excess.signum() >= LEAST_OWN * excess.abs();
    let single = (0..lanes).filter(|leaf| !in_groups(leaf) && is_own(totals[*leaf]));
    let single = single.map(|leaf| totals[leaf].abs());
    let least = leading(single.collect()).max(LEAST_OF_ONE * median_work);
    let (found, rest): (Vec<Finding>, Vec<Finding>) =
        found.into_iter().partition(|of| of.lanes > 1 || of.ticks.abs() >= least);
    let takes = |of: &Finding| {
        let widths = pair.times[usize::from(of.ticks > 0.0)].widths();
        widths[of.slices[0]..=of.slices[1]].iter().sum::<f64>()
    };
    let pauses = rest.into_iter().filter(|of| of.ticks.abs() >= PAUSE_PART * takes(of)).collect();
    Works { found: without_nested_starts(pair, found), pauses }
}

/// Returns true if slices begin in the first twentieth of the time of both runs and end in its first quarter. A start-up takes
/// another time in every run.
fn is_start_up(pair: &PairTimes<'_>, [from, to]: [usize; 2]) -> bool {
    20 * from <= pair.both && 4 * (to + 1) <= pair.both
}

/// Returns the smallest absolute excess of the lanes that lead: the largest number of them, up to [`MOST_LEADING`], of which
/// each has at least twice the excess of every other lane. Infinite if none leads.
fn leading(mut excesses: Vec<f64>) -> f64 {
    excesses.sort_by(|one, other| other.total_cmp(one));
    let leads = |count: &usize| {
        let next = excesses.get(*count).copied().unwrap_or(0.0);
        excesses[count - 1] >= LEADING * next
    };
    let count = (1..=MOST_LEADING.min(excesses.len())).rev().find(leads);
    count.map_or(f64::INFINITY, |count| excesses[count - 1])
}

/// Returns the finding of a node. The three numbers are its excess, the median change of all lanes, and z.
fn finding(
    pair: &PairTimes<'_>,
    lags: Option<&Lags>,
    node: usize,
    mut slices: [usize; 2],
    [ticks, usual, z]: [f64; 3],
) -> Finding {
    let leaves = pair.tree.nodes()[node].leaves.clone();
    if let Some(lags) = lags {
        slices[0] = lags.begin_of(&leaves, slices[0], ticks.signum(), ticks.abs());
    }
    let state = state_of(pair, &leaves, ticks.signum());
    let times = pair.times_of(&leaves, slices);
    let in_run = pair.times_of(&leaves, [0, pair.slices() - 1])[state];
    let (kind, other, more, lanes) = (FindingKind::Works, None, 0, leaves.len());
    Finding { kind, node, other, more, lanes, slices, ticks, state, times, in_run, usual, z }
}

/// Leaves out lanes that start otherwise within a group that does. A process that starts later is one change, also if
/// some of its threads are later still.
fn without_nested_starts(pair: &PairTimes<'_>, mut found: Vec<Finding>) -> Vec<Finding> {
    let leaves = |of: &Finding| pair.tree.nodes()[of.node].leaves.clone();
    let is_around = |outer: &Finding, inner: &Finding| {
        let [outer_leaves, inner_leaves] = [outer, inner].map(leaves);
        let is_start = [outer, inner].iter().all(|of| of.state == pair.times[0].states());
        is_start
            && outer.ticks.signum() == inner.ticks.signum()
            && outer_leaves != inner_leaves
            && outer_leaves.start <= inner_leaves.start
            && inner_leaves.end <= outer_leaves.end
    };
    let all = found.clone();
    found.retain(|of| !all.iter().any(|outer| is_around(outer, of)));
    found
}

/// Returns the work of the median lane, of the side where it is smaller.
pub(super) fn median_work(pair: &PairTimes<'_>) -> f64 {
    let all = [0, pair.slices() - 1];
    let work = |times: &LaneTimes, leaf: usize| -> f64 {
        let states = (0..times.states()).filter(|&state| !pair.waits[state]);
        states.map(|state| times.mean_of(leaf..leaf + 1, state, all)).sum()
    };
    let of_side = |times: &LaneTimes| {
        median(&mut (0..pair.tree.leaves().len()).map(|leaf| work(times, leaf)).collect::<Vec<f64>>())
    };
    pair.times.into_iter().map(of_side).fold(f64::INFINITY, f64::min)
}

/// The changes of all lanes' work from A to B.
pub(super) struct WorkChanges {
    /// Change of each leaf, by slice.
    changes: Vec<Vec<f64>>,
    /// Median change of all leaves, by slice.
    usual: Vec<f64>,
    /// Largest change beyond the median, up and down, by slice.
    largest: Vec<[f64; 2]>,
}

impl WorkChanges {
    /// Adds up the changes. O(lanes · states · slices).
    pub(super) fn new(pair: &PairTimes<'_>) -> Self {
        let lanes = pair.tree.leaves().len();
        let changes: Vec<Vec<f64>> = (0..lanes).map(|leaf| change_of_work(pair, leaf)).collect();
        let usual: Vec<f64> = (0..pair.slices())
            .map(|slice| median(&mut changes.iter().map(|of| of[slice]).collect::<Vec<f64>>()))
            .collect();
        let largest = |(slice, usual): (usize, &f64)| {
            let beyond = || changes.iter().map(|of| of[slice] - usual);
            [beyond().fold(0.0, f64::max), -beyond().fold(0.0, f64::min)]
        };
        let largest = usual.iter().enumerate().map(largest).collect();
        Self { changes, usual, largest }
    }

    /// Returns the change of a leaf, by slice.
    pub(super) fn of(&self, leaf: usize) -> &[f64] {
        &self.changes[leaf]
    }

    /// Returns the part of a slice's additional time that no lane fills with work. `more` is the additional time of B,
    /// negative for that of A.
    pub(super) fn unexplained(&self, slice: usize, more: f64) -> f64 {
        let [up, down] = self.largest[slice];
        if more > 0.0 { (more - up).max(0.0) } else { (more + down).min(0.0) }
    }
}

/// Returns the change of a lane's work from A to B, by slice.
fn change_of_work(pair: &PairTimes<'_>, leaf: usize) -> Vec<f64> {
    let mut change = vec![0.0; pair.slices()];
    for (times, sign) in pair.times.iter().zip([-1.0, 1.0]) {
        for state in (0..times.states()).filter(|&state| !pair.waits[state]) {
            for (sum, ticks) in change.iter_mut().zip(times.row(leaf, state)) {
                *sum += sign * ticks;
            }
        }
        for (sum, ticks) in change.iter_mut().zip(times.before_start(leaf)) {
            *sum += sign * ticks;
        }
    }
    change
}

/// Returns the nodes of the lanes with at least this excess, each as far up as most of the lanes there share it. The
/// root is no such node, because a change of all lanes is no excess.
fn groups(pair: &PairTimes<'_>, excess: &[f64], least: f64) -> Vec<usize> {
    let nodes = pair.tree.nodes();
    let mut lanes: Vec<usize> = (0..excess.len()).filter(|&leaf| excess[leaf] >= least).collect();
    lanes.sort_by(|one, other| excess[*other].total_cmp(&excess[*one]).then(one.cmp(other)));
    let mut is_taken = vec![false; excess.len()];
    let mut found = Vec::new();
    for lane in lanes {
        if is_taken[lane] {
            continue;
        }
        let shares = |node: &usize| {
            let leaves = nodes[*node].leaves.clone();
            let count = leaves.len() as f64;
            let similar = leaves.filter(|&leaf| excess[leaf] >= SIMILAR * excess[lane]).count();
            similar as f64 >= MOST_LANES * count
        };
        let leaf = (0..nodes.len()).rev().find(|&node| nodes[node].leaves == (lane..lane + 1)).unwrap_or(0);
        let up = std::iter::successors(Some(leaf), |&node| nodes[node].parent).filter(|&node| node > 0);
        let Some(node) = up.filter(shares).last() else { continue };
        for leaf in nodes[node].leaves.clone() {
            is_taken[leaf] = true;
        }
        found.push(node);
    }
    found
}

/// Returns the state without waiting whose time grew most beyond the median lane. With a negative sign, the one that
/// fell most.
fn state_of(pair: &PairTimes<'_>, leaves: &Range<usize>, sign: f64) -> usize {
    let all = [0, pair.slices() - 1];
    let states = pair.times[0].states();
    let change = |leaves: Range<usize>, state: usize| -> f64 {
        let of = |side: usize| -> f64 {
            if state == states {
                let sum: f64 = leaves.clone().map(|leaf| before(pair, side, leaf)).sum();
                return sum / leaves.len() as f64;
            }
            pair.times[side].mean_of(leaves.clone(), state, all)
        };
        sign * (of(1) - of(0))
    };
    let excess = |state: usize| {
        let mut of_all: Vec<f64> =
            (0..pair.tree.leaves().len()).map(|leaf| change(leaf..leaf + 1, state)).collect();
        change(leaves.clone(), state) - median(&mut of_all)
    };
    let works = pair.named_states().filter(|&state| state == states || !pair.waits[state]);
    let most = works.map(|state| (excess(state), state)).max_by(|one, other| one.0.total_cmp(&other.0));
    most.map_or(states, |(_, state)| state)
}

/// Returns the ticks before a lane of a side starts.
fn before(pair: &PairTimes<'_>, side: usize, leaf: usize) -> f64 {
    pair.times[side].before_start(leaf).iter().sum()
}

#[cfg(test)]
#[allow(clippy::float_cmp, reason = "the values are taken over as they are")]
mod tests {
    use super::*;

    #[test]
    fn a_few_lanes_lead_together() {
        let least = |excesses: &[f64]| leading(excesses.to_vec());
        assert_eq!(least(&[1.0, 9.0, 4.0, 2.0]), 2.0);
        assert_eq!(least(&[1.5, 9.0, 8.0, 2.0, 1.0, 1.0]), 8.0);
        // Too many have similar excesses, or as much as the next one.
        assert_eq!(least(&[9.0, 9.0, 8.0, 7.0, 1.0]), f64::INFINITY);
        assert_eq!(least(&[9.0, 5.0, 4.0, 3.0, 2.0]), f64::INFINITY);
        assert_eq!(least(&[]), f64::INFINITY);
    }
}
