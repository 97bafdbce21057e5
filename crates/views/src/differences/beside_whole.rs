//! The change of the whole run, beside a change that is part of it or goes against it.

use super::findings::{Finding, LEAST_OF_LARGEST, LEAST_OF_WHOLE, Whole};
use super::rows::RowContext;
use crate::numbers;

/// Largest share of the whole change that a part may have. The mean length of calls is rounded.
const MOST_OF_WHOLE: f64 = 1.005;

/// Largest ratio of a change to the whole at which the whole is named as what it is a part of, with the rest against it.
const NEARLY_WHOLE: f64 = 1.5;

/// Smallest rest of the whole change that is named, as a share of the change.
const LEAST_REST: f64 = 0.05;

/// Returns the whole change that a change of `delta` ticks is a part of: ` of the run’s +20.1 ms`. Other facts are sentences
/// of their own: the rest, if it changed the other way, or a change of the run against it: `. The run itself is 24.3 ms
/// longer`. Time in functions that wait is left out of the whole if it is much of it and the lead is work.
pub(super) fn sentence(
    context: RowContext<'_>,
    lead: &Finding<'_>,
    delta: f64,
    findings: &[Finding<'_>],
    whole: Whole,
    has_other_cause: bool,
) -> String {
    let axis = context.axis;
    let of_calls = whole.beside(lead);
    let is_without_waiting = !lead.is_wait && whole.is_waiting();
    let [calls, run] = [of_calls, whole.run].map(|ticks| numbers::delta(axis, ticks));
    let is_part = delta * of_calls > 0.0 && delta.abs() <= MOST_OF_WHOLE * of_calls.abs();
    let what = context.counted().unwrap_or("calls");
    let what = if is_without_waiting { format!("{what} that don’t wait") } else { what.to_owned() };
    let is_explained = |change: f64| {
        let in_direction = findings.iter().map(Finding::delta).filter(|of| of * change > 0.0);
        in_direction.sum::<f64>().abs() >= LEAST_OF_WHOLE * change.abs()
    };
    let is_nearly_whole = delta * of_calls > 0.0 && delta.abs() <= NEARLY_WHOLE * of_calls.abs();
    let rest = of_calls - delta;
    let has_rest = rest.abs() >= LEAST_REST * delta.abs();
    let sure = if is_explained(rest) { "" } else { " (not significant)" };
    let everything_else =
        format!(". Everything else together changed by {}{sure}", numbers::delta(axis, rest));
    let is_little = is_part && !whole.is_as_long && !is_explained(of_calls);
    let little = if is_little { ", mostly within noise" } else { "" };
    // Several lanes run at the same time, so their calls take longer than the run.
    let lanes = match whole.lanes {
        [0 | 1, 0 | 1] => String::new(),
        [a, b] if a == b => format!(" ({} lanes)", numbers::count(a)),
        [a, b] => format!(" ({} in A, {} in B)", numbers::things(a, "lane", "lanes"), numbers::count(b)),
    };
    let in_all = format!(". All {what} together{lanes} changed by {calls}");
    match (is_part, calls == run) {
        (false, _) if whole.is_as_long && of_calls.abs() < LEAST_OF_LARGEST * delta.abs() => {
            ". The whole run did not change".to_owned()
        }
        // The verdict says that both sides take as long, so no change of the run can be shared out.
        _ if whole.is_as_long && calls == run => format!(". The whole run hardly changed ({run})"),
        // With lanes side by side, all calls together may take longer although the run is shorter, and the other way.
        _ if calls != run && is_against_run(delta, whole) => {
            against_run(context, has_other_cause || is_explained(whole.run), whole)
        }
        (true, true) => format!(" of the run’s {calls}{little}"),
        (true, false) if numbers::delta(axis, delta) == calls => {
            format!(". Together, all other {what} take as long in B as in A")
        }
        (true, false) => in_all + little,
        (false, true) if is_nearly_whole && has_rest => {
            format!("{everything_else}. The whole run changed by {calls}")
        }
        (false, true) if is_nearly_whole => format!(" of the run’s {calls}"),
        (false, true) if is_against_run(delta, whole) => {
            against_run(context, has_other_cause || is_explained(whole.run), whole)
        }
        (false, true) => format!(". The whole run changed by {calls}"),
        (false, false) if is_nearly_whole && has_rest => everything_else + &in_all,
        (false, false) => in_all,
    }
}

/// Returns true if a change is against that of the run's length, and that is not small beside it.
fn is_against_run(delta: f64, whole: Whole) -> bool {
    whole.run * delta < 0.0 && whole.run.abs() >= LEAST_OF_LARGEST * delta.abs()
}

/// Returns how the run's length changed, against the change that is named: `. The run itself is 24.3 ms longer. No significant
/// change explains that`.
fn against_run(context: RowContext<'_>, is_explained: bool, whole: Whole) -> String {
    let change = numbers::extent(context.axis, whole.run.abs().round() as i64);
    let change = if numbers::has_places(context.axis) {
        format!("is {change} {}", if whole.run > 0.0 { "longer" } else { "shorter" })
    } else {
        format!("has {change} {}", if whole.run > 0.0 { "more" } else { "fewer" })
    };
    let why = if is_explained { "" } else { ". No significant change explains that" };
    format!(". The run itself {change}{why}")
}
