//! Families of lanes of which one side has more, against a naive twin.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_compare::identity::{Compiled, identify};
use diptych_compare::lane_families::{LaneFamily, lane_families};
use diptych_compare::lanes::{LaneEdits, PairBy, pair_lanes};
use diptych_compare::waiting::is_waiting;
use diptych_testkit::{Rng, trace};
use diptych_trace::{CallId, LaneId, Trace};
use proptest::prelude::*;
use std::fmt::Write as _;

/// Returns a trace with a main lane and so many workers, which work and wait.
fn pool(seed: u64, workers: usize) -> Trace {
    let mut rng = Rng::new(seed);
    let mut out = "main\n  0..9 run\n".to_owned();
    for worker in 0..workers {
        writeln!(out, "worker-{worker}").unwrap();
        let mut at = 0;
        for _ in 0..=rng.below(6) {
            let (work, wait) = (rng.below(50) as i64, rng.below(50) as i64);
            let name = ["task", "sleep"][rng.below(2) as usize];
            writeln!(out, "  {at}..{} {name}\n    {at}..{} acquire", at + work + wait, at + wait).unwrap();
            at += work + wait + 1;
        }
    }
    trace(&out)
}

fn families(a: &Trace, b: &Trace) -> (Vec<LaneFamily>, [Vec<LaneId>; 2]) {
    let identities = identify(&Compiled::default(), [a, b], &mut |_, _| ());
    let pair = identities.pair([a, b]);
    let lanes = pair_lanes(pair, PairBy::Overlap, &LaneEdits::default(), &mut |_, _| ());
    (lane_families(pair, &lanes, &identities.keys), lanes.unpaired)
}

/// Returns the self time that a lane works, call by call. A call of `acquire` waits.
fn naive_work(trace: &Trace, lane: LaneId) -> i64 {
    let calls = trace.calls();
    let name = |call: CallId| trace.functions().get(trace.names(), calls.function()[call.index()]).name;
    let of_lane = trace.lanes().calls(lane).map(CallId).filter(|&call| name(call) != "acquire");
    of_lane.map(|call| calls.self_time(call)).sum()
}

proptest! {
    #[test]
    fn families_equal_naive_twin(seed: u64, workers in prop::array::uniform2(1usize..6)) {
        let traces = [pool(seed, workers[0]), pool(seed ^ 1, workers[1])];
        let (found, unpaired) = families(&traces[0], &traces[1]);
        if workers[0] == workers[1] {
            prop_assert_eq!(found, []);
            return Ok(());
        }
        let work = [0, 1].map(|side: usize| {
            let lanes = traces[side].lanes().ids().skip(1);
            lanes.map(|lane| (lane, naive_work(&traces[side], lane))).collect::<Vec<_>>()
        });
        let sum = |side: usize, is_alone: bool| -> i64 {
            let counts = |lane: &LaneId| !is_alone || unpaired[side].contains(lane);
            work[side].iter().filter(|(lane, _)| counts(lane)).map(|(_, work)| work).sum()
        };
        prop_assert_eq!(found, [LaneFamily {
            name: "worker".to_owned(),
            lanes: workers.map(|count| count as u32),
            work: [sum(0, false), sum(1, false)],
            alone: [sum(0, true), sum(1, true)],
            busiest: [0, 1].map(|side: usize| work[side].iter().map(|(_, work)| *work).max().unwrap()),
        }]);
    }
}

#[test]
fn families_of_one_side_are_left_out() {
    assert!(is_waiting("acquire"));
    let (a, b) = (trace("worker-1\n  0..9 f\nworker-2\n  0..9 f\n"), trace("io\n  0..9 f\n"));
    assert_eq!(families(&a, &b).0, []);
}
