//! Steps: what a lane repeats, so that the other lanes of its process keep time with it.
//!
//! A program in rounds (training steps, frames, requests) runs them on several lanes at once, and each lane looks
//! about the same in every round. Aligned by itself, a lane of a run with one round more may join each round to the
//! next. So one lane of a process leads: one whose rounds have numbers, or else the busiest that repeats anything.
//! Its pairs say which stretch of time of one side is which of the other, and rows of the other lanes are aligned
//! stretch by stretch where that pairs as much ([`super::parts`]).

use super::state::State;
use diptych_trace::{LaneId, Trace};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

/// A lane of each side.
pub(super) type LanePair = (LaneId, LaneId);

/// The part of time before the first step. Parts that both sides have are multiples of [`SHARED`]; between two of them
/// there is one of steps that only the first side has, and behind it one of those that only the second has.
pub(super) const SHARED: u32 = 4;

/// So many pairs there must be of steps without numbers: two of anything are met everywhere.
const LEAST_STEPS: usize = 4;

/// Stretches of time of both sides.
#[derive(Debug, Clone, Default)]
pub(super) struct Steps {
    /// Of each side, where a part of time begins, ascending, and which.
    begins: [Vec<(i64, u32)>; 2],
    /// Where the parts of both sides begin, by their number over [`SHARED`] less one.
    shared: Vec<[i64; 2]>,
}

/// Lanes of one process.
pub(super) struct Process {
    /// The busiest first, but for the first, which leads.
    pub(super) lanes: Vec<LanePair>,
    /// What the first lane repeats.
    pub(super) repeated: Option<Repeated>,
}

/// Siblings of one identity.
#[derive(Debug, Clone, Copy)]
pub(super) struct Repeated {
    /// The first call of the row and the end of its last, on the first side.
    row: (u32, u32),
    identity: u32,
    ticks: i64,
    /// Whether their names differ though they are one identity.
    pub(super) is_numbered: bool,
}

/// Paired lanes by process: those whose first lane has numbered steps first, then the busiest. Lanes directly in the
/// trace are one process. O(calls at the top of lanes), and of what they hold as much as lasts longer than what is
/// repeated above it.
pub(super) fn processes(state: &State, lanes: &[LanePair]) -> Vec<Process> {
    let mut by_root: FxHashMap<[LaneId; 2], Vec<(Reverse<i64>, LanePair)>> = FxHashMap::default();
    for &(a, b) in lanes {
        let traces = state.pair.traces;
        let root = [process(traces[0], a), process(traces[1], b)];
        by_root.entry(root).or_default().push((Reverse(busy(state, 0, a) + busy(state, 1, b)), (a, b)));
    }
    let mut processes: Vec<_> = by_root
        .into_values()
        .map(|mut lanes| {
            lanes.sort_unstable();
            let busy: i64 = lanes.iter().map(|&(Reverse(ticks), _)| ticks).sum();
            let repeated = lanes.iter().map(|&(_, (a, _))| repeated(state, a)).collect::<Vec<_>>();
            let numbered = |of: &Option<Repeated>| of.is_some_and(|of| of.is_numbered);
            let first = repeated.iter().position(numbered).or(repeated.iter().position(Option::is_some));
            let first = first.unwrap_or_default();
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

/// The outermost lane that holds a lane; none for a lane that lies in none.
fn process(trace: &Trace, lane: LaneId) -> LaneId {
    let up = |lane: LaneId| trace.lanes().parent(lane);
    std::iter::successors(up(lane), |&lane| up(lane)).last().unwrap_or(LaneId::NONE)
}

/// Ticks in which a lane runs anything.
fn busy(state: &State, side: usize, lane: LaneId) -> i64 {
    let Range { start, end } = state.pair.traces[side].lanes().calls(lane);
    state.siblings(side, start, end).map(|call| state.duration(side, call)).sum()
}

/// Siblings of one identity that take most of a lane of the first side, at least two.
fn repeated(state: &State, lane: LaneId) -> Option<Repeated> {
    let Range { start, end } = state.pair.traces[0].lanes().calls(lane);
    let mut best: Option<Repeated> = None;
    // Rows, those that last longest first: what lasts no longer than what was found holds nothing better.
    let mut open = BinaryHeap::from([(i64::MAX, Reverse(start), end)]);
    while let Some((ticks, Reverse(first), end)) = open.pop() {
        if best.is_some_and(|best| best.ticks >= ticks) {
            break;
        }
        let mut sums: FxHashMap<u32, (i64, u32)> = FxHashMap::default();
        for call in state.siblings(0, first, end) {
            let sum = sums.entry(state.identity(0, call)).or_default();
            *sum = (sum.0 + state.duration(0, call), sum.1 + 1);
        }
        for call in state.siblings(0, first, end) {
            let identity = state.identity(0, call);
            let (ticks, calls) = sums[&identity];
            if calls > 1 && best.is_none_or(|best| best.ticks < ticks) {
                best = Some(Repeated { row: (first, end), identity, ticks, is_numbered: false });
            }
        }
        let least = best.map_or(0, |best| best.ticks);
        let longer = state.siblings(0, first, end).filter(|&call| state.duration(0, call) > least);
        open.extend(longer.map(|call| {
            (state.duration(0, call), Reverse(call + 1), state.calls[0].subtree_end()[call as usize])
        }));
    }
    best.map(|best| {
        let counters: FxHashSet<u32> = calls_of(state, 0, best.row, best.identity)
            .map(|call| state.counter(0, call))
            .filter(|&counter| counter > 0)
            .collect();
        Repeated { is_numbered: counters.len() > 1, ..best }
    })
}

fn calls_of(
    state: &State,
    side: usize,
    (first, end): (u32, u32),
    identity: u32,
) -> impl Iterator<Item = u32> {
    state.siblings(side, first, end).filter(move |&call| state.identity(side, call) == identity)
}

impl Steps {
    /// The steps of a lane that is aligned; `None` where none of them has a partner, and where what is repeated has no
    /// numbers and is only some of what the lane does. O(calls in the row of both).
    pub(super) fn new(state: &State, (lane, of_b): LanePair, repeated: &Repeated) -> Option<Self> {
        let partner = |call: u32| state.partner[0][call as usize].some().map(|partner| partner.0);
        let mut pairs: Vec<(u32, u32)> = Vec::new();
        for call in calls_of(state, 0, repeated.row, repeated.identity) {
            let rises = |&b: &u32| pairs.last().is_none_or(|last| last.1 < b);
            let in_lane = |b: &u32| state.pair.traces[1].lanes().calls(of_b).contains(b);
            pairs.extend(partner(call).filter(in_lane).filter(rises).map(|b| (call, b)));
        }
        let parents = state.calls[1].parent();
        let row_b = if let Some(parent) = parents[pairs.first()?.1 as usize].some() {
            (parent.0 + 1, state.calls[1].subtree_end()[parent.index()])
        } else {
            let calls = state.pair.traces[1].lanes().calls(of_b);
            (calls.start, calls.end)
        };
        if !repeated.is_numbered && (pairs.len() < LEAST_STEPS || 2 * repeated.ticks < busy(state, 0, lane)) {
            return None;
        }
        let mut steps = Self::default();
        for (side, row) in [repeated.row, row_b].into_iter().enumerate() {
            let (mut known, mut end) = (0, i64::MIN);
            for call in calls_of(state, side, row, repeated.identity) {
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

    /// The part that a moment of a side lies in.
    pub(super) fn part(&self, side: usize, tick: i64) -> u32 {
        let behind = self.begins[side].partition_point(|&(begin, _)| begin <= tick);
        behind.checked_sub(1).map_or(0, |at| self.begins[side][at].1)
    }

    /// Where a part of both sides begins; `None` for what is before the first step or behind the last.
    pub(super) fn base(&self, part: u32) -> Option<[i64; 2]> {
        self.shared.get((part / SHARED).checked_sub(1)? as usize).copied()
    }
}
