//! A view keeps its layout while its inputs stay the same, and marks are layers of their own.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use diptych_desks::{ALL, ANALYSES};
use diptych_engine::{Desk, Desks, Engine, InProcess, ViewPlacement};
use diptych_protocol::{
    DeskId, Event, FunctionRef, GiveUpRequest, LayoutRequest, MatchMode, SceneInfo, SideName, Subject,
    ThemeChoice, ViewId, ViewState, Window,
};
use diptych_scene::{Layer, Size, wire};
use diptych_views::{Highlight, Layout, LayoutInput, ResultKind, View};
use std::cell::Cell;
use support::run;

const RUN: &str = "t\n  0..1000 f\n    100..400 g\n    500..900 h\n      600..700 g\n";

thread_local! {
    /// Number of layouts of each [`CountedView`] on this thread.
    static MADE: Cell<[u32; 2]> = const { Cell::new([0; 2]) };
}

/// A view of the Compare desk that counts its layouts.
#[derive(Debug)]
struct CountedView {
    id: ViewId,
    /// Place of its number in [`MADE`].
    place: usize,
}

impl CountedView {
    fn view(&self) -> &'static dyn View {
        ALL.views().find(|view| view.id() == self.id).unwrap()
    }
}

impl View for CountedView {
    fn id(&self) -> ViewId {
        self.id
    }

    fn needs(&self, state: &ViewState) -> Vec<ResultKind> {
        self.view().needs(state)
    }

    fn spaces(&self) -> u8 {
        self.view().spaces()
    }

    fn marks_calls(&self) -> bool {
        self.view().marks_calls()
    }

    fn reads(&self, state: &ViewState) -> ViewState {
        self.view().reads(state)
    }

    fn layout(&self, input: &LayoutInput<'_>, before: Option<Box<dyn Layout>>) -> Box<dyn Layout> {
        let mut made = MADE.get();
        made[self.place] += 1;
        MADE.set(made);
        self.view().layout(input, before)
    }
}

/// The Compare desk with views that count their layouts.
#[derive(Debug)]
struct CountedDesk;

impl Desk for CountedDesk {
    fn id(&self) -> DeskId {
        DeskId::Compare
    }

    fn mode(&self, state: &ViewState) -> MatchMode {
        ALL.get(self.id()).unwrap().mode(state)
    }

    fn views(&self) -> &'static [&'static dyn View] {
        &[&CountedView { id: ViewId::Matches, place: 0 }, &CountedView { id: ViewId::Overview, place: 1 }]
    }

    fn placed(&self, state: &ViewState, size: Size, open: [bool; 2]) -> Vec<ViewPlacement> {
        ALL.get(self.id()).unwrap().placed(state, size, open)
    }

    fn show_only(&self, view: Option<ViewId>, state: &mut ViewState) -> bool {
        ALL.get(self.id()).unwrap().show_only(view, state)
    }
}

/// Returns an engine with the same trace on both sides, and forgets the layouts made before.
fn engine() -> Engine {
    MADE.set([0; 2]);
    let mut engine = Engine::new(const { Desks::new(&[&CountedDesk]) });
    for side in SideName::BOTH {
        engine.load(side, run("run.json", RUN));
    }
    engine
}

/// Lays out for a caller that holds the scene of a number.
fn lay_out_held(engine: &mut Engine, state: &ViewState, held: u32) -> SceneInfo {
    let (desk, state, theme) = (DeskId::Compare, state.clone(), ThemeChoice::Light);
    let ask = LayoutRequest { desk, state, theme, width: 480.0, height: 400.0, tubes: None, held };
    engine.ask(&ask).unwrap()
}

fn lay_out(engine: &mut Engine, state: &ViewState) -> Vec<u32> {
    lay_out_held(engine, state, 0);
    engine.take_words().unwrap()
}

/// Returns the number of layouts of the matches and of the overview.
fn made() -> [u32; 2] {
    MADE.get()
}

#[test]
fn only_views_with_changed_inputs_lay_out_again() {
    let mut engine = engine();
    let mut state = ViewState::default();
    lay_out(&mut engine, &state);
    assert_eq!(made(), [1, 1]);
    lay_out(&mut engine, &state);
    assert_eq!(made(), [1, 1]);
    state.compare.icicle.scroll.a = 5;
    lay_out(&mut engine, &state);
    assert_eq!(made(), [2, 1]);
    state.time.windows.a = Some(Window { start: 10, end: 500 });
    lay_out(&mut engine, &state);
    assert_eq!(made(), [3, 2]);
    state.search = "g".to_owned();
    lay_out(&mut engine, &state);
    assert_eq!(made(), [4, 2]);
}

#[test]
fn held_scene_is_not_sent_again() {
    let mut engine = engine();
    let mut state = ViewState::default();
    let lay_out = |engine: &mut Engine, state: &ViewState, held: u32| {
        let number = lay_out_held(engine, state, held).number;
        (number, engine.take_words().is_some())
    };
    let (first, is_sent) = lay_out(&mut engine, &state, 0);
    assert!(first > 0 && is_sent);
    assert_eq!(lay_out(&mut engine, &state, first), (first, false));
    assert_eq!(lay_out(&mut engine, &state, 0), (first, true), "another holds none");
    state.compare.icicle.scroll.a = 5;
    let (second, is_sent) = lay_out(&mut engine, &state, first);
    assert!(second != first && is_sent);
    assert_eq!(lay_out(&mut engine, &state, first), (second, true));
    engine.ask(&diptych_protocol::SwapRequest { rules: String::new() }).unwrap();
    assert!(lay_out(&mut engine, &state, second).0 > second, "numbers are not given twice");
}

#[test]
fn unneeded_results_cause_no_layout() {
    let mut page = InProcess::new(engine(), ANALYSES);
    let mut state = ViewState::default();
    page.compare(&state).unwrap();
    lay_out(&mut page.engine, &state);
    assert_eq!(made(), [1, 1]);
    // One-to-one matches do not show the similarity.
    state.comparison.tau = 95;
    lay_out(&mut page.engine, &state);
    assert_eq!(page.work().len(), 1);
    lay_out(&mut page.engine, &state);
    assert_eq!(made(), [2, 1]);
    state.compare.matches.mode = MatchMode::Similarity;
    lay_out(&mut page.engine, &state);
    assert_eq!(made(), [3, 2]);
    state.comparison.tau = 90;
    lay_out(&mut page.engine, &state);
    page.work();
    lay_out(&mut page.engine, &state);
    assert_eq!(made(), [4, 3]);
    // A layout does not request cancelled work again.
    state.comparison.tau = 85;
    lay_out(&mut page.engine, &state);
    let jobs = page.engine.take_events().into_iter().filter_map(|emitted| match emitted.event {
        Event::WorkWanted { job } => Some(job.id),
        _ => None,
    });
    page.ask(&GiveUpRequest { jobs: jobs.collect() }).unwrap();
    lay_out(&mut page.engine, &state);
    assert!(page.work().is_empty());
    assert!(page.compare(&state).unwrap().summary.is_some());
}

#[test]
fn hovered_function_is_marked_without_comparison() {
    let mut engine = engine();
    let state = ViewState::default();
    let plain = lay_out(&mut engine, &state);
    let function = FunctionRef { name: "g".to_owned(), file: String::new() };
    let traces = SideName::BOTH.map(|side| engine.session().trace(side));
    let highlight = Highlight::new(&Subject::Function(function), traces, None);
    assert!(engine.follow(Some(highlight.clone()), None));
    assert!(!engine.follow(Some(highlight), None));
    let marked = lay_out(&mut engine, &state);
    assert_ne!(marked, plain);
    // The marks are layers of their own, so a renderer that caches all other layers redraws the marks only.
    let rest = |words: &[u32]| -> Vec<Layer> {
        wire::decode(words).unwrap().layers.into_iter().filter(|layer| !layer.marks).collect()
    };
    assert_eq!(rest(&marked), rest(&plain));
    assert!(engine.follow(None, None));
    assert_eq!(lay_out(&mut engine, &state), plain);
}

#[test]
fn reused_layouts_equal_fresh_ones() {
    let mut kept = engine();
    let mut states = vec![ViewState::default(); 4];
    states[1].compare.icicle.scroll.b = 30;
    states[2].time.windows.b = Some(Window { start: 0, end: 300 });
    states[3].search = "h".to_owned();
    for state in states.iter().chain(&states[..1]) {
        let words = lay_out(&mut kept, state);
        assert_eq!(words, lay_out(&mut engine(), state));
        assert!(wire::decode(&words).is_ok());
    }
}
