//! Steps: the repetitions of one lane, which keep the other lanes of its process in step.
//!
//! A program that works in rounds (training steps, frames, requests) runs them on several lanes at once. Each lane
//! looks about the same in every round. So a lane that is aligned by itself, in a run with one more round, may pair
//! each round with the next one. To prevent this, one lane of a process leads: a lane whose rounds have numbers, or
//! else the busiest one that repeats anything. The pairs of this lane map stretches of time of one side to stretches of
//! the other. Rows of the other lanes are then aligned stretch by stretch if that pairs about as much
//! ([`super::parts`]).

use super::state::State;
use diptych_trace::{LaneId, Trace};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

/// One lane of each side.
pub(super) type LanePair = (LaneId, LaneId);

/// Distance between the numbers of two parts of time that both sides have. Part 0 is the time before the first step,
/// and step n of both sides is part n · `SHARED`. The next two numbers are the parts with steps that only the first
/// side has, and that only the second side has.
pub(super) const SHARED: u32 = 4;

/// Minimum number of paired steps if the steps have no numbers. Two equal calls in a row may be chance.
const LEAST_STEPS: usize = 4;

/// The parts into which the steps of one lane divide the time of both sides.
#[derive(Debug, Clone, Default)]
pub(super) struct Steps {
    /// Start in ticks and number of each part, ascending, for each side.
    begins: [Vec<(i64, u32)>; 2],
    /// Starts on both sides of each step that both have. Step n, with part number n · [`SHARED`], is at index n − 1.
    shared: Vec<[i64; 2]>,
}

/// The paired lanes of one process.
pub(super) struct Process {
    /// Lanes of the process: the lane that leads, then the others, the busiest first.
    pub(super) lanes: Vec<LanePair>,
    /// Repetition in the first lane.
    pub(super) repeated: Option<RepeatedSiblings>,
}

/// Siblings of one family that repeat on the first side. See [`super::counters`].
#[derive(Debug, Clone, Copy)]
pub(super) struct RepeatedSiblings {
    /// Row of siblings that holds them: its first call, and the end of the subtree of its last one.
    row: [u32; 2],
    family: u32,
    ticks: i64,
    /// True if the siblings have several names.
    pub(super) is_numbered: bool,
}

/// Groups paired lanes by process. Processes whose first lane has numbered steps come first, then the busiest ones.
/// Lanes without a process form one group. O(calls at the top of lanes), plus the calls inside that last longer than
/// the repetition found above them.
pub(super) fn processes(state: &State, lanes: &[LanePair]) -> Vec<Process> {
    let mut by_root: FxHashMap<[LaneId; 2], Vec<(Reverse<i64>, LanePair)>> = FxHashMap::default();
    let process = state.pair.traces.map(process_of_lanes);
    for &(a, b) in lanes {
        let root = [process[0][a.index()], process[1][b.index()]];
        by_root.entry(root).or_default().push((Reverse(busy(state, 0, a) + busy(state, 1, b)), (a, b)));
    }
    let mut processes: Vec<_> = by_root
        .into_values()
        .map(|mut lanes| {
            lanes.sort_unstable();
            let busy: i64 = lanes.iter().map(|&(Reverse(ticks), _)| ticks).sum();
            let repeated = lanes.iter().map(|&(_, (a, _))| repeated(state, a)).collect::<Vec<_>>();
            let numbered = |of: &Option<RepeatedSiblings>| of.is_some_and(|of| of.is_numbered);
            let first = repeated.iter().position(numbered).or(repeated.iter().position(Option::is_some));
            let first = first.unwrap_or_default();
            // The lane that leads moves to the front. The others stay in order.
            lanes[..=first].rotate_right(1);
            let of =
                Process { lanes: lanes.iter().map(|&(_, lane)| lane).collect(), repeated: repeated[first] };
            (Reverse(of.is_numbered()), Reverse(busy), lanes[0].1, of)
        })
        .collect();
    processes.sort_unstable_by_key(|&(is_numbered, busy, lane, _)| (is_numbered, busy, lane));
    processes.into_iter().map(|(.., process)| process).collect()
}

impl Process {
    pub(super) fn is_numbered(&self) -> bool {
        self.repeated.is_some_and(|of| of.is_numbered)
    }
}

/// Returns for each lane the outermost lane that contains it, or none for an outermost lane.
fn process_of_lanes(trace: &Trace) -> Vec<LaneId> {
    let lanes = trace.lanes();
    let mut process: Vec<LaneId> = Vec::with_capacity(lanes.len());
    // Parents come before their children.
    for lane in lanes.ids() {
        let of_parent = |parent: LaneId| process[parent.index()].some().unwrap_or(parent);
        process.push(lanes.parent(lane).map_or(LaneId::NONE, of_parent));
    }
    process
}

/// Returns the time in ticks during which a lane runs any call.
fn busy(state: &State, side: usize, lane: LaneId) -> i64 {
    let Range { start, end } = state.pair.traces[side].lanes().calls(lane);
    state.siblings(side, start, end).map(|call| state.duration(side, call)).sum()
}

/// Returns the repeated siblings of one family that take the most time in a lane of the first side, if any repeat.
fn repeated(state: &State, lane: LaneId) -> Option<RepeatedSiblings> {
    let Range { start, end } = state.pair.traces[0].lanes().calls(lane);
    let mut best: Option<RepeatedSiblings> = None;
    // The longest rows come first. A row that is no longer than the best siblings so far cannot hold better ones.
    let mut open = BinaryHeap::from([(i64::MAX, Reverse(start), end)]);
    while let Some((ticks, Reverse(first), end)) = open.pop() {
        if best.is_some_and(|best| best.ticks >= ticks) {
            break;
        }
        let mut sums: FxHashMap<u32, (i64, u32)> = FxHashMap::default();
        for call in state.siblings(0, first, end) {
            let sum = sums.entry(state.family(0, call)).or_default();
            *sum = (sum.0 + state.duration(0, call), sum.1 + 1);
        }
        for call in state.siblings(0, first, end) {
            let family = state.family(0, call);
            let (ticks, calls) = sums[&family];
            if calls > 1 && best.is_none_or(|best| best.ticks < ticks) {
                best = Some(RepeatedSiblings { row: [first, end], family, ticks, is_numbered: false });
            }
        }
        let least = best.map_or(0, |best| best.ticks);
        let longer = state.siblings(0, first, end).filter(|&call| state.duration(0, call) > least);
        open.extend(longer.map(|call| {
            (state.duration(0, call), Reverse(call + 1), state.calls[0].subtree_end()[call as usize])
        }));
    }
    best.map(|best| {
        let counters: FxHashSet<u32> = calls_of(state, 0, best.row, best.family)
            .map(|call| state.counter(0, call))
            .filter(|&counter| counter > 0)
            .collect();
        // A single number would not distinguish the repetitions.
        RepeatedSiblings { is_numbered: counters.len() > 1, ..best }
    })
}

/// Returns the siblings of one family in a row of a side.
fn calls_of(state: &State, side: usize, [first, end]: [u32; 2], family: u32) -> impl Iterator<Item = u32> {
    state.siblings(side, first, end).filter(move |&call| state.family(side, call) == family)
}

impl Steps {
    /// Builds the steps of an aligned lane. Returns `None` if no step has a partner. Also returns `None` if the steps
    /// have no numbers and are either too few or take less than half of the lane's busy time. O(calls in both rows).
    pub(super) fn new(state: &State, (lane, of_b): LanePair, repeated: &RepeatedSiblings) -> Option<Self> {
        let partner = |call: u32| state.partner[0][call as usize].some().map(|partner| partner.0);
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        for call in calls_of(state, 0, repeated.row, repeated.family) {
            let rises = |&b: &u32| pairs.last().is_none_or(|last| last.1 < b);
            let in_lane = |b: &u32| state.pair.traces[1].lanes().calls(of_b).contains(b);
            pairs.extend(partner(call).filter(in_lane).filter(rises).map(|b| (call, b)));
        }
        let parents = state.calls[1].parent();
        let row_b = if let Some(parent) = parents[pairs.first()?.1 as usize].some() {
            [parent.0 + 1, state.calls[1].subtree_end()[parent.index()]]
        } else {
            let calls = state.pair.traces[1].lanes().calls(of_b);
            [calls.start, calls.end]
        };
        if !repeated.is_numbered && (pairs.len() < LEAST_STEPS || 2 * repeated.ticks < busy(state, 0, lane)) {
            return None;
        }
        let mut steps = Self::default();
        for (side, row) in [repeated.row, row_b].into_iter().enumerate() {
            let (mut known, mut end) = (0, i64::MIN);
            for call in calls_of(state, side, row, repeated.family) {
                let start = state.calls[side].start()[call as usize];
                let is_pair = pairs.get(known).is_some_and(|&(a, b)| [a, b][side] == call);
                known += usize::from(is_pair);
                let part = SHARED * known as u32 + if is_pair { 0 } else { 1 + side as u32 };
                steps.begins[side].push((start, part));
                end = state.calls[side].end()[call as usize];
            }
            steps.begins[side].push((end, SHARED * (pairs.len() as u32 + 1)));
        }
        let starts = |(a, b): (u32, u32)| {
            [(0, a), (1, b)].map(|(side, call): (usize, u32)| state.calls[side].start()[call as usize])
        };
        steps.shared = pairs.iter().map(|&pair| starts(pair)).collect();
        Some(steps)
    }

    /// Returns the number of the part that contains a moment of a side.
    pub(super) fn part(&self, side: usize, tick: i64) -> u32 {
        let behind = self.begins[side].partition_point(|&(begin, _)| begin <= tick);
        behind.checked_sub(1).map_or(0, |at| self.begins[side][at].1)
    }

    /// Returns the starts on both sides of a part that both have, or `None` before the first step and after the last.
    pub(super) fn base(&self, part: u32) -> Option<[i64; 2]> {
        self.shared.get((part / SHARED).checked_sub(1)? as usize).copied()
    }
}
