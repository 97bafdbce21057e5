//! What the rules did to one name, for showing it.

use super::compiled::Compiled;
use super::matcher::Outcome;
use super::replacement::Part;
use super::required::bytes_of;
use diptych_trace::FunctionSpec;
use std::ops::Range;

/// One text on its way through the rules.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Trail {
    /// As recorded.
    pub before: String,
    /// What it became.
    pub after: String,
    /// Bytes of `before` that are gone from `after`: ascending, apart from each other. Struck out when shown.
    pub removed: Vec<Range<usize>>,
    /// Bytes of `after` that a rule wrote: ascending, apart from each other.
    pub written: Vec<Range<usize>>,
    /// The rules that changed it, in order.
    pub steps: Vec<Step>,
}

/// A rule that changed a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Its place in the list of rules.
    pub rule: usize,
    /// The text behind it.
    pub after: String,
}

/// The ways of a function's name and of its place (`file:line`) through the rules. O(rules · length).
pub fn trails(rules: &Compiled, function: FunctionSpec<'_>) -> [Trail; 2] {
    let place = super::identities::place_of(function);
    [trail(rules, function.name, true), trail(rules, &place, false)]
}

fn trail(rules: &Compiled, before: &str, names: bool) -> Trail {
    let mut now = before.to_owned();
    // For each byte of `now`, the byte of `before` that it is.
    let mut from: Vec<Option<usize>> = (0..before.len()).map(Some).collect();
    let mut steps = Vec::new();
    for rule in rules.rules.iter().filter(|rule| rule.is_on(names)) {
        let Outcome::Became(after) = rule.apply(&now, bytes_of(&now)) else { continue };
        let mut next = Vec::with_capacity(after.len());
        let mut done = 0;
        for edit in rule.edits(&now).unwrap_or_default() {
            next.extend_from_slice(&from[done..edit.range.start]);
            for part in &edit.parts {
                match part {
                    Part::New(new) => next.extend(std::iter::repeat_n(None, new.len())),
                    Part::Copied(range) => next.extend_from_slice(&from[range.clone()]),
                }
            }
            done = edit.range.end;
        }
        next.extend_from_slice(&from[done..]);
        (from, now) = (next, after);
        steps.push(Step { rule: rule.place, after: now.clone() });
    }
    let mut gone = vec![true; before.len()];
    for &byte in from.iter().flatten() {
        gone[byte] = false;
    }
    Trail {
        removed: runs(&gone),
        written: runs(&from.iter().map(Option::is_none).collect::<Vec<_>>()),
        before: before.to_owned(),
        after: now,
        steps,
    }
}

/// The stretches of what is set.
fn runs(set: &[bool]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> = Vec::new();
    for at in (0..set.len()).filter(|&at| set[at]) {
        match found.last_mut() {
            Some(last) if last.end == at => last.end += 1,
            _ => found.push(at..at + 1),
        }
    }
    found
}
