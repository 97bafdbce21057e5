//! Names that are written once and meant by number from then on: `(1) main`, and later `(1)`.

use crate::by_text::ByText;
use crate::text::text;
use diptych_trace::{OddKind, Sink};

/// Names of one kind (functions, files, objects), by places in a list.
#[derive(Debug, Default)]
pub(super) struct Names {
    texts: Vec<String>,
    by_number: ByText<u32>,
    by_text: ByText<u32>,
}

impl Names {
    /// The place of what a line names.
    pub(super) fn place(&mut self, named: &[u8], offset: u64, sink: &mut dyn Sink) -> u32 {
        let named = named.trim_ascii();
        let end = if named.starts_with(b"(") { memchr::memchr(b')', named) } else { None };
        // A name may begin with a parenthesis itself, as `(below main)`.
        let numbered = end.filter(|&end| end > 1 && named[1..end].iter().all(u8::is_ascii_digit));
        let Some(end) = numbered else { return self.of_text(named, offset, sink) };
        let (number, name) = (&named[..=end], named[end + 1..].trim_ascii());
        if !name.is_empty() {
            let place = self.of_text(name, offset, sink);
            *self.by_number.get_or_insert_with(number, || place) = place;
            return place;
        }
        if let Some(&place) = self.by_number.get(number) {
            return place;
        }
        sink.odd(OddKind::Undefined, "name", offset, &String::from_utf8_lossy(number));
        let place = self.of_text(number, offset, sink);
        *self.by_number.get_or_insert_with(number, || place) = place;
        place
    }

    /// The text at a place; none at one that is not.
    pub(super) fn get(&self, place: Option<u32>) -> &str {
        place.and_then(|place| self.texts.get(place as usize)).map_or("", String::as_str)
    }

    /// Nothing more will be looked up: lets go of what that takes.
    pub(super) fn close(&mut self) {
        (self.by_number, self.by_text) = Default::default();
    }

    /// How many there are.
    pub(super) fn len(&self) -> u32 {
        self.texts.len() as u32
    }

    /// Bytes held, about.
    pub(super) fn held_bytes(&self) -> u64 {
        self.by_number.held_bytes() + 3 * self.by_text.held_bytes()
    }

    fn of_text(&mut self, name: &[u8], offset: u64, sink: &mut dyn Sink) -> u32 {
        let texts = &mut self.texts;
        *self.by_text.get_or_insert_with(name, || {
            texts.push(text(name, offset, sink).into_owned());
            texts.len() as u32 - 1
        })
    }
}
