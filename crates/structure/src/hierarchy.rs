//! A single tree of elements for the functions of one trace or of both sides of a pair.

mod build;
mod place;
mod prefixes;
mod stated;

pub use place::{PlacedSide, Placement, SideInput, Source, UNKNOWN_FUNCTION, UNMAPPED, place};
pub use stated::{StatedElement, StatedElements};

use std::collections::BTreeSet;
use std::ops::Range;

/// A row of a [`Hierarchy`]; row 0 is the root. It is meaningful only within that hierarchy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

impl NodeId {
    /// The root, which contains everything.
    pub const ROOT: Self = Self(0);

    /// Returns the row number as an index into columns.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The kind of an element of the hierarchy, from the outermost to the innermost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A folder, a package, a namespace.
    Package,
    /// A file.
    Module,
    /// A class or anything else that contains functions. Also the group of functions that lie directly in a package or
    /// module next to classes.
    Class,
    /// A function. It contains nothing.
    Function,
}

impl Kind {
    /// All kinds, from the outermost to the innermost.
    pub const ALL: [Self; 4] = [Self::Package, Self::Module, Self::Class, Self::Function];

    /// Returns the word used in output.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Package => "package",
            Self::Module => "module",
            Self::Class => "class",
            Self::Function => "function",
        }
    }
}

/// An immutable tree of elements in pre-order, the root first, so a subtree is a range. Exchanging the sides does not
/// change the tree.
///
/// Siblings are ordered: first the group of functions that lie directly in the parent, then elements that may contain
/// others, then functions, each by name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Hierarchy {
    names: Vec<String>,
    kinds: Vec<Kind>,
    parents: Vec<u32>,
    depths: Vec<u32>,
    subtree_ends: Vec<u32>,
    /// Sides on which the element exists: bit 0 for A, bit 1 for B.
    sides: Vec<u8>,
    /// True if it is the group of functions that lie directly in its parent.
    is_group: Vec<bool>,
    /// Sizes in bytes, as lists state them.
    bytes: Vec<u64>,
    /// Separator between the names of a path.
    separator: &'static str,
}

impl Hierarchy {
    /// Returns the number of elements, including the root.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Returns true if the root contains nothing.
    pub fn is_empty(&self) -> bool {
        self.len() <= 1
    }

    /// Returns all elements in pre-order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + use<> {
        (0..self.names.len() as u32).map(NodeId)
    }

    /// Returns an element's own name, which is hostile text. The root's name is the common beginning of all paths,
    /// often empty.
    pub fn name(&self, id: NodeId) -> &str {
        &self.names[id.index()]
    }

    /// Returns the last of the names that make up a package's own name; for other kinds, the whole name.
    pub fn last_name(&self, id: NodeId) -> &str {
        let name = self.name(id);
        let last = name.rsplit(self.separator).next().filter(|_| self.kind(id) == Kind::Package);
        last.unwrap_or(name)
    }

    /// Returns true if the element is a group: functions that lie directly in its parent, next to classes or packages
    /// there.
    pub fn is_group(&self, id: NodeId) -> bool {
        self.is_group[id.index()]
    }

    /// Returns the element's own size in bytes as a list states it; 0 if no list does.
    pub fn bytes(&self, id: NodeId) -> u64 {
        self.bytes[id.index()]
    }

    /// Returns the kind of an element.
    pub fn kind(&self, id: NodeId) -> Kind {
        self.kinds[id.index()]
    }

    /// Returns the element around an element; `None` for the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        (id != NodeId::ROOT).then(|| NodeId(self.parents[id.index()]))
    }

    /// Returns the number of elements around an element; 0 for the root.
    pub fn depth(&self, id: NodeId) -> u32 {
        self.depths[id.index()]
    }

    /// Returns the depth of the deepest element.
    pub fn max_depth(&self) -> u32 {
        self.depths.iter().copied().max().unwrap_or(0)
    }

    /// Returns the subtree of an element, itself first, as a range of rows.
    pub fn subtree(&self, id: NodeId) -> Range<u32> {
        id.0..self.subtree_ends[id.index()]
    }

    /// Returns true if the element contains nothing.
    pub fn is_leaf(&self, id: NodeId) -> bool {
        self.subtree(id).len() == 1
    }

    /// Returns the children of an element, in order.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        let end = self.subtree_ends[id.index()];
        let mut next = id.0 + 1;
        std::iter::from_fn(move || {
            (next < end).then(|| {
                let child = NodeId(next);
                next = self.subtree_ends[child.index()];
                child
            })
        })
    }

    /// Returns the element and all elements around it, itself first and the root last.
    pub fn way_up(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(id), |&id| self.parent(id))
    }

    /// Returns the names of all elements around an element and its own, joined, without the root's.
    pub fn path(&self, id: NodeId) -> String {
        let mut names: Vec<&str> = self.way_up(id).map(|id| self.name(id)).collect();
        names.pop();
        names.reverse();
        names.join(self.separator)
    }

    /// Returns the separator between the names of a path.
    pub fn separator(&self) -> &'static str {
        self.separator
    }

    /// Returns whether the element exists in A, and whether in B.
    pub fn sides(&self, id: NodeId) -> [bool; 2] {
        let bits = self.sides[id.index()];
        [bits & 1 > 0, bits & 2 > 0]
    }

    /// Returns the elements that contain marked functions and no others. Each function is given with its element and
    /// its mark. O(functions + elements).
    pub fn holding_only(&self, functions: impl IntoIterator<Item = (NodeId, bool)>) -> BTreeSet<NodeId> {
        let mut holds = [vec![false; self.len()], vec![false; self.len()]];
        for (id, is_marked) in functions {
            holds[usize::from(is_marked)][id.index()] = true;
        }
        for of in &mut holds {
            // Children come after their parents.
            for id in (1..self.len()).rev() {
                of[self.parents[id] as usize] |= of[id];
            }
        }
        let [others, marked] = holds;
        self.ids().filter(|id| marked[id.index()] && !others[id.index()]).collect()
    }

    /// Returns the innermost element that contains both elements or is one of them. O(depth).
    pub fn common_ancestor(&self, left: NodeId, right: NodeId) -> NodeId {
        let mut at = left;
        while !self.subtree(at).contains(&right.0) {
            at = NodeId(self.parents[at.index()]);
        }
        at
    }
}
