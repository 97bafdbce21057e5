//! Ids that connect events across lanes.

use super::event::Event;
use crate::by_text::ByText;
use crate::json::Value;

/// Scope of an id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum IdScope {
    /// The process: equal ids of two processes are different.
    Process,
    /// The whole file.
    File,
    /// Not given. By default, ids are valid in the whole file, unless processes number independently.
    Unsaid,
}

/// Id of an event, undecoded.
#[derive(Debug, Clone, Copy)]
pub(super) struct RawId<'a> {
    pub(super) id: &'a [u8],
    pub(super) reach: IdScope,
}

impl<'a> RawId<'a> {
    /// Returns the id of an event, or `None` if it has none. `id2` gives a scope, `id` does not.
    pub(super) fn of(event: &Event<'a>) -> Option<Self> {
        let id = |value: Option<Value<'a>>, reach| {
            let id = value.and_then(Value::scalar)?;
            Some(Self { id, reach })
        };
        id(event.id2.local, IdScope::Process)
            .or_else(|| id(event.id2.global, IdScope::File))
            .or_else(|| id(event.id, IdScope::Unsaid))
    }
}

/// Table with compound keys: the parts of an event that identify what it belongs to.
#[derive(Debug)]
pub(crate) struct ByKey<T> {
    values: ByText<T>,
    key: Vec<u8>,
}

impl<T> Default for ByKey<T> {
    fn default() -> Self {
        Self { values: ByText::default(), key: Vec::new() }
    }
}

impl<T: Copy> ByKey<T> {
    /// Returns the value of a key.
    pub(crate) fn get(&mut self, parts: &[&[u8]]) -> Option<T> {
        self.set(parts);
        self.values.get(&self.key).copied()
    }

    /// Returns the value of a key, and inserts it first if there is none.
    pub(crate) fn get_or_insert_with(&mut self, parts: &[&[u8]], make: impl FnOnce() -> T) -> T {
        self.set(parts);
        *self.values.get_or_insert_with(&self.key, make)
    }

    /// Sets the value of a key, and returns the one before.
    pub(crate) fn put(&mut self, parts: &[&[u8]], value: T) -> Option<T> {
        self.set(parts);
        let mut is_new = false;
        let make = || {
            is_new = true;
            value
        };
        let held = self.values.get_or_insert_with(&self.key, make);
        let before = std::mem::replace(held, value);
        (!is_new).then_some(before)
    }

    /// Returns the number of bytes held, estimated.
    pub(crate) fn held_bytes(&self) -> u64 {
        self.values.held_bytes()
    }

    /// Joins the parts with their lengths, so that different ones never get equal keys.
    fn set(&mut self, parts: &[&[u8]]) {
        self.key.clear();
        for part in parts {
            self.key.extend_from_slice(&(part.len() as u32).to_le_bytes());
            self.key.extend_from_slice(part);
        }
    }
}
