//! All functions of a profile with their sums.

use crate::{NodeId, WeightedTree};
use diptych_trace::{IdentityId, Sorting};

/// Sums of each function on one side or two.
#[derive(Debug, Clone, PartialEq)]
pub struct FunctionTable {
    /// Sums of each side.
    pub sides: Vec<FunctionSums>,
}

/// Sums of one side: columns indexed by identity.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FunctionSums {
    /// Number of calls, recursive ones included.
    pub calls: Vec<u64>,
    /// Own weight of the function.
    pub own: Vec<i64>,
    /// Total weight of its outermost frames, so that recursion counts once, as in `pprof -top -cum`.
    pub total: Vec<i64>,
    /// Total weight of all its calls, with recursive calls counted as often as they occur. The mean of a call derives
    /// from it.
    pub of_calls: Vec<i64>,
}

impl FunctionSums {
    /// Returns the mean total weight of a call; 0 without calls.
    pub fn mean(&self, function: IdentityId) -> f64 {
        let calls = self.calls[function.index()];
        if calls == 0 { 0.0 } else { self.of_calls[function.index()] as f64 / calls as f64 }
    }
}

impl FunctionTable {
    /// Builds the table from a tree whose recursion is not folded. `identity_count` is above every identity. O(nodes).
    pub fn new(tree: &WeightedTree, identity_count: usize) -> Self {
        let (none, no_calls) = (vec![0; identity_count], vec![0; identity_count]);
        let empty = FunctionSums { calls: no_calls, own: none.clone(), total: none.clone(), of_calls: none };
        let mut sides = vec![empty; tree.sides().len()];
        let mut is_outermost = Outermost::new(identity_count);
        for node in tree.nodes() {
            let (row, function) = (node.index(), tree.identity()[node.index()].index());
            let outermost = is_outermost.next(tree, node);
            for (sums, weights) in sides.iter_mut().zip(tree.sides()) {
                sums.calls[function] += weights.calls[row];
                sums.own[function] = sums.own[function].saturating_add(weights.own[row]);
                sums.of_calls[function] = sums.of_calls[function].saturating_add(weights.total[row]);
                if outermost {
                    sums.total[function] = sums.total[function].saturating_add(weights.total[row]);
                }
            }
        }
        Self { sides }
    }

    /// Keeps the identities below `count`, if higher ones do not stand for functions.
    #[must_use]
    pub fn of_first(mut self, count: usize) -> Self {
        for side in &mut self.sides {
            side.calls.truncate(count);
            for column in [&mut side.own, &mut side.total, &mut side.of_calls] {
                column.truncate(count);
            }
        }
        self
    }

    /// Returns the functions that any side calls. For two sides the largest change of own weight comes first, for one
    /// side the largest own weight. Ties go by total weight, then by identity. O(functions · log functions).
    pub fn functions(&self) -> Vec<IdentityId> {
        let count = self.sides.first().map_or(0, |side| side.calls.len() as u32);
        let is_called = |id: &IdentityId| self.sides.iter().any(|side| side.calls[id.index()] > 0);
        let mut functions: Vec<IdentityId> = (0..count).map(IdentityId).filter(is_called).collect();
        let size = |column: fn(&FunctionSums) -> &[i64], id: IdentityId| match &self.sides[..] {
            [a, b] => column(a)[id.index()].abs_diff(column(b)[id.index()]),
            sides => sides.iter().map(|side| column(side)[id.index()].unsigned_abs()).sum(),
        };
        let key = |id: &IdentityId| (size(|side| &side.own, *id), size(|side| &side.total, *id));
        functions.order_by_key(|id| std::cmp::Reverse(key(id)));
        functions
    }
}

/// Finder of the nodes that have no other node of their function above them. Must be asked in pre-order.
#[derive(Debug)]
pub(crate) struct Outermost {
    /// End of the subtree of each identity's last outermost node.
    end: Vec<u32>,
}

impl Outermost {
    pub(crate) fn new(identity_count: usize) -> Self {
        Self { end: vec![0; identity_count] }
    }

    pub(crate) fn next(&mut self, tree: &WeightedTree, node: NodeId) -> bool {
        let end = &mut self.end[tree.identity()[node.index()].index()];
        let is_outermost = node.0 >= *end;
        if is_outermost {
            *end = tree.subtree_end()[node.index()];
        }
        is_outermost
    }
}
