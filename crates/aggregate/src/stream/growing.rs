//! Slices that grow with the time they are to hold: where nobody knows when the file ends until it does, and in memory that has room
//! for so many sums.
//!
//! Slices double in width as calls go on behind the last one, and fewer are kept as more states of lanes have to be: pairs of slices
//! become one, so sums stay those of whole slices. Widths are powers of two, so slices of one file are made of whole ones of another.

use super::{MOST_TICKS, Refusal, StreamSink};
use crate::Grid;

/// Slices of a file with few lanes; an even number, as halves of it are down to [`LEAST_SLICES`].
const MOST_SLICES: usize = 1 << 12;
/// Slices that are kept at least.
const LEAST_SLICES: usize = 1 << 5;
/// Sums that are kept at most, of 8 bytes each.
const MOST_SUMS: usize = 1 << 23;

/// What is kept of a trace whose slices grow.
#[derive(Debug, Default)]
pub(super) struct Growing {
    /// How many sums there are.
    sums: usize,
}

impl StreamSink {
    /// Fills slices that grow: as many as memory has room for, from the first call to the last.
    pub fn growing() -> Self {
        Self { growing: Some(Growing::default()), ..Self::measuring() }
    }

    /// Makes slices hold a span, where they grow.
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

    /// So many sums came: where memory has no room for them slices become fewer.
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

/// Slices before the first call, which begins then.
pub(super) fn first_grid(start: i64) -> Grid {
    Grid { start, width: 1, count: MOST_SLICES }
}

/// Each pair of sums becomes one: those of the first half of the row, or (`to` half its length) of the second. The others are none.
fn fold(row: &mut [u64], to: usize) {
    let half = row.len() / 2;
    // No sum is written over before it is read: from the front to the front, from the back to the back.
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
    fn pairs_become_one_at_either_end() {
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
