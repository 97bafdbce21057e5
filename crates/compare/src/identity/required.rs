//! What a text must hold for a pattern to match at all, so that most patterns need not run on most texts.
//!
//! The regular expressions are slow (some 50 ns a byte) and most names hold no digit behind a bracket, no dot, no
//! slash. From the pattern alone follow runs of byte sets that must stand in the text one byte after the other,
//! and, for a pattern that holds at the end only, the bytes that the text may end with. Anything in a pattern
//! that is not understood here asks for nothing, so a text is never passed over wrongly.

mod parser;

use parser::Parser;

/// A set of bytes: a bit for each of ASCII, the last also for all bytes beyond.
type ByteSet = u128;

/// The bit for all that is not ASCII (and DEL).
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

/// The bytes that a text holds. O(length).
pub(super) fn bytes_of(text: &str) -> ByteSet {
    let mut halves = [0u64; 2];
    for byte in text.bytes().map(|byte| byte.min(127)) {
        halves[(byte >> 6) as usize] |= 1 << (byte & 63);
    }
    (halves[1] as ByteSet) << 64 | halves[0] as ByteSet
}

/// Sets of bytes: the text must hold one byte of each, next to each other.
type Run = Vec<ByteSet>;

/// What a text must hold.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Required {
    /// Of each of these at least one run.
    clauses: Vec<Vec<Run>>,
    /// What the text must end with, if it must not be empty; all bytes if that is open.
    last: ByteSet,
}

impl Default for Required {
    fn default() -> Self {
        Self { clauses: Vec::new(), last: ByteSet::MAX }
    }
}

impl Required {
    /// What a regular expression requires; it must be valid.
    pub(super) fn by_pattern(pattern: &str) -> Self {
        let Some(part) = Parser::read(pattern) else { return Self::default() };
        let last = if part.at_end && !part.empty { part.last } else { ByteSet::MAX };
        Self { clauses: part.clauses, last }
    }

    /// All of some characters.
    pub(super) fn characters(all: impl IntoIterator<Item = char>) -> Self {
        Self { clauses: all.into_iter().map(|c| vec![vec![range(c, c)]]).collect(), ..Self::default() }
    }

    /// Whether a text, whose bytes are `held`, holds it all. Never false for a text that matches. O(length).
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

/// Whether a run stands anywhere in a text. It is looked for at its narrowest set, most often one byte.
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
    // Two words shift faster than one of twice the size.
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
    fn texts_without_what_a_pattern_needs_are_passed_over() {
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

    /// Patterns of every kind that is understood, and some that are not.
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
        fn no_text_that_matches_is_passed_over(
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
    fn what_is_not_understood_asks_for_nothing() {
        for pattern in ["(?i)abc", r"[[:alpha:]]", r"\x41", "a??b{2}{3}", r"\pL"] {
            assert_eq!(Required::by_pattern(pattern), Required::default(), "{pattern}");
        }
    }
}
