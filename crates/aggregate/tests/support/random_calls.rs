//! Random calls, reported to a sink like a reader reports them.

use diptych_testkit::Rng;
use diptych_trace::{CallSpec, FunctionId, FunctionSpec, LaneId, LaneKind, Sink};

/// The parameters of the random calls.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RandomCalls {
    pub(crate) seed: u64,
    /// Exclusive maximum of ticks between two events of a lane.
    pub(crate) pace: u64,
    /// Exclusive maximum of the number of begins and ends.
    pub(crate) steps: u64,
    /// Exclusive maximum of the number of lanes beyond two.
    pub(crate) lanes: u64,
}

/// Writes nested calls, reported as they end, in nested lanes that take turns.
pub(crate) fn write(sink: &mut dyn Sink, random: RandomCalls) {
    let mut rng = Rng::new(random.seed);
    let functions: Vec<FunctionId> = ["a", "b", "c", "a"]
        .iter()
        .map(|name| sink.function(FunctionSpec { name, file: "", line: 0, category: "state" }))
        .collect();
    let mut lanes: Vec<LaneId> = Vec::new();
    for number in 0..2 + rng.below(random.lanes) {
        let parent =
            (!lanes.is_empty() && rng.below(2) == 0).then(|| lanes[rng.below(lanes.len() as u64) as usize]);
        let lane = sink.lane(parent, LaneKind::Thread, &format!("lane {number}"));
        sink.order_lane(lane, rng.below(3) as i64);
        lanes.push(lane);
    }
    // By lane: the current time and the open calls with start and function.
    let mut open: Vec<(i64, Vec<(i64, FunctionId)>)> = vec![(1_000, Vec::new()); lanes.len()];
    for step in 0..rng.below(random.steps) {
        let number = rng.below(lanes.len() as u64) as usize;
        let (at, stack) = &mut open[number];
        *at += rng.below(random.pace) as i64;
        if stack.len() < 4 && rng.below(2) == 0 {
            stack.push((*at, functions[rng.below(4) as usize]));
        } else if let Some((start, function)) = stack.pop() {
            let call = CallSpec { start, end: *at, function, source: step };
            sink.call_at_depth(lanes[number], call, stack.len() as u32);
        }
    }
    for (lane, (at, mut stack)) in lanes.into_iter().zip(open) {
        while let Some((start, function)) = stack.pop() {
            sink.call_at_depth(lane, CallSpec { start, end: at, function, source: 0 }, stack.len() as u32);
        }
    }
}
