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
