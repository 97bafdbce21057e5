//! Heights of the rows of a pane: rows with names are high enough to read them, and all other rows give way.
//!
//! Folded frames have no height. A row has names if a call of the row is wide enough for one. Rows that single wide calls
//! take up give way too: a chain of such calls would push all else out of sight. Only the first row of a chain keeps its
//! name, and the row of the selected call.
//!
//! A few rows of many short calls, such as those of a rank, leave most of a pane empty, and no call is wide enough for its
//! name. Such rows take the empty room, and names are written upwards in them.

use super::cells::{Cell, CellRange, CellSpan, cells};
use super::geometry::{LEAST_ROW_PX, NAME_ROW_PX, TALL_ROW_PX, rows_in_view};
use crate::Projection;
use diptych_compare::frame::fills;
use diptych_trace::{CallId, LaneId, Trace};
use std::ops::{Range, RangeInclusive};

/// The contents of a row, which decide about its height.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RowKind {
    /// Calls with names.
    Named,
    /// A single wide call, in a chain of such calls.
    Chain,
    /// Calls too narrow for names.
    #[default]
    Bare,
    /// The selected call, which has a name however little room there is.
    Selected,
}

/// The contents of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RowContent {
    /// Kind of the row.
    pub kind: RowKind,
    /// True if more calls have room for a name upwards than across.
    pub has_narrow: bool,
}

/// The number of rows of a pane.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RowCounts {
    /// Number of rows of each kind: with names, in chains, bare.
    pub kinds: [u64; 3],
    /// Number of rows in which more calls have room for a name upwards than across.
    pub narrow: u64,
}

impl RowCounts {
    /// Counts another row.
    pub(crate) fn add(&mut self, row: RowContent) {
        let kind = match row.kind {
            RowKind::Named | RowKind::Selected => 0,
            RowKind::Chain => 1,
            RowKind::Bare => 2,
        };
        self.kinds[kind] += 1;
        self.narrow += u64::from(row.has_narrow);
    }
}

/// The heights of the rows of a pane, CSS pixels.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct RowHeights {
    /// Height of a row with names.
    pub named: f32,
    /// Height of a row of single calls one below the other.
    pub chain: f32,
    /// Height of a row without names.
    pub bare: f32,
    /// Height of a row with names upwards, if there is room for such rows.
    pub upward: Option<f32>,
}

/// Bounds of the height of a row with names upwards, CSS pixels. A lower row has no room for a name, and a higher one would
/// be mostly empty.
const UPWARD_ROW_PX: RangeInclusive<f32> = 44.0..=72.0;
/// Least height of a row of a chain, CSS pixels.
const LEAST_CHAIN_PX: f32 = 1.0;
/// Largest share of a pane that rows of chains take while others lack room, as far as their least height allows.
const CHAIN_SHARE: f32 = 1.0 / 8.0;

impl RowHeights {
    /// Gives all rows one height.
    pub fn uniform(px: f32) -> Self {
        Self { named: px, chain: px, bare: px, upward: None }
    }

    /// Gives all rows the height at which they fit into a room, readable or not.
    pub fn shrunk(rows: u32, room_px: f32) -> Self {
        Self::uniform((room_px / rows.max(1) as f32).floor().clamp(LEAST_ROW_PX, TALL_ROW_PX))
    }

    /// Chooses the heights at which rows fit into a room, as far as that leaves names readable. Rows with names are at
    /// least `NAME_ROW_PX` high. What does not fit then is scrolled to. Room that is left if all rows are tall goes to
    /// rows with names upwards.
    pub fn fitting(RowCounts { kinds, narrow }: RowCounts, room_px: f32) -> Self {
        let rows = kinds.iter().sum::<u64>();
        let all = (room_px / rows.max(1) as f32).floor();
        if all >= NAME_ROW_PX {
            let others_px = (rows - narrow.min(rows)) as f32 * TALL_ROW_PX;
            let upward = ((room_px - others_px) / narrow.max(1) as f32).floor().min(*UPWARD_ROW_PX.end());
            let has_upward = narrow > 0 && upward >= *UPWARD_ROW_PX.start();
            return Self { upward: has_upward.then_some(upward), ..Self::uniform(all.min(TALL_ROW_PX)) };
        }
        let [named, chain, bare] = kinds.map(|rows| rows as f32);
        let share = |room_px: f32, rows: f32| (room_px / rows.max(1.0)).floor();
        let least_chain = share(CHAIN_SHARE * room_px, chain).clamp(LEAST_CHAIN_PX, LEAST_ROW_PX);
        let room = room_px - chain * least_chain;
        let named_px = share(room - bare * LEAST_ROW_PX, named).clamp(NAME_ROW_PX, TALL_ROW_PX);
        let bare_px = share(room - named * named_px, bare).clamp(LEAST_ROW_PX, NAME_ROW_PX);
        let left = room_px - named * named_px - bare * bare_px;
        let chain_px = share(left, chain).clamp(least_chain, NAME_ROW_PX);
        Self { named: named_px, chain: chain_px, bare: bare_px, upward: None }
    }

    fn of(&self, row: RowContent) -> f32 {
        if let Some(px) = self.upward.filter(|_| row.has_narrow) {
            return px;
        }
        match row.kind {
            RowKind::Named => self.named,
            RowKind::Chain => self.chain,
            RowKind::Bare => self.bare,
            RowKind::Selected => self.named.max(NAME_ROW_PX),
        }
    }
}

/// The rows of a lane, and the place of each.
#[derive(Debug, Clone, PartialEq)]
pub struct LaneRows {
    /// First row that is shown. The rows before it are folded frames.
    pub first: u32,
    /// One past the last row that is laid out.
    pub end: u32,
    /// Distance of each row's root edge from the first row's, CSS pixels. Then the height of all rows.
    tops_px: Vec<f32>,
}

impl LaneRows {
    /// Lays out `first..end`. `rows` has the content of each row; rows beyond are bare.
    pub fn new(first: u32, end: u32, rows: &[RowContent], heights: RowHeights) -> Self {
        let first = first.min(end);
        let mut tops_px = vec![0.0; first as usize + 1];
        tops_px.reserve((end - first) as usize);
        let mut px = 0.0;
        for row in first..end {
            px += heights.of(rows.get(row as usize).copied().unwrap_or_default());
            tops_px.push(px);
        }
        Self { first, end, tops_px }
    }

    /// Returns the distance of a row's root edge from the first row's, CSS pixels. Folded rows lie at 0, and rows beyond
    /// the last one at its end.
    pub fn top_px(&self, row: u32) -> f32 {
        self.tops_px[(row as usize).min(self.tops_px.len() - 1)]
    }

    /// Returns the height of all rows, CSS pixels.
    pub fn height_px(&self) -> f32 {
        self.top_px(self.end)
    }

    /// Returns the rows that touch a stretch, measured from the first row's root edge.
    pub fn touching(&self, from_px: f32, to_px: f32) -> Range<u32> {
        let ends = &self.tops_px[1..];
        let from = ends.partition_point(|&end| end <= from_px) as u32;
        let to = self.tops_px[..ends.len()].partition_point(|&top| top < to_px) as u32;
        from.max(self.first)..to.max(self.first)
    }
}

/// Least width of a box with a label, CSS pixels.
pub const LABEL_MIN_PX: f32 = 24.0;
/// Least width of a call whose name is worth a high row, CSS pixels. Narrower calls show two or three letters.
const NAME_MIN_PX: f64 = 40.0;
/// Least width of a box with a name upwards, CSS pixels.
pub(crate) const UPWARD_MIN_PX: f32 = 8.0;
/// Least height of a row with names upwards, CSS pixels.
pub(crate) const UPWARD_LABEL_ROW_PX: f32 = *UPWARD_ROW_PX.start();
/// Least share of the width in view at which a call takes up a row in which no other call has room for a name.
const FILLED_SHARE: f64 = 0.25;

/// The calls of a row that have room for names.
#[derive(Debug, Clone, Copy, Default)]
struct RowNames {
    /// Number of calls with room for a name across.
    across: u32,
    /// Number of calls with room for a name only upwards.
    upwards: u32,
    /// Width of the widest call, CSS pixels.
    widest_px: f64,
}

/// Returns the content of each row of a lane. `ticks` is the time in view and `edges` its edges in CSS pixels. Rows beyond
/// the result are bare. O(calls with room for a name · log calls).
pub(crate) fn row_contents(
    trace: &Trace,
    lane: LaneId,
    projection: &Projection<'_>,
    ticks: Range<i64>,
    edges: [f32; 2],
) -> Vec<RowContent> {
    let rows = trace.depth_index().rows(lane);
    let nowhere = [f64::INFINITY, f64::NEG_INFINITY];
    let least_px = f64::from(UPWARD_MIN_PX);
    let wide = CellRange { near: nowhere, far_px: least_px, ..CellRange::all(ticks, 0..rows) };
    let edges = edges.map(f64::from);
    let mut names: Vec<RowNames> = Vec::new();
    cells(trace, lane, projection, &wide, &mut |Cell { x0, x1, depth, span }| {
        let px = x1.min(edges[1]) - x0.max(edges[0]);
        if matches!(span, CellSpan::Call(_)) && px >= least_px {
            let row = depth as usize;
            names.resize(names.len().max(row + 1), RowNames::default());
            let RowNames { across, upwards, widest_px } = &mut names[row];
            *if px >= NAME_MIN_PX { across } else { upwards } += 1;
            *widest_px = px.max(*widest_px);
        }
    });
    let filled_px = FILLED_SHARE * (edges[1] - edges[0]);
    let is_taken_up = |of: &RowNames| of.across == 1 && of.widest_px >= filled_px;
    // Without other names, those of a chain are all there is to read.
    let is_chain = names.iter().filter(|of| of.across > 0).all(is_taken_up);
    let mut before = false;
    let content = |of: &RowNames| {
        let is_later = std::mem::replace(&mut before, is_taken_up(of)) && is_taken_up(of);
        let kind = match of.across {
            0 => RowKind::Bare,
            _ if is_later && !is_chain => RowKind::Chain,
            _ => RowKind::Named,
        };
        RowContent { kind, has_narrow: of.upwards > of.across }
    };
    names.iter().map(content).collect()
}

/// Least share of the time in view that a folded frame fills. Folding shorter calls would hide what else happens there.
const FOLDED_SHARE: f64 = 0.99;
/// Least number of frames to fold. A single row is not worth the text that says so.
const LEAST_FRAMES: u32 = 2;

/// Returns how many frames lie around the time in view: outermost rows of a lane that hold a single call there, which
/// fills it. They are never all rows in view, and never the row of a call in `kept`, such as the target of a zoom.
/// O(frames · log calls).
pub fn frames_above(
    trace: &Trace,
    lane: LaneId,
    ticks: Range<i64>,
    kept: impl IntoIterator<Item = CallId>,
) -> u32 {
    let calls = trace.calls();
    let is_single_and_fills = |depth: &u32| {
        let row = trace.depth_index().row(lane, *depth);
        let first = row.partition_point(|&call| calls.end()[call as usize] <= ticks.start);
        let end = row.partition_point(|&call| calls.start()[call as usize] < ticks.end);
        end == first + 1 && fills(trace, CallId(row[first]), ticks.clone(), FOLDED_SHARE)
    };
    let in_lane = kept.into_iter().filter(|&call| trace.lanes().of_call(call) == lane);
    let last = in_lane.map(|call| calls.depth()[call.index()]).min().unwrap_or(u32::MAX);
    let most = rows_in_view(trace, lane, ticks.clone()).saturating_sub(1).min(last);
    let frames = (0..most).take_while(is_single_and_fills).count() as u32;
    if frames < LEAST_FRAMES { 0 } else { frames }
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_protocol::Window;
    use diptych_testkit::{Shape, generate, trace};
    use proptest::prelude::*;

    #[test]
    fn rows_with_names_stay_readable_and_others_give_way() {
        let heights = |kinds: [u64; 3], px: f32| {
            let RowHeights { named, chain, bare, upward } =
                RowHeights::fitting(RowCounts { kinds, narrow: 0 }, px);
            assert_eq!(upward, None);
            [named, chain, bare].map(|px| px as u32)
        };
        // All rows are equal while all are readable.
        assert_eq!(heights([4, 2, 2], 200.0), [16, 16, 16]);
        assert_eq!(heights([8, 0, 2], 120.0), [12, 12, 12]);
        // Rows without names give way first.
        assert_eq!(heights([8, 0, 4], 120.0)[0], 13);
        assert_eq!(heights([8, 6, 6], 124.0), [11, 2, 4]);
        // A long chain leaves room for names. What does not fit is scrolled to.
        assert_eq!(heights([40, 40, 40], 120.0), [11, 1, 3]);
        assert_eq!(heights([2, 90, 0], 135.0)[..2], [16, 1]);
        assert_eq!(heights([2, 20, 0], 135.0)[..2], [16, 5]);
    }

    #[test]
    fn names_upwards_take_the_room_that_is_left() {
        let heights = |kinds: [u64; 3], narrow: u64, px: f32| {
            let RowHeights { named, upward, .. } = RowHeights::fitting(RowCounts { kinds, narrow }, px);
            (named as u32, upward.map(|px| px as u32))
        };
        assert_eq!(heights([0, 0, 1], 1, 68.0), (16, Some(68)));
        assert_eq!(heights([1, 0, 1], 1, 68.0), (16, Some(52)));
        assert_eq!(heights([1, 0, 1], 2, 200.0), (16, Some(72)));
        // Without the room for a name, rows are as high as any.
        assert_eq!(heights([2, 0, 1], 1, 68.0), (16, None));
        assert_eq!(heights([8, 0, 4], 2, 120.0), (13, None));
        let step = |at: i64| format!("    {}..{} step\n", 50 * at, 50 * at + 15);
        let steps: Vec<String> = (0..20).map(step).collect();
        let trace = trace(&format!("t\n  0..1000 main\n{}", steps.concat()));
        let narrow = |end: i64| -> Vec<bool> {
            let projection = Projection::new(Window { start: 0, end }, 0.0, 1_000.0);
            let rows = row_contents(&trace, LaneId(0), &projection, 0..end, [0.0, 1_000.0]);
            rows.into_iter().map(|row| row.has_narrow).collect()
        };
        assert_eq!(narrow(1_000), [false, true]);
        // Nearer, the names of the steps have room across.
        assert_eq!(narrow(300), [false, false]);
    }

    #[test]
    fn rows_of_a_chain_give_way_after_its_first() {
        let text = "t\n  0..1000 main\n    0..990 chain\n      0..980 chain\n        0..300 chain\n        300..400 f\n        \
                    400..900 g\n          400..500 h\n          500..504 tiny\n";
        let trace = trace(text);
        let kinds = |end: i64| {
            let projection = Projection::new(Window { start: 0, end: 1_000 }, 0.0, 1_000.0);
            let rows = row_contents(&trace, LaneId(0), &projection, 0..end, [0.0, end as f32]);
            // Narrow calls alone leave a row bare.
            let named = rows.iter().rposition(|row| row.kind != RowKind::Bare).map_or(0, |last| last + 1);
            rows[..named].iter().map(|row| row.kind).collect::<Vec<_>>()
        };
        let [named, chain] = [RowKind::Named, RowKind::Chain];
        assert_eq!(kinds(1_000), [named, chain, chain, named, named]);
        // In a time in which `h` is too narrow for a name, it is bare.
        assert_eq!(kinds(410), [named, chain, chain, named]);
        // A lane that is nothing but a chain shows all its names.
        assert_eq!(kinds(300), [named, named, named, named]);
    }

    #[test]
    fn frames_that_fill_the_time_in_view_fold_up_to_the_target() {
        let text = "t\n  0..1000 main\n    0..999 run\n      0..998 loop\n        100..300 step\n          110..290 part\n";
        let trace = trace(text);
        let above =
            |ticks: Range<i64>, kept: Option<u32>| frames_above(&trace, LaneId(0), ticks, kept.map(CallId));
        assert_eq!(above(0..1_000, None), 3);
        assert_eq!(above(95..305, None), 3);
        assert_eq!(above(150..200, None), 4);
        // The target of a zoom is no frame, and a single frame is not folded.
        assert_eq!(above(150..200, Some(3)), 3);
        assert_eq!(above(150..200, Some(1)), 0);
        assert_eq!(above(400..500, None), 2);
    }

    proptest! {
        #[test]
        fn kinds_of_rows_match_a_scan(seed: u64, start in 0i64..900, span in 1i64..900) {
            let trace = generate(seed, Shape { lanes: 2, ..Shape::SMALL });
            let (calls, ticks) = (trace.calls(), start..start + span);
            let projection = Projection::new(Window { start, end: start + span }, 10.0, 410.0);
            for lane in trace.lanes().ids() {
                let found = row_contents(&trace, lane, &projection, ticks.clone(), [10.0, 410.0]);
                let widths_of = |row: u32| -> Vec<f64> {
                    trace.lanes().calls(lane)
                        .filter(|&call| calls.depth()[call as usize] == row)
                        .map(|call| {
                            let (from, to) = (calls.start()[call as usize], calls.end()[call as usize]);
                            (to.min(ticks.end) - from.max(ticks.start)) as f64 / span as f64 * 400.0
                        })
                        .collect()
                };
                let rows: Vec<Vec<f64>> = (0..trace.depth_index().rows(lane)).map(widths_of).collect();
                let across = |row: &Vec<f64>| row.iter().filter(|&&px| px >= NAME_MIN_PX).count();
                let upwards = |row: &Vec<f64>| row.iter().filter(|&&px| px >= 8.0).count() - across(row);
                let is_taken_up = |row: &Vec<f64>| across(row) == 1 && row.iter().any(|&px| px >= 100.0);
                let is_chain = rows.iter().filter(|row| across(row) > 0).all(is_taken_up);
                for (number, row) in rows.iter().enumerate() {
                    let follows = number > 0 && is_taken_up(&rows[number - 1]);
                    let kind = match row {
                        row if across(row) == 0 => RowKind::Bare,
                        row if is_taken_up(row) && follows && !is_chain => RowKind::Chain,
                        _ => RowKind::Named,
                    };
                    let expected = RowContent { kind, has_narrow: upwards(row) > across(row) };
                    prop_assert_eq!(found.get(number).copied().unwrap_or_default(), expected);
                }
            }
        }

        #[test]
        fn folded_frames_match_a_scan(seed: u64, start in 0i64..900, span in 1i64..400, kept in 0u32..40) {
            let trace = generate(seed, Shape { lanes: 2, ..Shape::SMALL });
            let (calls, ticks) = (trace.calls(), start..start + span);
            let kept = Some(CallId(kept)).filter(|kept| kept.index() < calls.len());
            for lane in trace.lanes().ids() {
                let in_view = |call: &u32| {
                    calls.start()[*call as usize] < ticks.end && calls.end()[*call as usize] > ticks.start
                };
                let mut expected = 0;
                for row in 0..rows_in_view(&trace, lane, ticks.clone()).saturating_sub(1) {
                    let of_row = |call: &u32| calls.depth()[*call as usize] == row && in_view(call);
                    let seen: Vec<u32> = trace.lanes().calls(lane).filter(of_row).collect();
                    let fills = |call: u32| fills(&trace, CallId(call), ticks.clone(), FOLDED_SHARE);
                    let is_kept = kept.is_some_and(|kept| trace.lanes().of_call(kept) == lane && calls.depth()[kept.index()] <= row);
                    if is_kept || seen.len() != 1 || !fills(seen[0]) {
                        break;
                    }
                    expected += 1;
                }
                let expected = if expected < LEAST_FRAMES { 0 } else { expected };
                prop_assert_eq!(frames_above(&trace, lane, ticks.clone(), kept), expected);
            }
        }

        #[test]
        fn touching_rows_match_a_scan(first in 0u32..5, rows in 1u32..30, seed: u64, from in -20f32..300.0, px in 0f32..200.0) {
            let kinds = [RowKind::Named, RowKind::Chain, RowKind::Bare];
            let content = |row: u32| {
                RowContent { kind: kinds[(seed >> row) as usize % 3], has_narrow: seed >> (row + 32) & 1 == 1 }
            };
            let contents: Vec<RowContent> = (0..20).map(content).collect();
            let heights = RowHeights { named: 11.0, chain: 1.0, bare: 3.0, upward: Some(50.0) };
            let rows = LaneRows::new(first, first + rows, &contents, heights);
            let to = from + px;
            let seen: Vec<u32> = (rows.first..rows.end)
                .filter(|&row| rows.top_px(row) < to && rows.top_px(row + 1) > from)
                .collect();
            let found = rows.touching(from, to);
            prop_assert_eq!(found.collect::<Vec<_>>(), seen);
        }
    }
}
