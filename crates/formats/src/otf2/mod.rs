//! OTF2, the trace format of Score-P and the tools that build on it: an archive of files, here in a zip, a tar or a
//! folder.
//!
//! `NAME.otf2`, the *anchor*, gives the length of chunks. `NAME.def` defines strings, the system tree, the *locations*
//! (threads, streams) and the *regions* (functions) for all files. `NAME/L.evt` has the events of location L.
//! `NAME/L.def` maps its numbers to global ones and gives the offsets of its clock. Events may come before the
//! definitions that they refer to. So [`files`] holds all files until the archive is complete.
//!
//! Every file is a sequence of records ([`records`]): a byte for the type, the length, and numbers without leading
//! zeros. As the format requires, a record of unknown type is skipped by its length.

mod anchor;
mod clock;
mod cursor;
mod definitions;
mod events;
mod files;
mod lanes;
mod local;
mod metrics;
mod reader;
mod records;
mod stack;

pub(crate) use files::Files;
pub(crate) use reader::read;

use crate::format::{ContentKind, Format, Sniff};
use crate::{ReadError, ReadErrorKind, Reader};
use diptych_trace::Sink;

/// Registry entry of the format. A single file can be no more than the anchor.
pub(crate) const FORMAT: Format = Format {
    id: "otf2",
    name: "OTF2",
    extensions: &["otf2"],
    description: "Archives of Score-P (anchor, definitions and events) in a folder, a zip or a tar.",
    content: ContentKind::Binary,
    calls_are: "pairs of `Enter` and `Leave`",
    sniff: |head, complete| match head.get(..ANCHOR.len()) {
        Some(_) if anchor::is_anchor(head) => Sniff::Yes,
        None if !complete && anchor::may_begin(head) => Sniff::NeedMore,
        _ => Sniff::No,
    },
    open: || Box::new(LoneAnchor),
    sums: false,
    recall: None,
};

/// First bytes of an anchor. The second byte may differ: it gives the byte order of numbers.
const ANCHOR: &[u8; 7] = b"\x03\x42OTF2\0";

/// Reader of an anchor without its archive, which is always an error.
#[derive(Debug)]
struct LoneAnchor;

impl Reader for LoneAnchor {
    fn feed(&mut self, _: &[u8], _: &mut dyn Sink) -> Result<(), ReadError> {
        Ok(())
    }

    fn finish(&mut self, _: &mut dyn Sink) -> Result<(), ReadError> {
        let found = "It is the anchor of an OTF2 archive, whose events lie in other files: open its folder, or all of it as \
                     one zip or tar";
        Err(ReadError::new(ReadErrorKind::NotATrace, 0, found))
    }

    fn calls(&self) -> u64 {
        0
    }

    fn held_bytes(&self) -> u64 {
        0
    }
}

/// Error in a file, with its position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Otf2Fault {
    pub(crate) offset: usize,
    /// Predicate that says what is wrong.
    pub(crate) why: String,
}

impl Otf2Fault {
    fn new(offset: usize, why: impl Into<String>) -> Self {
        Self { offset, why: why.into() }
    }
}
