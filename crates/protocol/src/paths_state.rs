//! The part of the view state that says what is added up along call paths, for every desk that shows them.

use crate::link::{Field, row};
use crate::sides::Sides;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// What is added up, of which calls.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase", default)]
pub struct PathsState {
    /// `self` for the time of calls without what they call, `calls` for their number, or the name of a column of the file;
    /// blank for their time. Widths are inclusive in any case: by `self` colours compare self times.
    pub weight: String,
    /// Paths begin with the name of their lane.
    pub apart: bool,
    /// Lanes of each side (rows of the lane table) with all lanes in them; all where there are none.
    pub lanes: Sides<Vec<u32>>,
    /// Only what runs in the windows that are shown of each side.
    pub in_windows: bool,
}

pub(crate) const ROWS: &[Field] = &[
    row!("w", paths.weight),
    row!("w.apart", paths.apart),
    row!("w.la", paths.lanes.a),
    row!("w.lb", paths.lanes.b),
    row!("w.win", paths.in_windows),
];
