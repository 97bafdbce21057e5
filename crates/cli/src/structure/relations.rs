//! Call relations between elements, with their counts on both sides.

use diptych_engine::trace::{CallId, LaneId, Trace};
use diptych_structure::{
    CallSequence, Forbidden, Layers, NodeId, PlacedSide, Relation, RelationOfPair, Tally, VisibleElements,
    WindowCounts, rare, relations, relations_of_pair,
};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

/// The calls of one side within a window.
#[derive(Debug)]
pub(super) struct CallCounts {
    pairs: Vec<(NodeId, NodeId)>,
    tallies: Vec<Tally>,
    /// Number of calls with a caller.
    calls: u64,
    without_caller: u64,
    /// Number of calls of each pair whose match starts outside of the other side's window.
    beyond: Vec<Tally>,
}

impl CallCounts {
    /// Counts the calls of all lanes. `ticks` limits the starts of the calls, and `is_beyond` says of a call whether its match
    /// starts outside of the other side's window.
    pub(super) fn new(
        trace: &Trace,
        placed: &PlacedSide,
        ticks: Option<&Range<i64>>,
        is_beyond: &dyn Fn(CallId) -> bool,
    ) -> Self {
        let lanes: Vec<LaneId> = trace.lanes().ids().collect();
        let sequence = CallSequence::new(trace, placed, &lanes);
        let calls = trace.calls();
        let lines = match ticks {
            Some(ticks) => sequence.lines_between(calls, ticks.clone()),
            None => 0..sequence.len(),
        };
        let starts = calls.start().iter().filter(|start| ticks.is_none_or(|of| of.contains(start)));
        let of_lines = lines.len() as u64;
        let beyond = sequence.count_lines(lines.clone(), is_beyond).into_iter();
        Self {
            beyond: beyond.map(|calls| Tally { calls, start_sum: 0 }).collect(),
            tallies: WindowCounts::new(&sequence, calls).window(&sequence, calls, lines),
            pairs: sequence.pairs().to_vec(),
            calls: of_lines,
            without_caller: starts.count() as u64 - of_lines,
        }
    }
}

/// The relations of one trace or of a pair. With one trace, B has no calls.
#[derive(Debug)]
pub(super) struct Relations {
    /// Relations between two elements, by caller and callee.
    pub(super) edges: Vec<RelationOfPair>,
    /// Relations within one element.
    pub(super) loops: Vec<RelationOfPair>,
    /// Number of calls with a caller, by side.
    pub(super) calls: [u64; 2],
    pub(super) without_caller: [u64; 2],
    /// Number of calls of a relation, by side, whose match starts outside of the other side's window.
    pub(super) beyond: BTreeMap<[u32; 2], [u64; 2]>,
    /// Calls between functions, by side.
    functions: Vec<CallCounts>,
    by_side: Vec<Vec<Relation>>,
}

/// The calls of one function to another that no rule allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ForbiddenCalls {
    pub(super) caller: NodeId,
    pub(super) callee: NodeId,
    /// Layers of caller and callee; the top one is 0.
    pub(super) layers: [usize; 2],
    /// Number of calls in A and in B.
    pub(super) calls: [u64; 2],
}

impl Relations {
    /// Builds the relations from the calls of one side or of both.
    pub(super) fn new(functions: Vec<CallCounts>, shown: &VisibleElements) -> Self {
        let by_side: Vec<Vec<Relation>> =
            functions.iter().map(|side| relations(&side.pairs, &side.tallies, shown)).collect();
        let side = |at: usize| by_side.get(at).map_or(&[][..], Vec::as_slice);
        let all = relations_of_pair(side(0), side(1));
        let (loops, edges) = all.into_iter().partition(|it| it.caller == it.callee);
        let sum = |of: fn(&CallCounts) -> u64| [0, 1].map(|at| functions.get(at).map_or(0, of));
        let (calls, without_caller) = (sum(|of| of.calls), sum(|of| of.without_caller));
        let mut beyond: BTreeMap<[u32; 2], [u64; 2]> = BTreeMap::new();
        for (side, of) in functions.iter().enumerate() {
            for it in relations(&of.pairs, &of.beyond, shown) {
                beyond.entry([it.caller, it.callee]).or_default()[side] += it.tally.calls;
            }
        }
        Self { edges, loops, calls, without_caller, beyond, functions, by_side }
    }

    /// Returns the relations of a side with at most so many calls there, the fewest first, without loops.
    pub(super) fn rare(&self, side: usize, at_most: u64) -> Vec<Relation> {
        let mut found = rare(&self.by_side[side], at_most);
        found.retain(|it| it.caller != it.callee);
        found
    }

    /// Returns the calls that the layers forbid: most calls on both sides together first, then by caller and callee.
    pub(super) fn forbidden(&self, layers: &Layers) -> Vec<ForbiddenCalls> {
        let mut by_pair: BTreeMap<(NodeId, NodeId), ForbiddenCalls> = BTreeMap::new();
        for (side, of) in self.functions.iter().enumerate() {
            for Forbidden { caller, callee, layers, tally } in layers.forbidden(&of.pairs, &of.tallies) {
                let new = ForbiddenCalls { caller, callee, layers, calls: [0; 2] };
                by_pair.entry((caller, callee)).or_insert(new).calls[side] += tally.calls;
            }
        }
        let mut found: Vec<ForbiddenCalls> = by_pair.into_values().collect();
        found.sort_by_key(|it| Reverse(it.calls[0] + it.calls[1]));
        found
    }
}
