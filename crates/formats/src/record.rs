//! One record of a file, in words.

use crate::json::decode;

/// Longest record that is held to be read; a longer one is left out.
pub(crate) const MAX_RECORD_BYTES: usize = 16 << 20;

/// Most fields listed.
const FIELDS: usize = 1_000;
/// Most bytes of all fields listed together.
const FIELDS_BYTES: usize = 1 << 20;
/// Most characters of a field's value.
const VALUE_CHARS: usize = 10_000;

/// What a file says of one call. Hostile text throughout. Bounded, and what is left out is counted.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Record {
    /// The arguments, in the order of the file: at most 1,000, of at most 1 MiB together.
    pub fields: Vec<Field>,
    /// How many there are; more than `fields` where they are cut.
    pub fields_of: u64,
    /// The whole record as written, indented; controls and bidirectional marks as escapes. Cut behind 64 KiB.
    pub text: String,
    /// Bytes of the record that `text` shows.
    pub text_bytes: u64,
    /// Bytes of the record in the file.
    pub bytes: u64,
}

/// One argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Where in the arguments it stands: `a`, in an object `a.b`, in an array `a[0]`, `a["x.y"]` where a name
    /// could be taken for a path. Names over 100 characters end in `…`.
    pub path: String,
    /// Text without its quotes and escapes, anything else as written; cut behind 10,000 characters.
    pub value: String,
    /// Characters of the value left out.
    pub more: u64,
}

/// What comes of the bytes from a record's first one on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recalled {
    /// The record.
    Whole(Record),
    /// It is longer than these bytes. Never said when there are no more.
    Cut,
    /// No record begins there, or one that is too long or ends early.
    Nothing,
}

impl Record {
    /// Adds an argument; `is_text`: the value has escapes to be read.
    pub(crate) fn push(&mut self, path: &str, value: &[u8], is_text: bool) {
        self.fields_of += 1;
        // Once one is left out, all behind it are: the list is the beginning of the arguments.
        if self.fields.len() as u64 + 1 < self.fields_of || self.fields.len() == FIELDS {
            return;
        }
        let text = if is_text { decode(value).text } else { String::from_utf8_lossy(value) };
        let end = text.char_indices().nth(VALUE_CHARS).map_or(text.len(), |(end, _)| end);
        let listed: usize = self.fields.iter().map(|field| field.path.len() + field.value.len()).sum();
        if listed + path.len() + end <= FIELDS_BYTES {
            let (value, rest) = text.split_at(end);
            let more = rest.chars().count() as u64;
            self.fields.push(Field { path: path.to_owned(), value: value.to_owned(), more });
        }
    }
}
