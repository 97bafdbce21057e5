//! Pictures of a desk as the page draws them, compared with their goldens.

use crate::sessions::{TestDesks, holding};
use diptych_engine::InProcess;
use diptych_protocol::{LayoutRequest, ThemeChoice, ViewState};
use diptych_scene::picture::Picture;
use diptych_scene::{Scene, SpaceTransforms, raster, wire};
use diptych_trace::Trace;
use std::path::PathBuf;

/// Returns the scene of the desk that a state shows, once no result is pending, for one trace or a compared pair. `size` is in CSS pixels.
pub fn drawn(
    desks: TestDesks,
    sides: Vec<Trace>,
    state: &ViewState,
    theme: ThemeChoice,
    [width, height]: [f32; 2],
) -> Scene {
    let mut session = holding(desks, sides, state);
    let desk = desks.desks.in_front(state).id();
    let ask = LayoutRequest { desk, state: state.clone(), theme, width, height, tubes: None, held: 0 };
    settled(&mut session, &ask)
}

/// Lays out until no result is pending. Returns the scene.
pub fn settled(session: &mut InProcess, ask: &LayoutRequest) -> Scene {
    loop {
        let info = session.ask(ask).unwrap();
        if session.work().is_empty() && !info.unfinished {
            break;
        }
    }
    wire::decode(&session.engine.take_words().unwrap()).unwrap()
}

/// Fails unless a scene equals the golden `desk/name.png`. With `DIPTYCH_BLESS` set, it writes the golden first.
pub fn looks_as_it_did(desk: &str, name: &str, scene: &Scene) {
    assert_eq!(scene.check(), Ok(()), "{name}");
    is_the_golden(desk, name, &raster::draw(scene, &SpaceTransforms::IDENTITY, 1.0));
}

/// Fails unless a picture equals the golden `desk/name.png`, which `DIPTYCH_BLESS` writes as well.
pub fn is_the_golden(desk: &str, name: &str, drawn: &Picture) {
    let folder = [env!("CARGO_MANIFEST_DIR"), "..", "..", "tests", "goldens", desk];
    let file = folder.iter().collect::<PathBuf>().join(format!("{name}.png"));
    if std::env::var_os("DIPTYCH_BLESS").is_some() {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(&file, drawn.to_png().unwrap()).unwrap();
    }
    let golden = Picture::from_png(&std::fs::read(&file).unwrap_or_default());
    assert!(golden.is_ok_and(|golden| golden == *drawn), "{name} looks different; if it is meant to, bless");
}
