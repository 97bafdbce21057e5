//! One function or path in one run, as a ranking sees it.

use super::sample_counts::samples_of;
use crate::call_times::OutlierCall;
use diptych_profile::{Spread, UnionRun};
use diptych_trace::SampleSize;

/// One function or path in one run.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Cell {
    /// Number of calls as recorded, or of samples if the run was sampled.
    pub(super) calls: u64,
    /// Ticks of all calls, with outlier calls at ordinary length, normalised.
    pub(super) ticks: f64,
    /// Ticks with the longest call at the mean length of the others, normalised. The same as `ticks` for rarely called
    /// functions. For a path, each function below it counts so.
    pub(super) steady: f64,
    /// Ticks of all calls at their real length, normalised.
    pub(super) whole: f64,
    /// Number of outlier calls. For a path, those below it too.
    pub(super) few: u64,
    /// Mean of `ticks` per call.
    pub(super) mean: f64,
    /// Variance of the ticks of calls that are no outliers, normalised.
    pub(super) variance: f64,
    /// Excess of the longest call, outliers included, over the mean, normalised. 0 for paths.
    pub(super) longest_excess: f64,
}

impl Cell {
    /// Builds a cell from the spreads of all calls, of the outliers, and of all other calls.
    pub(super) fn new(whole: Spread, few: Few, others: Spread) -> Self {
        let ticks = whole.ticks.saturating_sub(few.excess).max(0) as f64;
        let mean = if whole.calls > 0 { ticks / whole.calls as f64 } else { 0.0 };
        Self {
            calls: whole.calls,
            whole: whole.ticks as f64,
            few: few.calls,
            ticks,
            steady: ticks - longest_excess(whole),
            mean,
            variance: others.variance(),
            longest_excess: (whole.longest as f64 - mean).max(0.0),
        }
    }

    /// Builds the cell of a path by inclusive time. The durations of the calls that contain outliers are not known.
    /// They are taken as the mean plus the excess.
    pub(super) fn of_path(whole: Spread, few: Few) -> Self {
        let mean = if whole.calls > 0 { (whole.ticks - few.excess) as f64 / whole.calls as f64 } else { 0.0 };
        let squares = whole.squares - few.squares - 2.0 * mean * few.excess as f64;
        let ticks = whole.ticks.saturating_sub(few.excess).max(0);
        Self::new(whole, few, Spread { ticks, squares: squares.max(0.0), ..whole })
    }

    /// Counts samples in place of the runs of samples that stand for calls. Any call has at least one.
    pub(super) fn counted(mut self, size: SampleSize) -> Self {
        if let Some(samples) = samples_of(size, self.whole).filter(|_| self.calls > 0) {
            self.calls = samples.max(1);
            self.mean = self.ticks / self.calls as f64;
            // The longest run of samples is no pause.
            self.steady = self.ticks;
        }
        self
    }

    pub(super) fn stretch(&mut self, factor: f64) {
        self.ticks *= factor;
        self.steady *= factor;
        self.whole *= factor;
        self.mean *= factor;
        self.variance *= factor * factor;
        self.longest_excess *= factor;
    }
}

/// The excess of some outlier calls over calls of ordinary length.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Few {
    calls: u64,
    /// Total excess in ticks.
    pub(super) excess: i64,
    /// Sum of the squared excess of each call, in ticks².
    squares: f64,
}

impl Few {
    pub(super) fn add(&mut self, other: Self) {
        self.calls += other.calls;
        self.excess = self.excess.saturating_add(other.excess);
        self.squares += other.squares;
    }

    /// Returns these calls without a share of `less`, which are some of them.
    pub(super) fn without(self, less: Self, share: f64) -> Self {
        Self {
            calls: self.calls - (less.calls as f64 * share).round() as u64,
            excess: self.excess - (less.excess as f64 * share).round() as i64,
            squares: (self.squares - less.squares * share).max(0.0),
        }
    }
}

impl From<&OutlierCall> for Few {
    fn from(call: &OutlierCall) -> Self {
        let excess = call.excess();
        Self { calls: 1, excess, squares: excess as f64 * excess as f64 }
    }
}

/// Minimum number of calls at which the longest one may be a pause.
const WELL_CALLED: u64 = 8;

/// Returns the ticks by which the longest call exceeds the mean of the others. 0 for rarely called functions, whose
/// longest call may be most of their work.
fn longest_excess(spread: Spread) -> f64 {
    if spread.calls < WELL_CALLED {
        return 0.0;
    }
    let others = spread.ticks.saturating_sub(spread.longest) as f64 / (spread.calls - 1) as f64;
    (spread.longest as f64 - others).max(0.0)
}

/// Returns the excess of the longest call of each path and of all paths below it, by node of the run's own tree.
pub(super) fn longest_of_paths(run: &UnionRun) -> Vec<f64> {
    let mut sums: Vec<f64> =
        run.tree.nodes().map(|node| longest_excess(run.tree.self_spread(node))).collect();
    for row in (0..sums.len()).rev() {
        if let Some(parent) = run.tree.parent()[row].some() {
            sums[parent.index()] += sums[row];
        }
    }
    sums
}

/// Returns the outlier calls of the run's side on each path and below it, by node of the run's own tree.
/// O(nodes + outlier calls).
pub(super) fn few_of_paths(run: &UnionRun, few: &[OutlierCall]) -> Vec<Few> {
    let mut sums = vec![Few::default(); run.tree.len()];
    for call in few.iter().filter(|call| call.side == run.side) {
        // Stored results may name a path that this tree does not have.
        if let Some(sum) = sums.get_mut(call.node.index()) {
            sum.add(call.into());
        }
    }
    for row in (0..sums.len()).rev() {
        if let Some(parent) = run.tree.parent()[row].some() {
            let own = sums[row];
            sums[parent.index()].add(own);
        }
    }
    sums
}
