//! The noise of one run a side, estimated from within the runs.
//!
//! Two runs of the same program differ in four ways, and each can be seen in the runs themselves:
//!
//! 1. *Speed*: the machine was faster or slower at large. Seen as the median ln ratio of a call's mean
//!    self time over well-called functions, `drift`. With one run a side it cannot be distinguished from a change of
//!    everything, so a function that moved with the rest, or did not move, is not listed.
//! 2. *Unevenness*: speed changed while the run went on, memory lay otherwise, so functions moved by
//!    different factors though each is called often. Seen as the spread of these ln ratios (their median
//!    absolute deviation, less what 3 explains), `spread`.
//! 3. *Jitter*: calls of one function differ. Seen as the variance of self times within each run, which
//!    makes the standard error of a function's mean. It is left untrimmed on purpose: one long pause in one
//!    call moves the mean by as much as the standard error, so a pause never looks like a change, whatever
//!    its length. It counts what calls differ by for good reason as noise too, and so errs to silence.
//! 4. *Pauses* (collection of garbage, page faults, interrupts) also hit functions called too rarely to show a
//!    variance. Seen as the longest excess of a call over the mean of its well-called function, `pause`; the few calls that
//!    are taken out of what is judged count here, for such a pause in a function that is called once is not told from it.
//!
//! A change is beyond noise if, beyond the drift, it exceeds `threshold` times the spread and the standard
//! error taken together, and one pause if the function is called rarely. The threshold is
//! √(2 ln m) for m candidates (Donoho and Johnstone's universal threshold): what the largest of m normal
//! deviations stays under. Numbers of calls have no noise of this kind: a change that is above the floor by
//! calls alone is beyond noise too.
//!
//! What is not beyond noise stays in its list, below what is: the test is a judgement beside a row, and may be wrong.

use super::table::{Cell, Table, median};
use super::{Floor, Reason};

/// Called at least this often, a function's calls show its variance, and its mean says something of the run's
/// speed.
const WELL_CALLED: u64 = 8;

/// Fewer well-called functions than this say nothing about the run.
const ENOUGH_FUNCTIONS: usize = 8;

/// Standard deviation of a normal distribution by its median absolute deviation.
const DEVIATION_BY_MEDIAN: f64 = 1.4826;

/// What one run a side tells of its noise.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct RunNoise {
    /// Functions called at least 8 times on both sides, which the next two figures are from; under 8 of them
    /// both are 0.
    pub well_called: usize,
    /// Natural logarithm of the factor, B over A, by which calls at large took longer.
    pub drift: f64,
    /// Standard deviation of functions' ln ratios around the drift, beyond what jitter explains.
    pub spread: f64,
    /// The longest pause seen in a call of a function called at least 8 times, ticks.
    pub pause: f64,
    /// How many standard deviations a change must exceed.
    pub threshold: f64,
}

impl RunNoise {
    /// From the functions of one run a side; `candidates` rows have changed by more than the floor.
    pub(super) fn estimate(functions: &Table, candidates: usize) -> Self {
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
        let well_called = functions.runs.iter().flatten().filter(|cell| cell.calls >= WELL_CALLED);
        let pause = well_called.map(|cell| cell.longest_excess).fold(0.0, f64::max);
        let threshold = (2.0 * (candidates.max(2) as f64).ln()).sqrt();
        Self { well_called: count, drift, spread, pause, threshold }
    }

    /// The threshold where the variance is known from few calls: Student's t, by the first term of its
    /// expansion around the normal distribution.
    fn threshold_of_few(&self, calls: u64) -> f64 {
        let z = self.threshold;
        z + (z.powi(3) + z) / (4.0 * calls.saturating_sub(1).max(1) as f64)
    }

    /// Logarithm of the factor that calls at large grew by towards the side whose calls are longer.
    fn drift_towards(&self, b_is_longer: bool) -> f64 {
        (if b_is_longer { self.drift } else { -self.drift }).max(0.0)
    }

    /// Whether the ratio of two wholes, B over A, is explained by what calls at large did: within drift and
    /// one spread. (A whole is a sum of many functions; their spreads even out.)
    pub fn explains(&self, ratio: f64) -> bool {
        ratio > 0.0 && ratio.ln().abs() <= self.drift_towards(ratio > 1.0) + self.spread
    }

    /// What is to be said of the step between two cells, A's and B's.
    pub(super) fn reason(&self, pair: [Cell; 2], floor: Floor) -> Reason {
        if is_changed_by_calls(pair, floor) {
            Reason::Calls
        } else if self.is_exceeded_by_length(pair) {
            Reason::Lengths
        } else if self.is_drift(pair, floor) {
            Reason::AsTheRun
        } else {
            Reason::WithinCalls
        }
    }

    /// Whether calls at large became longer or shorter by more than the floor's share, and these no more than they.
    fn is_drift(&self, [a, b]: [Cell; 2], floor: Floor) -> bool {
        let b_is_longer = b.mean > a.mean;
        a.mean.min(b.mean) > 0.0
            && b_is_longer == (b.ticks > a.ticks)
            && self.drift_towards(b_is_longer) > floor.share.ln_1p()
            && self.explains(b.mean / a.mean)
    }

    /// Calls became longer or shorter.
    fn is_exceeded_by_length(&self, [a, b]: [Cell; 2]) -> bool {
        let b_is_longer = b.mean > a.mean;
        // The side whose calls are longer must be the side that took longer.
        if b_is_longer != (b.ticks > a.ticks) || a.mean.min(b.mean) <= 0.0 {
            return false;
        }
        let calls = a.calls.min(b.calls);
        let (longer, shorter) = if b_is_longer { (b, a) } else { (a, b) };
        let drift = self.drift_towards(b_is_longer);
        let unevenness = self.threshold * self.spread;
        let explained = shorter.mean * (drift + unevenness).exp();
        let error = |cell: Cell| cell.variance / cell.calls.max(1) as f64;
        // Jitter adds up in ticks, unevenness in factors. What jitter explains becomes a factor last, and it
        // is without bound where jitter explains all of the longer mean, as one long pause does.
        let jitter = self.threshold_of_few(calls)
            * (error(longer) + error(shorter) * (explained / shorter.mean).powi(2)).sqrt();
        let left = longer.mean - jitter;
        let jitter_factor = if left > 0.0 { (longer.mean / left).ln() } else { f64::INFINITY };
        let excess = (longer.mean - explained) * (longer.ticks / longer.mean);
        (longer.mean / shorter.mean).ln() > drift + unevenness.hypot(jitter_factor)
            && (calls >= WELL_CALLED || excess > self.pause)
    }
}

/// Calls became more or fewer, by so many that their time alone is above the floor.
fn is_changed_by_calls([a, b]: [Cell; 2], floor: Floor) -> bool {
    let mean = a.mean.min(b.mean);
    // As normalised: per call, both sides have made the same number.
    let [calls_a, calls_b] = [a, b].map(|cell| if cell.mean > 0.0 { cell.ticks / cell.mean } else { 0.0 });
    (calls_b > calls_a) == (b.ticks > a.ticks) && floor.exceeded_by([calls_a * mean, calls_b * mean])
}

/// A's cell first, whichever run was given first.
fn in_order(functions: &Table, [first, second]: [Cell; 2]) -> [Cell; 2] {
    if functions.side[0] == 0 { [first, second] } else { [second, first] }
}
