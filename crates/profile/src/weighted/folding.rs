//! Folding of recursion: a frame whose function is already on the stack merges into the frame there.
//!
//! This is the fold of *Visualisations for Function Time Profiles*, section 2, nearly lossless for a function that
//! calls itself. Folding indirect recursion too, as funky graphs do (section 5.1.1), loses the order of frames. A stack
//! is folded from the root. If a frame's function is on the folded stack, the stack is cut back to that frame.

use super::{PathWeights, WeightedTree};
use crate::NodeId;
use crate::node::{Growing, PathTree, PreOrder};
use diptych_trace::IdentityId;
use std::borrow::Cow;

/// Kind of recursion that is folded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Folding {
    /// None: stacks as recorded.
    AsCalled,
    /// Functions that call themselves, as flame graphs do.
    #[default]
    Direct,
    /// Indirect recursion too: each function is on a stack once.
    Full,
}

/// A frame of the folded stack.
#[derive(Debug, Clone, Copy)]
struct Frame {
    identity: IdentityId,
    node: NodeId,
    /// Number of frames of the stack that it represents.
    frames: u32,
}

/// Change that a frame made to the folded stack, to be undone.
#[derive(Debug, Clone, Copy)]
struct Undo {
    /// Height of the folded stack before the frame.
    height: u32,
    /// Index that was written, and the frame that was there before.
    at: u32,
    frame: Frame,
    /// Function of the frame, and the value that `place` had for it before.
    identity: IdentityId,
    place: u32,
}

/// Folder of the stacks of a tree, which is walked in pre-order while the folded tree grows. O(1) for each node at any
/// depth: a frame changes one entry of the folded stack, which is restored when the walk leaves the frame.
#[derive(Debug)]
pub(crate) struct Folder {
    folding: Folding,
    growing: Growing,
    recursion: Vec<u32>,
    /// The folded stack. Entries from `height` on are left over from frames that were cut off.
    stack: Vec<Frame>,
    height: u32,
    /// Last index on the stack, by identity.
    place: Vec<u32>,
    undo: Vec<Undo>,
    /// Ends of the subtrees of the open nodes.
    open: Vec<u32>,
}

impl Growing {
    /// Returns the tree with the recursion of its nodes.
    pub(crate) fn finish(self, recursion: Vec<u32>) -> PathTreeParts {
        let (parent, identity) = self.into_parts();
        PathTreeParts { parent, identity, recursion }
    }
}

/// A tree in the order of growth: parents before children.
#[derive(Debug, Default)]
pub(crate) struct PathTreeParts {
    pub(crate) parent: Vec<NodeId>,
    pub(crate) identity: Vec<IdentityId>,
    pub(crate) recursion: Vec<u32>,
}

impl Folder {
    /// Creates a folder for identities below a number.
    pub(crate) fn new(folding: Folding, identity_count: usize) -> Self {
        Self {
            folding,
            growing: Growing::default(),
            recursion: Vec::new(),
            stack: Vec::new(),
            height: 0,
            place: vec![0; identity_count],
            undo: Vec::new(),
            open: Vec::new(),
        }
    }

    /// Walks the subtree of a node as if nothing were above it. `may_merge` says for each row whether its folded node
    /// may exist already; without recursion above, siblings always differ. `seen` receives each row, its folded node,
    /// and whether it is folded into the node of another frame.
    pub(crate) fn walk(
        &mut self,
        paths: &PathTree,
        top: NodeId,
        may_merge: impl Fn(usize) -> bool,
        mut seen: impl FnMut(usize, NodeId, bool),
    ) {
        for row in paths.subtree(top) {
            while self.open.pop_if(|end| *end <= row).is_some() {
                self.leave();
            }
            let (node, is_folded) = self.enter(paths.identity[row as usize], may_merge(row as usize));
            self.open.push(paths.subtree_end[row as usize]);
            seen(row as usize, node, is_folded);
        }
        while self.open.pop().is_some() {
            self.leave();
        }
    }

    /// Returns the tree so far; the next walk starts a new one.
    pub(crate) fn take(&mut self) -> PathTreeParts {
        std::mem::take(&mut self.growing).finish(std::mem::take(&mut self.recursion))
    }

    /// Returns the index of a function on the folded stack, if its next frame is folded.
    fn folded_at(&self, identity: IdentityId) -> Option<u32> {
        let at = match self.folding {
            Folding::AsCalled => None,
            Folding::Direct => self.height.checked_sub(1),
            Folding::Full => Some(self.place[identity.index()]).filter(|&at| at < self.height),
        };
        at.filter(|&at| self.stack[at as usize].identity == identity)
    }

    fn enter(&mut self, identity: IdentityId, may_merge: bool) -> (NodeId, bool) {
        let folded = self.folded_at(identity);
        let (at, frame) = match folded {
            Some(at) => {
                let frame = self.stack[at as usize];
                (at, Frame { frames: frame.frames + 1, ..frame })
            }
            None => (self.height, Frame { identity, node: self.child(identity, may_merge), frames: 1 }),
        };
        let deepest = &mut self.recursion[frame.node.index()];
        *deepest = frame.frames.max(*deepest);
        if at as usize == self.stack.len() {
            self.stack.push(frame);
        }
        let before = std::mem::replace(&mut self.stack[at as usize], frame);
        let place = std::mem::replace(&mut self.place[identity.index()], at);
        self.undo.push(Undo { height: self.height, at, frame: before, identity, place });
        self.height = at + 1;
        (frame.node, folded.is_some())
    }

    fn leave(&mut self) {
        let Some(undo) = self.undo.pop() else { return };
        self.stack[undo.at as usize] = undo.frame;
        self.place[undo.identity.index()] = undo.place;
        self.height = undo.height;
    }

    /// Returns the node of a function below the top of the folded stack. Adds it if needed, and always if it cannot
    /// exist yet.
    fn child(&mut self, identity: IdentityId, may_merge: bool) -> NodeId {
        let top = self.height.checked_sub(1).map(|top| self.stack[top as usize].node);
        let parent = top.unwrap_or(NodeId::NONE);
        let node = if may_merge {
            self.growing.child(parent, identity)
        } else {
            self.growing.push(parent, identity)
        };
        if node.index() == self.recursion.len() {
            self.recursion.push(1);
        }
        node
    }
}

impl PathTreeParts {
    /// Returns the tree in pre-order with siblings in order of growth, the recursion, and the new row of each node.
    pub(crate) fn arranged(self) -> (PathTree, Vec<u32>, Vec<u32>) {
        let nodes = self.parent.len();
        let PreOrder { place, subtree_end } = PreOrder::new(&self.parent, 0..nodes);
        let mut paths = PathTree {
            parent: vec![NodeId::NONE; nodes],
            subtree_end,
            identity: vec![IdentityId::NONE; nodes],
        };
        let mut recursion = vec![1; nodes];
        for (node, &row) in place.iter().enumerate() {
            let row = row as usize;
            paths.parent[row] = self.parent[node].some().map_or(NodeId::NONE, |up| NodeId(place[up.index()]));
            paths.identity[row] = self.identity[node];
            recursion[row] = self.recursion[node];
        }
        (paths, recursion, place)
    }
}

impl WeightedTree {
    /// Returns the tree with its recursion folded; paths that become equal are merged. `identity_count` is above every
    /// identity. Returns this tree if nothing is folded. O(nodes).
    pub fn folded(&self, folding: Folding, identity_count: usize) -> Cow<'_, Self> {
        let Some(may_merge) = self.below_recursion(folding, identity_count) else {
            return Cow::Borrowed(self);
        };
        let mut folder = Folder::new(folding, identity_count);
        let mut into = vec![NodeId::NONE; self.len()];
        let mut is_folded = vec![false; self.len()];
        for root in self.roots() {
            folder.walk(
                &self.paths,
                root,
                |row| may_merge[row],
                |row, node, folded| {
                    into[row] = node;
                    is_folded[row] = folded;
                },
            );
        }
        let (paths, recursion, place) = folder.take().arranged();
        let merged = |side: &PathWeights| {
            let mut sums = PathWeights::empty(paths.len());
            for (row, &node) in into.iter().enumerate() {
                let node = place[node.index()] as usize;
                sums.add(node, side, row);
                if is_folded[row] {
                    sums.folded[node] += side.calls[row] - side.folded[row];
                }
            }
            sums
        };
        let sides = self.sides.iter().map(merged).collect();
        Cow::Owned(Self::from_parts(paths, sides, recursion))
    }

    /// Marks the nodes below a node into which another frame is folded: their paths may become equal to others. Returns
    /// `None` if no frame is folded. O(nodes).
    fn below_recursion(&self, folding: Folding, identity_count: usize) -> Option<Vec<bool>> {
        let mut is_folded_into = vec![false; self.len()];
        let mut any = false;
        let mut outermost = vec![(0u32, 0u32); identity_count];
        for node in self.nodes() {
            let function = self.identity[node.index()];
            let same = match folding {
                Folding::AsCalled => None,
                Folding::Direct => {
                    let up = self.parent[node.index()].some();
                    up.filter(|up| self.identity[up.index()] == function).map(NodeId::index)
                }
                Folding::Full => {
                    let (last, end) = &mut outermost[function.index()];
                    if node.0 < *end {
                        Some(*last as usize)
                    } else {
                        (*last, *end) = (node.0, self.subtree_end[node.index()]);
                        None
                    }
                }
            };
            if let Some(same) = same {
                (is_folded_into[same], any) = (true, true);
            }
        }
        let mut below = vec![false; self.len()];
        for row in 0..self.len() {
            let up = self.parent[row].some().map(NodeId::index);
            below[row] = up.is_some_and(|up| below[up] || is_folded_into[up]);
        }
        any.then_some(below)
    }
}
