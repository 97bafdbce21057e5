//! Areas in which one run departs from itself: lanes from the other lanes, slices from the slices around them.

use crate::cut_off::cut_off_of_shares;
use crate::cuts::{Part, Partition};
use crate::departures::{Departure, Floor, OccupiedCells, Search, departures, less_usual, noise};
use crate::shares::{Shares, median};
use crate::{LaneTree, SliceTable};

/// The kind of an anomaly: what departs, and from what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnomalyKind {
    /// Some lanes for a while. They do neither what the others do then nor what they usually do themselves.
    Area,
    /// One slice of all lanes, compared with the slices around it.
    Slice,
    /// Some lanes for a while that a partition separates from their siblings, compared with the siblings at that time.
    CutOff,
}

/// An area that departs.
#[derive(Debug, Clone, PartialEq)]
pub struct Anomaly {
    /// Kind: what departs, and from what.
    pub kind: AnomalyKind,
    /// The area and its z.
    pub departure: Departure,
    /// The area's shares and the usual shares, by state; time without a state comes last. The usual shares are the
    /// median of the level in the same slices (`Area`), of the slices around (`Slice`) or of the siblings (`CutOff`).
    pub shares: Vec<[f64; 2]>,
}

impl Anomaly {
    /// Returns divergence × size × z. With z, a large area that rises and falls all the time does not hide an area far
    /// outside the noise.
    pub(crate) fn rank(&self) -> f64 {
        let own: Vec<f64> = self.shares.iter().map(|[own, _]| *own).collect();
        self.departure.divergence(&own) * self.departure.cells as f64 * self.departure.z
    }
}

/// The anomalies of one run.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Anomalies {
    /// Areas ranked by divergence × size × z, the largest first. The divergence is that from the area without its
    /// departure. Then come the cut-off lanes, then the slices, ranked likewise.
    pub found: Vec<Anomaly>,
    /// Areas above the floor that share a cell with one of larger z.
    pub overlapping: usize,
}

/// Slices on either side that define what is usual for a slice.
const AROUND: usize = 3;

/// Factor by which a cut-off area may be smaller than the floor. It is tested in few places, so few are there by
/// chance.
pub const SMALLER: f64 = 10.0;

/// Finds the anomalies in the table of one run that fills its slices. The leaves of the table are those of the tree.
pub fn anomalies(table: &SliceTable, tree: &LaneTree, floor: Floor) -> Anomalies {
    found(table, tree, &[], table.grid().end(), floor)
}

/// Finds the anomalies, and adds the lanes that partitions cut off ([`crate::cut_off()`]) between areas and slices. A
/// cut-off area may be smaller than the floor by the factor [`SMALLER`]. It is left out if it shares a cell with an area.
///
/// `end` is the tick at which the run ends. Slices are equally long, so the last one usually reaches beyond the end, and
/// a slice after the end of a run that ends before another is no anomaly of it.
pub fn anomalies_of_partitions(
    table: &SliceTable,
    tree: &LaneTree,
    partitions: &[Partition],
    end: i64,
    floor: Floor,
) -> Anomalies {
    found(table, tree, partitions, end, floor)
}

/// Returns the p of the partitions to test: `p` and its halves down to `p` / 32, from coarse to fine.
pub fn finer_ps(p: f64) -> impl Iterator<Item = f64> {
    std::iter::successors(Some(p), |p| Some(p / 2.0)).take(6)
}

fn found(table: &SliceTable, tree: &LaneTree, partitions: &[Partition], end: i64, floor: Floor) -> Anomalies {
    if tree.nodes().is_empty() {
        return Anomalies::default();
    }
    let mut shares = Shares::of(table, tree);
    let judged = shares.end_at(table.grid(), end);
    if judged == 0 {
        return Anomalies::default();
    }
    let mut unusual = shares.clone();
    less_usual(&mut unusual);
    let floor = Floor { of_lane: 0.0, excess: 0.0, ..floor };
    let search = Search { shift: 0, slices: 0..judged, floor, noise, explained: &[], within: Vec::new() };
    // A tree of one node has no other lanes to compare with; only slices remain.
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
    let mut slices = slices(&shares, judged, tree, floor);
    for list in [&mut areas, &mut slices] {
        list.sort_by(|one, other| other.rank().total_cmp(&one.rank()));
    }
    if !partitions.is_empty() {
        let mut taken = OccupiedCells::new(tree, shares.slices);
        for area in &areas {
            taken.add(area.departure.part, tree);
        }
        let small = Floor { share: floor.share / SMALLER, ..floor };
        let mut cut_off = cut_off_of_shares(&shares, judged, tree, partitions, small);
        cut_off.retain(|of| !taken.meets(of.departure.part));
        areas.append(&mut cut_off);
    }
    areas.append(&mut slices);
    Anomalies { found: areas, overlapping: departed.overlapping }
}

/// Returns the slices of all lanes, of the first `judged` ones, that depart from the slices around them.
fn slices(shares: &Shares, judged: usize, tree: &LaneTree, floor: Floor) -> Vec<Anomaly> {
    let of_slice = |slice: usize| -> Vec<[f64; 2]> {
        let around = slice.saturating_sub(AROUND)..(slice + AROUND + 1).min(judged);
        let of_state = |state: usize| {
            let row = shares.row(0, state);
            [row[slice], median(&mut row[around.clone()].to_vec())]
        };
        (0..shares.states).map(of_state).collect()
    };
    let all: Vec<Vec<[f64; 2]>> = (0..judged).map(of_slice).collect();
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
