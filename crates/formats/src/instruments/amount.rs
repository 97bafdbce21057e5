//! Reads weights as Instruments prints them: `4.93 s  100.0%`, `2126.0ms   49.7%`, `429.93 MB`, `96.08 Gc`.

use super::number::{self, DecimalMark, Marks, Number};
use crate::decimal::DecimalError;
use diptych_trace::Unit;

/// Thing that weights count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quantity {
    Time,
    Bytes,
    /// Cycles of the processor.
    Cycles,
}

impl Quantity {
    pub(super) fn unit(self) -> Unit {
        match self {
            Self::Time => Unit::Nanoseconds,
            Self::Bytes => Unit::Bytes,
            Self::Cycles => Unit::Events,
        }
    }

    /// Formats a value as Instruments does: `300.00 ms`.
    pub(super) fn text(self, value: i64) -> String {
        let units: &[(&str, i64)] = match self {
            Self::Time => &[("s", 1_000_000_000), ("ms", 1_000_000), ("µs", 1_000), ("ns", 1)],
            Self::Bytes => &[("GB", 1 << 30), ("MB", 1 << 20), ("KB", 1 << 10), ("Bytes", 1)],
            Self::Cycles => &[("Gc", 1_000_000_000), ("Mc", 1_000_000), ("Kc", 1_000), ("cycles", 1)],
        };
        let unit = units.iter().find(|(_, size)| value.abs() >= *size).or(units.last());
        match unit {
            Some((name, size @ 2..)) => format!("{:.2} {name}", value as f64 / *size as f64),
            Some((name, _)) => format!("{value} {name}"),
            None => value.to_string(),
        }
    }
}

/// Unit of a printed number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Scale {
    pub(super) quantity: Quantity,
    /// Nanoseconds, bytes or cycles in one of the printed unit.
    pub(super) units: i64,
}

/// Weight in nanoseconds, bytes or cycles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Amount {
    pub(super) quantity: Quantity,
    pub(super) value: i64,
    /// Greatest error of the value, which is rounded to the digits that are printed.
    pub(super) error: i64,
}

const MILLIONTHS: i128 = 1_000_000;

/// Greatest weight that is read, so that sums of two fit 64 bits.
const LIMIT: i128 = 1 << 53;

/// Returns the scale of a unit's name. Instruments counts 1,024 bytes in a kilobyte.
pub(super) fn scale(unit: &str) -> Option<Scale> {
    let (quantity, units) = match unit {
        "ns" => (Quantity::Time, 1),
        "us" | "µs" | "μs" => (Quantity::Time, 1_000),
        "ms" => (Quantity::Time, 1_000_000),
        "s" | "sec" => (Quantity::Time, 1_000_000_000),
        "min" => (Quantity::Time, 60_000_000_000),
        "h" | "hr" => (Quantity::Time, 3_600_000_000_000),
        "Byte" | "Bytes" | "bytes" | "B" => (Quantity::Bytes, 1),
        "KB" | "KiB" => (Quantity::Bytes, 1 << 10),
        "MB" | "MiB" => (Quantity::Bytes, 1 << 20),
        "GB" | "GiB" => (Quantity::Bytes, 1 << 30),
        "TB" | "TiB" => (Quantity::Bytes, 1 << 40),
        "c" | "cycles" => (Quantity::Cycles, 1),
        "Kc" => (Quantity::Cycles, 1_000),
        "Mc" => (Quantity::Cycles, 1_000_000),
        "Gc" => (Quantity::Cycles, 1_000_000_000),
        "Tc" => (Quantity::Cycles, 1_000_000_000_000),
        _ => return None,
    };
    Some(Scale { quantity, units })
}

/// Parts of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cell<'a> {
    /// The number; empty if the cell does not begin with one.
    number: &'a str,
    unit: Option<&'a str>,
    /// Number before a per cent sign.
    share: Option<&'a str>,
}

impl<'a> Cell<'a> {
    pub(super) fn of(cell: &'a str) -> Self {
        let cell = cell.trim();
        let (number, behind) = cell.split_at(number::length(cell));
        let is_unit =
            |word: &&str| !word.starts_with(|letter: char| letter.is_ascii_digit() || letter == '%');
        let share = behind.split_once('%').map(|(before, _)| before.trim_end());
        let share = share.and_then(|before| before.rsplit(|letter| !is_of_share(letter)).next());
        Self { number, unit: behind.split_whitespace().next().filter(is_unit), share }
    }

    /// Returns true if the cell says that there is no weight: a dash, or nothing.
    pub(super) fn is_blank(&self) -> bool {
        self.number.is_empty() && self.unit.is_none_or(|unit| matches!(unit, "-" | "–" | "—"))
    }

    /// Returns the marks of the weight and of the share.
    pub(super) fn marks(&self) -> [Marks; 2] {
        [self.number, self.share.unwrap_or_default()].map(number::marks)
    }

    /// Returns the weight. `given` is the unit of a number without one.
    ///
    /// # Errors
    ///
    /// If there is no number or its unit is unknown, and if the weight is too large.
    pub(super) fn amount(&self, given: Option<Scale>, usual: DecimalMark) -> Result<Amount, DecimalError> {
        let Scale { quantity, units } = self.unit.map_or(given, scale).ok_or(DecimalError::NotANumber)?;
        let Number { millionths, decimals } = number::parse(self.number, usual)?;
        let scaled = |millionths: i128| (millionths * i128::from(units) + MILLIONTHS / 2) / MILLIONTHS;
        let value = scaled(millionths.into());
        if value > LIMIT {
            return Err(DecimalError::OutOfRange);
        }
        // Instruments chooses a unit in which a weight is at least 1, so a zero is no rounded weight.
        let is_exact = decimals == 0 && (units == 1 || value == 0 && self.unit.is_some());
        let error = if is_exact { 0 } else { scaled(i128::from(step(decimals)) / 2) };
        Ok(Amount { quantity, value: value as i64, error: error as i64 })
    }

    /// Returns the share in millionths of one per cent, and the greatest error: some versions round shares, others cut
    /// them off. `None` if there is no share.
    pub(super) fn share(&self, usual: DecimalMark) -> Option<(i64, i64)> {
        let Number { millionths, decimals } = number::parse(self.share?, usual).ok()?;
        Some((millionths, step(decimals)))
    }
}

fn is_of_share(letter: char) -> bool {
    letter.is_ascii_digit() || matches!(letter, '.' | ',')
}

/// Returns one unit of the last decimal, in millionths.
fn step(decimals: u32) -> i64 {
    10_i64.pow(6 - decimals)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn any_cell_can_be_read(cell in "[0-9.,%\u{a0}\u{202f}' a-zµ-]{0,24}", text in ".{0,12}") {
            for cell in [&cell, &text] {
                for usual in [DecimalMark::Point, DecimalMark::Comma] {
                    let cell = Cell::of(cell);
                    let _ = (cell.marks(), cell.is_blank(), cell.share(usual));
                    if let Ok(amount) = cell.amount(scale("h"), usual) {
                        prop_assert!(amount.value >= 0 && amount.error >= 0);
                    }
                }
            }
        }
    }

    #[test]
    fn printed_weights_are_read_with_their_error() {
        let of =
            |cell| Cell::of(cell).amount(None, DecimalMark::Point).map(|amount| (amount.value, amount.error));
        assert_eq!(of("4.93 s  100.0%"), Ok((4_930_000_000, 5_000_000)));
        assert_eq!(of("4273.0ms   99.9%"), Ok((4_273_000_000, 50_000)));
        assert_eq!(of("2.45 s  \u{2007}0.0%"), Ok((2_450_000_000, 5_000_000)));
        assert_eq!(of(" 429.93 MB     100.0%"), Ok((450_814_280, 5_243)));
        assert_eq!(of("16 Bytes 0.1%"), Ok((16, 0)));
        assert_eq!(of("512 KB 0.1%"), Ok((524_288, 512)));
        assert_eq!(of("96.08 Gc  100.0%"), Ok((96_080_000_000, 5_000_000)));
        assert_eq!(of("1.50 min"), Ok((90_000_000_000, 300_000_000)));
        assert_eq!(of("0 s"), Ok((0, 0)));
        assert_eq!(of("0.00 ms"), Ok((0, 5_000)));
        assert_eq!(of("1,500.00 ms  99.9%"), Ok((1_500_000_000, 5_000)));
        assert_eq!(of("1,50\u{a0}s  99,9\u{a0}%"), Ok((1_500_000_000, 5_000_000)));
        assert_eq!(of("1\u{202f}500,00 ms"), Ok((1_500_000_000, 5_000)));
    }

    #[test]
    fn shares_are_read_behind_weights() {
        let of = |cell| Cell::of(cell).share(DecimalMark::Point);
        assert_eq!(of("4.93 s  100.0%"), Some((100_000_000, 100_000)));
        assert_eq!(of("2.45 s  \u{2007}0.0%"), Some((0, 100_000)));
        assert_eq!(of("1,50\u{a0}s  99,9\u{a0}%"), Some((99_900_000, 100_000)));
        assert_eq!(of("693  7%"), Some((7_000_000, 1_000_000)));
        for cell in ["4.93 s", "", "- %", "4.93 s %"] {
            assert_eq!(of(cell), None, "{cell}");
        }
    }

    #[test]
    fn values_are_formatted_as_in_a_copy() {
        let text = [0, 12, 1_500, 300_000_000, 1_500_000_000].map(|value| Quantity::Time.text(value));
        assert_eq!(text, ["0 ns", "12 ns", "1.50 µs", "300.00 ms", "1.50 s"]);
        assert_eq!(Quantity::Bytes.text(3 << 19), "1.50 MB");
        assert_eq!(
            [808, 96_080_000_000].map(|value| Quantity::Cycles.text(value)),
            ["808 cycles", "96.08 Gc"]
        );
    }

    #[test]
    fn units_come_from_the_heading_or_are_needed() {
        let of = |cell, given| Cell::of(cell).amount(given, DecimalMark::Point);
        let millis = scale("ms");
        for cell in ["693", "693  49.7%", "693\t49,7 %"] {
            assert_eq!(of(cell, millis).map(|amount| amount.value), Ok(693_000_000), "{cell}");
        }
        // Without a unit of its own, a zero may be a rounded number of milliseconds.
        assert_eq!(of("0", millis).map(|amount| amount.error), Ok(500_000));
        assert_eq!(of("693", None), Err(DecimalError::NotANumber));
        for cell in ["-", "", "12 parsecs", "ms", "1.2.3 ms", "100.0%"] {
            assert_eq!(of(cell, None), Err(DecimalError::NotANumber), "{cell}");
        }
        assert_eq!(of("99999999999 min", None), Err(DecimalError::OutOfRange));
    }

    #[test]
    fn dash_stands_for_no_weight() {
        for (cell, expected) in [("-", true), ("", true), ("  — ", true), ("0 s", false), ("many", false)] {
            assert_eq!(Cell::of(cell).is_blank(), expected, "{cell}");
        }
    }
}
