//! What can be selected and hovered, in every view, named so that it is found again after reloading.

use crate::sides::SideName;
use crate::state::CallRef;
use crate::time_state::Window;
use crate::words::words;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// One thing that views show. A view that does not show it shows what belongs to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    /// One call of one side.
    Call(CallRef),
    /// A call of A and one of B that match.
    Match(CallRef, CallRef),
    /// A function, of whichever sides have it.
    Function(FunctionRef),
    /// The calls that are reached on one way, outermost function first.
    Path(Vec<FunctionRef>),
    /// Functions that belong together.
    Group(GroupRef),
    /// A lane with all lanes in it.
    Lane(LaneRef),
    /// An element of the structure: its name and those of the elements around it, outermost first.
    Element(Vec<String>),
    /// All calls of one function from another.
    Relation {
        /// The function that calls.
        caller: FunctionRef,
        /// The function that is called.
        callee: FunctionRef,
    },
    /// All calls from functions of one element to those of another, each named as [`Self::Element`] is.
    ElementRelation {
        /// The element that calls.
        caller: Vec<String>,
        /// The element that is called.
        callee: Vec<String>,
    },
    /// Some lanes for some time.
    Area(AreaRef),
    /// A stretch of time, in all lanes of a side.
    Time {
        /// Whose.
        side: SideName,
        /// Ticks of that side.
        window: Window,
    },
}

impl Subject {
    /// The call of a side that it is, or that it names: of a match its end there.
    pub fn call(&self, side: SideName) -> Option<&CallRef> {
        match self {
            Self::Call(call) if call.side == side => Some(call),
            Self::Match(a, b) => Some(if side == SideName::A { a } else { b }),
            _ => None,
        }
    }
}

/// A function by its name and file as the trace has them: row numbers change between traces.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct FunctionRef {
    /// Its name.
    pub name: String,
    /// Its file; blank where the trace names none.
    pub file: String,
}

words! {
    /// What functions of a group have in common.
    pub enum GroupBy {
        /// The directory, module or category that they lie in.
        Package = "package",
        /// Their file.
        File = "file",
        /// The category that the format names.
        Category = "category",
    }
}

/// A group of functions.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct GroupRef {
    /// What they have in common.
    pub by: GroupBy,
    /// Its name.
    pub name: String,
}

/// A lane by its row in the lane table, in pre-order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct LaneRef {
    /// Whose.
    pub side: SideName,
    /// Its row.
    pub lane: u32,
}

/// Lanes × time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct AreaRef {
    /// Whose.
    pub side: SideName,
    /// Row of the first lane.
    pub first: u32,
    /// Row of the last lane.
    pub last: u32,
    /// Calls of this stack depth and those inside them; 0 for all.
    pub depth: u32,
    /// Ticks of that side.
    pub window: Window,
}
