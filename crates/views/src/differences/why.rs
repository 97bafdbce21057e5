//! The details of a row: its change beside that of all calls, and numbers and lengths of its calls.

use super::rows::RowContext;
use crate::numbers;
use diptych_compare::ranking::{Reason, Row, RowUnit};
use diptych_protocol::comparison::DifferenceList;
use diptych_trace::Axis;

/// Returns the change of all functions, to compare a row's own change with: `all functions together +13 %`. Blank if the
/// two can't be compared: a function that is called more often does not follow the speed of the run.
pub(super) fn change_of_all(row: &Row) -> String {
    let change = changes(row).filter(|_| row.reason != Reason::Calls);
    change.map_or_else(String::new, |[_, all]| format!("all functions together {}", numbers::change(all)))
}

/// Returns a row's own change beside that of all functions: `+20 % (all functions together +13 %)`.
fn with_all(own: f64, row: &Row) -> String {
    match (numbers::change(own), change_of_all(row)) {
        (own, all) if all.is_empty() => own,
        (own, all) => format!("{own} ({all})"),
    }
}

/// Returns the relative changes of a row and of all calls, without the extra time of outlier calls.
fn changes(row: &Row) -> Option<[f64; 2]> {
    let before = row.a - row.few[0];
    let times = row.overweight.filter(|_| before > 0.0)?;
    let own = row.steady() / before;
    Some([own, own / times])
}

/// Returns how much longer than usual the outlier calls take: `+4.02 ms in 1 outlier call`. Blank without any.
pub(super) fn few(axis: Axis, row: &Row) -> String {
    let count = row.few_calls[0] + row.few_calls[1];
    if count == 0 {
        return String::new();
    }
    let calls = if count == 1 { "call" } else { "calls" };
    format!("{} in {} outlier {calls}", numbers::delta(axis, row.parts().few), numbers::count(count))
}

/// Returns the mean time of a call on a side, without the extra time of outlier calls. Blank if the side makes no call.
pub(super) fn each(axis: Axis, row: &Row, side: usize) -> String {
    // Normalised per call, both sides count as having made equally many calls.
    let calls = match row.reference_calls {
        _ if row.is_call() => 1.0,
        Some(reference) if row.calls[side] > 0 => reference,
        _ => row.calls[side] as f64,
    };
    let ticks = row.listed_by()[side] - row.few[side];
    if calls > 0.0 { numbers::extent(axis, (ticks / calls).round() as i64) } else { String::new() }
}

/// Returns the lines of a row's details: `18 → 4,645 calls`, `1.20 µs → 4.00 µs per call`,
/// `+2.10 ms from more calls, +300 µs from longer calls`, and the median and 99th percentile of calls on each side.
pub(super) fn details(context: RowContext<'_>, list: DifferenceList, row: &Row) -> Vec<String> {
    let RowContext { axis, times, .. } = context;
    let [a, b] = row.calls.map(numbers::count);
    let is_ranked = !row.is_call() && !matches!(list, DifferenceList::Moved | DifferenceList::Pauses);
    if !is_ranked {
        return Vec::new();
    }
    // Numbers and lengths of calls mean nothing if calls were not recorded one by one.
    if context.counted().is_some() {
        let samples = context.is_sampled().then(|| format!("{a} → {b} samples"));
        let change = changes(row).map(|[own, _]| with_all(own, row));
        return samples.into_iter().chain(change).collect();
    }
    let mut lines = vec![format!("{a} → {b} calls")];
    let each = [0, 1].map(|side| each(axis, row, side));
    if !row.calls.contains(&0) && !each.iter().any(String::is_empty) {
        let measure = if context.by == RowUnit::Path { "" } else { " self time" };
        lines.push(format!("{} → {}{measure} per call", each[0], each[1]));
        lines.push(parts(axis, row));
    }
    lines.extend(changes(row).map(|[own, _]| with_all(own, row)));
    for (side, name) in ["A", "B"].into_iter().enumerate().filter(|(side, _)| row.calls[*side] > 0) {
        // Quantiles are those of all calls.
        let times = times.filter(|_| row.caller.is_none());
        let quantiles = times.and_then(|times| times.sides[side].get(row.identity.index()));
        lines.extend(quantiles.map(|of| {
            let [median, p99] = [of.median, of.p99].map(|ticks| numbers::extent(axis, ticks));
            format!("{name}: self time per call: median {median}, 99th percentile {p99}")
        }));
    }
    lines.retain(|line| !line.is_empty());
    lines
}

/// Returns the parts of a change: `+2.10 ms from more calls, +300 µs from longer calls, +4.02 ms in 1 outlier call`.
fn parts(axis: Axis, row: &Row) -> String {
    let of = row.parts();
    let part = |ticks: f64, more: &str, fewer: &str| {
        let what = if ticks > 0.0 { more } else { fewer };
        (ticks.round() != 0.0).then(|| format!("{} from {what} calls", numbers::delta(axis, ticks)))
    };
    let few = Some(few(axis, row)).filter(|few| !few.is_empty());
    let all = [part(of.calls, "more", "fewer"), part(of.lengths, "longer", "shorter"), few];
    all.into_iter().flatten().collect::<Vec<_>>().join(", ")
}
