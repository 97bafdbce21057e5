//! The pair as a whole, in one line.

use crate::{Grey, numbers, words};
use diptych_compare::ends::Ends;
use diptych_compare::identity::PrefixSuggestion;
use diptych_compare::ranking::{Comparable, Noise, Ranking, Row, Verdict, standing_out};
use diptych_protocol::comparison::{DifferenceList, Doubt, VerdictPart};
use diptych_trace::{Axis, Unit};

/// `B is 1.26 × A ▲ +19.4 ms`, `79 % of A’s time matches`, `56 functions new, 23 gone`, `92 calls moved`. Parts
/// without news are left out. `matched` is the share of A's self time in matched or moved calls. Before all stands what
/// is missing of a side.
pub fn verdict(
    axis: Axis,
    verdict: &Verdict,
    matched: f64,
    (ends, is_left_out): (&Ends, bool),
) -> Vec<VerdictPart> {
    let part = |text: String, list| VerdictPart { text, list, warns: false };
    let missing = missing(ends, is_left_out);
    let warning = missing.map(|text| VerdictPart { text, list: None, warns: true });
    let mut parts: Vec<VerdictPart> = warning.into_iter().collect();
    let until = if is_left_out { "until then " } else { "" };
    parts.push(part(format!("{until}{}", ratio(axis, verdict)), None));
    let matches = match numbers::quantity(axis) {
        "share" => "whole matches".to_owned(),
        one @ ("time" | "weight") => format!("{one} matches"),
        several => format!("{several} match"),
    };
    parts.push(part(format!("{} of A’s {matches}", numbers::percent(matched)), None));
    let functions = |count: u64| {
        if count == 1 { "1 function".to_owned() } else { format!("{} functions", numbers::count(count)) }
    };
    if verdict.new_functions > 0 {
        parts.push(part(format!("{} new", functions(verdict.new_functions)), Some(DifferenceList::New)));
    }
    if verdict.gone_functions > 0 {
        parts.push(part(format!("{} gone", functions(verdict.gone_functions)), Some(DifferenceList::Gone)));
    }
    if let Some(moved) = verdict.moved_calls.filter(|&moved| moved > 0) {
        let calls = numbers::calls(moved);
        parts.push(part(format!("{calls} moved"), Some(DifferenceList::Moved)));
    }
    parts
}

/// `B ends early, at 61 %; the rest of A is not compared`: what is missing of a side. `None` where both are whole.
pub fn missing(ends: &Ends, is_left_out: bool) -> Option<String> {
    let name = |side: usize| ["A", "B"][side];
    if let Some(early) = ends.early {
        let (side, other) = (name(early.side), name(1 - early.side));
        let file = if early.is_cut { " (its file is cut off)" } else { "" };
        let rest = if is_left_out {
            format!("the rest of {other} is not compared")
        } else {
            "all runs are taken whole, so what it lacks may look like a change".to_owned()
        };
        return Some(format!("{side} ends early, at {}{file}; {rest}", numbers::percent(early.share)));
    }
    match ends.cut {
        [false, false] => None,
        [true, true] => {
            Some("the files of both sides are cut off; what they lack may look like a change".to_owned())
        }
        [of_a, _] => Some(format!(
            "the file of {} is cut off; what it lacks may look like a change",
            name(usize::from(!of_a))
        )),
    }
}

fn ratio(axis: Axis, verdict: &Verdict) -> String {
    let [a, b] = verdict.extent;
    match verdict.ratio {
        _ if axis.unit == Unit::Share => "in shares of each side\u{2019}s whole".to_owned(),
        _ if verdict.is_as_long && numbers::has_places(axis) => "B is as long as A".to_owned(),
        _ if verdict.is_as_long => "B weighs as much as A".to_owned(),
        None => "A has no extent".to_owned(),
        Some(ratio) => {
            let arrow = if ratio > 1.0 { '▲' } else { '▼' };
            format!(
                "B is {}\u{202f}× A {arrow} {}",
                numbers::three_digits(ratio),
                numbers::delta(axis, b - a)
            )
        }
    }
}

/// What can be said of noise: `1 run a side: no statement about noise`.
pub fn noise(ranking: &Ranking) -> String {
    let [a, b] = ranking.runs;
    // Single calls are compared with one run a side, and several runs say themselves what one of them alone shows.
    let single = match ranking.runs {
        [1, _] => "; a pause in A’s only run counts whole",
        [_, 1] => "; a pause in B’s only run counts whole",
        _ => "",
    };
    match &ranking.noise {
        Noise::OneRunASide(_) => "1 run a side: no statement about noise".to_owned(),
        Noise::TooFewRuns => {
            format!("{a} and {b} runs: too few for a statement; what lies wholly apart stands out{single}")
        }
        Noise::Tested(split) => {
            let how = if split.exact { "all" } else { "drawn" };
            let level = numbers::percent(ranking.options.level);
            format!(
                "{a} and {b} runs: with {level} risk of any false row ({how} {} splits){single}",
                numbers::count(split.splits as u64)
            )
        }
    }
}

/// `grey: as the whole run, ×1.26 ± 5 %, or under 10 µs`
pub fn grey(axis: Axis, grey: Grey) -> String {
    let floor = numbers::extent(axis, grey.floor_ticks);
    // Exactly 1 is what is put there for no change.
    if (grey.factor - 1.0).abs() < f64::EPSILON {
        format!("grey: alike ± 5\u{202f}%, or under {floor}")
    } else {
        format!(
            "grey: as the whole run, ×{} ± 5\u{202f}%, or under {floor}",
            numbers::three_digits(grey.factor)
        )
    }
}

/// Factor by which calls at large took longer, from which on it is said, and its inverse.
const SAID_DRIFT: f64 = 1.05;

/// What the run took beyond what calls at large did is said from this factor on, and its inverse.
const SAID_BEYOND_DRIFT: f64 = 1.02;

/// `All calls took 0.818 × as long (machine or build); beyond that, B is 1.10 × A.`, or `… nothing stands out.`: what
/// calls at large did, with one run a side, and what is left of the whole run's ratio without it, which may point the
/// other way. `None` where they took as long, where too few functions are called often, and of shares, which a machine or a
/// build does not change.
pub fn drift(axis: Axis, ranking: &Ranking, verdict: &Verdict) -> Option<String> {
    if axis.unit == Unit::Share {
        return None;
    }
    let Noise::OneRunASide(noise) = ranking.noise else { return None };
    if noise.drift.abs() < SAID_DRIFT.ln() {
        return None;
    }
    let factor = numbers::three_digits(noise.drift.exp());
    let beyond = verdict.ratio.map(|ratio| ratio / noise.drift.exp());
    let rest = if nothing_stands_out(ranking) {
        "; beyond that, nothing stands out".to_owned()
    } else if let Some(beyond) = beyond.filter(|beyond| beyond.ln().abs() >= SAID_BEYOND_DRIFT.ln()) {
        format!("; beyond that, B is {}\u{202f}× A", numbers::three_digits(beyond))
    } else {
        String::new()
    };
    Some(format!("All calls took {factor}\u{202f}× as long (machine or build){rest}."))
}

fn nothing_stands_out(ranking: &Ranking) -> bool {
    ranking.lists().into_iter().all(|list| standing_out(list).is_empty())
}

/// What is said where nothing stands out; blank where something does.
pub fn none(
    axis: Axis,
    ranking: &Ranking,
    calls: u64,
    order_kept: bool,
    name_of: impl Fn(&Row) -> String,
) -> String {
    if !nothing_stands_out(ranking) {
        return String::new();
    }
    let below: usize = ranking.lists().map(<[Row]>::len).into_iter().sum();
    let mut text = match below {
        0 => "No difference above the noise floor.".to_owned(),
        1 => {
            "Nothing stands out. One change above the noise floor is listed below with its reason.".to_owned()
        }
        many => format!(
            "Nothing stands out. {} changes above the noise floor are listed below with their reasons.",
            numbers::count(many as u64)
        ),
    };
    if order_kept {
        let runs = if ranking.runs == [1, 1] { "" } else { " of the aligned runs" };
        text += &format!(" All {} calls{runs} match one to one, in order.", numbers::count(calls));
    }
    if let Some(row) = ranking.largest_under_floor.as_ref().filter(|_| below == 0) {
        let share = row.own_share.map_or_else(String::new, |share| format!("{} ", numbers::change(share)));
        let delta = numbers::delta(axis, row.delta);
        text += &format!(
            " The largest change of a function is {share}({delta}, {}), under the floor of {}.",
            name_of(row),
            super::floor(axis, ranking.options.floor),
        );
    }
    text
}

/// Why the sides are hardly comparable, without what might help.
pub fn doubt(verdict: &Verdict) -> Option<Doubt> {
    let Comparable::Hardly { calls_alike, time_alike, factor } = verdict.comparable else { return None };
    let title = if calls_alike < 0.2 {
        format!("Only {} of calls are named alike.", numbers::percent(calls_alike))
    } else if time_alike < 0.2 {
        format!("Only {} of the time is named alike.", numbers::percent(time_alike))
    } else if factor.is_finite() {
        format!("One side is {} times as long as the other.", numbers::three_digits(factor))
    } else {
        "One side took no time.".to_owned()
    };
    let body = "The names on the two sides may differ by a prefix or a build number, or these are different programs.";
    Some(Doubt { title, body: body.to_owned(), remedy: String::new(), rules: String::new() })
}

/// `88 % would be if `venv-7f3a/` were dropped from file names.`: what one rule more would do for sides that are
/// hardly comparable.
pub fn remedy(found: &PrefixSuggestion) -> String {
    let after = found.after.iter().filter_map(|share| share.ratio()).fold(1.0, f64::min);
    let dropped: Vec<String> =
        found.dropped.iter().map(|folder| format!("`{}/`", words::shown(folder))).collect();
    format!("{} would be if {} were dropped from file names.", numbers::percent(after), dropped.join(" and "))
}
