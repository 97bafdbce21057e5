//! What is said of lanes over time beside the picture: the detail and its curves, lanes, states, and the lists of areas.

use crate::desks::space_time::StateBy;
use crate::sides::SideName;
use crate::subject::AreaRef;
use crate::words::words;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

words! {
    /// What an area departs from.
    pub enum AreaList {
        /// B from A, more than the lanes beside it.
        Areas = "areas",
        /// Lanes for a while from those beside them.
        OddLanes = "odd-lanes",
        /// All lanes for a slice from the slices around it.
        OddMoments = "odd-moments",
    }
}

words! {
    /// How long partitions are looked for.
    #[derive(Default)]
    pub enum PartitionSearch {
        /// Until between no two of them more is saved or lost than is seen.
        #[default]
        Visible = "visible",
        /// Until all are known.
        All = "all",
        /// No longer.
        Stopped = "stopped",
    }
}

/// What lanes do over time as it is shown. What is not known yet is announced by [`crate::Event::AnalysesChanged`].
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct SpaceTimeRequest {
    /// How long partitions of what is shown are looked for from now on; `None`: as before.
    pub search: Option<PartitionSearch>,
}

/// The same in words and numbers.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct SpaceTimeReply {
    /// The detail that is shown, from 0 to 1; `None` while nothing is.
    pub p: Option<f64>,
    /// Where what is saved and what is lost are farthest apart.
    pub widest: f64,
    /// The largest detail at which the first listed area of a pair stands by itself, which is shown where nothing was chosen.
    pub first: Option<f64>,
    /// One a panel: of the sides that are open, then of both together.
    pub panels: Vec<PanelNumbers>,
    /// Partitions of the last panel by p, ascending, as far as they are known.
    pub curve: Vec<CurvePoint>,
    /// All of them are known.
    pub complete: bool,
    /// They are still being looked for.
    pub pending: bool,
    /// The most that what is saved or lost grows between two that may have others between them, from 0 to 1.
    pub widest_open: f64,
    /// How many lanes are told apart at each level.
    pub per_level: Vec<u32>,
    /// The level down to which they are.
    pub level: u32,
    /// What the state of a lane is, also where that was left to what tells most.
    pub by: StateBy,
    /// What states are called, those of most time first.
    pub states: Vec<String>,
    /// Lanes that are told apart, and those around them.
    pub lanes: Vec<LaneNodeRow>,
    /// Areas that depart, by list the farthest out first.
    pub rows: Vec<AreaRow>,
    /// What lists leave out.
    pub left_out: Vec<LeftOutRow>,
    /// Of a pair the share of the time of all lanes that B spends in other states than A, by slice and lane that is told apart.
    pub differ: Option<f64>,
}

/// What a list leaves out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct LeftOutRow {
    /// Which.
    pub list: AreaList,
    /// What, and why.
    pub text: String,
}

/// What a partition saves and loses.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct PanelNumbers {
    /// Of which side; `None` of both.
    pub side: Option<SideName>,
    /// The part of the complexity of the finest that it saves, from 0 to 1.
    pub saved: f64,
    /// The part of what the finest tells that it loses, from 0 to 1.
    pub lost: f64,
    /// How many areas it has.
    pub areas: u32,
}

/// A partition of the curve.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct CurvePoint {
    /// A p at which it is the best.
    pub p: f64,
    /// As of a panel.
    pub saved: f64,
    /// Likewise.
    pub lost: f64,
    /// Likewise.
    pub areas: u32,
}

/// A lane that is told apart, or one around such lanes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct LaneNodeRow {
    /// Names of lanes from the outermost one down, joined by `/`; empty of what several outermost lanes lie in.
    pub path: String,
    /// By side that is open its rows of the lane table: first and last.
    pub rows: Vec<[u32; 2]>,
}

/// An area that departs.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct AreaRow {
    /// From what.
    pub list: AreaList,
    /// In which side, of what departs within one of two.
    pub side: Option<SideName>,
    /// Its lane, as a path; `all lanes`.
    pub lanes: String,
    /// `0.39 s to 0.50 s`
    pub time: String,
    /// The state that makes most of it.
    pub state: String,
    /// How much more or less of its time that is: `+36.0 pt`.
    pub change: String,
    /// Shares of that state: `8.0 % → 43.5 %`.
    pub shares: String,
    /// The state that it took the place of, with its change: `PMPI_Recv −33.6 pt`; empty without one.
    pub instead: String,
    /// How far it stands out.
    pub z: f64,
    /// To select it.
    pub area: AreaRef,
    /// The largest p at which it stands by itself, in parts of 10¹²; below zero if there is none.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub p: i64,
}
