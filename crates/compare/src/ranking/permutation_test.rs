//! The input of the test of several runs as plain numbers, so that the test can run elsewhere and its result can be
//! stored.

use super::Options;
use super::caller_parts::PartTable;
use super::deals::{MOST_RUNS, Split, deal_count};
use super::table::Table;
use diptych_profile::UnionTree;
use diptych_trace::Sorting;

/// The value of every row of a ranking in every run, as normalised. Equal numbers give equal results, whatever the
/// names of the rows and the runs.
#[derive(Debug, Clone, PartialEq)]
pub struct PermutationTest {
    /// Side of each run.
    pub sides: Vec<u8>,
    /// Ticks of each row, run by run.
    pub ticks: Vec<f64>,
    /// Ticks of each row without its longest call, run by run: that call counts as long as the others on average. Empty
    /// if single calls are not known.
    pub steady: Vec<f64>,
    /// Calls of each row, run by run.
    pub calls: Vec<u64>,
    /// Ticks that a row must exceed in some run to be tested.
    pub floor: f64,
    /// Maximum probability that any unchanged row is significant.
    pub level: f64,
}

/// The result of the test.
#[derive(Debug, Clone, PartialEq)]
pub struct PermutationResult {
    /// Number of ways in which the labels were dealt to the runs.
    pub split: Split,
    /// Adjusted p of each row, or `None` for rows too small to be tested. With functions as rows, those of the calls of one
    /// caller follow.
    pub p: Vec<Option<f64>>,
}

impl PermutationTest {
    /// Prepares the test of a union tree under options. Returns `None` for one run per side, for a side without runs,
    /// and for more than 64 runs in total. Also returns `None` if there are too few runs to reach the level.
    /// O(nodes · runs).
    pub fn new(union: &UnionTree, options: Options) -> Option<Self> {
        Self::is_possible(union, options).then(|| {
            let parts = PartTable::new(union, options);
            Self::from_table(&Table::new(union, options, &[]), &parts, options)
        })
    }

    /// Returns true if both sides have enough runs, and not too many in total. O(runs).
    pub fn is_possible(union: &UnionTree, options: Options) -> bool {
        let [a, b] = [0, 1].map(|side| union.side(side).count());
        let deals = if a == 0 || b == 0 || a + b > MOST_RUNS { 0 } else { deal_count(a, b) };
        a + b > 2 && deals > 1 && 1.0 / deals as f64 <= options.level
    }

    /// Prepares the test from tables made under the same options. The rows of parts come after all others.
    pub(super) fn from_table(table: &Table, parts: &PartTable, options: Options) -> Self {
        let of_parts = |run: usize| parts.runs.get(run).into_iter().flatten();
        let cells = || table.runs.iter().enumerate().flat_map(|(run, of)| of.iter().chain(of_parts(run)));
        Self {
            sides: table.side.iter().map(|&side| side as u8).collect(),
            ticks: cells().map(|cell| cell.ticks).collect(),
            steady: cells().map(|cell| cell.steady).collect(),
            calls: cells().map(|cell| cell.calls).collect(),
            floor: options.floor.ticks as f64,
            level: options.level,
        }
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.ticks.len() / self.sides.len().max(1)
    }

    /// Returns the ticks of each row in a run.
    pub(super) fn ticks(&self, run: usize) -> &[f64] {
        let rows = self.rows();
        &self.ticks[run * rows..(run + 1) * rows]
    }

    /// Returns the calls of each row in a run.
    pub(super) fn calls(&self, run: usize) -> &[u64] {
        let rows = self.rows();
        &self.calls[run * rows..(run + 1) * rows]
    }

    /// Returns the indices of all runs.
    pub(super) fn runs(&self) -> std::ops::Range<usize> {
        0..self.sides.len()
    }
}

/// Returns the run with the median total: the lower of the middle two for an even number, the first of equal ones.
/// Returns 0 for an empty list.
pub fn run_of_median_total(totals: &[i64]) -> usize {
    let order = runs_by_total(totals);
    order.get(order.len().saturating_sub(1) / 2).copied().unwrap_or(0)
}

/// Returns the runs from the smallest total to the largest, and equal ones in their order.
pub fn runs_by_total(totals: &[i64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..totals.len()).collect();
    order.order_by_key(|&run| totals[run]);
    order
}
