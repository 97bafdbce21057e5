//! The desk of call paths: the flame graph.

use super::Placed;
use diptych_protocol::{DeskId, ProfileParts, ViewId, ViewState};
use diptych_scene::{Rect, Size};

/// Above each picture: room of its name and of what it is zoomed to, which the page writes.
const HEAD_PX: f32 = 24.0;

/// Flame graph.
#[derive(Debug)]
pub(super) struct Desk;

impl super::Desk for Desk {
    fn id(&self) -> DeskId {
        DeskId::Profile
    }

    fn views(&self) -> &'static [ViewId] {
        &[ViewId::Flame]
    }

    fn placed(&self, _: &ViewState, size: Size, _: [bool; 2]) -> Vec<Placed> {
        let below = HEAD_PX.min(size.height);
        vec![(ViewId::Flame, Rect::new(0.0, below, size.width, size.height))]
    }

    fn show_only(&self, view: Option<ViewId>, state: &mut ViewState) -> bool {
        let parts = match view {
            None => ProfileParts::Both,
            Some(ViewId::Flame) => ProfileParts::Flame,
            Some(_) => return false,
        };
        state.profile.parts = parts;
        true
    }
}
