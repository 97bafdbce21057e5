//! The sink that a member's reader writes to.

use diptych_trace::{
    Axis, CallSpec, CounterId, CounterSample, CounterSpec, ElementId, ElementSpec, FlowPoint, FunctionId,
    FunctionSpec, InstantSpec, LaneId, LaneKind, OddityKind, OwnerId, ReadReport, Sink, StrandId, Unit,
    WrittenCall, source_of,
};

/// Sink that names traces after their member and forwards everything else. The first item that a reader writes begins a
/// trace.
pub(super) struct MemberSink<'a> {
    pub(super) sink: &'a mut dyn Sink,
    pub(super) member: &'a str,
    /// Number of the member, from 1.
    pub(super) number: u64,
    pub(super) begun: &'a mut MemberTraces,
}

/// Traces begun in a member.
#[derive(Debug, Default)]
pub(super) struct MemberTraces {
    pub(super) traces: usize,
    /// Oddities of the member as a whole, for each of its traces.
    of_file: ReadReport,
    /// Set if the first trace was begun here and not by the reader. The reader's own first [`Sink::begin_trace`] then
    /// only names it.
    is_implied: bool,
}

impl MemberSink<'_> {
    /// Ends the member: reports oddities of it as a whole for each of its traces.
    pub(super) fn end(&mut self) {
        self.sink.odd_of_last(self.begun.traces, &std::mem::take(&mut self.begun.of_file));
    }

    fn begun(&mut self) -> &mut dyn Sink {
        if self.begun.traces == 0 {
            self.begin_trace("");
            self.begun.is_implied = true;
        }
        self.sink
    }

    /// Returns a trace's name: its member's name, followed by its title within the member.
    fn name(&self, title: &str) -> String {
        let member = self.member;
        if title.is_empty() { member.to_owned() } else { format!("{member}#{title}") }
    }

    fn source(&self, offset: u64) -> u64 {
        source_of(self.number, offset)
    }
}

impl Sink for MemberSink<'_> {
    fn begin_trace(&mut self, title: &str) {
        if std::mem::take(&mut self.begun.is_implied) {
            return self.name_trace(title);
        }
        self.begun.traces += 1;
        self.sink.begin_trace(&self.name(title));
    }

    fn name_trace(&mut self, title: &str) {
        self.sink.name_trace(&self.name(title));
    }

    fn on_request(&mut self) {
        self.begun().on_request();
    }

    fn take_back(&mut self) {
        self.begun.traces = self.begun.traces.saturating_sub(1);
        self.sink.take_back();
    }

    fn axis(&mut self, axis: Axis) {
        self.begun().axis(axis);
    }

    fn resolution(&mut self, ticks: i64) {
        self.begun().resolution(ticks);
    }

    fn begins_at(&mut self, at: i64) {
        self.begun().begins_at(at);
    }

    fn sampled(&mut self, interval: i64) {
        self.begun().sampled(interval);
    }

    fn sample_ticks(&mut self, ticks: f64) {
        self.begun().sample_ticks(ticks);
    }

    fn function(&mut self, function: FunctionSpec<'_>) -> FunctionId {
        self.begun().function(function)
    }

    fn lane(&mut self, parent: Option<LaneId>, kind: LaneKind, name: &str) -> LaneId {
        self.begun().lane(parent, kind, name)
    }

    fn name_lane(&mut self, lane: LaneId, name: &str) {
        self.begun().name_lane(lane, name);
    }

    fn order_lane(&mut self, lane: LaneId, order: i64) {
        self.begun().order_lane(lane, order);
    }

    fn call(&mut self, lane: LaneId, call: CallSpec) {
        let source = self.source(call.source);
        self.begun().call(lane, CallSpec { source, ..call });
    }

    fn call_at_depth(&mut self, lane: LaneId, call: CallSpec, depth: u32) {
        let source = self.source(call.source);
        self.begun().call_at_depth(lane, CallSpec { source, ..call }, depth);
    }

    fn enter(&mut self, lane: LaneId, function: FunctionId, at: i64, source: u64) {
        let source = self.source(source);
        self.begun().enter(lane, function, at, source);
    }

    fn leave(&mut self, lane: LaneId, function: Option<FunctionId>, at: i64, source: u64) {
        let source = self.source(source);
        self.begun().leave(lane, function, at, source);
    }

    fn strand(&mut self, parent: LaneId, kind: &str) -> StrandId {
        self.begun().strand(parent, kind)
    }

    fn enter_strand(&mut self, strand: StrandId, function: FunctionId, at: i64, source: u64) {
        let source = self.source(source);
        self.begun().enter_strand(strand, function, at, source);
    }

    fn leave_strand(&mut self, strand: StrandId, function: Option<FunctionId>, at: i64, source: u64) {
        let source = self.source(source);
        self.begun().leave_strand(strand, function, at, source);
    }

    fn flow(&mut self, lane: LaneId, point: FlowPoint) {
        let source = self.source(point.source);
        self.begun().flow(lane, FlowPoint { source, ..point });
    }

    fn link(&mut self, from: WrittenCall, to: WrittenCall) {
        self.begun().link(from, to);
    }

    fn owner(&mut self) -> OwnerId {
        self.begun().owner()
    }

    fn place_owner(&mut self, owner: OwnerId, lane: LaneId) {
        self.begun().place_owner(owner, lane);
    }

    fn instant(&mut self, owner: OwnerId, instant: InstantSpec<'_>) {
        self.begun().instant(owner, instant);
    }

    fn counter(&mut self, owner: OwnerId, counter: CounterSpec<'_>) -> CounterId {
        self.begun().counter(owner, counter)
    }

    fn sample(&mut self, counter: CounterId, sample: CounterSample) {
        let source = self.source(sample.source);
        self.begun().sample(counter, CounterSample { source, ..sample });
    }

    fn weight_column(&mut self, name: &str, unit: Unit) -> usize {
        self.begun().weight_column(name, unit)
    }

    fn weigh(&mut self, lane: LaneId, column: usize, value: i64) {
        self.begun().weigh(lane, column, value);
    }

    fn element(&mut self, element: ElementSpec<'_>) -> ElementId {
        self.begun().element(element)
    }

    fn odd(&mut self, kind: OddityKind, subject: &str, offset: u64, example: &str) {
        self.begun().odd(kind, subject, offset, example);
    }

    fn odd_call(&mut self, kind: OddityKind, offset: u64, function: FunctionId) {
        self.begun().odd_call(kind, offset, function);
    }

    fn odd_of_file(&mut self, kind: OddityKind, subject: &str, offset: u64, example: &str) {
        self.begun.of_file.note(kind, subject, offset, example);
    }

    fn odd_of_last(&mut self, traces: usize, report: &ReadReport) {
        self.sink.odd_of_last(traces.min(self.begun.traces), report);
    }
}
