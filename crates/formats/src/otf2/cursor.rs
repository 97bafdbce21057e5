//! Bytes that are read one number after the other.

use super::Fault;

/// Bytes, and how far they are read. Numbers of several bytes lie as the file says in its second byte.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cursor<'a> {
    bytes: &'a [u8],
    at: usize,
    is_big: bool,
}

/// All bits set stand for no number, in a byte of their own.
const NOTHING: u8 = 0xff;

impl<'a> Cursor<'a> {
    /// Over the bytes `at` and on.
    pub(super) fn new(bytes: &'a [u8], at: usize, is_big: bool) -> Self {
        Self { bytes, at, is_big }
    }

    /// How far it is.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// Whether anything is left.
    pub(super) fn is_over(&self) -> bool {
        self.at >= self.bytes.len()
    }

    fn take(&mut self, count: usize) -> Result<&'a [u8], Fault> {
        let end = self.at.checked_add(count).filter(|&end| end <= self.bytes.len());
        let Some(end) = end else { return Err(Fault::new(self.at, "ends in the middle of a record")) };
        let taken = &self.bytes[self.at..end];
        self.at = end;
        Ok(taken)
    }

    pub(super) fn byte(&mut self) -> Result<u8, Fault> {
        Ok(self.take(1)?[0])
    }

    /// A number of eight bytes.
    pub(super) fn full(&mut self) -> Result<u64, Fault> {
        self.take(8).map(|bytes| self.number(bytes))
    }

    /// A number without its leading zeros: how many bytes it has, and these. All bits set where none is given.
    pub(super) fn long(&mut self) -> Result<u64, Fault> {
        let at = self.at;
        match self.byte()? {
            NOTHING => Ok(u64::MAX),
            size @ 0..=8 => self.take(size.into()).map(|bytes| self.number(bytes)),
            size => Err(Fault::new(at, format!("has a number of {size} bytes"))),
        }
    }

    /// The same of at most four bytes; `None` where none is given.
    pub(super) fn id(&mut self) -> Result<Option<u32>, Fault> {
        let at = self.at;
        match self.long()? {
            u64::MAX => Ok(None),
            number => u32::try_from(number).map(Some).map_err(|_| Fault::new(at, "has an id above 2³²")),
        }
    }

    /// A text, which ends with a zero.
    pub(super) fn text(&mut self) -> Result<&'a [u8], Fault> {
        let rest = &self.bytes[self.at.min(self.bytes.len())..];
        let Some(length) = memchr::memchr(0, rest) else {
            return Err(Fault::new(self.at, "ends in the middle of a text"));
        };
        self.at += length + 1;
        Ok(&rest[..length])
    }

    /// What a record holds: its length, in one byte or in eight more, and that many bytes.
    pub(super) fn record(&mut self) -> Result<Self, Fault> {
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
