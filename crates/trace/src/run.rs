//! One recording.

use crate::Trace;

/// One recording: a trace and where it came from.
#[derive(Debug)]
pub struct Run {
    /// File name or the last part of a link; hostile text.
    pub name: String,
    /// Which reader understood it, as the registry names it.
    pub format: String,
    /// Size of the input as given (compressed if it was).
    pub bytes: u64,
    /// Whether the input was compressed: then no byte of its content can be gone to directly.
    pub packed: bool,
    /// The tables.
    pub trace: Trace,
}
