//! A weighted tree as plain columns, to be handed on and read back.

use super::{PathWeights, WeightedTree};
use crate::NodeId;
use crate::call_tree::subtree_ends;
use crate::node::PathTree;
use diptych_trace::IdentityId;

/// The columns of a [`WeightedTree`] whose recursion is not folded, a row a node.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WeightedColumns {
    /// Row of the parent, which lies above; [`NodeId::NONE`]'s number at the roots.
    pub parent: Vec<u32>,
    /// Function.
    pub identity: Vec<u32>,
    /// Of each side the weight of the path itself, its calls, and when the first of them starts.
    pub sides: Vec<(Vec<i64>, Vec<u64>, Vec<i64>)>,
}

/// Sums of this many stay sums.
const MOST: i128 = (i64::MAX >> 2) as i128;

impl WeightedTree {
    /// Copies the columns out; totals follow from them. What was folded is lost.
    pub fn to_columns(&self) -> WeightedColumns {
        let side = |side: &PathWeights| (side.own.clone(), side.calls.clone(), side.first.clone());
        WeightedColumns {
            parent: self.paths.parent.iter().map(|node| node.0).collect(),
            identity: self.paths.identity.iter().map(|identity| identity.0).collect(),
            sides: self.sides.iter().map(side).collect(),
        }
    }

    /// Takes columns in, whatever they hold; `None` if they are no tree of one side or two in pre-order over identities below
    /// `identity_count`, or a weight is negative or their sum overflows.
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
