//! Times of functions and paths, as recorded or normalised, without a ranking. With several runs per side, medians.

use crate::inclusive_times::InclusiveTimes;
use crate::ranking::{Normalisation, RowUnit, median, samples_of};
use diptych_profile::{CallTree, UnionTree};
use diptych_trace::SampleSize;

/// The time of a function or a path that is measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Time {
    /// Self time.
    Own,
    /// Time with that of callees.
    Inclusive,
}

/// A function or a path on both sides.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct SideMeasures {
    /// Number of calls, or of samples if runs were sampled. With several runs the median.
    pub calls: [f64; 2],
    /// Ticks, possibly normalised.
    pub ticks: [f64; 2],
    /// True if any run of the side calls it.
    pub is_called: [bool; 2],
}

impl SideMeasures {
    /// Returns B minus A.
    pub fn delta(&self) -> f64 {
        self.ticks[1] - self.ticks[0]
    }
}

/// Calls and ticks of a row in one run.
#[derive(Debug, Clone, Copy, Default)]
struct Cell {
    /// Number of calls, or of samples if the run was sampled.
    calls: u64,
    ticks: f64,
}

impl Cell {
    fn new(calls: u64, ticks: i64, size: SampleSize) -> Self {
        let ticks = ticks as f64;
        let samples = samples_of(size, ticks).filter(|_| calls > 0);
        Self { calls: samples.map_or(calls, |samples| samples.max(1)), ticks }
    }
}

/// Returns the ticks of all functions or paths as recorded, run by run. O(nodes · runs).
pub fn ticks(union: &UnionTree, by: RowUnit, time: Time) -> Vec<Vec<f64>> {
    let runs = if by == RowUnit::Function { functions_of(union, time, None) } else { paths_of(union, time) };
    runs.into_iter().map(|(_, cells)| cells.iter().map(|cell| cell.ticks).collect()).collect()
}

/// Measures all functions, by identity. Inclusive time counts only outermost calls, so recursion never counts twice.
/// `recorded` has inclusive times that count instead of those of the paths. O(nodes · runs).
pub fn functions(
    union: &UnionTree,
    time: Time,
    normalisation: Normalisation,
    recorded: Option<&InclusiveTimes>,
) -> Vec<SideMeasures> {
    measured(union, functions_of(union, time, recorded), normalisation)
}

fn functions_of(union: &UnionTree, time: Time, recorded: Option<&InclusiveTimes>) -> Vec<(usize, Vec<Cell>)> {
    let count = union.identity_count();
    let cells = |side: usize, tree: &CallTree| {
        let totals = tree.totals(count);
        let ticks = match recorded {
            Some(times) => times.sides[side].clone(),
            None if time == Time::Own => totals.self_ticks,
            None => totals.total_ticks,
        };
        let rows = totals.calls.into_iter().zip(ticks);
        let size = tree.sample_size();
        rows.map(|(calls, ticks)| Cell::new(calls, ticks, size)).collect()
    };
    union.runs().iter().map(|run| (run.side, cells(run.side, &run.tree))).collect()
}

/// Measures all paths, by node. O(nodes · runs).
pub fn paths(union: &UnionTree, time: Time, normalisation: Normalisation) -> Vec<SideMeasures> {
    measured(union, paths_of(union, time), normalisation)
}

fn paths_of(union: &UnionTree, time: Time) -> Vec<(usize, Vec<Cell>)> {
    let runs = union.runs().iter().map(|run| {
        let cells = union.nodes().map(|node| {
            let spread = if time == Time::Own { run.self_spread(node) } else { run.inclusive_spread(node) };
            Cell::new(spread.calls, spread.ticks, run.tree.sample_size())
        });
        (run.side, cells.collect())
    });
    runs.collect()
}

fn measured(
    union: &UnionTree,
    mut runs: Vec<(usize, Vec<Cell>)>,
    normalisation: Normalisation,
) -> Vec<SideMeasures> {
    if normalisation == Normalisation::PerTotal {
        let totals: Vec<f64> = union.runs().iter().map(|run| run.tree.total_ticks() as f64).collect();
        let of_side = |side: usize| {
            let of_runs = union.runs().iter().zip(&totals).filter(move |(run, _)| run.side == side);
            median_of(&mut of_runs.map(|(_, total)| *total))
        };
        let common = f64::midpoint(of_side(0), of_side(1));
        for ((_, cells), total) in runs.iter_mut().zip(totals).filter(|(_, total)| *total > 0.0) {
            for cell in cells {
                cell.ticks *= common / total;
            }
        }
    }
    let rows = runs.first().map_or(0, |(_, cells)| cells.len());
    (0..rows).map(|row| one(&runs, row, normalisation)).collect()
}

fn one(runs: &[(usize, Vec<Cell>)], row: usize, normalisation: Normalisation) -> SideMeasures {
    let cells = |side: usize| {
        runs.iter().filter(move |(run_side, _)| *run_side == side).map(move |(_, cells)| cells[row])
    };
    let calls = [0, 1].map(|side| median_of(&mut cells(side).map(|cell| cell.calls as f64)));
    let ticks = match (normalisation, calls) {
        (Normalisation::PerCall, [a, b]) => {
            // Times as if both sides had made the same number of calls.
            let reference = if a > 0.0 && b > 0.0 { f64::midpoint(a, b) } else { a.max(b) };
            let each = |cell: Cell| cell.ticks / cell.calls.max(1) as f64 * reference;
            [0, 1].map(|side| median_of(&mut cells(side).map(each)))
        }
        _ => [0, 1].map(|side| median_of(&mut cells(side).map(|cell| cell.ticks))),
    };
    SideMeasures { calls, ticks, is_called: [0, 1].map(|side| cells(side).any(|cell| cell.calls > 0)) }
}

fn median_of(values: &mut dyn Iterator<Item = f64>) -> f64 {
    median(&mut values.collect::<Vec<f64>>())
}
