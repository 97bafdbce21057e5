//! Numbers of calls that each side repeats in all its runs.
//!
//! Times vary from run to run, but many programs make the same calls each time. If all runs of A make one number of
//! calls of a function, and all runs of B another one, then the program changed, however much its times vary.

use super::table::{Table, median_of_side};
use diptych_profile::Floor;

/// Returns the numbers of calls of a row on A and B, if both sides call it, each equally often in all its runs, and the
/// numbers differ. `None` for one run per side, and if both sides count as having made equally many calls.
pub(super) fn steady_counts(table: &Table, row: usize) -> Option<[u64; 2]> {
    if table.runs.len() <= 2 || table.reference_calls.is_some() {
        return None;
    }
    let of_side = |side: usize| {
        let mut calls = table.cells(row, side).map(|cell| cell.calls);
        let first = calls.next().filter(|&calls| calls > 0)?;
        calls.all(|calls| calls == first).then_some(first)
    };
    let counts = [of_side(0)?, of_side(1)?];
    (counts[0] != counts[1]).then_some(counts)
}

/// Returns true if the time of the additional calls alone exceeds the floor. They count with the shorter side's mean
/// call, without the longest call of each run, and must explain the direction of the change.
pub(super) fn is_changed_by_counts(table: &Table, row: usize, floor: Floor) -> bool {
    let Some(counts) = steady_counts(table, row) else { return false };
    let counts = counts.map(|calls| calls as f64);
    let steady = |side: usize| median_of_side(&table.side, side, |run| table.runs[run][row].steady);
    let mean = (steady(0) / counts[0]).min(steady(1) / counts[1]);
    let delta = table.whole(row, 1) - table.whole(row, 0);
    (counts[1] - counts[0]) * delta > 0.0 && floor.exceeded_by(counts.map(|calls| calls * mean))
}
