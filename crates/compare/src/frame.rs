//! Frames: calls that enclose nearly everything, such as `main` or the driver of a run. Frames correspond to each other
//! whatever the programs do, so they say nothing about any part of a run.

use diptych_trace::{CallId, Trace};
use std::ops::Range;

/// Share of a time range that a call has to fill to be a frame around it rather than a part of it.
pub const FRAME_SHARE: f64 = 0.9;

/// Returns true if a call is a frame around a time range (in ticks). Time outside the trace does not count.
pub fn is_frame(trace: &Trace, call: CallId, stretch: Range<i64>) -> bool {
    fills(trace, call, stretch, FRAME_SHARE)
}

/// Returns true if a call fills at least `share` (0 to 1) of a time range (in ticks). Time outside the trace does not
/// count. No call fills an empty range.
pub fn fills(trace: &Trace, call: CallId, stretch: Range<i64>, share: f64) -> bool {
    let (start, end) = (stretch.start.max(0), stretch.end.min(trace.extent()));
    let calls = trace.calls();
    let filled = calls.end()[call.index()].min(end) - calls.start()[call.index()].max(start);
    end > start && filled as f64 >= share * (end - start) as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_fill_nine_tenths_of_the_range() {
        let trace = diptych_testkit::trace("t\n  0..100 main\n    0..90 work\n    90..100 rest\n");
        let frames =
            |stretch: Range<i64>| [0, 1, 2].map(|call| is_frame(&trace, CallId(call), stretch.clone()));
        assert_eq!(frames(0..100), [true, true, false]);
        // Time before and after the trace does not count.
        assert_eq!(frames(-500..1000), [true, true, false]);
        assert_eq!(frames(50..100), [true, false, false]);
        assert_eq!(frames(95..100), [true, false, true]);
        assert_eq!(frames(200..300), [false; 3]);
        assert_eq!(frames(40..40), [false; 3]);
    }
}
