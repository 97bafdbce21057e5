//! One tree of elements for the functions of one trace or of both sides of a pair.

mod build;
mod place;
mod stated;

pub use place::{ANY_FUNCTION, PlacedSide, Placement, SideInput, Source, UNMAPPED, place};
pub use stated::Stated;

use std::ops::Range;

/// A row of a [`Hierarchy`]; 0 is its root. Means nothing outside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

impl NodeId {
    /// What all lies in.
    pub const ROOT: Self = Self(0);

    /// The row number for indexing columns.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// What an element of the hierarchy is, from the outermost in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// A folder, a package, a namespace.
    Package,
    /// A file.
    Module,
    /// A class or what else functions lie in; also functions that lie directly in something that holds classes.
    Class,
    /// A function; it holds nothing.
    Function,
}

impl Kind {
    /// All, from the outermost in.
    pub const ALL: [Self; 4] = [Self::Package, Self::Module, Self::Class, Self::Function];

    /// The word used in output.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Package => "package",
            Self::Module => "module",
            Self::Class => "class",
            Self::Function => "function",
        }
    }
}

/// A tree of elements in pre-order, the root first, so a subtree is a range. Siblings: first functions that lie beside
/// what holds some, as one element, then what may hold something, then functions, each by name. Immutable; the same whichever side is A.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Hierarchy {
    names: Vec<String>,
    kinds: Vec<Kind>,
    parents: Vec<u32>,
    depths: Vec<u32>,
    subtree_ends: Vec<u32>,
    /// Bit 0: there is something of it in A, bit 1: in B.
    sides: Vec<u8>,
    /// Whether it holds functions that lie directly in its parent.
    is_group: Vec<bool>,
    /// Sizes as lists state them.
    bytes: Vec<u64>,
    /// Between names of a path.
    separator: &'static str,
}

impl Hierarchy {
    /// Number of elements, the root among them.
    pub fn len(&self) -> usize {
        self.names.len()
    }

    /// Whether there is nothing in the root.
    pub fn is_empty(&self) -> bool {
        self.len() <= 1
    }

    /// All elements in pre-order.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + use<> {
        (0..self.names.len() as u32).map(NodeId)
    }

    /// Its own name: hostile text. That of the root is what all paths begin with, often nothing.
    pub fn name(&self, id: NodeId) -> &str {
        &self.names[id.index()]
    }

    /// The last of the names that a package's own name consists of; of others the name.
    pub fn last_name(&self, id: NodeId) -> &str {
        let name = self.name(id);
        let last = name.rsplit(self.separator).next().filter(|_| self.kind(id) == Kind::Package);
        last.unwrap_or(name)
    }

    /// Whether it only holds, as one, functions that lie directly in what is around it, beside classes or packages there.
    pub fn is_group(&self, id: NodeId) -> bool {
        self.is_group[id.index()]
    }

    /// Its own size as a list states it, bytes; 0 where none does.
    pub fn bytes(&self, id: NodeId) -> u64 {
        self.bytes[id.index()]
    }

    /// What it is.
    pub fn kind(&self, id: NodeId) -> Kind {
        self.kinds[id.index()]
    }

    /// What it lies in; nothing for the root.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        (id != NodeId::ROOT).then(|| NodeId(self.parents[id.index()]))
    }

    /// Elements it lies in, 0 for the root.
    pub fn depth(&self, id: NodeId) -> u32 {
        self.depths[id.index()]
    }

    /// The deepest element's depth.
    pub fn max_depth(&self) -> u32 {
        self.depths.iter().copied().max().unwrap_or(0)
    }

    /// Its subtree, itself first, as a range of rows.
    pub fn subtree(&self, id: NodeId) -> Range<u32> {
        id.0..self.subtree_ends[id.index()]
    }

    /// Whether it holds nothing.
    pub fn is_leaf(&self, id: NodeId) -> bool {
        self.subtree(id).len() == 1
    }

    /// What lies directly in it, in order.
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

    /// The element and those around it, itself first and the root last.
    pub fn way_up(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(id), |&id| self.parent(id))
    }

    /// Names of the elements around one and its own, without the root's.
    pub fn path(&self, id: NodeId) -> String {
        let mut names: Vec<&str> = self.way_up(id).map(|id| self.name(id)).collect();
        names.pop();
        names.reverse();
        names.join(self.separator)
    }

    /// What stands between the names of a path.
    pub fn separator(&self) -> &'static str {
        self.separator
    }

    /// Whether there is anything of it in A, and in B.
    pub fn sides(&self, id: NodeId) -> [bool; 2] {
        let bits = self.sides[id.index()];
        [bits & 1 > 0, bits & 2 > 0]
    }

    /// The innermost element that holds both, or is one of them. O(depth).
    pub fn common_ancestor(&self, left: NodeId, right: NodeId) -> NodeId {
        let mut at = left;
        while !self.subtree(at).contains(&right.0) {
            at = NodeId(self.parents[at.index()]);
        }
        at
    }
}
