//! A growing tree of paths that finds an existing path again.

use super::NodeId;
use diptych_trace::IdentityId;
use rustc_hash::FxHashMap;

/// Number of a node's children that are searched one by one. Most nodes have no more, so nothing is hashed, and a
/// million paths take about half the time.
const FEW: usize = 8;

/// A tree of nodes that grows, parents before children.
#[derive(Debug, Default)]
pub(crate) struct Growing {
    nodes: Vec<Node>,
    /// Children beyond the first [`FEW`], and roots, by parent and function.
    others: FxHashMap<(NodeId, IdentityId), NodeId>,
}

/// A node, with links that find its children without a hash map.
#[derive(Debug)]
struct Node {
    parent: NodeId,
    identity: IdentityId,
    /// First child, and next sibling in the order of growth.
    first_child: NodeId,
    next: NodeId,
}

impl Growing {
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn parent(&self, node: NodeId) -> NodeId {
        self.nodes[node.index()].parent
    }

    pub(crate) fn identity(&self, node: NodeId) -> IdentityId {
        self.nodes[node.index()].identity
    }

    /// Returns the node of a function below a parent, adding it if needed.
    pub(crate) fn child(&mut self, parent: NodeId, identity: IdentityId) -> NodeId {
        let new = NodeId(self.nodes.len() as u32);
        let found = self.among_first(parent, identity, new);
        let node = found.unwrap_or_else(|| *self.others.entry((parent, identity)).or_insert(new));
        if node == new { self.push(parent, identity) } else { node }
    }

    /// Adds a node that [`Growing::child`] will not find.
    pub(crate) fn push(&mut self, parent: NodeId, identity: IdentityId) -> NodeId {
        self.nodes.push(Node { parent, identity, first_child: NodeId::NONE, next: NodeId::NONE });
        NodeId(self.nodes.len() as u32 - 1)
    }

    /// Returns the child of a function among the first children of a node, after adding `new` as one of them if needed.
    /// Returns `None` if there are [`FEW`] others already, and for roots.
    fn among_first(&mut self, parent: NodeId, identity: IdentityId, new: NodeId) -> Option<NodeId> {
        let caller = &mut self.nodes[parent.some()?.index()];
        let Some(mut child) = caller.first_child.some() else {
            caller.first_child = new;
            return Some(new);
        };
        for _ in 1..FEW {
            let of_child = &mut self.nodes[child.index()];
            if of_child.identity == identity {
                return Some(child);
            }
            let Some(next) = of_child.next.some() else {
                of_child.next = new;
                return Some(new);
            };
            child = next;
        }
        (self.nodes[child.index()].identity == identity).then_some(child)
    }

    /// Returns the parents and the functions.
    pub(crate) fn into_parts(self) -> (Vec<NodeId>, Vec<IdentityId>) {
        self.nodes.into_iter().map(|node| (node.parent, node.identity)).unzip()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        /// Holds for any order of growth and any number of children.
        #[test]
        fn growing_keeps_one_node_a_path(paths in proptest::collection::vec(proptest::collection::vec(0u32..20, 1..4), 0..200)) {
            let mut growing = Growing::default();
            let mut known: BTreeMap<Vec<u32>, NodeId> = BTreeMap::new();
            for path in paths {
                let mut at = NodeId::NONE;
                for end in 1..=path.len() {
                    at = growing.child(at, IdentityId(path[end - 1]));
                    let first = known.len() as u32;
                    let expected = *known.entry(path[..end].to_vec()).or_insert(NodeId(first));
                    prop_assert_eq!(at, expected);
                }
            }
            prop_assert_eq!(growing.len(), known.len());
            let (parents, identities) = growing.into_parts();
            for (path, node) in &known {
                let up = path.split_last().map(|(_, up)| known.get(up).copied().unwrap_or(NodeId::NONE));
                prop_assert_eq!(Some(parents[node.index()]), up);
                prop_assert_eq!(Some(&identities[node.index()].0), path.last());
            }
        }
    }
}
