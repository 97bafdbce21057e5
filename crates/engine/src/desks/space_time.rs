//! The Space-time desk: the states of lanes over time, their best partitions, and the partitions of every p.
//!
//! All three analyses begin with the same table, which the compute role keeps between them.

mod curve;
mod findings;
mod lists;
mod model;
mod partitions;
mod query;
mod results;
mod runs;
mod shown_lanes;
mod slices;
mod stands;

use super::EngineDesk;
use crate::analyses::Computed;
use crate::asks::{AskHandler, answers};
use crate::engine::Engine;
use diptych_protocol::{CallsDetails, DeskId, SpaceTimeReply, SpaceTimeRequest, Subject, ViewState};

/// The analyses that only this desk wants.
pub(super) const COMPUTED: &[Computed] = &[
    Computed::new::<slices::Slices>(),
    Computed::new::<partitions::Partitions>(),
    Computed::new::<curve::Curves>(),
];

/// The engine's part of the Space-time desk.
#[derive(Debug)]
pub(super) struct SpaceTimeDesk;

impl EngineDesk for SpaceTimeDesk {
    fn id(&self) -> DeskId {
        DeskId::SpaceTime
    }

    fn want(&self, engine: &mut Engine, state: &ViewState) {
        engine.want_space_time(state);
    }

    fn details(&self, engine: &Engine, subject: &Subject) -> Option<CallsDetails> {
        if let Subject::Area(area) = subject { engine.area_details(area) } else { None }
    }

    fn asks(&self) -> &'static [AskHandler] {
        const { &[AskHandler::new::<Self, SpaceTimeRequest>()] }
    }
}

answers! { SpaceTimeDesk:
    SpaceTimeRequest => SpaceTimeReply: |engine, ask| Ok(engine.space_time(ask));
}
