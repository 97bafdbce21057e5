//! Call paths with one weight on one side or on two: what flame graphs are drawn from.

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
pub(crate) use folding::{Folder, Grown};
pub use inverted::{Inverted, LeastShown};
pub use siblings::{Order, Siblings};
pub use widths::{WidthBy, Widths};

/// Call paths with their weights on one side or two, in pre-order. A path that a side lacks weighs nothing there and has
/// no calls; no path is lacking on all sides.
///
/// The weight of a path *itself* (`own`) is that of its calls without what they call; its *total* is its own and the
/// totals of its children, always. A node costs 24 bytes and 40 for each side.
#[derive(Debug, Clone, PartialEq)]
pub struct WeightedTree {
    paths: PathTree,
    sides: Vec<PathWeights>,
    /// By node, the most frames of its function that are folded into it on one stack; 1 where none is.
    recursion: Vec<u32>,
}

/// The paths of one side: columns by node.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct PathWeights {
    /// Weight of the path itself.
    pub own: Vec<i64>,
    /// With all below it.
    pub total: Vec<i64>,
    /// Calls, those that are folded into it among them; 0 where the side lacks the path.
    pub calls: Vec<u64>,
    /// Calls that are folded into another one of the same function.
    pub folded: Vec<u64>,
    /// Ticks from the trace's first instant to the start of the first call; `i64::MAX` where there is none.
    pub first: Vec<i64>,
}

impl PathWeights {
    /// No calls yet.
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

    /// Whether the side has a path.
    pub fn has(&self, node: NodeId) -> bool {
        self.calls[node.index()] > 0
    }

    /// Adds another tree's node to a node, but for its total.
    pub(crate) fn add(&mut self, to: usize, from: &Self, row: usize) {
        self.own[to] = self.own[to].saturating_add(from.own[row]);
        self.calls[to] += from.calls[row];
        self.folded[to] += from.folded[row];
        self.first[to] = self.first[to].min(from.first[row]);
    }

    /// Adds what lies below to each node. Parents lie before their children.
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
    /// Of one run, siblings in the order in which they are first called, lane by lane. O(nodes).
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

    /// Of two, siblings by identity: exchanging the runs exchanges the sides and nothing else.
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

    /// Of any number of runs, a side each, in the order of the union: by ticks, or by calls. When calls begin is not known.
    /// O(nodes · runs).
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

    /// Every call by itself, in place of paths: what [`Order::FirstCall`] draws as the icicle of calls. By ticks, and
    /// of all lanes, one after the other. O(calls).
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

    /// From columns of equal length, in pre-order; totals follow.
    pub(crate) fn from_parts(paths: PathTree, mut sides: Vec<PathWeights>, recursion: Vec<u32>) -> Self {
        for side in &mut sides {
            side.add_up(&paths.parent);
        }
        Self { paths, sides, recursion }
    }

    /// The sides: one or two.
    pub fn sides(&self) -> &[PathWeights] {
        &self.sides
    }

    /// The weight of a side: its roots, or all its paths themselves.
    pub fn whole(&self, side: usize) -> i64 {
        self.roots().fold(0, |sum: i64, root| sum.saturating_add(self.sides[side].total[root.index()]))
    }

    /// By node, the most frames of its function that are folded into it on one stack; 1 where none is.
    pub fn recursion(&self) -> &[u32] {
        &self.recursion
    }
}
