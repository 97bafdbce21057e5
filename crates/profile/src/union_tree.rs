//! Merged call tree of several runs.

use crate::node::{PathTree, PreOrder};
use crate::{CallTree, NodeId, Spread};
use diptych_trace::{IdentityId, SampleSize, Sorting};
use rustc_hash::FxHashMap;
use std::ops::Deref;
use std::sync::Arc;

/// Every call path of any run, once, in pre-order. Siblings are sorted by identity, so the order of the runs does not
/// matter. The runs' own trees are shared, not copied: a path costs 16 bytes, and 4 more for each run.
#[derive(Debug, Clone)]
pub struct UnionTree {
    paths: PathTree,
    runs: Vec<UnionRun>,
    identity_count: usize,
}

/// One run in a union tree.
#[derive(Debug, Clone)]
pub struct UnionRun {
    /// 0 for A, 1 for B.
    pub side: usize,
    /// The run's own tree.
    pub tree: Arc<CallTree>,
    /// The run's own node for each node of the union tree; [`NodeId::NONE`] if the run lacks the path.
    own: Vec<NodeId>,
}

impl UnionRun {
    /// Returns the run's own node for a node of the union tree, if the run has the path.
    pub fn own(&self, node: NodeId) -> Option<NodeId> {
        self.own[node.index()].some()
    }

    /// Returns the number of calls of a path of the union tree.
    pub fn calls(&self, node: NodeId) -> u64 {
        self.own(node).map_or(0, |own| self.tree.calls()[own.index()])
    }

    /// Returns the self time of a path and its spread over the calls.
    pub fn self_spread(&self, node: NodeId) -> Spread {
        self.own(node).map_or(Spread::default(), |own| self.tree.self_spread(own))
    }

    /// Returns the inclusive time of a path and its spread over the calls.
    pub fn inclusive_spread(&self, node: NodeId) -> Spread {
        self.own(node).map_or(Spread::default(), |own| self.tree.inclusive_spread(own))
    }
}

impl Deref for UnionTree {
    type Target = PathTree;

    fn deref(&self) -> &PathTree {
        &self.paths
    }
}

impl UnionTree {
    /// Merges trees, each given with its run's side (0 or 1). All trees must use the same identities. O(nodes of all
    /// trees · log siblings).
    pub fn new(runs: &[(usize, Arc<CallTree>)]) -> Self {
        let mut parents: Vec<NodeId> = Vec::new();
        let mut identities: Vec<IdentityId> = Vec::new();
        let mut children: FxHashMap<(NodeId, IdentityId), NodeId> = FxHashMap::default();
        let mut of_own: Vec<Vec<NodeId>> = Vec::with_capacity(runs.len());
        for (_, tree) in runs {
            let mut union_of: Vec<NodeId> = Vec::with_capacity(tree.len());
            for (parent, &identity) in tree.parent().iter().zip(tree.identity()) {
                let parent = parent.some().map_or(NodeId::NONE, |up| union_of[up.index()]);
                let new = NodeId(parents.len() as u32);
                let node = *children.entry((parent, identity)).or_insert(new);
                if node == new {
                    parents.push(parent);
                    identities.push(identity);
                }
                union_of.push(node);
            }
            of_own.push(union_of);
        }
        Self::arrange(&parents, &identities, runs, of_own)
    }

    /// Sorts the nodes into pre-order.
    fn arrange(
        parents: &[NodeId],
        identities: &[IdentityId],
        runs: &[(usize, Arc<CallTree>)],
        of_own: Vec<Vec<NodeId>>,
    ) -> Self {
        let count = parents.len();
        // Parents come before children, and sorting by parent keeps that; roots come first.
        let mut order: Vec<usize> = (0..count).collect();
        order.order_by_key(|&node| (parents[node].some(), identities[node]));
        let PreOrder { place, subtree_end } = PreOrder::new(parents, order.into_iter());
        let mut parent = vec![NodeId::NONE; count];
        let mut identity = vec![IdentityId::NONE; count];
        for (node, &row) in place.iter().enumerate() {
            parent[row as usize] = parents[node].some().map_or(NodeId::NONE, |up| NodeId(place[up.index()]));
            identity[row as usize] = identities[node];
        }
        let with_own = |((side, tree), union_of): (&(usize, Arc<CallTree>), Vec<NodeId>)| {
            let mut own = vec![NodeId::NONE; count];
            for (node, union) in union_of.iter().enumerate() {
                own[place[union.index()] as usize] = NodeId(node as u32);
            }
            UnionRun { side: *side, tree: Arc::clone(tree), own }
        };
        let runs = runs.iter().zip(of_own).map(with_own).collect();
        let identity_count = identities.iter().map(|id| id.index() + 1).max().unwrap_or(0);
        Self { paths: PathTree { parent, subtree_end, identity }, runs, identity_count }
    }

    /// Returns only the paths.
    pub(crate) fn into_paths(self) -> PathTree {
        self.paths
    }

    /// Returns the function that calls a path on a side: the frame of this side between the path and its parent
    /// ([`CallTree::between`]), if the side's runs that have the path agree on it, or else the parent. `None` for a root
    /// without such a frame. O(runs).
    pub fn caller_on(&self, side: usize, node: NodeId) -> Option<IdentityId> {
        let between = |run: &UnionRun| Some(run.tree.between()[run.own(node)?.index()]);
        let mut frames = self.side(side).filter_map(between);
        let frame = frames.next().filter(|&first| frames.all(|of| of == first)).and_then(IdentityId::some);
        frame.or_else(|| self.parent()[node.index()].some().map(|up| self.identity()[up.index()]))
    }

    /// Returns the function that calls a path on all sides that have it: the frame that they have between the path and
    /// its parent, or the parent if they differ. `None` for a root without such a frame. O(runs).
    pub fn caller(&self, node: NodeId) -> Option<IdentityId> {
        let mut sides = self.sides_with(node).map(|side| self.caller_on(side, node));
        let first = sides.next().flatten();
        let is_same = sides.all(|other| other == first);
        let parent = || self.parent()[node.index()].some().map(|up| self.identity()[up.index()]);
        if is_same { first } else { parent() }
    }

    /// Returns the sides that have a path. O(runs).
    pub fn sides_with(&self, node: NodeId) -> impl Iterator<Item = usize> {
        [0, 1].into_iter().filter(move |&side| self.side(side).any(|run| run.own(node).is_some()))
    }

    /// Returns a bound above every identity.
    pub fn identity_count(&self) -> usize {
        self.identity_count
    }

    /// Returns the runs, in the order given.
    pub fn runs(&self) -> &[UnionRun] {
        &self.runs
    }

    /// Returns true if a run was sampled, so that its calls are runs of samples.
    pub fn is_sampled(&self) -> bool {
        self.runs.iter().any(|run| run.tree.sample_size().is_sampled())
    }

    /// Returns true if every call of every run was recorded by itself: none is a run of samples, or part of a sum.
    pub fn has_single_calls(&self) -> bool {
        self.runs.iter().all(|run| run.tree.sample_size() == SampleSize::Recorded)
    }

    /// Returns the first path of each identity below `count`; [`NodeId::NONE`] if it has none. O(nodes + count).
    pub fn first_nodes(&self, count: usize) -> Vec<NodeId> {
        let mut first = vec![NodeId::NONE; count];
        for node in self.nodes().rev() {
            first[self.identity()[node.index()].index()] = node;
        }
        first
    }

    /// Returns the runs of a side, in the order given.
    pub fn side(&self, side: usize) -> impl Iterator<Item = &UnionRun> {
        self.runs.iter().filter(move |run| run.side == side)
    }
}
