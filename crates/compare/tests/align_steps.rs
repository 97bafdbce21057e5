//! Tests that lanes agree in time: rounds of several threads are paired round by round.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_compare::align::{Alignment, Options, align};
use diptych_compare::identity::{Rules, compile, identify};
use diptych_testkit::Rng;
use diptych_trace::{Builder, CallSpec, FunctionSpec, LaneId, LaneKind, Sink, Trace};

/// A generated program with rounds on a main thread, on each of which two other threads work.
#[derive(Debug, Clone, Copy)]
struct Program {
    /// Numbers in the names of rounds: none, the same in both runs, or other ones.
    numbers: Numbers,
    /// True if the rounds are inside a call of each thread.
    is_framed: bool,
    /// Number of calls out of a hundred of the other threads that are missing in each run.
    missing: u64,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Numbers {
    None,
    Same,
    Other,
}

const ROUNDS: u64 = 24;

impl Program {
    /// Generates a run, optionally without one round. `source` of each call is its round.
    fn run(self, seed: u64, side: u64, left_out: Option<u64>) -> Trace {
        let mut builder = Builder::default();
        let process = builder.lane(None, LaneKind::Process, "python");
        let [main, backward, loader] =
            ["main", "backward", "loader"].map(|name| builder.lane(Some(process), LaneKind::Thread, name));
        let mut own = Rng::new(seed ^ (side + 1) << 32);
        let mut calls: Vec<(LaneId, i64, i64, String, u64)> = Vec::new();
        let mut now = 10;
        for round in 0..ROUNDS {
            // Every round has its own duration.
            let [forward, back] = [7, 11].map(|step| 2_000 + 150 * ((round * step + seed) % ROUNDS) as i64);
            let jitter = |rng: &mut Rng| 1_000 + rng.below(20) as i64;
            let [forward, back] = [forward, back].map(|ticks| ticks * jitter(&mut own) / 1_000);
            if left_out == Some(round) {
                continue;
            }
            let name = match self.numbers {
                Numbers::None => "round".to_owned(),
                Numbers::Same => format!("round#{round}"),
                Numbers::Other => format!("round#{}", round + 100 * side),
            };
            calls.push((main, now, now + forward + back + 200, name, round));
            calls.push((main, now + 10, now + forward, "forward".to_owned(), round));
            calls.push((main, now + forward + 10, now + forward + back, "wait".to_owned(), round));
            for (lane, names, start, ticks) in [
                (backward, ["mul", "add", "sum"], now + forward + 20, back - 40),
                (loader, ["read", "copy", "read"], now + 20, forward),
            ] {
                let step = ticks / 30;
                for at in 0..30 {
                    if own.below(100) < self.missing {
                        continue;
                    }
                    let start = start + step * at + own.below(5) as i64;
                    let name = format!("{}_node", names[at as usize % 3]);
                    calls.push((lane, start, start + step - 10, name, round));
                    calls.push((
                        lane,
                        start + 5,
                        start + step - 20,
                        names[at as usize % 3].to_owned(),
                        round,
                    ));
                }
            }
            now += forward + back + 300;
        }
        for lane in [main, backward, loader] {
            let mut call = |start, end, name: &str, source| {
                let function = builder.function(FunctionSpec { name, ..FunctionSpec::default() });
                builder.call(lane, CallSpec { start, end, function, source });
            };
            if self.is_framed {
                call(0, now + 10, "loop", ROUNDS);
            }
            calls.iter().filter(|of| of.0 == lane).for_each(|&(_, start, end, ref name, round)| {
                call(start, end, name, round);
            });
        }
        builder.finish().remove(0).1
    }
}

fn aligned(a: &Trace, b: &Trace) -> Alignment {
    let rules = compile(&Rules::defaults(["chrome-json"; 2])).unwrap();
    let identities = identify(&rules, [a, b], &mut |_, _| ());
    let lanes: Vec<(LaneId, LaneId)> = a.lanes().ids().zip(b.lanes().ids()).collect();
    align(identities.pair([a, b]), &lanes, Options::default(), &mut |_, _| {})
}

/// Returns the number of pairs, the number of pairs within one round, and the largest possible number of pairs.
fn kept(a: &Trace, b: &Trace) -> [u64; 3] {
    let alignment = aligned(a, b);
    let turned = aligned(b, a);
    assert_eq!(alignment.sides[0], turned.sides[1]);
    let mut counts = [0, 0, a.calls().len().min(b.calls().len()) as u64];
    for (row, partner) in alignment.sides[0].partner.iter().enumerate() {
        let Some(partner) = partner.some() else { continue };
        counts[0] += 1;
        counts[1] += u64::from(a.calls().source()[row] == b.calls().source()[partner.index()]);
    }
    counts
}

#[test]
fn threads_keep_step_despite_an_additional_round() {
    for numbers in [Numbers::None, Numbers::Same] {
        for (is_framed, missing) in [(false, 0), (true, 0), (false, 2), (true, 2)] {
            for left_out in [0, 1, ROUNDS / 2, ROUNDS - 2, ROUNDS - 1] {
                let program = Program { numbers, is_framed, missing };
                let mut sum = [0; 3];
                for seed in 0..5 {
                    let a = program.run(seed, 0, None);
                    let b = program.run(seed, 1, Some(left_out));
                    let counts = kept(&a, &b);
                    (0..3).for_each(|at| sum[at] += counts[at]);
                }
                let [pairs, within, most] = sum;
                assert!(within * 100 >= pairs * 99, "{program:?} without {left_out}: {within} of {pairs}");
                assert!(pairs * 100 >= most * 95, "{program:?} without {left_out}: {pairs} pairs of {most}");
            }
        }
    }
}

#[test]
fn rounds_with_other_numbers_are_paired_in_order() {
    for missing in [0, 2] {
        let program = Program { numbers: Numbers::Other, is_framed: false, missing };
        let [a, b] = [0, 1].map(|side| program.run(3, side, None));
        let [pairs, within, _] = kept(&a, &b);
        assert!(within * 100 >= pairs * 99, "{within} of {pairs}");
    }
}

#[test]
fn threads_out_of_step_lose_no_pairs() {
    // In one of the runs, the loader thread is about a round late.
    let program = Program { numbers: Numbers::Same, is_framed: false, missing: 0 };
    let a = program.run(1, 0, None);
    let late = {
        let mut builder = Builder::default();
        for lane in a.lanes().ids() {
            builder.lane(a.lanes().parent(lane), a.lanes().kind(lane), a.lanes().name(a.names(), lane));
            for call in a.lanes().calls(lane) {
                let call = call as usize;
                let spec = a.functions().get(a.names(), a.calls().function()[call]);
                let function = builder.function(spec);
                let shift = if lane == LaneId(3) { 6_000 } else { 0 };
                let [start, end] = [a.calls().start()[call], a.calls().end()[call]].map(|tick| tick + shift);
                builder.call(lane, CallSpec { start, end, function, source: a.calls().source()[call] });
            }
        }
        builder.finish().remove(0).1
    };
    assert_eq!(aligned(&a, &late).sides[0].calls, [a.calls().len() as u64, 0, 0]);
}
