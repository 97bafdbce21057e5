//! Why a row says what it says.

use super::rows::RowContext;
use crate::numbers;
use diptych_compare::ranking::Row;
use diptych_protocol::comparison::DifferenceList;
use diptych_trace::Axis;

/// From here on a multiple is not said to the digit.
const MANY_TIMES: f64 = 10.0;

/// `grew 5.5 × as much as the run`, `grew over 10 × as much as the run`; blank where that says nothing.
pub(super) fn overweight(row: &Row) -> String {
    let did = if row.steady() > 0.0 { "grew" } else { "shrank" };
    let times = |times: f64| {
        if times < MANY_TIMES { numbers::three_digits(times) } else { "over 10".to_owned() }
    };
    row.overweight.map_or_else(String::new, |of| format!("{did} {}\u{202f}× as much as the run", times(of)))
}

/// `+4.02 ms in 1 call`: what a few calls explain that take far longer than all others: what they take over calls of
/// ordinary length. Blank without any.
pub(super) fn few(axis: Axis, row: &Row) -> String {
    let count = row.few_calls[0] + row.few_calls[1];
    if count == 0 {
        return String::new();
    }
    format!("{} in {}", numbers::delta(axis, row.parts().few), numbers::calls(count))
}

/// Mean time of a call on a side, the few as long as others; blank where it makes none.
pub(super) fn each(axis: Axis, row: &Row, side: usize) -> String {
    // Per call, both sides are taken to have made the same number.
    let calls = match row.reference_calls {
        Some(reference) if row.calls[side] > 0 => reference,
        _ => row.calls[side] as f64,
    };
    let ticks = row.listed_by()[side] - row.few[side];
    if calls > 0.0 { numbers::extent(axis, (ticks / calls).round() as i64) } else { String::new() }
}

/// `18 → 4,645 calls`, `1.20 µs → 4.00 µs a call`, `+2.10 ms by more calls, +300 µs by longer calls`, and how long calls
/// take on each side.
pub(super) fn details(context: RowContext<'_>, list: DifferenceList, row: &Row) -> Vec<String> {
    let RowContext { axis, times, .. } = context;
    let [a, b] = row.calls.map(numbers::count);
    let is_ranked = !matches!(list, DifferenceList::Moved | DifferenceList::Pauses);
    if !is_ranked {
        return Vec::new();
    }
    let mut lines = vec![format!("{a} → {b} calls")];
    let each = [0, 1].map(|side| each(axis, row, side));
    if matches!(list, DifferenceList::Slower | DifferenceList::Faster) && !each.iter().any(String::is_empty) {
        lines.push(format!("{} → {} a call", each[0], each[1]));
        lines.push(parts(axis, row));
    }
    lines.push(overweight(row));
    for (side, name) in ["A", "B"].into_iter().enumerate().filter(|(side, _)| row.calls[*side] > 0) {
        let quantiles = times.and_then(|times| times.sides[side].get(row.identity.index()));
        lines.extend(quantiles.map(|of| {
            let [median, p99] = [of.median, of.p99].map(|ticks| numbers::extent(axis, ticks));
            format!("{name}: median call {median}, 99\u{202f}% up to {p99}")
        }));
    }
    lines.retain(|line| !line.is_empty());
    lines
}

/// `+2.10 ms by more calls, +300 µs by longer calls, +4.02 ms in 1 call`
fn parts(axis: Axis, row: &Row) -> String {
    let of = row.parts();
    let part = |ticks: f64, more: &str, fewer: &str| {
        let what = if ticks > 0.0 { more } else { fewer };
        (ticks.round() != 0.0).then(|| format!("{} by {what} calls", numbers::delta(axis, ticks)))
    };
    let few = Some(few(axis, row)).filter(|few| !few.is_empty());
    let all = [part(of.calls, "more", "fewer"), part(of.lengths, "longer", "shorter"), few];
    all.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
