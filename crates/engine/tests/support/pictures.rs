//! A desk drawn as the page draws it, held against the picture of it that is kept.
#![allow(clippy::unwrap_used, reason = "a test may panic")]
#![allow(dead_code, reason = "each test takes what it needs")]

use diptych_engine::InProcess;
use diptych_protocol::{DeskId, LayoutRequest, SideName, ThemeChoice, ViewState};
use diptych_scene::picture::Picture;
use diptych_scene::{Scene, SpaceTransforms, raster, wire};
use diptych_trace::{Run, Trace};
use std::path::PathBuf;

/// The scene of a desk once nothing is on its way, of one trace or a pair that is compared; `size` in CSS pixels.
pub(crate) fn drawn(
    desk: DeskId,
    sides: Vec<Trace>,
    state: &ViewState,
    theme: ThemeChoice,
    [width, height]: [f32; 2],
) -> Scene {
    let mut session = holding(sides, state);
    let ask = LayoutRequest { desk, state: state.clone(), theme, width, height, tubes: None, held: 0 };
    settled(&mut session, &ask)
}

/// A session that holds one trace or a pair that is compared.
pub(crate) fn holding(sides: Vec<Trace>, state: &ViewState) -> InProcess {
    let mut session = InProcess::default();
    let is_pair = sides.len() == 2;
    for (side, trace) in SideName::BOTH.into_iter().zip(sides) {
        let (name, format) = ("run.json".to_owned(), "test".to_owned());
        let run = Run { name, format, bytes: 1, packed: false, of_file: Vec::new(), trace };
        session.engine.load(side, run);
    }
    if is_pair {
        session.compare(state).unwrap();
    }
    session
}

/// The scene once nothing is on its way.
pub(crate) fn settled(session: &mut InProcess, ask: &LayoutRequest) -> Scene {
    loop {
        let info = session.ask(ask).unwrap();
        if session.work().is_empty() && !info.unfinished {
            break;
        }
    }
    wire::decode(&session.engine.take_words().unwrap()).unwrap()
}

/// Whether a scene looks as the golden `desk/name.png`, which `DIPTYCH_BLESS` writes anew.
pub(crate) fn looks_as_it_did(desk: &str, name: &str, scene: &Scene) {
    assert_eq!(scene.check(), Ok(()), "{name}");
    is_the_golden(desk, name, &raster::draw(scene, &SpaceTransforms::IDENTITY, 1.0));
}

/// Whether a picture is the golden `desk/name.png`, likewise.
pub(crate) fn is_the_golden(desk: &str, name: &str, drawn: &Picture) {
    let folder = [env!("CARGO_MANIFEST_DIR"), "..", "..", "tests", "goldens", desk];
    let file = folder.iter().collect::<PathBuf>().join(format!("{name}.png"));
    if std::env::var_os("DIPTYCH_BLESS").is_some() {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, drawn.to_png().unwrap()).unwrap();
    }
    let golden = Picture::from_png(&std::fs::read(&file).unwrap_or_default());
    assert!(golden.is_ok_and(|golden| golden == *drawn), "{name} looks different; if it is meant to, bless");
}
