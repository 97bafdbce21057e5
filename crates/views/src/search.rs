//! Search for calls by the name and file of their function.
//!
//! A query is a list of terms separated by spaces. A function is a hit if every term holds. A term is a substring (case
//! does not matter) or `/a regular expression/` (case matters). The prefix `file:` limits a term to the file and
//! `name:` to the name; `-` means that it must not hold. Quotes keep spaces: `"a b"`.

use diptych_trace::{CallId, NameId, Trace};
use regex_lite::Regex;

/// A valid query.
#[derive(Debug, Clone)]
pub struct Query {
    terms: Vec<Term>,
}

#[derive(Debug, Clone)]
struct Term {
    expected: bool,
    field: Field,
    pattern: Pattern,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Field {
    Any,
    Name,
    File,
}

#[derive(Debug, Clone)]
enum Pattern {
    /// A substring in lower case.
    Text(String),
    Regex(Regex),
}

/// The reason why a query is invalid: a broken regular expression.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct QueryError {
    /// The term as typed.
    pub term: String,
    /// Reason in the words of the regex library.
    pub reason: String,
}

impl Query {
    /// Parses a query. Returns `Ok(None)` if it is blank.
    pub fn parse(text: &str) -> Result<Option<Self>, QueryError> {
        let terms = words(text).iter().map(|word| Term::parse(word)).collect::<Result<Vec<_>, _>>()?;
        Ok((!terms.is_empty()).then_some(Self { terms }))
    }

    /// Tests each function of a trace. Each text is searched once per term, however many functions share that file or
    /// name.
    pub fn functions(&self, trace: &Trace) -> Vec<bool> {
        let functions = trace.functions();
        let mut hits = vec![true; functions.len()];
        for term in &self.terms {
            let mut found: Vec<Option<bool>> = vec![None; trace.names().len()];
            let mut holds = |id: NameId| match found.get_mut(id.index()) {
                Some(found) => *found.get_or_insert_with(|| term.pattern.is_in(trace.names().get(id))),
                None => term.pattern.is_in(""),
            };
            for (id, hit) in functions.ids().zip(&mut hits).filter(|(_, hit)| **hit) {
                let (name, file, _) = functions.key(id);
                let found = match term.field {
                    Field::Name => holds(name),
                    Field::File => holds(file),
                    Field::Any => holds(name) || holds(file),
                };
                *hit = found == term.expected;
            }
        }
        hits
    }
}

impl Term {
    fn parse(word: &str) -> Result<Self, QueryError> {
        let (expected, rest) = word.strip_prefix('-').map_or((true, word), |rest| (false, rest));
        let field = |prefix: &str| rest.strip_prefix(prefix);
        let (field, rest) = match (field("file:"), field("name:")) {
            (Some(rest), _) => (Field::File, rest),
            (_, Some(rest)) => (Field::Name, rest),
            _ => (Field::Any, rest),
        };
        let regex = rest
            .strip_prefix('/')
            .and_then(|inner| inner.strip_suffix('/'))
            .filter(|inner| !inner.is_empty());
        let pattern = match regex.map(Regex::new) {
            Some(Ok(regex)) => Pattern::Regex(regex),
            Some(Err(error)) => return Err(QueryError { term: word.to_owned(), reason: error.to_string() }),
            None => Pattern::Text(rest.trim_matches('"').to_lowercase()),
        };
        Ok(Self { expected, field, pattern })
    }
}

impl Pattern {
    fn is_in(&self, text: &str) -> bool {
        match self {
            Self::Text(wanted) if text.is_ascii() => contains_ascii(text.as_bytes(), wanted.as_bytes()),
            Self::Text(wanted) => text.to_lowercase().contains(wanted.as_str()),
            Self::Regex(regex) => regex.is_match(text),
        }
    }
}

/// Returns true if a text contains another, which is lower case. Avoids a lower-case copy of each of some hundred
/// thousand names.
fn contains_ascii(text: &[u8], wanted: &[u8]) -> bool {
    let Some((first, rest)) = wanted.split_first() else { return true };
    let Some(last) = text.len().checked_sub(wanted.len()) else { return false };
    (0..=last).any(|at| {
        text[at].to_ascii_lowercase() == *first && text[at + 1..at + wanted.len()].eq_ignore_ascii_case(rest)
    })
}

/// Splits a text at spaces, except within quotes and slashes.
fn words(text: &str) -> Vec<String> {
    let (mut words, mut word, mut within) = (Vec::new(), String::new(), None);
    let mut before = ' ';
    for c in text.chars() {
        // A slash inside a word, as in `src/app`, starts no expression.
        let starts = matches!(before, ' ' | ':' | '-');
        match within {
            None if c == '"' || (c == '/' && starts) => within = Some(c),
            Some(closing) if c == closing && before != '\\' => within = None,
            _ => {}
        }
        if c.is_whitespace() && within.is_none() {
            words.push(std::mem::take(&mut word));
        } else {
            word.push(c);
        }
        before = c;
    }
    words.push(word);
    words.retain(|word| !word.is_empty());
    words
}

/// Calls per block.
const BLOCK: u32 = u64::BITS;

/// The calls of a trace that are hits, with their ranks. It takes one and a half bits for each call and is rebuilt at
/// every keystroke.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Hits {
    /// Hits by function.
    functions: Vec<bool>,
    /// A bit for each call, 64 in a block, the first in the lowest bit.
    blocks: Vec<u64>,
    /// Number of hits before each block, and in all: one entry more than blocks.
    before: Vec<u32>,
}

impl Hits {
    /// Searches the functions, then counts their calls. O(texts + functions + calls).
    pub fn new(trace: &Trace, query: &Query) -> Self {
        let functions = query.functions(trace);
        let of_functions = trace.calls().function();
        let hits = Self::of_calls(trace, |call| functions[of_functions[call.index()].index()]);
        Self { functions, ..hits }
    }

    /// Counts the calls that `is_hit` chooses. O(calls).
    pub fn of_calls(trace: &Trace, is_hit: impl Fn(CallId) -> bool) -> Self {
        let calls = trace.calls().len() as u32;
        let mut hits = Self { before: vec![0], ..Self::default() };
        for first in (0..calls).step_by(BLOCK as usize) {
            let block = first..calls.min(first + BLOCK);
            let bits = block.fold(0, |bits, call| bits | u64::from(is_hit(CallId(call))) << (call - first));
            hits.before.push(hits.len() + bits.count_ones());
            hits.blocks.push(bits);
        }
        hits
    }

    /// Returns the number of hits.
    pub fn len(&self) -> u32 {
        self.before.last().copied().unwrap_or(0)
    }

    /// Returns true if there are no hits.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the functions that are hits.
    pub fn functions(&self) -> &[bool] {
        &self.functions
    }

    /// Counts the hits among a range of calls.
    pub fn among(&self, calls: std::ops::Range<u32>) -> u32 {
        self.count(calls.end).saturating_sub(self.count(calls.start))
    }

    /// Counts the hits before a call.
    fn count(&self, call: u32) -> u32 {
        let block = (call / BLOCK) as usize;
        let Some(bits) = self.blocks.get(block) else { return self.len() };
        let earlier = bits & ((1 << (call % BLOCK)) - 1);
        self.before[block] + earlier.count_ones()
    }

    /// Returns true if a call is a hit.
    pub fn holds(&self, call: CallId) -> bool {
        let bits = self.blocks.get((call.0 / BLOCK) as usize).copied().unwrap_or(0);
        bits >> (call.0 % BLOCK) & 1 == 1
    }

    /// Returns the hit with a rank, counted from 0.
    pub fn nth(&self, rank: u32) -> Option<CallId> {
        let block = self.before.partition_point(|&count| count <= rank).checked_sub(1)?;
        let mut bits = *self.blocks.get(block)?;
        for _ in self.before[block]..rank {
            bits &= bits - 1;
        }
        Some(CallId(block as u32 * BLOCK + bits.trailing_zeros()))
    }

    /// Returns the rank of a hit. For another call it is the number of hits before it.
    pub fn rank(&self, call: CallId) -> u32 {
        self.count(call.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_testkit::{Shape, generate};
    use diptych_trace::{Builder, CallSpec, FunctionSpec, LaneKind, Sink};
    use proptest::prelude::*;

    /// Builds a trace whose functions have these names and files.
    fn named(names: &[(&str, &str)]) -> Trace {
        let mut builder = Builder::default();
        let lane = builder.lane(None, LaneKind::Thread, "t");
        for (at, (name, file)) in (0..).zip(names) {
            let function = builder.function(FunctionSpec { name, file, line: 1, category: "" });
            builder.call(lane, CallSpec { start: at, end: at + 1, function, source: 0 });
        }
        builder.finish().remove(0).1
    }

    fn hit(query: &str, name: &str, file: &str) -> bool {
        Query::parse(query).unwrap().unwrap().functions(&named(&[(name, file)])) == [true]
    }

    /// Tests a function without sharing results between functions.
    fn naive(query: &Query, name: &str, file: &str) -> bool {
        query.terms.iter().all(|term| {
            let holds = |text: &str| match &term.pattern {
                Pattern::Text(wanted) => text.to_lowercase().contains(wanted.as_str()),
                Pattern::Regex(regex) => regex.is_match(text),
            };
            let by_name = term.field != Field::File && holds(name);
            let by_file = term.field != Field::Name && holds(file);
            (by_name || by_file) == term.expected
        })
    }

    #[test]
    fn terms_match_by_field_case_and_negation() {
        assert!(hit("walk", "Node.Walk", "nodes.py"));
        assert!(hit("NODES", "x", "nodes.py"));
        assert!(!hit("walk nodes", "walk", "tree.py"));
        assert!(hit("walk nodes", "walk", "nodes.py"));
        assert!(hit("file:nodes -walk", "visit", "nodes.py"));
        assert!(!hit("file:nodes -walk", "walk", "nodes.py"));
        assert!(!hit("name:nodes", "walk", "nodes.py"));
        assert!(hit("/^No.*k$/", "Node.walk", ""));
        assert!(!hit("/^no.*k$/", "Node.walk", ""));
        assert!(hit("/a b/", "xa by", ""));
        assert!(hit("\"a b\"", "xa by", ""));
        assert!(!hit("\"a b\"", "a-b", ""));
        assert!(hit("-file:/^lib/ x", "x", "app/x.py"));
        assert!(hit("src/app", "f", "src/app/main.py"), "a slash inside a word is no expression");
    }

    #[test]
    fn blank_queries_are_none_broken_ones_errors() {
        assert!(Query::parse("  ").unwrap().is_none());
        let error = Query::parse("ok /(/").unwrap_err();
        assert_eq!(error.term, "/(/");
        assert!(!error.reason.is_empty());
    }

    proptest! {
        #[test]
        fn any_text_is_a_query_or_an_error(text in ".{0,30}") {
            let _ = Query::parse(&text);
        }

        #[test]
        fn shared_name_search_equals_naive_search(
            text in "-?(name:|file:)?[aBkéK/ ]{0,4} ?[abK.]{0,2}",
            names in proptest::collection::vec(("[aAbkKéÉK\u{212a}.]{1,5}", "[ab/K]{0,3}"), 1..6),
        ) {
            let Ok(Some(query)) = Query::parse(&text) else { return Ok(()) };
            let names: Vec<(&str, &str)> = names.iter().map(|(name, file)| (&name[..], &file[..])).collect();
            let trace = named(&names);
            let expected: Vec<bool> = trace
                .functions()
                .specs(trace.names())
                .iter()
                .map(|function| naive(&query, function.name, function.file))
                .collect();
            prop_assert_eq!(query.functions(&trace), expected);
        }

        #[test]
        fn ranks_equal_a_list_of_hits(seed: u64, from in 0u32..200, span in 0u32..200) {
            let trace = generate(seed, Shape::SMALL);
            let query = Query::parse("f1").unwrap().unwrap();
            let hits = Hits::new(&trace, &query);
            let naive: Vec<CallId> = (0..trace.calls().len() as u32)
                .map(CallId)
                .filter(|&call| trace.call_name(call).contains("f1"))
                .collect();
            prop_assert_eq!(hits.len() as usize, naive.len());
            for (rank, &call) in naive.iter().enumerate() {
                prop_assert_eq!(hits.nth(rank as u32), Some(call));
                prop_assert_eq!(hits.rank(call), rank as u32);
                prop_assert!(hits.holds(call));
            }
            prop_assert_eq!(hits.nth(hits.len()), None);
            let within = naive.iter().filter(|call| (from..from + span).contains(&call.0)).count();
            prop_assert_eq!(hits.among(from..from + span) as usize, within);
            let all = 0..trace.calls().len() as u32;
            prop_assert_eq!(all.filter(|&call| hits.holds(CallId(call))).count(), naive.len());
        }
    }
}
