//! Numbers as text: units by size, three significant digits, exact counts.

use diptych_trace::{Axis, AxisKind, Unit};

/// A thin no-break space, used between a number and its unit and between the thousands of a count.
const THIN: char = '\u{202f}';

/// Formats a duration: `812 ns`, `48.3 µs`, `12.7 ms`, `1.94 s`, `2 m 07.3 s`, `1 h 02 m 07 s`.
pub fn duration_ns(ns: i64) -> String {
    if ns < 0 {
        return format!("\u{2212}{}", duration_ns(-ns));
    }
    let seconds = ns as f64 / 1e9;
    // The limits are the values that round up, so that 1 ms never prints as 1,000 µs.
    match ns {
        0..1_000 => format!("{ns}{THIN}ns"),
        1_000..999_500 => format!("{}{THIN}µs", three_digits(ns as f64 / 1e3)),
        999_500..999_500_000 => format!("{}{THIN}ms", three_digits(ns as f64 / 1e6)),
        999_500_000..60_000_000_000 => format!("{}{THIN}s", three_digits(seconds)),
        60_000_000_000..3_600_000_000_000 => {
            let tenths = (seconds * 10.0).round() as i64;
            format!("{}{THIN}m {:02}.{}{THIN}s", tenths / 600, tenths % 600 / 10, tenths % 10)
        }
        _ => {
            let whole = seconds.round() as i64;
            format!("{}{THIN}h {:02}{THIN}m {:02}{THIN}s", whole / 3600, whole / 60 % 60, whole % 60)
        }
    }
}

/// Formats a number with three significant digits: `1.94`, `48.3`, `812`, `−3.91`.
pub fn three_digits(value: f64) -> String {
    // Rounded first, because 0.9995 rounds to 1.00 and then has one digit before the point.
    let rounded = to_three_digits(value);
    if rounded == 0.0 {
        return "0".to_owned();
    }
    let whole_digits = rounded.abs().log10().floor() as i32 + 1;
    let decimals = (3 - whole_digits).clamp(0, 6) as usize;
    let text = format!("{:.decimals$}", rounded.abs());
    if rounded < 0.0 { format!("\u{2212}{text}") } else { text }
}

/// Returns the number nearest to `value` with three significant digits.
///
/// Builds it from the digits and the power that formatting gives. Parsing with the standard library would add its
/// tables, 12 kB of what a visitor loads. Up to 10²² both factors are exact, so the result is the nearest number.
fn to_three_digits(value: f64) -> f64 {
    let text = format!("{value:.2e}");
    let parts = text.split_once('e').and_then(|(digits, power)| {
        let hundredths: i32 = digits.replace('.', "").parse().ok()?;
        Some((f64::from(hundredths), power.parse::<i32>().ok()? - 2))
    });
    match parts {
        Some((hundredths, power @ 0..)) => hundredths * 10f64.powi(power),
        Some((hundredths, power)) => hundredths / 10f64.powi(-power),
        None => value,
    }
}

/// Formats bytes in decimal units: `22.4 MB`.
pub fn bytes(count: u64) -> String {
    scaled(count as f64, &["B", "kB", "MB", "GB", "TB"])
}

fn scaled(value: f64, units: &[&str]) -> String {
    let mut value = value;
    let mut unit = 0;
    while value >= 999.5 && unit + 1 < units.len() {
        value /= 1e3;
        unit += 1;
    }
    let text = if unit == 0 { format!("{value:.0}") } else { three_digits(value) };
    format!("{text}{THIN}{}", units[unit])
}

/// Formats a count: `123,221`.
pub fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// Formats a number of calls: `1 call`, `12,345 calls`.
pub fn calls(number: u64) -> String {
    if number == 1 { "1 call".to_owned() } else { format!("{} calls", count(number)) }
}

/// Formats a probability: `p = 0.09`, `p = 0.008`, `p < 0.001`.
pub fn p_value(p: f64) -> String {
    match p {
        _ if p < 0.001 => "p < 0.001".to_owned(),
        _ if p < 0.0095 => format!("p = {p:.3}"),
        _ => format!("p = {p:.2}"),
    }
}

/// Formats a number of things: `1 sample`, `3,000 samples`.
pub fn things(number: u64, one: &str, many: &str) -> String {
    format!("{} {}", count(number), if number == 1 { one } else { many })
}

/// Formats a share: `31 %`, with one decimal below 10 % and `< 0.1 %` for very small ones.
pub fn percent(share: f64) -> String {
    let percent = share * 100.0;
    let text = match percent {
        0.0 => "0".to_owned(),
        p if p < 0.05 => "<\u{202f}0.1".to_owned(),
        p if p < 9.95 => format!("{p:.1}"),
        p => format!("{p:.0}"),
    };
    format!("{text}{THIN}%")
}

/// Formats a change on an axis, always signed: `+1.09 ms`, `−12.7 ms`, and `+1.2 pt` for shares.
pub fn delta(axis: Axis, ticks: f64) -> String {
    let size = ticks.abs().round() as i64;
    let text = match axis.unit {
        // Per cent would read as a change relative to the baseline.
        Unit::Share => format!("{}{THIN}pt", three_digits(size as f64 * axis.scale)),
        _ => extent(axis, size),
    };
    if ticks < 0.0 { format!("\u{2212}{text}") } else { format!("+{text}") }
}

/// Formats a change relative to its own baseline: `+249 %`, `−3.4 %`, `+0.0 %`, and `×10` from +900 % on.
pub fn change(share: f64) -> String {
    if share >= 9.0 {
        return format!("×{}", three_digits(share + 1.0));
    }
    let text = match percent(share.abs()) {
        tiny if tiny.starts_with('<') => format!("0.0{THIN}%"),
        text => text,
    };
    if share < 0.0 { format!("\u{2212}{text}") } else { format!("+{text}") }
}

/// Ratio below which its inverse is easier to read.
pub const LEAST_FACTOR: f64 = 0.5;

/// Formats a ratio of two amounts: `1.26×`, and `1/444` below a half. From 1,000 on it is a whole number.
pub fn ratio(ratio: f64) -> String {
    if ratio < LEAST_FACTOR {
        format!("1/{}", multiple(1.0 / ratio))
    } else {
        format!("{}×", multiple(ratio))
    }
}

/// Formats a ratio of two amounts in a sentence: `1.26× as long`, and `1/444 of the time` below a half. `as_much` follows a
/// factor, and `of_what` a fraction.
pub fn ratio_in_words(of: f64, as_much: &str, of_what: &str) -> String {
    format!("{} {}", ratio(of), if of < LEAST_FACTOR { of_what } else { as_much })
}

/// Formats a multiple with three significant digits, or as a whole number from 1,000 on: `53.0`, `2,720`.
pub fn multiple(times: f64) -> String {
    if times < 999.5 { three_digits(times) } else { count(times.round() as u64) }
}

/// Returns the unit of extents on an axis.
pub fn unit(axis: Axis) -> &'static str {
    match (axis.kind, axis.unit) {
        (AxisKind::Order, _) | (_, Unit::Events) => "events",
        (_, Unit::Nanoseconds) => "ns",
        (_, Unit::Bytes) => "bytes",
        (_, Unit::Count) => "samples",
        (_, Unit::Objects) => "objects",
        (_, Unit::Share) => "share",
    }
}

/// Returns the quantity that calls take on an axis, as in "self time" or "inclusive samples". Nanoseconds that are
/// summed up (processor time, time off the processor) are a weight, because nothing ran for that long.
pub fn quantity(axis: Axis) -> &'static str {
    match (axis.kind, axis.unit) {
        (AxisKind::Time, Unit::Nanoseconds) => "time",
        (AxisKind::Weight, Unit::Nanoseconds) => "weight",
        _ => unit(axis),
    }
}

/// Returns the name of a call's extent on an axis.
pub fn length(axis: Axis) -> &'static str {
    match axis {
        Axis { unit: Unit::Share, .. } => "Share",
        Axis { kind: AxisKind::Weight, .. } => "Weight",
        _ => "Duration",
    }
}

/// Returns true if positions on an axis tell the time or at least the order. On an axis of weight they mean nothing.
pub fn has_places(axis: Axis) -> bool {
    axis.kind != AxisKind::Weight
}

/// Formats an extent on an axis with its unit.
pub fn extent(axis: Axis, ticks: i64) -> String {
    let value = ticks as f64 * axis.scale;
    let counted = |number: u64| match number {
        // `1 event`
        1 => format!("1 {}", unit(axis).trim_end_matches('s')),
        _ => format!("{} {}", count(number), unit(axis)),
    };
    match (axis.kind, axis.unit) {
        (AxisKind::Order, _) => counted(ticks.max(0) as u64),
        // A tick of the plain time axis is a nanosecond, so no f64 is needed.
        (_, Unit::Nanoseconds) if axis == Axis::TIME => duration_ns(ticks),
        (_, Unit::Nanoseconds) => duration_ns(value.round() as i64),
        (_, Unit::Bytes) => bytes(value.max(0.0) as u64),
        (_, Unit::Count | Unit::Objects | Unit::Events) => counted(value.max(0.0).round() as u64),
        (_, Unit::Share) => format!("{}{THIN}%", three_digits(value)),
    }
}

/// Formats a change with its sign: `+97`.
pub fn signed(change: i64) -> String {
    let sign = match change {
        0 => "",
        ..0 => "\u{2212}",
        _ => "+",
    };
    format!("{sign}{}", count(change.unsigned_abs()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Replaces thin spaces by ordinary ones, for legible tests.
    fn plain(text: &str) -> String {
        text.replace(THIN, " ")
    }

    #[test]
    fn three_digits_equal_parsing_with_std() {
        let mut value = 1.234_567e-18_f64;
        while value < 1e22 {
            for signed in [value, -value, value.round()] {
                let twin: f64 = format!("{signed:.2e}").parse().unwrap();
                assert_eq!(to_three_digits(signed).to_bits(), twin.to_bits(), "{signed:e}");
            }
            value *= 1.37;
        }
        assert!(to_three_digits(f64::NAN).is_nan() && to_three_digits(f64::INFINITY).is_infinite());
    }

    #[test]
    fn durations() {
        let cases = [
            (0, "0 ns"),
            (812, "812 ns"),
            (999, "999 ns"),
            (1_000, "1.00 µs"),
            (48_321, "48.3 µs"),
            (99_960, "100 µs"),
            (999_499, "999 µs"),
            (999_500, "1.00 ms"),
            (12_700_000, "12.7 ms"),
            (9_996_000, "10.0 ms"),
            (1_940_000_000, "1.94 s"),
            (59_990_000_000, "60.0 s"),
            (127_300_000_000, "2 m 07.3 s"),
            (3_727_000_000_000, "1 h 02 m 07 s"),
            (-48_321, "\u{2212}48.3 µs"),
        ];
        for (ns, text) in cases {
            assert_eq!(plain(&duration_ns(ns)), text);
        }
    }

    #[test]
    fn summed_nanoseconds_are_a_weight_not_time() {
        let cpu = Axis { kind: AxisKind::Weight, ..Axis::TIME };
        assert_eq!([Axis::TIME, cpu].map(quantity), ["time", "weight"]);
        assert_eq!([Axis::TIME, cpu].map(length), ["Duration", "Weight"]);
        assert_eq!([Axis::TIME, cpu].map(has_places), [true, false]);
        assert_eq!(plain(&extent(cpu, 12_700_000)), "12.7 ms");
    }

    #[test]
    fn shares_print_in_percent_changes_in_points() {
        assert_eq!(
            [quantity(Axis::SHARE), length(Axis::SHARE), unit(Axis::SHARE)],
            ["share", "Share", "share"]
        );
        assert_eq!(plain(&extent(Axis::SHARE, 123_400_000)), "12.3 %");
        assert_eq!(plain(&extent(Axis::SHARE, 0)), "0 %");
        assert_eq!(plain(&delta(Axis::SHARE, -12_340_000.0)), "\u{2212}1.23 pt");
        assert!(!has_places(Axis::SHARE));
    }

    #[test]
    fn changes_have_signs() {
        assert_eq!(plain(&delta(Axis::TIME, 1_090_000.0)), "+1.09 ms");
        assert_eq!(plain(&delta(Axis::TIME, -48_321.0)), "\u{2212}48.3 µs");
        assert_eq!(plain(&change(2.49)), "+249 %");
        assert_eq!(plain(&change(-0.034)), "\u{2212}3.4 %");
        assert_eq!(plain(&change(9.0)), "×10.0");
    }

    #[test]
    fn ratios_below_half_are_fractions() {
        let all = [2_345.0, 444.0, 1.0, 0.5, 0.4999, 0.321, 0.002_252, 0.000_1].map(ratio);
        assert_eq!(all, ["2,345×", "444×", "1.00×", "0.500×", "1/2.00", "1/3.12", "1/444", "1/10,000"]);
        let words = |of| ratio_in_words(of, "as long as A", "of A’s time");
        assert_eq!([words(0.817), words(0.25)], ["0.817× as long as A", "1/4.00 of A’s time"]);
    }

    #[test]
    fn three_digits_have_a_real_minus() {
        let cases = [(1.944, "1.94"), (-3.908, "\u{2212}3.91"), (812.4, "812"), (0.0, "0")];
        for (value, text) in cases {
            assert_eq!(three_digits(value), text);
        }
    }

    #[test]
    fn counts_bytes_shares() {
        assert_eq!(count(0), "0");
        assert_eq!(count(999), "999");
        assert_eq!(count(1_000), "1,000");
        assert_eq!(count(123_221), "123,221");
        assert_eq!(plain(&bytes(512)), "512 B");
        assert_eq!(plain(&bytes(22_400_000)), "22.4 MB");
        assert_eq!(plain(&bytes(999_600)), "1.00 MB");
        assert_eq!(plain(&percent(0.314)), "31 %");
        assert_eq!(plain(&percent(0.0314)), "3.1 %");
        assert_eq!(plain(&percent(0.000_01)), "< 0.1 %");
    }
}
