//! Nodes of call trees, and sorting them into pre-order.

mod growing;

use diptych_trace::IdentityId;
use std::iter::successors;
use std::ops::Range;

pub(crate) use growing::Growing;

/// A row of a [`crate::CallTree`] or [`crate::UnionTree`]; must not be mixed between trees. Nodes are in pre-order, so
/// a subtree is a range.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub u32);

impl NodeId {
    /// Id of no node.
    pub const NONE: Self = Self(u32::MAX);

    /// Returns the row number, to index columns with.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns `None` for [`Self::NONE`].
    pub fn some(self) -> Option<Self> {
        (self != Self::NONE).then_some(self)
    }
}

/// Call paths without their figures: the tree of paths and the function of each. Nodes are in pre-order.
///
/// [`crate::CallTree`], [`crate::UnionTree`] and [`crate::WeightedTree`] add the figures of one run or of several.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PathTree {
    pub(crate) parent: Vec<NodeId>,
    pub(crate) subtree_end: Vec<u32>,
    pub(crate) identity: Vec<IdentityId>,
}

impl PathTree {
    /// Returns the number of nodes.
    pub fn len(&self) -> usize {
        self.parent.len()
    }

    /// Returns true if there are no nodes.
    pub fn is_empty(&self) -> bool {
        self.parent.is_empty()
    }

    /// Returns all nodes in pre-order.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = NodeId> + ExactSizeIterator + use<> {
        (0..self.parent.len() as u32).map(NodeId)
    }

    /// Returns the parent of each node; [`NodeId::NONE`] at the roots.
    pub fn parent(&self) -> &[NodeId] {
        &self.parent
    }

    /// Returns one past the last node of each node's subtree.
    pub fn subtree_end(&self) -> &[u32] {
        &self.subtree_end
    }

    /// Returns the subtree of a node, itself first, as a range of rows.
    pub fn subtree(&self, node: NodeId) -> Range<u32> {
        node.0..self.subtree_end[node.index()]
    }

    /// Returns the function of each node.
    pub fn identity(&self) -> &[IdentityId] {
        &self.identity
    }

    /// Returns the roots, in order.
    pub fn roots(&self) -> impl Iterator<Item = NodeId> {
        self.siblings(0, self.parent.len() as u32)
    }

    /// Returns the children of a node, in order.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> {
        self.siblings(node.0 + 1, self.subtree_end[node.index()])
    }

    /// Returns the topmost nodes from row `first` to before `end`.
    fn siblings(&self, first: u32, end: u32) -> impl Iterator<Item = NodeId> {
        let first = Some(first).filter(|&row| row < end);
        successors(first, move |&row| Some(self.subtree_end[row as usize]).filter(|&next| next < end))
            .map(NodeId)
    }

    /// Returns the functions of a path, root first. O(depth).
    pub fn path(&self, node: NodeId) -> Vec<IdentityId> {
        let up = successors(node.some(), |node| self.parent[node.index()].some());
        let mut path: Vec<IdentityId> = up.map(|node| self.identity[node.index()]).collect();
        path.reverse();
        path
    }

    /// Returns the node of a path, given root first. Returns `None` if no node has it, or if the path is empty. O(depth
    /// · siblings).
    pub fn find(&self, path: &[IdentityId]) -> Option<NodeId> {
        let (mut found, mut within) = (None, 0..self.parent.len() as u32);
        for &wanted in path {
            let mut siblings = self.siblings(within.start, within.end);
            let node = siblings.find(|node| self.identity[node.index()] == wanted)?;
            (found, within) = (Some(node), node.0 + 1..self.subtree_end[node.index()]);
        }
        found
    }
}

/// Rows of nodes in pre-order.
pub(crate) struct PreOrder {
    /// New row of each node.
    pub(crate) place: Vec<u32>,
    /// For each new row, one past the last row of its subtree.
    pub(crate) subtree_end: Vec<u32>,
}

impl PreOrder {
    /// Sorts nodes into pre-order. Takes the parent of each node (a parent's number is below its children's) and the
    /// nodes in an order that has parents before children and siblings as wanted. O(nodes), without recursion.
    pub(crate) fn new(parent: &[NodeId], order: impl Iterator<Item = usize>) -> Self {
        let mut size = vec![1u32; parent.len()];
        for node in (0..parent.len()).rev() {
            if let Some(up) = parent[node].some() {
                size[up.index()] += size[node];
            }
        }
        let mut place = vec![0; parent.len()];
        let mut subtree_end = vec![0; parent.len()];
        // Next free row below each node, and below the virtual root.
        let mut free = vec![0; parent.len()];
        let mut free_root = 0;
        for node in order {
            let next = parent[node].some().map_or(&mut free_root, |up| &mut free[up.index()]);
            let row = *next;
            *next += size[node];
            place[node] = row;
            free[node] = row + 1;
            subtree_end[row as usize] = row + size[node];
        }
        Self { place, subtree_end }
    }
}
