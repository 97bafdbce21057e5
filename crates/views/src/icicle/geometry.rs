//! Positions of lanes in a pane, and of rows in a lane.

use super::lanes::ShownLane;
use diptych_compare::frame::fills;
use diptych_protocol::SideName;
use diptych_scene::Rect;
use diptych_trace::{CallId, LaneId, Trace};
use std::ops::Range;

/// Width of the column left of the plots, which holds the side badges.
pub(crate) const GUTTER_PX: f32 = 36.0;
/// Height of the axes above A and below B.
pub(crate) const AXIS_PX: f32 = 20.0;
/// Height of a lane's head with its name, which only exists with several lanes.
pub(crate) const LANE_HEAD_PX: f32 = 16.0;
/// Height of rows that have enough room.
pub(crate) const TALL_ROW_PX: f32 = 16.0;
/// Least height of rows that lack room.
const LEAST_ROW_PX: f32 = 3.0;
/// Least height of rows with labels.
pub(crate) const LABEL_ROW_PX: f32 = 10.0;

/// Number of rows kept visible on both sides of a row that was scrolled to.
const CONTEXT_ROWS: f32 = 3.0;

/// The plot area of a side, and its axis.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PaneRect {
    pub(crate) side: SideName,
    pub(crate) plot: Rect,
    pub(crate) axis: Rect,
}

/// Largest share of a pane that silhouettes of folded lanes take, as far as their least height allows.
const FOLDED_SHARE_OF_PANE: f32 = 0.4;
/// Bounds of the height of one silhouette.
const FOLDED_PX: std::ops::RangeInclusive<f32> = 4.0..=14.0;

/// The rows of one lane within the content of a pane.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Block {
    pub(crate) lane: LaneId,
    /// Place of the lane among those of both sides.
    pub(crate) place: u32,
    /// True if only the silhouette of the lane is shown, in place of its head.
    pub(crate) is_folded: bool,
    /// Distance of the head from the root edge of the content, CSS pixels.
    pub(crate) head_px: f32,
    /// Distance of the outermost calls' row from the root edge, CSS pixels. If that row is folded, this is where it
    /// would lie, possibly before the content.
    pub(crate) rows_px: f32,
    pub(crate) rows: u32,
    /// First row that is shown. The rows before it are folded frames.
    pub(crate) first_row: u32,
}

/// The heights of rows and folded lanes in CSS pixels, and the number of folded frames.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RowLayout {
    pub(crate) row_px: f32,
    pub(crate) folded_px: f32,
    pub(crate) folded_frames: u32,
}

/// The lanes of a side, one after the other from the root edge.
#[derive(Debug, Clone)]
pub(crate) struct Stack {
    pub(crate) blocks: Vec<Block>,
    pub(crate) height_px: f32,
    pub(crate) row_px: f32,
}

impl Stack {
    /// Stacks lanes. A single lane has all its rows; of several, each open lane has the rows of calls that run in
    /// `ticks`. Frames are folded only in the leading lane.
    pub(crate) fn new(trace: &Trace, lanes: &[ShownLane], ticks: Range<i64>, layout: RowLayout) -> Self {
        let RowLayout { row_px, folded_px, folded_frames } = layout;
        let is_alone = lanes.len() == 1;
        let lead = lead(lanes).map(|shown| shown.lane);
        let mut stack = Self { blocks: Vec::with_capacity(lanes.len()), height_px: 0.0, row_px };
        for &ShownLane { lane, folded, place, .. } in lanes {
            let rows = match (is_alone, folded) {
                (_, true) => 0,
                (true, false) => trace.depth_index().rows(lane),
                (false, false) => rows_in_view(trace, lane, ticks.clone()).max(1),
            };
            let first_row = if lead == Some(lane) { folded_frames.min(rows) } else { 0 };
            let head = match (is_alone, folded) {
                (_, true) => folded_px,
                (true, false) => 0.0,
                (false, false) => LANE_HEAD_PX,
            };
            let rows_px = stack.height_px + head - first_row as f32 * row_px;
            stack.blocks.push(Block {
                lane,
                place,
                is_folded: folded,
                head_px: stack.height_px,
                rows_px,
                rows,
                first_row,
            });
            stack.height_px = rows_px + rows as f32 * row_px;
        }
        stack
    }

    /// Returns the height that the stack has with rows of another height.
    pub(crate) fn height_px(&self, row_px: f32) -> f32 {
        self.blocks.iter().map(|block| self.block_px(block, row_px)).sum()
    }

    /// Returns the height that a block has with rows of another height.
    pub(crate) fn block_px(&self, block: &Block, row_px: f32) -> f32 {
        self.head_px(block) + rows_of(block) * row_px
    }

    /// Returns the stretch of content to show after scrolling to a row, if all rows are `row_px` high. It holds the row
    /// and the rows around it. It begins at the lane's head if that is no more than half a pane away.
    pub(crate) fn row_with_context(&self, lane: LaneId, depth: u32, pane_px: f32, row_px: f32) -> [f32; 2] {
        let before = self.blocks.iter().take_while(|block| block.lane != lane);
        let head_px: f32 = before.map(|block| self.block_px(block, row_px)).sum();
        let Some(block) = self.blocks.iter().find(|block| block.lane == lane) else { return [head_px; 2] };
        let rows_px = head_px + self.head_px(block);
        let from = rows_px + (depth as f32 - block.first_row as f32) * row_px;
        let context = (CONTEXT_ROWS * row_px).min((pane_px - row_px).max(0.0) / 2.0);
        let end = head_px + self.block_px(block, row_px);
        let first = if from - head_px <= pane_px / 2.0 { head_px } else { from - context };
        [first.min(from), (from + row_px + context).min(end.max(from + row_px))]
    }

    /// Returns the height of a block's head.
    fn head_px(&self, block: &Block) -> f32 {
        self.head_end_px(block) - block.head_px
    }

    /// Returns the end of a block's head, from the root edge.
    pub(crate) fn head_end_px(&self, block: &Block) -> f32 {
        block.rows_px + block.first_row as f32 * self.row_px
    }

    /// Returns true if lanes have heads: there are several lanes, or the only one is folded.
    pub(crate) fn has_heads(&self) -> bool {
        self.blocks.len() > 1 || self.blocks.iter().any(|block| block.is_folded)
    }

    /// Returns the end of a block, from the root edge.
    pub(crate) fn end_px(&self, block: &Block) -> f32 {
        block.rows_px + block.rows as f32 * self.row_px
    }

    /// Returns the blocks that touch a stretch of the content.
    pub(crate) fn touching(&self, from_px: f32, to_px: f32) -> &[Block] {
        let first = self.blocks.partition_point(|block| self.end_px(block) <= from_px);
        let end = self.blocks.partition_point(|block| block.head_px < to_px);
        &self.blocks[first.min(end)..end]
    }
}

fn rows_of(block: &Block) -> f32 {
    (block.rows - block.first_row) as f32
}

/// Returns the leading lane, the first of both sides, if it is open.
fn lead(lanes: &[ShownLane]) -> Option<ShownLane> {
    lanes.iter().copied().min_by_key(|shown| shown.place).filter(|shown| !shown.folded)
}

/// Returns the height of each folded lane in a pane.
pub(crate) fn folded_px(lanes: &[ShownLane], pane_px: f32) -> f32 {
    let folded = lanes.iter().filter(|shown| shown.folded).count().max(1) as f32;
    (FOLDED_SHARE_OF_PANE * pane_px / folded).floor().clamp(*FOLDED_PX.start(), *FOLDED_PX.end())
}

/// Least share of a run that a folded frame fills. Folding shorter calls would hide what else happens there.
const FOLDED_SHARE: f64 = 0.99;
/// Least number of frames to fold. A single row is not worth the text that says so.
const LEAST_FRAMES: u32 = 2;

/// Returns how many frames lie around both runs: outermost rows of the leading lanes that hold a single call which
/// fills the run. It is never all rows. O(frames).
pub(crate) fn root_frames(sides: [(&Trace, &[ShownLane]); 2]) -> u32 {
    let frames_of = |(trace, lanes): (&Trace, &[ShownLane])| {
        let Some(ShownLane { lane, .. }) = lead(lanes) else { return 0 };
        let fills = |depth: &u32| match trace.depth_index().row(lane, *depth) {
            &[call] => fills(trace, CallId(call), 0..trace.extent(), FOLDED_SHARE),
            _ => false,
        };
        let rows = trace.depth_index().rows(lane);
        (0..rows.saturating_sub(1)).take_while(fills).count() as u32
    };
    let frames = frames_of(sides[0]).min(frames_of(sides[1]));
    if frames < LEAST_FRAMES { 0 } else { frames }
}

/// Returns the row height at which the calls in view fit, between [`LEAST_ROW_PX`] and [`TALL_ROW_PX`]. `ticks` is the
/// time in view.
///
/// If several lanes are open, all of them have to fit as long as rows have labels. Below that height, only the leading
/// lane has to fit. Folded lanes take at most their share of the pane, and the others are scrolled to.
pub(crate) fn fitting_row_px(
    trace: &Trace,
    lanes: &[ShownLane],
    ticks: Range<i64>,
    pane_px: f32,
    (folded_px, folded_frames): (f32, u32),
) -> f32 {
    let framed = lead(lanes).map(|shown| shown.lane);
    let in_view = |shown: &ShownLane| {
        let rows = rows_in_view(trace, shown.lane, ticks.clone());
        u64::from(if framed == Some(shown.lane) { rows.saturating_sub(folded_frames) } else { rows })
    };
    if let [only] = lanes {
        return (pane_px / in_view(only).max(1) as f32).floor().clamp(LEAST_ROW_PX, TALL_ROW_PX);
    }
    let open = || lanes.iter().filter(|shown| !shown.folded);
    let Some(lead) = open().min_by_key(|shown| shown.place) else { return TALL_ROW_PX };
    // Folded lanes beyond their share lie below the pane and take no room from open ones.
    let folded = (lanes.len() - open().count()) as f32 * folded_px;
    let room = pane_px - folded.min(FOLDED_SHARE_OF_PANE * pane_px);
    let fit = |rows: u64, heads: usize| (room - heads as f32 * LANE_HEAD_PX) / rows.max(1) as f32;
    let all = fit(open().map(in_view).sum(), open().count());
    all.max(fit(in_view(lead), 1).min(LABEL_ROW_PX)).floor().clamp(LEAST_ROW_PX, TALL_ROW_PX)
}

/// Returns the rows of a lane down to the deepest call that runs in a stretch of time. O(log calls).
pub(crate) fn rows_in_view(trace: &Trace, lane: LaneId, ticks: Range<i64>) -> u32 {
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
pub(crate) struct Placement {
    pub(crate) side: SideName,
    pub(crate) plot: Rect,
    pub(crate) scroll_px: f32,
}

impl Placement {
    /// Returns the canvas y of both edges of a stretch of content, upper one first.
    pub(crate) fn y(self, from_px: f32, to_px: f32) -> (f32, f32) {
        match self.side {
            SideName::A => (self.plot.y0 + from_px - self.scroll_px, self.plot.y0 + to_px - self.scroll_px),
            SideName::B => (self.plot.y1 - to_px + self.scroll_px, self.plot.y1 - from_px + self.scroll_px),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_testkit::{Shape, generate, trace};
    use proptest::prelude::*;

    /// Builds `depth` nested calls, the innermost in the middle, followed by a call that calls nothing.
    fn steep(depth: usize) -> Trace {
        let mut text = "t\n".to_owned();
        for row in 0..depth {
            let indent = " ".repeat(2 * row + 2);
            text += &format!("{indent}{}..{} f{row}\n", row, 1_000 - row);
        }
        trace(&(text + "  2000..3000 alone\n"))
    }

    fn row_px(trace: &Trace, ticks: Range<i64>, pane_px: f32, folded: u32) -> f32 {
        let lanes = [ShownLane { lane: LaneId(0), folded: false, within: None, place: 0, partner: None }];
        fitting_row_px(trace, &lanes, ticks, pane_px, (14.0, folded))
    }

    #[test]
    fn rows_shrink_only_until_visible_calls_fit() {
        let trace = steep(40);
        assert_eq!(row_px(&trace, 0..3_000, 220.0, 0).to_bits(), 5.0f32.to_bits());
        // Folded frames need no room.
        assert_eq!(row_px(&trace, 0..3_000, 220.0, 18).to_bits(), 10.0f32.to_bits());
        // Rows are tall where no deep calls run.
        assert_eq!(row_px(&trace, 2_100..2_900, 220.0, 0).to_bits(), TALL_ROW_PX.to_bits());
        assert_eq!(row_px(&trace, 0..10, 220.0, 0).to_bits(), TALL_ROW_PX.to_bits());
        // Rows are never lower than three pixels.
        assert_eq!(row_px(&steep(120), 0..3_000, 220.0, 0).to_bits(), LEAST_ROW_PX.to_bits());
    }

    #[test]
    fn open_lanes_all_fit_while_rows_have_labels() {
        let text = "a\n  0..9 f\n    1..8 g\nb\n  0..9 f\n    1..8 g\n";
        let (trace, folded) = (trace(text), false);
        let lanes = [0, 1].map(|lane| ShownLane {
            lane: LaneId(lane),
            folded,
            within: None,
            place: lane,
            partner: None,
        });
        let row_px = |pane_px: f32| fitting_row_px(&trace, &lanes, 0..9, pane_px, (14.0, 0));
        assert_eq!(
            [row_px(96.0), row_px(80.0), row_px(72.0)].map(f32::to_bits),
            [16.0f32, 12.0, 10.0].map(f32::to_bits)
        );
        // Two heads and four rows of 5 px would fit, but the first lane keeps its labels.
        assert_eq!(row_px(52.0).to_bits(), LABEL_ROW_PX.to_bits());
        assert_eq!(row_px(28.0).to_bits(), 6.0f32.to_bits());
    }

    #[test]
    fn folded_lanes_take_no_room_from_open_ones() {
        let text: Vec<String> = (0..64).map(|lane| format!("lane {lane}\n  0..9 f\n")).collect();
        let trace = trace(&text.concat());
        let shown = |lane: u32| ShownLane {
            lane: LaneId(lane),
            folded: lane > 0,
            within: None,
            place: lane,
            partner: None,
        };
        for count in [2, 8, 64] {
            let lanes: Vec<ShownLane> = (0..count).map(shown).collect();
            let each = folded_px(&lanes, 130.0);
            let row_px = fitting_row_px(&trace, &lanes, 0..9, 130.0, (each, 0));
            assert_eq!(row_px.to_bits(), TALL_ROW_PX.to_bits(), "{count} lanes");
        }
    }

    #[test]
    fn scrolling_to_a_row_shows_its_context() {
        let line = |row: usize| format!("{}0..9 f{row}\n", " ".repeat(2 * row + 2));
        let deep = (0..40).map(line).collect::<Vec<_>>().concat();
        let trace = trace(&format!("a\n{deep}b\n{deep}"));
        let lanes = [0, 1].map(|place| ShownLane {
            lane: LaneId(place),
            folded: false,
            within: None,
            place,
            partner: None,
        });
        let layout = RowLayout { row_px: 5.0, folded_px: 14.0, folded_frames: 2 };
        let stack = Stack::new(&trace, &lanes, 0..9, layout);
        let rows = |lane: u32, depth: u32, pane_px: f32| {
            stack.row_with_context(LaneId(lane), depth, pane_px, TALL_ROW_PX).map(|px| px as u32)
        };
        // The first two rows of the leading lane are folded. The other head begins after the remaining 38.
        let second = LANE_HEAD_PX + 38.0 * TALL_ROW_PX;
        assert_eq!(rows(0, 2, 200.0), [0.0, LANE_HEAD_PX + 4.0 * TALL_ROW_PX].map(|px| px as u32));
        assert_eq!(
            rows(1, 0, 200.0),
            [second, second + LANE_HEAD_PX + 4.0 * TALL_ROW_PX].map(|px| px as u32)
        );
        let row = second + LANE_HEAD_PX + 20.0 * TALL_ROW_PX;
        assert_eq!(
            rows(1, 20, 200.0),
            [row - 3.0 * TALL_ROW_PX, row + 4.0 * TALL_ROW_PX].map(|px| px as u32)
        );
        // Nothing lies below the last row, and a low pane holds only the row itself.
        let last = second + LANE_HEAD_PX + 39.0 * TALL_ROW_PX;
        assert_eq!(rows(1, 39, 200.0), [last - 3.0 * TALL_ROW_PX, last + TALL_ROW_PX].map(|px| px as u32));
        assert_eq!(rows(1, 20, 16.0), [row, row + TALL_ROW_PX].map(|px| px as u32));
    }

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
