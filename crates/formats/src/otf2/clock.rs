//! Converts times of a location to nanoseconds of the trace.

/// Rate of an archive's clock, and start of its trace.
#[derive(Debug, Clone, Copy)]
pub(super) struct Clock {
    /// Ticks per second; at least 1.
    pub(super) ticks_a_second: u64,
    /// First instant of the trace in ticks.
    pub(super) first: u64,
}

impl Default for Clock {
    fn default() -> Self {
        Self { ticks_a_second: 1_000_000_000, first: 0 }
    }
}

impl Clock {
    /// Converts an instant to nanoseconds after the first one. `None` beyond 292 years.
    pub(super) fn ns(self, ticks: i128) -> Option<i64> {
        let ticks = ticks - i128::from(self.first);
        i64::try_from((ticks * 1_000_000_000).div_euclid(self.ticks_a_second.into())).ok()
    }
}

/// Offsets of a location's clock to the common one, measured at some of the location's times, in ascending order.
#[derive(Debug, Default)]
pub(super) struct Offsets {
    measured: Vec<(u64, i64)>,
    /// Index of the measurement before the last time converted; the next one is after it.
    current: usize,
}

impl Offsets {
    /// Adds a measurement. Returns false if it is not later than the one before.
    pub(super) fn push(&mut self, time: u64, offset: i64) -> bool {
        let is_later = self.measured.last().is_none_or(|&(before, _)| before < time);
        if is_later {
            self.measured.push((time, offset));
        }
        is_later
    }

    /// Converts a time of the location to the common clock. Offsets are interpolated linearly between two measurements,
    /// and extrapolated beyond the outermost. A single measurement gives no slope and is ignored.
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
    fn offsets_are_interpolated_between_measurements() {
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
