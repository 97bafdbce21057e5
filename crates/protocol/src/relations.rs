//! What is said of the program's structure beside the pictures: levels, relations, what elements moved; and where its axis goes.

use crate::desks::structure::{StructureLevel, StructureState};
use crate::sides::{SideName, Sides};
use crate::state::ViewState;
use crate::subject::Subject;
use crate::time_state::Window;
use crate::words::words;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

words! {
    /// What relations are listed for.
    pub enum RelationList {
        /// More calls in B than in A.
        More = "more",
        /// Fewer.
        Fewer = "fewer",
        /// Only in B.
        OnlyB = "only-b",
        /// Only in A.
        OnlyA = "only-a",
        /// Most calls, of one side.
        Most = "most",
        /// Three calls at most, of the sides that are open together.
        Rare = "rare",
        /// Elements that only one side has, or that moved.
        Elements = "elements",
        /// Calls between functions of layers that may not call each other.
        Forbidden = "forbidden",
        /// Where the marked calls come again.
        Repeats = "repeats",
    }
}

/// Who calls whom in the window that is shown. What is not known yet is announced by [`crate::Event::AnalysesChanged`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct RelationsRequest {
    /// The list of which rows are wanted.
    pub list: RelationList,
    /// So many of them at most.
    pub rows: u32,
}

/// The same in words and numbers.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct RelationsReply {
    /// The level that is shown, also where that was left to how many elements there are; `None` while nothing is.
    pub level: Option<StructureLevel>,
    /// The levels that show something of their own, each with how many elements.
    pub levels: Vec<LevelRow>,
    /// Elements that are shown.
    pub elements: u32,
    /// Relations between different elements in the window, and within one.
    pub relations: u32,
    /// Likewise.
    pub loops: u32,
    /// By side that is open: calls in the window, and in all.
    pub calls: Vec<[f64; 2]>,
    /// How many rows each list has.
    pub lists: Vec<ListCount>,
    /// The first rows of the list that was asked for.
    pub rows: Vec<RelationRow>,
    /// What is not said otherwise: functions without a place, sampled calls.
    pub note: String,
    /// What was marked and how often that comes again; `None` while nothing is or that is not known yet.
    pub pattern: Option<PatternReply>,
    /// What is wrong with the layers, and in which line.
    pub layers_problem: String,
}

/// Marked calls, and how often they come again.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct PatternReply {
    /// `166 calls of B, 12.3 to 15.6 ms`
    pub marked: String,
    /// In A and in B: the same calls in the same order.
    pub exact: [u32; 2],
    /// These, and those that are nearly so.
    pub near: [u32; 2],
    /// By which rule, and what is left out.
    pub rule: String,
}

/// How many elements a level shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct LevelRow {
    /// Which.
    pub level: StructureLevel,
    /// How many.
    pub elements: u32,
}

/// How long a list is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ListCount {
    /// Which.
    pub list: RelationList,
    /// Rows of it.
    pub rows: u32,
}

/// A relation of a list, or an element.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct RelationRow {
    /// To select it.
    pub subject: Subject,
    /// The caller's name; of an element its kind.
    pub caller: String,
    /// The callee's name; of an element its own.
    pub callee: String,
    /// Where both lie; of an element that moved from where to where.
    pub place: String,
    /// `+97`, of one side the calls; of an element `new`, `gone`, `moved`.
    pub change: String,
    /// `12 → 109`
    pub calls: String,
    /// Its change as a share of the largest of the list, from 0 to 1.
    pub share: f32,
}

/// Opens an element or closes it, or opens it alone.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ToggleElementRequest {
    /// How the desk is set.
    pub state: StructureState,
    /// Which.
    pub element: Subject,
    /// Whether it alone is to be open.
    pub alone: bool,
}

/// Asks for the call of a side that starts first of those that something is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct FirstCallRequest {
    /// An element, a relation, a function.
    pub subject: Subject,
    /// The side.
    pub side: SideName,
}

/// Moves along the sequence: from where to where of a stretch of it, 0 its beginning and 1 its end.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct SequenceMoveRequest {
    /// The new beginning.
    pub from: f64,
    /// The new end.
    pub to: f64,
    /// The state whose windows are the stretch, although the picture may not show them yet; the calls of the new ones are wanted at
    /// once. None: the stretch is what the picture shows, and nothing moves.
    pub state: Option<ViewState>,
}

/// Where a move leads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct SequenceMoveReply {
    /// The windows of both sides, on the common axis; `None` of all.
    pub windows: Sides<Option<Window>>,
    /// The same in ticks of each side, also of all.
    pub own: Sides<Option<Window>>,
    /// Whether their calls are being counted: the picture follows when that is known.
    pub pending: bool,
}
