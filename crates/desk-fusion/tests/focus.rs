//! Pictures of the Fusion desk reuse parts of earlier ones when the pointer moves. They must equal pictures drawn from
//! scratch.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_desk_fusion::FusionDesk;
use diptych_desk_testkit::{TestDesks, holding, settled};
use diptych_engine::{Desks, InProcess, ReadOptions, StructureFile, read_any};
use diptych_protocol::{
    DeskId, ElementColor, ElementCushion, FusionLink, FusionSides, FusionState, FusionTarget, HoverRequest,
    LayoutRequest, SideName, StructureLevel, ThemeChoice, ViewState,
};
use diptych_scene::{Batch, Scene};
use diptych_testkit::{Rng, trace};

const DESKS: TestDesks = TestDesks { desks: Desks::new(&[&FusionDesk]), analyses: &[] };

const A: &str = "t\n  0..100000 main @app/main.py:1\n    10000..40000 f @app/x.py:1\n      12000..24000 g @lib/y.py:2\n      25000..26000 f @app/x.py:1\n    60000..80000 old @lib/old.py:9\n      61000..62000 g @lib/y.py:2\nu\n  0..90000 work @app/work.py:1\n    5..600 g @lib/y.py:2\n";
const B: &str = "t\n  0..200000 main @app/main.py:1\n    10000..40000 f @app/x.py:1\n      12000..24000 g @lib/y.py:2\n    60000..190000 f @app/x.py:1\n      70000..180000 g @lib/y.py:2\n    191000..192000 h @lib/z.py:2\n";

fn ask(state: &ViewState) -> LayoutRequest {
    let (desk, theme) = (DeskId::Fusion, ThemeChoice::Light);
    LayoutRequest { desk, state: state.clone(), theme, width: 480.0, height: 300.0, tubes: None, held: 0 }
}

/// Returns a session. Files that never ran add many cells, because only then are changed cells painted one by one.
fn session(is_pair: bool, files: u32) -> InProcess {
    let sides = if is_pair { vec![trace(A), trace(B)] } else { vec![trace(A)] };
    let mut session = holding(DESKS, sides, &ViewState::default());
    if files > 0 {
        let list: Vec<String> = (0..files).map(|file| format!("app/never/f{file}.py\t10\n")).collect();
        let list = read_any("files.paths", ReadOptions::default(), list.concat().as_bytes()).unwrap();
        session.engine.set_structure(SideName::A, Some(StructureFile::new(list.name, list.trace)));
    }
    session
}

fn pointed_at(session: &mut InProcess, state: &ViewState, point: [f32; 2]) -> Scene {
    session.ask(&HoverRequest { desk: DeskId::Fusion, point: Some(point) }).unwrap();
    settled(session, &ask(state))
}

#[test]
fn picture_does_not_depend_on_earlier_ones() {
    let mut rng = Rng::new(7);
    let colors = [
        ElementColor::Auto,
        ElementColor::Package,
        ElementColor::Depth,
        ElementColor::SelfTime,
        ElementColor::First,
        ElementColor::Coverage,
        ElementColor::CallsChange,
    ];
    for (is_pair, files) in [(false, 0), (true, 0), (true, 200)] {
        let mut state = ViewState::default();
        let mut page = session(is_pair, files);
        for turn in 0..40 {
            // Every fifth turn changes the colours, the others only the point.
            if turn % 5 == 0 {
                state.fusion = FusionState {
                    level: StructureLevel::Function,
                    color: colors[rng.below(colors.len() as u64) as usize],
                    link: [FusionLink::Focus, FusionLink::Rest][rng.below(2) as usize],
                    target: [FusionTarget::Calls, FusionTarget::Elements][rng.below(2) as usize],
                    cushion: [ElementCushion::Published, ElementCushion::Flat][rng.below(2) as usize],
                    whole_scale: rng.below(2) == 0,
                    height: rng.below(3) as u32,
                    ..FusionState::default()
                };
                settled(&mut page, &ask(&state));
            }
            let point = [rng.below(480) as f32, rng.below(300) as f32];
            let after_others = pointed_at(&mut page, &state, point);
            let mut fresh = session(is_pair, files);
            settled(&mut fresh, &ask(&state));
            let by_itself = pointed_at(&mut fresh, &state, point);
            assert_eq!(after_others.layers, by_itself.layers, "{turn} {point:?} {:?}", state.fusion);
        }
    }
}

/// Returns the texts of a picture of the pair at rest, of this size.
fn texts(width: f32, height: f32) -> Vec<String> {
    let mut page = session(true, 0);
    let state = ViewState { fusion: FusionState::default(), ..ViewState::default() };
    let scene = settled(&mut page, &LayoutRequest { width, height, ..ask(&state) });
    let batches = scene.layers.into_iter().flat_map(|layer| layer.batches);
    let runs =
        batches.filter_map(|batch| if let Batch::Texts(texts) = batch { Some(texts.runs) } else { None });
    runs.flatten().map(|run| run.text.replace('\u{202f}', " ")).collect()
}

/// In a low picture, the cell of `work.py` has no room for its name and the amount, or calls cover it.
#[test]
fn largest_change_has_its_amount_at_every_size() {
    for (width, height) in [(480.0, 300.0), (300.0, 160.0), (900.0, 600.0)] {
        let texts = texts(width, height);
        assert!(texts.iter().any(|text| text.contains("gone −89.4 µs")), "{width} × {height}: {texts:?}");
    }
}

#[test]
fn lane_whose_calls_are_drawn_is_named() {
    let texts = texts(900.0, 600.0);
    // A has calls on two lanes, B on one. By default, the calls of B are drawn.
    assert!(texts.contains(&"time of B".to_owned()), "{texts:?}");
    let mut page = session(true, 0);
    let fusion = FusionState { sides: FusionSides::A, ..FusionState::default() };
    let scene = settled(&mut page, &ask(&ViewState { fusion, ..ViewState::default() }));
    let batches = scene.layers.into_iter().flat_map(|layer| layer.batches);
    let named = |batch: Batch| matches!(batch, Batch::Texts(of) if of.runs.iter().any(|run| run.text == "t · time of A"));
    assert!(batches.into_iter().any(named));
}
