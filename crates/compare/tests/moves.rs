//! Functions with moved calls, against a walk over all pairs of calls.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_compare::align::{Kind, Options, Warp, align};
use diptych_compare::identity::{Compiled, identify};
use diptych_compare::moves::{MovedFunction, moved_functions};
use diptych_testkit::plant::{plant, random_edits};
use diptych_testkit::{Rng, Shape, generate, trace};
use diptych_trace::{CallId, LaneId, Trace};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// Returns the functions with moved calls, as the naive walk finds them and as they are found.
fn found(a: &Trace, b: &Trace) -> [Vec<MovedFunction>; 2] {
    let identities = identify(&Compiled::default(), [a, b], &mut |_, _| ());
    let lanes: Vec<(LaneId, LaneId)> = a.lanes().ids().zip(b.lanes().ids()).collect();
    let pair = identities.pair([a, b]);
    let alignment = align(pair, &lanes, Options::default(), &mut |_, _| {});
    let warp = Warp::new(pair, &alignment);
    let mut naive: BTreeMap<u32, MovedFunction> = BTreeMap::new();
    for call in (0..a.calls().len() as u32).map(CallId) {
        if alignment.sides[0].kind[call.index()] != Kind::Moved {
            continue;
        }
        let partner = alignment.sides[0].partner[call.index()];
        let expected = warp.to_b(a.calls().start()[call.index()]);
        let starts = [a.calls().start()[call.index()], b.calls().start()[partner.index()]];
        let distance = (starts[1] - expected).abs();
        let identity = pair.of_call(0, call);
        let of = naive.entry(identity.0).or_insert(MovedFunction {
            identity,
            ticks: [0; 2],
            calls: 0,
            farthest: 0,
            starts: None,
        });
        of.calls += 1;
        of.ticks = [of.ticks[0] + a.calls().duration(call), of.ticks[1] + b.calls().duration(partner)];
        if of.calls == 1 || distance > of.farthest {
            (of.farthest, of.starts) = (distance, Some(starts));
        }
    }
    let mut naive: Vec<MovedFunction> = naive.into_values().collect();
    naive.sort_by_key(|of| (u64::MAX - of.calls, i64::MAX - of.farthest, of.identity));
    [naive, moved_functions(pair, &alignment, &warp)]
}

#[test]
fn a_call_that_comes_last_instead_of_first_moved() {
    let docs = |from: i64| {
        let doc = |at: i64| format!("    {}..{} doc\n", from + at * 1_000, from + at * 1_000 + 900);
        (0..30).map(doc).collect::<String>()
    };
    let first = trace(&format!("t\n  0..80000 main\n    0..50000 flush\n{}", docs(50_000)));
    let last = trace(&format!("t\n  0..80000 main\n{}    30000..80000 flush\n", docs(0)));
    for (a, b, starts) in [(&first, &last, [0, 30_000]), (&last, &first, [30_000, 0])] {
        let [naive, moves] = found(a, b);
        assert_eq!(naive, moves);
        assert_eq!(moves.len(), 1, "{moves:?}");
        let MovedFunction { ticks, calls, starts: found, .. } = moves[0];
        assert_eq!((ticks, calls, found), ([50_000; 2], 1, Some(starts)));
    }
}

proptest! {
    #[test]
    fn functions_follow_a_walk_over_all_calls(seed: u64, edits in 1usize..12) {
        let a = generate(seed, Shape { calls: 200, lanes: 2, functions: 12, ..Shape::SMALL });
        let b = plant(&a, &random_edits(&mut Rng::new(seed), &a, edits)).trace;
        let [naive, moves] = found(&a, &b);
        prop_assert_eq!(naive, moves);
    }
}
