//! The engine's part of each desk: the results it wants, the asks it answers, and its analyses.
//!
//! One folder a desk, one line in [`DESKS`]. Nothing else in the engine names a desk: its results lie in
//! [`diptych_views::Results`] and its memory in [`crate::memory::Memory`], both by type. The pictures of a desk are its
//! views ([`diptych_views::desks`]).

mod fusion;
mod profile;
mod space_time;
mod structure;

use crate::analyses::Computed;
use crate::asks::AskHandler;
use crate::engine::Engine;
use diptych_protocol::{CallsDetails, DeskId, Subject, ViewState};
use std::fmt::Debug;

/// The engine's part of a desk. All of it is optional: a desk may show what the comparison gives.
pub(crate) trait EngineDesk: Sync + Debug {
    /// Returns the name of the desk.
    fn id(&self) -> DeskId;

    /// Requests the results that the views of the desk read, and passes on those that have arrived.
    fn want(&self, _engine: &mut Engine, _state: &ViewState) {}

    /// Returns the details of a subject that only this desk knows; `None` for other subjects.
    fn details(&self, _engine: &Engine, _subject: &Subject) -> Option<CallsDetails> {
        None
    }

    /// Returns the asks that the desk answers.
    fn asks(&self) -> &'static [AskHandler] {
        &[]
    }
}

/// All desks with a part of their own.
pub(crate) static DESKS: &[&dyn EngineDesk] =
    &[&structure::Structure, &space_time::SpaceTimeDesk, &fusion::Fusion, &profile::Profile];

/// Returns the engine's part of a desk, if it has one.
pub(crate) fn desk(id: DeskId) -> Option<&'static dyn EngineDesk> {
    DESKS.iter().copied().find(|desk| desk.id() == id)
}

/// Returns the analyses that only one desk wants, for the compute role.
pub(crate) fn computed() -> impl Iterator<Item = &'static Computed> {
    [structure::COMPUTED, space_time::COMPUTED, profile::COMPUTED].into_iter().flatten()
}
