//! Holds one record of a file in readable form.

use crate::json::decode;

/// Longest record that is read, in bytes; longer ones are left out.
pub(crate) const MAX_RECORD_BYTES: usize = 16 << 20;

/// Most fields listed.
const FIELDS: usize = 1_000;
/// Most bytes of all listed fields together.
const FIELDS_BYTES: usize = 1 << 20;
/// Most characters of a field's value.
const VALUE_CHARS: usize = 10_000;

/// A call's record in the file. Its size is bounded, and what is left out is counted. All of it is hostile text.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Record {
    /// Arguments in file order: at most 1,000, of at most 1 MiB together.
    pub fields: Vec<Field>,
    /// Number of all arguments; more than in `fields` if those are cut.
    pub fields_of: u64,
    /// The whole record as written, indented; controls and bidirectional marks become escapes. Cut after 64 KiB.
    pub text: String,
    /// Number of the record's bytes that `text` shows.
    pub text_bytes: u64,
    /// Number of bytes of the record in the file.
    pub bytes: u64,
}

/// One argument.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Field {
    /// Path within the arguments: `a`, in an object `a.b`, in an array `a[0]`, and `a["x.y"]` for a name that could be
    /// mistaken for a path. Names over 100 characters end in `…`.
    pub path: String,
    /// Text without quotes and escapes; other values as written. Cut after 10,000 characters.
    pub value: String,
    /// Number of characters of the value that are left out.
    pub more: u64,
}

/// Outcome of reading a record from its first byte on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RecordOutcome {
    /// The record.
    Whole(Record),
    /// The record is longer than these bytes. Never returned if there are no more.
    Cut,
    /// No record begins there, or it is too long or ends early.
    Nothing,
}

impl Record {
    /// Adds an argument. `is_text` if the value has escapes to decode.
    pub(crate) fn push(&mut self, path: &str, value: &[u8], is_text: bool) {
        self.fields_of += 1;
        // Once one is left out, so are all after it: the list is the beginning of the arguments.
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
