//! Folded lanes: how deep their calls go over time, in one strip.

use super::geometry::{Block, rows_in_view};
use super::plot::Plot;
use diptych_scene::theme::Theme;
use diptych_scene::{ItemId, RectBatch, RectInstance};

/// A column of the strip, CSS pixels.
const COLUMN_PX: f32 = 2.0;

/// Draws the silhouette of a block, deepest where its lane is deepest: callers at the root edge. Columns of equal depth
/// are one box. O(pixels · log calls).
pub(crate) fn draw(plot: &Plot<'_>, block: &Block, theme: &Theme, id: ItemId, rects: &mut RectBatch) {
    let deepest = plot.trace.depth_index().rows(block.lane).max(1);
    let height = block.rows_px - block.head_px - 1.0;
    let ticks = plot.ticks();
    let Some((from, to)) = plot.cut(ticks.start, ticks.end) else { return };
    let tick = |x: f32| plot.projection.tick_from_x(f64::from(x));
    let mut open: Option<(f32, u32)> = None;
    let mut close = |open: Option<(f32, u32)>, x1: f32| {
        let Some((x0, rows)) = open.filter(|&(_, rows)| rows > 0) else { return };
        // Something that runs is to be seen however shallow it is.
        let depth_px = (height * rows as f32 / deepest as f32).max(1.0);
        let (y0, y1) = plot.placement.y(block.head_px, block.head_px + depth_px);
        let fill = theme.none_mark;
        rects.push(RectInstance { x0, y0, x1, y1, fill, ..RectInstance::default() }, id);
    };
    let mut x = from;
    while x < to {
        let rows = rows_in_view(plot.trace, block.lane, tick(x)..tick((x + COLUMN_PX).min(to)));
        if open.is_none_or(|(_, before)| before != rows) {
            close(open, x);
            open = Some((x, rows));
        }
        x += COLUMN_PX;
    }
    close(open, to);
}
