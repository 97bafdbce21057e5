//! The span of one side whose calls match those of a span of the other side.

use super::{Alignment, Kind};
use crate::Pair;
use diptych_trace::{CallId, LaneId};
use std::ops::Range;

/// Returns the ticks of the other side between which the matches of a span's calls start. `span` gives ticks of `side`: its
/// calls start at the first or later, and before the second. Returns `None` if no call matches.
///
/// Calls that moved, and calls inside of them, do not count: their matches can start anywhere. In each lane, the matched
/// calls on both sides of an edge are anchors, and the edge is placed between their partners in proportion. So a lane's
/// matches of the span are within the result, and its matches outside of the span are not, unless they start at the same
/// tick. With several lanes, the result spans all of them. If no matched call starts in the span, the lane counts whose
/// anchors are closest to each other.
///
/// [`Warp`](super::Warp) has too few anchors for this: between two of them there may be thousands of calls. O(lanes · log
/// calls + calls without a match around the edges).
pub fn matching_span(pair: Pair, alignment: &Alignment, side: usize, span: [i64; 2]) -> Option<[i64; 2]> {
    let lanes = pair.traces[side].lanes().ids();
    let edges: Vec<Edges> = lanes.filter_map(|lane| Edges::new(pair, alignment, side, lane, span)).collect();
    let inside = edges.iter().filter(|of| of.has_calls).map(|of| of.span(span));
    let all = inside.reduce(|all, next| [all[0].min(next[0]), all[1].max(next[1])]);
    let closest = || edges.iter().min_by_key(|of| of.from[1][0] - of.from[0][0]).map(|of| of.span(span));
    all.or_else(closest)
}

/// The anchors around both edges of a span in one lane. An anchor is a start on the side of the span, and the start of the
/// matching call on the other side.
struct Edges {
    /// Anchors before and at or after the first tick.
    from: [[i64; 2]; 2],
    /// Anchors before and at or after the second tick.
    to: [[i64; 2]; 2],
    /// True if a matched call starts in the span.
    has_calls: bool,
}

impl Edges {
    /// Returns `None` if no call of the lane matches.
    fn new(
        pair: Pair,
        alignment: &Alignment,
        side: usize,
        lane: LaneId,
        [from, to]: [i64; 2],
    ) -> Option<Self> {
        let [own, theirs] = [side, 1 - side].map(|side| pair.traces[side]);
        let of = &alignment.sides[side];
        let calls: Range<u32> = own.lanes().calls(lane);
        let anchor = |call: u32| {
            let call = CallId(call);
            let partner = of.partner[call.index()].some();
            let parent = |call: &CallId| own.calls().parent()[call.index()].some();
            let has_moved = |call: CallId| of.kind[call.index()] == Kind::Moved;
            let partner = partner.filter(|_| !std::iter::successors(Some(call), parent).any(has_moved))?;
            Some([own.calls().start()[call.index()], theirs.calls().start()[partner.index()]])
        };
        let starts = &own.calls().start()[calls.start as usize..calls.end as usize];
        let at = |tick: i64| calls.start + starts.partition_point(|&start| start < tick) as u32;
        let around = |tick: i64| {
            let before = (calls.start..at(tick)).rev().find_map(anchor);
            [before, (at(tick)..calls.end).find_map(anchor)]
        };
        let both = [around(from), around(to)];
        both.as_flattened().iter().flatten().next()?;
        // Both recordings begin and end together.
        let ends = [own, theirs].map(|trace| trace.extent() + 1);
        let [from, to] = both.map(|[before, after]| [before.unwrap_or([-1, -1]), after.unwrap_or(ends)]);
        Some(Self { from, to, has_calls: from[1] != to[1] })
    }

    fn span(&self, [from, to]: [i64; 2]) -> [i64; 2] {
        [between(self.from, from), between(self.to, to)]
    }
}

/// Places a tick between two anchors: the first one's start is smaller than the tick, the second one's is not.
fn between([[x0, y0], [x1, y1]]: [[i64; 2]; 2], tick: i64) -> i64 {
    // A tick may lie beyond the ends of the recording.
    if tick <= x0 || tick >= x1 {
        return if tick <= x0 { y0 } else { y1 };
    }
    // Rounded up, so that the anchor before the tick stays before the result.
    let (steps, span) = (i128::from(tick - x0) * i128::from(y1 - y0), i128::from(x1 - x0));
    y0 + ((steps + span - 1).div_euclid(span)) as i64
}
