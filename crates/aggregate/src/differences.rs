//! The areas in which two runs differ most.
//!
//! A change that all lanes of a level share has no place: a run that waits longer at the beginning is later everywhere.
//! So an area counts by its change beyond the median of its level in the same slices, less the part that a shift of one
//! run against the other explains (see [`crate::Departure`]). Areas above the floor are ranked by divergence × size.
//! The divergence is the Jensen–Shannon divergence between B and B as it would be with only the shared change.

use crate::cuts::Part;
use crate::departures::{
    Departure, Departures, FEWEST, Floor, Search, departures, least_of_lane, noise_of_changes,
};
use crate::findings::LaneTimes;
use crate::runs::{from_others, mean_of};
use crate::shares::{Shares, divergence, median};
use crate::{LaneTree, SliceTable};

/// An area in which two runs differ.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// The area and its z.
    pub departure: Departure,
    /// Jensen–Shannon divergence between the shares of both runs, time without a state included, in bits from 0 to 1.
    pub divergence: f64,
    /// Divergence between B and B as it would be if the area had changed like its level. It makes the rank.
    pub beyond: f64,
    /// Shares of both runs by state, of each run's own time; time without a state comes last.
    pub shares: Vec<[f64; 2]>,
    /// Ticks per lane of both runs by state, in each run's own time; time without a state comes last.
    pub ticks: Vec<[f64; 2]>,
}

/// Smallest change of an area's own time, as a part of the time that its excess is. An area that changes less stays as it was
/// while the other lanes change, or the alignment of time bends it.
const LEAST_OWN_CHANGE: f64 = 0.5;

/// The areas in which two runs differ.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Differences {
    /// Differences ranked by divergence beyond the level × size, the largest first.
    pub found: Vec<Difference>,
    /// Areas above the floor that share a cell with one of larger z.
    pub overlapping: usize,
    /// Areas above the floor that differ by no more than runs of one side differ among themselves.
    pub within_spread: usize,
    /// Areas above the floor whose own shares stay as they were, while those of the other lanes change.
    pub unchanged: usize,
    /// Areas above the floor that lie in a pause of a single lane, while there is no finding.
    pub in_pauses: usize,
    /// Areas above the floor in which no function changed by more than noise, with few lanes.
    pub within_noise: usize,
    /// Number of slices at the end that were not judged.
    pub unjudged: usize,
    /// Largest z below the floor, among areas that are large enough.
    pub next_z: f64,
}

/// Part of an area's largest change of a state from which on another state's change is as important.
const AS_IMPORTANT: f64 = 0.5;

impl Differences {
    /// Keeps the areas of few lanes in which an important state changed significantly, and counts the others. A few lanes do
    /// not show which changes are usual. `is_significant` returns true if a state, given by its row, changed by more than noise
    /// and in the direction of so many ticks.
    pub fn keep_significant(&mut self, is_significant: impl Fn(usize, f64) -> bool) {
        let all = self.found.len();
        self.found.retain(|of| {
            let changes = || of.ticks.iter().map(|[a, b]| b - a);
            let least = AS_IMPORTANT * changes().map(f64::abs).fold(0.0, f64::max);
            changes()
                .enumerate()
                .any(|(state, change)| change.abs() >= least && is_significant(state, change))
        });
        self.within_noise += all - self.found.len();
    }
}

/// The tables of two runs, or of several runs a side.
#[derive(Debug, Clone, Copy)]
pub struct DifferenceInput<'a> {
    /// Tables of the runs of A and of B, at least one each. All have the same slices and states, and the leaves of the tree.
    pub runs: [&'a [SliceTable]; 2],
    /// Tree of the lanes.
    pub tree: &'a LaneTree,
    /// Number of slices before the end of the shorter run. If there are more slices, those after it are not judged, and
    /// neither are as many before it as the runs may be shifted by.
    pub both: usize,
    /// First and last slice of each finding that has a place.
    pub explained: &'a [[usize; 2]],
    /// First and last slice of each pause of a single lane that is no finding.
    pub pauses: &'a [[usize; 2]],
    /// Times of A and of B in each run's own ticks, in the same slices, if slices are not as long in B as in A.
    pub own: Option<[&'a LaneTimes; 2]>,
    /// Thresholds.
    pub floor: Floor,
}

/// Compares two runs, or the means of several runs a side. An area is no difference if some run of a side differs as much from
/// the mean of the other runs of that side.
pub fn differences_of_runs(input: &DifferenceInput<'_>) -> Differences {
    let &DifferenceInput { runs: [a, b], tree, both, floor, .. } = input;
    let grid = a[0].grid();
    let slices = grid.count;
    if tree.nodes().is_empty() {
        return Differences::default();
    }
    let runs = [a, b].map(|runs| runs.iter().map(|run| Shares::of(run, tree)).collect::<Vec<Shares>>());
    let shares = [mean_of(&runs[0]), mean_of(&runs[1])];
    let shift = slices / SHIFT_PART;
    let unjudged = if both >= slices { 0 } else { (slices - both + shift).min(slices) };
    let within = runs.iter().flat_map(|runs| from_others(runs)).collect();
    let (explained, all, slices) = (input.explained, slices, 0..slices - unjudged);
    let search = Search { shift, slices, floor, noise: noise_of_changes, explained, within };
    let departed = departures(&shares[0].change_to(&shares[1]), tree, &search);
    let difference = |departure: Departure| {
        let Part { node, from, to } = departure.part;
        let [node, from, to] = [node, from, to].map(|at| at as usize);
        let [a, b] = [0, 1].map(|side: usize| shares[side].mean(node, from, to));
        let divergence = divergence(&a, &b);
        let beyond = departure.divergence(&b);
        let width = grid.width as f64 * (to + 1 - from) as f64;
        let ticks_of = |node: usize| -> Vec<[f64; 2]> {
            let leaves = &tree.nodes()[node].leaves;
            if let Some([a, b]) = input.own {
                let mean = |state| [a, b].map(|of| of.mean_of(leaves.clone(), state, [from, to]));
                return (0..shares[0].states).map(mean).collect();
            }
            let [a, b] = [0, 1].map(|side: usize| shares[side].mean(node, from, to));
            a.into_iter().zip(b).map(|(a, b)| [a * width, b * width]).collect()
        };
        let ticks = ticks_of(node);
        let own: Vec<f64> = ticks.iter().map(|[a, b]| b - a).collect();
        let level = tree.nodes()[node].level;
        let beside = (0..tree.nodes().len()).filter(|&other| tree.nodes()[other].level == level);
        let beside: Vec<Vec<[f64; 2]>> = beside.map(ticks_of).collect();
        let usual = |state: usize| {
            let mut changes: Vec<f64> = beside.iter().map(|of| of[state][1] - of[state][0]).collect();
            if changes.len() < FEWEST { 0.0 } else { median(&mut changes) }
        };
        let beyond_usual: Vec<f64> = own.iter().enumerate().map(|(state, own)| own - usual(state)).collect();
        let lanes = tree.nodes()[node].leaves.len();
        let least = least_of_lane(floor, explained, lanes, [from, to]) * grid.width as f64 * all as f64;
        let least = (LEAST_OWN_CHANGE * departure.excess * width).max(least);
        let is_changed = [own, beyond_usual].iter().all(|change| largest(change) >= least);
        let sums = [0, 1].map(|side: usize| ticks.iter().map(|both| both[side]).sum::<f64>().max(1.0));
        let shares = ticks.iter().map(|both| [both[0] / sums[0], both[1] / sums[1]]).collect();
        (is_changed, Difference { departure, divergence, beyond, shares, ticks })
    };
    let all = departed.found.into_iter().map(difference);
    let (found, unchanged): (Vec<_>, Vec<_>) = all.partition(|(is_changed, _)| *is_changed);
    let mut found: Vec<Difference> = found.into_iter().map(|of| of.1).collect();
    let rank = |of: &Difference| of.beyond * of.departure.cells as f64;
    found.sort_by(|one, other| rank(other).total_cmp(&rank(one)));
    let Departures { overlapping, within_spread, next_z, .. } = departed;
    let all = found.len();
    let meets = |of: &Difference, slices: &[[usize; 2]]| {
        let Part { from, to, .. } = of.departure.part;
        slices.iter().any(|[first, last]| *first <= to as usize && from as usize <= *last)
    };
    found.retain(|of| meets(of, explained) || !meets(of, input.pauses));
    let (unchanged, in_pauses) = (unchanged.len(), all - found.len());
    Differences { found, overlapping, within_spread, unchanged, in_pauses, within_noise: 0, unjudged, next_z }
}

/// Compares two runs that have no findings.
pub fn differences(
    a: &SliceTable,
    b: &SliceTable,
    tree: &LaneTree,
    both: usize,
    floor: Floor,
) -> Differences {
    let runs = [std::slice::from_ref(a), std::slice::from_ref(b)];
    differences_of_runs(&DifferenceInput { runs, tree, both, explained: &[], pauses: &[], own: None, floor })
}

/// Returns the sum of all gains or of all losses, whichever is larger.
fn largest(change: &[f64]) -> f64 {
    let sum = |sign: f64| change.iter().map(|change| (sign * change).max(0.0)).sum::<f64>();
    sum(1.0).max(sum(-1.0))
}

/// Runs may be shifted against each other by at most the number of slices divided by this.
const SHIFT_PART: usize = 10;
