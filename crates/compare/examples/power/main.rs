//! Prints how often the ranking finds a change that is there, and one that is not, next to the tests of Mann and
//! Whitney and of Welch with the same floor.
//!
//! `cargo run --release -p diptych-compare --example power -- [SETS]`
//!
//! A set is a comparison of two sides of one program of 40 functions. In half of the sets nothing is changed. In the
//! others one function, 3 % of the run, takes 1.5 times as long, or has 1.5 times as many samples. In two rows 16
//! functions take twice as long, as with a larger payload. In rows on calls of one caller, only the calls of one of
//! its three callers take longer, and those of another take as much less. Everything is seeded, so the numbers are the
//! same each time.
#![allow(clippy::unwrap_used, reason = "an example may panic")]
#![allow(clippy::print_stdout, reason = "it prints")]

mod classic;
mod program;

use classic::{Classic, median};
use diptych_compare::align::{self, align};
use diptych_compare::call_times::{AlignedPair, CallTimes};
use diptych_compare::ends::Ends;
use diptych_compare::identity::{Compiled, identify};
use diptych_compare::ranking::{Options, RankInput, Ranking, rank, rank_with_result, standing_out};
use diptych_formats::Input;
use diptych_profile::{CallTree, Floor, UnionTree};
use diptych_testkit::drawn::{self, DRAWN};
use diptych_testkit::{IdentityTable, Rng};
use diptych_trace::{IdentityId, LaneId, Trace};
use program::{CALLERS, Change, FUNCTIONS, LOADED, Machine, PAUSES, Program, QUIET, SLOW_STRETCH};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Factor by which the changed function takes longer.
const FACTOR: f64 = 1.5;

/// Number of the function with 3 % of all samples.
const LEAF: usize = 172;

/// Functions that a method found, as numbers.
type Found = BTreeSet<usize>;

/// The findings of the three methods: ours, Mann and Whitney's, Welch's.
type Findings = [Found; 3];

/// Compares a set with a seed, in which the changed function has a factor.
type OfSet<'a> = &'a dyn Fn(u64, f64) -> Findings;

fn main() {
    let sets: u64 = std::env::args().nth(1).and_then(|sets| sets.parse().ok()).unwrap_or(200);
    println!("{sets} sets each; a false finding is one in any function that did not change");
    println!("{:<44} {:>22} {:>22} {:>22}", "", "diptych", "Mann–Whitney", "Welch");
    println!("{:<44} {}", "", format!("{:>11}{:>12}", "false", "found").repeat(3));
    let only = std::env::args().nth(2).unwrap_or_default();
    let rows: [(&str, OfSet<'_>); 16] = [
        ("one run a side, calls, quiet", &|seed, factor| one_run(QUIET, seed, Change { factor, changed: 1 })),
        ("one run a side, calls, with pauses", &|seed, factor| {
            one_run(PAUSES, seed, Change { factor, changed: 1 })
        }),
        ("one run a side, calls, quiet, 16 changed", &|seed, factor| one_run(QUIET, seed, sixteen(factor))),
        ("one run a side, calls, pauses, 16 changed", &|seed, factor| one_run(PAUSES, seed, sixteen(factor))),
        ("one run a side, calls, loaded machine", &|seed, factor| {
            one_run(LOADED, seed, Change { factor, changed: 1 })
        }),
        ("one run a side, phases, loaded machine", &|seed, factor| of_phases(LOADED, seed, factor)),
        ("one run a side, phases, slow stretch", &|seed, factor| of_phases(SLOW_STRETCH, seed, factor)),
        ("one run a side, calls of one caller, quiet", &|seed, factor| {
            one_run_of_callers(QUIET, seed, factor)
        }),
        ("one run a side, calls of one caller, loaded", &|seed, factor| {
            one_run_of_callers(LOADED, seed, factor)
        }),
        ("one run a side, 3,000 samples", &|seed, factor| samples(seed, 3_000, factor)),
        ("one run a side, 30,000 samples", &|seed, factor| samples(seed, 30_000, factor)),
        ("five runs a side, quiet", &|seed, factor| several(QUIET, seed, factor)),
        ("five runs a side, with pauses", &|seed, factor| several(PAUSES, seed, factor)),
        ("five runs a side, loaded machine", &|seed, factor| several(LOADED, seed, factor)),
        ("five runs a side, calls of one caller, quiet", &|seed, factor| {
            several_of_callers(QUIET, seed, factor)
        }),
        ("five runs a side, calls of one caller, pauses", &|seed, factor| {
            several_of_callers(PAUSES, seed, factor)
        }),
    ];
    for (name, of_set) in rows.into_iter().filter(|(name, _)| name.contains(&only)) {
        let (mut wrong, mut found) = ([0u64; 3], [0u64; 3]);
        for seed in 0..sets {
            for (method, findings) in of_set(seed, 1.0).iter().enumerate() {
                wrong[method] += u64::from(!findings.is_empty());
            }
            for (method, findings) in of_set(seed, FACTOR).iter().enumerate() {
                found[method] += u64::from(findings.contains(&0));
            }
        }
        let percent = |count: u64| format!("{:.1} %", count as f64 / sets as f64 * 100.0);
        let cells = (0..3).map(|at| format!("{:>11}{:>12}", percent(wrong[at]), percent(found[at])));
        println!("{name:<44} {}", cells.collect::<String>());
    }
}

/// Returns the change of 16 functions in a set: they take twice as long if the set has a change.
fn sixteen(factor: f64) -> Change {
    Change { factor: if factor > 1.0 { 2.0 } else { 1.0 }, changed: 16 }
}

/// Compares the calls of one run a side.
fn one_run(machine: Machine, seed: u64, change: Change) -> Findings {
    one_run_of(&Program::new(seed), machine, seed, change)
}

/// Compares the calls of one run a side of a program whose functions are called one group after the other.
fn of_phases(machine: Machine, seed: u64, factor: f64) -> Findings {
    one_run_of(&Program::new(seed).into_phases(), machine, seed, Change { factor, changed: 1 })
}

fn one_run_of(program: &Program, machine: Machine, seed: u64, change: Change) -> Findings {
    let mut rng = Rng::new(1_000 + seed);
    let unchanged = Change { factor: 1.0, ..change };
    let runs = [unchanged, change].map(|change| program.run(machine, change, &mut rng));
    let ours = of_pair(runs.each_ref().map(|run| program.trace(run)));
    let all = |_: usize| 0;
    let classic = |method: Classic| classic(method, program, &runs, 1, &all);
    [ours, classic(Classic::MannWhitney), classic(Classic::Welch)]
}

/// Compares the calls of one run a side, of which function 0 changes for single callers and not as a whole.
fn one_run_of_callers(machine: Machine, seed: u64, factor: f64) -> Findings {
    let program = Program::new(seed);
    let mut rng = Rng::new(1_000 + seed);
    let mut runs = [0, 1].map(|_| program.run(machine, Change::NONE, &mut rng));
    program.shift_between_callers(&mut runs[1], factor);
    let ours = of_pair(runs.each_ref().map(|run| program.trace_with_callers(run)));
    let of_caller = |place: usize| place % CALLERS;
    let classic = |method: Classic| classic(method, &program, &runs, CALLERS, &of_caller);
    [ours, classic(Classic::MannWhitney), classic(Classic::Welch)]
}

/// Returns the functions that our method finds in a pair of runs.
fn of_pair([a, b]: [Trace; 2]) -> Found {
    let identities = identify(&Compiled::default(), [&a, &b], &mut |_, _| ());
    let pair = identities.pair([&a, &b]);
    let lanes: Vec<(LaneId, LaneId)> = a.lanes().ids().zip(b.lanes().ids()).collect();
    let alignment = align(pair, &lanes, align::Options::default(), &mut |_, _| {});
    let aligned = AlignedPair { pair, alignment: &alignment, ends: &Ends::default() };
    let trees = [0, 1].map(|side| aligned.tree(side, &mut |_, _| ()));
    let times = CallTimes::new(aligned, trees.each_ref(), &mut |_, _| ());
    let union =
        UnionTree::new(&trees.map(|of| Arc::new(of.tree)).into_iter().enumerate().collect::<Vec<_>>());
    let input = RankInput { few: &times.few, shifts: Some(&times.shifts), ..RankInput::default() };
    let ranking = rank_with_result(&union, Options::default(), input);
    let number = |identity: IdentityId| {
        let is_it = |function: &diptych_trace::FunctionId| pair.identities[0][function.index()] == identity;
        let function = a.functions().ids().find(is_it).unwrap();
        let name = a.functions().get(a.names(), function).name;
        // A caller is a function that did not change.
        name.strip_prefix('f').map_or(FUNCTIONS, |number| number.parse().unwrap())
    };
    found(&ranking, number)
}

/// Returns the functions of which a classic test finds the calls of some part changed, in one run a side.
fn classic(
    method: Classic,
    program: &Program,
    runs: &[Vec<i64>; 2],
    parts: usize,
    part_of: &dyn Fn(usize) -> usize,
) -> Found {
    let is_found = |&(function, part): &(usize, usize)| {
        let [a, b] = runs.each_ref().map(|run| {
            let own = run.iter().zip(&program.function).enumerate();
            let own = own.filter(|(place, (_, of))| **of == function && part_of(*place) == part);
            own.map(|(_, (own, _))| *own as f64).collect::<Vec<f64>>()
        });
        let sums = [&a, &b].map(|values| values.iter().sum::<f64>());
        method.rejects(&a, &b) && Floor::default().exceeded_by(sums)
    };
    let all = (0..FUNCTIONS).flat_map(|function| (0..parts).map(move |part| (function, part)));
    all.filter(is_found).map(|(function, _)| function).collect()
}

/// Compares five runs a side by the times of functions.
fn several(machine: Machine, seed: u64, factor: f64) -> Findings {
    let program = Program::new(seed);
    let mut rng = Rng::new(2_000 + seed);
    let sides = [1.0, factor]
        .map(|factor| Change { factor, changed: 1 })
        .map(|change| (0..5).map(|_| program.run(machine, change, &mut rng)).collect::<Vec<_>>());
    of_runs(&program, &sides, 1, &|_| 0)
}

/// Compares five runs a side, in which function 0 changes for single callers and not as a whole.
fn several_of_callers(machine: Machine, seed: u64, factor: f64) -> Findings {
    let program = Program::new(seed);
    let mut rng = Rng::new(2_000 + seed);
    let mut sides =
        [0, 1].map(|_| (0..5).map(|_| program.run(machine, Change::NONE, &mut rng)).collect::<Vec<_>>());
    sides[1].iter_mut().for_each(|run| program.shift_between_callers(run, factor));
    of_runs(&program, &sides, CALLERS, &|place| place % CALLERS)
}

/// Returns the functions that each method finds in several runs a side, by the times of their parts in each run.
fn of_runs(
    program: &Program,
    sides: &[Vec<Vec<i64>>; 2],
    parts: usize,
    part_of: &dyn Fn(usize) -> usize,
) -> Findings {
    let identities: Vec<IdentityId> = (0..(FUNCTIONS + CALLERS) as u32).map(IdentityId).collect();
    let trace = |run: &[i64]| if parts > 1 { program.trace_with_callers(run) } else { program.trace(run) };
    let tree = |run: &Vec<i64>| Arc::new(CallTree::new(&trace(run), &identities, &mut |_, _| ()));
    let runs: Vec<(usize, Arc<CallTree>)> = sides
        .iter()
        .enumerate()
        .flat_map(|(side, runs)| runs.iter().map(move |run| (side, run)))
        .map(|(side, run)| (side, tree(run)))
        .collect();
    let floor = Floor::default();
    let ranking = rank(&UnionTree::new(&runs), Options { floor, ..Options::default() }, &mut |_, _| ());
    let of_sums = |method: Classic| {
        let is_found = |&(function, part): &(usize, usize)| {
            let [a, b] = sides.each_ref().map(|runs| {
                let of_run = |run: &Vec<i64>| -> f64 {
                    let own = run.iter().zip(&program.function).enumerate();
                    let own = own.filter(|(place, (_, of))| **of == function && part_of(*place) == part);
                    own.map(|(_, (own, _))| *own as f64).sum()
                };
                runs.iter().map(of_run).collect::<Vec<f64>>()
            });
            method.rejects(&a, &b) && floor.exceeded_by([median(&a), median(&b)])
        };
        let all = (0..FUNCTIONS).flat_map(|function| (0..parts).map(move |part| (function, part)));
        all.filter(is_found).map(|(function, _)| function).collect::<Found>()
    };
    [found(&ranking, IdentityId::index), of_sums(Classic::MannWhitney), of_sums(Classic::Welch)]
}

/// Compares samples of one run a side. All have the same weight.
fn samples(seed: u64, count: usize, factor: f64) -> Findings {
    let format = DRAWN.iter().find(|format| format.name == "speedscope, counts").unwrap();
    let traces = [1.0, factor].into_iter().zip(1..).map(|(factor, side)| {
        let mut input = Input::new("file");
        input.feed(&format.file(2 * seed + side, count, drawn::Change { leaf: LEAF, factor })).unwrap();
        input.finish().unwrap().traces.remove(0).1
    });
    let traces: Vec<Trace> = traces.collect();
    let mut table = IdentityTable::default();
    let mut names: Vec<String> = Vec::new();
    let mut tree = |trace: &Trace| {
        let identities = table.identify_all(trace, IdentityTable::plain_key);
        for (spec, identity) in trace.functions().specs(trace.names()).iter().zip(&identities) {
            names.resize(names.len().max(identity.index() + 1), String::new());
            spec.name.clone_into(&mut names[identity.index()]);
        }
        Arc::new(CallTree::new(trace, &identities, &mut |_, _| ()))
    };
    let trees: Vec<(usize, Arc<CallTree>)> = traces.iter().map(&mut tree).enumerate().collect();
    let floor = Floor::default_on(traces[0].axis());
    let ranking = rank(&UnionTree::new(&trees), Options { floor, ..Options::default() }, &mut |_, _| ());
    // The changed function gets the number 0, like that of programs of calls.
    let changed = names.iter().position(|name| *name == format!("leaf{LEAF}")).unwrap();
    let number = |identity: usize| if identity == changed { 0 } else { identity + 1 };
    let of_counts = |method: Classic| {
        let sums = [0, 1].map(|side: usize| trees[side].1.totals(names.len()).self_ticks);
        let is_found = |&row: &usize| {
            let counts = [0, 1].map(|side: usize| sums[side][row] as f64);
            method.rejects_counts(counts, count as f64) && floor.exceeded_by(counts)
        };
        (0..names.len()).filter(is_found).map(number).collect::<Found>()
    };
    let ours = found(&ranking, |identity| number(identity.index()));
    [ours, of_counts(Classic::MannWhitney), of_counts(Classic::Welch)]
}

/// Returns the significant functions of a ranking, by number.
fn found(ranking: &Ranking, number: impl Fn(IdentityId) -> usize) -> Found {
    ranking.lists().into_iter().flat_map(standing_out).map(|row| number(row.identity)).collect()
}
