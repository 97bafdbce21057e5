//! The cells of a zoom: one pane of all shown sides, or one pane a side on the same scale.

use super::order::{OrderKey, Ordered};
use super::shape::Shape;
use crate::paths::{Cells, ShownSides, cells::whole};
use diptych_profile::NodeId;
use rustc_hash::FxHashSet;

/// The cells of a zoom at one width.
#[derive(Debug)]
pub(super) struct Zoomed {
    key: (OrderKey, Option<NodeId>, u32),
    top: Option<NodeId>,
    pub(super) panes: Vec<PaneCells>,
    /// Number of paths at and below the zoomed path, on the shown sides.
    pub(super) paths: u64,
}

/// The cells of a pane.
#[derive(Debug)]
pub(super) struct PaneCells {
    pub(super) cells: Cells,
    /// Weight of the zoomed path, or of the whole, in this pane; 0 if the side lacks it.
    pub(super) whole: f64,
    /// Width of that weight, CSS pixels. The pane with the larger weight is filled.
    pub(super) extent_px: f32,
}

/// A row of the table of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Listed {
    /// A path that is drawn in some pane.
    Path(NodeId),
    /// A number of siblings that no pane draws as cells of their own.
    Several(u32),
}

impl Zoomed {
    /// Returns the cached cells if they still hold, or finds them anew. O(cells and their siblings). For one of two
    /// sides, counting its paths takes O(paths).
    pub(super) fn update<'a>(
        cache: &'a mut Option<Self>,
        shape: &Shape,
        ordered: &Ordered,
        sides: ShownSides,
        top: Option<NodeId>,
        width_px: f32,
    ) -> &'a Self {
        let key = (ordered.key, top, width_px.to_bits());
        let kept = cache.take().filter(|kept| kept.key == key);
        cache.insert(kept.unwrap_or_else(|| {
            let panes = panes(shape, ordered, top, f64::from(width_px));
            let within = top.map_or(0..shape.tree.len() as u32, |node| shape.tree.subtree(node));
            let columns = &shape.tree.sides()[sides.columns()];
            let paths = match sides {
                ShownSides::One { .. } if shape.tree.sides().len() == 2 => {
                    within.filter(|&node| columns[0].has(NodeId(node))).count() as u64
                }
                _ => within.len() as u64,
            };
            Self { key, top, panes, paths }
        }))
    }

    /// Returns the number of rows of the higher pane.
    pub(super) fn rows(&self) -> u32 {
        self.panes.iter().map(|pane| pane.cells.rows()).max().unwrap_or(0)
    }

    /// Returns the weight that the full width stands for.
    pub(super) fn whole(&self) -> f64 {
        self.panes.iter().map(|pane| pane.whole).fold(0.0, f64::max)
    }

    /// Returns the number of paths that have a cell of their own in some pane.
    pub(super) fn drawn(&self) -> u64 {
        match &self.panes[..] {
            [one] => one.cells.paths(),
            panes => single(panes).len() as u64,
        }
    }

    /// Returns the rows of the table with their levels, callers before callees and siblings in order. O(cells and their
    /// siblings).
    pub(super) fn listed(&self, ordered: &Ordered) -> Vec<(Listed, u32)> {
        if let [one] = &self.panes[..] {
            let cells = one.cells.in_order().into_iter();
            return cells
                .map(|(at, level)| {
                    let cell = one.cells.list()[at];
                    let row =
                        if cell.merged > 0 { Listed::Several(cell.merged) } else { Listed::Path(cell.node) };
                    (row, level)
                })
                .collect();
        }
        let drawn = single(&self.panes);
        let mut found = Vec::new();
        let mut open: Vec<(Listed, u32)> = Vec::new();
        match self.top {
            Some(top) => open.push((Listed::Path(top), 0)),
            None => open_siblings(&mut open, ordered, None, 0, &drawn),
        }
        while let Some((row, level)) = open.pop() {
            found.push((row, level));
            if let Listed::Path(node) = row {
                open_siblings(&mut open, ordered, Some(node), level + 1, &drawn);
            }
        }
        found
    }
}

/// Puts the children of a caller on a stack so that the first one is on top; those that no pane draws are counted.
fn open_siblings(
    open: &mut Vec<(Listed, u32)>,
    ordered: &Ordered,
    caller: Option<NodeId>,
    level: u32,
    drawn: &FxHashSet<NodeId>,
) {
    let siblings = ordered.under(caller);
    let is_narrow = |node: &&NodeId| !drawn.contains(*node) && ordered.widths.width[node.index()] > 0.0;
    let narrow = siblings.iter().filter(is_narrow).count() as u32;
    if narrow > 0 {
        open.push((Listed::Several(narrow), level));
    }
    open.extend(
        siblings.iter().rev().filter(|node| drawn.contains(*node)).map(|&node| (Listed::Path(node), level)),
    );
}

/// Returns the paths that have a cell of their own in some pane.
fn single(panes: &[PaneCells]) -> FxHashSet<NodeId> {
    let cells = panes.iter().flat_map(|pane| pane.cells.list());
    cells.filter(|cell| cell.merged == 0).map(|cell| cell.node).collect()
}

/// Finds the cells of all panes. One pixel is the same weight in each of them, so the pane with the larger weight is
/// filled and the other one ends before.
fn panes(shape: &Shape, ordered: &Ordered, top: Option<NodeId>, width_px: f64) -> Vec<PaneCells> {
    let wholes: Vec<f64> =
        (0..ordered.panes()).map(|pane| whole(ordered.source(&shape.tree, pane), top)).collect();
    let largest = wholes.iter().copied().fold(0.0, f64::max);
    let cells = wholes.iter().enumerate().map(|(pane, &whole)| {
        // The division comes first: a pane with the largest weight is filled exactly.
        let extent_px = if largest > 0.0 { whole / largest * width_px } else { 0.0 };
        let cells = Cells::new(ordered.source(&shape.tree, pane), top, extent_px);
        PaneCells { cells, whole, extent_px: extent_px as f32 }
    });
    cells.collect()
}
