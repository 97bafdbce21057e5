//! A JSON document of any shape, fed in pieces, told value by value.

use super::{Lexer, Skipper, Stop, Value};
use crate::pending::Pending;
use crate::record::MAX_RECORD_BYTES;
use crate::{ReadError, ReadErrorKind};
use diptych_trace::{OddKind, Sink};

/// What a format makes of a document. Values stand at *places*, which the format gives itself: that of a member from the
/// place of its object and its name, that of an element from the place of its array.
pub(crate) trait Document {
    /// Where a value stands.
    type Place: Copy;

    /// The place of a member of the object at `object`; `None`: its value is passed over unread, whatever it holds.
    fn member(&mut self, object: Self::Place, name: &[u8]) -> Option<Self::Place>;

    /// The place of the next element of the array at `array`; `None` as above.
    fn element(&mut self, array: Self::Place) -> Option<Self::Place>;

    /// An object or array begins at a byte of the file.
    fn open(&mut self, place: Self::Place, offset: u64, sink: &mut dyn Sink);

    /// It is over.
    fn close(&mut self, place: Self::Place, sink: &mut dyn Sink);

    /// A text, number or literal; [`Value::Nested`] never.
    fn value(&mut self, place: Self::Place, value: Value<'_>, offset: u64, sink: &mut dyn Sink);
}

/// Cuts the bytes of a document into values. Holds no more than the value that a piece has cut, and a place for each
/// bracket that is open.
#[derive(Debug)]
pub(crate) struct Stream<P> {
    pending: Pending,
    /// Places of the open objects and arrays.
    open: Vec<(P, Container)>,
    state: State<P>,
    /// Whether documents may follow each other.
    are_several: bool,
    failed: bool,
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
    /// Behind the name of a member.
    Member(P),
    Skipped(Skipper),
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
        }
    }
}

impl<P: Copy> Stream<P> {
    /// Of documents one behind the other, as a line each.
    pub(crate) fn of_documents() -> Self {
        Self { are_several: true, ..Self::default() }
    }

    /// Takes the next bytes. `root`: where the document itself stands.
    pub(crate) fn feed(
        &mut self,
        bytes: &[u8],
        root: P,
        document: &mut impl Document<Place = P>,
        sink: &mut dyn Sink,
    ) -> Result<(), ReadError> {
        if self.pending.push(bytes) { self.run(root, document, sink) } else { Ok(()) }
    }

    /// There are no more bytes: reads what is held, and says whether the document is whole.
    pub(crate) fn finish(
        &mut self,
        root: P,
        document: &mut impl Document<Place = P>,
        sink: &mut dyn Sink,
    ) -> Result<(), ReadError> {
        if self.failed {
            return Ok(());
        }
        self.run(root, document, sink)?;
        let rest = self.pending.take();
        let end = self.pending.offset() + rest.len() as u64;
        match self.state {
            State::End => Ok(()),
            _ => Err(ReadError::new(ReadErrorKind::Truncated, end, "It is cut off inside its JSON")),
        }
    }

    /// Bytes held.
    pub(crate) fn held_bytes(&self) -> u64 {
        self.pending.held_bytes() + (self.open.capacity() * size_of::<(P, Container)>()) as u64
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
            outcome = self.step(&bytes, &mut at, root, document, sink);
        }
        let settled = self.pending.settle(bytes, at, outcome);
        self.failed = settled.is_err();
        settled
    }

    /// One step from `at` on, which moves past what is done with. `false`: more bytes are needed.
    fn step(
        &mut self,
        bytes: &[u8],
        at: &mut usize,
        root: P,
        document: &mut impl Document<Place = P>,
        sink: &mut dyn Sink,
    ) -> Result<bool, Stop> {
        if let State::Skipped(skipper) = &mut self.state {
            let (passed, done) = skipper.skip(&bytes[*at..]);
            *at += passed;
            if done {
                self.state = State::Inside;
            }
            return Ok(done);
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
            State::Inside | State::Skipped(_) => match self.inside(next, &mut lexer, at, document, sink)? {
                Some(place) => place,
                None => return Ok(true),
            },
        };
        self.value(place, next, &mut lexer, at, document, sink)
    }

    /// Between two values: the place of the next one, if it is an element; else past a name or the closing bracket.
    fn inside(
        &mut self,
        next: u8,
        lexer: &mut Lexer<'_>,
        at: &mut usize,
        document: &mut impl Document<Place = P>,
        sink: &mut dyn Sink,
    ) -> Result<Option<P>, Stop> {
        let Some(&(container, kind)) = self.open.last() else { return Ok(None) };
        if kind == Container::Array && next == b'}' {
            // Nothing is passed over there: neither a value nor the end of the array.
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
                if length > MAX_RECORD_BYTES && !matches!(name, Err(Stop::Wrong { .. })) {
                    return Err(Stop::Wrong { at: *at, expected: "a name of less than 16 MiB" });
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
    ) -> Result<bool, Stop> {
        let offset = self.pending.offset() + *at as u64;
        let bracket = match next {
            b'{' => Some(Container::Object),
            b'[' => Some(Container::Array),
            _ => None,
        };
        if let Some(kind) = bracket {
            *at += 1;
            self.open.push((place, kind));
            self.state = State::Inside;
            document.open(place, offset, sink);
            return Ok(true);
        }
        let value = lexer.value();
        // Whole ones too: what becomes of a value must not depend on how the file is cut.
        let length = if value.is_ok() { lexer.at - *at } else { lexer.rest() };
        if length > MAX_RECORD_BYTES && !matches!(value, Err(Stop::Wrong { .. })) {
            sink.odd(OddKind::BadEvent, "value of more than 16 MiB", offset, "");
            self.state = State::Skipped(Skipper::default());
            return Ok(true);
        }
        let Some(value) = whole(value)? else {
            // An element's place is asked for once: what is read again is read as a member is.
            self.state = State::Member(place);
            return Ok(false);
        };
        *at = lexer.at;
        self.state = State::Inside;
        document.value(place, value, offset, sink);
        Ok(true)
    }
}

/// `None`: it may be whole with more bytes.
fn whole(value: Result<Value<'_>, Stop>) -> Result<Option<Value<'_>>, Stop> {
    match value {
        Ok(value) => Ok(Some(value)),
        Err(Stop::Incomplete) => Ok(None),
        Err(stop) => Err(stop),
    }
}
