//! What is said of the elements of the program's structure beside the picture: how they changed, which never ran.

use crate::desks::structure::StructureLevel;
use crate::relations::LevelRow;
use crate::subject::Subject;
use crate::words::words;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

words! {
    /// What elements are listed for.
    pub enum ElementList {
        /// Self time that changed, of what is in focus.
        Changed = "changed",
        /// Most self time, of one trace.
        Most = "most",
        /// In B alone, of what is in focus.
        OnlyB = "only-b",
        /// In A alone.
        OnlyA = "only-a",
        /// What never ran, on neither side that is open.
        Never = "never",
        /// What ran in A and not in B, at all.
        NotInB = "not-in-b",
        /// What ran in B and not in A.
        NotInA = "not-in-a",
        /// Functions that no element of a list fits, or several.
        Unmapped = "unmapped",
    }
}

/// What the elements in focus do. What is not known yet is announced by [`crate::Event::AnalysesChanged`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct ElementsRequest {
    /// The list of which rows are wanted; `None` for the first.
    pub list: Option<ElementList>,
    /// So many of them at most.
    pub rows: u32,
}

/// The same in words and numbers.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "camelCase")]
pub struct ElementsReply {
    /// The level that is shown; `None` while nothing is.
    pub level: Option<StructureLevel>,
    /// The levels that show something of their own, each with how many elements.
    pub levels: Vec<LevelRow>,
    /// The element that fills the picture, and those around it, outermost first; nothing where all there is does.
    pub root: Vec<ElementRoot>,
    /// What is in focus: `Publisher.apply_transforms and 12,345 calls below it`.
    pub focus: String,
    /// Sizes are stated by a list.
    pub has_bytes: bool,
    /// Of the shown elements: how many ran on both sides, in A alone, in B alone, never.
    pub coverage: [u32; 4],
    /// How many rows each list has.
    pub lists: Vec<ElementCount>,
    /// The list that the rows are of.
    pub list: Option<ElementList>,
    /// Its first rows.
    pub rows: Vec<ElementRow>,
    /// What is not said otherwise.
    pub note: String,
}

/// An element around what is shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ElementRoot {
    /// Its name.
    pub name: String,
    /// Its path.
    pub path: String,
}

/// How long a list is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ElementCount {
    /// Which.
    pub list: ElementList,
    /// So many rows.
    pub rows: u32,
}

/// An element in a list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ElementRow {
    /// What a row selects.
    pub subject: Subject,
    /// Its name.
    pub name: String,
    /// What it lies in.
    pub place: String,
    /// `+2.60 ms`, `new`, `3 calls`
    pub change: String,
    /// `8.64 ms → 11.2 ms`
    pub values: String,
    /// `+30 %`
    pub own: String,
    /// How much of the largest in the list A and B have.
    pub shares: [f32; 2],
}

/// The element that would fill the picture for a subject: itself where it holds others, else what it lies in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct ElementRootRequest {
    /// An element, a function or a call.
    pub subject: Subject,
}
