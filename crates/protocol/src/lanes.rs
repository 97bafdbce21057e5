//! The lanes of a side as a list.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// A lane in the list of lanes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct LaneRow {
    /// Row in the lane table.
    pub lane: u32,
    /// Name.
    pub name: String,
    /// Names of the lane and of those that contain it, outermost first.
    pub path: String,
    /// Names of the lanes that contain it, outermost first; empty if there are none. For a sub-lane, those that contain
    /// the lane `within`.
    pub process: String,
    /// Share of the run that its outermost calls cover, as text.
    pub busy: String,
    /// Share of the run that its outermost calls cover, 0 to 1.
    pub share: f64,
    /// Number of its own calls.
    pub calls: u32,
    /// True if only its silhouette is shown.
    pub folded: bool,
    /// True if it is folded even while the lane `within` is open.
    pub folded_by_itself: bool,
    /// Lane of which it is a sub-lane, by row in the lane table. If that lane is folded, so is this one.
    pub within: Option<u32>,
    /// True if it is not shown at all.
    pub hidden: bool,
    /// Position among the lanes of both sides. Paired lanes have the same.
    pub place: u32,
    /// The lane of the other side that it is paired with.
    pub partner: Option<LanePartner>,
}

/// The lane of the other side that a lane is paired with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct LanePartner {
    /// Row in the lane table of that side.
    pub lane: u32,
    /// Name.
    pub name: String,
}
