//! Time in calls that both sides have, by call path. It splits a change in two. A slower machine or build also changes
//! the time in corresponding calls. Only a change of the program creates time in calls of one side only.

use crate::align::{Alignment, Kind};
use crate::call_times::CallTimes;
use diptych_profile::{NodeId, PartTree, UnionTree};

/// Self time of matched calls in ticks, by side and by node of its call tree. The excess of outlier calls is left out.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CommonTimes {
    /// Times of A and of B.
    pub sides: [Vec<i64>; 2],
}

impl CommonTimes {
    /// Collects the times from the compared parts of the sides. O(nodes + outlier calls).
    pub fn new(alignment: &Alignment, trees: [&PartTree; 2], times: &CallTimes) -> Self {
        let mut sides = trees.map(|tree| tree.common_ticks.clone());
        let is_common = |side: usize, call: usize| alignment.sides[side].kind[call] == Kind::Matched;
        for call in times.few.iter().filter(|few| is_common(few.side, few.call.index())) {
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
