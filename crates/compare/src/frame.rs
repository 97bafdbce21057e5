//! Calls around everything: `main`, the driver of a run. They correspond to one another whatever the programs do, and
//! say nothing of any part.

use diptych_trace::{CallId, Trace};
use std::ops::Range;

/// Share of a stretch of time that a call fills at least to be a frame around all of it and not a part of it.
pub const FRAME_SHARE: f64 = 0.9;

/// Whether a call is a frame around a stretch of its trace, ticks; what lies beyond the trace is no part of it.
pub fn is_frame(trace: &Trace, call: CallId, stretch: Range<i64>) -> bool {
    fills(trace, call, stretch, FRAME_SHARE)
}

/// Whether a call fills at least so much of a stretch of its trace, 0 to 1; nothing fills an empty one.
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
    fn a_frame_fills_nine_tenths_of_what_there_is() {
        let trace = diptych_testkit::trace("t\n  0..100 main\n    0..90 work\n    90..100 rest\n");
        let frames =
            |stretch: Range<i64>| [0, 1, 2].map(|call| is_frame(&trace, CallId(call), stretch.clone()));
        assert_eq!(frames(0..100), [true, true, false]);
        // What lies before and behind the trace is no part of it.
        assert_eq!(frames(-500..1000), [true, true, false]);
        assert_eq!(frames(50..100), [true, false, false]);
        assert_eq!(frames(95..100), [true, false, true]);
        assert_eq!(frames(200..300), [false; 3]);
        assert_eq!(frames(40..40), [false; 3]);
    }
}
