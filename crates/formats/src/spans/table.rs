//! Spans as they were read.

use super::id::Id;
use crate::by_text::ByText;
use diptych_trace::Chunked;

/// A span. Files hold them by the hundred thousand, all at a time, so each takes 56 bytes: what is there or not is a flag, and
/// an end that is none an instant that is none.
#[derive(Debug, Clone, Copy)]
pub(super) struct Span {
    id: u64,
    parent: u64,
    /// Nanoseconds.
    pub(super) start: i64,
    end: i64,
    /// Byte of the file at which it begins.
    pub(super) offset: u64,
    /// Of [`Table::traces`].
    pub(super) trace: u32,
    /// Of [`Table::names`].
    pub(super) name: u32,
    /// Place in [`Table::services`].
    pub(super) service: u32,
    flags: u8,
}

const ID_IS_TEXT: u8 = 1;
const HAS_PARENT: u8 = 2;
const PARENT_IS_TEXT: u8 = 4;
const FOLLOWS: u8 = 8;
const IS_SHARED: u8 = 16;

/// The end of what was not over.
const NOT_OVER: i64 = i64::MIN;

/// What a span says of itself beside its numbers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spec {
    pub(super) id: Id,
    pub(super) parent: Option<Id>,
    pub(super) start: i64,
    /// `None`: it was not over.
    pub(super) end: Option<i64>,
    pub(super) follows: bool,
    pub(super) is_shared: bool,
}

impl Span {
    /// With the numbers of its trace, its name and its service.
    pub(super) fn new(spec: Spec, [trace, name, service]: [u32; 3], offset: u64) -> Self {
        let Spec { id, parent, start, end, follows, is_shared } = spec;
        let flag = |is_set: bool, flag: u8| if is_set { flag } else { 0 };
        let flags = flag(id.is_text, ID_IS_TEXT)
            | flag(parent.is_some(), HAS_PARENT)
            | flag(parent.is_some_and(|parent| parent.is_text), PARENT_IS_TEXT)
            | flag(follows, FOLLOWS)
            | flag(is_shared, IS_SHARED);
        let (parent, end) = (parent.map_or(0, |parent| parent.number), end.unwrap_or(NOT_OVER));
        Self { id: id.number, parent, start, end, offset, trace, name, service, flags }
    }

    /// Its id in its trace.
    pub(super) fn id(&self) -> Id {
        Id { is_text: self.flags & ID_IS_TEXT > 0, number: self.id }
    }

    /// The id of the span it lies in.
    pub(super) fn parent(&self) -> Option<Id> {
        let parent = Id { is_text: self.flags & PARENT_IS_TEXT > 0, number: self.parent };
        (self.flags & HAS_PARENT > 0).then_some(parent)
    }

    /// `None`: it was not over.
    pub(super) fn end(&self) -> Option<i64> {
        Some(self.end).filter(|&end| end != NOT_OVER)
    }

    /// Whether it only follows from its parent, and may outlast it.
    pub(super) fn follows(&self) -> bool {
        self.flags & FOLLOWS > 0
    }

    /// Whether it is the other half of a span of the same id (Zipkin): what the one who is called saw.
    pub(super) fn is_shared(&self) -> bool {
        self.flags & IS_SHARED > 0
    }
}

/// All spans of a file.
#[derive(Debug, Default)]
pub(super) struct Table {
    pub(super) spans: Chunked<Span>,
    pub(super) traces: Texts,
    pub(super) names: Texts,
    /// Services, as often as the file says them: numbers of [`Self::service_names`].
    pub(super) services: Vec<u32>,
    pub(super) service_names: Texts,
    /// By how much instants may be off because they were rounded.
    pub(super) rounding: i64,
}

/// Texts by number.
#[derive(Debug, Default)]
pub(super) struct Texts {
    numbers: ByText<u32>,
    texts: Vec<Box<str>>,
}

impl Texts {
    /// The number of a text; the same for the same text.
    pub(super) fn number(&mut self, text: &str) -> u32 {
        let texts = &mut self.texts;
        *self.numbers.get_or_insert_with(text.as_bytes(), || {
            texts.push(text.into());
            texts.len() as u32 - 1
        })
    }

    pub(super) fn get(&self, number: u32) -> &str {
        self.texts.get(number as usize).map_or("", |text| text)
    }

    pub(super) fn len(&self) -> usize {
        self.texts.len()
    }

    fn held_bytes(&self) -> u64 {
        self.numbers.held_bytes() * 2
    }
}

impl Table {
    /// A span by its number.
    pub(super) fn span(&self, number: u32) -> &Span {
        &self.spans[number as usize]
    }

    /// Bytes held, about.
    pub(super) fn held_bytes(&self) -> u64 {
        let texts = [&self.traces, &self.names, &self.service_names].map(Texts::held_bytes);
        self.spans.held_bytes() + self.services.capacity() as u64 * 4 + texts.iter().sum::<u64>()
    }
}
