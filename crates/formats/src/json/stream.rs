//! Reads a JSON document of any shape, in pieces, and reports it value by value.

use super::recovery::is_object_with;
use super::{BrokenPart, LexError, Lexer, Next, Recovery, Skipper, Value};
use crate::pending::Pending;
use crate::record::MAX_RECORD_BYTES;
use crate::{ReadError, ReadErrorKind};
use diptych_trace::{OddityKind, Sink};

/// Receiver of a document's values.
///
/// Each value has a *place*, a value that the format defines. A member's place follows from its object's place and its
/// name, an element's from its array's place.
pub(crate) trait Document {
    /// Position of a value in the document.
    type Place: Copy;

    /// Returns the place of a member of the object at `object`. `None` to skip its value, whatever it is.
    fn member(&mut self, object: Self::Place, name: &[u8]) -> Option<Self::Place>;

    /// Returns the place of the next element of the array at `array`. `None` to skip it.
    fn element(&mut self, array: Self::Place) -> Option<Self::Place>;

    /// Takes the beginning of an object or array, at a byte of the file.
    fn open(&mut self, place: Self::Place, offset: u64, sink: &mut dyn Sink);

    /// Takes the end of the object or array.
    fn close(&mut self, place: Self::Place, sink: &mut dyn Sink);

    /// Takes a text, number or literal; never [`Value::Nested`].
    fn value(&mut self, place: Self::Place, value: Value<'_>, offset: u64, sink: &mut dyn Sink);

    /// Returns the members that each element of the array at `array` has, each with its alternative names, if reading
    /// may go on at the next element behind one that breaks the syntax. `None` if others refer to the elements by their
    /// index, or if they cannot be recognised.
    fn members_of_records(&self, _array: Self::Place) -> Option<Members> {
        None
    }

    /// Forgets the element of the array at `array` that is being read, because it breaks the syntax.
    fn leave_out(&mut self, _array: Self::Place) {}
}

/// Members of a record, each with its alternative names.
pub(crate) type Members = &'static [&'static [&'static [u8]]];

/// Parser that cuts the bytes of a document into values. It holds no more than the value cut by the end of a piece, and
/// a place for each open bracket.
#[derive(Debug)]
pub(crate) struct Stream<P> {
    pending: Pending,
    /// Open objects and arrays, outermost first.
    open: Vec<Open<P>>,
    state: State<P>,
    /// Set if documents may follow each other.
    are_several: bool,
    failed: bool,
    recovery: Recovery,
    /// The broken part behind which no record was found.
    given_up: Option<BrokenPart>,
    /// Set once no more bytes will come.
    is_last: bool,
    /// Number of bytes left out because they break the syntax.
    lost_bytes: u64,
}

/// An open object or array.
#[derive(Debug, Clone, Copy)]
struct Open<P> {
    place: P,
    kind: Container,
    /// Byte of the file at which it begins.
    offset: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Container {
    Object,
    Array,
}

#[derive(Debug, Clone, Copy)]
enum State<P> {
    Start,
    /// In the innermost open bracket, between values.
    Inside,
    /// After the name of a member.
    Member(P),
    Skipped(Skipper),
    /// Behind a part that breaks the syntax, in search of the next record of the array with this index among the open
    /// ones.
    Broken(BrokenPart, usize),
    End,
}

impl<P: Copy> Default for Stream<P> {
    fn default() -> Self {
        Self {
            pending: Pending::default(),
            open: Vec::new(),
            state: State::Start,
            are_several: false,
            failed: false,
            recovery: Recovery::default(),
            given_up: None,
            is_last: false,
            lost_bytes: 0,
        }
    }
}

impl<P: Copy> Stream<P> {
    /// Makes a parser of several documents in a row, such as one per line.
    pub(crate) fn of_documents() -> Self {
        Self { are_several: true, ..Self::default() }
    }

    /// Takes the next bytes. `root` is the place of the document itself.
    pub(crate) fn feed(
        &mut self,
        bytes: &[u8],
        root: P,
        document: &mut impl Document<Place = P>,
        sink: &mut dyn Sink,
    ) -> Result<(), ReadError> {
        if self.pending.push(bytes) { self.run(root, document, sink) } else { Ok(()) }
    }

    /// Takes the end of the bytes: reads what is held. An error if the document is incomplete.
    pub(crate) fn finish(
        &mut self,
        root: P,
        document: &mut impl Document<Place = P>,
        sink: &mut dyn Sink,
    ) -> Result<(), ReadError> {
        if self.failed {
            return Ok(());
        }
        self.is_last = true;
        self.run(root, document, sink)?;
        if let State::Broken(broken, _) = self.state {
            return Err(broken.into_error());
        }
        let rest = self.pending.take();
        let end = self.pending.offset() + rest.len() as u64;
        match self.state {
            State::End => Ok(()),
            _ => Err(ReadError::new(ReadErrorKind::Truncated, end, "It is cut off inside its JSON")),
        }
    }

    /// Returns the number of bytes held.
    pub(crate) fn held_bytes(&self) -> u64 {
        self.pending.held_bytes() + (self.open.capacity() * size_of::<Open<P>>()) as u64
    }

    /// Returns the number of bytes that were left out because they break the syntax.
    pub(crate) fn lost_bytes(&self) -> u64 {
        self.lost_bytes
    }

    fn run(
        &mut self,
        root: P,
        document: &mut impl Document<Place = P>,
        sink: &mut dyn Sink,
    ) -> Result<(), ReadError> {
        let bytes = self.pending.take();
        let mut at = 0;
        let mut outcome = Ok(true);
        while outcome == Ok(true) {
            outcome = match self.step(&bytes, &mut at, root, document, sink) {
                Err(LexError::Wrong { at: wrong, expected }) => {
                    match self.broken(&bytes, wrong, expected, document) {
                        Some(state) => {
                            self.state = state;
                            Ok(true)
                        }
                        None => Err(LexError::Wrong { at: wrong, expected }),
                    }
                }
                outcome => outcome,
            };
        }
        if let Some(broken) = self.given_up {
            self.pending.put_back(bytes, at);
            self.failed = true;
            return Err(broken.into_error());
        }
        let settled = self.pending.settle(bytes, at, outcome);
        self.failed = settled.is_err();
        settled
    }

    /// Runs one step from `at` on, and advances `at` past the bytes read. Returns `Ok(false)` if more bytes are needed.
    fn step(
        &mut self,
        bytes: &[u8],
        at: &mut usize,
        root: P,
        document: &mut impl Document<Place = P>,
        sink: &mut dyn Sink,
    ) -> Result<bool, LexError> {
        if let State::Skipped(skipper) = &mut self.state {
            let (passed, done) = skipper.skip(&bytes[*at..]);
            *at += passed;
            if done {
                self.state = State::Inside;
            }
            return Ok(done);
        }
        if let State::Broken(broken, array) = self.state {
            return Ok(self.recover(broken, array, bytes, at, document, sink));
        }
        let mut lexer = Lexer::new(bytes, *at);
        if matches!(self.state, State::Start) && bytes.starts_with(b"\xef\xbb\xbf") {
            lexer.at = 3;
        }
        let next = lexer.peek();
        *at = lexer.at;
        let Ok(next) = next else { return Ok(false) };
        let place = match self.state {
            State::Start if matches!(next, b'{' | b'[') => root,
            State::End if self.are_several && matches!(next, b'{' | b'[') => root,
            State::Start => return Err(lexer.wrong("`{` or `[`")),
            State::End => return Err(lexer.wrong("the end of the file")),
            State::Member(place) => place,
            State::Inside | State::Skipped(_) | State::Broken(..) => {
                match self.inside(next, &mut lexer, at, document, sink)? {
                    Some(place) => place,
                    None => return Ok(true),
                }
            }
        };
        self.value(place, next, &mut lexer, at, document, sink)
    }

    /// Returns the state behind a syntax error. `None` if reading cannot go on.
    fn broken(
        &self,
        bytes: &[u8],
        at: usize,
        expected: &'static str,
        document: &impl Document<Place = P>,
    ) -> Option<State<P>> {
        let is_list = |open: &Open<P>| {
            open.kind == Container::Array && document.members_of_records(open.place).is_some()
        };
        let array = self.open.iter().rposition(is_list)?;
        let here = self.pending.offset() + at as u64;
        let offset = self.open.get(array + 1).map_or(here, |record| record.offset);
        Some(State::Broken(BrokenPart::new(&self.pending, bytes, offset, at, expected), array))
    }

    /// Looks for the next record of an array behind a broken one. Returns false if more bytes are needed, or none was
    /// found.
    fn recover(
        &mut self,
        broken: BrokenPart,
        array: usize,
        bytes: &[u8],
        at: &mut usize,
        document: &mut impl Document<Place = P>,
        sink: &mut dyn Sink,
    ) -> bool {
        let place = self.open[array].place;
        let members = document.members_of_records(place).unwrap_or_default();
        let next = self.recovery.next(bytes, *at, self.is_last, &|bytes| is_object_with(bytes, members));
        match next {
            Next::At(next) => {
                let left_out = self.pending.offset() + next as u64 - broken.offset;
                self.lost_bytes += left_out;
                let subject = "part that breaks the syntax of JSON";
                let text = broken.text(left_out);
                sink.odd_of_file(OddityKind::BadEvent, subject, broken.offset, &text);
                document.leave_out(place);
                self.open.truncate(array + 1);
                (*at, self.state) = (next, State::Inside);
                true
            }
            Next::NotBefore(next) => {
                *at = next;
                false
            }
            Next::InOtherList(_) | Next::GivenUp => {
                self.given_up = Some(broken);
                false
            }
        }
    }

    /// Takes what comes between two values. Returns the place of the next value if it is an element. Otherwise consumes
    /// a name or the closing bracket.
    fn inside(
        &mut self,
        next: u8,
        lexer: &mut Lexer<'_>,
        at: &mut usize,
        document: &mut impl Document<Place = P>,
        sink: &mut dyn Sink,
    ) -> Result<Option<P>, LexError> {
        let Some(&Open { place: container, kind, .. }) = self.open.last() else { return Ok(None) };
        if kind == Container::Array && next == b'}' {
            // The skipper would stop at it without consuming a byte, so the loop would never end.
            return Err(lexer.wrong("a value or `]`"));
        }
        if kind == Container::Array && next != b']' {
            let place = document.element(container);
            if place.is_none() {
                self.state = State::Skipped(Skipper::default());
            }
            return Ok(place);
        }
        let member = match kind {
            Container::Object => {
                let name = lexer.key();
                let length = if name.is_ok() { lexer.at - *at } else { lexer.rest() };
                if length > MAX_RECORD_BYTES && !matches!(name, Err(LexError::Wrong { .. })) {
                    return Err(LexError::Wrong { at: *at, expected: "a name of less than 16 MiB" });
                }
                name?
            }
            Container::Array => {
                lexer.at += 1;
                None
            }
        };
        *at = lexer.at;
        match member {
            None => {
                self.open.pop();
                self.state = if self.open.is_empty() { State::End } else { State::Inside };
                document.close(container, sink);
            }
            Some(name) => {
                let place = document.member(container, name);
                self.state = place.map_or(State::Skipped(Skipper::default()), State::Member);
            }
        }
        Ok(None)
    }

    fn value(
        &mut self,
        place: P,
        next: u8,
        lexer: &mut Lexer<'_>,
        at: &mut usize,
        document: &mut impl Document<Place = P>,
        sink: &mut dyn Sink,
    ) -> Result<bool, LexError> {
        let offset = self.pending.offset() + *at as u64;
        let bracket = match next {
            b'{' => Some(Container::Object),
            b'[' => Some(Container::Array),
            _ => None,
        };
        if let Some(kind) = bracket {
            *at += 1;
            self.open.push(Open { place, kind, offset });
            self.state = State::Inside;
            document.open(place, offset, sink);
            return Ok(true);
        }
        let value = lexer.value();
        // Check complete values, too: the result must not depend on how the file is cut.
        let length = if value.is_ok() { lexer.at - *at } else { lexer.rest() };
        if length > MAX_RECORD_BYTES && !matches!(value, Err(LexError::Wrong { .. })) {
            sink.odd(OddityKind::BadEvent, "value of more than 16 MiB", offset, "");
            self.state = State::Skipped(Skipper::default());
            return Ok(true);
        }
        let Some(value) = whole(value)? else {
            // An element's place may be requested only once. When the value is read again, it counts as a member's
            // value.
            self.state = State::Member(place);
            return Ok(false);
        };
        *at = lexer.at;
        self.state = State::Inside;
        document.value(place, value, offset, sink);
        Ok(true)
    }
}

/// Returns `None` if the value may be complete with more bytes.
fn whole(value: Result<Value<'_>, LexError>) -> Result<Option<Value<'_>>, LexError> {
    match value {
        Ok(value) => Ok(Some(value)),
        Err(LexError::Incomplete) => Ok(None),
        Err(stop) => Err(stop),
    }
}
