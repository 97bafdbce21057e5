//! Ids that tie events together across lanes.

use super::event::Event;
use crate::by_text::ByText;
use crate::json::Value;

/// How far an id reaches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Reach {
    /// Equal in two processes it is two.
    Process,
    /// It is one wherever it stands.
    File,
    /// As the format has it by default: one in the file, unless processes number by themselves.
    Unsaid,
}

/// The id of an event, unread.
#[derive(Debug, Clone, Copy)]
pub(super) struct RawId<'a> {
    pub(super) id: &'a [u8],
    pub(super) reach: Reach,
}

impl<'a> RawId<'a> {
    /// `id2` says how far it reaches, `id` does not. `None`: the event has none.
    pub(super) fn of(event: &Event<'a>) -> Option<Self> {
        let id = |value: Option<Value<'a>>, reach| {
            let id = value.and_then(Value::scalar)?;
            Some(Self { id, reach })
        };
        id(event.id2.local, Reach::Process)
            .or_else(|| id(event.id2.global, Reach::File))
            .or_else(|| id(event.id, Reach::Unsaid))
    }
}

/// Things by what an event says they are tied by.
#[derive(Debug)]
pub(super) struct ByKey<T> {
    values: ByText<T>,
    key: Vec<u8>,
}

impl<T> Default for ByKey<T> {
    fn default() -> Self {
        Self { values: ByText::default(), key: Vec::new() }
    }
}

impl<T: Copy> ByKey<T> {
    /// What there is by these parts.
    pub(super) fn get(&mut self, parts: &[&[u8]]) -> Option<T> {
        self.set(parts);
        self.values.get(&self.key).copied()
    }

    /// The same; made first if there is nothing.
    pub(super) fn get_or_insert_with(&mut self, parts: &[&[u8]], make: impl FnOnce() -> T) -> T {
        self.set(parts);
        *self.values.get_or_insert_with(&self.key, make)
    }

    /// Bytes held, about.
    pub(super) fn held_bytes(&self) -> u64 {
        self.values.held_bytes()
    }

    /// Parts with their lengths, so that different ones never look alike.
    fn set(&mut self, parts: &[&[u8]]) {
        self.key.clear();
        for part in parts {
            self.key.extend_from_slice(&(part.len() as u32).to_le_bytes());
            self.key.extend_from_slice(part);
        }
    }
}
