//! Facts about the program's structure that are shown beside the pictures: levels, relations, and moved elements. Also
//! moves along the sequence of calls.

use crate::desks::structure::{StructureLevel, StructureState};
use crate::sides::{SideName, Sides};
use crate::state::ViewState;
use crate::subject::Subject;
use crate::window::Window;
use crate::words::words;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

words! {
    /// A list of relations, elements or repeats.
    pub enum RelationList {
        /// Relations with more calls in B than in A.
        More = "more",
        /// Relations with fewer calls in B than in A.
        Fewer = "fewer",
        /// Relations that only B has.
        OnlyB = "only-b",
        /// Relations that only A has.
        OnlyA = "only-a",
        /// Relations by number of calls, with one side.
        Most = "most",
        /// Relations with at most three calls, of all open sides together.
        Rare = "rare",
        /// Elements that only one side has, or that moved.
        Elements = "elements",
        /// Calls between functions of layers that may not call each other.
        Forbidden = "forbidden",
        /// Repeats of the marked calls.
        Repeats = "repeats",
    }
}

/// Asks for the relations in the window that is shown. [`crate::Event::AnalysesChanged`] announces what is not known
/// yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct RelationsRequest {
    /// List whose rows are wanted.
    pub list: RelationList,
    /// Maximum number of rows.
    pub rows: u32,
}

/// Relations in the window that is shown.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct RelationsReply {
    /// Level that is shown, also if it was chosen automatically; `None` if nothing is shown yet.
    pub level: Option<StructureLevel>,
    /// Levels that show something of their own, each with its number of elements.
    pub levels: Vec<LevelRow>,
    /// Number of elements that are shown.
    pub elements: u32,
    /// Number of relations between different elements in the window.
    pub relations: u32,
    /// Number of relations within one element in the window.
    pub loops: u32,
    /// Calls that have a caller, in the window and in all, for each open side.
    pub calls: Vec<[f64; 2]>,
    /// Number of rows of each list.
    pub lists: Vec<ListCount>,
    /// First rows of the requested list.
    pub rows: Vec<RelationRow>,
    /// Facts that the numbers leave out: functions without a place, calls without a caller, sampled calls.
    pub note: String,
    /// The marked calls and their repeats; `None` if nothing is marked or they are not known yet.
    pub pattern: Option<PatternReply>,
    /// Error in the layers, with its line; empty if there is none.
    pub layers_problem: String,
}

/// Marked calls and their repeats.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct PatternReply {
    /// The marked calls: `166 calls marked in B`.
    pub marked: String,
    /// Number of exact repeats in A and in B: the same calls in the same order.
    pub exact: [u32; 2],
    /// Number of exact and near repeats in A and in B.
    pub near: [u32; 2],
    /// Rule for near repeats, and the repeats that are not listed.
    pub rule: String,
}

/// A level and its number of elements.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct LevelRow {
    /// The level.
    pub level: StructureLevel,
    /// Number of elements.
    pub elements: u32,
}

/// A list and its number of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ListCount {
    /// The list.
    pub list: RelationList,
    /// Number of rows.
    pub rows: u32,
    /// Number of calls that the bar of its first row stands for: with two sides the largest change in the list.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub largest: u64,
}

/// A row of a list: a relation, an element or a repeat.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RelationRow {
    /// Subject to select.
    pub subject: Subject,
    /// Name of the caller; for an element, its kind.
    pub caller: String,
    /// Name of the callee; for an element, its own name.
    pub callee: String,
    /// Elements that contain both; for a moved element, where it was and where it is. For a repeat, its side and start.
    pub place: String,
    /// Change: `+97`; with one side, the number of calls. `new`, `gone` or `moved` for an element, `exact` or `2 edits`
    /// for a repeat.
    pub change: String,
    /// Number of calls: `12 → 109 calls`.
    pub calls: String,
    /// Value that orders the list, as a share of the largest one, from 0 to 1.
    pub share: f32,
}

/// Opens or closes an element, or opens it alone. The reply is the new state of the desk.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ToggleElementRequest {
    /// State of the desk.
    pub state: StructureState,
    /// The element.
    pub element: Subject,
    /// True to open the element alone.
    pub alone: bool,
}

/// Asks for the call of a subject that starts first on a side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct FirstCallRequest {
    /// An element, a relation or a function.
    pub subject: Subject,
    /// The side.
    pub side: SideName,
}

/// Moves along the sequence of calls. The new stretch is given as parts of the current one: 0 is its beginning, 1 its
/// end.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct SequenceMoveRequest {
    /// New beginning.
    pub from: f64,
    /// New end.
    pub to: f64,
    /// State whose windows are the current stretch, although the picture may not show them yet. The calls of the new
    /// windows are requested at once. `None` takes the stretch that the picture shows, and moves nothing.
    pub state: Option<ViewState>,
}

/// The windows that a move leads to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct SequenceMoveReply {
    /// Windows of both sides on the common axis; `None` for the whole run.
    pub windows: Sides<Option<Window>>,
    /// Windows in ticks of each side, given for the whole run too.
    pub own: Sides<Option<Window>>,
    /// True while their calls are being counted. The picture follows when they are known.
    pub pending: bool,
}
