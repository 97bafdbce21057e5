//! The Fusion desk: the calls of each element of the program's structure.

mod results;

use super::EngineDesk;
use crate::asks::{AskHandler, answers};
use crate::engine::Engine;
use diptych_protocol::{DeskId, ElementRootRequest, ElementsReply, ElementsRequest, ViewState};

/// The engine's part of the Fusion desk.
#[derive(Debug)]
pub(super) struct Fusion;

impl EngineDesk for Fusion {
    fn id(&self) -> DeskId {
        DeskId::Fusion
    }

    fn want(&self, engine: &mut Engine, state: &ViewState) {
        engine.want_elements(state);
    }

    fn asks(&self) -> &'static [AskHandler] {
        const { &[AskHandler::new::<Self, ElementsRequest>(), AskHandler::new::<Self, ElementRootRequest>()] }
    }
}

answers! { Fusion:
    ElementsRequest => ElementsReply: |engine, ask| Ok(engine.elements(*ask));
    ElementRootRequest => String: |engine, ask| Ok(engine.element_root(ask));
}
