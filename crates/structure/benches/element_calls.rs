//! Time to sum up the calls in focus by element: 1,000,000 calls of 100,000 functions, each an element.

#![allow(clippy::unwrap_used, reason = "a benchmark fails by panicking")]

use diptych_structure::{ElementCalls, FocusCalls};
use diptych_testkit::{Shape, generate};
use diptych_trace::{CallId, Trace};
use divan::Bencher;
use std::sync::LazyLock;

const ELEMENTS: u32 = 100_000;

static TRACE: LazyLock<Trace> = LazyLock::new(|| {
    let shape = Shape {
        calls: 1_000_000,
        lanes: 1,
        functions: ELEMENTS as usize,
        max_depth: 40,
        extent: 1_000_000_000_000,
    };
    generate(7, shape)
});

static INDEX: LazyLock<ElementCalls> = LazyLock::new(index);

fn index() -> ElementCalls {
    let places: Vec<u32> = (0..TRACE.functions().len() as u32).collect();
    ElementCalls::new(&TRACE, &places, ELEMENTS)
}

fn main() {
    divan::main();
}

/// The index is built once per trace and level.
#[divan::bench]
fn index_of_all_calls(bencher: Bencher<'_, '_>) {
    LazyLock::force(&TRACE);
    bencher.bench(index);
}

/// Measures a frame while brushing, by the percentage of calls in focus.
#[divan::bench(args = [100, 50, 10, 1])]
fn calls_in_focus(bencher: Bencher<'_, '_>, percent: u32) {
    let calls = TRACE.calls();
    let wanted = calls.len() as u32 / 100 * percent;
    // The call whose subtree is closest to that size.
    let size = |call: &u32| calls.subtree(CallId(*call)).len() as u32;
    let at = (0..calls.len() as u32).min_by_key(|call| size(call).abs_diff(wanted)).unwrap();
    let range = if percent == 100 { 0..calls.len() as u32 } else { calls.subtree(CallId(at)) };
    let within = (percent < 100).then_some(CallId(at));
    let focus = FocusCalls { ranges: std::iter::once(range).collect(), within };
    LazyLock::force(&INDEX);
    bencher.bench(|| INDEX.measure(&TRACE, &focus));
}
