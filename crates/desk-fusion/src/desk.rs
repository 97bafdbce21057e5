//! The desk of the program's structure with calls over it.

use crate::nested;
use crate::results::{element_root, elements, want_elements};
use diptych_engine::{AskHandler, Desk, Engine, ViewPlacement, answers};
use diptych_protocol::{DeskId, ElementRootRequest, ElementsReply, ElementsRequest, ViewId, ViewState};
use diptych_scene::{Rect, Size};
use diptych_views::View;

/// A single view.
#[derive(Debug)]
pub struct FusionDesk;

impl Desk for FusionDesk {
    fn id(&self) -> DeskId {
        DeskId::Fusion
    }

    fn views(&self) -> &'static [&'static dyn View] {
        &[&nested::View]
    }

    fn placed(&self, _: &ViewState, Size { width, height }: Size, _: [bool; 2]) -> Vec<ViewPlacement> {
        vec![(ViewId::Nested, Rect::new(0.0, 0.0, width, height))]
    }

    fn show_only(&self, view: Option<ViewId>, _: &mut ViewState) -> bool {
        matches!(view, None | Some(ViewId::Nested))
    }

    fn want(&self, engine: &mut Engine, state: &ViewState) {
        want_elements(engine, state);
    }

    fn asks(&self) -> &'static [AskHandler] {
        const { &[AskHandler::new::<Self, ElementsRequest>(), AskHandler::new::<Self, ElementRootRequest>()] }
    }
}

answers! { FusionDesk:
    ElementsRequest => ElementsReply: |engine, ask| Ok(elements(engine, *ask));
    ElementRootRequest => String: |engine, ask| Ok(element_root(engine, ask));
}
