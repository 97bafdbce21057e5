//! All functions of a profile with what they add up to.

use crate::{NodeId, WeightedTree};
use diptych_trace::{IdentityId, Sorting};

/// What each function adds up to on one side or two.
#[derive(Debug, Clone, PartialEq)]
pub struct FunctionTable {
    /// By side, columns by identity.
    pub sides: Vec<FunctionSums>,
}

/// The functions of a side: columns by identity.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct FunctionSums {
    /// Calls, recursive ones among them.
    pub calls: Vec<u64>,
    /// Weight of the function itself.
    pub own: Vec<i64>,
    /// Weight of its outermost frames with all below: recursion counts once, as `pprof -top -cum` has it.
    pub total: Vec<i64>,
    /// Weight of all its calls with all below, recursive ones as often as they are called: what a mean call is a share of.
    pub of_calls: Vec<i64>,
}

impl FunctionSums {
    /// The mean weight of a call with all below; 0 of none.
    pub fn mean(&self, function: IdentityId) -> f64 {
        let calls = self.calls[function.index()];
        if calls == 0 { 0.0 } else { self.of_calls[function.index()] as f64 / calls as f64 }
    }
}

impl FunctionTable {
    /// Of a tree whose recursion is not folded. `identity_count` is above every identity. O(nodes).
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

    /// Of the identities below a number, where others stand for what is no function.
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

    /// The functions that any side calls: of two sides largest change of own weight first, of one heaviest by itself
    /// first; ties by total, then by identity. O(functions · log functions).
    pub fn functions(&self) -> Vec<IdentityId> {
        let count = self.sides.first().map_or(0, |side| side.calls.len() as u32);
        let is_called = |id: &IdentityId| self.sides.iter().any(|side| side.calls[id.index()] > 0);
        let mut functions: Vec<IdentityId> = (0..count).map(IdentityId).filter(is_called).collect();
        let size = |column: fn(&FunctionSums) -> &[i64], id: IdentityId| match &self.sides[..] {
            [a, b] => column(a)[id.index()].abs_diff(column(b)[id.index()]),
            sides => sides.iter().map(|side| column(side)[id.index()].unsigned_abs()).sum(),
        };
        let key = |id: &IdentityId| (size(|side| &side.own, *id), size(|side| &side.total, *id));
        functions.order_by(|x, y| key(y).cmp(&key(x)));
        functions
    }
}

/// Which nodes lie below no other of their function. Asked in pre-order.
#[derive(Debug)]
pub(crate) struct Outermost {
    /// By identity, where the subtree of its last outermost node ends.
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
