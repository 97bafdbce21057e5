//! What patterns did to texts, kept from one list of rules to the next.

use super::compiled::Compiled;
use super::matcher::{CompiledRule, Outcome};
use rustc_hash::FxHashMap;

/// Texts kept of a rule at most, and bytes of the longest: what is beyond is worked out each time.
const MOST_TEXTS: usize = 1 << 17;
const LONGEST_BYTES: usize = 1 << 10;

/// Outcomes of the patterns of a list of rules. While one rule is edited the others stay as they are, and so does
/// what they do to all texts that the edited one leaves alone: that is looked up, which takes a hundredth of
/// running the pattern. Holds nothing of rules that were in neither of the last two lists.
#[derive(Debug, Default)]
pub struct Memo {
    tables: Vec<Table>,
    /// For each rule that runs, its table; none while nothing is kept.
    of_rule: Vec<Option<usize>>,
    turn: u64,
}

/// Of one pattern and replacement.
#[derive(Debug)]
struct Table {
    source: String,
    turn: u64,
    /// For each text what it became; none where nothing changed.
    became: FxHashMap<Box<str>, Option<Box<str>>>,
}

impl Memo {
    /// Makes ready for a list of rules. O(rules · tables).
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

    /// What the rule at a place does to a text, whose bytes are `held`.
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
        fn what_is_remembered_is_what_would_be_worked_out(
            names in prop::collection::vec(("[ab1./-]{0,8}", "[ab1./-]{0,8}"), 1..30),
            lists in prop::collection::vec(rules(), 1..8),
        ) {
            let (a, b) = names.split_at(names.len() / 2);
            let traces = [&named(a), &named(b)];
            let mut memo = Memo::default();
            for rules in lists {
                let compiled = compile(&rules).unwrap();
                let expected = identify(&compiled, traces, &mut |_, _| ());
                prop_assert_eq!(identify_again(&compiled, traces, &mut memo), expected);
            }
        }
    }

    #[test]
    fn what_is_in_neither_of_the_last_two_lists_is_let_go() {
        let names = [("a1".to_owned(), String::new())];
        let traces = [&named(&names), &named(&names)];
        let mut memo = Memo::default();
        let mut try_out = |pattern: &str| {
            let rules = Rules::parse(&format!("name s/{pattern}//"), &Rules::NONE).unwrap();
            identify_again(&compile(&rules).unwrap(), traces, &mut memo);
            memo.tables.iter().map(|table| table.became.len()).collect::<Vec<_>>()
        };
        assert_eq!(try_out("a"), [1]);
        assert_eq!(try_out("1"), [1, 1]);
        assert_eq!(try_out("[a]"), [1, 1]);
    }
}
