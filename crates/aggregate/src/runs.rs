//! Several runs of one program: their mean, and the spread between them.

use crate::SliceTable;
use crate::shares::Shares;
use std::ops::{Range, RangeInclusive};

/// Mean and standard deviation of a share over several runs.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct MeanShare {
    /// Mean of the runs.
    pub mean: f64,
    /// Standard deviation (with n − 1); 0 for one run.
    pub deviation: f64,
}

/// Returns the mean shares of an area over several runs, by state; time without a state comes last. All tables have the
/// same leaves, states and slices.
pub fn mean_shares(
    runs: &[SliceTable],
    leaves: Range<usize>,
    slices: &RangeInclusive<usize>,
) -> Vec<MeanShare> {
    means(&shares(runs, leaves, slices))
}

/// Returns means and deviations like [`mean_shares`], from shares by run and state.
pub fn means(shares: &[Vec<f64>]) -> Vec<MeanShare> {
    let count = shares.len() as f64;
    let of_state = |state: usize| {
        let mean = shares.iter().map(|run| run[state]).sum::<f64>() / count;
        let squares = shares.iter().map(|run| (run[state] - mean).powi(2)).sum::<f64>();
        let deviation = if shares.len() > 1 { (squares / (count - 1.0)).sqrt() } else { 0.0 };
        MeanShare { mean, deviation }
    };
    (0..shares.first().map_or(0, Vec::len)).map(of_state).collect()
}

/// Returns true if the means of two sides differ in an area by no more than some run differs from the mean of the other
/// runs of its side.
///
/// A difference is half the sum of the absolute differences over states, time without a state included. Returns false
/// if both sides have one run, since there is no spread then.
pub fn is_within_spread(
    sides: [&[SliceTable]; 2],
    leaves: &Range<usize>,
    slices: &RangeInclusive<usize>,
) -> bool {
    let [a, b] = sides.map(|runs| shares(runs, leaves.clone(), slices));
    is_difference_within_spread([&a, &b])
}

/// Tests like [`is_within_spread`], from each side's shares by run and state, time without a state included.
pub fn is_difference_within_spread(of_sides: [&[Vec<f64>]; 2]) -> bool {
    let [a, b] = of_sides.map(|runs| mean(runs.iter()));
    let spread = of_sides.iter().filter(|runs| runs.len() > 1).flat_map(|runs| {
        runs.iter().enumerate().map(|(own, run)| {
            let others = runs.iter().enumerate().filter(|(at, _)| *at != own).map(|(_, run)| run);
            distance(run, &mean(others))
        })
    });
    spread.max_by(f64::total_cmp).is_some_and(|spread| distance(&a, &b) <= spread)
}

/// Returns the shares of an area by run and state; time without a state comes last.
fn shares(runs: &[SliceTable], leaves: Range<usize>, slices: &RangeInclusive<usize>) -> Vec<Vec<f64>> {
    let of_run = |run: &SliceTable| {
        let mut shares = run.shares(leaves.clone(), slices.clone());
        shares.push((1.0 - shares.iter().sum::<f64>()).max(0.0));
        shares
    };
    runs.iter().map(of_run).collect()
}

fn mean<'a>(runs: impl Iterator<Item = &'a Vec<f64>>) -> Vec<f64> {
    let (mut sums, mut count) = (Vec::new(), 0);
    for run in runs {
        sums.resize(run.len(), 0.0);
        for (sum, share) in sums.iter_mut().zip(run) {
            *sum += share;
        }
        count += 1;
    }
    sums.into_iter().map(|sum| sum / f64::from(count)).collect()
}

fn distance(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(one, other)| (one - other).abs()).sum::<f64>() / 2.0
}

/// Returns the mean of several runs as one table with the same slices; `None` without runs.
///
/// Cells are whole ticks. They are rounded so that the states of a leaf and slice add up to the mean of their sum,
/// rounded down.
pub fn mean_table(runs: &[SliceTable]) -> Option<SliceTable> {
    let first = runs.first()?;
    let mut table = SliceTable::zeros(first.grid(), first.leaves(), first.states());
    for leaf in 0..first.leaves() {
        // By slice: the sum over the states so far, and the ticks already assigned to them.
        let mut sums = vec![[0u64; 2]; first.grid().count];
        for state in 0..first.states() {
            for run in runs {
                for (sum, ticks) in sums.iter_mut().zip(run.row(leaf, state)) {
                    sum[0] += ticks;
                }
            }
            for (ticks, sum) in table.row_mut(leaf, state).iter_mut().zip(&mut sums) {
                *ticks = sum[0] / runs.len() as u64 - sum[1];
                sum[1] += *ticks;
            }
        }
    }
    Some(table)
}

/// Returns the mean of the shares of some runs.
pub(crate) fn mean_of(runs: &[Shares]) -> Shares {
    let mut mean = runs[0].clone();
    for run in &runs[1..] {
        mean.add(run);
    }
    mean.scale(1.0 / runs.len() as f64);
    mean
}

/// Returns for each run how it differs from the mean of the other runs; empty for one run.
pub(crate) fn from_others(runs: &[Shares]) -> Vec<Shares> {
    if runs.len() < 2 {
        return Vec::new();
    }
    let mean = mean_of(runs);
    // run − (n · mean − run) / (n − 1) = (run − mean) · n / (n − 1).
    let scale = runs.len() as f64 / (runs.len() - 1) as f64;
    let of_run = |run: &Shares| {
        let mut change = mean.change_to(run);
        change.scale(scale);
        change
    };
    runs.iter().map(of_run).collect()
}
