//! Benchmarks from calls to the data of profile views: 10 M calls on few paths, a million paths, 20,000 functions.

use diptych_profile::{
    DifferenceOptions, Differences, Folding, FunctionTable, Funky, MeasuredTree, Order, SortedSiblings,
    TreePart, Weight, WeightedTree, WidthBy, Widths, funky_columns,
};
use diptych_testkit::paths::wide;
use diptych_testkit::{Shape, generate};
use diptych_trace::{Builder, CallSpec, FunctionId, IdentityId, LaneKind, Sink, Trace};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use std::sync::LazyLock;

fn main() {
    divan::main();
}

/// 10 M calls: a step of about two thousand calls, repeated, as most programs do.
static STEPS: LazyLock<Trace> = LazyLock::new(|| {
    let step =
        generate(7, Shape { calls: 2_000, lanes: 1, functions: 200, max_depth: 30, extent: 100_000_000 });
    let calls = step.calls();
    let mut builder = Builder::default();
    let lane = builder.lane(None, LaneKind::Thread, "lane");
    let name = |id: FunctionId| step.functions().get(step.names(), id);
    let functions: Vec<FunctionId> = step.functions().ids().map(|id| builder.function(name(id))).collect();
    for at in 0..10_000_000 / calls.len().max(1) as i64 {
        for row in 0..calls.len() {
            let [start, end] = [calls.start()[row], calls.end()[row]].map(|tick| tick + at * 100_000_000);
            let function = functions[calls.function()[row].index()];
            builder.call(lane, CallSpec { start, end, function, source: 0 });
        }
    }
    builder.finish().remove(0).1
});

/// Builds a trace of a million calls, each with a path of its own.
fn paths(seed: u64) -> Trace {
    wide(seed, 1_000_000, 20_000)
}

static PATHS: LazyLock<Trace> = LazyLock::new(|| paths(1));
static TREE: LazyLock<WeightedTree> = LazyLock::new(|| WeightedTree::one(&measured(&PATHS)));
static PAIR: LazyLock<WeightedTree> = LazyLock::new(|| {
    let other = paths(1);
    WeightedTree::pair([&measured(&PATHS), &measured(&other)])
});

fn identities(trace: &Trace) -> Vec<IdentityId> {
    (0..trace.functions().len() as u32).map(IdentityId).collect()
}

fn measured(trace: &Trace) -> MeasuredTree {
    MeasuredTree::new(trace, &identities(trace), TreePart::whole(), Weight::Ticks, &mut |_, _| ())
}

#[divan::bench(sample_count = 7)]
fn ten_million_calls_to_a_tree(bencher: Bencher) {
    let trace = &*STEPS;
    bencher.counter(ItemsCount::new(trace.calls().len())).bench(|| measured(black_box(trace)));
}

#[divan::bench(sample_count = 7)]
fn a_million_calls_to_as_many_paths(bencher: Bencher) {
    let trace = &*PATHS;
    bencher.counter(ItemsCount::new(trace.calls().len())).bench(|| measured(black_box(trace)));
}

/// From the call tree to a layout: weights, folding, widths, sibling order.
#[divan::bench(sample_count = 7)]
fn a_million_paths_to_a_flame_graph(bencher: Bencher) {
    let run = measured(&PATHS);
    bencher.counter(ItemsCount::new(run.tree.len())).bench(|| {
        let tree = WeightedTree::one(black_box(&run));
        let tree = tree.folded(Folding::Direct, 20_000).into_owned();
        let widths = Widths::new(&tree, WidthBy::Larger, [1.0; 2]);
        let siblings = SortedSiblings::new(&tree, Order::Weight, &widths.width);
        (tree, widths, siblings)
    });
}

#[divan::bench(sample_count = 7)]
fn a_million_paths_folded_fully(bencher: Bencher) {
    let tree = &*TREE;
    bencher.counter(ItemsCount::new(tree.len())).bench(|| tree.folded(Folding::Full, 20_000).into_owned());
}

#[divan::bench(sample_count = 7)]
fn a_million_paths_inverted(bencher: Bencher) {
    let tree = &*TREE;
    bencher
        .counter(ItemsCount::new(tree.len()))
        .bench(|| tree.inverted(diptych_profile::LeastShown::default()));
}

/// Both sides of a pair with a million paths, and their differences.
#[divan::bench(sample_count = 7)]
fn a_pair_of_a_million_paths_compared(bencher: Bencher) {
    let tree = &*PAIR;
    bencher.counter(ItemsCount::new(tree.len())).bench(|| {
        let differences = Differences::new(tree, DifferenceOptions::default());
        let widths = Widths::new(tree, WidthBy::Larger, differences.factors());
        let changed = tree.nodes().filter(|&node| differences.change(node).delta() > 0.0).count();
        (changed, SortedSiblings::new(tree, Order::Weight, &widths.width))
    });
}

/// The first picture of 20,000 functions on 100,000 paths: the row of columns, and the pairs of the columns that are at
/// least 3 px wide at 1,440 px.
#[divan::bench(sample_count = 7)]
fn a_funky_graph_of_twenty_thousand_functions(bencher: Bencher) {
    let shape = Shape { calls: 100_000, lanes: 4, functions: 20_000, max_depth: 30, extent: 1_000_000_000 };
    let trace = generate(3, shape);
    let tree = WeightedTree::one(&measured(&trace));
    bencher.counter(ItemsCount::new(tree.len())).bench(|| {
        let table = FunctionTable::new(black_box(&tree), 20_000);
        let columns = funky_columns(&table, WidthBy::Larger, [1.0; 2]);
        let whole: f64 = columns.iter().map(|column| column.own).sum();
        let mut funky = Funky::new(&tree, 20_000);
        let wide = columns.iter().filter(|column| column.own / whole * 1_440.0 >= 3.0);
        wide.filter_map(|column| funky.pair(column.function)).collect::<Vec<_>>()
    });
}
