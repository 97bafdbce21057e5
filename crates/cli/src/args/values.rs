//! Parses the values of options.

use super::aggregate::StatesBy;
use crate::words::{Table, value};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use diptych_aggregate::StackLevel;
use diptych_protocol::{ViewState, Window, Word};
use diptych_scene::Size;
use diptych_views::desks;

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
    let is_known = desks::show(name, &mut ViewState::default());
    if is_known { Ok(name.to_owned()) } else { Err(format!("expected one of {}", desks::names().join(", "))) }
}

/// Parses a number of rows.
pub(super) fn rows(text: &str) -> Result<usize, &'static str> {
    text.parse().map_err(|_| "expected a number of rows")
}

/// Parses an offset in a file, in bytes.
pub(super) fn offset(text: &str) -> Result<u64, &'static str> {
    text.parse().map_err(|_| "expected a number of bytes")
}

/// Parses `T0..T1` in nanoseconds.
pub(super) fn window(text: &str) -> Result<Window, &'static str> {
    let window = text.split_once("..").and_then(|(start, end)| {
        let window = Window { start: start.trim().parse().ok()?, end: end.trim().parse().ok()? };
        (window.start < window.end).then_some(window)
    });
    window.ok_or("expected T0..T1 in nanoseconds, T0 before T1")
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

/// Parses `FROM..TO` in seconds, and returns nanoseconds.
pub(super) fn seconds(text: &str) -> Result<(i64, i64), &'static str> {
    // A day's worth of nanoseconds is far below what a float holds exactly.
    let of = |text: &str| text.parse::<f64>().ok().filter(|seconds| (0.0..=1e7).contains(seconds));
    let ends = text.split_once("..").and_then(|(from, to)| Some((of(from)?, of(to)?)));
    let ends = ends.map(|(from, to)| ((from * 1e9).round() as i64, (to * 1e9).round() as i64));
    ends.filter(|(from, to)| from < to).ok_or("expected FROM..TO in seconds, FROM before TO")
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
