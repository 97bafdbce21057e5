//! The noise of one run per side, estimated from within the runs.
//!
//! Two runs of one program differ in four ways, and each can be seen in the runs themselves:
//!
//! 1. *Speed*: the machine was faster or slower overall. It shows as `drift`, the median ln ratio of the mean self
//!    times of well-called functions. With one run per side it cannot be distinguished from a change of everything. So
//!    a function that moved with the others is not significant.
//! 2. *Unevenness*: the speed changed during a run, or the memory layout differed. So functions moved by different
//!    factors although each is called often. It shows as `spread`, the spread of these ln ratios (their median absolute
//!    deviation, minus the part that jitter explains).
//! 3. *Jitter*: the calls of one function differ. It shows as the variance of self times within each run, from which
//!    the standard error of a function's mean follows. It is deliberately not trimmed. A single long pause moves the
//!    mean by as much as the standard error, so it never looks like a change, however long it is. Differences between
//!    calls for good reason count as noise too, which errs on the side of silence.
//! 4. *Pauses* (garbage collection, page faults, interrupts) also hit functions that are called too rarely to show a
//!    variance. They show as `pause`, the longest excess of a call over the mean of its well-called function. Outlier
//!    calls that are otherwise left out count here. In a function that is called once, such a pause looks like a
//!    change.
//!
//! A change is beyond noise if it exceeds the drift by more than `threshold` times the combined spread and standard
//! error. The spread counts as at least 3 %, and for a function that is called less than 8 times, 5 % divided by the square
//! root of its calls are added to it. For rarely called functions it must also exceed twice the longest pause: pauses differ in length, so one that
//! is a little longer than any that was seen is no news. The threshold is the normal deviation that none of
//! m functions exceeds with a probability of 1 − level (Bonferroni). All functions count, not only those that changed
//! by more than the floor, because those were selected by their change. Numbers of calls have no noise of this kind, so
//! a change that exceeds the floor by calls alone is beyond noise too.
//!
//! Changes within noise stay in their list, below the others, because this test is an estimate and may be wrong.

use super::cell::{Cell, Few};
use super::count_test::normal_quantile;
use super::median::{DEVIATION_BY_MEDIAN, median};
use super::row::Reason;
use super::table::Table;
use crate::call_times::OutlierCall;
use diptych_profile::{Floor, Spread};
use diptych_trace::IdentityId;

/// Minimum number of calls at which a function is well-called: its calls show its variance, and its mean says something
/// about the run's speed.
pub(super) const WELL_CALLED: u64 = 8;

/// Minimum number of well-called functions for a statement about the run.
const ENOUGH_FUNCTIONS: usize = 8;

/// Number of longest pauses that the change of a rarely called function must exceed.
const PAUSES: f64 = 2.0;

/// Standard deviation of the ln ratios of functions that is assumed at least. Two processes of the same program differ by
/// as much in memory layout and alignment (Mytkowicz et al., 2009), even if the functions of this pair agree better.
pub(super) const LEAST_SPREAD: f64 = 0.03;

/// Standard deviation of the ln ratio of a single call that is assumed for rarely called functions, whose calls show no
/// variance.
const CALL_SPREAD: f64 = 0.05;

/// The noise of one run per side, as seen in the runs.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct RunNoise {
    /// Number of functions called at least 8 times on both sides. `drift` and `spread` come from these and are 0 if
    /// there are fewer than 8.
    pub well_called: usize,
    /// Natural logarithm of the factor, B over A, by which calls in general became longer.
    pub drift: f64,
    /// Standard deviation of the functions' ln ratios around the drift, minus the part that jitter explains.
    pub spread: f64,
    /// Longest excess of a call over the mean of its function, among functions called at least 8 times that don't wait,
    /// in ticks.
    pub pause: f64,
    /// Longest excess of an outlier call of a function that doesn't wait, in ticks.
    pub outlier: f64,
    /// Number of standard deviations that a change must exceed.
    pub threshold: f64,
    /// True if only sums of short calls are known, so that the calls do not show how much they vary.
    pub is_of_sums: bool,
}

impl RunNoise {
    /// Estimates the noise from the functions of one run per side and from its outlier calls. `level` is the probability
    /// at which any unchanged function may exceed it. `waits` says of each function whether it waits: a long wait is no
    /// pause of the machine.
    pub(super) fn estimate(functions: &Table, few: &[OutlierCall], waits: &[bool], level: f64) -> Self {
        let works = |function: IdentityId| !waits.get(function.index()).is_some_and(|&waits| waits);
        let pairs =
            || functions.runs[0].iter().zip(&functions.runs[1]).map(|(&a, &b)| in_order(functions, [a, b]));
        let well_called =
            |pair: &[Cell; 2]| pair.iter().all(|cell| cell.calls >= WELL_CALLED && cell.mean > 0.0);
        let mut ratios: Vec<f64> = pairs().filter(well_called).map(|[a, b]| (b.mean / a.mean).ln()).collect();
        let count = ratios.len();
        let (mut drift, mut spread) = (0.0, 0.0);
        if count >= ENOUGH_FUNCTIONS {
            drift = median(&mut ratios);
            let mut deviations: Vec<f64> = ratios.iter().map(|ratio| (ratio - drift).abs()).collect();
            let all = DEVIATION_BY_MEDIAN * median(&mut deviations);
            let jitter = |cell: Cell| cell.variance / (cell.calls as f64 * cell.mean * cell.mean);
            let mut jitters: Vec<f64> =
                pairs().filter(well_called).map(|[a, b]| jitter(a) + jitter(b)).collect();
            spread = (all * all - median(&mut jitters)).max(0.0).sqrt();
        }
        let cells = functions.runs.iter().flat_map(|cells| cells.iter().zip(&functions.rows));
        let well_called =
            cells.filter(|&(cell, &(function, _))| cell.calls >= WELL_CALLED && works(function));
        let pause = well_called.map(|(cell, _)| cell.longest_excess).fold(0.0, f64::max);
        let threshold = normal_quantile(level / functions.rows.len().max(2) as f64);
        let pauses = few.iter().filter(|call| works(call.identity));
        let outlier = pauses.map(|call| call.excess() as f64).fold(0.0, f64::max);
        Self { well_called: count, drift, spread, pause, outlier, threshold, is_of_sums: false }
    }

    /// Returns the noise for a test of more rows than there are functions, in which any unchanged row may exceed it with
    /// the probability `level`.
    pub(super) fn of_more_rows(self, rows: usize, level: f64) -> Self {
        Self { threshold: normal_quantile(level / rows.max(2) as f64).max(self.threshold), ..self }
    }

    /// Returns the threshold if the variance is known from only a few calls. It is Student's t, by the first term of
    /// its expansion around the normal distribution.
    fn threshold_of_few(&self, calls: u64) -> f64 {
        let z = self.threshold;
        z + (z.powi(3) + z) / (4.0 * calls.saturating_sub(1).max(1) as f64)
    }

    /// Returns the standard deviation of the ln ratio of the means of an unchanged function with so many calls.
    fn spread_of(&self, calls: u64) -> f64 {
        let of_calls = if calls < WELL_CALLED { CALL_SPREAD / (calls.max(1) as f64).sqrt() } else { 0.0 };
        self.spread.max(LEAST_SPREAD.hypot(of_calls))
    }

    /// Returns the logarithm of the factor by which calls in general grew towards the side with the longer calls, at
    /// least 0.
    fn drift_towards(&self, b_is_longer: bool) -> f64 {
        (if b_is_longer { self.drift } else { -self.drift }).max(0.0)
    }

    /// Returns true if the general change of calls explains the ratio of two wholes, B over A: it is within drift and
    /// one spread. A whole is a sum over many functions, whose spreads even out.
    pub fn explains(&self, ratio: f64) -> bool {
        ratio > 0.0 && ratio.ln().abs() <= self.drift_towards(ratio > 1.0) + self.spread
    }

    /// Returns true if the calls of a function of A and of its successor in B differ in number or length by more than noise.
    pub fn is_exceeded_by(&self, spreads: [Spread; 2], floor: Floor) -> bool {
        let cells = spreads.map(|of| Cell::new(of, Few::default(), of));
        self.reason(cells, floor).stands_out()
    }

    /// Returns the reason for the change between two cells, of A and of B.
    pub(super) fn reason(&self, pair: [Cell; 2], floor: Floor) -> Reason {
        if is_changed_by_calls(pair, floor) {
            Reason::Calls
        } else if self.is_exceeded_by_length(pair) {
            Reason::Lengths
        } else if self.is_drift(pair, floor) {
            Reason::AsTheRun
        } else {
            self.within()
        }
    }

    /// Returns the reason for a change that is not beyond noise.
    pub(super) fn within(&self) -> Reason {
        if self.is_of_sums { Reason::WithinSums } else { Reason::WithinCalls }
    }

    /// Returns true if calls in general became longer or shorter by more than the floor's share, and these calls by no
    /// more.
    fn is_drift(&self, [a, b]: [Cell; 2], floor: Floor) -> bool {
        let b_is_longer = b.mean > a.mean;
        a.mean.min(b.mean) > 0.0
            && b_is_longer == (b.ticks > a.ticks)
            && self.drift_towards(b_is_longer) > floor.share.ln_1p()
            && self.explains(b.mean / a.mean)
    }

    /// Returns true if calls became longer or shorter by more than noise.
    fn is_exceeded_by_length(&self, [a, b]: [Cell; 2]) -> bool {
        let b_is_longer = b.mean > a.mean;
        // The side whose calls are longer must be the side that took longer.
        if b_is_longer != (b.ticks > a.ticks) || a.mean.min(b.mean) <= 0.0 {
            return false;
        }
        let calls = a.calls.min(b.calls);
        let (longer, shorter) = if b_is_longer { (b, a) } else { (a, b) };
        let drift = self.drift_towards(b_is_longer);
        let unevenness = self.threshold * self.spread_of(calls);
        let explained = shorter.mean * (drift + unevenness).exp();
        let error = |cell: Cell| cell.variance / cell.calls.max(1) as f64;
        // Jitter adds up in ticks, unevenness in factors. So the part that jitter explains becomes a factor last. The
        // factor has no bound if jitter explains all of the longer mean, as with one long pause.
        let jitter = self.threshold_of_few(calls)
            * (error(longer) + error(shorter) * (explained / shorter.mean).powi(2)).sqrt();
        let left = longer.mean - jitter;
        let jitter_factor = if left > 0.0 { (longer.mean / left).ln() } else { f64::INFINITY };
        let excess = (longer.mean - explained) * (longer.ticks / longer.mean);
        (longer.mean / shorter.mean).ln() > drift + unevenness.hypot(jitter_factor)
            && (calls >= WELL_CALLED || excess > PAUSES * self.pause)
    }
}

/// Returns true if the number of calls changed by so much that the time of the additional calls alone exceeds the
/// floor.
fn is_changed_by_calls([a, b]: [Cell; 2], floor: Floor) -> bool {
    let mean = a.mean.min(b.mean);
    // Numbers of calls as normalised: per call, both sides made equally many.
    let [calls_a, calls_b] = [a, b].map(|cell| if cell.mean > 0.0 { cell.ticks / cell.mean } else { 0.0 });
    (calls_b > calls_a) == (b.ticks > a.ticks) && floor.exceeded_by([calls_a * mean, calls_b * mean])
}

/// Returns A's cell first, whichever run was given first.
fn in_order(functions: &Table, [first, second]: [Cell; 2]) -> [Cell; 2] {
    if functions.side[0] == 0 { [first, second] } else { [second, first] }
}
