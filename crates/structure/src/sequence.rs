//! The calls of some lanes in one order, the data of both the massive sequence and the radial view.

use crate::{NodeId, PlacedSide};
use diptych_trace::{CallId, Calls, LaneId, Trace};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::ops::Range;

/// Calls that have a caller, ordered by start, then by lane, then as stored. *Line* i is the i-th of them. Takes 8
/// bytes a call.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CallSequence {
    calls: Vec<CallId>,
    /// Index of each line's caller and callee in `pairs`.
    pair: Vec<u32>,
    pairs: Vec<(NodeId, NodeId)>,
    /// Number of lines before each call without a caller, ascending.
    without_caller: Vec<u32>,
    /// Element of each call without a caller.
    uncalled: Vec<NodeId>,
}

impl CallSequence {
    /// Collects the own calls of these lanes, each named once. The caller of a call is the function of the enclosing
    /// call. Without an enclosing call it is the element of the lane, if lanes call as a whole
    /// ([`PlacedSide::of_caller`]).
    ///
    /// O(calls · log lanes).
    pub fn new(trace: &Trace, placed: &PlacedSide, lanes: &[LaneId]) -> Self {
        let mut sequence = Self::default();
        let mut place_of: FxHashMap<(NodeId, NodeId), u32> = FxHashMap::default();
        let mut last = (None, 0);
        let calls = trace.calls();
        in_order(trace, lanes, |lane, call| {
            let element = |call: CallId| placed.of_function[calls.function()[call.index()].index()];
            let around = calls.parent()[call.index()].some().map(element);
            let Some(caller) = around.or_else(|| placed.of_caller.get(lane.index()).copied()) else {
                sequence.without_caller.push(sequence.calls.len() as u32);
                sequence.uncalled.push(element(call));
                return;
            };
            let pair = (caller, element(call));
            if last.0 != Some(pair) {
                let new = sequence.pairs.len() as u32;
                let place = *place_of.entry(pair).or_insert(new);
                if place == new {
                    sequence.pairs.push(pair);
                }
                last = (Some(pair), place);
            }
            sequence.calls.push(call);
            sequence.pair.push(last.1);
        });
        sequence
    }

    /// Returns the number of lines.
    pub fn len(&self) -> usize {
        self.calls.len()
    }

    /// Returns true if there are no lines.
    pub fn is_empty(&self) -> bool {
        self.calls.is_empty()
    }

    /// Returns the call of each line.
    pub fn calls(&self) -> &[CallId] {
        &self.calls
    }

    /// Returns the index of each line's caller and callee in [`CallSequence::pairs`].
    pub fn pair(&self) -> &[u32] {
        &self.pair
    }

    /// Returns each caller with each function that it calls, once, by first appearance.
    pub fn pairs(&self) -> &[(NodeId, NodeId)] {
        &self.pairs
    }

    /// Returns the number of calls without a caller among these lines; such calls are no lines. Those after all lines
    /// count at the end. O(log).
    pub fn without_caller(&self, lines: Range<usize>) -> usize {
        self.uncalled(lines).len()
    }

    /// Returns the element of each call that [`CallSequence::without_caller`] counts. O(log).
    pub fn uncalled(&self, lines: Range<usize>) -> &[NodeId] {
        let before = |line: usize| self.without_caller.partition_point(|&at| (at as usize) < line);
        let end = if lines.end >= self.len() { self.without_caller.len() } else { before(lines.end) };
        self.uncalled.get(before(lines.start)..end).unwrap_or_default()
    }

    /// Counts the lines of a range whose call meets a condition, by index in [`CallSequence::pairs`]. O(lines of the range +
    /// pairs).
    pub fn count_lines(&self, lines: Range<usize>, is_counted: impl Fn(CallId) -> bool) -> Vec<u64> {
        let mut counts = vec![0; self.pairs.len()];
        let calls = self.calls[lines.clone()].iter().zip(&self.pair[lines]);
        for (_, &pair) in calls.filter(|(call, _)| is_counted(**call)) {
            counts[pair as usize] += 1;
        }
        counts
    }

    /// Returns the lines whose calls start within these ticks. O(log lines).
    pub fn lines_between(&self, calls: &Calls, ticks: Range<i64>) -> Range<usize> {
        let before = |tick| self.calls.partition_point(|call| calls.start()[call.index()] < tick);
        let from = before(ticks.start);
        from..before(ticks.end).max(from)
    }
}

/// Visits all own calls of some lanes by (start, lane, id).
fn in_order(trace: &Trace, lanes: &[LaneId], mut each: impl FnMut(LaneId, CallId)) {
    let start = |call: u32| trace.calls().start()[call as usize];
    let first = |&lane: &LaneId| {
        let calls = trace.lanes().calls(lane);
        (!calls.is_empty()).then(|| Reverse((start(calls.start), lane, calls.start)))
    };
    let mut next: BinaryHeap<_> = lanes.iter().filter_map(first).collect();
    while let Some(Reverse((_, lane, mut call))) = next.pop() {
        let end = trace.lanes().calls(lane).end;
        // Stay in this lane as long as no other lane has an earlier call.
        loop {
            each(lane, CallId(call));
            call += 1;
            if call >= end {
                break;
            }
            let item = Reverse((start(call), lane, call));
            if next.peek().is_some_and(|other| *other > item) {
                next.push(item);
                break;
            }
        }
    }
}
