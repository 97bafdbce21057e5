//! Benchmarks the Profile desk with the requests of the page: zoom and hover over a million paths, and the first
//! picture of twenty thousand functions.
#![allow(clippy::unwrap_used, reason = "a benchmark may panic")]

use diptych_engine::InProcess;
use diptych_engine::trace::{Run, Trace};
use diptych_protocol::{
    DeskId, HoverRequest, LayoutRequest, PickRequest, ProfileParts, SideName, Subject, ThemeChoice, ViewState,
};
use diptych_testkit::paths::wide;
use diptych_testkit::{Shape, generate};
use divan::{Bencher, black_box};

fn main() {
    divan::main();
}

/// Returns the middle of a row of the flame graph, CSS pixels from the top.
fn row(number: u8) -> f32 {
    24.0 + 17.0 * (f32::from(number) + 0.5)
}

/// Horizontal position of a path's last callee, CSS pixels. It holds whatever the path's own weight.
const RIGHT_PX: f32 = 1_420.0;

fn loaded(traces: [Option<Trace>; 2]) -> InProcess {
    let mut session = diptych_desks::in_process();
    for (side, trace) in SideName::BOTH.into_iter().zip(traces) {
        let Some(trace) = trace else { continue };
        let empty = &b"[{\"ph\":\"X\",\"ts\":0,\"dur\":1,\"name\":\"f\"}]"[..];
        let run = diptych_engine::read("made.json", empty).unwrap();
        session.engine.load(side, Run { trace, ..run });
    }
    session
}

fn layout(change: impl FnOnce(&mut ViewState)) -> LayoutRequest {
    let mut state = ViewState::default();
    state.profile.parts = ProfileParts::Flame;
    change(&mut state);
    let (theme, width, height) = (ThemeChoice::Light, 1_440.0, 560.0);
    LayoutRequest { desk: DeskId::Profile, state, theme, width, height, tubes: None, held: 0 }
}

/// Lays out until no analysis is missing.
fn settle(session: &mut InProcess, request: &LayoutRequest) {
    loop {
        show(session, request);
        if session.work().is_empty() {
            return;
        }
    }
}

fn show(session: &mut InProcess, request: &LayoutRequest) {
    black_box(session.ask(black_box(request)).unwrap());
    if let Some(words) = session.engine.take_words() {
        session.engine.recycle(words);
    }
}

/// Returns a session with a million paths on one side, or on both.
fn million(sides: usize) -> InProcess {
    let traces = [1, 2].map(|seed| (seed as usize <= sides).then(|| wide(seed, 1_000_000, 20_000)));
    loaded(traces)
}

/// Returns the subject under the pointer in a row.
fn at(session: &mut InProcess, number: u8) -> Subject {
    let pick = PickRequest { desk: DeskId::Profile, point: [RIGHT_PX, row(number)] };
    session.ask(&pick).unwrap().subject.unwrap()
}

/// Returns three layouts: the whole graph, zoomed two rows down, and zoomed two more rows down.
fn zooms(session: &mut InProcess) -> [LayoutRequest; 3] {
    let whole = layout(|_| ());
    settle(session, &whole);
    let below = at(session, 2);
    let below = layout(|state| state.profile.flame.zoom = Some(below));
    show(session, &below);
    // A zoomed graph keeps the callers of the zoomed path as rows above it, so row 4 is two rows below row 2.
    let deep = at(session, 4);
    [whole, below, layout(|state| state.profile.flame.zoom = Some(deep))]
}

/// Switches between three zooms: the whole graph, a path, and a path deeper down.
#[divan::bench(consts = [1, 2], sample_count = 30)]
fn zoom<const SIDES: usize>(bencher: Bencher) {
    let mut session = million(SIDES);
    let requests = zooms(&mut session);
    let mut turn = 0;
    bencher.bench_local(|| {
        turn += 1;
        show(&mut session, &requests[turn % requests.len()]);
    });
}

/// Looks up the subject under the pointer and draws the picture with its marks.
#[divan::bench(consts = [1, 2], sample_count = 30)]
fn hover<const SIDES: usize>(bencher: Bencher) {
    let mut session = million(SIDES);
    let request = layout(|_| ());
    settle(&mut session, &request);
    let mut turn = 0u8;
    bencher.bench_local(|| {
        turn = (turn + 1) % 3;
        let point = Some([RIGHT_PX, row(turn)]);
        let reply = session.ask(&HoverRequest { desk: DeskId::Profile, point }).unwrap();
        assert!(reply.tooltip.is_some() && reply.redraw);
        show(&mut session, &request);
    });
}

/// Draws the first picture of the funky graph, after the paths are added up.
#[divan::bench(args = [100_000, 1_000_000], sample_count = 7)]
fn functions(bencher: Bencher, calls: usize) {
    let shape = Shape { calls, lanes: 4, functions: 20_000, max_depth: 30, extent: 1_000_000_000 };
    let request = layout(|state| state.profile.parts = ProfileParts::Funky);
    let prepared = || {
        let mut session = loaded([Some(generate(3, shape)), None]);
        settle(&mut session, &layout(|_| ()));
        session
    };
    bencher.with_inputs(prepared).bench_local_values(|mut session| {
        show(&mut session, &request);
        session
    });
}
