//! Files and standard input as runs.

use crate::Trouble;
use diptych_engine::Recaller;
use diptych_engine::trace::Run;
use diptych_protocol::recall::RecallOutcome;
use std::fs::File;
use std::io::{Seek, SeekFrom};
use std::path::Path;

/// Reads a file, or standard input for `-`.
pub(crate) fn open(path: &Path) -> Result<Run, Trouble> {
    if path == Path::new("-") {
        return read("standard input", std::io::stdin().lock());
    }
    let name = path.file_name().map_or_else(|| path.to_string_lossy(), |name| name.to_string_lossy());
    read(&name, open_file(path)?)
}

/// Reads one record of a file, which was read as `run`, again.
pub(crate) fn recall(path: &Path, run: &Run, offset: u64) -> Result<RecallOutcome, Trouble> {
    let mut file = open_file(path)?;
    if !run.packed {
        file.seek(SeekFrom::Start(offset))
            .map_err(|error| Trouble::Failed(format!("{} cannot be read: {error}", path.display())))?;
    }
    let recaller = Recaller::new(&run.name, &run.format, offset, run.packed);
    Ok(diptych_engine::recall(recaller, file))
}

fn open_file(path: &Path) -> Result<File, Trouble> {
    File::open(path).map_err(|error| Trouble::Failed(format!("{} cannot be opened: {error}", path.display())))
}

fn read(name: &str, source: impl std::io::Read) -> Result<Run, Trouble> {
    diptych_engine::read(name, source)
        .map_err(|failure| Trouble::Failed(format!("{} {}", failure.title, failure.body)))
}
