//! Silhouettes of folded lanes: a strip that shows the depth of their calls over time.

use super::geometry::Block;
use super::plot::Plot;
use crate::leading::leading;
use diptych_scene::theme::Theme;
use diptych_scene::{ItemId, RectBatch, RectInstance};
use diptych_trace::{LaneId, Trace};
use std::ops::Range;

/// Width of a column of the strip, CSS pixels.
const COLUMN_PX: f32 = 2.0;

/// Draws the silhouette of a block, which grows from the root edge and is tallest where calls are deepest. Neighbouring
/// columns of one depth share a box. O(pixels · log calls).
pub fn draw(plot: &Plot<'_>, block: &Block, theme: &Theme, id: ItemId, rects: &mut RectBatch) {
    let deepest = plot.trace.depth_index().rows(block.lane).max(1);
    let height = block.rows_px - block.head_px - 1.0;
    let ticks = plot.ticks();
    let Some((from, to)) = plot.cut(ticks.start, ticks.end) else { return };
    let tick = |x: f32| plot.projection.tick_from_x(f64::from(x));
    let mut open: Option<(f32, u32)> = None;
    let mut close = |open: Option<(f32, u32)>, x1: f32| {
        let Some((x0, rows)) = open.filter(|&(_, rows)| rows > 0) else { return };
        // A call that runs is visible, however shallow it is.
        let depth_px = (height * rows as f32 / deepest as f32).max(1.0);
        let (y0, y1) = plot.placement.y(block.head_px, block.head_px + depth_px);
        let fill = theme.none_mark;
        rects.push(RectInstance { x0, y0, x1, y1, fill, ..RectInstance::default() }, id);
    };
    let mut lane = Columns::new(plot.trace, block.lane);
    let mut x = from;
    while x < to {
        let rows = lane.rows(tick(x)..tick((x + COLUMN_PX).min(to)));
        if open.is_none_or(|(_, before)| before != rows) {
            close(open, x);
            open = Some((x, rows));
        }
        x += COLUMN_PX;
    }
    close(open, to);
}

/// The columns of a lane, read from left to right.
struct Columns<'a> {
    trace: &'a Trace,
    lane: LaneId,
    /// Start times of the lane's calls.
    starts: &'a [i64],
    /// Id of the lane's first call.
    first: u32,
    /// Number of calls that start before the column.
    before: usize,
    /// Rows of the column.
    rows: u32,
    /// Tick before which the number of rows stays the same.
    until: i64,
}

impl<'a> Columns<'a> {
    fn new(trace: &'a Trace, lane: LaneId) -> Self {
        let ids = trace.lanes().calls(lane);
        let starts = &trace.calls().start()[ids.start as usize..ids.end as usize];
        Self { trace, lane, starts, first: ids.start, before: 0, rows: 0, until: i64::MIN }
    }

    /// Returns the rows of the lane down to the deepest call that runs in a column. The column must begin no earlier
    /// than the one before. While no call begins or ends, nothing is searched.
    fn rows(&mut self, ticks: Range<i64>) -> u32 {
        if ticks.end < self.until {
            return self.rows;
        }
        let calls = self.trace.calls();
        self.before += leading(&self.starts[self.before..], |&start| start < ticks.start);
        let starting = leading(&self.starts[self.before..], |&start| start < ticks.end);
        let (first, next) = (self.first + self.before as u32, self.starts.get(self.before + starting));
        let running = self.trace.innermost_at(self.lane, ticks.start);
        let of_running = running.map_or(0, |call| calls.depth()[call.index()] + 1);
        let end = running.map_or(i64::MAX, |call| calls.end()[call.index()]);
        self.until = i64::MIN;
        self.rows = of_running;
        if starting == 0 {
            self.until = next.copied().unwrap_or(i64::MAX).min(end);
        } else {
            self.rows = of_running.max(self.trace.deepest(first..first + starting as u32) + 1);
        }
        self.rows
    }
}

#[cfg(test)]
mod tests {
    use super::super::geometry::rows_in_view;
    use super::*;
    use diptych_testkit::{Shape, generate};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn silhouette_columns_match_a_scan(seed: u64, start in -50i64..1_100, step in 0i64..90) {
            let trace = generate(seed, Shape { lanes: 2, ..Shape::SMALL });
            for lane in trace.lanes().ids() {
                let mut columns = Columns::new(&trace, lane);
                for from in (0..40).map(|column| start + column * step / 2) {
                    let ticks = from..from + step / 2;
                    prop_assert_eq!(columns.rows(ticks.clone()), rows_in_view(&trace, lane, ticks));
                }
            }
        }
    }
}
