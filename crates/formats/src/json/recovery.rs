//! Finds the next record of a list behind one that breaks the syntax of JSON.

use super::{LexError, Lexer};

/// Longest record that is tried.
const LONGEST_TRIED: usize = 1 << 16;

/// Most bytes of records tried in a file. Hostile text may look like many long records that overlap.
const TRIED_BYTES: u64 = 256 << 20;

/// Test of bytes that begin with a bracket: whether a record of the list begins there. It must read the whole record.
pub(crate) type IsRecord<'a> = &'a dyn Fn(&[u8]) -> Result<bool, LexError>;

/// Search for the next record of a file.
#[derive(Debug, Default)]
pub(crate) struct Recovery {
    tried: u64,
}

/// Outcome of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Next {
    /// Index of the record's bracket.
    At(usize),
    /// Index of the bracket of a record that is the first of its list, so the list with the broken record ended before.
    InOtherList(usize),
    /// There is none before this index. With more bytes there may be one behind it.
    NotBefore(usize),
    /// Too much was tried in this file.
    GivenUp,
}

impl Recovery {
    /// Finds the first record at or behind `from`. A record follows another one, begins a line or is the first of a
    /// list. `is_last` if no more bytes will come.
    pub(crate) fn next(&mut self, bytes: &[u8], from: usize, is_last: bool, is_record: IsRecord<'_>) -> Next {
        let mut at = from;
        while let Some(place) = memchr::memchr(b'{', &bytes[at..]).map(|place| place + at) {
            at = place + 1;
            let Some(begin) = begins(&bytes[from.min(place)..place]) else { continue };
            let end = bytes.len().min(place + LONGEST_TRIED);
            match is_record(&bytes[place..end]) {
                Ok(true) if begin == Begin::OfList => {
                    // A caller that passes it over may meet others in it.
                    self.tried += (end - place) as u64;
                    return Next::InOtherList(place);
                }
                Ok(true) => return Next::At(place),
                Err(LexError::Incomplete) if end < place + LONGEST_TRIED && !is_last => {
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

    /// Counts bytes that are read again. Returns whether that is allowed.
    pub(crate) fn spend(&mut self, bytes: usize) -> bool {
        self.tried += bytes as u64;
        !self.is_over()
    }

    /// Returns whether too much was tried in this file.
    pub(crate) fn is_over(&self) -> bool {
        self.tried > TRIED_BYTES
    }
}

/// Returns the index of the last byte before a place that is no separator: what precedes a bracket must stay with it.
fn last_before(bytes: &[u8], from: usize, place: usize) -> usize {
    let last = bytes.get(from..place).and_then(|before| before.iter().rposition(|byte| !is_between(*byte)));
    last.map_or(from, |last| last + from)
}

/// Place of a bracket that may begin a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Begin {
    /// Behind another record, or at the beginning of a line.
    OfRecord,
    /// Behind the bracket of a list.
    OfList,
}

/// Returns how a record may begin behind these bytes.
fn begins(before: &[u8]) -> Option<Begin> {
    let begins_line = before.trim_ascii_end().len() < before.len()
        && before.iter().rev().take_while(|byte| byte.is_ascii_whitespace()).any(|byte| *byte == b'\n');
    match before.iter().rev().find(|byte| !is_between(**byte)) {
        Some(b'[') => Some(Begin::OfList),
        Some(b'}') => Some(Begin::OfRecord),
        _ => begins_line.then_some(Begin::OfRecord),
    }
}

fn is_between(byte: u8) -> bool {
    byte.is_ascii_whitespace() || byte == b','
}

/// Returns whether an object with all these members begins the bytes. A list of alternatives stands for each member.
pub(crate) fn is_object_with(bytes: &[u8], members: &[&[&[u8]]]) -> Result<bool, LexError> {
    let mut lexer = Lexer::new(bytes, 1);
    let mut found = vec![false; members.len()];
    while let Some(name) = lexer.key()? {
        for (found, names) in found.iter_mut().zip(members) {
            *found |= names.contains(&name);
        }
        lexer.value()?;
    }
    Ok(found.into_iter().all(|found| found))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_event(bytes: &[u8]) -> Result<bool, LexError> {
        is_object_with(bytes, &[&[b"ph", b"phase"], &[b"ts"]])
    }

    fn next(text: &str) -> Next {
        Recovery::default().next(text.as_bytes(), 1, false, &is_event)
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
        for before in ["{\"a\"b\"}], \"more\": [", "{\"a\"b\"}], \"more\": [\n  "] {
            assert_eq!(next(&format!("{before}{event}")), Next::InOtherList(before.len()), "{before}");
        }
    }

    #[test]
    fn what_is_no_event_is_passed_over() {
        assert!(matches!(next(r#"{"a"b"},{"ph":"X"},{"ts":1},{"x":{"ph":"X","ts":1}}"#), Next::NotBefore(_)));
        assert_eq!(next(r#"{"a"b"},{"ph":"X","ts""#), Next::NotBefore(6), "cut off");
    }

    #[test]
    fn overlapping_events_are_given_up() {
        let text = format!("{{{}", "},{\"a\":[{}".repeat(400_000));
        let mut recovery = Recovery::default();
        let mut at = 0;
        while let Next::NotBefore(next) = recovery.next(text.as_bytes(), at, false, &is_event)
            && next > at
        {
            at = next;
        }
        assert!(recovery.tried <= TRIED_BYTES + LONGEST_TRIED as u64);
    }
}
