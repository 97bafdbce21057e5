//! What lanes do over time, as views are laid out from it: slices, partitions of them, and what departs.

use crate::numbers;
mod details;
mod reply;
mod state_rows;

pub use details::area_details;
pub use reply::reply;
pub(crate) use state_rows::{StateShares, deviations, is_within_spread, state_name};

use diptych_aggregate::{LaneTree, NodeTimes, Part, Quality, Stretch};
use diptych_protocol::{AreaRef, PartitionOf, SideName, StateBy, Window};
use diptych_trace::{Axis, LaneId};
use std::ops::Range;
use std::rc::Rc;

/// What time without a state is called where it is one, and the states that are not told apart.
pub const IDLE: &str = "(no state)";
/// Likewise.
pub const OTHERS: &str = "(other states)";

/// What grows by no more than this between two partitions is not seen to: partitions between them are looked for only if all are
/// wanted.
pub const VISIBLE: f64 = 0.01;

/// How long lanes were in each state in each slice, of the sides that are open. Of a pair both have the same lanes and states.
#[derive(Debug, Clone, PartialEq)]
pub struct SliceTimes {
    /// What these slices were made of: partitions of others do not belong to them.
    pub key: u128,
    /// The lanes that are told apart; leaves are all lanes.
    pub tree: LaneTree,
    /// By side that is open and leaf, its lane.
    pub lanes: Vec<Vec<LaneId>>,
    /// By side, in its own ticks, where its slices begin, and where the last one ends. Never falls.
    pub edges: Vec<Vec<i64>>,
    /// Ticks of a slice, of A where B's time is bent.
    pub width: u64,
    /// How many there are.
    pub slices: u32,
    /// By side that is open, of several runs the mean.
    pub times: Vec<NodeTimes>,
    /// By side that is open, of each of its runs, where it has several; the first is the one that is shown.
    pub runs: Vec<Vec<NodeTimes>>,
    /// Runs that are not taken in, since their time is not known along the axis, and since their calls were not kept.
    pub runs_off_axis: u32,
    /// Likewise.
    pub runs_too_long: u32,
    /// What a state is: never [`StateBy::Auto`].
    pub by: StateBy,
    /// Names of states, those of most time first, then what is lumped, then time without one where that is a state.
    pub states: Vec<String>,
    /// By side that is open and function of its trace, its state.
    pub of_function: Vec<Vec<u32>>,
    /// How many states share the row of the others.
    pub lumped: u32,
    /// By side, lanes with calls that have no partner.
    pub alone: Vec<u32>,
    /// Lanes without calls.
    pub empty: u32,
    /// How many levels the lanes have below the outermost.
    pub deepest: u32,
    /// How many lanes are told apart at each level.
    pub per_level: Vec<u32>,
    /// What differs between the sides, then what departs within one; of each kind the farthest out first.
    pub listed: Vec<ListedArea>,
    /// What is not listed.
    pub left_out: LeftOut,
    /// Of a pair the share of time that B spends otherwise than A: [`share_otherwise`].
    pub differ: Option<f64>,
}

/// What stands out, or was not looked at, and is not listed.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct LeftOut {
    /// Areas that differ too, but have a cell in common with one that stands out farther.
    pub overlapping: u32,
    /// Slices at the end that are not judged, since one run ends there alone.
    pub unjudged: u32,
    /// The largest z of an area that is not listed.
    pub next_z: f64,
    /// By side, areas that depart within it and have a cell in common with one that stands out farther.
    pub odd_overlapping: [u32; 2],
    /// Areas that differ no more than runs of one side do among themselves.
    pub within_spread: u32,
}

/// What departs from what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AreaKind {
    /// B from A.
    Differs = 0,
    /// Lanes for a while from those beside them.
    OddLanes = 1,
    /// A slice of all lanes from those around it.
    OddMoment = 2,
}

impl AreaKind {
    /// By its number.
    pub fn of_number(number: u32) -> Option<Self> {
        [Self::Differs, Self::OddLanes, Self::OddMoment].into_iter().find(|kind| *kind as u32 == number)
    }
}

/// An area that departs.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedArea {
    /// What departs from what.
    pub kind: AreaKind,
    /// In which of the sides that are open, of what departs within one.
    pub side: u32,
    /// The path of its lane; empty for all.
    pub path: String,
    /// Its first leaf, and the one behind its last.
    pub leaves: [u32; 2],
    /// Its first slice and its last.
    pub slices: [u32; 2],
    /// Its excess, its z, and of a difference the divergence of the shares and that beyond what all lanes change.
    pub numbers: [f64; 4],
    /// The largest p at which areas lie within it alone; `None` where there is none.
    pub stands_at: Option<f64>,
    /// By state its share in A and in B, or its own and the usual one; that of time without a state last.
    pub shares: Vec<[f64; 2]>,
}

/// The best partition of a panel.
#[derive(Debug, Clone, PartialEq)]
pub struct PanelPartition {
    /// Its areas.
    pub parts: Vec<Part>,
    /// What they save and lose together, bits.
    pub quality: Quality,
    /// What the finest that is best at any p would: each lane that is told apart in each slice.
    pub finest: Quality,
    /// What all as one would.
    pub whole: Quality,
}

/// Partitions at one p: of each side that is open, and of a pair one of both together.
#[derive(Debug, Clone, PartialEq)]
pub struct ShownPartitions {
    /// Of which slices.
    pub key: u128,
    /// The p.
    pub p: f64,
    /// Where the curves of the last panel are farthest apart.
    pub default: f64,
    /// Of which kind they are.
    pub kind: PartitionOf,
    /// One a panel.
    pub panels: Vec<PanelPartition>,
}

impl PanelPartition {
    /// What some quality saves of the complexity of the finest, and loses of what that tells: parts of both, from 0 to 1.
    pub fn scaled(&self, of: Quality) -> [f64; 2] {
        let part = |of: f64, from: f64, to: f64| {
            if to > from { ((of - from) / (to - from)).clamp(0.0, 1.0) } else { 0.0 }
        };
        [part(of.gain, self.finest.gain, self.whole.gain), part(of.loss, self.finest.loss, self.whole.loss)]
    }
}

/// All partitions of the last panel.
#[derive(Debug, Clone, PartialEq)]
pub struct PartitionCurve {
    /// Of which slices.
    pub key: u128,
    /// By p, ascending, as far as they are known.
    pub stretches: Vec<Stretch>,
    /// All are.
    pub is_complete: bool,
    /// The most that what is saved or lost grows between two that are known and may have others between them, of what it grows
    /// in all.
    pub widest: f64,
}

/// Slices with partitions of them.
#[derive(Debug, Clone)]
pub struct SpaceTime {
    /// The slices.
    pub times: Rc<SliceTimes>,
    /// Partitions of these.
    pub partitions: Rc<ShownPartitions>,
}

impl SpaceTime {
    /// `None` where the partitions are of other slices.
    pub fn new(times: Rc<SliceTimes>, partitions: Rc<ShownPartitions>) -> Option<Self> {
        let fits = |part: &Part| {
            (part.node as usize) < times.tree.nodes().len() && part.from <= part.to && part.to < times.slices
        };
        let panels = if times.times.len() == 2 { 3 } else { times.times.len() };
        let is_whole = partitions.key == times.key
            && partitions.panels.len() == panels
            && partitions.panels.iter().all(|panel| panel.parts.iter().all(fits));
        is_whole.then_some(Self { times, partitions })
    }
}

impl SliceTimes {
    /// Whether time without a state is a state.
    pub fn has_idle(&self) -> bool {
        self.states.last().is_some_and(|name| name == IDLE)
    }

    /// How many states there are beside time without one.
    pub fn own_states(&self) -> usize {
        self.states.len() - usize::from(self.has_idle())
    }

    /// The runs of a side.
    pub fn runs_of(&self, side: usize) -> &[NodeTimes] {
        match self.runs.get(side) {
            Some(runs) if !runs.is_empty() => runs,
            _ => std::slice::from_ref(&self.times[side]),
        }
    }

    /// How many sides are open.
    pub fn sides(&self) -> usize {
        self.times.len()
    }

    /// Where a slice begins, in ticks of a side; of the last one's number and one more, where it ends.
    pub fn edge(&self, side: usize, slice: u32) -> i64 {
        self.edges[side][slice as usize]
    }

    /// All slices of a side, in its own ticks.
    pub fn window(&self, side: usize) -> Window {
        Window { start: self.edge(side, 0), end: self.edge(side, self.slices) }
    }

    /// The name of a node without those of the lanes around it; empty for what several outermost lanes lie in.
    pub fn name(&self, node: usize) -> &str {
        let of = &self.tree.nodes()[node];
        let around = of.parent.map_or("", |parent| self.tree.nodes()[parent].path.as_str());
        let name = of.path.strip_prefix(around).unwrap_or(&of.path);
        name.strip_prefix('/').unwrap_or(name)
    }

    /// Leaves by slices as something that can be selected; `side` says whose ticks and lanes.
    pub fn subject(&self, side: SideName, open: usize, leaves: Range<usize>, slices: [u32; 2]) -> AreaRef {
        let rows = || self.lanes[open][leaves.clone()].iter().map(|lane| lane.0);
        AreaRef {
            side,
            first: rows().min().unwrap_or(0),
            last: rows().max().unwrap_or(0),
            depth: 0,
            window: Window { start: self.edge(open, slices[0]), end: self.edge(open, slices[1] + 1) },
        }
    }

    /// The leaves and slices of something that is selected: first leaf and the one behind the last, first slice and the one
    /// behind the last. `None` of what lies elsewhere.
    pub fn found(&self, open: usize, area: &AreaRef) -> Option<[u32; 4]> {
        let lanes = &self.lanes[open];
        let is_in = |lane: &LaneId| (area.first..=area.last).contains(&lane.0);
        let first = lanes.iter().position(is_in)?;
        let end = lanes.iter().rposition(is_in)? + 1;
        let edges = &self.edges[open];
        // The last slice that begins no later, and the first edge that lies no earlier.
        let from = edges.partition_point(|edge| *edge <= area.window.start).saturating_sub(1) as u32;
        let to = edges.partition_point(|edge| *edge < area.window.end).min(self.slices as usize) as u32;
        (from < to).then_some([first as u32, end as u32, from, to])
    }
}

/// What B has more of each state in an area, and of none of them last.
pub(crate) fn change([a, b]: [&NodeTimes; 2], part: Part) -> Vec<f64> {
    let mut change: Vec<f64> = a.shares(part).iter().zip(&b.shares(part)).map(|(a, b)| b - a).collect();
    change.push(-change.iter().sum::<f64>());
    change
}

/// The share of time that is spent otherwise.
pub(crate) fn otherwise(change: &[f64]) -> f64 {
    change.iter().map(|change| change.abs()).sum::<f64>() / 2.0
}

/// The share of the time of all lanes that B spends in other states than A, time in none among them, by slice and lane that is
/// told apart. `None` of one side. O(lanes that are told apart · slices · states).
pub fn share_otherwise(times: &[NodeTimes], tree: &LaneTree) -> Option<f64> {
    let [a, b] = times else { return None };
    let mut sum = 0.0;
    for node in tree.leaf_nodes() {
        let lanes = tree.nodes()[node].leaves.len() as f64;
        for slice in 0..a.slices() as u32 {
            sum += lanes * otherwise(&change([a, b], Part { node: node as u32, from: slice, to: slice }));
        }
    }
    let cells = (tree.leaves().len() * a.slices()).max(1);
    Some(sum / cells as f64)
}

/// `0.393 s to 0.505 s`
pub(crate) fn span(axis: Axis, from: i64, to: i64) -> String {
    format!("{} to {}", numbers::extent(axis, from), numbers::extent(axis, to))
}

/// `+35.5 pt`
pub(crate) fn points(change: f64) -> String {
    let sign = if change < 0.0 { "\u{2212}" } else { "+" };
    format!("{sign}{:.1}\u{202f}points", change.abs() * 100.0)
}

/// `43.5 %`
pub(crate) fn share(share: f64) -> String {
    format!("{:.1}\u{202f}%", share * 100.0)
}
