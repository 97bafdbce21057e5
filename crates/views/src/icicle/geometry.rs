//! Where things lie: lanes in a pane, rows in a lane.

use super::lanes::ShownLane;
use diptych_compare::frame::fills;
use diptych_protocol::SideName;
use diptych_scene::Rect;
use diptych_trace::{CallId, LaneId, Trace};

/// Left of the plots: the side badges.
pub(crate) const GUTTER_PX: f32 = 36.0;
/// Above A and below B: the axes.
pub(crate) const AXIS_PX: f32 = 20.0;
/// Above the rows of a lane, if there are several: its name.
pub(crate) const LANE_HEAD_PX: f32 = 16.0;
/// Rows are as high as fits, within these bounds; below the lower one the pane scrolls.
const ROW_PX: std::ops::RangeInclusive<f32> = 12.0..=20.0;

/// The plot area of a side and its axis.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PaneRect {
    pub(crate) side: SideName,
    pub(crate) plot: Rect,
    pub(crate) axis: Rect,
}

/// Rows of one lane within the content of a pane.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Block {
    pub(crate) lane: LaneId,
    /// Distance of its head from the root edge of the content, CSS pixels.
    pub(crate) head_px: f32,
    /// Distance of the row of its outermost calls, also where that is folded and would lie before the content.
    pub(crate) rows_px: f32,
    pub(crate) rows: u32,
    /// The first row shown: what lies around it are frames, folded.
    pub(crate) first_row: u32,
}

/// How high rows are, and how many frames around everything are folded.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RowLayout {
    pub(crate) row_px: f32,
    pub(crate) folded_frames: u32,
}

/// All lanes of a side, one after the other from the root edge.
#[derive(Debug, Clone)]
pub(crate) struct Stack {
    pub(crate) blocks: Vec<Block>,
    pub(crate) height_px: f32,
    pub(crate) row_px: f32,
}

impl Stack {
    /// Frames are folded where there is one lane only.
    pub(crate) fn new(trace: &Trace, lanes: &[ShownLane], row_px: f32, folded_frames: u32) -> Self {
        let head = if lanes.len() > 1 { LANE_HEAD_PX } else { 0.0 };
        let mut stack = Self { blocks: Vec::with_capacity(lanes.len()), height_px: 0.0, row_px };
        for &shown in lanes {
            let (lane, rows) = (shown.lane, shown_rows(trace, shown));
            let first_row = if lanes.len() == 1 { folded_frames.min(rows) } else { 0 };
            let rows_px = stack.height_px + head - first_row as f32 * row_px;
            stack.blocks.push(Block { lane, head_px: stack.height_px, rows_px, rows, first_row });
            stack.height_px = rows_px + rows as f32 * row_px;
        }
        stack
    }

    /// The blocks that touch a stretch of the content.
    pub(crate) fn touching(&self, from_px: f32, to_px: f32) -> &[Block] {
        let first =
            self.blocks.partition_point(|block| block.rows_px + block.rows as f32 * self.row_px <= from_px);
        let end = self.blocks.partition_point(|block| block.head_px < to_px);
        &self.blocks[first.min(end)..end]
    }
}

fn shown_rows(trace: &Trace, shown: ShownLane) -> u32 {
    let rows = trace.depth_index().rows(shown.lane);
    if shown.folded { rows.min(1) } else { rows }
}

/// Share of a run that a frame fills at least to be folded: what else happens there would be lost.
const FOLDED_SHARE: f64 = 0.99;
/// A row less is not worth the line that says so.
const LEAST_FRAMES: u32 = 2;

/// How many frames lie around both runs: outermost rows of the one lane of each that hold one call, which fills the
/// run. Never all rows. O(frames).
pub(crate) fn root_frames(sides: [(&Trace, &[ShownLane]); 2]) -> u32 {
    let of = |(trace, lanes): (&Trace, &[ShownLane])| {
        let &[ShownLane { lane, folded: false }] = lanes else { return 0 };
        let fills = |depth: &u32| match trace.depth_index().row(lane, *depth) {
            &[call] => fills(trace, CallId(call), 0..trace.extent(), FOLDED_SHARE),
            _ => false,
        };
        let rows = trace.depth_index().rows(lane);
        (0..rows.saturating_sub(1)).take_while(fills).count() as u32
    };
    let frames = of(sides[0]).min(of(sides[1]));
    if frames < LEAST_FRAMES { 0 } else { frames }
}

/// The height of rows at which the content fits, or the least height if it never does.
pub(crate) fn row_height(trace: &Trace, lanes: &[ShownLane], pane_px: f32, folded_frames: u32) -> f32 {
    let rows: u64 = lanes.iter().map(|&shown| u64::from(shown_rows(trace, shown))).sum();
    let rows = rows.saturating_sub(if lanes.len() == 1 { u64::from(folded_frames) } else { 0 });
    let heads = if lanes.len() > 1 { lanes.len() as f32 * LANE_HEAD_PX } else { 0.0 };
    let fitting = ((pane_px - heads) / rows.max(1) as f32).floor();
    fitting.clamp(*ROW_PX.start(), *ROW_PX.end())
}

/// Places content of a pane on the canvas: A's root edge is its upper one, B's its lower one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Placement {
    pub(crate) side: SideName,
    pub(crate) plot: Rect,
    pub(crate) scroll_px: f32,
}

impl Placement {
    /// Canvas y of the two edges of a stretch of content, upper first.
    pub(crate) fn y(self, from_px: f32, to_px: f32) -> (f32, f32) {
        match self.side {
            SideName::A => (self.plot.y0 + from_px - self.scroll_px, self.plot.y0 + to_px - self.scroll_px),
            SideName::B => (self.plot.y1 - to_px + self.scroll_px, self.plot.y1 - from_px + self.scroll_px),
        }
    }
}
