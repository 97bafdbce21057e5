//! Widths of nodes.

use super::WeightedTree;

/// Meaning of the width of a node in a tree of two sides. In a tree of one side it is always that side's weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum WidthBy {
    /// The larger side. A node's own part is the larger of its own weights, so children always fit, and paths that are
    /// gone keep their room.
    #[default]
    Larger,
    /// Side A: new paths have no width.
    A,
    /// Side B: paths that are gone have no width, as in `difffolded.pl`.
    B,
    /// Increases plus decreases of the own weights at and below a node, with the net change inside it. Changes that
    /// cancel in their caller stay visible, as in pprof. Unchanged paths have no width.
    Changes,
}

/// Widths of all nodes, in weight.
#[derive(Debug, Clone, PartialEq)]
pub struct Widths {
    /// Width of each node's own part, which its children leave free.
    pub own: Vec<f64>,
    /// Width of each node: its own part plus the widths of its children.
    pub width: Vec<f64>,
    /// Signed change of each node's total, for [`WidthBy::Changes`]; otherwise empty. Its size never exceeds the width.
    pub net: Vec<f64>,
}

impl Widths {
    /// Computes the widths; `factors` scale each side's weights ([`crate::Scale::factors`]). O(nodes).
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

    /// Returns the width of all roots together.
    pub fn whole(&self, tree: &WeightedTree) -> f64 {
        tree.roots().map(|root| self.width[root.index()]).sum()
    }
}

/// Adds each node to its parent, from the leaves up.
fn added_up(tree: &WeightedTree, mut sums: Vec<f64>) -> Vec<f64> {
    for row in (0..sums.len()).rev() {
        if let Some(up) = tree.parent()[row].some() {
            sums[up.index()] += sums[row];
        }
    }
    sums
}
