//! A trace repeated several times.

use diptych_trace::{Builder, CallSpec, Sink, Trace};

/// Repeats the calls of a trace's busiest lane, with a pause in ticks between the repetitions.
pub fn repeated(trace: &Trace, times: i64, pause: i64) -> Trace {
    let (calls, lanes) = (trace.calls(), trace.lanes());
    let mut builder = Builder::default();
    for id in trace.functions().ids() {
        builder.function(trace.functions().get(trace.names(), id));
    }
    if let Some(lane) = lanes.ids().max_by_key(|&lane| lanes.calls(lane).len()) {
        let copy = builder.lane(None, lanes.kind(lane), lanes.name(trace.names(), lane));
        for shift in (0..times).map(|time| time * (trace.extent() + pause)) {
            for row in lanes.calls(lane).map(|id| id as usize) {
                let (start, end) = (calls.start()[row] + shift, calls.end()[row] + shift);
                let (function, source) = (calls.function()[row], calls.source()[row]);
                builder.call(copy, CallSpec { start, end, function, source });
            }
        }
    }
    builder.finish().remove(0).1
}

#[cfg(test)]
mod tests {
    use crate::{picture, trace};

    #[test]
    fn repeated_copies_the_busiest_lane() {
        let once = trace("main\n 0..10 run\n  2..6 part\nidle\n 3..4 wait\n");
        let twice = super::repeated(&once, 2, 5);
        let expected = trace("main\n 0..10 run\n  2..6 part\n 15..25 run\n  17..21 part\n");
        assert_eq!(picture(&twice), picture(&expected));
    }
}
