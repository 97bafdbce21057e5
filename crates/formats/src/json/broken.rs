//! A part of a file that breaks the syntax of JSON, for the report.

use crate::error::thousands;
use crate::pending::{Pending, byte_name};
use crate::{ReadError, ReadErrorKind};

/// A part that breaks the syntax.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BrokenPart {
    /// Byte of the file at which the broken record begins.
    pub(crate) offset: u64,
    /// Line and byte of the file at which the syntax breaks.
    line: u64,
    at: u64,
    /// Text that would have been right there, and the byte found.
    expected: &'static str,
    found: u8,
}

impl BrokenPart {
    /// Makes the part that begins at byte `offset` of the file and breaks the syntax at an index of the pending bytes.
    pub(crate) fn new(
        pending: &Pending,
        bytes: &[u8],
        offset: u64,
        at: usize,
        expected: &'static str,
    ) -> Self {
        let found = bytes.get(at).copied().unwrap_or_default();
        Self { offset, line: pending.line(bytes, at), at: pending.offset() + at as u64, expected, found }
    }

    /// Describes the part, of which `bytes` are left out.
    pub(crate) fn text(self, bytes: u64) -> String {
        let (line, bytes) = (thousands(self.line), thousands(bytes));
        format!("line {line}: expected {}; {bytes} bytes left out", self.contrast())
    }

    /// Returns the error for a file in which nothing follows that could be read.
    pub(crate) fn into_error(self) -> ReadError {
        let (kind, offset, line) = (ReadErrorKind::Malformed, self.at, Some(self.line));
        ReadError { kind, offset, line, found: format!("Expected {}", self.contrast()) }
    }

    fn contrast(self) -> String {
        format!("{}, found {}", self.expected, byte_name(self.found))
    }
}
