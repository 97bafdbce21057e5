//! From flow events to pairs of calls.
//!
//! An event names a lane and an instant. It means the innermost call running there, or the next one to start. Both are
//! found in one pass over the calls of each lane with such events, taken together with its sub-lanes. An event of
//! [`Binding::Record`] means the call of its own record, found by the start or, failing that, in one pass over all
//! calls. Then the events of each key are tied: each step or end to the start or step before it.

use super::lane_draft::LaneDraft;
use super::near::count_less;
use crate::calls::Calls;
use crate::flows::Flows;
use crate::lanes::{LaneKind, Lanes};
use crate::{Binding, CallId, FlowPoint, FlowRole, LaneId, OddityKind, ReadReport};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

/// A flow event as it was written; its lane is numbered as in the builder.
#[derive(Debug, Clone, Copy)]
pub(super) struct FlowMark {
    pub(super) lane: LaneId,
    pub(super) point: FlowPoint,
}

/// Marks the lanes that exist only for flow events: neither they nor any lane in them has a call. Returns an empty list
/// if there are no flow events.
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
        // A lane made only to hold an unused lane is unused as well.
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
    binding: Binding,
    call: CallId,
    source: u64,
}

/// The finished tables of a trace that flow events are looked up in.
#[derive(Clone, Copy)]
pub(super) struct LaidCalls<'a> {
    /// Row of each lane of the builder.
    pub(super) rows: &'a [LaneId],
    pub(super) lanes: &'a Lanes,
    pub(super) calls: &'a Calls,
    /// Tick that times of calls count from.
    pub(super) origin: i64,
}

/// Pairs the calls that flow events tie, and adds those pairs to `pairs`. Adds the work to `steps`.
pub(super) fn tie(
    mut marks: Vec<FlowMark>,
    mut pairs: Vec<[CallId; 2]>,
    laid: LaidCalls<'_>,
    report: &mut ReadReport,
    steps: &mut u64,
) -> Flows {
    let LaidCalls { rows, lanes, calls, origin } = laid;
    let found = find_records(&marks, laid, steps);
    if found.len() == marks.len() && marks.is_sorted_by_key(|mark| mark.point.key) {
        tie_in_order(&marks, &found, &mut pairs, report);
        return Flows::new(pairs);
    }
    let mut bound: Vec<Bound> = Vec::with_capacity(marks.len());
    for (mark, call) in records(&marks).zip(found) {
        bind(mark, call.some(), &mut bound, report);
    }
    marks.retain(|mark| mark.point.binding != Binding::Record);
    // Within a lane by time. At one instant, events that mean the next call come first, because the sweep cannot go
    // back.
    marks.sort_by_key(|mark| (mark.lane, mark.point.at, mark.point.binding == Binding::Enclosing));
    for of_lane in marks.chunk_by(|one, other| one.lane == other.lane) {
        let row = rows[of_lane[0].lane.index()];
        let mut sweep = Sweep::new(lanes, calls, row);
        for mark in of_lane {
            let relative = mark.point.at.saturating_sub(origin);
            let call = match mark.point.binding {
                Binding::Next => sweep.next(relative),
                Binding::Enclosing | Binding::Record => sweep.enclosing(relative),
            };
            bind(mark, call, &mut bound, report);
        }
        *steps += sweep.steps;
    }
    drop(marks);
    bound.sort_by_key(|of| (of.key, of.at, of.role));
    for of_key in bound.chunk_by(|one, other| one.key == other.key) {
        tie_key(of_key, &mut pairs, report);
    }
    Flows::new(pairs)
}

/// Records the call that an event means, or reports that it means none.
fn bind(mark: &FlowMark, call: Option<CallId>, bound: &mut Vec<Bound>, report: &mut ReadReport) {
    let FlowPoint { key, at, role, binding, source } = mark.point;
    match call {
        Some(call) => bound.push(Bound { key, at, role, binding, call, source }),
        None => report.note(OddityKind::SkippedEvent, role.unbound(binding), source, ""),
    }
}

/// Most calls starting at one instant that are compared with an event's record.
const LOOKED_AT: usize = 8;

/// Returns the events that mean the call of their own record.
fn records(marks: &[FlowMark]) -> impl Iterator<Item = &FlowMark> {
    marks.iter().filter(|mark| mark.point.binding == Binding::Record)
}

/// Returns the call of each such event, or [`CallId::NONE`] if its record is no call.
///
/// Nearly every such call is found by its start in the lane of the event. The others run in sub-lanes or were cut; they
/// are found by source, in one pass over all calls.
fn find_records(
    marks: &[FlowMark],
    LaidCalls { rows, lanes, calls, origin }: LaidCalls<'_>,
    steps: &mut u64,
) -> Vec<CallId> {
    let mut others: FxHashMap<u64, CallId> = FxHashMap::default();
    // For each lane, the number of calls that started before the event looked up last.
    let mut guesses = vec![0u32; rows.len()];
    let find = |mark: &FlowMark| {
        let FlowPoint { at, source, .. } = mark.point;
        let range = rows[mark.lane.index()].some().map_or(0..0, |row| lanes.calls(row));
        let (first, start) = (range.start as usize, at.saturating_sub(origin));
        let starts = &calls.start[first..range.end as usize];
        // Events of a lane mostly come in the order of its calls.
        let guess = &mut guesses[mark.lane.index()];
        let skipped = count_less(starts, start, *guess as usize);
        *guess = skipped as u32;
        let alike = starts[skipped..].iter().take(LOOKED_AT).take_while(|&&other| other == start);
        let mut places = alike.zip(first + skipped..).map(|(_, place)| place);
        let place = places.find(|&place| calls.source[place] == source);
        if place.is_none() {
            others.insert(source, CallId::NONE);
        }
        place.map_or(CallId::NONE, |place| CallId(place as u32))
    };
    let mut found: Vec<CallId> = records(marks).map(find).collect();
    if others.is_empty() {
        return found;
    }
    *steps += calls.source.len() as u64;
    for (call, source) in (0..).map(CallId).zip(&calls.source) {
        if let Some(other) = others.get_mut(source) {
            *other = call;
        }
    }
    for (mark, found) in records(marks).zip(&mut found).filter(|(_, found)| found.some().is_none()) {
        *found = others.get(&mark.point.source).copied().unwrap_or(CallId::NONE);
    }
    found
}

/// Ties events that are all of [`Binding::Record`] and come in order of their keys, as those of messages do. Works key
/// by key, because a list of half a million bound events would take too much memory.
fn tie_in_order(marks: &[FlowMark], found: &[CallId], pairs: &mut Vec<[CallId; 2]>, report: &mut ReadReport) {
    let (mut bound, mut found): (Vec<Bound>, _) = (Vec::new(), found.iter());
    for of_key in marks.chunk_by(|one, other| one.point.key == other.point.key) {
        for (mark, call) in of_key.iter().zip(&mut found) {
            bind(mark, call.some(), &mut bound, report);
        }
        // Sorting allocates, and nearly all keys have two events already in time order.
        if !bound.is_sorted_by_key(|of| (of.at, of.role)) {
            bound.sort_by_key(|of| (of.at, of.role));
        }
        tie_key(&bound, pairs, report);
        bound.clear();
    }
}

/// Ties the events of one key, in time order.
///
/// If the key has a single start, all other events follow that start, even earlier ones: clocks of a device and of its
/// host may disagree. If it has several, each start ends the flow before it.
fn tie_key(events: &[Bound], pairs: &mut Vec<[CallId; 2]>, report: &mut ReadReport) {
    let mut starts = events.iter().filter(|of| of.role == FlowRole::Start);
    let only = starts.next().filter(|_| starts.next().is_none());
    let mut from = only.map(|of| of.call);
    // The last start that no event has followed yet.
    let mut loose = only;
    let leave_off = |loose: Option<&Bound>, report: &mut ReadReport| {
        if let Some(start) = loose {
            let subject = FlowRole::without_end(start.binding);
            report.note(OddityKind::SkippedEvent, subject, start.source, "");
        }
    };
    for event in events {
        match (event.role, from) {
            (FlowRole::Start, _) if only.is_some() => {}
            (FlowRole::Start, _) => {
                leave_off(loose.replace(event), report);
                from = Some(event.call);
            }
            (role, None) => {
                report.note(OddityKind::SkippedEvent, role.without_start(event.binding), event.source, "");
                // A call with an outgoing flow leads on, even if its incoming flow is unknown.
                if role == FlowRole::Step && event.binding == Binding::Record {
                    (from, loose) = (Some(event.call), Some(event));
                }
            }
            (role, Some(before)) => {
                loose = None;
                if before == event.call {
                    report.note(OddityKind::SkippedEvent, "flow within one call", event.source, "");
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

/// A sweep over the calls of a lane and its sub-lanes, in the order of their starts, up to some instant.
struct Sweep<'a> {
    calls: &'a Calls,
    /// Next call of each lane: its start, its row, and one past the lane's last row.
    next: BinaryHeap<Reverse<(i64, u32, u32)>>,
    /// Calls that may be running, in the order of their starts.
    open: Vec<u32>,
    steps: u64,
}

impl<'a> Sweep<'a> {
    /// Creates the sweep; it has no calls if the lane does not exist.
    fn new(lanes: &Lanes, calls: &'a Calls, lane: LaneId) -> Self {
        let subtree = lane.some().map_or(0..0, |lane| lanes.subtree(lane));
        let sublanes = subtree.map(LaneId).filter(|&inner| {
            inner == lane || lanes.parent(inner) == Some(lane) && lanes.kind(inner) == LaneKind::Sublane
        });
        let ranges = sublanes.map(|lane| lanes.calls(lane)).filter(|range| !range.is_empty());
        let entry = |range: Range<u32>| Reverse((calls.start[range.start as usize], range.start, range.end));
        Self { calls, next: ranges.map(entry).collect(), open: Vec::new(), steps: 0 }
    }

    /// Returns the next call to start at or after an instant. Instants must not decrease.
    fn next(&mut self, at: i64) -> Option<CallId> {
        self.advance(at.saturating_sub(1));
        self.next.peek().map(|&Reverse((_, call, _))| CallId(call))
    }

    /// Returns the innermost call that runs at an instant. Instants must not decrease.
    fn enclosing(&mut self, at: i64) -> Option<CallId> {
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

    /// Moves past the calls that start at or before an instant.
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
    /// Returns the text reported for an event that means no call.
    const fn unbound(self, binding: Binding) -> &'static str {
        match (binding, self) {
            (Binding::Record, _) => "flow (bind_id) without call",
            (_, Self::Start) => "flow start (s) without call",
            (_, Self::Step) => "flow step (t) without call",
            (_, Self::End) => "flow end (f) without call",
        }
    }

    /// Returns the text reported for an event whose flow never started.
    const fn without_start(self, binding: Binding) -> &'static str {
        match (binding, self) {
            (Binding::Record, _) => "end of a flow (flow_in) whose start (flow_out) is missing",
            (_, Self::Start) => "flow start (s)",
            (_, Self::Step) => "flow step (t) without start",
            (_, Self::End) => "flow end (f) without start",
        }
    }

    /// Returns the text reported for a start that nothing follows.
    const fn without_end(binding: Binding) -> &'static str {
        match binding {
            Binding::Record => "start of a flow (flow_out) whose end (flow_in) is missing",
            Binding::Enclosing | Binding::Next => "flow start (s) without end",
        }
    }
}
