//! Keeps the state that packets of one writer refer to: names by number, defaults, and the writer's thread.

use super::numbers;
use super::stacks::{FrameTables, is_of_stacks};
use super::text::text;
use crate::protobuf::{Content, fields};
use diptych_trace::{FunctionId, Sink};
use std::collections::BTreeMap;

/// State of one sequence. Its tables are ordered, so a file whose numbers collide in a hash is read no slower.
#[derive(Debug, Default)]
pub(super) struct Sequence {
    /// Set while all that packets refer to is known: from the first packet that clears the state until packets are
    /// lost.
    pub(super) is_whole: bool,
    /// Clock of times that name none; 0 for the trace's clock.
    pub(super) clock: u32,
    /// Track of events that name none.
    pub(super) track: Option<u64>,
    names: BTreeMap<u64, Box<str>>,
    categories: BTreeMap<u64, Box<str>>,
    places: BTreeMap<u64, SourcePosition>,
    /// Call stacks of samples.
    pub(super) frames: FrameTables,
    /// Functions by numbers of name and place.
    pub(super) functions: BTreeMap<(u64, u64), FunctionId>,
    /// Thread, if a packet of the sequence described it.
    pub(super) thread: Option<ThreadIds>,
    /// Time that the next event's step counts from, in microseconds.
    pub(super) micros: Option<i64>,
    /// Values of incremental counters, by the rows of their tracks.
    pub(super) counters: BTreeMap<u32, f64>,
    bytes: u64,
}

/// The ids of a thread and its process.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ThreadIds {
    pub(super) process: i64,
    pub(super) thread: i64,
}

/// A source position: file and line.
#[derive(Debug, Default)]
pub(super) struct SourcePosition {
    pub(super) file: Box<str>,
    pub(super) line: u32,
}

impl SourcePosition {
    /// Parses a source position with its number. `None` if it is not a valid message.
    pub(super) fn read(message: &[u8], offset: u64, sink: &mut dyn Sink) -> Option<(u64, Self)> {
        let (mut number, mut place) = (0, Self::default());
        for field in fields(message) {
            match field.ok()? {
                (1, Content::Number(iid)) => number = iid,
                (2, Content::Bytes(file)) => place.file = text(file, offset, sink).into(),
                (4, Content::Number(line)) => place.line = u32::try_from(line).unwrap_or(0),
                _ => {}
            }
        }
        Some((number, place))
    }
}

impl Sequence {
    /// Forgets the state so far.
    pub(super) fn clear(&mut self) {
        *self = Self { is_whole: true, ..Self::default() };
    }

    /// Takes interned names and places. `None` if it is not a valid message.
    pub(super) fn intern(&mut self, message: &[u8], offset: u64, sink: &mut dyn Sink) -> Option<()> {
        for field in fields(message) {
            match field.ok()? {
                (1, Content::Bytes(bytes)) => {
                    let (number, name) = named(bytes, offset, sink)?;
                    self.bytes += name.len() as u64;
                    self.categories.insert(number, name);
                }
                (2, Content::Bytes(bytes)) => {
                    let (number, name) = named(bytes, offset, sink)?;
                    self.bytes += name.len() as u64;
                    // Functions are cached by number, so a number with a new meaning clears them.
                    let before = self.names.insert(number, name);
                    if before.is_some_and(|before| self.names.get(&number) != Some(&before)) {
                        self.functions.clear();
                    }
                }
                (4, Content::Bytes(bytes)) => {
                    let (number, place) = SourcePosition::read(bytes, offset, sink)?;
                    self.bytes += place.file.len() as u64;
                    if self.places.insert(number, place).is_some() {
                        self.functions.clear();
                    }
                }
                (number, Content::Bytes(bytes)) if is_of_stacks(number) => {
                    self.frames.intern(number, bytes, offset, sink)?;
                }
                _ => {}
            }
        }
        Some(())
    }

    /// Takes the defaults for packets. `None` if it is not a valid message.
    pub(super) fn take_defaults(&mut self, message: &[u8]) -> Option<()> {
        for field in fields(message) {
            match field.ok()? {
                (numbers::packet::CLOCK_ID, Content::Number(clock)) => {
                    self.clock = u32::try_from(clock).ok()?;
                }
                (numbers::packet::TRACK_EVENT, Content::Bytes(of_events)) => {
                    for field in fields(of_events) {
                        if let (numbers::event::TRACK, Content::Number(track)) = field.ok()? {
                            self.track = Some(track);
                        }
                    }
                }
                _ => {}
            }
        }
        Some(())
    }

    pub(super) fn name(&self, number: u64) -> Option<&str> {
        self.names.get(&number).map(|name| &**name)
    }

    pub(super) fn category(&self, number: u64) -> Option<&str> {
        self.categories.get(&number).map(|name| &**name)
    }

    pub(super) fn place(&self, number: u64) -> Option<&SourcePosition> {
        self.places.get(&number)
    }

    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        let rows = self.names.len() + self.categories.len() + self.places.len() + self.functions.len();
        let rows = rows + self.counters.len();
        256 + self.bytes + self.frames.held_bytes() + rows as u64 * 64
    }
}

/// Parses a name with its number.
fn named(message: &[u8], offset: u64, sink: &mut dyn Sink) -> Option<(u64, Box<str>)> {
    let (mut number, mut name) = (0, Box::default());
    for field in fields(message) {
        match field.ok()? {
            (1, Content::Number(iid)) => number = iid,
            (2, Content::Bytes(bytes)) => name = text(bytes, offset, sink).into(),
            _ => {}
        }
    }
    Some((number, name))
}
