//! Functions of both sides whose names differ only by a number at the end, such as `Job 12` and `Job 17`.
//!
//! The default rules take the number for a counter. That is wrong if the number says what the function does, as in
//! `HTTP 404` and `HTTP 500`. So the report names such functions.

use diptych_engine::PairAnalysis;
use diptych_engine::trace::{CallId, Trace};
use diptych_protocol::SideName;
use diptych_views::{numbers, words};
use std::collections::BTreeMap;

/// Names of one identity on each side, each with the ticks of its calls.
type Names<'a> = [BTreeMap<&'a str, i64>; 2];

/// Returns how many functions are the same only if the number at the end of their names means nothing, with the pair of
/// names that takes most time. Empty if there are none.
pub(super) fn sentence(pair: &PairAnalysis, traces: [&Trace; 2]) -> String {
    let mut by_identity: BTreeMap<u32, Names<'_>> = BTreeMap::new();
    for (side, trace) in SideName::BOTH.into_iter().zip(traces) {
        let of_function = pair.of_function(side);
        let mut ticks = vec![0i64; of_function.len()];
        let calls = trace.calls();
        for (row, function) in calls.function().iter().enumerate() {
            ticks[function.index()] += calls.duration(CallId(row as u32));
        }
        let specs = trace.functions().specs(trace.names());
        for ((spec, identity), ticks) in specs.iter().zip(of_function).zip(ticks) {
            let names = by_identity.entry(identity.0).or_default();
            *names[side.index()].entry(spec.name).or_default() += ticks;
        }
    }
    let numbered: Vec<([&str; 2], i64)> = by_identity.values().filter_map(apart).collect();
    let Some(([a, b], _)) = numbered.iter().max_by_key(|(_, ticks)| *ticks) else { return String::new() };
    let [a, b] = [a, b].map(|name| words::shown(name));
    let (count, such_as) = match numbered.len() {
        1 => ("1 of them matches".to_owned(), ""),
        several => (format!("{} of them match", numbers::count(several as u64)), "such as "),
    };
    format!(
        "{count} although the number at the end of the name differs: {such_as}`{a}` in A and `{b}` in B. If these are \
         different functions, add `off Trailing counter` to your --rules"
    )
}

/// Returns the names of an identity if no name of one side is one of the other, and a number at the end is their only
/// difference. Of several names, returns the ones that take most time.
fn apart<'a>([of_a, of_b]: &Names<'a>) -> Option<([&'a str; 2], i64)> {
    let (&a, ticks_a) = of_a.iter().max_by_key(|(_, ticks)| **ticks)?;
    let (&b, ticks_b) = of_b.iter().max_by_key(|(_, ticks)| **ticks)?;
    let is_numbered = without_number(a)? == without_number(b)?;
    let has_common = of_a.keys().any(|name| of_b.contains_key(name));
    (is_numbered && !has_common).then_some(([a, b], ticks_a + ticks_b))
}

/// Returns a name without the counter at its end; `None` if it has none.
fn without_number(name: &str) -> Option<&str> {
    let stem = name.trim_end_matches(|letter: char| letter.is_ascii_digit() || "_/".contains(letter));
    let counter = &name[stem.len()..];
    let is_apart = stem.ends_with([' ', '#', '-']) || counter.starts_with(['_', '/']);
    (is_apart && counter.ends_with(|letter: char| letter.is_ascii_digit())).then_some(stem)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_numbers_at_the_end_are_dropped() {
        let names = ["HTTP 404", "job_1/2", "step#7", "f1", "f 1 g", "f_", "12"];
        let stems = [Some("HTTP "), Some("job"), Some("step#"), None, None, None, None];
        assert_eq!(names.map(without_number), stems);
    }
}
