//! What a text must hold for a pattern to match at all, so that most patterns need not run on most texts.
//!
//! The regular expressions are slow (some 50 ns a byte) and most names hold no digit, bracket or dot at all.
//! From the pattern alone follow sets of bytes of which the text must hold at least one each, and literals of
//! which it must hold at least one. Anything in a pattern that is not understood here asks for nothing, so a
//! text is never passed over wrongly.

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
    text.bytes().fold(0, |set, byte| set | 1 << byte.min(127))
}

/// What a text must hold.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Required {
    /// Of each of these sets at least one byte.
    sets: Vec<ByteSet>,
    /// At least one of these, unless there is none.
    literals: Vec<String>,
}

impl Required {
    /// What a regular expression requires; it must be valid.
    pub(super) fn by_pattern(pattern: &str) -> Self {
        let mut parser = Parser { rest: pattern.chars().peekable() };
        let found = parser.alternatives();
        // A closing parenthesis left over: not read to its end.
        if parser.rest.next().is_none() { found.unwrap_or_default() } else { Self::default() }
    }

    /// All of some characters.
    pub(super) fn characters(all: impl IntoIterator<Item = char>) -> Self {
        Self { sets: all.into_iter().map(|c| range(c, c)).collect(), literals: Vec::new() }
    }

    /// Whether a text, whose bytes are `held`, holds it all. Never false for a text that matches.
    pub(super) fn is_met(&self, text: &str, held: ByteSet) -> bool {
        self.sets.iter().all(|set| set & held != 0)
            && (self.literals.is_empty()
                || self.literals.iter().any(|literal| text.contains(literal.as_str())))
    }

    /// Both of two requirements; of the literals only the better can be kept.
    fn and(&mut self, other: Self) {
        self.sets.extend(other.sets);
        if worth(&other.literals) > worth(&self.literals) {
            self.literals = other.literals;
        }
    }

    /// One of several requirements.
    fn any(all: Vec<Self>) -> Self {
        let [_, _, ..] = all.as_slice() else { return all.into_iter().next().unwrap_or_default() };
        let mut one = Self::default();
        let narrowest = |each: &Self| each.sets.iter().copied().min_by_key(|set| set.count_ones());
        if let Some(sets) = all.iter().map(narrowest).collect::<Option<Vec<_>>>() {
            one.sets.push(sets.into_iter().fold(0, |union, set| union | set));
        }
        if all.iter().all(|each| !each.literals.is_empty()) {
            one.literals = all.into_iter().flat_map(|each| each.literals).collect();
        }
        one
    }
}

/// How much a list of literals narrows things down: the shortest decides.
fn worth(literals: &[String]) -> usize {
    literals.iter().map(String::len).min().unwrap_or(0)
}

/// Reads a pattern. `None` from any part: not understood, nothing may be concluded.
struct Parser<'p> {
    rest: Peekable<Chars<'p>>,
}

/// One thing that a repetition can stand behind.
enum Atom {
    /// A character as it stands.
    Literal(char),
    /// One of a set.
    Set(ByteSet),
    /// A group.
    Group(Required),
    /// Matches between characters.
    Empty,
}

impl Parser<'_> {
    fn alternatives(&mut self) -> Option<Required> {
        let mut all = vec![self.sequence()?];
        while self.rest.next_if_eq(&'|').is_some() {
            all.push(self.sequence()?);
        }
        Some(Required::any(all))
    }

    fn sequence(&mut self) -> Option<Required> {
        let mut all = Required::default();
        let mut literal = String::new();
        while let Some(&next) = self.rest.peek() {
            if matches!(next, '|' | ')') {
                break;
            }
            let atom = self.atom()?;
            let (least, once) = self.repetition()?;
            if let (Atom::Literal(c), true) = (&atom, once) {
                literal.push(*c);
                continue;
            }
            let part = match atom {
                Atom::Literal(c) => Required::characters([c]),
                Atom::Set(set) => Required { sets: vec![set], literals: Vec::new() },
                Atom::Group(group) => group,
                // Nothing stands between the characters on its sides.
                Atom::Empty => continue,
            };
            all.and(literal_of(&mut literal));
            if least > 0 {
                all.and(part);
            }
        }
        all.and(literal_of(&mut literal));
        Some(all)
    }

    fn atom(&mut self) -> Option<Atom> {
        Some(match self.rest.next()? {
            '(' => Atom::Group(self.group()?),
            '[' => Atom::Set(self.class()?),
            '.' => Atom::Set(ByteSet::MAX),
            '^' | '$' => Atom::Empty,
            '\\' => match self.rest.next()? {
                'b' | 'B' | 'A' | 'z' if self.rest.peek() != Some(&'{') => Atom::Empty,
                other => escaped(other).map(|set| match set {
                    Escaped::One(c) => Atom::Literal(c),
                    Escaped::Of(set) => Atom::Set(set),
                })?,
            },
            '?' | '*' | '+' | '{' => return None,
            other => Atom::Literal(other),
        })
    }

    fn group(&mut self) -> Option<Required> {
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

    /// Least number of times, and whether it is just once.
    fn repetition(&mut self) -> Option<(u32, bool)> {
        let least = match self.rest.peek() {
            Some('?' | '*') => 0,
            Some('+') => 1,
            Some('{') => {
                let text: String = self.rest.by_ref().take_while(|&c| c != '}').collect();
                let digits = text[1..].split(',').next()?;
                let least = digits.trim().parse().ok()?;
                return self.greed().then_some((least, false));
            }
            _ => return Some((1, true)),
        };
        self.rest.next();
        self.greed().then_some((least, false))
    }

    /// Takes the mark of a lazy repetition. False for a repetition of a repetition.
    fn greed(&mut self) -> bool {
        self.rest.next_if_eq(&'?');
        !matches!(self.rest.peek(), Some('?' | '*' | '+' | '{'))
    }
}

fn literal_of(literal: &mut String) -> Required {
    let text = std::mem::take(literal);
    let sets = Required::characters(text.chars()).sets;
    // One character is as well asked for by its set.
    Required { sets, literals: if text.len() > 1 { vec![text] } else { Vec::new() } }
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
        c if c.is_ascii_punctuation() => Escaped::One(c),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn met(pattern: &str, text: &str) -> bool {
        Required::by_pattern(pattern).is_met(text, bytes_of(text))
    }

    #[test]
    fn texts_without_what_a_pattern_needs_are_passed_over() {
        for (pattern, without) in [
            (r":\d+(\)?)$", "main"),
            (r":\d+(\)?)$", "std::sort"),
            (r"^.*[/\\](?:site|dist)-packages[/\\]", "/usr/lib/python3/packages/x.py"),
            (r"::h[0-9a-f]{16}\b|17h[0-9a-f]{16}", "core::fmt"),
            (r"(?:\.(?:cold|part)(?:\.\d+)*)+$", "a.const"),
            (r"(?P<x>ab+c)d?", "xabb"),
            ("[^a]", "a"),
        ] {
            assert!(!met(pattern, without), "{pattern} on {without}");
        }
    }

    #[test]
    fn what_is_not_understood_asks_for_nothing() {
        for pattern in ["(?i)abc", r"[[:alpha:]]", r"\x41", "a??b{2}{3}", r"\pL"] {
            assert_eq!(Required::by_pattern(pattern), Required::default(), "{pattern}");
        }
    }
}
