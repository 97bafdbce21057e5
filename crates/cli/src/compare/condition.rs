//! Conditions of `--fail-if`: a quantity, a relation, a limit with its unit, such as `slower>5%`.

use super::Comparison;
use crate::CliError;
use crate::inspect::shown;
use diptych_compare::align::Kind;
use diptych_compare::ranking::{Reason, Row};
use diptych_views::differences::Names;
use diptych_views::numbers;

/// A condition as it was given.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Condition {
    text: String,
    quantity: Quantity,
    relation: Relation,
    limit: f64,
    unit: Unit,
}

/// Why a text is no condition.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct ConditionError {
    /// Where, byte offset.
    at: usize,
    message: String,
}

impl ConditionError {
    /// As the trouble of a command line with this condition in it.
    pub(crate) fn about(&self, text: &str) -> CliError {
        let column = text[..self.at].chars().count();
        let (message, text) = (&self.message, shown(text));
        CliError::Usage(format!("--fail-if: {message}\n  {text}\n  {:column$}^", ""))
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Quantity {
    Slower,
    Faster,
    New,
    Gone,
    Total,
    Moved,
    Matched,
    Identity,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Relation {
    More,
    AtLeast,
    Less,
    AtMost,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Unit {
    Count,
    Percent,
    /// Nanoseconds; the limit is in them.
    Time,
}

/// Each quantity with the units that it has.
const QUANTITIES: [(&str, Quantity, &[Unit]); 8] = [
    ("slower", Quantity::Slower, &[Unit::Percent, Unit::Time, Unit::Count]),
    ("faster", Quantity::Faster, &[Unit::Percent, Unit::Time, Unit::Count]),
    ("new", Quantity::New, &[Unit::Time, Unit::Count]),
    ("gone", Quantity::Gone, &[Unit::Time, Unit::Count]),
    ("total", Quantity::Total, &[Unit::Percent, Unit::Time]),
    ("moved", Quantity::Moved, &[Unit::Percent, Unit::Count]),
    ("matched", Quantity::Matched, &[Unit::Percent]),
    ("identity", Quantity::Identity, &[Unit::Percent]),
];

/// Longer ones first: `>=` begins as `>` does.
const RELATIONS: [(&str, Relation); 4] =
    [(">=", Relation::AtLeast), ("<=", Relation::AtMost), (">", Relation::More), ("<", Relation::Less)];

/// Each unit as written, and what one of it is.
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
    /// Reads a condition.
    pub(crate) fn parse(text: &str) -> Result<Self, ConditionError> {
        let error = |at: usize, message: String| ConditionError { at, message };
        let mut rest = text.trim_start();
        let place = |rest: &str| text.len() - rest.len();
        let word_end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        let word = &rest[..word_end];
        let &(_, quantity, units) = QUANTITIES.iter().find(|(name, ..)| *name == word).ok_or_else(|| {
            let known: Vec<&str> = QUANTITIES.iter().map(|(name, ..)| *name).collect();
            error(place(rest), format!("a condition begins with one of {}", known.join(", ")))
        })?;
        rest = rest[word_end..].trim_start();
        let &(sign, relation) = RELATIONS
            .iter()
            .find(|(sign, _)| rest.starts_with(sign))
            .ok_or_else(|| error(place(rest), format!("behind `{word}` stands one of >, >=, <, <=")))?;
        rest = rest[sign.len()..].trim_start();
        let number_end = rest.find(|c: char| !(c.is_ascii_digit() || "+-.".contains(c)));
        let number = &rest[..number_end.unwrap_or(rest.len())];
        let limit: f64 = number
            .parse()
            .map_err(|_| error(place(rest), format!("behind `{sign}` stands a number, such as 5 or 2.5")))?;
        rest = rest[number.len()..].trim_start();
        let &(_, unit, one) = UNITS
            .iter()
            .find(|(name, ..)| *name == rest.trim_end())
            .ok_or_else(|| error(place(rest), "units are %, ns, us, ms and s".to_owned()))?;
        if !units.contains(&unit) {
            return Err(error(place(rest), format!("`{word}` is {}", kinds(units))));
        }
        Ok(Self { text: text.trim().to_owned(), quantity, relation, limit: limit * one, unit })
    }

    /// Why it holds, if it does; an error if it cannot be asked of this pair.
    pub(crate) fn reason(&self, comparison: &Comparison) -> Result<Option<String>, CliError> {
        if self.unit == Unit::Time && !comparison.is_time() {
            let unit = comparison.facts.axis.unit.as_str();
            let text = format!("--fail-if '{}' asks for time, but A is measured in {unit}", self.text);
            return Err(CliError::Failed(text));
        }
        let (value, what) = self.measured(comparison);
        let holds = match self.relation {
            Relation::More => value > self.limit,
            Relation::AtLeast => value >= self.limit,
            Relation::Less => value < self.limit,
            Relation::AtMost => value <= self.limit,
        };
        Ok(holds.then(|| format!("--fail-if '{}': {what}", self.text)))
    }

    /// The quantity in its unit, and in words.
    fn measured(&self, comparison: &Comparison) -> (f64, String) {
        let (ranking, verdict) = (&comparison.ranking, &comparison.verdict);
        match self.quantity {
            Quantity::Slower => self.of_rows(comparison, &ranking.slower, "slower"),
            Quantity::Faster => self.of_rows(comparison, &ranking.faster, "faster"),
            Quantity::New => self.of_rows(comparison, &ranking.new, "new"),
            Quantity::Gone => self.of_rows(comparison, &ranking.gone, "gone"),
            Quantity::Total => {
                let [a, b] = verdict.extent;
                let text = format!(
                    "A takes {}, B {}",
                    numbers::extent(comparison.facts.axis, a.round() as i64),
                    numbers::extent(comparison.facts.axis, b.round() as i64)
                );
                let value = match (self.unit, verdict.ratio) {
                    (Unit::Percent, Some(ratio)) => (ratio - 1.0) * 100.0,
                    (Unit::Percent, None) if b > 0.0 => f64::INFINITY,
                    (Unit::Percent, None) => 0.0,
                    _ => comparison.ns(b - a),
                };
                (value, text)
            }
            Quantity::Moved => {
                let calls = comparison.facts.calls[0];
                let (moved, all) = (calls[Kind::Moved as usize], calls.iter().sum::<u64>());
                let text = format!("{} of {} calls moved", numbers::count(moved), numbers::count(all));
                let of = if self.unit == Unit::Percent { all.max(1) as f64 / 100.0 } else { 1.0 };
                (moved as f64 / of, text)
            }
            Quantity::Matched => share(comparison.matched_calls(), "of calls have their partner in order"),
            Quantity::Identity => {
                let [a, b] = verdict.calls_alike;
                share(a.min(b), "of calls are named alike")
            }
        }
    }

    /// The largest of a list in the unit asked for, or how many there are.
    fn of_rows(&self, comparison: &Comparison, rows: &[Row], list: &str) -> (f64, String) {
        // What one side calls is new or gone however short it is, but not if the runs leave a doubt.
        let counts = |row: &&Row| row.stands_out() || row.reason == Reason::UnderFloor;
        let rows: Vec<&Row> = rows.iter().filter(counts).collect();
        let size = |row: &Row| match self.unit {
            Unit::Percent => row.own_share.map_or(f64::INFINITY, f64::abs) * 100.0,
            _ => comparison.ns(row.delta.abs()),
        };
        // The first of equals.
        let largest = rows.iter().copied().rev().max_by(|x, y| size(x).total_cmp(&size(y)));
        match (self.unit, largest) {
            (Unit::Count, _) => {
                let are = if rows.len() == 1 { "is" } else { "are" };
                (rows.len() as f64, format!("{} {are} {list}", numbers::count(rows.len() as u64)))
            }
            (_, None) => (0.0, format!("nothing is {list}")),
            (_, Some(row)) => {
                let (name, file) = comparison.facts.names.name_and_file(row.identity);
                let place = if file.is_empty() { String::new() } else { format!(" ({file})") };
                let share =
                    row.own_share.map_or_else(String::new, |share| format!(", {}", numbers::change(share)));
                let delta = numbers::delta(comparison.facts.axis, row.delta);
                let text = shown(&format!("{name}{place} is {list}: {delta}{share}"));
                (size(row), text)
            }
        }
    }
}

fn share(of: f64, what: &str) -> (f64, String) {
    (of * 100.0, format!("{} {what}", numbers::percent(of)))
}

fn kinds(units: &[Unit]) -> String {
    let word = |unit: &Unit| match unit {
        Unit::Count => "a count (no unit)",
        Unit::Percent => "a share (%)",
        Unit::Time => "a time (ns, us, ms, s)",
    };
    units.iter().map(word).collect::<Vec<_>>().join(" or ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_read() {
        let read = |text: &str| {
            let Condition { quantity, relation, limit, unit, .. } = Condition::parse(text).unwrap();
            (quantity, relation, limit, unit)
        };
        assert_eq!(read("slower>5%"), (Quantity::Slower, Relation::More, 5.0, Unit::Percent));
        assert_eq!(read(" slower >= 2.5 ms "), (Quantity::Slower, Relation::AtLeast, 2.5e6, Unit::Time));
        assert_eq!(read("new>0"), (Quantity::New, Relation::More, 0.0, Unit::Count));
        assert_eq!(read("total<-10%"), (Quantity::Total, Relation::Less, -10.0, Unit::Percent));
        assert_eq!(read("gone<=3µs"), (Quantity::Gone, Relation::AtMost, 3e3, Unit::Time));
    }

    #[test]
    fn what_is_none_is_said_with_its_place() {
        let cases = [
            ("", 0, "begins with one of slower"),
            ("slow>5%", 0, "begins with one of slower"),
            ("slower 5%", 7, "one of >, >=, <, <="),
            ("slower>x", 7, "stands a number"),
            ("slower>5..2", 7, "stands a number"),
            ("slower>5 min", 9, "units are %"),
            ("new>5%", 5, "`new` is a time (ns, us, ms, s) or a count (no unit)"),
            ("matched<90", 10, "`matched` is a share (%)"),
            ("µ>1", 0, "begins with"),
        ];
        for (text, at, message) in cases {
            let error = Condition::parse(text).unwrap_err();
            assert_eq!(error.at, at, "{text}");
            assert!(error.message.contains(message), "{text}: {}", error.message);
        }
    }
}
