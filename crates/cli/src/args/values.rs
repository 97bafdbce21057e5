//! Parses the values of options.

use super::aggregate::StatesBy;
use crate::dataset::Label;
use crate::rules::RulesFile;
use crate::words::{Table, value};
use clap::builder::{PathBufValueParser, PossibleValuesParser, TypedValueParser};
use diptych_aggregate::StackLevel;
use diptych_desks::ALL;
use diptych_protocol::{ViewState, Window, Word};
use diptych_scene::Size;

/// Returns the parser of `--rules`.
pub(super) fn rules_file() -> impl TypedValueParser<Value = RulesFile> {
    PathBufValueParser::new().map(RulesFile::new)
}

/// Largest side of the canvas in CSS pixels. GPUs can draw it, and a PNG of dpr 1 takes 1 GB.
const MAX_SIDE: f32 = 16384.0;

/// Accepts one of the words of a table.
pub(super) fn one_of<T>(table: Table<T>) -> impl TypedValueParser<Value = T>
where
    T: Copy + Send + Sync + 'static,
{
    PossibleValuesParser::new(table.iter().map(|(word, _)| *word))
        .try_map(move |word| value(table, &word).ok_or("unknown word"))
}

/// Accepts one of the words that links use for a value.
pub(super) fn word<T>() -> impl TypedValueParser<Value = T>
where
    T: Word + Send + Sync,
{
    PossibleValuesParser::new(T::WORDS).try_map(|word| T::of_word(&word).ok_or("unknown word"))
}

/// Accepts a number from 0 to `most`.
pub(super) fn number(most: f64) -> impl Fn(&str) -> Result<f64, String> + Clone {
    move |text| {
        let number = text.parse::<f64>().ok().filter(|number| (0.0..=most).contains(number));
        number.ok_or_else(|| format!("expected a number from 0 to {most}"))
    }
}

/// Accepts the name of a desk or of a view, including earlier names.
pub(super) fn view(name: &str) -> Result<String, String> {
    let is_known = ALL.show(name, &mut ViewState::default());
    if is_known { Ok(name.to_owned()) } else { Err(format!("expected one of {}", ALL.names().join(", "))) }
}

/// Parses a number of rows.
pub(super) fn rows(text: &str) -> Result<usize, &'static str> {
    text.parse().map_err(|_| "expected a number of rows")
}

/// Least number of rows of a tile. With fewer, nearly every call would be a tile of its own.
const LEAST_TILE_ROWS: usize = 16;

/// Parses the number of rows of a tile.
pub(super) fn tile_rows(text: &str) -> Result<usize, &'static str> {
    let rows = text.parse().ok().filter(|&rows| rows >= LEAST_TILE_ROWS);
    rows.ok_or("expected a number of rows, 16 or more")
}

/// Parses an amount of memory, such as `12G`, and returns bytes.
pub(super) fn memory(text: &str) -> Result<u64, &'static str> {
    let digits = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    let unit = match &text[digits.len()..] {
        "" => Some(1),
        "M" | "MB" | "MiB" => Some(1 << 20),
        "G" | "GB" | "GiB" => Some(1 << 30),
        _ => None,
    };
    let bytes = digits.parse::<u64>().ok().zip(unit).and_then(|(number, unit)| number.checked_mul(unit));
    bytes.filter(|bytes| *bytes > 0).ok_or("expected an amount of memory, such as 12G or 500M")
}

/// Parses an offset in a file, in bytes.
pub(super) fn offset(text: &str) -> Result<u64, &'static str> {
    text.parse().map_err(|_| "expected a number of bytes")
}

/// Parses a label, `KEY=VALUE`.
pub(super) fn label(text: &str) -> Result<Label, String> {
    Label::parse(text)
}

/// Parses `T0..T1` such as `10ms..12ms`. Numbers without a unit are nanoseconds.
pub(super) fn window(text: &str) -> Result<Window, &'static str> {
    let ends = time_range(text).ok().filter(|range| range.ends[1].is_finite());
    let ends = ends.map(|range| range.ends.map(|ns| ns.round() as i64));
    let window = ends.map(|[start, end]| Window { start, end });
    let window = window.filter(|window| window.start < window.end);
    window.ok_or("expected T0..T1 such as 10ms..12ms, or in nanoseconds without a unit, T0 before T1")
}

/// A stretch of a trace's axis.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct TimeRange {
    /// Start and end, `start < end`: in nanoseconds if they have a unit, in the unit of the axis otherwise. The end is
    /// infinite if the range reaches to the end of the run.
    pub(crate) ends: [f64; 2],
    /// True if the ends have a unit of time.
    pub(crate) has_unit: bool,
}

/// Units of time with their nanoseconds. `s` comes last because the others end with it.
const UNITS: [(&str, f64); 5] = [("ns", 1.0), ("us", 1e3), ("µs", 1e3), ("ms", 1e6), ("s", 1e9)];

/// Largest amount of a range, in ticks: what a number with a fraction holds exactly.
const MOST_TICKS: f64 = 9_007_199_254_740_992.0;

/// Parses `T0..T1`, such as `10ms..12ms`. A unit after T1 only holds for both. Without T0 the range begins with the run,
/// and without T1 it ends with it.
pub(super) fn time_range(text: &str) -> Result<TimeRange, &'static str> {
    let amount = |text: &str, unit: Option<f64>| {
        let text = text.trim();
        let suffix = UNITS.iter().find(|(name, _)| text.ends_with(name));
        let number = suffix.map_or(text, |(name, _)| text[..text.len() - name.len()].trim_end());
        let (number, unit) = (number.parse::<f64>().ok()?, suffix.map(|(_, ns)| *ns).or(unit));
        let value = number * unit.unwrap_or(1.0);
        (value.abs() <= MOST_TICKS).then_some((value, unit))
    };
    let range = text.split_once("..").and_then(|(start, end)| {
        let is_open = |text: &str| text.trim().is_empty();
        if is_open(start) && is_open(end) {
            return None;
        }
        let (end, unit) =
            if is_open(end) { (f64::INFINITY, amount(start, None)?.1) } else { amount(end, None)? };
        let (start, unit_of_start) = if is_open(start) { (0.0, unit) } else { amount(start, unit)? };
        let is_range = start < end && unit.is_some() == unit_of_start.is_some();
        is_range.then_some(TimeRange { ends: [start, end], has_unit: unit.is_some() })
    });
    range.ok_or("expected T0..T1 such as 10ms..12ms, T0 before T1; T0.. reaches to the end, and ..T1 begins at the start")
}

/// Parses `WxH` in pixels.
pub(super) fn size(text: &str) -> Result<Size, String> {
    let side =
        |text: &str| text.parse::<u16>().ok().map(f32::from).filter(|side| (1.0..=MAX_SIDE).contains(side));
    let size = text
        .split_once('x')
        .and_then(|(width, height)| Some(Size { width: side(width)?, height: side(height)? }));
    size.ok_or_else(|| format!("expected WxH in pixels, each from 1 to {MAX_SIDE}"))
}

/// Parses the number of device pixels per CSS pixel.
pub(super) fn dpr(text: &str) -> Result<f32, &'static str> {
    let dpr = text.parse::<f32>().ok().filter(|dpr| (0.5..=4.0).contains(dpr));
    dpr.ok_or("expected a number from 0.5 to 4")
}

/// Parses a number from 0 to 1.
pub(super) fn share(text: &str) -> Result<f64, &'static str> {
    let share = text.parse::<f64>().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or("expected a number from 0 to 1")
}

/// Parses the choice of a lane's state.
pub(super) fn states(text: &str) -> Result<StatesBy, &'static str> {
    let by = match text {
        "innermost" => Some(StatesBy::Function(StackLevel::Innermost)),
        "package" => Some(StatesBy::Package),
        _ => text
            .strip_prefix("depth:")
            .and_then(|depth| depth.parse().ok())
            .map(|depth| StatesBy::Function(StackLevel::Depth(depth))),
    };
    by.ok_or("expected innermost, package, or depth:K with K from 0")
}

/// Largest time of a window in nanoseconds. It is far below what a float holds exactly.
const MOST_OF_WINDOW: f64 = 1e16;

/// Parses `FROM..TO` such as `10ms..12ms`, and returns nanoseconds, without an end for `FROM..`. Numbers without a unit are
/// seconds.
pub(super) fn seconds(text: &str) -> Result<(i64, Option<i64>), &'static str> {
    let ends = time_range(text).ok().and_then(|TimeRange { ends, has_unit }| {
        let ns_of_unit = if has_unit { 1.0 } else { 1e9 };
        let ns = |end: f64| {
            let ns = end * ns_of_unit;
            (0.0..=MOST_OF_WINDOW).contains(&ns).then_some(ns.round() as i64)
        };
        let end = if ends[1].is_finite() { Some(ns(ends[1])?) } else { None };
        Some((ns(ends[0])?, end))
    });
    let ends = ends.filter(|&(from, to)| to.is_none_or(|to| from < to));
    ends.ok_or(
        "expected FROM..TO such as 10ms..12ms, FROM.. or ..TO, or in seconds without a unit, FROM before TO",
    )
}

/// Parses β of bundles, and returns hundredths.
pub(super) fn beta(text: &str) -> Result<u32, String> {
    let value = text.parse::<f64>().ok().filter(|value| (0.0..=1.0).contains(value));
    value
        .map(|value| (value * 100.0).round() as u32)
        .ok_or_else(|| "expected a number from 0 to 1".to_owned())
}

/// Parses the power of the frequency of a call, and returns tenths.
pub(super) fn power(text: &str) -> Result<i64, String> {
    let value = text.parse::<f64>().ok().filter(|value| (-5.0..=5.0).contains(value));
    value
        .map(|value| (value * 10.0).round() as i64)
        .ok_or_else(|| "expected a number from -5 to 5".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_of_memory_take_units() {
        assert_eq!(memory("12G"), Ok(12 << 30));
        assert_eq!(memory("500M"), Ok(500 << 20));
        assert_eq!(memory("4096"), Ok(4096));
        for wrong in ["", "G", "0", "-1G", "1T", "1.5G", "99999999999G"] {
            assert!(memory(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn windows_take_units_of_time() {
        assert_eq!(seconds("0.01..0.012"), Ok((10_000_000, Some(12_000_000))));
        assert_eq!(seconds("10ms..12ms"), seconds("0.01..0.012"));
        assert_eq!(seconds("10..12ms"), seconds("0.01..0.012"));
        assert_eq!(seconds("..12ms"), Ok((0, Some(12_000_000))));
        assert_eq!(seconds("2.."), Ok((2_000_000_000, None)));
        assert_eq!(seconds("500us..3 s"), Ok((500_000, Some(3_000_000_000))));
        for wrong in ["", "3", "3ms", "3..2", "-1..2", "-1ms..2ms", "3ms..4", "0..1e8", "1..1", "0..0.1ns"] {
            assert!(seconds(wrong).is_err(), "{wrong}");
        }
        let range = |start: i64, end: i64| Ok(Window { start, end });
        assert_eq!(window("10..1200"), range(10, 1200));
        assert_eq!(window("-5..7"), range(-5, 7));
        assert!(window("5..").is_err(), "a picture needs both ends");
        assert_eq!(window("1ms..2ms"), range(1_000_000, 2_000_000));
        assert!(window("2ms..1ms").is_err());
    }

    #[test]
    fn time_ranges_take_units_of_time() {
        let range = |start: f64, end: f64, has_unit: bool| Ok(TimeRange { ends: [start, end], has_unit });
        assert_eq!(time_range("10ms..12ms"), range(10e6, 12e6, true));
        assert_eq!(time_range("1.5..2 s"), range(1.5e9, 2e9, true));
        assert_eq!(time_range("900us..1ms"), range(900e3, 1e6, true));
        assert_eq!(time_range("..12ms"), range(0.0, 12e6, true));
        assert_eq!(time_range("5us.."), range(5e3, f64::INFINITY, true));
        assert_eq!(time_range("7.."), range(7.0, f64::INFINITY, false));
        for wrong in ["5µs..7ns", "..", " .. ", "..0ms", "..-3"] {
            let error = time_range(wrong).unwrap_err();
            assert!(
                error.starts_with("expected T0..T1 such as 10ms..12ms, T0 before T1"),
                "{wrong}: {error}"
            );
        }
        assert_eq!(time_range("-3..40"), range(-3.0, 40.0, false));
        assert!(time_range("0..99999999999999999999").is_err(), "no trace is that long");
        assert!(time_range("1s..99999999999s").is_err());
        for wrong in ["", "3ms", "3ms..2ms", "3ms..4", "a..b", "nan..3", "0..inf", "1..1"] {
            assert!(time_range(wrong).is_err(), "{wrong}");
        }
    }
}
