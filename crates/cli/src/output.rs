//! Standard output and standard error. Their readers may leave at any time.

use crate::error::CliError;
use diptych_scene::text::fit::is_unprintable;
use serde_json::Value;
use std::fmt::Write as _;
use std::io::{ErrorKind, IsTerminal, Write};

/// Narrowest width that text is laid out for.
const LEAST_WIDTH: usize = 40;

/// Writes to standard output as it is. A reader who has seen enough (`| head`) is not an error.
pub(crate) fn print(text: &str) -> Result<(), CliError> {
    write_to(std::io::stdout().lock(), text)
}

/// Writes styled text to standard output: in colour on a terminal, plain elsewhere. `NO_COLOR`, `CLICOLOR` and
/// `CLICOLOR_FORCE` decide first.
pub(crate) fn print_text(text: &str) -> Result<(), CliError> {
    write_to(anstream::stdout().lock(), text)
}

fn write_to(mut out: impl Write, text: &str) -> Result<(), CliError> {
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(CliError::Failed(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Returns the number of columns available for text: `COLUMNS`, or the width of the terminal. `None` means no limit,
/// for a pipe or a file.
pub(crate) fn width() -> Option<usize> {
    let stated = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let measured = || {
        let size = terminal_size::terminal_size().filter(|_| std::io::stdout().is_terminal());
        size.map(|(terminal_size::Width(columns), _)| usize::from(columns))
    };
    let columns: Option<usize> = stated.filter(|columns| *columns > 0).or_else(measured);
    columns.map(|columns| columns.max(LEAST_WIDTH))
}

/// Writes a line to standard error. If nobody reads it, nobody needs to know.
pub(crate) fn note(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}

/// Returns hostile text for a terminal. Control characters, which could move the cursor, and marks of direction, which
/// could turn the text beside them, become U+FFFD.
pub(crate) fn shown(text: &str) -> String {
    text.replace(is_unprintable, "\u{FFFD}")
}

/// Version of the JSON documents: it grows when a field is removed or changes its meaning.
const JSON_SCHEMA: u32 = 1;

/// Returns a JSON object as a document, with its schema and the version of the command.
pub(crate) fn document(mut object: Value) -> String {
    object["schema"] = JSON_SCHEMA.into();
    object["diptych"] = env!("CARGO_PKG_VERSION").into();
    without_marks(&format!("{object:#}\n"))
}

/// Returns a JSON document with escapes in place of control characters and marks of direction, for terminals. They can
/// only stand in strings, so the data are the same.
fn without_marks(document: &str) -> String {
    let mut out = String::with_capacity(document.len());
    for c in document.chars() {
        if is_unprintable(c) && c != '\n' {
            let _ = write!(out, "\\u{:04x}", u32::from(c));
        } else {
            out.push(c);
        }
    }
    out
}
