//! Which boxes a lane has in a window.

use crate::Projection;
use diptych_trace::{CallId, LaneId, Trace};
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

/// Gives the boxes of a lane that touch `ticks`, rows `depths` only, to `out`. Boxes of one row do not
/// overlap; a merged box reaches below its row, where no other box is.
///
/// Rows above `depths` are not visited: calls of its first row are taken as they are, so scrolling far down
/// a deep stack costs no more than its top.
pub fn cells(
    trace: &Trace,
    lane: LaneId,
    projection: &Projection,
    ticks: Range<i64>,
    depths: Range<u32>,
    out: &mut impl FnMut(Cell),
) {
    let mut walk =
        Walk { trace, lane, projection, ticks, last_depth: depths.end.saturating_sub(1), todo: Vec::new() };
    if depths.start >= depths.end {
        return;
    }
    let all = trace.lanes().calls(lane);
    walk.push_window(depths.start, all);
    while let Some(stretch) = walk.todo.pop() {
        walk.row(&stretch, out);
    }
}

/// Entries `entries` of the row at `depth`: siblings, or the whole first row.
struct Stretch {
    depth: u32,
    entries: Range<usize>,
}

struct Walk<'a> {
    trace: &'a Trace,
    lane: LaneId,
    projection: &'a Projection,
    ticks: Range<i64>,
    last_depth: u32,
    todo: Vec<Stretch>,
}

impl Walk<'_> {
    /// Queues the calls of a row among `ids` that touch the window.
    fn push_window(&mut self, depth: u32, ids: Range<u32>) {
        if depth > self.last_depth {
            return;
        }
        let (row, calls) = (self.trace.depth_index().row(self.lane, depth), self.trace.calls());
        let first = row.partition_point(|&call| call < ids.start);
        let end = first + row[first..].partition_point(|&call| call < ids.end);
        let within = &row[first..end];
        // Starts and ends both ascend within a row.
        let from = first + within.partition_point(|&call| calls.end()[call as usize] < self.ticks.start);
        let to = first + within.partition_point(|&call| calls.start()[call as usize] <= self.ticks.end);
        if from < to {
            self.todo.push(Stretch { depth, entries: from..to });
        }
    }

    fn row(&mut self, stretch: &Stretch, out: &mut impl FnMut(Cell)) {
        let calls = self.trace.calls();
        let row = self.trace.depth_index().row(self.lane, stretch.depth);
        let mut merged: Option<Cell> = None;
        let mut at = stretch.entries.start;
        while at < stretch.entries.end {
            let id = row[at] as usize;
            let x0 = self.projection.x_from_tick(calls.start()[id]);
            let x1 = self.projection.x_from_tick(calls.end()[id]);
            if x1 - x0 >= MIN_WIDTH_PX {
                merged.take().map(&mut *out);
                let call = CallId(id as u32);
                out(Cell { x0, x1, depth: stretch.depth, span: CellSpan::Call(call) });
                self.push_window(stretch.depth + 1, id as u32 + 1..calls.subtree_end()[id]);
                at += 1;
            } else {
                let end = self.pixel_end(&row[at..stretch.entries.end], x0) + at;
                let cell = self.merge(stretch.depth, &row[at..end]);
                extend_or_emit(&mut merged, cell, out);
                at = end;
            }
        }
        merged.map(out);
    }

    /// How many of the calls, from the first on, end before the next whole pixel right of `x0`; at least one.
    /// All of them are narrower than a pixel. Gallops, so that a few calls cost a few steps.
    fn pixel_end(&self, calls: &[u32], x0: f64) -> usize {
        let limit = self.projection.tick_from_x(x0.floor() + MIN_WIDTH_PX);
        let ends = self.trace.calls().end();
        let inside = |&call: &u32| ends[call as usize] < limit;
        let mut reach = 1;
        while reach < calls.len() && inside(&calls[reach]) {
            reach *= 2;
        }
        let known = reach / 2;
        let unknown = &calls[known.min(calls.len())..reach.min(calls.len())];
        (known + unknown.partition_point(inside)).max(1)
    }

    fn merge(&self, depth: u32, siblings: &[u32]) -> Cell {
        let calls = self.trace.calls();
        let (first, last) = (siblings[0], siblings[siblings.len() - 1]);
        let end = calls.subtree_end()[last as usize];
        let deepest = self.trace.deepest(first..end);
        Cell {
            x0: self.projection.x_from_tick(calls.start()[first as usize]),
            x1: self.projection.x_from_tick(calls.end()[last as usize]),
            depth,
            span: CellSpan::Merged { first: CallId(first), end, deepest },
        }
    }
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
