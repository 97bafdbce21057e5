//! Parser that derives requirements from a pattern. It supports the common syntax and gives up on the rest. It
//! validates nothing, because the pattern has been compiled before.

use super::{BEYOND, ByteSet, Run, range};
use std::iter::Peekable;
use std::str::Chars;

const SPACE: ByteSet = 1 << b' ' | range('\t', '\r');
const WORD: ByteSet = DIGITS | range('a', 'z') | range('A', 'Z') | 1 << b'_';
const DIGITS: ByteSet = range('0', '9');

/// The requirements of a part of a pattern.
#[derive(Debug, Clone, Default)]
pub(super) struct Part {
    /// Clauses, each of which is met if the match contains at least one of its runs.
    pub(super) clauses: Vec<Vec<Run>>,
    /// Bytes that a non-empty match can end with.
    pub(super) last: ByteSet,
    /// True if the part can match the empty text.
    pub(super) empty: bool,
    /// True if the part only matches at the end of the text.
    pub(super) at_end: bool,
}

impl Part {
    /// Combines alternatives, of which one must match.
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

/// A parser of patterns. Any method returns `None` for unsupported syntax, from which nothing may be concluded.
pub(super) struct Parser<'p> {
    rest: Peekable<Chars<'p>>,
}

/// A part of a pattern that a repetition can follow.
enum Atom {
    /// One character of a set.
    Set(ByteSet),
    /// A group in parentheses.
    Group(Part),
    /// A match between characters.
    Between,
    /// A match after the last character.
    End,
}

/// Maximum length of a run.
const LONGEST_RUN: usize = 32;

impl<'p> Parser<'p> {
    /// Derives the requirements of a valid pattern.
    pub(super) fn read(pattern: &'p str) -> Option<Part> {
        let mut parser = Self { rest: pattern.chars().peekable() };
        let found = parser.alternatives();
        // A remaining closing parenthesis means that the pattern was not read to its end.
        found.filter(|_| parser.rest.next().is_none())
    }

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
                // It has no width, so the characters on both sides stay neighbours.
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
                // Flags change the meaning of the rest.
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
                // Nested classes and set operations are not supported.
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
        // The last bit stands for many characters, and a negated class usually still contains some of them.
        Some(if negated { !set | BEYOND } else { set })
    }

    /// Returns the set of a character in a class, or of the range that it begins.
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

    /// Parses the repetition that follows an atom.
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

    /// Skips the mark of a lazy repetition. Returns false if another repetition follows.
    fn greed(&mut self) -> bool {
        self.rest.next_if_eq(&'?');
        !matches!(self.rest.peek(), Some('?' | '*' | '+' | '{'))
    }
}

/// The number of times that an atom repeats.
#[derive(Debug, Clone, Copy)]
struct Times {
    least: usize,
    /// True if the atom repeats exactly `least` times.
    exact: bool,
}

impl Times {
    /// Extends a run by a repeated set, and returns the run that this ends, if any. A character beyond ASCII is several
    /// bytes, and only the first and the last one have known neighbours.
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

/// Ends a run. Drops sets of all bytes at its ends, because these require nothing.
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

/// Returns the meaning of a backslash with a character.
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
        // Escaped angle brackets match at word boundaries.
        c if c.is_ascii_punctuation() && !matches!(c, '<' | '>') => Escaped::One(c),
        _ => return None,
    })
}

/// Returns how selective a run is: the number of bits that its sets leave out.
fn worth(run: &Run) -> u32 {
    run.iter().map(|set| set.count_zeros()).sum()
}
