//! The program's structure with the calls of a window: the data that the structure views are laid out from.

mod emphasis;
mod layers;
mod relations;
mod repeats;
mod words;

pub(crate) use emphasis::{Emphasis, is_end, is_of, side_alone};
pub(crate) use layers::forbidden_places;
pub use layers::layers_problem;
pub use relations::{ListEntry, lists, reply};
pub(crate) use relations::{RARE, counts, ends_of};
pub use repeats::{RepeatCalls, Repeats};
pub(crate) use words::direction_of;
pub(crate) use words::{
    SidePresence, element_tooltip, grounds, plural, relation_name, relation_tooltip, summary, within_one,
    words_in,
};

pub use diptych_structure::raster::RowDifference;

use diptych_structure::raster::RowContents;
use diptych_structure::{Hierarchy, Isolation, Kind, NodeId, VisibleElements};
use diptych_views::places::Places;
use std::collections::BTreeSet;
use std::rc::Rc;

/// The shown part of the tree, and the calls between its elements.
#[derive(Debug, Clone)]
pub struct Program {
    /// Places of functions.
    pub places: Rc<Places>,
    /// Elements that are shown.
    pub shown: Rc<VisibleElements>,
    /// Level of the shown elements, except those that were opened or closed by hand.
    pub level: Kind,
    /// Elements that alone are open, if not all are.
    pub alone: Rc<Isolation>,
    /// Calls of the window.
    pub calls: Rc<WindowCalls>,
    /// Repeats of the marked calls, if they are known.
    pub repeats: Option<Rc<Repeats>>,
    /// True if layers are declared.
    pub has_layers: bool,
    /// Problem with the declared layers, or an empty text.
    pub layers_problem: Rc<str>,
    /// Elements whose functions are all called only after the end of the side that ends early.
    pub late: Rc<BTreeSet<NodeId>>,
}

/// The calls of a window between shown elements.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct WindowCalls {
    /// Calls between elements, sorted by caller and callee.
    pub relations: Vec<CallRelation>,
    /// Calls of each open side.
    pub sides: [Option<SideCalls>; 2],
    /// Window of each side in ticks: calls start at the first or later, but before the second. Without a zoom it
    /// reaches beyond the end of the run.
    pub windows: [[i64; 2]; 2],
    /// True if matched calls lie side by side.
    pub is_matched: bool,
    /// Number of matches that cross other matches. Their calls are not drawn side by side.
    pub crossing: u32,
    /// Side with calls that are not compared because the other side ends early.
    pub not_compared: Option<usize>,
    /// Functions of that side that are called only after the other side's end.
    pub late_functions: Vec<u32>,
    /// Differences of both sides on each row of their pictures, if matched calls lie side by side. Otherwise empty.
    pub differences: Vec<RowDifference>,
    /// Calls of each side that layers forbid, by function.
    pub forbidden: [Vec<ForbiddenCalls>; 2],
    /// Fingerprint of the inputs except the windows and the painting: the elements, and the matches that lie side by
    /// side.
    pub follows_from: u128,
}

impl WindowCalls {
    /// Returns true if a side does not show its whole run.
    pub fn has_window(&self) -> bool {
        self.windows.iter().any(|&window| window != WHOLE)
    }
}

/// Window of a side that shows its whole run.
pub(crate) const WHOLE: [i64; 2] = [0, i64::MAX];

/// Returns the elements whose functions of one side are all among [`WindowCalls::late_functions`]. O(functions +
/// elements).
pub(crate) fn late_elements(places: &Places, calls: &WindowCalls) -> BTreeSet<NodeId> {
    let Some(side) = calls.not_compared.filter(|_| !calls.late_functions.is_empty()) else {
        return BTreeSet::new();
    };
    let placement = &places.placement;
    let is_late = |function: u32| calls.late_functions.binary_search(&function).is_ok();
    let functions = (0..).zip(&placement.sides[side].of_function);
    placement.hierarchy.holding_only(functions.map(|(function, &id)| (id, is_late(function))))
}

/// Calls from one function to another that layers forbid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ForbiddenCalls {
    /// Row of the calling function. A lane that calls as a whole has a row after those of all functions.
    pub caller: u32,
    /// Row of the called function.
    pub callee: u32,
    /// Number of calls in the window.
    pub calls: u64,
}

/// Calls from one shown element to another or to itself.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CallRelation {
    /// Place of the calling element among the shown ones.
    pub caller: u32,
    /// Place of the called element. Equal to `caller` for calls within an element.
    pub callee: u32,
    /// Number of calls in A and in B.
    pub calls: [u64; 2],
    /// Number of these calls whose match starts outside of the other side's window, or that are not compared because the
    /// other side ends before them. They are neither more nor fewer calls.
    pub beyond: [u64; 2],
    /// Mean start of the calls in A and in B: 0 is the beginning of the window, 1 its end.
    pub mean_start: [f64; 2],
}

/// Calls of a shown element that have no caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UncalledElement {
    /// Place of the element among the shown ones.
    pub element: u32,
    /// Number of calls in the window.
    pub calls: u64,
}

/// The calls of a side.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SideCalls {
    /// Number of calls with a caller, in the window and in the whole run.
    pub lines: [u64; 2],
    /// Number of calls without a caller in the window.
    pub without_caller: u64,
    /// Number of calls without a caller of each element that has some, by element, ascending.
    pub uncalled: Vec<UncalledElement>,
    /// Number of columns of the picture.
    pub width: u32,
    /// Number of rows of the picture.
    pub height: u32,
    /// Pixels as RGBA, row by row.
    pub picture: Vec<u8>,
    /// Part of the axis that the picture covers. The axis counts the calls of the side, or slots of both sides if
    /// matched calls lie side by side.
    pub span: [f64; 2],
    /// Length of that axis.
    pub axis: f64,
    /// For each row its first call ([`diptych_trace::CallId`]), that call's number in the sequence, and the number of
    /// calls in the row. The call is `u32::MAX` in an empty row.
    pub rows: Vec<[u32; 3]>,
    /// Relations on each row, by index in [`WindowCalls::relations`], the largest share of the row's colour first.
    pub contents: RowContents,
    /// Ticks at heights of the picture, from one picture above it to one below it. There are three times as many as
    /// rows, plus one.
    pub ticks: Vec<i64>,
}

impl CallRelation {
    /// Returns true if the relation is between two elements.
    pub fn is_edge(&self) -> bool {
        self.caller != self.callee
    }

    /// Returns the calls of A and of B, without those whose match starts outside of the other side's window.
    pub fn compared(&self) -> [u64; 2] {
        [0, 1].map(|side: usize| self.calls[side] - self.beyond[side])
    }

    /// Returns the compared calls of B minus those of A.
    pub fn change(&self) -> i64 {
        let [a, b] = self.compared();
        b as i64 - a as i64
    }

    /// Returns for A and for B whether the side has the relation, in its window or outside of it.
    pub fn is_in(&self) -> [bool; 2] {
        [0, 1].map(|side: usize| self.calls[side] > 0 || self.beyond[1 - side] > 0)
    }
}

impl Program {
    /// Returns on which sides an element is known to be. An element of one side whose functions are called only after the
    /// other side's end may be on both.
    pub fn sides(&self, id: NodeId) -> [bool; 2] {
        let sides = self.hierarchy().sides(id);
        let may_be_late = self.calls.not_compared.is_some_and(|side| sides[side] && !sides[1 - side]);
        if may_be_late && self.late.contains(&id) { [true; 2] } else { sides }
    }

    /// Returns the tree of elements.
    pub fn hierarchy(&self) -> &Hierarchy {
        &self.places.placement.hierarchy
    }

    /// Returns a shown element by its place.
    pub fn element(&self, place: u32) -> NodeId {
        self.shown.elements()[place as usize]
    }

    /// Returns the number of calls of both sides that tells whether a relation is rare, wherever their matches are. Calls
    /// that are not compared because the other side ends before them do not count.
    pub fn rarity(&self, it: &CallRelation) -> u64 {
        let [a, b] = if self.calls.not_compared.is_some() { it.compared() } else { it.calls };
        a + b
    }

    /// Returns true if two sides are open.
    pub fn is_pair(&self) -> bool {
        self.calls.sides.iter().all(Option::is_some)
    }

    /// Returns the tick of a side at a height of its picture: 0 is its upper edge, 1 its lower edge. Heights range from
    /// -1 to 2.
    pub fn tick_at(&self, side: usize, height: f64) -> Option<i64> {
        let ticks = &self.calls.sides[side].as_ref()?.ticks;
        let last = ticks.len().checked_sub(1)?;
        let at = ((height + 1.0) / 3.0 * last as f64).round().clamp(0.0, last as f64);
        ticks.get(at as usize).copied()
    }
}
