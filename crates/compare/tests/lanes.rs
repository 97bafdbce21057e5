//! Tests of lane pairing, with small pictures, invariants and the naive overlap.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_compare::identity::{Rules, compile, identify};
use diptych_compare::lanes::{LaneEdits, LanePairs, PairBy, pair_lanes};
use diptych_testkit::{Rng, Shape, generate, trace};
use diptych_trace::{Builder, CallId, CallSpec, FunctionSpec, LaneId, LaneKind, OddityKind, Sink, Trace};
use proptest::prelude::*;
use std::collections::BTreeMap;

fn paired(traces: [&Trace; 2], by: PairBy, edits: &LaneEdits) -> LanePairs {
    let identities = identify(&compile(&Rules::NONE).unwrap(), traces, &mut |_, _| ());
    pair_lanes(identities.pair(traces), by, edits, &mut |_, _| ())
}

/// Returns the names of paired lanes.
fn names(traces: [&Trace; 2], found: &LanePairs) -> Vec<[String; 2]> {
    let name = |side: usize, lane: LaneId| traces[side].lanes().name(traces[side].names(), lane).to_owned();
    found.pairs.iter().map(|pair| [name(0, pair.lanes[0]), name(1, pair.lanes[1])]).collect()
}

#[track_caller]
fn check(a: &str, b: &str, by: PairBy, edits: &LaneEdits, expected: &[[&str; 2]]) -> LanePairs {
    let (a, b) = (trace(a), trace(b));
    let found = paired([&a, &b], by, edits);
    assert_eq!(names([&a, &b], &found), expected);
    found
}

/// Builds lanes by name, each with consecutive calls (function, ticks).
fn lanes_of(lanes: &[(String, Vec<(String, i64)>)]) -> Trace {
    let mut builder = Builder::default();
    write_lanes(&mut builder, lanes);
    builder.finish().remove(0).1
}

fn write_lanes(builder: &mut Builder, lanes: &[(String, Vec<(String, i64)>)]) {
    for (name, calls) in lanes {
        let lane = builder.lane(None, LaneKind::Thread, name);
        let mut start = 0;
        for (name, ticks) in calls {
            let function = builder.function(FunctionSpec { name, ..FunctionSpec::default() });
            builder.call(lane, CallSpec { start, end: start + ticks, function, source: 0 });
            start += ticks;
        }
    }
}

#[test]
fn lanes_of_a_cut_file_are_paired_by_equal_names() {
    let lane = |name: &str, calls: &[(&str, i64)]| {
        (name.to_owned(), calls.iter().map(|&(name, ticks)| (name.to_owned(), ticks)).collect::<Vec<_>>())
    };
    let whole = lanes_of(&[
        lane("net", &[("connect", 100), ("read", 900)]),
        lane("disk", &[("read", 100), ("write", 900)]),
    ]);
    // So far, each lane has done what the other one does most of the time.
    let begun = [lane("net", &[("connect", 10), ("write", 5)]), lane("disk", &[("read", 100)])];
    let by_work = [["net", "disk"], ["disk", "net"]];
    for (is_cut, expected) in [(false, by_work), (true, [["net", "net"], ["disk", "disk"]])] {
        let mut builder = Builder::default();
        write_lanes(&mut builder, &begun);
        if is_cut {
            builder.odd(OddityKind::Truncated, "", 0, "");
        }
        let found = builder.finish().remove(0).1;
        let pairs = paired([&whole, &found], PairBy::Overlap, &LaneEdits::default());
        assert_eq!(names([&whole, &found], &pairs), expected.map(|pair| pair.map(str::to_owned)));
        let back = paired([&found, &whole], PairBy::Overlap, &LaneEdits::default());
        assert_eq!(back.pairs.len(), 2);
    }
}

/// Generates ranks that compute and wait for similar times. `name` maps a rank's number to its name.
fn ranks(count: usize, seed: u64, name: impl Fn(usize) -> String) -> Trace {
    let mut rng = Rng::new(seed);
    let mut rank = |number: usize| {
        let work = [("compute", 1_000), ("wait", 400), ("send", 200), ("reduce", 100)];
        let noisy = |(name, ticks): (&str, i64)| {
            (name.to_owned(), ticks * 3 / 4 + rng.below(ticks as u64 / 2) as i64)
        };
        (name(number), work.map(noisy).to_vec())
    };
    lanes_of(&(0..count).map(&mut rank).collect::<Vec<_>>())
}

const WORKERS_A: &str = "
    w1
      0..100 draw
    w2
      0..60 read
      60..90 parse
    main
      0..10 run
";
const WORKERS_B: &str = "
    main
      0..15 run
    w1
      0..55 read
      55..100 parse
    w2
      0..80 draw
";

#[test]
fn work_of_lanes_outweighs_their_names() {
    let found = check(
        WORKERS_A,
        WORKERS_B,
        PairBy::Overlap,
        &LaneEdits::default(),
        &[["w1", "w2"], ["w2", "w1"], ["main", "main"]],
    );
    assert_eq!(found.unpaired, [vec![], vec![]]);
    assert!(!found.by_name_first && found.pairs.iter().all(|pair| !pair.is_suspect() && !pair.forced));
    // Shares of 60/90 and 30/90 against 55/100 and 45/100: (0.55 + 1/3) / (2 − that).
    let common = 0.55 + 1.0 / 3.0;
    assert!((found.pairs[1].overlap - common / (2.0 - common)).abs() < 1e-9);
    assert_eq!(found.pairs[1].shared_ticks, [79, 88]);
    assert!((found.pairs[0].overlap - 1.0).abs() < 1e-9);
}

#[test]
fn a_lane_keeps_its_partner_though_most_of_its_work_left() {
    let side =
        |main: &str, worker: &str| format!("main\n  0..900 program\n{main}worker\n  0..900 loop\n{worker}");
    let before = side("    0..100 load\n    100..900 render\n", "    0..50 wait\n");
    let after = side("    0..100 load\n", "    0..50 wait\n    100..900 render\n");
    for [a, b] in [[&before, &after], [&after, &before]] {
        let expected = [["main", "main"], ["worker", "worker"]];
        let found = check(a, b, PairBy::Overlap, &LaneEdits::default(), &expected);
        assert!(found.pairs.iter().all(|pair| !pair.is_suspect()), "{found:?}");
    }
    // Where the outermost calls are no sign of a lane, the work decides.
    let alike = |text: &str| text.replace("program", "start").replace("loop", "start");
    let expected = [["main", "worker"], ["worker", "main"]];
    check(&alike(&before), &alike(&after), PairBy::Overlap, &LaneEdits::default(), &expected);
}

#[test]
fn lanes_pair_by_name_and_by_order_when_asked() {
    let none = LaneEdits::default();
    let by_name = [["w1", "w1"], ["w2", "w2"], ["main", "main"]];
    let found = check(WORKERS_A, WORKERS_B, PairBy::Name, &none, &by_name);
    assert!(found.pairs[0].is_suspect() && found.pairs[0].overlap.to_bits() == 0);
    check(WORKERS_A, WORKERS_B, PairBy::Order, &none, &[["w1", "main"], ["w2", "w1"], ["main", "w2"]]);
}

#[test]
fn edits_override_the_pairing() {
    let edits = LaneEdits {
        pairs: vec![[LaneId(2), LaneId(2)], [LaneId(2), LaneId(0)], [LaneId(9), LaneId(0)]],
        alone: [vec![LaneId(1), LaneId(77)], vec![]],
    };
    let found = check(WORKERS_A, WORKERS_B, PairBy::Overlap, &edits, &[["w1", "w1"], ["main", "w2"]]);
    assert_eq!([found.pairs[0].forced, found.pairs[1].forced], [false, true]);
    assert_eq!(found.unpaired, [vec![LaneId(1)], vec![LaneId(0)]]);
}

#[test]
fn one_lane_a_side_is_always_a_pair() {
    check("x\n  0..9 f\n", "y\n  0..9 g\n", PairBy::Overlap, &LaneEdits::default(), &[["x", "y"]]);
    let two = "y\n  0..9 g\nz\n  0..9 h\n";
    check("x\n  0..9 f\n", two, PairBy::Overlap, &LaneEdits::default(), &[]);
}

#[test]
fn processes_pair_by_work_of_their_threads() {
    let a = "
        web 10
          main
            0..9 page
          io
            0..9 poll
        db 11
          main
            0..9 query
          io
            0..9 poll
        idle 12
    ";
    let b = "
        db 20
          main
            0..9 query
          io
            0..9 poll
        idle 21
        web 22
          main
            0..9 page
          io
            0..9 poll
    ";
    let found = check(
        a,
        b,
        PairBy::Overlap,
        &LaneEdits::default(),
        &[
            ["web 10", "web 22"],
            ["main", "main"],
            ["io", "io"],
            ["db 11", "db 20"],
            ["main", "main"],
            ["io", "io"],
            ["idle 12", "idle 21"],
        ],
    );
    let lanes: Vec<[u32; 2]> = found.pairs.iter().map(|pair| pair.lanes.map(|lane| lane.0)).collect();
    assert_eq!(lanes, [[0, 4], [1, 5], [2, 6], [3, 0], [4, 1], [5, 2], [6, 3]]);
}

#[test]
fn threads_pair_across_levels_with_their_processes() {
    let a = "
        host
          app
            main
              0..9 run
            io
              0..9 poll
    ";
    let b = "
        app
          main
            0..9 run
        helper
          io
            0..9 poll
    ";
    let found = check(
        a,
        b,
        PairBy::Overlap,
        &LaneEdits { alone: [vec![LaneId(0)], vec![]], ..LaneEdits::default() },
        &[["app", "app"], ["main", "main"], ["io", "io"]],
    );
    assert_eq!(found.unpaired, [vec![LaneId(0)], vec![LaneId(2)]]);
}

#[test]
fn similar_ranks_pair_by_name() {
    let a = ranks(700, 1, |number| format!("rank-{number}"));
    let b = ranks(703, 2, |number| format!("rank-{}", 702 - number));
    let found = paired([&a, &b], PairBy::Overlap, &LaneEdits::default());
    assert_eq!((found.pairs.len(), found.unpaired[0].len(), found.unpaired[1].len()), (700, 0, 3));
    let same = names([&a, &b], &found).into_iter().filter(|[a, b]| a == b).count();
    assert_eq!(same, 700);
}

#[test]
fn ranks_with_uninformative_names_pair_by_order() {
    let (a, b) = (
        ranks(50, 3, |number| format!("pid {}", 4000 + number)),
        ranks(50, 3, |number| format!("pid {}", 7000 + number)),
    );
    let found = paired([&a, &b], PairBy::Overlap, &LaneEdits::default());
    assert!(found.pairs.iter().all(|pair| pair.lanes[0] == pair.lanes[1]));
    let alike = |name: fn(usize) -> String| {
        lanes_of(&(0..40).map(|at| (name(at), vec![("f".to_owned(), 10)])).collect::<Vec<_>>())
    };
    let (a, b) = (alike(|at| format!("a{}", "x".repeat(at))), alike(|at| format!("b{}", "y".repeat(at))));
    let found = paired([&a, &b], PairBy::Overlap, &LaneEdits::default());
    assert!(found.pairs.len() == 40 && found.pairs.iter().all(|pair| pair.lanes[0] == pair.lanes[1]));
}

#[test]
fn too_many_lanes_pair_by_name_first() {
    let a = ranks(3_000, 5, |number| format!("rank-{number}"));
    let b = ranks(3_000, 6, |number| format!("rank-{}", 2_999 - number));
    let found = paired([&a, &b], PairBy::Overlap, &LaneEdits::default());
    assert!(found.by_name_first);
    assert_eq!(found.pairs.len(), 3_000);
    let same = names([&a, &b], &found).into_iter().filter(|[a, b]| a == b).count();
    assert!(same > 2_900, "{same}");
}

/// Returns the overlap by its definition: floating point, from shares of the weights of calls.
fn naive_overlap(traces: [&Trace; 2], lanes: [LaneId; 2], weight: fn(&Trace, CallId) -> f64) -> f64 {
    let shares = [0, 1].map(|side| {
        let mut sums: BTreeMap<&str, f64> = BTreeMap::new();
        for row in traces[side].lanes().calls(lanes[side]) {
            *sums.entry(traces[side].call_name(CallId(row))).or_default() +=
                weight(traces[side], CallId(row));
        }
        let whole: f64 = sums.values().sum();
        for sum in sums.values_mut() {
            *sum /= whole;
        }
        sums
    });
    let of = |side: usize, name: &str| shares[side].get(name).copied().unwrap_or(0.0);
    let names: std::collections::BTreeSet<&str> =
        shares.iter().flat_map(|shares| shares.keys().copied()).collect();
    let sum =
        |pick: fn(f64, f64) -> f64| names.iter().map(|name| pick(of(0, name), of(1, name))).sum::<f64>();
    sum(f64::min) / sum(f64::max)
}

proptest! {
    #[test]
    fn pairing_keeps_its_promises(a: u64, b: u64, lanes_a in 1usize..6, lanes_b in 1usize..6, by in 0usize..3) {
        let by = [PairBy::Overlap, PairBy::Name, PairBy::Order][by];
        let shape = |lanes| Shape { lanes, calls: 90, functions: 9, ..Shape::SMALL };
        let (a, b) = (generate(a, shape(lanes_a)), generate(b, shape(lanes_b)));
        let found = paired([&a, &b], by, &LaneEdits::default());
        for (side, count) in [lanes_a, lanes_b].into_iter().enumerate() {
            let mut all: Vec<LaneId> = found.pairs.iter().map(|pair| pair.lanes[side]).collect();
            all.extend(&found.unpaired[side]);
            all.sort_unstable();
            prop_assert_eq!(all, (0..count as u32).map(LaneId).collect::<Vec<_>>());
        }
        for pair in &found.pairs {
            let [x, y] = [0, 1].map(|side| [&a, &b][side].lanes().calls(pair.lanes[side]).len());
            if x > 0 && y > 0 {
                let by_time = naive_overlap([&a, &b], pair.lanes, |trace, call| trace.calls().self_time(call) as f64);
                let by_calls = naive_overlap([&a, &b], pair.lanes, |_, _| 1.0);
                let outermost = |trace: &Trace, call: CallId| {
                    if trace.calls().depth()[call.index()] == 0 { trace.calls().duration(call) as f64 } else { 0.0 }
                };
                let by_outermost = naive_overlap([&a, &b], pair.lanes, outermost);
                let name = |side: usize| [&a, &b][side].lanes().name([&a, &b][side].names(), pair.lanes[side]);
                let expected = if by_time < 0.3 && by_calls >= 0.5 - 1e-9 {
                    by_calls
                } else if by_time < 0.3 && name(0) == name(1) && by_outermost >= 0.5 - 1e-9 {
                    by_outermost
                } else {
                    by_time
                };
                prop_assert!((pair.overlap - expected).abs() < 1e-6, "{} {by_time} {by_calls} {by_outermost}", pair.overlap);
            }
        }
        let back = paired([&b, &a], by, &LaneEdits::default());
        let mut turned: Vec<_> = back.pairs.iter().map(|pair| (pair.lanes[1], pair.lanes[0], pair.overlap.to_bits())).collect();
        turned.sort_unstable();
        let there: Vec<_> = found.pairs.iter().map(|pair| (pair.lanes[0], pair.lanes[1], pair.overlap.to_bits())).collect();
        prop_assert_eq!(there, turned);
    }

    #[test]
    fn a_trace_pairs_with_itself_lane_by_lane(seed: u64, lanes in 1usize..8) {
        let trace = generate(seed, Shape { lanes, calls: 120, ..Shape::SMALL });
        let found = paired([&trace, &trace], PairBy::Overlap, &LaneEdits::default());
        prop_assert_eq!(found.pairs.len(), lanes);
        prop_assert!(found.pairs.iter().all(|pair| pair.lanes[0] == pair.lanes[1]));
    }
}
