//! One recording.

use crate::Trace;

/// One recording: a trace and where it came from.
#[derive(Debug)]
pub struct Run {
    /// File name, or the last part of a link. If the file holds several traces, followed by `#` and the name of the
    /// trace. Hostile text.
    pub name: String,
    /// Name of the reader's format in the registry.
    pub format: String,
    /// Size of the input in bytes, compressed if it was.
    pub bytes: u64,
    /// True if the input was compressed. No byte of its content can then be read directly.
    pub packed: bool,
    /// The tables.
    pub trace: Trace,
    /// Every trace of the file, in file order, at least one. Reading the file again gives the others.
    pub of_file: Vec<FileTrace>,
}

impl Run {
    /// Returns the run with its trace [in shares](Trace::in_shares). O(calls).
    pub fn in_shares(&self) -> Self {
        Self {
            name: self.name.clone(),
            format: self.format.clone(),
            bytes: self.bytes,
            packed: self.packed,
            trace: self.trace.in_shares(),
            of_file: self.of_file.clone(),
        }
    }
}

/// A trace of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileTrace {
    /// Name in the file, where it is unique. Hostile text.
    pub name: String,
    /// Number of calls.
    pub calls: u64,
    /// True if the run shows this trace.
    pub is_shown: bool,
}
