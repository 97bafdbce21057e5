//! The states of lanes over time: the slices, partitions and departures that views are laid out from.

mod details;
mod reply;
mod state_rows;

pub use details::area_details;
pub use reply::reply;
pub(crate) use reply::{label, largest};
pub(crate) use state_rows::{StateShares, deviations, is_within_spread, state_name};

use diptych_aggregate::{LaneTree, NodeTimes, Part, Quality, Stretch};
use diptych_protocol::{AreaRef, PartitionOf, SideName, StateBy, Window};
use diptych_trace::{Axis, LaneId};
use std::ops::Range;
use std::rc::Rc;

/// Name of the state for time without a state, if such time counts as a state.
pub const IDLE: &str = "(no state)";
/// Words for time without a state, where it does not count as a state.
pub const NO_STATE: &str = "no state";
/// Name of the row for all states that are lumped together.
pub const OTHERS: &str = "(other states)";

/// Number of colours of states.
pub const STATE_COLORS: usize = 24;
/// Number of the colour of a state without a colour of its own.
pub const NO_COLOR: u32 = u32::MAX;

/// Growth of gain or loss between two partitions that is too small to see, as a share of the total growth. Partitions
/// between them are searched for only if all are wanted.
pub const LEAST_VISIBLE_WIDTH: f64 = 0.01;

/// The time of each lane in each state and slice, for the open sides. In a pair both sides have the same lanes and
/// states.
#[derive(Debug, Clone, PartialEq)]
pub struct SliceTimes {
    /// Identity of these slices. Partitions with another key do not belong to them.
    pub key: u128,
    /// Tree of the lanes that are shown separately. Its leaves are all lanes.
    pub tree: LaneTree,
    /// Lane of each leaf, for each open side.
    pub lanes: Vec<Vec<LaneId>>,
    /// Start of each slice and end of the last, for each side in its own ticks. Never decreases.
    pub edges: Vec<Vec<i64>>,
    /// True if each side has its own clock: slices of both sides have different lengths, each in the side's own time.
    pub own_clocks: bool,
    /// Width of a slice in ticks. If B's time is bent, in ticks of A.
    pub width: u64,
    /// Number of slices.
    pub slices: u32,
    /// Times of each open side; with several runs their means.
    pub times: Vec<NodeTimes>,
    /// Times that the difference is drawn from, by open side: time after the last event of a lane whose call has no end counts
    /// as spent like that of the other side. Empty if all calls end.
    pub compared: Vec<NodeTimes>,
    /// Times of each run of each open side that has several. The first run is the one that is shown.
    pub runs: Vec<Vec<NodeTimes>>,
    /// Side of which only the calls before a moment count, because the recording of the other side was cut off; with that
    /// moment, in ticks since the side's first instant.
    pub until: Option<(SideName, i64)>,
    /// Number of runs left out because their time cannot be placed on the axis.
    pub runs_off_axis: u32,
    /// Number of runs left out because their calls were not kept.
    pub runs_too_long: u32,
    /// Definition of a state. Never [`StateBy::Auto`].
    pub by: StateBy,
    /// Names of states, most time first, then the row of the lumped states, then time without a state if that counts as
    /// a state.
    pub states: Vec<String>,
    /// Number of the colour of each state, below [`STATE_COLORS`], or [`NO_COLOR`]. A state has no other colour in any
    /// part of the pair. Empty for the order of the states.
    pub colors: Vec<u32>,
    /// State of each function of each open side's trace.
    pub of_function: Vec<Vec<u32>>,
    /// Number of states that are lumped together.
    pub lumped: u32,
    /// Lanes with little busy time, if there are many lanes.
    pub rest: Option<RestLanes>,
    /// Number of lanes with calls but without a partner, for each side.
    pub alone: Vec<u32>,
    /// Number of lanes without calls.
    pub empty: u32,
    /// Number of levels of lanes below the outermost.
    pub deepest: u32,
    /// Number of separate lanes at each level.
    pub per_level: Vec<u32>,
    /// Differences between the sides, then departures within a side. In each kind the strongest comes first.
    pub listed: Vec<ListedArea>,
    /// True if both sides hold the same calls at the same times.
    pub is_same: bool,
    /// Areas and slices that are not listed.
    pub left_out: LeftOut,
    /// Share of time that B spends in other states than A, for a pair; see [`share_otherwise`].
    pub differ: Option<f64>,
}

/// The lanes with little busy time. They share one row below the others, unless they are shown.
#[derive(Debug, Clone, PartialEq)]
pub struct RestLanes {
    /// Number of these lanes.
    pub lanes: u32,
    /// Their part of the busy time of all lanes, on the open sides together.
    pub busy: f64,
    /// Times of the lanes as one node, by open side. Empty if the lanes have rows of their own.
    pub times: Vec<NodeTimes>,
}

impl RestLanes {
    /// Returns the area of all these lanes in some slices, for [`RestLanes::times`].
    pub(crate) fn part([from, to]: [u32; 2]) -> Part {
        Part { node: 0, from, to }
    }

    /// Formats the number of lanes and their busy time: `212 more lanes, 1.3 % of busy time`.
    pub(crate) fn text(&self) -> String {
        let lanes = diptych_views::numbers::count(self.lanes.into());
        let busy = if self.busy < 0.001 { "less than 0.1\u{202f}%".to_owned() } else { share(self.busy) };
        format!("{lanes} more lanes, {busy} of busy time")
    }
}

/// The departures that are not listed, and the slices that were not judged.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct LeftOut {
    /// Number of further differing areas that share a cell with a stronger one.
    pub overlapping: u32,
    /// Number of slices at the end that are not judged, because only one run goes on there.
    pub unjudged: u32,
    /// Largest z of an area that is not listed.
    pub next_z: f64,
    /// Number of areas that depart within a side and share a cell with a stronger one, for each side.
    pub odd_overlapping: [u32; 2],
    /// Number of areas that differ no more than the runs of one side do.
    pub within_spread: u32,
    /// Number of areas that stay as they were, while the other lanes change.
    pub unchanged: u32,
    /// Number of areas in a pause of a single lane, while there is no finding.
    pub in_pauses: u32,
    /// Number of areas in which no function changed by more than noise, with few lanes.
    pub within_noise: u32,
    /// Number of lanes whose calls have no end, by open side. The time after their last event is in no list.
    pub unended: [u32; 2],
}

/// The kind of a departure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AreaKind {
    /// B differs from A.
    Differs = 0,
    /// Lanes depart from their neighbours for a while.
    OddLanes = 1,
    /// A slice of all lanes departs from the slices around it.
    OddMoment = 2,
    /// Lanes of B work longer than the median lane, while the others wait.
    Works = 3,
    /// Messages between two places take longer.
    Messages = 4,
    /// All lanes together spend their time otherwise.
    Whole = 5,
    /// One run goes on after the end of the other.
    Tail = 6,
    /// Lanes only wait, for lanes that work longer.
    Waits = 7,
    /// All lanes, or nearly all, each spend more time in a state, or less.
    EachLane = 8,
}

impl AreaKind {
    /// Returns the kind with a number.
    pub fn of_number(number: u32) -> Option<Self> {
        let all = [
            Self::Differs,
            Self::OddLanes,
            Self::OddMoment,
            Self::Works,
            Self::Messages,
            Self::Whole,
            Self::Tail,
            Self::Waits,
            Self::EachLane,
        ];
        all.into_iter().find(|kind| *kind as u32 == number)
    }

    /// Returns true for a difference between the sides, and false for what departs within one side.
    pub fn is_difference(self) -> bool {
        !matches!(self, Self::OddLanes | Self::OddMoment)
    }

    /// Returns true for a finding, which is measured in time and has its own facts.
    pub fn is_finding(self) -> bool {
        match self {
            Self::Works | Self::Messages | Self::Whole | Self::Tail | Self::Waits | Self::EachLane => true,
            Self::Differs | Self::OddLanes | Self::OddMoment => false,
        }
    }
}

/// An area that departs.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedArea {
    /// Kind of the departure.
    pub kind: AreaKind,
    /// Index of the open side, for a departure within a side. For a finding, the side that takes longer.
    pub side: u32,
    /// Path of its lane; empty for all lanes.
    pub path: String,
    /// First leaf, and the one after the last.
    pub leaves: [u32; 2],
    /// First slice and last slice.
    pub slices: [u32; 2],
    /// Own ticks of its side at which it begins and ends. They may lie within the first and the last slice.
    pub span: [i64; 2],
    /// Excess and z. For a difference also the divergence of the shares, and the divergence beyond the change of all
    /// lanes.
    pub numbers: [f64; 4],
    /// Largest p at which the partition separates it from other lanes; `None` if there is none.
    pub stands_at: Option<f64>,
    /// Share of each state in A and in B, or in the area and usually. Time without a state is last.
    pub shares: Vec<[f64; 2]>,
    /// Path of the lane that its lanes wait for; empty if there is none.
    pub waits_for: String,
    /// True if they wait longer for it in A.
    pub waits_in_a: bool,
    /// The facts of a finding; `None` for other areas.
    pub finding: Option<FindingFacts>,
}

/// The facts of a finding.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FindingFacts {
    /// Ticks per lane by which B takes longer; negative if A does.
    pub ticks: f64,
    /// State whose time changed most.
    pub state: String,
    /// Ticks per lane of this state in A and in B, or its shares. For lanes that work longer, ticks in the whole runs.
    pub values: [f64; 2],
    /// True if `values` are shares.
    pub are_shares: bool,
    /// Path of the lane at the other end, for messages.
    pub other: String,
    /// Number of lanes to which this applies. For waiting lanes, those of further groups count too.
    pub lanes: u32,
    /// Change of the work of a typical lane, for lanes that work longer. For waiting lanes, ticks that the further ones wait
    /// longer at least.
    pub usual: f64,
}

/// The best partition of a panel.
#[derive(Debug, Clone, PartialEq)]
pub struct PanelPartition {
    /// Areas of the partition.
    pub parts: Vec<Part>,
    /// Gain and loss of all its areas, in bits.
    pub quality: Quality,
    /// Gain and loss of the finest partition that is best at any p: each separate lane in each slice.
    pub finest: Quality,
    /// Gain and loss of everything as a single area.
    pub whole: Quality,
}

/// The partitions at one p: one for each open side, and for a pair one of both sides together.
#[derive(Debug, Clone, PartialEq)]
pub struct ShownPartitions {
    /// Key of their slices.
    pub key: u128,
    /// The p of the partitions.
    pub p: f64,
    /// Default p, where the curves of the last panel are farthest apart.
    pub default: f64,
    /// Kind of the partitions.
    pub kind: PartitionOf,
    /// One partition for each panel.
    pub panels: Vec<PanelPartition>,
}

impl PanelPartition {
    /// Returns the share of the possible gain (complexity saved) and of the possible loss (information lost), each 0 to
    /// 1.
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
    /// Key of the slices.
    pub key: u128,
    /// Stretches of p with their partitions, ascending, as far as they are known.
    pub stretches: Vec<Stretch>,
    /// True if all partitions are known.
    pub is_complete: bool,
    /// Largest growth of gain or loss between two known partitions that may have others between them, as a share of the
    /// total growth.
    pub widest: f64,
}

/// The slices, with partitions of them.
#[derive(Debug, Clone)]
pub struct SpaceTime {
    /// The slices.
    pub times: Rc<SliceTimes>,
    /// Partitions of these slices.
    pub partitions: Rc<ShownPartitions>,
}

/// The slices of the whole runs, whichever part of them is displayed. The lists and the numbers of areas come from them,
/// so that they stay the same at every zoom.
#[derive(Debug, Clone)]
pub struct WholeRuns(pub Rc<SliceTimes>);

impl SpaceTime {
    /// Returns `None` if the partitions belong to other slices.
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
    /// Returns true if time without a state counts as a state.
    pub fn has_idle(&self) -> bool {
        self.states.last().is_some_and(|name| name == IDLE)
    }

    /// Returns the number of states without counting time without one.
    pub fn own_states(&self) -> usize {
        self.states.len() - usize::from(self.has_idle())
    }

    /// Returns the times of A and of B that the difference is drawn from. There must be two open sides.
    pub fn compared_times(&self) -> [&NodeTimes; 2] {
        let of = if self.compared.len() == 2 { &self.compared } else { &self.times };
        [&of[0], &of[1]]
    }

    /// Returns the runs of a side.
    pub fn runs_of(&self, side: usize) -> &[NodeTimes] {
        match self.runs.get(side) {
            Some(runs) if !runs.is_empty() => runs,
            _ => std::slice::from_ref(&self.times[side]),
        }
    }

    /// Returns the number of open sides.
    pub fn sides(&self) -> usize {
        self.times.len()
    }

    /// Returns the start of a slice in ticks of a side. For the number of slices, it is the end of the last one.
    pub fn edge(&self, side: usize, slice: u32) -> i64 {
        self.edges[side][slice as usize]
    }

    /// Returns the window of all slices of a side, in its own ticks.
    pub fn window(&self, side: usize) -> Window {
        Window { start: self.edge(side, 0), end: self.edge(side, self.slices) }
    }

    /// Returns the name of a node without the path of its parent. It is empty for the root above several outermost
    /// lanes.
    pub fn name(&self, node: usize) -> &str {
        let name = self.tree.nodes()[node].path_end.as_str();
        name.strip_prefix('/').unwrap_or(name)
    }

    /// Returns leaves and slices as a subject, in the lanes and ticks of the given side.
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

    /// Returns a listed area of other slices as a subject: for a finding on the side that takes longer.
    pub(crate) fn listed_subject(&self, sides: &[SideName], area: &ListedArea) -> AreaRef {
        let open = (area.side as usize).min(sides.len().saturating_sub(1));
        let leaves = area.leaves[0] as usize..area.leaves[1] as usize;
        self.subject(sides[open], open, leaves, area.slices)
    }

    /// Returns the leaves and slices of an area that is listed for the whole runs, as [`SliceTimes::found`] does.
    pub(crate) fn place_of(
        &self,
        whole: &SliceTimes,
        sides: &[SideName],
        area: &ListedArea,
    ) -> Option<[u32; 4]> {
        let subject = whole.listed_subject(sides, area);
        self.found(sides.iter().position(|side| *side == subject.side)?, &subject)
    }

    /// Returns the leaves and slices of a subject: first leaf, one after the last leaf, first slice, one after the last
    /// slice. Returns `None` if it lies elsewhere.
    pub fn found(&self, open: usize, area: &AreaRef) -> Option<[u32; 4]> {
        let lanes = &self.lanes[open];
        let is_in = |lane: &LaneId| (area.first..=area.last).contains(&lane.0);
        let first = lanes.iter().position(is_in)?;
        let end = lanes.iter().rposition(is_in)? + 1;
        let edges = &self.edges[open];
        // The last slice that begins no later than the area, and the first edge that is no earlier than its end.
        let from = edges.partition_point(|edge| *edge <= area.window.start).saturating_sub(1) as u32;
        let to = edges.partition_point(|edge| *edge < area.window.end).min(self.slices as usize) as u32;
        (from < to).then_some([first as u32, end as u32, from, to])
    }
}

/// Returns the change of each state's share from A to B in an area. The change of time without a state is last.
pub(crate) fn change([a, b]: [&NodeTimes; 2], part: Part) -> Vec<f64> {
    let mut change: Vec<f64> = a.shares(part).iter().zip(&b.shares(part)).map(|(a, b)| b - a).collect();
    change.push(-change.iter().sum::<f64>());
    change
}

/// Returns the share of time that is spent in other states.
pub(crate) fn otherwise(change: &[f64]) -> f64 {
    change.iter().map(|change| change.abs()).sum::<f64>() / 2.0
}

/// Returns the share of the time of all lanes that B spends in other states than A, compared by slice and separate
/// lane. Time without a state counts as a state. The lanes of `rest` count as one. Returns `None` for one side.
/// O(separate lanes · slices · states).
pub fn share_otherwise(times: &[NodeTimes], tree: &LaneTree, rest: Option<&RestLanes>) -> Option<f64> {
    let [a, b] = times else { return None };
    let mut sum = 0.0;
    for node in tree.leaf_nodes() {
        let lanes = tree.nodes()[node].leaves.len() as f64;
        for slice in 0..a.slices() as u32 {
            sum += lanes * otherwise(&change([a, b], Part { node: node as u32, from: slice, to: slice }));
        }
    }
    let mut lanes = tree.leaves().len();
    if let Some(RestLanes { lanes: more, times, .. }) = rest
        && let [a, b] = &times[..]
    {
        lanes += *more as usize;
        for slice in 0..a.slices() as u32 {
            sum += f64::from(*more) * otherwise(&change([a, b], RestLanes::part([slice, slice])));
        }
    }
    Some(sum / (lanes * a.slices()).max(1) as f64)
}

/// Formats a time span: `0.393 s to 0.505 s`.
pub(crate) fn span(axis: Axis, from: i64, to: i64) -> String {
    let [from, to] = diptych_views::axis::ends(axis, from, to);
    format!("{from} to {to}")
}

/// Formats a change of a share: `+35.5 points`.
pub(crate) fn points(change: f64) -> String {
    let sign = if change < 0.0 { "\u{2212}" } else { "+" };
    format!("{sign}{:.1}\u{202f}points", change.abs() * 100.0)
}

/// Formats a share: `43.5 %`.
pub(crate) fn share(share: f64) -> String {
    format!("{:.1}\u{202f}%", share * 100.0)
}
