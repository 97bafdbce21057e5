//! The call stacks of a run as a grid of pixel columns and rows: the kind of calls in each cell, and the share of time
//! that they cover.

use diptych_compare::align::Kind;
use diptych_protocol::{SideName, Window};
use diptych_trace::{CallId, LaneId};
use diptych_views::search::Hits;
use diptych_views::{Correspondence, TimeMap};
use std::ops::Range;

/// The share of a cell's time that calls cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Coverage {
    /// Up to a third.
    Some,
    /// Up to two thirds.
    Half,
    /// More than two thirds.
    Most,
}

/// The contents of a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell {
    /// Kind of the calls with the most time. Ties go to the kind that differs most.
    pub kind: Kind,
    /// Share of the time that calls of all kinds cover.
    pub coverage: Coverage,
    /// True if boxes that stand for several folded calls have most of that time.
    pub is_folded: bool,
}

/// The cells of a side.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Grid {
    rows: u32,
    /// Cells column by column, each column from the root.
    cells: Vec<Option<Cell>>,
}

/// Parts of a column that times are rounded down to.
const PARTS: u64 = 1 << 20;

/// Calls per run of the inner loop. A browser optimises the function only after some runs, so the calls of a lane are
/// split into several.
const TURN: usize = 4096;

/// A mapping from depths to rows: one row each, or one row for several depths if the panel is too low.
#[derive(Debug, Clone)]
pub(super) struct Rows {
    pub(super) rows: u32,
    of_depth: Vec<u32>,
}

impl Rows {
    /// Creates as many rows as depths, but at most `most`.
    pub(super) fn new(depths: u32, most: u32) -> Self {
        let rows = depths.clamp(1, most.max(1));
        let row = |depth: u32| (u64::from(depth) * u64::from(rows) / u64::from(depths.max(rows))) as u32;
        Self { rows, of_depth: (0..depths).map(row).collect() }
    }
}

/// The calls of a side that a grid covers, and their place on the common axis.
#[derive(Debug, Clone, Copy)]
pub(super) struct GridInput<'a> {
    pub(super) side: SideName,
    pub(super) lanes: &'a [LaneId],
    /// Limits the grid to these calls, if given.
    pub(super) only: Option<&'a Hits>,
    pub(super) time_map: TimeMap<'a>,
}

/// Time by column, row and kind.
struct Sums<'a> {
    rows: &'a Rows,
    columns: u32,
    /// Number of calls that each row of the trace stands for; `None` if each is one call.
    counts: Option<&'a [i64]>,
    /// Number of sums of a cell: one for each kind, and one for folded calls if there are any.
    slots: usize,
    /// Times of calls in columns that they cover partly.
    parts: Vec<u64>,
    /// Changes in the number of calls that cover whole columns, from one column to the next.
    whole: Vec<i32>,
}

impl Grid {
    /// Creates a grid of cells, column by column, each from the root.
    pub(super) fn of_cells(rows: u32, cells: Vec<Option<Cell>>) -> Self {
        Self { rows, cells }
    }

    /// Creates the grid of calls over `whole`, a window of the common axis. O(calls + cells), times O(log anchors) on a
    /// bent axis.
    pub(super) fn new(
        correspondence: &Correspondence<'_>,
        input: &GridInput<'_>,
        whole: Window,
        columns: u32,
        rows: &Rows,
    ) -> Self {
        let counts = correspondence.trace(input.side).call_counts();
        let slots = Kind::ALL.len() + usize::from(counts.is_some());
        let cells = columns as usize * rows.rows as usize * slots;
        let mut sums = Sums { rows, columns, counts, slots, parts: vec![0; cells], whole: vec![0; cells] };
        let per_tick = columns as f64 * PARTS as f64 / whole.span().max(1) as f64;
        for &lane in input.lanes {
            let ids = correspondence.trace(input.side).lanes().calls(lane);
            for first in ids.clone().step_by(TURN) {
                let end = (first + TURN as u32).min(ids.end);
                sums.add(correspondence, input, first..end, whole.start, per_tick);
            }
        }
        sums.finish()
    }

    /// Returns true if folded calls have most of the time of some cell.
    pub(super) fn has_folded(&self) -> bool {
        self.cells.iter().flatten().any(|cell| cell.is_folded)
    }

    /// Returns the contents of a cell, if any call runs there.
    pub(super) fn cell(&self, column: u32, row: u32) -> Option<Cell> {
        self.column(column).get(row as usize).copied().flatten()
    }

    /// Returns the cells of a column, from the root.
    pub(super) fn column(&self, column: u32) -> &[Option<Cell>] {
        let first = column as usize * self.rows as usize;
        &self.cells[first..first + self.rows as usize]
    }
}

impl Sums<'_> {
    fn add(
        &mut self,
        correspondence: &Correspondence<'_>,
        &GridInput { side, only, time_map, .. }: &GridInput<'_>,
        ids: Range<u32>,
        origin: i64,
        per_tick: f64,
    ) {
        let calls = correspondence.trace(side).calls();
        let kinds = &correspondence.alignment.sides[side.index()].kind;
        let (slots, stride) = (self.slots, self.rows.rows as usize * self.slots);
        let last = u64::from(self.columns) * PARTS - 1;
        for id in ids.filter(|&id| only.is_none_or(|hits| hits.holds(CallId(id)))) {
            let call = CallId(id).index();
            // Rounding is monotone, so calls that meet still meet.
            let part = |tick: i64| ((time_map.common(tick) - origin) as f64 * per_tick) as u64;
            let from = part(calls.start()[call]).min(last);
            // A call without length counts as one part.
            let to = part(calls.end()[call]).clamp(from + 1, last + 1);
            let cell = self.rows.of_depth[calls.depth()[call] as usize] as usize * slots;
            self.add_time([from, to], stride, cell + kinds[call] as usize);
            if self.counts.is_some_and(|counts| counts[call] > 1) {
                self.add_time([from, to], stride, cell + Kind::ALL.len());
            }
        }
    }

    /// Adds a stretch of time, in parts of columns, to the sum at `slot` of each column.
    fn add_time(&mut self, [from, to]: [u64; 2], stride: usize, slot: usize) {
        let (first, end) = ((from / PARTS) as usize, (to / PARTS) as usize);
        let at = first * stride + slot;
        if first == end {
            self.parts[at] += to - from;
            return;
        }
        self.parts[at] += (first as u64 + 1) * PARTS - from;
        if first + 1 < end {
            self.whole[at + stride] += 1;
        }
        if end < self.columns as usize {
            let at = end * stride + slot;
            self.parts[at] += to - end as u64 * PARTS;
            self.whole[at] -= i32::from(first + 1 < end);
        }
    }

    fn finish(self) -> Grid {
        let slots = self.slots;
        let stride = self.rows.rows as usize * slots;
        let mut running = vec![0i32; stride];
        let mut cells = Vec::with_capacity(self.parts.len() / slots);
        for (parts, whole) in self.parts.chunks(stride.max(1)).zip(self.whole.chunks(stride.max(1))) {
            for (sum, &change) in running.iter_mut().zip(whole) {
                *sum += change;
            }
            for (parts, running) in parts.chunks(slots).zip(running.chunks(slots)) {
                let time = |slot: usize| parts[slot] + running[slot] as u64 * PARTS;
                let folded = if slots > Kind::ALL.len() { time(Kind::ALL.len()) } else { 0 };
                cells.push(majority(|kind| time(kind as usize), folded));
            }
        }
        Grid { rows: self.rows.rows, cells }
    }
}

fn majority(time: impl Fn(Kind) -> u64, folded: u64) -> Option<Cell> {
    let covered: u64 = Kind::ALL.into_iter().map(&time).sum();
    let kind = Kind::ALL.into_iter().max_by_key(|&kind| time(kind)).filter(|_| covered > 0)?;
    let coverage = match covered * 3 {
        thirds if thirds <= PARTS => Coverage::Some,
        thirds if thirds <= 2 * PARTS => Coverage::Half,
        _ => Coverage::Most,
    };
    Some(Cell { kind, coverage, is_folded: 2 * folded > covered })
}
