//! From flow events to pairs of calls.
//!
//! An event names a lane and an instant; the call that it means is the innermost one running there, or the next one to
//! start. Both are found in one pass over the calls of the lanes that have such events, a lane with its sub-lanes
//! together. Then the events of one key are tied: each step or end to the start or step before it.

use super::draft::LaneDraft;
use crate::calls::Calls;
use crate::flows::Flows;
use crate::lanes::{LaneKind, Lanes};
use crate::{Binding, CallId, FlowPoint, FlowRole, LaneId, OddKind, Report, Sorting};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

/// A flow event as it was told, its lane as the builder numbers them.
#[derive(Debug, Clone, Copy)]
pub(super) struct FlowMark {
    pub(super) lane: LaneId,
    pub(super) point: FlowPoint,
}

/// Which lanes are there for flow events only: they hold no call, nor does any lane in them. Empty where there are no flow
/// events.
pub(super) fn unused(marks: &[FlowMark], lanes: &[LaneDraft]) -> Vec<bool> {
    if marks.is_empty() {
        return Vec::new();
    }
    let mut unused = vec![false; lanes.len()];
    for mark in marks {
        unused[mark.lane.index()] = true;
    }
    let mut is_used: Vec<bool> = lanes.iter().map(|lane| !lane.spans.is_empty()).collect();
    for index in (0..lanes.len()).rev() {
        let parent = lanes[index].parent.map(LaneId::index).filter(|&parent| parent < index);
        let Some(parent) = parent else { continue };
        // What was made for an unused lane is unused as well, unless something else needs it.
        unused[parent] |= unused[index];
        is_used[parent] |= is_used[index] || !unused[index];
    }
    unused.iter().zip(is_used).map(|(&unused, is_used)| unused && !is_used).collect()
}

/// A flow event whose call is known.
#[derive(Debug, Clone, Copy)]
struct Bound {
    key: u32,
    at: i64,
    role: FlowRole,
    call: CallId,
    source: u64,
}

/// Pairs the calls that flow events tie. `rows`: the row of each lane as the builder numbers them. Adds the steps that
/// it took.
pub(super) fn tie(
    mut marks: Vec<FlowMark>,
    rows: &[LaneId],
    tables: (&Lanes, &Calls, i64),
    report: &mut Report,
    steps: &mut u64,
) -> Flows {
    let (lanes, calls, origin) = tables;
    // Within a lane by time; what binds to the next call comes before what binds to that running.
    marks.order_by_key(|mark| (mark.lane, mark.point.at, mark.point.binding == Binding::Enclosing));
    let mut bound: Vec<Bound> = Vec::with_capacity(marks.len());
    for of_lane in marks.chunk_by(|one, other| one.lane == other.lane) {
        let row = rows[of_lane[0].lane.index()];
        let mut sweep = Sweep::new(lanes, calls, row);
        for mark in of_lane {
            let FlowPoint { key, at, role, source, .. } = mark.point;
            match sweep.call(at.saturating_sub(origin), mark.point.binding) {
                Some(call) => bound.push(Bound { key, at, role, call, source }),
                None => report.note(OddKind::SkippedEvent, role.unbound(), source, ""),
            }
        }
        *steps += sweep.steps;
    }
    drop(marks);
    bound.order_by_key(|of| (of.key, of.at, of.role));
    let mut pairs: Vec<[CallId; 2]> = Vec::new();
    for of_key in bound.chunk_by(|one, other| one.key == other.key) {
        tie_key(of_key, &mut pairs, report);
    }
    Flows::new(pairs)
}

/// Ties the events of one key, in order of time. Where it starts once, whatever else it has follows that start: clocks of
/// a device and of its host may disagree. Where it starts again and again, each start ends what was before.
fn tie_key(events: &[Bound], pairs: &mut Vec<[CallId; 2]>, report: &mut Report) {
    let mut starts = events.iter().filter(|of| of.role == FlowRole::Start);
    let only = starts.next().filter(|_| starts.next().is_none());
    let mut from = only.map(|of| of.call);
    // The start that nothing followed yet.
    let mut loose = only.map(|of| of.source);
    let leave_off = |loose: Option<u64>, report: &mut Report| {
        if let Some(source) = loose {
            report.note(OddKind::SkippedEvent, "flow start (s) without end", source, "");
        }
    };
    for event in events {
        match (event.role, from) {
            (FlowRole::Start, _) if only.is_some() => {}
            (FlowRole::Start, _) => {
                leave_off(loose.replace(event.source), report);
                from = Some(event.call);
            }
            (role, None) => report.note(OddKind::SkippedEvent, role.without_start(), event.source, ""),
            (role, Some(before)) => {
                loose = None;
                if before == event.call {
                    report.note(OddKind::SkippedEvent, "flow within one call", event.source, "");
                } else {
                    pairs.push([before, event.call]);
                }
                if role == FlowRole::Step {
                    from = Some(event.call);
                }
            }
        }
    }
    leave_off(loose, report);
}

/// The calls of a lane and its sub-lanes in the order of their starts, up to some instant.
struct Sweep<'a> {
    calls: &'a Calls,
    /// The next call of each of the lanes: its start, and the rest of the lane's calls.
    next: BinaryHeap<Reverse<(i64, u32, u32)>>,
    /// Calls that may be running, by their starts.
    open: Vec<u32>,
    steps: u64,
}

impl<'a> Sweep<'a> {
    /// Of no calls where there is no such lane.
    fn new(lanes: &Lanes, calls: &'a Calls, lane: LaneId) -> Self {
        let subtree = lane.some().map_or(0..0, |lane| lanes.subtree(lane));
        let sublanes = subtree.map(LaneId).filter(|&inner| {
            inner == lane || lanes.parent(inner) == Some(lane) && lanes.kind(inner) == LaneKind::Sublane
        });
        let ranges = sublanes.map(|lane| lanes.calls(lane)).filter(|range| !range.is_empty());
        let entry = |range: Range<u32>| Reverse((calls.start[range.start as usize], range.start, range.end));
        Self { calls, next: ranges.map(entry).collect(), open: Vec::new(), steps: 0 }
    }

    /// The call that an event means. Instants never fall.
    fn call(&mut self, at: i64, binding: Binding) -> Option<CallId> {
        match binding {
            Binding::Next => {
                self.advance(at.saturating_sub(1));
                self.next.peek().map(|&Reverse((_, call, _))| CallId(call))
            }
            Binding::Enclosing => {
                self.advance(at);
                let over = |call: &mut u32| {
                    let row = *call as usize;
                    self.calls.end[row] <= at && self.calls.start[row] < at
                };
                while self.open.pop_if(over).is_some() {
                    self.steps += 1;
                }
                self.open.last().map(|&call| CallId(call))
            }
        }
    }

    /// Passes the calls that start up to an instant.
    fn advance(&mut self, at: i64) {
        while let Some(mut next) = self.next.peek_mut()
            && next.0.0 <= at
        {
            let (_, call, end) = next.0;
            self.open.push(call);
            self.steps += 1;
            if call + 1 < end {
                next.0 = (self.calls.start[call as usize + 1], call + 1, end);
            } else {
                std::collections::binary_heap::PeekMut::pop(next);
            }
        }
    }
}

impl FlowRole {
    /// What is reported of an event that means no call.
    const fn unbound(self) -> &'static str {
        match self {
            Self::Start => "flow start (s) without call",
            Self::Step => "flow step (t) without call",
            Self::End => "flow end (f) without call",
        }
    }

    /// What is reported of an event whose flow never started.
    const fn without_start(self) -> &'static str {
        match self {
            Self::Start => "flow start (s)",
            Self::Step => "flow step (t) without start",
            Self::End => "flow end (f) without start",
        }
    }
}
