//! What the engine replies: the answers of the table in [`crate::Ask`] that are no plain table or list.

use crate::comparison::{ComparisonSummary, DifferenceRow};
use crate::comparison_state::ComparisonState;
use crate::compute::FunctionTotals;
use crate::event::{CallDetails, Details, SideSummary, Tooltip};
use crate::failure::Failure;
use crate::sides::{SideName, Sides};
use crate::state::{CallRef, ViewId};
use crate::subject::{FunctionRef, Subject};
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// What lies under the pointer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct HoverReply {
    /// Nothing, or what to say about it.
    pub tooltip: Option<Box<Tooltip>>,
    /// The picture marks what is hovered: lay it out again.
    pub redraw: bool,
}

/// What is selected, and what to say about it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct SelectionReply {
    /// What, if anything: a call that is in no open trace is not.
    pub subject: Option<Subject>,
    /// In words; of a match its end in A.
    pub details: Option<Details>,
}

/// What lies under a point: something to be selected, or to act on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct PickReply {
    /// What is to be selected, if anything.
    pub subject: Option<Subject>,
    /// In words; of a match its end in A.
    pub details: Option<Details>,
    /// What a click there does in place of selecting.
    pub action: Option<PickAction>,
}

/// Where something lies that a view shows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ItemPlace {
    /// The view.
    pub view: ViewId,
    /// What it is.
    pub subject: Subject,
    /// x0, y0, x1, y1, CSS pixels of the scene as laid out: as much as is in sight, of a curve the box around its
    /// middle. Nothing lies over the middle of this.
    pub rect: [f32; 4],
    /// What it is filled with, as `#rrggbbaa`; of a curve at its start.
    pub fill: String,
    /// The edge that marks it as selected or under the pointer, likewise; blank if none does.
    pub mark: String,
}

/// What a click on a part of a view does that is not to be selected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum PickAction {
    /// On the head of a lane: its folding is switched.
    FoldLane {
        /// Whose.
        side: SideName,
        /// Which.
        lane: u32,
    },
    /// On the line that stands for the frames around both runs: their folding is switched.
    FoldFrames,
}

/// Where a step among the hits of a search came to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct HitReply {
    /// The hit; none when nothing is a hit.
    pub selection: Option<SelectionReply>,
    /// Its number, counted from 1 over A, then B; 0 when nothing is a hit.
    pub rank: u32,
    /// Hits of both sides.
    pub total: u32,
}

/// The partner of a call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct PartnerReply {
    /// Which call it is.
    pub call: CallRef,
    /// What to say about it.
    pub details: Box<CallDetails>,
}

/// The sides after they were exchanged.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Swapped {
    /// What they hold.
    pub sides: Sides<Option<Box<SideSummary>>>,
    /// The identity rules of the request, for these sides.
    pub rules: String,
}

/// A stored comparison, opened without its traces.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct KeptReply {
    /// What it says of them.
    pub sides: Sides<Box<SideSummary>>,
    /// How they were compared.
    pub comparison: ComparisonState,
    /// Whether it holds the overview.
    pub has_overview: bool,
    /// What this version would have kept too, `the overview, times by function`; empty if the file has all of it.
    pub lacks: String,
}

/// A view as a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct TextReply {
    /// Whole text of the file.
    pub text: String,
}

/// Call paths as a file.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ProfileFileReply {
    /// Whole text of the file, once; none while it is being written, and if there is nothing to write.
    pub text: Option<String>,
    /// What is to be said beside: what of it is left out, or written otherwise.
    pub notes: Vec<String>,
    /// It is being written.
    pub pending: bool,
}

/// Time by function.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct FunctionsReply {
    /// Functions by self time of both sides together, longest first.
    pub functions: Vec<FunctionTotals>,
    /// How many functions there are; more than `functions` holds.
    pub total: u32,
}

/// A stretch of a table of functions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct FunctionTableReply {
    /// The rows.
    pub rows: Vec<FunctionTableRow>,
    /// How many rows the whole table has.
    pub total: u32,
    /// How many functions there are, those among them that the filter leaves out.
    pub functions: u32,
    /// What weights are counted in: `ns`, `bytes`, `samples`, `events` or `calls`.
    pub unit: String,
    /// The largest of each column in the whole table, of both sides.
    pub largest: FunctionWeights,
    /// The largest change of an own weight in the whole table.
    pub largest_change: f64,
    /// `over 64 ranks`: over how many lanes weights are summed where none are chosen; empty of one lane.
    pub over: String,
    /// Something of it is still being worked out.
    pub pending: bool,
}

/// A function with its weights.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct FunctionTableRow {
    /// Its name, which no other has.
    pub name: String,
    /// Its file; empty if unknown.
    pub file: String,
    /// To select it; none if it has no name, or one too long to be sent.
    pub function: Option<FunctionRef>,
    /// On A; `None` if it is not called there.
    pub a: Option<FunctionWeights>,
    /// On B.
    pub b: Option<FunctionWeights>,
}

/// What a function weighs on a side, in the unit of the table.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct FunctionWeights {
    /// Calls.
    pub calls: f64,
    /// Without what they call.
    pub own: f64,
    /// With it; recursion never counts twice.
    pub total: f64,
    /// The mean of a call with what it calls.
    pub mean: f64,
    /// Half of all calls of the run take no longer, in the unit of the run; where that was asked for and is known.
    pub p50: Option<f64>,
    /// 99 of 100 take no longer.
    pub p99: Option<f64>,
}

/// What corresponds between the sides, with the results so far.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct ComparisonReply {
    /// In words; `None` while that is being worked out, or if a side is empty.
    pub summary: Option<Box<ComparisonSummary>>,
    /// Some of it is being worked out.
    pub pending: bool,
    /// The requested rules are wrong, and those of the formats hold instead; said once.
    pub wrong_rules: Option<Failure>,
}

/// A stretch of a list of differences.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct DifferencesReply {
    /// The requested rows.
    pub rows: Vec<DifferenceRow>,
    /// Number of the first of them.
    pub first: u32,
    /// Rows in all.
    pub total: u32,
}
