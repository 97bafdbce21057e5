//! Times of all nodes, added up to each edge of slices: the shares of any area take constant time per state.

use crate::cuts::Part;
use crate::{LaneTree, SliceTable};

/// Ticks of every node of a lane tree by state and slice, each row added up from the first slice on. Holds nodes ×
/// states × (slices + 1) numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NodeTimes {
    states: usize,
    slices: usize,
    /// Width of a slice in ticks.
    width: u64,
    /// Number of leaves, by node.
    leaves: Vec<u64>,
    /// Sums of ticks by node, state and edge of slices.
    edges: Vec<u64>,
}

impl NodeTimes {
    /// Adds up a table whose leaves are those of the tree; the tree may be folded. O(leaves · states · slices).
    pub fn new(table: &SliceTable, tree: &LaneTree) -> Self {
        let row = |node: usize| {
            let leaves = tree.nodes()[node].leaves.clone();
            move |state: usize, slice: usize| {
                leaves.clone().map(|leaf| table.row(leaf, state)[slice]).sum::<u64>()
            }
        };
        let (states, grid) = (table.states(), table.grid());
        Self::from_leaf_nodes(tree, states, grid.count, grid.width, |node, ticks| {
            let at = row(node);
            for (place, ticks) in ticks.iter_mut().enumerate() {
                *ticks = at(place / grid.count, place % grid.count);
            }
        })
    }

    /// Adds up times from another source: `fill` writes the ticks of a node without children, by state and slice.
    /// `width` is the number of ticks of a slice.
    pub fn from_leaf_nodes(
        tree: &LaneTree,
        states: usize,
        slices: usize,
        width: u64,
        mut fill: impl FnMut(usize, &mut [u64]),
    ) -> Self {
        let nodes = tree.nodes().len();
        let mut ticks = vec![0u64; nodes * states * slices];
        let size = states * slices;
        for node in (0..nodes).rev() {
            if tree.is_leaf(node) {
                fill(node, &mut ticks[node * size..][..size]);
            }
            if let Some(parent) = tree.nodes()[node].parent {
                let (before, own) = ticks.split_at_mut(node * size);
                for (sum, ticks) in before[parent * size..][..size].iter_mut().zip(&own[..size]) {
                    *sum = sum.saturating_add(*ticks);
                }
            }
        }
        let mut edges = Vec::with_capacity(nodes * states * (slices + 1));
        for row in ticks.chunks_exact(slices.max(1)) {
            let mut sum = 0u64;
            edges.push(0);
            edges.extend(row.iter().map(|&ticks| {
                sum = sum.saturating_add(ticks);
                sum
            }));
        }
        let leaves = tree.nodes().iter().map(|node| node.leaves.len() as u64).collect();
        Self { states, slices, width, leaves, edges }
    }

    /// Returns the number of states.
    pub fn states(&self) -> usize {
        self.states
    }

    /// Returns the number of slices.
    pub fn slices(&self) -> usize {
        self.slices
    }

    /// Returns the ticks of an area in a state.
    pub fn ticks(&self, part: Part, state: usize) -> u64 {
        let row = (part.node as usize * self.states + state) * (self.slices + 1);
        self.edges[row + part.to as usize + 1] - self.edges[row + part.from as usize]
    }

    /// Returns the share of an area's time in each state, from 0 to 1 (Eq. 1 of the paper). The rest up to 1 is time
    /// without a state.
    pub fn shares(&self, part: Part) -> Vec<f64> {
        let whole = self.leaves[part.node as usize] * u64::from(part.to + 1 - part.from) * self.width;
        (0..self.states).map(|state| self.ticks(part, state) as f64 / whole.max(1) as f64).collect()
    }

    /// Returns the shares of an area by state, followed by the share of time without a state.
    pub fn shares_and_none(&self, part: Part) -> Vec<f64> {
        let mut shares = self.shares(part);
        shares.push((1.0 - shares.iter().sum::<f64>()).max(0.0));
        shares
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Grid;
    use crate::lane_tree::LaneRow;
    use diptych_trace::LaneId;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn area_times_are_the_sums_of_cells(
            cells in prop::collection::vec(0u64..9, 5 * 3 * 4), level in 0usize..3,
            (from, span) in (0u32..4, 0u32..4),
        ) {
            let rows = [(None, false), (Some(0), true), (Some(0), true), (None, false), (Some(3), true), (Some(3), true), (Some(3), true)];
            let rows = rows.iter().enumerate().map(|(at, &(parent, has_calls))| LaneRow {
                lane: LaneId(at as u32), parent, name: "x", has_calls,
            });
            let tree = LaneTree::of_rows(rows).folded(level);
            let mut table = SliceTable::zeros(Grid { start: 0, width: 10, count: 4 }, 5, 3);
            for leaf in 0..5 {
                for state in 0..3 {
                    table.row_mut(leaf, state).copy_from_slice(&cells[(leaf * 3 + state) * 4..][..4]);
                }
            }
            let times = NodeTimes::new(&table, &tree);
            let to = (from + span).min(3);
            for node in 0..tree.nodes().len() {
                let sums = table.sums(tree.nodes()[node].leaves.clone(), from as usize..=to as usize);
                let part = Part { node: node as u32, from, to };
                let whole = (tree.nodes()[node].leaves.len() as u32 * (to + 1 - from) * 10) as f64;
                for (state, &sum) in sums.iter().enumerate() {
                    prop_assert_eq!(times.ticks(part, state), sum);
                    prop_assert!((times.shares(part)[state] - sum as f64 / whole).abs() < 1e-12);
                }
            }
        }
    }
}
