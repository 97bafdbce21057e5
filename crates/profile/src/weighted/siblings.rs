//! Order of siblings.

use super::WeightedTree;
use crate::{NodeId, PathTree};
use diptych_trace::{IdentityId, Sorting};

/// Order of siblings. Ties go by identity, which is the order of names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Order {
    /// Heaviest first (*Visualisations for Function Time Profiles*, section 4.2.1).
    #[default]
    Weight,
    /// By name, as the first flame graphs were.
    Name,
    /// By the start of the first call of either side.
    FirstCall,
}

/// Children of every node in an order, stored apart from the tree, so that node ids stay when the order changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SortedSiblings {
    /// Start of each node's children in `list`; the last range is that of the roots.
    first: Vec<u32>,
    list: Vec<NodeId>,
}

/// Largest number of siblings that insertion sort is used for.
const FEW: usize = 16;

/// A node as it is compared with its siblings: first by a number, then by identity.
type SiblingKey = (u64, IdentityId, NodeId);

impl SortedSiblings {
    /// Sorts all siblings; `width` is the width of each node, never negative. O(nodes · log siblings).
    pub fn new(tree: &WeightedTree, order: Order, width: &[f64]) -> Self {
        let rank = |node: usize| match order {
            Order::Name => 0,
            // Non-negative floats sort like their bits; the complement sorts the widest first.
            Order::Weight => !width[node].max(0.0).to_bits(),
            Order::FirstCall => {
                let first = tree.sides.iter().map(|side| side.first[node]).min().unwrap_or(i64::MAX);
                first.cast_unsigned() ^ (1 << 63)
            }
        };
        let paths: &PathTree = tree;
        let nodes = paths.len();
        let under = |node: usize| paths.parent[node].some().map_or(nodes, NodeId::index);
        let mut first = vec![0u32; nodes + 2];
        for node in 0..nodes {
            first[under(node) + 1] += 1;
        }
        for parent in 0..=nodes {
            first[parent + 1] += first[parent];
        }
        let (mut next, mut list) = (first.clone(), vec![NodeId::NONE; nodes]);
        for node in paths.nodes() {
            let place = &mut next[under(node.index())];
            list[*place as usize] = node;
            *place += 1;
        }
        let mut ranked: Vec<SiblingKey> = Vec::new();
        for parent in 0..=nodes {
            let siblings = &mut list[first[parent] as usize..first[parent + 1] as usize];
            if siblings.len() < 2 {
                continue;
            }
            let of = |&node: &NodeId| (rank(node.index()), paths.identity[node.index()], node);
            ranked.clear();
            ranked.extend(siblings.iter().map(of));
            in_order(&mut ranked);
            for (place, &(.., node)) in siblings.iter_mut().zip(&ranked) {
                *place = node;
            }
        }
        Self { first, list }
    }

    /// Returns the children of a node, in order.
    pub fn of(&self, node: NodeId) -> &[NodeId] {
        self.range(node.index())
    }

    /// Returns the roots, in order.
    pub fn roots(&self) -> &[NodeId] {
        self.range(self.list.len())
    }

    fn range(&self, place: usize) -> &[NodeId] {
        &self.list[self.first[place] as usize..self.first[place + 1] as usize]
    }

    /// Returns all nodes with their depths, parents before children and siblings in order.
    pub fn walk(&self) -> impl Iterator<Item = (NodeId, u32)> {
        let mut open: Vec<(NodeId, u32)> = self.roots().iter().rev().map(|&root| (root, 0)).collect();
        std::iter::from_fn(move || {
            let (node, depth) = open.pop()?;
            open.extend(self.of(node).iter().rev().map(|&child| (child, depth + 1)));
            Some((node, depth))
        })
    }
}

/// Sorts siblings. The sort is stable.
fn in_order(siblings: &mut [SiblingKey]) {
    let key = |&(rank, identity, _): &SiblingKey| (rank, identity);
    if siblings.len() > FEW {
        return siblings.order_by_key(key);
    }
    for end in 1..siblings.len() {
        let moved = siblings[end];
        let mut at = end;
        while at > 0 && key(&siblings[at - 1]) > key(&moved) {
            siblings[at] = siblings[at - 1];
            at -= 1;
        }
        siblings[at] = moved;
    }
}
