//! A trace whose calls stand for several, as in tiles of large traces.

use diptych_trace::{Builder, CallId, CallSpec, FOLDED_CALLS, LaneId, OddityKind, Sink, Trace, Unit};

/// Copies a trace, and lets each call stand for a number of calls.
pub fn folded(trace: &Trace, count: impl Fn(CallId) -> i64) -> Trace {
    let (calls, lanes) = (trace.calls(), trace.lanes());
    let mut builder = Builder::default();
    let column = builder.weight_column(FOLDED_CALLS, Unit::Count);
    for id in trace.functions().ids() {
        builder.function(trace.functions().get(trace.names(), id));
    }
    let mut copies: Vec<LaneId> = Vec::new();
    for lane in lanes.ids() {
        let parent = lanes.parent(lane).map(|parent| copies[parent.index()]);
        copies.push(builder.lane(parent, lanes.kind(lane), lanes.name(trace.names(), lane)));
    }
    for lane in lanes.ids() {
        for row in lanes.calls(lane) {
            let at = row as usize;
            let (start, end, function) = (calls.start()[at], calls.end()[at], calls.function()[at]);
            let call = CallSpec { start, end, function, source: 0 };
            builder.call_at_depth(copies[lane.index()], call, calls.depth()[at]);
            builder.weigh(copies[lane.index()], column, count(CallId(row)));
        }
    }
    builder.odd(OddityKind::Folded, "calls shorter than 1 ms", 0, "");
    builder.finish().remove(0).1
}

#[cfg(test)]
mod tests {
    use crate::{Shape, generate};
    use diptych_trace::CallId;

    #[test]
    fn folded_copy_has_the_same_calls_and_the_counts() {
        let trace = generate(7, Shape::SMALL);
        let count = |call: CallId| i64::from(call.0 % 4 + 1);
        let copy = super::folded(&trace, count);
        assert!(copy.has_same_calls(&trace));
        assert!(copy.is_folded() && !trace.is_folded());
        let counts: Vec<i64> = (0..trace.calls().len() as u32).map(|call| count(CallId(call))).collect();
        assert_eq!(copy.call_counts(), Some(&counts[..]));
    }
}
