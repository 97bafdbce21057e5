//! Finds the next record of a protobuf file behind bytes that are no field.

use crate::protobuf::fields;
use prost::encoding::decode_varint;

/// Longest record that is tried.
const LONGEST_TRIED: u64 = 1 << 16;

/// Most bytes of records tried in a file. Hostile bytes may look like many long records that overlap.
const TRIED_BYTES: u64 = 256 << 20;

/// Search for the next record.
#[derive(Debug)]
pub(crate) struct Recovery {
    /// Byte that begins each record: number and type of a field of the file.
    key: u8,
    /// Numbers of fields, of which each record has at least one.
    marks: &'static [u32],
    tried: u64,
}

/// Outcome of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NextRecord {
    At(usize),
    /// There is none before this index. With more bytes there may be one behind it.
    NotBefore(usize),
    /// There is none, or too much was tried in this file.
    None,
}

impl Recovery {
    /// Makes a search for the field `number` of the file, which must be below 16.
    pub(crate) fn new(number: u8, marks: &'static [u32]) -> Self {
        Self { key: number << 3 | 2, marks, tried: 0 }
    }

    /// Finds the first record at or behind `from`: a sound message with one of the marks, behind which another record
    /// or the end of the file follows. `is_last` if no more bytes will come.
    pub(crate) fn next(&mut self, bytes: &[u8], from: usize, is_last: bool) -> NextRecord {
        let mut at = from;
        while let Some(place) = memchr::memchr(self.key, bytes.get(at..).unwrap_or_default()) {
            let place = place + at;
            match self.is_record(&bytes[place + 1..], is_last) {
                Some(true) => return NextRecord::At(place),
                None if !is_last => return NextRecord::NotBefore(place),
                _ => at = place + 1,
            }
            if self.tried > TRIED_BYTES {
                return NextRecord::None;
            }
        }
        if is_last { NextRecord::None } else { NextRecord::NotBefore(bytes.len().max(from)) }
    }

    /// Returns whether these bytes are the rest of a record, behind its key. `None` if more of them are needed.
    fn is_record(&mut self, bytes: &[u8], is_last: bool) -> Option<bool> {
        let mut rest = bytes;
        // Longer records are not tried, so their length has at most three bytes.
        let length = match bytes.iter().take(3).position(|byte| byte & 0x80 == 0) {
            Some(_) => decode_varint(&mut rest).ok()?,
            None if bytes.len() < 3 => return None,
            None => return Some(false),
        };
        if !(1..=LONGEST_TRIED).contains(&length) {
            return Some(false);
        }
        let message = rest.get(..length as usize)?;
        // Random bytes are a message now and then, but seldom two in a row.
        let is_followed = match rest.get(length as usize) {
            Some(next) => *next == self.key,
            None if is_last => true,
            None => return None,
        };
        self.tried += length;
        let mut is_marked = false;
        for field in fields(message) {
            let Ok((number, _)) = field else { return Some(false) };
            is_marked |= self.marks.contains(&number);
        }
        Some(is_marked && is_followed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORD: &[u8] = &[0x0a, 4, 0x40, 1, 0x10, 7];

    fn next(bytes: &[u8], is_last: bool) -> NextRecord {
        Recovery::new(1, &[8]).next(bytes, 0, is_last)
    }

    #[test]
    fn next_record_is_followed_by_another_or_the_end() {
        let two = [b"\xff\x0a\x01", RECORD, RECORD].concat();
        assert_eq!(next(&two, false), NextRecord::At(3));
        let one = [b"\xff\x0a\x01", RECORD].concat();
        assert_eq!([next(&one, false), next(&one, true)], [NextRecord::NotBefore(3), NextRecord::At(3)]);
        let other = [RECORD, b"\x12"].concat();
        assert_eq!(next(&other, true), NextRecord::None);
    }

    #[test]
    fn messages_without_a_mark_are_passed_over() {
        let unmarked = [&[0x0a, 2, 0x10, 7], RECORD, RECORD].concat();
        assert_eq!(next(&unmarked, false), NextRecord::At(4));
        assert_eq!(next(&[0x0a, 0, 0x0a, 0], true), NextRecord::None);
    }

    #[test]
    fn overlapping_records_are_given_up() {
        // Each byte that may be a key begins a message of 32 KiB, which is sound up to its end.
        let mut bytes = [0x0a, 0x80, 0x80, 0x02].repeat(1 << 18);
        bytes.extend(vec![0xff; 1 << 16]);
        let mut recovery = Recovery::new(1, &[8]);
        assert_eq!(recovery.next(&bytes, 0, true), NextRecord::None);
        assert!(recovery.tried <= TRIED_BYTES + LONGEST_TRIED);
    }
}
