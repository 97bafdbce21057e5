//! A time without any call, as the cause of a change.

use super::findings::{LEAST_OF_WHOLE, Whole};
use super::rows::{RowContext, shown_name};
use crate::numbers;

/// Returns the longest time without any call that only one side has, if it explains most of the change of the run's length:
/// `No function runs for 60.0 ms in B, from 59.7 ms on, between two calls of tick; in A this gap is 100 µs: +60.0 ms of the
/// run’s +59.4 ms`.
pub(super) fn sentence(context: RowContext<'_>, whole: Whole) -> Option<String> {
    let gap = context.times?.gap?;
    let change = if gap.side == 0 { -gap.excess() } else { gap.excess() } as f64;
    if whole.is_as_long || change * whole.run <= 0.0 || change.abs() < LEAST_OF_WHOLE * whole.run.abs() {
        return None;
    }
    let extent = |ticks| numbers::extent(context.axis, ticks);
    let [before, after] = gap.around.map(|function| shown_name(context.names, function));
    let side = ["A", "B"][gap.side.min(1)];
    let place = if before == after {
        format!("two calls of {before}")
    } else {
        format!("a call of {before} and one of {after}")
    };
    let other = ["B", "A"][gap.side.min(1)];
    let of_other = if gap.of_other > 0 {
        format!("; in {other} this gap is {}", extent(gap.of_other))
    } else {
        format!("; {other} has no such gap")
    };
    let [change, run] = [change, whole.run].map(|ticks| numbers::delta(context.axis, ticks));
    Some(format!(
        "No function runs for {} in {side}, from {} on, between {place}{of_other}: {change} of the run’s {run}",
        extent(gap.ticks),
        extent(gap.start)
    ))
}
