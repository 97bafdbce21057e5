//! Finds the rounding of a file's times.

use crate::decimal::Decimal;

/// Finest unit that the numbers of one field are written in, in nanoseconds. It is 1,000 if all are whole microseconds,
/// as many recorders write them. `i64::MAX` before the first number.
#[derive(Debug, Clone, Copy)]
struct FinestUnit(i64);

/// Rounding of a trace's instants and durations, as far as their text shows it.
#[derive(Debug)]
pub(super) struct Precision {
    instants: FinestUnit,
    durations: FinestUnit,
    /// Largest magnitude of an instant, in nanoseconds.
    largest: u64,
}

impl Default for Precision {
    fn default() -> Self {
        let unknown = FinestUnit(i64::MAX);
        Self { instants: unknown, durations: unknown, largest: 0 }
    }
}

impl FinestUnit {
    fn take(&mut self, written: &[u8]) {
        // Nanoseconds are the finest unit, so later numbers cannot change it.
        if self.0 > 1 {
            self.0 = self.0.min(unit_ns(written));
        }
    }

    /// Returns the unit in nanoseconds; 1, the finest, before the first number.
    fn ns(self) -> i64 {
        if self.0 == i64::MAX { 1 } else { self.0 }
    }
}

impl Precision {
    /// Takes an instant and its text.
    pub(super) fn instant(&mut self, value: Decimal, written: &[u8]) {
        self.instants.take(written);
        self.largest = self.largest.max(value.round().unsigned_abs());
    }

    /// Takes the text of a duration.
    pub(super) fn duration(&mut self, written: &[u8]) {
        self.durations.take(written);
    }

    /// Returns the number of nanoseconds by which calls may overlap merely because their times are rounded.
    ///
    /// The result is one unit of the last digit of instants or, if coarser, of durations. Fractional microseconds since
    /// 1970 have passed through a double, whose steps are coarser than the digits it is written with.
    pub(super) fn resolution_ns(&self) -> i64 {
        let written = self.instants.ns().max(self.durations.ns());
        if self.instants.ns() >= 1_000 { written } else { written.max(step_of_double_ns(self.largest)) }
    }
}

/// Returns the value of one unit in the last digit of a number of microseconds, in nanoseconds. At least 1, and 1 for
/// numbers with an exponent.
fn unit_ns(written: &[u8]) -> i64 {
    let decimals = memchr::memchr(b'.', written).map_or(0, |point| written.len() - point - 1);
    match decimals {
        _ if memchr::memchr2(b'e', b'E', written).is_some() => 1,
        0 => 1_000,
        1 => 100,
        2 => 10,
        _ => 1,
    }
}

/// Returns the distance between neighbouring doubles at a magnitude `ns`, if they count microseconds. In nanoseconds,
/// rounded up.
fn step_of_double_ns(ns: u64) -> i64 {
    let micros = ns / 1_000;
    // A double has 53 bits, so from 2⁵² microseconds on, its last bit is 1 µs.
    match micros.checked_ilog2() {
        Some(bits @ 43..) => (1_000u64 << (bits - 42)).div_ceil(1 << 10) as i64,
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resolution(instants: &[&str], durations: &[&str]) -> i64 {
        let mut precision = Precision::default();
        for text in instants.iter().map(|text| text.as_bytes()) {
            precision.instant(Decimal::from_micros(text).unwrap(), text);
        }
        for text in durations {
            precision.duration(text.as_bytes());
        }
        precision.resolution_ns()
    }

    #[test]
    fn resolution_follows_the_last_digit_written() {
        assert_eq!(resolution(&["1", "20"], &["7", "100"]), 1_000);
        assert_eq!(resolution(&["1.5", "20"], &["7.2", "100"]), 100);
        assert_eq!(resolution(&["1.12", "20.5"], &["7.25"]), 10);
        assert_eq!(resolution(&["1.000", "20.000"], &["7.000"]), 1);
        assert_eq!(resolution(&["1.125"], &["7"]), 1_000);
        assert_eq!(resolution(&["1.0001"], &[]), 1);
        assert_eq!(resolution(&["1e3"], &[]), 1);
        assert_eq!(resolution(&[], &[]), 1);
    }

    #[test]
    fn epoch_fractions_resolve_to_double_steps() {
        assert_eq!(resolution(&["1700000000123456.8"], &["7.253"]), 250);
        assert_eq!(resolution(&["1428625731622.251"], &["7.253"]), 1);
        assert_eq!(resolution(&["1700000000123456"], &["7"]), 1_000);
    }
}
