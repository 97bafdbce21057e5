//! Benchmarks of trace building, for the orders in which recorders write calls, and of passing a trace between workers.

use diptych_testkit::{Rng, Shape, generate};
use diptych_trace::{Builder, CallSpec, FunctionSpec, LaneKind, Sink, Trace, TraceImporter};
use divan::counter::ItemsCount;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

const SHAPE: Shape = Shape { calls: 100_000, lanes: 1, functions: 200, max_depth: 30, extent: 1_000_000_000 };

/// Order in which a recorder writes its calls.
#[derive(Debug, Clone, Copy)]
enum Order {
    OnReturn,
    OnEntry,
    Shuffled,
}

/// Returns the calls of a generated trace in the given order.
fn calls(order: Order) -> Vec<CallSpec> {
    let trace = generate(1, SHAPE);
    let calls = trace.calls();
    let mut ids: Vec<u32> = (0..calls.len() as u32).collect();
    let mut rng = Rng::new(2);
    match order {
        Order::OnEntry => {}
        Order::OnReturn => ids.sort_by_key(|&id| {
            (calls.subtree_end()[id as usize], std::cmp::Reverse(calls.depth()[id as usize]))
        }),
        Order::Shuffled => ids.sort_by_cached_key(|_| rng.bits()),
    }
    let spec = |id: u32| {
        let row = id as usize;
        CallSpec {
            start: calls.start()[row],
            end: calls.end()[row],
            function: calls.function()[row],
            source: 0,
        }
    };
    ids.into_iter().map(spec).collect()
}

fn build(calls: &[CallSpec]) -> Trace {
    let mut builder = Builder::default();
    let lane = builder.lane(None, LaneKind::Thread, "lane");
    for number in 0..SHAPE.functions {
        builder.function(FunctionSpec { name: &format!("f{number}"), ..FunctionSpec::default() });
    }
    for &call in calls {
        builder.call(lane, call);
    }
    builder.finish().remove(0).1
}

#[divan::bench(args = [Order::OnReturn, Order::OnEntry, Order::Shuffled])]
fn nested(bencher: Bencher, order: Order) {
    let calls = calls(order);
    bencher.counter(ItemsCount::new(calls.len())).bench(|| build(black_box(&calls)));
}

#[divan::bench]
fn exported_and_imported(bencher: Bencher) {
    let trace = generate(1, SHAPE);
    bencher.counter(ItemsCount::new(trace.calls().len())).bench(|| {
        let mut importer = TraceImporter::default();
        black_box(&trace).export_copy(|tag, bytes| {
            importer.column(tag, bytes.len(), |place| place.copy_from_slice(bytes));
        });
        importer.finish()
    });
}
