//! Compares [`Decimal`] with a naive version on 128-bit integers.

use crate::decimal::{Decimal, DecimalError};
use proptest::prelude::*;

/// Parses a number in units of 10⁻²¹ µs, shifting its digits one by one. Only for numbers with at most 12 digits before
/// the point and 21 after it.
fn naive(text: &str) -> i128 {
    let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let (sign, digits) = mantissa.strip_prefix('-').map_or((1, mantissa), |digits| (-1, digits));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let shift = 21 + exponent.parse::<i32>().unwrap() - fraction.len() as i32;
    assert!(shift >= 0, "{text} has too many decimals for the twin");
    let all: i128 = format!("{whole}{fraction}").parse().unwrap();
    sign * (0..shift).fold(all, |value, _| value * 10)
}

/// Returns the nanoseconds of a sum, rounded half up.
fn naive_ns(texts: &[&str]) -> i128 {
    let unit = 10i128.pow(18);
    let sum: i128 = texts.iter().map(|text| naive(text)).sum();
    (sum + unit / 2).div_euclid(unit)
}

fn exact(text: &str) -> Result<Decimal, DecimalError> {
    Decimal::from_micros(text.as_bytes())
}

#[track_caller]
fn check(text: &str, ns: i64) {
    assert_eq!(exact(text).map(Decimal::round), Ok(ns), "{text}");
}

#[test]
fn microseconds_become_nanoseconds() {
    check("0", 0);
    check("1", 1_000);
    check("855008771.928", 855_008_771_928);
    check("1.6324334798464366", 1_632);
    check("-1.5", -1_500);
    check("007", 7_000);
    check("+2.", 2_000);
    check(".25", 250);
    check("1795157959792683.812", 1_795_157_959_792_683_812);
}

#[test]
fn halves_go_up() {
    check("0.0005", 1);
    check("0.00049999999999999999999999999999", 0);
    check("-0.0005", 0);
    check("-0.00050000000000000000000000000001", -1);
    check("-0.0015", -1);
}

#[test]
fn exponents_shift_the_point() {
    check("1e3", 1_000_000);
    check("1E+3", 1_000_000);
    check("12345e-4", 1_235);
    check("0.000001e6", 1_000);
    check("1e-300", 0);
    check("1e-99999999999999999999", 0);
    check("0e99999999999999999999", 0);
    check("0.00000000000000000000000000001e29", 1_000);
}

#[test]
fn sum_is_rounded_once() {
    let sum = |a: &str, b: &str| exact(a).unwrap().plus(exact(b).unwrap()).unwrap().round();
    // Each alone rounds down, but their sum reaches the half.
    assert_eq!(sum("0.0003", "0.0003"), 1);
    assert_eq!(sum("0.1", "0.2"), 300);
    assert_eq!(sum("-0.0003", "0.0003"), 0);
    assert_eq!(sum("855008771.928", "1.6324334798464366"), 855_008_773_560);
}

#[test]
fn invalid_and_out_of_range_numbers_are_distinguished() {
    for text in [
        "", "-", ".", "-.", "e3", ".e3", "1e", "1e+", "1.2.3", "NaN", "Infinity", "1 ", "0x10", "--1",
        "1e1.5",
    ] {
        assert_eq!(exact(text), Err(DecimalError::NotANumber), "{text}");
    }
    for text in ["1e16", "-1e300", "99999999999999999999", "4611686018427388", "1e99999999999999999999"] {
        assert_eq!(exact(text), Err(DecimalError::OutOfRange), "{text}");
    }
    check("4611686018427387.903", (1 << 62) - 1);
    check("-4611686018427387.904", -(1 << 62));
    let most = exact("4611686018427387.903").unwrap();
    assert_eq!(most.plus(most), Err(DecimalError::OutOfRange));
}

#[test]
fn any_unit_can_be_read() {
    let check = |text: &str, shift: u8, expected: i64| {
        assert_eq!(
            Decimal::scaled(text.as_bytes(), shift).map(Decimal::round),
            Ok(expected),
            "{text} {shift}"
        );
    };
    check("12", 0, 12);
    check("0.5", 0, 1);
    check(".4999999999999999999", 0, 0);
    check("1.5", 9, 1_500_000_000);
    check("1e-9", 9, 1);
    check("0.004", 6, 4_000);
    assert_eq!(Decimal::scaled(b"9223372036", 9), Err(DecimalError::OutOfRange));
}

/// Generates numbers in the forms that recorders write, and in others.
fn number() -> impl Strategy<Value = String> {
    prop_oneof![
        "-?[0-9]{1,10}",
        "-?[0-9]{1,10}\\.[0-9]{1,3}",
        "-?[0-9]{1,10}\\.[0-9]{12,18}",
        "-?[0-9]{0,3}\\.[0-9]{1,12}[eE]-[0-8]",
        "-?[0-9]{1,6}(\\.[0-9]{1,12})?[eE]\\+?[0-4]",
        // Close to a half.
        "-?[0-9]{1,3}\\.[0-9]{3}(4999999|5|50000001)",
    ]
}

proptest! {
    #[test]
    fn plain_seconds_agree_with_scaled_numbers(
        written in "[0-9]{0,11}[.][0-9]{7,11}",
        any in "[0-9.+e-]{0,14}",
    ) {
        for text in [written, any] {
            if let Some(nanos) = Decimal::plain_seconds(text.as_bytes()) {
                prop_assert_eq!(Decimal::scaled(text.as_bytes(), 9).map(Decimal::round), Ok(nanos), "{}", text);
            }
        }
    }

    #[test]
    fn plain_seconds_keep_all_nanoseconds(seconds in 0u32..1_000_000_000, nanos in 0u32..1_000_000_000) {
        let text = format!("{seconds}.{nanos:09}");
        let expected = i64::from(seconds) * 1_000_000_000 + i64::from(nanos);
        prop_assert_eq!(Decimal::plain_seconds(text.as_bytes()), Some(expected));
    }

    #[test]
    fn agrees_with_the_naive_twin(a in number(), b in number()) {
        let (start, length) = (exact(&a).unwrap(), exact(&b).unwrap());
        prop_assert_eq!(i128::from(start.round()), naive_ns(&[&a]));
        prop_assert_eq!(i128::from(start.plus(length).unwrap().round()), naive_ns(&[&a, &b]));
    }

    #[test]
    fn a_unit_is_microseconds_shifted(a in "-?[0-9]{1,9}(\\.[0-9]{1,9})?", shift in 0u8..=9) {
        let shifted = format!("{a}e{}", i64::from(shift) - 3);
        prop_assert_eq!(Decimal::scaled(a.as_bytes(), shift), exact(&shifted));
    }

    #[test]
    fn any_text_is_read_or_refused(text in "\\PC{0,40}") {
        let _read_or_refused = exact(&text);
    }
}
