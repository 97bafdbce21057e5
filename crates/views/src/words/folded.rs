//! Words for boxes that stand for several folded calls, as tiles of large traces hold them.

use crate::numbers;
use diptych_protocol::{Fact, SideName};
use diptych_trace::{CallId, Trace};
use std::ops::Range;

/// Label of boxes that stand for several calls, in legends.
pub const FOLDED_LABEL: &str = "several calls, folded";

/// Returns the number of calls that a box stands for, if it stands for several.
pub fn folded_calls(trace: &Trace, call: CallId) -> Option<u64> {
    let count = *trace.call_counts()?.get(call.index())?;
    u64::try_from(count).ok().filter(|&count| count > 1)
}

/// Returns the number of recorded calls that some boxes stand for.
pub fn calls_in(trace: &Trace, boxes: Range<u32>) -> u64 {
    match trace.call_counts().and_then(|counts| counts.get(boxes.start as usize..boxes.end as usize)) {
        Some(counts) => counts.iter().map(|&count| count.max(1) as u64).fold(0, u64::saturating_add),
        None => boxes.len() as u64,
    }
}

/// Returns the number of calls inside a call, or inside all calls that a box stands for.
pub(super) fn calls_inside(trace: &Trace, call: CallId) -> u64 {
    let Range { start, end } = trace.calls().subtree(call);
    calls_in(trace, start + 1..end)
}

/// Returns the facts of a box of `count` calls: their number and the sums of their times. Single calls have no facts.
pub(super) fn facts(trace: &Trace, call: CallId, count: u64) -> Vec<Fact> {
    let (calls, axis) = (trace.calls(), trace.axis());
    let fact = |label: &str, value: String| Fact { label: label.to_owned(), value };
    let (length, own) = (calls.duration(call), calls.self_time(call));
    vec![
        fact("Calls in this box", numbers::count(count)),
        fact(&in_sum(numbers::length(axis)), numbers::extent(axis, length)),
        fact(&in_sum("Self"), numbers::extent(axis, own)),
        fact("Mean of a call", numbers::extent(axis, mean(length, count))),
        fact("Moments of its calls", "not known".to_owned()),
        fact("Calls inside", numbers::count(calls_inside(trace, call))),
    ]
}

/// Returns the label of a sum over the calls of a box: `Duration in sum`.
pub(super) fn in_sum(label: &str) -> String {
    format!("{label} in sum")
}

fn mean(ticks: i64, count: u64) -> i64 {
    (ticks as f64 / count as f64).round() as i64
}

/// Describes a box for the live region: `12 calls of draw of A, folded, 36.0 µs in sum, moments not known, depth 1`.
pub(super) fn sentence(side: SideName, trace: &Trace, call: CallId, count: u64, name: &str) -> String {
    let sum = numbers::extent(trace.axis(), trace.calls().duration(call));
    format!(
        "{} of {name} of {}, folded, {sum} in sum, moments not known, depth {}",
        numbers::calls(count),
        side.letter(),
        trace.calls().depth()[call.index()]
    )
}
