//! The lane that works longer while others wait, against a naive twin.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_compare::identity::{Compiled, identify};
use diptych_compare::lanes::{LaneEdits, PairBy, pair_lanes};
use diptych_compare::late_lanes::{LateInput, LateLane, RunLanes, late_lane};
use diptych_compare::ranking::{Options, RankInput, Reason, rank_with_result};
use diptych_compare::waiting::waiting;
use diptych_profile::{CallTree, TreePart, UnionTree};
use diptych_testkit::{Rng, trace};
use diptych_trace::{CallId, IdentityId, LaneId, Trace};
use proptest::prelude::*;
use std::fmt::Write as _;
use std::sync::Arc;

const STEPS: usize = 20;

/// Returns a run of ranks that compute and then wait for the slowest of them, some steps long. `slow` has the additional
/// ticks of work of each rank and step.
fn ranks(seed: u64, slow: &[i64]) -> Trace {
    let mut rng = Rng::new(seed);
    let mut lanes = vec![String::new(); slow.len()];
    let mut at = 0;
    for _ in 0..STEPS {
        let work: Vec<i64> = slow.iter().map(|more| 1_000 + rng.below(5) as i64 + more).collect();
        let end = at + work.iter().max().unwrap() + 10;
        for (lane, work) in lanes.iter_mut().zip(work) {
            writeln!(lane, "  {at}..{} computing\n  {}..{end} PMPI_Allreduce", at + work, at + work).unwrap();
        }
        at = end;
    }
    let lanes = lanes.iter().enumerate().map(|(rank, calls)| format!("rank-{rank}\n{calls}"));
    trace(&lanes.collect::<String>())
}

/// The found lane, and why the row of `computing` is significant, if it is.
fn found(a: &Trace, b: &Trace) -> (Option<LateLane>, Option<Reason>) {
    let identities = identify(&Compiled::default(), [a, b], &mut |_, _| ());
    let pair = identities.pair([a, b]);
    let lanes = pair_lanes(pair, PairBy::Name, &LaneEdits::default(), &mut |_, _| ());
    let waits = waiting(&identities.keys);
    let input =
        LateInput { pair, lanes: &lanes, outliers: &[], others: [&[], &[]], numbers: None, waits: &waits };
    let late = late_lane(input, "rank");
    let runs = [0, 1].map(|side| {
        let numbers = pair.identities[side];
        (
            side,
            Arc::new(CallTree::of_part(pair.traces[side], numbers, TreePart::whole(), &mut |_, _| ()).tree),
        )
    });
    let input = RankInput { waits: &waits, late: late.as_ref(), ..RankInput::default() };
    let ranking = rank_with_result(&UnionTree::new(&runs), Options::default(), input);
    let computing = identities.keys.iter().position(|key| key == "computing").unwrap();
    let rows = ranking.slower.iter().chain(&ranking.faster).filter(|row| row.identity.index() == computing);
    (late, rows.filter(|row| row.stands_out()).map(|row| row.reason).next())
}

/// The lane found over several runs a side. The first run of a side is the displayed one.
fn found_over_runs(sides: [&[Trace]; 2]) -> Option<LateLane> {
    let shown = sides.map(|runs| &runs[0]);
    let identities = identify(&Compiled::default(), shown, &mut |_, _| ());
    let pair = identities.pair(shown);
    let lanes = pair_lanes(pair, PairBy::Name, &LaneEdits::default(), &mut |_, _| ());
    let waits = waiting(&identities.keys);
    let number = |name: &str| identities.keys.iter().position(|key| key == name).unwrap() as u32;
    let others = sides.map(|runs| {
        let of_run = |trace: &Trace| {
            let names = trace.functions().specs(trace.names());
            let numbers: Vec<IdentityId> = names.iter().map(|of| IdentityId(number(of.name))).collect();
            RunLanes::new(trace).renumbered(&numbers)
        };
        runs[1..].iter().map(of_run).collect::<Vec<RunLanes>>()
    });
    let others = others.each_ref().map(Vec::as_slice);
    late_lane(LateInput { pair, lanes: &lanes, outliers: &[], others, numbers: None, waits: &waits }, "rank")
}

#[test]
fn late_rank_is_found_over_several_runs() {
    let even = [0; 16];
    let mut slow = [0; 16];
    slow[5] = 700;
    let runs = |slow: &[i64], seeds: [u64; 3]| seeds.map(|seed| ranks(seed, slow));
    let (a, b) = (runs(&even, [1, 2, 3]), runs(&slow, [4, 5, 6]));
    for (late, sign) in [(found_over_runs([&a, &b]), 1), (found_over_runs([&b, &a]), -1)] {
        let late = late.unwrap();
        assert_eq!((late.name.as_str(), late.similar, late.wait_lanes, late.lanes), ("rank-5", 0, 15, 16));
        assert!((late.change() * sign - 14_000).abs() < 200, "{late:?}");
        assert_eq!(late.together.map(|time| time.calls), [STEPS as u64; 2]);
    }
    // One run of B is enough against several of A.
    assert_eq!(found_over_runs([&a, &b[..1]]).unwrap().name, "rank-5");
}

#[test]
fn rank_that_is_late_in_one_run_by_chance_is_not_named() {
    let even = [0; 16];
    let mut slow = [0; 16];
    slow[5] = 700;
    let (even, late) = (|seed| ranks(seed, &even), |seed| ranks(seed, &slow));
    assert!(found_over_runs([&[even(1)], &[late(2)]]).is_some());
    // Late in two of three runs of B, and then also in one of A.
    assert_eq!(found_over_runs([&[even(1), even(2), even(3)], &[late(4), late(5), even(6)]]), None);
    assert_eq!(found_over_runs([&[even(1), late(2), even(3)], &[late(4), late(5), late(6)]]), None);
}

#[test]
fn pause_in_one_run_makes_no_lane_late() {
    let even = [0; 16];
    let (a, b) = ([ranks(1, &even)], [2, 3].map(|seed| ranks(seed, &even)));
    // One call of rank 5 takes 60 times as long as the others, and all other ranks wait for it.
    let mut lanes = vec![String::new(); 16];
    let mut at = 0;
    for step in 0..STEPS {
        let work = |rank: usize| if (step, rank) == (7, 5) { 60_000 } else { 1_000 };
        let end = at + (0..16).map(work).max().unwrap() + 10;
        for (rank, lane) in lanes.iter_mut().enumerate() {
            let done = at + work(rank);
            writeln!(lane, "  {at}..{done} computing\n  {done}..{end} PMPI_Allreduce").unwrap();
        }
        at = end;
    }
    let lanes = lanes.iter().enumerate().map(|(rank, calls)| format!("rank-{rank}\n{calls}"));
    let paused = trace(&lanes.collect::<String>());
    assert_eq!(found_over_runs([&[paused], &b]), None);
    assert_eq!(found_over_runs([&a, &b]), None);
}

#[test]
fn late_rank_is_significant_while_others_work_less() {
    let mut slow = vec![0; 16];
    let a = ranks(1, &[60; 16]);
    slow[5] = 700;
    let (late, reason) = found(&a, &ranks(2, &slow));
    let late = late.unwrap();
    // Over all ranks, computing takes less time: the row has the time on the late rank alone.
    assert_eq!((late.name.as_str(), reason), ("rank-5", Some(Reason::LateLanes)));
    assert_eq!(late.change_together(), late.change());
}

#[test]
fn late_rank_is_found_among_many() {
    let mut slow = vec![0; 16];
    let a = ranks(1, &slow);
    slow[5] = 700;
    let b = ranks(2, &slow);
    for (late, reason, sign) in [(found(&a, &b), "slower", 1), (found(&b, &a), "faster", -1)]
        .map(|((late, reason), name, sign)| (late.unwrap(), (reason, name), sign))
    {
        assert_eq!((late.name.as_str(), late.similar), ("rank-5", 0));
        assert_eq!((late.wait_lanes, late.lanes), (15, 16));
        assert_eq!(late.change().signum(), sign);
        assert!((late.change().abs() - 14_000).abs() < 200, "{late:?}");
        assert!((late.wait_ticks.abs() - 14_000).abs() < 200, "{late:?}");
        assert!(reason.0.is_some(), "{reason:?}");
    }
}

#[test]
fn ranks_without_a_late_one_have_none() {
    let even = ranks(1, &[0; 16]);
    assert_eq!(found(&even, &ranks(2, &[0; 16])).0, None);
    // All ranks work longer, so nobody waits for a single one.
    assert_eq!(found(&even, &ranks(2, &[700; 16])).0, None);
    // Three lanes have no usual change.
    let three = ranks(1, &[0; 3]);
    assert_eq!(found(&three, &ranks(2, &[0, 700, 0])).0, None);
}

#[test]
fn several_late_ranks_are_counted() {
    let mut slow = vec![0; 16];
    slow[3] = 800;
    slow[7] = 600;
    let late = found(&ranks(1, &[0; 16]), &ranks(2, &slow)).0.unwrap();
    assert_eq!((late.name.as_str(), late.similar, late.wait_lanes), ("rank-3", 1, 14));
    assert!((late.change_together() - 28_000).abs() < 400, "{late:?}");
}

#[test]
fn group_of_ranks_that_differs_by_a_quarter_is_no_cause() {
    let mut slow = vec![0; 16];
    slow[3] = 250;
    slow[7] = 250;
    assert_eq!(found(&ranks(1, &[0; 16]), &ranks(2, &slow)).0, None);
    slow[7] = 0;
    assert_eq!(found(&ranks(1, &[0; 16]), &ranks(2, &slow)).0.unwrap().name, "rank-3");
}

/// Returns the number of the late lane, worked out call by call.
fn naive(a: &[Trace], b: &[Trace]) -> Option<usize> {
    let of_run = |trace: &Trace, lane: u32, waits: bool| -> f64 {
        let calls = trace.lanes().calls(LaneId(lane)).map(CallId);
        let of_kind = calls.filter(|&call| (trace.call_name(call) == "PMPI_Allreduce") == waits);
        of_kind.map(|call| trace.calls().duration(call) as f64).sum()
    };
    let count = a[0].lanes().ids().count();
    let median = |mut values: Vec<f64>| {
        values.sort_by(f64::total_cmp);
        f64::midpoint(values[(values.len() - 1) / 2], values[values.len() / 2])
    };
    let sum = |runs: &[Trace], lane: u32, waits: bool| {
        median(runs.iter().map(|run| of_run(run, lane, waits)).collect())
    };
    let rounded = |runs: &[Trace], lane: u32, waits: bool| {
        if waits { sum(runs, lane, waits).round() } else { sum(runs, lane, waits) }
    };
    let change = |waits: bool| -> Vec<f64> {
        (0..count as u32).map(|lane| rounded(b, lane, waits) - rounded(a, lane, waits)).collect()
    };
    let (work, waiting) = (change(false), change(true));
    let usual = median(work.clone());
    let excess: Vec<f64> = work.iter().map(|of| of - usual).collect();
    let noise = 1.4826 * median(excess.iter().map(|of| of.abs()).collect());
    let late = (0..count).rev().max_by(|&x, &y| excess[x].abs().total_cmp(&excess[y].abs()))?;
    let (size, sign) = (excess[late].abs(), excess[late].signum());
    let of_side = |runs: &[Trace]| median((0..count as u32).map(|lane| sum(runs, lane, false)).collect());
    // The work of a lane in a run beyond that of the usual lane, as against the runs of A.
    let beyond = |run: &Trace| {
        let more = |lane: usize| of_run(run, lane as u32, false) - sum(a, lane as u32, false);
        sign * (more(late) - median((0..count).map(more).collect()))
    };
    let apart = b.iter().all(|b| a.iter().all(|a| beyond(b) - beyond(a) >= 0.5 * size));
    let similar = excess.iter().filter(|&&of| sign * of >= 0.5 * size).count();
    let shortest = a.iter().chain(b).map(Trace::extent).min()?;
    let is_large = apart
        && size >= 0.01 * shortest as f64
        && size >= 0.05 * of_side(a).min(of_side(b))
        && size >= if similar == 1 { 4.0 } else { 6.0 } * noise.max(1.0)
        && sign * work[late] >= 0.5 * size;
    let [of_a, of_b] = [a, b].map(|runs| sum(runs, late as u32, false));
    let is_large = is_large && (similar == 1 || of_a.max(of_b) >= 1.3 * of_a.min(of_b));
    let others: Vec<usize> = (0..count).filter(|&lane| sign * excess[lane] < 0.5 * size).collect();
    let wait = others.iter().filter(|&&lane| sign * waiting[lane] >= 0.5 * size).count();
    (count >= 4 && is_large && wait > 0 && 2 * wait >= others.len()).then_some(late)
}

proptest! {
    #[test]
    fn late_lanes_equal_naive_twin(seed: u64, count in 2usize..10, slow in prop::collection::vec(0i64..3, 20)) {
        let more = |from: usize| (0..count).map(|rank| [0, 15, 400][slow[from + rank] as usize]).collect::<Vec<i64>>();
        let (a, b) = (ranks(seed, &more(0)), ranks(seed ^ 1, &more(10)));
        let late = found(&a, &b).0.map(|late| late.name);
        prop_assert_eq!(late, naive(&[a], &[b]).map(|rank| format!("rank-{rank}")));
    }

    #[test]
    fn late_lanes_over_runs_equal_naive_twin(
        seed: u64,
        count in 4usize..8,
        runs in (1usize..4, 1usize..4),
        slow in prop::collection::vec(0i64..3, 16),
        chance in prop::collection::vec(0usize..12, 6),
    ) {
        let run = |side: usize, run: usize| {
            let mut more: Vec<i64> = (0..count).map(|rank| [0, 15, 400][slow[8 * side + rank] as usize]).collect();
            // A rank may be late in this run alone.
            if let Some(rank) = more.get_mut(chance[3 * side + run]) {
                *rank += 300;
            }
            ranks(seed ^ (10 * side + run) as u64, &more)
        };
        let a: Vec<Trace> = (0..runs.0).map(|at| run(0, at)).collect();
        let b: Vec<Trace> = (0..runs.1).map(|at| run(1, at)).collect();
        let late = found_over_runs([&a, &b]).map(|late| late.name);
        prop_assert_eq!(late, naive(&a, &b).map(|rank| format!("rank-{rank}")));
    }
}
