//! Tick marks of a time axis.

use crate::numbers;
use diptych_protocol::Window;
use diptych_trace::Axis;

/// A labelled place on an axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Mark {
    /// Position in ticks.
    pub at: i64,
    /// Text of the label, with its unit.
    pub label: String,
}

/// Returns round positions in a window, at least `min_gap` ticks apart. The step is 1, 2 or 5 times a power of ten.
///
/// Labels have just enough digits to differ from their neighbours. Every label but 0 carries the unit.
pub fn marks(axis: Axis, window: Window, min_gap: f64) -> Vec<Mark> {
    let step = round_step(min_gap.max(1.0));
    let (unit, name) = unit_of(window.start.abs().max(window.end.abs()), step);
    let first = window.start.div_euclid(step) * step;
    let mut marks = Vec::new();
    let mut at = if first < window.start { first + step } else { first };
    while at <= window.end {
        marks.push(Mark { at, label: label(axis, at, step, unit, name) });
        at += step;
    }
    marks
}

/// Formats both ends of a stretch of time with as many digits as it takes to tell them apart.
pub fn ends(axis: Axis, from: i64, to: i64) -> [String; 2] {
    let texts = [from, to].map(|at| numbers::extent(axis, at));
    if texts[0] != texts[1] || from == to {
        return texts;
    }
    let step = round_step(((to - from) / 20).max(1) as f64);
    let (unit, name) = unit_of(from.abs().max(to.abs()), step);
    [from, to].map(|at| label(axis, at, step, unit, name))
}

/// Returns the smallest of 1, 2, 5 × 10ⁿ that is at least `least`.
fn round_step(least: f64) -> i64 {
    let mut step = 1i64;
    loop {
        for factor in [1, 2, 5] {
            if (step * factor) as f64 >= least {
                return step * factor;
            }
        }
        match step.checked_mul(10) {
            Some(next) if next < i64::MAX / 10 => step = next,
            _ => return step,
        }
    }
}

const UNITS: [(i64, &str); 4] = [(1_000_000_000, "s"), (1_000_000, "ms"), (1_000, "µs"), (1, "ns")];

/// Returns one unit for all labels: the largest in which the far end of the window is at least 1 and the step needs no
/// more than six decimals. So a deep zoom keeps the unit of the whole run, and a label never grows longer than with
/// smaller units: `59.252482 ms` is shorter than `59,252.482 µs`.
fn unit_of(farthest: i64, step: i64) -> (i64, &'static str) {
    let fits = |&(unit, _): &(i64, &str)| farthest >= unit && step.saturating_mul(1_000_000) >= unit;
    UNITS.into_iter().find(fits).unwrap_or(UNITS[3])
}

/// Returns the text of one label. For axes other than time, [`numbers::extent`] writes it.
fn label(axis: Axis, at: i64, step: i64, unit: i64, name: &str) -> String {
    if at == 0 {
        return "0".to_owned();
    }
    if axis != Axis::TIME {
        return numbers::extent(axis, at);
    }
    let mut decimals = 0;
    let mut part = unit;
    while step % part != 0 && part > 1 {
        part /= 10;
        decimals += 1;
    }
    let sign = if at < 0 { "\u{2212}" } else { "" };
    let whole = (at.abs() / unit) as u64;
    let fraction = at.abs() % unit;
    let fraction =
        if decimals == 0 { String::new() } else { format!(".{:0width$}", fraction / part, width = decimals) };
    format!("{sign}{}{fraction}\u{202f}{name}", numbers::count(whole))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(start: i64, end: i64, gap: f64) -> Vec<String> {
        let marks = marks(Axis::TIME, Window { start, end }, gap);
        marks.into_iter().map(|mark| mark.label.replace('\u{202f}', " ")).collect()
    }

    #[test]
    fn axis_labels_share_a_unit_and_differ() {
        assert_eq!(labels(0, 10_000_000, 2_000_000.0), ["0", "2 ms", "4 ms", "6 ms", "8 ms", "10 ms"]);
        assert_eq!(labels(58_100_000, 58_500_000, 150_000.0), ["58.2 ms", "58.4 ms"]);
        assert_eq!(labels(58_100_000, 58_100_500, 200.0), ["58.1000 ms", "58.1002 ms", "58.1004 ms"]);
        assert_eq!(labels(59_252_482, 59_252_486, 2.0), ["59.252482 ms", "59.252484 ms", "59.252486 ms"]);
        assert_eq!(labels(0, 3, 1.0), ["0", "1 ns", "2 ns", "3 ns"]);
        assert_eq!(labels(-5_000, 5_000, 5_000.0), ["\u{2212}5 µs", "0", "5 µs"]);
        assert_eq!(labels(0, 450_000_000, 90_000_000.0).last().unwrap(), "400 ms");
        assert_eq!(labels(0, 90_000_000_000, 40_000_000_000.0), ["0", "50 s"]);
    }

    #[test]
    fn ends_of_a_stretch_differ() {
        let ends = |from, to| ends(Axis::TIME, from, to).map(|text| text.replace('\u{202f}', " "));
        assert_eq!(ends(17_010_000, 17_040_000), ["17.010 ms", "17.040 ms"]);
        assert_eq!(ends(17_000_000, 18_000_000), ["17.0 ms", "18.0 ms"]);
        assert_eq!(ends(17_000_000, 17_000_000), ["17.0 ms", "17.0 ms"]);
    }

    #[test]
    fn axis_labels_of_a_window_all_differ() {
        for span in [7i64, 130, 99_999, 5_000_000, 123_456_789_012] {
            for start in [0i64, 3, 987_654_321, 86_400_000_000_000] {
                let labels = labels(start, start + span, span as f64 / 8.0);
                let unique: std::collections::BTreeSet<_> = labels.iter().collect();
                assert_eq!(unique.len(), labels.len(), "{labels:?}");
            }
        }
    }
}
