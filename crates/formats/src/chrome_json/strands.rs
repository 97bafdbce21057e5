//! Async events: calls that run beside threads, distinguished by an id.
//!
//! Begins and ends with one id nest (`b`, `e`), or match by name, too (`S`, `F`, the older form). Category and scope
//! are part of the id. If an id has no explicit scope, the format says that it is valid in the whole file, but many
//! recorders number in each process. So it is first taken as local to its process. An end whose process has no such id
//! belongs to the process that has.

use super::event::{Event, text};
use super::ids::{ByKey, IdScope, RawId};
use crate::json::decode;
use diptych_trace::{LaneId, Sink, StrandId};

/// Strands by process, category, scope and id, and for [`Pairing::Legacy`] by name.
#[derive(Debug, Default)]
pub(super) struct Strands {
    by_key: ByKey<StrandId>,
    /// First strand for each key without the process.
    in_file: ByKey<StrandId>,
}

/// Rule by which ends match their begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pairing {
    /// By id: calls with one id nest.
    Nestable,
    /// By id and name.
    Legacy,
}

impl Strands {
    /// Returns the strand of a begin or an end. `None` if the event has no id. `lane` makes the lane of the event's
    /// process.
    pub(super) fn strand(
        &mut self,
        event: &Event<'_>,
        pairing: Pairing,
        begins: bool,
        sink: &mut dyn Sink,
        lane: impl FnOnce(&mut dyn Sink) -> LaneId,
    ) -> Option<StrandId> {
        let RawId { id, reach } = RawId::of(event)?;
        let [category, scope, name] = [event.category, event.scope, event.name].map(text);
        let name = if pairing == Pairing::Legacy { name } else { b"" };
        let process = if reach == IdScope::File { b"" } else { text(event.process) };
        // Separates ids of the two pairings, and ids of processes from those of the file.
        let way = [pairing as u8, u8::from(reach == IdScope::File)];
        let own: [&[u8]; 6] = [process, &way, category, scope, id, name];
        let known = self.by_key.get(&own);
        let known = known.or_else(|| {
            let may_be_elsewhere = !begins && reach == IdScope::Unsaid;
            if may_be_elsewhere { self.in_file.get(&own[1..]) } else { None }
        });
        if known.is_some() {
            return known;
        }
        let lane = lane(sink);
        let strand = sink.strand(lane, &decode(category).text);
        self.by_key.get_or_insert_with(&own, || strand);
        if reach == IdScope::Unsaid {
            self.in_file.get_or_insert_with(&own[1..], || strand);
        }
        Some(strand)
    }

    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        self.by_key.held_bytes() + self.in_file.held_bytes()
    }
}
