//! The size of a change relative to its variation.
//!
//! The statistic of a row is |difference of the sides' mean ln ticks| ÷ its standard error. With a handful of runs the
//! error is poorly known, and of thousands of rows some vary little by chance and would win. So its variance is the
//! larger of two: the row's own within the sides, and the median of rows called about equally often. (Smyth's moderated
//! t, 2004, combines the same two.)
//!
//! The statistic is computed twice, from ticks as recorded and from ticks relative to the run's median row, and the
//! larger value counts. If the machine's speed differs from run to run, ticks as recorded hide a change of a single
//! function. But a change of everything must not vanish either.
//!
//! For rows that pauses disturb ([`disturbed`]), both are also computed from the ticks without the longest call, and the
//! largest value counts. A pause in one run hides a change of all ticks, and a change of one long call is only in them.

use crate::ranking::median::median;
use crate::ranking::permutation_test::PermutationTest;
use diptych_trace::Sorting;

/// Number of rows called about equally often that are used on either side.
const NEIGHBOURS: usize = 12;

/// Error of a ln ratio below which two values count as equal, because of rounding.
const ROUNDING: f64 = 1e-9;

/// Ln ticks by run, then by tested row.
pub(super) type Logs = Vec<Vec<f64>>;

/// Returns the ln ticks of tested rows. Adds a tenth of the floor, so that rows too small to matter do not vary without
/// bound.
pub(super) fn logs(test: &PermutationTest, ticks: &[f64], order: &[usize], rows: &[usize]) -> Logs {
    let least = (test.floor / 10.0).max(1.0);
    let all = test.rows();
    let of_run = |&run: &usize| rows.iter().map(|&row| (ticks[run * all + row] + least).ln()).collect();
    order.iter().map(of_run).collect()
}

/// Returns logs relative to the run: less the median over all rows of how far each is above its own mean.
pub(super) fn relative_to_run(logs: &Logs) -> Logs {
    let runs = logs.len().max(1) as f64;
    let rows = logs.first().map_or(0, Vec::len);
    let means: Vec<f64> = (0..rows).map(|row| logs.iter().map(|run| run[row]).sum::<f64>() / runs).collect();
    let relative = |logs: &Vec<f64>| {
        let speed = median(&mut logs.iter().zip(&means).map(|(log, mean)| log - mean).collect::<Vec<f64>>());
        logs.iter().map(|log| log - speed).collect()
    };
    logs.iter().map(relative).collect()
}

/// Returns the tested rows, from the least often called to the most often called.
pub(super) fn by_calls(test: &PermutationTest, rows: &[usize]) -> Vec<usize> {
    let calls = |row: usize| test.runs().map(|run| test.calls(run)[row]).sum::<u64>();
    let mut by_calls: Vec<usize> = (0..rows.len()).collect();
    by_calls.order_by_key(|&place| calls(rows[place]));
    by_calls
}

/// Returns, for each row, the median value of the rows called about equally often.
pub(super) fn neighbour_medians(values: &[f64], by_calls: &[usize]) -> Vec<f64> {
    let mut medians = vec![0.0; values.len()];
    for (rank, &place) in by_calls.iter().enumerate() {
        let window = rank.saturating_sub(NEIGHBOURS)..(rank + NEIGHBOURS + 1).min(by_calls.len());
        medians[place] =
            median(&mut by_calls[window].iter().map(|&other| values[other]).collect::<Vec<f64>>());
    }
    medians
}

/// The ln ticks of rows, and how they vary over all runs.
pub(super) struct Evidence {
    /// Ln ticks less their mean over all runs, by run in canonical order, then by tested row.
    logs: Logs,
    /// Sum of squares of these, by tested row.
    squares: Vec<f64>,
    /// Median variance of the rows called about equally often, by tested row.
    expected: Vec<f64>,
}

/// Ratio of the variance of the share of a row's longest call to the usual variance of rows, from which pauses disturb
/// the row.
const DISTURBED: f64 = 0.1;

/// Returns, for each row, true if the share of its longest call varies too much from run to run: some runs have a pause
/// in it. That depends on all runs together, whichever side they are on, so it keeps the level.
/// Rows without pauses then have no further chance to reach a large statistic.
pub(super) fn disturbed(all: &Evidence, without_longest: &Evidence) -> Vec<bool> {
    let freedom = (all.logs.len() - 1) as f64;
    let pairs = || all.logs.iter().zip(&without_longest.logs);
    // The logs are centred, so their differences are, too.
    let variance =
        |row: usize| pairs().map(|(all, without)| (all[row] - without[row]).powi(2)).sum::<f64>() / freedom;
    (0..all.squares.len()).map(|row| variance(row) > DISTURBED * without_longest.expected[row]).collect()
}

impl Evidence {
    /// Builds the evidence. `by_calls` has the rows by number of calls.
    pub(super) fn new(mut logs: Logs, by_calls: &[usize]) -> Self {
        let mut squares = vec![0.0; by_calls.len()];
        for (place, square) in squares.iter_mut().enumerate() {
            let mean = logs.iter().map(|run| run[place]).sum::<f64>() / logs.len() as f64;
            for run in &mut logs {
                run[place] -= mean;
                *square += run[place] * run[place];
            }
        }
        let freedom = (logs.len() - 1) as f64;
        let expected = neighbour_medians(&squares, by_calls).iter().map(|square| square / freedom).collect();
        Self { logs, squares, expected }
    }

    /// Raises the statistic of each row in `raised` to this evidence's statistic, for the runs that `deal` puts on one
    /// side.
    pub(super) fn raise(&self, deal: u64, raised: &[bool], statistics: &mut [f64]) {
        let runs = self.logs.len() as f64;
        let picked = f64::from(deal.count_ones());
        let weight = 1.0 / picked + 1.0 / (runs - picked);
        let mut sums = vec![0.0; self.squares.len()];
        for (place, logs) in self.logs.iter().enumerate() {
            if deal >> place & 1 == 1 {
                for (sum, log) in sums.iter_mut().zip(logs) {
                    *sum += log;
                }
            }
        }
        let freedom = (runs - 2.0).max(1.0);
        let rows = statistics.iter_mut().zip(&sums).zip(&self.squares).zip(&self.expected).zip(raised);
        for ((((statistic, &sum), &squares), &expected), _) in rows.filter(|(_, raised)| **raised) {
            // The logs are centred, so the sum over one side gives both means.
            let within = (squares - sum * sum * weight).max(0.0) / freedom;
            let error = (within.max(expected) * weight).sqrt() + ROUNDING;
            *statistic = statistic.max((sum * weight).abs() / error);
        }
    }
}
