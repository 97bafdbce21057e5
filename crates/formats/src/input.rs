//! One file into traces.

use crate::describe::quote;
use crate::registry::Format;
use crate::{Opening, ReadError, ReadErrorKind};
use diptych_trace::{Builder, OddKind, Trace};

/// Takes the bytes of one file as they come and builds its traces.
#[derive(Debug)]
pub struct Input {
    file_name: String,
    opening: Opening,
    builder: Builder,
    failed: Option<ReadError>,
}

/// How far reading is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Progress {
    /// Bytes taken in.
    pub bytes_in: u64,
    /// Bytes they were unpacked to.
    pub bytes_unpacked: u64,
    /// Calls found.
    pub calls: u64,
}

/// What a file held.
#[derive(Debug)]
pub struct Loaded {
    /// Which format, as [`Format::id`] names it.
    pub format: &'static str,
    /// Whether the file was packed: then a byte of its content cannot be gone to without unpacking what lies
    /// before.
    pub packed: bool,
    /// Title and trace, in file order; at least one. A file that names none gives its own name as title.
    pub traces: Vec<(String, Trace)>,
}

impl Input {
    /// For a file of this name.
    pub fn new(file_name: &str) -> Self {
        Self {
            file_name: file_name.to_owned(),
            opening: Opening::new(file_name),
            builder: Builder::default(),
            failed: None,
        }
    }

    /// Takes the next bytes, any number of them. After an error every further call gives the same error.
    pub fn feed(&mut self, bytes: &[u8]) -> Result<(), ReadError> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        let outcome = self.opening.feed(bytes, &mut self.builder);
        self.failed = outcome.as_ref().err().cloned();
        outcome
    }

    /// Ends the reading here, because memory would run out: what was read is kept, and the report says where.
    pub fn stop(&mut self) {
        self.opening.stop(&mut self.builder);
    }

    /// How far reading is.
    pub fn progress(&self) -> Progress {
        Progress {
            bytes_in: self.opening.bytes_in(),
            bytes_unpacked: self.opening.bytes_unpacked(),
            calls: self.opening.calls(),
        }
    }

    /// The file is over: builds the traces.
    pub fn finish(mut self) -> Result<Loaded, ReadError> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        let packed = self.opening.is_packed();
        let format = self.opening.finish(&mut self.builder)?;
        let mut traces = self.builder.finish();
        if traces.iter().all(|(_, trace)| trace.calls().is_empty() && trace.elements().is_empty()) {
            return Err(no_calls(format, &traces));
        }
        for (title, _) in traces.iter_mut().filter(|(title, _)| title.is_empty()) {
            title.clone_from(&self.file_name);
        }
        Ok(Loaded { format: format.id, packed, traces })
    }
}

/// Most kinds of other things listed in a message.
const LISTED: usize = 4;

/// Says what a sound file without calls holds instead.
fn no_calls(format: &Format, traces: &[(String, Trace)]) -> ReadError {
    let entries = traces.iter().flat_map(|(_, trace)| trace.report().entries());
    let others: Vec<String> = entries
        .filter_map(|entry| match entry.kind {
            OddKind::SkippedEvent | OddKind::BadEvent => Some(format!("{} × {}", entry.count, entry.subject)),
            OddKind::SkippedPart => Some(format!("the part `{}`", quote(entry.subject.as_bytes()))),
            _ => None,
        })
        .collect();
    let listed = others[..others.len().min(LISTED)].join(", ");
    let more = if others.len() > LISTED { " and more" } else { "" };
    let holds = if others.is_empty() { String::new() } else { format!(" that holds {listed}{more}") };
    let found = format!("It is a {} file{holds}. Calls would be {}", format.name, format.calls_are);
    ReadError::new(ReadErrorKind::NoCalls, 0, found)
}
