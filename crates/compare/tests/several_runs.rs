//! Several runs a side: pauses hide no change, and steady numbers of calls are findings of their own.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_compare::ranking::{Noise, Options, Ranking, Reason, Row, rank, standing_out};
use diptych_profile::{CallTree, UnionTree};
use diptych_testkit::Rng;
use diptych_trace::{Builder, CallSpec, FunctionId, FunctionSpec, IdentityId, LaneKind, Sink, Trace};
use std::sync::Arc;

/// Number of functions. Function 0 is the one that changes.
const FUNCTIONS: usize = 20;

/// The difference of B.
#[derive(Clone, Copy)]
struct Change {
    /// Factor for the duration of function 0's calls.
    factor: f64,
    /// Number of function 0's calls.
    calls: usize,
}

const NONE: Change = Change { factor: 1.0, calls: 100 };

/// Returns a run in which functions are called 100 times, with two pauses of 0.5 to 4 ms.
fn run(rng: &mut Rng, change: Change) -> Trace {
    let mut calls: Vec<(usize, i64)> = Vec::new();
    let speed = 0.98 + rng.below(41) as f64 / 1000.0;
    for function in 0..FUNCTIONS {
        let (factor, count) = if function == 0 { (change.factor, change.calls) } else { (1.0, 100) };
        for _ in 0..count {
            let usual = 5_000.0 + rng.below(10_000) as f64;
            calls.push((function, (usual * speed * factor) as i64));
        }
    }
    for _ in 0..2 {
        let hit = rng.below(calls.len() as u64) as usize;
        calls[hit].1 += 500_000 + rng.below(3_500_000) as i64;
    }
    let mut builder = Builder::default();
    let lane = builder.lane(None, LaneKind::Thread, "t");
    let mut at = 0;
    for (function, ticks) in calls {
        let function =
            builder.function(FunctionSpec { name: &format!("f{function}"), ..FunctionSpec::default() });
        builder.call(lane, CallSpec { start: at, end: at + ticks, function, source: 0 });
        at += ticks + 1;
    }
    builder.finish().remove(0).1
}

fn ranked(seed: u64, runs: usize, change: Change) -> Ranking {
    let mut rng = Rng::new(seed);
    let sides = [NONE, change].into_iter().enumerate();
    let trees: Vec<(usize, Arc<CallTree>)> = sides
        .flat_map(|(side, change)| (0..runs).map(move |_| (side, change)))
        .map(|(side, change)| {
            let trace = run(&mut rng, change);
            let identities: Vec<IdentityId> =
                trace.functions().ids().map(|FunctionId(id)| IdentityId(id)).collect();
            (side, Arc::new(CallTree::new(&trace, &identities, &mut |_, _| ())))
        })
        .collect();
    rank(&UnionTree::new(&trees), Options::default(), &mut |_, _| ())
}

fn changed(ranking: &Ranking) -> Option<&Row> {
    standing_out(&ranking.slower).iter().find(|row| row.identity.index() == 0)
}

fn others(ranking: &Ranking) -> usize {
    ranking.lists().into_iter().flat_map(standing_out).filter(|row| row.identity.index() != 0).count()
}

#[test]
fn half_more_time_is_found_below_pauses() {
    let (mut found, mut wrong) = (0, 0);
    for seed in 0..40 {
        let ranking = ranked(seed, 5, Change { factor: 1.5, ..NONE });
        assert!(matches!(ranking.noise, Noise::Tested(_)));
        found += usize::from(changed(&ranking).is_some());
        wrong += usize::from(others(&ranking) > 0);
    }
    assert!(found >= 36, "{found} of 40");
    assert!(wrong <= 5, "{wrong} of 40");
}

#[test]
fn runs_of_one_program_stay_within_the_level() {
    let wrong = |seed: &u64| {
        let ranking = ranked(100 + seed, 5, NONE);
        changed(&ranking).is_some() || others(&ranking) > 0
    };
    // Two of forty on average, with three standard deviations.
    assert!((0..40).filter(wrong).count() <= 6);
}

#[test]
fn steady_numbers_of_calls_are_findings() {
    for runs in [3, 5] {
        let ranking = ranked(7, runs, Change { calls: 140, ..NONE });
        let row = changed(&ranking).unwrap();
        assert_eq!((row.reason, row.calls), (Reason::Calls, [100, 140]), "{runs} runs a side");
        assert!(runs == 3 || row.confidence.unwrap().p <= 0.01);
    }
    let fewer = ranked(8, 5, Change { calls: 60, ..NONE });
    let row = standing_out(&fewer.faster).iter().find(|row| row.identity.index() == 0).unwrap();
    assert_eq!((row.reason, row.calls), (Reason::Calls, [100, 60]));
}
