//! Evaluates the conditions of `--fail-if` and finds the rows for which they hold.
//!
//! A [`Condition`] consists of terms that must all hold. Terms about rows must hold for the same row: the condition
//! takes the [`rows`] that match all of them. [`KnownChanges`] are removed before that.

mod condition;
mod glob;
mod known;
mod rows;

pub(crate) use condition::Condition;
pub(crate) use glob::Glob;
pub(super) use known::KnownChanges;

use super::comparison::Comparison;
use crate::error::CliError;
use crate::output::shown;
use condition::{GateList, Limit, Names, PairFigure, Term, Unit};
use diptych_compare::align::Kind as CallKind;
use diptych_compare::ranking::RowUnit;
use diptych_views::numbers;
use rows::{GateRow, RowsOf, word};

/// The outcome of all conditions.
#[derive(Debug, Default)]
pub(super) struct Outcome {
    /// One line per reason for which a condition holds.
    pub(super) reasons: Vec<String>,
    /// Notes on known changes: the number of ignored ones, and lines that match none.
    pub(super) notes: Vec<String>,
}

/// Evaluates all conditions. Fails if one does not apply to this pair.
pub(super) fn outcome(
    comparison: &Comparison,
    conditions: &[Condition],
    known: Option<&KnownChanges>,
) -> Result<Outcome, CliError> {
    let mut outcome = Outcome::default();
    let mut left_out: Vec<GateRow> = Vec::new();
    for condition in conditions {
        let gate = Gate { comparison, condition, source: RowsOf::condition(condition, comparison.by()) };
        gate.check()?;
        let is_known = |row: &GateRow| known.is_some_and(|known| known.holds(row, comparison));
        let (known_rows, rows) = gate.rows().into_iter().partition::<Vec<_>, _>(is_known);
        if let Some(reasons) = gate.reasons(&rows) {
            let text = condition.text();
            outcome
                .reasons
                .extend(reasons.into_iter().map(|reason| shown(&format!("--fail-if '{text}': {reason}"))));
        }
        left_out.extend(gate.fitting(&known_rows).into_iter().map(|(_, row)| row));
    }
    if let Some(known) = known {
        outcome.notes = known.notes(comparison, &left_out);
    }
    Ok(outcome)
}

/// A condition applied to a pair.
struct Gate<'a> {
    comparison: &'a Comparison,
    condition: &'a Condition,
    source: RowsOf,
}

impl Gate<'_> {
    /// Checks that the condition applies to this pair.
    fn check(&self) -> Result<(), CliError> {
        let text = self.condition.text();
        self.names_exist()?;
        let fails = |why: String| Err(CliError::Failed(format!("--fail-if '{text}' {why}")));
        for term in self.condition.terms() {
            match term {
                Term::Size(_, Limit { unit: Unit::Time, .. })
                | Term::Whole(_, Limit { unit: Unit::Time, .. })
                    if !self.comparison.is_time() =>
                {
                    let unit = numbers::quantity(self.comparison.facts.axis);
                    return fails(format!("asks for time, but A is measured in {unit}"));
                }
                Term::Size(GateList::Outliers, _) if !self.comparison.knows_outliers() => {
                    return fails(
                        "asks for outlier calls, which are known only of functions, with one run per side of recorded \
                         calls and times as recorded"
                            .to_owned(),
                    );
                }
                Term::Size(GateList::Outliers, _) if self.source.by == RowUnit::Path => {
                    return fails(
                        "asks for an outlier call on a path; only function= and file= apply to it".to_owned(),
                    );
                }
                Term::Confidence(_) if !self.source.are_ranked() => {
                    return fails(
                        "asks for confidence, which exists only for self time of functions and inclusive time of paths"
                            .to_owned(),
                    );
                }
                Term::Confidence(_) if !self.comparison.is_tested() => {
                    return fails("asks for confidence, which needs at least 4 runs per side".to_owned());
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Checks that every required pattern fits a function, file or path of the comparison. A pattern that fits none is
    /// most likely misspelt, and would let every change pass.
    fn names_exist(&self) -> Result<(), CliError> {
        for term in self.condition.terms() {
            let Term::Name(names, true) = term else { continue };
            if !rows::names_something(self.comparison, names) {
                let (what, pattern) = match names {
                    Names::Function(glob) => ("function is called", glob.text()),
                    Names::File(glob) => ("file of a function is called", glob.text()),
                    Names::Path(glob) => ("call path fits", glob.text()),
                };
                let similar = match rows::function_with(self.comparison, pattern) {
                    Some(name) => format!("; did you mean function='{}'?", shown(&name)),
                    None => "; --functions lists all".to_owned(),
                };
                return Err(CliError::Failed(format!(
                    "--fail-if '{}': no {what} `{}`, in A or in B{similar}",
                    self.condition.text(),
                    shown(pattern)
                )));
            }
        }
        Ok(())
    }

    /// Returns the rows that the condition is about; none if it is about the whole pair.
    fn rows(&self) -> Vec<GateRow> {
        let is_of_pair = |term: &Term| matches!(term, Term::Whole(..));
        if self.condition.terms().iter().all(is_of_pair) {
            Vec::new()
        } else {
            self.source.rows(self.comparison)
        }
    }

    /// Returns the reasons for which the condition holds, one per line; `None` if it does not hold.
    fn reasons(&self, rows: &[GateRow]) -> Option<Vec<String>> {
        let mut reasons = Vec::new();
        let mut is_about_rows = false;
        for term in self.condition.terms() {
            match term {
                Term::Whole(whole, limit) => {
                    let (value, text) = self.whole(*whole, limit.unit);
                    if !limit.holds(value) || (*whole == PairFigure::Total && self.is_total_noise()) {
                        return None;
                    }
                    reasons.push(text);
                }
                _ => is_about_rows = true,
            }
        }
        if is_about_rows {
            let fitting = self.fitting(rows);
            let lists = self.lists();
            if lists.is_empty() && fitting.is_empty() {
                return None;
            }
            for list in lists {
                let of_list: Vec<GateRow> =
                    fitting.iter().filter(|(kind, _)| *kind == list).map(|(_, row)| *row).collect();
                reasons.extend(self.counts(list, &of_list)?);
            }
            reasons.extend(fitting.iter().map(|(_, row)| row.text(self.comparison, self.source)));
        }
        Some(reasons)
    }

    /// Returns the lists whose size the condition asks for; none if it takes rows of any list.
    fn lists(&self) -> Vec<GateList> {
        let mut lists: Vec<GateList> = Vec::new();
        for term in self.condition.terms() {
            if let Term::Size(list, _) = term
                && !lists.contains(list)
            {
                lists.push(*list);
            }
        }
        lists
    }

    /// Returns the rows that match all terms about rows, each with its list.
    fn fitting(&self, rows: &[GateRow]) -> Vec<(GateList, GateRow)> {
        let lists = self.lists();
        let fits = |row: &&GateRow| {
            (lists.contains(&row.list) || (lists.is_empty() && row.list != GateList::Outliers))
                && self.condition.terms().iter().all(|term| match term {
                    // Counts and upper limits are checked on the matching rows later.
                    Term::Size(_, limit) if limit.unit == Unit::Count || !limit.is_lower() => true,
                    Term::Size(list, _) if *list != row.list => true,
                    term => holds_of(term, row, self.comparison),
                })
        };
        rows.iter().filter(fits).map(|row| (row.list, *row)).collect()
    }

    /// Returns the reasons if a list has the number of rows and the largest row that the condition asks for.
    fn counts(&self, list: GateList, rows: &[GateRow]) -> Option<Vec<String>> {
        let mut reasons = Vec::new();
        for term in self.condition.terms() {
            let Term::Size(kind, limit) = term else { continue };
            if *kind != list {
                continue;
            }
            if limit.unit == Unit::Count {
                if !limit.holds(rows.len() as f64) {
                    return None;
                }
                let thing = match (self.source.by, rows.len()) {
                    (_, 1) if list == GateList::Outliers => "call",
                    _ if list == GateList::Outliers => "calls",
                    (RowUnit::Function, 1) => "function",
                    (RowUnit::Function, _) => "functions",
                    (RowUnit::Path, 1) => "path",
                    (RowUnit::Path, _) => "paths",
                };
                reasons.push(format!("{} {} {thing}", numbers::count(rows.len() as u64), word(list)));
            } else if limit.is_lower() {
                if rows.is_empty() {
                    return None;
                }
            } else {
                let sizes = rows.iter().map(|row| row.size(self.comparison, limit.unit));
                if !limit.holds(sizes.fold(0.0, f64::max)) {
                    return None;
                }
                if rows.is_empty() {
                    reasons.push(format!("nothing is {}", word(list)));
                }
            }
        }
        Some(reasons)
    }

    /// Returns a figure of the pair in a unit, and in words.
    fn whole(&self, whole: PairFigure, unit: Unit) -> (f64, String) {
        let Comparison { verdict, facts, .. } = self.comparison;
        match whole {
            PairFigure::Total => {
                let [a, b] = verdict.extent;
                let [text_a, text_b] =
                    verdict.extent.map(|ticks| numbers::extent(facts.axis, ticks.round() as i64));
                let value = match (unit, verdict.ratio) {
                    (Unit::Percent, Some(ratio)) => (ratio - 1.0) * 100.0,
                    (Unit::Percent, None) if b > 0.0 => f64::INFINITY,
                    (Unit::Percent, None) => 0.0,
                    _ => self.comparison.ns(b - a),
                };
                (value, format!("A takes {text_a}, B takes {text_b}"))
            }
            PairFigure::Moved => {
                let calls = facts.calls[0];
                let (moved, all) = (calls[CallKind::Moved as usize], calls.iter().sum::<u64>());
                let unit_size = if unit == Unit::Percent { all.max(1) as f64 / 100.0 } else { 1.0 };
                let text = format!("{} of {} calls moved", numbers::count(moved), numbers::count(all));
                (moved as f64 / unit_size, text)
            }
            PairFigure::Matched => share(self.comparison.matched_calls(), "of calls match in order"),
            PairFigure::Identity => {
                let [a, b] = verdict.calls_alike;
                share(a.min(b), "of calls have a same-named function on the other side")
            }
        }
    }

    /// Returns true if the extents of several runs per side differ no more than within a side.
    fn is_total_noise(&self) -> bool {
        self.comparison.extents_differ_by_noise()
    }
}

/// Returns true if a term about rows holds for a row.
fn holds_of(term: &Term, row: &GateRow, comparison: &Comparison) -> bool {
    match term {
        Term::Size(list, limit) => row.list == *list && limit.holds(row.size(comparison, limit.unit)),
        Term::Share(limit) => limit.holds(row.share(comparison)),
        Term::Confidence(limit) => row.confidence().is_some_and(|percent| limit.holds(percent)),
        Term::Name(names, is) => row.is_called(comparison, names) == *is,
        Term::Whole(..) | Term::Time(_) => true,
    }
}

fn share(fraction: f64, what: &str) -> (f64, String) {
    (fraction * 100.0, format!("{} {what}", numbers::percent(fraction)))
}
