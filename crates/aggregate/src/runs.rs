//! Several runs of one program: what they do on the average, and how far they lie apart by themselves.

use crate::SliceTable;
use crate::shares::Shares;
use std::ops::Range;

/// Mean and spread of a share.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct MeanShare {
    /// The mean of the runs.
    pub mean: f64,
    /// Their standard deviation (of n − 1); 0 of one run.
    pub deviation: f64,
}

/// Shares of an area in several runs by state, that of time without a state last. All tables have the same leaves, states and
/// slices.
pub fn mean_shares(runs: &[SliceTable], leaves: Range<usize>, slices: (usize, usize)) -> Vec<MeanShare> {
    means(&shares(runs, leaves, slices))
}

/// The same of what each run does there: shares by run and state.
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

/// Whether the means of two sides differ in an area by no more than a run of one of them differs from the mean of the others
/// there: by half the sum over states, time without one among them. Of one run a side there is no spread.
pub fn is_within_spread(sides: [&[SliceTable]; 2], leaves: &Range<usize>, slices: (usize, usize)) -> bool {
    let [a, b] = sides.map(|runs| shares(runs, leaves.clone(), slices));
    is_difference_within_spread([&a, &b])
}

/// The same of what each run does there: by side, shares by run and state, time without one among them.
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

/// By run and state, that of time without one last.
fn shares(runs: &[SliceTable], leaves: Range<usize>, slices: (usize, usize)) -> Vec<Vec<f64>> {
    let of_run = |run: &SliceTable| {
        let mut shares = run.shares(leaves.clone(), slices);
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

/// The mean of several runs, as one: of each cell the mean time to the tick, rounded so that the states of a cell together are
/// the mean of their sum, rounded down. Slices stay as they are. `None` of no runs.
pub fn mean_table(runs: &[SliceTable]) -> Option<SliceTable> {
    let first = runs.first()?;
    let mut table = SliceTable::zeros(first.grid(), first.leaves(), first.states());
    for leaf in 0..first.leaves() {
        // Sums of the states so far, and what of them is given out.
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

/// The mean of the shares of some runs.
pub(crate) fn mean_of(runs: &[Shares]) -> Shares {
    let mut mean = runs[0].clone();
    for run in &runs[1..] {
        mean.add(run);
    }
    mean.scale(1.0 / runs.len() as f64);
    mean
}

/// Of each run how it differs from the mean of the others; none of one run.
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
