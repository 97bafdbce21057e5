//! Subjects: what can be selected and hovered in every view, named so that it is found again after reloading.

use crate::sides::{SideName, Sides};
use crate::window::Window;
use crate::words::words;
use serde::{Deserialize, Serialize};
#[cfg(feature = "typescript")]
use ts_rs::TS;

/// A reference to a call that finds it again after reloading. It names the time of the call instead of its row number,
/// because row numbers may change between versions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct CallRef {
    /// Side of the call.
    pub side: SideName,
    /// Start in ticks since the trace's first instant.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub start: i64,
    /// Duration in ticks.
    #[cfg_attr(feature = "typescript", ts(type = "number"))]
    pub duration: i64,
    /// Stack depth, which distinguishes calls with the same start and duration.
    pub depth: u32,
    /// Row number of its lane in pre-order.
    pub lane: u32,
}

/// One thing that views show. A view that does not show the thing itself shows the calls that belong to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    /// One call of one side.
    Call(CallRef),
    /// A call of A and a call of B that match.
    Match(CallRef, CallRef),
    /// A function, on each side that has it.
    Function(FunctionRef),
    /// The calls on one call path, outermost function first.
    Path(Vec<FunctionRef>),
    /// Functions that belong together.
    Group(GroupRef),
    /// A lane with all lanes in it.
    Lane(LaneRef),
    /// An element of the structure: its name, after the names of the elements that contain it, outermost first.
    Element(Vec<String>),
    /// All calls from one function to another.
    Relation {
        /// The function that calls.
        caller: FunctionRef,
        /// The function that is called.
        callee: FunctionRef,
    },
    /// All calls from functions of one element to functions of another. Both are named like [`Self::Element`].
    ElementRelation {
        /// The element that calls.
        caller: Vec<String>,
        /// The element that is called.
        callee: Vec<String>,
    },
    /// Some lanes for some time.
    Area(AreaRef),
    /// A stretch of time in all lanes of a side.
    Time {
        /// Side of the time.
        side: SideName,
        /// Stretch in ticks of that side.
        window: Window,
        /// Stretch of the other side, in ticks of that one, if somebody chose it. `None` is the corresponding stretch
        /// under the present time alignment.
        other: Option<Window>,
    },
}

impl Subject {
    /// Returns the call of a side that the subject is; for a match, its call on that side.
    pub fn call(&self, side: SideName) -> Option<&CallRef> {
        match self {
            Self::Call(call) if call.side == side => Some(call),
            Self::Match(a, b) => Some(if side == SideName::A { a } else { b }),
            _ => None,
        }
    }

    /// Returns the subject with the times of each side moved by a number of ticks.
    #[must_use]
    pub fn moved(&self, by: Sides<i64>) -> Self {
        let call = |call: &CallRef| CallRef { start: call.start.saturating_add(by[call.side]), ..*call };
        let window = |side: SideName, Window { start, end }: Window| Window {
            start: start.saturating_add(by[side]),
            end: end.saturating_add(by[side]),
        };
        match self {
            Self::Call(one) => Self::Call(call(one)),
            Self::Match(a, b) => Self::Match(call(a), call(b)),
            Self::Area(area) => Self::Area(AreaRef { window: window(area.side, area.window), ..*area }),
            &Self::Time { side, window: own, other } => Self::Time {
                side,
                window: window(side, own),
                other: other.map(|other| window(side.other(), other)),
            },
            _ => self.clone(),
        }
    }
}

/// A function by its name and file in the trace, because row numbers differ between traces.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct FunctionRef {
    /// Name of the function.
    pub name: String,
    /// File of the function; blank if the trace names none.
    pub file: String,
}

words! {
    /// The property that the functions of a group share.
    pub enum GroupBy {
        /// Directory, module or category.
        Package = "package",
        /// File.
        File = "file",
        /// Category that the format names.
        Category = "category",
    }
}

/// A group of functions.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct GroupRef {
    /// Property that they share.
    pub by: GroupBy,
    /// Name of the group.
    pub name: String,
}

/// A lane by its row in the lane table, in pre-order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct LaneRef {
    /// Side of the lane.
    pub side: SideName,
    /// Row in the lane table.
    pub lane: u32,
}

/// A range of lanes over a stretch of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "typescript", derive(TS))]
pub struct AreaRef {
    /// Side of the area.
    pub side: SideName,
    /// Row of the first lane.
    pub first: u32,
    /// Row of the last lane.
    pub last: u32,
    /// Stack depth of its calls, with all calls inside them; 0 for all calls.
    pub depth: u32,
    /// Stretch of time, in ticks of that side.
    pub window: Window,
}
