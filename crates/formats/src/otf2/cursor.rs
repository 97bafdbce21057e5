//! Reads numbers from bytes, one after the other.

use super::Otf2Fault;

/// Bytes with a read position. The file's second byte gives the byte order of its numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
    is_big: bool,
}

/// Length byte that stands for an undefined number, all of whose bits are set.
const NOTHING: u8 = 0xff;

impl<'a> Cursor<'a> {
    /// Makes a cursor that reads the bytes from `at` on.
    pub(super) fn new(bytes: &'a [u8], at: usize, is_big: bool) -> Self {
        Self { bytes, at, is_big }
    }

    /// Returns the read position.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Returns whether all bytes are read.
    pub(super) fn is_over(&self) -> bool {
        self.at >= self.bytes.len()
    }

    fn take(&mut self, count: usize) -> Result<&'a [u8], Otf2Fault> {
        let end = self.at.checked_add(count).filter(|&end| end <= self.bytes.len());
        let Some(end) = end else { return Err(Otf2Fault::new(self.at, "ends in the middle of a record")) };
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }

    pub(super) fn byte(&mut self) -> Result<u8, Otf2Fault> {
        Ok(self.take(1)?[0])
    }

    /// Reads a number of eight bytes.
    pub(super) fn full(&mut self) -> Result<u64, Otf2Fault> {
        self.take(8).map(|bytes| self.number(bytes))
    }

    /// Reads a compressed number: its number of bytes, then the bytes without leading zeros. Returns all bits set if it
    /// is undefined.
    pub(super) fn long(&mut self) -> Result<u64, Otf2Fault> {
        let at = self.at;
        match self.byte()? {
            NOTHING => Ok(u64::MAX),
            size @ 0..=8 => self.take(size.into()).map(|bytes| self.number(bytes)),
            size => Err(Otf2Fault::new(at, format!("has a number of {size} bytes"))),
        }
    }

    /// Reads a compressed number of at most four bytes. `None` if it is undefined.
    pub(super) fn id(&mut self) -> Result<Option<u32>, Otf2Fault> {
        let at = self.at;
        match self.long()? {
            u64::MAX => Ok(None),
            number => u32::try_from(number).map(Some).map_err(|_| Otf2Fault::new(at, "has an id above 2³²")),
        }
    }

    /// Reads a text, which ends with a zero.
    pub(super) fn text(&mut self) -> Result<&'a [u8], Otf2Fault> {
        let rest = &self.bytes[self.at.min(self.bytes.len())..];
        let Some(length) = memchr::memchr(0, rest) else {
            return Err(Otf2Fault::new(self.at, "ends in the middle of a text"));
        };
        self.at += length + 1;
        Ok(&rest[..length])
    }

    /// Reads a record: its length, in one byte or in eight more, then that many bytes. Returns a cursor over the
    /// content.
    pub(super) fn record(&mut self) -> Result<Self, Otf2Fault> {
        let length = match self.byte()? {
            NOTHING => self.full()?,
            length => length.into(),
        };
        let from = self.at;
        self.take(usize::try_from(length).unwrap_or(usize::MAX))?;
        Ok(Self { bytes: &self.bytes[..self.at], at: from, is_big: self.is_big })
    }

    fn number(&self, bytes: &[u8]) -> u64 {
        let add = |sum: u64, &byte: &u8| sum << 8 | u64::from(byte);
        if self.is_big { bytes.iter().fold(0, add) } else { bytes.iter().rev().fold(0, add) }
    }
}
