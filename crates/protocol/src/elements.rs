//! Facts about the elements of the program's structure that are shown beside the picture: how they changed, and which
//! never ran.

use crate::desks::structure::StructureLevel;
use crate::relations::LevelRow;
use crate::subject::Subject;
use crate::words::words;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

words! {
    /// A list of elements.
    pub enum ElementList {
        /// Elements in focus whose self time changed, those of one side among them, the largest change first.
        Largest = "largest",
        /// Elements in focus by self time, with one trace.
        Most = "most",
        /// Elements in focus in B only.
        OnlyB = "only-b",
        /// Elements in focus in A only.
        OnlyA = "only-a",
        /// Elements that ran on no open side.
        Never = "never",
        /// Elements that ran in A, but nowhere in B.
        NotInB = "not-in-b",
        /// Elements that ran in B, but nowhere in A.
        NotInA = "not-in-a",
        /// Functions that fit no element of a list of paths, or several.
        Unmapped = "unmapped",
    }
}

/// Asks for facts about the elements in focus. [`crate::Event::AnalysesChanged`] announces what is not known yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct ElementsRequest {
    /// List whose rows are wanted; `None` for the first.
    pub list: Option<ElementList>,
    /// Maximum number of rows.
    pub rows: u32,
}

/// Facts about the elements in focus.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct ElementsReply {
    /// Level that is shown; `None` if nothing is shown yet.
    pub level: Option<StructureLevel>,
    /// Levels that show something of their own, each with its number of elements.
    pub levels: Vec<LevelRow>,
    /// Element that fills the picture, after those that contain it, outermost first. Empty if the whole structure fills
    /// it.
    pub root: Vec<ElementRoot>,
    /// Description of the focus: `f with 1 call below it`.
    pub focus: String,
    /// True if a list states sizes.
    pub has_bytes: bool,
    /// Number of shown elements that ran on both sides, in A only, in B only, and never.
    pub coverage: [u32; 4],
    /// Number of rows of each list.
    pub lists: Vec<ElementCount>,
    /// List of the rows.
    pub list: Option<ElementList>,
    /// First rows of that list.
    pub rows: Vec<ElementRow>,
    /// Elements and functions that the list leaves out, in words.
    pub note: String,
}

/// An element on the way to the one that fills the picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ElementRoot {
    /// Name.
    pub name: String,
    /// Path.
    pub path: String,
}

/// A list and its number of rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct ElementCount {
    /// The list.
    pub list: ElementList,
    /// Number of rows.
    pub rows: u32,
    /// Number of rows at the end whose change is not significant.
    pub not_significant: u32,
}

/// An element in a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ElementRow {
    /// Subject to select.
    pub subject: Subject,
    /// Name.
    pub name: String,
    /// Path of the element that contains it.
    pub place: String,
    /// Change of self time: `+2.60 ms`. For an element of one side, its self time.
    pub change: String,
    /// Self time on both sides: `8.64 ms → 11.2 ms`. For an element of one side, its number of calls.
    pub values: String,
    /// Relative change: `+30 %`, `new` or `gone`.
    pub own: String,
    /// Self time in A and in B as shares of the longest in the list, 0 to 1.
    pub shares: [f32; 2],
}

/// Asks for the path of the element that would fill the picture for a subject: the element itself if it contains
/// others, else the one that contains it. The reply is empty for the whole structure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ElementRootRequest {
    /// An element, a function or a call.
    pub subject: Subject,
}
