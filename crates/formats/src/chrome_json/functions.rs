//! Looks functions up by their raw names.

use crate::by_text::ByText;
use crate::json::decode;
use crate::place;
use diptych_trace::{FunctionId, FunctionSpec, OddityKind, Sink};

/// Table of functions by raw name. Each name is decoded, split and interned once, however many calls have it.
#[derive(Debug, Default)]
pub(super) struct Functions {
    by_name: ByText<NameEntry>,
    by_place: ByText<FunctionId>,
    key: Vec<u8>,
}

/// Functions of one raw name.
#[derive(Debug, Clone, Copy)]
struct NameEntry {
    /// Function of the events whose arguments give neither a file nor a part of the name.
    unplaced: Option<FunctionId>,
    /// Set if arguments of other events gave a file or a part of the name.
    by_arguments: bool,
}

/// Fields of an event that identify its function, undecoded.
#[derive(Debug, Clone, Copy)]
pub(super) struct RawFunction<'a> {
    pub(super) name: &'a [u8],
    /// Argument that completes the name; empty where absent.
    pub(super) argument: &'a [u8],
    pub(super) category: &'a [u8],
    /// File and line given in the arguments; empty where absent.
    pub(super) file: &'a [u8],
    pub(super) line: &'a [u8],
    /// Byte offset of the event.
    pub(super) offset: u64,
}

impl RawFunction<'_> {
    /// Returns whether the name alone identifies the function.
    fn is_by_name(&self) -> bool {
        self.file.is_empty() && self.argument.is_empty()
    }
}

impl Functions {
    /// Returns the function of a call.
    pub(super) fn called(&mut self, raw: RawFunction<'_>, sink: &mut dyn Sink) -> FunctionId {
        if raw.is_by_name() {
            if let Some(NameEntry { unplaced: Some(function), .. }) = self.by_name.get(raw.name) {
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
        self.named(raw.name).by_arguments = true;
        *self.by_place.get_or_insert_with(&self.key, || function)
    }

    /// Returns the function that an end names. `None` if it names none, or omits the arguments that distinguish functions
    /// of this name; it then ends the innermost call.
    pub(super) fn ended(&mut self, raw: RawFunction<'_>, sink: &mut dyn Sink) -> Option<FunctionId> {
        let apart = || self.by_name.get(raw.name).is_some_and(|named| named.by_arguments);
        if raw.name.is_empty() || raw.is_by_name() && apart() {
            return None;
        }
        Some(self.called(raw, sink))
    }

    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        self.by_name.held_bytes() + self.by_place.held_bytes()
    }

    fn named(&mut self, name: &[u8]) -> &mut NameEntry {
        self.by_name.get_or_insert_with(name, || NameEntry { unplaced: None, by_arguments: false })
    }

    /// Sets the key to name, argument, file and line, with lengths, so that different functions never get equal keys.
    fn set_key(&mut self, raw: RawFunction<'_>) {
        self.key.clear();
        for part in [raw.name, raw.argument, raw.file] {
            self.key.extend_from_slice(&part.len().to_le_bytes());
        }
        for part in [raw.name, raw.argument, raw.file, raw.line] {
            self.key.extend_from_slice(part);
        }
    }
}

fn intern(raw: RawFunction<'_>, sink: &mut dyn Sink) -> FunctionId {
    let [name, argument, category, file] = [raw.name, raw.argument, raw.category, raw.file].map(decode);
    for text in [&name, &argument, &category, &file].into_iter().filter(|text| text.damaged) {
        sink.odd(OddityKind::BadText, "", raw.offset, &text.text);
    }
    let joined;
    let mut placed = if argument.text.is_empty() {
        place::split(&name.text)
    } else if let Some((file, line)) = place::path(&argument.text) {
        place::PositionedName { name: &name.text, file, line }
    } else {
        joined = format!("{} {}", name.text, argument.text);
        place::PositionedName { name: &joined, file: "", line: 0 }
    };
    if !file.text.is_empty() {
        placed.file = &file.text;
        placed.line = std::str::from_utf8(raw.line).ok().and_then(|line| line.parse().ok()).unwrap_or(0);
    }
    let place::PositionedName { name, file, line } = placed;
    sink.function(FunctionSpec { name, file, line, category: &category.text })
}
