//! The desk of the program's structure with calls over it.

use super::ViewPlacement;
use diptych_protocol::{DeskId, ViewId, ViewState};
use diptych_scene::{Rect, Size};

/// A single view.
#[derive(Debug)]
pub(super) struct Desk;

impl super::Desk for Desk {
    fn id(&self) -> DeskId {
        DeskId::Fusion
    }

    fn views(&self) -> &'static [ViewId] {
        &[ViewId::Nested]
    }

    fn placed(&self, _: &ViewState, Size { width, height }: Size, _: [bool; 2]) -> Vec<ViewPlacement> {
        vec![(ViewId::Nested, Rect::new(0.0, 0.0, width, height))]
    }

    fn show_only(&self, view: Option<ViewId>, _: &mut ViewState) -> bool {
        matches!(view, None | Some(ViewId::Nested))
    }
}
