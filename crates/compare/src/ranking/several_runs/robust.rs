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

    /// Raises the statistic of each row in `raised` to this evidence's statistic, for the runs that `deal` puts on one
    /// side.
    pub(super) fn raise(&self, deal: u64, raised: &[bool], statistics: &mut [f64]) {
        let (mut picked, mut others) = (Vec::with_capacity(self.runs), Vec::with_capacity(self.runs));
        let rows = statistics.iter_mut().zip(self.sorted.chunks_exact(self.runs.max(1))).zip(&self.expected);
        let rows = rows.zip(raised).filter(|(_, raised)| **raised);
        for (((statistic, row), &expected), _) in rows {
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Computes a row's statistic with fresh sorts.
    fn naive(values: &[f64], deal: u64, expected: f64) -> f64 {
        let side = |is_picked: bool| {
            let of_side = |&(run, _): &(usize, &f64)| (deal >> run & 1 == 1) == is_picked;
            let mut values: Vec<f64> =
                values.iter().enumerate().filter(of_side).map(|(_, value)| *value).collect();
            values.sort_by(f64::total_cmp);
            let left = values.len() / 4;
            let inner = &values[left..values.len() - left];
            let median = f64::midpoint(values[(values.len() - 1) / 2], values[values.len() / 2]);
            (median, inner[inner.len() - 1] - inner[0])
        };
        let ((a, spread_a), (b, spread_b)) = (side(false), side(true));
        (a - b).abs() / (0.76 * f64::midpoint(spread_a, spread_b).max(expected) + 1e-9)
    }

    proptest! {
        #[test]
        fn statistic_equals_naive_twin(
            values in prop::collection::vec(0.0..9.0f64, 2..14), bits: u64, other in prop::collection::vec(0.0..9.0f64, 14),
        ) {
            let runs = values.len();
            let deal = bits % (1 << runs);
            prop_assume!(deal != 0 && deal != (1 << runs) - 1);
            let logs: Logs = values.iter().zip(&other).map(|(value, other)| vec![*value, *other]).collect();
            let evidence = RobustEvidence::new(&logs, &[1, 0]);
            let mut found = vec![0.0; 2];
            evidence.raise(deal, &[true; 2], &mut found);
            let expected = naive(&values, deal, evidence.expected[0]);
            prop_assert!((found[0] - expected).abs() <= 1e-9 * expected.max(1.0));
            prop_assert!((found[1] - naive(&other[..runs], deal, evidence.expected[1])).abs() <= 1e-6);
        }
    }

    #[test]
    fn pause_in_one_run_changes_no_statistic() {
        let logs = |pause: f64| -> Logs {
            let values = [0.0, 0.01, 0.02, 0.03, pause, 0.5, 0.51, 0.52, 0.53, 0.54];
            values.iter().map(|value| vec![*value; 3]).collect()
        };
        let statistic = |pause: f64| {
            let mut found = vec![0.0; 3];
            RobustEvidence::new(&logs(pause), &[0, 1, 2]).raise(0b11_1110_0000, &[true; 3], &mut found);
            found[0]
        };
        assert!((statistic(0.04) - statistic(9.0)).abs() < 0.3 * statistic(0.04));
    }
}
