//! The list of all desks, and sessions that have them.
//!
//! The engine knows desks by their trait alone. Programs that want every desk take [`ALL`], or a session made here.
//! The tests of this crate are those of the whole session: all desks, their asks, and stored comparisons.

#![forbid(unsafe_code)]

use diptych_engine::{Compute, DeskAnalyses, Desks, Engine, InProcess};
use diptych_protocol::ViewId;

/// All desks, in the order of their tabs. The first one is shown if a state names none.
pub const ALL: Desks = Desks::new(&[
    &diptych_desk_compare::CompareDesk,
    &diptych_desk_structure::StructureDesk,
    &diptych_desk_space_time::SpaceTimeDesk,
    &diptych_desk_fusion::FusionDesk,
    &diptych_desk_profile::ProfileDesk,
]);

/// The analyses of all desks, for the compute role.
pub const ANALYSES: DeskAnalyses =
    &[diptych_desk_structure::ANALYSES, diptych_desk_space_time::ANALYSES, diptych_desk_profile::ANALYSES];

/// The view that shows a stored comparison without its traces.
pub const STORED_VIEW: ViewId = ViewId::Overview;

/// Creates an engine with all desks and both sides empty.
pub fn engine() -> Engine {
    Engine::new(ALL)
}

/// Creates a compute role for the analyses of all desks, without traces.
pub fn compute() -> Compute {
    Compute::new(ANALYSES)
}

/// Creates a session in one process, with all desks and both sides empty.
pub fn in_process() -> InProcess {
    InProcess::new(engine(), ANALYSES)
}
