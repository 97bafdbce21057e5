//! Simulated runs of one program: planted changes are found, and without planted changes nothing is.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_compare::ranking::{
    Noise, Options, PermutationTest, RankInput, Ranking, Row, RowUnit, rank, rank_with_result,
    run_of_median_total, standing_out,
};
use diptych_profile::{CallTree, UnionTree};
use diptych_testkit::Rng;
use diptych_trace::{Builder, CallSpec, FunctionId, FunctionSpec, IdentityId, LaneKind, Sink, Trace};
use proptest::test_runner::Config;
use std::sync::Arc;

const FUNCTIONS: usize = 120;
const CALLS: usize = 800;

/// The variation from run to run.
#[derive(Clone, Copy)]
struct Machine {
    /// Standard deviation of a run's speed.
    speed: f64,
    /// Standard deviation of a function's speed within a run (the memory layout differs).
    function: f64,
    /// Standard deviation of a single call's duration.
    call: f64,
    /// Number of calls in 100,000 that are hit by a pause of 0.2 to 1 ms.
    pauses: u64,
}

const QUIET: Machine = Machine { speed: 0.02, function: 0.01, call: 0.1, pauses: 10 };
const NOISY: Machine = Machine { speed: 0.1, function: 0.08, call: 0.6, pauses: 2_000 };

/// A program: calls in pre-order, whose durations depend on the machine.
struct Program {
    parent: Vec<usize>,
    function: Vec<usize>,
    /// Self time of each call on a machine without noise, in ns.
    own: Vec<f64>,
}

/// Returns a nearly normally distributed value, the sum of twelve uniform ones.
fn normal(rng: &mut Rng) -> f64 {
    (0..12).map(|_| rng.below(1 << 30) as f64 / f64::from(1 << 30)).sum::<f64>() - 6.0
}

impl Program {
    fn new(seed: u64) -> Self {
        let mut rng = Rng::new(seed);
        let costs: Vec<f64> = (0..FUNCTIONS).map(|_| 20_000.0 * normal(&mut rng).exp()).collect();
        let mut program = Self { parent: vec![0], function: vec![0], own: vec![costs[0]] };
        let mut open = vec![0];
        for call in 1..CALLS {
            open.truncate(1 + rng.below(open.len() as u64) as usize);
            program.parent.push(*open.last().unwrap());
            // Few functions are called often, and most are called rarely.
            let function = (rng.below(1000) * rng.below(1000) * FUNCTIONS as u64 / 1_000_000) as usize;
            program.function.push(function);
            program.own.push(costs[function]);
            if open.len() < 12 {
                open.push(call);
            }
        }
        program
    }

    /// Returns the function whose share of all time is nearest to 3 %, among functions called at least 20 times.
    fn middling_function(&self) -> usize {
        let all: f64 = self.own.iter().sum();
        let calls_of = |function: usize| self.function.iter().filter(|&&of| of == function).count();
        let share_of = |function: usize| {
            let own = self.own.iter().zip(&self.function).filter(|&(_, &of)| of == function);
            own.map(|(own, _)| own).sum::<f64>() / all
        };
        let distance = |function: &usize| (share_of(*function) - 0.03).abs();
        let often = (0..FUNCTIONS).filter(|&function| calls_of(function) >= 20);
        often.min_by(|left, right| distance(left).total_cmp(&distance(right))).unwrap()
    }

    /// Generates one run. `slow` is a function with a factor for its self time.
    fn run(&self, machine: Machine, slow: Option<(usize, f64)>, rng: &mut Rng) -> Trace {
        let speed = (machine.speed * normal(rng)).exp();
        let mut functions: Vec<f64> =
            (0..FUNCTIONS).map(|_| speed * (machine.function * normal(rng)).exp()).collect();
        if let Some((function, factor)) = slow {
            functions[function] *= factor;
        }
        let durations: Vec<i64> = (0..CALLS)
            .map(|call| {
                let jitter = (machine.call * normal(rng)).exp();
                let hit = rng.below(100_000) < machine.pauses;
                let pause = if hit { 200_000.0 + rng.below(800_000) as f64 } else { 0.0 };
                (self.own[call] * functions[self.function[call]] * jitter + pause) as i64
            })
            .collect();
        self.trace(&durations)
    }

    /// Builds a trace in which a call spends its self time before its callees.
    fn trace(&self, own: &[i64]) -> Trace {
        let mut all = own.to_vec();
        for call in (1..CALLS).rev() {
            all[self.parent[call]] += all[call];
        }
        let mut builder = Builder::default();
        let lane = builder.lane(None, LaneKind::Thread, "t");
        let named = |number: usize| {
            builder.function(FunctionSpec { name: &format!("f{number}"), ..FunctionSpec::default() })
        };
        let functions: Vec<FunctionId> = (0..FUNCTIONS).map(named).collect();
        let mut free = vec![0; CALLS];
        for call in 0..CALLS {
            let start = if call == 0 { 0 } else { free[self.parent[call]] };
            free[self.parent[call]] = start + all[call];
            free[call] = start + own[call];
            let spec = CallSpec {
                start,
                end: start + all[call],
                function: functions[self.function[call]],
                source: 0,
            };
            builder.call(lane, spec);
        }
        builder.finish().remove(0).1
    }
}

/// Builds a call tree. The number in a function's name is its identity.
fn tree(trace: &Trace) -> Arc<CallTree> {
    let named = |id| trace.functions().get(trace.names(), id).name[1..].parse().map(IdentityId).unwrap();
    let identities: Vec<IdentityId> = trace.functions().ids().map(named).collect();
    Arc::new(CallTree::new(trace, &identities, &mut |_, _| ()))
}

/// Ranks equally many runs of A and of B. The runs of B have the planted change.
fn compare(
    program: &Program,
    machine: Machine,
    runs: usize,
    slow: Option<(usize, f64)>,
    by: RowUnit,
    rng: &mut Rng,
) -> Ranking {
    let of_side = |side: usize, rng: &mut Rng| {
        let slow = slow.filter(|_| side == 1);
        (0..runs).map(|_| (side, tree(&program.run(machine, slow, rng)))).collect::<Vec<_>>()
    };
    let union = UnionTree::new(&[of_side(0, rng), of_side(1, rng)].concat());
    rank(&union, Options { by, ..Options::default() }, &mut |_, _| ())
}

fn listed(ranking: &Ranking) -> Vec<Row> {
    ranking.lists().into_iter().flat_map(standing_out).copied().collect()
}

/// Returns the number of sets that a share of all may reach by chance, up to three standard deviations above the mean.
fn at_most(share: f64) -> f64 {
    let sets = sets() as f64;
    share * sets + 3.0 * (sets * share * (1.0 - share)).sqrt()
}

/// Returns the number of sets: 32 by default, and up to 1,000 if more test cases are requested.
fn sets() -> u64 {
    u64::from(Config::default().cases / 2).min(1_000)
}

#[test]
fn false_alarms_stay_under_the_level() {
    for (machine, by) in [(QUIET, RowUnit::Function), (NOISY, RowUnit::Function), (NOISY, RowUnit::Path)] {
        let mut with_rows = 0;
        for set in 0..sets() {
            let ranking = compare(&Program::new(set), machine, 5, None, by, &mut Rng::new(set));
            assert!(matches!(ranking.noise, Noise::Tested(split) if split.splits == 126 && split.exact));
            with_rows += u64::from(!listed(&ranking).is_empty());
        }
        println!("{by:?}: {with_rows} of {} sets list something", sets());
        assert!(with_rows as f64 <= at_most(0.05), "{by:?}: {with_rows} of {}", sets());
    }
}

#[test]
fn tenth_more_time_is_found_in_most_sets() {
    let (mut found, mut besides) = (0, 0);
    for set in 0..sets() {
        let program = Program::new(set);
        let planted = program.middling_function();
        let ranking =
            compare(&program, QUIET, 5, Some((planted, 1.1)), RowUnit::Function, &mut Rng::new(set));
        let rows = listed(&ranking);
        found += u64::from(rows.iter().any(|row| row.identity.index() == planted && row.delta > 0.0));
        besides += u64::from(rows.iter().any(|row| row.identity.index() != planted));
    }
    println!("found in {found} of {} sets, something else in {besides}", sets());
    assert!(found as f64 >= 0.9 * sets() as f64, "{found} of {}", sets());
    assert!(besides as f64 <= at_most(0.05), "{besides} of {}", sets());
}

#[test]
fn one_run_per_side_finds_only_doublings() {
    let (mut with_rows, mut found) = (0, 0);
    for set in 0..sets() {
        let program = Program::new(set);
        let planted = program.middling_function();
        let repeat = compare(&program, NOISY, 1, None, RowUnit::Function, &mut Rng::new(set));
        assert!(matches!(repeat.noise, Noise::OneRunASide(_)));
        with_rows += u64::from(!listed(&repeat).is_empty());
        let slower = compare(&program, QUIET, 1, Some((planted, 2.0)), RowUnit::Function, &mut Rng::new(set));
        found += u64::from(standing_out(&slower.slower).iter().any(|row| row.identity.index() == planted));
    }
    println!("{with_rows} of {} repeats list something, {found} doublings found", sets());
    assert!(with_rows as f64 <= at_most(0.05), "{with_rows} of {}", sets());
    assert!(found as f64 >= 0.9 * sets() as f64, "{found} of {}", sets());
}

#[test]
fn intervals_need_enough_runs() {
    let program = Program::new(1);
    let planted = program.middling_function();
    let tested = compare(&program, QUIET, 5, Some((planted, 1.5)), RowUnit::Function, &mut Rng::new(1));
    let row = tested.slower.iter().find(|row| row.identity.index() == planted).unwrap();
    let confidence = row.confidence.unwrap();
    let [low, high] = confidence.interval.unwrap();
    assert!(
        confidence.p <= 0.05 && 1.3 < low && high < 1.7 && low <= confidence.ratio.unwrap(),
        "{confidence:?}"
    );

    let few = compare(&program, QUIET, 3, Some((planted, 1.5)), RowUnit::Function, &mut Rng::new(1));
    assert_eq!(few.noise, Noise::TooFewRuns);
    assert!(
        standing_out(&few.slower)
            .iter()
            .any(|row| row.identity.index() == planted && row.confidence.is_none())
    );
}

#[test]
fn order_of_runs_and_sides_changes_nothing() {
    let program = Program::new(3);
    let planted = program.middling_function();
    for (runs_a, runs_b) in [(5, 5), (4, 6), (8, 9)] {
        let mut rng = Rng::new(3);
        let of_a = (0..runs_a).map(|_| (0, tree(&program.run(QUIET, None, &mut rng))));
        let mut runs: Vec<_> = of_a.collect();
        runs.extend((0..runs_b).map(|_| (1, tree(&program.run(QUIET, Some((planted, 1.3)), &mut rng)))));
        let there = rank(&UnionTree::new(&runs), Options::default(), &mut |_, _| ());
        runs.reverse();
        runs.swap(1, 3);
        assert_eq!(rank(&UnionTree::new(&runs), Options::default(), &mut |_, _| ()), there);
        let mirrored: Vec<_> = runs.iter().map(|(side, tree)| (1 - side, Arc::clone(tree))).collect();
        let back = rank(&UnionTree::new(&mirrored), Options::default(), &mut |_, _| ());
        let tests = |rows: &[Row]| {
            standing_out(rows)
                .iter()
                .map(|row| (row.identity, row.delta.abs(), row.confidence.unwrap().p))
                .collect::<Vec<_>>()
        };
        assert!(standing_out(&there.slower).iter().any(|row| row.identity.index() == planted));
        assert_eq!(tests(&there.slower), tests(&back.faster));
        assert_eq!(tests(&there.faster), tests(&back.slower));
    }
}

#[test]
fn a_test_done_elsewhere_gives_the_same_ranking() {
    let program = Program::new(5);
    let planted = program.middling_function();
    for (runs_a, runs_b) in [(5, 5), (3, 7), (9, 9), (2, 2), (1, 1), (1, 3)] {
        let mut rng = Rng::new(5);
        let run = |side: usize, rng: &mut Rng| {
            let slow = (side == 1).then_some((planted, 1.4));
            (side, tree(&program.run(QUIET, slow, rng)))
        };
        let mut runs: Vec<_> = (0..runs_a).map(|_| run(0, &mut rng)).collect();
        runs.extend((0..runs_b).map(|_| run(1, &mut rng)));
        let union = UnionTree::new(&runs);
        for by in [RowUnit::Function, RowUnit::Path] {
            let options = Options { by, ..Options::default() };
            let here = rank(&union, options, &mut |_, _| ());
            let test = PermutationTest::new(&union, options);
            assert_eq!(test.is_some(), matches!(here.noise, Noise::Tested(_)), "{runs_a} and {runs_b}");
            let tested = test.as_ref().and_then(|test| test.test(&mut |_, _| ()));
            assert_eq!(
                rank_with_result(
                    &union,
                    options,
                    RankInput { result: tested.as_ref(), few: &[], shifts: None }
                ),
                here
            );
        }
    }
}

#[test]
fn aligned_run_has_the_median_total() {
    for (totals, run) in
        [(&[][..], 0), (&[7], 0), (&[7, 3], 1), (&[9, 1, 5], 2), (&[4, 8, 2, 6], 0), (&[5, 5, 5, 5], 1)]
    {
        assert_eq!(run_of_median_total(totals), run, "{totals:?}");
    }
}

#[test]
fn new_functions_need_every_run() {
    let program = Program::new(4);
    let mut rng = Rng::new(4);
    let mut with_extra = Program::new(4);
    // The last call is a leaf. In B it calls a function that nothing else calls.
    *with_extra.function.last_mut().unwrap() = FUNCTIONS - 1;
    let is_free = !program.function.contains(&(FUNCTIONS - 1));
    assert!(is_free, "choose another seed");
    let runs = |in_b: usize, rng: &mut Rng| {
        let mut runs: Vec<_> = (0..5).map(|_| (0, tree(&program.run(QUIET, None, rng)))).collect();
        runs.extend((0..5).map(|run| {
            let program = if run < in_b { &with_extra } else { &program };
            (1, tree(&program.run(QUIET, None, rng)))
        }));
        standing_out(&rank(&UnionTree::new(&runs), Options::default(), &mut |_, _| ()).new).to_vec()
    };
    let named = |rows: &[Row]| rows.iter().map(|row| row.identity.index()).collect::<Vec<_>>();
    assert_eq!(named(&runs(5, &mut rng)), [FUNCTIONS - 1]);
    assert_eq!(named(&runs(2, &mut rng)), [0; 0]);
}
