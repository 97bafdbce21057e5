//! The desk of the program's structure: relations around a circle beside the calls in their order.

use super::call_windows::{CallWindows, RepeatSearch};
use crate::elements::first_call_of;
use crate::elements::toggle_element;
use crate::moves::move_sequence;
use crate::parts::placed;
use crate::want::relations;
use crate::want::want_program;
use crate::{radial, runs, sequence};
use diptych_engine::{AskHandler, Computed, Desk, Engine, ViewPlacement, answers};
use diptych_protocol::{
    DeskId, FirstCallRequest, RelationsReply, RelationsRequest, SequenceMoveReply, SequenceMoveRequest,
    StructureParts, StructureState, Subject, ToggleElementRequest, ViewId, ViewState,
};
use diptych_scene::Size;
use diptych_views::View;

/// The analyses that only this desk wants.
pub const ANALYSES: &[Computed] = &[Computed::new::<CallWindows>(), Computed::new::<RepeatSearch>()];

/// The relations and the calls.
#[derive(Debug)]
pub struct StructureDesk;

impl Desk for StructureDesk {
    fn id(&self) -> DeskId {
        DeskId::Structure
    }

    fn views(&self) -> &'static [&'static dyn View] {
        &[&radial::View, &sequence::View, &runs::View]
    }

    fn placed(&self, state: &ViewState, size: Size, _: [bool; 2]) -> Vec<ViewPlacement> {
        placed(state, size)
    }

    fn show_only(&self, view: Option<ViewId>, state: &mut ViewState) -> bool {
        state.structure.parts = match view {
            None => StructureParts::Both,
            Some(ViewId::Radial) => StructureParts::Radial,
            Some(ViewId::Sequence) => StructureParts::Sequence,
            Some(_) => return false,
        };
        true
    }

    fn want(&self, engine: &mut Engine, state: &ViewState) {
        let _ = want_program(engine, state);
    }

    fn asks(&self) -> &'static [AskHandler] {
        const {
            &[
                AskHandler::new::<Self, RelationsRequest>(),
                AskHandler::new::<Self, ToggleElementRequest>(),
                AskHandler::new::<Self, FirstCallRequest>(),
                AskHandler::new::<Self, SequenceMoveRequest>(),
            ]
        }
    }
}

answers! { StructureDesk:
    RelationsRequest => RelationsReply: |engine, ask| Ok(relations(engine, *ask));
    ToggleElementRequest => StructureState: |engine, ask| Ok(toggle_element(engine, ask));
    FirstCallRequest => Option<Subject>: |engine, ask| Ok(first_call_of(engine, ask));
    SequenceMoveRequest => SequenceMoveReply: |engine, ask| Ok(move_sequence(engine, ask));
}
