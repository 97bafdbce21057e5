//! Turns a JSON object into a readable record.

use super::pretty::pretty;
use super::text::decode;
use super::walk::{Bracket, Token, Walk};
use crate::record::Record;
use std::fmt::Write;

/// Most characters of a name in a path.
const NAME_CHARS: usize = 100;

/// Returns the record of the JSON object `whole`, with the value of its member `arguments` as fields.
pub(crate) fn record(whole: &[u8], arguments: &[u8]) -> Record {
    let mut record = Record { bytes: whole.len() as u64, ..Record::default() };
    list(arguments, &mut record);
    (record.text, record.text_bytes) = pretty(whole);
    record
}

/// Position of a walk.
#[derive(Debug, Default)]
struct Path {
    text: String,
    open: Vec<Level>,
}

/// An open bracket.
#[derive(Debug)]
struct Level {
    /// Length of the path to it.
    base: usize,
    bracket: Bracket,
    /// Number of members or elements seen.
    count: u64,
}

/// Adds every leaf value and every empty bracket as a field.
fn list(arguments: &[u8], record: &mut Record) {
    let mut path = Path::default();
    if arguments.first() != Some(&b'{') {
        path.text.push_str("args");
    }
    for token in Walk::new(arguments) {
        match token {
            Token::Key(key) => path.member(key),
            Token::Open(bracket) => path.enter(bracket),
            Token::Close(bracket) => {
                if path.leave() == Some(0) && !path.text.is_empty() {
                    record.push(&path.text, bracket.pair().as_bytes(), false);
                }
            }
            Token::Text(raw) => path.value(record, raw, true),
            Token::Bare(raw) | Token::Raw(raw) => path.value(record, raw, false),
        }
    }
}

impl Path {
    fn member(&mut self, key: &[u8]) {
        let Some(level) = self.open.last_mut() else { return };
        level.count += 1;
        self.text.truncate(level.base);
        let name = decode(key).text;
        let end = name.char_indices().nth(NAME_CHARS).map_or(name.len(), |(end, _)| end);
        let (shown, cut) = (&name[..end], if end < name.len() { "…" } else { "" });
        // Writing to a string never fails.
        let _ = if name.is_empty() || name.contains(['.', '[', ']', '"']) {
            write!(self.text, "[\"{}{cut}\"]", shown.replace('"', "\\\""))
        } else {
            write!(self.text, "{}{shown}{cut}", if level.base > 0 { "." } else { "" })
        };
    }

    /// Within an array, moves on to the next element.
    fn element(&mut self) {
        if let Some(level) = self.open.last_mut().filter(|level| level.bracket == Bracket::Array) {
            self.text.truncate(level.base);
            // Writing to a string never fails.
            let _ = write!(self.text, "[{}]", level.count);
            level.count += 1;
        }
    }

    fn enter(&mut self, bracket: Bracket) {
        self.element();
        self.open.push(Level { base: self.text.len(), bracket, count: 0 });
    }

    /// Leaves the innermost bracket. Returns the number of its members or elements.
    fn leave(&mut self) -> Option<u64> {
        let level = self.open.pop()?;
        self.text.truncate(level.base);
        Some(level.count)
    }

    fn value(&mut self, record: &mut Record, raw: &[u8], is_text: bool) {
        self.element();
        record.push(if self.text.is_empty() { "args" } else { &self.text }, raw, is_text);
        if let Some(level) = self.open.last() {
            self.text.truncate(level.base);
        }
    }
}
