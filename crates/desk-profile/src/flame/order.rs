//! The order of siblings in a flame graph, and the widths of paths.

use super::panes::is_side_by_side;
use super::shape::TreeKey;
use crate::paths::{CellSource, ShownSides, order_of, scale_of};
use diptych_profile::{NodeId, Scale, SortedSiblings, WeightedTree, WidthBy, Widths};
use diptych_protocol::{ProfileWidth, SiblingOrder};
use diptych_views::LayoutInput;

/// A key for the order and widths of siblings. Equal keys mean equal results.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct OrderKey {
    pub(super) tree: TreeKey,
    by: WidthBy,
    scale: Scale,
    order: SiblingOrder,
    /// True if each side has a pane and widths of its own.
    side_by_side: bool,
}

/// The widths of nodes and the order of siblings.
#[derive(Debug)]
pub(super) struct Ordered {
    pub(super) key: OrderKey,
    /// Widths of one picture of all shown sides. With one pane a side, they only order siblings.
    pub(super) widths: Widths,
    pub(super) siblings: SortedSiblings,
    /// Factor on the weights of each side.
    pub(super) factors: [f64; 2],
    /// Weight of each side as a whole.
    pub(super) wholes: [i64; 2],
    /// Widths of each side by itself, if each side has a pane.
    of_side: Option<[Widths; 2]>,
}

impl OrderKey {
    pub(super) fn new(input: &LayoutInput<'_>, sides: ShownSides, tree: TreeKey) -> Self {
        let state = &input.state.profile;
        let side_by_side = is_side_by_side(state, sides);
        // Panes side by side have one order of siblings, by the larger of both weights.
        let width = if side_by_side { ProfileWidth::Larger } else { state.flame.width };
        let by = sides.width_by(width);
        Self { tree, by, scale: scale_of(input), order: state.flame.order, side_by_side }
    }
}

impl Ordered {
    /// Computes widths and sorts siblings. O(nodes · log siblings).
    pub(super) fn new(key: OrderKey, tree: &WeightedTree) -> Self {
        let wholes = [0, 1].map(|side| if side < tree.sides().len() { tree.whole(side) } else { 0 });
        let factors = if tree.sides().len() == 2 { key.scale.factors(wholes) } else { [1.0; 2] };
        let widths = Widths::new(tree, key.by, factors);
        let siblings = SortedSiblings::new(tree, order_of(key.order), &widths.width);
        let of_side =
            key.side_by_side.then(|| [WidthBy::A, WidthBy::B].map(|by| Widths::new(tree, by, factors)));
        Self { key, widths, siblings, factors, wholes, of_side }
    }

    /// Returns the number of panes: one, or one a side.
    pub(super) fn panes(&self) -> usize {
        if self.of_side.is_some() { 2 } else { 1 }
    }

    /// Returns the widths that a pane draws.
    pub(super) fn widths_in(&self, pane: usize) -> &Widths {
        self.of_side.as_ref().map_or(&self.widths, |of_side| &of_side[pane])
    }

    /// Returns the source of the cells of a pane.
    pub(super) fn source<'a>(&'a self, tree: &'a WeightedTree, pane: usize) -> CellSource<'a> {
        CellSource {
            tree,
            siblings: &self.siblings,
            widths: self.widths_in(pane),
            // The order by the larger weight is not the order by each side's weight.
            by_width: self.key.order == SiblingOrder::Weight && self.of_side.is_none(),
            in_time: self.key.tree.calls_of().is_some(),
        }
    }

    /// Returns the children of a node, or the roots, in order.
    pub(super) fn under(&self, caller: Option<NodeId>) -> &[NodeId] {
        caller.map_or_else(|| self.siblings.roots(), |node| self.siblings.of(node))
    }
}
