//! Standard output and standard error, whose readers may leave at any time.

use crate::CliError;
use std::io::{ErrorKind, Write};

/// Writes to standard output. A reader who has seen enough (`| head`) is no failure.
pub(crate) fn print(text: &str) -> Result<(), CliError> {
    let mut out = std::io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(CliError::Failed(format!("standard output cannot be written: {error}")))
        }
        _ => Ok(()),
    }
}

/// A line on standard error; if nobody reads it, there is nobody left to tell.
pub(crate) fn note(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Text of the file for a terminal: control characters could move its cursor, so they are shown as U+FFFD.
pub(crate) fn shown(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect()
}
