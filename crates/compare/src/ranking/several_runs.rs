//! One test for the whole list, with several runs per side.
//!
//! If nothing changed, the runs of both sides are draws from one distribution, and it does not matter which are called
//! A. So the labels A and B are dealt to the runs in every possible way (in 1,000 random ways if there are over 2,000).
//! A change counts if hardly any deal shows a change as large *anywhere in the list*. This is Westfall and Young's
//! step-down test by the maximum (1993, algorithm 2.8). It assumes no distribution. It accounts for rows that move
//! together (all rows with the machine, a caller with its callees). The chance that any unchanged row is significant is
//! at most the level, which is stricter than a false-discovery rate at that level.
//!
//! Alternatives fail: A rank test of each row, corrected by Benjamini and Hochberg, can never reject with five runs per
//! side. Its smallest p is 2/252, and thousands of rows need a p under 0.00002. The maximum has no such limit: five and
//! five runs give p = 1/126 at best, however many rows there are. A t test has the resolution but not the level,
//! because run times are not normal.
//!
//! The test is top down by construction. The hypothesis "nothing changed in the subtree of this path" has the largest
//! statistic in the subtree as its own. So a path can only be significant if the subtrees of all its callers show a
//! signal at the same level. Stepping down, rows found changed leave the maximum, so that large changes do not hide
//! small ones.
//!
//! The statistic of a row is the largest in [`evidence`] and [`robust`]. Any statistic would hold the level, and a good one finds more changes.

mod evidence;
mod robust;

use super::deals::{Split, deals, mix};
use super::permutation_test::{PermutationResult, PermutationTest};
use crate::Progress;
use diptych_trace::Sorting;
use evidence::{Evidence, by_calls, disturbed, logs, relative_to_run};
use robust::RobustEvidence;

impl PermutationTest {
    /// Runs the test, or returns `None` if there are too few or too many runs. O(rows · runs · splits), at most 2,000
    /// splits. Progress counts splits.
    pub fn test(&self, progress: Progress<'_>) -> Option<PermutationResult> {
        let order = canonical_order(self);
        let in_b: Vec<bool> = order.iter().map(|&run| self.sides[run] == 1).collect();
        let (deals, exact) = deals(&in_b, seed(self, &order));
        if deals.len() < 2 || 1.0 / deals.len() as f64 > self.level {
            return None;
        }
        let rows = Rows::new(self, &order);
        let adjusted = rows.step_down(&deals, progress);
        let mut p = vec![None; self.rows()];
        for (&row, adjusted) in rows.places.iter().zip(adjusted) {
            p[row] = Some(adjusted);
        }
        Some(PermutationResult { split: Split { splits: deals.len(), exact }, p })
    }
}

/// Returns the runs in an order that depends neither on their sides nor on the order in which they came.
fn canonical_order(test: &PermutationTest) -> Vec<usize> {
    let mut order: Vec<usize> = test.runs().collect();
    let key = |run: &usize| test.ticks(*run).iter().map(|ticks| ticks.to_bits());
    order.order_by(|left, right| key(left).cmp(key(right)));
    order
}

/// Returns a seed computed from content alone, so that equal runs are dealt in the same ways.
fn seed(test: &PermutationTest, order: &[usize]) -> u64 {
    let ticks = order.iter().flat_map(|&run| test.ticks(run).iter().map(|ticks| ticks.to_bits()));
    ticks.fold(0x9E37_79B9_7F4A_7C15, |seed, bits| mix(seed ^ bits))
}

/// The rows whose difference can be tested.
struct Rows {
    /// Indices of the rows in the test.
    places: Vec<usize>,
    /// Runs that call each tested row, as a bit pattern.
    callers: Vec<u64>,
    /// Runs that call each tested row more often than the others, as a bit pattern, if runs differ in two numbers of
    /// calls only. Otherwise empty.
    more_calls: Vec<u64>,
    /// All runs, as a bit pattern.
    all: u64,
    /// Evidence from ticks as recorded, and from ticks relative to the run.
    evidence: [Evidence; 2],
    /// Evidence without the longest calls, if they are known.
    without: Option<WithoutLongest>,
}

/// The evidence from ticks without the longest call of each row.
struct WithoutLongest {
    /// Rows that pauses disturb. Only they have this evidence.
    rows: Vec<bool>,
    /// Evidence from ticks as recorded, and from ticks relative to the run.
    evidence: [Evidence; 2],
    /// Evidence by medians, from ticks relative to the run.
    robust: RobustEvidence,
}

impl Rows {
    /// Collects the rows that exceed the floor in some run, those that some runs do not call, and those that runs call
    /// in two different numbers. The others cannot be
    /// significant under any deal.
    fn new(test: &PermutationTest, order: &[usize]) -> Self {
        let all = u64::MAX >> (64 - order.len());
        let callers_of = |row: usize| {
            let calls = |&(_, &run): &(usize, &usize)| test.calls(run)[row] > 0;
            order.iter().enumerate().filter(calls).fold(0u64, |set, (place, _)| set | 1 << place)
        };
        let reaches_floor = |row: usize| test.runs().any(|run| test.ticks(run)[row] > test.floor);
        let more_of = |row: usize| more_calls(test, order, row);
        let is_tested = |&row: &usize| reaches_floor(row) || callers_of(row) != all || more_of(row) != 0;
        let rows: Vec<usize> = (0..test.rows()).filter(is_tested).collect();
        let more_calls = rows.iter().map(|&row| more_of(row)).collect();
        let callers = rows.iter().map(|&row| callers_of(row)).collect();
        let by_calls = by_calls(test, &rows);
        let evidence_of = |ticks: &[f64]| {
            let recorded = logs(test, ticks, order, &rows);
            let relative = relative_to_run(&recorded);
            let robust = RobustEvidence::new(&relative, &by_calls);
            ([recorded, relative].map(|logs| Evidence::new(logs, &by_calls)), robust)
        };
        let (evidence, _) = evidence_of(&test.ticks);
        let without = if test.steady.is_empty() { None } else { Some(evidence_of(&test.steady)) };
        let without = without.map(|(without, robust)| WithoutLongest {
            rows: disturbed(&evidence[1], &without[1]),
            evidence: without,
            robust,
        });
        Self { places: rows, callers, more_calls, all, evidence, without }
    }

    /// Computes the largest statistic of all evidence, or ∞ if the deal separates the runs that call the row, or that
    /// call it more often, from the others.
    fn statistics(&self, deal: u64, out: &mut [f64]) {
        out.fill(0.0);
        let every_row = vec![true; out.len()];
        for evidence in &self.evidence {
            evidence.raise(deal, &every_row, out);
        }
        if let Some(WithoutLongest { rows, evidence, robust }) = &self.without {
            for evidence in evidence {
                evidence.raise(deal, rows, out);
            }
            robust.raise(deal, rows, out);
        }
        let separated = |runs: u64| runs == deal || runs == self.all & !deal;
        for (out, (&callers, &more)) in out.iter_mut().zip(self.callers.iter().zip(&self.more_calls)) {
            if separated(callers) || separated(more) {
                *out = f64::INFINITY;
            }
        }
    }

    /// Returns Westfall and Young's adjusted p of each tested row. The first deal is the true one.
    fn step_down(&self, deals: &[u64], progress: Progress<'_>) -> Vec<f64> {
        let mut statistics = vec![0.0; self.places.len()];
        self.statistics(deals[0], &mut statistics);
        let observed = statistics.clone();
        let mut largest_first: Vec<usize> = (0..self.places.len()).collect();
        largest_first.order_by(|&left, &right| observed[right].total_cmp(&observed[left]));
        let mut reached = vec![0u32; self.places.len()];
        for (done, &deal) in deals.iter().enumerate() {
            self.statistics(deal, &mut statistics);
            let mut largest = 0.0f64;
            for &row in largest_first.iter().rev() {
                largest = largest.max(statistics[row]);
                // A deal must reach its own statistic in spite of rounding.
                reached[row] += u32::from(largest >= observed[row] * (1.0 - 1e-9));
            }
            if done % 16 == 15 {
                progress(done as u64 + 1, deals.len() as u64);
            }
        }
        let mut p = vec![1.0; self.places.len()];
        let mut so_far = 0.0f64;
        for row in largest_first {
            so_far = so_far.max(f64::from(reached[row]) / deals.len() as f64);
            p[row] = so_far;
        }
        p
    }
}

/// Returns the runs with the larger number of calls of a row, as a bit pattern, if runs have exactly two numbers.
/// Otherwise returns 0.
fn more_calls(test: &PermutationTest, order: &[usize], row: usize) -> u64 {
    let calls = |run: usize| test.calls(run)[row];
    let most = order.iter().map(|&run| calls(run)).max().unwrap_or(0);
    let least = order.iter().map(|&run| calls(run)).min().unwrap_or(0);
    let has_two = most != least && order.iter().all(|&run| [least, most].contains(&calls(run)));
    let runs = order.iter().enumerate().filter(|&(_, &run)| has_two && calls(run) == most);
    runs.fold(0, |set, (place, _)| set | 1 << place)
}
