//! Benchmarks requests to an engine that holds the example pair, once and repeated a hundred times: layouts at several
//! zooms, hover, search.
#![allow(clippy::unwrap_used, reason = "a benchmark may panic")]

use diptych_engine::Engine;
use diptych_engine::trace::Run;
use diptych_protocol::{
    Ask, DeskId, HoverRequest, LayoutRequest, SideName, Sides, ThemeChoice, ViewState, Window,
};
use diptych_testkit::repeated;
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

const EXAMPLES: [&[u8]; 2] = [
    include_bytes!("../../../www/examples/jinja2-3.0.3.json.gz"),
    include_bytes!("../../../www/examples/jinja2-3.1.6.json.gz"),
];

/// Returns an engine with about ten thousand calls a side, repeated `times` times, and the extent of the longer run in
/// ticks.
fn engine(times: i64) -> (Engine, i64) {
    let (mut engine, mut extent) = (diptych_desks::engine(), 0);
    for (side, bytes) in SideName::BOTH.into_iter().zip(EXAMPLES) {
        let run = diptych_engine::read("example.json.gz", bytes).unwrap();
        let trace = repeated(&run.trace, times, 0);
        extent = extent.max(trace.extent());
        engine.load(side, Run { trace, ..run });
    }
    (engine, extent)
}

fn ask<A: Ask>(engine: &mut Engine, ask: &A) {
    let _reply = black_box(engine.ask(black_box(ask)));
    if let Some(words) = engine.take_words() {
        engine.recycle(words);
    }
}

fn layout(change: impl FnOnce(&mut ViewState)) -> LayoutRequest {
    let mut state = ViewState::default();
    change(&mut state);
    LayoutRequest {
        desk: DeskId::Compare,
        state,
        theme: ThemeChoice::Light,
        width: 944.0,
        height: 588.0,
        tubes: None,
        held: 0,
    }
}

/// Factors by which the window is shorter than the whole run.
const PARTS: [i64; 4] = [1, 10, 1_000, 100_000];

#[divan::bench(args = PARTS, consts = [1, 100])]
fn zoomed<const TIMES: i64>(bencher: Bencher, part: i64) {
    let (mut engine, extent) = engine(TIMES);
    let middle = extent / 2;
    let window = Window { start: middle - extent / part / 2, end: middle + extent / part / 2 };
    let request = layout(|state| state.time.windows = Sides::both(Some(window)));
    bencher.bench_local(|| ask(&mut engine, &request));
}

#[divan::bench]
fn hover(bencher: Bencher) {
    let (mut engine, _) = engine(100);
    ask(&mut engine, &layout(|_| ()));
    let request = HoverRequest { desk: DeskId::Compare, point: Some([400.0, 200.0]) };
    bencher.bench_local(|| ask(&mut engine, &request));
}

#[divan::bench]
fn search(bencher: Bencher) {
    let (mut engine, _) = engine(100);
    let searches = ["token", "parse"].map(|text| layout(|state| text.clone_into(&mut state.search)));
    let mut turn = 0;
    bencher.bench_local(|| {
        turn += 1;
        ask(&mut engine, &searches[turn % 2]);
    });
}
