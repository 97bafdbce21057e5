//! Many pairs: the file that lists them, which of them changed, which functions changed, and which pairs are alike.
//!
//! [`FleetManifest`] is that file. [`Observations`] has the times of each function on both sides of each pair.
//! [`FleetSummary::new`] judges them. With one run per side, a single pair does not show how much a function's time
//! varies from run to run. The fleet does: most pairs of most functions did not change. So the fleet itself is the
//! measure of noise ([`null`]), and the false discovery rate is controlled over all pairs and functions at once
//! ([`false_discovery`]).
//!
//! This crate reads no files and knows no traces: the command does.

#![forbid(unsafe_code)]

mod alike;
pub mod false_discovery;
mod manifest;
pub mod null;
mod observations;
mod statistics;
mod summary;

pub use alike::alike;
pub use manifest::{FleetManifest, FleetPair, ManifestTable};
pub use observations::{Observation, Observations};
pub use summary::{Change, FleetFunction, FleetOptions, FleetSummary, PairOutcome, PairSummary};
