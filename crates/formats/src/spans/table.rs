//! Stores the spans of a file.

use super::id::Id;
use crate::by_text::ByText;
use diptych_trace::Chunked;
use rustc_hash::FxHashMap;

/// A span. Files have hundreds of thousands, all held at once, so each takes 56 bytes: flags and special values take
/// the place of options.
#[derive(Debug, Clone, Copy)]
pub(super) struct Span {
    id: u64,
    parent: u64,
    /// Start in nanoseconds.
    pub(super) start: i64,
    end: i64,
    /// Byte of the file at which the span begins.
    pub(super) offset: u64,
    /// Trace, as a number of [`Table::traces`].
    pub(super) trace: u32,
    /// Name, as a number of [`Table::names`].
    pub(super) name: u32,
    /// Service, as an index of [`Table::services`].
    pub(super) service: u32,
    flags: u8,
}

const ID_IS_TEXT: u8 = 1;
const HAS_PARENT: u8 = 2;
const PARENT_IS_TEXT: u8 = 4;
const FOLLOWS: u8 = 8;
const IS_SHARED: u8 = 16;

/// Stands for the end of an unfinished span.
const NOT_OVER: i64 = i64::MIN;

/// Properties of a span, apart from the numbers of its trace, name and service.
#[derive(Debug, Clone, Copy)]
pub(super) struct SpanSpec {
    pub(super) id: Id,
    pub(super) parent: Option<Id>,
    pub(super) start: i64,
    /// End in nanoseconds. `None` if the span is unfinished.
    pub(super) end: Option<i64>,
    pub(super) follows: bool,
    pub(super) is_shared: bool,
}

impl Span {
    /// Makes a span with the numbers of its trace, its name and its service.
    pub(super) fn new(spec: SpanSpec, [trace, name, service]: [u32; 3], offset: u64) -> Self {
        let SpanSpec { id, parent, start, end, follows, is_shared } = spec;
        let flag = |is_set: bool, flag: u8| if is_set { flag } else { 0 };
        let flags = flag(id.is_text, ID_IS_TEXT)
            | flag(parent.is_some(), HAS_PARENT)
            | flag(parent.is_some_and(|parent| parent.is_text), PARENT_IS_TEXT)
            | flag(follows, FOLLOWS)
            | flag(is_shared, IS_SHARED);
        let (parent, end) = (parent.map_or(0, |parent| parent.number), end.unwrap_or(NOT_OVER));
        Self { id: id.number, parent, start, end, offset, trace, name, service, flags }
    }

    /// Returns the id of the span in its trace.
    pub(super) fn id(&self) -> Id {
        Id { is_text: self.flags & ID_IS_TEXT > 0, number: self.id }
    }

    /// Returns the id of the span's parent.
    pub(super) fn parent(&self) -> Option<Id> {
        let parent = Id { is_text: self.flags & PARENT_IS_TEXT > 0, number: self.parent };
        (self.flags & HAS_PARENT > 0).then_some(parent)
    }

    /// Returns the end in nanoseconds. `None` if the span is unfinished.
    pub(super) fn end(&self) -> Option<i64> {
        Some(self.end).filter(|&end| end != NOT_OVER)
    }

    /// Returns whether the span only follows from its parent, and so may outlast it.
    pub(super) fn follows(&self) -> bool {
        self.flags & FOLLOWS > 0
    }

    /// Returns whether the span is the callee's half of a call. In Zipkin, both halves have the same id.
    pub(super) fn is_shared(&self) -> bool {
        self.flags & IS_SHARED > 0
    }
}

/// An event of a span: something that happened at one time within it.
#[derive(Debug, Clone, Copy)]
pub(super) struct SpanEvent {
    /// Time in nanoseconds.
    pub(super) at: i64,
    /// Name, as a number of [`Table::names`].
    pub(super) name: u32,
    /// Its span, as an index of [`Table::spans`].
    pub(super) span: u32,
}

/// All spans of a file.
#[derive(Debug, Default)]
pub(super) struct Table {
    pub(super) spans: Chunked<Span>,
    /// Events of all spans, in the order of their spans.
    pub(super) events: Chunked<SpanEvent>,
    pub(super) traces: Texts,
    pub(super) names: Texts,
    /// Services in file order, as numbers of [`Self::service_names`].
    pub(super) services: Vec<u32>,
    pub(super) service_names: Texts,
    /// Rounding of instants in nanoseconds.
    pub(super) rounding: i64,
}

/// Texts by number.
#[derive(Debug, Default)]
pub(super) struct Texts {
    numbers: ByText<u32>,
    texts: Vec<Box<str>>,
}

impl Texts {
    /// Returns the number of a text; the same number for the same text.
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

/// Parses an id of hexadecimal digits. `None` for any other text.
fn hexadecimal(text: &str) -> Option<u128> {
    let digits = text.strip_prefix("0x").unwrap_or(text);
    let is_id = (1..=32).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_id.then(|| u128::from_str_radix(digits, 16).ok())?
}

impl Table {
    /// Returns a span by its index.
    pub(super) fn span(&self, number: u32) -> &Span {
        &self.spans[number as usize]
    }

    /// Joins traces whose ids are one id in two forms: with and without leading zeros, in either case, or all 128 bits
    /// of it and only the lower 64, as older libraries pass them on.
    pub(super) fn merge_traces(&mut self) {
        let ids: Vec<Option<u128>> = self.traces.texts.iter().map(|text| hexadecimal(text)).collect();
        // The long id for each lower half; `None` if there are several.
        let mut long: FxHashMap<u64, Option<u128>> = FxHashMap::default();
        for &id in ids.iter().flatten().filter(|&&id| id > u128::from(u64::MAX)) {
            long.entry(id as u64).and_modify(|own| *own = own.filter(|&own| own == id)).or_insert(Some(id));
        }
        let whole = |id: u128| match u64::try_from(id) {
            Ok(half) => long.get(&half).copied().flatten().unwrap_or(id),
            Err(_) => id,
        };
        let (mut merged, mut number_of) = (Texts::default(), FxHashMap::default());
        let became: Vec<u32> = ids
            .iter()
            .zip(&self.traces.texts)
            .map(|(id, text)| match id {
                Some(id) => *number_of.entry(whole(*id)).or_insert_with(|| merged.number(text)),
                None => merged.number(text),
            })
            .collect();
        if merged.len() < self.traces.len() {
            let mut spans = Chunked::default();
            for span in self.spans.iter() {
                spans.push(Span { trace: became[span.trace as usize], ..*span });
            }
            (self.spans, self.traces) = (spans, merged);
        }
    }

    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        let texts = [&self.traces, &self.names, &self.service_names].map(Texts::held_bytes);
        self.spans.held_bytes()
            + self.events.held_bytes()
            + self.services.capacity() as u64 * 4
            + texts.iter().sum::<u64>()
    }
}
