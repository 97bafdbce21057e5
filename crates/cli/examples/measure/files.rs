//! Writes files of every format, to measure reading.

use crate::Error;
use diptych_testkit::files::LARGE;
use serde_json::{Value, json};
use std::path::Path;

/// Number of calls per file.
const CALLS: u32 = 600_000;

/// Writes the files into a folder. Returns their formats and paths.
pub(crate) fn write(folder: &Path) -> Result<Value, Error> {
    let mut written = Vec::new();
    for large in LARGE {
        let path = folder.join(format!("large.{}", large.format));
        std::fs::write(&path, large.file(CALLS))?;
        written.push(json!({ "format": large.format, "path": path }));
    }
    Ok(Value::Array(written))
}

/// Writes a file of a format with about this many calls. Returns its format and its number of calls.
pub(crate) fn write_one(format: &str, calls: &str, path: &Path) -> Result<Value, Error> {
    let large = LARGE.iter().find(|large| large.format == format).ok_or("no generator of this format")?;
    let calls: u32 = calls.parse()?;
    std::fs::write(path, large.file(calls))?;
    Ok(json!({ "format": format, "calls": calls, "path": path }))
}
