//! The slice table straight from a reader, without storing calls: a file of any size in bounded memory.
//!
//! Some readers report each call when it ends, with its depth ([`Sink::call_at_depth`]). That is enough: the self time
//! of a call is its time less that of the calls reported since then at the depth below it. Others report begins and ends,
//! which the sink pairs by the rules of the builder. Other traces, calls that do not nest, and calls without an end are
//! refused with a reason; such a trace has to be loaded. Otherwise the result equals that of the loaded trace, to the tick.
//!
//! There are three ways to know the slices: from a first pass that measures the file, from a guess that the filling
//! pass then confirms, or from slices that grow.

mod growing;
mod open_calls;

use crate::lane_tree::LaneRow;
use crate::segments::StackLevel;
use crate::{Grid, LaneTree, SliceTable, StateChoice, StateTimes};
use diptych_trace::{
    Axis, CallSpec, ElementId, ElementSpec, FunctionId, FunctionSpec, LaneId, LaneKind, OddityKind, Sink,
    StrandId,
};
use growing::Growing;
use open_calls::{EndedCall, OpenCalls};
use rustc_hash::FxHashMap;

/// The reason why a table cannot be made without storing the calls.
pub type Refusal = &'static str;

/// Longest trace that can be loaded, in ticks. In a longer one the loader leaves out stray calls, which it finds only
/// among all calls.
const MOST_TICKS: i64 = (1 << 53) - 1;

/// Reason for a lane of which some calls come whole.
const MIXED: Refusal = "a lane mixes whole calls with begins and ends";

/// The attributes of a function, as the reader reports them.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StreamedFunction {
    /// Name.
    pub name: String,
    /// File; empty if unknown.
    pub file: String,
    /// Line; 0 if unknown.
    pub line: u32,
    /// Group of the function in its format.
    pub category: String,
}

/// A sink that adds up calls by lane, function and slice and forgets them.
#[derive(Debug)]
pub struct StreamSink {
    /// Slices to fill, in absolute ticks; `None` while it only measures.
    grid: Option<Grid>,
    /// State of growing slices; `None` if slices are fixed.
    growing: Option<Growing>,
    level: StackLevel,
    axis: Axis,
    functions: Vec<StreamedFunction>,
    by_key: FxHashMap<(String, String, u32), FunctionId>,
    lanes: Vec<StreamedLane>,
    extent: Option<(i64, i64)>,
    calls: u64,
    traces: u32,
    refused: Option<Refusal>,
}

/// A lane as the reader reports it, with the sums of its calls.
#[derive(Debug)]
struct StreamedLane {
    parent: Option<LaneId>,
    name: String,
    order: i64,
    calls: u64,
    /// End of the last call.
    last_end: i64,
    depths: Vec<Depth>,
    /// Calls that have begun and not ended, if they are reported so.
    open: OpenCalls,
    /// Ticks by slice of each function that ran. A row ends with the last slices that needed room.
    rows: Vec<(FunctionId, Vec<u64>)>,
    /// Index into `rows`, by function.
    row_of: FxHashMap<u32, usize>,
    /// Number of sums in its rows and depths.
    sums: usize,
}

/// The reported calls of one depth whose caller is not reported yet.
#[derive(Debug, Default)]
struct Depth {
    /// End of the last call.
    last_end: Option<i64>,
    /// Start of the first call whose caller is not reported yet.
    first_open: Option<i64>,
    /// Ticks of these calls by slice, within the grid. The row ends with the last slices that needed room.
    ticks: Vec<u64>,
}

/// The result of streaming a file.
#[derive(Debug)]
pub struct StreamedTrace {
    /// Quantity and unit of the positions.
    pub axis: Axis,
    /// First instant of a call, in absolute ticks. Slices of a loaded trace count from it.
    pub origin: i64,
    /// Ticks from the origin to the end of the last call.
    pub extent: i64,
    /// Number of calls.
    pub calls: u64,
    /// Functions by [`FunctionId`], numbered as in a loaded trace.
    pub functions: Vec<StreamedFunction>,
    /// Tree of lanes.
    pub tree: LaneTree,
    /// Slices relative to the origin. Growing slices may begin before the first call.
    pub(crate) grid: Option<Grid>,
    /// Lanes with their number of calls, in the order of a loaded trace.
    pub(crate) lanes: Vec<(LaneId, u64)>,
    /// Ticks by leaf, function and slice. Rows may be shorter than the grid.
    pub(crate) leaves: Vec<Vec<(FunctionId, Vec<u64>)>>,
}

impl StreamSink {
    /// Creates a sink that measures a trace: its extent, lanes and functions.
    pub fn measuring() -> Self {
        Self {
            grid: None,
            growing: None,
            level: StackLevel::Innermost,
            axis: Axis::TIME,
            functions: Vec::new(),
            by_key: FxHashMap::default(),
            lanes: Vec::new(),
            extent: None,
            calls: 0,
            traces: 0,
            refused: None,
        }
    }

    /// Creates a sink that fills slices. They count from `origin`, the [`StreamedTrace::origin`] of a first pass.
    pub fn filling(grid: Grid, origin: i64, level: StackLevel) -> Self {
        let grid = Grid { start: grid.start.saturating_add(origin), ..grid };
        Self { grid: Some(grid), level, ..Self::measuring() }
    }

    /// Returns the reason why the trace has to be loaded, once it is known. Later input is ignored.
    pub fn refused(&self) -> Option<Refusal> {
        self.refused
    }

    /// Returns the first start and the last end of the calls so far, in absolute ticks.
    pub fn extent(&self) -> Option<(i64, i64)> {
        self.extent
    }

    /// Ends the file and returns the result.
    ///
    /// # Errors
    ///
    /// Returns the reason if the trace has to be loaded.
    pub fn finish(mut self) -> Result<StreamedTrace, Refusal> {
        if self.lanes.iter().any(|lane| lane.open.has_open()) {
            self.refuse("a call has no end");
        }
        let is_open =
            |lane: &StreamedLane| lane.depths.iter().skip(1).any(|depth| depth.first_open.is_some());
        if self.lanes.iter().any(is_open) {
            self.refuse("a call lies in one that is not told");
        }
        let (first, last) = self.extent.unwrap_or((0, 0));
        if last.saturating_sub(first) > MOST_TICKS {
            self.refuse("calls are too far apart");
        }
        if let Some(refused) = self.refused {
            return Err(refused);
        }
        let order = self.lane_order();
        let row = |&(index, parent): &(usize, Option<usize>)| LaneRow {
            lane: LaneId(index as u32),
            parent,
            name: &self.lanes[index].name,
            has_calls: self.lanes[index].calls > 0,
        };
        let tree = LaneTree::of_rows(order.iter().map(row));
        let leaves = tree.leaves().iter().map(|lane| std::mem::take(&mut self.lanes[lane.index()].rows));
        Ok(StreamedTrace {
            leaves: leaves.collect(),
            lanes: order.iter().map(|&(index, _)| (LaneId(index as u32), self.lanes[index].calls)).collect(),
            axis: self.axis,
            origin: first,
            extent: last - first,
            calls: self.calls,
            functions: self.functions,
            tree,
            grid: self.grid.map(|grid| Grid { start: grid.start - first, ..grid }),
        })
    }

    /// Returns lanes in pre-order with the row of the enclosing lane. Siblings are ordered by (order, creation), like
    /// the builder orders them.
    fn lane_order(&self) -> Vec<(usize, Option<usize>)> {
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); self.lanes.len()];
        let mut roots = Vec::new();
        for (index, lane) in self.lanes.iter().enumerate() {
            match lane.parent.filter(|parent| parent.index() < index) {
                Some(parent) => children[parent.index()].push(index),
                None => roots.push(index),
            }
        }
        for siblings in children.iter_mut().chain([&mut roots]) {
            siblings.sort_by_key(|&index| std::cmp::Reverse((self.lanes[index].order, index)));
        }
        let mut order = Vec::with_capacity(self.lanes.len());
        let mut open: Vec<(usize, Option<usize>)> = roots.into_iter().map(|root| (root, None)).collect();
        while let Some((index, parent)) = open.pop() {
            let row = order.len();
            order.push((index, parent));
            open.extend(children[index].iter().map(|&child| (child, Some(row))));
        }
        order
    }

    /// Takes a call when it ends.
    fn take_ended(&mut self, lane: LaneId, call: CallSpec, depth: u32) {
        if self.refused.is_some() {
            return;
        }
        if depth > MOST_DEPTH {
            return self.refuse("stacks are too deep");
        }
        self.calls += 1;
        let (first, last) = self.extent.unwrap_or((call.start, call.end));
        self.extent = Some((first.min(call.start), last.max(call.end)));
        if let Err(reason) = self.take(lane, call, depth as usize) {
            self.refuse(reason);
        }
    }

    fn take(&mut self, lane: LaneId, call: CallSpec, depth: usize) -> Result<(), Refusal> {
        self.hold(call.start, call.end)?;
        let lane = &mut self.lanes[lane.index()];
        let before = lane.sums;
        lane.take(call, depth, self.grid, self.level)?;
        let more = lane.sums - before;
        if more > 0 { self.with_sums(more) } else { Ok(()) }
    }

    fn refuse(&mut self, reason: Refusal) {
        self.refused.get_or_insert(reason);
    }
}

impl StreamedLane {
    /// Takes a call. Returns the reason if it does not nest with the calls before it.
    fn take(
        &mut self,
        call: CallSpec,
        depth: usize,
        grid: Option<Grid>,
        level: StackLevel,
    ) -> Result<(), Refusal> {
        let CallSpec { start, end, function, .. } = call;
        if end < start || (self.calls > 0 && end < self.last_end) {
            return Err("calls are not in the order in which they end");
        }
        (self.calls, self.last_end) = (self.calls + 1, end);
        while self.depths.len() < depth + 2 {
            self.depths.push(Depth::default());
        }
        let inner_fit = self.depths[depth + 1].first_open.take().is_none_or(|first| first >= start);
        let deeper = self.depths[depth + 2..].iter().any(|depth| depth.first_open.is_some());
        let own = &mut self.depths[depth];
        if !inner_fit || deeper || own.last_end.is_some_and(|before| before > start) {
            return Err("calls overlap without nesting");
        }
        own.last_end = Some(end);
        own.first_open.get_or_insert(start);
        if let Some(grid) = grid {
            self.fill(grid, level, depth, function, start, end);
        }
        Ok(())
    }

    fn fill(
        &mut self,
        grid: Grid,
        level: StackLevel,
        depth: usize,
        function: FunctionId,
        start: i64,
        end: i64,
    ) {
        let is_state = level == StackLevel::Innermost || level == StackLevel::Depth(depth as u32);
        let rows = &mut self.rows;
        let row = is_state.then(|| {
            *self.row_of.entry(function.0).or_insert_with(|| {
                rows.push((function, Vec::new()));
                rows.len() - 1
            })
        });
        let [own, inner] = &mut self.depths[depth..depth + 2] else { return };
        let sums = &mut self.sums;
        grid.cut(start, end, |slice, ticks| {
            let inside = inner.ticks.get_mut(slice).map_or(0, std::mem::take);
            if depth > 0 {
                *sum_at(&mut own.ticks, slice, grid, sums) += ticks;
            }
            if let Some(row) = row {
                let inside = if level == StackLevel::Innermost { inside } else { 0 };
                *sum_at(&mut rows[row].1, slice, grid, sums) += ticks - inside;
            }
        });
    }
}

/// Length of a new row. States that occur only at the beginning need no more.
const FIRST_SUMS: usize = 1 << 6;

/// Returns the sum of a slice. Lengthens the row if necessary and adds the new length to `sums`.
#[inline]
fn sum_at<'a>(row: &'a mut Vec<u64>, slice: usize, grid: Grid, sums: &mut usize) -> &'a mut u64 {
    if slice >= row.len() {
        let length = if slice < FIRST_SUMS { FIRST_SUMS.min(grid.count) } else { grid.count };
        *sums += length - row.len();
        row.reserve_exact(length - row.len());
        row.resize(length, 0);
    }
    &mut row[slice]
}

impl StreamedTrace {
    /// Returns the times of states that [`StateTimes::of_calls`] would give for the loaded trace.
    pub fn times(&self, of_function: &[u32], states: usize) -> StateTimes {
        let mut ticks = vec![0; states];
        for (function, row) in self.leaves.iter().flatten() {
            ticks[of_function[function.index()] as usize] += row.iter().sum::<u64>();
        }
        StateTimes { ticks }
    }

    /// Returns the table that [`SliceTable::of_calls`] would give for the loaded trace; `None` if no slices were
    /// filled.
    pub fn table(&self, of_function: &[u32], choice: &StateChoice) -> Option<SliceTable> {
        let mut table = SliceTable::zeros(self.grid?, self.leaves.len(), choice.rows());
        for (leaf, rows) in self.leaves.iter().enumerate().filter(|_| choice.rows() > 0) {
            for (function, row) in rows {
                let state = choice.row(of_function[function.index()]);
                for (sum, ticks) in table.row_mut(leaf, state).iter_mut().zip(row) {
                    *sum += ticks;
                }
            }
        }
        Some(table)
    }
}

impl Sink for StreamSink {
    fn begin_trace(&mut self, _title: &str) {
        self.traces += 1;
        if self.traces > 1 {
            self.refuse("the file holds several traces");
        }
    }

    fn name_trace(&mut self, _title: &str) {}

    fn on_request(&mut self) {}

    fn take_back(&mut self) {
        self.refuse("the file holds several traces");
    }

    fn axis(&mut self, axis: Axis) {
        self.axis = axis;
    }

    fn resolution(&mut self, _ticks: i64) {}

    fn begins_at(&mut self, at: i64) {
        if self.growing.is_some() && self.grid.is_none() {
            self.grid = Some(growing::first_grid(at));
        }
    }

    fn sampled(&mut self, _interval: i64) {}

    fn sample_ticks(&mut self, _ticks: f64) {}

    fn function(&mut self, function: FunctionSpec<'_>) -> FunctionId {
        let FunctionSpec { name, file, line, category } = function;
        let functions = &mut self.functions;
        *self.by_key.entry((name.to_owned(), file.to_owned(), line)).or_insert_with(|| {
            let [name, file, category] = [name, file, category].map(str::to_owned);
            functions.push(StreamedFunction { name, file, line, category });
            FunctionId(functions.len() as u32 - 1)
        })
    }

    fn lane(&mut self, parent: Option<LaneId>, _kind: LaneKind, name: &str) -> LaneId {
        self.lanes.push(StreamedLane {
            parent,
            name: name.to_owned(),
            order: 0,
            calls: 0,
            last_end: 0,
            depths: Vec::new(),
            open: OpenCalls::default(),
            rows: Vec::new(),
            row_of: FxHashMap::default(),
            sums: 0,
        });
        LaneId(self.lanes.len() as u32 - 1)
    }

    fn name_lane(&mut self, lane: LaneId, name: &str) {
        name.clone_into(&mut self.lanes[lane.index()].name);
    }

    fn order_lane(&mut self, lane: LaneId, order: i64) {
        self.lanes[lane.index()].order = order;
    }

    fn call(&mut self, _lane: LaneId, _call: CallSpec) {
        self.refuse("calls have no depth");
    }

    fn call_at_depth(&mut self, lane: LaneId, call: CallSpec, depth: u32) {
        if self.lanes[lane.index()].open.has_begun() {
            return self.refuse(MIXED);
        }
        self.take_ended(lane, call, depth);
    }

    fn enter(&mut self, lane: LaneId, function: FunctionId, at: i64, _source: u64) {
        if self.refused.is_some() {
            return;
        }
        let StreamedLane { open, calls, .. } = &mut self.lanes[lane.index()];
        if *calls > 0 && !open.has_begun() {
            return self.refuse(MIXED);
        }
        if let Err(reason) = open.enter(function, at) {
            self.refuse(reason);
        }
    }

    fn leave(&mut self, lane: LaneId, function: Option<FunctionId>, at: i64, _source: u64) {
        if self.refused.is_some() {
            return;
        }
        match self.lanes[lane.index()].open.leave(function, at) {
            Ok(closed) => {
                for _ in 0..closed {
                    let Some(EndedCall { function, start, depth }) = self.lanes[lane.index()].open.close()
                    else {
                        break;
                    };
                    self.take_ended(lane, CallSpec { function, start, end: at, source: 0 }, depth);
                }
            }
            Err(reason) => self.refuse(reason),
        }
    }

    fn strand(&mut self, _parent: LaneId, _kind: &str) -> StrandId {
        self.refuse("some calls belong to no thread");
        StrandId(0)
    }

    fn enter_strand(&mut self, _strand: StrandId, _function: FunctionId, _at: i64, _source: u64) {}

    fn leave_strand(&mut self, _strand: StrandId, _function: Option<FunctionId>, _at: i64, _source: u64) {}

    fn element(&mut self, _element: ElementSpec<'_>) -> ElementId {
        ElementId(0)
    }

    fn odd(&mut self, _kind: OddityKind, _subject: &str, _offset: u64, _example: &str) {}

    fn odd_call(&mut self, _kind: OddityKind, _offset: u64, _function: FunctionId) {}

    fn odd_of_file(&mut self, _kind: OddityKind, _subject: &str, _offset: u64, _example: &str) {}
}

/// Deepest supported stack. Slices are held for every depth, so deeper stacks would take too much memory.
const MOST_DEPTH: u32 = 1_000;
