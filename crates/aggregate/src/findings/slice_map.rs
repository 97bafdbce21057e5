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

    /// Builds the maps of both runs of a pair to slices that hold the same matched calls. `anchors` are ticks of A and of B at
    /// which matched calls lie, ascending in both. Before the first anchor and after the last one both clocks run at the
    /// same rate until one run begins or ends. Also returns the number of slices before that end.
    ///
    /// The common time is the sum of both runs' times. So exchanging the runs exchanges the maps and nothing else, and a
    /// stretch that takes long in either run gets many slices. O(anchors + slices · log anchors).
    pub fn of_pair(anchors: &[[i64; 2]], extents: [i64; 2], slices: usize) -> ([Self; 2], usize) {
        let mut path = vec![[0, 0]];
        if let Some(&[a, b]) = anchors.first() {
            let shared = a.min(b).max(0);
            path.push([a - shared, b - shared]);
        }
        path.extend(anchors);
        let last = path[path.len() - 1];
        let shared = (extents[0] - last[0]).min(extents[1] - last[1]).max(0);
        let end = last.map(|at| at + shared);
        path.extend([end, [0, 1].map(|side: usize| extents[side].max(end[side]))]);
        let common = |at: [i64; 2]| at[0].saturating_add(at[1]);
        let grid = Grid::covering(0, common(path[path.len() - 1]), slices);
        let own = |side: usize, tick: i64| {
            let after = path.partition_point(|&at| common(at) <= tick);
            let Some(&next) = path.get(after) else { return path[path.len() - 1][side] };
            let from = path[after - 1];
            let steps = i128::from(tick - common(from)) * i128::from(next[side] - from[side]);
            from[side] + (steps / i128::from(common(next) - common(from))) as i64
        };
        let maps = [0, 1].map(|side| Self::new(grid, |tick| own(side, tick)));
        (maps, grid.slices_before(common(end)))
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
    use proptest::prelude::*;

    #[test]
    fn slices_of_a_pair_hold_the_same_matched_calls() {
        // B is slower between the anchors, starts later and goes on for longer.
        let ([a, b], both) = SliceMap::of_pair(&[[10, 20], [20, 50]], [30, 80], 11);
        assert_eq!(a.grid(), Grid { start: 0, width: 10, count: 11 });
        assert_eq!(a.edges(), [0, 0, 5, 10, 12, 15, 17, 20, 25, 30, 30, 30]);
        assert_eq!(b.edges(), [0, 10, 15, 20, 27, 35, 42, 50, 55, 60, 70, 80]);
        assert_eq!(both, 9);
        // Without matched calls both runs begin at zero.
        let ([a, b], both) = SliceMap::of_pair(&[], [30, 60], 3);
        assert_eq!((a.edges(), b.edges(), both), (&[0, 15, 30, 30][..], &[0, 15, 30, 60][..], 2));
    }

    proptest! {
        #[test]
        fn exchanged_runs_have_exchanged_maps(
            steps in prop::collection::vec((1i64..30, 1i64..30), 0..12),
            rest in (0i64..40, 0i64..40),
            slices in 1usize..30,
        ) {
            let mut at = [0, 0];
            let anchors: Vec<[i64; 2]> = steps.iter().map(|(a, b)| {
                at = [at[0] + a, at[1] + b];
                at
            }).collect();
            let extents = [at[0] + rest.0, at[1] + rest.1];
            let exchanged: Vec<[i64; 2]> = anchors.iter().map(|[a, b]| [*b, *a]).collect();
            let ([a, b], both) = SliceMap::of_pair(&anchors, extents, slices);
            let other = SliceMap::of_pair(&exchanged, [extents[1], extents[0]], slices);
            prop_assert_eq!(&other, &([b.clone(), a.clone()], both));
            for (map, extent) in [(&a, extents[0]), (&b, extents[1])] {
                prop_assert!(map.edges().is_sorted());
                prop_assert_eq!((map.edges()[0], map.edges()[map.edges().len() - 1]), (0, extent));
            }
        }
    }

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
