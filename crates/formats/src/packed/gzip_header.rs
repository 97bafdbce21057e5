//! Reads the header before a gzip member's deflate stream (RFC 1952, 2.3) byte by byte. It stores none of it, so a name
//! without an end takes no memory.

use super::crc32::Crc32;

/// Magic number of every member.
pub(super) const MAGIC: [u8; 2] = [0x1f, 0x8b];

/// Message for a member or a header whose checksum or length does not match.
pub(super) const WRONG_SUM: &str = "corrupt gzip stream does not have a matching checksum";

/// Flags of the optional parts, in the order of the parts.
const HAS_EXTRA: u8 = 4;
const HAS_NAME: u8 = 8;
const HAS_COMMENT: u8 = 16;
const HAS_SUM: u8 = 2;

/// Flags without a meaning. A file that sets one uses another format.
const RESERVED: u8 = 0xE0;

/// Number of deflate, the only method.
const DEFLATE: u8 = 8;

/// Message for bytes that are no header.
const NO_HEADER: &str = "invalid gzip header";

/// Part of the header that the next byte belongs to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Part {
    /// First ten bytes.
    #[default]
    Fixed,
    /// Length of the extra field, in two bytes.
    ExtraLength,
    /// Extra field with this length in bytes.
    Extra(u16),
    /// File name, which ends with a zero.
    Name,
    Comment,
    /// Lower half of the checksum of the header before it.
    Sum,
    Over,
}

/// Header being read.
#[derive(Debug, Default)]
pub(super) struct Header {
    part: Part,
    /// Bytes of the part so far.
    count: usize,
    flags: u8,
    /// Previous byte, which may be the first of a number's two bytes.
    low: u8,
    sum: Crc32,
}

impl Header {
    pub(super) fn is_whole(&self) -> bool {
        self.part == Part::Over
    }

    /// Takes the next byte.
    pub(super) fn feed(&mut self, byte: u8) -> Result<(), &'static str> {
        let number = u16::from_le_bytes([self.low, byte]);
        let second = self.count == 1;
        (self.low, self.count) = (byte, self.count + 1);
        if self.part == Part::Sum {
            if second && number != self.sum.sum() as u16 {
                return Err(WRONG_SUM);
            }
            if second {
                self.enter(Part::Over);
            }
            return Ok(());
        }
        self.sum.add(&[byte]);
        match self.part {
            Part::Fixed => self.fixed(byte)?,
            Part::ExtraLength if second && number > 0 => self.enter(Part::Extra(number)),
            Part::ExtraLength if second => self.next(HAS_EXTRA),
            Part::Extra(length) if self.count == usize::from(length) => self.next(HAS_EXTRA),
            Part::Name if byte == 0 => self.next(HAS_NAME),
            Part::Comment if byte == 0 => self.next(HAS_COMMENT),
            _ => {}
        }
        Ok(())
    }

    /// Takes a byte of the fixed part: magic, method, flags; then time, level and system, which are ignored.
    fn fixed(&mut self, byte: u8) -> Result<(), &'static str> {
        let sound = match self.count {
            1 => byte == MAGIC[0],
            2 => byte == MAGIC[1],
            3 => byte == DEFLATE,
            4 => byte & RESERVED == 0,
            _ => true,
        };
        match self.count {
            4 => self.flags = byte,
            10 => self.next(0),
            _ => {}
        }
        if sound { Ok(()) } else { Err(NO_HEADER) }
    }

    /// Goes on with the first part present after the one whose flag is `done`; 0 for the fixed part.
    fn next(&mut self, done: u8) {
        let parts = [
            (HAS_EXTRA, Part::ExtraLength),
            (HAS_NAME, Part::Name),
            (HAS_COMMENT, Part::Comment),
            (HAS_SUM, Part::Sum),
        ];
        let passed = parts.iter().position(|(flag, _)| *flag == done).map_or(0, |at| at + 1);
        let there = parts[passed..].iter().find(|(flag, _)| self.flags & flag != 0);
        self.enter(there.map_or(Part::Over, |(_, part)| *part));
    }

    fn enter(&mut self, part: Part) {
        (self.part, self.count) = (part, 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the number of bytes in the header. `None` if it is incomplete.
    fn length(bytes: &[u8]) -> Result<Option<usize>, &'static str> {
        let mut header = Header::default();
        for (at, byte) in bytes.iter().enumerate() {
            header.feed(*byte)?;
            if header.is_whole() {
                return Ok(Some(at + 1));
            }
        }
        Ok(None)
    }

    fn header(flags: u8, optional: &[u8]) -> Vec<u8> {
        [&[0x1f, 0x8b, 8, flags, 1, 2, 3, 4, 0, 255], optional].concat()
    }

    #[test]
    fn optional_parts_are_skipped() {
        assert_eq!(length(&header(0, b"rest")), Ok(Some(10)));
        assert_eq!(length(&header(HAS_EXTRA, b"\x03\0abcrest")), Ok(Some(15)));
        assert_eq!(length(&header(HAS_EXTRA | HAS_NAME, b"\0\0name\0rest")), Ok(Some(17)));
        assert_eq!(length(&header(HAS_NAME | HAS_COMMENT, b"n\0c\0rest")), Ok(Some(14)));
        assert_eq!(length(&header(HAS_NAME, b"no end")), Ok(None));
    }

    #[test]
    fn header_checksum_is_compared() {
        let mut bytes = header(HAS_NAME | HAS_SUM, b"name\0");
        let mut sum = Crc32::default();
        sum.add(&bytes);
        bytes.extend((sum.sum() as u16).to_le_bytes());
        assert_eq!(length(&bytes), Ok(Some(17)));
        *bytes.last_mut().unwrap() ^= 1;
        assert_eq!(length(&bytes), Err(WRONG_SUM));
    }

    #[test]
    fn malformed_header_is_refused() {
        assert_eq!(length(b"\x1f\x8b\x07"), Err(NO_HEADER));
        assert_eq!(length(b"\x1f\x8b\x08\x80"), Err(NO_HEADER));
        assert_eq!(length(b"PK"), Err(NO_HEADER));
    }
}
