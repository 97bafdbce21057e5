//! Funky graphs: the callees and the callers of every function, as two fully folded trees that share a root.
//!
//! *Visualisations for Function Time Profiles*, section 5. The stacks are those of the function's outermost frames in
//! the unfolded stacks. The part below such a frame, folded, gives the tree of callees. The part above, folded and then
//! reversed, gives the tree of callers. Both trees weigh as much as the function in total. Trees folded beforehand
//! would not do: of `a; b; a; c`, folded to `a; c`, nothing would be left for `b`.

use crate::function_table::Outermost;
use crate::node::Growing;
use crate::weighted::{Folder, PathTreeParts};
use crate::{Folding, FunctionTable, NodeId, PathWeights, WeightedTree, WidthBy};
use diptych_trace::{IdentityId, Sorting};
use std::ops::Deref;

/// Callees and callers of a function. In both trees the first node and only root is the function, with its inclusive
/// weight.
#[derive(Debug, Clone, PartialEq)]
pub struct FunkyPair {
    /// Tree of callees. The root's own weight is the function's.
    pub callees: WeightedTree,
    /// Tree of callers, and their callers. A node's own weight is that of the stacks that begin there; its calls are
    /// those of the function.
    pub callers: WeightedTree,
}

/// Source of the pairs of a tree. Each pair is built when it is first shown, and nothing before the first one.
#[derive(Debug)]
pub struct Funky<T> {
    tree: T,
    identity_count: usize,
    places: Option<Places>,
    /// Folds the callees.
    folder: Folder,
    stacks: FoldedStacks,
}

/// Index of the outermost nodes of each function.
#[derive(Debug)]
struct Places {
    /// Start of each function's nodes in `outermost`.
    first: Vec<u32>,
    outermost: Vec<NodeId>,
}

/// The fully folded tree, built only as far as it was asked for.
#[derive(Debug, Default)]
struct FoldedStacks {
    growing: Growing,
    /// Node of the folded tree for each node of the tree, as far as known.
    into: Vec<NodeId>,
    /// Scratch space while a stack is folded: the frames not folded yet, the folded frames, and for each identity its
    /// last index among the folded frames.
    open: Vec<NodeId>,
    stack: Vec<NodeId>,
    place: Vec<usize>,
}

/// A function in the row of all functions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FunkyColumn {
    /// The function.
    pub function: IdentityId,
    /// Width of the column: the own weight.
    pub own: f64,
    /// Sort key in the row: the inclusive weight.
    pub total: f64,
}

impl<T: Deref<Target = WeightedTree> + Clone> Funky<T> {
    /// Prepares the pairs of a tree whose recursion is not folded. `identity_count` is above every identity.
    pub fn new(tree: T, identity_count: usize) -> Self {
        let folder = Folder::new(Folding::Full, identity_count);
        let stacks = FoldedStacks::new(identity_count);
        Self { tree, identity_count, places: None, folder, stacks }
    }

    /// Returns the outermost nodes of a function, in pre-order. O(nodes) the first time.
    pub fn outermost(&mut self, function: IdentityId) -> &[NodeId] {
        let find = || Places::new(&self.tree, self.identity_count);
        let Places { first, outermost } = self.places.get_or_insert_with(find);
        &outermost[first[function.index()] as usize..first[function.index() + 1] as usize]
    }

    /// Returns the number of nodes in the subtrees of a function's outermost nodes, which is the work for its pair.
    /// O(outermost nodes), O(nodes) the first time.
    pub fn below(&mut self, function: IdentityId) -> usize {
        let tree = self.tree.clone();
        self.outermost(function).iter().map(|&node| tree.subtree(node).len()).sum()
    }

    /// Returns the pair of a function, or `None` if nothing calls it. O(nodes below its frames and in the folded stacks
    /// above them); O(nodes) the first time.
    pub fn pair(&mut self, function: IdentityId) -> Option<FunkyPair> {
        let frames = self.outermost(function).to_vec();
        if frames.is_empty() {
            return None;
        }
        Some(FunkyPair { callees: self.callees(&frames), callers: self.callers(function, frames) })
    }

    fn callees(&mut self, frames: &[NodeId]) -> WeightedTree {
        let tree = self.tree.clone();
        let mut sides = vec![PathWeights::default(); tree.sides().len()];
        for &top in frames {
            self.folder.walk(
                &tree,
                top,
                |_| true,
                |row, node, is_folded| {
                    for (sums, weights) in sides.iter_mut().zip(tree.sides()) {
                        if node.index() == sums.own.len() {
                            sums.push_empty();
                        }
                        sums.add(node.index(), weights, row);
                        if is_folded {
                            sums.folded[node.index()] += weights.calls[row] - weights.folded[row];
                        }
                    }
                },
            );
        }
        arranged(self.folder.take(), &sides)
    }

    fn callers(&mut self, function: IdentityId, mut frames: Vec<NodeId>) -> WeightedTree {
        let (tree, stacks) = (&*self.tree, &mut self.stacks);
        let mut growing = Growing::default();
        growing.push(NodeId::NONE, function);
        let mut sides = vec![PathWeights::empty(1); tree.sides().len()];
        for frame in &frames {
            stacks.fold(tree, tree.parent()[frame.index()]);
        }
        let caller = |node: NodeId| tree.parent()[node.index()].some().map(|up| stacks.into[up.index()]);
        frames.order_by_key(|&node| caller(node));
        for alike in frames.chunk_by(|&x, &y| caller(x) == caller(y)) {
            // Walk up the folded stack that these frames share.
            let (mut node, mut path) = (NodeId(0), vec![NodeId(0)]);
            let mut next = caller(alike[0]);
            while let Some(at) = next {
                node = growing.child(node, stacks.growing.identity(at));
                if node.index() == sides.first().map_or(0, |side| side.own.len()) {
                    sides.iter_mut().for_each(PathWeights::push_empty);
                }
                path.push(node);
                next = stacks.growing.parent(at).some();
            }
            for (sums, weights) in sides.iter_mut().zip(tree.sides()) {
                let rows = || alike.iter().map(|frame| frame.index());
                let weight = rows().fold(0, |sum: i64, row| sum.saturating_add(weights.total[row]));
                let calls: u64 = rows().map(|row| weights.calls[row]).sum();
                let first = rows().map(|row| weights.first[row]).min().unwrap_or(i64::MAX);
                sums.own[node.index()] = sums.own[node.index()].saturating_add(weight);
                for at in &path {
                    sums.calls[at.index()] += calls;
                    sums.first[at.index()] = sums.first[at.index()].min(first);
                }
            }
        }
        let recursion = vec![1; growing.len()];
        arranged(growing.finish(recursion), &sides)
    }
}

impl Places {
    /// Builds the index. O(nodes).
    fn new(tree: &WeightedTree, identity_count: usize) -> Self {
        let mut is_outermost = Outermost::new(identity_count);
        let found: Vec<NodeId> = tree.nodes().filter(|&node| is_outermost.next(tree, node)).collect();
        let function = |node: NodeId| tree.identity()[node.index()].index();
        let mut first = vec![0; identity_count + 1];
        for &node in &found {
            first[function(node) + 1] += 1;
        }
        for identity in 0..identity_count {
            first[identity + 1] += first[identity];
        }
        let (mut next, mut outermost) = (first.clone(), vec![NodeId::NONE; found.len()]);
        for node in found {
            let place = &mut next[function(node)];
            outermost[*place as usize] = node;
            *place += 1;
        }
        Self { first, outermost }
    }
}

impl FoldedStacks {
    fn new(identity_count: usize) -> Self {
        Self { place: vec![0; identity_count], ..Self::default() }
    }

    /// Folds the stack of a node as in [`Folding::Full`]. O(its frames that are not folded yet + its folded frames).
    fn fold(&mut self, tree: &WeightedTree, node: NodeId) {
        self.into.resize(tree.len(), NodeId::NONE);
        let mut at = node.some();
        while let Some(up) = at.filter(|up| self.into[up.index()].some().is_none()) {
            self.open.push(up);
            at = tree.parent()[up.index()].some();
        }
        if self.open.is_empty() {
            return;
        }
        let known = at.and_then(|up| self.into[up.index()].some());
        self.stack = std::iter::successors(known, |at| self.growing.parent(*at).some()).collect();
        self.stack.reverse();
        for (at, frame) in self.stack.iter().enumerate() {
            self.place[self.growing.identity(*frame).index()] = at;
        }
        while let Some(node) = self.open.pop() {
            let function = tree.identity()[node.index()];
            // The index may be stale: that frame may be cut off, or belong to another function.
            let at = self.place[function.index()];
            if self.stack.get(at).is_some_and(|frame| self.growing.identity(*frame) == function) {
                self.stack.truncate(at + 1);
            } else {
                let parent = self.stack.last().copied().unwrap_or(NodeId::NONE);
                self.place[function.index()] = self.stack.len();
                self.stack.push(self.growing.child(parent, function));
            }
            self.into[node.index()] = self.stack.last().copied().unwrap_or(NodeId::NONE);
        }
    }
}

/// Sorts a tree and the weights of its nodes into pre-order.
fn arranged(grown: PathTreeParts, sides: &[PathWeights]) -> WeightedTree {
    let (paths, recursion, place) = grown.arranged();
    let placed = |found: &PathWeights| {
        let mut sums = PathWeights::empty(place.len());
        for (node, &row) in place.iter().enumerate() {
            sums.add(row as usize, found, node);
        }
        sums
    };
    WeightedTree::from_parts(paths, sides.iter().map(placed).collect(), recursion)
}

/// Returns all functions that a side calls, largest inclusive weight first, ties by identity: the row of columns.
/// Widths are own weights, combined over the sides as in [`crate::Widths`]; `factors` scale each side's weights.
/// O(functions · log functions).
pub fn funky_columns(table: &FunctionTable, by: WidthBy, factors: [f64; 2]) -> Vec<FunkyColumn> {
    let of = |column: &[i64], side: usize, id: IdentityId| column[id.index()] as f64 * factors[side];
    let chosen = |values: Vec<f64>| match (&values[..], by) {
        (&[a, b], WidthBy::Larger) => a.max(b),
        (&[_, b], WidthBy::B) => b,
        (&[a, b], WidthBy::Changes) => (b - a).abs(),
        (&[a, ..], _) => a,
        ([], _) => 0.0,
    };
    let column = |function: IdentityId| {
        let sides = || table.sides.iter().enumerate();
        FunkyColumn {
            function,
            own: chosen(sides().map(|(side, sums)| of(&sums.own, side, function)).collect()),
            total: chosen(sides().map(|(side, sums)| of(&sums.total, side, function)).collect()),
        }
    };
    let mut functions = table.functions();
    functions.sort_unstable();
    let mut columns: Vec<FunkyColumn> = functions.into_iter().map(column).collect();
    columns.order_by(|x, y| y.total.total_cmp(&x.total));
    columns
}
