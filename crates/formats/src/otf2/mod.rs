//! OTF2, the trace format of Score-P and of what measures with it: an archive of files, here in a zip, a tar or a folder.
//!
//! `NAME.otf2`, the *anchor*, says how long chunks are; `NAME.def` defines strings, the tree of the system, the *locations*
//! (threads, streams) and the *regions* (functions) for all of them; `NAME/L.evt` has the events of location L, and
//! `NAME/L.def` what its numbers mean and how its clock ran. Events are read once all of them are there, since what they
//! mean may lie behind them: [`files`] holds them as they lie in the archive until then.
//!
//! Every file is a run of records ([`records`]): a byte that says what it is, its length, and numbers without their leading
//! zeros. A record of a kind that is not known is passed over by its length, as the format has it.

mod anchor;
mod clock;
mod cursor;
mod definitions;
mod events;
mod files;
mod lanes;
mod local;
mod reader;
mod records;
mod stack;

pub(crate) use files::Files;
pub(crate) use reader::read;

use crate::registry::{ContentKind, Format, Sniff};
use crate::{ReadError, ReadErrorKind, Reader};
use diptych_trace::Sink;

/// The row of the registry. A file by itself is at most the anchor.
pub(crate) const FORMAT: Format = Format {
    id: "otf2",
    name: "OTF2",
    extensions: &["otf2"],
    description: "Archives of Score-P (anchor, definitions and events) in a folder, a zip or a tar.",
    content: ContentKind::Binary,
    calls_are: "between `Enter` and `Leave`",
    sniff: |head, complete| match head.get(..ANCHOR.len()) {
        Some(_) if anchor::is_anchor(head) => Sniff::Yes,
        None if !complete && anchor::may_begin(head) => Sniff::NeedMore,
        _ => Sniff::No,
    },
    open: || Box::new(Alone),
    sums: false,
    recall: None,
};

/// What an anchor begins with, but for the byte that says which way its numbers lie.
const ANCHOR: &[u8; 7] = b"\x03\x42OTF2\0";

/// An anchor without what it belongs to.
#[derive(Debug)]
struct Alone;

impl Reader for Alone {
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

/// What is wrong with a file, and where in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fault {
    pub(crate) offset: usize,
    /// A predicate.
    pub(crate) why: String,
}

impl Fault {
    fn new(offset: usize, why: impl Into<String>) -> Self {
        Self { offset, why: why.into() }
    }
}
