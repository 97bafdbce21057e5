//! Sums of functions equal those of `pprof -top -cum`, recursion included, and of `pprof -diff_base`. The tests apply
//! pprof's rule as its source has it, sample by sample.
//!
//! `internal/graph/graph.go`, `newGraph`: the frames of a sample are walked from the leaf. The sample's value is added
//! to the *cum* of a node the first time that the sample meets it, and to the *flat* of the leaf's node only.
//! `-diff_base` gives the samples of the base the factor −1 and merges both.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_profile::{FunctionTable, MeasuredTree, TreePart, Weight, WeightedTree};
use diptych_testkit::{Shape, generate, trace};
use diptych_trace::{CallId, IdentityId, Trace};
use proptest::prelude::*;
use std::collections::BTreeSet;

const FUNCTIONS: usize = 4;

/// A stack, leaf first as in pprof's files, and its sampled value.
struct Sample {
    locations: Vec<usize>,
    value: i64,
}

fn number(trace: &Trace, call: CallId) -> usize {
    let function = trace.calls().function()[call.index()];
    trace.functions().get(trace.names(), function).name[1..].parse().unwrap()
}

/// Returns one sample for each call: its stack and its self time.
fn samples(trace: &Trace) -> Vec<Sample> {
    let calls = trace.calls();
    let up = |id: &CallId| calls.parent()[id.index()].some();
    let sample = |id: CallId| Sample {
        locations: std::iter::successors(Some(id), up).map(|id| number(trace, id)).collect(),
        value: calls.self_time(id),
    };
    (0..calls.len() as u32).map(|id| sample(CallId(id))).collect()
}

/// Returns the values that pprof prints for each function: flat and cum.
fn top(samples: &[Sample]) -> Vec<(i64, i64)> {
    let mut nodes = vec![(0, 0); FUNCTIONS];
    for Sample { locations, value } in samples {
        let mut seen = BTreeSet::new();
        for (place, &location) in locations.iter().enumerate() {
            if place == 0 {
                nodes[location].0 += value;
            }
            if seen.insert(location) {
                nodes[location].1 += value;
            }
        }
    }
    nodes
}

fn measured(trace: &Trace) -> MeasuredTree {
    let name = |id| trace.functions().get(trace.names(), id).name[1..].parse().unwrap();
    let identities: Vec<IdentityId> = trace.functions().ids().map(|id| IdentityId(name(id))).collect();
    MeasuredTree::new(trace, &identities, TreePart::whole(), Weight::Ticks, &mut |_, _| ())
}

/// Returns own weight and total of each function on a side.
fn sums(table: &FunctionTable, side: usize) -> Vec<(i64, i64)> {
    let sums = &table.sides[side];
    sums.own.iter().copied().zip(sums.total.iter().copied()).collect()
}

#[test]
fn recursion_counts_once_per_stack() {
    // Directly, and through another function: f0 is on one stack three times.
    let run = trace("\nt\n  0..100 f0\n    10..90 f0\n      20..80 f1\n        30..60 f0\n  100..120 f1");
    let table = FunctionTable::new(&WeightedTree::one(&measured(&run)), FUNCTIONS);
    assert_eq!(sums(&table, 0)[..2], [(70, 100), (50, 80)]);
    assert_eq!(sums(&table, 0), top(&samples(&run)));
}

proptest! {
    #[test]
    fn totals_are_cum_and_self_weights_are_flat(seed: u64) {
        let run = generate(seed, Shape { functions: FUNCTIONS, ..Shape::SMALL });
        let table = FunctionTable::new(&WeightedTree::one(&measured(&run)), FUNCTIONS);
        prop_assert_eq!(sums(&table, 0), top(&samples(&run)));
    }

    #[test]
    fn changes_equal_pprof_diff_base(seed: u64) {
        let [a, b] = [seed, seed ^ 0xABCD].map(|seed| generate(seed, Shape { functions: FUNCTIONS, ..Shape::SMALL }));
        let table = FunctionTable::new(&WeightedTree::pair([&measured(&a), &measured(&b)]), FUNCTIONS);
        let base = samples(&a).into_iter().map(|sample| Sample { value: -sample.value, ..sample });
        let merged: Vec<Sample> = samples(&b).into_iter().chain(base).collect();
        let [of_a, of_b] = [sums(&table, 0), sums(&table, 1)];
        let changes: Vec<(i64, i64)> =
            of_a.iter().zip(&of_b).map(|(a, b)| (b.0 - a.0, b.1 - a.1)).collect();
        prop_assert_eq!(changes, top(&merged));
    }
}
