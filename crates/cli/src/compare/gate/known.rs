//! Reads a file of known changes: one condition about a row per line.

use super::condition::Condition;
use super::holds_of;
use super::rows::{GateRow, RowsOf};
use crate::compare::comparison::Comparison;
use crate::error::CliError;
use crate::output::shown;
use diptych_views::numbers;
use std::path::Path;

/// Known changes, which conditions skip.
#[derive(Debug)]
pub(in crate::compare) struct KnownChanges {
    name: String,
    /// Conditions with their line numbers, from 1.
    changes: Vec<(usize, Condition)>,
}

impl KnownChanges {
    /// Reads a file. Blank lines and lines that begin with `#` are skipped.
    pub(in crate::compare) fn read(path: &Path) -> Result<Self, CliError> {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path)
            .map_err(|error| CliError::Failed(format!("{name} cannot be read: {error}")))?;
        let lines = text.lines().zip(1..);
        let is_change =
            |(line, _): &(&str, usize)| !line.trim().is_empty() && !line.trim_start().starts_with('#');
        let read = |(line, number): (&str, usize)| {
            let change = Condition::parse_of_row(line)
                .map_err(|error| CliError::Failed(format!("{name}, line {number}: {}", error.located(line))));
            change.map(|change| (number, change))
        };
        let changes = lines.filter(is_change).map(read).collect::<Result<_, _>>()?;
        Ok(Self { name, changes })
    }

    /// Returns true if a row is a known change.
    pub(super) fn holds(&self, row: &GateRow, comparison: &Comparison) -> bool {
        self.changes.iter().any(|(_, change)| is_of(change, row, comparison))
    }

    /// Returns notes: the number of ignored rows, and the lines that match no change.
    pub(super) fn notes(&self, comparison: &Comparison, left_out: &[GateRow]) -> Vec<String> {
        let mut notes = Vec::new();
        let mut distinct: Vec<&GateRow> = Vec::new();
        for row in left_out {
            if !distinct.contains(&row) {
                distinct.push(row);
            }
        }
        match distinct.len() {
            0 => {}
            1 => notes.push(format!("{}: ignored 1 known change", self.name)),
            many => {
                notes.push(format!("{}: ignored {} known changes", self.name, numbers::count(many as u64)));
            }
        }
        for (number, change) in &self.changes {
            let rows = RowsOf::condition(change, comparison.by()).rows(comparison);
            if !rows.iter().any(|row| is_of(change, row, comparison)) {
                notes.push(format!(
                    "{}, line {number}: no change matches {}; you can remove the line",
                    self.name,
                    shown(change.text())
                ));
            }
        }
        notes
    }
}

fn is_of(change: &Condition, row: &GateRow, comparison: &Comparison) -> bool {
    change.terms().iter().all(|term| holds_of(term, row, comparison))
}
