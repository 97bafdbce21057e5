//! Fields of comma-separated values: bare numbers and escaped texts.

use diptych_scene::text::fit::is_unprintable;
use diptych_trace::{Axis, AxisKind, Unit};

/// Returns the unit of an axis's numbers: `ns`, `bytes`, `samples`, `objects`, `events` or, for shares, `percent`.
pub fn unit(axis: Axis) -> &'static str {
    match (axis.kind, axis.unit) {
        (AxisKind::Order, _) | (_, Unit::Events) => "events",
        (_, Unit::Nanoseconds) => "ns",
        (_, Unit::Bytes) => "bytes",
        (_, Unit::Count) => "samples",
        (_, Unit::Objects) => "objects",
        (_, Unit::Share) => "percent",
    }
}

/// Formats ticks in the unit of [`unit()`]. The number is exact on axes of time and of order.
pub fn number(axis: Axis, ticks: i64) -> String {
    if axis == Axis::TIME || axis.kind == AxisKind::Order {
        ticks.to_string()
    } else {
        (ticks as f64 * axis.scale).to_string()
    }
}

/// Returns a text as one field, quoted where needed.
///
/// Characters that could act on a terminal ([`is_unprintable`]) become U+FFFD, but for tabs and ends of lines.
///
/// Spreadsheets may read a field that begins with `=`, `+`, `-`, `@`, a tab or a carriage return as a formula. An
/// apostrophe before it keeps a name from the trace from becoming one.
pub fn field(text: &str) -> String {
    let is_harmful = |c: char| is_unprintable(c) && !matches!(c, '\t' | '\n' | '\r');
    let text = &text.replace(is_harmful, "\u{FFFD}");
    let guarded = if text.starts_with(['=', '+', '-', '@', '\t', '\r']) { "'" } else { "" };
    if guarded.is_empty() && !text.contains([',', '"', '\n', '\r']) {
        return text.to_owned();
    }
    format!("\"{guarded}{}\"", text.replace('"', "\"\""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csv_texts_are_quoted_and_never_formulas() {
        assert_eq!(field("Node.walk"), "Node.walk");
        assert_eq!(field("a, \"b\""), "\"a, \"\"b\"\"\"");
        assert_eq!(field("=1+1"), "\"'=1+1\"");
        assert_eq!(field("two\nlines"), "\"two\nlines\"");
        assert_eq!(field("evil\u{1b}[31m\u{202e}cba"), "evil\u{fffd}[31m\u{fffd}cba");
    }

    #[test]
    fn csv_numbers_are_bare_and_exact() {
        assert_eq!(number(Axis::TIME, 1_234_567_890_123), "1234567890123");
        let scaled = Axis { scale: 0.5, ..Axis::TIME };
        assert_eq!(number(scaled, 3), "1.5");
    }
}
