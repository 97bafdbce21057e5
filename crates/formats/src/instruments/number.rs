//! Reads the numbers of a copy, which Instruments prints in the way of the user's country: `1,500.00`, `1.500,00`,
//! `1 500,00`.
//!
//! A point or comma is either the decimal mark or separates groups of digits. Nearly every number tells which:
//!
//! * If it has both, the last one is the decimal mark.
//! * If it has one of them several times, that one separates groups.
//! * If it has one of them once, it is the decimal mark, unless one to three digits precede it (no leading zero) and
//!   exactly three follow.
//!
//! The remaining numbers, such as `1,500`, are ambiguous. The first number of the file that tells its decimal mark
//! decides about all of them, also about those before it; shares in per cent (`99.8%`) are such numbers, too. In a file
//! without any, the point is the decimal mark.

use crate::decimal::{Decimal, DecimalError};

/// Character before the decimals of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum DecimalMark {
    #[default]
    Point,
    Comma,
}

/// Marks that a number's text shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Marks {
    /// The number has neither point nor comma.
    None,
    /// The number tells its decimal mark.
    Decimal(DecimalMark),
    /// This mark precedes three digits. It may be the decimal mark or separate groups.
    Ambiguous(DecimalMark),
}

/// Number in millionths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Number {
    pub(super) millionths: i64,
    /// Number of decimals that are printed, at most 6.
    pub(super) decimals: u32,
}

impl DecimalMark {
    fn letter(self) -> char {
        match self {
            Self::Point => '.',
            Self::Comma => ',',
        }
    }

    pub(super) fn other(self) -> Self {
        match self {
            Self::Point => Self::Comma,
            Self::Comma => Self::Point,
        }
    }
}

/// Returns the bytes that a number takes at the beginning of a cell.
pub(super) fn length(cell: &str) -> usize {
    let is_digit = |letter: char| letter.is_ascii_digit();
    let mut end = 0;
    for (at, letter) in cell.char_indices() {
        let behind = &cell[at + letter.len_utf8()..];
        // Only a group of three digits may follow: a no-break space may also precede the unit.
        let is_group = || behind.chars().take_while(|&letter| is_digit(letter)).count() == 3;
        match letter {
            '0'..='9' | '.' | ',' => {}
            _ if separates_groups(letter) && at > 0 && is_group() => {}
            _ => break,
        }
        end = at + letter.len_utf8();
    }
    end
}

/// Returns whether a character other than point and comma separates groups of digits in some country.
fn separates_groups(letter: char) -> bool {
    matches!(letter, '\u{a0}' | '\u{202f}' | '\'' | '\u{2019}')
}

/// Returns the marks of a number.
pub(super) fn marks(number: &str) -> Marks {
    use DecimalMark::{Comma, Point};
    let count = |mark: DecimalMark| number.matches(mark.letter()).count();
    let mark = match (count(Point), count(Comma)) {
        (0, 0) => return Marks::None,
        (0, _) => Comma,
        (_, 0) => Point,
        _ => return Marks::Decimal(if number.rfind('.') > number.rfind(',') { Point } else { Comma }),
    };
    if count(mark) > 1 {
        return Marks::Decimal(mark.other());
    }
    let (before, behind) = number.split_once(mark.letter()).unwrap_or_default();
    let may_be_group = matches!(before.len(), 1..=3) && !before.starts_with('0') && behind.len() == 3;
    if may_be_group { Marks::Ambiguous(mark) } else { Marks::Decimal(mark) }
}

/// Parses a number. `usual` is the decimal mark of an ambiguous one.
///
/// # Errors
///
/// If it has no digits or its groups are not of two or three digits, and if it is too large.
pub(super) fn parse(number: &str, usual: DecimalMark) -> Result<Number, DecimalError> {
    let mark = match marks(number) {
        Marks::Decimal(mark) => mark,
        Marks::Ambiguous(_) | Marks::None => usual,
    };
    let (whole, decimals) = number.split_once(mark.letter()).unwrap_or((number, ""));
    if !decimals.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(DecimalError::NotANumber);
    }
    let is_mark = |letter: char| letter == mark.other().letter() || separates_groups(letter);
    let mut groups = whole.split(is_mark).rev().peekable();
    let mut is_last = true;
    while let Some(group) = groups.next() {
        let is_first = groups.peek().is_none();
        // In India all groups but the last have two digits.
        let fits = match group.len() {
            3 => true,
            2 => !is_last || is_first,
            1 => is_first,
            length => is_first && is_last && (length > 0 || !decimals.is_empty()),
        };
        if !fits {
            return Err(DecimalError::NotANumber);
        }
        is_last = false;
    }
    let plain: String =
        whole.chars().filter(|&letter| !is_mark(letter)).chain(['.']).chain(decimals.chars()).collect();
    let millionths = Decimal::scaled(plain.as_bytes(), 6)?.round();
    Ok(Number { millionths, decimals: decimals.len().min(6) as u32 })
}

#[cfg(test)]
mod tests {
    use super::DecimalMark::{Comma, Point};
    use super::*;

    #[test]
    fn numbers_tell_their_decimal_mark() {
        for (number, expected) in [
            ("1500", Marks::None),
            ("1.50", Marks::Decimal(Point)),
            ("1,50", Marks::Decimal(Comma)),
            ("1,500.00", Marks::Decimal(Point)),
            ("1.500,00", Marks::Decimal(Comma)),
            ("1,500,000", Marks::Decimal(Point)),
            ("1.500.000", Marks::Decimal(Comma)),
            ("0,500", Marks::Decimal(Comma)),
            ("1500.000", Marks::Decimal(Point)),
            ("1,500", Marks::Ambiguous(Comma)),
            ("999.000", Marks::Ambiguous(Point)),
        ] {
            assert_eq!(marks(number), expected, "{number}");
        }
    }

    #[test]
    fn numbers_of_many_countries_are_read() {
        let of = |number, usual| parse(number, usual).map(|number| (number.millionths, number.decimals));
        for (number, usual, millionths, decimals) in [
            ("1,500.00", Point, 1_500_000_000, 2),
            ("1.500,00", Point, 1_500_000_000, 2),
            ("1\u{202f}500,25", Point, 1_500_250_000, 2),
            ("1\u{a0}500,25", Point, 1_500_250_000, 2),
            ("1'500.25", Comma, 1_500_250_000, 2),
            ("1,50,000.5", Point, 150_000_500_000, 1),
            ("1,500", Point, 1_500_000_000, 0),
            ("1,500", Comma, 1_500_000, 3),
            ("1.500", Point, 1_500_000, 3),
            ("1.500", Comma, 1_500_000_000, 0),
            ("0,500", Point, 500_000, 3),
            (".5", Point, 500_000, 1),
            ("7", Comma, 7_000_000, 0),
            ("1500", Point, 1_500_000_000, 0),
        ] {
            assert_eq!(of(number, usual), Ok((millionths, decimals)), "{number}");
        }
        for number in
            ["", ".", ",", "1.2.3", "1,2,3.0", "1,5000.0", "1500,000.0", "1,50.0", "1,.5", "1.5,0.0", "1'50"]
        {
            assert_eq!(of(number, Point), Err(DecimalError::NotANumber), "{number}");
        }
    }

    #[test]
    fn numbers_end_before_their_unit() {
        for (cell, expected) in [
            ("4.93 s  100.0%", "4.93"),
            ("1,500.00 ms", "1,500.00"),
            ("2126.0ms", "2126.0"),
            ("1\u{202f}500,00\u{a0}ms", "1\u{202f}500,00"),
            ("693\u{a0}ms", "693"),
            ("1'500 s", "1'500"),
            ("- 1", ""),
            ("\u{a0}100", ""),
        ] {
            assert_eq!(&cell[..length(cell)], expected, "{cell}");
        }
    }
}
