//! What programs are made of, as files beside their traces say.
//!
//! No ask of the table: the structure of a side is handed over, taken away and told by one function of its own, so that all
//! of it can lie in a part that is fetched once there is a structure.

use crate::sides::{SideName, Sides};
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// What a program is made of, and what of it ran.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct StructureSummary {
    /// Name of the file that lists it.
    pub name: String,
    /// The side beside whose trace it was opened.
    pub of: SideName,
    /// Of how many files functions of the run that is shown lie in: `52 of 301 files ran`.
    pub headline: String,
    /// What of the list and of the run finds no place in the other; blank if all does.
    pub note: String,
}

/// The structures that the sides go by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct StructureReply {
    /// In words; none of a side without trace, and where neither side has a structure.
    pub sides: Sides<Option<StructureSummary>>,
}
