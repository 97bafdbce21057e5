//! The part of the view state that says what is summed along call paths, for every desk that shows them.

use crate::link::rows;
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

rows! { PathsState:
    "w" => weight: "the weight of call paths: `self`, `calls` or a column of the file";
    "w.apart" => apart: "call paths are summed for each lane separately";
    "w.la" => lanes.a, OfA: "the lanes of A that call paths include";
    "w.lb" => lanes.b, OfB: "the lanes of B that call paths include";
    "w.win" => in_windows: "call paths include only the visible time";
}
