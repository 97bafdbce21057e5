//! One rule that runs.

use super::balanced::balanced;
use super::compiled::{LONGEST_REWRITTEN_BYTES, RuleError, RulePart};
use super::defaults::LINE_PATTERN;
use super::replacement::{Part, Piece, expand, parse};
use super::required::Required;
use super::rules::{Field, Rule, RuleKind};
use regex_lite::{Regex, RegexBuilder};
use std::ops::Range;

/// Longest pattern, bytes.
const LONGEST_PATTERN: usize = 1 << 10;
/// Largest machine a pattern may become, bytes.
const LARGEST_MACHINE: usize = 1 << 20;

/// One rule that is on.
#[derive(Debug, Clone)]
pub(super) struct CompiledRule {
    /// Its place in the list.
    pub(super) place: usize,
    /// Pattern and replacement, of what is slow enough to be remembered.
    source: Option<String>,
    on: Field,
    matcher: Matcher,
    required: Required,
}

#[derive(Debug, Clone)]
enum Matcher {
    Regex {
        regex: Box<Regex>,
        pieces: Vec<Piece>,
        groups: bool,
    },
    /// [`LINE_PATTERN`] with nothing in its place, by hand: it runs once a function, all others once a file.
    Line,
    Balanced {
        open: char,
        close: char,
        replacement: String,
    },
}

/// A stretch of a text and what it becomes.
pub(super) struct Edit<'r> {
    pub(super) range: Range<usize>,
    pub(super) parts: Vec<Part<'r>>,
}

/// What a rule did to a text.
pub(super) enum Outcome {
    /// Nothing.
    Untouched,
    /// The text would have been too long.
    Overlong,
    /// This.
    Became(String),
}

impl CompiledRule {
    /// Makes the rule at a place of the list run.
    pub(super) fn new(place: usize, rule: &Rule) -> Result<Self, RuleError> {
        let (matcher, required) = match rule.kind {
            RuleKind::Pattern => Self::by_pattern(place, rule)?,
            RuleKind::Balanced => Self::by_brackets(place, rule)?,
        };
        let is_slow = matches!(matcher, Matcher::Regex { .. });
        let source = is_slow.then(|| format!("{}\0{}", rule.pattern, rule.replacement));
        Ok(Self { place, source, on: rule.on, matcher, required })
    }

    /// Tells what it does from what others do, if it is worth remembering.
    pub(super) fn source(&self) -> Option<&str> {
        self.source.as_deref()
    }

    fn by_pattern(place: usize, rule: &Rule) -> Result<(Matcher, Required), RuleError> {
        let wrong = |part, at, message| RuleError { rule: place, part, at, message };
        let regex = build(&rule.pattern)
            .map_err(|message| wrong(RulePart::Pattern, wrong_at(&rule.pattern, &message), message))?;
        let pieces = parse(&rule.replacement, &regex)
            .map_err(|(at, message)| wrong(RulePart::Replacement, at, message))?;
        let required = Required::by_pattern(&rule.pattern);
        if rule.pattern == LINE_PATTERN && pieces.is_empty() {
            return Ok((Matcher::Line, required));
        }
        let groups = pieces.iter().any(|piece| matches!(piece, Piece::Group(_)));
        Ok((Matcher::Regex { regex: Box::new(regex), pieces, groups }, required))
    }

    fn by_brackets(place: usize, rule: &Rule) -> Result<(Matcher, Required), RuleError> {
        let mut chars = rule.pattern.chars();
        match (chars.next(), chars.next(), chars.next()) {
            (Some(open), Some(close), None) if open != close => {
                let matcher = Matcher::Balanced { open, close, replacement: rule.replacement.clone() };
                Ok((matcher, Required::characters([open, close])))
            }
            _ => {
                let message = "write an opening and a closing bracket".to_owned();
                Err(RuleError { rule: place, part: RulePart::Pattern, at: 0, message })
            }
        }
    }

    /// Whether it rewrites names (otherwise files).
    pub(super) fn is_on(&self, names: bool) -> bool {
        match self.on {
            Field::Name => names,
            Field::File => !names,
            Field::Both => true,
        }
    }

    /// Whether it takes lines off files as the model writes them.
    pub(super) fn takes_lines(&self) -> bool {
        matches!(self.matcher, Matcher::Line) && self.is_on(false)
    }

    /// What the rule does to a text.
    pub(super) fn apply(&self, text: &str, held: u128) -> Outcome {
        if self.may_match(text, held) { self.run(text) } else { Outcome::Untouched }
    }

    /// Whether a text, whose bytes are `held`, holds what the rule looks for at least.
    pub(super) fn may_match(&self, text: &str, held: u128) -> bool {
        self.required.is_met(text, held)
    }

    /// What the rule does to a text that may match.
    pub(super) fn run(&self, text: &str) -> Outcome {
        let Some(edits) = self.edits(text) else { return Outcome::Overlong };
        if edits.is_empty() {
            return Outcome::Untouched;
        }
        // Only what grows is refused: a long text may well become shorter.
        let longest = text.len().max(LONGEST_REWRITTEN_BYTES);
        match rewritten(text, &edits, longest) {
            None => Outcome::Overlong,
            Some(after) if after == text => Outcome::Untouched,
            Some(after) => Outcome::Became(after),
        }
    }

    /// The stretches that change, ascending, or `None` when the text is too long for a pattern.
    pub(super) fn edits(&self, text: &str) -> Option<Vec<Edit<'_>>> {
        if text.len() > LONGEST_REWRITTEN_BYTES && matches!(self.matcher, Matcher::Regex { .. }) {
            return None;
        }
        Some(match &self.matcher {
            Matcher::Regex { regex, pieces, groups: true } => regex
                .captures_iter(text)
                .filter_map(|captures| {
                    let range = captures.get(0)?.range();
                    Some(Edit { range, parts: expand(pieces, &captures) })
                })
                .collect(),
            Matcher::Regex { regex, pieces, groups: false } => {
                let parts = pieces.iter().filter_map(|piece| match piece {
                    Piece::Text(text) => Some(Part::New(text)),
                    Piece::Group(_) => None,
                });
                let parts: Vec<Part<'_>> = parts.collect();
                regex
                    .find_iter(text)
                    .map(|found| Edit { range: found.range(), parts: parts.clone() })
                    .collect()
            }
            Matcher::Line => {
                let start = without_line(without_line(text)).len();
                let edit = Edit { range: start..text.len(), parts: Vec::new() };
                if start < text.len() { vec![edit] } else { Vec::new() }
            }
            Matcher::Balanced { open, close, replacement } => balanced(text, *open, *close)
                .into_iter()
                .map(|range| Edit { range, parts: vec![Part::New(replacement)] })
                .collect(),
        })
    }
}

/// The text with the stretches changed; `None` when it would be longer than it may.
fn rewritten(text: &str, edits: &[Edit<'_>], longest: usize) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for edit in edits {
        out.push_str(&text[done..edit.range.start]);
        for part in &edit.parts {
            match part {
                Part::New(new) => out.push_str(new),
                Part::Copied(range) => out.push_str(&text[range.clone()]),
            }
        }
        if out.len() > longest {
            return None;
        }
        done = edit.range.end;
    }
    out.push_str(&text[done..]);
    (out.len() <= longest).then_some(out)
}

/// A text without `:` and digits at its end.
fn without_line(text: &str) -> &str {
    let stem = text.trim_end_matches(|c: char| c.is_ascii_digit());
    match stem.strip_suffix(':') {
        Some(before) if stem.len() < text.len() => before,
        _ => text,
    }
}

fn build(pattern: &str) -> Result<Regex, String> {
    if pattern.len() > LONGEST_PATTERN {
        return Err(format!("longer than {LONGEST_PATTERN} bytes"));
    }
    let mut builder = RegexBuilder::new(pattern);
    builder.size_limit(LARGEST_MACHINE).build().map_err(|error| error.to_string())
}

/// Where a pattern goes wrong: the error itself does not say, but reading stops with the same message from the
/// first wrong character on, however little of the pattern follows.
fn wrong_at(pattern: &str, message: &str) -> usize {
    let too_large = RegexBuilder::new("a").size_limit(0).build().err().map(|error| error.to_string());
    if pattern.len() > LONGEST_PATTERN || too_large.as_deref() == Some(message) {
        return 0;
    }
    let starts = pattern.char_indices().rev().map(|(at, _)| at);
    let mut wrong = pattern.len();
    for start in starts {
        // `pattern[..wrong]` still fails so; does it without its last character?
        if build(&pattern[..start]).err().as_deref() != Some(message) {
            return start;
        }
        wrong = start;
    }
    wrong
}
