//! The size of a change between medians of runs, relative to how far the middle runs of a side are apart.
//!
//! A pause in one run moves the mean of its side, and widens the variance by more. So a row with a pause in some run
//! shows no change by [`super::evidence`]. Medians and the ranges of the middle runs ignore it. As there, the range is
//! the larger of the row's own and the median of rows called about equally often.

use super::evidence::{Logs, neighbour_medians};
use diptych_trace::Sorting;

/// Share of the runs of a side that is left out at each end of the range.
const LEFT_OUT: usize = 4;

/// Ratio of the standard error of a difference of two medians of five runs to the range of the middle three, if runs
/// are normally distributed. It only makes the statistic comparable with the other ones.
const ERROR_BY_RANGE: f64 = 0.76;

/// Difference of ln ticks below which two values count as equal, because of rounding.
const ROUNDING: f64 = 1e-9;

/// The sorted ln ticks of rows.
pub(super) struct RobustEvidence {
    /// Number of runs.
    runs: usize,
    /// Run and ln ticks, row by row, each row in ascending order.
    sorted: Vec<(u8, f64)>,
    /// Median range of the rows called about equally often, by tested row.
    expected: Vec<f64>,
}

impl RobustEvidence {
    /// Sorts the logs of each row. `by_calls` has the rows by number of calls.
    pub(super) fn new(logs: &Logs, by_calls: &[usize]) -> Self {
        let runs = logs.len();
        let rows = by_calls.len();
        let mut sorted = Vec::with_capacity(rows * runs);
        let mut ranges = Vec::with_capacity(rows);
        for row in 0..rows {
            let from = sorted.len();
            sorted.extend((0..runs).map(|run| (run as u8, logs[run][row])));
            sorted[from..].order_by(|x, y| x.1.total_cmp(&y.1));
            let values: Vec<f64> = sorted[from..].iter().map(|of| of.1).collect();
            ranges.push(range(&values));
        }
        let expected = neighbour_medians(&ranges, by_calls);
        Self { runs, sorted, expected }
    }

    /// Raises each row's statistic to this evidence's statistic, for the runs that `deal` puts on one side.
    pub(super) fn raise(&self, deal: u64, statistics: &mut [f64]) {
        let (mut picked, mut others) = (Vec::with_capacity(self.runs), Vec::with_capacity(self.runs));
        let rows = statistics.iter_mut().zip(self.sorted.chunks_exact(self.runs.max(1))).zip(&self.expected);
        for ((statistic, row), &expected) in rows {
            picked.clear();
            others.clear();
            for &(run, log) in row {
                if deal >> run & 1 == 1 { picked.push(log) } else { others.push(log) }
            }
            let own = f64::midpoint(range(&picked), range(&others));
            let error = ERROR_BY_RANGE * own.max(expected) + ROUNDING;
            *statistic = statistic.max((middle(&picked) - middle(&others)).abs() / error);
        }
    }
}

/// Returns the median of sorted values.
fn middle(sorted: &[f64]) -> f64 {
    let count = sorted.len();
    if count == 0 { 0.0 } else { f64::midpoint(sorted[(count - 1) / 2], sorted[count / 2]) }
}

/// Returns the range of sorted values without the outer ones at each end.
fn range(sorted: &[f64]) -> f64 {
    let out = sorted.len() / LEFT_OUT;
    match sorted.get(out..sorted.len() - out) {
        Some([first, .., last]) => last - first,
        _ => 0.0,
    }
}
