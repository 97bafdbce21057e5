//! The interface that readers write to.

use crate::{
    Axis, CounterId, ElementId, ElementSpec, FunctionId, FunctionSpec, LaneId, LaneKind, OddityKind, OwnerId,
    ReadReport, StrandId, Unit,
};

/// One whole call as a reader found it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallSpec {
    /// Start in ticks of the axis, absolute.
    pub start: i64,
    /// End in ticks of the axis, absolute; before `start` counts as a negative duration.
    pub end: i64,
    /// The function called.
    pub function: FunctionId,
    /// Byte offset of the call's record in the decompressed input; for an archive, combined with the member by
    /// [`crate::source_of`].
    pub source: u64,
}

/// A place where a flow starts, goes through or ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FlowPoint {
    /// Number that the points of one flow share; the reader assigns it.
    pub key: u32,
    /// Instant in ticks of the axis, absolute.
    pub at: i64,
    /// Role of the point in its flow.
    pub role: FlowRole,
    /// Rule that finds the call the point means.
    pub binding: Binding,
    /// Byte offset of its record in the decompressed input.
    pub source: u64,
}

/// Role of a point in its flow. At one instant, points are taken in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FlowRole {
    /// The start of the flow.
    Start,
    /// A step: the call follows from the one before it, and others follow from the call.
    Step,
    /// An end of the flow.
    End,
}

/// Rule by which a point of a flow means a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Binding {
    /// The innermost running call.
    Enclosing,
    /// The next call to start.
    Next,
    /// The call of the same record: it starts at that instant and has the same source.
    Record,
}

/// A whole call by its place: calls of a lane are numbered as they are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WrittenCall {
    /// Lane that the call was written to.
    pub lane: LaneId,
    /// Number of whole calls that were written to that lane before it.
    pub number: u32,
}

/// An instant as a reader found it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InstantSpec<'a> {
    /// Time in ticks of the axis, absolute.
    pub at: i64,
    /// Name; hostile text.
    pub name: &'a str,
}

/// A counter as a reader found it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CounterSpec<'a> {
    /// Name; hostile text.
    pub name: &'a str,
    /// Name of the series, in formats where one counter has several; otherwise empty.
    pub series: &'a str,
    /// Unit as the file states it; empty if it states none.
    pub unit: &'a str,
}

/// A value of a counter, which holds until the next one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CounterSample {
    /// Time in ticks of the axis, absolute.
    pub at: i64,
    /// Value in the counter's unit. Integers above 2⁵³ are rounded.
    pub value: f64,
    /// Byte offset of its record in the decompressed input.
    pub source: u64,
}

/// The interface that readers write their events to, in file order. Sinks differ in what they keep; [`crate::Builder`]
/// keeps everything, as traces.
///
/// An id from a sink is valid until the next [`Sink::begin_trace`]. No method fails; events that cannot be kept are
/// counted in the report.
///
/// A sink that adds up calls has no use for flows, instants, counters and further weights. These methods therefore drop
/// what they are given, unless a sink implements them. A sink that forwards to another sink must implement all of them.
pub trait Sink {
    /// Starts a trace. Later events belong to it. Formats with one trace per file need not call it.
    fn begin_trace(&mut self, title: &str);

    /// Names the current trace, for formats that give the name after the trace has begun.
    fn name_trace(&mut self, title: &str);

    /// Marks the current trace as another view of a trace of the file. It is listed, and it is kept when asked for by
    /// name, but never for having the most calls.
    fn on_request(&mut self);

    /// Drops the current trace, because it turned out to be none. The next one begins.
    fn take_back(&mut self);

    /// Sets the axis of the current trace. The default is time in nanoseconds.
    fn axis(&mut self, axis: Axis);

    /// Sets the number of ticks that times of the current trace are rounded to. Overlaps up to this size do not count
    /// as overlaps. The default is 0.
    fn resolution(&mut self, ticks: i64);

    /// States that the first call of the current trace begins at `at`, for formats with calls in time order. Readers
    /// say so before that call ends, for sinks that divide time before they know all of it.
    fn begins_at(&mut self, at: i64);

    /// Marks the current trace as sampled: its calls are runs of consecutive samples that share a stack. `interval` is
    /// the usual number of ticks between two samples, or 0 if unknown.
    fn sampled(&mut self, interval: i64);

    /// Sets the number of ticks that one sample of the current trace stands for: Σw² ÷ Σw of samples that weigh w
    /// ticks. Unless it is set, the number of samples counts as unknown.
    fn sample_ticks(&mut self, ticks: f64);

    /// Returns the id of a function. Equal name, file and line give the same id.
    fn function(&mut self, function: FunctionSpec<'_>) -> FunctionId;

    /// Adds a lane.
    fn lane(&mut self, parent: Option<LaneId>, kind: LaneKind, name: &str) -> LaneId;

    /// Names a lane whose name comes later than its first call.
    fn name_lane(&mut self, lane: LaneId, name: &str);

    /// Sets the position of a lane among its siblings: smaller first, ties in order of creation. The default is 0.
    fn order_lane(&mut self, lane: LaneId, order: i64);

    /// Adds a whole call. Calls may come in any order.
    fn call(&mut self, lane: LaneId, call: CallSpec);

    /// Adds a whole call that `depth` other calls of its lane enclose, when it ends. With depths, a call that takes no
    /// time and ends as another begins is known to be no callee of that one. Depths are used if all calls of a lane
    /// have them.
    fn call_at_depth(&mut self, lane: LaneId, call: CallSpec, depth: u32);

    /// Begins a call at `at`. A lane written only as begins and ends keeps their order within one instant, so its calls
    /// nest as they were written.
    fn enter(&mut self, lane: LaneId, function: FunctionId, at: i64, source: u64);

    /// Ends the innermost open call of the lane at `at`; `function` is the function that the format names, if it does.
    fn leave(&mut self, lane: LaneId, function: Option<FunctionId>, at: i64, source: u64);

    /// Adds a strand: calls that share an id of the format and run outside the threads of `parent`. They nest only
    /// among themselves. Strands of one kind whose outermost calls have equal names share a lane, with sub-lanes where
    /// several run at a time.
    fn strand(&mut self, parent: LaneId, kind: &str) -> StrandId;

    /// Begins a call of a strand at `at`.
    fn enter_strand(&mut self, strand: StrandId, function: FunctionId, at: i64, source: u64);

    /// Ends a call of a strand, as [`Sink::leave`] does.
    fn leave_strand(&mut self, strand: StrandId, function: Option<FunctionId>, at: i64, source: u64);

    /// Adds a flow event to a lane. It means a call of that lane, and ties together calls with the same key.
    fn flow(&mut self, _lane: LaneId, _point: FlowPoint) {}

    /// States that one whole call led to another.
    fn link(&mut self, _from: WrittenCall, _to: WrittenCall) {}

    /// Adds an owner of instants and counters. It stands for the whole run until [`Sink::place_owner`] names its lane.
    fn owner(&mut self) -> OwnerId {
        OwnerId(0)
    }

    /// States that an owner is a lane: a thread or a process. This may come after the owner's last instant, so that no
    /// lane is made for instants alone.
    fn place_owner(&mut self, _owner: OwnerId, _lane: LaneId) {}

    /// Adds an instant. Instants may come in any order.
    fn instant(&mut self, _owner: OwnerId, _instant: InstantSpec<'_>) {}

    /// Declares a counter, or one series of it. Each declaration is a counter of its own.
    fn counter(&mut self, _owner: OwnerId, _counter: CounterSpec<'_>) -> CounterId {
        CounterId(0)
    }

    /// Adds a sample of a counter. Samples may come in any order. A value that is not finite is reported and left out.
    fn sample(&mut self, _counter: CounterId, _sample: CounterSample) {}

    /// Declares a further weight of calls. Returns its number for [`Sink::weigh`].
    fn weight_column(&mut self, _name: &str, _unit: Unit) -> usize {
        0
    }

    /// Sets the weight, in a declared column, of the last call that [`Sink::call`] added to this lane.
    fn weigh(&mut self, _lane: LaneId, _column: usize, _value: i64) {}

    /// Adds an element of static structure.
    fn element(&mut self, element: ElementSpec<'_>) -> ElementId;

    /// Reports an oddity at a byte offset of the decompressed input.
    fn odd(&mut self, kind: OddityKind, subject: &str, offset: u64, example: &str);

    /// Reports an oddity of a function's call; the example is the function's name.
    fn odd_call(&mut self, kind: OddityKind, offset: u64, function: FunctionId);

    /// Reports an oddity of the file as a whole. Each trace of the file lists it after its own oddities.
    fn odd_of_file(&mut self, kind: OddityKind, subject: &str, offset: u64, example: &str);

    /// Reports oddities of each of the last `traces` traces, the current one among them, or of all if there are fewer. An
    /// archive reports this way what befell all traces of one of its files.
    fn odd_of_last(&mut self, _traces: usize, _report: &ReadReport) {}
}
