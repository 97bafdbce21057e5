//! Measures the reading of a file.

use crate::Error;
use crate::memory;
use diptych_engine::trace::Run;
use serde_json::{Value, json};
use std::fs::File;
use std::path::Path;
use std::time::Instant;

/// Reads a file. An error has the engine's words.
pub(crate) fn run(path: &Path) -> Result<Run, Error> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let file = File::open(path).map_err(|error| format!("{}: {error}", path.display()))?;
    diptych_engine::read(&name, file).map_err(|failure| format!("{} {}", failure.title, failure.body).into())
}

/// Measures the reading of a file: format, seconds, calls, bytes of the model, bytes left after reading and the most
/// held, and the peak of this process.
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

/// Returns the peak memory of this process; `None` if the system does not record it.
fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kib| kib * 1024)
}
