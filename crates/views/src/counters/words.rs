//! Values of counters in words.

use crate::words::{lane_path, shown};
use crate::{axis, numbers};
use diptych_protocol::{Fact, SideName, Tooltip};
use diptych_trace::{CounterId, Trace};

/// Formats a value with its unit: `22.4 MB`, `60 fps`, `1,204`.
pub fn value_text(value: f64, unit: &str) -> String {
    let size = value.abs();
    let sign = if value < 0.0 { "\u{2212}" } else { "" };
    match unit {
        "bytes" | "byte" | "B" if size < 1e18 => format!("{sign}{}", numbers::bytes(size.round() as u64)),
        "ns" if size < 9e18 => numbers::duration_ns(value.round() as i64),
        _ => {
            // From a thousand on, an exact count is easier to compare than three digits.
            let number = match size {
                1e15.. => format!("{sign}{size:.3e}"),
                _ if size >= 1e3 || size.fract() == 0.0 => {
                    format!("{sign}{}", numbers::count(size.round() as u64))
                }
                _ => numbers::three_digits(value),
            };
            if unit.is_empty() { number } else { format!("{number}\u{202f}{}", shown(unit)) }
        }
    }
}

/// A step that a tooltip describes.
#[derive(Debug)]
pub struct StepTooltip<'a> {
    /// Side of the counter.
    pub side: SideName,
    /// The counter.
    pub counter: CounterId,
    /// Title of the counter.
    pub title: &'a str,
    /// Samples of the step, see [`Step::rows`](super::Step::rows).
    pub rows: std::ops::Range<usize>,
    /// Number of samples in the step's pixels.
    pub inside: usize,
    /// Box of the step in the scene.
    pub rect: [f32; 4],
}

/// Returns the tooltip of a step: the value and the time that it holds, or the extremes of a pixel with several samples.
pub fn tooltip(trace: &Trace, of: &StepTooltip<'_>) -> Option<Tooltip> {
    let counters = trace.counters();
    let samples = counters.samples(of.counter);
    let unit = counters.unit(trace.names(), of.counter);
    let fact = |label: &str, value: String| Fact { label: label.to_owned(), value };
    let last = of.rows.end.checked_sub(1)?;
    let mut facts = vec![fact("Value", value_text(*samples.value.get(last)?, unit))];
    let until = samples.at.get(last + 1).copied().unwrap_or_else(|| trace.extent().max(samples.at[last]));
    let [from, to] = axis::ends(trace.axis(), samples.at[last], until);
    facts.push(fact("From", from));
    facts.push(fact("To", to));
    if of.inside > 1 {
        let values = &samples.value[of.rows.clone()];
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        facts.push(fact("Samples in this pixel", numbers::count(of.inside as u64)));
        facts.push(fact("Least", value_text(least, unit)));
        facts.push(fact("Most", value_text(most, unit)));
    }
    let context =
        counters.lane(of.counter).map_or_else(|| "whole run".to_owned(), |lane| lane_path(trace, lane));
    Some(Tooltip {
        side: Some(of.side),
        name: of.title.to_owned(),
        context,
        facts,
        rect: of.rect,
        ..Tooltip::default()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_their_unit() {
        let text = |value, unit| value_text(value, unit).replace('\u{202f}', " ");
        assert_eq!(text(22_400_000.0, "bytes"), "22.4 MB");
        assert_eq!(text(-5.0, "B"), "\u{2212}5 B");
        assert_eq!(text(1_500.0, "ns"), "1.50 µs");
        assert_eq!(text(59.94, "fps"), "59.9 fps");
        assert_eq!(text(-1_204.4, ""), "\u{2212}1,204");
        assert_eq!(text(7.0, ""), "7");
        assert_eq!(text(0.0, ""), "0");
        assert_eq!(text(f64::MAX, ""), "1.798e308");
        assert_eq!(text(f64::MIN, "bytes"), "\u{2212}1.798e308 bytes");
    }
}
