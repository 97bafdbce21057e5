//! Finds the next event behind one that breaks the syntax of JSON.

use super::event::{Event, FieldOrderCache};
use super::text;
use crate::json::{LexError, Lexer};

/// Longest event that is tried.
const EVENT_BYTES: usize = 1 << 16;

/// Most bytes of events tried in a file. Hostile text may look like many long events that overlap.
const TRIED_BYTES: u64 = 256 << 20;

/// Shortest record that may hide events.
const HIDING_BYTES: usize = 160;

/// Search for the next event of a file.
#[derive(Debug, Default)]
pub(super) struct Recovery {
    tried: u64,
}

/// Outcome of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Next {
    /// Index of the event's bracket.
    At(usize),
    /// There is none before this index. With more bytes there may be one behind it.
    NotBefore(usize),
    /// Too much was tried in this file.
    GivenUp,
}

impl Recovery {
    /// Finds the first event at or behind `from`. An event follows another one or begins a line, and it has a phase.
    /// `is_last` if no more bytes will come.
    pub(super) fn next(&mut self, bytes: &[u8], from: usize, is_last: bool) -> Next {
        let mut at = from;
        while let Some(place) = memchr::memchr(b'{', &bytes[at..]).map(|place| place + at) {
            at = place + 1;
            if !begins(&bytes[from.min(place)..place]) {
                continue;
            }
            let end = bytes.len().min(place + EVENT_BYTES);
            match is_event(&bytes[place..end]) {
                Ok(true) => return Next::At(place),
                Err(LexError::Incomplete) if end < place + EVENT_BYTES && !is_last => {
                    return Next::NotBefore(last_before(bytes, from, place));
                }
                _ => {}
            }
            self.tried += (end - place) as u64;
            if self.is_over() {
                return Next::GivenUp;
            }
        }
        Next::NotBefore(last_before(bytes, from, bytes.len()))
    }

    /// Returns whether a record that seems sound has swallowed other events. That happens if a text in it has a quote
    /// too many, and so has one in a later event.
    pub(super) fn hides_events(&mut self, record: &[u8]) -> bool {
        let is_suspect = record.len() >= HIDING_BYTES
            && memchr::memmem::find_iter(record, b"\"ph\"").nth(1).is_some()
            && !self.is_over();
        if !is_suspect {
            return false;
        }
        // The events are read again one by one, each of which may hide others.
        self.tried += record.len() as u64;
        matches!(self.next(record, 1, true), Next::At(_))
    }

    /// Counts bytes that are read again. Returns whether that is allowed.
    pub(super) fn spend(&mut self, bytes: usize) -> bool {
        self.tried += bytes as u64;
        !self.is_over()
    }

    fn is_over(&self) -> bool {
        self.tried > TRIED_BYTES
    }
}

/// Returns the index of the last byte before a place that is no separator: what precedes a bracket must stay with it.
fn last_before(bytes: &[u8], from: usize, place: usize) -> usize {
    let last = bytes.get(from..place).and_then(|before| before.iter().rposition(|byte| !is_between(*byte)));
    last.map_or(from, |last| last + from)
}

/// Returns whether an event may begin behind these bytes.
fn begins(before: &[u8]) -> bool {
    let begins_line = before.trim_ascii_end().len() < before.len()
        && before.iter().rev().take_while(|byte| byte.is_ascii_whitespace()).any(|byte| *byte == b'\n');
    let behind = before.iter().rev().find(|byte| !is_between(**byte));
    begins_line || behind.is_some_and(|byte| *byte == b'}')
}

fn is_between(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == b','
}

/// Returns whether an event with a phase begins the bytes.
fn is_event(bytes: &[u8]) -> Result<bool, LexError> {
    let mut event = Event::default();
    event.read(&mut Lexer::new(bytes, 0), &mut FieldOrderCache::default())?;
    let phase = text(event.phase);
    Ok((1..=2).contains(&phase.len()) && (event.time.is_some() || phase == b"M"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn next(text: &str) -> Next {
        Recovery::default().next(text.as_bytes(), 1, false)
    }

    #[test]
    fn next_event_follows_another_or_begins_a_line() {
        let event = r#"{"ph":"X","ts":1}"#;
        for before in [
            "{\"a\"b\"}, ",
            "{\"a\"b\"}",
            "{\"a\"b\"\n",
            "{\"a\"b\"},\r\n  ",
            "{\"x\":{\"y\":1},{\"z\":2}} ,",
        ] {
            assert_eq!(next(&format!("{before}{event}")), Next::At(before.len()), "{before}");
        }
        assert_eq!(next(&format!("{{\"a\"b\": {event}")), Next::NotBefore(24), "inside a value");
    }

    #[test]
    fn what_is_no_event_is_passed_over() {
        assert!(matches!(next(r#"{"a"b"},{"ph":"X"},{"ts":1},{"ph":"long","ts":1}"#), Next::NotBefore(_)));
        assert_eq!(next(r#"{"a"b"},{"ph":"X","ts""#), Next::NotBefore(6), "cut off");
    }

    #[test]
    fn overlapping_events_are_given_up() {
        let text = format!("{{{}", "},{\"a\":[{}".repeat(400_000));
        let mut recovery = Recovery::default();
        let mut at = 0;
        while let Next::NotBefore(next) = recovery.next(text.as_bytes(), at, false)
            && next > at
        {
            at = next;
        }
        assert!(recovery.tried <= TRIED_BYTES + EVENT_BYTES as u64);
    }
}
