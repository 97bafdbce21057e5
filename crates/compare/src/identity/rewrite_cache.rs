//! A cache of rewritten texts that carries over from one list of rules to the next.

use super::compiled::Compiled;
use super::matcher::{CompiledRule, Outcome};
use rustc_hash::FxHashMap;

/// Maximum number of texts cached per rule, and maximum length of a cached text in bytes. Others are rewritten each
/// time.
const MOST_TEXTS: usize = 1 << 17;
const LONGEST_BYTES: usize = 1 << 10;

/// Cached outcomes of the patterns in a list of rules. While one rule is edited, the other rules stay as they are.
/// Texts that the edited rule leaves alone are looked up then, which takes a hundredth of the time that the pattern
/// takes. Rules that were in neither of the last two lists are dropped.
#[derive(Debug, Default)]
pub struct RewriteCache {
    tables: Vec<Table>,
    /// Table of each rule that runs, or `None` for rules too fast to be cached.
    of_rule: Vec<Option<usize>>,
    turn: u64,
}

/// The cached outcomes of one pattern and replacement.
#[derive(Debug)]
struct Table {
    source: String,
    turn: u64,
    /// Result for each text, or `None` if the text did not change.
    became: FxHashMap<Box<str>, Option<Box<str>>>,
}

impl RewriteCache {
    /// Prepares the cache for a list of rules. O(rules · tables).
    pub(super) fn turn_to(&mut self, rules: &Compiled) {
        self.turn += 1;
        let turn = self.turn;
        self.tables.retain(|table| table.turn + 2 > turn);
        let table_of = |rule: &CompiledRule| {
            let source = rule.source()?;
            let existing = self.tables.iter().position(|table| table.source == source);
            let place = existing.unwrap_or_else(|| {
                let became = FxHashMap::default();
                self.tables.push(Table { source: source.to_owned(), turn, became });
                self.tables.len() - 1
            });
            self.tables[place].turn = turn;
            Some(place)
        };
        self.of_rule = rules.rules.iter().map(table_of).collect();
    }

    /// Applies the rule at position `place` to a text. `held` is the set of its bytes.
    pub(super) fn apply(&mut self, place: usize, rule: &CompiledRule, text: &str, held: u128) -> Outcome {
        if !rule.may_match(text, held) {
            return Outcome::Untouched;
        }
        let table = self.of_rule.get(place).copied().flatten();
        let Some(table) = table.map(|table| &mut self.tables[table]) else { return rule.run(text) };
        match table.became.get(text) {
            Some(None) => return Outcome::Untouched,
            Some(Some(became)) => return Outcome::Became(became.to_string()),
            None => {}
        }
        let outcome = rule.run(text);
        if text.len() <= LONGEST_BYTES && table.became.len() < MOST_TEXTS {
            match &outcome {
                Outcome::Untouched => table.became.insert(text.into(), None),
                Outcome::Became(after) => table.became.insert(text.into(), Some(after.as_str().into())),
                Outcome::Overlong => None,
            };
        }
        outcome
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::identity::{Field, Origin, Rule, RuleKind, Rules, compile, identify, identify_again};
    use diptych_trace::{Builder, CallSpec, FunctionSpec, LaneKind, Sink, Trace};
    use proptest::prelude::*;

    fn named(names: &[(String, String)]) -> Trace {
        let mut builder = Builder::default();
        let lane = builder.lane(None, LaneKind::Thread, "t");
        for (at, (name, file)) in (0..).zip(names) {
            let function = builder.function(FunctionSpec { name, file, ..FunctionSpec::default() });
            builder.call(lane, CallSpec { start: at, end: at + 1, function, source: 0 });
        }
        builder.finish().remove(0).1
    }

    fn rules() -> impl Strategy<Value = Rules> {
        let patterns = [r"\d+", "a", "^.*/", "b$", "(a)(b)", "[.-]"];
        let rule = (prop::sample::select(patterns.to_vec()), 0..3usize, any::<bool>(), 0..3usize);
        let rule = rule.prop_map(|(pattern, replacement, enabled, on)| Rule {
            name: String::new(),
            on: [Field::Name, Field::File, Field::Both][on],
            kind: RuleKind::Pattern,
            pattern: pattern.to_owned(),
            replacement: ["", "x", "$0$0"][replacement].to_owned(),
            enabled,
            origin: Origin::User,
        });
        prop::collection::vec(rule, 0..5).prop_map(|rules| Rules { rules, ..Rules::default() })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn cache_gives_the_identities_of_a_fresh_run(
            names in prop::collection::vec(("[ab1./-]{0,8}", "[ab1./-]{0,8}"), 1..30),
            lists in prop::collection::vec(rules(), 1..8),
        ) {
            let (a, b) = names.split_at(names.len() / 2);
            let traces = [&named(a), &named(b)];
            let mut cache = RewriteCache::default();
            for rules in lists {
                let compiled = compile(&rules).unwrap();
                let expected = identify(&compiled, traces, &mut |_, _| ());
                prop_assert_eq!(identify_again(&compiled, traces, &mut cache), expected);
            }
        }
    }

    #[test]
    fn rules_absent_from_two_lists_are_dropped() {
        let names = [("a1".to_owned(), String::new())];
        let traces = [&named(&names), &named(&names)];
        let mut cache = RewriteCache::default();
        let mut try_out = |pattern: &str| {
            let rules = Rules::parse(&format!("name s/{pattern}//"), &Rules::NONE).unwrap();
            identify_again(&compile(&rules).unwrap(), traces, &mut cache);
            cache.tables.iter().map(|table| table.became.len()).collect::<Vec<_>>()
        };
        assert_eq!(try_out("a"), [1]);
        assert_eq!(try_out("1"), [1, 1]);
        assert_eq!(try_out("[a]"), [1, 1]);
    }
}
