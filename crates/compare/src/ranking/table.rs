//! The table that is ranked: functions or paths as rows, in every run, normalised.

use super::cell::{Cell, Few, few_of_paths, longest_of_paths};
use super::median::median;
use super::sample_counts::samples_of;
use super::{Normalisation, Options, RowUnit};
use crate::call_times::OutlierCall;
use diptych_profile::{NodeId, Spread, UnionRun, UnionTree};
use diptych_trace::IdentityId;

/// The cells of all rows in all runs.
#[derive(Debug)]
pub(super) struct Table {
    /// Function and path of each row. For a function, the path whose self time changed most.
    pub(super) rows: Vec<(IdentityId, NodeId)>,
    /// Cells by run, then by row.
    pub(super) runs: Vec<Vec<Cell>>,
    /// Side of each run.
    pub(super) side: Vec<usize>,
    /// Total time of each side, normalised: the median over its runs.
    pub(super) totals: [f64; 2],
    /// Total time of each side with outlier calls at ordinary length.
    pub(super) steady_totals: [f64; 2],
    /// Inclusive time of each function that only one side calls, normalised, by run, then by row. Each instant counts
    /// once, and outlier calls have ordinary length. Empty for paths.
    inclusive: Vec<Vec<f64>>,
    /// Number of calls that both sides count as having made, by row. Only with [`Normalisation::PerCall`].
    pub(super) reference_calls: Option<Vec<f64>>,
    /// Rows whose ticks add up to the total: all functions, but only the roots of paths.
    roots: Vec<u32>,
    /// Total of each run as recorded.
    recorded: Vec<f64>,
}

impl Table {
    /// Builds the table that the options ask for. `few` are the outlier calls, with one run per side.
    pub(super) fn new(union: &UnionTree, options: Options, few: &[OutlierCall]) -> Self {
        let mut table = match options.by {
            RowUnit::Function => Self::of_functions(union, few),
            RowUnit::Path => Self::of_paths(union, few),
        };
        table.normalise(options.normalisation);
        if options.by == RowUnit::Function {
            table.take_most_changed_paths(union, options.normalisation, few);
            table.take_inclusive_times(union, options.normalisation, few);
        }
        table
    }

    /// Builds rows for all functions that are called, by self time. Their paths are not known yet.
    pub(super) fn of_functions(union: &UnionTree, few: &[OutlierCall]) -> Self {
        let count = union.identity_count();
        let spreads: Vec<Vec<Spread>> = union.runs().iter().map(|run| run.tree.self_spreads(count)).collect();
        let called = |row: &usize| spreads.iter().any(|spread| spread[*row].calls > 0);
        let kept: Vec<usize> = (0..count).filter(called).collect();
        let rows: Vec<_> = kept.iter().map(|&row| (IdentityId(row as u32), NodeId::NONE)).collect();
        let of_run = |(run, of): (usize, &Vec<Spread>)| {
            let size = union.runs()[run].tree.sample_size();
            let (mut others, mut sums) = (of.clone(), vec![Few::default(); count]);
            for call in few.iter().filter(|call| call.side == union.runs()[run].side) {
                // Stored results may name a function that this tree does not have.
                if let Some(spread) = others.get_mut(call.identity.index()) {
                    *spread = less(*spread, call);
                    sums[call.identity.index()].add(call.into());
                }
            }
            kept.iter().map(|&row| Cell::new(of[row], sums[row], others[row]).counted(size)).collect()
        };
        let roots = (0..rows.len() as u32).collect();
        Self::with(union, rows, spreads.iter().enumerate().map(of_run).collect(), roots, few)
    }

    /// Builds rows for all paths, by inclusive time.
    pub(super) fn of_paths(union: &UnionTree, few: &[OutlierCall]) -> Self {
        let rows = union.nodes().map(|node| (union.identity()[node.index()], node)).collect();
        let of_run = |run: &UnionRun| {
            let sums = few_of_paths(run, few);
            let longest = longest_of_paths(run);
            let cell = |node| {
                let few = run.own(node).map_or(Few::default(), |own| sums[own.index()]);
                let excess = run.own(node).map_or(0.0, |own| longest[own.index()]);
                let cell = Cell::of_path(run.inclusive_spread(node), few);
                Cell { steady: (cell.ticks - excess).max(0.0), ..cell }.counted(run.tree.sample_size())
            };
            union.nodes().map(cell).collect()
        };
        let cells = union.runs().iter().map(of_run).collect();
        let is_root = |node: &NodeId| union.parent()[node.index()].some().is_none();
        let roots = union.nodes().filter(is_root).map(|node| node.0).collect();
        Self::with(union, rows, cells, roots, few)
    }

    fn with(
        union: &UnionTree,
        rows: Vec<(IdentityId, NodeId)>,
        runs: Vec<Vec<Cell>>,
        roots: Vec<u32>,
        few: &[OutlierCall],
    ) -> Self {
        let side: Vec<usize> = union.runs().iter().map(|run| run.side).collect();
        let recorded: Vec<f64> = union.runs().iter().map(|run| run.tree.total_ticks() as f64).collect();
        let totals = [0, 1].map(|of_side| median_of_side(&side, of_side, |run| recorded[run]));
        let excess = |side: usize| -> f64 {
            few.iter().filter(|call| call.side == side).map(|call| call.excess() as f64).sum()
        };
        let steady_totals = [0, 1].map(|side| (totals[side] - excess(side)).max(0.0));
        let (inclusive, reference_calls) = (Vec::new(), None);
        Self { rows, runs, side, totals, steady_totals, inclusive, reference_calls, roots, recorded }
    }

    /// Applies a normalisation.
    pub(super) fn normalise(&mut self, normalisation: Normalisation) {
        match normalisation {
            Normalisation::Absolute => (),
            Normalisation::PerTotal => {
                let common = f64::midpoint(self.totals[0], self.totals[1]);
                for (cells, &total) in self.runs.iter_mut().zip(&self.recorded) {
                    let factor = if total > 0.0 { common / total } else { 1.0 };
                    for cell in cells {
                        cell.stretch(factor);
                    }
                }
                for (steady, total) in self.steady_totals.iter_mut().zip(self.totals) {
                    *steady *= if total > 0.0 { common / total } else { 1.0 };
                }
                self.totals = [common; 2];
            }
            Normalisation::PerCall => self.normalise_per_call(),
        }
    }

    fn normalise_per_call(&mut self) {
        let reference: Vec<f64> = (0..self.rows.len())
            .map(|row| match [0, 1].map(|side| self.calls(row, side)) {
                [calls, 0.0] | [0.0, calls] => calls,
                [a, b] => f64::midpoint(a, b),
            })
            .collect();
        for cells in &mut self.runs {
            for (cell, &calls) in cells.iter_mut().zip(&reference) {
                cell.steady *= calls / cell.calls.max(1) as f64;
                cell.ticks = cell.mean * calls;
                cell.whole *= calls / cell.calls.max(1) as f64;
            }
        }
        let sum = |side| self.roots.iter().map(|&row| self.whole(row as usize, side)).sum();
        self.totals = [sum(0), sum(1)];
        let steady = |side| self.roots.iter().map(|&row| self.value(row as usize, side)).sum();
        self.steady_totals = [steady(0), steady(1)];
        self.reference_calls = Some(reference);
    }

    /// Returns the row of each function; `None` for one that is on paths without a call that is compared.
    fn rows_of_functions(&self, union: &UnionTree) -> Vec<Option<usize>> {
        let mut row_of = vec![None; union.identity_count()];
        for (row, (identity, _)) in self.rows.iter().enumerate() {
            row_of[identity.index()] = Some(row);
        }
        row_of
    }

    /// Returns the factor that a whole run is scaled by.
    fn stretch(&self, run: usize, normalisation: Normalisation) -> f64 {
        match normalisation {
            Normalisation::PerTotal if self.recorded[run] > 0.0 => {
                self.totals[self.side[run]] / self.recorded[run]
            }
            _ => 1.0,
        }
    }

    /// Computes the inclusive times of functions that only one side calls. O(nodes · runs).
    fn take_inclusive_times(&mut self, union: &UnionTree, normalisation: Normalisation, few: &[OutlierCall]) {
        let row_of = self.rows_of_functions(union);
        let is_of_one_side: Vec<bool> =
            (0..self.rows.len()).map(|row| !(self.is_called(row, 0) && self.is_called(row, 1))).collect();
        let of_run = |(place, run): (usize, &UnionRun)| {
            let pauses = few_of_paths(run, few);
            let mut sums = vec![0.0; self.rows.len()];
            // End of the outermost open call of each function, so that recursion counts once.
            let mut open_until = vec![0u32; self.rows.len()];
            for node in run.tree.nodes() {
                let Some(row) = row_of[run.tree.identity()[node.index()].index()] else { continue };
                if is_of_one_side[row] && node.0 >= open_until[row] {
                    let ticks = run.tree.inclusive_spread(node).ticks - pauses[node.index()].excess;
                    sums[row] += ticks.max(0) as f64;
                    open_until[row] = run.tree.subtree_end()[node.index()];
                }
            }
            let stretch = self.stretch(place, normalisation);
            for (row, sum) in sums.iter_mut().enumerate() {
                let calls = self.runs[place][row].calls.max(1) as f64;
                *sum *= self.reference_calls.as_ref().map_or(stretch, |reference| reference[row] / calls);
            }
            sums
        };
        self.inclusive = union.runs().iter().enumerate().map(of_run).collect();
        // Samples of these functions are those of their inclusive time.
        let reference = self.reference_calls.is_some();
        for (place, run) in union.runs().iter().enumerate().filter(|_| !reference) {
            let stretch = self.stretch(place, normalisation);
            for row in (0..self.rows.len()).filter(|&row| is_of_one_side[row]) {
                let ticks = self.inclusive[place][row] / stretch;
                let cell = &mut self.runs[place][row];
                if let Some(samples) = samples_of(run.tree.sample_size(), ticks).filter(|_| cell.calls > 0) {
                    cell.calls = samples.max(1);
                }
            }
        }
    }

    /// Returns the inclusive time on a side of a function that only one side calls: the median over the side's runs.
    pub(super) fn inclusive(&self, row: usize, side: usize) -> f64 {
        median_of_side(&self.side, side, |run| self.inclusive[run][row])
    }

    /// Returns the ticks that list a row in a run: inclusive ones of a function that only one side calls.
    pub(super) fn listed_ticks(&self, row: usize, run: usize) -> f64 {
        let is_of_one_side = !(self.is_called(row, 0) && self.is_called(row, 1));
        match self.inclusive.get(run) {
            Some(inclusive) if is_of_one_side => inclusive[row],
            _ => self.runs[run][row].whole,
        }
    }

    /// Sets the path of each function to one whose self time, as normalised, changed most in the direction of the whole
    /// function. The sides' means are compared, outlier calls have ordinary length, and ties go to the first path.
    /// O(nodes · runs).
    fn take_most_changed_paths(
        &mut self,
        union: &UnionTree,
        normalisation: Normalisation,
        few: &[OutlierCall],
    ) {
        let row_of = self.rows_of_functions(union);
        let signs: Vec<f64> =
            (0..self.rows.len()).map(|row| (self.value(row, 1) - self.value(row, 0)).signum()).collect();
        let weights: Vec<f64> = self
            .side
            .iter()
            .enumerate()
            .map(|(run, &side)| {
                let mean = self.stretch(run, normalisation) / union.side(side).count().max(1) as f64;
                if side == 0 { -mean } else { mean }
            })
            .collect();
        let excess: Vec<Vec<i64>> = union.runs().iter().map(|run| own_excess(run, few)).collect();
        let mut most = vec![f64::NEG_INFINITY; self.rows.len()];
        for node in union.nodes() {
            let Some(row) = row_of[union.identity()[node.index()].index()] else { continue };
            let runs = union.runs().iter().zip(&weights).zip(&excess);
            let ordinary = |run: &UnionRun, excess: &[i64]| {
                let pauses = run.own(node).map_or(0, |own| excess[own.index()]);
                (run.self_spread(node).ticks - pauses) as f64
            };
            let change: f64 = runs.map(|((run, weight), excess)| ordinary(run, excess) * weight).sum();
            let change = change * signs[row];
            if change > most[row] {
                most[row] = change;
                self.rows[row].1 = node;
            }
        }
    }

    /// Returns the ticks of all calls of a row on a side, normalised: the median over its runs.
    pub(super) fn whole(&self, row: usize, side: usize) -> f64 {
        median_of_side(&self.side, side, |run| self.runs[run][row].whole)
    }

    /// Returns the ticks of a row on a side with outlier calls at ordinary length: the median over its runs.
    pub(super) fn value(&self, row: usize, side: usize) -> f64 {
        median_of_side(&self.side, side, |run| self.runs[run][row].ticks)
    }

    /// Returns the number of calls of a row on a side: the median over its runs.
    pub(super) fn calls(&self, row: usize, side: usize) -> f64 {
        median_of_side(&self.side, side, |run| self.runs[run][row].calls as f64)
    }

    /// Returns true if any run of a side calls a row.
    pub(super) fn is_called(&self, row: usize, side: usize) -> bool {
        self.cells(row, side).any(|cell| cell.calls > 0)
    }

    /// Returns the largest number of outlier calls that a row has in a run of a side.
    pub(super) fn few_calls(&self, row: usize, side: usize) -> u64 {
        self.cells(row, side).map(|cell| cell.few).max().unwrap_or(0)
    }

    /// Returns true if every run of one side is beyond every run of the other.
    pub(super) fn is_separated(&self, row: usize) -> bool {
        let [a, b] = [0, 1].map(|side| {
            let ticks = || self.cells(row, side).map(|cell| (cell.calls.min(1), cell.ticks));
            let order =
                |left: &(u64, f64), right: &(u64, f64)| left.0.cmp(&right.0).then(left.1.total_cmp(&right.1));
            (ticks().min_by(order), ticks().max_by(order))
        });
        matches!((a, b), ((Some(low_a), Some(high_a)), (Some(low_b), Some(high_b))) if low_b > high_a || low_a > high_b)
    }

    /// Returns the cells of a row in the runs of a side.
    pub(super) fn cells(&self, row: usize, side: usize) -> impl Iterator<Item = Cell> + '_ {
        let runs = self.runs.iter().zip(&self.side).filter(move |&(_, &own_side)| own_side == side);
        runs.map(move |(cells, _)| cells[row])
    }
}

/// Returns the excess in ticks of the outlier calls on each path of a run, by node of the run's own tree.
/// O(nodes + outlier calls).
pub(super) fn own_excess(run: &UnionRun, few: &[OutlierCall]) -> Vec<i64> {
    let mut sums = vec![0; run.tree.len()];
    for call in few.iter().filter(|call| call.side == run.side) {
        // Stored results may name a path that this tree does not have.
        if let Some(sum) = sums.get_mut(call.node.index()) {
            *sum += call.excess();
        }
    }
    sums
}

/// Returns a spread without one call. The longest call stays as it was.
pub(super) fn less(spread: Spread, call: &OutlierCall) -> Spread {
    let ticks = call.self_ticks as f64;
    Spread {
        calls: spread.calls.saturating_sub(1),
        ticks: spread.ticks.saturating_sub(call.self_ticks),
        squares: (spread.squares - ticks * ticks).max(0.0),
        ..spread
    }
}

/// Returns the median over the runs of a side, or 0 without runs. For an even number it is the mean of the middle two.
pub(super) fn median_of_side(sides: &[usize], side: usize, value: impl Fn(usize) -> f64) -> f64 {
    let of_side = || sides.iter().enumerate().filter(|&(_, &own_side)| own_side == side).map(|(run, _)| run);
    let mut runs = of_side();
    match (runs.next(), runs.next()) {
        (None, _) => 0.0,
        // This is by far the most common case, and it occurs for every row.
        (Some(run), None) => value(run),
        _ => median(&mut of_side().map(value).collect::<Vec<f64>>()),
    }
}
