//! Facts about lanes over time that are shown beside the picture: the detail and its curves, lanes, states, and the
//! lists of areas.

use crate::desks::space_time::StateBy;
use crate::sides::SideName;
use crate::subject::AreaRef;
use crate::words::words;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

words! {
    /// A list of unusual areas.
    pub enum AreaList {
        /// Areas in which B differs from A more than neighbouring lanes do.
        Areas = "areas",
        /// Lanes that work longer in B while the others wait.
        Works = "works",
        /// Lanes that differ for a while from their neighbours.
        OddLanes = "odd-lanes",
        /// Slices in which all lanes differ from the slices before and after.
        OddMoments = "odd-moments",
        /// Unusual areas of all kinds that a search of the zoomed part alone finds.
        InView = "in-view",
    }
}

words! {
    /// The extent of the search for partitions.
    #[derive(Default)]
    pub enum PartitionSearch {
        /// Searches until neighbouring partitions differ too little in what they save and lose to see it.
        #[default]
        Visible = "visible",
        /// Searches until all partitions are known.
        All = "all",
        /// Stops the search.
        Stopped = "stopped",
    }
}

/// Asks for facts about lanes over time as shown. [`crate::Event::AnalysesChanged`] announces what is not known yet.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct SpaceTimeRequest {
    /// New extent of the search for partitions; `None` leaves it unchanged.
    pub search: Option<PartitionSearch>,
}

/// Facts about lanes over time as shown.
#[allow(clippy::struct_excessive_bools, reason = "each says something else about the picture or its lists")]
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct SpaceTimeReply {
    /// Detail that is shown, from 0 to 1; `None` if nothing is shown yet.
    pub p: Option<f64>,
    /// Detail at which the curves of what is saved and what is lost are farthest apart.
    pub widest: f64,
    /// Largest detail at which the first listed area of a pair is an area of its own. It is the default detail, if
    /// there is one.
    pub first: Option<f64>,
    /// Numbers of each panel: of each open side, then of both together.
    pub panels: Vec<PanelNumbers>,
    /// Partitions of the last panel that are known so far, by ascending p.
    pub curve: Vec<CurvePoint>,
    /// True if all partitions are known.
    pub complete: bool,
    /// True while partitions are being searched for.
    pub pending: bool,
    /// Largest growth in what is saved or lost between two known partitions that may have others between them, from 0
    /// to 1.
    pub widest_open: f64,
    /// Number of separate lanes at each level of the lane tree.
    pub per_level: Vec<u32>,
    /// Deepest level with separate lanes.
    pub level: u32,
    /// Number of lanes with little busy time and their part of it, whether or not they share a row; empty if there are
    /// none.
    pub rest: String,
    /// Definition of a lane's state, never [`StateBy::Auto`] once something is shown.
    pub by: StateBy,
    /// Names of the states, those with most time first. The merged states and time without a state come last.
    pub states: Vec<String>,
    /// Separate lanes, and the lanes that contain them.
    pub lanes: Vec<LaneNodeRow>,
    /// Unusual areas of the whole runs by list, the strongest first. They are the same at every zoom. The areas of
    /// [`AreaList::InView`] follow.
    pub rows: Vec<AreaRow>,
    /// True while the rows are being computed.
    pub rows_pending: bool,
    /// For each row, true if a part of it lies in the zoomed picture. Empty if the picture shows the whole runs.
    pub in_view: Vec<bool>,
    /// Areas that the lists leave out.
    pub left_out: Vec<LeftOutRow>,
    /// Share of self time in matched calls, of the side where it is smaller, from 0 to 1. `None` before the calls of
    /// a pair are matched.
    pub matched: Option<f64>,
    /// Share of the time of all lanes that B spends in other states than A, counted by slice and separate lane; `None`
    /// with one side.
    pub differ: Option<f64>,
    /// True if both sides hold the same calls at the same times, so that nothing differs.
    pub same: bool,
}

/// Areas that a list leaves out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct LeftOutRow {
    /// The list.
    pub list: AreaList,
    /// Their number, and the reason.
    pub text: String,
}

/// The quality of a panel's partition.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct PanelNumbers {
    /// Side of the panel; `None` for both together.
    pub side: Option<SideName>,
    /// Part of the finest partition's complexity that it saves, from 0 to 1.
    pub saved: f64,
    /// Part of the finest partition's information that it loses, from 0 to 1.
    pub lost: f64,
    /// Number of areas.
    pub areas: u32,
}

/// A partition of the curve.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct CurvePoint {
    /// A p at which the partition is the best.
    pub p: f64,
    /// Complexity that it saves, as in [`PanelNumbers::saved`].
    pub saved: f64,
    /// Information that it loses, as in [`PanelNumbers::lost`].
    pub lost: f64,
    /// Number of areas.
    pub areas: u32,
}

/// A separate lane, or a lane that contains such lanes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct LaneNodeRow {
    /// Names of lanes from the outermost down, joined by `/`. Empty for the node that contains several outermost lanes.
    pub path: String,
    /// First and last row in the lane table, for each open side.
    pub rows: Vec<[u32; 2]>,
}

/// An unusual area.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct AreaRow {
    /// Its list.
    pub list: AreaList,
    /// Side of the area, if it is unusual within one of two sides.
    pub side: Option<SideName>,
    /// Path of its lane, or `all lanes`.
    pub lanes: String,
    /// `0.39 s to 0.50 s`
    pub time: String,
    /// State that changed most.
    pub state: String,
    /// Change of that state's share of the time: `+36.0 points`.
    pub change: String,
    /// Shares of that state: `8.0 % → 43.5 %`.
    pub shares: String,
    /// State that changed second most, with its change: `PMPI_Recv −33.6 points`. Empty if there is none.
    pub instead: String,
    /// Amount by which it ranks: `changed 40.7 points more than the other lanes`; of a cause, what makes it one:
    /// `9.24 ms more work than a typical lane, while other lanes wait`. Empty if the change itself ranks.
    pub beyond: String,
    /// Path of the lane that its lanes wait for. Empty if there is none.
    pub waits_for: String,
    /// True if they waited longer for it in A.
    pub waits_in_a: bool,
    /// z score of the difference.
    pub z: f64,
    /// Reference to select it.
    pub area: AreaRef,
    /// Largest p at which it is an area of its own, in parts of 10¹²; negative if there is none.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub p: i64,
}
