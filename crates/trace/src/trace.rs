//! The trace itself.

use crate::calls::Calls;
use crate::elements::Elements;
use crate::flows::Flows;
use crate::functions::Functions;
use crate::lanes::Lanes;
use crate::names::Names;
use crate::{Axis, CallId, DepthIndex, DepthPyramid, LaneId, Report, Summed, WeightColumn};

/// One recording as tables. Immutable; passes [`Trace::check`].
#[derive(Debug, Clone)]
pub struct Trace {
    pub(crate) parts: Parts,
    depth_index: DepthIndex,
    depth_pyramid: DepthPyramid,
    extent: i64,
}

/// What a trace is made of, before anything is derived from it.
#[derive(Debug, Clone)]
pub(crate) struct Parts {
    pub(crate) origin: i64,
    pub(crate) axis: Axis,
    /// Ticks between two samples, if it was sampled; 0 where that is not known.
    pub(crate) sampling: Option<i64>,
    pub(crate) summed: Option<Box<Summed>>,
    pub(crate) names: Names,
    pub(crate) functions: Functions,
    pub(crate) lanes: Lanes,
    pub(crate) calls: Calls,
    pub(crate) weights: Vec<WeightColumn>,
    pub(crate) elements: Elements,
    pub(crate) flows: Flows,
    pub(crate) report: Report,
}

impl Trace {
    /// Derives the indexes. The parts must fit together; the builder and the importer see to it.
    pub(crate) fn assemble(parts: Parts) -> Self {
        let depth_index = DepthIndex::new(&parts.calls, &parts.lanes);
        let depth_pyramid = DepthPyramid::new(&parts.calls.depth);
        let extent = parts.calls.end.iter().copied().max().unwrap_or(0);
        Self { parts, depth_index, depth_pyramid, extent }
    }

    /// The instant that all times count from, absolute ticks.
    pub fn origin(&self) -> i64 {
        self.parts.origin
    }

    /// Ticks from the first instant to the last.
    pub fn extent(&self) -> i64 {
        self.extent
    }

    /// What positions measure.
    pub fn axis(&self) -> Axis {
        self.parts.axis
    }

    /// Ticks between two samples, if the trace was sampled: its calls are then runs of consecutive samples that share a
    /// stack. 0 where that is not known.
    pub fn sampling(&self) -> Option<i64> {
        self.parts.sampling
    }

    /// All strings.
    pub fn names(&self) -> &Names {
        &self.parts.names
    }

    /// What is called.
    pub fn functions(&self) -> &Functions {
        &self.parts.functions
    }

    /// Where calls run.
    pub fn lanes(&self) -> &Lanes {
        &self.parts.lanes
    }

    /// The calls.
    pub fn calls(&self) -> &Calls {
        &self.parts.calls
    }

    /// Further weights of calls.
    pub fn weights(&self) -> &[WeightColumn] {
        &self.parts.weights
    }

    /// Static structure, if the format states any.
    pub fn elements(&self) -> &Elements {
        &self.parts.elements
    }

    /// The static structure alone, with all strings and what was odd.
    pub fn into_elements(self) -> (Names, Elements, Report) {
        let Parts { names, elements, report, .. } = self.parts;
        (names, elements, report)
    }

    /// Whether it is a structure and nothing else: a file that says what a program is made of, and not what ran.
    pub fn is_structure(&self) -> bool {
        self.calls().is_empty() && !self.elements().is_empty()
    }

    /// Which calls led to which, if the format states it.
    pub fn flows(&self) -> &Flows {
        &self.parts.flows
    }

    /// What was odd in the input.
    pub fn report(&self) -> &Report {
        &self.parts.report
    }

    /// Calls by (lane, depth).
    pub fn depth_index(&self) -> &DepthIndex {
        &self.depth_index
    }

    /// Deepest call of a range of calls. O(log calls).
    pub fn deepest(&self, range: std::ops::Range<u32>) -> u32 {
        self.depth_pyramid.max(&self.parts.calls.depth, range)
    }

    /// Greatest depth of all calls; 0 for a trace without calls.
    pub fn max_depth(&self) -> u32 {
        self.deepest(0..self.calls().len() as u32)
    }

    /// Name of a call's function.
    pub fn call_name(&self, call: CallId) -> &str {
        let function = self.calls().function()[call.index()];
        self.functions().get(self.names(), function).name
    }

    /// The innermost call of a lane that is running at a tick, if any: its half-open span holds the tick.
    /// O(log depth · log calls): a call's caller runs while it does, so calls run down to some depth and none below.
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

    /// The call of a lane at a depth that is running at a tick.
    pub fn running_at(&self, lane: LaneId, depth: u32, tick: i64) -> Option<CallId> {
        let calls = self.calls();
        let row = self.depth_index.row(lane, depth);
        let after = row.partition_point(|&call| calls.start()[call as usize] <= tick);
        let call = row[..after].last().filter(|&&call| calls.end()[call as usize] > tick);
        call.map(|&call| CallId(call))
    }

    /// Bytes held by calls and their indexes.
    pub fn call_bytes(&self) -> usize {
        self.calls().len() * (8 * 3 + 4 * 4) + self.depth_index.bytes() + self.depth_pyramid.bytes()
    }
}
