//! Where two runs differ most.
//!
//! What all lanes of a level change alike is no place: a run that waits longer at the beginning is later everywhere. So an
//! area counts by what it changes beyond the median of its level in the same slices, less what a shift of one run
//! against the other makes up for ([`crate::Departure`] says how). Of areas that stand out the Jensen–Shannon divergence
//! of B from what it would be with no more than the change of all, times their size, is the rank.

use crate::cuts::Part;
use crate::departures::{Departure, Departures, Floor, Search, departures, noise_of_changes};
use crate::runs::{from_others, mean_of};
use crate::shares::{Shares, divergence};
use crate::{LaneTree, SliceTable};

/// An area in which two runs differ.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// Where, and how far it stands out.
    pub departure: Departure,
    /// Jensen–Shannon divergence of the shares of both, time without a state among them: bits, from 0 to 1.
    pub divergence: f64,
    /// The same of B and what it would be if the area had changed as its level did: what makes the rank.
    pub beyond: f64,
    /// Shares of both runs by state, that of time without a state last.
    pub shares: Vec<[f64; 2]>,
}

/// The areas in which two runs differ.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Differences {
    /// By divergence beyond that of the level × size, the largest first.
    pub found: Vec<Difference>,
    /// Areas that stand out too, but have a cell in common with one that does more.
    pub overlapping: usize,
    /// Areas that stand out too, but differ by no more than runs of one side do among themselves.
    pub within_spread: usize,
    /// Slices at the end that were not judged.
    pub unjudged: usize,
    /// The largest z that was not reported, of areas large enough.
    pub next_z: f64,
}

/// Compares the tables of A and B, which have the same slices, states and leaves: those of the tree. `same_end`: both runs end
/// with the slices. Where they do not, the end of what both have is the end of one of them only, and as much of it as may be
/// shifted is not judged.
pub fn differences(
    a: &SliceTable,
    b: &SliceTable,
    tree: &LaneTree,
    same_end: bool,
    floor: Floor,
) -> Differences {
    differences_of_runs([std::slice::from_ref(a), std::slice::from_ref(b)], tree, same_end, floor)
}

/// The same of the means of several runs a side, at least one. What differs as far between runs of one side, a run from the mean
/// of its others, is no difference.
pub fn differences_of_runs(
    [a, b]: [&[SliceTable]; 2],
    tree: &LaneTree,
    same_end: bool,
    floor: Floor,
) -> Differences {
    let slices = a[0].grid().count;
    if tree.nodes().is_empty() {
        return Differences::default();
    }
    let runs = [a, b].map(|runs| runs.iter().map(|run| Shares::of(run, tree)).collect::<Vec<Shares>>());
    let shares = [mean_of(&runs[0]), mean_of(&runs[1])];
    let shift = slices / SHIFT_PART;
    let unjudged = if same_end { 0 } else { shift };
    let within = runs.iter().flat_map(|runs| from_others(runs)).collect();
    let search = Search { shift, slices: 0..slices - unjudged, floor, noise: noise_of_changes, within };
    let departed = departures(&shares[0].change_to(&shares[1]), tree, &search);
    let difference = |departure: Departure| {
        let Part { node, from, to } = departure.part;
        let [a, b] = [0, 1].map(|side: usize| shares[side].mean(node as usize, from as usize, to as usize));
        let divergence = divergence(&a, &b);
        let beyond = departure.divergence(&b);
        Difference {
            departure,
            divergence,
            beyond,
            shares: a.into_iter().zip(b).map(|(a, b)| [a, b]).collect(),
        }
    };
    let mut found: Vec<Difference> = departed.found.into_iter().map(difference).collect();
    let rank = |of: &Difference| of.beyond * of.departure.cells as f64;
    found.sort_by(|one, other| rank(other).total_cmp(&rank(one)));
    let Departures { overlapping, within_spread, next_z, .. } = departed;
    Differences { found, overlapping, within_spread, unjudged, next_z }
}

/// Runs may be shifted against each other by one slice in so many.
const SHIFT_PART: usize = 10;
