//! Rules that run.

use super::matcher::{CompiledRule, Outcome};
use super::memo::Memo;
use super::required::bytes_of;
use super::rules::Rules;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::fmt;

/// Patterns leave longer texts as they are, and no rule makes a text longer than this, bytes: a regular
/// expression may take time quadratic in the text. What is left is counted in
/// [`Identities::overlong`](super::Identities::overlong). Balanced rules have no such limit.
pub const LONGEST_REWRITTEN_BYTES: usize = 1 << 14;

/// Rules that run, from [`compile`].
#[derive(Debug, Clone, Default)]
pub struct Compiled {
    /// Those that are on.
    pub(super) rules: Vec<CompiledRule>,
    /// Number of rules, on or off.
    pub(super) rule_count: usize,
    pub(super) renames: Vec<String>,
    /// For each key that is renamed, where it stands in the list, ascending.
    pub(super) renames_from: FxHashMap<String, Vec<usize>>,
    /// For each side and key that is paired by hand, the key of its pair.
    pub(super) pairs_from: [FxHashMap<String, String>; 2],
}

/// A rule that cannot run.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct RuleError {
    /// Its place in the list, from 0.
    pub rule: usize,
    /// Which of its texts is wrong.
    pub part: RulePart,
    /// Where that text goes wrong, byte offset.
    pub at: usize,
    /// Why, in words.
    pub message: String,
}

/// A text of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RulePart {
    /// What it looks for.
    Pattern,
    /// What matches become.
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

/// Makes rules run, or says where the first wrong one is wrong. Rules that are off are not looked at. Whoever
/// edits rules keeps the last result that was good.
pub fn compile(rules: &Rules) -> Result<Compiled, RuleError> {
    let on = rules.rules.iter().enumerate().filter(|(_, rule)| rule.enabled);
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

/// For each side and key in a pair, the key that both become: the same for the sides exchanged.
fn pairs_from(pairs: &[[String; 2]]) -> [FxHashMap<String, String>; 2] {
    let mut from: [FxHashMap<String, String>; 2] = Default::default();
    for pair in pairs {
        if (0..2).any(|side| from[side].contains_key(&pair[side])) {
            continue;
        }
        let [a, b] = pair;
        // The two may be paired the other way round as well; that is another function.
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

/// A text that rules rewrite, with what was seen of it.
pub(super) struct Rewritten<'a> {
    pub(super) text: Cow<'a, str>,
    /// Places of the rules that changed it, ascending.
    pub(super) touched: Vec<usize>,
    /// Whether a rule left it because of a length.
    pub(super) overlong: bool,
}

impl Compiled {
    /// Runs the rules for names (or files) on a text.
    pub(super) fn rewrite<'a>(&self, text: Cow<'a, str>, names: bool, memo: &mut Memo) -> Rewritten<'a> {
        let mut held = bytes_of(&text);
        let mut now = Rewritten { text, touched: Vec::new(), overlong: false };
        for (place, rule) in self.rules.iter().enumerate().filter(|(_, rule)| rule.is_on(names)) {
            match memo.apply(place, rule, &now.text, held) {
                Outcome::Untouched => {}
                Outcome::Overlong => now.overlong = true,
                Outcome::Became(text) => {
                    held = bytes_of(&text);
                    now.text = Cow::Owned(text);
                    now.touched.push(rule.place);
                }
            }
        }
        now
    }

    /// Whether keys may become others behind the rules.
    pub(super) fn has_links(&self) -> bool {
        !(self.renames.is_empty() && self.pairs_from.iter().all(FxHashMap::is_empty))
    }

    /// The key that a key becomes by the renames, and the places of those that were followed.
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

    /// The key of a pair made by hand, if a key of a side is in one.
    pub(super) fn paired(&self, side: usize, key: &str) -> Option<&str> {
        self.pairs_from[side].get(key).map(String::as_str)
    }
}
