//! Reads a file of identity rules.

use crate::error::{CliError, cannot_be};
use crate::output::shown;
use diptych_compare::identity::{self, Rules, TextError};
use diptych_engine::{Naming, naming_of_text};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

/// A file of rules. It is read once, when its text is first needed, so that it may be a pipe.
#[derive(Debug, Clone)]
pub(crate) struct RulesFile {
    path: PathBuf,
    text: Arc<OnceLock<String>>,
}

impl RulesFile {
    pub(crate) fn new(path: PathBuf) -> Self {
        Self { path, text: Arc::default() }
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    fn text(&self) -> Result<&str, CliError> {
        if let Some(text) = self.text.get() {
            return Ok(text);
        }
        let text =
            std::fs::read_to_string(&self.path).map_err(|error| cannot_be("read", &self.path, &error))?;
        Ok(self.text.get_or_init(|| text))
    }
}

/// Returns the rules for names with arguments, which must be known before a trace is read.
pub(crate) fn read_naming(file: Option<&RulesFile>) -> Result<Naming, CliError> {
    Ok(naming_of_text(file.map_or(Ok(""), RulesFile::text)?))
}

/// Returns the rules of a file. Without a file, it returns the default rules of the two formats.
pub(crate) fn read_rules(file: Option<&RulesFile>, formats: [&str; 2]) -> Result<Rules, CliError> {
    let text = file.map_or(Ok(""), RulesFile::text)?.to_owned();
    let name = file.map_or_else(|| "the default rules".to_owned(), |file| file.path.display().to_string());
    identity::read_rules(&text, &Rules::defaults(formats))
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
