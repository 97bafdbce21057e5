//! Turns events into calls.

use super::event::{Event, Micros};
use super::flows::{Flows, Point};
use super::instants::Instants;
use super::legacy::{Legacy, Strands};
use super::outcome::Outcome;
use super::sequence::{Sequence, ThreadIds};
use super::slice::Slice;
use super::tracks::{TrackKind, Tracks};
use crate::chrome_json::phases;
use diptych_trace::{Binding, CounterSample, FlowRole, InstantSpec, OddityKind, Sink};
use std::collections::BTreeMap;

/// Writes the calls, instants and counters of events to a sink, and reports all other events.
#[derive(Debug, Default)]
pub(super) struct Calls {
    pub(super) tracks: Tracks,
    strands: Strands,
    flows: Flows,
    instants: Instants,
    count: u64,
    /// Tracks of threads that have no descriptor, but are named by legacy events.
    threads: BTreeMap<ThreadIds, u64>,
}

/// Position of an event in the file.
#[derive(Debug, Clone, Copy)]
pub(super) struct Origin {
    /// Byte of the file at which its packet begins.
    pub(super) offset: u64,
    /// Set if other packets begin there, too, because they were compressed together.
    pub(super) is_packed: bool,
}

/// Kind of an event, from its type or its legacy phase.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Begin,
    End,
    Whole,
    Async(AsyncEvent),
    Instant,
    Counter,
    None(&'static str),
}

/// The begin or the end of an async call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct AsyncEvent {
    begins: bool,
    /// True if the name is part of the id.
    by_name: bool,
}

impl Kind {
    fn of(event: &Event<'_>) -> Self {
        let phase = event.legacy.map_or(0, |legacy| legacy.phase);
        match (event.kind, phase) {
            (1, _) | (0, b'B') => Self::Begin,
            (2, _) | (0, b'E') => Self::End,
            (3, _) | (0, b'i' | b'I' | b'R' | b'n') => Self::Instant,
            (4, _) => Self::Counter,
            (0, b'X') => Self::Whole,
            (0, b'b') => Self::Async(AsyncEvent { begins: true, by_name: false }),
            (0, b'e') => Self::Async(AsyncEvent { begins: false, by_name: false }),
            (0, b'S') => Self::Async(AsyncEvent { begins: true, by_name: true }),
            (0, b'F') => Self::Async(AsyncEvent { begins: false, by_name: true }),
            (0, 0) => Self::None("event without type and phase"),
            (0, phase) => Self::None(phases::describe(&[phase])),
            _ => Self::None("event of unknown type"),
        }
    }
}

impl Calls {
    /// Returns the number of calls written or held so far. Begins count as calls.
    pub(super) fn count(&self) -> u64 {
        self.count
    }

    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        self.tracks.held_bytes()
            + self.strands.held_bytes()
            + self.flows.held_bytes()
            + self.instants.held_bytes()
            + self.threads.len() as u64 * 64
    }

    /// Takes an event at an instant.
    pub(super) fn take(
        &mut self,
        event: &Event<'_>,
        at: i64,
        sequence: &mut Sequence,
        origin: Origin,
        sink: &mut dyn Sink,
    ) -> Outcome {
        let kind = Kind::of(event);
        let offset = origin.offset;
        if let Kind::Async(kind) = kind {
            return self.strand(event, at, kind, sequence, offset, sink);
        }
        let row = self.row(event, sequence);
        let mut binding = if origin.is_packed { Binding::Enclosing } else { Binding::Record };
        let slice = match kind {
            Kind::Begin => Some(Slice::Begin(event.function(sequence, offset, sink))),
            Kind::End => Some(Slice::End),
            Kind::Whole => {
                let without = (OddityKind::BadEvent, "complete event (X) without duration");
                let duration = event.legacy.and_then(|legacy| legacy.duration).ok_or(without)?;
                let end = duration.checked_mul(1_000).and_then(|duration| at.checked_add(duration));
                let end = end.ok_or((OddityKind::TimeOutOfRange, ""))?;
                Some(Slice::Whole(event.function(sequence, offset, sink), end))
            }
            Kind::Instant | Kind::Counter | Kind::None(_) | Kind::Async(_) => None,
        };
        match slice {
            Some(slice) => {
                self.count += u64::from(kind != Kind::End);
                self.tracks.give(row, slice, at, offset, sink, || event.category(sequence));
            }
            None => binding = Binding::Enclosing,
        }
        if kind == Kind::End {
            binding = Binding::Enclosing;
        }
        match kind {
            Kind::Instant => {
                let name = event.title(sequence);
                self.instants.instant(row, InstantSpec { at, name: &name }, sink);
            }
            Kind::Counter => self.counter(event, row, at, offset, sequence, sink)?,
            _ => {}
        }
        let outcome = self.flows_of(event, row, at, offset, binding);
        match kind {
            Kind::None(subject) => {
                sink.odd(OddityKind::SkippedEvent, subject, offset, &event.title(sequence));
                outcome
            }
            _ => outcome,
        }
    }

    /// Ends the file: writes what was held back.
    pub(super) fn finish(&mut self, sink: &mut dyn Sink) {
        self.tracks.finish(sink);
        let tracks = &self.tracks;
        self.flows.write(|row| tracks.lane(row), sink);
        self.instants.finish(&mut self.tracks, sink);
    }

    /// Takes a sample of a counter. The values of an incremental counter add up.
    fn counter(
        &mut self,
        event: &Event<'_>,
        row: u32,
        at: i64,
        source: u64,
        sequence: &mut Sequence,
        sink: &mut dyn Sink,
    ) -> Outcome {
        let without = (OddityKind::SkippedEvent, "counter (TYPE_COUNTER) without a value");
        let mut value = event.value.ok_or(without)?;
        if self.tracks.track(row).counter.is_some_and(|kind| kind.is_incremental) {
            let sum = sequence.counters.entry(row).or_default();
            *sum += value;
            value = *sum;
        }
        let title = event.title(sequence);
        let sample = CounterSample { at, value, source };
        self.instants.sample(row, sample, &mut self.tracks, &title, sink);
        Ok(())
    }

    /// Returns the row of an event's track: its own, the default of its sequence, or the thread that legacy fields
    /// name.
    fn row(&mut self, event: &Event<'_>, sequence: &Sequence) -> u32 {
        let override_of = |legacy: &Legacy<'_>| legacy.thread.is_some() || legacy.process.is_some();
        let is_overridden = event.legacy.as_ref().is_some_and(override_of);
        let uuid = event.track.or(sequence.track);
        if let Some(uuid) = uuid.filter(|_| !is_overridden) {
            return self.tracks.row(uuid);
        }
        let of_sequence = sequence.thread.unwrap_or_default();
        if !is_overridden && sequence.thread.is_none() {
            return self.tracks.row(0);
        }
        let legacy = event.legacy.unwrap_or_default();
        let process = legacy.process.unwrap_or(of_sequence.process);
        let thread = legacy.thread.unwrap_or(of_sequence.thread);
        self.thread_row(process, thread)
    }

    /// Returns the row of a thread without a descriptor.
    fn thread_row(&mut self, process: i64, thread: i64) -> u32 {
        // Counts down from the largest number, to avoid the uuids of descriptors. If the thread gets a descriptor
        // later, both tracks share the thread's lane anyway.
        let next = u64::MAX - self.threads.len() as u64;
        let uuid = *self.threads.entry(ThreadIds { process, thread }).or_insert(next);
        let row = self.tracks.row(uuid);
        self.tracks.track(row).kind = TrackKind::Thread(process, thread);
        row
    }

    /// Takes the begin or end of an async event.
    fn strand(
        &mut self,
        event: &Event<'_>,
        at: i64,
        AsyncEvent { begins, by_name }: AsyncEvent,
        sequence: &mut Sequence,
        offset: u64,
        sink: &mut dyn Sink,
    ) -> Outcome {
        let legacy = event.legacy.unwrap_or_default();
        let row = self.row(event, sequence);
        let process = legacy.process.unwrap_or_else(|| self.tracks.process(row));
        let category = event.category(sequence);
        let name = by_name.then(|| event.title(sequence));
        let tracks = &mut self.tracks;
        let lane = |sink: &mut dyn Sink| tracks.process_lane(process, sink);
        let strand = self.strands.strand(&legacy, process, category, name, sink, lane);
        let strand = strand.ok_or((OddityKind::BadEvent, "async event without id"))?;
        if begins {
            let function = event.function(sequence, offset, sink);
            sink.enter_strand(strand, function, at, offset);
            self.count += 1;
        } else {
            sink.leave_strand(strand, None, at, offset);
        }
        Ok(())
    }

    /// Records the flows of an event.
    fn flows_of(&mut self, event: &Event<'_>, track: u32, at: i64, source: u64, binding: Binding) -> Outcome {
        let legacy = event.legacy.unwrap_or_default();
        let is_bound = legacy.flow_in || legacy.flow_out;
        if event.flows.is_empty() && event.last_flows.is_empty() && !is_bound {
            return Ok(());
        }
        if binding != Binding::Record && self.tracks.is_strand(track) {
            return Err((OddityKind::SkippedEvent, "flow of an async event that begins no call"));
        }
        let point =
            |id, is_last| Point { is_legacy: false, id, at, track, role: None, is_last, binding, source };
        let all = event.flows.iter().map(|&id| point(id, false));
        for point in all.chain(event.last_flows.iter().map(|&id| point(id, true))) {
            self.flows.push(point);
        }
        if let Some(id) = legacy.bind.filter(|_| is_bound) {
            let role = match (legacy.flow_in, legacy.flow_out) {
                (true, true) => FlowRole::Step,
                (true, false) => FlowRole::End,
                _ => FlowRole::Start,
            };
            self.flows.push(Point { is_legacy: true, role: Some(role), ..point(id, false) });
        }
        Ok(())
    }
}

/// Returns the time of an event that carries its own, in microseconds. A step counts from the event before it in the
/// sequence.
pub(super) fn micros(of: Micros, sequence: &mut Sequence) -> Result<i64, (OddityKind, &'static str)> {
    match of {
        Micros::At(at) => Ok(at),
        Micros::Step(step) => {
            let without = "event whose time counts from a missing thread descriptor";
            let before = sequence.micros.ok_or((OddityKind::BadEvent, without))?;
            let at = before.checked_add(step).ok_or((OddityKind::TimeOutOfRange, ""))?;
            sequence.micros = Some(at);
            Ok(at)
        }
    }
}
