//! A time range of a trace, as a trace of its own.

use crate::trace::Parts;
use crate::{CallId, Calls, Flows, Lanes, OddityKind, Run, Trace, WeightColumn};
use std::ops::Range;

impl Trace {
    /// Returns the part of the trace in a range of ticks: its start is included, its end is not. Times of the part count
    /// from the start of the range. Lanes and functions keep their numbers. O(calls).
    ///
    /// A call that crosses an end of the range keeps the part inside, so self times add up to those in the range.
    /// Further weights of such a call shrink in proportion to its duration. Flows stay where both their calls do, and
    /// instants and samples of counters where they lie in the range. The report of the part says that it [is a range](Trace::is_range). The trace must hold its calls, not their sums.
    pub fn cut(&self, range: &Range<i64>) -> Self {
        self.cut_without(range, &[])
    }

    /// Returns the part of the trace as [`Self::cut`] does, without some calls that are given in ascending order. Their
    /// callees are then called by their callers. O(calls · log of those left out).
    pub fn cut_without(&self, range: &Range<i64>, left_out: &[CallId]) -> Self {
        debug_assert!(self.summed().is_none(), "sums of slices cannot be cut");
        let kept = KeptCalls::new(self, range, left_out);
        let mut report = self.parts.report.clone();
        report.note(OddityKind::Range, "", 0, "");
        let weights = self.parts.weights.iter().map(|column| kept.weight(column)).collect();
        let lanes = &self.parts.lanes;
        let first_call = lanes.first_call.iter().map(|&first| kept.before[first as usize]).collect();
        Self::assemble(Parts {
            origin: self.parts.origin.saturating_add(range.start),
            summed: None,
            lanes: Lanes { first_call, ..lanes.clone() },
            calls: kept.calls(),
            weights,
            flows: kept.flows(),
            instants: self.parts.instants.cut(range),
            counters: self.parts.counters.cut(range),
            report,
            axis: self.parts.axis,
            sampling: self.parts.sampling,
            sample_size: self.parts.sample_size,
            names: self.parts.names.clone(),
            functions: self.parts.functions.clone(),
            elements: self.parts.elements.clone(),
        })
    }

    /// Returns true if the trace is a range of a recording. Somebody chose its ends, so they say nothing about the
    /// program.
    pub fn is_range(&self) -> bool {
        self.report().entries().iter().any(|entry| entry.kind == OddityKind::Range)
    }
}

impl Run {
    /// Returns the run with a part of its trace, see [`Trace::cut`], under a name. O(calls).
    pub fn cut(&self, range: &Range<i64>, name: String) -> Self {
        self.with_part(self.trace.cut(range), name)
    }

    /// Returns the run under its name with a part of its trace, see [`Trace::cut_without`]. O(calls · log of those left out).
    pub fn cut_without(&self, range: &Range<i64>, left_out: &[CallId]) -> Self {
        self.with_part(self.trace.cut_without(range, left_out), self.name.clone())
    }

    fn with_part(&self, trace: Trace, name: String) -> Self {
        Self {
            name,
            format: self.format.clone(),
            bytes: self.bytes,
            packed: self.packed,
            trace,
            of_file: self.of_file.clone(),
        }
    }
}

/// The calls of a trace that run in a range.
struct KeptCalls<'a> {
    trace: &'a Trace,
    range: &'a Range<i64>,
    /// Calls that are not kept although they run in the range, in ascending order.
    left_out: &'a [CallId],
    /// Number of kept calls before each row, and before the end.
    before: Vec<u32>,
}

impl<'a> KeptCalls<'a> {
    fn new(trace: &'a Trace, range: &'a Range<i64>, left_out: &'a [CallId]) -> Self {
        let calls = trace.calls();
        let mut kept = Self { trace, range, left_out, before: Vec::with_capacity(calls.len() + 1) };
        let mut count = 0;
        for row in 0..calls.len() {
            kept.before.push(count);
            let (start, end) = (calls.start[row], calls.end[row]);
            let runs_inside = start < range.end && (end > range.start || start >= range.start);
            // A call of no length may lie at the end of a caller that is left out.
            let has_caller = |parent| kept.is_left_out(parent) || kept.has_before(parent, count);
            let is_inside = runs_inside && calls.parent[row].some().is_none_or(has_caller);
            count += u32::from(is_inside && !kept.is_left_out(CallId(row as u32)));
        }
        kept.before.push(count);
        kept
    }

    fn is_left_out(&self, call: CallId) -> bool {
        self.left_out.binary_search(&call).is_ok()
    }

    /// Returns true if an earlier row is kept, while `count` rows are kept so far.
    fn has_before(&self, call: CallId, count: u32) -> bool {
        let next = self.before.get(call.index() + 1).copied().unwrap_or(count);
        next > self.before[call.index()]
    }

    fn rows(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.trace.calls().len()).filter(|&row| self.before[row + 1] > self.before[row])
    }

    fn calls(&self) -> Calls {
        let calls = self.trace.calls();
        let inside = |tick: i64| tick.clamp(self.range.start, self.range.end) - self.range.start;
        let parent = |row: usize| {
            let callers =
                std::iter::successors(calls.parent[row].some(), |of| calls.parent[of.index()].some());
            let caller = { callers }.find(|&caller| !self.is_left_out(caller));
            caller.map_or(CallId::NONE, |caller| CallId(self.before[caller.index()]))
        };
        let parents: Vec<CallId> = self.rows().map(parent).collect();
        let mut depths: Vec<u32> = Vec::with_capacity(parents.len());
        for parent in &parents {
            depths.push(parent.some().map_or(0, |parent| depths[parent.index()] + 1));
        }
        Calls {
            start: self.rows().map(|row| inside(calls.start[row])).collect(),
            end: self.rows().map(|row| inside(calls.end[row])).collect(),
            source: self.rows().map(|row| calls.source[row]).collect(),
            function: self.rows().map(|row| calls.function[row]).collect(),
            parent: parents,
            depth: depths,
            subtree_end: self.rows().map(|row| self.before[calls.subtree_end[row] as usize]).collect(),
        }
    }

    fn weight(&self, column: &WeightColumn) -> WeightColumn {
        let calls = self.trace.calls();
        let share = |row: usize| {
            let (start, end) = (calls.start[row], calls.end[row]);
            let inside = end.min(self.range.end) - start.max(self.range.start);
            let value = i128::from(column.values[row]);
            if end == start {
                column.values[row]
            } else {
                (value * i128::from(inside) / i128::from(end - start)) as i64
            }
        };
        WeightColumn { values: self.rows().map(share).collect(), ..*column }
    }

    fn flows(&self) -> Flows {
        let flows = &self.trace.parts.flows;
        let new = |call: CallId| {
            let row = call.index();
            (self.before[row + 1] > self.before[row]).then(|| CallId(self.before[row]))
        };
        let pairs = flows.from.iter().zip(&flows.to).filter_map(|(&from, &to)| Some([new(from)?, new(to)?]));
        Flows::new(pairs.collect())
    }
}
