//! A pair of traces with its alignment, and the part of each side that is compared.

use super::stacks_of_both::stacks_of_both;
use crate::align::Alignment;
use crate::ends::{EarlyEnd, Ends};
use crate::{Pair, Progress};
use diptych_profile::{CallTree, NodeId, PartTree, TreePart};
use diptych_trace::{CallId, IdentityId, for_each_block};
use std::sync::Arc;

/// A pair of traces with its alignment.
#[derive(Debug, Clone, Copy)]
pub struct AlignedPair<'a> {
    /// Traces and identities of the functions.
    pub pair: Pair<'a>,
    /// Alignment of the calls.
    pub alignment: &'a Alignment,
    /// Ends of both sides.
    pub ends: &'a Ends,
}

impl AlignedPair<'_> {
    /// Returns the early end of the other side, if this side goes on after it.
    pub(super) fn early(self, side: usize) -> Option<EarlyEnd> {
        self.ends.early.filter(|early| early.side != side)
    }

    /// Returns true if a call is left out of the comparison although it starts before the other side's end.
    pub(super) fn is_open(self, side: usize, call: CallId) -> bool {
        let trace = self.pair.traces[side];
        self.early(side).is_some_and(|early| early.is_open(trace, self.alignment, call))
    }

    /// Returns the partner of a call.
    pub(super) fn partner(self, side: usize, call: CallId) -> Option<CallId> {
        self.alignment.sides[side].partner[call.index()].some()
    }

    /// Returns true if a call without partner is no layer of its side alone: its callees were called by the same function
    /// on the other side. A pool with fewer workers has fewer calls of `worker`, but its tasks are still called by one.
    /// O(callees).
    fn is_layer_of_both(self, side: usize, call: CallId) -> bool {
        let calls = self.pair.traces[side].calls();
        let end = calls.subtree_end()[call.index()];
        let next =
            |callee: &CallId| Some(CallId(calls.subtree_end()[callee.index()])).filter(|next| next.0 < end);
        let first = Some(CallId(call.0 + 1)).filter(|first| first.0 < end);
        let callee = std::iter::successors(first, next).find_map(|callee| self.partner(side, callee));
        let of_other = self.pair.traces[1 - side].calls();
        let Some(caller) = callee.and_then(|callee| of_other.parent()[callee.index()].some()) else {
            return false;
        };
        let is_around = |outer: CallId| outer < call && call.0 < calls.subtree_end()[outer.index()];
        // With recursion, an outer call of this side may be the partner. Then this call is a layer more.
        self.pair.of_call(1 - side, caller) == self.pair.of_call(side, call)
            && !self.partner(1 - side, caller).is_some_and(is_around)
    }

    /// Builds the call tree of the compared part of a side. Layers that only this side has between two calls with
    /// partners are not part of the inner call's path.
    ///
    /// If calls of either side are folded, stacks decide as well: a sum of several calls often has no partner, but its
    /// stack and its time are exact. No layer has a stack that the other side has too. Of a stack that only this side has, those
    /// functions are layers without which the other side has it, and this side has not. O(calls).
    pub fn tree(self, side: usize, progress: Progress<'_>) -> PartTree {
        let is_folded = self.pair.traces.iter().any(|trace| trace.is_folded());
        let stack_of_both = if is_folded { self.calls_with_stacks_of_both(side) } else { Vec::new() };
        let is_common = |call: CallId| {
            self.partner(side, call).is_some()
                || stack_of_both.get(call.index()) == Some(&true)
                || self.is_layer_of_both(side, call)
        };
        self.part_tree(side, Some(&is_common), progress)
    }

    /// Returns, for each call of a side, whether the other side has its stack, perhaps without layers. O(calls).
    fn calls_with_stacks_of_both(self, side: usize) -> Vec<bool> {
        let PartTree { tree, nodes } = self.part_tree(side, None, &mut |_, _| ());
        let other = self.part_tree(1 - side, None, &mut |_, _| ());
        let is_of_both = stacks_of_both(&Arc::new(tree), &Arc::new(other.tree));
        nodes.iter().map(|node| node.some().is_some_and(|node| is_of_both[node.index()])).collect()
    }

    /// Builds the call tree of the compared part of a side along the calls for which `is_common` holds.
    fn part_tree(
        self,
        side: usize,
        is_common: Option<&dyn Fn(CallId) -> bool>,
        progress: Progress<'_>,
    ) -> PartTree {
        let is_left_out = |call: CallId| self.is_open(side, call);
        let part = TreePart {
            from: i64::MIN,
            until: self.ends.compared_until(side).unwrap_or(i64::MAX),
            lanes: None,
            is_left_out: if self.early(side).is_some() { Some(&is_left_out) } else { None },
            is_common,
        };
        CallTree::of_part(self.pair.traces[side], self.pair.identities[side], part, progress)
    }
}

/// The compared part of one side.
pub(super) struct ComparedPart<'a> {
    pub(super) side: usize,
    pub(super) tree: &'a CallTree,
    /// Tree node of each call, or none for a call that is not compared.
    pub(super) nodes: &'a [NodeId],
    /// Self time of each call in ticks, up to the other side's end.
    pub(super) self_ticks: Vec<i64>,
}

impl<'a> ComparedPart<'a> {
    pub(super) fn new(
        aligned: AlignedPair<'a>,
        side: usize,
        PartTree { tree, nodes, .. }: &'a PartTree,
    ) -> Self {
        let calls = aligned.pair.traces[side].calls();
        let until = aligned.ends.compared_until(side).unwrap_or(i64::MAX);
        let mut self_ticks: Vec<i64> = Vec::with_capacity(calls.len());
        for_each_block(0..calls.len(), &mut |rows| {
            for row in rows {
                let ticks = (calls.end()[row].min(until) - calls.start()[row]).max(0);
                self_ticks.push(ticks);
                if let Some(parent) = calls.parent()[row].some() {
                    self_ticks[parent.index()] -= ticks;
                }
            }
        });
        Self { side, tree, nodes, self_ticks }
    }

    /// Calls `of` with the row and the function of each compared call.
    pub(super) fn each(&self, of: &mut impl FnMut(usize, IdentityId)) {
        let identities = self.tree.identity();
        for_each_block(0..self.nodes.len(), &mut |rows| {
            for row in rows {
                if let Some(node) = self.nodes[row].some() {
                    of(row, identities[node.index()]);
                }
            }
        });
    }
}
