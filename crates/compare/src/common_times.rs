//! Time in calls that both sides have, by call path. It splits a change in two. A slower machine or build also changes
//! the time in corresponding calls. Only a change of the program creates time in calls of one side only.

use crate::call_times::{AlignedPair, CallTimes};
use crate::parallel::both_sides;
use diptych_profile::{NodeId, PartTree, UnionRun, UnionTree};
use diptych_trace::CallId;
use std::sync::Arc;

/// Self time of common calls in ticks, by side and by node of its call tree. A call is common if it has a partner on the
/// same path. The excess of outlier calls is left out.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CommonTimes {
    /// Times of A and of B.
    pub sides: [Vec<i64>; 2],
}

impl CommonTimes {
    /// Sums the times of the compared parts of the sides. O(calls + nodes · log siblings).
    pub fn new(aligned: AlignedPair<'_>, trees: [&PartTree; 2], times: &CallTimes) -> Self {
        let union = UnionTree::new(&[0, 1].map(|side| (side, Arc::new(trees[side].tree.clone()))));
        let node_of_union = |run: &UnionRun| -> Vec<NodeId> {
            let mut nodes = vec![NodeId::NONE; run.tree.len()];
            let own = union.nodes().filter_map(|node| Some((run.own(node)?, node)));
            own.for_each(|(own, node)| nodes[own.index()] = node);
            nodes
        };
        let of_union: Vec<Vec<NodeId>> = union.runs().iter().map(node_of_union).collect();
        let path =
            |side: usize, call: CallId| Some(of_union[side][trees[side].nodes[call.index()].some()?.index()]);
        let is_common = |side: usize, call: CallId| {
            let partner = aligned.alignment.sides[side].partner[call.index()].some();
            let path_of_partner = partner.and_then(|partner| path(1 - side, partner));
            path_of_partner.is_some() && path(side, call) == path_of_partner
        };
        let mut sides = both_sides(|side| {
            let mut ticks = vec![0; trees[side].tree.len()];
            let (calls, nodes) = (aligned.pair.traces[side].calls(), &trees[side].nodes);
            let common: Vec<bool> = (0..nodes.len()).map(|row| is_common(side, CallId(row as u32))).collect();
            let until = aligned.ends.compared_until(side).unwrap_or(i64::MAX);
            for (row, parent) in calls.parent().iter().enumerate() {
                let (start, end) = (calls.start()[row], calls.end()[row]);
                let duration = end.min(until) - start.min(until);
                if common[row] {
                    ticks[nodes[row].index()] += duration;
                }
                if let Some(parent) = parent.some().filter(|parent| common[parent.index()]) {
                    ticks[nodes[parent.index()].index()] -= duration;
                }
            }
            ticks
        });
        for call in times.few.iter().filter(|few| is_common(few.side, few.call)) {
            if let Some(ticks) = sides[call.side].get_mut(call.node.index()) {
                *ticks -= call.excess();
            }
        }
        Self { sides }
    }

    /// Returns, for each node of the union tree, the sum over the path and everything below it, for each side.
    /// O(nodes).
    pub fn by_path(&self, union: &UnionTree) -> Vec<[i64; 2]> {
        let own = |node: NodeId| {
            let mut ticks = [0; 2];
            for run in union.runs() {
                let of_run = run.own(node).and_then(|own| self.sides[run.side].get(own.index()));
                ticks[run.side] += of_run.copied().unwrap_or(0);
            }
            ticks
        };
        let mut sums: Vec<[i64; 2]> = union.nodes().map(own).collect();
        for row in (0..sums.len()).rev() {
            if let Some(parent) = union.parent()[row].some() {
                let of_row = sums[row];
                for side in 0..2 {
                    sums[parent.index()][side] = sums[parent.index()][side].saturating_add(of_row[side]);
                }
            }
        }
        sums
    }
}
