//! Recognises the format of unpacked bytes, then reads them.

use crate::choice::{Choice, choose};
use crate::error::thousands;
use crate::format::{ContentKind, Format};
use crate::markup::is_page;
use crate::unread::{KNOWN_BYTES, not_read};
use crate::unrecognised::not_a_trace;
use crate::{Naming, ReadError, ReadErrorKind, Reader};
use diptych_trace::{OddityKind, ReadReport, Sink};
use std::fmt;

/// Bytes after which the format is chosen with what is known by then.
pub(crate) const HEAD_BYTES: usize = 1 << 20;

/// Bytes after which the format of a page of HTML is chosen. The trace in it comes behind the scripts that show it.
pub(crate) const PAGE_HEAD_BYTES: usize = 16 << 20;

/// Bytes after which the format of JSON is chosen. What names it may come last, but the bytes are held until then.
const JSON_HEAD_BYTES: usize = 4 << 20;

/// Formats that nearly any text may have, or text with indented lines and addresses. A signature of a format that is not read precedes them.
const ANY_TEXT: [&str; 3] = ["folded", "paths", "perf-script"];

/// Content of one file.
#[derive(Debug)]
pub(crate) struct Content {
    /// Formats that the file may have, in the order in which they are asked.
    formats: &'static [Format],
    file_name: String,
    /// Set for a member of an archive, which must not be an archive itself.
    is_member: bool,
    naming: Naming,
    state: State,
    bytes: u64,
    /// Byte from which on nothing could be read, because the format's grammar is broken there.
    lost_from: Option<u64>,
    /// Number of bytes before it that the reader left out for the same reason.
    lost_bytes: u64,
    /// Byte at which the file ends early or cannot be read on.
    ends_at: Option<u64>,
}

/// Recognised format of a file, and number of its calls.
#[derive(Debug)]
pub struct FileSummary {
    /// Format of the file.
    pub format: &'static Format,
    /// For an archive, the format of each trace, in file order.
    pub of_traces: Vec<&'static Format>,
    /// Number of calls given to the sink.
    pub calls: u64,
    /// Byte at which the file ends early or cannot be read on. Traces may be missing behind it.
    pub ends_at: Option<u64>,
}

enum State {
    /// Too few bytes to tell the format. The formats are asked again at `ask_at` bytes.
    Head { bytes: Vec<u8>, ask_at: usize },
    Reading {
        format: &'static Format,
        reader: Box<dyn Reader>,
        /// First bytes of the file. They tell its format, for the error, if the reader finds no trace.
        first: Vec<u8>,
        /// Set if nothing of the format has been seen.
        is_guess: bool,
    },
    /// Stopped after the first call. Further bytes are counted and ignored.
    Stopped { format: &'static Format, of_traces: Vec<&'static Format>, calls: u64 },
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Head { bytes, .. } => write!(f, "head of {} bytes", bytes.len()),
            Self::Reading { format, .. } => write!(f, "reading {}", format.id),
            Self::Stopped { format, .. } => write!(f, "stopped {}", format.id),
        }
    }
}

impl Content {
    pub(crate) fn new(file_name: &str, formats: &'static [Format]) -> Self {
        let state = State::Head { bytes: Vec::new(), ask_at: 1 };
        Self {
            formats,
            file_name: file_name.to_owned(),
            is_member: false,
            naming: Naming::default(),
            state,
            bytes: 0,
            lost_from: None,
            lost_bytes: 0,
            ends_at: None,
        }
    }

    /// Makes the content of an archive's member.
    pub(crate) fn of_member(name: &str, formats: &'static [Format], naming: &Naming) -> Self {
        Self { is_member: true, naming: naming.clone(), ..Self::new(name, formats) }
    }

    /// Sets the rules for names with arguments. Must be called before the first byte.
    pub(crate) fn name_by(&mut self, naming: Naming) {
        self.naming = naming;
    }

    /// Returns the number of bytes taken so far.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the recognised format. `None` while there are too few bytes to tell.
    pub(crate) fn format(&self) -> Option<&'static Format> {
        match self.state {
            State::Head { .. } => None,
            State::Reading { format, .. } | State::Stopped { format, .. } => Some(format),
        }
    }

    /// Returns the number of calls given to the sink so far.
    pub(crate) fn calls(&self) -> u64 {
        match &self.state {
            State::Head { .. } => 0,
            State::Reading { reader, .. } => reader.calls(),
            State::Stopped { calls, .. } => *calls,
        }
    }

    /// Returns true if the reader has all it needs, whatever follows.
    pub(crate) fn needs_no_more(&self) -> bool {
        matches!(&self.state, State::Reading { reader, .. } if reader.needs_no_more())
    }

    /// Returns the number of bytes held: those that wait for the format to be known, or the tables of the reader.
    pub(crate) fn held_bytes(&self) -> u64 {
        match &self.state {
            State::Head { bytes, .. } => bytes.capacity() as u64,
            State::Reading { reader, .. } => reader.held_bytes(),
            State::Stopped { .. } => 0,
        }
    }

    /// Takes the next bytes.
    pub(crate) fn feed(&mut self, bytes: &[u8], sink: &mut dyn Sink) -> Result<(), ReadError> {
        self.bytes += bytes.len() as u64;
        match &mut self.state {
            State::Stopped { .. } => Ok(()),
            State::Reading { first, .. } => {
                // Collects them from later pieces if the first ones were short.
                let missing = KNOWN_BYTES.saturating_sub(first.len()).min(bytes.len());
                first.extend_from_slice(&bytes[..missing]);
                self.read(bytes, sink)
            }
            State::Head { .. } => self.feed_head(bytes, sink),
        }
    }

    /// Takes bytes while the format is not known, no more at a time than that needs.
    fn feed_head(&mut self, mut bytes: &[u8], sink: &mut dyn Sink) -> Result<(), ReadError> {
        while let State::Head { bytes: head, ask_at } = &mut self.state
            && !bytes.is_empty()
        {
            let (first, rest) = bytes.split_at(bytes.len().min(HEAD_BYTES));
            head.extend_from_slice(first);
            bytes = rest;
            if head.len() >= *ask_at {
                self.recognise(false, sink)?;
            }
        }
        match self.state {
            State::Reading { .. } if !bytes.is_empty() => self.read(bytes, sink),
            _ => Ok(()),
        }
    }

    /// Takes the end of the bytes. Returns the format and the number of calls.
    pub(crate) fn finish(mut self, sink: &mut dyn Sink) -> Result<FileSummary, ReadError> {
        if let State::Head { .. } = self.state {
            self.recognise(true, sink)?;
        }
        let summary = match &mut self.state {
            State::Head { bytes, .. } => return Err(not_a_trace(bytes)),
            State::Stopped { format, of_traces, calls } => {
                FileSummary { format, of_traces: std::mem::take(of_traces), calls: *calls, ends_at: None }
            }
            State::Reading { format, reader, first, is_guess } => {
                match reader.finish(sink) {
                    Err(error) if error.kind == ReadErrorKind::TooLarge => return Err(error),
                    Err(error) if reader.calls() > 0 => {
                        self.lost_from = lost_from(&error, format);
                        self.ends_at = Some(error.offset);
                        note(&error, format, sink);
                    }
                    Err(error) if error.kind == ReadErrorKind::NotATrace && !*is_guess => {
                        return Err(not_read(first).unwrap_or(error));
                    }
                    Err(error) if error.kind != ReadErrorKind::NotATrace => return Err(error),
                    // What the reader lacks is no reason if the file has another format.
                    _ if *is_guess && reader.calls() == 0 && format.content == ContentKind::Json => {
                        return Err(not_a_trace(first));
                    }
                    Err(error) => return Err(error),
                    Ok(()) => {}
                }
                self.lost_bytes = reader.lost_bytes();
                FileSummary { format, of_traces: reader.formats(), calls: reader.calls(), ends_at: None }
            }
        };
        self.report_lost(sink);
        Ok(FileSummary { ends_at: self.ends_at, ..summary })
    }

    /// Reports how many of the file's bytes could not be read.
    fn report_lost(&self, sink: &mut dyn Sink) {
        let lost = self.lost_bytes + self.lost_from.map_or(0, |from| self.bytes.saturating_sub(from));
        if lost == 0 {
            return;
        }
        // More than 1 %.
        let kind =
            if lost.saturating_mul(100) > self.bytes { OddityKind::MuchLost } else { OddityKind::Lost };
        let (bytes, share) = (self.bytes.max(1), lost as f64 * 100.0 / self.bytes.max(1) as f64);
        let example = format!("{} of {} bytes, {share:.2} %", thousands(lost), thousands(bytes));
        sink.odd_of_file(kind, "", self.lost_from.unwrap_or(0), &example);
    }

    /// Reports that the end of the file is missing, of each trace that may lack a part.
    pub(crate) fn note_lost_end(
        &mut self,
        kind: OddityKind,
        subject: &str,
        example: &str,
        sink: &mut dyn Sink,
    ) {
        self.ends_at = Some(self.bytes);
        if self.is_archive() {
            // Its earlier files are whole. The file being read has the last trace.
            sink.odd(kind, subject, self.bytes, example);
        } else {
            odd_of_all(kind, subject, self.bytes, example, sink);
        }
    }

    fn is_archive(&self) -> bool {
        self.format().is_some_and(|format| format.content == ContentKind::Archive)
    }

    /// Ends the reading early, because memory would run out. Reports it, and writes what the reader held back.
    pub(crate) fn stop_early(&mut self, sink: &mut dyn Sink) {
        // At its end, an archive may begin traces of whole files. Other readers may begin all their traces then.
        if self.is_archive() {
            self.note_lost_end(OddityKind::Stopped, "", "", sink);
            self.stop(sink);
        } else {
            self.stop(sink);
            self.note_lost_end(OddityKind::Stopped, "", "", sink);
        }
    }

    /// Ends the reading early. The reader writes what it held back.
    pub(crate) fn stop(&mut self, sink: &mut dyn Sink) {
        if let State::Reading { format, reader, .. } = &mut self.state {
            // The caller has reported the reason. An error of the reader here only follows from it.
            let _follows = reader.finish(sink);
            self.lost_bytes = reader.lost_bytes();
            self.state = State::Stopped { format, of_traces: reader.formats(), calls: reader.calls() };
        }
    }

    /// Ends the reading because packed data is damaged from here on. Returns or reports an error in the bytes unpacked
    /// so far, if it is one regardless of what might have followed. Where it shows must not depend on how the file was
    /// cut.
    pub(crate) fn settle(&mut self, sink: &mut dyn Sink) -> Option<ReadError> {
        if let State::Head { .. } = self.state
            && let Err(error) = self.recognise(false, sink)
        {
            return Some(error);
        }
        let State::Reading { format, reader, .. } = &mut self.state else { return None };
        let outcome = reader.finish(sink);
        let calls = reader.calls();
        let format = *format;
        self.lost_bytes = reader.lost_bytes();
        self.state = State::Stopped { format, of_traces: reader.formats(), calls };
        // That the bytes end early only follows from the damage.
        let is_sure = |kind| matches!(kind, ReadErrorKind::Malformed | ReadErrorKind::TooLarge);
        let error = outcome.err().filter(|error| is_sure(error.kind))?;
        if calls == 0 || error.kind == ReadErrorKind::TooLarge {
            return Some(error);
        }
        self.lost_from = lost_from(&error, format);
        self.ends_at = Some(error.offset);
        note(&error, format, sink);
        None
    }

    fn read(&mut self, bytes: &[u8], sink: &mut dyn Sink) -> Result<(), ReadError> {
        let State::Reading { format, reader, .. } = &mut self.state else { return Ok(()) };
        match reader.feed(bytes, sink) {
            Err(error) if reader.calls() > 0 => {
                let format = *format;
                // Write first what was held back. If the last piece had been short, the error would have shown only
                // after that.
                self.stop(sink);
                self.lost_from = lost_from(&error, format);
                self.ends_at = Some(error.offset);
                note(&error, format, sink);
                Ok(())
            }
            outcome => outcome,
        }
    }

    /// Asks the formats about the head. Once one is chosen, feeds the head to its reader.
    fn recognise(&mut self, complete: bool, sink: &mut dyn Sink) -> Result<(), ReadError> {
        let State::Head { bytes, .. } = &self.state else { return Ok(()) };
        let held = bytes.len();
        let most = match bytes {
            _ if is_json(bytes) => JSON_HEAD_BYTES,
            _ if is_page(bytes) => PAGE_HEAD_BYTES,
            _ => HEAD_BYTES,
        };
        // From the first limit on, the formats are asked about heads of fixed lengths. Other heads would let the choice
        // depend on the size of the last piece.
        let mut length = HEAD_BYTES;
        while length <= held && length < most {
            self.ask(length, false, false, sink)?;
            length *= 2;
        }
        let is_full = held >= most;
        if held < HEAD_BYTES || complete || is_full {
            self.ask(held.min(most), complete && held <= most, complete || is_full, sink)?;
        }
        Ok(())
    }

    /// Asks the formats about the first bytes of the head. `last` if there will be no more of them.
    fn ask(
        &mut self,
        length: usize,
        complete: bool,
        last: bool,
        sink: &mut dyn Sink,
    ) -> Result<(), ReadError> {
        let State::Head { bytes, ask_at } = &mut self.state else { return Ok(()) };
        let many = length >= HEAD_BYTES;
        let choice = choose(self.formats, &bytes[..length], complete, last, many, &self.file_name);
        let is_open = match &choice {
            Choice::Open => true,
            Choice::Unknown => false,
            // Bytes that would name another format may follow. The outcome must not depend on how the file is cut.
            Choice::Is(format) | Choice::Guess(format) => {
                ANY_TEXT.contains(&format.id) && !last && bytes.len() < KNOWN_BYTES
            }
        };
        if is_open {
            // Doubling keeps the time of all attempts linear.
            *ask_at = bytes.len() * 2;
            return Ok(());
        }
        let is_guess = matches!(choice, Choice::Guess(_));
        match choice {
            Choice::Open => Ok(()),
            Choice::Unknown => Err(not_a_trace(bytes)),
            Choice::Is(format) | Choice::Guess(format)
                if self.is_member && format.content == ContentKind::Archive =>
            {
                let found =
                    format!("It is {} in the archive; only the outer one is opened", format.with_article());
                Err(ReadError::new(ReadErrorKind::NotRead, 0, found))
            }
            Choice::Is(format) | Choice::Guess(format)
                if ANY_TEXT.contains(&format.id)
                    && let Some(error) = not_read(bytes) =>
            {
                Err(error)
            }
            Choice::Is(format) | Choice::Guess(format) => {
                let head = std::mem::take(bytes);
                let first = head[..head.len().min(KNOWN_BYTES)].to_vec();
                let mut reader = (format.open)();
                reader.name_by(&self.naming);
                self.state = State::Reading { format, reader, first, is_guess };
                self.read(&head, sink)
            }
        }
    }
}

/// Returns whether a file begins like JSON.
fn is_json(head: &[u8]) -> bool {
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head).trim_ascii_start();
    matches!(text.first(), Some(b'{' | b'['))
}

/// Returns the byte from which on an error loses all bytes. `None` if the file only ends early, and for an archive: the
/// traces before the damage lose nothing.
fn lost_from(error: &ReadError, format: &Format) -> Option<u64> {
    let is_lost = error.kind == ReadErrorKind::Malformed && format.content != ContentKind::Archive;
    is_lost.then_some(error.offset)
}

/// Reports an error after the first call. For an archive, the report of each trace says that the archive has a rest, and
/// the archive reports of which trace a part is missing.
fn note(error: &ReadError, format: &Format, sink: &mut dyn Sink) {
    let kind = match error.kind {
        ReadErrorKind::Truncated => OddityKind::Truncated,
        _ => OddityKind::SyntaxError,
    };
    let place = error.line.map_or(String::new(), |line| format!("line {line}: "));
    let example = format!("{place}{}", error.found);
    if format.content == ContentKind::Archive {
        sink.odd_of_file(OddityKind::SkippedPart, "rest of the archive", error.offset, &example);
    } else {
        odd_of_all(kind, "", error.offset, &example, sink);
    }
}

/// Reports an oddity of each trace begun so far: each may lack a part, not only the one that was being read.
fn odd_of_all(kind: OddityKind, subject: &str, offset: u64, example: &str, sink: &mut dyn Sink) {
    let mut report = ReadReport::default();
    report.note(kind, subject, offset, example);
    sink.odd_of_last(usize::MAX, &report);
}
