//! A new function that probably is the successor of a gone one, in words.

use super::main_caller::Caller;
use super::replaced::{self, Succession};
use super::rows::RowContext;
use crate::numbers;
use diptych_compare::ranking::Row;

/// Returns a function that probably is the successor of another one, with the change from one to the other:
/// `vat_percent probably replaces rate_for (400 calls each, in tax): 3.76 ms → 4.31 ms, +550 µs`. If its self time did not change
/// significantly, but the time with other functions did, only the latter is stated.
pub(super) fn sentence(
    context: RowContext<'_>,
    new: &Row,
    succession: &Succession<'_>,
    caller: Option<Caller>,
) -> String {
    let what = replaced::what(context, new.identity, succession);
    let place = caller.map_or_else(String::new, |caller| {
        format!(", {}in {}", if caller.is_only { "" } else { "mostly " }, caller.name)
    });
    let calls = match [succession.gone.calls[0], new.calls[1]] {
        [before, after] if before == after => format!("{} each", numbers::calls(after)),
        [before, after] => format!("{} → {}", numbers::count(before), numbers::calls(after)),
    };
    if let (Some(ticks), false) = (succession.with_others, succession.is_significant) {
        // The self time is noise, and the rest of the change is not.
        let ticks = numbers::delta(context.axis, ticks);
        return format!("{what} ({calls}{place}): with the functions that only one of them calls, {ticks}");
    }
    let [a, b] = succession.own.map(|ticks| numbers::extent(context.axis, ticks.round() as i64));
    let measure = if succession.has_callees { " self time" } else { "" };
    let in_words = |ticks: f64| numbers::delta(context.axis, ticks);
    let delta = in_words(succession.own[1] - succession.own[0]);
    let delta = if succession.is_significant { delta } else { format!("{delta} (not significant)") };
    let others = succession.with_others.map_or_else(String::new, |ticks| {
        format!(". Including the functions that only one of them calls: {}", in_words(ticks))
    });
    format!("{what} ({calls}{place}): {a} → {b}{measure}, {delta}{others}")
}
