//! Tests of judgements, with fleets whose changes are known.

use super::*;
use diptych_testkit::{Rng, normal};

/// A fleet of pairs with the same functions. Times vary by a share from run to run.
struct Planted {
    pairs: usize,
    functions: usize,
    noise: f64,
}

impl Planted {
    /// Returns the judgement, with the change that `factor` plants in a function of a pair.
    fn judged(&self, seed: u64, factor: impl Fn(usize, usize) -> f64) -> FleetSummary {
        let (mut rng, mut observations) = (Rng::new(seed), Observations::default());
        for pair in 0..self.pairs {
            for function in 0..self.functions {
                let name = observations.function(&format!("f{function}"));
                let mut run = || 1e6 * (function + 1) as f64 * (self.noise * normal(&mut rng)).exp();
                let times = [run(), run() * factor(pair, function)];
                observations.add(Observation {
                    pair: pair as u32,
                    function: name,
                    times,
                    is_called: [true; 2],
                    is_judged: true,
                });
            }
        }
        let outcome = |pair| PairOutcome { name: format!("p{pair}"), ..PairOutcome::default() };
        FleetSummary::new((0..self.pairs).map(outcome).collect(), &observations, FleetOptions::default())
    }
}

const FLEET: Planted = Planted { pairs: 100, functions: 12, noise: 0.02 };

#[test]
fn planted_changes_are_found_and_no_others() {
    let is_planted = |pair: usize, function: usize| pair % 25 == 3 && function == pair % 12;
    let summary = FLEET.judged(7, |pair, function| if is_planted(pair, function) { 1.3 } else { 1.0 });
    let mut found: Vec<(usize, usize)> =
        summary.changes.iter().map(|change| (change.pair, change.function)).collect();
    found.sort_unstable();
    assert!(summary.null.unwrap().freedom > 6.0, "{:?}", summary.null);
    assert_eq!(found, [(3, 3), (28, 4), (53, 5), (78, 6)]);
    let changed: Vec<usize> = (0..100).filter(|&pair| summary.pairs[pair].is_changed).collect();
    assert_eq!(changed, [3, 28, 53, 78]);
    assert!(summary.groups.is_empty() && summary.functions.iter().all(|of| !of.is_shifted));
}

#[test]
fn fleet_without_changes_has_few_false_ones() {
    let false_ones: usize = (0..40).map(|seed| FLEET.judged(seed, |_, _| 1.0).changes.len()).sum();
    assert!(false_ones <= 4, "{false_ones} false changes in 48,000 tests");
}

#[test]
fn function_that_is_slower_everywhere_is_found_over_the_fleet() {
    let summary = FLEET.judged(1, |_, function| if function == 5 { 1.03 } else { 1.0 });
    let shifted: Vec<&FleetFunction> = summary.functions.iter().filter(|of| of.is_shifted).collect();
    let [only] = shifted[..] else { panic!("{shifted:?}") };
    assert_eq!(summary.names[only.function], "f5");
    assert!((only.ratio.unwrap() - 1.03).abs() < 0.01 && only.pairs == 100);
}

#[test]
fn pair_on_a_slow_machine_changed_in_general() {
    let summary = FLEET.judged(2, |pair, _| if pair == 41 { 1.2 } else { 1.0 });
    assert!(summary.changes.is_empty(), "{:?}", summary.changes);
    let changed: Vec<usize> = (0..100).filter(|&pair| summary.pairs[pair].is_changed).collect();
    assert_eq!(changed, [41]);
    assert!((summary.pairs[41].general_ratio.unwrap() - 1.2).abs() < 0.02);
}

#[test]
fn pairs_with_the_same_changes_are_alike() {
    let summary = FLEET.judged(3, |pair, function| match (pair, function) {
        (10 | 20 | 30, 2 | 3) | (50, 7) => 1.4,
        (60 | 70, 7) => 0.7,
        _ => 1.0,
    });
    assert_eq!(summary.groups, [vec![10, 20, 30], vec![60, 70]]);
    assert_eq!(summary.pairs[50].group, None);
}

#[test]
fn new_functions_and_incomplete_sides_are_changes_too() {
    let mut observations = Observations::default();
    let function = observations.function("export");
    for (pair, is_judged) in [(0, true), (1, false)] {
        let (times, is_called) = ([0.0, 0.0], [false, true]);
        observations.add(Observation { pair, function, times, is_called, is_judged });
    }
    let doubtful = PairOutcome { doubt: Some("B ends early, at 40 %".to_owned()), ..PairOutcome::default() };
    let outcomes = vec![PairOutcome::default(), PairOutcome::default(), doubtful];
    let summary = FleetSummary::new(outcomes, &observations, FleetOptions::default());
    assert_eq!(summary.pairs.iter().map(|pair| pair.is_changed).collect::<Vec<_>>(), [true, false, true]);
    assert_eq!(summary.pairs[0].new_and_gone, [1, 0]);
    assert_eq!((summary.functions[0].new, summary.functions[0].gone), (1, 0));
}

#[test]
fn small_fleet_relies_on_each_pair() {
    let outcomes = vec![
        PairOutcome { significant_changes: 2, ..PairOutcome::default() },
        PairOutcome::default(),
        PairOutcome { error: Some("damaged".to_owned()), significant_changes: 1, ..PairOutcome::default() },
    ];
    let summary = FleetSummary::new(outcomes, &Observations::default(), FleetOptions::default());
    assert!(summary.null.is_none());
    assert_eq!(summary.pairs.iter().map(|pair| pair.is_changed).collect::<Vec<_>>(), [true, false, false]);
}
