//! A quick test for something that every match of a pattern contains, so that most patterns need not run on most texts.
//!
//! The regular expressions are slow (some 50 ns per byte). Most names lack the digit after a bracket, the dot or the
//! slash that a pattern needs. Two requirements are derived from the pattern alone. Runs of byte sets must occur in the
//! text, one byte after the other. For a pattern that only matches at the end, the text must end with certain bytes.
//! Syntax that is not understood requires nothing, so no match is ever missed.

mod parser;

use parser::Parser;

/// A set of bytes, with one bit per ASCII byte. The last bit also stands for all bytes beyond ASCII.
type ByteSet = u128;

/// Bit of all bytes beyond ASCII (and of DEL).
const BEYOND: ByteSet = 1 << 127;

const fn range(first: char, last: char) -> ByteSet {
    let mut set = 0;
    let mut at = first as u32;
    while at <= last as u32 && at < 128 {
        set |= 1 << at;
        at += 1;
    }
    if last as u32 >= 127 { set | BEYOND } else { set }
}

/// Returns the set of bytes in a text. O(length).
pub(super) fn bytes_of(text: &str) -> ByteSet {
    let mut halves = [0u64; 2];
    for byte in text.bytes().map(|byte| byte.min(127)) {
        halves[(byte >> 6) as usize] |= 1 << (byte & 63);
    }
    (halves[1] as ByteSet) << 64 | halves[0] as ByteSet
}

/// A sequence of byte sets. The text must contain one byte of each, next to each other.
type Run = Vec<ByteSet>;

/// The requirements that a text must meet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Required {
    /// Clauses, each of which is met if the text contains at least one of its runs.
    clauses: Vec<Vec<Run>>,
    /// Bytes that the text may end with. All bytes are set if there is no such requirement.
    last: ByteSet,
}

impl Default for Required {
    fn default() -> Self {
        Self { clauses: Vec::new(), last: ByteSet::MAX }
    }
}

impl Required {
    /// Returns the requirements of a regular expression, which must be valid.
    pub(super) fn by_pattern(pattern: &str) -> Self {
        let Some(part) = Parser::read(pattern) else { return Self::default() };
        let last = if part.at_end && !part.empty { part.last } else { ByteSet::MAX };
        Self { clauses: part.clauses, last }
    }

    /// Requires each of some characters.
    pub(super) fn characters(all: impl IntoIterator<Item = char>) -> Self {
        Self { clauses: all.into_iter().map(|c| vec![vec![range(c, c)]]).collect(), ..Self::default() }
    }

    /// Returns true if a text, whose bytes are `held`, meets all requirements. Never false for a text that matches.
    /// O(length).
    pub(super) fn is_met(&self, text: &str, held: ByteSet) -> bool {
        let ends =
            self.last == ByteSet::MAX || text.bytes().last().is_some_and(|byte| self.last & bit(byte) != 0);
        let may = |run: &Run| run.iter().all(|set| set & held != 0);
        let holds = |run: &Run| run.len() == 1 || stands_in(run, text.as_bytes());
        ends && self.clauses.iter().all(|any| any.iter().any(may))
            && self.clauses.iter().all(|any| any.iter().any(|run| may(run) && holds(run)))
    }
}

const fn bit(byte: u8) -> ByteSet {
    1 << if byte < 127 { byte } else { 127 }
}

/// Returns true if a run occurs in a text. The search looks for its narrowest set, usually a single byte.
fn stands_in(run: &Run, text: &[u8]) -> bool {
    let narrowest = (0..run.len()).min_by_key(|&at| run[at].count_ones()).unwrap_or(0);
    let set = run[narrowest];
    let around = |at: usize| {
        let window = at.checked_sub(narrowest).and_then(|start| text.get(start..start + run.len()));
        window.is_some_and(|window| window.iter().zip(run).all(|(&byte, set)| set & bit(byte) != 0))
    };
    let mut places = 0..text.len();
    if set.is_power_of_two() && set != BEYOND {
        let only = set.trailing_zeros() as u8;
        return places.any(|at| text[at] == only && around(at));
    }
    // Shifting two words is faster than shifting one word of twice the size.
    let halves = [set as u64, (set >> 64) as u64];
    let is_in = |byte: u8| halves[(byte.min(127) >> 6) as usize] >> (byte.min(127) & 63) & 1 != 0;
    places.any(|at| is_in(text[at]) && around(at))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use regex_lite::Regex;

    fn met(pattern: &str, text: &str) -> bool {
        Required::by_pattern(pattern).is_met(text, bytes_of(text))
    }

    #[test]
    fn texts_lacking_a_required_run_are_skipped() {
        for (pattern, without) in [
            (r":\d+(\)?)$", "main"),
            (r":\d+(\)?)$", "std::sort4"),
            (r":\d+(\)?)$", "a:4:b"),
            (r"^.*[/\\](?:site|dist)-packages[/\\]", "/usr/lib/python3/packages/x.py"),
            (r"::h[0-9a-f]{16}\b|17h[0-9a-f]{16}", "core::hash::0123456789abcdef"),
            (r"(?:\.(?:cold|part)(?:\.\d+)*)+$", "a.const"),
            (r"(?P<x>ab+c)d?", "xabb"),
            (r"(.)[ #_/-]\d{1,6}(?:[_/]\d{1,6})*$", "f<128, 4>"),
            ("[^a]", "a"),
        ] {
            assert!(!met(pattern, without), "{pattern} on {without}");
        }
    }

    #[test]
    fn characters_beyond_ascii_are_several_bytes() {
        for (pattern, text) in
            [("a[^x]b", "aéb"), ("a.b", "a本b"), ("é{2}$", "éé"), ("[é-ü]+x$", "öx"), ("a.{2}b", "aééb")]
        {
            assert!(Regex::new(pattern).unwrap().is_match(text), "{pattern} on {text}");
            assert!(met(pattern, text), "{pattern} on {text}");
        }
    }

    /// Returns patterns of every supported kind, and some unsupported ones.
    fn patterns() -> impl Strategy<Value = String> {
        let atoms = [
            "a", "b", "é", ".", "^", "$", r"\d", r"\w", r"\W", r"\b", r"\.", "[ab]", "[^a]", "[a-cé]",
            "[^]b]", "[-.]", "[b-]", "0x", "本", r"\x41", "(?i)A", r"\z", r"\<",
        ];
        let leaf = prop::sample::select(atoms.to_vec()).prop_map(str::to_owned);
        leaf.prop_recursive(4, 24, 4, |inner| {
            let times =
                prop::sample::select(vec!["", "", "?", "*", "+", "+?", "{2}", "{1,}", "{0,2}", "{0}"]);
            let group = (prop::collection::vec(inner.clone(), 0..4), times)
                .prop_map(|(parts, times)| format!("(?:{}){times}", parts.concat()));
            prop_oneof![
                group,
                prop::collection::vec(inner.clone(), 1..4).prop_map(|parts| format!("({})", parts.join("|"))),
                prop::collection::vec(inner.clone(), 1..4).prop_map(|parts| parts.join("|")),
                prop::collection::vec(inner, 1..5).prop_map(|parts| parts.concat()),
            ]
        })
    }

    proptest! {
        #[test]
        fn matching_texts_are_never_skipped(
            pattern in patterns(),
            texts in prop::collection::vec("[abcA01x. é本Z_]{0,12}", 1..20),
        ) {
            if let Ok(regex) = Regex::new(&pattern) {
                for text in texts {
                    prop_assert!(met(&pattern, &text) || !regex.is_match(&text), "{pattern} on {text}");
                }
            }
        }
    }

    #[test]
    fn unsupported_syntax_requires_nothing() {
        for pattern in ["(?i)abc", r"[[:alpha:]]", r"\x41", "a??b{2}{3}", r"\pL"] {
            assert_eq!(Required::by_pattern(pattern), Required::default(), "{pattern}");
        }
    }
}
