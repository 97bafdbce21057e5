//! A weighted tree as plain columns, to pass it on and read it back.

use super::{PathWeights, WeightedTree};
use crate::NodeId;
use crate::call_tree::subtree_ends;
use crate::node::PathTree;
use diptych_trace::IdentityId;

/// Columns of a [`WeightedTree`] whose recursion is not folded, one row for each node.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WeightedColumns {
    /// Row of the parent, which comes before the node; [`NodeId::NONE`]'s number for roots.
    pub parent: Vec<u32>,
    /// Identity of the function.
    pub identity: Vec<u32>,
    /// For each side: own weight, number of calls, and start of the first call.
    pub sides: Vec<(Vec<i64>, Vec<u64>, Vec<i64>)>,
}

/// Largest sum of a column. Adding four such sums does not overflow.
const MOST: i128 = (i64::MAX >> 2) as i128;

impl WeightedTree {
    /// Copies the tree into columns, without totals, which follow from them. Information about folding is lost.
    pub fn to_columns(&self) -> WeightedColumns {
        let side = |side: &PathWeights| (side.own.clone(), side.calls.clone(), side.first.clone());
        WeightedColumns {
            parent: self.paths.parent.iter().map(|node| node.0).collect(),
            identity: self.paths.identity.iter().map(|identity| identity.0).collect(),
            sides: self.sides.iter().map(side).collect(),
        }
    }

    /// Builds the tree from any columns. Returns `None` unless they are a tree of one side or two in pre-order over
    /// identities below `identity_count`, without negative weights and overflowing sums.
    pub fn from_columns(columns: WeightedColumns, identity_count: u32) -> Option<Self> {
        let WeightedColumns { parent, identity, sides } = columns;
        let nodes = parent.len();
        let is_sum = |own: &[i64]| {
            own.iter().all(|&own| own >= 0) && own.iter().map(|&own| i128::from(own)).sum::<i128>() <= MOST
        };
        let fits = sides.iter().all(|(own, calls, first)| {
            [own.len(), calls.len(), first.len()] == [nodes; 3]
                && is_sum(own)
                && calls.iter().map(|&calls| i128::from(calls)).sum::<i128>() <= MOST
        });
        let is_numbered = identity.iter().all(|&identity| identity < identity_count);
        if identity.len() != nodes || !is_numbered || !fits || !(1..=2).contains(&sides.len()) {
            return None;
        }
        let paths = PathTree {
            subtree_end: subtree_ends(&parent)?,
            parent: parent.into_iter().map(NodeId).collect(),
            identity: identity.into_iter().map(IdentityId).collect(),
        };
        let weights = |(own, calls, first)| PathWeights { own, calls, first, ..PathWeights::empty(nodes) };
        Some(Self::from_parts(paths, sides.into_iter().map(weights).collect(), vec![1; nodes]))
    }
}
