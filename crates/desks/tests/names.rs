//! Desks and views open by their names, and fit a scene.

use diptych_desks::ALL;
use diptych_engine::by_room;
use diptych_protocol::{ViewId, ViewState, Word};
use diptych_scene::Size;

const SIZE: Size = Size { width: 900.0, height: 600.0 };

/// Returns the largest view of the picture with this name.
fn main_view(name: &str) -> Option<ViewId> {
    let mut state = ViewState::default();
    if !ALL.show(name, &mut state) {
        assert_eq!(state, ViewState::default());
        return None;
    }
    let placed = ALL.get(state.desk)?.placed(&state, SIZE, [true; 2]);
    by_room(&placed).first().copied()
}

#[test]
fn desk_views_fit_the_spaces_of_a_scene() {
    for desk in ALL.iter() {
        let own: usize = desk.views().iter().map(|view| view.spaces() as usize).sum();
        // Space 0 is the canvas.
        assert!(own < diptych_scene::Space::COUNT, "{desk:?}");
    }
}

#[test]
fn desks_and_views_open_by_name() {
    for view in ALL.views() {
        // The strip of both runs only accompanies other views.
        let expected = (view.id() != ViewId::Runs).then_some(view.id());
        assert_eq!(main_view(view.id().word()), expected);
        assert_eq!(ALL.names().contains(&view.id().word()), expected.is_some());
    }
    for name in ALL.names() {
        assert!(main_view(name).is_some(), "{name}");
    }
    for desk in ALL.iter() {
        for former in desk.former_names() {
            assert_eq!(main_view(former), main_view(desk.id().word()), "{former}");
        }
    }
    assert_eq!(main_view("nothing"), None);
}
