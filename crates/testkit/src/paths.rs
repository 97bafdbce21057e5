//! Traces with as many call paths as calls.

use crate::Rng;
use diptych_trace::{Builder, CallSpec, FunctionId, FunctionSpec, LaneKind, Sink, Trace};

/// Builds a trace of so many calls, at most about a million, each with its own path. Every caller calls ten of the
/// functions, and an eleventh of its time is its self time. Stacks are seven deep.
pub fn wide(seed: u64, calls: usize, functions: u64) -> Trace {
    let (mut rng, mut builder) = (Rng::new(seed), Builder::default());
    let lane = builder.lane(None, LaneKind::Thread, "lane");
    let names: Vec<String> = (0..functions).map(|id| format!("f{id}")).collect();
    let ids: Vec<FunctionId> =
        names.iter().map(|name| builder.function(FunctionSpec { name, ..FunctionSpec::default() })).collect();
    let mut open = vec![(0, 10_000_000_000i64, 0)];
    for _ in 0..calls {
        let Some((start, end, depth)) = open.pop() else { break };
        let function = ids[rng.below(functions) as usize];
        builder.call(lane, CallSpec { start, end, function, source: 0 });
        let each = (end - start) / 11;
        if depth < 6 {
            open.extend(
                (0..10).rev().map(|child| (start + child * each, start + (child + 1) * each, depth + 1)),
            );
        }
    }
    builder.finish().remove(0).1
}
