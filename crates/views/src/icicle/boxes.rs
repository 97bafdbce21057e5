//! The boxes of one side, with what the matches need to know of them.

use super::geometry::{Block, LABEL_ROW_PX};
use super::plot::Plot;
use super::{Cell, CellSpan, IcicleItem, cells};
use crate::Paint;
use crate::items::ItemTable;
use crate::marks::SideMarks;
use crate::search::Hits;
use diptych_scene::theme::{Theme, ThemeName, label_on};
use diptych_scene::{
    Align, Face, Hatch, Rect, RectBatch, RectInstance, RectStyle, Rgba, TextBatch, TextRun, Weight,
};
use diptych_trace::{CallId, LaneId, Sorting};
use std::ops::Range;

/// No box.
pub(crate) const NO_BOX: u32 = u32::MAX;

/// What colours the boxes of a side.
pub(crate) struct BoxColors<'a, F, G> {
    pub(crate) theme: &'a Theme,
    /// Of calls.
    pub(crate) paint: F,
    /// Of calls under a pixel.
    pub(crate) merged: MergedColors<G>,
}

/// What colours the boxes of calls under a pixel.
pub(crate) struct MergedColors<G> {
    /// Ground and lines.
    pub(crate) on: (Rgba, Rgba),
    /// The same where all that they hide is switched off.
    pub(crate) off: (Rgba, Rgba),
    /// Whether all of some calls are.
    pub(crate) is_off: G,
}

/// A call of a pixel or more.
#[derive(Debug, Clone, Copy)]
pub(crate) struct CallBox {
    pub(crate) call: CallId,
    /// The box of its caller among the same boxes, or [`NO_BOX`].
    pub(crate) caller: u32,
    /// Whether its row is, or some of it.
    pub(crate) in_sight: bool,
    /// Its box, cut off at the over-scan.
    pub(crate) rect: Rect,
}

/// Siblings under a pixel with all they call, the ids `first..end`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MergedBox {
    pub(crate) first: CallId,
    pub(crate) end: u32,
    pub(crate) rect: Rect,
    /// The box of their caller, or [`NO_BOX`].
    pub(crate) caller: u32,
}

/// What was laid out of one side: callers before callees.
#[derive(Debug, Default)]
pub(crate) struct Icicle {
    pub(crate) calls: Vec<CallBox>,
    pub(crate) merged: Vec<MergedBox>,
    pub(crate) boxes: RectBatch,
    pub(crate) labels: TextBatch,
    /// Calls drawn in sight.
    pub(crate) drawn: u64,
}

/// A box before its row is laid out.
struct Found {
    depth: u32,
    span: CellSpan,
    /// The caller's, or [`NO_BOX`].
    caller: u32,
    /// As it is drawn, but for its edges above and below.
    look: RectInstance,
    /// Before its label.
    sign: Option<char>,
    /// Whether it is switched off, or no hit of the search that is on.
    is_faded: bool,
}

/// The boxes of a lane as [`cells`] gives them, with all that is read of their calls: what belongs to calls that lie
/// together lies together in memory.
fn find(
    plot: &Plot<'_>,
    (lane, rows): (LaneId, Range<u32>),
    colors: &BoxColors<'_, impl Fn(CallId) -> Paint, impl Fn(Range<u32>) -> bool>,
    found: &mut Vec<Found>,
) {
    found.clear();
    let first_row = rows.start;
    // The last call of each row so far.
    let mut open: Vec<u32> = Vec::new();
    cells(plot.trace, lane, &plot.projection, plot.ticks(), rows, &mut |Cell { x0, x1, depth, span }| {
        open.truncate((depth - first_row) as usize);
        let caller = open.last().copied().unwrap_or(NO_BOX);
        let plain = RectInstance { x0: x0 as f32, x1: x1 as f32, ..RectInstance::default() };
        let (look, sign, is_faded) = match span {
            CellSpan::Call(call) => {
                open.push(found.len() as u32);
                let Paint { fill, mark, border, style, cushion, is_off, sign } = (colors.paint)(call);
                let hit = plot.hits.map(|hits| hits.holds(call));
                let painted = RectInstance { fill, mark, border, style, cushion, ..plain };
                let has_edge = !is_off && style == RectStyle::PLAIN && plot.row_px >= EDGED_ROW_PX;
                let painted = if has_edge { edged(colors.theme, painted) } else { painted };
                let painted = searched(colors.theme, painted, hit);
                let painted = marked(colors.theme, painted, plot.marks, call.0..call.0 + 1);
                (painted, sign, is_off || hit == Some(false))
            }
            CellSpan::Merged { first, end, .. } => {
                let is_off = (colors.merged.is_off)(first.0..end);
                let merged = if is_off { colors.merged.off } else { colors.merged.on };
                (merged_box(colors.theme, merged, plain, plot, first.0..end), None, false)
            }
        };
        found.push(Found { depth, span, caller, look, sign, is_faded });
    });
}

/// Boxes a column of pixels that there is room for from the start: more make their own, by copying what is there.
const BOXES_A_COLUMN: usize = 8;

impl Icicle {
    fn with_room(boxes: usize) -> Self {
        Self {
            calls: Vec::with_capacity(boxes / 2),
            merged: Vec::with_capacity(boxes / 2),
            boxes: RectBatch { instances: Vec::with_capacity(boxes), items: Vec::with_capacity(boxes) },
            ..Self::default()
        }
    }

    /// The boxes of the lanes in sight, with over-scan.
    pub(crate) fn new<T: Copy + From<IcicleItem>>(
        plot: &Plot<'_>,
        colors: &BoxColors<'_, impl Fn(CallId) -> Paint, impl Fn(Range<u32>) -> bool>,
        items: &mut ItemTable<T>,
    ) -> Self {
        let mut icicle = Self::with_room(plot.placement.plot.width() as usize * BOXES_A_COLUMN);
        let (mut boxes, mut places, mut order) = (Vec::new(), Vec::new(), Vec::new());
        let [from_px, to_px] = plot.content();
        for block in plot.stack.touching(from_px, to_px) {
            let rows = visible_rows(block, plot.row_px, from_px, to_px);
            find(plot, (block.lane, rows), colors, &mut boxes);
            order.clear();
            order.extend(0..boxes.len() as u32);
            order.order_by_number(|&place| u64::from(boxes[place as usize].depth));
            // Of each box of a call its place among those that are laid out.
            places.clear();
            places.resize(boxes.len(), NO_BOX);
            for &place in &order {
                places[place as usize] = icicle.calls.len() as u32;
                let found = &boxes[place as usize];
                let caller = places.get(found.caller as usize).copied().unwrap_or(NO_BOX);
                icicle.add((plot, block), (found, caller), items);
            }
        }
        icicle
    }

    fn add<T: Copy + From<IcicleItem>>(
        &mut self,
        (plot, block): (&Plot<'_>, &Block),
        (&Found { depth, span, look, sign, is_faded, .. }, caller): (&Found, u32),
        items: &mut ItemTable<T>,
    ) {
        let deepest = match span {
            CellSpan::Call(_) => depth,
            CellSpan::Merged { deepest, .. } => deepest,
        };
        let from_px = block.rows_px + depth as f32 * plot.row_px;
        // A folded lane ends with its first row.
        let to_px = block.rows_px + (deepest + 1).min(block.rows) as f32 * plot.row_px;
        let (y0, y1) = plot.placement.y(from_px, to_px);
        let rect = Rect::new(look.x0, y0, look.x1, y1);
        let side = plot.side;
        let id = items.add(match span {
            CellSpan::Call(call) => IcicleItem::Call { side, call },
            CellSpan::Merged { first, end, .. } => IcicleItem::Merged { side, first, end },
        });
        self.boxes.push(RectInstance { y0, y1, ..look }, id);
        match span {
            CellSpan::Call(call) => {
                let in_sight = plot.is_in_sight(rect);
                self.drawn += u64::from(in_sight && rect.intersect(plot.placement.plot).is_some());
                let (from, to) = plot.cut_px(rect.x0, rect.x1);
                self.calls.push(CallBox { call, caller, in_sight, rect: Rect::new(from, y0, to, y1) });
                if let Some(run) = label(plot, call, rect, (look.fill, sign)).filter(|_| !is_faded) {
                    self.labels.push(run, id);
                }
            }
            CellSpan::Merged { first, end, .. } => self.merged.push(MergedBox { first, end, rect, caller }),
        }
    }
}

fn visible_rows(block: &Block, row_px: f32, from_px: f32, to_px: f32) -> Range<u32> {
    let first = ((from_px - block.rows_px) / row_px).floor().max(0.0) as u32;
    let end = ((to_px - block.rows_px) / row_px).ceil().max(0.0) as u32;
    first.max(block.first_row)..end.min(block.rows)
}

/// Rows of this height or more, and boxes of this width or more, have edges where the theme draws them, CSS pixels: in
/// smaller ones nothing would be left of the fill.
const EDGED_ROW_PX: f32 = 6.0;
const EDGED_PX: f32 = 5.0;

/// With high contrast an edge tells a box from its neighbours.
fn edged(theme: &Theme, plain: RectInstance) -> RectInstance {
    if theme.name != ThemeName::HighContrast || plain.x1 - plain.x0 < EDGED_PX {
        return plain;
    }
    RectInstance { border: theme.line, style: plain.style.border(4), ..plain }
}

/// What is no hit fades to this share.
pub(crate) const FADED: f32 = 0.35;

/// A call's box under a search: hits are outlined, all else fades; as it is when none is on.
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

/// A box that holds what is selected or under the pointer has an edge of two pixels.
pub(crate) fn marked(
    theme: &Theme,
    plain: RectInstance,
    marks: SideMarks<'_>,
    calls: Range<u32>,
) -> RectInstance {
    match mark_color(theme, marks, calls) {
        Some(border) => RectInstance { border, style: plain.style.border(8), ..plain },
        None => plain,
    }
}

/// The colour of marks on some calls, if there are any.
fn mark_color(theme: &Theme, marks: SideMarks<'_>, calls: Range<u32>) -> Option<Rgba> {
    let is_on = |hits: Option<&Hits>| hits.is_some_and(|hits| hits.among(calls.clone()) > 0);
    if is_on(marks.pointed) {
        return Some(theme.hover);
    }
    is_on(marks.selected).then_some(theme.ink)
}

/// Calls under a pixel; those that hide hits say so in the colour of their lines.
fn merged_box(
    theme: &Theme,
    (fill, own_mark): (Rgba, Rgba),
    plain: RectInstance,
    plot: &Plot<'_>,
    calls: Range<u32>,
) -> RectInstance {
    let style = RectStyle::PLAIN.hatch(Hatch::Hairlines);
    let mark = match plot.hits.map(|hits| hits.among(calls.clone()) > 0) {
        Some(true) => theme.hit,
        Some(false) => own_mark.with_alpha(FADED),
        None => own_mark,
    };
    let mark = mark_color(theme, plot.marks, calls).unwrap_or(mark);
    RectInstance { fill, mark, style, ..plain }
}

/// Cells narrower than this have no label, CSS pixels.
const LABEL_MIN_PX: f32 = 24.0;
/// About the width of a character, as a share of the font size; only decides which form of a name is given.
const CHAR_WIDTH: f32 = 0.56;

fn label(plot: &Plot<'_>, call: CallId, rect: Rect, (fill, sign): (Rgba, Option<char>)) -> Option<TextRun> {
    if rect.width() < LABEL_MIN_PX || plot.row_px < LABEL_ROW_PX {
        return None;
    }
    let size = if plot.row_px < 14.0 { 10.0 } else { 11.0 };
    let room = ((rect.width() - 6.0) / (size * CHAR_WIDTH)) as usize;
    let mut text = label_text(plot.trace.call_name(call), room);
    if let Some(sign) = sign {
        text.insert_str(0, &format!("{sign} "));
    }
    let inner = Rect::new(rect.x0 + 3.0, rect.y0, rect.x1 - 3.0, rect.y1);
    Some(text_run(text, inner, size, label_on(fill), Align::Sticky))
}

/// The form of a name that fits about `room` characters: the whole, or its last segment, the last to go.
/// Never much longer than the room, whatever the length of the name; drawing elides what is left over.
fn label_text(name: &str, room: usize) -> String {
    let fits = |text: &str| text.char_indices().nth(room).is_none();
    let text = if name.is_empty() { "(unnamed)" } else { name };
    let text = if fits(text) { text } else { last_segment(text) };
    text.chars().take(2 * room + 8).collect()
}

/// `iter_extensions` of `Environment.iter_extensions`; `<lambda>` of `a.<locals>.<lambda>`.
fn last_segment(name: &str) -> &str {
    let cut = name.rfind(['.', ':']).map_or(0, |at| at + 1);
    if cut < name.len() { &name[cut..] } else { name }
}

pub(crate) fn text_run(text: String, rect: Rect, size: f32, color: Rgba, align: Align) -> TextRun {
    TextRun { rect, text, size, color, face: Face::Ui, weight: Weight::Regular, align }
}
