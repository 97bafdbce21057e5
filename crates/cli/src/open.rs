//! Files and standard input as runs.

use crate::Trouble;
use diptych_engine::trace::Run;
use std::fs::File;
use std::path::Path;

/// Reads a file, or standard input for `-`.
pub(crate) fn open(path: &Path) -> Result<Run, Trouble> {
    if path == Path::new("-") {
        return read("standard input", std::io::stdin().lock());
    }
    let name = path.file_name().map_or_else(|| path.to_string_lossy(), |name| name.to_string_lossy());
    let file = File::open(path)
        .map_err(|error| Trouble::Failed(format!("{} cannot be opened: {error}", path.display())))?;
    read(&name, file)
}

fn read(name: &str, source: impl std::io::Read) -> Result<Run, Trouble> {
    diptych_engine::read(name, source)
        .map_err(|failure| Trouble::Failed(format!("{} {}", failure.title, failure.body)))
}
