//! Equal slices of time.

/// `count` slices of `width` ticks each, beginning at `start`, in ticks since the trace's origin as in calls.
///
/// All slices have the same width, because the criterion needs it. The last slice may therefore end after the covered
/// span; all slices together exceed the span by less than `count` ticks.
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
    /// Returns at most `slices` slices of the smallest width that covers `from..to`.
    pub fn covering(from: i64, to: i64, slices: usize) -> Self {
        let extent = to.saturating_sub(from).max(1) as u64;
        let width = extent.div_ceil(slices.max(1) as u64);
        Self { start: from, width, count: extent.div_ceil(width) as usize }
    }

    /// Returns slices like [`Grid::covering`] whose edges are multiples of `step`, counted from tick 0. They cover
    /// every step that the span touches.
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

    /// Returns the first tick of a slice. For `count`, this is the end of the last slice.
    pub fn edge(&self, slice: usize) -> i64 {
        let slice = slice as u64;
        // A saturating multiplication goes through 128 bits in wasm, which is a function call; small numbers avoid it.
        let fits = (self.width | slice) >> 32 == 0;
        let ticks = if fits { self.width * slice } else { self.width.saturating_mul(slice) };
        self.start.saturating_add_unsigned(ticks)
    }

    /// Returns the tick after the last one.
    pub fn end(&self) -> i64 {
        self.edge(self.count)
    }

    /// Returns the number of slices before a tick. A slice counts as well if it reaches less than a tenth of its width
    /// beyond.
    pub fn slices_before(&self, tick: i64) -> usize {
        let room = tick.saturating_sub(self.start).max(0) as u64;
        ((room + self.width / 10) / self.width).min(self.count as u64) as usize
    }

    /// Returns the part of a span that the slices cover, in ticks since `start`; `None` if they cover nothing of it.
    fn clip(&self, start: i64, end: i64) -> Option<(u64, u64)> {
        let from = start.max(self.start);
        let to = end.min(self.end());
        (from < to).then(|| (from.abs_diff(self.start), to.abs_diff(self.start)))
    }

    /// Calls `tell` with each slice that a span touches and the number of ticks in it. O(slices touched).
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

    /// Returns the number of ticks of a span that the slices cover.
    pub(crate) fn covered(&self, start: i64, end: i64) -> u64 {
        self.clip(start, end).map_or(0, |(from, to)| to - from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn covering_takes_the_fewest_equal_slices() {
        assert_eq!(Grid::covering(0, 100, 4), Grid { start: 0, width: 25, count: 4 });
        assert_eq!(Grid::covering(5, 106, 4), Grid { start: 5, width: 26, count: 4 });
        assert_eq!(Grid::covering(0, 31, 30), Grid { start: 0, width: 2, count: 16 });
        assert_eq!(Grid::covering(7, 7, 30), Grid { start: 7, width: 1, count: 1 });
    }

    #[test]
    fn covering_in_steps_handles_extreme_ticks() {
        for step in [1, 2, 1 << 40] {
            for (from, to) in [(i64::MIN, i64::MAX), (i64::MAX, i64::MAX), (i64::MIN, i64::MIN)] {
                let grid = Grid::covering_in_steps(from, to, 30, step);
                assert!(grid.width >= step && (1..=30).contains(&grid.count), "{step} {from} {to}");
            }
        }
    }

    proptest! {
        #[test]
        fn cut_agrees_with_tick_by_tick(
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
        fn covering_in_steps_is_minimal_and_on_steps(
            from in -50i64..50, extent in 0i64..90, slices in 1usize..12, step in 1u64..9,
        ) {
            let to = from + extent;
            let grid = Grid::covering_in_steps(from, to, slices, step);
            prop_assert!(grid.width.is_multiple_of(step) && grid.start.rem_euclid(step as i64) == 0);
            prop_assert!(grid.count <= slices && grid.start <= from && grid.end() >= to);
            prop_assert!(grid.start + step as i64 > from && grid.edge(grid.count - 1) < to.max(from + 1));
            // With narrower slices, `slices` of them would not reach the end.
            let narrower = grid.width - step;
            let reach = grid.start + (narrower * slices as u64) as i64;
            prop_assert!(narrower == 0 || reach < to.max(from + 1));
            if step == 1 {
                prop_assert_eq!(grid, Grid::covering(from, to, slices));
            }
        }
    }
}
