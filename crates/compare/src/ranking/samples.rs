//! Sampling error: how far the number of samples of a row differs by chance.
//!
//! A sampling profiler draws. Of k samples of a function, another run of the same program draws k ± √k. So a row counts
//! as changed only if no such draw explains it, given how many samples both sides have in all:
//!
//! * *Share*: of all samples of both sides, the row's fall to A and B as those of all rows do (Fisher's exact test). A
//!   side that was sampled for longer, or that took longer as a whole, differs by nothing. For rows that are a small
//!   part of the whole it is the binomial test with the ratio of the totals.
//! * *Amount*: with times as recorded, the row's samples also differ by more than equal amounts of time on both sides
//!   would (a binomial test). Otherwise a row that stayed as it was would count as faster where another one grew.
//!
//! The larger p of the two counts, and both must point the way the row changed. Thousands of rows are tested at once,
//! so the false discovery rate is controlled ([`adjusted`]). Rows with so few samples that no draw could be significant
//! are no tests (Tarone, 1990): whether one is depends on its samples in both runs together, not on their difference.
//!
//! Samples need not weigh the same. [`SampleSize`] has the weight that one counts with.

use super::count_test::{adjusted, binomial_p, share_p, smallest_share_p};
use super::table::Table;
use super::{Normalisation, Options, Reason};
use diptych_profile::{UnionRun, UnionTree};
use diptych_trace::SampleSize;

/// Number of samples that a recorded run counts as having for each one that an equally long run has on the other side.
/// Recorded time has no sampling error, so the number only needs to be large.
const RECORDED: f64 = 1000.0;

/// The noise of runs that were sampled.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SampleNoise {
    /// Number of samples of A and of B, each counted as one of equal weight. `None` if a file does not say from how
    /// many samples its weights come, so that noise can't be judged.
    pub samples: Option<[f64; 2]>,
    /// Number of rows that were tested.
    pub tested: usize,
}

/// The test of all rows against sampling error.
#[derive(Debug)]
pub(super) struct SampleTest {
    pub(super) noise: SampleNoise,
    /// Rows that were tested.
    rows: Vec<Option<TestedRow>>,
    level: f64,
}

/// A row that was tested.
#[derive(Debug, Clone, Copy)]
struct TestedRow {
    /// Adjusted p.
    p: f64,
    /// Adjusted p of the amounts alone.
    amount_p: f64,
}

impl SampleTest {
    /// Tests all rows of a union tree. Returns `None` if no run was sampled. O(nodes · runs).
    pub(super) fn new(union: &UnionTree, options: Options) -> Option<Self> {
        if !union.is_sampled() {
            return None;
        }
        let table = Table::new(union, Options { normalisation: Normalisation::Absolute, ..options }, &[]);
        let Some(sizes) = sizes(union) else {
            let noise = SampleNoise { samples: None, tested: 0 };
            return Some(Self { noise, rows: vec![None; table.rows.len()], level: options.level });
        };
        let of_run = |place: usize, run: &UnionRun| run.tree.total_ticks() as f64 / sizes[place];
        let mut totals = [0.0; 2];
        let mut runs_weight = [0.0; 2];
        for (place, run) in union.runs().iter().enumerate() {
            totals[run.side] += of_run(place, run);
            runs_weight[run.side] += 1.0 / sizes[place];
        }
        let whole = totals.map(|total| total.round() as u64);
        // Share of B's samples among those of equal amounts of time in each run.
        let even = runs_weight[1] / (runs_weight[0] + runs_weight[1]);
        let by_amount = options.normalisation == Normalisation::Absolute;
        let mut places = Vec::new();
        let mut found = Vec::new();
        for row in 0..table.rows.len() {
            let counts = [0, 1].map(|side| {
                let runs = (0..sizes.len()).filter(|&run| table.side[run] == side);
                runs.map(|run| table.listed_ticks(row, run) / sizes[run]).sum::<f64>().round() as u64
            });
            if smallest_share_p(counts[0] + counts[1], whole) > options.level {
                continue;
            }
            let amount_p = if by_amount { binomial_p(counts[0], counts[1], even) } else { 0.0 };
            let [a, b] = counts.map(|count| count as f64);
            let grew_in_share = b * totals[0] > a * totals[1];
            let grew_in_amount = b * (1.0 - even) > a * even;
            let agrees = !by_amount || grew_in_share == grew_in_amount;
            places.push(row);
            found.push((if agrees { share_p(counts, whole).max(amount_p) } else { 1.0 }, amount_p));
        }
        let (of_both, of_amounts): (Vec<f64>, Vec<f64>) = found.into_iter().unzip();
        let mut rows = vec![None; table.rows.len()];
        for ((&row, p), amount_p) in places.iter().zip(adjusted(&of_both)).zip(adjusted(&of_amounts)) {
            rows[row] = Some(TestedRow { p, amount_p });
        }
        let noise = SampleNoise { samples: Some(totals), tested: places.len() };
        Some(Self { noise, rows, level: options.level })
    }

    /// Returns the adjusted p of a row, if it was tested.
    pub(super) fn p(&self, row: usize) -> Option<f64> {
        self.rows.get(row).copied().flatten().map(|row| row.p)
    }

    /// Returns true if chance does not explain the change of a row, or if that can't be judged.
    pub(super) fn is_exceeded(&self, row: usize) -> bool {
        self.noise.samples.is_none() || self.p(row).is_some_and(|p| p <= self.level)
    }

    /// Returns the reason of a row that is listed.
    pub(super) fn reason(&self, row: usize, is_of_one_side: bool, is_above_floor: bool) -> Reason {
        let tested = self.rows.get(row).copied().flatten();
        let is_judged = self.noise.samples.is_some();
        match tested {
            _ if !is_judged && is_of_one_side && is_above_floor => Reason::OneSide,
            _ if !is_judged && is_above_floor => Reason::Samples,
            Some(TestedRow { p, .. }) if p <= self.level => match (is_of_one_side, is_above_floor) {
                (true, true) => Reason::OneSide,
                (true, false) => Reason::UnderFloor,
                (false, _) => Reason::Samples,
            },
            Some(TestedRow { amount_p, .. }) if !is_of_one_side && amount_p <= self.level => Reason::AsTheRun,
            _ => Reason::WithinSamples,
        }
    }
}

/// Returns the number of ticks that one sample of each run stands for, or `None` if it is unknown for one.
fn sizes(union: &UnionTree) -> Option<Vec<f64>> {
    let known = |run: &UnionRun| match run.tree.sample_size() {
        SampleSize::Ticks(ticks) => Some(ticks),
        SampleSize::Recorded => None,
        SampleSize::Unknown => Some(f64::NAN),
    };
    let smallest = union.runs().iter().filter_map(known).fold(f64::INFINITY, f64::min);
    let sizes = union.runs().iter().map(|run| known(run).unwrap_or(smallest / RECORDED));
    let sizes: Vec<f64> = sizes.collect();
    sizes.iter().all(|size| size.is_finite() && *size > 0.0).then_some(sizes)
}

/// Returns the number of samples that a row has in a run, as whole ones of equal weight, or `None` if the run was not
/// sampled or its samples are not known.
pub fn samples_of(size: SampleSize, ticks: f64) -> Option<u64> {
    match size {
        SampleSize::Ticks(each) => Some((ticks / each).round() as u64),
        SampleSize::Recorded | SampleSize::Unknown => None,
    }
}
