//! The strip of both whole runs above the views of the Structure desk.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

use diptych_desk_structure::{ANALYSES, StructureDesk};
use diptych_desk_testkit::{TestDesks, of_texts};
use diptych_engine::{Desks, InProcess};
use diptych_protocol::{
    DeskId, HoverRequest, LayoutRequest, PickRequest, SceneInfo, Sides, StructureParts, ThemeChoice,
    ViewState, Window,
};

const DESKS: TestDesks = TestDesks { desks: Desks::new(&[&StructureDesk]), analyses: &[ANALYSES] };

const A: &str = "t\n  0..1000 main\n    100..200 f\n      120..140 g\n    600..900 f\n";
const B: &str = "t\n  0..2000 main\n    100..200 f\n    600..900 h\n";

fn info(page: &mut InProcess, state: &ViewState, [width, height]: [f32; 2]) -> SceneInfo {
    let (desk, state, theme) = (DeskId::Structure, state.clone(), ThemeChoice::Light);
    let ask = LayoutRequest { desk, state, theme, width, height, tubes: None, held: 0 };
    for _ in 0..4 {
        page.ask(&ask).unwrap();
        page.work();
    }
    page.ask(&ask).unwrap()
}

#[test]
fn strip_lies_above_all_views_and_shows_both_runs() {
    let mut page = of_texts(DESKS, &[A, B]);
    for parts in [StructureParts::Both, StructureParts::Radial, StructureParts::Sequence] {
        let mut state = ViewState::default();
        state.structure.parts = parts;
        let info = info(&mut page, &state, [900.0, 500.0]);
        let strip = info.minimap.unwrap();
        assert_eq!(
            (strip.whole, strip.y0, strip.y1, strip.middle),
            (Window { start: 0, end: 2000 }, 0.0, 28.0, 14.0)
        );
        assert!(info.panes.iter().all(|pane| pane.y0 > strip.y1), "{parts:?}");
    }
    // A low canvas leaves its room to the views.
    assert_eq!(info(&mut page, &ViewState::default(), [900.0, 200.0]).minimap, None);
}

#[test]
fn strip_says_which_part_of_a_run_is_visible() {
    let mut page = of_texts(DESKS, &[A, B]);
    let mut state = ViewState::default();
    state.time.windows =
        Sides { a: Some(Window { start: 100, end: 350 }), b: Some(Window { start: 0, end: 2000 }) };
    let strip = info(&mut page, &state, [900.0, 500.0]).minimap.unwrap();
    let mut visible = |y: f32| {
        let ask = HoverRequest { desk: DeskId::Structure, point: Some([strip.x0 + 40.0, y]) };
        let told = page.ask(&ask).unwrap().tooltip.unwrap();
        (told.name, told.facts[0].value.clone())
    };
    assert_eq!(
        visible(5.0),
        ("Whole run of A".to_owned(), "100\u{202f}ns to 350\u{202f}ns (25\u{202f}%)".to_owned())
    );
    assert_eq!(
        visible(20.0),
        ("Whole run of B".to_owned(), "0\u{202f}ns to 2.00\u{202f}µs (100\u{202f}%)".to_owned())
    );
    // Nothing there can be selected.
    let picked = page.ask(&PickRequest { desk: DeskId::Structure, point: [strip.x0 + 40.0, 5.0] }).unwrap();
    assert_eq!(picked.subject, None);
}
