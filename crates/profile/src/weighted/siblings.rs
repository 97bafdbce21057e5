//! In which order siblings stand.

use super::WeightedTree;
use crate::{NodeId, PathTree};
use diptych_trace::Sorting;
use std::cmp::Ordering;

/// The order of siblings. Ties go by identity, which is the order of names.
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

/// The children of every node in an order, beside the tree: ids of nodes stay when the order changes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Siblings {
    /// Where the children of each node begin in `list`; roots are those of the last.
    first: Vec<u32>,
    list: Vec<NodeId>,
}

/// As many siblings are sorted by insertion.
const FEW: usize = 16;

impl Siblings {
    /// In an order; `width` is what each node is wide. O(nodes · log siblings).
    pub fn new(tree: &WeightedTree, order: Order, width: &[f64]) -> Self {
        let first_call = |node: NodeId| tree.sides.iter().map(|side| side.first[node.index()]).min();
        let by_name = |x: &NodeId, y: &NodeId| tree.identity()[x.index()].cmp(&tree.identity()[y.index()]);
        match order {
            Order::Name => Self::by(tree, &by_name),
            Order::Weight => Self::by(tree, &|x, y| {
                width[y.index()].total_cmp(&width[x.index()]).then_with(|| by_name(x, y))
            }),
            Order::FirstCall => {
                Self::by(tree, &|x, y| first_call(*x).cmp(&first_call(*y)).then_with(|| by_name(x, y)))
            }
        }
    }

    /// By a comparison; of equals those that lie first.
    fn by(paths: &PathTree, compare: &dyn Fn(&NodeId, &NodeId) -> Ordering) -> Self {
        let nodes = paths.len();
        let under = |node: usize| paths.parent()[node].some().map_or(nodes, NodeId::index);
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
        for parent in 0..=nodes {
            let siblings = &mut list[first[parent] as usize..first[parent + 1] as usize];
            if siblings.len() > FEW {
                siblings.order_by(compare);
                continue;
            }
            for end in 1..siblings.len() {
                let mut at = end;
                while at > 0 && compare(&siblings[at - 1], &siblings[at]) == Ordering::Greater {
                    siblings.swap(at - 1, at);
                    at -= 1;
                }
            }
        }
        Self { first, list }
    }

    /// The children of a node.
    pub fn of(&self, node: NodeId) -> &[NodeId] {
        self.range(node.index())
    }

    /// The roots.
    pub fn roots(&self) -> &[NodeId] {
        self.range(self.list.len())
    }

    fn range(&self, place: usize) -> &[NodeId] {
        &self.list[self.first[place] as usize..self.first[place + 1] as usize]
    }

    /// All nodes, parents before children and siblings in order, with their depths.
    pub fn walk(&self) -> impl Iterator<Item = (NodeId, u32)> {
        let mut open: Vec<(NodeId, u32)> = self.roots().iter().rev().map(|&root| (root, 0)).collect();
        std::iter::from_fn(move || {
            let (node, depth) = open.pop()?;
            open.extend(self.of(node).iter().rev().map(|&child| (child, depth + 1)));
            Some((node, depth))
        })
    }
}
