//! Spans as they were read.

use crate::by_text::ByText;

/// A span.
#[derive(Debug, Clone, Copy)]
pub(super) struct Span {
    /// Of [`Table`]: the id of its trace, and its own in it.
    pub(super) trace: u32,
    pub(super) id: u32,
    /// The id of the span it lies in.
    pub(super) parent: Option<u32>,
    /// Whether it only follows from its parent, and may outlast it.
    pub(super) follows: bool,
    /// Whether it is the other half of a span of the same id (Zipkin): what the one who is called saw.
    pub(super) is_shared: bool,
    pub(super) name: u32,
    /// Place in [`Table::services`].
    pub(super) service: u32,
    /// Nanoseconds.
    pub(super) start: i64,
    /// `None`: it was not over.
    pub(super) end: Option<i64>,
    /// Byte of the file at which it begins.
    pub(super) offset: u64,
}

/// All spans of a file.
#[derive(Debug, Default)]
pub(super) struct Table {
    pub(super) spans: Vec<Span>,
    /// Ids of traces; spans' ids, each behind that of its trace; names.
    pub(super) traces: Texts,
    pub(super) ids: Texts,
    pub(super) names: Texts,
    /// Names of services, as often as the file says them.
    pub(super) services: Vec<String>,
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
    /// The id of a span of a trace.
    pub(super) fn span_id(&mut self, trace: u32, id: &str) -> u32 {
        self.ids.number(&format!("{trace} {id}"))
    }

    /// Bytes held, about.
    pub(super) fn held_bytes(&self) -> u64 {
        let services: usize = self.services.iter().map(|name| name.capacity() + size_of::<String>()).sum();
        let texts = [&self.traces, &self.ids, &self.names].map(Texts::held_bytes);
        (self.spans.capacity() * size_of::<Span>() + services) as u64 + texts.iter().sum::<u64>()
    }
}
