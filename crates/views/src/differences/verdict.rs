//! The verdict on a pair of sides, in one line, with its doubts and its noise.

use super::findings::LEAST_OF_WHOLE;
use super::rows::reason;
use super::samples;
use crate::{Grey, numbers, words};
use diptych_compare::ends::Ends;
use diptych_compare::identity::PrefixSuggestion;
use diptych_compare::lanes::LaneCounts;
use diptych_compare::ranking::{Comparable, Noise, Ranking, Reason, Row, RowUnit, Verdict, standing_out};
use diptych_protocol::comparison::{DifferenceList, Doubt, VerdictPart};
use diptych_trace::{Axis, Unit};

/// Returns the verdict on a pair, in parts: `B is 1.26× as long as A ▲ +19.4 ms`,
/// `79 % of A’s time is in calls that B makes too`, `56 functions only in B`, `23 functions only in A`, `92 calls moved`.
///
/// Parts without news are left out. If part of a side is missing, a warning comes first. `matched` is the share of A's
/// self time in matched or moved calls. Samples are not matched one by one, so for them the verdict says how much of A's
/// time is in call paths that B has. If one side has more lanes, both numbers of lanes follow: `4 lanes in B, 5 in A`.
pub fn verdict(
    axis: Axis,
    verdict: &Verdict,
    matched: f64,
    ends: &Ends,
    is_left_out: bool,
    lanes: LaneCounts,
    moved_functions: usize,
) -> Vec<VerdictPart> {
    let part = |text: String, list| VerdictPart { text, list, warns: false };
    let missing = missing(ends, is_left_out);
    let warning = missing.map(|text| VerdictPart { text, list: None, warns: true });
    let mut parts: Vec<VerdictPart> = warning.into_iter().collect();
    // Lengths and counts of a side that is mostly missing say nothing.
    if ends.mostly_lost().is_some() {
        return parts;
    }
    let until = if is_left_out { "until then, " } else { "" };
    parts.push(part(format!("{until}{}", ratio(axis, verdict)), None));
    parts.extend(without_outliers(axis, verdict).map(|text| part(text, None)));
    let matches = match numbers::quantity(axis) {
        "share" => "total is".to_owned(),
        one @ ("time" | "weight") => format!("{one} is"),
        several => format!("{several} are"),
    };
    let (common, common_share) = if verdict.has_single_calls {
        ("calls that B makes too", matched)
    } else {
        ("stacks that B has too", verdict.paths_alike[0])
    };
    parts.push(part(format!("{} of A’s {matches} in {common}", numbers::percent(common_share)), None));
    let functions = |count: u64| if count == 1 { "function" } else { "functions" };
    if verdict.new_functions > 0 {
        let (new, count) = (verdict.new_functions, numbers::count(verdict.new_functions));
        parts.push(part(format!("{count} {} only in B", functions(new)), Some(DifferenceList::New)));
    }
    if verdict.gone_functions > 0 {
        let (gone, count) = (verdict.gone_functions, numbers::count(verdict.gone_functions));
        parts.push(part(format!("{count} {} only in A", functions(gone)), Some(DifferenceList::Gone)));
    }
    if let [a, b] = lanes.lanes
        && a != b
    {
        parts.push(part(
            format!("{} in B, {} in A", numbers::things(b, "lane", "lanes"), numbers::count(a)),
            None,
        ));
    }
    // Runs of samples match by chance, so their order says nothing.
    let moved = verdict.moved_calls.filter(|&moved| moved > 0 && verdict.has_single_calls);
    // The list of moved calls has one row for each function.
    let of_functions = if moved_functions > 1 {
        format!(" of {} functions", numbers::count(moved_functions as u64))
    } else {
        String::new()
    };
    parts.extend(moved.map(|moved| {
        part(format!("{}{of_functions} moved", numbers::calls(moved)), Some(DifferenceList::Moved))
    }));
    parts
}

/// Returns which part of a side is missing: `B ends early, at 61 %; the rest of A is not compared`. `None` if both
/// sides are complete.
pub fn missing(ends: &Ends, is_left_out: bool) -> Option<String> {
    let name = |side: usize| ["A", "B"][side];
    if let Some((side, [read, all])) = ends.mostly_lost() {
        let share = numbers::percent(read as f64 / all.max(1) as f64);
        return Some(format!(
            "only {share} of {side}’s file could be read ({} of {} bytes); the rest of {side} cannot be compared, so what is \
             missing says nothing about the program. Record {side} again, or get an undamaged copy of its file",
            numbers::count(read),
            numbers::count(all),
            side = name(side)
        ));
    }
    if let Some(early) = ends.early {
        let (side, other) = (name(early.side), name(1 - early.side));
        let file = if early.is_cut { " (its file is cut off)" } else { "" };
        let rest = if is_left_out {
            format!("the rest of {other} is not compared")
        } else {
            "all runs are compared whole, so its missing part may look like a change".to_owned()
        };
        return Some(format!("{side} ends early, at {}{file}; {rest}", numbers::percent(early.share)));
    }
    let no_cause = if ends.hide_causes() { ", so no cause is named" } else { "" };
    match ends.cut {
        [false, false] => None,
        [true, true] => Some(format!(
            "both files are cut off or damaged, or lack rows; their missing parts may look like changes{no_cause}"
        )),
        [of_a, _] => Some(format!(
            "the file of {} is cut off or damaged, or lacks rows; its missing part may look like a change{no_cause}",
            name(usize::from(!of_a))
        )),
    }
}

/// Returns the ratio of both sides: `B is 1.26× as long as A ▲ +19.4 ms`.
fn ratio(axis: Axis, verdict: &Verdict) -> String {
    let [a, b] = verdict.extent;
    match verdict.ratio {
        _ if axis.unit == Unit::Share => "as shares of each side\u{2019}s total".to_owned(),
        _ if a <= 0.0 && b > 0.0 => format!("A takes no time, B {}", numbers::extent(axis, b.round() as i64)),
        _ if b <= 0.0 && a > 0.0 => format!("B takes no time, A {}", numbers::extent(axis, a.round() as i64)),
        _ if verdict.is_as_long && numbers::has_places(axis) => "B is as long as A".to_owned(),
        _ if verdict.is_as_long => {
            let about = if a.round() as i64 == b.round() as i64 { "" } else { "about " };
            format!("B has {about}{} as A", as_much(axis))
        }
        None => "A takes no time".to_owned(),
        Some(ratio) => {
            let b_is = beside_a(axis, ratio);
            if let Some(p) = verdict.doubt {
                return format!("B {b_is} (median), not significant ({})", numbers::p_value(p));
            }
            let arrow = if ratio > 1.0 { '▲' } else { '▼' };
            let median = if verdict.p.is_some() { " (median)" } else { "" };
            format!("B {b_is}{median} {arrow} {}", numbers::delta(axis, b - a))
        }
    }
}

/// Returns a ratio of B to A with its verb: `is 1.26× as long as A`, `takes 1/444 of A’s time`, `has 1.17× as many samples as A`.
pub(super) fn beside_a(axis: Axis, ratio: f64) -> String {
    let quantity = numbers::quantity(axis);
    let (verb, as_much) = match numbers::has_places(axis) {
        true if ratio < numbers::LEAST_FACTOR => ("takes", String::new()),
        true => ("is", "as long as A".to_owned()),
        false => ("has", format!("{} as A", as_much(axis))),
    };
    format!("{verb} {}", numbers::ratio_in_words(ratio, &as_much, &format!("of A’s {quantity}")))
}

/// Returns `as many samples`, or `as much weight`.
fn as_much(axis: Axis) -> String {
    match numbers::quantity(axis) {
        weight @ "weight" => format!("as much {weight}"),
        several => format!("as many {several}"),
    }
}

/// Returns the change without outlier calls, where it points the other way than the change of the whole run:
/// `without single slow calls (12.2 ms in A, 19.3 ms in B), B is 7.07 ms shorter`. Lists are ordered without them,
/// so the verdict has to say so. `None` otherwise.
fn without_outliers(axis: Axis, verdict: &Verdict) -> Option<String> {
    let [a, b] = verdict.extent;
    let [total_a, total_b] = verdict.total;
    let slow = verdict.outliers;
    let of_slow = slow[1] - slow[0];
    let change = total_b - total_a - of_slow;
    let whole = if verdict.is_as_long { 0.0 } else { b - a };
    // A change that is as small as the rounding of a run says nothing. With lanes side by side, the calls together may change
    // otherwise than the run for another reason.
    let is_telling = change.abs() > LEAST_WITHOUT * total_a.max(total_b)
        && of_slow.abs() > 0.0
        && of_slow.abs() >= LEAST_OF_WHOLE * (b - a - change).abs();
    if !is_telling || whole * change > 0.0 {
        return None;
    }
    let extent = |ticks: f64| numbers::extent(axis, ticks.round() as i64);
    let [slow_a, slow_b] = slow.map(extent);
    let slow = match slow.map(|ticks| ticks > 0.0) {
        [true, true] => format!("{slow_a} in A, {slow_b} in B"),
        [true, false] => format!("{slow_a} in A, none in B"),
        [false, _] => format!("none in A, {slow_b} in B"),
    };
    let direction = if change > 0.0 { "longer" } else { "shorter" };
    Some(format!("without single slow calls ({slow}), B is {} {direction}", extent(change.abs())))
}

/// Share of the total that a change without outlier calls must exceed to be mentioned.
const LEAST_WITHOUT: f64 = 0.05;

/// Returns a sentence on noise: `One run per side: noise is how much calls vary within a run`.
pub fn noise(ranking: &Ranking) -> String {
    let [a, b] = ranking.runs;
    // Outlier calls are told from others only with one run per side, and several runs of a side show them by
    // themselves. A single run against several has neither.
    let single = match ranking.runs {
        [1, _] => "; an outlier call in A’s only run counts in full",
        [_, 1] => "; an outlier call in B’s only run counts in full",
        _ => "",
    };
    match &ranking.noise {
        Noise::OneRunASide(noise) if noise.is_of_sums => {
            "One run per side and only sums of short calls: how much calls vary within a run is not known"
                .to_owned()
        }
        Noise::OneRunASide(_) => "One run per side: noise is how much calls vary within a run".to_owned(),
        Noise::Samples(noise) => samples::noise(ranking, *noise),
        Noise::TooFewRuns => {
            format!(
                "{a} and {b} runs: too few for a test; a change is significant if the runs don’t overlap{single}"
            )
        }
        Noise::Tested(split) => {
            let how = if split.exact { "exact" } else { "random" };
            let level = numbers::percent(ranking.options.level);
            format!(
                "{a} and {b} runs: family-wise error {level} ({how} permutation test, {} splits){single}",
                numbers::count(split.splits as u64)
            )
        }
    }
}

/// Returns the changes that are drawn grey: `grey: changed by up to 5 % or 10 µs`, or
/// `grey: up to 5 % or 10 µs from a typical function (1.26×)`. The line above a picture must have room for all of it.
pub fn grey(axis: Axis, grey: Grey) -> String {
    let floor = numbers::extent(axis, grey.floor_ticks);
    // A factor of exactly 1 means that calls are not measured against a typical function.
    if (grey.factor - 1.0).abs() < f64::EPSILON {
        format!("grey: changed by up to 5\u{202f}% or {floor}")
    } else {
        format!("grey: up to 5\u{202f}% or {floor} from a typical function ({})", numbers::ratio(grey.factor))
    }
}

/// Returns the sentences that replace the lists if no difference is significant; blank if one is. `largest` has the
/// largest changes of all kinds. `in_order` is the number of calls if all match one to one, in order. If the whole run changed
/// all the same, the sentences say so, and name the function with most of the change.
pub fn none(
    axis: Axis,
    verdict: &Verdict,
    ranking: &Ranking,
    largest: &[Row],
    in_order: Option<u64>,
    name_of: impl Fn(&Row) -> String,
) -> String {
    if !standing_out(largest).is_empty() {
        return String::new();
    }
    let unit = if ranking.options.by == RowUnit::Path { "call path" } else { "function" };
    let is_changed = !verdict.is_as_long && verdict.doubt.is_none() && axis.unit != Unit::Share;
    let whole = if is_changed { ", but the whole run did" } else { "" };
    let mut text = match largest.len() {
        many if is_changed && is_same_mix(ranking, largest) => {
            let (sampled, ran, more) = if verdict.extent[1] > verdict.extent[0] {
                ("more often", "longer", "more")
            } else {
                ("less often", "for a shorter time", "less")
            };
            format!(
                "The mix of functions is the same: each has about {} in B. B was sampled {sampled}, ran {ran} or \
                 did {more} of the same work. {} above the noise floor {} counted below.",
                numbers::ratio_in_words(
                    verdict.ratio.unwrap_or(1.0),
                    &as_much(axis),
                    &format!("of its {}", numbers::quantity(axis))
                ),
                numbers::things(many as u64, "change", "changes"),
                if many == 1 { "is" } else { "are" }
            )
        }
        0 => format!("No {unit} changed by more than the noise floor{whole}."),
        1 => format!(
            "No {unit} changed significantly{whole}. One change above the noise floor is counted below with its reason."
        ),
        many => format!(
            "No {unit} changed significantly{whole}. {} changes above the noise floor are counted below with their \
             reasons.",
            numbers::count(many as u64)
        ),
    };
    if let Some(row) =
        most_of_change(verdict, largest).filter(|_| is_changed && !is_same_mix(ranking, largest))
    {
        text += &format!(" Most of the change is in {}.", uncertain(axis, ranking, row, &name_of(row)));
    }
    if let Some(calls) = in_order.filter(|_| !matches!(ranking.noise, Noise::Samples(_))) {
        let runs = if ranking.runs == [1, 1] { "" } else { " of the runs shown" };
        text += &format!(" All {} calls{runs} match one to one, in order.", numbers::count(calls));
    }
    if let Some(row) = ranking.largest_under_floor.as_ref().filter(|_| largest.is_empty()) {
        let share = row.own_share.map_or_else(String::new, |share| format!("{} ", numbers::change(share)));
        let delta = numbers::delta(axis, row.delta);
        text += &format!(
            " The largest change of a function is {share}({delta}, {}), below the floor of {}.",
            name_of(row),
            super::floor(axis, ranking.options.floor),
        );
    }
    text
}

/// Returns the first row that has at least half of the change of the runs, with the same sign.
fn most_of_change<'a>(verdict: &Verdict, largest: &'a [Row]) -> Option<&'a Row> {
    let whole = verdict.extent[1] - verdict.extent[0];
    largest.iter().find(|row| row.delta * whole > 0.0 && row.delta.abs() >= LEAST_OF_WHOLE * whole.abs())
}

/// Returns a change that is not significant, with the reason:
/// `main (4.51 ms → 5.73 ms in its only call, within call-to-call variation)`.
fn uncertain(axis: Axis, ranking: &Ranking, row: &Row, name: &str) -> String {
    let [a, b] = [row.a, row.b].map(|ticks| numbers::extent(axis, ticks.round() as i64));
    let calls = match row.calls {
        _ if matches!(ranking.noise, Noise::Samples(_)) => String::new(),
        _ if row.is_call() => " in one call".to_owned(),
        [1, 1] => " in its only call".to_owned(),
        [a, b] if a == b => format!(" in {}", numbers::calls(a)),
        [a, b] => format!(" in {} → {}", numbers::count(a), numbers::calls(b)),
    };
    format!("{name} ({a} → {b}{calls}, {})", reason(row))
}

/// Returns true if all functions that changed by more than the floor have more or fewer samples by the ratio of the wholes.
fn is_same_mix(ranking: &Ranking, largest: &[Row]) -> bool {
    let is_sampled = matches!(ranking.noise, Noise::Samples(_));
    is_sampled && !largest.is_empty() && largest.iter().all(|row| row.reason == Reason::AsTheRun)
}

/// Smallest share of a side's calls with a partner at which two programs are not unlike throughout.
const LEAST_MATCHED: f64 = 0.1;

/// Returns true if next to no calls of either side have a partner. `calls` are those of A and of B: matched in order, moved,
/// and without a partner. If the sides may not be comparable either, no cause of a change is named.
pub fn hardly_match(calls: [[u64; 3]; 2]) -> bool {
    let matched = |[in_order, moved, only]: [u64; 3]| {
        (in_order + moved) as f64 / (in_order + moved + only).max(1) as f64
    };
    calls.map(matched).into_iter().fold(0.0, f64::max) < LEAST_MATCHED
}

/// Returns the reason why the sides may not be comparable, without a remedy. `None` if they are.
pub fn doubt(verdict: &Verdict, ends: &Ends, axis: Axis) -> Option<Doubt> {
    let Comparable::Hardly { calls_alike, time_alike } = verdict.comparable else { return None };
    let title = if calls_alike == 0.0 {
        "The two sides have no function in common.".to_owned()
    } else if calls_alike < 0.2 && !verdict.is_sampled {
        format!(
            "Only {} of calls have a same-named function on the other side.",
            numbers::percent(calls_alike)
        )
    } else {
        let share = numbers::percent(time_alike);
        match numbers::quantity(axis) {
            quantity @ ("time" | "weight") => {
                format!("Only {share} of the {quantity} is in functions that both sides have.")
            }
            units => format!("Only {share} of the {units} are in functions that both sides have."),
        }
    };
    let body = match ends.have_gaps() {
        [false, false] => {
            "Names may differ by a prefix or a build number, or these are different programs.".to_owned()
        }
        [true, true] => {
            "Both files are cut off or damaged, and may have lost the names of functions.".to_owned()
        }
        [of_a, _] => format!(
            "The file of {} is cut off or damaged, and may have lost the names of functions.",
            ["A", "B"][usize::from(!of_a)]
        ),
    };
    Some(Doubt { title, body, remedy: String::new(), rules: String::new() })
}

/// Returns the effect of one more identity rule on sides that may not be comparable:
/// ``Dropping `venv-7f3a/` from file names makes 88 % of calls match by name.``
pub fn remedy(found: &PrefixSuggestion) -> String {
    let after = found.after.iter().filter_map(|share| share.ratio()).fold(1.0, f64::min);
    let dropped: Vec<String> =
        found.dropped.iter().map(|folder| format!("`{}/`", words::shown(folder))).collect();
    format!(
        "Dropping {} from file names makes {} of calls match by name.",
        dropped.join(" and "),
        numbers::percent(after)
    )
}
