//! The Profile desk: call paths with a weight, the table of functions, and profiles as files.

mod call_paths;
mod confidence;
mod confidence_test;
mod file;
mod results;

use super::EngineDesk;
use crate::analyses::Computed;
use crate::asks::{AskHandler, answers};
use crate::engine::Engine;
use diptych_protocol::{
    DeskId, FunctionTableReply, FunctionTableRequest, ProfileFileReply, ProfileFileRequest, ViewState,
};

/// The analyses that only this desk wants.
pub(super) const COMPUTED: &[Computed] = &[
    Computed::new::<confidence_test::ConfidenceTest>(),
    Computed::new::<call_paths::Profiles>(),
    Computed::new::<file::ProfileFiles>(),
];

/// The engine's part of the Profile desk.
#[derive(Debug)]
pub(super) struct Profile;

impl EngineDesk for Profile {
    fn id(&self) -> DeskId {
        DeskId::Profile
    }

    fn want(&self, engine: &mut Engine, state: &ViewState) {
        engine.want_profile(state);
    }

    fn asks(&self) -> &'static [AskHandler] {
        const { &[AskHandler::new::<Self, FunctionTableRequest>(), AskHandler::new::<Self, ProfileFileRequest>()] }
    }
}

answers! { Profile:
    FunctionTableRequest => FunctionTableReply: |engine, ask| Ok(engine.function_table(ask));
    ProfileFileRequest => ProfileFileReply: |engine, ask| Ok(engine.profile_file(ask));
}
