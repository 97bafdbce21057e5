//! Shares of every node in every slice, `ρ_x` of Eq. 1, with the share of time without a state.

use crate::{Grid, LaneTree, SliceTable};

/// Shares by node, state and slice. Time without a state comes last, so the shares of a cell of one run add up to 1.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Shares {
    pub(crate) nodes: usize,
    pub(crate) states: usize,
    pub(crate) slices: usize,
    values: Vec<f64>,
}

/// Least part of its last slice that a run must fill, so that the slice says something about it.
const LEAST_FILLED: f64 = 0.5;

impl Shares {
    /// Computes the shares of a table whose leaves are those of the tree.
    pub(crate) fn of(table: &SliceTable, tree: &LaneTree) -> Self {
        let (slices, states) = (table.grid().count, table.states() + 1);
        let nodes = tree.nodes().len();
        let with_idle = table.with_idle();
        let mut ticks = vec![0u64; nodes * states * slices];
        for node in (0..nodes).rev() {
            if tree.is_leaf(node) {
                for leaf in tree.nodes()[node].leaves.clone() {
                    for state in 0..states {
                        let row = &mut ticks[(node * states + state) * slices..][..slices];
                        for (sum, ticks) in row.iter_mut().zip(with_idle.row(leaf, state)) {
                            *sum += ticks;
                        }
                    }
                }
            }
            if let Some(parent) = tree.nodes()[node].parent {
                let (before, own) = ticks.split_at_mut(node * states * slices);
                let of_parent = &mut before[parent * states * slices..][..states * slices];
                for (sum, ticks) in of_parent.iter_mut().zip(&own[..states * slices]) {
                    *sum += ticks;
                }
            }
        }
        let width = table.grid().width as f64;
        let whole = |node: usize| tree.nodes()[node].leaves.len() as f64 * width;
        let shares =
            ticks.iter().enumerate().map(|(at, ticks)| *ticks as f64 / whole(at / (states * slices)));
        Self { nodes, states, slices, values: shares.collect() }
    }

    /// Removes the time after the end of the run from the last slice that the run reaches, so that a slice in which a run
    /// ends does not look idle. Returns the number of slices that can be judged: those that the run fills by half at
    /// least.
    pub(crate) fn end_at(&mut self, grid: Grid, end: i64) -> usize {
        let ticks = end.saturating_sub(grid.start).max(0) as u64;
        let whole = (ticks / grid.width).min(grid.count as u64) as usize;
        let filled = (ticks % grid.width) as f64 / grid.width as f64;
        if whole == grid.count || filled < LEAST_FILLED {
            return whole;
        }
        let idle = self.states - 1;
        for node in 0..self.nodes {
            for state in 0..self.states {
                let after = if state == idle { 1.0 - filled } else { 0.0 };
                let share = &mut self.row_mut(node, state)[whole];
                *share = ((*share - after) / filled).max(0.0);
            }
        }
        whole + 1
    }

    /// Returns the shares of some nodes, numbered in this order.
    pub(crate) fn of_nodes(&self, nodes: &[usize]) -> Self {
        let of_node = self.states * self.slices;
        let values =
            nodes.iter().flat_map(|&node| &self.values[node * of_node..][..of_node]).copied().collect();
        Self { nodes: nodes.len(), values, ..*self }
    }

    /// Returns the shares of `other` less these. Both have the same nodes, states and slices.
    pub(crate) fn change_to(&self, other: &Self) -> Self {
        let values = self.values.iter().zip(&other.values).map(|(a, b)| b - a).collect();
        Self { values, ..*self }
    }

    /// Adds the shares of `other`, which has the same nodes, states and slices.
    pub(crate) fn add(&mut self, other: &Self) {
        for (sum, value) in self.values.iter_mut().zip(&other.values) {
            *sum += value;
        }
    }

    /// Multiplies all shares by a factor.
    pub(crate) fn scale(&mut self, by: f64) {
        for value in &mut self.values {
            *value *= by;
        }
    }

    /// Returns a node's shares of a state, by slice.
    pub(crate) fn row(&self, node: usize, state: usize) -> &[f64] {
        &self.values[(node * self.states + state) * self.slices..][..self.slices]
    }

    pub(crate) fn row_mut(&mut self, node: usize, state: usize) -> &mut [f64] {
        &mut self.values[(node * self.states + state) * self.slices..][..self.slices]
    }

    /// Returns the mean of a node's shares over the slices `from` to `to`, both included, by state.
    pub(crate) fn mean(&self, node: usize, from: usize, to: usize) -> Vec<f64> {
        let mean = |state| self.row(node, state)[from..=to].iter().sum::<f64>() / (to + 1 - from) as f64;
        (0..self.states).map(mean).collect()
    }
}

/// Returns the median: the mean of the middle two for an even number of values, 0 for none. Negating all values negates
/// the median.
pub(crate) fn median(values: &mut [f64]) -> f64 {
    if values.is_empty() {
        return 0.0;
    }
    let middle = values.len() / 2;
    let is_even = values.len().is_multiple_of(2);
    let (below, upper, _) = values.select_nth_unstable_by(middle, f64::total_cmp);
    let lower = below.iter().copied().max_by(f64::total_cmp).filter(|_| is_even);
    lower.map_or(*upper, |lower| f64::midpoint(lower, *upper))
}

/// Returns the Jensen–Shannon divergence of two distributions in bits, from 0 (equal) to 1 (nothing in common).
pub(crate) fn divergence(a: &[f64], b: &[f64]) -> f64 {
    let entropy = |share: f64| if share > 0.0 { -share * share.log2() } else { 0.0 };
    let of = |(a, b): (&f64, &f64)| entropy(f64::midpoint(*a, *b)) - f64::midpoint(entropy(*a), entropy(*b));
    a.iter().zip(b).map(of).sum::<f64>().clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divergence_ranges_from_equal_to_disjoint() {
        assert!(divergence(&[0.5, 0.5], &[0.5, 0.5]).abs() < 1e-12);
        assert!((divergence(&[1.0, 0.0], &[0.0, 1.0]) - 1.0).abs() < 1e-12);
        // By hand: H(¼, ¾) − (H(½, ½) + H(0, 1)) / 2 = 0.8113 − 0.5.
        assert!((divergence(&[0.5, 0.5], &[0.0, 1.0]) - 0.311_278).abs() < 1e-6);
    }

    #[test]
    fn slice_in_which_a_run_ends_has_the_shares_of_its_run() {
        // Slices of 100 ticks; the run is busy for 80 of its last 80 ticks, or for 20 of its last 40.
        let shares = |last: [f64; 2]| Shares {
            nodes: 1,
            states: 2,
            slices: 3,
            values: vec![1.0, 1.0, last[0], 0.0, 0.0, last[1]],
        };
        let grid = Grid { start: 0, width: 100, count: 3 };
        let mut filled = shares([0.8, 0.2]);
        assert_eq!(filled.end_at(grid, 280), 3);
        assert!((filled.row(0, 0)[2] - 1.0).abs() < 1e-12 && filled.row(0, 1)[2].abs() < 1e-12);
        let mut half_empty = shares([0.2, 0.8]);
        assert_eq!(half_empty.end_at(grid, 240), 2);
        assert_eq!(half_empty, shares([0.2, 0.8]));
        assert_eq!((half_empty.end_at(grid, 300), half_empty.end_at(grid, -7)), (3, 0));
    }

    #[test]
    fn median_averages_the_middle_two() {
        assert!((median(&mut [3.0, 1.0, 2.0]) - 2.0).abs() < 1e-12);
        assert!((median(&mut [4.0, 1.0]) - 2.5).abs() < 1e-12);
        assert!((median(&mut [4.0, 1.0, 3.0, 9.0]) - 3.5).abs() < 1e-12);
        assert!(median(&mut []).abs() < 1e-12);
    }
}
