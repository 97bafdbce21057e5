//! Further causes of a change besides the one that is named first.

use super::cause::finding;
use super::findings::{Finding, LEAST_OF_WHOLE, Whole};
use super::rows::{RowContext, shown_name};
use super::single_calls::uncapitalised;
use crate::{numbers, over_lanes};

/// Largest share of the whole change at which a change leaves something to others.
const NEARLY_ALL: f64 = 0.75;

/// Maximum number of other causes that are named. The list has all of them.
const MOST_OTHERS: usize = 3;

/// Smallest share of the whole change that slow calls must have to be told.
const LEAST_OF_SLOW: f64 = 0.2;

/// Returns other changes of the program that are at least half as large as the lead and have its direction, if the lead is
/// only a part of the whole change: `Besides, parse takes 2.01× as long in the same 300 calls, in handle: +9.07 ms; save takes
/// 2.00× as long …`. A larger input changes several functions at once, and none of them alone is the cause.
pub(super) fn other_causes(
    context: RowContext<'_>,
    lead: Option<&Finding<'_>>,
    findings: &[Finding<'_>],
    whole: Option<Whole>,
) -> Option<String> {
    // Replacements and slow calls have sentences of their own.
    let is_work = |of: &Finding<'_>| of.change.call.is_none() && !of.change.waits && of.succession.is_none();
    let lead = lead.filter(|lead| is_work(lead))?;
    let whole = whole?.beside(lead);
    let is_part = lead.delta() * whole > 0.0 && lead.delta().abs() < NEARLY_ALL * whole.abs();
    let is_other = |of: &&Finding<'_>| {
        !std::ptr::eq(*of, lead)
            && is_work(of)
            && of.delta() * lead.delta() > 0.0
            && of.delta().abs() >= LEAST_OF_WHOLE * lead.delta().abs()
    };
    let others: Vec<&Finding<'_>> = findings.iter().filter(is_other).filter(|_| is_part).collect();
    let (named, rest) = others.split_at(others.len().min(MOST_OTHERS));
    let mut parts: Vec<String> = named.iter().map(|of| uncapitalised(&finding(context, of))).collect();
    if !rest.is_empty() {
        let sum = rest.iter().map(|of| of.delta()).sum();
        let changes = numbers::things(rest.len() as u64, "more change", "more changes");
        parts.push(format!("{changes} as large: {}", numbers::delta(context.axis, sum)));
    }
    (!parts.is_empty()).then(|| format!("Besides, {}", parts.join("; ")))
}

/// Returns the number of lanes that a sum over all lanes is made of; blank with one lane.
fn over_all_lanes([a, b]: [u64; 2]) -> String {
    let of_side = |lanes: u64| lanes.try_into().unwrap_or(u32::MAX);
    match over_lanes([of_side(a), of_side(b)], "lane") {
        text if text.is_empty() => text,
        text => format!(" {text}"),
    }
}

/// Returns the time that outlier calls of all functions take beyond calls of ordinary length, if its change is a large part of
/// the whole change: `Besides, unusually slow calls of 6 functions add 25.9 ms more in B than in A (50.4 ms and 24.5 ms)`.
/// A garbage collector pauses any function, on both sides, so none of these calls is a finding by itself. `None` without a
/// lead, which they are beside, and if it is one of them.
pub(super) fn slow_calls(
    context: RowContext<'_>,
    lead: Option<&Finding<'_>>,
    whole: Option<Whole>,
) -> Option<String> {
    let (times, whole) = (context.times?, whole?);
    lead.filter(|lead| lead.change.call.is_none())?;
    let excess = |side: usize| {
        let of_side = times.few.iter().filter(|call| call.side == side);
        of_side.map(|call| call.excess() as f64).sum::<f64>()
    };
    let [a, b] = [excess(0), excess(1)];
    let is_large = (b - a) * whole.calls > 0.0 && (b - a).abs() >= LEAST_OF_SLOW * whole.calls.abs();
    if whole.is_as_long || !is_large {
        return None;
    }
    let mut functions: Vec<_> = times.few.iter().map(|call| call.identity).collect();
    functions.dedup();
    let functions = match functions[..] {
        [only] => shown_name(context.names, only),
        _ => numbers::things(functions.len() as u64, "function", "functions"),
    };
    let extent = |ticks: f64| numbers::extent(context.axis, ticks.round() as i64);
    let lanes = over_all_lanes(whole.lanes);
    let cost = match [a, b] {
        [0.0, b] => format!("add {} in B{lanes}", extent(b)),
        [a, 0.0] => format!("add {} in A{lanes}", extent(a)),
        [a, b] => {
            let more = if b > a { "more" } else { "less" };
            format!(
                "add {} {more} in B than in A ({} and {}){lanes}",
                extent((b - a).abs()),
                extent(b),
                extent(a)
            )
        }
    };
    Some(format!("Besides, unusually slow calls of {functions} {cost}"))
}
