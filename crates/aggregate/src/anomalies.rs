//! Where one run departs from itself: lanes from those beside them, slices from those before and after.

use crate::cut_off::cut_off;
use crate::cuts::{Part, Partition};
use crate::departures::{Departure, Floor, Search, Taken, departures, less_usual, noise};
use crate::shares::{Shares, median};
use crate::{LaneTree, SliceTable};

/// What departs from what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnomalyKind {
    /// Lanes for a while: neither what others do then nor what they do else.
    Area,
    /// A slice of all lanes, from those around it.
    Slice,
    /// Lanes for a while that a partition cuts off from those beside them, from what those do then.
    CutOff,
}

/// An area that departs.
#[derive(Debug, Clone, PartialEq)]
pub struct Anomaly {
    /// What departs from what.
    pub kind: AnomalyKind,
    /// Where, and how far it stands out.
    pub departure: Departure,
    /// Its shares by state, and the usual ones there: of areas the median of its level in the same slices, of slices the
    /// median of those around, of what is cut off the median of the lanes beside it. Time without a state last.
    pub shares: Vec<[f64; 2]>,
}

impl Anomaly {
    /// What is large and rises and falls at all times must not hide what stands out by far.
    pub(crate) fn rank(&self) -> f64 {
        let own: Vec<f64> = self.shares.iter().map(|[own, _]| *own).collect();
        self.departure.divergence(&own) * self.departure.cells as f64 * self.departure.z
    }
}

/// What departs.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Anomalies {
    /// Areas by divergence from what they would be if they did not depart × size × z, the largest first; then what a partition
    /// cuts off, then slices likewise.
    pub found: Vec<Anomaly>,
    /// Areas that stand out too, but have a cell in common with one that does more.
    pub overlapping: usize,
}

/// Slices on either side of one that say what is usual.
const AROUND: usize = 3;

/// What a partition cuts off may be less by so much than what is looked for everywhere: it is looked for in few places.
pub const SMALLER: f64 = 10.0;

/// Finds them in the table of one run, whose leaves are those of the tree.
pub fn anomalies(table: &SliceTable, tree: &LaneTree, floor: Floor) -> Anomalies {
    found(table, tree, &[], floor)
}

/// The same, and between areas and slices what partitions of the tree cut off ([`cut_off`]) that has no cell in common with an
/// area: also what is as little as a part in [`SMALLER`] of the least area.
pub fn anomalies_of_partitions(
    table: &SliceTable,
    tree: &LaneTree,
    partitions: &[Partition],
    floor: Floor,
) -> Anomalies {
    found(table, tree, partitions, floor)
}

/// The p of partitions to look at: from one at which the whole is seen well down to where little is worth a part.
pub fn finer_ps(p: f64) -> impl Iterator<Item = f64> {
    std::iter::successors(Some(p), |p| Some(p / 2.0)).take(6)
}

fn found(table: &SliceTable, tree: &LaneTree, partitions: &[Partition], floor: Floor) -> Anomalies {
    if tree.nodes().is_empty() {
        return Anomalies::default();
    }
    let shares = Shares::of(table, tree);
    let mut unusual = shares.clone();
    less_usual(&mut unusual);
    let search = Search { shift: 0, slices: 0..shares.slices, floor, noise, within: Vec::new() };
    // Of one lane or few there are no areas beside the slices.
    let is_many = tree.nodes().len() > 1;
    let departed = if is_many { departures(&unusual, tree, &search) } else { crate::Departures::default() };
    let area = |departure: Departure| {
        let Part { node, from, to } = departure.part;
        let level = tree.nodes()[node as usize].level;
        let beside: Vec<Vec<f64>> = (0..shares.nodes)
            .filter(|&other| tree.nodes()[other].level == level)
            .map(|other| shares.mean(other, from as usize, to as usize))
            .collect();
        let usual = |state: usize| median(&mut beside.iter().map(|of| of[state]).collect::<Vec<f64>>());
        let own = shares.mean(node as usize, from as usize, to as usize);
        let shares = own.iter().enumerate().map(|(state, share)| [*share, usual(state)]).collect();
        Anomaly { kind: AnomalyKind::Area, departure, shares }
    };
    let mut areas: Vec<Anomaly> = departed.found.into_iter().map(area).collect();
    let mut slices = slices(&shares, tree, floor);
    for list in [&mut areas, &mut slices] {
        list.sort_by(|one, other| other.rank().total_cmp(&one.rank()));
    }
    if !partitions.is_empty() {
        let mut taken = Taken::new(tree, shares.slices);
        for area in &areas {
            taken.add(area.departure.part, tree);
        }
        let small = Floor { share: floor.share / SMALLER, ..floor };
        let mut cut_off = cut_off(table, tree, partitions, small);
        cut_off.retain(|of| !taken.meets(of.departure.part));
        areas.append(&mut cut_off);
    }
    areas.append(&mut slices);
    Anomalies { found: areas, overlapping: departed.overlapping }
}

/// Slices of all lanes that depart from those around them.
fn slices(shares: &Shares, tree: &LaneTree, floor: Floor) -> Vec<Anomaly> {
    let of_slice = |slice: usize| -> Vec<[f64; 2]> {
        let around = slice.saturating_sub(AROUND)..(slice + AROUND + 1).min(shares.slices);
        let of_state = |state: usize| {
            let row = shares.row(0, state);
            [row[slice], median(&mut row[around.clone()].to_vec())]
        };
        (0..shares.states).map(of_state).collect()
    };
    let all: Vec<Vec<[f64; 2]>> = (0..shares.slices).map(of_slice).collect();
    let excess = |of: &Vec<[f64; 2]>| of.iter().map(|[own, usual]| (own - usual).abs()).sum::<f64>() / 2.0;
    let mut excesses: Vec<f64> = all.iter().map(excess).collect();
    let noise = median(&mut excesses).max(0.001) * 1.4826;
    let cells = tree.leaves().len();
    let anomaly = |(slice, shares_of): (usize, Vec<[f64; 2]>)| {
        let excess = excess(&shares_of);
        let part = Part { node: 0, from: slice as u32, to: slice as u32 };
        let beyond = shares_of.iter().map(|[own, usual]| own - usual).collect();
        let departure = Departure { part, excess, z: excess / noise, cells, beyond };
        let stands_out = departure.z >= floor.z && excess >= floor.share * shares.slices as f64;
        stands_out.then_some(Anomaly { kind: AnomalyKind::Slice, departure, shares: shares_of })
    };
    all.into_iter().enumerate().filter_map(anomaly).collect()
}
