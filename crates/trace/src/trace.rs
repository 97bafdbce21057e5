//! The trace itself.

use crate::calls::Calls;
use crate::counters::Counters;
use crate::elements::Elements;
use crate::flows::Flows;
use crate::functions::Functions;
use crate::instants::Instants;
use crate::lanes::Lanes;
use crate::names::Names;
use crate::{
    Axis, CallId, DepthIndex, DepthPyramid, LaneId, OddityKind, ReadReport, SampleSize, SliceSums, Unit,
    WeightColumn,
};

/// Name of the weight that says how many calls a row stands for, in a trace with folded calls.
pub const FOLDED_CALLS: &str = "calls";

/// One recording as tables. Immutable; passes [`Trace::check`].
#[derive(Debug, Clone)]
pub struct Trace {
    pub(crate) parts: Parts,
    depth_index: DepthIndex,
    depth_pyramid: DepthPyramid,
    extent: i64,
}

/// The data of a trace, without the indexes derived from it.
#[derive(Debug, Clone)]
pub(crate) struct Parts {
    pub(crate) origin: i64,
    pub(crate) axis: Axis,
    /// Ticks between two samples, if the trace was sampled; 0 if the interval is unknown.
    pub(crate) sampling: Option<i64>,
    pub(crate) sample_size: SampleSize,
    pub(crate) summed: Option<Box<SliceSums>>,
    pub(crate) names: Names,
    pub(crate) functions: Functions,
    pub(crate) lanes: Lanes,
    pub(crate) calls: Calls,
    pub(crate) weights: Vec<WeightColumn>,
    pub(crate) elements: Elements,
    pub(crate) flows: Flows,
    pub(crate) instants: Instants,
    pub(crate) counters: Counters,
    pub(crate) report: ReadReport,
}

impl Trace {
    /// Builds the indexes. The parts must fit together; the builder and the importer ensure that.
    pub(crate) fn assemble(parts: Parts) -> Self {
        let depth_index = DepthIndex::new(&parts.calls, &parts.lanes);
        let depth_pyramid = DepthPyramid::new(&parts.calls.depth);
        let extent = parts.calls.end.iter().copied().max().unwrap_or(0);
        Self { parts, depth_index, depth_pyramid, extent }
    }

    /// Returns the instant that all times count from, in absolute ticks.
    pub fn origin(&self) -> i64 {
        self.parts.origin
    }

    /// Returns the ticks from the first instant to the last.
    pub fn extent(&self) -> i64 {
        self.extent
    }

    /// Returns true if another trace has the same lanes, with the same calls at the same times. O(calls).
    pub fn has_same_calls(&self, other: &Self) -> bool {
        let sizes = |of: &Self| (of.calls().len(), of.functions().len(), of.lanes().len());
        let is_same_lane = |id: LaneId| {
            self.lanes().calls(id) == other.lanes().calls(id)
                && self.lanes().name(self.names(), id) == other.lanes().name(other.names(), id)
        };
        sizes(self) == sizes(other)
            && self.axis() == other.axis()
            && self.calls().start() == other.calls().start()
            && self.calls().end() == other.calls().end()
            && self.calls().function() == other.calls().function()
            && self.lanes().ids().all(is_same_lane)
            && self.functions().specs(self.names()) == other.functions().specs(other.names())
    }

    /// Returns the axis, which says what positions measure.
    pub fn axis(&self) -> Axis {
        self.parts.axis
    }

    /// Returns the ticks between two samples, if the trace was sampled; 0 if the interval is unknown. The calls of a
    /// sampled trace are runs of consecutive samples that share a stack.
    pub fn sampling(&self) -> Option<i64> {
        self.parts.sampling
    }

    /// Returns the number of ticks that one sample stands for.
    pub fn sample_size(&self) -> SampleSize {
        match self.parts.sample_size {
            SampleSize::Recorded if self.is_folded() => SampleSize::Sums,
            size => size,
        }
    }

    /// Returns all strings.
    pub fn names(&self) -> &Names {
        &self.parts.names
    }

    /// Returns the functions.
    pub fn functions(&self) -> &Functions {
        &self.parts.functions
    }

    /// Returns the lanes that calls run in.
    pub fn lanes(&self) -> &Lanes {
        &self.parts.lanes
    }

    /// Returns the calls.
    pub fn calls(&self) -> &Calls {
        &self.parts.calls
    }

    /// Returns the further weights of calls.
    pub fn weights(&self) -> &[WeightColumn] {
        &self.parts.weights
    }

    /// Returns true if some rows stand for several calls, whose moments are not known. Their times are exact.
    pub fn is_folded(&self) -> bool {
        self.report().entries().iter().any(|entry| entry.kind == OddityKind::Folded)
    }

    /// Returns the number of calls that each row stands for; `None` if each is one call.
    pub fn call_counts(&self) -> Option<&[i64]> {
        let is_count = |column: &&WeightColumn| {
            column.unit == Unit::Count && self.names().get(column.name) == FOLDED_CALLS
        };
        let column = self.weights().iter().find(is_count).filter(|_| self.is_folded())?;
        Some(&column.values)
    }

    /// Returns the number of recorded calls of one lane, even if only their sums are stored or one row stands for several.
    pub fn recorded_calls_of(&self, lane: LaneId) -> u64 {
        let rows = self.lanes().calls(lane);
        let of_rows = || match self.call_counts() {
            Some(counts) => {
                let counts = counts[rows.start as usize..rows.end as usize].iter();
                counts.map(|&count| count.max(1) as u64).fold(0, u64::saturating_add)
            }
            None => rows.len() as u64,
        };
        self.summed().and_then(|summed| summed.calls.get(lane.index()).copied()).unwrap_or_else(of_rows)
    }

    /// Returns the number of recorded calls of all lanes, as [`Self::recorded_calls_of`] counts them.
    pub fn recorded_calls(&self) -> u64 {
        self.lanes().ids().map(|lane| self.recorded_calls_of(lane)).fold(0, u64::saturating_add)
    }

    /// Returns the static structure; empty if the format states none.
    pub fn elements(&self) -> &Elements {
        &self.parts.elements
    }

    /// Returns only the static structure, with all strings and the report.
    pub fn into_elements(self) -> (Names, Elements, ReadReport) {
        let Parts { names, elements, report, .. } = self.parts;
        (names, elements, report)
    }

    /// Returns true if the trace has a structure and no calls: its file says what a program consists of, and not what
    /// ran.
    pub fn is_structure(&self) -> bool {
        self.calls().is_empty() && !self.elements().is_empty()
    }

    /// Returns the flows between calls; empty if the format states none.
    pub fn flows(&self) -> &Flows {
        &self.parts.flows
    }

    /// Returns the instants; empty if the file has none.
    pub fn instants(&self) -> &Instants {
        &self.parts.instants
    }

    /// Returns the counters; empty if the file has none.
    pub fn counters(&self) -> &Counters {
        &self.parts.counters
    }

    /// Returns the oddities of the input.
    pub fn report(&self) -> &ReadReport {
        &self.parts.report
    }

    /// Returns the index of calls by (lane, depth).
    pub fn depth_index(&self) -> &DepthIndex {
        &self.depth_index
    }

    /// Returns the greatest depth in a range of calls. O(log calls).
    pub fn deepest(&self, range: std::ops::Range<u32>) -> u32 {
        self.depth_pyramid.max(&self.parts.calls.depth, range)
    }

    /// Returns the greatest depth of all calls; 0 for a trace without calls.
    pub fn max_depth(&self) -> u32 {
        self.deepest(0..self.calls().len() as u32)
    }

    /// Returns the name of a call's function.
    pub fn call_name(&self, call: CallId) -> &str {
        let function = self.calls().function()[call.index()];
        self.functions().get(self.names(), function).name
    }

    /// Returns the innermost call of a lane that is running at a tick, if any: its half-open span contains the tick.
    ///
    /// A caller runs while its callee does, so calls run down to some depth and none below. A binary search over depths
    /// therefore finds the innermost one, in O(log depth · log calls).
    pub fn innermost_at(&self, lane: LaneId, tick: i64) -> Option<CallId> {
        let (mut from, mut to) = (0, self.depth_index.rows(lane));
        let mut innermost = None;
        while from < to {
            let middle = from + (to - from) / 2;
            match self.running_at(lane, middle, tick) {
                Some(call) => (from, innermost) = (middle + 1, Some(call)),
                None => to = middle,
            }
        }
        innermost
    }

    /// Returns the call of a lane at a depth that is running at a tick.
    pub fn running_at(&self, lane: LaneId, depth: u32, tick: i64) -> Option<CallId> {
        let calls = self.calls();
        let row = self.depth_index.row(lane, depth);
        let after = row.partition_point(|&call| calls.start()[call as usize] <= tick);
        let call = row[..after].last().filter(|&&call| calls.end()[call as usize] > tick);
        call.map(|&call| CallId(call))
    }

    /// Returns the bytes held by calls and their indexes.
    pub fn call_bytes(&self) -> usize {
        self.calls().len() * (8 * 3 + 4 * 4) + self.depth_index.bytes() + self.depth_pyramid.bytes()
    }
}
