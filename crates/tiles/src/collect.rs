//! The sink that takes calls from a reader and sorts them outside of memory.

use crate::lanes::{FunctionEntry, Head, LaneEntry, OddityEntry};
use crate::nest::nest;
use crate::scratch::MakeScratch;
use crate::sort::{SortedCalls, Sorter, WrittenCall, sorter};
use crate::{LaneRuns, TileError};
use diptych_trace::{
    Axis, CallSpec, ElementId, ElementSpec, FunctionId, FunctionSpec, LaneId, LaneKind, OddityKind,
    ReadReport, Sink, StrandId,
};
use rustc_hash::FxHashMap;
use std::io;

/// Longest run, in ticks. The builder leaves out stray calls of a longer one, which it finds only among all calls.
const MOST_TICKS: i64 = (1 << 53) - 1;

/// A sink that keeps names in memory and calls in a temporary file.
///
/// It takes lanes whose calls come in one of three ways: as whole calls in any order, as whole calls with depths in the
/// order in which they end, or as begins and ends that match. It refuses everything else with a reason, so that the
/// caller can load the trace instead.
pub struct Collector {
    sorter: Sorter,
    head: Head,
    by_key: FxHashMap<(String, String, u32), FunctionId>,
    lanes: Vec<LaneState>,
    report: ReadReport,
    extent: Option<(i64, i64)>,
    traces: u32,
    calls: u64,
    /// Number of flows, instants, samples of counters and further weights, which tiles do not hold.
    dropped: u64,
    failed: Option<TileError>,
}

impl std::fmt::Debug for Collector {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        out.write_str("Collector")
    }
}

/// State of a lane while its calls come.
#[derive(Debug, Default)]
pub(crate) struct LaneState {
    pub(crate) way: Option<Way>,
    number: u64,
    /// Whole calls: the last one, and by how much inner calls came before the calls around them.
    last: Option<(i64, i64)>,
    inner_first: i64,
    /// Calls with depths: the number of the first call of each depth that has no caller yet, and the last end.
    loose: Vec<Option<u64>>,
    last_end: i64,
    /// Begins without an end.
    open: Vec<OpenBegin>,
}

#[derive(Debug)]
struct OpenBegin {
    function: FunctionId,
    start: i64,
    number: u64,
}

/// Way in which the calls of a lane come.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Way {
    /// The lane is written as whole calls, in any order.
    Whole,
    /// The lane is written as whole calls with their depths, in the order in which they end.
    WithDepth,
    /// The lane is written as begins and ends.
    Marks,
}

impl LaneState {
    /// Returns true if inner calls were mostly written before the calls around them.
    pub(crate) fn inner_first(&self) -> bool {
        self.way == Some(Way::Whole) && self.inner_first > 0
    }

    fn enters(&mut self, way: Way) -> Result<(), &'static str> {
        if *self.way.get_or_insert(way) == way {
            Ok(())
        } else {
            Err("a lane mixes whole calls with begins and ends")
        }
    }

    /// Returns the keys of a whole call.
    fn whole(&mut self, start: i64, end: i64) -> [u64; 2] {
        if let Some(before) = self.last.replace((start, end))
            && before != (start, end)
        {
            let holds = |outer: (i64, i64), inner: (i64, i64)| outer.0 <= inner.0 && inner.1 <= outer.1;
            if holds((start, end), before) {
                self.inner_first += 1;
            } else if holds(before, (start, end)) {
                self.inner_first -= 1;
            }
        }
        [ascending(start), !ascending(end)]
    }

    /// Returns the keys of a call with a depth: the number of the first call inside it, and its depth. Both together
    /// are the pre-order that the recorder saw.
    fn with_depth(&mut self, end: i64, depth: usize) -> Result<[u64; 2], &'static str> {
        if self.number > 0 && end < self.last_end {
            return Err("calls with depths do not come in the order in which they end");
        }
        self.last_end = end;
        if self.loose.len() < depth + 2 {
            self.loose.resize(depth + 2, None);
        }
        if self.loose[depth + 2..].iter().any(Option::is_some) {
            return Err("the caller of a call is missing");
        }
        let first = self.loose[depth + 1].take().unwrap_or(self.number);
        if depth > 0 {
            self.loose[depth].get_or_insert(first);
        }
        Ok([first, depth as u64])
    }
}

/// Maps a time to an integer of the same order.
fn ascending(tick: i64) -> u64 {
    (tick as u64) ^ (1 << 63)
}

/// Deepest stack of a lane with depths or marks.
const MOST_DEPTH: u32 = 1 << 16;

impl Collector {
    /// Creates a sink that holds at most `most` calls in memory.
    ///
    /// # Errors
    ///
    /// Fails if there is no temporary file.
    pub fn new(make: MakeScratch<'_>, most: usize) -> io::Result<Self> {
        Ok(Self {
            sorter: sorter(make, most)?,
            head: Head::empty(),
            by_key: FxHashMap::default(),
            lanes: Vec::new(),
            report: ReadReport::default(),
            extent: None,
            traces: 0,
            calls: 0,
            dropped: 0,
            failed: None,
        })
    }

    /// Returns true once the trace cannot be taken. Later input is ignored, and [`Self::finish`] says why.
    pub fn has_failed(&self) -> bool {
        self.failed.is_some()
    }

    /// Returns the number of flows, instants, samples of counters and further weights, which tiles do not hold.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }

    /// Ends the file, nests the calls and returns them lane by lane.
    ///
    /// # Errors
    ///
    /// Returns the reason if the trace has to be loaded, or the error of a temporary file.
    pub fn finish(mut self, make: MakeScratch<'_>) -> Result<(Head, LaneRuns), TileError> {
        if self.lanes.iter().any(|lane| !lane.open.is_empty()) {
            self.refuse("a call has no end");
        }
        if self.lanes.iter().any(|lane| lane.loose.iter().any(Option::is_some)) {
            self.refuse("the caller of a call is missing");
        }
        let (first, last) = self.extent.unwrap_or((0, 0));
        if last.checked_sub(first).is_none_or(|ticks| ticks > MOST_TICKS) {
            self.refuse("calls are too far apart");
        }
        if let Some(failed) = self.failed {
            return Err(failed);
        }
        self.head.oddities = self.report.entries().iter().map(OddityEntry::of).collect();
        let calls: SortedCalls = self.sorter.finish()?;
        (self.head.origin, self.head.extent) = (first, last - first);
        nest(calls, &self.lanes, self.head, make)
    }

    fn refuse(&mut self, reason: &'static str) {
        self.failed.get_or_insert(TileError::Refused(reason));
    }

    fn take(&mut self, lane: LaneId, call: CallSpec, depth: Option<u32>) -> Result<(), TileError> {
        let CallSpec { start, end, function, .. } = call;
        let end = end.max(start);
        let state = &mut self.lanes[lane.index()];
        let keys = match depth {
            None => {
                state.enters(Way::Whole).map_err(TileError::Refused)?;
                state.whole(start, end)
            }
            Some(depth) if depth > MOST_DEPTH => return Err(TileError::Refused("stacks are too deep")),
            Some(depth) => {
                state.enters(Way::WithDepth).map_err(TileError::Refused)?;
                state.with_depth(end, depth as usize).map_err(TileError::Refused)?
            }
        };
        let number = state.number;
        state.number += 1;
        let depth = depth.unwrap_or(u32::MAX);
        self.push(WrittenCall { lane: lane.0, keys, number, start, end, function: function.0, depth })
    }

    fn push(&mut self, call: WrittenCall) -> Result<(), TileError> {
        let (first, last) = self.extent.unwrap_or((call.start, call.end));
        self.extent = Some((first.min(call.start), last.max(call.end)));
        self.calls += 1;
        Ok(self.sorter.push(call)?)
    }

    fn begin(&mut self, lane: LaneId, function: FunctionId, at: i64) -> Result<(), TileError> {
        let state = &mut self.lanes[lane.index()];
        state.enters(Way::Marks).map_err(TileError::Refused)?;
        state.in_order(at)?;
        if state.open.len() >= MOST_DEPTH as usize {
            return Err(TileError::Refused("stacks are too deep"));
        }
        state.open.push(OpenBegin { function, start: at, number: state.number });
        state.number += 1;
        Ok(())
    }

    fn end(&mut self, lane: LaneId, function: Option<FunctionId>, at: i64) -> Result<(), TileError> {
        let state = &mut self.lanes[lane.index()];
        state.enters(Way::Marks).map_err(TileError::Refused)?;
        state.in_order(at)?;
        let matching =
            state.open.pop().filter(|open| function.is_none_or(|function| function == open.function));
        let Some(OpenBegin { function, start, number }) = matching else {
            return Err(TileError::Refused("an end does not match the innermost begin"));
        };
        let depth = state.open.len() as u32;
        let keys = [number, 0];
        self.push(WrittenCall { lane: lane.0, keys, number, start, end: at, function: function.0, depth })
    }

    fn note(&mut self, outcome: Result<(), TileError>) {
        if let Err(error) = outcome {
            self.failed.get_or_insert(error);
        }
    }
}

impl LaneState {
    fn in_order(&mut self, at: i64) -> Result<(), TileError> {
        if self.number > 0 && at < self.last_end {
            return Err(TileError::Refused("begins and ends do not come in the order of time"));
        }
        self.last_end = at;
        Ok(())
    }
}

impl Sink for Collector {
    fn begin_trace(&mut self, title: &str) {
        self.traces += 1;
        if self.traces > 1 {
            self.refuse("the file holds several traces");
        }
        self.name_trace(title);
    }

    fn name_trace(&mut self, title: &str) {
        title.clone_into(&mut self.head.title);
    }

    fn on_request(&mut self) {}

    fn take_back(&mut self) {
        self.refuse("the file holds several traces");
    }

    fn axis(&mut self, axis: Axis) {
        self.head.axis = axis;
    }

    fn resolution(&mut self, ticks: i64) {
        self.head.resolution = ticks.max(0);
    }

    fn begins_at(&mut self, _at: i64) {}

    fn sampled(&mut self, interval: i64) {
        self.head.sampling = Some(interval.max(0));
    }

    fn sample_ticks(&mut self, ticks: f64) {
        self.head.sample_ticks = ticks;
    }

    fn function(&mut self, function: FunctionSpec<'_>) -> FunctionId {
        let FunctionSpec { name, file, line, category } = function;
        let functions = &mut self.head.functions;
        *self.by_key.entry((name.to_owned(), file.to_owned(), line)).or_insert_with(|| {
            let [name, file, category] = [name, file, category].map(str::to_owned);
            functions.push(FunctionEntry { name, file, line, category, calls: 0, self_ticks: 0 });
            FunctionId(functions.len() as u32 - 1)
        })
    }

    fn lane(&mut self, parent: Option<LaneId>, kind: LaneKind, name: &str) -> LaneId {
        let id = LaneId(self.lanes.len() as u32);
        let parent = parent.map(|parent| parent.0).filter(|&parent| parent < id.0);
        self.head.lanes.push(LaneEntry { parent, kind, name: name.to_owned(), order: 0 });
        self.lanes.push(LaneState::default());
        id
    }

    fn name_lane(&mut self, lane: LaneId, name: &str) {
        name.clone_into(&mut self.head.lanes[lane.index()].name);
    }

    fn order_lane(&mut self, lane: LaneId, order: i64) {
        self.head.lanes[lane.index()].order = order;
    }

    fn call(&mut self, lane: LaneId, call: CallSpec) {
        if self.failed.is_none() {
            let outcome = self.take(lane, call, None);
            self.note(outcome);
        }
    }

    fn call_at_depth(&mut self, lane: LaneId, call: CallSpec, depth: u32) {
        if self.failed.is_none() {
            let outcome = self.take(lane, call, Some(depth));
            self.note(outcome);
        }
    }

    fn enter(&mut self, lane: LaneId, function: FunctionId, at: i64, _source: u64) {
        if self.failed.is_none() {
            let outcome = self.begin(lane, function, at);
            self.note(outcome);
        }
    }

    fn leave(&mut self, lane: LaneId, function: Option<FunctionId>, at: i64, _source: u64) {
        if self.failed.is_none() {
            let outcome = self.end(lane, function, at);
            self.note(outcome);
        }
    }

    fn strand(&mut self, _parent: LaneId, _kind: &str) -> StrandId {
        self.refuse("some calls belong to no thread");
        StrandId(0)
    }

    fn enter_strand(&mut self, _strand: StrandId, _function: FunctionId, _at: i64, _source: u64) {}

    fn leave_strand(&mut self, _strand: StrandId, _function: Option<FunctionId>, _at: i64, _source: u64) {}

    fn flow(&mut self, _lane: LaneId, _point: diptych_trace::FlowPoint) {
        self.dropped += 1;
    }

    fn link(&mut self, _from: diptych_trace::WrittenCall, _to: diptych_trace::WrittenCall) {
        self.dropped += 1;
    }

    fn instant(&mut self, _owner: diptych_trace::OwnerId, _instant: diptych_trace::InstantSpec<'_>) {
        self.dropped += 1;
    }

    fn sample(&mut self, _counter: diptych_trace::CounterId, _sample: diptych_trace::CounterSample) {
        self.dropped += 1;
    }

    fn weigh(&mut self, _lane: LaneId, _column: usize, _value: i64) {
        self.dropped += 1;
    }

    fn element(&mut self, _element: ElementSpec<'_>) -> ElementId {
        ElementId(0)
    }

    fn odd(&mut self, kind: OddityKind, subject: &str, offset: u64, example: &str) {
        self.report.note(kind, subject, offset, example);
    }

    fn odd_call(&mut self, kind: OddityKind, offset: u64, function: FunctionId) {
        let name = self.head.functions.get(function.index()).map_or("", |function| &function.name);
        self.report.note(kind, "", offset, name);
    }

    fn odd_of_file(&mut self, kind: OddityKind, subject: &str, offset: u64, example: &str) {
        self.report.note(kind, subject, offset, example);
    }

    fn odd_of_last(&mut self, _traces: usize, report: &ReadReport) {
        self.report.append(report);
    }
}
