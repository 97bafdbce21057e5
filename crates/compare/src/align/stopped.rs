//! Sides whose recording stopped in the middle of something.
//!
//! If a run stops in a loop, the rounds that it made are the first ones. A round of a complete run can be missing
//! anywhere, and there the times tell which one it is. So the row of siblings that a stop cut short is aligned without
//! regard to times, from its beginning.

use crate::{Pair, is_cut_off};
use diptych_trace::{CallId, IdentityId, LaneId, OddityKind, Trace};
use rustc_hash::FxHashSet;
use std::ops::Range;

/// Maximum probability that a program that came to its end ends in as many calls at once. Callers outlive their callees,
/// but a clock with long ticks cannot tell.
const CHANCE: f64 = 0.05;

/// Part of a trace's extent within which two ends count as one instant, because files round starts and durations. The
/// smallest distance between the ends of a caller and of its last callee counts too, for clocks with long ticks.
const INSTANT: i64 = 100_000;

/// Minimum number of rows of siblings within each other that lack their last calls. A program with one step less or with
/// fewer rounds lacks calls in one row.
const LEAST_CUT_ROWS: usize = 2;

/// The sides that stopped, and where their lanes end.
pub(super) struct Stopped {
    /// Last instant of each lane, for a side that stopped. Empty for a side that came to its end.
    lane_ends: [Vec<i64>; 2],
}

impl Stopped {
    /// Finds the sides that stopped, by one of these signs:
    ///
    /// * The file was cut off, or has calls without an end while the other file has none.
    /// * Calls within each other end in the last instant of the trace, more than chance explains, and the other side
    ///   does not end in the same calls.
    /// * In two calls that end in the last instant, one inside the other, the side makes the same calls as the other side,
    ///   only fewer: the last ones are missing in both.
    /// * The frame around a lane is missing together with its function, and so is any other frame in its place. Some
    ///   recorders write a call when it ends, so calls that are open at the end are lost.
    ///
    /// O(calls + lanes · depth).
    pub(super) fn new(pair: Pair, lanes: &[(LaneId, LaneId)]) -> Self {
        let has_chosen_ends = pair.traces.iter().any(|trace| trace.is_range());
        let closing = pair.traces.map(Closing::new);
        let last = [0, 1].map(|side| closing[side].last_calls(pair, side));
        let called = [0, 1].map(|side| pair.called(side));
        let stopped = |side: usize| {
            let trace = pair.traces[side];
            let ends_in_calls = || last[0] != last[1] && closing[side].is_unlikely(last[side].len());
            let mut lanes = lanes.iter().map(|&(a, b)| if side == 0 { [a, b] } else { [b, a] });
            let stops = is_cut_off(trace)
                || (has_unclosed(trace) && !has_unclosed(pair.traces[1 - side]))
                || ends_in_calls()
                || lanes.any(|lanes| {
                    let instant = closing[side].instant;
                    cut_rows(pair, side, lanes, instant) >= LEAST_CUT_ROWS
                        || lacks_frame(pair, side, lanes, &called[side])
                });
            let ends = || lane_ends(trace).into_iter().map(|end| end - closing[side].instant).collect();
            if stops && !has_chosen_ends { ends() } else { Vec::new() }
        };
        Self { lane_ends: [0, 1].map(stopped) }
    }

    /// Returns true if a side stopped.
    pub(super) fn is(&self, side: usize) -> bool {
        !self.lane_ends[side].is_empty()
    }

    /// Returns true if a side stopped while a call of it ran.
    pub(super) fn is_in(&self, pair: Pair, side: usize, call: u32) -> bool {
        let trace = pair.traces[side];
        let lane_end = |lane: LaneId| self.lane_ends[side].get(lane.index());
        lane_end(trace.lanes().of_call(CallId(call)))
            .is_some_and(|&end| trace.calls().end()[call as usize] >= end)
    }
}

/// Returns the last tick of each lane. O(lanes · depth).
fn lane_ends(trace: &Trace) -> Vec<i64> {
    let end = |lane| path_to_end(trace, lane).last().map_or(0, |&row| trace.calls().end()[row]);
    trace.lanes().ids().map(end).collect()
}

/// Returns the last call of a lane and its callers, innermost first. Each is the last call of its caller. O(depth).
fn path_to_end(trace: &Trace, lane: LaneId) -> Vec<usize> {
    let parents = trace.calls().parent();
    let last = trace.lanes().calls(lane).next_back().map(|row| row as usize);
    std::iter::successors(last, |&row| parents[row].some().map(CallId::index)).collect()
}

/// The time between the ends of a caller and of its last callee, over all callers of a trace.
struct Closing {
    /// Number of callers.
    callers: u64,
    /// Number of callers that end in the same instant as their last callee.
    at_once: u64,
    /// Longest time in ticks between two ends in one instant.
    instant: i64,
}

impl Closing {
    /// O(calls).
    fn new(trace: &Trace) -> Self {
        let calls = trace.calls();
        let (ends, subtree_ends) = (calls.end(), calls.subtree_end());
        let is_last = |(row, parent): (usize, &CallId)| {
            let parent = parent.some()?.index();
            (subtree_ends[parent] == subtree_ends[row]).then(|| ends[parent] - ends[row])
        };
        let gaps = || calls.parent().iter().enumerate().filter_map(is_last);
        let tick = gaps().filter(|&gap| gap > 0).min().unwrap_or(0);
        let instant = tick.max(trace.extent() / INSTANT);
        let at_once = gaps().filter(|&gap| gap <= instant).count() as u64;
        Self { callers: gaps().count() as u64, at_once, instant }
    }

    /// Returns the identities of the calls that end in the last instant of a trace, outermost first, of the lane with
    /// most of them. O(lanes · depth).
    fn last_calls(&self, pair: Pair, side: usize) -> Vec<u32> {
        let trace = pair.traces[side];
        let end = lane_ends(trace).into_iter().max().unwrap_or(0) - self.instant;
        let of_lane = |lane| -> Vec<u32> {
            let open = path_to_end(trace, lane).into_iter().rev();
            let open = open.take_while(|&row| trace.calls().end()[row] >= end);
            open.map(|row| pair.of_call(side, CallId(row as u32)).0).collect()
        };
        trace.lanes().ids().map(of_lane).max_by_key(Vec::len).unwrap_or_default()
    }

    /// Returns true if a complete run rarely ends in `nested` calls at once, each inside the one before it.
    fn is_unlikely(&self, nested: usize) -> bool {
        let at_the_end = nested.saturating_sub(1);
        // The calls at the end are no evidence of what is usual.
        let [usual, all] = [self.at_once, self.callers].map(|count| count.saturating_sub(at_the_end as u64));
        let share = (usual + 1) as f64 / (all + 2) as f64;
        at_the_end > 0 && share.powi(at_the_end as i32) < CHANCE
    }
}

/// Returns true if calls of a trace have no end in the file.
fn has_unclosed(trace: &Trace) -> bool {
    trace.report().entries().iter().any(|entry| entry.kind == OddityKind::UnclosedCall)
}

/// Returns the number of rows of siblings, each inside the last call of the row before, that have the same functions as
/// the corresponding row of the other lane but lack its last calls. Only rows inside calls that end with the lane count,
/// and the outermost row. O(calls in the rows).
fn cut_rows(pair: Pair, side: usize, [own, other]: [LaneId; 2], instant: i64) -> usize {
    let [own_calls, other_calls] = [side, 1 - side].map(|side| pair.traces[side].calls());
    let rows = |side: usize, lane: LaneId| pair.traces[side].lanes().calls(lane);
    let end = path_to_end(pair.traces[side], own).last().map_or(0, |&row| own_calls.end()[row]) - instant;
    let siblings = |side: usize, rows: Range<u32>| {
        let ends = pair.traces[side].calls().subtree_end();
        let first = (rows.start < rows.end).then_some(rows.start);
        std::iter::successors(first, move |&call| Some(ends[call as usize]).filter(|next| *next < rows.end))
    };
    let (mut found, mut own_rows, mut other_rows) = (0, rows(side, own), rows(1 - side, other));
    loop {
        let mut of_other = siblings(1 - side, other_rows);
        let mut last = None;
        for call in siblings(side, own_rows) {
            let Some(partner) = of_other.next() else { return found };
            let identities = [(side, call), (1 - side, partner)];
            let [identity, of_partner] = identities.map(|(side, call)| pair.of_call(side, CallId(call)));
            if identity != of_partner {
                return found;
            }
            last = Some((call, partner));
        }
        found += usize::from(of_other.next().is_some());
        match last {
            Some((call, partner)) if own_calls.end()[call as usize] >= end => {
                own_rows = call + 1..own_calls.subtree_end()[call as usize];
                other_rows = partner + 1..other_calls.subtree_end()[partner as usize];
            }
            _ => return found,
        }
    }
}

/// Returns true if a lane of `side` holds what one frame encloses in the lane of the other side, but not the frame.
/// `called` says for each identity whether `side` calls it. O(calls of the lanes).
fn lacks_frame(pair: Pair, side: usize, [own, other]: [LaneId; 2], called: &[bool]) -> bool {
    let outermost = |side: usize, lane: LaneId| {
        let parents = pair.traces[side].calls().parent();
        let rows = pair.traces[side].lanes().calls(lane);
        rows.filter(|&row| parents[row as usize] == CallId::NONE)
            .map(move |row| pair.of_call(side, CallId(row)))
    };
    let mut frames = outermost(1 - side, other);
    let (Some(frame), None) = (frames.next(), frames.next()) else { return false };
    let is_inside: FxHashSet<IdentityId> = {
        let rows = pair.traces[1 - side].lanes().calls(other);
        rows.map(|row| pair.of_call(1 - side, CallId(row))).collect()
    };
    !called[frame.index()]
        && outermost(side, own).nth(1).is_some()
        && outermost(side, own).all(|identity| is_inside.contains(&identity))
}
