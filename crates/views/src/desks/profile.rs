//! The desk of call paths and functions: the flame graph over, or beside, the funky graph.

use super::Placed;
use diptych_protocol::{DeskId, ProfileParts, ViewId, ViewState};
use diptych_scene::{Rect, Size};

/// Above each picture: room of its name and of what it is zoomed to, which the page writes.
const HEAD_PX: f32 = 24.0;
/// From this width of the canvas both stand side by side.
const BESIDE_PX: f32 = 1600.0;
/// What the flame graph has of the height where it stands over the other.
const FLAME_SHARE: f32 = 0.58;

/// Flame graph and funky graph.
#[derive(Debug)]
pub(super) struct Desk;

impl super::Desk for Desk {
    fn id(&self) -> DeskId {
        DeskId::Profile
    }

    fn views(&self) -> &'static [ViewId] {
        &[ViewId::Flame, ViewId::Funky]
    }

    fn placed(&self, state: &ViewState, size: Size, _: [bool; 2]) -> Vec<Placed> {
        let Size { width, height } = size;
        let rect = |x0: f32, y0: f32, x1: f32, y1: f32| Rect::new(x0, (y0 + HEAD_PX).min(y1), x1, y1);
        let whole = rect(0.0, 0.0, width, height);
        match state.profile.parts {
            ProfileParts::Flame => vec![(ViewId::Flame, whole)],
            ProfileParts::Funky => vec![(ViewId::Funky, whole)],
            ProfileParts::Both if width >= BESIDE_PX => {
                let middle = (width / 2.0).floor();
                let funky = rect(middle, 0.0, width, height);
                vec![(ViewId::Flame, rect(0.0, 0.0, middle, height)), (ViewId::Funky, funky)]
            }
            ProfileParts::Both => {
                let middle = (height * FLAME_SHARE).floor();
                let funky = rect(0.0, middle, width, height);
                vec![(ViewId::Flame, rect(0.0, 0.0, width, middle)), (ViewId::Funky, funky)]
            }
        }
    }

    fn show_only(&self, view: Option<ViewId>, state: &mut ViewState) -> bool {
        let parts = match view {
            None => ProfileParts::Both,
            Some(ViewId::Flame) => ProfileParts::Flame,
            Some(ViewId::Funky) => ProfileParts::Funky,
            Some(_) => return false,
        };
        state.profile.parts = parts;
        true
    }
}
