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

use super::caller_parts::PartTable;
use super::count_test::{adjusted, binomial_p, share_p, smallest_share_p};
use super::row::Reason;
use super::sample_counts::MOST_SAMPLES;
use super::table::Table;
use super::{Normalisation, Options};
use diptych_profile::{UnionRun, UnionTree};
use diptych_trace::SampleSize;

/// Number of samples that a recorded run counts as having for each one that an equally long run has on the other side.
/// Recorded time has no sampling error, so the number only needs to be large.
const RECORDED: f64 = 1000.0;

/// The noise of runs that were sampled.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SampleNoise {
    /// Number of samples of A and of B, each counted as one of equal weight, or infinite if all runs of the side recorded
    /// their calls. `None` if a file does not say from how
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
        let ticks = |row: usize, run: usize| table.listed_ticks(row, run);
        Some(Self::of_ticks(union, options, table.rows.len(), &ticks))
    }

    /// Tests rows with so many ticks, as recorded, in each run: `ticks(row, run)`. O(rows · runs).
    fn of_ticks(
        union: &UnionTree,
        options: Options,
        rows: usize,
        ticks: &dyn Fn(usize, usize) -> f64,
    ) -> Self {
        let level = options.level;
        let Some(scale) = Scale::new(union) else {
            return Self { noise: SampleNoise { samples: None, tested: 0 }, rows: vec![None; rows], level };
        };
        let whole = scale.totals.map(|total| total.round() as u64);
        let by_amount = options.normalisation == Normalisation::Absolute;
        let (mut places, mut of_both, mut of_amounts) = (Vec::new(), Vec::new(), Vec::new());
        for row in 0..rows {
            let counts = scale.samples(union, |run| ticks(row, run));
            if smallest_share_p(counts[0] + counts[1], whole) > level {
                continue;
            }
            let amount_p = if by_amount { binomial_p(counts[0], counts[1], scale.even) } else { 0.0 };
            let agrees = !by_amount || scale.agrees(counts);
            places.push(row);
            of_both.push(if agrees { share_p(counts, whole).max(amount_p) } else { 1.0 });
            of_amounts.push(amount_p);
        }
        let mut found = vec![None; rows];
        for ((&row, p), amount_p) in places.iter().zip(adjusted(&of_both)).zip(adjusted(&of_amounts)) {
            found[row] = Some(TestedRow { p, amount_p });
        }
        let is_sampled = |side: usize| union.side(side).any(|run| run.tree.sample_size().is_sampled());
        let shown = |side: usize| if is_sampled(side) { scale.totals[side] } else { f64::INFINITY };
        let noise = SampleNoise { samples: Some([shown(0), shown(1)]), tested: places.len() };
        Self { noise, rows: found, level }
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

/// Share of the level that all parts of functions have together. Functions already have an error of their own, and rows of
/// both kinds together should err little more often.
const PARTS_SHARE: f64 = 0.2;

/// Returns the p of each part, adjusted for the number of parts and their share of the level (Bonferroni's correction), or
/// `None` for parts that can't be judged or have too few samples. O(parts · runs).
pub(super) fn parts_p(union: &UnionTree, options: Options, parts: &PartTable) -> Vec<Option<f64>> {
    let Some(scale) = Scale::new(union) else { return vec![None; parts.parts.len()] };
    let whole = scale.totals.map(|total| total.round() as u64);
    let p_of = |part: usize| {
        let counts = scale.samples(union, |run| parts.runs[run][part].whole);
        (smallest_share_p(counts[0] + counts[1], whole) <= options.level).then(|| {
            let amount_p = binomial_p(counts[0], counts[1], scale.even);
            if scale.agrees(counts) { share_p(counts, whole).max(amount_p) } else { 1.0 }
        })
    };
    let found: Vec<Option<f64>> = (0..parts.parts.len()).map(p_of).collect();
    let tested = found.iter().flatten().count() as f64;
    found.into_iter().map(|p| p.map(|p| (p * tested / PARTS_SHARE).min(1.0))).collect()
}

/// The samples of all runs.
struct Scale {
    /// Number of ticks that one sample of each run stands for.
    sizes: Vec<f64>,
    /// Number of samples of A and of B.
    totals: [f64; 2],
    /// Share of B's samples among those of equal amounts of time in each run.
    even: f64,
}

impl Scale {
    /// Returns `None` if the number of samples of a run is unknown.
    fn new(union: &UnionTree) -> Option<Self> {
        let known = |run: &UnionRun| match run.tree.sample_size() {
            SampleSize::Ticks(ticks) => Some(ticks),
            SampleSize::Recorded | SampleSize::Sums => None,
            SampleSize::Unknown => Some(f64::NAN),
        };
        let smallest = union.runs().iter().filter_map(known).fold(f64::INFINITY, f64::min);
        let sizes = union.runs().iter().map(|run| known(run).unwrap_or(smallest / RECORDED));
        let sizes: Vec<f64> = sizes.collect();
        if !sizes.iter().all(|size| size.is_finite() && *size > 0.0) {
            return None;
        }
        let (mut totals, mut weights) = ([0.0; 2], [0.0; 2]);
        for (run, size) in union.runs().iter().zip(&sizes) {
            totals[run.side] += run.tree.total_ticks() as f64 / size;
            weights[run.side] += 1.0 / size;
        }
        if totals.iter().any(|total| *total > MOST_SAMPLES) {
            return None;
        }
        Some(Self { sizes, totals, even: weights[1] / (weights[0] + weights[1]) })
    }

    /// Returns the number of samples on A and B of a row with so many ticks in each run.
    fn samples(&self, union: &UnionTree, ticks: impl Fn(usize) -> f64) -> [u64; 2] {
        let mut counts = [0.0f64; 2];
        for (place, (run, size)) in union.runs().iter().zip(&self.sizes).enumerate() {
            counts[run.side] += ticks(place) / size;
        }
        // Inclusive times of a damaged file may exceed its total.
        [0, 1].map(|side| counts[side].min(self.totals[side]).round() as u64)
    }

    /// Returns true if share and amount changed in the same direction.
    fn agrees(&self, counts: [u64; 2]) -> bool {
        let [a, b] = counts.map(|count| count as f64);
        (b * self.totals[0] > a * self.totals[1]) == (b * (1.0 - self.even) > a * self.even)
    }
}

/// Returns, for each row, true if chance does not explain its number of samples. `ticks` has the ticks of each row, run
/// by run. Returns `None` if no run was sampled. O(rows · runs).
pub fn beyond_sampling_error(union: &UnionTree, options: Options, ticks: &[Vec<f64>]) -> Option<Vec<bool>> {
    if !union.is_sampled() {
        return None;
    }
    let rows = ticks.first().map_or(0, Vec::len);
    let test = SampleTest::of_ticks(union, options, rows, &|row, run| ticks[run][row]);
    Some((0..rows).map(|row| test.is_exceeded(row)).collect())
}
