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

/// Gives the boxes of a lane that touch `ticks`, rows `depths` only, to `out`: row by row, each from left to
/// right. Boxes of one row do not overlap; a merged box reaches below its row, where no other box is.
///
/// Rows above `depths` are not visited: calls of its first row are taken as they are, so scrolling far down
/// a deep stack costs no more than its top.
pub fn cells(
    trace: &Trace,
    lane: LaneId,
    projection: &Projection<'_>,
    ticks: Range<i64>,
    depths: Range<u32>,
    out: &mut impl FnMut(Cell),
) {
    let walk = Walk { trace, lane, projection, ticks };
    let row = walk.row(&depths, depths.start);
    // Stretches of the row at hand, and of the one below it: siblings each, but all of the first row is one.
    let (mut stretches, mut below) = (vec![walk.touching(row, 0..row.len())], Vec::new());
    for depth in depths.clone() {
        let (row, children) = (walk.row(&depths, depth), walk.row(&depths, depth.saturating_add(1)));
        let mut passed = 0;
        for stretch in stretches.drain(..) {
            walk.stretch(depth, &row[stretch], out, &mut |call| {
                below.extend(walk.children(call, children, &mut passed));
            });
        }
        if below.is_empty() {
            break;
        }
        std::mem::swap(&mut stretches, &mut below);
    }
}

struct Walk<'a> {
    trace: &'a Trace,
    lane: LaneId,
    projection: &'a Projection<'a>,
    ticks: Range<i64>,
}

impl<'a> Walk<'a> {
    /// The calls at a depth, none outside `depths`.
    fn row(&self, depths: &Range<u32>, depth: u32) -> Row<'a> {
        if depths.contains(&depth) { self.trace.depth_index().row(self.lane, depth) } else { &[] }
    }

    /// Those of some entries of a row that touch the window. Starts and ends both ascend within a row.
    fn touching(&self, row: Row<'_>, entries: Range<usize>) -> Range<usize> {
        let calls = self.trace.calls();
        let within = &row[entries.clone()];
        let from = within.partition_point(|&call| calls.end()[call as usize] < self.ticks.start);
        let to = within.partition_point(|&call| calls.start()[call as usize] <= self.ticks.end);
        entries.start + from..entries.start + to.max(from)
    }

    /// The children of a call that touch the window, as entries of the row below it, of which `passed` lie
    /// before them. Calls are asked for from left to right, so children lie close behind those asked for last.
    fn children(&self, call: CallId, row: Row<'_>, passed: &mut usize) -> Option<Range<usize>> {
        let calls = self.trace.calls();
        let end = calls.subtree_end()[call.index()];
        if end == call.0 + 1 {
            return None;
        }
        let first = *passed + leading(&row[*passed..], |child| child <= call.0);
        *passed = first + leading(&row[first..], |child| child < end);
        let cut =
            calls.start()[call.index()] < self.ticks.start || calls.end()[call.index()] > self.ticks.end;
        let children = if cut { self.touching(row, first..*passed) } else { first..*passed };
        (!children.is_empty()).then_some(children)
    }

    /// Boxes of siblings; calls of a pixel or more are given to `wide` too.
    fn stretch(&self, depth: u32, row: Row<'_>, out: &mut impl FnMut(Cell), wide: &mut impl FnMut(CallId)) {
        let calls = self.trace.calls();
        let mut merged: Option<Cell> = None;
        let mut at = 0;
        while at < row.len() {
            let id = row[at] as usize;
            let x0 = self.projection.x_from_tick(calls.start()[id]);
            let x1 = self.projection.x_from_tick(calls.end()[id]);
            if x1 - x0 >= MIN_WIDTH_PX {
                merged.take().map(&mut *out);
                let call = CallId(id as u32);
                out(Cell { x0, x1, depth, span: CellSpan::Call(call) });
                wide(call);
                at += 1;
            } else {
                let end = at + self.pixel_end(&row[at..], x0);
                extend_or_emit(&mut merged, self.merge(depth, &row[at..end]), out);
                at = end;
            }
        }
        merged.map(out);
    }

    /// How many of the calls, from the first on, end before the next whole pixel right of `x0`; at least one.
    /// All of them are narrower than a pixel.
    fn pixel_end(&self, calls: Row<'_>, x0: f64) -> usize {
        let limit = self.projection.tick_from_x(x0.floor() + MIN_WIDTH_PX);
        let ends = self.trace.calls().end();
        leading(calls, |call| ends[call as usize] < limit).max(1)
    }

    fn merge(&self, depth: u32, siblings: &[u32]) -> Cell {
        let calls = self.trace.calls();
        let (first, last) = (siblings[0], siblings[siblings.len() - 1]);
        let end = calls.subtree_end()[last as usize];
        // As many calls as siblings: none of them calls anything.
        let is_flat = (end - first) as usize == siblings.len();
        let deepest = if is_flat { depth } else { self.trace.deepest(first..end) };
        Cell {
            x0: self.projection.x_from_tick(calls.start()[first as usize]),
            x1: self.projection.x_from_tick(calls.end()[last as usize]),
            depth,
            span: CellSpan::Merged { first: CallId(first), end, deepest },
        }
    }
}

/// How many calls, from the first on, are `inside`, of calls that are so up to one of them. Gallops, so that a few
/// cost a few steps, however many there are.
fn leading(calls: Row<'_>, inside: impl Fn(u32) -> bool) -> usize {
    let mut reach = 1;
    while reach <= calls.len() && inside(calls[reach - 1]) {
        reach *= 2;
    }
    // The one before the last tried is inside, that one is not.
    let inside_until = reach / 2;
    inside_until + calls[inside_until..calls.len().min(reach)].partition_point(|&call| inside(call))
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
