//! Replies of the engine: the answers of the table in [`crate::Ask`] that are neither plain tables nor lists.

use crate::comparison::{ComparisonSummary, DifferenceRow};
use crate::comparison_state::ComparisonState;
use crate::compute::FunctionTotals;
use crate::desks::ViewId;
use crate::event::{CallDetails, Details, SideSummary, Tooltip};
use crate::failure::Failure;
use crate::sides::{SideName, Sides};
use crate::subject::CallRef;
use crate::subject::{FunctionRef, Subject};
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// The item under the pointer.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct HoverReply {
    /// Tooltip of the item; `None` if nothing is there.
    pub tooltip: Option<Box<Tooltip>>,
    /// True if the picture marks the hovered item and must be laid out again.
    pub redraw: bool,
}

/// The selection with its details.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct SelectionReply {
    /// The selected subject. `None` if nothing is selected, or if it is a call in no open trace.
    pub subject: Option<Subject>,
    /// Details; for a match, of its call in A.
    pub details: Option<Details>,
}

/// The item under a point, to be selected or acted on.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct PickReply {
    /// Subject to select, if any.
    pub subject: Option<Subject>,
    /// Details; for a match, of its call in A.
    pub details: Option<Details>,
    /// Action that a click there performs instead of selecting.
    pub action: Option<PickAction>,
}

/// The place of an item that a view shows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ItemPlace {
    /// The view.
    pub view: ViewId,
    /// Subject of the item.
    pub subject: Subject,
    /// Visible part of the item as x0, y0, x1, y1 in CSS pixels of the scene as laid out; for a curve, the box around
    /// its middle. No other item covers the middle of this box.
    pub rect: [f32; 4],
    /// Fill colour as `#rrggbbaa`; for a curve, the colour at its start.
    pub fill: String,
    /// Colour of the edge that marks it as selected or hovered, as `#rrggbbaa`; blank without such an edge.
    pub mark: String,
}

/// An action that a click performs instead of selecting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum PickAction {
    /// Folds or unfolds a lane, with a click on its head.
    FoldLane {
        /// Side of the lane.
        side: SideName,
        /// Row in the lane table.
        lane: u32,
    },
    /// Folds or unfolds the frames around both runs, with a click on the line that stands for them.
    FoldFrames,
    /// Lines up the call under the point with its match, with a click on the button of an empty band.
    LineUp,
    /// Gives every lane a row, with a click on the row of the lanes that share one.
    ShowLanes,
}

/// The search hit that a step leads to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct HitReply {
    /// The hit; `None` if nothing is a hit.
    pub selection: Option<SelectionReply>,
    /// Number of the hit, counted from 1 over A, then B; 0 if nothing is a hit.
    pub rank: u32,
    /// Number of hits on both sides.
    pub total: u32,
}

/// The partner of a call.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct PartnerReply {
    /// The partner.
    pub call: CallRef,
    /// Details of the partner.
    pub details: Box<CallDetails>,
}

/// The sides after their exchange.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct Swapped {
    /// Card of each side; `None` for an empty one.
    pub sides: Sides<Option<Box<SideSummary>>>,
    /// Identity rules of the request, with the keys of their pairs exchanged.
    pub rules: String,
}

/// A stored comparison, opened without its traces.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct KeptReply {
    /// Card of each side.
    pub sides: Sides<Box<SideSummary>>,
    /// Settings of the comparison.
    pub comparison: ComparisonState,
    /// True if the file holds the overview.
    pub has_overview: bool,
    /// Parts that this version would have stored but the file lacks: `the overview, times by function`. Empty if it
    /// lacks none.
    pub lacks: String,
    /// Parts that damage destroyed or that a newer version added, as sentences. Empty if there are none.
    pub gaps: String,
}

/// A text file, such as a view or the sums of a time range.
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
    /// Whole text of the file, given only once. `None` while it is being written, and if there is nothing to write.
    pub text: Option<String>,
    /// Notes on what the file leaves out or writes differently.
    pub notes: Vec<String>,
    /// True while the file is being written.
    pub pending: bool,
}

/// Time by function.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct FunctionsReply {
    /// Functions by self time of both sides together, longest first. A long list is cut.
    pub functions: Vec<FunctionTotals>,
    /// Number of functions, with those not listed.
    pub total: u32,
}

/// A stretch of the table of functions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct FunctionTableReply {
    /// The requested rows.
    pub rows: Vec<FunctionTableRow>,
    /// Number of rows of the whole table.
    pub total: u32,
    /// Number of functions, with those that the filter leaves out.
    pub functions: u32,
    /// Unit of the weights: `ns`, `bytes`, `samples`, `events` or `calls`.
    pub unit: String,
    /// Largest value of each column in the whole table, over both sides.
    pub largest: FunctionWeights,
    /// Largest change of a self weight in the whole table.
    pub largest_change: f64,
    /// Number of lanes that weights are summed over if none are chosen: `summed over 64 ranks`. Empty for one lane.
    pub over: String,
    /// True if calls were recorded one by one. Calls that were put together from samples or weights are not told.
    pub counts_calls: bool,
    /// True while a part of the table is being computed.
    pub pending: bool,
}

/// A function and its weights.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct FunctionTableRow {
    /// Name, unique in the table.
    pub name: String,
    /// File; empty if unknown.
    pub file: String,
    /// Reference to select it; `None` if it has no name, or one too long to send.
    pub function: Option<FunctionRef>,
    /// Weights on A; `None` if A does not call it.
    pub a: Option<FunctionWeights>,
    /// Weights on B; `None` if B does not call it.
    pub b: Option<FunctionWeights>,
    /// True if both sides call it and the comparison judges its change as not significant. False if nothing judged it.
    pub not_significant: bool,
    /// `moved`, `replaces` or `replaced` for a function of one side that the comparison pairs with one of the other side, and
    /// `missing in B` if parts of B's recording are missing; else empty.
    pub one_side_word: String,
}

/// The weights of a function on one side, in the unit of the table.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct FunctionWeights {
    /// Number of calls.
    pub calls: f64,
    /// Self weight, without callees.
    pub own: f64,
    /// Total weight, with callees. Recursion never counts twice.
    pub total: f64,
    /// Mean total weight of a call.
    pub mean: f64,
    /// Median duration of all its calls in the run, in the unit of the run; `None` if not requested or not known yet.
    pub p50: Option<f64>,
    /// 99th percentile of the durations, likewise.
    pub p99: Option<f64>,
}

/// The results of the comparison so far.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct ComparisonReply {
    /// The comparison in words; `None` while it is being computed, or if a side is empty.
    pub summary: Option<Box<ComparisonSummary>>,
    /// True while a part of it is being computed.
    pub pending: bool,
    /// Error in the requested rules, reported once. The rules of the formats apply instead.
    pub wrong_rules: Option<Failure>,
}

/// A stretch of a list of differences.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct DifferencesReply {
    /// The requested rows.
    pub rows: Vec<DifferenceRow>,
    /// Index of the first of these rows in the whole list.
    pub first: u32,
    /// Number of rows of the whole list.
    pub total: u32,
}
