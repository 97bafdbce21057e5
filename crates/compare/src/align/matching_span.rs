//! The span of one side whose calls match those of a span of the other side, and the match nearest to an instant.

use super::{Aligned, Alignment, Kind};
use crate::Pair;
use diptych_trace::{CallId, LaneId, Trace};
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

/// Returns the start of the matched call of `side` that begins nearest to a tick, and the start of its match. The call
/// starts in `span`: at its first tick or later, and before the second. Returns `None` if no matched call does. Calls that
/// moved, and calls inside of them, do not count. O(lanes · log calls + calls without a match around the tick).
pub fn nearest_match(
    pair: Pair,
    alignment: &Alignment,
    side: usize,
    span: [i64; 2],
    tick: i64,
) -> Option<[i64; 2]> {
    let of_lane = |lane: LaneId| {
        let anchors = LaneAnchors::new(pair, alignment, side, lane);
        [anchors.before(tick), anchors.from(tick)]
    };
    let found = pair.traces[side].lanes().ids().flat_map(of_lane).flatten();
    found.filter(|[own, _]| (span[0]..span[1]).contains(own)).min_by_key(|&[own, _]| (own - tick).abs())
}

/// The matched calls of one lane. An anchor is the start of such a call, and the start of its match.
struct LaneAnchors<'a> {
    traces: [&'a Trace; 2],
    aligned: &'a Aligned,
    calls: Range<u32>,
    starts: &'a [i64],
}

impl<'a> LaneAnchors<'a> {
    fn new(pair: Pair<'a>, alignment: &'a Alignment, side: usize, lane: LaneId) -> Self {
        let traces = [side, 1 - side].map(|side| pair.traces[side]);
        let calls: Range<u32> = traces[0].lanes().calls(lane);
        let starts = &traces[0].calls().start()[calls.start as usize..calls.end as usize];
        Self { traces, aligned: &alignment.sides[side], calls, starts }
    }

    /// Returns the anchor of a call, unless it has no match or moved, by itself or with a caller.
    fn anchor(&self, call: u32) -> Option<[i64; 2]> {
        let [own, theirs] = self.traces.map(Trace::calls);
        let call = CallId(call);
        let partner = self.aligned.partner[call.index()].some();
        let parent = |call: &CallId| own.parent()[call.index()].some();
        let has_moved = |call: CallId| self.aligned.kind[call.index()] == Kind::Moved;
        let partner = partner.filter(|_| !std::iter::successors(Some(call), parent).any(has_moved))?;
        Some([own.start()[call.index()], theirs.start()[partner.index()]])
    }

    /// Returns the first call that starts at a tick or later.
    fn at(&self, tick: i64) -> u32 {
        self.calls.start + self.starts.partition_point(|&start| start < tick) as u32
    }

    /// Returns the last anchor before a tick.
    fn before(&self, tick: i64) -> Option<[i64; 2]> {
        (self.calls.start..self.at(tick)).rev().find_map(|call| self.anchor(call))
    }

    /// Returns the first anchor at a tick or later.
    fn from(&self, tick: i64) -> Option<[i64; 2]> {
        (self.at(tick)..self.calls.end).find_map(|call| self.anchor(call))
    }
}

/// The anchors around both edges of a span in one lane.
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
        let anchors = LaneAnchors::new(pair, alignment, side, lane);
        let around = |tick: i64| [anchors.before(tick), anchors.from(tick)];
        let both = [around(from), around(to)];
        both.as_flattened().iter().flatten().next()?;
        // Both recordings begin and end together.
        let ends = [side, 1 - side].map(|side| pair.traces[side].extent() + 1);
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
