//! The part of the view state that says what is summed along call paths, for every desk that shows them.

use crate::link::{Field, row};
use crate::sides::Sides;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// The weight that is summed along call paths, and the calls that count.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase", default)]
pub struct PathsState {
    /// Weight: blank for time, `self` for time without callees, `calls` for the number of calls, or the name of a
    /// column of the file. Widths are always inclusive; with `self`, colours compare self times.
    pub weight: String,
    /// True if each lane has paths of its own, which begin with the lane's name.
    pub apart: bool,
    /// Lanes of each side that count, with all lanes in them, by row in the lane table. Empty for all lanes.
    pub lanes: Sides<Vec<u32>>,
    /// True if only time within the shown windows counts.
    pub in_windows: bool,
}

pub(crate) const ROWS: &[Field] = &[
    row!("w", paths.weight),
    row!("w.apart", paths.apart),
    row!("w.la", paths.lanes.a, OfA),
    row!("w.lb", paths.lanes.b, OfB),
    row!("w.win", paths.in_windows),
];
