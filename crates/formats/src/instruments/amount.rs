//! Reads weights as Instruments prints them: `4.93 s  100.0%`, `2126.0ms   49.7%`, `429.93 MB`, `96.08 Gc`.

use crate::decimal::{Decimal, DecimalError};
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

/// Parses a cell: a number, its unit, and possibly its share in per cent. `given` is the unit of a number without one.
///
/// # Errors
///
/// If there is no number or its unit is unknown, and if the weight is too large.
pub(super) fn amount(cell: &str, given: Option<Scale>) -> Result<Amount, DecimalError> {
    let cell = cell.trim();
    let end = cell.find(|letter: char| !letter.is_ascii_digit() && letter != '.').unwrap_or(cell.len());
    let (number, behind) = cell.split_at(end);
    let unit = behind.split_whitespace().next().filter(|word| !word.ends_with('%'));
    let scale = unit.map_or(given, scale).ok_or(DecimalError::NotANumber)?;
    let millionths = Decimal::scaled(number.as_bytes(), 6)?.round();
    let scaled = |millionths: i128| (millionths * i128::from(scale.units) + MILLIONTHS / 2) / MILLIONTHS;
    let value = scaled(millionths.into());
    if value > LIMIT {
        return Err(DecimalError::OutOfRange);
    }
    let decimals = number.split_once('.').map_or(0, |(_, decimals)| decimals.len().min(6));
    let step = 10_i128.pow(6 - decimals as u32);
    Ok(Amount { quantity: scale.quantity, value: value as i64, error: scaled(step / 2) as i64 })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn printed_weights_are_read_with_their_error() {
        let of = |cell| amount(cell, None).map(|amount| (amount.value, amount.error));
        assert_eq!(of("4.93 s  100.0%"), Ok((4_930_000_000, 5_000_000)));
        assert_eq!(of("4273.0ms   99.9%"), Ok((4_273_000_000, 50_000)));
        assert_eq!(of("2.45 s  \u{2007}0.0%"), Ok((2_450_000_000, 5_000_000)));
        assert_eq!(of(" 429.93 MB     100.0%"), Ok((450_814_280, 5_243)));
        assert_eq!(of("16 Bytes 0.1%"), Ok((16, 1)));
        assert_eq!(of("96.08 Gc  100.0%"), Ok((96_080_000_000, 5_000_000)));
        assert_eq!(of("1.50 min"), Ok((90_000_000_000, 300_000_000)));
        assert_eq!(of("0 s"), Ok((0, 500_000_000)));
    }

    #[test]
    fn units_come_from_the_heading_or_are_needed() {
        let millis = scale("ms");
        assert_eq!(amount("693", millis).map(|amount| amount.value), Ok(693_000_000));
        assert_eq!(amount("693", None), Err(DecimalError::NotANumber));
        for cell in ["-", "", "12 parsecs", "ms", "1.2.3 ms", "100.0%"] {
            assert_eq!(amount(cell, None), Err(DecimalError::NotANumber), "{cell}");
        }
        assert_eq!(amount("99999999999 min", None), Err(DecimalError::OutOfRange));
    }
}
