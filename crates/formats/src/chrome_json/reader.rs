//! Cuts the file into events.

use super::calls::Calls;
use super::event::{Event, FieldOrderCache};
use super::members::Members;
use super::placed_event::EventAtOffset;
use super::recovery::EventRecovery;
use crate::json::{BrokenPart, LexError, Lexer, Next, Skipper};
use crate::pending::Pending;
use crate::quote::quote;
use crate::record::MAX_RECORD_BYTES;
use crate::{Naming, ReadError, ReadErrorKind, Reader};
use diptych_trace::{OddityKind, Sink};

/// Reader of one file.
#[derive(Debug, Default)]
pub(super) struct ChromeJson {
    pending: Pending,
    state: State,
    document: Document,
    /// Set once `traceEvents` (or the array) has begun in any document.
    has_events: bool,
    failed: bool,
    members: Members,
    field_order: FieldOrderCache,
    calls: Calls,
    recovery: EventRecovery,
    /// Set once no more bytes will come.
    is_last: bool,
    /// Set if the samples of a document would become too many calls.
    refused: Option<ReadError>,
    /// The first part that breaks the syntax.
    first_broken: Option<BrokenPart>,
    /// Number of bytes left out because they break the syntax.
    lost_bytes: u64,
}

/// Current JSON document. A file may hold several in a row; each that has events is a trace.
#[derive(Debug, Clone, Copy, Default)]
struct Document {
    /// Set for an object, clear for an array.
    is_object: bool,
    /// Set once `traceEvents` (or the array) has begun.
    has_events: bool,
    /// Set once its first event was read.
    has_begun: bool,
}

/// Position in the file.
#[derive(Debug, Clone, Copy, Default)]
enum State {
    #[default]
    Start,
    /// Between members of the object.
    Members,
    /// In a member that is skipped.
    SkippedMember(Skipper),
    /// In a member that holds samples or their frames.
    SampledMember(Skipper),
    /// Between events.
    Events,
    /// In an event that is skipped.
    SkippedEvent(Skipper),
    /// Behind a part that breaks the syntax, in search of the next event.
    Broken(BrokenPart),
    /// After a document.
    End,
}

impl Reader for ChromeJson {
    fn name_by(&mut self, naming: &Naming) {
        self.calls.name_by(naming);
    }

    fn feed(&mut self, bytes: &[u8], sink: &mut dyn Sink) -> Result<(), ReadError> {
        if !self.pending.push(bytes) {
            return Ok(());
        }
        let outcome = self.run(sink);
        outcome.map_err(|error| self.first_error().unwrap_or(error))
    }

    fn finish(&mut self, sink: &mut dyn Sink) -> Result<(), ReadError> {
        let outcome =
            if self.failed { Ok(()) } else { self.run_to_end(sink).and_then(|()| self.check_end()) };
        let refused = self.calls.end_document(self.pending.offset() + self.pending.len(), sink).err();
        self.calls.finish(sink);
        match self.first_error().or(refused) {
            Some(error) => Err(error),
            None => outcome,
        }
    }

    fn calls(&self) -> u64 {
        self.calls.count()
    }

    fn held_bytes(&self) -> u64 {
        self.calls.held_bytes()
    }

    fn lost_bytes(&self) -> u64 {
        self.lost_bytes
    }
}

impl ChromeJson {
    /// Returns the error that precedes the one which ends the reading: it must not depend on how the file is cut.
    fn first_error(&mut self) -> Option<ReadError> {
        let broken = self.first_broken.filter(|_| self.calls.count() == 0);
        self.refused.take().or_else(|| broken.map(BrokenPart::into_error))
    }

    /// Reads the complete part of the pending bytes.
    fn run(&mut self, sink: &mut dyn Sink) -> Result<(), ReadError> {
        let bytes = self.pending.take();
        let mut at = 0;
        let mut outcome = Ok(true);
        while outcome == Ok(true) {
            outcome = self.step(&bytes, &mut at, sink);
        }
        let settled = self.pending.settle(bytes, at, outcome);
        self.failed = settled.is_err();
        settled
    }

    /// Reads the pending bytes as the last ones. An unclosed text reaches to the end of the file, so the events in it are
    /// looked for there.
    fn run_to_end(&mut self, sink: &mut dyn Sink) -> Result<(), ReadError> {
        self.is_last = true;
        self.run(sink)?;
        while matches!(self.state, State::Events) {
            let bytes = self.pending.take();
            let next = self.recovery.next(&bytes, bytes.len().min(1), true);
            let is_found = matches!(next, Next::At(_)) && self.recovery.spend(bytes.len());
            if is_found {
                self.state = self.broken(&bytes, 0, 0, "an event that ends before the next one begins");
            }
            self.pending.put_back(bytes, 0);
            if !is_found {
                break;
            }
            self.run(sink)?;
        }
        if let State::Broken(broken) = self.state {
            let bytes = self.pending.take();
            let end = bytes.len();
            self.pending.put_back(bytes, end);
            self.note_broken(broken, self.pending.offset(), sink);
            (self.state, self.document.is_object) = (State::Events, false);
        }
        Ok(())
    }

    /// Returns the state behind an event that begins at an index of the bytes and breaks the syntax at another.
    fn broken(&self, bytes: &[u8], start: usize, at: usize, expected: &'static str) -> State {
        let offset = self.pending.offset() + start as u64;
        State::Broken(BrokenPart::new(&self.pending, bytes, offset, at, expected))
    }

    /// Looks for the next event behind a broken one.
    fn recover(
        &mut self,
        broken: BrokenPart,
        bytes: &[u8],
        at: &mut usize,
        sink: &mut dyn Sink,
    ) -> Result<bool, LexError> {
        // The broken event itself may have been read as one in part.
        let is_first = self.pending.offset() + *at as u64 == broken.offset;
        match self.recovery.next(bytes, *at + usize::from(is_first && *at < bytes.len()), self.is_last) {
            Next::At(next) => {
                self.note_broken(broken, self.pending.offset() + next as u64, sink);
                (*at, self.state) = (next, State::Events);
                Ok(true)
            }
            Next::NotBefore(next) => {
                *at = next;
                Ok(false)
            }
            Next::GivenUp | Next::InOtherList(_) => {
                Err(LexError::Wrong { at: *at, expected: "JSON without errors" })
            }
        }
    }

    /// Reports a part that breaks the syntax and ends before byte `end` of the file.
    fn note_broken(&mut self, broken: BrokenPart, end: u64, sink: &mut dyn Sink) {
        self.first_broken.get_or_insert(broken);
        let bytes = end.saturating_sub(broken.offset);
        self.lost_bytes += bytes;
        sink.odd(
            OddityKind::BadEvent,
            "event that breaks the syntax of JSON",
            broken.offset,
            &broken.text(bytes),
        );
    }

    /// Runs one step from `at` on, and advances `at` past the bytes read. Returns `Ok(false)` if more bytes are needed.
    fn step(&mut self, bytes: &[u8], at: &mut usize, sink: &mut dyn Sink) -> Result<bool, LexError> {
        match &mut self.state {
            State::Start => self.start(bytes, at, sink),
            State::Members => self.member(bytes, at, sink),
            State::Events => self.events(bytes, at, sink),
            &mut State::Broken(broken) => self.recover(broken, bytes, at, sink),
            State::SampledMember(skipper) => {
                let (passed, done) = skipper.skip(&bytes[*at..]);
                self.calls.samples().member(&bytes[*at..*at + passed], done, sink);
                *at += passed;
                if done {
                    self.state = State::Members;
                }
                Ok(done)
            }
            State::SkippedMember(skipper) | State::SkippedEvent(skipper) => {
                let (passed, done) = skipper.skip(&bytes[*at..]);
                *at += passed;
                if done {
                    let in_member = matches!(self.state, State::SkippedMember(_));
                    self.state = if in_member { State::Members } else { State::Events };
                }
                Ok(done)
            }
            State::End => {
                let mut lexer = Lexer::new(bytes, *at);
                let next = lexer.peek();
                *at = lexer.at;
                match next {
                    Ok(b'{' | b'[') => self.begin_document(&mut lexer, at, sink),
                    Ok(_) => Err(lexer.wrong("the end of the file")),
                    Err(_) => Ok(false),
                }
            }
        }
    }

    fn start(&mut self, bytes: &[u8], at: &mut usize, sink: &mut dyn Sink) -> Result<bool, LexError> {
        if bytes.starts_with(b"\xef\xbb\xbf") {
            *at = 3;
        }
        let mut lexer = Lexer::new(bytes, *at);
        self.begin_document(&mut lexer, at, sink)
    }

    fn begin_document(
        &mut self,
        lexer: &mut Lexer<'_>,
        at: &mut usize,
        sink: &mut dyn Sink,
    ) -> Result<bool, LexError> {
        if let Err(error) = self.calls.end_document(self.pending.offset() + *at as u64, sink) {
            self.refused.get_or_insert(error);
        }
        self.document = Document::default();
        match lexer.peek()? {
            b'[' => self.begin_events(),
            b'{' => (self.state, self.document.is_object) = (State::Members, true),
            _ => return Err(lexer.wrong("`{` or `[`")),
        }
        *at = lexer.at + 1;
        Ok(true)
    }

    fn begin_events(&mut self) {
        self.state = State::Events;
        (self.has_events, self.document.has_events) = (true, true);
    }

    fn member(&mut self, bytes: &[u8], at: &mut usize, sink: &mut dyn Sink) -> Result<bool, LexError> {
        let mut lexer = Lexer::new(bytes, *at);
        let Some(key) = lexer.key()? else {
            if self.has_events && !self.document.has_events {
                let offset = self.pending.offset() + *at as u64;
                sink.odd(OddityKind::SkippedPart, "a further document without traceEvents", offset, "");
            }
            self.state = State::End;
            *at = lexer.at;
            return Ok(true);
        };
        let first = lexer.peek()?;
        if key == b"traceEvents" && first == b'[' {
            self.begin_events();
            *at = lexer.at + 1;
        } else if let (b"stackFrames", b'{') | (b"samples", b'[') = (key, first) {
            self.calls.samples().begin_member(first == b'{', self.pending.offset() + lexer.at as u64);
            self.state = State::SampledMember(Skipper::default());
            *at = lexer.at;
        } else {
            self.members.skipped(key, first, self.pending.offset() + *at as u64, sink);
            self.state = State::SkippedMember(Skipper::default());
            *at = lexer.at;
        }
        Ok(true)
    }

    /// Reads events up to the end of the array or of the bytes.
    fn events(&mut self, bytes: &[u8], at: &mut usize, sink: &mut dyn Sink) -> Result<bool, LexError> {
        let mut lexer = Lexer::new(bytes, *at);
        loop {
            let next = lexer.peek();
            *at = lexer.at;
            let Ok(next) = next else { return Ok(false) };
            if next == b']' {
                *at += 1;
                self.state = if self.document.is_object { State::Members } else { State::End };
                return Ok(true);
            }
            if !std::mem::replace(&mut self.document.has_begun, true) {
                self.calls.begin_trace(sink);
            }
            let mut event = Event::default();
            let outcome = match next {
                b'{' => event.read(&mut lexer, &mut self.field_order),
                // A value that is not an object counts as an event without fields.
                _ => lexer.value().map(|_| ()),
            };
            let offset = self.pending.offset() + *at as u64;
            let raw = match outcome {
                Ok(()) => &bytes[*at..lexer.at],
                Err(LexError::Incomplete) => &bytes[*at..],
                Err(LexError::Wrong { at: wrong, expected }) => {
                    self.state = self.broken(bytes, *at, wrong, expected);
                    return Ok(true);
                }
            };
            // Check complete events, too: the result must not depend on how the file is cut.
            if raw.len() > MAX_RECORD_BYTES {
                let placed = EventAtOffset { event: &Event::default(), raw, offset };
                self.calls.odd(OddityKind::BadEvent, "event of more than 16 MiB", &placed, sink);
                self.state = State::SkippedEvent(Skipper::default());
                return Ok(true);
            }
            outcome?;
            if self.recovery.hides_events(raw) {
                self.state = self.broken(bytes, *at, *at, "an event that ends before the next one begins");
                return Ok(true);
            }
            self.calls.take(&EventAtOffset { event: &event, raw, offset }, sink);
        }
    }

    /// Returns an error if the file must not end here.
    fn check_end(&mut self) -> Result<(), ReadError> {
        let rest = self.pending.take();
        let cut = rest.iter().any(|byte| !byte.is_ascii_whitespace() && *byte != b',');
        let found = match self.state {
            State::Events if cut => format!("It is cut off inside the event `{}`", quote(&rest)),
            State::SkippedEvent(_) => "It is cut off inside an event".to_owned(),
            State::Events if self.document.is_object => "It is cut off between two events".to_owned(),
            State::Start | State::SkippedMember(_) | State::SampledMember(_) => {
                "It is cut off outside its events".to_owned()
            }
            State::Members if cut => "It is cut off outside its events".to_owned(),
            State::Members | State::End if !self.has_events => {
                let found = "It is JSON without the array `traceEvents`";
                return Err(ReadError::new(ReadErrorKind::NotATrace, 0, found));
            }
            State::Events | State::Members | State::End | State::Broken(_) => return Ok(()),
        };
        let end = self.pending.offset() + rest.len() as u64;
        Err(ReadError::new(ReadErrorKind::Truncated, end, found))
    }
}
