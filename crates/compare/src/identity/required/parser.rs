//! Reads a pattern for what a text must hold. It understands what most patterns are made of and gives up on the
//! rest; it checks nothing, the pattern has been compiled before.

use super::{BEYOND, ByteSet, Run, range};
use std::iter::Peekable;
use std::str::Chars;

const SPACE: ByteSet = 1 << b' ' | range('\t', '\r');
const WORD: ByteSet = DIGITS | range('a', 'z') | range('A', 'Z') | 1 << b'_';
const DIGITS: ByteSet = range('0', '9');

/// What follows from a part of a pattern.
#[derive(Debug, Clone, Default)]
pub(super) struct Part {
    /// Of each of these at least one run stands in it.
    pub(super) clauses: Vec<Vec<Run>>,
    /// What it can end with when it is not empty.
    pub(super) last: ByteSet,
    /// Whether it can be empty.
    pub(super) empty: bool,
    /// Whether it holds at the end of the text only.
    pub(super) at_end: bool,
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
pub(super) struct Parser<'p> {
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

impl<'p> Parser<'p> {
    /// What follows from a valid pattern.
    pub(super) fn read(pattern: &'p str) -> Option<Part> {
        let mut parser = Self { rest: pattern.chars().peekable() };
        let found = parser.alternatives();
        // A closing parenthesis left over: not read to its end.
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
        // The last bit stands for characters that are only partly in the set.
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

/// How much a run narrows things down: the bits that its sets leave out.
fn worth(run: &Run) -> u32 {
    run.iter().map(|set| set.count_zeros()).sum()
}
