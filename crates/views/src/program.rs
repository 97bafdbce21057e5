//! The program's structure with the calls of a window, as views are laid out from them.

mod emphasis;
mod layers;
mod names;
mod packages;
mod relations;
mod repeats;
mod subjects;
mod words;

pub(crate) use emphasis::{Emphasis, is_end, is_of, side_alone};
pub use layers::layers_problem;
pub(crate) use names::{short_name, telling_name};
pub(crate) use packages::Packages;
pub use relations::{Listed, lists, reply};
pub(crate) use relations::{counts, ends_of, signed};
pub use repeats::{RepeatCalls, Repeats};
pub use subjects::Ends;
pub(crate) use words::{Whose, element_tooltip, grounds, plural, relation_tooltip, summary, within_one};

use diptych_protocol::StructureLevel;
use diptych_structure::{Alone, Changes, Hierarchy, Kind, NodeId, Placement, Shown};
use std::rc::Rc;

/// Where functions lie, and what the two sides differ by in that.
#[derive(Debug)]
pub struct Places {
    /// The tree, and the place of each function.
    pub placement: Placement,
    /// Of a pair what was added, removed and moved.
    pub changes: Option<Changes>,
}

/// What is shown of the tree, and the calls between that.
#[derive(Debug, Clone)]
pub struct Program {
    /// Where functions lie.
    pub places: Rc<Places>,
    /// The elements that are shown.
    pub shown: Rc<Shown>,
    /// The level that these are of, but for those that were opened or closed.
    pub level: Kind,
    /// What alone is open, where not all is.
    pub alone: Rc<Alone>,
    /// The calls.
    pub calls: Rc<WindowCalls>,
    /// Where the marked calls come again, where that is known.
    pub repeats: Option<Rc<Repeats>>,
    /// Whether layers are declared.
    pub has_layers: bool,
    /// What is wrong with them.
    pub layers_problem: Rc<str>,
}

/// The calls of a window, by shown elements.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct WindowCalls {
    /// Who calls whom, by caller and callee.
    pub relations: Vec<CallRelation>,
    /// Of each side that is open.
    pub sides: [Option<SideCalls>; 2],
    /// From which tick, and before which, calls of a side start; of all of them to beyond its end.
    pub windows: [[i64; 2]; 2],
    /// Whether calls that match lie side by side.
    pub is_matched: bool,
    /// Matches that cross others, of which calls therefore stand alone.
    pub crossing: u32,
    /// Of each side what layers forbid, function by function.
    pub forbidden: [Vec<ForbiddenCalls>; 2],
    /// Stands for all that they follow from but windows and how they are painted: the elements, and what lies side by side.
    pub follows_from: u128,
}

/// Calls from a function to one that no layer allows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ForbiddenCalls {
    /// The function that calls: its row, or behind all rows of functions that of a lane that calls as a whole.
    pub caller: u32,
    /// The function that is called.
    pub callee: u32,
    /// Of the window.
    pub calls: u64,
}

/// Calls from one shown element to one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CallRelation {
    /// Its place among the elements that are shown.
    pub caller: u32,
    /// Likewise; the same as `caller` for calls within an element.
    pub callee: u32,
    /// In A and in B.
    pub calls: [u64; 2],
    /// When they start on average: 0 the beginning of the window, 1 its end.
    pub mean_start: [f64; 2],
}

/// The calls of a side.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SideCalls {
    /// Those with a caller in the window, and in all.
    pub lines: [u64; 2],
    /// Those without, in the window.
    pub without_caller: u64,
    /// Columns of the picture.
    pub width: u32,
    /// Its rows.
    pub height: u32,
    /// RGBA, row by row.
    pub picture: Vec<u8>,
    /// From where to where of its axis the picture reaches: calls of the side, or of both where those that match lie side by
    /// side.
    pub span: [f64; 2],
    /// How long that axis is.
    pub axis: f64,
    /// Of each row its first call ([`diptych_trace::CallId`]), the number of that among all lines, and how many lie on it.
    pub rows: Vec<[u32; 3]>,
    /// Ticks of the side at heights of the picture, from one picture above it to one below it: three times as many as rows, and
    /// one.
    pub ticks: Vec<i64>,
}

impl CallRelation {
    /// Whether it is between two elements.
    pub fn is_edge(&self) -> bool {
        self.caller != self.callee
    }

    /// Calls of B less those of A.
    pub fn change(&self) -> i64 {
        self.calls[1] as i64 - self.calls[0] as i64
    }
}

impl Program {
    /// The tree.
    pub fn hierarchy(&self) -> &Hierarchy {
        &self.places.placement.hierarchy
    }

    /// A shown element.
    pub fn element(&self, place: u32) -> NodeId {
        self.shown.elements()[place as usize]
    }

    /// Whether two sides are open.
    pub fn is_pair(&self) -> bool {
        self.calls.sides.iter().all(Option::is_some)
    }

    /// The tick of a side at a height of its picture: 0 its upper edge, 1 its lower one; from one picture above to one below.
    pub fn tick_at(&self, side: usize, height: f64) -> Option<i64> {
        let ticks = &self.calls.sides[side].as_ref()?.ticks;
        let last = ticks.len().checked_sub(1)?;
        let at = ((height + 1.0) / 3.0 * last as f64).round().clamp(0.0, last as f64);
        ticks.get(at as usize).copied()
    }
}

/// A level as the state names it.
pub const fn level_of_kind(kind: Kind) -> StructureLevel {
    match kind {
        Kind::Package => StructureLevel::Package,
        Kind::Module => StructureLevel::Module,
        Kind::Class => StructureLevel::Class,
        Kind::Function => StructureLevel::Function,
    }
}

/// The kind of a level; `None` of what is left to the number of elements.
pub const fn kind_of_level(level: StructureLevel) -> Option<Kind> {
    match level {
        StructureLevel::Auto => None,
        StructureLevel::Package => Some(Kind::Package),
        StructureLevel::Module => Some(Kind::Module),
        StructureLevel::Class => Some(Kind::Class),
        StructureLevel::Function => Some(Kind::Function),
    }
}

/// The element of a path, if there is one. O(elements).
pub fn element_of_path(hierarchy: &Hierarchy, path: &str) -> Option<NodeId> {
    hierarchy.ids().skip(1).find(|&id| hierarchy.path(id) == path)
}
