//! Async events: what runs beside threads, told apart by an id.
//!
//! Begins and ends of one id nest (`b`, `e`), or belong together by their name too (`S`, `F`, as recorders wrote them
//! before). Category and scope are part of an id. Of an id that does not say how far it reaches the format holds that it
//! is one in the whole file, while many recorders number in each process: so it is of its process, and an end whose
//! process knows no such id belongs to the process that does.

use super::event::Event;
use super::ids::{ByKey, RawId, Reach};
use super::text;
use crate::json::decode;
use diptych_trace::{LaneId, Sink, StrandId};

/// Strands by process, category, scope and id; those of one name by that too.
#[derive(Debug, Default)]
pub(super) struct Strands {
    by_key: ByKey<StrandId>,
    /// The first by everything but the process.
    in_file: ByKey<StrandId>,
}

/// How ends find their begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Pairing {
    /// By id: calls of one id nest.
    Nestable,
    /// By id and name.
    Legacy,
}

impl Strands {
    /// The strand of a begin or an end. `None`: the event has no id. `lane` gives the lane of the event's process.
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
        let process = if reach == Reach::File { b"" } else { text(event.process) };
        // Keeps ids of both ways of pairing apart, and those of processes and of the file.
        let way = [pairing as u8, u8::from(reach == Reach::File)];
        let own: [&[u8]; 6] = [process, &way, category, scope, id, name];
        let known = self.by_key.get(&own);
        let known = known.or_else(|| {
            let may_be_elsewhere = !begins && reach == Reach::Unsaid;
            if may_be_elsewhere { self.in_file.get(&own[1..]) } else { None }
        });
        if known.is_some() {
            return known;
        }
        let lane = lane(sink);
        let strand = sink.strand(lane, &decode(category).text);
        self.by_key.get_or_insert_with(&own, || strand);
        if reach == Reach::Unsaid {
            self.in_file.get_or_insert_with(&own[1..], || strand);
        }
        Some(strand)
    }

    /// Bytes held, about.
    pub(super) fn held_bytes(&self) -> u64 {
        self.by_key.held_bytes() + self.in_file.held_bytes()
    }
}
