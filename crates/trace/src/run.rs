//! One recording.

use crate::Trace;

/// One recording: a trace and where it came from.
#[derive(Debug)]
pub struct Run {
    /// File name or the last part of a link; of a file that holds several traces with `#` and the name of the
    /// trace behind it. Hostile text.
    pub name: String,
    /// Which reader understood it, as the registry names it.
    pub format: String,
    /// Size of the input as given (compressed if it was).
    pub bytes: u64,
    /// Whether the input was compressed: then no byte of its content can be gone to directly.
    pub packed: bool,
    /// The tables.
    pub trace: Trace,
    /// Every trace of the file, in file order, at least one: the others can be had by reading again.
    pub of_file: Vec<FileTrace>,
}

impl Run {
    /// The same with [`Trace::in_shares`]. O(calls).
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
    /// Its name in the file, unique there; hostile text.
    pub name: String,
    /// Calls in it.
    pub calls: u64,
    /// Whether it is the one that the run shows.
    pub is_shown: bool,
}
