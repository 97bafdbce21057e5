//! The slice table straight from a reader, without keeping calls: a file of any size in constant memory.
//!
//! A reader that tells each call when it ends, with its depth ([`Sink::call_at_depth`]), says all that is needed: what a call
//! does itself is its time less that of the calls told since in the depth below it. What does not come so, or does not nest,
//! is refused with the reason; then the trace is to be loaded. What is not refused is what the loaded trace gives, to the tick.
//!
//! Slices are known before they are filled, from a first pass over the file that measures, or from a guess that the pass which
//! fills them confirms; or they grow.

mod growing;

use crate::lane_tree::LaneRow;
use crate::segments::StackLevel;
use crate::{Grid, LaneTree, SliceTable, StateChoice, StateTimes};
use diptych_trace::{
    Axis, CallSpec, ElementId, ElementSpec, FlowPoint, FunctionId, FunctionSpec, LaneId, LaneKind, OddKind,
    Sink, StrandId, Unit,
};
use growing::Growing;
use rustc_hash::FxHashMap;

/// Why a table cannot be made without keeping the calls.
pub type Refusal = &'static str;

/// Longest trace that can be loaded, in ticks; in longer ones stray calls are left out, which takes all of them to see.
const MOST_TICKS: i64 = (1 << 53) - 1;

/// What is told of a function.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct StreamedFunction {
    /// Its name.
    pub name: String,
    /// Its file; blank where it is unknown.
    pub file: String,
    /// Its line; 0 where it is unknown.
    pub line: u32,
    /// What the format groups it by.
    pub category: String,
}

/// Takes what a reader writes.
#[derive(Debug)]
pub struct StreamSink {
    /// Slices to fill, in absolute ticks; `None` while it only measures.
    grid: Option<Grid>,
    /// Whether slices grow.
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

/// A lane as it was told, and what its calls came to.
#[derive(Debug)]
struct StreamedLane {
    parent: Option<LaneId>,
    name: String,
    order: i64,
    calls: u64,
    /// When the last call ended.
    last_end: i64,
    depths: Vec<Depth>,
    /// Ticks by slice of each function that ran, as far as there are any, and where it stands.
    rows: Vec<(FunctionId, Vec<u64>)>,
    row_of: FxHashMap<u32, usize>,
    /// How many sums its rows and depths hold.
    sums: usize,
}

/// The calls of one depth that are told, and that no call around them is told of yet.
#[derive(Debug, Default)]
struct Depth {
    /// When the last one ended.
    last_end: Option<i64>,
    /// When the first of those begins that nothing is told around yet.
    first_open: Option<i64>,
    /// Their ticks by slice, within the grid, as far as there are any.
    ticks: Vec<u64>,
}

/// What was streamed.
#[derive(Debug)]
pub struct Streamed {
    /// What positions measure.
    pub axis: Axis,
    /// First instant of a call, absolute ticks: slices of a loaded trace count from it.
    pub origin: i64,
    /// Ticks from there to the end of the last call.
    pub extent: i64,
    /// Number of calls.
    pub calls: u64,
    /// By [`FunctionId`], as a loaded trace numbers them.
    pub functions: Vec<StreamedFunction>,
    /// The tree of lanes.
    pub tree: LaneTree,
    /// Of slices that grow the first one may begin before the first call.
    pub(crate) grid: Option<Grid>,
    /// In the order of a loaded trace, each with its calls.
    pub(crate) lanes: Vec<(LaneId, u64)>,
    /// By leaf, ticks by function and slice, as far as there are any.
    pub(crate) leaves: Vec<Vec<(FunctionId, Vec<u64>)>>,
}

impl StreamSink {
    /// Measures a trace: its extent, lanes and functions.
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

    /// Fills slices that count from `origin`, as [`Streamed::origin`] of a first pass says.
    pub fn filling(grid: Grid, origin: i64, level: StackLevel) -> Self {
        let grid = Grid { start: grid.start.saturating_add(origin), ..grid };
        Self { grid: Some(grid), level, ..Self::measuring() }
    }

    /// Why the trace has to be loaded, once that is known: what is written from then on is not looked at.
    pub fn refused(&self) -> Option<Refusal> {
        self.refused
    }

    /// From when to when the calls last that were told until now, absolute ticks.
    pub fn extent(&self) -> Option<(i64, i64)> {
        self.extent
    }

    /// The file is over.
    ///
    /// # Errors
    ///
    /// The trace has to be loaded: the reason.
    pub fn finish(mut self) -> Result<Streamed, Refusal> {
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
        Ok(Streamed {
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

    /// Lanes in pre-order with the row of the lane they lie in; siblings by (order, creation), as the builder lays them down.
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
    /// Takes a call; the reason if it does not follow on those before it.
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
            self.fill(grid, level, depth, (function, start, end));
        }
        Ok(())
    }

    fn fill(
        &mut self,
        grid: Grid,
        level: StackLevel,
        depth: usize,
        (function, start, end): (FunctionId, i64, i64),
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

/// Sums that a row begins with: states that are there at the beginning alone take no more.
const FIRST_SUMS: usize = 1 << 6;

/// The sum of a slice; the row becomes as long as that needs, and `sums` counts what comes.
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

impl Streamed {
    /// Times of states, as [`StateTimes::of_calls`] gives them of the loaded trace.
    pub fn times(&self, of_function: &[u32], states: usize) -> StateTimes {
        let mut ticks = vec![0; states];
        for (function, row) in self.leaves.iter().flatten() {
            ticks[of_function[function.index()] as usize] += row.iter().sum::<u64>();
        }
        StateTimes { ticks }
    }

    /// The table, as [`SliceTable::of_calls`] gives it of the loaded trace. `None` if slices were not filled.
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

    fn enter(&mut self, _lane: LaneId, _function: FunctionId, _at: i64, _source: u64) {
        self.refuse("the begin and the end of a call are separate records");
    }

    fn leave(&mut self, _lane: LaneId, _function: Option<FunctionId>, _at: i64, _source: u64) {
        self.refuse("the begin and the end of a call are separate records");
    }

    fn strand(&mut self, _parent: LaneId, _kind: &str) -> StrandId {
        self.refuse("some calls belong to no thread");
        StrandId(0)
    }

    fn enter_strand(&mut self, _strand: StrandId, _function: FunctionId, _at: i64, _source: u64) {}

    fn leave_strand(&mut self, _strand: StrandId, _function: Option<FunctionId>, _at: i64, _source: u64) {}

    fn flow(&mut self, _lane: LaneId, _point: FlowPoint) {}

    fn link(&mut self, _from: (LaneId, u32), _to: (LaneId, u32)) {}

    fn weight_column(&mut self, _name: &str, _unit: Unit) -> usize {
        0
    }

    fn weigh(&mut self, _lane: LaneId, _column: usize, _value: i64) {}

    fn element(&mut self, _element: ElementSpec<'_>) -> ElementId {
        ElementId(0)
    }

    fn odd(&mut self, _kind: OddKind, _subject: &str, _offset: u64, _example: &str) {}

    fn odd_call(&mut self, _kind: OddKind, _offset: u64, _function: FunctionId) {}

    fn odd_of_file(&mut self, _kind: OddKind, _subject: &str, _offset: u64, _example: &str) {}
}

/// Deeper stacks would take memory for slices of every depth.
const MOST_DEPTH: u32 = 1_000;
