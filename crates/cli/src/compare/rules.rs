//! Reads a file of identity rules.

use super::cannot_be;
use crate::CliError;
use crate::output::shown;
use diptych_compare::identity::{Rules, TextError, read_rules};
use std::path::Path;

/// Reads a file of rules. Without a file, it returns the default rules of the two formats.
pub(crate) fn read(path: Option<&Path>, formats: [&str; 2]) -> Result<Rules, CliError> {
    let text = match path {
        None => String::new(),
        Some(path) => std::fs::read_to_string(path).map_err(|error| cannot_be("read", path, &error))?,
    };
    let name = path.map_or_else(|| "the default rules".to_owned(), |path| path.display().to_string());
    read_rules(&text, &Rules::defaults(formats))
        .map(|(rules, _)| rules)
        .map_err(|error| CliError::Failed(located(&name, &text, &error)))
}

/// Describes an error, with the wrong line and a mark below the place.
fn located(name: &str, text: &str, error: &TextError) -> String {
    let line = text.lines().nth(error.line).unwrap_or_default();
    let column = line.get(..error.at).unwrap_or_default().chars().count();
    let (message, line) = (&error.message, shown(line));
    let number = error.line + 1;
    format!("{name}, line {number}, column {}: {message}\n  {line}\n  {:column$}^", column + 1, "")
}
