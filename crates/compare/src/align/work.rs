//! Test that the work across layers and on changed subtrees stays proportional to the number of calls, whatever their shape.

use super::ordered::Ordered;
use super::{Options, State, classify, descent, hollow, moves};
use crate::identity::unruled;
use diptych_testkit::Rng;
use diptych_trace::{Builder, CallSpec, FunctionSpec, LaneId, LaneKind, Sink, Trace};

/// Depth and name of each call, in pre-order.
type Calls = Vec<(usize, u64)>;

type Shape = dyn Fn(usize) -> [Calls; 2];

/// Builds a trace of one lane from depths and names in pre-order.
fn lane(calls: &[(usize, u64)]) -> Trace {
    let mut builder = Builder::default();
    let lane = builder.lane(None, LaneKind::Thread, "t");
    let mut ends = vec![0; calls.len()];
    let mut open: Vec<usize> = Vec::new();
    for (at, &(depth, _)) in calls.iter().enumerate() {
        open.drain(depth..).for_each(|done| ends[done] = 2 * at as i64 - 1);
        open.push(at);
    }
    for (nesting, done) in open.into_iter().enumerate() {
        ends[done] = 2 * (2 * calls.len() - nesting) as i64;
    }
    for ((at, &(_, name)), end) in calls.iter().enumerate().zip(ends) {
        let name = format!("f{name}");
        let function = builder.function(FunctionSpec { name: &name, ..FunctionSpec::default() });
        builder.call(lane, CallSpec { start: 2 * at as i64, end, function, source: 0 });
    }
    builder.finish().remove(0).1
}

/// Returns the steps of work across layers and on changed subtrees for each call.
fn work([a, b]: [Calls; 2]) -> u64 {
    let traces = [lane(&a), lane(&b)];
    let identities = unruled(traces.each_ref());
    let lanes = [(LaneId(0), LaneId(0))];
    let mut progress = |_, _| {};
    let pair = identities.pair(traces.each_ref());
    let mut state = State::new(pair, &lanes, Options::default(), &mut progress);
    descent::lanes(&mut state, &lanes);
    hollow::part(&mut state);
    state.ordered = Ordered::new(&state, &classify::kinds(&state));
    moves::find(&mut state);
    (state.work + state.subsequences.work) / (a.len() + b.len()) as u64
}

/// Returns a wide row and a copy of it in which some stretches are wrapped in frames, with cheap calls in between.
fn wide(calls: usize, kinds: u64) -> [Calls; 2] {
    let mut rng = Rng::new(5);
    let mut rows = [vec![(0, 0)], vec![(0, 0)]];
    while rows[0].len() < calls {
        let depth = usize::from(rng.below(3) == 0);
        if depth == 1 {
            rows[1].push((1, 1 + rng.below(kinds)));
        }
        for _ in 0..rng.below(9) {
            let name = 1 + rng.below(kinds);
            rows[0].push((1, name));
            rows[1].push((1 + depth, name));
        }
        rows[1].push((1, 1));
    }
    rows
}

/// Returns two deep stacks with a cheap call next to each frame, whose layers repeat with different periods.
fn deep(calls: usize, layers: [usize; 2]) -> [Calls; 2] {
    layers.map(|layers| {
        let events = |at: usize| [(at, 1 + (at % layers) as u64), (at + 1, 99)];
        (0..calls / 2).flat_map(events).collect()
    })
}

/// Returns equal rounds. On one side each round has an additional layer, followed by a call that the layer also
/// contains.
fn repetitive(calls: usize) -> [Calls; 2] {
    let rounds = calls / 5;
    let a = (0..rounds).flat_map(|_| [(1, 1), (2, 2), (3, 3), (2, 4), (2, 5)]);
    let b = (0..rounds).flat_map(|_| [(1, 6), (2, 1), (3, 2), (4, 3), (3, 4), (3, 5), (1, 2)]);
    [[(0, 0)].into_iter().chain(a).collect(), [(0, 0)].into_iter().chain(b).collect()]
}

#[test]
fn work_per_call_stays_bounded() {
    let shapes: [(&str, &Shape); 6] = [
        ("wide, few kinds", &|calls| wide(calls, 4)),
        ("wide, many kinds", &|calls| wide(calls, 1 << 20)),
        ("deep", &|calls| deep(calls, [2, 3])),
        ("deep, a long period", &|calls| deep(calls, [50, 51])),
        ("deep, one kind", &|calls| deep(calls, [1, 2])),
        ("repetitive", &repetitive),
    ];
    for (name, shape) in shapes {
        let [few, many] = [5_000, 80_000].map(|calls| work(shape(calls)));
        // The limit allows for the words of a window, times the number of passes that a call may take part in.
        assert!(few <= 1_000 && many <= 1_000, "{name}: {few} and {many}");
        assert!(many <= 2 * few + 100, "{name}: {few} and {many}");
    }
}
