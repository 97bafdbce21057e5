//! The matches of a pair's calls, by which the windows of both sides hold the same part of the runs.

use diptych_compare::Pair;
use diptych_compare::align::{Alignment, Options, align, matching_span};
use diptych_compare::lanes::{LaneEdits, pair_lanes};
use diptych_engine::pair_by;
use diptych_engine::trace::{CallId, LaneId, Trace};
use diptych_protocol::LaneMatching;
use std::ops::Range;

/// The windows of both sides in ticks, and the matches of their calls.
#[derive(Debug)]
pub(super) struct MatchedWindows<'a> {
    traces: [&'a Trace; 2],
    alignment: Alignment,
    pub(super) windows: [Range<i64>; 2],
}

impl<'a> MatchedWindows<'a> {
    /// Aligns the calls of a pair, and seeks the window of B whose calls match those of A's window. If no call matches, B's
    /// window is A's.
    pub(super) fn new(pair: Pair<'a>, window: Range<i64>) -> Self {
        let lanes = pair_lanes(pair, pair_by(LaneMatching::default()), &LaneEdits::default(), &mut |_, _| ());
        let lanes: Vec<(LaneId, LaneId)> = lanes.pairs.iter().map(|pair| pair.lanes.into()).collect();
        let alignment = align(pair, &lanes, Options::default(), &mut |_, _| ());
        let of_b = matching_span(pair, &alignment, 0, [window.start, window.end]);
        let of_b = of_b.map_or_else(|| window.clone(), |[from, to]| from..to);
        Self { traces: pair.traces, alignment, windows: [window, of_b] }
    }

    /// Returns true if a call's match starts outside of the other side's window.
    pub(super) fn is_beyond(&self, side: usize, call: CallId) -> bool {
        let partner = self.alignment.sides[side].partner[call.index()].some();
        let start = partner.map(|partner| self.traces[1 - side].calls().start()[partner.index()]);
        start.is_some_and(|start| !self.windows[1 - side].contains(&start))
    }
}
