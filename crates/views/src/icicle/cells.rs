//! Which boxes a lane has in a window.

use crate::Projection;
use crate::leading::{leading, leading_near};
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
#[inline(never)] // A browser compiles what is hot anew beside its first code, which runs to the end of the function.
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
    let first = Stretch::new(depths.start, &row[walk.touching(row, 0..row.len())], None);
    // The rows of what is open, and the one below.
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
        open.extend(children.map(|(children, end)| Stretch::new(below, &row[children], Some(end))));
    }
}

/// A row on the way through it.
struct Level<'a> {
    row: Row<'a>,
    /// How many of its entries lie before the requested calls.
    passed: usize,
    /// How many calls were merged last: the next will be about as many.
    merged: usize,
}

/// Calls of a row that touch the window, and how many have been visited.
struct Stretch<'a> {
    depth: u32,
    calls: Row<'a>,
    /// One past all that they call. Of siblings, which those of the first row need not be.
    end: Option<u32>,
    visited: usize,
    /// A box that may grow.
    merged: Option<Cell>,
}

/// A call with all that it calls.
#[derive(Clone, Copy)]
struct Subtree {
    call: CallId,
    end: u32,
}

impl<'a> Stretch<'a> {
    fn new(depth: u32, calls: Row<'a>, end: Option<u32>) -> Self {
        Self { depth, calls, end, visited: 0, merged: None }
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
    /// before them; and one past all that these call. Requests go from left to right, so children lie close behind
    /// those of the last request.
    fn children(
        &self,
        Subtree { call, end }: Subtree,
        row: Row<'_>,
        passed: &mut usize,
    ) -> Option<(Range<usize>, u32)> {
        let (calls, ticks) = (self.trace.calls(), &self.reach.ticks);
        if end == call.0 + 1 {
            return None;
        }
        let first = *passed + leading(&row[*passed..], |&child| child <= call.0);
        *passed = first + leading(&row[first..], |&child| child < end);
        let cut = calls.start()[call.index()] < ticks.start || calls.end()[call.index()] > ticks.end;
        let children = if cut { self.touching(row, first..*passed) } else { first..*passed };
        let end = if children.end < *passed { row[children.end] } else { end };
        (!children.is_empty()).then_some((children, end))
    }

    /// One past all that a call of a stretch calls. Of siblings the next one begins there, whose number is at hand; the
    /// column is far away.
    fn subtree_end(&self, calls: Row<'_>, end: Option<u32>, place: usize) -> u32 {
        let Some(end) = end else { return self.trace.calls().subtree_end()[calls[place] as usize] };
        calls.get(place + 1).copied().unwrap_or(end)
    }

    /// Boxes up to the next call of a pixel or more, which is given back; none at the end of the stretch. `guess`: about
    /// how many are merged.
    fn next(
        &self,
        stretch: &mut Stretch<'_>,
        guess: &mut usize,
        out: &mut impl FnMut(Cell),
    ) -> Option<Subtree> {
        let calls = self.trace.calls();
        let Stretch { depth, calls: row, end, visited, merged } = stretch;
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

    /// How many of the calls, from the first on, end before a place; at least one. About as many as `guess`.
    fn ending_before(&self, calls: Row<'_>, x: f64, guess: usize) -> usize {
        let limit = self.projection.tick_from_x(x);
        let ends = self.trace.calls().end();
        leading_near(calls, guess, |&call| ends[call as usize] < limit).max(1)
    }

    /// Siblings of which the first begins at `x0`, as one. `end`: one past all that they call.
    fn merge(&self, depth: u32, x0: f64, siblings: &[u32], end: u32) -> Cell {
        let calls = self.trace.calls();
        let (first, last) = (siblings[0], siblings[siblings.len() - 1]);
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
