//! Parses conditions: terms joined by `and`, each a word, a relation and a value, such as `slower>5% and file=src/*`.

use super::glob::{Glob, PathGlob};
use crate::error::CliError;
use crate::output::shown;
use diptych_compare::measures::Time;
use diptych_compare::ranking::Kind;

/// A condition, with its text.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Condition {
    text: String,
    terms: Vec<Term>,
}

/// One term of a condition.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Term {
    /// The size of a change in one list.
    Size(GateList, Limit),
    /// A change as a percentage of A's total time.
    Share(Limit),
    /// Confidence in per cent that a change is not due to chance.
    Confidence(Limit),
    /// The pair as a whole.
    Whole(PairFigure, Limit),
    /// A required name, or (`false`) an excluded one.
    Name(Names, bool),
    /// The kind of time.
    Time(Time),
}

/// A list whose rows conditions are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum GateList {
    /// A list of the ranking.
    Of(Kind),
    /// Outlier calls of B that are significant.
    Outliers,
}

/// A kind of name, and its pattern.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Names {
    Function(Glob),
    File(Glob),
    Path(PathGlob),
}

/// A figure of the pair as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PairFigure {
    Total,
    Moved,
    Matched,
    Identity,
}

/// A relation to a number.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Limit {
    pub(super) relation: Relation,
    pub(super) number: f64,
    pub(super) unit: Unit,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Relation {
    More,
    AtLeast,
    Less,
    AtMost,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    Count,
    Percent,
    /// Nanoseconds.
    Time,
}

impl Limit {
    /// Returns true if a value satisfies the limit.
    pub(super) fn holds(self, value: f64) -> bool {
        match self.relation {
            Relation::More => value > self.number,
            Relation::AtLeast => value >= self.number,
            Relation::Less => value < self.number,
            Relation::AtMost => value <= self.number,
        }
    }

    /// Returns true if it is a lower limit.
    pub(super) fn is_lower(self) -> bool {
        matches!(self.relation, Relation::More | Relation::AtLeast)
    }
}

/// The reason why a text is not a condition.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ConditionError {
    /// Byte offset of the error.
    at: usize,
    message: String,
}

impl ConditionError {
    /// Returns the error of a command line with this condition.
    pub(crate) fn in_option(&self, text: &str) -> CliError {
        CliError::Usage(format!("--fail-if: {}", self.located(text)))
    }

    /// Returns the message, the text, and a mark below the error.
    pub(super) fn located(&self, text: &str) -> String {
        let column = text[..self.at].chars().count();
        format!("{}\n  {}\n  {:column$}^", self.message, shown(text), "")
    }
}

/// The meaning of a word in a condition.
#[derive(Debug, Clone, Copy)]
enum Word {
    /// A size, with the units that it may have.
    Size(GateList, &'static [Unit]),
    Share,
    Confidence,
    Whole(PairFigure, &'static [Unit]),
    /// A name of a function, with a pattern.
    Function,
    File,
    Path,
    Time,
}

const WORDS: [(&str, Word); 16] = [
    ("slower", Word::Size(GateList::Of(Kind::Slower), &[Unit::Percent, Unit::Time, Unit::Count])),
    ("faster", Word::Size(GateList::Of(Kind::Faster), &[Unit::Percent, Unit::Time, Unit::Count])),
    ("new", Word::Size(GateList::Of(Kind::New), &[Unit::Time, Unit::Count])),
    ("gone", Word::Size(GateList::Of(Kind::Gone), &[Unit::Time, Unit::Count])),
    ("waiting", Word::Size(GateList::Of(Kind::Waiting), &[Unit::Percent, Unit::Time, Unit::Count])),
    ("outlier", Word::Size(GateList::Outliers, &[Unit::Time, Unit::Count])),
    ("share", Word::Share),
    ("confidence", Word::Confidence),
    ("total", Word::Whole(PairFigure::Total, &[Unit::Percent, Unit::Time])),
    ("moved", Word::Whole(PairFigure::Moved, &[Unit::Percent, Unit::Count])),
    ("matched", Word::Whole(PairFigure::Matched, &[Unit::Percent])),
    ("identity", Word::Whole(PairFigure::Identity, &[Unit::Percent])),
    ("function", Word::Function),
    ("file", Word::File),
    ("path", Word::Path),
    ("time", Word::Time),
];

/// Relations as written. Longer ones come first, since `>=` begins like `>`.
const RELATIONS: [(&str, Relation); 4] =
    [(">=", Relation::AtLeast), ("<=", Relation::AtMost), (">", Relation::More), ("<", Relation::Less)];

/// Units as written, with their factor to the base unit.
const UNITS: [(&str, Unit, f64); 7] = [
    ("", Unit::Count, 1.0),
    ("%", Unit::Percent, 1.0),
    ("ns", Unit::Time, 1.0),
    ("us", Unit::Time, 1e3),
    ("µs", Unit::Time, 1e3),
    ("ms", Unit::Time, 1e6),
    ("s", Unit::Time, 1e9),
];

impl Condition {
    /// Parses a condition.
    pub(crate) fn parse(text: &str) -> Result<Self, ConditionError> {
        let terms = Parser { text, rest: text }.terms()?;
        Ok(Self { text: text.trim().to_owned(), terms: terms.into_iter().map(|(_, term)| term).collect() })
    }

    /// Parses a condition about one row. Terms about the whole pair or about numbers of rows are errors.
    pub(super) fn parse_of_row(text: &str) -> Result<Self, ConditionError> {
        let terms = Parser { text, rest: text }.terms()?;
        for (at, term) in &terms {
            let message = match term {
                Term::Whole(..) => {
                    "a known change is about one function or path, and this word is about the whole comparison"
                }
                Term::Size(_, Limit { unit: Unit::Count, .. }) => {
                    "a known change is about one function or path, and this counts them: add a unit, such as 5% or 2ms"
                }
                _ => continue,
            };
            return Err(ConditionError { at: *at, message: message.to_owned() });
        }
        Ok(Self { text: text.trim().to_owned(), terms: terms.into_iter().map(|(_, term)| term).collect() })
    }

    /// Returns the text as given.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    pub(super) fn terms(&self) -> &[Term] {
        &self.terms
    }
}

/// A parser in the middle of a condition.
struct Parser<'a> {
    text: &'a str,
    rest: &'a str,
}

impl<'a> Parser<'a> {
    /// Parses all terms, each with its position.
    fn terms(mut self) -> Result<Vec<(usize, Term)>, ConditionError> {
        let mut terms = Vec::new();
        loop {
            self.skip_space();
            let at = self.at();
            terms.push((at, self.term(terms.is_empty())?));
            self.skip_space();
            if self.rest.is_empty() {
                return Ok(terms);
            }
            match self.rest.strip_prefix("and").filter(|rest| rest.starts_with(char::is_whitespace)) {
                Some(rest) => self.rest = rest,
                None => return Err(self.error("expected `and` before the next term")),
            }
        }
    }

    fn term(&mut self, is_first: bool) -> Result<Term, ConditionError> {
        let name = self.take(|c| c.is_ascii_alphabetic());
        let Some(&(_, word)) = WORDS.iter().find(|(key, _)| *key == name) else {
            let words: Vec<&str> = WORDS.iter().map(|(key, _)| *key).collect();
            let what = match (name.is_empty(), is_first) {
                (false, _) => format!("unknown word `{name}`"),
                (true, true) => "expected a word".to_owned(),
                (true, false) => "expected a word after `and`".to_owned(),
            };
            let (at, message) = (self.at() - name.len(), format!("{what}; use one of {}", words.join(", ")));
            return Err(ConditionError { at, message });
        };
        self.skip_space();
        match word {
            Word::Size(list, units) => Ok(Term::Size(list, self.limit(name, units)?)),
            Word::Share => Ok(Term::Share(self.limit(name, &[Unit::Percent])?)),
            Word::Confidence => Ok(Term::Confidence(self.limit(name, &[Unit::Percent])?)),
            Word::Whole(whole, units) => Ok(Term::Whole(whole, self.limit(name, units)?)),
            Word::Function => {
                self.name(name).map(|(text, is)| Term::Name(Names::Function(Glob::new(text)), is))
            }
            Word::File => self.name(name).map(|(text, is)| Term::Name(Names::File(Glob::new(text)), is)),
            Word::Path => self.name(name).map(|(text, is)| Term::Name(Names::Path(PathGlob::new(text)), is)),
            Word::Time => self.time(),
        }
    }

    fn limit(&mut self, word: &str, units: &[Unit]) -> Result<Limit, ConditionError> {
        let Some(&(sign, relation)) = RELATIONS.iter().find(|(sign, _)| self.rest.starts_with(sign)) else {
            return Err(self.error(&format!("expected >, >=, < or <= after `{word}`")));
        };
        self.rest = self.rest[sign.len()..].trim_start();
        let before = self.rest;
        let text = self.take(|c| c.is_ascii_digit() || "+-.".contains(c));
        let Ok(number) = text.parse::<f64>() else {
            self.rest = before;
            return Err(self.error(&format!("expected a number after `{sign}`, such as 5")));
        };
        self.skip_space();
        let before = self.rest;
        let written = self.take(|c| !c.is_whitespace());
        let written = if written == "and" {
            self.rest = before;
            ""
        } else {
            written
        };
        let wrong = |message: String| ConditionError { at: self.text.len() - before.len(), message };
        let Some(&(_, unit, one)) = UNITS.iter().find(|(name, ..)| *name == written) else {
            return Err(wrong(format!("unknown unit `{written}`; use %, ns, us, ms or s")));
        };
        if !units.contains(&unit) {
            return Err(wrong(format!("`{word}` takes {}", kinds(units))));
        }
        Ok(Limit { relation, number: number * one, unit })
    }

    /// Parses a name, and whether it is required or excluded.
    fn name(&mut self, word: &str) -> Result<(&'a str, bool), ConditionError> {
        let is = match (self.rest.strip_prefix("!="), self.rest.strip_prefix('=')) {
            (Some(rest), _) => {
                self.rest = rest;
                false
            }
            (None, Some(rest)) => {
                self.rest = rest;
                true
            }
            (None, None) => return Err(self.error(&format!("expected = or != after `{word}`"))),
        };
        self.skip_space();
        let name = if let Some(quoted) = self.rest.strip_prefix('"') {
            let Some((name, rest)) = quoted.split_once('"') else {
                return Err(self.error("missing closing \""));
            };
            self.rest = rest;
            name
        } else {
            let (name, rest) = self.rest.split_at(self.rest.find(" and ").unwrap_or(self.rest.len()));
            self.rest = rest;
            name.trim_end()
        };
        if name.is_empty() { Err(self.error("expected a name, such as parse*")) } else { Ok((name, is)) }
    }

    fn time(&mut self) -> Result<Term, ConditionError> {
        let before = self.rest;
        match self.name("time")? {
            ("self", true) => Ok(Term::Time(Time::Own)),
            ("inclusive", true) => Ok(Term::Time(Time::Inclusive)),
            _ => {
                self.rest = before;
                Err(self.error("use time=self or time=inclusive"))
            }
        }
    }

    fn take(&mut self, is_part: impl Fn(char) -> bool) -> &'a str {
        let (taken, rest) = self.rest.split_at(self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len()));
        self.rest = rest;
        taken
    }

    fn skip_space(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn at(&self) -> usize {
        self.text.len() - self.rest.len()
    }

    fn error(&self, message: &str) -> ConditionError {
        ConditionError { at: self.at(), message: message.to_owned() }
    }
}

fn kinds(units: &[Unit]) -> String {
    let word = |unit: &Unit| match unit {
        Unit::Count => "a count without a unit",
        Unit::Percent => "a percentage (%)",
        Unit::Time => "a time (ns, us, ms, s)",
    };
    units.iter().map(word).collect::<Vec<_>>().join(" or ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limit(relation: Relation, number: f64, unit: Unit) -> Limit {
        Limit { relation, number, unit }
    }

    fn terms(text: &str) -> Vec<Term> {
        Condition::parse(text).unwrap().terms
    }

    #[test]
    fn terms_are_read() {
        let one = |text: &str| terms(text).remove(0);
        let percent = |relation, number| limit(relation, number, Unit::Percent);
        assert_eq!(one("slower>5%"), Term::Size(GateList::Of(Kind::Slower), percent(Relation::More, 5.0)));
        assert_eq!(
            one(" slower >= 2.5 ms "),
            Term::Size(GateList::Of(Kind::Slower), limit(Relation::AtLeast, 2.5e6, Unit::Time))
        );
        assert_eq!(
            one("new>0"),
            Term::Size(GateList::Of(Kind::New), limit(Relation::More, 0.0, Unit::Count))
        );
        assert_eq!(
            one("gone<=3µs"),
            Term::Size(GateList::Of(Kind::Gone), limit(Relation::AtMost, 3e3, Unit::Time))
        );
        assert_eq!(one("total<-10%"), Term::Whole(PairFigure::Total, percent(Relation::Less, -10.0)));
        assert_eq!(one("share>1%"), Term::Share(percent(Relation::More, 1.0)));
        assert_eq!(one("confidence>=99%"), Term::Confidence(percent(Relation::AtLeast, 99.0)));
        assert_eq!(one("time=inclusive"), Term::Time(Time::Inclusive));
        assert_eq!(one("function=parse*"), Term::Name(Names::Function(Glob::new("parse*")), true));
        assert_eq!(one("file != src/a b.py "), Term::Name(Names::File(Glob::new("src/a b.py")), false));
        assert_eq!(one("path=** > load"), Term::Name(Names::Path(PathGlob::new("** > load")), true));
    }

    #[test]
    fn terms_are_joined_by_and() {
        assert_eq!(
            terms("slower > 5 and function=\"bread and butter\" and time=self"),
            [
                Term::Size(GateList::Of(Kind::Slower), limit(Relation::More, 5.0, Unit::Count)),
                Term::Name(Names::Function(Glob::new("bread and butter")), true),
                Term::Time(Time::Own),
            ]
        );
        let names = terms("function=f and file!=x and total>3%");
        assert_eq!(names.len(), 3);
    }

    #[test]
    fn condition_errors_have_a_position() {
        let cases = [
            ("", 0, "expected a word; use one of slower"),
            ("slow>5%", 0, "unknown word `slow`; use one of slower"),
            ("slower 5%", 7, "expected >, >=, < or <= after `slower`"),
            ("slower>x", 7, "expected a number after `>`, such as 5"),
            ("slower>5..2", 7, "expected a number after `>`"),
            ("slower>5 min", 9, "unknown unit `min`; use %"),
            ("new>5%", 5, "`new` takes a time (ns, us, ms, s) or a count without a unit"),
            ("matched<90", 10, "`matched` takes a percentage (%)"),
            ("µ>1", 0, "expected a word"),
            ("slower>5% or new>0", 10, "expected `and`"),
            ("slower>5% and", 10, "expected `and`"),
            ("slower>5% and ", 14, "expected a word after `and`; use one of slower"),
            ("slower>5% and fast>1%", 14, "unknown word `fast`; use one of slower"),
            ("function>f", 8, "expected = or != after `function`"),
            ("function=", 9, "expected a name"),
            ("function=\"f", 9, "missing closing \""),
            ("time=all", 4, "time=self or time=inclusive"),
        ];
        for (text, at, message) in cases {
            let error = Condition::parse(text).unwrap_err();
            assert!(error.message.contains(message), "{text}: {}", error.message);
            assert_eq!(error.at, at, "{text}");
        }
    }

    #[test]
    fn known_changes_must_be_about_one_row() {
        assert!(Condition::parse_of_row("function=parse* and slower<20%").is_ok());
        for (text, at, message) in
            [("total>3%", 0, "about the whole comparison"), ("file=x and new>0", 11, "this counts them")]
        {
            let error = Condition::parse_of_row(text).unwrap_err();
            assert_eq!(error.at, at, "{text}");
            assert!(error.message.contains(message), "{}", error.message);
        }
    }
}
