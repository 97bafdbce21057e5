//! Positions of lanes in a pane, and of rows in a lane.

use super::lanes::ShownLane;
use super::rows::{LaneRows, RowContent, RowCounts, RowHeights, RowKind};
use diptych_protocol::SideName;
use diptych_scene::Rect;
use diptych_trace::{CallId, LaneId, Trace};
use std::ops::Range;

/// Width of the column left of the plots, which holds the side badges.
pub const GUTTER_PX: f32 = 36.0;
/// Height of the axes above A and below B.
pub const AXIS_PX: f32 = 20.0;
/// Height of a lane's head with its name, which only exists with several lanes.
pub(crate) const LANE_HEAD_PX: f32 = 16.0;
/// Height of rows that have enough room.
pub const TALL_ROW_PX: f32 = 16.0;
/// Least height of rows that lack room and hold no names.
pub(crate) const LEAST_ROW_PX: f32 = 3.0;
/// Least height of rows that hold names.
pub(crate) const NAME_ROW_PX: f32 = 11.0;
/// Least height of rows with labels.
pub const LABEL_ROW_PX: f32 = 10.0;

/// Height of the text about folded frames.
const FRAMES_PX: f32 = 15.0;

/// Number of rows kept visible on both sides of a row that was scrolled to.
const CONTEXT_ROWS: f32 = 3.0;

/// The plot area of a side, and its axis.
#[derive(Debug, Clone, Copy)]
pub struct PaneRect {
    /// Side of the pane.
    pub side: SideName,
    /// Place of the calls.
    pub plot: Rect,
    /// Place of the time axis.
    pub axis: Rect,
}

impl PaneRect {
    /// Takes a row at the root edge of the plot for the text about folded frames, and returns it. Over the axis, the text
    /// would hide times. `hangs` is true if the root edge is the upper one.
    pub fn split_frames(&mut self, hangs: bool) -> Rect {
        let Rect { y0, y1, .. } = self.plot;
        if hangs {
            self.plot.y0 = (y0 + FRAMES_PX).min(y1);
            Rect { y1: self.plot.y0, ..Rect { y0, ..self.plot } }
        } else {
            self.plot.y1 = (y1 - FRAMES_PX).max(y0);
            Rect { y0: self.plot.y1, ..Rect { y1, ..self.plot } }
        }
    }
}

/// Largest share of a pane that silhouettes of folded lanes take, as far as their least height allows.
const FOLDED_SHARE_OF_PANE: f32 = 0.4;
/// Bounds of the height of one silhouette.
const FOLDED_PX: std::ops::RangeInclusive<f32> = 4.0..=14.0;

/// The rows of one lane within the content of a pane.
#[derive(Debug, Clone)]
pub struct Block {
    /// The lane.
    pub lane: LaneId,
    /// Place of the lane among those of both sides.
    pub place: u32,
    /// True if only the silhouette of the lane is shown, in place of its head.
    pub is_folded: bool,
    /// Distance of the head from the root edge of the content, CSS pixels.
    pub head_px: f32,
    /// Distance of the first shown row from the root edge, which is the end of the head, CSS pixels.
    pub rows_px: f32,
    /// Rows of the lane.
    pub rows: LaneRows,
}

impl Block {
    /// Returns the distance of a row's root edge from the root edge of the content, CSS pixels.
    pub fn row_px(&self, row: u32) -> f32 {
        self.rows_px + self.rows.top_px(row)
    }

    /// Returns the end of the block, from the root edge of the content.
    pub fn end_px(&self) -> f32 {
        self.rows_px + self.rows.height_px()
    }
}

/// The rules for the rows of a pane.
#[derive(Debug, Clone, Copy)]
pub struct RowRules {
    /// Heights of rows; `None` if rows with names are readable and deeper rows give way.
    pub heights: Option<RowHeights>,
    /// Height of each folded lane, CSS pixels.
    pub folded_px: f32,
    /// Number of folded frames of the leading lane.
    pub folded_frames: u32,
    /// The selected call. Its row has room for a name, and grows without moving the rows before it: a call stays under
    /// the pointer that selects it.
    pub selected: Option<CallId>,
}

/// The lanes of a side, one after the other from the root edge.
#[derive(Debug, Clone)]
pub struct Stack {
    /// Lanes with their rows, from the axis on.
    pub blocks: Vec<Block>,
    /// Height of the content that can be scrolled to.
    pub height_px: f32,
}

/// The rows of a lane before they have heights.
#[derive(Debug, Clone)]
struct RowsInView {
    first: u32,
    /// One past the deepest row in view.
    end: u32,
    contents: Vec<RowContent>,
}

impl RowsInView {
    /// Counts the rows.
    fn count(&self, counts: &mut RowCounts) {
        for row in self.first..self.end {
            counts.add(self.contents.get(row as usize).copied().unwrap_or_default());
        }
    }
}

impl Stack {
    /// Stacks lanes. A single lane has all its rows; of several, each open lane has the rows of calls that run in
    /// `ticks`. `contents` returns the content of each row of a lane.
    pub fn new(
        trace: &Trace,
        lanes: &[ShownLane],
        ticks: Range<i64>,
        pane_px: f32,
        rules: RowRules,
        contents: impl Fn(LaneId) -> Vec<RowContent>,
    ) -> Self {
        let is_alone = lanes.len() == 1;
        let lead = lead(lanes);
        let in_view = |shown: &ShownLane| {
            if shown.folded {
                return RowsInView { first: 0, end: 0, contents: Vec::new() };
            }
            let end = rows_in_view(trace, shown.lane, ticks.clone()).max(1);
            let first = if lead == Some(shown.lane) { rules.folded_frames.min(end) } else { 0 };
            let mut contents = contents(shown.lane);
            // The chain may begin in the folded frames.
            if let Some(RowContent { kind: kind @ RowKind::Chain, .. }) = contents.get_mut(first as usize) {
                *kind = RowKind::Named;
            }
            RowsInView { first, end, contents }
        };
        let in_view: Vec<RowsInView> = lanes.iter().map(in_view).collect();
        let head = |shown: &ShownLane| match (is_alone, shown.folded) {
            (_, true) => rules.folded_px,
            (true, false) => 0.0,
            (false, false) => LANE_HEAD_PX,
        };
        let heights = rules.heights.unwrap_or_else(|| {
            let mut counts = RowCounts::default();
            for rows in &in_view {
                rows.count(&mut counts);
            }
            let heads: f32 = lanes.iter().filter(|shown| !shown.folded).map(head).sum();
            // Folded lanes beyond their share lie outside the pane and take no room from open ones.
            let folded: f32 = lanes.iter().filter(|shown| shown.folded).map(head).sum();
            RowHeights::fitting(counts, pane_px - heads - folded.min(FOLDED_SHARE_OF_PANE * pane_px))
        });
        let mut stack = Self { blocks: Vec::with_capacity(lanes.len()), height_px: 0.0 };
        let selected_in = |lane| rules.selected.filter(|&call| trace.lanes().of_call(call) == lane);
        for (shown, RowsInView { first, end, mut contents }) in lanes.iter().zip(in_view) {
            if let Some(call) = selected_in(shown.lane).filter(|_| !shown.folded) {
                let row = trace.calls().depth()[call.index()] as usize;
                contents.resize(contents.len().max(row + 1), RowContent::default());
                contents[row].kind = RowKind::Selected;
            }
            let all =
                if is_alone && !shown.folded { trace.depth_index().rows(shown.lane).max(end) } else { end };
            let rows_px = stack.height_px + head(shown);
            let rows = LaneRows::new(first, all, &contents, heights);
            // Rows of a single lane that are empty in view are laid out for the over-scan and not scrolled to.
            stack.height_px = rows_px + rows.top_px(end);
            stack.blocks.push(Block {
                lane: shown.lane,
                place: shown.place,
                is_folded: shown.folded,
                head_px: rows_px - head(shown),
                rows_px,
                rows,
            });
        }
        stack
    }

    /// Returns the stretch of content to show after scrolling to a row. It holds the row and the rows around it. It
    /// begins at the lane's head if that is no more than half a pane away.
    pub fn row_with_context(&self, lane: LaneId, depth: u32, pane_px: f32) -> [f32; 2] {
        let Some(block) = self.blocks.iter().find(|block| block.lane == lane) else {
            return [self.height_px; 2];
        };
        let (from, to) = (block.row_px(depth), block.row_px(depth.saturating_add(1)));
        let context = (CONTEXT_ROWS * (to - from)).min((pane_px - (to - from)).max(0.0) / 2.0);
        let head_px = block.head_px;
        let first = if from - head_px <= pane_px / 2.0 { head_px } else { from - context };
        let first = first.min(from);
        [first, (to + context).min(block.end_px()).min(first + pane_px).max(to)]
    }

    /// Returns the distance from the edge near the other side at which lanes rest. The open lane nearest to that edge is
    /// seen from its root on: of a lane that is higher than the pane, its deepest calls would say little by themselves.
    pub(crate) fn rest_from_far_edge(&self, pane_px: f32) -> f32 {
        let nearest = self.blocks.iter().rev().find(|block| !block.is_folded);
        nearest.map_or(0.0, |block| (self.height_px - block.head_px - pane_px).max(0.0).floor())
    }

    /// Returns true if lanes have heads: there are several lanes, or the only one is folded.
    pub fn has_heads(&self) -> bool {
        self.blocks.len() > 1 || self.blocks.iter().any(|block| block.is_folded)
    }

    /// Returns the blocks that touch a stretch of the content.
    pub fn touching(&self, from_px: f32, to_px: f32) -> &[Block] {
        let first = self.blocks.partition_point(|block| block.end_px() <= from_px);
        let end = self.blocks.partition_point(|block| block.head_px < to_px);
        &self.blocks[first.min(end)..end]
    }
}

/// Returns the leading lane, the first of both sides, if it is open.
pub fn lead(lanes: &[ShownLane]) -> Option<LaneId> {
    let first = lanes.iter().min_by_key(|shown| shown.place).filter(|shown| !shown.folded);
    first.map(|shown| shown.lane)
}

/// Returns the height of each folded lane in a pane.
pub fn folded_px(lanes: &[ShownLane], pane_px: f32) -> f32 {
    let folded = lanes.iter().filter(|shown| shown.folded).count().max(1) as f32;
    (FOLDED_SHARE_OF_PANE * pane_px / folded).floor().clamp(*FOLDED_PX.start(), *FOLDED_PX.end())
}

/// Returns the rows of a lane down to the deepest call that runs in a stretch of time. O(log calls).
pub fn rows_in_view(trace: &Trace, lane: LaneId, ticks: Range<i64>) -> u32 {
    let ids = trace.lanes().calls(lane);
    let starts = &trace.calls().start()[ids.start as usize..ids.end as usize];
    let first = ids.start + starts.partition_point(|&start| start < ticks.start) as u32;
    let end = ids.start + starts.partition_point(|&start| start < ticks.end) as u32;
    let starting = (first < end).then(|| trace.deepest(first..end) + 1);
    let running = trace.innermost_at(lane, ticks.start);
    let running = running.map(|call| trace.calls().depth()[call.index()] + 1);
    starting.max(running).unwrap_or(0)
}

/// The position of a pane's content on the canvas. A's root edge is at the top, B's at the bottom.
#[derive(Debug, Clone, Copy)]
pub struct Placement {
    /// Side of the pane.
    pub side: SideName,
    /// Place of the calls.
    pub plot: Rect,
    pub(crate) scroll_px: f32,
}

impl Placement {
    /// Returns the canvas y of both edges of a stretch of content, upper one first.
    pub fn y(self, from_px: f32, to_px: f32) -> (f32, f32) {
        match self.side {
            SideName::A => (self.plot.y0 + from_px - self.scroll_px, self.plot.y0 + to_px - self.scroll_px),
            SideName::B => (self.plot.y1 - to_px + self.scroll_px, self.plot.y1 - from_px + self.scroll_px),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_testkit::{Shape, generate};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn rows_in_view_match_a_scan(seed: u64, start in -50i64..1_100, span in 1i64..400) {
            let trace = generate(seed, Shape { lanes: 2, ..Shape::SMALL });
            let calls = trace.calls();
            for lane in trace.lanes().ids() {
                let runs = |call: &u32| {
                    let (from, to) = (calls.start()[*call as usize], calls.end()[*call as usize]);
                    from < start + span && (to > start || from >= start)
                };
                let deepest = trace.lanes().calls(lane).filter(runs).map(|call| calls.depth()[call as usize] + 1).max();
                prop_assert_eq!(rows_in_view(&trace, lane, start..start + span), deepest.unwrap_or(0));
            }
        }
    }
}
