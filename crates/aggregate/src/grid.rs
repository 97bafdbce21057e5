//! Equal slices of time.

/// `count` slices of `width` ticks each, the first of which begins at `start`: ticks since the trace's origin, as calls
/// have them. All slices are equal to the tick, since the criterion needs it; so the last one may reach beyond what it is
/// to cover, by less than `count` ticks in all.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Grid {
    /// First tick of the first slice.
    pub start: i64,
    /// Ticks of a slice, at least 1.
    pub width: u64,
    /// Number of slices, at least 1.
    pub count: usize,
}

impl Grid {
    /// The slices of least width of which `slices` cover `from..to`; fewer where that few of this width do.
    pub fn covering(from: i64, to: i64, slices: usize) -> Self {
        let extent = to.saturating_sub(from).max(1) as u64;
        let width = extent.div_ceil(slices.max(1) as u64);
        Self { start: from, width, count: extent.div_ceil(width) as usize }
    }

    /// The same of slices that are made of whole steps, counted from tick 0: they cover the steps that the span meets.
    pub fn covering_in_steps(from: i64, to: i64, slices: usize, step: u64) -> Self {
        let ticks = match i64::try_from(step) {
            Ok(ticks) if ticks > 1 => ticks,
            _ => return Self::covering(from, to, slices),
        };
        let first = from.div_euclid(ticks);
        let last = to.saturating_sub(1).max(from).div_euclid(ticks);
        let steps = Self::covering(first, last + 1, slices);
        Self { start: first.saturating_mul(ticks), width: steps.width.saturating_mul(step), ..steps }
    }

    /// First tick of a slice; of `count` the end of the last one.
    pub fn edge(&self, slice: usize) -> i64 {
        let slice = slice as u64;
        // Saturating, it is one of 128 bits in wasm: a call.
        let fits = (self.width | slice) >> 32 == 0;
        let ticks = if fits { self.width * slice } else { self.width.saturating_mul(slice) };
        self.start.saturating_add_unsigned(ticks)
    }

    /// One past the last tick.
    pub fn end(&self) -> i64 {
        self.edge(self.count)
    }

    /// The part of a span that the slices cover, as ticks since `start`; `None` if there is none.
    fn clip(&self, start: i64, end: i64) -> Option<(u64, u64)> {
        let from = start.max(self.start);
        let to = end.min(self.end());
        (from < to).then(|| (from.abs_diff(self.start), to.abs_diff(self.start)))
    }

    /// Tells each slice that a span meets, and for how many ticks. O(slices met).
    #[inline]
    pub(crate) fn cut(&self, start: i64, end: i64, mut tell: impl FnMut(usize, u64)) {
        let Some((mut at, to)) = self.clip(start, end) else { return };
        let shift = self.width.trailing_zeros();
        let mut slice = if self.width.is_power_of_two() { at >> shift } else { at / self.width };
        while at < to {
            let next = to.min((slice + 1) * self.width);
            tell(slice as usize, next - at);
            at = next;
            slice += 1;
        }
    }

    /// Ticks of a span that the slices cover.
    pub(crate) fn covered(&self, start: i64, end: i64) -> u64 {
        self.clip(start, end).map_or(0, |(from, to)| to - from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn slices_are_equal_and_as_few_as_cover_the_whole() {
        assert_eq!(Grid::covering(0, 100, 4), Grid { start: 0, width: 25, count: 4 });
        assert_eq!(Grid::covering(5, 106, 4), Grid { start: 5, width: 26, count: 4 });
        assert_eq!(Grid::covering(0, 31, 30), Grid { start: 0, width: 2, count: 16 });
        assert_eq!(Grid::covering(7, 7, 30), Grid { start: 7, width: 1, count: 1 });
    }

    #[test]
    fn steps_reach_as_far_as_ticks_do() {
        for step in [1, 2, 1 << 40] {
            for (from, to) in [(i64::MIN, i64::MAX), (i64::MAX, i64::MAX), (i64::MIN, i64::MIN)] {
                let grid = Grid::covering_in_steps(from, to, 30, step);
                assert!(grid.width >= step && (1..=30).contains(&grid.count), "{step} {from} {to}");
            }
        }
    }

    proptest! {
        #[test]
        fn a_span_is_cut_as_tick_by_tick(
            from in -50i64..50, extent in 0i64..90, slices in 1usize..12, start in -80i64..150, length in 0i64..120,
        ) {
            let grid = Grid::covering(from, from + extent, slices);
            prop_assert!(grid.end() >= from + extent && grid.count <= slices);
            prop_assert!(grid.edge(grid.count - 1) < (from + extent).max(from + 1));
            let mut cut = vec![0; grid.count];
            grid.cut(start, start + length, |slice, ticks| cut[slice] += ticks);
            let mut expected = vec![0; grid.count];
            for tick in start..start + length {
                if let Some(slice) = (0..grid.count).find(|&at| (grid.edge(at)..grid.edge(at + 1)).contains(&tick)) {
                    expected[slice] += 1;
                }
            }
            prop_assert_eq!(&cut, &expected);
            prop_assert_eq!(grid.covered(start, start + length), expected.iter().sum::<u64>());
        }

        #[test]
        fn slices_in_steps_are_whole_steps_and_as_few_as_cover_the_whole(
            from in -50i64..50, extent in 0i64..90, slices in 1usize..12, step in 1u64..9,
        ) {
            let to = from + extent;
            let grid = Grid::covering_in_steps(from, to, slices, step);
            prop_assert!(grid.width.is_multiple_of(step) && grid.start.rem_euclid(step as i64) == 0);
            prop_assert!(grid.count <= slices && grid.start <= from && grid.end() >= to);
            prop_assert!(grid.start + step as i64 > from && grid.edge(grid.count - 1) < to.max(from + 1));
            // Narrower ones would be too few.
            let narrower = grid.width - step;
            let reach = grid.start + (narrower * slices as u64) as i64;
            prop_assert!(narrower == 0 || reach < to.max(from + 1));
            if step == 1 {
                prop_assert_eq!(grid, Grid::covering(from, to, slices));
            }
        }
    }
}
