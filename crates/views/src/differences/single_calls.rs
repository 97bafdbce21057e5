//! The calls that make most of a change, in words.

use crate::{numbers, words};
use diptych_compare::call_times::{CallPattern, CallTimes, ChangedCalls};
use diptych_compare::ranking::{Reason, Row};
use diptych_trace::Axis;

/// Returns a change of a function that a minority of its calls makes, with the mean change of these calls:
/// `The first 20 of 2,000 calls of predict take longer, by about 233 µs each`,
/// `Every 10th call of paint takes longer (40 of 400 calls), by about 180 µs each`. `None` for other changes.
pub(super) fn sentence(times: Option<&CallTimes>, axis: Axis, row: &Row, name: &str) -> Option<String> {
    let of = minority(times, row)?;
    let [changed, all] = [of.changed, of.all].map(|count| numbers::count(u64::from(count)));
    let longer = if row.delta > 0.0 { "longer" } else { "less long" };
    let subject = match &of.pattern {
        CallPattern::First if of.changed == 1 => format!("The first of {all} calls of {name} takes {longer}"),
        CallPattern::First => format!("The first {changed} of {all} calls of {name} take {longer}"),
        CallPattern::Every(period) => {
            format!("Every {} call of {name} takes {longer} ({changed} of {all} calls)", ordinal(*period))
        }
        CallPattern::Lane(lane) => {
            format!("The calls of {name} on {} take {longer} ({changed} of {all} calls)", lane_name(lane))
        }
        CallPattern::Scattered => format!("{changed} of the {all} calls of {name} take {longer}"),
    };
    // These calls make most of the change, not exactly all of it.
    let each = (row.steady().abs() / f64::from(of.changed.max(1))).round() as i64;
    let each_of_several = if of.changed == 1 { "" } else { " each" };
    Some(format!("{subject}, by about {}{each_of_several}", numbers::extent(axis, each)))
}

/// Returns the calls that make most of a row's change, if they are a minority of its function's calls.
fn minority<'a>(times: Option<&'a CallTimes>, row: &Row) -> Option<&'a ChangedCalls> {
    let is_by_length = row.reason == Reason::Lengths && row.caller.is_none() && row.part_below.is_none();
    times.filter(|_| is_by_length)?.changed_of(row.identity)
}

fn lane_name(name: &str) -> String {
    if name.trim().is_empty() { "one lane".to_owned() } else { words::shown(name) }
}

/// Returns which calls make most of a row's change, if they are a minority: `, mostly in the first 20 of 2,000 calls`,
/// `, mostly in every 10th call (40 of 400)`, `, mostly on worker-2 (150 of 600 calls)`. Blank otherwise.
pub(super) fn mostly(times: Option<&CallTimes>, row: &Row) -> String {
    let Some(of) = minority(times, row) else { return String::new() };
    let [changed, all] = [of.changed, of.all].map(|count| numbers::count(u64::from(count)));
    match &of.pattern {
        CallPattern::First if of.changed == 1 => format!(", mostly in the first of {all} calls"),
        CallPattern::First => format!(", mostly in the first {changed} of {all} calls"),
        CallPattern::Every(period) => {
            format!(", mostly in every {} call ({changed} of {all})", ordinal(*period))
        }
        CallPattern::Lane(lane) => format!(", mostly on {} ({changed} of {all} calls)", lane_name(lane)),
        CallPattern::Scattered => format!(", mostly in {changed} of {all} calls"),
    }
}

/// Returns an ordinal number: `2nd`, `10th`, `21st`.
fn ordinal(number: u32) -> String {
    let suffix = match (number % 10, number % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{}{suffix}", numbers::count(u64::from(number)))
}

/// Returns the beginning of a sentence for its middle: `The only call of f` becomes `the only call of f`. Names of
/// functions stay as they are.
pub(super) fn uncapitalised(text: &str) -> String {
    let is_number = |rest: &str| rest.starts_with(|first: char| first.is_ascii_digit());
    for (begins, within) in [
        ("The only call of ", "the only call of "),
        ("One call of ", "one call of "),
        ("The calls of ", "the calls of "),
        ("The first ", "the first "),
    ] {
        if let Some(rest) = text.strip_prefix(begins) {
            return format!("{within}{rest}");
        }
    }
    match text.strip_prefix("Every ") {
        Some(rest) if is_number(rest) => format!("every {rest}"),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::ordinal;

    #[test]
    fn ordinals_end_as_they_are_spoken() {
        let all = [1, 2, 3, 4, 11, 12, 13, 21, 102, 111].map(ordinal);
        assert_eq!(all, ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd", "111th"]);
    }
}
