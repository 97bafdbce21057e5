//! Where things lie: lanes in a pane, rows in a lane.

use super::lanes::ShownLane;
use diptych_compare::frame::fills;
use diptych_protocol::SideName;
use diptych_scene::Rect;
use diptych_trace::{CallId, LaneId, Trace};
use std::ops::Range;

/// Left of the plots: the side badges.
pub(crate) const GUTTER_PX: f32 = 36.0;
/// Above A and below B: the axes.
pub(crate) const AXIS_PX: f32 = 20.0;
/// Above the rows of a lane, if there are several: its name.
pub(crate) const LANE_HEAD_PX: f32 = 16.0;
/// The height of rows that need not shrink.
pub(crate) const TALL_ROW_PX: f32 = 16.0;
/// They shrink down to this.
const LEAST_ROW_PX: f32 = 3.0;
/// Lower rows have no labels.
pub(crate) const LABEL_ROW_PX: f32 = 10.0;

/// Rows on both sides of one that was scrolled to.
const CONTEXT_ROWS: f32 = 3.0;

/// The plot area of a side and its axis.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PaneRect {
    pub(crate) side: SideName,
    pub(crate) plot: Rect,
    pub(crate) axis: Rect,
}

/// Silhouettes of folded lanes take at most this share of a pane, as far as they can: each is so high, within bounds.
const FOLDED_SHARE_OF_PANE: f32 = 0.4;
const FOLDED_PX: std::ops::RangeInclusive<f32> = 4.0..=14.0;

/// Rows of one lane within the content of a pane.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Block {
    pub(crate) lane: LaneId,
    /// Its place among the lanes of both sides.
    pub(crate) place: u32,
    /// Only its silhouette is shown, in place of its head.
    pub(crate) is_folded: bool,
    /// Distance of its head from the root edge of the content, CSS pixels.
    pub(crate) head_px: f32,
    /// Distance of the row of its outermost calls, also where that is folded and would lie before the content.
    pub(crate) rows_px: f32,
    pub(crate) rows: u32,
    /// The first row shown: what lies around it are frames, folded.
    pub(crate) first_row: u32,
}

/// How high rows and folded lanes are, and how many frames around everything are folded.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RowLayout {
    pub(crate) row_px: f32,
    pub(crate) folded_px: f32,
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
    /// Of several lanes the open ones have as many rows as run in `ticks`; frames are folded in the one that leads.
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

    /// How high it would be with other rows.
    pub(crate) fn height_px(&self, row_px: f32) -> f32 {
        self.blocks.iter().map(|block| self.block_px(block, row_px)).sum()
    }

    /// How high a block would be with other rows.
    pub(crate) fn block_px(&self, block: &Block, row_px: f32) -> f32 {
        self.head_px(block) + rows_of(block) * row_px
    }

    /// What is to be in sight once a row is scrolled to, in a pane so high: the row, those around it, and the head of
    /// its lane where that is no further than half a pane away. All rows are `row_px` high.
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

    /// Height of the head of a block.
    fn head_px(&self, block: &Block) -> f32 {
        self.head_end_px(block) - block.head_px
    }

    /// Where the head of a block ends.
    pub(crate) fn head_end_px(&self, block: &Block) -> f32 {
        block.rows_px + block.first_row as f32 * self.row_px
    }

    /// Whether lanes have heads: there are several, or the only one is folded.
    pub(crate) fn has_heads(&self) -> bool {
        self.blocks.len() > 1 || self.blocks.iter().any(|block| block.is_folded)
    }

    /// Where a block ends.
    pub(crate) fn end_px(&self, block: &Block) -> f32 {
        block.rows_px + block.rows as f32 * self.row_px
    }

    /// The blocks that touch a stretch of the content.
    pub(crate) fn touching(&self, from_px: f32, to_px: f32) -> &[Block] {
        let first = self.blocks.partition_point(|block| self.end_px(block) <= from_px);
        let end = self.blocks.partition_point(|block| block.head_px < to_px);
        &self.blocks[first.min(end)..end]
    }
}

fn rows_of(block: &Block) -> f32 {
    (block.rows - block.first_row) as f32
}

/// The lane that leads, if it is open.
fn lead(lanes: &[ShownLane]) -> Option<ShownLane> {
    lanes.iter().copied().min_by_key(|shown| shown.place).filter(|shown| !shown.folded)
}

/// The height of folded lanes, of which there are so many in a pane.
pub(crate) fn folded_px(lanes: &[ShownLane], pane_px: f32) -> f32 {
    let folded = lanes.iter().filter(|shown| shown.folded).count().max(1) as f32;
    (FOLDED_SHARE_OF_PANE * pane_px / folded).floor().clamp(*FOLDED_PX.start(), *FOLDED_PX.end())
}

/// Share of a run that a frame fills at least to be folded: what else happens there would be lost.
const FOLDED_SHARE: f64 = 0.99;
/// A row less is not worth the line that says so.
const LEAST_FRAMES: u32 = 2;

/// How many frames lie around both runs: outermost rows that hold one call, which fills the run, of the lanes that
/// lead. Never all rows. O(frames).
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

/// The height of rows at which what is in view fits, within bounds. `ticks` is the time in view. Where several lanes are
/// open all of them are to fit as long as rows have labels; below that only the one that leads. Folded lanes take at most
/// their share of the pane: what is more of them is scrolled to.
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
    // Folded lanes beyond their share of the pane lie below it, and take no room from the open ones.
    let folded = (lanes.len() - open().count()) as f32 * folded_px;
    let room = pane_px - folded.min(FOLDED_SHARE_OF_PANE * pane_px);
    let fit = |rows: u64, heads: usize| (room - heads as f32 * LANE_HEAD_PX) / rows.max(1) as f32;
    let all = fit(open().map(in_view).sum(), open().count());
    all.max(fit(in_view(lead), 1).min(LABEL_ROW_PX)).floor().clamp(LEAST_ROW_PX, TALL_ROW_PX)
}

/// Rows of a lane down to the deepest call that runs in a stretch of time. O(log calls).
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

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_testkit::{Shape, generate, trace};
    use proptest::prelude::*;

    /// `depth` calls in each other, the innermost in the middle, and beside them one that calls nothing.
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
    fn rows_shrink_until_a_deep_stretch_fits_and_no_further_than_what_is_in_view_needs() {
        let trace = steep(40);
        assert_eq!(row_px(&trace, 0..3_000, 220.0, 0).to_bits(), 5.0f32.to_bits());
        // Frames that are folded need no room.
        assert_eq!(row_px(&trace, 0..3_000, 220.0, 18).to_bits(), 10.0f32.to_bits());
        // Where nothing deep runs rows are tall.
        assert_eq!(row_px(&trace, 2_100..2_900, 220.0, 0).to_bits(), TALL_ROW_PX.to_bits());
        assert_eq!(row_px(&trace, 0..10, 220.0, 0).to_bits(), TALL_ROW_PX.to_bits());
        // They are never lower than three pixels.
        assert_eq!(row_px(&steep(120), 0..3_000, 220.0, 0).to_bits(), LEAST_ROW_PX.to_bits());
    }

    #[test]
    fn of_several_lanes_all_fit_while_rows_have_labels_and_then_the_first() {
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
        // Two heads and four rows of 5 px would fit; the first lane has names.
        assert_eq!(row_px(52.0).to_bits(), LABEL_ROW_PX.to_bits());
        assert_eq!(row_px(28.0).to_bits(), 6.0f32.to_bits());
    }

    #[test]
    fn many_folded_lanes_take_no_room_from_the_open_one() {
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
    fn a_row_is_scrolled_to_with_the_head_of_its_lane_or_with_rows_around_it() {
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
        // The first two rows of the lane that leads are folded; the other's head begins after its 38.
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
        // Nothing lies under the last row, and a low pane holds the row itself.
        let last = second + LANE_HEAD_PX + 39.0 * TALL_ROW_PX;
        assert_eq!(rows(1, 39, 200.0), [last - 3.0 * TALL_ROW_PX, last + TALL_ROW_PX].map(|px| px as u32));
        assert_eq!(rows(1, 20, 16.0), [row, row + TALL_ROW_PX].map(|px| px as u32));
    }

    proptest! {
        #[test]
        fn rows_in_view_are_those_of_a_scan(seed: u64, start in -50i64..1_100, span in 1i64..400) {
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
