//! Finds the next event behind one that breaks the syntax of JSON.

use super::event::text;
use super::event::{Event, FieldOrderCache};
use crate::json::{LexError, Lexer, Next, Recovery};
use memchr::memmem::Finder;

/// Shortest record that may hide events.
const HIDING_BYTES: usize = 160;

/// Search for the next event of a file.
#[derive(Debug)]
pub(super) struct EventRecovery {
    recovery: Recovery,
    /// Searcher for the key of the phase. Nearly every record is searched, and making one takes longer than the search.
    phase_key: Finder<'static>,
}

impl Default for EventRecovery {
    fn default() -> Self {
        Self { recovery: Recovery::default(), phase_key: Finder::new(b"\"ph\"") }
    }
}

impl EventRecovery {
    /// Finds the first event at or behind `from`. Joined recordings have several lists, so an event may be the first of
    /// its list.
    pub(super) fn next(&mut self, bytes: &[u8], from: usize, is_last: bool) -> Next {
        let mut from = from;
        while !self.recovery.is_over() {
            match self.recovery.next(bytes, from, is_last, &is_event) {
                Next::InOtherList(place) if !begins_line(&bytes[from..place]) => from = place + 1,
                Next::InOtherList(place) => return Next::At(place),
                other => return other,
            }
        }
        Next::GivenUp
    }

    /// Returns whether a record that seems sound has swallowed other events. That happens if a text in it has a quote
    /// too many, and so has one in a later event.
    pub(super) fn hides_events(&mut self, record: &[u8]) -> bool {
        let is_suspect = record.len() >= HIDING_BYTES
            && self.phase_key.find_iter(record).nth(1).is_some()
            && !self.recovery.is_over();
        if !is_suspect {
            return false;
        }
        // The events are read again one by one, each of which may hide others.
        self.recovery.spend(record.len());
        matches!(self.next(record, 1, true), Next::At(_))
    }

    /// Counts bytes that are read again. Returns whether that is allowed.
    pub(super) fn spend(&mut self, bytes: usize) -> bool {
        self.recovery.spend(bytes)
    }
}

fn begins_line(before: &[u8]) -> bool {
    before.iter().rev().take_while(|byte| byte.is_ascii_whitespace()).any(|byte| *byte == b'\n')
}

/// Returns whether an event with a phase begins the bytes.
fn is_event(bytes: &[u8]) -> Result<bool, LexError> {
    let mut event = Event::default();
    event.read(&mut Lexer::new(bytes, 0), &mut FieldOrderCache::default())?;
    let phase = text(event.phase);
    Ok((1..=2).contains(&phase.len()) && (event.time.is_some() || phase == b"M"))
}
