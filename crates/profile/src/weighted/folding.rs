//! Folding recursion: frames of a function that is on the stack already are taken for the frame that is there.
//!
//! The fold of *Visualisations for Function Time Profiles*, section 2: nearly lossless for a function that calls itself;
//! folding indirect recursion too, as funky graphs do (section 5.1.1), gives up the order of frames. A stack is
//! folded root first: where a frame's function is on the folded stack, that is cut back to it.

use super::{PathWeights, WeightedTree};
use crate::NodeId;
use crate::node::{Growing, PathTree, PreOrder};
use diptych_trace::IdentityId;
use std::borrow::Cow;

/// Which recursion is folded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Folding {
    /// None: stacks as they were.
    AsCalled,
    /// Functions that call themselves, as flame graphs do.
    #[default]
    Direct,
    /// Indirect recursion too: a function is once on a stack.
    Full,
}

/// A frame of the folded stack.
#[derive(Debug, Clone, Copy)]
struct Frame {
    identity: IdentityId,
    node: NodeId,
    /// Frames of the stack that it stands for.
    frames: u32,
}

/// What a frame changed.
#[derive(Debug, Clone, Copy)]
struct Undo {
    /// Height of the folded stack before.
    height: u32,
    /// The place that was written, and what stood there.
    at: u32,
    frame: Frame,
    /// What was written for its function, and what stood there.
    identity: IdentityId,
    place: u32,
}

/// Folds the stacks of a tree while it is walked in pre-order, and grows the folded tree. O(1) a node, whatever the depth:
/// what a frame changes of the folded stack is one place, which is written back when it is left.
#[derive(Debug)]
pub(crate) struct Folder {
    folding: Folding,
    growing: Growing,
    recursion: Vec<u32>,
    /// Above its height stands what frames left behind that were cut off.
    stack: Vec<Frame>,
    height: u32,
    /// By identity, where it was last put on the stack.
    place: Vec<u32>,
    undo: Vec<Undo>,
    /// Where the subtrees of the walked nodes end.
    open: Vec<u32>,
}

impl Growing {
    /// As a tree with the recursion of its nodes.
    pub(crate) fn finish(self, recursion: Vec<u32>) -> Grown {
        let (parent, identity) = self.into_parts();
        Grown { parent, identity, recursion }
    }
}

/// A tree as it grew: parents before children.
#[derive(Debug, Default)]
pub(crate) struct Grown {
    pub(crate) parent: Vec<NodeId>,
    pub(crate) identity: Vec<IdentityId>,
    pub(crate) recursion: Vec<u32>,
}

impl Folder {
    /// For identities below a number.
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

    /// Walks the subtree of a node, below nothing else. `may_merge` says of a row whether the node that its frame would
    /// get may be there already: in a tree without recursion above, siblings are told apart. `seen` receives each row,
    /// the node that it is folded into, and whether it is folded into one of another frame.
    pub(crate) fn walk(
        &mut self,
        (paths, top): (&PathTree, NodeId),
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

    /// The tree so far; the next walk begins another one.
    pub(crate) fn take(&mut self) -> Grown {
        std::mem::take(&mut self.growing).finish(std::mem::take(&mut self.recursion))
    }

    /// Where a function stands on the folded stack, if the next frame of it is folded.
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

    /// The node of a function under the top of the folded stack, new if need be, or in any case if none can be there.
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

impl Grown {
    /// The tree in pre-order, siblings as they grew, and the row of each node there.
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
    /// The tree with its recursion folded; paths that become the same are merged. `identity_count` is above every
    /// identity. It is this tree where nothing is folded. O(nodes).
    pub fn folded(&self, folding: Folding, identity_count: usize) -> Cow<'_, Self> {
        let Some(may_merge) = self.below_recursion(folding, identity_count) else {
            return Cow::Borrowed(self);
        };
        let mut folder = Folder::new(folding, identity_count);
        let mut into = vec![NodeId::NONE; self.len()];
        let mut is_folded = vec![false; self.len()];
        for root in self.roots() {
            folder.walk(
                (&self.paths, root),
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

    /// Which nodes lie below one into which another frame may be folded, so that their paths may be those of others;
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
