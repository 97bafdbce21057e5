//! New and gone functions, in words.

use super::findings::LEAST_OF_WHOLE;
use super::main_caller::Caller;
use super::replaced;
use super::rows::{RowContext, shown_name};
use crate::numbers;
use diptych_compare::ranking::{LargestBelow, Row};
use diptych_trace::IdentityId;
use std::collections::BTreeSet;

/// Returns a change of a function that only one side calls: `call_service now calls backoff (new, 200 calls), which spends
/// most of its time in sleep (200 calls)`, `main no longer calls normalise (gone, 1,200 calls)`. With several callers:
/// `read is new (40 calls, mostly by parse)`. A function that both sides call is only new under this caller.
pub(super) fn sentence(context: RowContext<'_>, row: &Row, name: &str, caller: Option<&Caller>) -> String {
    let is_new = row.calls[0] == 0;
    let is_counted = context.counted().is_some();
    let word = word(context, row, is_new);
    let calls = (!is_counted).then(|| numbers::calls(row.calls[usize::from(is_new)]));
    let below = below(context, row);
    let Some(caller) = caller.filter(|caller| caller.is_only) else {
        let by = if is_counted { "in" } else { "by" };
        let mostly = caller.map(|caller| format!("mostly {by} {}", caller.name));
        let details: Vec<String> = calls.into_iter().chain(mostly).collect();
        let below = below.map_or_else(String::new, |below| format!(" and {below}"));
        return format!("{name} is {word}{}{below}", in_brackets(&details));
    };
    let is_of_both = row.is_of_both || row.caller.is_some();
    let details: Vec<String> = (!is_of_both).then_some(word).into_iter().chain(calls).collect();
    let below = below.map_or_else(String::new, |below| format!(", which {below}"));
    let calls = if is_new { "now calls" } else { "no longer calls" };
    format!("{} {calls} {name}{}{below}", caller.name, in_brackets(&details))
}

/// Returns `new` or `gone`. If the other side has a function of this name in another file only, the word says so:
/// `new in _keywords.py; A has one in _validators.py`.
fn word(context: RowContext<'_>, row: &Row, is_new: bool) -> String {
    let (word, other) = (context.one_side_word(is_new), if is_new { "A" } else { "B" });
    match replaced::namesake_file(context, row) {
        Some([own, theirs]) if is_new => format!("{word} in {own}; {other} has one in {theirs}"),
        Some([own, theirs]) => format!("{word} from {own}; {other} has one in {theirs}"),
        None => word.to_owned(),
    }
}

fn in_brackets(details: &[String]) -> String {
    if details.is_empty() { String::new() } else { format!(" ({})", details.join(", ")) }
}

/// Returns true if a change counts other functions than the row's, and none of them has half of it. Then the sentence names
/// none of them.
pub(super) fn is_with_callees(row: &Row) -> bool {
    largest_below(row).is_none() && (row.holds > 0 || row.called_below > 0)
}

/// Returns the function with at least half of a row's change, if that is another than the row's.
fn largest_below(row: &Row) -> Option<LargestBelow> {
    row.largest_below.filter(|of| of.ticks.abs() >= LEAST_OF_WHOLE * row.delta.abs())
}

/// Returns the called function that takes most of the time of a new or gone function:
/// `spends most of its time in execute (200 calls by fetch_customer)`. `None` if no called function has half of the change.
fn below(context: RowContext<'_>, row: &Row) -> Option<String> {
    let of = largest_below(row)?;
    let name = shown_name(context.names, of.function);
    let caller = caller_below(context, row.identity, of.function).filter(|&caller| caller != row.identity);
    let by = caller.map(|caller| format!("by {}", shown_name(context.names, caller)));
    let calls = context.counted().is_none().then(|| numbers::calls(of.calls));
    let details: Vec<String> = calls.into_iter().chain(by).collect();
    let details = if details.is_empty() { String::new() } else { format!(" ({})", details.join(" ")) };
    let spends = match (context.counted(), row.calls[0]) {
        (None, 0) => "spends most of its time".to_owned(),
        (None, _) => "spent most of its time".to_owned(),
        (Some(what), 0) => format!("has most of its {what}"),
        (Some(what), _) => format!("had most of its {what}"),
    };
    Some(format!("{spends} in {name}{details}"))
}

/// Returns the function that makes all calls of `function` beneath `leader`, if there is one. O(nodes).
fn caller_below(context: RowContext<'_>, leader: IdentityId, function: IdentityId) -> Option<IdentityId> {
    let union = context.union;
    let mut is_below = vec![false; union.len()];
    let mut callers: BTreeSet<IdentityId> = BTreeSet::new();
    for node in union.nodes() {
        let Some(parent) = union.parent()[node.index()].some() else { continue };
        let caller = union.identity()[parent.index()];
        is_below[node.index()] = is_below[parent.index()] || caller == leader;
        if is_below[node.index()] && union.identity()[node.index()] == function {
            callers.insert(caller);
        }
    }
    callers.pop_first().filter(|_| callers.is_empty())
}
