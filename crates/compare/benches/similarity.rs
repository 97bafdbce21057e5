//! Benchmarks of callee-set similarity. Classes, join, bars, groups and repetitions run on a pair with few distinct
//! callee sets, as in real programs. A second join runs on thousands of sets.
#![allow(clippy::unwrap_used, reason = "a benchmark may panic")]

use diptych_compare::Pair;
use diptych_compare::similarity::{
    Axes, Bars, CalleeSets, Groups, JoinOptions, Matches, Measure, Similarity, Viewport, Window, expand,
    repetitions,
};
use diptych_testkit::{IdentityTable, Shape, generate};
use diptych_trace::{IdentityId, Trace};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// A trace of many calls of few functions.
const LOOPS: Shape = Shape { calls: 200_000, lanes: 2, functions: 10, max_depth: 8, extent: 1_000_000_000 };

/// A trace with thousands of distinct callee sets.
const VARIED: Shape = Shape { calls: 20_000, lanes: 1, functions: 300, max_depth: 12, extent: 1_000_000_000 };

struct Sides {
    traces: [Trace; 2],
    identities: [Vec<IdentityId>; 2],
    count: u32,
}

impl Sides {
    fn new(traces: [Trace; 2]) -> Self {
        let mut table = IdentityTable::default();
        let identities =
            [0, 1].map(|side: usize| table.identify_all(&traces[side], IdentityTable::plain_key));
        Self { traces, identities, count: table.len() as u32 }
    }

    fn generated(shape: Shape) -> Self {
        Self::new([1, 2].map(|seed| generate(seed, shape)))
    }

    fn pair(&self) -> Pair<'_> {
        let Self { traces: [a, b], identities: [of_a, of_b], count } = self;
        Pair { traces: [a, b], identities: [of_a, of_b], identity_count: *count }
    }

    fn sets(&self, measure: Measure) -> CalleeSets {
        CalleeSets::new(self.pair(), measure, &mut |_, _| ()).unwrap()
    }
}

fn join(sets: &CalleeSets) -> Similarity {
    Similarity::join(sets, JoinOptions::default(), &mut |_, _| ())
}

const MEASURES: [Measure; 3] = [Measure::Plain, Measure::Multiset, Measure::TimeWeighted];

#[divan::bench(args = MEASURES)]
fn classes(bencher: Bencher, measure: Measure) {
    let sides = Sides::generated(LOOPS);
    let calls: usize = sides.traces.iter().map(|trace| trace.calls().len()).sum();
    bencher.counter(ItemsCount::new(calls)).bench(|| black_box(&sides).sets(measure));
}

// No `Measure::Multiset`: there are far more count vectors than callee sets, so they would not be few.
#[divan::bench(args = [Measure::Plain, Measure::TimeWeighted])]
fn join_of_few_sets(bencher: Bencher, measure: Measure) {
    let sides = Sides::generated(LOOPS);
    let sets = sides.sets(measure);
    bencher.counter(ItemsCount::new(join(&sets).class_pairs())).bench(|| join(black_box(&sets)));
}

#[divan::bench]
fn join_of_many_sets(bencher: Bencher) {
    let sides = Sides::generated(VARIED);
    let sets = sides.sets(Measure::Plain);
    bencher.counter(ItemsCount::new(sets.distinct(0) * sets.distinct(1))).bench(|| join(black_box(&sets)));
}

/// Runs a step on the matches of the pair of loops at its full extent.
fn on_matches<T>(bencher: Bencher, step: impl Fn(Matches<'_>, Viewport, &Bars) -> T) {
    let sides = Sides::generated(LOOPS);
    let sets = sides.sets(Measure::Plain);
    let similarity = join(&sets);
    let matches = Matches { pair: sides.pair(), sets: &sets, similarity: &similarity };
    let windows = [0, 1].map(|side: usize| Window::full(&sides.traces[side], 1_920.0));
    let bars = Bars::new(matches, &mut |_, _| ());
    bencher.bench_local(|| step(black_box(matches), Viewport { windows, least_px: 1.0 }, &bars));
}

#[divan::bench]
fn bars_set_up(bencher: Bencher) {
    on_matches(bencher, |matches, _, _| Bars::new(matches, &mut |_, _| ()));
}

#[divan::bench]
fn bars_of_192_bins(bencher: Bencher) {
    on_matches(bencher, |matches, viewport, bars| {
        let edges: Vec<i64> = (0..=192).map(|edge| viewport.windows[0].end * edge / 192).collect();
        bars.between(matches, 0, Axes::default(), &edges)
    });
}

#[divan::bench]
fn groups(bencher: Bencher) {
    on_matches(bencher, |matches, viewport, _| Groups::new(matches, viewport));
}

#[divan::bench]
fn expanding_5000(bencher: Bencher) {
    on_matches(bencher, |matches, viewport, _| expand(matches, viewport, 5_000));
}

#[divan::bench]
fn repeated(bencher: Bencher) {
    on_matches(bencher, |matches, _, _| repetitions(matches.pair.traces[0], matches.sets, 0, &mut |_, _| ()));
}
