//! Paths by their ends: functions with what they take themselves, and above each who called it.

use super::folding::Grown;
use super::{PathWeights, WeightedTree};
use crate::NodeId;
use diptych_trace::Sorting;

/// How far a tree is inverted. Inverted, a tree of n nodes may have n · depth of them, most of them lighter than anything
/// that can be drawn.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LeastShown {
    /// Callers of a node that weighs less on every side are not told apart: share of the whole of a side.
    pub share: f64,
    /// Nor are those of a node under so many others.
    pub depth: u32,
}

impl Default for LeastShown {
    /// A hundred-thousandth of the whole, and a thousand frames.
    fn default() -> Self {
        Self { share: 1e-5, depth: 1000 }
    }
}

/// An inverted tree.
#[derive(Debug, Clone, PartialEq)]
pub struct Inverted {
    /// Roots are functions with their own weights; children are their callers. The weight of a node itself is that of
    /// stacks that begin there, and of those whose callers are left out.
    pub tree: WeightedTree,
    /// How many nodes have callers that are left out.
    pub cut: u64,
    /// What these weigh on each side.
    pub cut_weight: Vec<i64>,
}

/// A stack, by the node in which it ends and whose own weight it has, and how far up it is followed.
#[derive(Clone, Copy)]
struct Stack {
    end: NodeId,
    at: NodeId,
}

impl WeightedTree {
    /// The tree by callers: every path's own weight goes to the root of its last function, and on to each of its callers
    /// in turn. O(paths that reach a level) for each level.
    pub fn inverted(&self, least: LeastShown) -> Inverted {
        let sides = self.sides.len();
        let mut inversion = Inversion {
            of: self,
            least: (0..sides).map(|side| self.whole(side) as f64 * least.share).collect(),
            depth: least.depth,
            grown: Grown::default(),
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

struct Inversion<'a> {
    of: &'a WeightedTree,
    /// Least weight on each side of a node whose callers are told apart.
    least: Vec<f64>,
    depth: u32,
    grown: Grown,
    sides: Vec<PathWeights>,
    /// Stacks to be told apart by function, under which node and how deep.
    open: Vec<(NodeId, u32, Vec<Stack>)>,
    cut: u64,
    cut_weight: Vec<i64>,
}

impl Inversion<'_> {
    /// Adds a node for each function at which stacks stand.
    fn split(&mut self, parent: NodeId, depth: u32, mut stacks: Vec<Stack>) {
        let identity = &self.of.identity;
        stacks.order_by_number(|stack| u64::from(identity[stack.at.index()].0));
        for group in stacks.chunk_by(|x, y| identity[x.at.index()] == identity[y.at.index()]) {
            self.grown.parent.push(parent);
            self.grown.identity.push(identity[group[0].at.index()]);
            self.grown.recursion.push(1);
            self.add(depth, group);
        }
    }

    /// Weighs the node that was added last, and goes on to its callers.
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
