//! The change of a typical function, which may be the machine or the build.

use super::findings::{LEAST_OF_WHOLE, Whole};
use super::verdict::beside_a;
use crate::numbers;
use diptych_compare::ranking::{Ranking, TypicalRatio, Verdict};
use diptych_trace::{Axis, Unit};

/// Factor, or its inverse, from which on a general change of calls is mentioned.
const SAID_FROM: f64 = 1.05;

/// Factor, or its inverse, from which on the rest of the run's ratio is mentioned, without the general change of calls.
const SAID_BEYOND_FROM: f64 = 1.02;

/// Minimum share of both sides' self time in matched or moved calls at which a general change is mentioned.
const MOSTLY_MATCHED: f64 = 0.5;

/// The data that say whether calls changed in general.
#[derive(Debug, Clone, Copy)]
pub struct GeneralChange<'a> {
    /// The typical ratio, if enough functions are called often.
    pub typical: Option<TypicalRatio>,
    /// Self time in ticks by side and kind of call: matched, moved, on one side only.
    pub self_ticks: [[i64; 3]; 2],
    /// Ranking of the pair.
    pub ranking: &'a Ranking,
    /// True if some change is significant, of a function or of an outlier call.
    pub has_significant: bool,
    /// Verdict on the pair.
    pub verdict: &'a Verdict,
}

impl GeneralChange<'_> {
    /// Returns the typical ratio if it says something about the run: most time of both sides is in calls that the other
    /// side makes too. Calls that moved count, because workers of a pool share the same calls otherwise in each run.
    pub fn ratio(&self) -> Option<TypicalRatio> {
        let is_matched = |[matched, moved, only]: [i64; 3]| {
            (matched + moved) as f64 >= MOSTLY_MATCHED * (matched + moved + only).max(1) as f64
        };
        self.typical.filter(|_| self.self_ticks.into_iter().all(is_matched))
    }
}

/// Returns the factor by which calls changed in general, and the rest of the whole run's ratio without it, which may
/// point the other way: `A typical function is 18 % faster in B (self time; middle half of 28 functions: 0.81× to
/// 0.83×), often because of the machine or the build. At equal speed, B is 1.10× as long as A.`, or `… No function differs
/// significantly from that.` Equal ends of the middle half are left out.
///
/// `None` with several runs, for samples, if less than half of the time is in calls of both sides, if the functions changed
/// by uneven ratios or by less than 5 %, or if too few functions are called often. Also `None` for shares, which a
/// machine or a build does not change. If the sentence on the cause says it already, as it does for some changes of the `whole`,
/// only the details follow: `The change of a typical function (self time of 12 functions) is often because of the machine or the
/// build.`
pub fn general_change(axis: Axis, of: GeneralChange<'_>, whole: Option<Whole>) -> Option<String> {
    let GeneralChange { ranking, verdict, .. } = of;
    if axis.unit == Unit::Share || !verdict.has_single_calls || ranking.runs != [1, 1] {
        return None;
    }
    let typical =
        of.ratio().filter(|typical| typical.is_even() && typical.ratio.ln().abs() >= SAID_FROM.ln())?;
    let beyond = verdict.ratio.map(|ratio| ratio / typical.ratio);
    let rest = if !of.has_significant {
        " No function differs significantly from that.".to_owned()
    } else if let Some(beyond) = beyond.filter(|beyond| beyond.ln().abs() >= SAID_BEYOND_FROM.ln()) {
        format!(" At equal speed, B {}.", beside_a(axis, beyond))
    } else {
        String::new()
    };
    let changed = changed(typical.ratio);
    let [low, high] = typical.quartiles.map(numbers::ratio);
    let functions = numbers::count(typical.functions as u64);
    let spread = if low == high {
        format!(" of {functions} functions")
    } else {
        format!("; middle half of {functions} functions: {low} to {high}")
    };
    let is_said = whole.is_some_and(|whole| cause(axis, of, whole).is_some());
    let said = if is_said {
        format!("The change of a typical function (self time{spread}) is often because")
    } else {
        format!("A typical function {changed} (self time{spread}), often because")
    };
    Some(format!("{said} of the machine or the build.{rest}"))
}

/// Returns the sentence on a typical function, if it explains at least half of the change of the run's length by its
/// direction: `A typical function is 18 % faster in B`. It is a cause of its own, often the machine or the build, before
/// that of any single function. `None` with several runs, for samples and shares.
pub(super) fn cause(axis: Axis, of: GeneralChange<'_>, whole: Whole) -> Option<String> {
    let GeneralChange { ranking, verdict, .. } = of;
    if axis.unit == Unit::Share
        || !verdict.has_single_calls
        || ranking.runs != [1, 1]
        || whole.is_as_long
        || !of.has_significant
    {
        return None;
    }
    let typical =
        of.ratio().filter(|typical| typical.is_one_way() && typical.ratio.ln().abs() >= SAID_FROM.ln())?;
    let change = (typical.ratio - 1.0) * verdict.total[0];
    let is_cause = change * whole.run > 0.0 && change.abs() >= LEAST_OF_WHOLE * whole.run.abs();
    is_cause.then(|| format!("A typical function {}", changed(typical.ratio)))
}

/// Returns `is 18 % faster in B`, or `takes twice as long in B`.
fn changed(factor: f64) -> String {
    match speed(factor) {
        Some(words) => format!("is {words} in B"),
        None => format!("takes {} in B", numbers::ratio_in_words(factor, "as long", "of the time")),
    }
}

/// Returns a factor of time in per cent: `21 % slower`, `7.3 % faster`. `None` from twice and from half on, where
/// factors are easier to read.
fn speed(factor: f64) -> Option<String> {
    let word = if factor > 1.0 { "slower" } else { "faster" };
    let is_moderate = factor > 0.5 && factor < 2.0;
    is_moderate.then(|| format!("{} {word}", numbers::percent((factor - 1.0).abs())))
}
