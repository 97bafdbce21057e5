//! What the test of several runs is made of, as plain numbers: so that it can be done elsewhere and kept.

use super::Options;
use super::several_runs::{Split, deal_count};
use super::table::Table;
use crate::Progress;
use diptych_profile::UnionTree;

/// Most runs that are tested: a set of them is a word.
pub(super) const MOST_RUNS: usize = 64;

/// Every row of a ranking in every run, as normalised. The same numbers give the same result, whatever the rows and
/// the runs are called.
#[derive(Debug, Clone, PartialEq)]
pub struct PermutationTest {
    /// Side of each run.
    pub sides: Vec<u8>,
    /// Run by run, ticks of each row.
    pub ticks: Vec<f64>,
    /// Run by run, calls of each row.
    pub calls: Vec<u64>,
    /// Ticks that a row must exceed in some run to be tested.
    pub floor: f64,
    /// The probability, at most, that anything unchanged is listed.
    pub level: f64,
}

/// What the test came to.
#[derive(Debug, Clone, PartialEq)]
pub struct PermutationResult {
    /// How runs were dealt.
    pub split: Split,
    /// The adjusted p of each row; `None` for rows too small to be tested.
    pub p: Vec<Option<f64>>,
}

impl PermutationTest {
    /// Of a union tree under options. `None` with one run a side, with none on a side or over 64 in all, and with so
    /// few that no deal can reach the level. O(nodes · runs).
    pub fn new(union: &UnionTree, options: Options) -> Option<Self> {
        Self::is_possible(union, options).then(|| Self::from_table(&Table::new(union, options, &[]), options))
    }

    /// Whether there are enough runs on both sides, and not too many. O(runs).
    pub fn is_possible(union: &UnionTree, options: Options) -> bool {
        let [a, b] = [0, 1].map(|side| union.side(side).count());
        let deals = if a == 0 || b == 0 || a + b > MOST_RUNS { 0 } else { deal_count(a, b) };
        a + b > 2 && deals > 1 && 1.0 / deals as f64 <= options.level
    }

    /// Of a table made under the same options.
    pub(super) fn from_table(table: &Table, options: Options) -> Self {
        let cells = || table.runs.iter().flatten();
        Self {
            sides: table.side.iter().map(|&side| side as u8).collect(),
            ticks: cells().map(|cell| cell.ticks).collect(),
            calls: cells().map(|cell| cell.calls).collect(),
            floor: options.floor.ticks as f64,
            level: options.level,
        }
    }

    /// Rows in each run.
    pub fn rows(&self) -> usize {
        self.ticks.len() / self.sides.len().max(1)
    }

    /// Ticks of each row in a run.
    pub(super) fn ticks(&self, run: usize) -> &[f64] {
        let rows = self.rows();
        &self.ticks[run * rows..(run + 1) * rows]
    }

    /// Calls of each row in a run.
    pub(super) fn calls(&self, run: usize) -> &[u64] {
        let rows = self.rows();
        &self.calls[run * rows..(run + 1) * rows]
    }

    /// Numbers of the runs.
    pub(super) fn runs(&self) -> std::ops::Range<usize> {
        0..self.sides.len()
    }

    /// Does the test: O(rows · runs · splits), at most 2,000 splits. Progress is in splits. `None` where there are too
    /// few runs, or too many.
    pub fn test(&self, progress: Progress<'_>) -> Option<PermutationResult> {
        super::several_runs::test(self, progress)
    }
}

/// The run of the median total: of an even number the lower of the middle two, of equals the first. 0 of nothing.
pub fn run_of_median_total(totals: &[i64]) -> usize {
    let order = runs_by_total(totals);
    order.get(order.len().saturating_sub(1) / 2).copied().unwrap_or(0)
}

/// Runs from the shortest total to the longest; of equals the first comes first.
pub fn runs_by_total(totals: &[i64]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..totals.len()).collect();
    order.sort_by_key(|&run| totals[run]);
    order
}
