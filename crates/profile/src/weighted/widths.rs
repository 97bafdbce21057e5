//! How wide nodes are.

use super::WeightedTree;

/// What the width of a node of two sides stands for. Of one side alone it is that side's weight in any case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WidthBy {
    /// The larger of both sides: a node's own part is the larger of its own weights, so that children always fit and
    /// paths that are gone keep their room.
    #[default]
    Larger,
    /// Side A: what is new has no width.
    A,
    /// Side B: what is gone has no width, as in `difffolded.pl`.
    B,
    /// Increases plus decreases of the own weights at and below a node, with what is left of them in sum inside it: changes
    /// that cancel in their caller stay visible, as in pprof, and what did not change has no width.
    Changes,
}

/// Widths of all nodes, in weight.
#[derive(Debug, Clone, PartialEq)]
pub struct Widths {
    /// Of the node itself: the room beside its children.
    pub own: Vec<f64>,
    /// Of the node: its own and those of its children.
    pub width: Vec<f64>,
    /// By [`WidthBy::Changes`], what the node's total changed, signed; else nothing. Its size is never above the width.
    pub net: Vec<f64>,
}

impl Widths {
    /// Of a tree whose sides count `factors` times ([`crate::Scale::factors`]). O(nodes).
    pub fn new(tree: &WeightedTree, by: WidthBy, factors: [f64; 2]) -> Self {
        let column = |side: usize| tree.sides.get(side).map(|side| &side.own[..]);
        let own_of =
            |side: usize, row: usize| column(side).map_or(0.0, |own| own[row] as f64 * factors[side]);
        let own_width = |row: usize| {
            let [a, b] = [own_of(0, row), own_of(1, row)];
            match by {
                _ if tree.sides.len() == 1 => a,
                WidthBy::Larger => a.max(b),
                WidthBy::A => a,
                WidthBy::B => b,
                WidthBy::Changes => (b - a).abs(),
            }
        };
        let own: Vec<f64> = (0..tree.len()).map(own_width).collect();
        let width = added_up(tree, own.clone());
        let net = if by == WidthBy::Changes && tree.sides.len() == 2 {
            added_up(tree, (0..tree.len()).map(|row| own_of(1, row) - own_of(0, row)).collect())
        } else {
            Vec::new()
        };
        Self { own, width, net }
    }

    /// What all roots are wide together.
    pub fn whole(&self, tree: &WeightedTree) -> f64 {
        tree.roots().map(|root| self.width[root.index()]).sum()
    }
}

/// Adds what lies below to each node.
fn added_up(tree: &WeightedTree, mut sums: Vec<f64>) -> Vec<f64> {
    for row in (0..sums.len()).rev() {
        if let Some(up) = tree.parent()[row].some() {
            sums[up.index()] += sums[row];
        }
    }
    sums
}
