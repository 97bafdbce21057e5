//! The visible part of a pair, and the calls in it that are wide enough.

use diptych_trace::{CallId, LaneId, Trace};
use std::ops::Range;

/// A time range of one side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Window {
    /// Visible lane, or `None` for all lanes.
    pub lane: Option<LaneId>,
    /// First tick.
    pub start: i64,
    /// End of the range, exclusive.
    pub end: i64,
    /// Width of the range in pixels.
    pub width_px: f64,
}

/// A time range of each side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Viewport {
    /// Windows of A and of B.
    pub windows: [Window; 2],
    /// Minimum width of a call in pixels. The width of a call is that of its whole duration, also outside the window,
    /// so panning changes no width.
    pub least_px: f64,
}

impl Window {
    /// Returns a window over a whole trace.
    pub fn full(trace: &Trace, width_px: f64) -> Self {
        Self { lane: None, start: 0, end: trace.extent(), width_px }
    }

    /// Returns the width of a duration in pixels.
    pub(super) fn px(&self, ticks: i64) -> f64 {
        ticks as f64 * self.width_px / (self.end - self.start).max(1) as f64
    }

    fn lanes(&self, trace: &Trace) -> Range<u32> {
        self.lane.map_or(0..trace.lanes().len() as u32, |lane| lane.0..lane.0 + 1)
    }

    /// Returns the calls that touch the window and are at least `least_px` wide, ascending. A call without duration
    /// touches the window if it starts inside. O(lanes · log calls + depth + calls found and their siblings). Calls
    /// before the window are not visited, and neither are calls below one that is too narrow.
    pub(super) fn visible(&self, trace: &Trace, least_px: f64) -> Vec<CallId> {
        let calls = trace.calls();
        let (starts, ends) = (calls.start(), calls.end());
        let is_wide = |call: u32| self.px(ends[call as usize] - starts[call as usize]) >= least_px;
        let mut visible = Vec::new();
        for lane in self.lanes(trace).map(LaneId) {
            let Range { start: first, end: last } = trace.lanes().calls(lane);
            let before = starts[first as usize..last as usize].partition_point(|&start| start < self.start);
            let mut call = first + before as u32;
            // Calls that begin before the window and reach into it enclose each other: they are the last call that
            // begins before it, and its callers.
            let inner = if before > 0 { CallId(call - 1) } else { CallId::NONE };
            let around = std::iter::successors(inner.some(), |call| calls.parent()[call.index()].some());
            let reaching = around.map(|call| call.0).filter(|&call| ends[call as usize] > self.start);
            let mark = visible.len();
            for outer in reaching {
                if is_wide(outer) {
                    visible.push(CallId(outer));
                } else {
                    visible.truncate(mark);
                    call = call.max(calls.subtree_end()[outer as usize]);
                }
            }
            visible[mark..].reverse();
            while call < last && starts[call as usize] < self.end {
                if is_wide(call) {
                    visible.push(CallId(call));
                    call += 1;
                } else {
                    call = calls.subtree_end()[call as usize];
                }
            }
        }
        visible
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_testkit::{Shape, generate};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn visible_calls_equal_a_check_of_every_call(
            seed in 0u64..1_000,
            (from, span) in (-100i64..12_000, 0i64..9_000),
            least_px in 0.0f64..40.0,
            lane in 0u32..4,
        ) {
            let trace = generate(seed, Shape { calls: 120, extent: 10_000, lanes: 3, ..Shape::SMALL });
            let lane = (lane < 3).then_some(LaneId(lane));
            let window = Window { lane, start: from, end: from + span, width_px: 1_000.0 };
            let calls = trace.calls();
            let is_visible = |call: &CallId| {
                let (start, end) = (calls.start()[call.index()], calls.end()[call.index()]);
                let around = std::iter::successors(Some(*call), |call| calls.parent()[call.index()].some());
                start < window.end
                    && (end > window.start || start >= window.start)
                    && lane.is_none_or(|lane| trace.lanes().of_call(*call) == lane)
                    && around.into_iter().all(|call| window.px(calls.duration(call)) >= least_px)
            };
            let expected: Vec<CallId> = (0..calls.len() as u32).map(CallId).filter(is_visible).collect();
            prop_assert_eq!(window.visible(&trace, least_px), expected);
        }
    }
}
