//! Names that are written once and then referred to by number: `(1) main`, and later `(1)`.

use crate::by_text::ByText;
use crate::text::text;
use diptych_trace::{NameId, NameInterner, OddityKind, Sink};

/// Names of one kind (functions, files, objects …). Each has an index.
#[derive(Debug, Default)]
pub(super) struct Names {
    texts: NameInterner,
    /// Indices by number, as long as numbers are dense, as writers make them: from 1 on.
    by_number: Vec<u32>,
    /// Indices of other numbers.
    by_far_number: ByText<u32>,
}

/// Stands for no index.
const NONE: u32 = u32::MAX;

/// Slack in numbers. A number goes to the dense table if it is less than twice the table's length plus this.
const NEAR: usize = 1 << 10;

impl Names {
    /// Returns the index of the name that a line gives.
    pub(super) fn place(&mut self, named: &[u8], offset: u64, sink: &mut dyn Sink) -> u32 {
        let named = named.trim_ascii();
        let end = if named.starts_with(b"(") { memchr::memchr(b')', named) } else { None };
        // A name may begin with a parenthesis itself, as `(below main)`.
        let numbered = end.filter(|&end| end > 1 && named[1..end].iter().all(u8::is_ascii_digit));
        let Some(end) = numbered else { return self.of_text(named, offset, sink) };
        let (number, name) = (&named[1..end], named[end + 1..].trim_ascii());
        if !name.is_empty() {
            let place = self.of_text(name, offset, sink);
            self.number(number, place);
            return place;
        }
        if let Some(place) = self.of_number(number) {
            return place;
        }
        let whole = &named[..=end];
        sink.odd(OddityKind::Undefined, "name", offset, &String::from_utf8_lossy(whole));
        let place = self.of_text(whole, offset, sink);
        self.number(number, place);
        place
    }

    /// Returns the name at an index; empty if there is none.
    pub(super) fn get(&self, place: Option<u32>) -> &str {
        let names = self.texts.names();
        place.filter(|&place| (place as usize) < names.len()).map_or("", |place| names.get(NameId(place)))
    }

    /// Frees the look-up tables once all names are known.
    pub(super) fn close(&mut self) {
        self.texts.close();
        (self.by_number, self.by_far_number) = Default::default();
    }

    /// Returns the number of names.
    pub(super) fn len(&self) -> u32 {
        self.texts.names().len() as u32
    }

    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        let numbers = self.by_number.capacity() as u64 * 4 + self.by_far_number.held_bytes();
        self.texts.held_bytes() + numbers
    }

    fn of_text(&mut self, name: &[u8], offset: u64, sink: &mut dyn Sink) -> u32 {
        // Beyond 4 GiB of names, a new name gets no index.
        self.texts.intern(&text(name, offset, sink)).map_or(NONE, |id| id.0)
    }

    /// Assigns an index to a number from now on.
    fn number(&mut self, number: &[u8], place: u32) {
        match near(number).filter(|&near| near < 2 * self.by_number.len() + NEAR) {
            Some(near) => {
                if self.by_number.len() <= near {
                    self.by_number.resize(near + 1, NONE);
                }
                self.by_number[near] = place;
            }
            None => *self.by_far_number.get_or_insert_with(number, || place) = place,
        }
    }

    fn of_number(&self, number: &[u8]) -> Option<u32> {
        // A number that was far once may be near now.
        let near =
            near(number).and_then(|near| self.by_number.get(near).copied()).filter(|&place| place != NONE);
        near.or_else(|| self.by_far_number.get(number).copied())
    }
}

fn near(number: &[u8]) -> Option<usize> {
    std::str::from_utf8(number).ok()?.parse().ok()
}
