//! The boxes of one side, with the data that matches need about them.

use super::geometry::{Block, LABEL_ROW_PX};
use super::plot::Plot;
use super::rows::{LABEL_MIN_PX, UPWARD_LABEL_ROW_PX, UPWARD_MIN_PX};
use super::{Cell, CellRange, CellSpan, IcicleItem, cells};
use crate::Paint;
use crate::items::ItemTable;
use crate::marks::SideMarks;
use crate::search::Hits;
use crate::words::last_segment;
use diptych_scene::theme::{Theme, ThemeName, label_on};
use diptych_scene::{
    Align, Face, Hatch, ItemId, Rect, RectBatch, RectInstance, RectStyle, Rgba, TextBatch, TextRun, Weight,
};
use diptych_trace::CallId;
use std::ops::Range;

/// Index that stands for no box.
pub const NO_BOX: u32 = u32::MAX;

/// The colours of a side's boxes.
#[derive(Debug)]
pub struct BoxColors<'a, F, G> {
    /// Theme that gives the other colours.
    pub theme: &'a Theme,
    /// Function that returns the paint of a call.
    pub paint: F,
    /// Colours of merged calls, each under a pixel.
    pub merged: MergedColors<G>,
}

/// The colours of boxes that merge calls under a pixel.
#[derive(Debug)]
pub struct MergedColors<G> {
    /// Colours of ground and lines.
    pub on: (Rgba, Rgba),
    /// Colours of ground and lines if all hidden calls are switched off.
    pub off: (Rgba, Rgba),
    /// Function that returns true if all calls of a range are switched off.
    pub is_off: G,
}

/// The box of a call that is a pixel wide or more.
#[derive(Debug, Clone, Copy)]
pub struct CallBox {
    /// The call.
    pub call: CallId,
    /// Index of the caller's box among the same boxes, or [`NO_BOX`].
    pub caller: u32,
    /// True if at least part of its row is in sight.
    pub in_sight: bool,
    /// Rectangle, cut off at the over-scan.
    pub rect: Rect,
}

/// The box of siblings under a pixel with everything they call, the ids `first..end`.
#[derive(Debug, Clone, Copy)]
pub struct MergedBox {
    /// First of the merged calls.
    pub first: CallId,
    /// Id after that of the last merged call.
    pub end: u32,
    /// Box of all merged calls.
    pub rect: Rect,
    /// Index of their caller's box, or [`NO_BOX`].
    pub caller: u32,
}

/// The index of a box among those of its kind.
#[derive(Debug, Clone, Copy)]
pub enum BoxPlace {
    /// Place in [`Icicle::calls`].
    Call(u32),
    /// Place in [`Icicle::merged`].
    Merged(u32),
}

/// The boxes of one side, lane by lane. Within a lane, callers come before callees.
#[derive(Debug, Default)]
pub struct Icicle {
    /// Calls with a box of their own.
    pub calls: Vec<CallBox>,
    /// Boxes of merged calls.
    pub merged: Vec<MergedBox>,
    /// All boxes of both kinds, in order.
    pub in_order: Vec<BoxPlace>,
    /// Boxes as they are drawn.
    pub boxes: RectBatch,
    /// Dots on boxes that stand for several folded calls.
    pub folded: RectBatch,
    /// Grounds below the labels of hatched boxes.
    pub grounds: RectBatch,
    /// Names of calls.
    pub labels: TextBatch,
    /// Marks of boxes that hold selected or pointed calls, drawn over all boxes.
    pub marks: RectBatch,
    /// Number of calls drawn in sight.
    pub drawn: u64,
}

/// A row of a block.
#[derive(Debug, Clone, Copy)]
struct RowOfBoxes {
    y0: f32,
    y1: f32,
    in_sight: bool,
    /// True if an edge of the pane cuts the row. A name that is cut in half cannot be read.
    is_cut: bool,
    /// Index of the row's last call so far, which is the caller of boxes in the next row.
    last: u32,
}

/// The rows of a block at the depths in sight.
struct BlockRows<'a> {
    plot: &'a Plot<'a>,
    block: &'a Block,
    /// Depth of the first row.
    first: u32,
    rows: Vec<RowOfBoxes>,
    /// Number of calls that each row of the trace stands for; `None` if each is one call.
    counts: Option<&'a [i64]>,
}

/// Number of boxes per pixel column for which room is reserved. More boxes reallocate, which copies the ones so far.
const BOXES_A_COLUMN: usize = 12;

impl Icicle {
    /// Creates an icicle without boxes, with room for `boxes`.
    fn with_room(boxes: usize) -> Self {
        Self {
            calls: Vec::with_capacity(boxes / 2),
            merged: Vec::with_capacity(boxes / 2),
            in_order: Vec::with_capacity(boxes),
            boxes: RectBatch { instances: Vec::with_capacity(boxes), items: Vec::with_capacity(boxes) },
            ..Self::default()
        }
    }

    /// Lays out the boxes of the lanes in sight, with over-scan. With `far_px`, calls at least that wide are also
    /// listed farther out, where tubes may begin. They are not drawn.
    pub fn new<T: Copy + From<IcicleItem>>(
        plot: &Plot<'_>,
        colors: &BoxColors<'_, impl Fn(CallId) -> Paint, impl Fn(Range<u32>) -> bool>,
        far_px: Option<f64>,
        items: &mut ItemTable<T>,
    ) -> Self {
        let room = plot.placement.plot.width() as usize * BOXES_A_COLUMN;
        let mut icicle = Self::with_room(room);
        let [from_px, to_px] = plot.content();
        let counts = plot.trace.call_counts();
        for block in plot.stack.touching(from_px, to_px) {
            let depths = block.rows.touching(from_px - block.rows_px, to_px - block.rows_px);
            let reach = match far_px {
                Some(far_px) => CellRange {
                    near: plot.drawn_px(),
                    far_px,
                    ..CellRange::all(plot.ticks(), depths.clone())
                },
                None => CellRange::all(plot.drawn(), depths.clone()),
            };
            let first = depths.start;
            let mut rows = BlockRows { plot, block, first, rows: rows(plot, block, depths), counts };
            cells(plot.trace, block.lane, &plot.projection, &reach, &mut |cell| {
                icicle.add(&mut rows, cell, colors, far_px.is_some(), items);
            });
        }
        icicle
    }

    /// Adds a box while the data of its call is still at hand. With `has_far`, the box may lie outside the drawn range.
    fn add<T: Copy + From<IcicleItem>>(
        &mut self,
        BlockRows { plot, block, first, rows, counts }: &mut BlockRows<'_>,
        Cell { x0, x1, depth, span }: Cell,
        colors: &BoxColors<'_, impl Fn(CallId) -> Paint, impl Fn(Range<u32>) -> bool>,
        has_far: bool,
        items: &mut ItemTable<T>,
    ) {
        let (plot, block) = (*plot, *block);
        let (x0, x1, side) = (x0 as f32, x1 as f32, plot.side);
        let is_drawn = !has_far || plot.is_drawn(x0, x1);
        let level = (depth - *first) as usize;
        let caller = level.checked_sub(1).map_or(NO_BOX, |above| rows[above].last);
        let row = &mut rows[level];
        let mark = |calls: Range<u32>| mark_color(colors.theme, plot.marks, calls);
        let plain = RectInstance { x0, y0: row.y0, x1, y1: row.y1, ..RectInstance::default() };
        match span {
            CellSpan::Call(call) => {
                self.add_call(plot, row, [x0, x1], call, caller);
                if !is_drawn {
                    return;
                }
                let hit = plot.hits.map(|hits| hits.holds(call));
                let (look, sign, is_off) = call_box(colors, plain, call, hit);
                let is_folded = counts.is_some_and(|counts| counts[call.index()] > 1);
                if is_folded && !is_off {
                    self.folded.push(dots(&look), ItemId::NONE);
                }
                let id = items.add(IcicleItem::Call { side, call });
                if !is_off && !row.is_cut && hit != Some(false) {
                    let rect = Rect::new(x0, row.y0, x1, row.y1);
                    if let Some(run) = label(plot, call, rect, look.fill, sign) {
                        if look.style.get_hatch() != Hatch::None || is_folded {
                            let ground = label_ground(&look, &run, plot.placement.plot.x0);
                            self.grounds.push(ground, ItemId::NONE);
                        }
                        self.labels.push(run, id);
                    }
                }
                self.push(look, id, mark(call.0..call.0 + 1).map(|color| edge(look, color)));
            }
            CellSpan::Merged { first, end, deepest } if is_drawn => {
                // The block has the rows of the window; calls in the over-scan may lie deeper.
                let below = (deepest + 1).min(block.rows.end);
                let (y0, y1) = plot.placement.y(block.row_px(depth), block.row_px(below));
                self.in_order.push(BoxPlace::Merged(self.merged.len() as u32));
                self.merged.push(MergedBox { first, end, rect: Rect::new(x0, y0, x1, y1), caller });
                let is_off = (colors.merged.is_off)(first.0..end);
                let plain = RectInstance { y0, y1, ..plain };
                let (fill, own_mark) = if is_off { colors.merged.off } else { colors.merged.on };
                let look = merged_box(colors.theme, fill, own_mark, plain, plot, first.0..end);
                let id = items.add(IcicleItem::Merged { side, first, end });
                self.push(look, id, mark(first.0..end).map(|color| lines(look, color)));
            }
            CellSpan::Merged { .. } => {}
        }
    }

    /// Adds a drawn box, and its mark if it has one.
    fn push(&mut self, look: RectInstance, id: ItemId, mark: Option<RectInstance>) {
        self.boxes.push(look, id);
        if let Some(mark) = mark {
            self.marks.push(mark, ItemId::NONE);
        }
    }

    fn add_call(
        &mut self,
        plot: &Plot<'_>,
        row: &mut RowOfBoxes,
        [x0, x1]: [f32; 2],
        call: CallId,
        caller: u32,
    ) {
        let (RowOfBoxes { y0, y1, in_sight, .. }, pane) = (*row, plot.placement.plot);
        self.drawn += u64::from(in_sight && Rect::new(x0, y0, x1, y1).overlaps(pane));
        let (from, to) = plot.cut_px(x0, x1);
        row.last = self.calls.len() as u32;
        self.in_order.push(BoxPlace::Call(row.last));
        self.calls.push(CallBox { call, caller, in_sight, rect: Rect::new(from, y0, to, y1) });
    }
}

/// Largest part of a row outside the pane at which its names remain whole, CSS pixels.
const CUT_PX: f32 = 1.0;

/// Returns the rows of a block at some depths.
fn rows(plot: &Plot<'_>, block: &Block, depths: Range<u32>) -> Vec<RowOfBoxes> {
    let row = |depth: u32| {
        let (y0, y1) = plot.placement.y(block.row_px(depth), block.row_px(depth + 1));
        let in_sight = plot.is_in_sight(Rect::new(0.0, y0, 0.0, y1));
        let pane = plot.placement.plot;
        let is_cut = in_sight && (y0 < pane.y0 - CUT_PX || y1 > pane.y1 + CUT_PX);
        RowOfBoxes { y0, y1, in_sight, is_cut, last: NO_BOX }
    };
    depths.map(row).collect()
}

/// Least height of a row, and least width of a box, with an edge in CSS pixels. In smaller boxes, an edge would leave
/// nothing of the fill.
const EDGED_ROW_PX: f32 = 6.0;
const EDGED_PX: f32 = 5.0;

/// Adds an edge in the high-contrast theme, where it separates a box from its neighbours.
fn edged(theme: &Theme, plain: RectInstance) -> RectInstance {
    if theme.name != ThemeName::HighContrast || plain.x1 - plain.x0 < EDGED_PX {
        return plain;
    }
    RectInstance { border: theme.line, style: plain.style.border(4), ..plain }
}

/// Opacity of boxes that a search did not find.
pub const FADED: f32 = 0.35;

/// Returns the box of a call, the sign before its label, and true if the call is switched off. `hit` says whether the
/// current search found the call; `None` without a search.
fn call_box(
    colors: &BoxColors<'_, impl Fn(CallId) -> Paint, impl Fn(Range<u32>) -> bool>,
    plain: RectInstance,
    call: CallId,
    hit: Option<bool>,
) -> (RectInstance, Option<char>, bool) {
    let Paint { fill, mark, border, style, cushion, is_off, sign } = (colors.paint)(call);
    let painted = RectInstance { fill, mark, border, style, cushion, ..plain };
    let has_edge = !is_off && style == RectStyle::PLAIN && plain.y1 - plain.y0 >= EDGED_ROW_PX;
    let painted = if has_edge { edged(colors.theme, painted) } else { painted };
    (searched(colors.theme, painted, hit), sign, is_off)
}

/// Opacity of the dots on boxes of folded calls: they must be seen, and leave the colour below readable.
const DOTS: f32 = 0.6;

/// Returns the dots on a box that stands for several folded calls. They fade with the box.
fn dots(&RectInstance { x0, y0, x1, y1, fill, .. }: &RectInstance) -> RectInstance {
    let mark = label_on(fill).with_alpha(DOTS * fill.channels()[3]);
    let style = RectStyle::PLAIN.hatch(Hatch::Dots);
    RectInstance { x0, y0, x1, y1, mark, style, ..RectInstance::default() }
}

/// Applies a search to a call's box: hits get an outline and other boxes fade. Without a search, the box stays as it
/// is.
fn searched(theme: &Theme, plain: RectInstance, hit: Option<bool>) -> RectInstance {
    match hit {
        Some(true) => RectInstance { border: theme.hit, style: plain.style.border(6), ..plain },
        Some(false) => RectInstance {
            fill: plain.fill.with_alpha(FADED),
            mark: plain.mark.with_alpha(FADED),
            border: plain.border.with_alpha(FADED),
            ..plain
        },
        None => plain,
    }
}

/// Returns the two-pixel edge that marks a selected or pointed box.
pub fn edge(RectInstance { x0, y0, x1, y1, .. }: RectInstance, border: Rgba) -> RectInstance {
    let style = RectStyle::PLAIN.border(8);
    RectInstance { x0, y0, x1, y1, border, style, ..RectInstance::default() }
}

/// Returns the coloured lines that mark merged calls which hide selected or pointed ones.
fn lines(RectInstance { x0, y0, x1, y1, style, .. }: RectInstance, mark: Rgba) -> RectInstance {
    RectInstance { x0, y0, x1, y1, mark, style, ..RectInstance::default() }
}

/// Returns the colour of marks on some calls, if any is selected or pointed at.
pub fn mark_color(theme: &Theme, marks: SideMarks<'_>, calls: Range<u32>) -> Option<Rgba> {
    let is_on = |hits: Option<&Hits>| hits.is_some_and(|hits| hits.among(calls.clone()) > 0);
    if is_on(marks.pointed) {
        return Some(theme.hover);
    }
    is_on(marks.selected).then_some(theme.ink)
}

/// Returns the box of merged calls. If it hides hits, its lines have their colour.
fn merged_box(
    theme: &Theme,
    fill: Rgba,
    own_mark: Rgba,
    plain: RectInstance,
    plot: &Plot<'_>,
    calls: Range<u32>,
) -> RectInstance {
    let style = RectStyle::PLAIN.hatch(Hatch::Hairlines);
    let mark = match plot.hits.map(|hits| hits.among(calls) > 0) {
        Some(true) => theme.hit,
        Some(false) => own_mark.with_alpha(FADED),
        None => own_mark,
    };
    RectInstance { fill, mark, style, ..plain }
}

/// Approximate width of a character as a share of the font size. It only decides which form of a name is used.
pub const CHAR_WIDTH: f32 = 0.56;

fn label(plot: &Plot<'_>, call: CallId, rect: Rect, fill: Rgba, sign: Option<char>) -> Option<TextRun> {
    let name = plot.trace.call_name(call);
    let signed = |mut text: String| {
        if let Some(sign) = sign {
            text.insert_str(0, &format!("{sign} "));
        }
        text
    };
    let (color, room) = (label_on(fill), characters(rect.width(), label_px(rect)));
    let upwards = characters(rect.height(), upward_label_px(rect));
    let is_high = rect.height() >= UPWARD_LABEL_ROW_PX && rect.width() >= UPWARD_MIN_PX;
    if is_high && room < upwards && !fits(last_segment(name), room) {
        return Some(upward_run(signed(label_text(name, upwards)), rect, color));
    }
    if rect.width() < LABEL_MIN_PX || rect.height() < LABEL_ROW_PX {
        return None;
    }
    // Descenders, above all of underscores, stay clear of the edge and are not cut off in low rows.
    let by = LABEL_RAISED_PX / 2.0;
    let inner = Rect::new(rect.x0 + 3.0, rect.y0 - by, rect.x1 - 3.0, rect.y1 - by);
    Some(text_run(signed(label_text(name, room)), inner, label_px(rect), color, Align::Sticky))
}

/// Direction of a name upwards.
const UPWARDS: [f32; 2] = [0.0, -1.0];

/// Returns the size of a name across a box.
fn label_px(rect: Rect) -> f32 {
    if rect.height() < 14.0 { 10.0 } else { 11.0 }
}

/// Returns the size of a name upwards in a box.
fn upward_label_px(rect: Rect) -> f32 {
    match rect.width() {
        ..10.0 => 8.0,
        ..12.0 => 9.0,
        _ => 10.0,
    }
}

/// Returns about how many characters fit into a length.
fn characters(px: f32, size: f32) -> usize {
    ((px - 6.0) / (size * CHAR_WIDTH)).max(0.0) as usize
}

/// Returns a text upwards in a box, from its lower edge.
fn upward_run(text: String, within: Rect, color: Rgba) -> TextRun {
    let run = text_run(text, within, upward_label_px(within), color, Align::Start);
    // Descenders lie at the right, where they stay clear of the edge.
    let by = LABEL_RAISED_PX / 2.0;
    let inner = Rect::new(within.x0 - by, within.y0 + 3.0, within.x1 - by, within.y1 - 3.0);
    TextRun { rect: turned(inner), direction: UPWARDS, ..run }
}

/// Turns a box by a right angle about its centre: the box of a text upwards before or after the turn.
fn turned(Rect { x0, y0, x1, y1 }: Rect) -> Rect {
    let center = [f32::midpoint(x0, x1), f32::midpoint(y0, y1)];
    let half = [(y1 - y0) / 2.0, (x1 - x0) / 2.0];
    Rect::new(center[0] - half[0], center[1] - half[1], center[0] + half[0], center[1] + half[1])
}

/// Returns the box that a name has in the picture.
pub fn name_box(name: &TextRun) -> Rect {
    if name.direction == UPWARDS { turned(name.rect) } else { name.rect }
}

/// Shortens a name to leave room for a box that it overlaps, at the right end of a name across or at the upper end of a
/// name upwards.
pub fn make_room(name: &mut TextRun, taken: Rect) {
    let own = name_box(name);
    name.rect = if name.direction == UPWARDS {
        turned(Rect { y0: taken.y1.min(own.y1), ..own })
    } else {
        Rect { x1: taken.x0.max(own.x0), ..own }
    };
}

/// Twice the distance by which labels are raised in their rows, CSS pixels.
pub const LABEL_RAISED_PX: f32 = 2.0;

/// Returns the ground of a label on a hatched box, because letters between lines are hard to read. `left` is the edge
/// of the pane.
pub fn label_ground(look: &RectInstance, run: &TextRun, left: f32) -> RectInstance {
    let width = run.text.chars().count() as f32 * run.size * CHAR_WIDTH + 6.0;
    if run.direction == UPWARDS {
        let (x, y0) = (f32::midpoint(look.x0, look.x1), (look.y1 - width).max(look.y0));
        let half = run.size / 2.0 + 1.0;
        let (x0, x1) = ((x - half).max(look.x0), (x + half).min(look.x1));
        return RectInstance { x0, y0, x1, y1: look.y1 - 1.0, fill: look.fill, ..RectInstance::default() };
    }
    let x0 = look.x0.max(left) + 1.0;
    let x1 = (x0 + width).min(look.x1 - 1.0);
    RectInstance { x0, y0: look.y0 + 1.0, x1, y1: look.y1 - 1.0, fill: look.fill, ..RectInstance::default() }
}

/// Returns a form of a name for about `room` characters: the whole name if it fits, or else its last segment. The
/// result is never much longer than the room, however long the name. Drawing elides the rest.
pub fn label_text(name: &str, room: usize) -> String {
    let text = if name.is_empty() { "(unnamed)" } else { name };
    let text = if fits(text, room) { text } else { last_segment(text) };
    text.chars().take(2 * room + 8).collect()
}

/// Returns true if a text has at most `room` characters.
fn fits(text: &str, room: usize) -> bool {
    text.char_indices().nth(room).is_none()
}

/// Returns a text in a box, in one weight.
pub fn text_run(text: String, rect: Rect, size: f32, color: Rgba, align: Align) -> TextRun {
    TextRun {
        rect,
        text,
        size,
        color,
        face: Face::Ui,
        weight: Weight::Regular,
        align,
        direction: diptych_scene::UPRIGHT,
    }
}
