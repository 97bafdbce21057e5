//! The boxes of a lane in a window.

use crate::Projection;
use crate::leading::{leading, leading_near};
use diptych_trace::{CallId, DepthRow, LaneId, Trace};
use std::ops::Range;

/// A box. `x0` and `x1` are CSS pixels, unclipped.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cell {
    /// Left edge.
    pub x0: f64,
    /// Right edge.
    pub x1: f64,
    /// Row of its upper edge, 0 at the root.
    pub depth: u32,
    /// Calls that the box stands for.
    pub span: CellSpan,
}

/// The calls that a box stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellSpan {
    /// One call of at least one pixel.
    Call(CallId),
    /// Calls under one pixel each, with all they call: the ids `first..end`, down to row `deepest`.
    Merged {
        /// First of them.
        first: CallId,
        /// One past the last of them.
        end: u32,
        /// Row of the deepest of them.
        deepest: u32,
    },
}

/// Calls narrower than this are merged, CSS pixels.
const MIN_WIDTH_PX: f64 = 1.0;

/// The part of a lane whose boxes are wanted.
#[derive(Debug, Clone, PartialEq)]
pub struct CellRange {
    /// Range that boxes have to touch, in the side's own ticks.
    pub ticks: Range<i64>,
    /// Rows of the boxes.
    pub depths: Range<u32>,
    /// Edges of the near range in CSS pixels. Outside of it, only calls at least `far_px` wide have boxes.
    pub near: [f64; 2],
    /// Least width of calls outside the near range in CSS pixels; at least 1.
    pub far_px: f64,
}

impl CellRange {
    /// Creates a reach for all boxes that touch some ticks.
    pub fn all(ticks: Range<i64>, depths: Range<u32>) -> Self {
        Self { ticks, depths, near: [f64::NEG_INFINITY, f64::INFINITY], far_px: MIN_WIDTH_PX }
    }
}

/// Finds the boxes of a lane within reach and passes them to `out`.
///
/// Callers come before callees and siblings from left to right. That is the order of calls in a trace, so its columns
/// are read from front to back. The boxes of a row also come from left to right, and don't overlap. A merged box
/// reaches below its row, where no other box lies.
///
/// Rows above the requested ones are not visited. So scrolling far down a deep stack costs no more than its top.
pub fn cells(
    trace: &Trace,
    lane: LaneId,
    projection: &Projection<'_>,
    reach: &CellRange,
    out: &mut impl FnMut(Cell),
) {
    let walk = CellWalk { trace, lane, projection, reach };
    let depths = &reach.depths;
    let row = walk.row(depths.start);
    let first = OpenRow::new(depths.start, &row[walk.touching(row, 0..row.len())], None);
    // The rows of the open stretches, and the row below them.
    let mut rows = vec![Level { row, passed: 0, merged: 1 }];
    let mut open = vec![first];
    loop {
        let level = open.len();
        let Some(stretch) = open.last_mut() else { break };
        let Some(call) = walk.next(stretch, &mut rows[level - 1].merged, out) else {
            open.pop();
            continue;
        };
        let below = stretch.depth.saturating_add(1);
        if level == rows.len() {
            rows.push(Level { row: walk.row(below), passed: 0, merged: 1 });
        }
        let Level { row, passed, .. } = &mut rows[level];
        let children = walk.children(call, row, passed);
        open.extend(children.map(|(children, end)| OpenRow::new(below, &row[children], Some(end))));
    }
}

/// A row and how far it has been read.
struct Level<'a> {
    row: DepthRow<'a>,
    /// Number of entries before the requested calls.
    passed: usize,
    /// Number of calls that were merged last, which is a good guess for the next ones.
    merged: usize,
}

/// Calls of a row that touch the window, and how many of them have been visited.
struct OpenRow<'a> {
    depth: u32,
    calls: DepthRow<'a>,
    /// One past everything that the siblings call. `None` in the first row, whose calls need not be siblings.
    end: Option<u32>,
    visited: usize,
    /// Merged box that may still grow.
    merged: Option<Cell>,
}

/// A call, and one past everything it calls.
#[derive(Clone, Copy)]
struct Subtree {
    call: CallId,
    end: u32,
}

impl<'a> OpenRow<'a> {
    fn new(depth: u32, calls: DepthRow<'a>, end: Option<u32>) -> Self {
        Self { depth, calls, end, visited: 0, merged: None }
    }
}

struct CellWalk<'a> {
    trace: &'a Trace,
    lane: LaneId,
    projection: &'a Projection<'a>,
    reach: &'a CellRange,
}

impl<'a> CellWalk<'a> {
    /// Returns the calls at a depth, or none if the depth is out of reach.
    fn row(&self, depth: u32) -> DepthRow<'a> {
        if self.reach.depths.contains(&depth) { self.trace.depth_index().row(self.lane, depth) } else { &[] }
    }

    /// Returns the entries of a row that touch the window. Starts and ends both ascend within a row.
    fn touching(&self, row: DepthRow<'_>, entries: Range<usize>) -> Range<usize> {
        let (calls, ticks) = (self.trace.calls(), &self.reach.ticks);
        let within = &row[entries.clone()];
        let from = within.partition_point(|&call| calls.end()[call as usize] < ticks.start);
        let to = within.partition_point(|&call| calls.start()[call as usize] <= ticks.end);
        entries.start + from..entries.start + to.max(from)
    }

    /// Returns the children of a call that touch the window, as entries of the row below, and one past everything these
    /// call. Entries before `passed` are known to lie before the children. Requests go from left to right, so children
    /// lie close behind those of the last request.
    fn children(
        &self,
        Subtree { call, end }: Subtree,
        row: DepthRow<'_>,
        passed: &mut usize,
    ) -> Option<(Range<usize>, u32)> {
        let (calls, ticks) = (self.trace.calls(), &self.reach.ticks);
        if end == call.0 + 1 {
            return None;
        }
        let first = *passed + leading(&row[*passed..], |&child| child <= call.0);
        *passed = first + leading(&row[first..], |&child| child < end);
        let cut = calls.start()[call.index()] < ticks.start || calls.end()[call.index()] > ticks.end;
        // If a call lies inside the window, so do all its children.
        let children = if cut { self.touching(row, first..*passed) } else { first..*passed };
        let end = if children.end < *passed { row[children.end] } else { end };
        (!children.is_empty()).then_some((children, end))
    }

    /// Returns one past everything that a call of a stretch calls. Among siblings, the next sibling begins there, and
    /// its id is in the row at hand. Reading the column would go far away in memory.
    fn subtree_end(&self, calls: DepthRow<'_>, end: Option<u32>, place: usize) -> u32 {
        let Some(end) = end else { return self.trace.calls().subtree_end()[calls[place] as usize] };
        calls.get(place + 1).copied().unwrap_or(end)
    }

    /// Emits boxes up to the next call of a pixel or more, and returns that call, or `None` at the end of the stretch.
    /// `guess` is about the number of calls to merge.
    fn next(
        &self,
        stretch: &mut OpenRow<'_>,
        guess: &mut usize,
        out: &mut impl FnMut(Cell),
    ) -> Option<Subtree> {
        let calls = self.trace.calls();
        let OpenRow { depth, calls: row, end, visited, merged } = stretch;
        while let Some(&id) = row.get(*visited) {
            let x0 = self.projection.x_from_tick(calls.start()[id as usize]);
            let x1 = self.projection.x_from_tick(calls.end()[id as usize]);
            let [near, beyond] = self.reach.near;
            let is_near = x1 >= near && x0 <= beyond;
            let least_px = if is_near { MIN_WIDTH_PX } else { self.reach.far_px };
            if x1 - x0 >= least_px {
                merged.take().map(&mut *out);
                out(Cell { x0, x1, depth: *depth, span: CellSpan::Call(CallId(id)) });
                let end = self.subtree_end(row, *end, *visited);
                *visited += 1;
                return Some(Subtree { call: CallId(id), end });
            }
            let narrow = &row[*visited..];
            let limit = x0.floor() + least_px;
            // Calls that are skipped left of the near range must not reach into it.
            let limit = if is_near || x0 > beyond { limit } else { limit.min(near) };
            let narrow = &narrow[..self.ending_before(narrow, limit, *guess)];
            *visited += narrow.len();
            if is_near {
                *guess = narrow.len();
                let end = self.subtree_end(row, *end, *visited - 1);
                extend_or_emit(merged, self.merge(*depth, x0, narrow, end), out);
            }
        }
        merged.take().map(out);
        None
    }

    /// Returns how many of the calls, from the first on, end before `x`; at least one. `guess` is about that number.
    fn ending_before(&self, calls: DepthRow<'_>, x: f64, guess: usize) -> usize {
        let limit = self.projection.tick_from_x(x);
        let ends = self.trace.calls().end();
        leading_near(calls, guess, |&call| ends[call as usize] < limit).max(1)
    }

    /// Merges siblings, the first of which begins at `x0`, into one box. `end` is one past everything they call.
    fn merge(&self, depth: u32, x0: f64, siblings: &[u32], end: u32) -> Cell {
        let calls = self.trace.calls();
        let (first, last) = (siblings[0], siblings[siblings.len() - 1]);
        // If the siblings are the whole range, none of them calls anything.
        let is_flat = (end - first) as usize == siblings.len();
        let deepest = if is_flat { depth } else { self.trace.deepest(first..end) };
        Cell {
            x0,
            x1: self.projection.x_from_tick(calls.end()[last as usize]),
            depth,
            span: CellSpan::Merged { first: CallId(first), end, deepest },
        }
    }
}

/// Joins two merged boxes of one height that lie less than a pixel apart. Otherwise emits the first, which is complete.
fn extend_or_emit(merged: &mut Option<Cell>, next: Cell, out: &mut impl FnMut(Cell)) {
    if let (
        Some(Cell { x1, span: CellSpan::Merged { end, deepest, .. }, .. }),
        CellSpan::Merged { end: next_end, deepest: next_deepest, .. },
    ) = (merged.as_mut(), next.span)
        && *deepest == next_deepest
        && next.x0 - *x1 < MIN_WIDTH_PX
    {
        *x1 = next.x1.max(*x1);
        *end = next_end;
        return;
    }
    if let Some(done) = merged.replace(next) {
        out(done);
    }
}
