//! Slices that grow with the trace, for readers that learn its end only at the end of the file. Memory is bounded by a
//! number of sums.
//!
//! If a call ends after the last slice, all slices double in width. If more states of lanes need more sums, there are
//! fewer slices. In both cases pairs of slices are merged, so sums stay exact. Widths are powers of two, so wide slices
//! of one file consist of whole narrow slices of another.

use super::{MOST_TICKS, Refusal, StreamSink};
use crate::Grid;

/// Slices of a file with few lanes. A power of two, so that halving it reaches [`LEAST_SLICES`].
const MOST_SLICES: usize = 1 << 12;
/// Fewest slices.
const LEAST_SLICES: usize = 1 << 5;
/// Most sums in memory, of 8 bytes each.
const MOST_SUMS: usize = 1 << 23;

/// The bookkeeping of growing slices.
#[derive(Debug, Default)]
pub(super) struct Growing {
    /// Number of sums in memory.
    sums: usize,
}

impl StreamSink {
    /// Creates a sink whose slices grow: as many as memory has room for, from the first call to the last.
    pub fn growing() -> Self {
        Self { growing: Some(Growing::default()), ..Self::measuring() }
    }

    /// Grows the slices until they contain a span, if they grow.
    pub(super) fn hold(&mut self, start: i64, end: i64) -> Result<(), Refusal> {
        if self.growing.is_none() {
            return Ok(());
        }
        let too_far = "calls are too far apart";
        let (first, last) = self.extent.unwrap_or((start, end));
        if last.saturating_sub(first) > MOST_TICKS {
            return Err(too_far);
        }
        let mut grid = self.grid.unwrap_or_else(|| first_grid(start));
        while start < grid.start {
            let span = i64::try_from(grid.width * grid.count as u64).map_err(|_| too_far)?;
            grid.start = grid.start.checked_sub(span).ok_or(too_far)?;
            grid.width *= 2;
            self.each_row(|row| {
                row.resize(grid.count, 0);
                fold(row, grid.count / 2);
            });
        }
        while end > grid.end() {
            grid.width *= 2;
            self.each_row(|row| fold(row, 0));
        }
        self.grid = Some(grid);
        Ok(())
    }

    /// Counts new sums. If there are too many, halves the number of slices.
    pub(super) fn with_sums(&mut self, more: usize) -> Result<(), Refusal> {
        let (Some(growing), Some(mut grid)) = (&mut self.growing, self.grid) else { return Ok(()) };
        growing.sums += more;
        while self.growing.as_ref().is_some_and(|growing| growing.sums > MOST_SUMS) {
            if grid.count == LEAST_SLICES {
                return Err("there are too many lanes and states");
            }
            grid = Grid { width: grid.width * 2, count: grid.count / 2, ..grid };
            self.each_row(|row| {
                fold(row, 0);
                row.truncate(grid.count);
                row.shrink_to_fit();
            });
        }
        self.grid = Some(grid);
        Ok(())
    }

    fn each_row(&mut self, change: impl Fn(&mut Vec<u64>)) {
        for lane in &mut self.lanes {
            lane.depths.iter_mut().for_each(|depth| change(&mut depth.ticks));
            lane.rows.iter_mut().for_each(|(_, row)| change(row));
            let of_depths = lane.depths.iter().map(|depth| depth.ticks.len());
            lane.sums = of_depths.chain(lane.rows.iter().map(|(_, row)| row.len())).sum();
        }
        if let Some(growing) = &mut self.growing {
            growing.sums = self.lanes.iter().map(|lane| lane.sums).sum();
        }
    }
}

/// Returns the initial slices. They begin at `start`, the first call, and are 1 tick wide.
pub(super) fn first_grid(start: i64) -> Grid {
    Grid { start, width: 1, count: MOST_SLICES }
}

/// Merges each pair of sums into one. Writes them to the first half of the row, or to the second half if `to` is half
/// its length, and zeros to the other half.
fn fold(row: &mut [u64], to: usize) {
    let half = row.len() / 2;
    // The direction matters, so that no sum is overwritten before it is read: forwards to the front, backwards to the
    // back.
    let pair = |row: &mut [u64], at: usize| row[to + at] = row[2 * at] + row[2 * at + 1];
    if to == 0 {
        (0..half).for_each(|at| pair(row, at));
        row[half..].fill(0);
    } else {
        (0..half).rev().for_each(|at| pair(row, at));
        row[..to].fill(0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fold_merges_pairs_to_either_half() {
        let row = [1, 2, 4, 8, 16, 32, 64, 128];
        let folded = |to| {
            let mut row = row;
            fold(&mut row, to);
            row
        };
        assert_eq!(folded(0), [3, 12, 48, 192, 0, 0, 0, 0]);
        assert_eq!(folded(4), [0, 0, 0, 0, 3, 12, 48, 192]);
    }
}
