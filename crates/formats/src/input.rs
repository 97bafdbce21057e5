//! One file into traces.

use crate::describe::{quote, quote_name};
use crate::registry::{ContentKind, Format};
use crate::{FileReader, ReadError, ReadErrorKind, Recognised};
use diptych_trace::{Builder, Built, Keep, OddKind, Trace};

/// Takes the bytes of one file as they come and builds its traces.
#[derive(Debug)]
pub struct Input {
    file_name: String,
    reader: FileReader,
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
    /// Most bytes of memory that the traces take while they are built, for what was read so far: an estimate from
    /// calls, begins and ends, names, functions, lanes, weights and elements that errs upwards.
    pub peak_bytes: u64,
}

/// What a file held.
#[derive(Debug)]
pub struct Loaded {
    /// Which format, as [`Format::id`] names it; of an archive that of the first trace that was kept.
    pub format: &'static str,
    /// Whether the file was packed, or is an archive: then a byte of its content cannot be gone to without unpacking what lies
    /// before.
    pub packed: bool,
    /// Every trace of the file, in file order, whether it was kept or not.
    pub listed: Vec<Listed>,
    /// Name and trace of those that were kept, in file order; at least one.
    pub traces: Vec<(String, Trace)>,
}

/// A trace of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// As the file calls it, else its number in the file from 1; unique. The only trace of a file that names none
    /// goes by the file's name. Hostile text.
    pub name: String,
    /// Calls in it.
    pub calls: u64,
    /// Whether it shows another trace of the file in a further way: then it is never the one that is taken unasked.
    pub is_on_request: bool,
}

impl Input {
    /// For a file of this name. All its traces are kept.
    pub fn new(file_name: &str) -> Self {
        Self {
            file_name: file_name.to_owned(),
            reader: FileReader::new(file_name),
            builder: Builder::default(),
            failed: None,
        }
    }

    /// Keeps these of its traces. Said before the first byte.
    #[must_use]
    pub fn keeping(mut self, keep: Keep) -> Self {
        self.builder = Builder::keeping(keep);
        self
    }

    /// Takes the next bytes, any number of them. After an error every further call gives the same error.
    pub fn feed(&mut self, bytes: &[u8]) -> Result<(), ReadError> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        let outcome = self.reader.feed(bytes, &mut self.builder);
        self.failed = outcome.as_ref().err().cloned();
        outcome
    }

    /// Ends the reading here, because memory would run out: what was read is kept, and the report says where.
    pub fn stop(&mut self) {
        self.reader.stop(&mut self.builder);
    }

    /// What the file is recognised as, as far as its bytes tell yet.
    pub fn format(&self) -> Option<&'static Format> {
        self.reader.format()
    }

    /// How far reading is.
    pub fn progress(&self) -> Progress {
        let calls = self.reader.calls();
        Progress {
            bytes_in: self.reader.bytes_in(),
            bytes_unpacked: self.reader.bytes_unpacked(),
            calls,
            // What readers hold until the end becomes calls then.
            peak_bytes: self.reader.held_bytes() + self.builder.peak_bytes(calls),
        }
    }

    /// The file is over: builds the traces.
    pub fn finish(self) -> Result<Loaded, ReadError> {
        self.finish_with(&mut |_, _| ())
    }

    /// The same; `progress` is told from time to time how much of the last trace is built, and how much there is to
    /// build.
    pub fn finish_with(mut self, progress: &mut dyn FnMut(u64, u64)) -> Result<Loaded, ReadError> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        let is_packed = self.reader.is_packed();
        let Recognised { format, of_traces, .. } = self.reader.finish(&mut self.builder)?;
        let packed = is_packed || format.content == ContentKind::Archive;
        let (mut built, _) = self.builder.finish_with(progress);
        let first = built.iter().position(|built| built.trace.is_some());
        let format = first.and_then(|first| of_traces.get(first)).copied().unwrap_or(format);
        if built.iter().all(|built| built.trace.is_none()) {
            return Err(no_such_trace(&built));
        }
        if let [only] = &mut built[..]
            && !only.is_named
        {
            only.name = self.file_name;
        }
        let listed = |built: &Built| Listed {
            name: built.name.clone(),
            calls: built.calls,
            is_on_request: built.is_on_request,
        };
        let listed = built.iter().map(listed).collect();
        let kept = built.into_iter().filter_map(|built| Some((built.name, built.trace?)));
        let traces: Vec<(String, Trace)> = kept.collect();
        if traces.iter().all(|(_, trace)| trace.calls().is_empty() && trace.elements().is_empty()) {
            return Err(no_calls(format, &traces));
        }
        Ok(Loaded { format: format.id, packed, listed, traces })
    }
}

/// Most traces named in a message.
const NAMED: usize = 12;

/// Says which traces there are.
fn no_such_trace(built: &[Built]) -> ReadError {
    let name = |built: &Built| format!("`{}`", quote_name(&built.name));
    let names: Vec<String> = built.iter().take(NAMED).map(name).collect();
    let more = match built.len().saturating_sub(NAMED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    ReadError::new(ReadErrorKind::NoSuchTrace, 0, format!("It holds {}{more}", names.join(", ")))
}

/// Most kinds of other things listed in a message.
const LISTED: usize = 4;

/// Says what a sound file without calls holds instead.
fn no_calls(format: &Format, traces: &[(String, Trace)]) -> ReadError {
    let entries = traces.iter().flat_map(|(_, trace)| trace.report().entries());
    let others: Vec<String> = entries
        .filter_map(|entry| match entry.kind {
            OddKind::SkippedEvent | OddKind::BadEvent => Some(format!("{} × {}", entry.count, entry.subject)),
            OddKind::TimeOutOfRange => {
                Some(format!("{} × event more than 146 years from time 0", entry.count))
            }
            OddKind::UnmatchedEnd => Some(format!("{} × end without begin", entry.count)),
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
