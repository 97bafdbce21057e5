//! Lanes of a side as a list.

use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// A lane in the list of lanes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct LaneRow {
    /// Its row in the lane table.
    pub lane: u32,
    /// Its name.
    pub name: String,
    /// Names of it and of the lanes it lies in, outermost first.
    pub path: String,
    /// Names of the lanes it lies in, outermost first; empty where it lies in none.
    pub process: String,
    /// Share of the run that its outermost calls cover.
    pub busy: String,
    /// The same from 0 to 1.
    pub share: f64,
    /// Own calls.
    pub calls: u32,
    /// Whether only its silhouette is shown.
    pub folded: bool,
    /// Whether that is so even where the lane that it is a sub-lane of is open.
    pub folded_by_itself: bool,
    /// The lane that it is a sub-lane of, by its row in the lane table: folded, that folds it too.
    pub within: Option<u32>,
    /// Whether it is not shown at all.
    pub hidden: bool,
    /// Its place among the lanes of both sides; paired lanes have the same.
    pub place: u32,
    /// The lane of the other side that it is paired with.
    pub partner: Option<LanePartner>,
}

/// The lane of the other side that a lane is paired with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct LanePartner {
    /// Its row in its lane table.
    pub lane: u32,
    /// Its name.
    pub name: String,
}
