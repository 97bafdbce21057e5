//! The rows of a flame graph: callers of the zoomed path, then cells, and the scroll position of both.

use super::panes::PaneArea;
use super::shape::Shape;
use super::zoomed::Zoomed;
use crate::paths::draw::ROW_PX;
use diptych_profile::NodeId;
use diptych_protocol::{FlameState, RowPane, ViewId};
use diptych_scene::Rect;
use std::ops::Range;

/// Most callers of the zoomed path that are drawn. The head of the graph names all of them.
const MOST_ABOVE: usize = 2;
/// Least number of frames that are folded. Fewer take no more room than the line that stands for them.
const LEAST_FRAMES: u32 = 3;
/// Share of the width from which one cell fills its row.
const FULL_SHARE: f32 = 0.99;

/// The rows of a picture and their scroll position, which all panes share.
pub(super) struct Rows {
    /// Area of all panes.
    bounds: Rect,
    /// Height of the cells of each pane, CSS pixels.
    height: f32,
    upward: bool,
    scroll: u32,
    scroll_max: u32,
    /// Callers of the zoomed path that are drawn, outermost first.
    pub(super) above: Vec<NodeId>,
    /// Number of further callers that are not drawn.
    pub(super) further: usize,
    /// Number of outer rows that one cell fills, without the innermost of them; 0 if they are too few to be folded.
    frames: u32,
    /// Number of outer rows that are folded: all frames, or none.
    pub(super) folded: u32,
    /// Number of rows that can be scrolled to.
    count: u32,
}

impl Rows {
    pub(super) fn new(
        areas: &[PaneArea],
        state: &FlameState,
        shape: &Shape,
        zoomed: &Zoomed,
        top: Option<NodeId>,
    ) -> Self {
        let up = |node: NodeId| shape.tree.parent()[node.index()].some();
        let callers = std::iter::successors(top.and_then(up), |&node| up(node));
        let mut above: Vec<NodeId> = callers.collect();
        let further = above.len().saturating_sub(MOST_ABOVE);
        above.truncate(MOST_ABOVE);
        above.reverse();
        // The target of a zoom fills the width, and is no frame.
        let frames = if top.is_none() { frames(zoomed) } else { 0 };
        let folded = if state.frames { 0 } else { frames };
        let count = above.len() as u32 + zoomed.rows() - folded;
        let height = areas.first().map_or(0.0, |area| area.plot.height());
        let scroll_max = (count as f32 * ROW_PX - height).max(0.0).ceil() as u32;
        let (upward, scroll) = (state.upward, state.scroll.min(scroll_max));
        let bounds = bounds(areas);
        Self { bounds, height, upward, scroll, scroll_max, above, further, frames, folded, count }
    }

    /// Returns the number of rows out of view.
    pub(super) fn hidden(&self) -> u32 {
        self.count - self.in_sight().len() as u32
    }

    /// Returns the vertical range of a row in a pane. The outermost drawn caller is in row 0.
    pub(super) fn y(&self, plot: Rect, row: u32) -> (f32, f32) {
        let from = row as f32 * ROW_PX - self.scroll as f32;
        if self.upward {
            (plot.y1 - from - ROW_PX, plot.y1 - from)
        } else {
            (plot.y0 + from, plot.y0 + from + ROW_PX)
        }
    }

    /// Returns the rows that are at least partly visible.
    pub(super) fn in_sight(&self) -> Range<u32> {
        let first = (self.scroll as f32 / ROW_PX) as u32;
        let end = ((self.scroll as f32 + self.height) / ROW_PX).ceil().max(0.0) as u32;
        first.min(self.count)..end.min(self.count)
    }

    /// Returns the row of cells that is drawn in a row; `None` for a row of callers.
    pub(super) fn cells_in(&self, row: u32) -> Option<u32> {
        Some(row.checked_sub(self.above.len() as u32)? + self.folded)
    }

    /// Returns the rows of cells that are at least partly visible.
    pub(super) fn cells_in_sight(&self) -> Range<u32> {
        let Range { start, end } = self.in_sight();
        let of = |row: u32| (row + self.folded).saturating_sub(self.above.len() as u32);
        of(start)..of(end)
    }

    pub(super) fn pane(&self) -> RowPane {
        let Rect { x0, y0, x1, y1 } = self.bounds;
        let [scroll, scroll_max] = [self.scroll, self.scroll_max].map(i64::from);
        RowPane {
            view: ViewId::Flame,
            x0,
            y0,
            x1,
            y1,
            page: self.height,
            scroll,
            scroll_min: 0,
            scroll_max,
            scroll_sign: if self.upward { 1 } else { -1 },
            hidden_rows: self.hidden(),
            frames: self.frames,
        }
    }
}

/// Returns the smallest rectangle around all panes with their titles.
pub(super) fn bounds(areas: &[PaneArea]) -> Rect {
    let rects = areas.iter().map(PaneArea::whole);
    let around = |one: Rect, other: Rect| {
        Rect::new(one.x0.min(other.x0), one.y0.min(other.y0), one.x1.max(other.x1), one.y1.max(other.y1))
    };
    rects.reduce(around).unwrap_or(Rect::new(0.0, 0.0, 0.0, 0.0))
}

/// Returns the number of outer rows that one cell fills, without the innermost of them, which names what all of the graph
/// belongs to. With a pane a side, the cell is the same path in every pane that has any. Returns 0 for a few.
fn frames(zoomed: &Zoomed) -> u32 {
    let fills = |row: &u32| {
        let panes = zoomed.panes.iter().filter(|pane| pane.cells.rows() > 0);
        let mut paths = panes.map(|pane| {
            let first = (*row < pane.cells.rows()).then(|| pane.cells.row(*row).next())??;
            let cell = pane.cells.list()[first];
            (cell.merged == 0 && cell.x1 - cell.x0 >= FULL_SHARE * pane.extent_px).then_some(cell.node)
        });
        let first = paths.next().flatten();
        first.is_some() && paths.all(|path| path == first)
    };
    let full = (0..zoomed.rows()).take_while(fills).count() as u32;
    Some(full.saturating_sub(1)).filter(|&frames| frames >= LEAST_FRAMES).unwrap_or(0)
}
