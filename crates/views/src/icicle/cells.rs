//! Which boxes a lane has in a window.

use crate::Projection;
use diptych_trace::{CallId, LaneId, Row, Trace};
use std::ops::Range;

/// One box. `x0` and `x1` are CSS pixels, unclipped.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cell {
    /// Left edge.
    pub x0: f64,
    /// Right edge.
    pub x1: f64,
    /// Row of its upper edge, 0 at the root.
    pub depth: u32,
    /// What it stands for.
    pub span: CellSpan,
}

/// What a box stands for.
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

/// Which boxes of a lane are given.
#[derive(Debug, Clone, PartialEq)]
pub struct Reach {
    /// Those that touch this, in the side's own ticks.
    pub ticks: Range<i64>,
    /// In these rows.
    pub depths: Range<u32>,
    /// Of what lies before the first of these places and beyond the second, only calls of `far_px` or more; CSS pixels.
    pub near: [f64; 2],
    /// At least a pixel.
    pub far_px: f64,
}

impl Reach {
    /// All boxes that touch some ticks.
    pub fn all(ticks: Range<i64>, depths: Range<u32>) -> Self {
        Self { ticks, depths, near: [f64::NEG_INFINITY, f64::INFINITY], far_px: MIN_WIDTH_PX }
    }
}

/// Gives the boxes of a lane within reach to `out`: callers before callees and siblings from left to right, as calls lie in
/// a trace, so that its columns are read from front to back. So are the boxes of each row, which do not overlap; a merged
/// box reaches below its row, where no other box is.
///
/// Rows above those asked for are not visited: calls of the first row are taken as they are, so scrolling far down
/// a deep stack costs no more than its top.
pub fn cells(
    trace: &Trace,
    lane: LaneId,
    projection: &Projection<'_>,
    reach: &Reach,
    out: &mut impl FnMut(Cell),
) {
    let walk = Walk { trace, lane, projection, reach };
    let depths = &reach.depths;
    let row = walk.row(depths.start);
    // All of the first row are siblings.
    let first = Stretch::new(depths.start, &row[walk.touching(row, 0..row.len())]);
    // Rows below it, and how many entries of each lie before the requested calls.
    let mut rows: Vec<(Row<'_>, usize)> = Vec::new();
    let mut open = vec![first];
    while let Some(stretch) = open.last_mut() {
        let Some(call) = walk.next(stretch, out) else {
            open.pop();
            continue;
        };
        let (below, level) = (stretch.depth.saturating_add(1), open.len() - 1);
        if level == rows.len() {
            rows.push((walk.row(below), 0));
        }
        let (row, passed) = &mut rows[level];
        let children = walk.children(call, row, passed);
        open.extend(children.map(|children| Stretch::new(below, &row[children])));
    }
}

/// Siblings that touch the window, and how many have been visited.
struct Stretch<'a> {
    depth: u32,
    calls: Row<'a>,
    visited: usize,
    /// A box that may grow.
    merged: Option<Cell>,
}

impl<'a> Stretch<'a> {
    fn new(depth: u32, calls: Row<'a>) -> Self {
        Self { depth, calls, visited: 0, merged: None }
    }
}

struct Walk<'a> {
    trace: &'a Trace,
    lane: LaneId,
    projection: &'a Projection<'a>,
    reach: &'a Reach,
}

impl<'a> Walk<'a> {
    /// The calls at a depth, none out of reach.
    fn row(&self, depth: u32) -> Row<'a> {
        if self.reach.depths.contains(&depth) { self.trace.depth_index().row(self.lane, depth) } else { &[] }
    }

    /// Those of some entries of a row that touch the window. Starts and ends both ascend within a row.
    fn touching(&self, row: Row<'_>, entries: Range<usize>) -> Range<usize> {
        let (calls, ticks) = (self.trace.calls(), &self.reach.ticks);
        let within = &row[entries.clone()];
        let from = within.partition_point(|&call| calls.end()[call as usize] < ticks.start);
        let to = within.partition_point(|&call| calls.start()[call as usize] <= ticks.end);
        entries.start + from..entries.start + to.max(from)
    }

    /// The children of a call that touch the window, as entries of the row below it, of which `passed` lie
    /// before them. Requests go from left to right, so children lie close behind those of the last request.
    fn children(&self, call: CallId, row: Row<'_>, passed: &mut usize) -> Option<Range<usize>> {
        let (calls, ticks) = (self.trace.calls(), &self.reach.ticks);
        let end = calls.subtree_end()[call.index()];
        if end == call.0 + 1 {
            return None;
        }
        let first = *passed + leading(&row[*passed..], |&child| child <= call.0);
        *passed = first + leading(&row[first..], |&child| child < end);
        let cut = calls.start()[call.index()] < ticks.start || calls.end()[call.index()] > ticks.end;
        let children = if cut { self.touching(row, first..*passed) } else { first..*passed };
        (!children.is_empty()).then_some(children)
    }

    /// Boxes of siblings up to the next call of a pixel or more, which is given back; none at their end.
    fn next(&self, stretch: &mut Stretch<'_>, out: &mut impl FnMut(Cell)) -> Option<CallId> {
        let calls = self.trace.calls();
        let Stretch { depth, calls: row, visited, merged } = stretch;
        while let Some(&id) = row.get(*visited) {
            let x0 = self.projection.x_from_tick(calls.start()[id as usize]);
            let x1 = self.projection.x_from_tick(calls.end()[id as usize]);
            let [near, beyond] = self.reach.near;
            let is_near = x1 >= near && x0 <= beyond;
            let least_px = if is_near { MIN_WIDTH_PX } else { self.reach.far_px };
            if x1 - x0 >= least_px {
                merged.take().map(&mut *out);
                out(Cell { x0, x1, depth: *depth, span: CellSpan::Call(CallId(id)) });
                *visited += 1;
                return Some(CallId(id));
            }
            let narrow = &row[*visited..];
            let limit = x0.floor() + least_px;
            let limit = if is_near || x0 > beyond { limit } else { limit.min(near) };
            let narrow = &narrow[..self.ending_before(narrow, limit)];
            if is_near {
                extend_or_emit(merged, self.merge(*depth, x0, narrow), out);
            }
            *visited += narrow.len();
        }
        merged.take().map(out);
        None
    }

    /// How many of the calls, from the first on, end before a place; at least one.
    fn ending_before(&self, calls: Row<'_>, x: f64) -> usize {
        let limit = self.projection.tick_from_x(x);
        let ends = self.trace.calls().end();
        leading(calls, |&call| ends[call as usize] < limit).max(1)
    }

    /// Siblings of which the first begins at `x0`, as one.
    fn merge(&self, depth: u32, x0: f64, siblings: &[u32]) -> Cell {
        let calls = self.trace.calls();
        let (first, last) = (siblings[0], siblings[siblings.len() - 1]);
        let end = calls.subtree_end()[last as usize];
        // As many calls as siblings: none of them calls anything.
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

/// How many entries, from the first on, are `inside`, of entries that are so up to one of them. Gallops, so that a few
/// cost a few steps, however many there are.
pub(crate) fn leading<T>(entries: &[T], inside: impl Fn(&T) -> bool) -> usize {
    let mut reach = 1;
    while reach <= entries.len() && inside(&entries[reach - 1]) {
        reach *= 2;
    }
    // The one before the last tried is inside, that one is not.
    let inside_until = reach / 2;
    inside_until + entries[inside_until..entries.len().min(reach)].partition_point(inside)
}

/// Merged boxes of one height that lie less than a pixel apart become one.
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
