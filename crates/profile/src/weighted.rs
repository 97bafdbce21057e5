//! Call paths with one weight on one side or two: the data of flame graphs.

mod columns;
mod folding;
mod inverted;
mod joined;
mod siblings;
mod widths;

use crate::node::PathTree;
use crate::{MeasuredTree, NodeId, UnionTree};
use diptych_trace::{IdentityId, Trace};
use std::ops::Deref;
use std::sync::Arc;

pub use columns::WeightedColumns;
pub use folding::Folding;
pub(crate) use folding::{Folder, PathTreeParts};
pub use inverted::{Inverted, LeastShown};
pub use siblings::{Order, SortedSiblings};
pub use widths::{WidthBy, Widths};

/// Call paths with their weights on one side or two, in pre-order. A path that a side lacks has no weight and no calls
/// there. Every path is on at least one side.
///
/// The *own* weight of a path is that of its calls without their callees. Its *total* weight is always its own plus the
/// totals of its children. A node costs 24 bytes and 40 for each side.
#[derive(Debug, Clone, PartialEq)]
pub struct WeightedTree {
    paths: PathTree,
    sides: Vec<PathWeights>,
    /// For each node, the most frames of its function that are folded into it on one stack; 1 if none is.
    recursion: Vec<u32>,
}

/// Weights of one side's paths: columns by node.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PathWeights {
    /// Own weight.
    pub own: Vec<i64>,
    /// Total weight, callees included.
    pub total: Vec<i64>,
    /// Number of calls, folded ones included; 0 if the side lacks the path.
    pub calls: Vec<u64>,
    /// Number of calls that are folded into another call of the same function.
    pub folded: Vec<u64>,
    /// Start of the first call, in ticks since the trace's first instant; `i64::MAX` without calls.
    pub first: Vec<i64>,
}

impl PathWeights {
    /// Creates columns for so many nodes without calls.
    pub(crate) fn empty(nodes: usize) -> Self {
        let none = vec![0; nodes];
        Self {
            own: none.clone(),
            total: none,
            calls: vec![0; nodes],
            folded: vec![0; nodes],
            first: vec![i64::MAX; nodes],
        }
    }

    /// Adds a node without calls.
    pub(crate) fn push_empty(&mut self) {
        self.own.push(0);
        self.total.push(0);
        self.calls.push(0);
        self.folded.push(0);
        self.first.push(i64::MAX);
    }

    /// Returns true if the side has a path.
    pub fn has(&self, node: NodeId) -> bool {
        self.calls[node.index()] > 0
    }

    /// Adds a node of another tree to a node, except for its total.
    pub(crate) fn add(&mut self, to: usize, from: &Self, row: usize) {
        self.own[to] = self.own[to].saturating_add(from.own[row]);
        self.calls[to] += from.calls[row];
        self.folded[to] += from.folded[row];
        self.first[to] = self.first[to].min(from.first[row]);
    }

    /// Computes totals by adding each node to its parent. Parents come before their children.
    pub(crate) fn add_up(&mut self, parent: &[NodeId]) {
        self.total.copy_from_slice(&self.own);
        for row in (0..parent.len()).rev() {
            if let Some(up) = parent[row].some() {
                self.total[up.index()] = self.total[up.index()].saturating_add(self.total[row]);
            }
        }
    }
}

impl Deref for WeightedTree {
    type Target = PathTree;

    fn deref(&self) -> &PathTree {
        &self.paths
    }
}

impl WeightedTree {
    /// Builds the tree of one run; siblings are in the order of their first calls, lane by lane. O(nodes).
    pub fn one(run: &MeasuredTree) -> Self {
        let tree = &run.tree;
        let nodes = tree.len();
        let weights = PathWeights {
            own: run.own.clone(),
            calls: tree.calls().to_vec(),
            first: run.first.clone(),
            ..PathWeights::empty(nodes)
        };
        Self::from_parts(PathTree::clone(tree), vec![weights], vec![1; nodes])
    }

    /// Builds the tree of two runs; siblings are sorted by identity, so exchanging the runs only exchanges the sides.
    /// O(nodes of both · log siblings).
    pub fn pair(runs: [&MeasuredTree; 2]) -> Self {
        let union = UnionTree::new(&[(0, Arc::clone(&runs[0].tree)), (1, Arc::clone(&runs[1].tree))]);
        let nodes = union.len();
        let side = |(of_union, run): (&crate::UnionRun, &MeasuredTree)| {
            let mut weights = PathWeights::empty(nodes);
            for node in union.nodes() {
                let Some(own) = of_union.own(node) else { continue };
                weights.own[node.index()] = run.own[own.index()];
                weights.calls[node.index()] = run.tree.calls()[own.index()];
                weights.first[node.index()] = run.first[own.index()];
            }
            weights
        };
        let sides = union.runs().iter().zip(runs).map(side).collect();
        Self::from_parts(union.into_paths(), sides, vec![1; nodes])
    }

    /// Builds the tree of any number of runs, with one side each in the order of the union, weighted by ticks or by
    /// calls. Starts of calls are unknown. O(nodes · runs).
    pub fn of_runs(union: &UnionTree, by_calls: bool) -> Self {
        let nodes = union.len();
        let side = |run: &crate::UnionRun| {
            let calls: Vec<u64> = union.nodes().map(|node| run.calls(node)).collect();
            let own = |node: NodeId| {
                if by_calls { calls[node.index()] as i64 } else { run.self_spread(node).ticks }
            };
            PathWeights { own: union.nodes().map(own).collect(), calls, ..PathWeights::empty(nodes) }
        };
        let sides = union.runs().iter().map(side).collect();
        Self::from_parts(PathTree::clone(union), sides, vec![1; nodes])
    }

    /// Builds a tree with a node for every call instead of every path, which [`Order::FirstCall`] draws as an icicle
    /// plot of the calls. Weights are ticks; lanes follow one another. O(calls).
    pub fn of_calls(trace: &Trace, identities: &[IdentityId]) -> Self {
        let calls = trace.calls();
        let nodes = calls.len();
        let mut weights =
            PathWeights { calls: vec![1; nodes], first: calls.start().to_vec(), ..PathWeights::empty(nodes) };
        let parent: Vec<NodeId> = calls
            .parent()
            .iter()
            .map(|call| call.some().map_or(NodeId::NONE, |call| NodeId(call.0)))
            .collect();
        let duration = |row: usize| calls.end()[row] - calls.start()[row];
        for row in 0..nodes {
            weights.own[row] += duration(row);
            if let Some(up) = parent[row].some() {
                weights.own[up.index()] -= duration(row);
            }
        }
        let identity = calls.function().iter().map(|function| identities[function.index()]).collect();
        let paths = PathTree { parent, subtree_end: calls.subtree_end().to_vec(), identity };
        Self::from_parts(paths, vec![weights], vec![1; nodes])
    }

    /// Builds a tree from columns of equal length in pre-order, and computes the totals.
    pub(crate) fn from_parts(paths: PathTree, mut sides: Vec<PathWeights>, recursion: Vec<u32>) -> Self {
        for side in &mut sides {
            side.add_up(&paths.parent);
        }
        Self { paths, sides, recursion }
    }

    /// Returns the sides: one, two, or one for each run.
    pub fn sides(&self) -> &[PathWeights] {
        &self.sides
    }

    /// Returns the total weight of a side, the sum over its roots.
    pub fn whole(&self, side: usize) -> i64 {
        self.roots().fold(0, |sum: i64, root| sum.saturating_add(self.sides[side].total[root.index()]))
    }

    /// Returns, for each node, the most frames of its function that are folded into it on one stack; 1 if none is.
    pub fn recursion(&self) -> &[u32] {
        &self.recursion
    }
}
