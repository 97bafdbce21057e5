//! Turns one file into traces.

use crate::error::thousands;
use crate::format::{ContentKind, Format};
use crate::quote::{quote, quote_name};
use crate::{FileReader, FileSummary, Naming, ReadError, ReadErrorKind};
use diptych_trace::{Builder, Keep, ListedTrace, OddityKind, Trace};

/// Builder of one file's traces, which takes the bytes as they arrive.
#[derive(Debug)]
pub struct Input {
    file_name: String,
    reader: FileReader,
    builder: Builder,
    failed: Option<ReadError>,
}

/// Progress of reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Progress {
    /// Number of bytes taken.
    pub bytes_in: u64,
    /// Number of bytes after unpacking.
    pub bytes_unpacked: u64,
    /// Number of calls found.
    pub calls: u64,
    /// Peak memory in bytes that the traces take while they are built, for the part read so far. The estimate, from
    /// calls, begins and ends, names, functions, lanes, weights and elements, errs upwards.
    pub peak_bytes: u64,
}

/// Traces of a file.
#[derive(Debug)]
pub struct LoadedFile {
    /// Identifier of the format, [`Format::id`]. For an archive, that of the first trace kept.
    pub format: &'static str,
    /// True if the file was packed or is an archive. A byte of its content can then be reached only by unpacking all
    /// bytes before it.
    pub packed: bool,
    /// Every trace of the file, in file order, whether it was kept or not.
    pub listed: Vec<TraceEntry>,
    /// Names and traces that were kept, in file order; at least one.
    pub traces: Vec<(String, Trace)>,
}

/// An entry in the list of a file's traces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceEntry {
    /// Unique name: the one given in the file, or else the trace's number in the file from 1. A single unnamed trace
    /// has the file's name. Hostile text.
    pub name: String,
    /// Number of its calls.
    pub calls: u64,
    /// True if the trace is a further view of another trace of the file. It is then never chosen for having the most
    /// calls.
    pub is_on_request: bool,
}

impl Input {
    /// Makes an input for a file with this name. It keeps all traces.
    pub fn new(file_name: &str) -> Self {
        Self {
            file_name: file_name.to_owned(),
            reader: FileReader::new(file_name),
            builder: Builder::default(),
            failed: None,
        }
    }

    /// Sets the traces to keep. Must be called before the first byte.
    #[must_use]
    pub fn keeping(mut self, keep: Keep) -> Self {
        self.builder = Builder::keeping(keep);
        self
    }

    /// Sets the rules for names with arguments. Must be called before the first byte.
    #[must_use]
    pub fn naming_by(mut self, naming: Naming) -> Self {
        self.reader = self.reader.naming_by(naming);
        self
    }

    /// Takes the next bytes, any number of them. After an error every further call returns the same error.
    pub fn feed(&mut self, bytes: &[u8]) -> Result<(), ReadError> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        let outcome = self.reader.feed(bytes, &mut self.builder);
        self.failed = outcome.as_ref().err().cloned();
        outcome
    }

    /// Ends the reading early because memory would run out. What was read stays, and the report says where reading
    /// ended.
    pub fn stop(&mut self) {
        self.reader.stop(&mut self.builder);
    }

    /// Returns the recognised format. `None` while there are too few bytes to tell.
    pub fn format(&self) -> Option<&'static Format> {
        self.reader.format()
    }

    /// Returns the progress of reading.
    pub fn progress(&self) -> Progress {
        let calls = self.reader.calls();
        Progress {
            bytes_in: self.reader.bytes_in(),
            bytes_unpacked: self.reader.bytes_unpacked(),
            calls,
            // Bytes that readers hold now become calls at the end.
            peak_bytes: self.reader.held_bytes() + self.builder.peak_bytes(calls),
        }
    }

    /// Ends the file and builds the traces.
    pub fn finish(self) -> Result<LoadedFile, ReadError> {
        self.finish_with_progress(&mut |_, _| ())
    }

    /// Ends the file and builds the traces. From time to time, `progress` gets the amount of the last trace that is
    /// built, and the amount that there is to build.
    pub fn finish_with_progress(
        mut self,
        progress: &mut dyn FnMut(u64, u64),
    ) -> Result<LoadedFile, ReadError> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        let is_packed = self.reader.is_packed();
        let FileSummary { format, of_traces, ends_at, .. } = self.reader.finish(&mut self.builder)?;
        let packed = is_packed || format.content == ContentKind::Archive;
        let (mut built, _) = self.builder.finish_with_progress(progress);
        let first = built.iter().position(|built| built.trace.is_some());
        let format = first.and_then(|first| of_traces.get(first)).copied().unwrap_or(format);
        if built.iter().all(|built| built.trace.is_none()) {
            return Err(no_such_trace(&built, ends_at));
        }
        if let [only] = &mut built[..]
            && !only.is_named
        {
            only.name = self.file_name;
        }
        let listed = |built: &ListedTrace| TraceEntry {
            name: built.name.clone(),
            calls: built.calls,
            is_on_request: built.is_on_request,
        };
        let listed = built.iter().map(listed).collect();
        let kept = built.into_iter().filter_map(|built| Some((built.name, built.trace?)));
        let traces: Vec<(String, Trace)> = kept.collect();
        if traces.iter().all(|(_, trace)| trace.calls().is_empty() && trace.elements().is_empty()) {
            return Err(no_calls(format, &traces, ends_at));
        }
        Ok(LoadedFile { format: format.id, packed, listed, traces })
    }
}

/// Most traces named in a message.
const NAMED: usize = 12;

/// Returns the words that say that the rest of a file is missing.
fn missing_rest(ends_at: Option<u64>) -> String {
    ends_at.map_or_else(String::new, |byte| {
        format!(". The file can only be read up to byte {}, so traces may be missing", thousands(byte))
    })
}

/// Returns the error that lists the traces of the file.
fn no_such_trace(built: &[ListedTrace], ends_at: Option<u64>) -> ReadError {
    let name = |built: &ListedTrace| format!("`{}`", quote_name(&built.name));
    let names: Vec<String> = built.iter().take(NAMED).map(name).collect();
    let more = match built.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let rest = missing_rest(ends_at);
    ReadError::new(ReadErrorKind::NoSuchTrace, 0, format!("It holds {}{more}{rest}", names.join(", ")))
}

/// Most kinds of other items listed in a message.
const LISTED: usize = 4;

/// Returns the error that lists what a sound file without calls holds instead.
fn no_calls(format: &Format, traces: &[(String, Trace)], ends_at: Option<u64>) -> ReadError {
    let entries = traces.iter().flat_map(|(_, trace)| trace.report().entries());
    let count = |of: fn(&Trace) -> usize| traces.iter().map(|(_, trace)| of(trace)).sum::<usize>();
    let recorded = [
        (count(|trace| trace.instants().len()), "instant"),
        (count(|trace| trace.counters().all_samples()), "counter sample"),
    ];
    let recorded = recorded.into_iter().filter(|(count, _)| *count > 0);
    let recorded = recorded.map(|(count, what)| format!("{count} × {what}"));
    let others: Vec<String> = entries
        .filter_map(|entry| match entry.kind {
            OddityKind::SkippedEvent | OddityKind::BadEvent => {
                Some(format!("{} × {}", entry.count, entry.subject))
            }
            OddityKind::TimeOutOfRange => {
                Some(format!("{} × event more than 146 years from time 0", entry.count))
            }
            OddityKind::UnmatchedEnd => Some(format!("{} × end without begin", entry.count)),
            OddityKind::SkippedPart => Some(format!("the part `{}`", quote(entry.subject.as_bytes()))),
            _ => None,
        })
        .chain(recorded)
        .collect();
    let listed = others[..others.len().min(LISTED)].join(", ");
    let more = if others.len() > LISTED { " and more" } else { "" };
    let holds = if others.is_empty() { String::new() } else { format!(" that holds {listed}{more}") };
    let (name, calls) = (format.with_article(), format.calls_are);
    let found =
        format!("It is {name} file{holds}. Diptych reads calls from {calls}{}", missing_rest(ends_at));
    ReadError::new(ReadErrorKind::NoCalls, 0, found)
}
