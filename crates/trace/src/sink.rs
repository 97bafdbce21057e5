//! What readers write to.

use crate::{
    Axis, ElementId, ElementSpec, FunctionId, FunctionSpec, LaneId, LaneKind, OddKind, StrandId, Unit,
};

/// One whole call as a reader found it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CallSpec {
    /// Start in ticks of the axis, absolute.
    pub start: i64,
    /// End in ticks of the axis, absolute; before `start` counts as a negative duration.
    pub end: i64,
    /// What was called.
    pub function: FunctionId,
    /// Byte offset of its record in the decompressed input, of an archive with its member: [`crate::source_of`].
    pub source: u64,
}

/// A place where a flow starts, goes through or ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FlowPoint {
    /// What the points of a flow have in common: a number that the reader gives.
    pub key: u32,
    /// Instant in ticks of the axis, absolute.
    pub at: i64,
    /// What it is.
    pub role: FlowRole,
    /// Which call is meant.
    pub binding: Binding,
    /// Byte offset of its record in the decompressed input.
    pub source: u64,
}

/// What a point of a flow is; of one instant in this order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum FlowRole {
    /// Its start.
    Start,
    /// A step: the call follows from the one before it, and others follow from the call.
    Step,
    /// An end.
    End,
}

/// How a point of a flow means a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Binding {
    /// The innermost one that runs.
    Enclosing,
    /// The next one to start.
    Next,
    /// The one of the same record: it starts at that instant and has the same source.
    Record,
}

/// Where readers write what they find, in file order. Sinks differ in what they keep: [`crate::Builder`]
/// keeps all of it as traces.
///
/// Ids given by a sink are valid until the next [`Sink::begin_trace`]. No method fails: what cannot be kept
/// is counted in the report.
pub trait Sink {
    /// Starts a trace; what follows belongs to it. Formats with one trace a file need not call it.
    fn begin_trace(&mut self, title: &str);

    /// Names the current trace, where that comes later than what begins it.
    fn name_trace(&mut self, title: &str);

    /// The current trace shows another one of the file in a further way: it is listed, and taken when it is asked for by its
    /// name, but never for having most calls.
    fn on_request(&mut self);

    /// The current trace turned out to be none: it is not among those of the file. The next one is begun.
    fn take_back(&mut self);

    /// Sets the axis of the current trace; time in nanoseconds until then.
    fn axis(&mut self, axis: Axis);

    /// So many ticks times of the current trace are rounded to: calls that overlap by no more do not overlap. None
    /// until set.
    fn resolution(&mut self, ticks: i64);

    /// The first call of the current trace begins at `at`, where calls come in the order of time; said before it ends, for sinks
    /// that divide time before they know all of it.
    fn begins_at(&mut self, at: i64);

    /// The current trace was sampled: its calls are runs of consecutive samples that share a stack, and as many ticks lie
    /// between two samples as a rule; 0 where that is not known.
    fn sampled(&mut self, interval: i64);

    /// The id of a function; the same for the same name, file and line.
    fn function(&mut self, function: FunctionSpec<'_>) -> FunctionId;

    /// A new lane.
    fn lane(&mut self, parent: Option<LaneId>, kind: LaneKind, name: &str) -> LaneId;

    /// Names a lane whose name comes later than its first call.
    fn name_lane(&mut self, lane: LaneId, name: &str);

    /// Where a lane stands among its siblings: smaller first, ties in order of creation. 0 until set.
    fn order_lane(&mut self, lane: LaneId, order: i64);

    /// A whole call. Calls may come in any order.
    fn call(&mut self, lane: LaneId, call: CallSpec);

    /// A whole call that lies in `depth` others of its lane, told when it ends: so a call that takes no time and ends as
    /// another begins is known to be no callee of that one. Depths are believed where all calls of a lane are told so.
    fn call_at_depth(&mut self, lane: LaneId, call: CallSpec, depth: u32);

    /// A call begins at `at`. A lane that is told by begins and ends alone keeps the order of one instant: its calls lie
    /// where they began.
    fn enter(&mut self, lane: LaneId, function: FunctionId, at: i64, source: u64);

    /// The innermost open call of the lane ends at `at`; `function` is what the format says is ending, if it does.
    fn leave(&mut self, lane: LaneId, function: Option<FunctionId>, at: i64, source: u64);

    /// A new strand: calls that belong together by an id of the format and run beside the threads of `parent`. They nest
    /// among themselves only. Strands of one kind whose outermost calls are called alike share a lane, with sub-lanes
    /// where several run at a time.
    fn strand(&mut self, parent: LaneId, kind: &str) -> StrandId;

    /// A call of a strand begins at `at`.
    fn enter_strand(&mut self, strand: StrandId, function: FunctionId, at: i64, source: u64);

    /// A call of a strand ends, as [`Sink::leave`] says.
    fn leave_strand(&mut self, strand: StrandId, function: Option<FunctionId>, at: i64, source: u64);

    /// A flow event of a lane: what it means is a call of that lane, and what calls of one key it ties together.
    fn flow(&mut self, lane: LaneId, point: FlowPoint);

    /// One call led to another, each of them told whole: their lanes, and how many whole calls were told in these before
    /// them.
    fn link(&mut self, from: (LaneId, u32), to: (LaneId, u32));

    /// Declares a further weight of calls; returns its number for [`Sink::weigh`].
    fn weight_column(&mut self, name: &str, unit: Unit) -> usize;

    /// Weight of the call given last by [`Sink::call`] in this lane, in a declared column.
    fn weigh(&mut self, lane: LaneId, column: usize, value: i64);

    /// An element of static structure.
    fn element(&mut self, element: ElementSpec<'_>) -> ElementId;

    /// Something odd at a byte offset of the decompressed input.
    fn odd(&mut self, kind: OddKind, subject: &str, offset: u64, example: &str);

    /// Something odd of a call of a function: the example is its name.
    fn odd_call(&mut self, kind: OddKind, offset: u64, function: FunctionId);

    /// Something odd of the file as a whole: each of its traces reports it, behind what is odd in itself.
    fn odd_of_file(&mut self, kind: OddKind, subject: &str, offset: u64, example: &str);
}
