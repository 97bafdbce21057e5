//! Reads the fields of a former Chrome Trace Event (`LegacyEvent`), and matches async events by such ids.

use crate::protobuf::{Content, fields};
use diptych_trace::{LaneId, Sink, StrandId};
use std::collections::BTreeMap;

/// Phase and ids of the older format.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Legacy<'a> {
    pub(super) name_iid: u64,
    /// Phase as in Chrome Trace Event; 0 if the event's type gives the kind.
    pub(super) phase: u8,
    /// Duration of a complete event, in microseconds.
    pub(super) duration: Option<i64>,
    id: Option<(IdScope, u64)>,
    scope: &'a [u8],
    /// Flow that the event takes part in.
    pub(super) bind: Option<u64>,
    /// Set if the event is the target of that flow.
    pub(super) flow_in: bool,
    /// Set if the event is a source of that flow.
    pub(super) flow_out: bool,
    /// Process id that replaces that of the sequence.
    pub(super) process: Option<i64>,
    /// Thread id that replaces that of the sequence.
    pub(super) thread: Option<i64>,
}

/// Scope of an id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum IdScope {
    /// The process. Also for an id without explicit scope, because most recorders number in each process.
    Process,
    File,
}

impl<'a> Legacy<'a> {
    /// Parses a legacy event. `None` if it is not a valid message.
    pub(super) fn read(message: &'a [u8]) -> Option<Self> {
        let mut legacy = Self::default();
        for field in fields(message) {
            match field.ok()? {
                (1, Content::Number(name)) => legacy.name_iid = name,
                (2, Content::Number(phase)) => legacy.phase = u8::try_from(phase).unwrap_or(b'?'),
                (3, Content::Number(duration)) => legacy.duration = Some(duration as i64),
                (6 | 10, Content::Number(id)) => legacy.id = Some((IdScope::Process, id)),
                (11, Content::Number(id)) => legacy.id = Some((IdScope::File, id)),
                (7, Content::Bytes(scope)) => legacy.scope = scope,
                (8, Content::Number(bind)) => legacy.bind = Some(bind),
                (13, Content::Number(direction)) => {
                    (legacy.flow_in, legacy.flow_out) = (direction & 1 != 0, direction & 2 != 0);
                }
                (18, Content::Number(process)) => legacy.process = Some(process as i64),
                (19, Content::Number(thread)) => legacy.thread = Some(thread as i64),
                _ => {}
            }
        }
        Some(legacy)
    }
}

/// Strands of events with a common id.
#[derive(Debug, Default)]
pub(super) struct Strands {
    by_id: BTreeMap<Key, StrandId>,
    bytes: u64,
}

/// Process (`None` for a global id), id, scope and category; and the name, if begins and ends match by it, too.
type Key = (Option<i64>, u64, Box<[u8]>, String, Option<String>);

impl Strands {
    /// Returns the strand of a begin or an end. `None` if the event has no id. `lane` makes the lane of its process.
    /// `name` is given if begins and ends match by it, too.
    pub(super) fn strand(
        &mut self,
        legacy: &Legacy<'_>,
        process: i64,
        category: String,
        name: Option<String>,
        sink: &mut dyn Sink,
        lane: impl FnOnce(&mut dyn Sink) -> LaneId,
    ) -> Option<StrandId> {
        let (reach, id) = legacy.id?;
        let process = (reach == IdScope::Process).then_some(process);
        let bytes = legacy.scope.len() + category.len() + name.as_ref().map_or(0, String::len);
        let key = (process, id, legacy.scope.into(), category, name);
        if let Some(&strand) = self.by_id.get(&key) {
            return Some(strand);
        }
        let lane = lane(sink);
        let strand = sink.strand(lane, &key.3);
        self.by_id.insert(key, strand);
        self.bytes += bytes as u64 + 128;
        Some(strand)
    }

    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        self.bytes
    }
}
