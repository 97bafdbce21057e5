//! The areas in which two runs differ most.
//!
//! A change that all lanes of a level share has no place: a run that waits longer at the beginning is later everywhere.
//! So an area counts by its change beyond the median of its level in the same slices, less the part that a shift of one
//! run against the other explains (see [`crate::Departure`]). Areas above the floor are ranked by divergence × size.
//! The divergence is the Jensen–Shannon divergence between B and B as it would be with only the shared change.

use crate::cuts::Part;
use crate::departures::{Departure, Departures, Floor, Search, departures, noise_of_changes};
use crate::runs::{from_others, mean_of};
use crate::shares::{Shares, divergence};
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
    /// Shares of both runs by state; time without a state comes last.
    pub shares: Vec<[f64; 2]>,
}

/// Smallest change of an area's own shares, as a part of its excess. An area that changes less only stays as it was.
const LEAST_OWN_CHANGE: f64 = 0.25;

impl Difference {
    /// Returns true if the area itself changes, and not only the lanes that it is compared with.
    fn changes(&self) -> bool {
        let change = self.shares.iter().map(|[a, b]| (b - a).abs()).sum::<f64>() / 2.0;
        change >= LEAST_OWN_CHANGE * self.departure.excess
    }
}

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
    /// Areas above the floor that lie in a pause of A; see [`Differences::leave_out_during`].
    pub in_pauses: usize,
    /// Number of slices at the end that were not judged.
    pub unjudged: usize,
    /// Largest z below the floor, among areas that are large enough.
    pub next_z: f64,
}

impl Differences {
    /// Leaves out the areas that meet some slices, in which A pauses and B does nothing unusual.
    pub fn leave_out_during(&mut self, pauses: &[[usize; 2]]) {
        let before = self.found.len();
        self.found.retain(|of| {
            let Part { from, to, .. } = of.departure.part;
            !pauses.iter().any(|pause| pause[0] <= to as usize && from as usize <= pause[1])
        });
        self.in_pauses += before - self.found.len();
    }
}

/// Compares the tables of A and B. Both have the same slices and states, and the leaves of the tree.
///
/// `both` is the number of slices before the end of the shorter run. If there are more slices, those after it are not
/// judged, and neither are as many before it as the runs may be shifted by.
pub fn differences(
    a: &SliceTable,
    b: &SliceTable,
    tree: &LaneTree,
    both: usize,
    floor: Floor,
) -> Differences {
    differences_of_runs([std::slice::from_ref(a), std::slice::from_ref(b)], tree, both, floor)
}

/// Compares the means of several runs a side, at least one each. An area is no difference if some run of a side differs
/// as much from the mean of the other runs of that side.
pub fn differences_of_runs(
    [a, b]: [&[SliceTable]; 2],
    tree: &LaneTree,
    both: usize,
    floor: Floor,
) -> Differences {
    let slices = a[0].grid().count;
    if tree.nodes().is_empty() {
        return Differences::default();
    }
    let runs = [a, b].map(|runs| runs.iter().map(|run| Shares::of(run, tree)).collect::<Vec<Shares>>());
    let shares = [mean_of(&runs[0]), mean_of(&runs[1])];
    let shift = slices / SHIFT_PART;
    let unjudged = if both >= slices { 0 } else { (slices - both + shift).min(slices) };
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
    let all = departed.found.into_iter().map(difference);
    let (mut found, unchanged): (Vec<Difference>, Vec<Difference>) = all.partition(Difference::changes);
    let rank = |of: &Difference| of.beyond * of.departure.cells as f64;
    found.sort_by(|one, other| rank(other).total_cmp(&rank(one)));
    let Departures { overlapping, within_spread, next_z, .. } = departed;
    Differences {
        found,
        overlapping,
        within_spread,
        unchanged: unchanged.len(),
        in_pauses: 0,
        unjudged,
        next_z,
    }
}

/// Runs may be shifted against each other by at most the number of slices divided by this.
const SHIFT_PART: usize = 10;
