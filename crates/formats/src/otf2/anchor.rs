//! Reads the anchor file, which describes all files of an archive.

use super::cursor::Cursor;
use super::{ANCHOR, Otf2Fault};

/// Lengths of chunks in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Anchor {
    /// Chunk length in files of events.
    pub(super) events: u64,
    /// Chunk length in files of definitions.
    pub(super) definitions: u64,
}

/// Number of the storage that uses one plain file each; the others need libraries of their own.
const POSIX: u8 = 1;
const NOT_PACKED: u8 = 1;

/// Returns whether the bytes begin like an anchor.
pub(super) fn is_anchor(head: &[u8]) -> bool {
    head.len() >= ANCHOR.len() && may_begin(head)
}

/// Returns whether the bytes, which may be few, can be the beginning of an anchor.
pub(super) fn may_begin(head: &[u8]) -> bool {
    let is_there = |(place, &byte): (usize, &u8)| byte == ANCHOR[place] || place == 1 && byte == 0x23;
    head.iter().take(ANCHOR.len()).enumerate().all(is_there)
}

impl Anchor {
    /// Parses an anchor.
    pub(super) fn read(bytes: &[u8]) -> Result<Self, Otf2Fault> {
        if !is_anchor(bytes) {
            return Err(Otf2Fault::new(0, "does not begin like an anchor"));
        }
        let mut cursor = Cursor::new(bytes, ANCHOR.len(), bytes[1] == 0x23);
        // Skip the versions of the anchor and of the trace, and the three parts of the library's version.
        for _ in 0..5 {
            cursor.byte()?;
        }
        let anchor = Self { events: cursor.full()?, definitions: cursor.full()? };
        let at = cursor.at();
        match (cursor.byte()?, cursor.byte()?) {
            (POSIX, NOT_PACKED) => Ok(anchor),
            (POSIX, _) => {
                Err(Otf2Fault::new(at + 1, "says that its files are packed, which Diptych does not read"))
            }
            _ => Err(Otf2Fault::new(
                at,
                "says that its files are in a SIONlib container, which Diptych does not read",
            )),
        }
    }
}
