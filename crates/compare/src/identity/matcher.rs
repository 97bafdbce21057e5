//! One compiled rule.

use super::balanced::balanced;
use super::compiled::{LONGEST_REWRITTEN_BYTES, RuleError, RulePart};
use super::defaults::LINE_PATTERN;
use super::replacement::{Part, Piece, expand, parse};
use super::required::Required;
use super::rules::{Field, Rule, RuleKind};
use regex_lite::{Regex, RegexBuilder};
use std::ops::Range;

/// Maximum length of a pattern in bytes.
const LONGEST_PATTERN: usize = 1 << 10;
/// Maximum size in bytes of the program that a pattern compiles to.
const LARGEST_MACHINE: usize = 1 << 20;

/// A rule that is enabled and compiled.
#[derive(Debug, Clone)]
pub(super) struct CompiledRule {
    /// Position in the list of rules.
    pub(super) place: usize,
    /// Pattern and replacement as the cache key of a rule that is slow enough to be cached.
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
    /// A hand-written equivalent of [`LINE_PATTERN`] with an empty replacement. It runs once for each function, while
    /// all other rules run once for each file.
    Line,
    Balanced {
        open: char,
        close: char,
        replacement: String,
    },
}

/// A range of a text and its replacement.
pub(super) struct Edit<'r> {
    pub(super) range: Range<usize>,
    pub(super) parts: Vec<Part<'r>>,
}

/// The effect of a rule on a text.
pub(super) enum Outcome {
    /// The text is unchanged.
    Untouched,
    /// The text is too long, or its result would be.
    Overlong,
    /// The text after the rule.
    Became(String),
}

impl CompiledRule {
    /// Compiles the rule at a position of the list.
    pub(super) fn new(place: usize, rule: &Rule) -> Result<Self, RuleError> {
        let (matcher, required) = match rule.kind {
            // Rules for arguments are not compiled: they work while a trace is read.
            RuleKind::Pattern | RuleKind::Argument => Self::by_pattern(place, rule)?,
            RuleKind::Balanced => Self::by_brackets(place, rule)?,
        };
        let is_slow = matches!(matcher, Matcher::Regex { .. });
        let source = is_slow.then(|| format!("{}\0{}", rule.pattern, rule.replacement));
        Ok(Self { place, source, on: rule.on, matcher, required })
    }

    /// Returns the cache key of the rule, or `None` if it is too fast to be cached.
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

    /// Returns true if the rule rewrites names (or files, if `names` is false).
    pub(super) fn is_on(&self, names: bool) -> bool {
        match self.on {
            Field::Name => names,
            Field::File => !names,
            Field::Both => true,
        }
    }

    /// Returns true if the rule removes balanced brackets.
    pub(super) fn is_balanced(&self) -> bool {
        matches!(self.matcher, Matcher::Balanced { .. })
    }

    /// Returns true if the rule removes lines from files as traces write them.
    pub(super) fn takes_lines(&self) -> bool {
        matches!(self.matcher, Matcher::Line) && self.is_on(false)
    }

    /// Applies the rule to a text. `held` is the set of its bytes.
    pub(super) fn apply(&self, text: &str, held: u128) -> Outcome {
        if self.may_match(text, held) { self.run(text) } else { Outcome::Untouched }
    }

    /// Returns false if the text, whose bytes are `held`, lacks something that every match contains.
    pub(super) fn may_match(&self, text: &str, held: u128) -> bool {
        self.required.is_met(text, held)
    }

    /// Applies the rule to a text that may match.
    pub(super) fn run(&self, text: &str) -> Outcome {
        let Some(edits) = self.edits(text) else { return Outcome::Overlong };
        if edits.is_empty() {
            return Outcome::Untouched;
        }
        // Only growth is refused, because a long text may well become shorter.
        let longest = text.len().max(LONGEST_REWRITTEN_BYTES);
        match rewritten(text, &edits, longest) {
            None => Outcome::Overlong,
            Some(after) if after == text => Outcome::Untouched,
            Some(after) => Outcome::Became(after),
        }
    }

    /// Returns the ranges that change, ascending, or `None` if the text is too long for a pattern.
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

/// Returns the text after all edits, or `None` if it would exceed `longest` bytes.
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

/// Removes a final `:` with digits from a text.
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

/// Returns the byte offset at which a pattern becomes wrong. The error of the parser has no position. But every prefix
/// that contains the wrong character fails with the same message, so the shortest such prefix ends at it.
fn wrong_at(pattern: &str, message: &str) -> usize {
    let too_large = RegexBuilder::new("a").size_limit(0).build().err().map(|error| error.to_string());
    if pattern.len() > LONGEST_PATTERN || too_large.as_deref() == Some(message) {
        return 0;
    }
    let starts = pattern.char_indices().rev().map(|(at, _)| at);
    let mut wrong = pattern.len();
    for start in starts {
        // `pattern[..wrong]` still fails with this message. Check whether one character less does.
        if build(&pattern[..start]).err().as_deref() != Some(message) {
            return start;
        }
        wrong = start;
    }
    wrong
}
