//! The structure of a program, as a file next to its trace states it.
//!
//! It has no row in the table of asks. Functions of their own add, remove and describe the structure of a side. So all
//! of this can be in a part of the code that is fetched only once there is a structure.

use crate::sides::{SideName, Sides};
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// The structure of a program, and how much of it ran.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct StructureSummary {
    /// Name of the file that states it.
    pub name: String,
    /// Side with which the file was opened.
    pub of: SideName,
    /// Number of files that contain functions of the shown run: `52 of 301 files ran`.
    pub headline: String,
    /// Parts of the structure and of the run that do not fit each other; blank if all fit.
    pub note: String,
}

/// The structures that both sides use.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct StructureReply {
    /// Structure of each side; `None` for a side without a trace, and if neither side has a structure.
    pub sides: Sides<Option<StructureSummary>>,
}
