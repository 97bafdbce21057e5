//! Comparison of time ranges in place of whole runs.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_engine::trace::Run;
use diptych_engine::{InProcess, run_in_range};
use diptych_protocol::{
    CloseRequest, CompareRequest, DeskId, Event, LayoutRequest, SideName, Sides, SwapRequest, ThemeChoice,
    ViewState, Window,
};
use diptych_testkit::{Shape, generate, trace};
use proptest::prelude::*;

/// Start of the fourth round of [`rounds`], and the end of its last one, in ticks.
const HALF: i64 = 2_400_000;
const END: i64 = 5_400_000;

/// Six rounds of work: each call of `hash` takes 100 µs in the first three rounds and 200 µs in the last three.
fn rounds() -> String {
    let mut text = format!("t\n  0..{END} main\n");
    let mut start = 0;
    for round in 0..6 {
        let long = if round < 3 { 100_000 } else { 200_000 };
        text += &format!("    {start}..{} round\n", start + 500_000 + 2 * long);
        for from in [start + 10_000, start + 300_000] {
            text += &format!("      {from}..{} hash\n", from + long);
        }
        start += 600_000 + 2 * long;
    }
    text
}

fn run_of(trace: diptych_engine::trace::Trace) -> Run {
    let (name, format) = ("run.json".to_owned(), "test".to_owned());
    Run { name, format, bytes: 1, packed: false, of_file: Vec::new(), trace }
}

fn with_itself(text: &str) -> InProcess {
    let mut session = diptych_desks::in_process();
    for side in SideName::BOTH {
        session.engine.load(side, run_of(trace(text)));
    }
    session.engine.take_events();
    session
}

#[allow(clippy::unnecessary_wraps, reason = "a side without a range has `None` there")]
fn window(start: i64, end: i64) -> Option<Window> {
    Some(Window { start, end })
}

fn comparing(a: Option<Window>, b: Option<Window>) -> ViewState {
    let mut state = ViewState::default();
    state.comparison.ranges = Sides { a, b };
    state
}

fn extents(session: &InProcess) -> [i64; 2] {
    SideName::BOTH.map(|side| session.engine.session().trace(side).unwrap().extent())
}

#[test]
fn two_ranges_of_one_run_have_a_verdict_of_their_own() {
    let mut session = with_itself(&rounds());
    let state = comparing(window(0, HALF), window(HALF, END));
    let summary = session.compare(&state).unwrap().summary.unwrap();
    assert!(summary.cause.contains("hash"), "{}", summary.cause);
    assert_eq!(extents(&session), [HALF, END - HALF]);
    let facts: Vec<(&str, &str)> =
        summary.facts.iter().map(|fact| (fact.label.as_str(), fact.value.as_str())).collect();
    assert_eq!(facts[0], ("Calls matched", "10"), "main, three rounds, six calls of hash");
    assert_eq!(summary.chips.len(), 1, "only hash changed");
    assert_eq!(summary.chips[0].name, "hash");

    // The whole runs are back, and equal, once the ranges are gone.
    let summary = session.compare(&ViewState::default()).unwrap().summary.unwrap();
    assert_eq!((extents(&session), summary.chips.len()), ([END; 2], 0));
}

#[test]
fn changed_ranges_announce_both_sides() {
    let mut session = with_itself(&rounds());
    let layout = |state: ViewState| LayoutRequest {
        desk: DeskId::Compare,
        state,
        theme: ThemeChoice::Light,
        width: 800.0,
        height: 600.0,
        tubes: None,
        held: 0,
    };
    let announced = |session: &mut InProcess| {
        let events = session.engine.take_events().into_iter();
        let names = events.filter_map(|emitted| match emitted.event {
            Event::SideChanged { summary } => Some(summary.name),
            _ => None,
        });
        names.collect::<Vec<String>>()
    };
    let state = comparing(window(1_000_000, 2_000_000), None);
    session.ask(&layout(state.clone())).unwrap();
    assert_eq!(announced(&mut session), ["run.json (1.00\u{202f}ms to 2.00\u{202f}ms)"]);
    session.ask(&layout(state)).unwrap();
    assert!(announced(&mut session).is_empty(), "nothing changed");
    session.ask(&layout(ViewState::default())).unwrap();
    assert_eq!(announced(&mut session), ["run.json"]);
}

#[test]
fn swap_takes_ranges_along_and_close_ends_them() {
    let mut session = with_itself(&rounds());
    session.compare(&comparing(window(0, 1_000_000), window(0, 2_000_000))).unwrap();
    assert_eq!(extents(&session), [1_000_000, 2_000_000]);
    session.ask(&SwapRequest { rules: String::new() }).unwrap();
    assert_eq!(extents(&session), [2_000_000, 1_000_000]);
    session.ask(&CloseRequest { side: SideName::A }).unwrap();
    assert_eq!(session.engine.session().trace(SideName::B).unwrap().extent(), END);
}

#[test]
fn range_without_calls_is_no_comparison() {
    let mut session = with_itself(&rounds());
    let ask = CompareRequest { state: comparing(None, window(9_000_000, 9_500_000)), proposals: false };
    let failure = session.ask(&ask).unwrap_err();
    assert_eq!(failure.title, "No call of B runs in the time range to compare.");
    assert_eq!(extents(&session), [END; 2], "both sides stay whole");
}

#[test]
fn shorter_range_does_not_end_early() {
    let mut session = with_itself(&rounds());
    let summary = session.compare(&comparing(None, window(0, 2_500_000))).unwrap().summary.unwrap();
    let said = summary.verdict.iter().map(|part| part.text.as_str()).collect::<Vec<_>>().join("; ");
    assert!(!said.contains("early"), "{said}");
}

proptest! {
    #[test]
    fn session_equals_runs_that_were_cut_before(seed: u64, from in 0i64..900, length in 50i64..600) {
        let whole = || run_of(generate(seed, Shape::SMALL));
        let range = Window { start: from, end: from + length };
        let Some(part) = run_in_range(&whole(), range) else { return Ok(()) };
        let mut session = diptych_desks::in_process();
        session.engine.load(SideName::A, whole());
        session.engine.load(SideName::B, whole());
        let found = session.compare(&comparing(Some(range), None)).unwrap().summary;
        let mut cut_before = diptych_desks::in_process();
        cut_before.engine.load(SideName::A, part);
        cut_before.engine.load(SideName::B, whole());
        prop_assert_eq!(found, cut_before.compare(&ViewState::default()).unwrap().summary);
    }
}

#[test]
fn ranges_beyond_a_run_are_clipped() {
    let mut session = with_itself(&rounds());
    let state = comparing(window(0, HALF), window(-HALF, END + HALF));
    session.compare(&state).unwrap();
    assert_eq!(extents(&session), [HALF, END]);
    let whole = run_of(trace(&rounds()));
    assert_eq!(run_in_range(&whole, Window { start: -HALF, end: HALF }).unwrap().trace.extent(), HALF);
    assert!(run_in_range(&whole, Window { start: -HALF, end: 0 }).is_none());
    assert!(run_in_range(&whole, Window { start: END, end: END + 1 }).is_none());
}
