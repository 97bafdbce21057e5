//! The steps in which the rules rewrite one name, for display.

use super::compiled::Compiled;
use super::keys::place_of;
use super::matcher::Outcome;
use super::replacement::Part;
use super::required::bytes_of;
use diptych_trace::FunctionSpec;
use std::ops::Range;

/// The path of one text through the rules.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Trail {
    /// Text as recorded.
    pub before: String,
    /// Text after all rules.
    pub after: String,
    /// Ranges of bytes of `before` that are missing in `after`, ascending and not adjacent. The page strikes them out.
    pub removed: Vec<Range<usize>>,
    /// Ranges of bytes of `after` that a rule inserted, ascending and not adjacent.
    pub written: Vec<Range<usize>>,
    /// Rules that changed the text, in order.
    pub steps: Vec<Step>,
}

/// A rule that changed a text, with its result.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// Position in the list of rules.
    pub rule: usize,
    /// Text after the rule.
    pub after: String,
}

/// Returns the paths of a function's name and of its place (`file:line`) through the rules. O(rules · length).
pub fn trails(rules: &Compiled, function: FunctionSpec<'_>) -> [Trail; 2] {
    let place = place_of(function);
    [trail(rules, function.name, true), trail(rules, &place, false)]
}

fn trail(rules: &Compiled, before: &str, names: bool) -> Trail {
    let mut now = before.to_owned();
    // For each byte of `now`, the byte of `before` that it came from.
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

/// Returns the ranges of consecutive bits that are set.
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
