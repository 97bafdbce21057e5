//! Reads one record of a file again.

use crate::archive::Finder;
use crate::packed::{UnpackError, Unpacking};
use crate::record::{Record, RecordOutcome};
use crate::registry::FORMATS;
use crate::{Progress, ReadError};
use diptych_trace::source_parts;
use std::fmt;

/// Finder of one record in a file.
///
/// It takes the bytes of the file once more, in pieces of any size, and finds the record that begins at a byte of the
/// unpacked content. Bytes before the record are skipped. Memory is bounded by the record's size.
///
/// ```
/// use diptych_formats::{Recall, RecallState};
///
/// let file = br#"[{"ph":"X","name":"f","ts":0,"dur":1,"args":{"n":[7]}}]"#;
/// let mut recall = Recall::new("chrome-json", 1).expect("the format is known");
/// assert_eq!(recall.feed(file), Ok(RecallState::Done));
/// let record = recall.finish()?.expect("there is a record at byte 1");
/// assert_eq!((record.fields[0].path.as_str(), record.fields[0].value.as_str()), ("n[0]", "7"));
/// # Ok::<(), diptych_formats::ReadError>(())
/// ```
#[derive(Debug)]
pub struct Recall {
    unpacking: Unpacking,
    /// Finder of the archive member that holds the record.
    finder: Option<Finder>,
    search: Search,
    bytes_in: u64,
    failed: Option<ReadError>,
}

/// State of the search for a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RecallState {
    /// The next bytes are needed.
    NeedMore,
    /// The search is over, with or without a result.
    Done,
}

/// Search for a record in unpacked content.
struct Search {
    read: fn(&[u8], bool) -> RecordOutcome,
    /// Bytes still to skip.
    ahead: u64,
    /// Bytes held, from the record's first byte on.
    held: Vec<u8>,
    /// Number of held bytes at which the next try is worthwhile. It doubles each time, so that all tries together take
    /// linear time.
    try_at: usize,
    bytes: u64,
    /// Result so far; [`RecordOutcome::Cut`] during the search.
    outcome: RecordOutcome,
}

/// Signal that no more bytes are wanted.
struct StopSignal;

impl fmt::Debug for Search {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes ahead, {} held", self.ahead, self.held.len())
    }
}

impl Recall {
    /// Makes a search for the record at byte `offset` of a file's content. `format` is a
    /// [`Format::id`](crate::Format::id). `None` if the format is unknown or cannot recall records.
    pub fn new(format: &str, offset: u64) -> Option<Self> {
        let format = FORMATS.iter().find(|known| known.id == format)?;
        let (member, ahead) = source_parts(offset);
        let finder = if member > 0 { Some(Finder::new(member)?) } else { None };
        let search = Search {
            read: format.recall?,
            ahead,
            held: Vec::new(),
            try_at: 1,
            bytes: 0,
            outcome: RecordOutcome::Cut,
        };
        Some(Self { unpacking: Unpacking::new(), finder, search, bytes_in: 0, failed: None })
    }

    /// Declares that the bytes to come begin at this byte of the file, which must not be packed. If `first` is after
    /// the record, the search finds nothing.
    #[must_use]
    pub fn starting_at(mut self, first: u64) -> Self {
        self.unpacking = Unpacking::none();
        match self.search.ahead.checked_sub(first) {
            Some(ahead) => self.search.ahead = ahead,
            None => self.search.outcome = RecordOutcome::Nothing,
        }
        self
    }

    /// Takes the next bytes. After an unpacking error, every further call returns the same error.
    pub fn feed(&mut self, bytes: &[u8]) -> Result<RecallState, ReadError> {
        if let Some(error) = &self.failed {
            return Err(error.clone());
        }
        if self.search.is_open() {
            self.bytes_in += bytes.len() as u64;
            let Self { unpacking, finder, search, .. } = self;
            let mut found = Ok(true);
            let outcome = unpacking.feed(bytes, &mut |content| take(finder, search, content, &mut found));
            self.settle(outcome)?;
            self.settle_member(found)?;
        }
        Ok(if self.search.is_open() { RecallState::NeedMore } else { RecallState::Done })
    }

    /// Returns the progress. Bytes count from where the feeding began; there are no calls, and no trace is built.
    pub fn progress(&self) -> Progress {
        Progress { bytes_in: self.bytes_in, bytes_unpacked: self.search.bytes, ..Progress::default() }
    }

    /// Ends the search. `None` if no record begins at that byte, or if reading the file left the record out, too
    /// (longer than 16 MiB, or cut off).
    pub fn finish(mut self) -> Result<Option<Record>, ReadError> {
        if let Some(error) = self.failed {
            return Err(error);
        }
        if self.search.is_open() {
            let mut found = Ok(true);
            let outcome = {
                let Self { unpacking, finder, search, .. } = &mut self;
                unpacking.finish(&mut |content| take(finder, search, content, &mut found))
            };
            self.settle(outcome)?;
            self.settle_member(found)?;
            self.search.try_now(true);
        }
        Ok(if let RecordOutcome::Whole(record) = self.search.outcome { Some(record) } else { None })
    }

    /// Takes the outcome of feeding an archive's member. `Ok(false)` means that the member has ended.
    fn settle_member(&mut self, found: Result<bool, UnpackError<StopSignal>>) -> Result<(), ReadError> {
        match found {
            Ok(true) => Ok(()),
            Ok(false) => {
                self.search.try_now(true);
                if self.search.is_open() {
                    self.search.outcome = RecordOutcome::Nothing;
                }
                Ok(())
            }
            Err(broken) => self.settle(Err(broken)),
        }
    }

    /// Filters outcomes: damage after the record is no error.
    fn settle(&mut self, outcome: Result<(), UnpackError<StopSignal>>) -> Result<(), ReadError> {
        let Err(UnpackError::Faulty(fault)) = outcome else { return Ok(()) };
        self.search.try_now(false);
        if self.search.is_open() {
            self.failed = Some(fault.into_error());
        }
        self.failed.clone().map_or(Ok(()), Err)
    }
}

/// Hands content to the search, in an archive by way of the finder, whose outcome goes to `found`.
fn take(
    finder: &mut Option<Finder>,
    search: &mut Search,
    content: &[u8],
    found: &mut Result<bool, UnpackError<StopSignal>>,
) -> Result<(), StopSignal> {
    let Some(finder) = finder else { return search.take(content) };
    *found = finder.feed(content, &mut |content| search.take(content));
    if matches!(found, Ok(true)) { Ok(()) } else { Err(StopSignal) }
}

impl Search {
    fn take(&mut self, content: &[u8]) -> Result<(), StopSignal> {
        self.bytes += content.len() as u64;
        let passed = self.ahead.min(content.len() as u64);
        self.ahead -= passed;
        self.held.extend_from_slice(&content[passed as usize..]);
        if self.held.len() >= self.try_at {
            self.try_now(false);
            self.try_at = self.held.len() * 2;
        }
        if self.is_open() { Ok(()) } else { Err(StopSignal) }
    }

    /// Returns whether the search goes on.
    fn is_open(&self) -> bool {
        self.outcome == RecordOutcome::Cut
    }

    /// Tries to read the record from the bytes held.
    fn try_now(&mut self, complete: bool) {
        if self.is_open() && !self.held.is_empty() {
            self.outcome = (self.read)(&self.held, complete);
        }
    }
}
