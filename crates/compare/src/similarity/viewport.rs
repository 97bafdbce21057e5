//! The part of a pair that is looked at, and the calls of it that are wide enough.

use diptych_trace::{CallId, LaneId, Trace};
use std::ops::Range;

/// A stretch of one side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Window {
    /// The lane looked at; all lanes without one.
    pub lane: Option<LaneId>,
    /// First tick.
    pub start: i64,
    /// One past the last tick.
    pub end: i64,
    /// How many pixels wide it is drawn.
    pub width_px: f64,
}

/// A stretch of each side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Viewport {
    /// Of A and of B.
    pub windows: [Window; 2],
    /// Narrower calls are left out. In pixels; a call is as wide as its whole duration, also outside the window,
    /// so that panning changes no width.
    pub least_px: f64,
}

impl Window {
    /// All of a trace.
    pub fn full(trace: &Trace, width_px: f64) -> Self {
        Self { lane: None, start: 0, end: trace.extent(), width_px }
    }

    /// Pixels that a duration takes.
    pub(super) fn px(&self, ticks: i64) -> f64 {
        ticks as f64 * self.width_px / (self.end - self.start).max(1) as f64
    }

    /// Ticks of a call that lie inside.
    pub(super) fn overlap(&self, trace: &Trace, call: CallId) -> i64 {
        let calls = trace.calls();
        (calls.end()[call.index()].min(self.end) - calls.start()[call.index()].max(self.start)).max(0)
    }

    fn calls(&self, trace: &Trace) -> Range<u32> {
        self.lane.map_or(0..trace.calls().len() as u32, |lane| trace.lanes().calls(lane))
    }

    /// Calls that touch the window and are at least so wide, ascending. A call of no duration touches it if it
    /// starts inside. O(calls of the lane), but nothing below a call that is left out is looked at: it lies
    /// inside that call.
    pub(super) fn visible(&self, trace: &Trace, least_px: f64) -> Vec<CallId> {
        let calls = trace.calls();
        let (starts, ends) = (calls.start(), calls.end());
        let Range { start: mut call, end: last } = self.calls(trace);
        let mut visible = Vec::new();
        while call < last {
            let (start, end) = (starts[call as usize], ends[call as usize]);
            let inside = start < self.end && (end > self.start || start >= self.start);
            if inside && self.px(end - start) >= least_px {
                visible.push(CallId(call));
                call += 1;
            } else {
                call = calls.subtree_end()[call as usize];
            }
        }
        visible
    }
}
