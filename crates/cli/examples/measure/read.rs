//! How fast a file is read, and what it takes.

use crate::Error;
use crate::memory;
use diptych_engine::trace::Run;
use serde_json::{Value, json};
use std::fs::File;
use std::path::Path;
use std::time::Instant;

/// Reads a file; an error in the engine's words.
pub(crate) fn run(path: &Path) -> Result<Run, Error> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let file = File::open(path).map_err(|error| format!("{}: {error}", path.display()))?;
    diptych_engine::read(&name, file).map_err(|failure| format!("{} {}", failure.title, failure.body).into())
}

/// The format, seconds, calls, bytes of calls with their indexes, what reading leaves behind and the most that it held on its
/// way, bytes, and the peak of this process.
pub(crate) fn measure(path: &Path) -> Result<Value, Error> {
    let begun = Instant::now();
    let (run, held, most) = memory::measure(|| run(path));
    let (run, seconds) = (run?, begun.elapsed().as_secs_f64());
    Ok(json!({
        "format": run.format,
        "bytes": std::fs::metadata(path)?.len(),
        "calls": run.trace.calls().len(),
        "lanes": run.trace.lanes().len(),
        "seconds": seconds,
        "modelBytes": run.trace.call_bytes(),
        "heldBytes": held,
        "mostBytes": most,
        "peakBytes": peak_bytes(),
    }))
}

/// The most memory this process has held; `None` where the system keeps no such book.
fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kib| kib * 1024)
}
