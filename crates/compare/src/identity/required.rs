//! What a text must hold for a pattern to match at all, so that most patterns need not run on most texts.
//!
//! The regular expressions are slow (some 50 ns a byte) and most names hold no digit behind a bracket, no dot, no
//! slash. From the pattern alone follow runs of byte sets that must stand in the text one byte after the other,
//! and, for a pattern that holds at the end only, the bytes that the text may end with. Anything in a pattern
//! that is not understood here asks for nothing, so a text is never passed over wrongly.

use std::iter::Peekable;
use std::str::Chars;

/// A set of bytes: a bit for each of ASCII, the last also for all bytes beyond.
type ByteSet = u128;

/// The bit for all that is not ASCII (and DEL).
const BEYOND: ByteSet = 1 << 127;
const DIGITS: ByteSet = range('0', '9');
const WORD: ByteSet = DIGITS | range('a', 'z') | range('A', 'Z') | 1 << b'_';
const SPACE: ByteSet = 1 << b' ' | range('\t', '\r');

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
    text.bytes().fold(0, |set, byte| set | bit(byte))
}

/// Sets of which the text must hold one byte each, next to each other.
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
        let mut parser = Parser { rest: pattern.chars().peekable() };
        let found = parser.alternatives();
        // A closing parenthesis left over: not read to its end.
        let Some(part) = found.filter(|_| parser.rest.next().is_none()) else { return Self::default() };
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
        ends && self.clauses.iter().all(|any| any.iter().any(may))
            && self.clauses.iter().all(|any| any.iter().any(|run| holds(text.as_bytes(), run)))
    }
}

const fn bit(byte: u8) -> ByteSet {
    1 << if byte < 127 { byte } else { 127 }
}

/// Whether a run stands anywhere in a text.
fn holds(text: &[u8], run: &[ByteSet]) -> bool {
    text.windows(run.len()).any(|window| window.iter().zip(run).all(|(&byte, set)| set & bit(byte) != 0))
}

/// How much a run narrows things down: the bits that its sets leave out.
fn worth(run: &Run) -> u32 {
    run.iter().map(|set| set.count_zeros()).sum()
}

/// What is known of a part of a pattern.
#[derive(Debug, Clone, Default)]
struct Part {
    clauses: Vec<Vec<Run>>,
    /// What it can end with when it is not empty.
    last: ByteSet,
    /// Whether it can be empty.
    empty: bool,
    /// Whether it holds at the end of the text only.
    at_end: bool,
}

impl Part {
    /// One of several parts.
    fn any(mut all: Vec<Self>) -> Self {
        if all.len() == 1 {
            return all.swap_remove(0);
        }
        let best = |part: &Self| {
            let least = |any: &Vec<Run>| any.iter().map(worth).min();
            part.clauses.iter().max_by_key(|any| least(any)).cloned()
        };
        Self {
            clauses: all
                .iter()
                .map(best)
                .collect::<Option<Vec<_>>>()
                .map(|best| best.concat())
                .into_iter()
                .collect(),
            last: all.iter().fold(0, |union, part| union | part.last),
            empty: all.iter().any(|part| part.empty),
            at_end: all.iter().all(|part| part.at_end),
        }
    }
}

/// Reads a pattern. `None` from any part: not understood, nothing may be concluded.
struct Parser<'p> {
    rest: Peekable<Chars<'p>>,
}

/// One thing that a repetition can stand behind.
enum Atom {
    /// One character of a set.
    Set(ByteSet),
    /// A group.
    Group(Part),
    /// Matches between characters.
    Between,
    /// Matches behind the last character.
    End,
}

/// Longest run that is looked for.
const LONGEST_RUN: usize = 32;

impl Parser<'_> {
    fn alternatives(&mut self) -> Option<Part> {
        let mut all = vec![self.sequence()?];
        while self.rest.next_if_eq(&'|').is_some() {
            all.push(self.sequence()?);
        }
        Some(Part::any(all))
    }

    fn sequence(&mut self) -> Option<Part> {
        let mut all = Part { empty: true, ..Part::default() };
        let mut run = Run::new();
        while let Some(&next) = self.rest.peek() {
            if matches!(next, '|' | ')') {
                break;
            }
            let atom = self.atom()?;
            let times = self.repetition()?;
            match atom {
                // Nothing stands between the characters on its sides.
                Atom::Between => {}
                Atom::End => all.at_end |= times.least > 0,
                Atom::Set(set) => {
                    all.last = if times.least > 0 { set } else { all.last | set };
                    all.empty &= times.least == 0;
                    all.clauses.extend(times.lengthen(&mut run, set));
                }
                Atom::Group(group) => {
                    close(&mut run, &mut all.clauses);
                    let may_be_empty = group.empty || times.least == 0;
                    all.last = if may_be_empty { all.last | group.last } else { group.last };
                    all.empty &= may_be_empty;
                    if times.least > 0 {
                        all.clauses.extend(group.clauses);
                        all.at_end |= group.at_end;
                    }
                }
            }
        }
        close(&mut run, &mut all.clauses);
        Some(all)
    }

    fn atom(&mut self) -> Option<Atom> {
        Some(match self.rest.next()? {
            '(' => Atom::Group(self.group()?),
            '[' => Atom::Set(self.class()?),
            '.' => Atom::Set(ByteSet::MAX),
            '^' => Atom::Between,
            '$' => Atom::End,
            '\\' => match self.rest.next()? {
                'b' | 'B' if self.rest.peek() != Some(&'{') => Atom::Between,
                'A' => Atom::Between,
                'z' => Atom::End,
                other => escaped(other).map(|set| match set {
                    Escaped::One(c) => Atom::Set(range(c, c)),
                    Escaped::Of(set) => Atom::Set(set),
                })?,
            },
            '?' | '*' | '+' | '{' => return None,
            other => Atom::Set(range(other, other)),
        })
    }

    fn group(&mut self) -> Option<Part> {
        if self.rest.next_if_eq(&'?').is_some() {
            match self.rest.next()? {
                ':' => {}
                named @ ('P' | '<') => {
                    if named == 'P' && self.rest.next()? != '<' {
                        return None;
                    }
                    while self.rest.next()? != '>' {}
                }
                // Flags change what the rest means.
                _ => return None,
            }
        }
        let inside = self.alternatives()?;
        (self.rest.next()? == ')').then_some(inside)
    }

    fn class(&mut self) -> Option<ByteSet> {
        let negated = self.rest.next_if_eq(&'^').is_some();
        let (mut set, mut first): (ByteSet, bool) = (0, true);
        loop {
            let from = match self.rest.next()? {
                ']' if !first => break,
                // Classes inside classes, and set operations.
                '[' | '&' | '~' => return None,
                '\\' => match escaped(self.rest.next()?)? {
                    Escaped::One(c) => c,
                    Escaped::Of(inner) => {
                        set |= inner;
                        first = false;
                        continue;
                    }
                },
                other => other,
            };
            first = false;
            set |= self.range_from(from)?;
        }
        // The last bit stands for characters of which only some are in the set.
        Some(if negated { !set | BEYOND } else { set })
    }

    /// A character of a class, or the range that it begins.
    fn range_from(&mut self, from: char) -> Option<ByteSet> {
        let mut ahead = self.rest.clone();
        if ahead.next() != Some('-') || matches!(ahead.peek(), Some(']') | None) {
            return Some(range(from, from));
        }
        self.rest = ahead;
        match self.rest.next()? {
            '\\' => match escaped(self.rest.next()?)? {
                Escaped::One(to) => Some(range(from, to)),
                Escaped::Of(_) => None,
            },
            '-' | '[' => None,
            to => Some(range(from, to)),
        }
    }

    /// How often what stands before it stands.
    fn repetition(&mut self) -> Option<Times> {
        let times = match self.rest.peek() {
            Some('?' | '*') => Times { least: 0, exact: false },
            Some('+') => Times { least: 1, exact: false },
            Some('{') => {
                let text: String = self.rest.by_ref().take_while(|&c| c != '}').collect();
                let (least, more) =
                    text[1..].split_once(',').map_or((&text[1..], false), |(least, _)| (least, true));
                let least = least.trim().parse().ok()?;
                return self.greed().then_some(Times { least, exact: !more });
            }
            _ => return Some(Times { least: 1, exact: true }),
        };
        self.rest.next();
        self.greed().then_some(times)
    }

    /// Takes the mark of a lazy repetition. False for a repetition of a repetition.
    fn greed(&mut self) -> bool {
        self.rest.next_if_eq(&'?');
        !matches!(self.rest.peek(), Some('?' | '*' | '+' | '{'))
    }
}

/// How often something stands.
#[derive(Debug, Clone, Copy)]
struct Times {
    least: usize,
    /// Never more often.
    exact: bool,
}

impl Times {
    /// Lengthens a run by a set that stands so often, and hands out what runs that ends. A character beyond
    /// ASCII is several bytes, of which only the first and the last have known neighbours.
    fn lengthen(self, run: &mut Run, set: ByteSet) -> Option<Vec<Run>> {
        let one_byte = set & BEYOND == 0;
        let times = if one_byte { self.least.min(LONGEST_RUN) } else { self.least.min(1) };
        run.extend(std::iter::repeat_n(set, times));
        if self.exact && times == self.least && one_byte && run.len() < LONGEST_RUN {
            return None;
        }
        let mut ended = Vec::new();
        close(run, &mut ended);
        if self.least > 0 {
            run.push(set);
        }
        ended.pop()
    }
}

/// Ends a run; what all bytes are in at its ends asks for nothing.
fn close(run: &mut Run, clauses: &mut Vec<Vec<Run>>) {
    let mut run = std::mem::take(run);
    while run.last() == Some(&ByteSet::MAX) {
        run.pop();
    }
    let open = run.iter().take_while(|set| **set == ByteSet::MAX).count();
    run.drain(..open);
    if !run.is_empty() {
        clauses.push(vec![run]);
    }
}

enum Escaped {
    One(char),
    Of(ByteSet),
}

/// The meaning of `\` and a character.
fn escaped(c: char) -> Option<Escaped> {
    Some(match c {
        'd' => Escaped::Of(DIGITS),
        'w' => Escaped::Of(WORD),
        's' => Escaped::Of(SPACE),
        'D' => Escaped::Of(!DIGITS | BEYOND),
        'W' => Escaped::Of(!WORD | BEYOND),
        'S' => Escaped::Of(!SPACE | BEYOND),
        't' => Escaped::One('\t'),
        'n' => Escaped::One('\n'),
        'r' => Escaped::One('\r'),
        // The angle brackets are borders of words.
        c if c.is_ascii_punctuation() && !matches!(c, '<' | '>') => Escaped::One(c),
        _ => return None,
    })
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
