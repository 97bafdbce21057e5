//! The calls that make most of a change, in words.

use crate::{numbers, words};
use diptych_compare::call_times::{CallPattern, CallTimes};
use diptych_compare::ranking::{Reason, Row};

/// Returns which calls make most of a row's change, if they are a minority: `, mostly in the first 20 of 2,000 calls`,
/// `, mostly in every 10th call (40 of 400)`, `, mostly on worker-2 (150 of 600 calls)`. Blank otherwise.
pub(super) fn mostly(times: Option<&CallTimes>, row: &Row) -> String {
    let is_by_length = row.reason == Reason::Lengths && row.caller.is_none() && row.part_below.is_none();
    let times = times.filter(|_| is_by_length);
    let Some(of) = times.and_then(|times| times.changed_of(row.identity)) else { return String::new() };
    let [changed, all] = [of.changed, of.all].map(|count| numbers::count(u64::from(count)));
    match &of.pattern {
        CallPattern::First if of.changed == 1 => format!(", mostly in the first of {all} calls"),
        CallPattern::First => format!(", mostly in the first {changed} of {all} calls"),
        CallPattern::Every(period) => {
            format!(", mostly in every {} call ({changed} of {all})", ordinal(*period))
        }
        CallPattern::Lane(lane) => {
            let lane = if lane.trim().is_empty() { "one lane".to_owned() } else { words::shown(lane) };
            format!(", mostly on {lane} ({changed} of {all} calls)")
        }
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

#[cfg(test)]
mod tests {
    use super::ordinal;

    #[test]
    fn ordinals_end_as_they_are_spoken() {
        let all = [1, 2, 3, 4, 11, 12, 13, 21, 102, 111].map(ordinal);
        assert_eq!(all, ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd", "111th"]);
    }
}
