//! The places of functions in the program's structure, with names, colours and subjects of its elements.

mod names;
mod packages;
mod subjects;

pub use names::{name_in_group, short_name, telling_name};
pub use packages::Packages;
pub use subjects::ElementOrRelation;

use diptych_protocol::StructureLevel;
use diptych_structure::{Changes, Hierarchy, Kind, NodeId, Placement};

/// The places of functions in the program's structure, and the differences of the sides in it.
#[derive(Debug)]
pub struct Places {
    /// Tree of elements, and the place of each function.
    pub placement: Placement,
    /// Elements that were added, removed and moved, for a pair.
    pub changes: Option<Changes>,
}

/// Returns the level for a kind.
pub const fn level_of_kind(kind: Kind) -> StructureLevel {
    match kind {
        Kind::Package => StructureLevel::Package,
        Kind::Module => StructureLevel::Module,
        Kind::Class => StructureLevel::Class,
        Kind::Function => StructureLevel::Function,
    }
}

/// Returns the kind of a level, and `None` if the level depends on the number of elements.
pub const fn kind_of_level(level: StructureLevel) -> Option<Kind> {
    match level {
        StructureLevel::Auto => None,
        StructureLevel::Package => Some(Kind::Package),
        StructureLevel::Module => Some(Kind::Module),
        StructureLevel::Class => Some(Kind::Class),
        StructureLevel::Function => Some(Kind::Function),
    }
}

/// Returns the element with a path, if there is one. O(elements).
pub fn element_of_path(hierarchy: &Hierarchy, path: &str) -> Option<NodeId> {
    hierarchy.ids().skip(1).find(|&id| hierarchy.path(id) == path)
}
