//! Tests of functions that moved to other lanes, against a naive twin and on small pairs.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_compare::Pair;
use diptych_compare::align::{Alignment, Kind, Options, align};
use diptych_compare::identity::{Compiled, identify};
use diptych_compare::lanes::{LaneEdits, LanePairs, PairBy, pair_lanes};
use diptych_compare::thread_moves::{ThreadMove, thread_moves};
use diptych_formats::Input;
use diptych_testkit::{Rng, Shape, generate, trace};
use diptych_trace::{CallId, IdentityId, LaneId, Trace};
use proptest::prelude::*;
use std::fmt::Write;

/// Calls `of` with an aligned pair and what moved.
fn with_moves<T>(
    a: &Trace,
    b: &Trace,
    of: impl FnOnce(Pair<'_>, &Alignment, &LanePairs, Vec<ThreadMove>) -> T,
) -> T {
    let identities = identify(&Compiled::default(), [a, b], &mut |_, _| ());
    let pair = identities.pair([a, b]);
    let lanes = pair_lanes(pair, PairBy::Overlap, &LaneEdits::default(), &mut |_, _| ());
    let paired: Vec<(LaneId, LaneId)> = lanes.pairs.iter().map(|pair| pair.lanes.into()).collect();
    let alignment = align(pair, &paired, Options::default(), &mut |_, _| {});
    let moves = thread_moves(pair, &alignment, &lanes);
    of(pair, &alignment, &lanes, moves)
}

/// A function that moved: identity, calls, ticks of both sides, and the functions that it carried.
type Moved = (u32, u64, [i64; 2], Vec<u32>);

/// Returns each function that moved with at least half of its calls.
fn naive(pair: Pair<'_>, alignment: &Alignment, lanes: &LanePairs) -> Vec<Moved> {
    let [a, b] = pair.traces;
    let of_a = &alignment.sides[0];
    let leaves_its_pair = |call: CallId| {
        let lanes_of = [a.lanes().of_call(call), b.lanes().of_call(of_a.partner[call.index()])];
        of_a.kind[call.index()] == Kind::Moved && !lanes.pairs.iter().any(|pair| pair.lanes == lanes_of)
    };
    let calls: Vec<CallId> = (0..a.calls().len() as u32).map(CallId).collect();
    let is_outermost = |&call: &CallId| {
        let inside =
            |&outer: &CallId| outer != call && a.calls().contains(outer, call) && leaves_its_pair(outer);
        leaves_its_pair(call) && !calls.iter().any(inside)
    };
    // Calls of each side that no call of the same function contains, by function.
    let counts_once = |side: usize, call: CallId| {
        let around = |outer: u32| {
            pair.of_call(side, CallId(outer)) == pair.of_call(side, call)
                && pair.traces[side].calls().contains(CallId(outer), call)
        };
        (0..call.0).all(|outer| !around(outer))
    };
    let fewer = |identity: u32| {
        let count = |side: usize| {
            let all = (0..pair.traces[side].calls().len() as u32).map(CallId);
            all.filter(|&call| pair.of_call(side, call).0 == identity && counts_once(side, call)).count()
        };
        count(0).min(count(1))
    };
    let mut found = Vec::new();
    for identity in 0..pair.identity_count {
        let moved = calls.iter().copied().filter(is_outermost);
        let moved: Vec<CallId> = moved.filter(|&call| pair.of_call(0, call).0 == identity).collect();
        if !moved.is_empty() && 2 * moved.len() >= fewer(identity) {
            let of_b = moved.iter().map(|call| b.calls().duration(of_a.partner[call.index()])).sum();
            let of_a = moved.iter().map(|&call| a.calls().duration(call)).sum();
            let is_carried = |&other: &u32| {
                let is_inside = |&&call: &&CallId| {
                    pair.of_call(0, call).0 == other
                        && counts_once(0, call)
                        && moved.iter().any(|&outer| outer == call || a.calls().contains(outer, call))
                };
                let inside = calls.iter().filter(is_inside).count();
                other != identity && inside > 0 && 2 * inside >= fewer(other)
            };
            let carried = (0..pair.identity_count).filter(is_carried).collect();
            found.push((identity, moved.len() as u64, [of_a, of_b], carried));
        }
    }
    found
}

const MAIN: &str = "main\n  0..1000 run\n    0..400 load\n      10..390 parse\n";

#[test]
fn a_function_in_a_new_thread_moved() {
    let a = trace(&format!("{MAIN}    500..900 output\n      510..890 render\n"));
    let b = trace(&format!("{MAIN}worker\n  500..950 output\n    510..940 render\n"));
    with_moves(&a, &b, |pair, _, _, moves| {
        let [of] = &moves[..] else { panic!("{moves:?}") };
        let name = pair.traces[0].call_name(CallId(3));
        assert_eq!((name, of.calls, of.ticks), ("output", 1, [400, 450]));
        assert_eq!(of.identity, pair.of_call(0, CallId(3)));
        assert_eq!(of.carried, [pair.of_call(0, CallId(4))], "render moved with its caller");
        let lanes = of.lanes.each_ref().map(|lanes| (lanes.first.as_str(), lanes.count));
        assert_eq!(lanes, [("main", 1), ("worker", 1)]);
    });
}

#[test]
fn a_function_that_calls_itself_moves_once() {
    let chain = |indent: usize| {
        let call =
            |depth: usize| format!("{}{}..{} fib\n", " ".repeat(indent + depth), 500 + depth, 900 - depth);
        (0..4).map(call).collect::<Vec<String>>().concat()
    };
    let a = trace(&format!("{MAIN}{}", chain(4)));
    let b = trace(&format!("{MAIN}worker\n{}", chain(2)));
    with_moves(&a, &b, |_, _, _, moves| {
        assert_eq!(moves.iter().map(|of| (of.calls, of.ticks)).collect::<Vec<_>>(), [(1, [400, 400])]);
    });
}

/// Calls `send` so often on the main thread, and so often on a worker. Both threads do other work, too.
fn sends(on_main: i64, on_worker: i64) -> Trace {
    let call = |at: i64, name: &str| format!("    {}..{} {name}\n", 10 * at, 10 * at + 8);
    let calls = |first: i64, count: i64, name: &str| -> String {
        (first..first + count).map(|at| call(at, name)).collect()
    };
    trace(&format!(
        "main\n  0..3000 program\n{}{}worker\n  0..3000 loop\n{}{}",
        calls(0, 40, "step"),
        calls(50, on_main, "send"),
        calls(0, 20, "poll"),
        calls(50, on_worker, "send"),
    ))
}

#[test]
fn calls_without_callees_move_with_their_function() {
    with_moves(&sends(30, 0), &sends(0, 30), |pair, alignment, _, moves| {
        assert_eq!(alignment.sides.each_ref().map(|side| side.calls), [[62, 30, 0]; 2]);
        // The first 41 calls are `program` and the steps.
        let found: Vec<_> = moves.iter().map(|of| (of.identity, of.calls)).collect();
        assert_eq!(found, [(pair.of_call(0, CallId(41)), 30)]);
    });
    // A few calls on another thread are chance.
    with_moves(&sends(30, 2), &sends(32, 0), |_, alignment, _, moves| {
        assert_eq!(alignment.sides.each_ref().map(|side| side.calls), [[92, 0, 2]; 2]);
        assert_eq!(moves, []);
    });
}

#[test]
fn a_function_that_moved_inside_its_thread_did_not_leave_it() {
    let a = trace("main\n  0..1000 run\n    0..100 load\n    200..600 output\n      210..590 render\n");
    let b = trace("main\n  0..1000 run\n    0..400 output\n      10..390 render\n    500..600 load\n");
    with_moves(&a, &b, |_, alignment, _, moves| {
        assert!(alignment.sides[0].calls[Kind::Moved as usize] > 0);
        assert_eq!(moves, []);
    });
}

proptest! {
    #[test]
    fn moves_agree_with_the_naive_twin(seeds: (u64, u64), lanes: [u64; 2]) {
        let side = |seed: u64, lanes: u64| {
            generate(seed, Shape { calls: 40, lanes: 1 + (lanes % 4) as usize, functions: 4, max_depth: 4, extent: 10_000 })
        };
        let (a, b) = (side(seeds.0, lanes[0]), side(seeds.1, lanes[1]));
        with_moves(&a, &b, |pair, alignment, lanes, moves| {
            let carried = |of: &ThreadMove| of.carried.iter().map(|of| of.0).collect();
            let mut found: Vec<Moved> =
                moves.iter().map(|of| (of.identity.0, of.calls, of.ticks, carried(of))).collect();
            let is_sorted = moves.is_sorted_by_key(|of| std::cmp::Reverse(of.ticks[0].max(of.ticks[1])));
            prop_assert!(is_sorted);
            found.sort_unstable();
            prop_assert_eq!(found, naive(pair, alignment, lanes));
            Ok(())
        })?;
    }
}

/// Writes samples of two threads as `perf script` prints them: `main` draws and `worker` sorts, and one of them packs.
/// `seed` decides the order.
fn sampled(seed: u64, packing: &str, packed: usize) -> Trace {
    let mut samples: Vec<(&str, &str)> = Vec::new();
    let other = if packing == "main" { "worker" } else { "main" };
    samples.extend(std::iter::repeat_n((packing, "huff\npack"), packed / 2));
    samples.extend(std::iter::repeat_n((packing, "lz\npack"), packed - packed / 2));
    samples.extend(std::iter::repeat_n((packing, "own"), 600));
    samples.extend(std::iter::repeat_n((other, "own"), 600));
    let mut rng = Rng::new(seed);
    let mut text = String::new();
    for at in 0..samples.len() {
        let (thread, stack) = samples.swap_remove(rng.below(samples.len() as u64) as usize);
        let tid = if thread == "main" { 10 } else { 11 };
        let time = at as f64 / 1e3;
        writeln!(text, "{thread} 10/{tid} {time:.6}: 1000000 cpu-clock: ").unwrap();
        for name in stack.lines().chain([if thread == "main" { "draw" } else { "sort" }]) {
            writeln!(text, "\t{:x} {name} (/bin/app)", 0x1000).unwrap();
        }
        text.push('\n');
    }
    let mut input = Input::new("run.perf");
    input.feed(text.as_bytes()).unwrap();
    input.finish().unwrap().traces.remove(0).1
}

#[test]
fn a_sampled_function_that_is_on_another_lane_moved() {
    let moves = |a: &Trace, b: &Trace| {
        with_moves(a, b, |pair, _, _, moves| {
            let name = |side: usize, of: IdentityId| {
                let calls = (0..pair.traces[side].calls().len() as u32).map(CallId);
                let call = calls.into_iter().find(|&call| pair.of_call(side, call) == of).unwrap();
                pair.traces[side].call_name(call).to_owned()
            };
            let of = |of: &ThreadMove| {
                let carried = of.carried.iter().map(|&carried| name(0, carried)).collect::<Vec<_>>();
                (name(0, of.identity), of.calls, of.lanes.each_ref().map(|lanes| lanes.count), carried)
            };
            moves.iter().map(of).collect::<Vec<_>>()
        })
    };
    let on_main = sampled(1, "main", 200);
    let found = moves(&on_main, &sampled(2, "worker", 200));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].0.as_str(), found[0].2), ("pack", [1, 1]));
    // A sample lasts until the next one of its thread, but not for long, so some time is lost.
    assert!((150..=200).contains(&found[0].1), "{found:?}");
    let mut carried = found[0].3.clone();
    carried.sort_unstable();
    assert_eq!(carried, ["huff", "lz"]);
    assert_eq!(moves(&on_main, &sampled(3, "main", 200)), [], "another order of the same samples");
    assert_eq!(moves(&on_main, &sampled(4, "worker", 8)), [], "too few samples to tell");
}
