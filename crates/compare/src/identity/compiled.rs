//! Compiled rules.

use super::matcher::{CompiledRule, Outcome};
use super::required::bytes_of;
use super::rewrite_cache::RewriteCache;
use super::rules::{Rule, RuleKind, Rules};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::fmt;

/// Maximum length of a text that patterns rewrite, and of a text that any rule may produce, in bytes. A regular
/// expression may take time quadratic in the length. [`Identities::overlong`](super::Identities::overlong) counts the
/// functions left alone. Balanced rules rewrite texts of any length.
pub const LONGEST_REWRITTEN_BYTES: usize = 1 << 14;

/// Rules that are ready to run, made by [`compile`].
#[derive(Debug, Clone, Default)]
pub struct Compiled {
    /// The enabled rules.
    pub(super) rules: Vec<CompiledRule>,
    /// Number of rules, enabled or not.
    pub(super) rule_count: usize,
    pub(super) renames: Vec<String>,
    /// Positions in the list of renames from each key, ascending.
    pub(super) renames_from: FxHashMap<String, Vec<usize>>,
    /// Key of the pair that each key was paired into by hand, for each side.
    pub(super) pairs_from: [FxHashMap<String, String>; 2],
}

/// An error in a rule.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleError {
    /// Position in the list of rules, from 0.
    pub rule: usize,
    /// Text of the rule that is wrong.
    pub part: RulePart,
    /// Byte offset of the error in that text.
    pub at: usize,
    /// Message that says what is wrong.
    pub message: String,
}

/// A text of a rule that may be wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RulePart {
    /// The text that the rule looks for.
    Pattern,
    /// The text that replaces matches.
    Replacement,
}

impl fmt::Display for RuleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = match self.part {
            RulePart::Pattern => "pattern",
            RulePart::Replacement => "replacement",
        };
        write!(f, "rule {}, {part}, byte {}: {}", self.rule + 1, self.at, self.message)
    }
}

impl std::error::Error for RuleError {}

/// Compiles the enabled rules, or returns the first error. An editor keeps its last good result while there is an
/// error.
pub fn compile(rules: &Rules) -> Result<Compiled, RuleError> {
    let is_rewrite = |rule: &Rule| rule.enabled && rule.kind != RuleKind::Argument;
    let on = rules.rules.iter().enumerate().filter(|(_, rule)| is_rewrite(rule));
    let mut renames_from: FxHashMap<String, Vec<usize>> = FxHashMap::default();
    for (place, rename) in rules.renames.iter().enumerate() {
        renames_from.entry(rename.from.clone()).or_default().push(place);
    }
    Ok(Compiled {
        rules: on.map(|(place, rule)| CompiledRule::new(place, rule)).collect::<Result<_, _>>()?,
        rule_count: rules.rules.len(),
        renames: rules.renames.iter().map(|rename| rename.to.clone()).collect(),
        renames_from,
        pairs_from: pairs_from(&rules.pairs),
    })
}

/// Returns the key that both keys of each pair become, by side and key. The result mirrors if the sides are exchanged.
fn pairs_from(pairs: &[[String; 2]]) -> [FxHashMap<String, String>; 2] {
    let mut from: [FxHashMap<String, String>; 2] = Default::default();
    for pair in pairs {
        if (0..2).any(|side| from[side].contains_key(&pair[side])) {
            continue;
        }
        let [a, b] = pair;
        // The keys may also be paired the other way round. That pair is a different function and needs another key.
        let again = from[0].contains_key(b) && from[0].get(b) == from[1].get(a);
        let key = if a == b {
            a.clone()
        } else {
            format!("{} ↔ {}{}", a.min(b), a.max(b), if again { " (again)" } else { "" })
        };
        for (from, own) in from.iter_mut().zip(pair) {
            from.insert(own.clone(), key.clone());
        }
    }
    from
}

/// A text as it becomes rule by rule.
pub(super) struct Rewritten {
    /// Text as recorded, after the rules that remove balanced brackets. These rules always hold.
    pub(super) base: String,
    /// Text after each pattern that changed it, with the position of the pattern among the rules that run.
    pub(super) stages: Vec<(usize, String)>,
    /// Positions in the list of all rules that changed the text, ascending.
    pub(super) touched: Vec<usize>,
    /// True if a rule left the text alone because of the length limit.
    pub(super) overlong: bool,
}

impl Compiled {
    /// Runs the rules for names (or those for files) on a text.
    pub(super) fn rewrite(&self, text: &str, names: bool, cache: &mut RewriteCache) -> Rewritten {
        let mut held = bytes_of(text);
        let base = self.without_brackets(0, text.to_owned(), names);
        let mut now = Rewritten { base, stages: Vec::new(), touched: Vec::new(), overlong: false };
        let mut text = Cow::Borrowed(text);
        for (place, rule) in self.rules.iter().enumerate().filter(|(_, rule)| rule.is_on(names)) {
            match cache.apply(place, rule, &text, held) {
                Outcome::Untouched => {}
                Outcome::Overlong => now.overlong = true,
                Outcome::Became(after) => {
                    held = bytes_of(&after);
                    now.touched.push(rule.place);
                    if !rule.is_balanced() {
                        now.stages.push((place, self.without_brackets(place + 1, after.clone(), names)));
                    }
                    text = Cow::Owned(after);
                }
            }
        }
        now
    }

    /// Returns a text after the rules from a position on that remove balanced brackets.
    fn without_brackets(&self, from: usize, text: String, names: bool) -> String {
        let rules = self.rules[from..].iter().filter(|rule| rule.is_balanced() && rule.is_on(names));
        rules.fold(text, |text, rule| match rule.apply(&text, bytes_of(&text)) {
            Outcome::Became(after) => after,
            Outcome::Untouched | Outcome::Overlong => text,
        })
    }

    /// Returns true if there are renames or pairs to follow after the rules.
    pub(super) fn has_links(&self) -> bool {
        !(self.renames.is_empty() && self.pairs_from.iter().all(FxHashMap::is_empty))
    }

    /// Returns the key that a key is renamed to, and the positions of the renames followed.
    pub(super) fn renamed(&self, key: &str) -> (String, Vec<usize>) {
        let mut now = key;
        let mut followed = Vec::new();
        let mut next = 0;
        while let Some(places) = self.renames_from.get(now) {
            let Some(&place) = places.get(places.partition_point(|&place| place < next)) else { break };
            now = &self.renames[place];
            followed.push(place);
            next = place + 1;
        }
        (now.to_owned(), followed)
    }

    /// Returns the key of the pair that a key of a side is in, if any.
    pub(super) fn paired(&self, side: usize, key: &str) -> Option<&str> {
        self.pairs_from[side].get(key).map(String::as_str)
    }
}
