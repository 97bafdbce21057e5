//! Where things lie: panes of the canvas, lanes in a pane, rows in a lane.

use super::lanes::ShownLane;
use diptych_compare::frame::fills;
use diptych_protocol::{CompareParts, SideName, Window};
use diptych_scene::{Rect, Size};
use diptych_trace::{CallId, LaneId, Trace};

/// Left of the plots: the side badges.
pub(crate) const GUTTER_PX: f32 = 36.0;
/// At the top of one side alone, or where the overview is not shown: both runs whole.
const STRIP_PX: f32 = 28.0;
/// At the top of two sides: the overview, at most this share of the canvas.
const OVERVIEW_PX: f32 = 236.0;
const OVERVIEW_SHARE: f32 = 0.36;
/// Less is too low for an overview.
pub(crate) const OVERVIEW_LEAST_PX: f32 = 120.0;
/// Above A and below B: the axes.
pub(crate) const AXIS_PX: f32 = 20.0;
/// The band between the two plots, where matches are bundled, per cent of the height below the strip.
const BAND_PERCENT: std::ops::RangeInclusive<u32> = 30..=70;
/// Above the rows of a lane, if there are several: its name.
pub(crate) const LANE_HEAD_PX: f32 = 16.0;
/// Rows are as high as fits, within these bounds; below the lower one the pane scrolls.
const ROW_PX: std::ops::RangeInclusive<f32> = 12.0..=20.0;

/// What both sides show when nothing was zoomed: from the first instant of both to the last, on the common axis.
pub fn default_window(extents: [Option<Window>; 2]) -> Window {
    let extents = || extents.into_iter().flatten();
    let start = extents().map(|extent| extent.start).min().unwrap_or(0);
    let end = extents().map(|extent| extent.end).max().unwrap_or(1);
    Window { start, end: end.max(start + 1) }
}

/// The plot area of a side and its axis.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Frame {
    pub(crate) side: SideName,
    pub(crate) plot: Rect,
    pub(crate) axis: Rect,
}

/// What lies above the plots: the overview of two sides, else a strip. It does not depend on what is known of them, so
/// nothing moves when a comparison is done.
pub(crate) fn head(size: Size, open: [bool; 2], parts: CompareParts) -> Rect {
    let overview = match parts {
        _ if open != [true, true] => 0.0,
        CompareParts::Both => OVERVIEW_PX.min((size.height * OVERVIEW_SHARE).floor()),
        CompareParts::Overview => size.height,
        CompareParts::Matches => 0.0,
    };
    let height = if overview < OVERVIEW_LEAST_PX { STRIP_PX } else { overview };
    Rect::new(0.0, 0.0, size.width, height.min(size.height))
}

/// Divides the canvas below `top` among the sides that are open. Between two of them lies the band, so high in per
/// cent.
pub(crate) fn frames(size: Size, open: [bool; 2], band_percent: u32, top: f32) -> Vec<Frame> {
    let (left, right) = (GUTTER_PX.min(size.width), size.width);
    let middle = f32::midpoint(top, size.height).floor();
    let share = band_percent.clamp(*BAND_PERCENT.start(), *BAND_PERCENT.end()) as f32 / 100.0;
    let half = (0.5 * share * (size.height - top)).ceil();
    let (a_bottom, b_top) = match open {
        [true, true] => (middle - half, middle + half),
        _ => (size.height, top + 1.0),
    };
    let a = Frame {
        side: SideName::A,
        axis: Rect::new(left, top, right, top + AXIS_PX),
        plot: Rect::new(left, top + AXIS_PX, right, a_bottom.max(top + AXIS_PX)),
    };
    let b_axis_top = (size.height - AXIS_PX).max(0.0);
    let b = Frame {
        side: SideName::B,
        axis: Rect::new(left, b_axis_top, right, size.height),
        plot: Rect::new(left, b_top.min(b_axis_top), right, b_axis_top),
    };
    [a, b].into_iter().zip(open).filter_map(|(frame, open)| open.then_some(frame)).collect()
}

/// Where the silhouettes of both runs lie in the head.
pub(crate) fn strip(head: Rect) -> Rect {
    Rect { x0: GUTTER_PX.min(head.x1), ..head }
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
pub(crate) fn frames_around(sides: [(&Trace, &[ShownLane]); 2]) -> u32 {
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
