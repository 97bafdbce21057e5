//! A trace of sums straight from a reader, for a file that is too large to store its calls.

use crate::Grid;
use crate::stream::{Refusal, StreamSink, StreamedTrace};
use diptych_trace::{
    Axis, Builder, CallSpec, ElementId, ElementSpec, FunctionId, FunctionSpec, LaneId, LaneKind, OddityKind,
    ReadReport, Sink, SliceSums, StrandId, Trace,
};

/// A sink that stores only the time of each lane in each function within slices.
#[derive(Debug)]
pub struct SummingSink {
    calls: StreamSink,
    /// Builder of everything except calls. At the end it gets the sums as calls.
    builder: Builder,
}

impl Default for SummingSink {
    fn default() -> Self {
        Self { calls: StreamSink::growing(), builder: Builder::default() }
    }
}

impl SummingSink {
    /// Returns the reason why the calls have to be stored, once it is known. Later input is ignored.
    pub fn refused(&self) -> Option<Refusal> {
        self.calls.refused()
    }

    /// Ends the file and returns a trace of its functions and lanes, with the sums as calls.
    ///
    /// # Errors
    ///
    /// Returns the reason if the calls have to be stored, or if no call took any time.
    pub fn finish(mut self) -> Result<Trace, Refusal> {
        let streamed = self.calls.finish()?;
        let slice = streamed.stretches(|lane, function, [start, end]| {
            let call = CallSpec { start, end, function, source: 0 };
            self.builder.call_at_depth(lane, call, 0);
        });
        let summed = SliceSums {
            slice: slice.ok_or("no call takes any time")?,
            duration: streamed.extent,
            calls: streamed.lanes.iter().map(|(_, calls)| *calls).collect(),
        };
        drop(streamed); // Before memory is needed for the trace.
        Ok(self.builder.finish().swap_remove(0).1.with_sums(summed))
    }
}

impl StreamedTrace {
    /// Calls `tell` with the functions of each lane within each slice as consecutive stretches, in absolute ticks. The
    /// first stretch of all begins with the first slice that has any time. Returns the width of a slice in ticks;
    /// `None` if no lane has any time.
    fn stretches(&self, mut tell: impl FnMut(LaneId, FunctionId, [i64; 2])) -> Option<u64> {
        let grid = self.grid?;
        let grid = Grid { start: grid.start + self.origin, ..grid };
        let rows = || self.leaves.iter().flatten();
        let first = rows().filter_map(|(_, row)| row.iter().position(|&ticks| ticks > 0)).min()?;
        for (&lane, rows) in self.tree.leaves().iter().zip(&self.leaves) {
            let mut lane_of = StretchBuilder { rows, grid, first, told: Vec::new() };
            (first..grid.count).for_each(|slice| lane_of.slice(slice));
            if lane_of.told.is_empty() {
                // The lane has calls, but none of them takes time. It still needs a call to be a lane with calls.
                let at = grid.edge(first);
                lane_of.told.push((0, [at, at]));
            }
            lane_of.told.into_iter().for_each(|(row, span)| tell(lane, rows[row].0, span));
        }
        Some(grid.width)
    }
}

/// The stretches of one lane under construction.
struct StretchBuilder<'a> {
    rows: &'a [(FunctionId, Vec<u64>)],
    grid: Grid,
    /// First slice with any time in any lane.
    first: usize,
    /// Stretches so far: row, start and end.
    told: Vec<(usize, [i64; 2])>,
}

impl StretchBuilder<'_> {
    /// Adds the stretches of a slice. The function that ran when the slice began comes first. The function that
    /// continues in the next slice comes last, after the idle time. So there are as few stretches as possible.
    fn slice(&mut self, slice: usize) {
        let start = self.grid.edge(slice);
        let ticks = |row: usize, slice: usize| self.rows[row].1.get(slice).copied().unwrap_or(0);
        let mut present: Vec<(usize, u64)> = (0..self.rows.len())
            .map(|row| (row, ticks(row, slice)))
            .filter(|(_, ticks)| *ticks > 0)
            .collect();
        let before = self.told.last().filter(|(_, [_, end])| *end == start).map(|(row, _)| *row);
        let next = |row: usize| ticks(row, slice + 1);
        let others = present.iter().filter(|(row, _)| Some(*row) != before && next(*row) > 0);
        let last = others.max_by_key(|&&(row, _)| (next(row), std::cmp::Reverse(row))).map(|(row, _)| *row);
        present.sort_by_key(|&(row, _)| (Some(row) == last, Some(row) != before, row));
        let busy: u64 = present.iter().map(|(_, ticks)| ticks).sum();
        let idle = self.grid.width - busy;
        let mut at = start;
        for (row, ticks) in present {
            if Some(row) == last && !(slice == self.first && at == start) {
                at += idle as i64;
            }
            let end = at + ticks as i64;
            match self.told.last_mut() {
                Some((before, [_, until])) if *before == row && *until == at => *until = end,
                _ => self.told.push((row, [at, end])),
            }
            at = end;
        }
    }
}

impl Sink for SummingSink {
    fn begin_trace(&mut self, title: &str) {
        self.calls.begin_trace(title);
        self.builder.begin_trace(title);
    }

    fn name_trace(&mut self, title: &str) {
        self.builder.name_trace(title);
    }

    fn on_request(&mut self) {
        self.calls.on_request();
    }

    fn take_back(&mut self) {
        self.calls.take_back();
    }

    fn axis(&mut self, axis: Axis) {
        self.calls.axis(axis);
        self.builder.axis(axis);
    }

    fn resolution(&mut self, ticks: i64) {
        self.calls.resolution(ticks);
    }

    fn begins_at(&mut self, at: i64) {
        self.calls.begins_at(at);
    }

    fn sampled(&mut self, interval: i64) {
        self.builder.sampled(interval);
    }

    fn sample_ticks(&mut self, ticks: f64) {
        self.builder.sample_ticks(ticks);
    }

    fn function(&mut self, function: FunctionSpec<'_>) -> FunctionId {
        self.builder.function(function);
        self.calls.function(function)
    }

    fn lane(&mut self, parent: Option<LaneId>, kind: LaneKind, name: &str) -> LaneId {
        self.builder.lane(parent, kind, name);
        self.calls.lane(parent, kind, name)
    }

    fn name_lane(&mut self, lane: LaneId, name: &str) {
        self.calls.name_lane(lane, name);
        self.builder.name_lane(lane, name);
    }

    fn order_lane(&mut self, lane: LaneId, order: i64) {
        self.calls.order_lane(lane, order);
        self.builder.order_lane(lane, order);
    }

    fn call(&mut self, lane: LaneId, call: CallSpec) {
        self.calls.call(lane, call);
    }

    fn call_at_depth(&mut self, lane: LaneId, call: CallSpec, depth: u32) {
        self.calls.call_at_depth(lane, call, depth);
    }

    fn enter(&mut self, lane: LaneId, function: FunctionId, at: i64, source: u64) {
        self.calls.enter(lane, function, at, source);
    }

    fn leave(&mut self, lane: LaneId, function: Option<FunctionId>, at: i64, source: u64) {
        self.calls.leave(lane, function, at, source);
    }

    fn strand(&mut self, parent: LaneId, kind: &str) -> StrandId {
        self.calls.strand(parent, kind)
    }

    fn enter_strand(&mut self, strand: StrandId, function: FunctionId, at: i64, source: u64) {
        self.calls.enter_strand(strand, function, at, source);
    }

    fn leave_strand(&mut self, strand: StrandId, function: Option<FunctionId>, at: i64, source: u64) {
        self.calls.leave_strand(strand, function, at, source);
    }

    fn element(&mut self, element: ElementSpec<'_>) -> ElementId {
        self.builder.element(element)
    }

    fn odd(&mut self, kind: OddityKind, subject: &str, offset: u64, example: &str) {
        self.builder.odd(kind, subject, offset, example);
    }

    fn odd_call(&mut self, kind: OddityKind, offset: u64, function: FunctionId) {
        self.builder.odd_call(kind, offset, function);
    }

    fn odd_of_file(&mut self, kind: OddityKind, subject: &str, offset: u64, example: &str) {
        self.builder.odd_of_file(kind, subject, offset, example);
    }

    fn odd_of_last(&mut self, traces: usize, report: &ReadReport) {
        self.builder.odd_of_last(traces, report);
    }
}
