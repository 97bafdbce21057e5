//! Calls, self time and inclusive time within a time range.

use crate::{Groups, Totals};
use diptych_trace::{CallId, LaneId, LaneKind, Trace};
use std::ops::Range;

/// Sums over the calls of a trace within a time range, clipped at the edges of the range.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RangeTotals {
    /// Sums by group. `calls` counts the calls that start in the range. Self and inclusive time count only the time
    /// within the range, also for calls that extend beyond it.
    pub totals: Totals,
    /// Number of lanes with a call in the range. A lane and its sub-lanes count as one.
    pub lanes: u32,
}

/// Sums the calls of a trace from `range.start` to before `range.end`, in ticks since the trace's first instant.
/// O(lanes · (log calls + depth) + calls that start in the range).
pub fn range_totals(trace: &Trace, groups: &Groups, range: &Range<i64>) -> RangeTotals {
    let mut sums = RangeTotals { totals: Totals::zero(groups.count()), lanes: 0 };
    // For each group, the end of the subtree of its outermost open call; earlier calls are inside it.
    let mut outermost_end = vec![0; groups.count()];
    let mut last_leader = None;
    for lane in trace.lanes().ids() {
        let mut is_used = false;
        for call in calls_in(trace, lane, range) {
            is_used = true;
            add(trace, groups, range, call, &mut sums.totals, &mut outermost_end);
        }
        let leader = leader(trace, lane);
        if is_used && last_leader != Some(leader) {
            sums.lanes += 1;
            last_leader = Some(leader);
        }
    }
    sums
}

/// Returns, in pre-order, the calls of a lane that start in a range, or began before it and still run in it.
fn calls_in(trace: &Trace, lane: LaneId, range: &Range<i64>) -> impl Iterator<Item = CallId> + use<> {
    let (calls, ids) = (trace.calls(), trace.lanes().calls(lane));
    let starts = &calls.start()[ids.start as usize..ids.end as usize];
    let first = ids.start + starts.partition_point(|&at| at < range.start) as u32;
    let end = ids.start + starts.partition_point(|&at| at < range.end) as u32;
    // Calls that began earlier and still run are on the stack of the last call before the range.
    let last_before = (first > ids.start).then(|| CallId(first - 1));
    let stack = std::iter::successors(last_before, |call| calls.parent()[call.index()].some());
    let mut open: Vec<CallId> =
        stack.filter(|call| calls.end()[call.index()] > range.start && !range.is_empty()).collect();
    open.reverse();
    open.into_iter().chain((first..end.max(first)).map(CallId))
}

fn add(
    trace: &Trace,
    groups: &Groups,
    range: &Range<i64>,
    call: CallId,
    sums: &mut Totals,
    outermost_end: &mut [u32],
) {
    let (calls, row, group) = (trace.calls(), call.index(), groups.of_call(trace, call));
    let (start, end) = (calls.start()[row], calls.end()[row]);
    let ticks = end.min(range.end) - start.max(range.start);
    sums.calls[group] += u64::from(start >= range.start);
    sums.self_ticks[group] += ticks;
    if let Some(caller) = calls.parent()[row].some() {
        sums.self_ticks[groups.of_call(trace, caller)] -= ticks;
    }
    if call.0 >= outermost_end[group] {
        outermost_end[group] = calls.subtree_end()[row];
        sums.total_ticks[group] += ticks;
    }
}

/// Returns the lane that a sub-lane belongs to, or the lane itself.
fn leader(trace: &Trace, lane: LaneId) -> LaneId {
    let lanes = trace.lanes();
    if lanes.kind(lane) == LaneKind::Sublane { lanes.parent(lane).unwrap_or(lane) } else { lane }
}
