//! Reads the definitions that hold for all locations of an archive.

use super::Otf2Fault;
use super::clock::Clock;
use super::cursor::Cursor;
use super::metrics::{METRIC_CLASS, METRIC_INSTANCE, METRIC_MEMBER, Metrics};
use super::records::records;
use rustc_hash::FxHashMap;

/// Record types.
const CLOCK_PROPERTIES: u8 = 5;
const STRING: u8 = 10;
const SYSTEM_TREE_NODE: u8 = 12;
const LOCATION_GROUP: u8 = 13;
const LOCATION: u8 = 14;
const REGION: u8 = 15;
const CALLING_CONTEXT: u8 = 34;

/// Global definitions that are read; the others are skipped.
#[derive(Debug, Default)]
pub(super) struct Definitions<'a> {
    pub(super) clock: Clock,
    strings: FxHashMap<u32, &'a [u8]>,
    pub(super) nodes: FxHashMap<u32, SystemNode>,
    pub(super) groups: FxHashMap<u32, SystemNode>,
    /// Locations in file order.
    pub(super) locations: Vec<Location>,
    pub(super) regions: FxHashMap<u32, Region>,
    /// Region of each calling context.
    pub(super) contexts: FxHashMap<u32, Option<u32>>,
    pub(super) metrics: Metrics,
}

/// A node of the system tree, or a group of locations.
#[derive(Debug, Clone, Copy)]
pub(super) struct SystemNode {
    pub(super) name: Option<u32>,
    /// Parent node, a key of [`Definitions::nodes`].
    pub(super) parent: Option<u32>,
}

/// A location: a source of events.
#[derive(Debug, Clone, Copy)]
pub(super) struct Location {
    pub(super) id: u64,
    pub(super) name: Option<u32>,
    /// Set for a thread of a processor; clear for a stream of an accelerator, or metrics.
    pub(super) is_thread: bool,
    /// Group of the location, a key of [`Definitions::groups`].
    pub(super) group: Option<u32>,
}

/// A region: a function or another piece of code.
#[derive(Debug, Clone, Copy)]
pub(super) struct Region {
    pub(super) name: Option<u32>,
    pub(super) file: Option<u32>,
    pub(super) line: u32,
}

impl<'a> Definitions<'a> {
    /// Reads a file of global definitions. A fault ends the reading; what comes before it is returned all the same.
    pub(super) fn read(bytes: &'a [u8], chunk_bytes: u64) -> (Self, Option<Otf2Fault>) {
        let mut all = Self::default();
        // The cursor is borrowed for one record only, so texts are taken from the file's bytes.
        let outcome = records(bytes, chunk_bytes, &mut |kind, cursor| {
            let record = cursor.record()?;
            all.take(kind, record, bytes)
        });
        (all, outcome.err())
    }

    /// Returns the text of a string reference. `None` if it is undefined.
    pub(super) fn text(&self, string: Option<u32>) -> Option<&'a [u8]> {
        string.and_then(|string| self.strings.get(&string)).copied()
    }

    fn take(&mut self, kind: u8, mut record: Cursor<'_>, bytes: &'a [u8]) -> Result<(), Otf2Fault> {
        let record = &mut record;
        match kind {
            CLOCK_PROPERTIES => {
                let (ticks_a_second, first) = (record.long()?.max(1), record.long()?);
                self.clock = Clock { ticks_a_second, first };
            }
            STRING => {
                let (id, at) = (record.id()?, record.at());
                let length = record.text()?.len();
                id.map(|id| self.strings.insert(id, &bytes[at..at + length]));
            }
            SYSTEM_TREE_NODE => {
                let (id, name, _class) = (record.id()?, record.id()?, record.id()?);
                let parent = record.id()?;
                id.map(|id| self.nodes.insert(id, SystemNode { name, parent }));
            }
            LOCATION_GROUP => {
                let (id, name, _type) = (record.id()?, record.id()?, record.byte()?);
                let parent = record.id()?;
                id.map(|id| self.groups.insert(id, SystemNode { name, parent }));
            }
            LOCATION => {
                let (id, name, is_thread) = (record.long()?, record.id()?, record.byte()? <= 1);
                let (_events, group) = (record.long()?, record.id()?);
                self.locations.push(Location { id, name, is_thread, group });
            }
            REGION => {
                let (id, name, _description) = (record.id()?, record.id()?, record.id()?);
                let (_type, file, line) = (record.byte()?, record.id()?, record.id()?);
                id.map(|id| self.regions.insert(id, Region { name, file, line: line.unwrap_or(0) }));
            }
            CALLING_CONTEXT => {
                let (id, region) = (record.id()?, record.id()?);
                id.map(|id| self.contexts.insert(id, region));
            }
            METRIC_MEMBER | METRIC_CLASS | METRIC_INSTANCE => self.metrics.take(kind, record)?,
            _ => {}
        }
        Ok(())
    }
}
