//! The desk of the program's structure with calls over it.

use crate::asks::{AskHandler, answers};
use crate::desks::{Desk, ViewPlacement};
use crate::engine::Engine;
use diptych_protocol::{DeskId, ElementRootRequest, ElementsReply, ElementsRequest, ViewId, ViewState};
use diptych_scene::{Rect, Size};
use diptych_views::{View, nested};

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
        engine.want_elements(state);
    }

    fn asks(&self) -> &'static [AskHandler] {
        const { &[AskHandler::new::<Self, ElementsRequest>(), AskHandler::new::<Self, ElementRootRequest>()] }
    }
}

answers! { FusionDesk:
    ElementsRequest => ElementsReply: |engine, ask| Ok(engine.elements(*ask));
    ElementRootRequest => String: |engine, ask| Ok(engine.element_root(ask));
}
