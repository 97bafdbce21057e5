//! Times of a location in nanoseconds of the trace.

/// How fast the clock of an archive runs, and when its trace begins.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clock {
    /// Ticks a second; at least 1.
    pub(super) ticks_a_second: u64,
    /// Its first instant, ticks.
    pub(super) first: u64,
}

impl Default for Clock {
    fn default() -> Self {
        Self { ticks_a_second: 1_000_000_000, first: 0 }
    }
}

impl Clock {
    /// An instant in nanoseconds from the first one; `None` beyond 292 years.
    pub(super) fn ns(self, ticks: i128) -> Option<i64> {
        let ticks = ticks - i128::from(self.first);
        i64::try_from((ticks * 1_000_000_000).div_euclid(self.ticks_a_second.into())).ok()
    }
}

/// How far the clock of a location was off the common one, at some of its times, ascending.
#[derive(Debug, Default)]
pub(super) struct Offsets {
    measured: Vec<(u64, i64)>,
    /// The two between which the last time lay.
    current: usize,
}

impl Offsets {
    /// Takes a measurement; `false` if it does not lie behind the one before it.
    pub(super) fn push(&mut self, time: u64, offset: i64) -> bool {
        let is_later = self.measured.last().is_none_or(|&(before, _)| before < time);
        if is_later {
            self.measured.push((time, offset));
        }
        is_later
    }

    /// A time of the location on the common clock: moved by what was measured, in a straight line between two measurements
    /// and beyond the outermost. One measurement alone says nothing.
    pub(super) fn common(&mut self, time: u64) -> i128 {
        while self.measured.get(self.current + 2).is_some_and(|_| self.measured[self.current + 1].0 < time) {
            self.current += 1;
        }
        let Some(&[(from, first), (to, last)]) = self.measured.get(self.current..self.current + 2) else {
            return time.into();
        };
        let slope = (i128::from(last) - i128::from(first)) as f64 / (to - from) as f64;
        let since = (i128::from(time) - i128::from(from)) as f64;
        i128::from(time) + i128::from(first) + (slope * since).round_ties_even() as i128
    }
}

#[cfg(test)]
mod tests {
    use super::{Clock, Offsets};

    #[test]
    fn times_are_moved_along_the_line_between_two_measurements() {
        let mut offsets = Offsets::default();
        assert_eq!(offsets.common(5), 5);
        assert!(offsets.push(100, 10));
        assert_eq!(offsets.common(50), 50, "one alone says nothing");
        assert!(offsets.push(200, 20) && offsets.push(300, 0));
        assert!(!offsets.push(300, 7));
        let moved = [0, 100, 150, 200, 250, 300, 400].map(|time| offsets.common(time));
        assert_eq!(moved, [0, 110, 165, 220, 260, 300, 380]);
    }

    #[test]
    fn ticks_of_any_length_become_nanoseconds() {
        let clock = |ticks_a_second| Clock { ticks_a_second, first: 100 };
        assert_eq!(clock(1_000_000).ns(101), Some(1_000));
        assert_eq!(clock(3).ns(101), Some(333_333_333));
        assert_eq!(clock(3).ns(99), Some(-333_333_334));
        assert_eq!(clock(1).ns(u64::MAX.into()), None);
    }
}
