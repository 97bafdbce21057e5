//! Holds bytes that have arrived but are not read yet.

use crate::json::LexError;
use crate::{ReadError, ReadErrorKind};

/// Unread part of a file.
///
/// An incomplete record is tried again only once the bytes have doubled. So a record of any length, in pieces of any
/// size, costs linear time.
#[derive(Debug, Default)]
pub(crate) struct Pending {
    bytes: Vec<u8>,
    /// Offset of `bytes[0]` in the file.
    offset: u64,
    /// Line feeds before `bytes[0]`.
    lines: u64,
    /// Number of bytes at which the next try is worthwhile.
    try_at: usize,
}

impl Pending {
    /// Adds bytes. Returns whether a try is worthwhile.
    pub(crate) fn push(&mut self, bytes: &[u8]) -> bool {
        self.bytes.extend_from_slice(bytes);
        self.bytes.len() >= self.try_at
    }

    /// Makes the next push worth a try, however few bytes it adds.
    pub(crate) fn try_now(&mut self) {
        self.try_at = 0;
    }

    /// Lends the bytes out. [`Pending::put_back`] must follow.
    pub(crate) fn take(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.bytes)
    }

    /// Takes lent bytes back, of which the first `read` are used up. The rest is an incomplete record, or nothing.
    pub(crate) fn put_back(&mut self, mut bytes: Vec<u8>, read: usize) {
        self.lines += memchr::memchr_iter(b'\n', &bytes[..read]).count() as u64;
        self.offset += read as u64;
        bytes.drain(..read);
        self.try_at = bytes.len() * 2;
        self.bytes = bytes;
    }

    /// Takes lent bytes back after steps that ended with `outcome`, and returns its error as that of the file.
    pub(crate) fn settle(
        &mut self,
        bytes: Vec<u8>,
        read: usize,
        outcome: Result<bool, LexError>,
    ) -> Result<(), ReadError> {
        let error = match outcome {
            Err(LexError::Wrong { at, expected }) => Some(self.malformed(&bytes, at, expected)),
            _ => None,
        };
        self.put_back(bytes, read);
        error.map_or(Ok(()), Err)
    }

    /// Returns the offset in the file of the first unread byte.
    pub(crate) fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns the number of unread bytes.
    pub(crate) fn len(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// Returns the number of bytes held.
    pub(crate) fn held_bytes(&self) -> u64 {
        self.bytes.capacity() as u64
    }

    /// Returns the error for a syntax error at an index into lent bytes. It quotes one byte, so that the message does
    /// not depend on how the file is cut.
    pub(crate) fn malformed(&self, bytes: &[u8], at: usize, expected: &str) -> ReadError {
        let found = format!("Expected {expected}, found {}", byte_name(bytes[at]));
        let offset = self.offset + at as u64;
        ReadError { kind: ReadErrorKind::Malformed, offset, line: Some(self.line(bytes, at)), found }
    }

    /// Returns the 1-based line of an index into lent bytes.
    pub(crate) fn line(&self, bytes: &[u8], index: usize) -> u64 {
        self.lines + memchr::memchr_iter(b'\n', &bytes[..index.min(bytes.len())]).count() as u64 + 1
    }
}

/// Names a byte for a message.
pub(crate) fn byte_name(byte: u8) -> String {
    match byte {
        b' '..=b'~' => format!("`{}`", char::from(byte)),
        _ => format!("the byte value 0x{byte:02x}"),
    }
}
