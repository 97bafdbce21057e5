//! Turns events into calls.

use super::event::{Event, text};
use super::flows::{self, Flows};
use super::functions::{Functions, RawFunction};
use super::instants::{Instants, Scope};
use super::lanes::{Lanes, Row};
use super::phases;
use super::placed_event::{EventAtOffset, Outcome, ids, out_of_range, time};
use super::precision::Precision;
use super::sampled::SampleCollector;
use super::strands::{Pairing, Strands};
use super::waiting_ends::End;
use crate::ReadError;
use crate::json::{Value, decode};
use crate::naming::Naming;
use crate::quote::quote;
use diptych_trace::{Binding, CallSpec, FlowPoint, FlowRole, LaneId, OddityKind, Sink};

/// Writes the calls, instants and counters of events to a sink, and reports all other events.
#[derive(Debug, Default)]
pub(super) struct Calls {
    naming: Naming,
    lanes: Lanes,
    functions: Functions,
    strands: Strands,
    flows: Flows,
    instants: Instants,
    precision: Precision,
    /// Samples of the document, from the first one on.
    samples: Option<Box<SampleCollector>>,
    count: u64,
    /// Calls of the traces before.
    count_before: u64,
    /// Kinds and subjects reported so far: only the first of each needs an example.
    reported: Vec<(OddityKind, &'static str)>,
}

impl Calls {
    /// Returns the number of calls so far. Begins count as calls.
    pub(super) fn count(&self) -> u64 {
        self.count + self.samples.as_ref().map_or(0, |samples| samples.calls())
    }

    /// Returns the collector of samples, and makes it first if there is none.
    pub(super) fn samples(&mut self) -> &mut SampleCollector {
        self.samples.get_or_insert_default()
    }

    /// Ends a document: writes its samples. `bytes` is the size of the file so far.
    pub(super) fn end_document(&mut self, bytes: u64, sink: &mut dyn Sink) -> Result<(), ReadError> {
        let Some(mut samples) = self.samples.take() else { return Ok(()) };
        let is_alone = self.count == self.count_before;
        self.count += samples.calls();
        samples.write(&mut self.lanes, is_alone, bytes, sink)
    }

    /// Sets the rules for names with arguments.
    pub(super) fn name_by(&mut self, naming: &Naming) {
        self.naming = naming.clone();
    }

    /// Takes one event.
    pub(super) fn take(&mut self, placed: &EventAtOffset<'_>, sink: &mut dyn Sink) {
        let phase = placed.event.phase.and_then(Value::text);
        let outcome = match phase {
            Some(b"X") => self.complete(placed, sink),
            Some(b"B") => self.begin(placed, sink),
            Some(b"E") => self.end(placed, sink),
            Some(b"b") => self.strand(placed, Pairing::Nestable, true, sink),
            Some(b"e") => self.strand(placed, Pairing::Nestable, false, sink),
            Some(b"S") => self.strand(placed, Pairing::Legacy, true, sink),
            Some(b"F") => self.strand(placed, Pairing::Legacy, false, sink),
            Some(b"s") => self.flow(placed, FlowRole::Start, sink),
            Some(b"t") => self.flow(placed, FlowRole::Step, sink),
            Some(b"f") => self.flow(placed, FlowRole::End, sink),
            Some(b"P") => return self.samples().event(placed, sink),
            Some(b"I") if text(placed.event.name) == b"CpuProfile" => {
                return self.samples().event(placed, sink);
            }
            Some(b"i" | b"I" | b"R") => self.instants.instant(placed, Scope::Stated, sink),
            Some(b"n") => self.instants.instant(placed, Scope::Process, sink),
            Some(b"C") => self.instants.counter(placed, sink),
            Some(b"M") if self.metadata(placed.event) => Ok(()),
            Some(phase) => Err((OddityKind::SkippedEvent, phases::describe(phase))),
            None => Err((OddityKind::BadEvent, "event without phase (ph)")),
        };
        if let Err((kind, subject)) = outcome {
            self.odd(kind, subject, placed, sink);
        }
    }

    /// Begins a trace and forgets lanes and functions of the one before.
    pub(super) fn begin_trace(&mut self, sink: &mut dyn Sink) {
        self.finish(sink);
        sink.begin_trace("");
        let (count, samples, naming) = (self.count, self.samples.take(), std::mem::take(&mut self.naming));
        *self = Self { count, count_before: count, samples, naming, ..Self::default() };
    }

    /// Ends the trace: writes what waited for its end, names its lanes and states the rounding of its times.
    pub(super) fn finish(&mut self, sink: &mut dyn Sink) {
        self.strands.finish(&mut self.functions, &mut self.lanes, sink);
        self.lanes.finish(sink);
        self.instants.finish(&self.lanes, sink);
        sink.resolution(self.precision.resolution_ns());
    }

    /// Returns the number of bytes held, estimated.
    pub(super) fn held_bytes(&self) -> u64 {
        self.lanes.held_bytes()
            + self.functions.held_bytes()
            + self.strands.held_bytes()
            + self.flows.held_bytes()
            + self.instants.held_bytes()
            + self.samples.as_ref().map_or(0, |samples| samples.held_bytes())
    }

    /// Reports an event that is no call.
    pub(super) fn odd(
        &mut self,
        kind: OddityKind,
        subject: &'static str,
        placed: &EventAtOffset<'_>,
        sink: &mut dyn Sink,
    ) {
        if self.reported.contains(&(kind, subject)) {
            return sink.odd(kind, subject, placed.offset, "");
        }
        self.reported.push((kind, subject));
        let name = placed.event.name.and_then(Value::text).filter(|name| !name.is_empty());
        match name.filter(|_| kind == OddityKind::SkippedEvent) {
            Some(name) => sink.odd(kind, subject, placed.offset, &decode(name).text),
            None => sink.odd(kind, subject, placed.offset, &quote(placed.raw)),
        }
    }

    fn complete(&mut self, placed: &EventAtOffset<'_>, sink: &mut dyn Sink) -> Outcome {
        let event = placed.event;
        if is_sum(event) {
            return Err((OddityKind::SkippedEvent, "sum of all calls of a name (`Total …`)"));
        }
        let (start, start_text) = time(event.time, "complete event (X) without ts")?;
        let duration = event.duration.or(event.thread_duration);
        let (duration, duration_text) = time(duration, "complete event (X) without dur")?;
        let end = start.plus(duration).map_err(|_| out_of_range())?;
        self.precision.instant(start, start_text);
        self.precision.duration(duration_text);
        let function = self.functions.called(function(placed, &self.naming), sink);
        let lane = self.lane(event, sink);
        let call = CallSpec { start: start.round(), end: end.round(), function, source: placed.offset };
        sink.call(lane, call);
        self.count += 1;
        self.flow_of_call(placed, lane, call.start, sink)
    }

    fn begin(&mut self, placed: &EventAtOffset<'_>, sink: &mut dyn Sink) -> Outcome {
        let (at, text) = time(placed.event.time, "begin event (B) without ts")?;
        self.precision.instant(at, text);
        let function = self.functions.called(function(placed, &self.naming), sink);
        let lane = self.lane(placed.event, sink);
        sink.enter(lane, function, at.round(), placed.offset);
        self.count += 1;
        self.flow_of_call(placed, lane, at.round(), sink)
    }

    /// Adds the flow point of a call that starts at `at`, if the call says that it takes part in a flow.
    fn flow_of_call(
        &mut self,
        placed: &EventAtOffset<'_>,
        lane: LaneId,
        at: i64,
        sink: &mut dyn Sink,
    ) -> Outcome {
        let Some(role) = flows::role_of_call(placed.event) else { return Ok(()) };
        let without = (OddityKind::SkippedEvent, "flow_in or flow_out without bind_id");
        let key = self.flows.key_of_call(placed.event).ok_or(without)?;
        sink.flow(lane, FlowPoint { key, at, role, binding: Binding::Record, source: placed.offset });
        Ok(())
    }

    fn end(&mut self, placed: &EventAtOffset<'_>, sink: &mut dyn Sink) -> Outcome {
        let (at, text) = time(placed.event.time, "end event (E) without ts")?;
        self.precision.instant(at, text);
        let function = self.functions.ended(function(placed, &self.naming), sink);
        let lane = self.lane(placed.event, sink);
        sink.leave(lane, function, at.round(), placed.offset);
        Ok(())
    }

    /// Takes the begin or end of an async event.
    fn strand(
        &mut self,
        placed: &EventAtOffset<'_>,
        pairing: Pairing,
        begins: bool,
        sink: &mut dyn Sink,
    ) -> Outcome {
        let event = placed.event;
        let (exact, text) = time(event.time, "async event without ts")?;
        let at = exact.round();
        let without = (OddityKind::BadEvent, "async event without id");
        let function = function(placed, &self.naming);
        if begins {
            let strand = self.strands.begin(event, pairing, at, &mut self.lanes, sink).ok_or(without)?;
            let function = self.functions.called(function, sink);
            sink.enter_strand(strand, function, at, placed.offset);
            self.count += 1;
        } else {
            let end = End { at, function };
            self.strands.end(event, pairing, end, &mut self.functions, sink).ok_or(without)?;
        }
        self.precision.instant(exact, text);
        Ok(())
    }

    /// Takes a flow event.
    fn flow(&mut self, placed: &EventAtOffset<'_>, role: FlowRole, sink: &mut dyn Sink) -> Outcome {
        let event = placed.event;
        let (at, _) = time(event.time, "flow event without ts")?;
        let key = self.flows.key(event).ok_or((OddityKind::BadEvent, "flow event without id"))?;
        let binding = flows::binding(event, role);
        let lane = self.lane(event, sink);
        sink.flow(lane, FlowPoint { key, at: at.round(), role, binding, source: placed.offset });
        Ok(())
    }

    fn lane(&mut self, event: &Event<'_>, sink: &mut dyn Sink) -> LaneId {
        let [process, thread] = ids(event);
        self.lanes.lane(process, thread, sink)
    }

    /// Takes the name or order of a process or thread. Returns false if the metadata is of another kind.
    fn metadata(&mut self, event: &Event<'_>) -> bool {
        let [process, thread] = ids(event);
        let arguments = &event.arguments;
        match event.name.and_then(Value::text) {
            Some(b"process_name") => set_text(&mut self.lanes.process(process).name, arguments.name),
            Some(b"process_labels") => set_text(&mut self.lanes.process(process).labels, arguments.labels),
            Some(b"process_sort_index") => set_order(self.lanes.process(process), arguments.sort_index),
            Some(b"thread_name") => set_text(&mut self.lanes.thread(process, thread).name, arguments.name),
            Some(b"thread_sort_index") => set_order(self.lanes.thread(process, thread), arguments.sort_index),
            _ => return false,
        }
        true
    }
}

/// Returns whether a complete event is the sum of all calls of one name, as clang writes them behind the calls of its
/// time trace. It says nothing of when those calls ran.
fn is_sum(event: &Event<'_>) -> bool {
    text(event.name).starts_with(b"Total ")
        && memchr::memmem::find(event.arguments.raw, b"\"avg ms\"").is_some()
}

fn function<'a>(placed: &EventAtOffset<'a>, naming: &Naming) -> RawFunction<'a> {
    let EventAtOffset { event, offset, .. } = *placed;
    let line = event.arguments.line.and_then(Value::scalar).unwrap_or_default();
    let texts = [event.name, event.category, event.arguments.filename];
    let [name, category, file] = texts.map(|value| value.and_then(Value::text).unwrap_or_default());
    let argument = naming.value(name, event.arguments.raw);
    RawFunction { name, argument, category, file, line, offset }
}

fn set_text(target: &mut Option<String>, value: Option<Value<'_>>) {
    if let Some(raw) = value.and_then(Value::scalar) {
        *target = Some(decode(raw).text.into_owned());
    }
}

fn set_order(row: &mut Row, value: Option<Value<'_>>) {
    let text = value.and_then(Value::scalar).and_then(|raw| std::str::from_utf8(raw).ok());
    row.order = text.and_then(|text| text.parse().ok()).or(row.order);
}
