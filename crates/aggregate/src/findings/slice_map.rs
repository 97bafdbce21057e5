//! Slices of one run's time, given by the slices of another run's time.

use crate::Grid;

/// The slices of a run that correspond to equal slices of common time. Between two edges both clocks run evenly.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SliceMap {
    grid: Grid,
    /// The run's own ticks at the start of each slice and at the end of the last. Never decreases.
    edges: Vec<i64>,
}

impl SliceMap {
    /// Builds the map. `own` returns the run's own tick for a common tick and must never decrease.
    pub fn new(grid: Grid, own: impl Fn(i64) -> i64) -> Self {
        Self { grid, edges: (0..=grid.count).map(|slice| own(grid.edge(slice))).collect() }
    }

    /// Returns the common slices.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// Returns the run's own ticks at the start of each slice and at the end of the last.
    pub fn edges(&self) -> &[i64] {
        &self.edges
    }

    /// Converts one of the run's own ticks to a common tick. O(log slices).
    pub fn place(&self, tick: i64) -> i64 {
        let first = self.edges[0];
        if tick < first {
            return self.grid.start.saturating_sub(first - tick);
        }
        let slice = self.edges.partition_point(|edge| *edge <= tick) - 1;
        if slice >= self.grid.count {
            return self.grid.end().saturating_add(tick - self.edges[self.grid.count]);
        }
        let (from, to) = (self.edges[slice], self.edges[slice + 1]);
        let steps = i128::from(tick - from) * i128::from(self.grid.width);
        self.grid.edge(slice) + (steps / i128::from(to - from)) as i64
    }

    /// Returns the slice with one of the run's own ticks, the first or the last for ticks outside.
    pub fn slice_of(&self, tick: i64) -> usize {
        self.edges.partition_point(|edge| *edge <= tick).clamp(1, self.grid.count) - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_lie_evenly_within_their_slices() {
        let grid = Grid { start: 0, width: 10, count: 3 };
        let map = SliceMap::new(grid, |tick| if tick <= 10 { tick } else { 10 + (tick - 10) * 4 });
        assert_eq!(map.edges(), [0, 10, 50, 90]);
        assert_eq!(
            [-3, 0, 5, 10, 30, 49, 50, 90, 95].map(|tick| map.place(tick)),
            [-3, 0, 5, 10, 15, 19, 20, 30, 35]
        );
        assert_eq!([-3, 0, 9, 10, 49, 50, 95].map(|tick| map.slice_of(tick)), [0, 0, 0, 1, 1, 2, 2]);
        // A slice without any time of the run.
        let map = SliceMap::new(grid, |tick| if tick < 20 { 0 } else { tick - 20 });
        assert_eq!((map.edges(), map.place(0), map.place(5)), (&[0, 0, 0, 10][..], 20, 25));
    }
}
