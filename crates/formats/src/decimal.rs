//! Converts decimal numbers exactly to a finer unit, such as microseconds to nanoseconds.

use std::cmp::Ordering;

/// A time of `ns + atto · 10⁻¹⁸` nanoseconds, rounded down to 10⁻¹⁸ ns (10⁻²¹ µs).
///
/// Rounding down never changes the result of rounding to whole nanoseconds, with one exception. That is a sum of two
/// numbers with more than 21 decimals of a microsecond each, if the sum is within 10⁻²¹ µs of a half nanosecond. (A
/// recorder's f64 has 17 digits in all.)
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Decimal {
    ns: i64,
    /// Fraction of a nanosecond, in units of 10⁻¹⁸ ns; below [`UNIT`].
    atto: u64,
}

/// Reason why text is no time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum DecimalError {
    /// It is no decimal number.
    NotANumber,
    /// It is beyond ±2⁶² nanoseconds (146 years), so that differences might not fit 64 bits.
    OutOfRange,
}

/// Number of digits of which any number fits 64 bits.
const PLAIN_DIGITS: usize = 19;

/// Decimals of a second that give whole nanoseconds.
const DECIMALS: usize = 9;
/// Most digits before them that keep the result in range.
const WHOLE: usize = 9;

/// Units of `atto` in a nanosecond.
const UNIT: u64 = 10u64.pow(18);

/// Largest magnitude of a time in nanoseconds.
const LIMIT_NS: i64 = 1 << 62;

impl Decimal {
    pub(crate) const ZERO: Self = Self { ns: 0, atto: 0 };
    /// One tick.
    pub(crate) const ONE: Self = Self { ns: 1, atto: 0 };

    /// Parses a number of microseconds: digits with at most one point, optional sign and exponent.
    pub(crate) fn from_micros(text: &[u8]) -> Result<Self, DecimalError> {
        Self::scaled(text, 3)
    }

    /// Parses a number of a unit that holds 10 to the power of `shift` nanoseconds; `shift` is 0 to 9, and 9 for
    /// seconds. It also serves for numbers that are no times: "nanosecond" then means that fraction of the unit.
    #[inline]
    pub(crate) fn scaled(text: &[u8], shift: u8) -> Result<Self, DecimalError> {
        let (negative, digits) = match text {
            [b'-', rest @ ..] => (true, rest),
            [b'+', rest @ ..] => (false, rest),
            _ => (false, text),
        };
        // Nearly all times are written plainly. Only what this refuses takes the slow path.
        if let Some(value) = Self::plain(digits, shift).filter(|_| !negative) {
            return value.in_range();
        }
        let shape = Shape::of(digits).ok_or(DecimalError::NotANumber)?;
        // Power of ten, in nanoseconds, of the first digit.
        let mut power =
            shape.whole_digits.saturating_add(shape.exponent).saturating_add(i64::from(shift) - 1);
        let (mut ns, mut atto, mut more) = (0u64, 0u64, false);
        for &byte in digits[..shape.mantissa].iter().filter(|&&byte| byte != b'.') {
            let digit = u64::from(byte - b'0');
            match power {
                0..=18 => {
                    // At most 9 · 10¹⁸, which fits.
                    ns = ns.checked_add(digit * POWERS[power as usize]).ok_or(DecimalError::OutOfRange)?;
                }
                -18..=-1 => atto += digit * POWERS[(power + 18) as usize],
                19.. if digit > 0 => return Err(DecimalError::OutOfRange),
                _ => more |= digit > 0 && power < 0,
            }
            power -= 1;
        }
        let ns = i64::try_from(ns).map_err(|_| DecimalError::OutOfRange)?;
        let value = if negative { Self::minus(ns, atto, more) } else { Self { ns, atto } };
        value.in_range()
    }

    /// Converts seconds with nine decimals and few digits before them, as simulators and clocks write them, to
    /// nanoseconds. `None` for all other text; [`Self::scaled`] gives the same result and reads that, too.
    #[inline]
    pub(crate) fn plain_seconds(text: &[u8]) -> Option<i64> {
        let (whole, decimals) = text.split_at_checked(text.len().checked_sub(DECIMALS + 1)?)?;
        let [b'.', first, rest @ ..] = decimals.first_chunk::<{ DECIMALS + 1 }>()? else { return None };
        let digit = |byte: &u8| Some(u64::from(byte.wrapping_sub(b'0'))).filter(|digit| *digit <= 9);
        let nanos = digit(first)? * POWERS[8] + eight_digits(*rest)?;
        if whole.is_empty() || whole.len() > WHOLE {
            return None;
        }
        let mut seconds = 0;
        for byte in whole {
            seconds = seconds * 10 + digit(byte)?;
        }
        Some((seconds * POWERS[9] + nanos) as i64)
    }

    /// Parses a number without sign and exponent whose digits, padded with zeros to nanoseconds, fit 64 bits. One
    /// division then separates whole nanoseconds from the rest. `None` for all others.
    fn plain(text: &[u8], shift: u8) -> Option<Self> {
        let (mut digits, mut point) = (0u64, None);
        let mut rest = text;
        while let Some((&byte, behind)) = rest.split_first() {
            // May wrap: too many digits are found by their count below.
            if let Some(eight) = rest.first_chunk().and_then(|eight| eight_digits(*eight)) {
                digits = digits.wrapping_mul(POWERS[8]).wrapping_add(eight);
                rest = &rest[8..];
                continue;
            }
            match byte {
                b'0'..=b'9' => digits = digits.wrapping_mul(10).wrapping_add(u64::from(byte - b'0')),
                b'.' if point.is_none() => point = Some(text.len() - rest.len()),
                _ => return None,
            }
            rest = behind;
        }
        let count = text.len() - usize::from(point.is_some());
        let decimals = point.map_or(0, |point| count - point);
        let shift = usize::from(shift);
        let zeros = shift.saturating_sub(decimals);
        if count == 0 || count + zeros > PLAIN_DIGITS {
            return None;
        }
        // Digits finer than a nanosecond.
        let finer = decimals.saturating_sub(shift);
        if finer == 0 {
            // The usual case needs no division.
            return Some(Self { ns: i64::try_from(digits * POWERS[zeros]).ok()?, atto: 0 });
        }
        let unit = *POWERS.get(finer)?;
        let ns = i64::try_from(digits / unit).ok()?;
        Some(Self { ns, atto: digits % unit * POWERS[18 - finer] })
    }

    /// Returns the negative of a number, rounded down. `more`: its magnitude is slightly greater than given.
    fn minus(ns: i64, atto: u64, more: bool) -> Self {
        match atto + u64::from(more) {
            0 => Self { ns: -ns, atto: 0 },
            atto => Self { ns: -ns - 1, atto: UNIT - atto },
        }
    }

    /// Returns the exact sum.
    pub(crate) fn plus(self, other: Self) -> Result<Self, DecimalError> {
        let ns = self.ns.checked_add(other.ns).ok_or(DecimalError::OutOfRange)?;
        let atto = self.atto + other.atto;
        let sum = match atto.cmp(&UNIT) {
            Ordering::Less => Self { ns, atto },
            _ => Self { ns: ns.checked_add(1).ok_or(DecimalError::OutOfRange)?, atto: atto - UNIT },
        };
        sum.in_range()
    }

    /// Returns whether the time is less than zero.
    pub(crate) fn is_negative(self) -> bool {
        self.ns < 0
    }

    /// Returns whether the time is a whole number of nanoseconds.
    pub(crate) fn is_whole(self) -> bool {
        self.atto == 0
    }

    /// Returns millionths of a nanosecond, rounded half up. The time must be less than 2⁴³ ns.
    pub(crate) fn millionths(self) -> i64 {
        let part = UNIT / 1_000_000;
        self.ns * 1_000_000 + ((self.atto + part / 2) / part) as i64
    }

    /// Returns the nearest floating-point number.
    pub(crate) fn to_f64(self) -> f64 {
        self.ns as f64 + self.atto as f64 * 1e-18
    }

    /// Returns whole nanoseconds, rounded half up.
    pub(crate) fn round(self) -> i64 {
        self.ns + i64::from(self.atto >= UNIT / 2)
    }

    fn in_range(self) -> Result<Self, DecimalError> {
        if (-LIMIT_NS..LIMIT_NS).contains(&self.ns) { Ok(self) } else { Err(DecimalError::OutOfRange) }
    }
}

/// Parses eight digits. `None` if a byte is no digit. It handles all bytes at once, because one by one each step would
/// wait for the one before.
#[inline]
fn eight_digits(digits: [u8; 8]) -> Option<u64> {
    const EACH: u64 = u64::MAX / 0xFF;
    const PAIRS: u64 = 0x0000_00FF_0000_00FF;
    let digits = u64::from_le_bytes(digits);
    // Only for bytes 0x30 to 0x39 is the high half 3, and still 3 after 6 is added.
    let high_is_3 = |bytes: u64| bytes & (0xF0 * EACH) == 0x30 * EACH;
    if !high_is_3(digits) || !high_is_3(digits.wrapping_add(0x06 * EACH)) {
        return None;
    }
    // Combines digits to pairs, pairs to fours and fours to the number, which is in the upper half of the sum. The
    // first digit is the lowest byte.
    let values = digits & (0x0F * EACH);
    let pairs = values * 10 + (values >> 8);
    let [outer, inner] = [pairs & PAIRS, pairs >> 16 & PAIRS];
    let upper =
        outer.wrapping_mul(100 + (1_000_000 << 32)).wrapping_add(inner.wrapping_mul(1 + (10_000 << 32)));
    Some(upper >> 32)
}

const POWERS: [u64; 19] = {
    let mut powers = [1; 19];
    let mut index = 1;
    while index < powers.len() {
        powers[index] = powers[index - 1] * 10;
        index += 1;
    }
    powers
};

/// Parts of a number's text.
struct Shape {
    /// Bytes of digits and point.
    mantissa: usize,
    /// Digits before the point.
    whole_digits: i64,
    exponent: i64,
}

impl Shape {
    /// Returns `None` if the text is no unsigned decimal number.
    fn of(text: &[u8]) -> Option<Self> {
        let mut point = None;
        let mut mantissa = text.len();
        for (index, &byte) in text.iter().enumerate() {
            match byte {
                b'0'..=b'9' => {}
                b'.' if point.is_none() => point = Some(index),
                b'e' | b'E' => {
                    mantissa = index;
                    break;
                }
                _ => return None,
            }
        }
        if mantissa == usize::from(point.is_some()) {
            return None;
        }
        let exponent = if mantissa < text.len() { exponent(&text[mantissa + 1..])? } else { 0 };
        Some(Self { mantissa, whole_digits: point.unwrap_or(mantissa) as i64, exponent })
    }
}

/// Parses an exponent. It saturates, far beyond the range of times.
fn exponent(text: &[u8]) -> Option<i64> {
    let (negative, digits) = match text {
        [b'-', rest @ ..] => (true, rest),
        [b'+', rest @ ..] => (false, rest),
        _ => (false, text),
    };
    if digits.is_empty() {
        return None;
    }
    let mut value = 0i64;
    for &byte in digits {
        let digit = char::from(byte).to_digit(10)?;
        value = value.saturating_mul(10).saturating_add(i64::from(digit));
    }
    Some(if negative { -value } else { value })
}
