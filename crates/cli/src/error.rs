//! The errors of verbs.

use std::path::Path;

/// The error of a verb.
#[derive(Debug)]
pub(crate) enum CliError {
    /// A wrong command line.
    Usage(String),
    /// A failure.
    Failed(String),
    /// A file or a comparison that needs more memory than `--max-memory` allows.
    TooBig(String),
    /// A folder or file of the output that cannot be written.
    Unwritable(String),
    /// Success, but some pairs of a site could not be compared: one line per reason.
    PairsFailed(Vec<String>),
    /// Success, but a condition of `--fail-if` holds: one line per reason.
    Holds(Vec<String>),
    /// Success, but the traces may not be comparable or one is incomplete. Reasons of conditions that hold come first.
    Unlike(Vec<String>),
}

impl CliError {
    /// Returns the reason, for a program that goes on.
    pub(crate) fn text(&self) -> String {
        match self {
            Self::Failed(text) | Self::Usage(text) | Self::Unwritable(text) | Self::TooBig(text) => {
                text.clone()
            }
            Self::PairsFailed(reasons) | Self::Holds(reasons) | Self::Unlike(reasons) => reasons.join("\n"),
        }
    }
}

/// Returns the error of a file that cannot be `read`, `listed` and the like.
pub(crate) fn cannot_be(done: &str, path: &Path, error: &std::io::Error) -> CliError {
    CliError::Failed(format!("{} cannot be {done}: {error}", path.display()))
}
