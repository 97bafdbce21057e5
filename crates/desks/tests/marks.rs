//! Selections in a link that are more than one call are marked in all views.
#![allow(clippy::unwrap_used, reason = "a test may panic")]

mod support;

use diptych_protocol::{
    AreaRef, DeskId, FunctionRef, GroupBy, GroupRef, LaneRef, LayoutRequest, SideName, Subject, ThemeChoice,
    ViewState, Window,
};
use diptych_scene::theme::{Theme, ThemeName};
use diptych_scene::{Batch, Layer, RectInstance, Rgba, Scene, wire};
use support::{Page, run};

const A: &str = "
    main
      0..1000 run @app/main.py:1
        100..400 parse @lib/parse.py:7
          150..250 token @lib/parse.py:9
        500..900 render @lib/render.py:3
    other
      0..900 idle @app/idle.py:1
";
const B: &str = "
    main
      0..1200 run @app/main.py:1
        100..600 parse @lib/parse.py:7
        700..900 render @lib/render.py:3
    other
      0..900 idle @app/idle.py:1
";

fn function(name: &str, file: &str) -> FunctionRef {
    FunctionRef { name: name.to_owned(), file: file.to_owned() }
}

fn scene(page: &mut Page, selection: Option<Subject>) -> Scene {
    let state = ViewState { selection, ..ViewState::default() };
    let theme = ThemeChoice::Light;
    let ask = LayoutRequest {
        desk: DeskId::Compare,
        state,
        theme,
        width: 900.0,
        height: 700.0,
        tubes: None,
        held: 0,
    };
    page.session.ask(&ask).unwrap();
    wire::decode(&page.session.engine.take_words().unwrap()).unwrap()
}

/// Returns the boxes in the layers of marks.
fn rects(scene: &Scene) -> impl Iterator<Item = &RectInstance> {
    let batches = scene.layers.iter().filter(|layer| layer.marks).flat_map(|layer| &layer.batches);
    let rects = batches.filter_map(|batch| if let Batch::Rects(rects) = batch { Some(rects) } else { None });
    rects.flat_map(|rects| &rects.instances)
}

/// Returns the number of boxes with the edge of a selection, and of bars that mark it in the overview.
fn marked(scene: &Scene, ink: Rgba) -> [usize; 2] {
    let boxes = rects(scene).filter(|rect| rect.border == ink).count();
    [boxes, rects(scene).filter(|rect| rect.fill == ink.with_alpha(0.22)).count()]
}

/// Returns the layers without marks, which a new selection must not change.
fn rest(scene: &Scene) -> Vec<&Layer> {
    scene.layers.iter().filter(|layer| !layer.marks).collect()
}

#[test]
fn selection_is_marked_in_icicles_and_overview() {
    let mut engine = diptych_desks::engine();
    engine.load(SideName::A, run("a.json", A));
    engine.load(SideName::B, run("b.json", B));
    let mut page = Page::new(engine);
    page.compare(&ViewState::default());
    let none = scene(&mut page, None);
    let ink = Theme::named(ThemeName::Light).ink;
    assert_eq!(marked(&none, ink), [0, 0]);
    let window = Window { start: 0, end: 1_000 };
    let package = |name: &str| GroupRef { by: GroupBy::Package, name: name.to_owned() };
    let cases = [
        // The function is on both sides.
        (Subject::Function(function("parse", "lib/parse.py")), 2),
        (Subject::Function(function("token", "lib/parse.py")), 1),
        (Subject::Group(package("lib")), 5),
        // A path includes its callees.
        (Subject::Path(vec![function("run", "app/main.py"), function("parse", "lib/parse.py")]), 3),
        (
            Subject::Relation {
                caller: function("run", "app/main.py"),
                callee: function("render", "lib/render.py"),
            },
            2,
        ),
        // Two calls, and the silhouettes of the folded lanes with the other two.
        (Subject::Element(vec!["app".to_owned()]), 4),
        // Four calls, and the head of the lane.
        (Subject::Lane(LaneRef { side: SideName::A, lane: 0 }), 5),
        (Subject::Area(AreaRef { side: SideName::B, first: 0, last: 0, depth: 1, window }), 2),
    ];
    for (subject, boxes) in cases {
        let selected = scene(&mut page, Some(subject.clone()));
        let [found, bars] = marked(&selected, ink);
        assert_eq!(found, boxes, "{subject:?}");
        assert_eq!(rest(&selected), rest(&none), "{subject:?}");
        assert!(bars > 0, "{subject:?}");
    }
    // A subject that no trace has marks nothing, and removes earlier marks.
    let gone = Subject::Function(function("parse", "elsewhere.py"));
    assert_eq!(scene(&mut page, Some(gone)), none);
    // A time range gets a band over the picture instead.
    assert_eq!(scene(&mut page, Some(Subject::Time { side: SideName::B, window, other: None })), none);
    assert_eq!(scene(&mut page, None), none);
}
