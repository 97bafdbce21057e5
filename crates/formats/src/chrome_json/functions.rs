//! Functions by the bytes that name them.

use crate::by_text::ByText;
use crate::json::decode;
use crate::place;
use diptych_trace::{FunctionId, FunctionSpec, OddKind, Sink};

/// Looks functions up by their raw names, so that a name is read, taken apart and interned once however many
/// calls have it.
#[derive(Debug, Default)]
pub(super) struct Functions {
    by_name: ByText<Named>,
    by_place: ByText<FunctionId>,
    key: Vec<u8>,
}

/// What is known of a raw name.
#[derive(Debug, Clone, Copy)]
struct Named {
    /// The function of events that give no file beside the name.
    unplaced: Option<FunctionId>,
    /// Whether events gave files beside the name.
    placed: bool,
}

/// What an event says of its function, unread.
#[derive(Debug, Clone, Copy)]
pub(super) struct RawFunction<'a> {
    pub(super) name: &'a [u8],
    pub(super) category: &'a [u8],
    /// File and line in the arguments; empty when absent.
    pub(super) file: &'a [u8],
    pub(super) line: &'a [u8],
    /// Offset of the event.
    pub(super) offset: u64,
}

impl Functions {
    /// The function that a call is of.
    pub(super) fn called(&mut self, raw: RawFunction<'_>, sink: &mut dyn Sink) -> FunctionId {
        if raw.file.is_empty() {
            if let Some(Named { unplaced: Some(function), .. }) = self.by_name.get(raw.name) {
                return *function;
            }
            let function = intern(raw, sink);
            self.named(raw.name).unplaced = Some(function);
            return function;
        }
        self.set_key(raw);
        if let Some(&function) = self.by_place.get(&self.key) {
            return function;
        }
        let function = intern(raw, sink);
        self.named(raw.name).placed = true;
        *self.by_place.get_or_insert_with(&self.key, || function)
    }

    /// The function that an end names. `None`, the innermost whatever it is, when it names none, or leaves
    /// out the file that tells functions of its name apart.
    pub(super) fn ended(&mut self, raw: RawFunction<'_>, sink: &mut dyn Sink) -> Option<FunctionId> {
        let apart = || self.by_name.get(raw.name).is_some_and(|named| named.placed);
        if raw.name.is_empty() || raw.file.is_empty() && apart() {
            return None;
        }
        Some(self.called(raw, sink))
    }

    /// Bytes held, about.
    pub(super) fn held_bytes(&self) -> u64 {
        self.by_name.held_bytes() + self.by_place.held_bytes()
    }

    fn named(&mut self, name: &[u8]) -> &mut Named {
        self.by_name.get_or_insert_with(name, || Named { unplaced: None, placed: false })
    }

    /// Name, file and line with their lengths, so that different ones never look alike.
    fn set_key(&mut self, raw: RawFunction<'_>) {
        self.key.clear();
        self.key.extend_from_slice(&raw.name.len().to_le_bytes());
        self.key.extend_from_slice(&raw.file.len().to_le_bytes());
        for part in [raw.name, raw.file, raw.line] {
            self.key.extend_from_slice(part);
        }
    }
}

fn intern(raw: RawFunction<'_>, sink: &mut dyn Sink) -> FunctionId {
    let [name, category, file] = [raw.name, raw.category, raw.file].map(decode);
    for text in [&name, &category, &file].into_iter().filter(|text| text.damaged) {
        sink.odd(OddKind::BadText, "", raw.offset, &text.text);
    }
    let mut placed = place::split(&name.text);
    if !file.text.is_empty() {
        placed.file = &file.text;
        placed.line = std::str::from_utf8(raw.line).ok().and_then(|line| line.parse().ok()).unwrap_or(0);
    }
    let place::Placed { name, file, line } = placed;
    sink.function(FunctionSpec { name, file, line, category: &category.text })
}
