//! The reader role: turns the bytes of one file into a run.

mod sums;

use crate::budget::{self, MemoryBudget};
use crate::naming::naming_of_text;
use crate::structure_words;
use diptych_formats::{Format, Input, LoadedFile, Naming, Progress, ReadError, ReadErrorKind, Unpacker};
use diptych_protocol::reader::{ReadAmount, ReadProgress};
use diptych_protocol::{Failure, FailureKind, SideName};
use diptych_store::Columns;
use diptych_trace::{FileTrace, Keep, Run};
use diptych_views::numbers;
use std::io::Read;
use sums::{NotSummed, Sums};

/// Reads one file for one side. It never panics, and an error never loses what was read before it.
#[derive(Debug)]
pub struct Reader {
    side: Option<SideName>,
    name: String,
    bytes: u64,
    naming: Naming,
    takes: Takes,
    /// Bytes so far, as long as the file may be a stored comparison.
    stored: Option<MaybeStored>,
    budget: MemoryBudget,
    /// Bytes that the whole file would take, if that is more than the budget and no part of it was requested.
    too_big: Option<u64>,
}

/// The data collected from calls: all calls, or sums of their times.
#[derive(Debug)]
enum Takes {
    All(Box<Input>),
    Sums(Box<Sums>),
}

impl Takes {
    fn feed(&mut self, bytes: &[u8]) -> bool {
        match self {
            Self::All(input) => input.feed(bytes).is_ok(),
            Self::Sums(sums) => sums.feed(bytes),
        }
    }

    fn progress(&self) -> Progress {
        match self {
            Self::All(input) => input.progress(),
            Self::Sums(sums) => sums.progress(),
        }
    }

    fn format(&self) -> Option<&'static Format> {
        match self {
            Self::All(input) => input.format(),
            Self::Sums(_) => None,
        }
    }

    fn finish(self, built: &mut dyn FnMut(u64, u64)) -> Result<LoadedFile, NotSummed> {
        match self {
            Self::All(input) => input.finish_with_progress(built).map_err(NotSummed::Unread),
            Self::Sums(sums) => sums.finish(),
        }
    }
}

impl Reader {
    /// Creates a reader for a file of this name and size, for a side (or for none, outside the page).
    pub fn new(side: Option<SideName>, name: &str, bytes: u64) -> Self {
        Self {
            side,
            name: name.to_owned(),
            bytes,
            naming: naming_of_text(""),
            takes: Takes::All(Box::new(Input::new(name))),
            stored: Some(MaybeStored::default()),
            budget: MemoryBudget::UNLIMITED,
            too_big: None,
        }
        .taking(None)
    }

    /// Chooses the trace of this name from a file with several traces, instead of the one with most calls. Call it
    /// before the first byte.
    #[must_use]
    pub fn taking(mut self, trace: Option<String>) -> Self {
        let keep = trace.map_or(Keep::MostCalls, Keep::Named);
        let input = Input::new(&self.name).keeping(keep).naming_by(self.naming.clone());
        self.takes = Takes::All(Box::new(input));
        self
    }

    /// Sets the rules for names with arguments. Without it, the default rules hold. Call it before the other choices.
    #[must_use]
    pub fn naming_by(self, naming: Naming) -> Self {
        Self { naming, ..self }.taking(None)
    }

    /// Sets a memory budget. Call it before the first byte.
    #[must_use]
    pub fn within(mut self, budget: MemoryBudget) -> Self {
        self.budget = budget;
        if budget.amount == ReadAmount::Sums {
            self.takes = Takes::Sums(Box::new(Sums::new(&self.name, self.naming.clone())));
        }
        self
    }

    /// Takes the next bytes. Returns false if no more are wanted: reading failed, the file is too big, or memory is
    /// used up. [`Self::finish`] says which.
    pub fn feed(&mut self, bytes: &[u8]) -> bool {
        let Some(held) = &mut self.stored else { return self.takes.feed(bytes) && self.fits() };
        if held.feed(bytes, self.budget.bytes) {
            self.too_big = Some(held.unpacked.len() as u64).filter(|&bytes| bytes > self.budget.bytes);
            return self.too_big.is_none();
        }
        let held = self.stored.take().unwrap_or_default();
        self.takes.feed(&held.packed) && self.fits()
    }

    /// Returns true while the file may be a stored comparison, judged by its first bytes.
    pub fn may_be_stored(&self) -> bool {
        self.stored.is_some()
    }

    /// Takes the name and the bytes of a stored comparison, if the file is one and all of it was fed.
    pub fn take_stored(&mut self) -> Option<(String, Vec<u8>)> {
        let fits = self.too_big.is_none();
        let stored = self.stored.take_if(|held| fits && held.is_stored())?;
        Some((self.name.clone(), stored.unpacked))
    }

    fn fits(&mut self) -> bool {
        let progress = self.takes.progress();
        if self.budget.amount == ReadAmount::Part
            && let Takes::All(input) = &mut self.takes
        {
            let fits = progress.peak_bytes <= self.budget.bytes;
            if !fits {
                input.stop();
            }
            return fits;
        }
        // A small input, or one of unknown size, is judged by what it has taken.
        let (foreseen, taken) = (budget::foreseen(progress, self.bytes), progress.peak_bytes);
        let is_too_big = foreseen.unwrap_or_default().max(taken) > self.budget.bytes;
        let needed = || foreseen.unwrap_or_else(|| budget::in_proportion(progress, self.bytes)).max(taken);
        self.too_big = is_too_big.then(needed);
        self.too_big.is_none()
    }

    /// Returns the progress so far.
    pub fn progress(&self) -> ReadProgress {
        let progress = self.takes.progress();
        let held = self.stored.as_ref().map_or([0; 2], |held| [held.bytes_in, held.unpacked.len() as u64]);
        ReadProgress {
            bytes_in: progress.bytes_in + held[0],
            bytes_unpacked: progress.bytes_unpacked + held[1],
            calls: progress.calls,
            built: 0.0,
        }
    }

    /// Returns the failure for a file that is too big, with the estimate, the limit and the ways on.
    fn too_big(&self, needed: u64) -> Failure {
        let [size, needed, limit] = [self.bytes, needed, self.budget.bytes].map(numbers::bytes);
        let name = &self.name;
        let sums = self.takes.format().is_some_and(|format| format.sums);
        let ways = if sums {
            "Space-time can show the whole file without its calls, as time per lane and state, if all calls nest and end. Or read the part that fits, \
             or use the command line: `diptych tile` writes tiles that this page opens, and `diptych aggregate` shows time \
             per lane and state, both in little memory, whatever the file’s size."
        } else {
            "Read the part that fits, or use the command line: `diptych tile` writes tiles of any file in little memory, \
             which this page opens. `diptych compare -o` writes a comparison, and may use all memory of the machine."
        };
        let title = match self.bytes {
            0 => format!("{name} needs more than {limit} of memory."),
            _ => format!("{name} is {size} and needs about {needed} of memory."),
        };
        Failure {
            side: self.side,
            kind: if sums { FailureKind::TooBigForCalls } else { FailureKind::TooBig },
            title,
            body: format!("This tab may use {limit}. {ways}"),
        }
    }

    /// Ends the file and returns its run. Of several traces it is the chosen one, or the one with most calls. The run
    /// lists the others.
    pub fn finish(self) -> Result<Run, Failure> {
        self.finish_with_progress(&mut |_| ())
    }

    /// Like [`Self::finish`]. Calls `tell` with the progress of building the trace, which takes a while for many calls.
    pub fn finish_with_progress(self, tell: &mut dyn FnMut(ReadProgress)) -> Result<Run, Failure> {
        let side = self.side;
        self.finish_any(tell).and_then(|run| with_calls(side, run))
    }

    /// Like [`Self::finish_with_progress`], for a file that may hold a program structure and no calls
    /// ([`diptych_trace::Trace::is_structure`]).
    pub fn finish_any(mut self, tell: &mut dyn FnMut(ReadProgress)) -> Result<Run, Failure> {
        let progress = self.progress();
        if let Some(needed) = self.too_big {
            return Err(self.too_big(needed));
        }
        if let Some(mut held) = self.stored.take() {
            if held.is_stored() {
                return Err(no_trace(self.side, &self.name));
            }
            // The file is shorter than the first bytes of a stored comparison. `finish` says what it is.
            self.takes.feed(&held.packed);
        }
        let bytes = self.bytes.max(self.takes.progress().bytes_in);
        let mut built =
            |done: u64, all: u64| tell(ReadProgress { built: done as f64 / all.max(1) as f64, ..progress });
        let mut loaded =
            self.takes.finish(&mut built).map_err(|error| not_read(self.side, &self.name, &error))?;
        let (shown, trace) = loaded.traces.swap_remove(0);
        let name = if loaded.listed.len() > 1 { format!("{}#{shown}", self.name) } else { self.name };
        let of_file = loaded.listed.into_iter();
        let of_file = of_file.map(|listed| FileTrace {
            is_shown: listed.name == shown,
            name: listed.name,
            calls: listed.calls,
        });
        let (format, packed) = (loaded.format.to_owned(), loaded.packed);
        Ok(Run { name, format, bytes, packed, trace, of_file: of_file.collect() })
    }
}

/// Fails if the run is a program structure without calls.
fn with_calls(side: Option<SideName>, run: Run) -> Result<Run, Failure> {
    if run.trace.is_structure() { Err(structure_words::alone(side, &run)) } else { Ok(run) }
}

/// The bytes of a file that may be a stored comparison, compressed or not.
#[derive(Debug, Default)]
struct MaybeStored {
    /// Bytes as they came, until the file is known to be a stored comparison.
    packed: Vec<u8>,
    bytes_in: u64,
    unpacker: Unpacker,
    unpacked: Vec<u8>,
}

impl MaybeStored {
    /// Takes the next bytes and unpacks them, up to a limit. Returns true if the file may still be a stored comparison.
    fn feed(&mut self, bytes: &[u8], most: u64) -> bool {
        self.bytes_in += bytes.len() as u64;
        self.packed.extend_from_slice(bytes);
        let unpacked = &mut self.unpacked;
        let is_sound = self.unpacker.feed(Some(bytes), &mut |bytes| {
            unpacked.extend_from_slice(bytes);
            Columns::may_begin(unpacked) && unpacked.len() as u64 <= most
        });
        if Columns::begins(&self.unpacked) {
            // Damage further on is reported when the comparison is opened.
            self.packed = Vec::new();
            return true;
        }
        is_sound && Columns::may_begin(&self.unpacked)
    }

    /// Returns true if the file, which has ended, is a stored comparison.
    fn is_stored(&mut self) -> bool {
        let unpacked = &mut self.unpacked;
        self.unpacker.feed(None, &mut |bytes| {
            unpacked.extend_from_slice(bytes);
            true
        });
        Columns::begins(unpacked)
    }
}

/// Number of bytes read from a file at a time.
pub(crate) const CHUNK: usize = 1 << 18;

/// Choices for reading a file in the process.
#[derive(Debug, Clone)]
pub struct ReadOptions {
    /// Name of the trace to take from a file with several traces. `None` takes the one with most calls.
    pub trace: Option<String>,
    /// Rules for names with arguments.
    pub naming: Naming,
    /// Size of the source in bytes, for an estimate of the memory that it needs; 0 if it is unknown.
    pub bytes: u64,
    /// Memory that reading may take.
    pub budget: MemoryBudget,
}

impl Default for ReadOptions {
    fn default() -> Self {
        Self { trace: None, naming: naming_of_text(""), bytes: 0, budget: MemoryBudget::UNLIMITED }
    }
}

/// Reads a whole source in the process. An I/O error becomes a failure with the system's words.
pub fn read(name: &str, source: impl Read) -> Result<Run, Failure> {
    read_trace(name, None, source)
}

/// Like [`read`], and chooses the trace of a name from a file with several traces.
pub fn read_trace(name: &str, trace: Option<String>, source: impl Read) -> Result<Run, Failure> {
    let options = ReadOptions { trace, ..ReadOptions::default() };
    read_any(name, options, source).and_then(|run| with_calls(None, run))
}

/// Like [`read`], with options, for a file that may hold a program structure and no calls.
pub fn read_any(name: &str, options: ReadOptions, mut source: impl Read) -> Result<Run, Failure> {
    let reader = Reader::new(None, name, options.bytes).naming_by(options.naming).taking(options.trace);
    let mut reader = reader.within(options.budget);
    let mut chunk = vec![0; CHUNK];
    loop {
        match source.read(&mut chunk) {
            Ok(0) => return reader.finish_any(&mut |_| ()),
            Ok(count) if reader.feed(&chunk[..count]) => {}
            Ok(_) => return reader.finish_any(&mut |_| ()),
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
            Err(error) => return Err(system_failure(name, &error)),
        }
    }
}

/// Returns the failure for a stored comparison in place of a trace.
fn no_trace(side: Option<SideName>, name: &str) -> Failure {
    Failure {
        side,
        kind: FailureKind::NotATrace,
        title: format!("{name} is a stored comparison, not a trace."),
        body: "Drop it on the page on its own, or open it with `diptych compare` or `diptych render`."
            .to_owned(),
    }
}

/// Returns the failure for a file that was not read, or whose calls could not be summed.
fn not_read(side: Option<SideName>, name: &str, error: &NotSummed) -> Failure {
    match error {
        NotSummed::Unread(error) => failure(side, name, error),
        NotSummed::Refused(reason) => Failure {
            side,
            kind: FailureKind::TooBig,
            title: format!("{name} cannot be summed up without keeping its calls."),
            body: format!(
                "Its calls cannot be summed while they are read: {reason}. Read the part that fits."
            ),
        },
    }
}

/// Returns the failure for an I/O error.
pub(crate) fn system_failure(name: &str, error: &std::io::Error) -> Failure {
    Failure {
        side: None,
        kind: FailureKind::Link,
        title: format!("{name} cannot be read."),
        body: format!("The system says: {error}."),
    }
}

/// Returns a reader's error in the words of the page.
pub(crate) fn failure(side: Option<SideName>, name: &str, error: &ReadError) -> Failure {
    let kind = match error.kind {
        ReadErrorKind::Empty => FailureKind::Empty,
        ReadErrorKind::NotATrace
        | ReadErrorKind::NotRead
        | ReadErrorKind::NoCalls
        | ReadErrorKind::NoSuchTrace => FailureKind::NotATrace,
        _ => FailureKind::Malformed,
    };
    let title = format!("{name} {}.", error.headline());
    Failure { side, kind, title, body: format!("{}. {}", error.found, error.kind.advice()) }
}
