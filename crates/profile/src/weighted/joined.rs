//! Trees joined below named roots, for example one for each lane.

use super::{PathWeights, WeightedTree};
use crate::NodeId;
use crate::node::PathTree;
use diptych_trace::IdentityId;

impl WeightedTree {
    /// Joins trees with equal numbers of sides, each below a root of its own. Such a root has no own weight and the
    /// calls of all roots below it. Trees without nodes are left out. O(nodes).
    pub fn joined(parts: &[(IdentityId, Self)]) -> Self {
        let mut paths = PathTree::default();
        let sides = parts.iter().map(|(_, tree)| tree.sides.len()).max().unwrap_or(0);
        let (mut sides, mut recursion) = (vec![PathWeights::default(); sides], Vec::new());
        for (root, tree) in parts.iter().filter(|(_, tree)| !tree.is_empty()) {
            let place = paths.parent.len() as u32;
            let below = |row: u32| row + place + 1;
            paths.parent.push(NodeId::NONE);
            paths.identity.push(*root);
            paths.subtree_end.push(below(tree.len() as u32));
            let parents = tree.paths.parent.iter();
            paths.parent.extend(parents.map(|up| NodeId(up.some().map_or(place, |up| below(up.0)))));
            paths.identity.extend(&tree.paths.identity);
            paths.subtree_end.extend(tree.paths.subtree_end.iter().map(|&end| below(end)));
            recursion.push(1);
            recursion.extend(&tree.recursion);
            for (sums, weights) in sides.iter_mut().zip(&tree.sides) {
                let roots = || tree.roots().map(NodeId::index);
                sums.push_empty();
                sums.calls[place as usize] = roots().map(|row| weights.calls[row]).sum();
                let first = roots().map(|row| weights.first[row]).min();
                sums.first[place as usize] = first.unwrap_or(i64::MAX);
                sums.own.extend(&weights.own);
                sums.total.extend(&weights.total);
                sums.calls.extend(&weights.calls);
                sums.folded.extend(&weights.folded);
                sums.first.extend(&weights.first);
            }
        }
        Self::from_parts(paths, sides, recursion)
    }
}
