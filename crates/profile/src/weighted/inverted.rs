//! Inverted paths: each function with its own weight, and its callers as children.

use super::folding::PathTreeParts;
use super::{PathWeights, WeightedTree};
use crate::NodeId;
use diptych_trace::Sorting;

/// Limits for inverting a tree. The inverted tree of n nodes may have n · depth nodes, most of them too light to be
/// drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LeastShown {
    /// Share of a side's whole. A node that weighs less on every side gets no callers.
    pub share: f64,
    /// Depth limit in frames. A node at this depth gets no callers.
    pub depth: u32,
}

impl Default for LeastShown {
    /// Returns a hundred-thousandth of the whole, and a thousand frames.
    fn default() -> Self {
        Self { share: 1e-5, depth: 1000 }
    }
}

/// An inverted tree.
#[derive(Debug, Clone, PartialEq)]
pub struct Inverted {
    /// Tree whose roots are functions with their own weights, and whose children are callers. A node's own weight is
    /// that of the stacks that begin there and of those whose callers are left out.
    pub tree: WeightedTree,
    /// Number of nodes whose callers are left out.
    pub cut: u64,
    /// Weight of those left-out callers, by side.
    pub cut_weight: Vec<i64>,
}

/// A stack, given by the node in which it ends (and whose own weight it has) and the node reached on the way up.
#[derive(Clone, Copy)]
struct Stack {
    end: NodeId,
    at: NodeId,
}

impl WeightedTree {
    /// Inverts the tree: every path's own weight goes to a root for its last function, and from there to each of its
    /// callers in turn. O(paths that reach a level) for each level.
    pub fn inverted(&self, least: LeastShown) -> Inverted {
        let sides = self.sides.len();
        let mut inversion = Inversion {
            of: self,
            least: (0..sides).map(|side| self.whole(side) as f64 * least.share).collect(),
            depth: least.depth,
            grown: PathTreeParts::default(),
            sides: vec![PathWeights::default(); sides],
            open: Vec::new(),
            cut: 0,
            cut_weight: vec![0; sides],
        };
        let stacks = self.nodes().map(|end| Stack { end, at: end }).collect();
        inversion.open.push((NodeId::NONE, 0, stacks));
        while let Some((parent, depth, stacks)) = inversion.open.pop() {
            inversion.split(parent, depth, stacks);
        }
        inversion.finish()
    }
}

/// State of inverting a tree, level by level.
struct Inversion<'a> {
    of: &'a WeightedTree,
    /// Least weight, by side, of a node that gets callers.
    least: Vec<f64>,
    depth: u32,
    grown: PathTreeParts,
    sides: Vec<PathWeights>,
    /// Stacks still to be grouped by function, with the parent node and the depth.
    open: Vec<(NodeId, u32, Vec<Stack>)>,
    cut: u64,
    cut_weight: Vec<i64>,
}

impl Inversion<'_> {
    /// Adds a node for each function that the stacks have reached.
    fn split(&mut self, parent: NodeId, depth: u32, mut stacks: Vec<Stack>) {
        let identity = &self.of.identity;
        stacks.order_by_key(|stack| identity[stack.at.index()]);
        for group in stacks.chunk_by(|x, y| identity[x.at.index()] == identity[y.at.index()]) {
            self.grown.parent.push(parent);
            self.grown.identity.push(identity[group[0].at.index()]);
            self.grown.recursion.push(1);
            self.add(depth, group);
        }
    }

    /// Sets the weights of the node added last, and queues its callers.
    fn add(&mut self, depth: u32, group: &[Stack]) {
        let node = NodeId(self.grown.parent.len() as u32 - 1);
        let up = |stack: &Stack| Some(Stack { at: self.of.parent[stack.at.index()].some()?, ..*stack });
        let callers: Vec<Stack> = group.iter().filter_map(up).collect();
        let weigh = |side: &PathWeights, stacks: &[Stack]| {
            stacks.iter().fold(0, |sum: i64, stack| sum.saturating_add(side.own[stack.end.index()]))
        };
        let weights: Vec<[i64; 2]> =
            self.of.sides.iter().map(|side| [weigh(side, group), weigh(side, &callers)]).collect();
        let is_light = weights.iter().zip(&self.least).all(|([all, _], least)| (*all as f64) < *least);
        let is_cut = !callers.is_empty() && (is_light || depth + 1 >= self.depth);
        self.cut += u64::from(is_cut);
        for (side, (sums, [all, of_callers])) in self.sides.iter_mut().zip(weights).enumerate() {
            let from = &self.of.sides[side];
            let ends = || group.iter().map(|stack| stack.end.index());
            sums.own.push(if is_cut { all } else { all - of_callers });
            sums.total.push(0);
            sums.calls.push(ends().map(|end| from.calls[end]).sum());
            sums.folded.push(ends().map(|end| from.folded[end]).sum());
            sums.first.push(ends().map(|end| from.first[end]).min().unwrap_or(i64::MAX));
            self.cut_weight[side] += if is_cut { of_callers } else { 0 };
        }
        if !is_cut && !callers.is_empty() {
            self.open.push((node, depth + 1, callers));
        }
    }

    fn finish(self) -> Inverted {
        let (paths, recursion, place) = self.grown.arranged();
        let placed = |found: &PathWeights| {
            let mut sums = PathWeights::empty(place.len());
            for (node, &row) in place.iter().enumerate() {
                sums.add(row as usize, found, node);
            }
            sums
        };
        let sides = self.sides.iter().map(placed).collect();
        let tree = WeightedTree::from_parts(paths, sides, recursion);
        Inverted { tree, cut: self.cut, cut_weight: self.cut_weight }
    }
}
