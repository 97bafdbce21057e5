//! The matches of a pair's calls, by which the windows of both sides hold the same part of the runs.

use crate::aligned::{aligned, note_gaps};
use diptych_compare::Pair;
use diptych_compare::align::{Alignment, Kind, matching_span};
use diptych_engine::trace::{CallId, Trace};
use std::ops::Range;

/// The windows of both sides in ticks, and the matches of their calls.
#[derive(Debug)]
pub(super) struct MatchedWindows<'a> {
    traces: [&'a Trace; 2],
    alignment: Alignment,
    pub(super) windows: [Range<i64>; 2],
    /// Side that ends before the other.
    pub(super) early: Option<usize>,
}

impl<'a> MatchedWindows<'a> {
    /// Aligns the calls of a pair, and seeks the window of B whose calls match those of A's window. If no call matches, B's
    /// window is A's. Without a window, both sides are whole.
    pub(super) fn new(pair: Pair<'a>, window: Option<Range<i64>>) -> Self {
        let (alignment, ends) = aligned(pair);
        note_gaps(&ends);
        let windows = window.map_or_else(
            || [0..i64::MAX, 0..i64::MAX],
            |window| {
                let of_b = matching_span(pair, &alignment, 0, [window.start, window.end]);
                let of_b = of_b.map_or_else(|| window.clone(), |[from, to]| from..to);
                [window, of_b]
            },
        );
        Self { traces: pair.traces, alignment, windows, early: ends.early.map(|early| early.side) }
    }

    /// Returns the side that goes on after the other one has ended, and for each of its functions whether it is called only
    /// then.
    pub(super) fn late_functions(&self) -> Option<(usize, Vec<bool>)> {
        let side = self.alignment.side_not_compared()?;
        let trace = self.traces[side];
        let mut is_late = vec![true; trace.functions().len()];
        for (function, kind) in trace.calls().function().iter().zip(&self.alignment.sides[side].kind) {
            is_late[function.index()] &= *kind == Kind::NotCompared;
        }
        Some((side, is_late))
    }

    /// Returns true if a call is not compared: its match starts outside of the other side's window, or the other side ends
    /// before it.
    pub(super) fn is_beyond(&self, side: usize, call: CallId) -> bool {
        let aligned = &self.alignment.sides[side];
        match aligned.partner[call.index()].some() {
            Some(partner) => {
                let start = self.traces[1 - side].calls().start()[partner.index()];
                // A call below one that had not ended has another caller on the side that ends early.
                let caller = self.traces[side].calls().parent()[call.index()].some();
                !self.windows[1 - side].contains(&start)
                    || caller.is_some_and(|caller| aligned.kind[caller.index()] == Kind::NotCompared)
            }
            None => aligned.kind[call.index()] == Kind::NotCompared,
        }
    }
}
