//! Calls over the structure: an icicle that hangs from the upper edge. If both sides are shown, B's stands on the lower
//! edge.

use super::focused::FocusCallSet;
use super::frame::Frame;
use super::paint::{ElementLook, Painter};
use super::picture::look_paint;
use super::{Elements, Focus};
use diptych_protocol::{SideName, Window};
use diptych_scene::{Cushion, Rect, RectStyle, Rgba};
use diptych_trace::{CallId, LaneId};
use diptych_views::icicle::{
    IcicleItem, ShownLane,
    boxes::{BoxColors, Icicle, MergedColors},
    geometry::{PaneRect, RowRules, rows_in_view},
    plot::{IcicleSide, Plot},
    rows::{RowHeights, frames_above},
};
use diptych_views::{ItemTable, LayoutInput, Paint, SideInput, TimeMap};
use std::ops::Range;

/// Largest share of the height that calls take: of one side alone, and of each side if both are shown.
const SHARE: [f32; 2] = [0.62, 0.42];
/// Least width of a call with an edge and a halo, CSS pixels. On narrower calls they would cover more than the call.
pub(super) const EDGED_PX: f32 = 4.0;
/// Width of the edge that separates a call from its callees, in quarters of a pixel.
const EDGE_QUARTERS: u8 = 2;
/// Least height of a row of calls, CSS pixels: that of a name with its descenders.
const NAMED_ROW_PX: f32 = 12.0;
/// Opacity of boxes out of focus.
const OUT_OF_FOCUS: f32 = 0.25;

/// An item of the view. Cells have no items of their own.
#[derive(Debug, Clone, Copy)]
pub(super) enum Item {
    /// The image of all cells.
    Cells,
    Calls(IcicleItem),
}

impl From<IcicleItem> for Item {
    fn from(item: IcicleItem) -> Self {
        Self::Calls(item)
    }
}

/// A box that can be in focus.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct CallsBox {
    pub(super) rect: Rect,
    /// Range of call ids: a call with all its callees, or siblings under a pixel with theirs.
    pub(super) calls: Range<u32>,
}

/// The calls of a side, as laid out.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct CallStackPanel {
    pub(super) side: SideName,
    pub(super) lane: LaneId,
    /// Boxes in sight.
    pub(super) boxes: Vec<CallsBox>,
    /// True if it hangs from the upper edge.
    pub(super) from_top: bool,
    /// The y at which the deepest box ends.
    pub(super) end_px: f32,
}

/// The frames above the time in view of a side, and the row for the text about them.
pub(super) struct FramesRow {
    pub(super) count: u32,
    pub(super) rect: Rect,
}

/// A side whose calls are shown, with its time and its lane.
type ShownSide<'a> = (SideName, SideInput<'a>, TimeMap<'a>, &'a [ShownLane]);

/// Lays out the icicles of some sides within a frame. Frames that fill the time in view are folded to a row of text.
pub(super) fn plots<'a>(
    input: &LayoutInput<'a>,
    shown: &[SideName],
    lanes: &'a [Vec<ShownLane>; 2],
    frame: &Frame,
) -> Vec<(Plot<'a>, Option<FramesRow>)> {
    let whole = input.whole();
    let share = SHARE[usize::from(shown.len() > 1)];
    let inner = frame.inner;
    let room = (inner.height() * share).floor();
    let window = |side: SideName| input.state.time.window(side).unwrap_or(whole);
    let of_side = |side: SideName| {
        let of = input.sides[side.index()]?;
        Some((side, of, input.time_maps[side.index()], &lanes[side.index()][..]))
    };
    let found: Vec<_> = shown.iter().filter_map(|&side| of_side(side)).collect();
    let frames_above = |&(side, of, map, lanes): &ShownSide<'a>| {
        let Window { start, end } = map.own_window(window(side));
        let kept = input.selected.filter(|&(selected, _)| selected == side).map(|(_, call)| call);
        lanes.first().map_or(0, |shown| frames_above(of.trace, shown.lane, start..end, kept))
    };
    let frames: Vec<u32> = found.iter().map(frames_above).collect();
    let folded = |at: usize| if input.state.fusion.frames { 0 } else { frames[at] };
    // Each side shows one lane. Both have rows of one height, at which the calls in view fit.
    let in_view = found.iter().enumerate().flat_map(|(at, (side, of, map, lanes))| {
        let Window { start, end } = map.own_window(window(*side));
        let folded = folded(at);
        lanes.iter().map(move |shown| rows_in_view(of.trace, shown.lane, start..end).saturating_sub(folded))
    });
    // Rows without names say nothing here, so deeper calls are scrolled to.
    let row_px = RowHeights::shrunk(in_view.max().unwrap_or(0), room).named.max(NAMED_ROW_PX);
    let rules = |at: usize| RowRules {
        heights: Some(RowHeights::uniform(row_px)),
        folded_px: 0.0,
        folded_frames: folded(at),
        selected: None,
    };
    let plot = |(at, (side, of, map, lanes)): (usize, ShownSide<'a>)| {
        let rect = if at == 0 {
            Rect { y1: inner.y0 + room, ..inner }
        } else {
            Rect { y0: inner.y1 - room, ..inner }
        };
        let marks = input.marked.on_side(side);
        let icicle = IcicleSide { trace: of.trace, lanes, lean_together: false, hits: of.hits, marks };
        let axis = frame.axes.get(at).copied().unwrap_or(rect);
        let mut pane = PaneRect { side, plot: rect, axis };
        let frames =
            (frames[at] > 0).then(|| FramesRow { count: frames[at], rect: pane.split_frames(at == 0) });
        let scroll = input.state.fusion.scroll;
        let mut plot = Plot::new(&pane, icicle, map, window(side), scroll, rules(at), input.space(at));
        // A side alone hangs from the upper edge, even B.
        plot.placement.side = if at == 0 { SideName::A } else { SideName::B };
        (plot, frames)
    };
    found.into_iter().enumerate().map(plot).collect()
}

/// Builds the icicle of a side with its colours: opaque boxes in focus, and the highlight at the pointer (4.2.4).
pub(super) fn icicle(
    plot: &Plot<'_>,
    input: &LayoutInput<'_>,
    elements: &Elements,
    painter: &Painter<'_>,
    focus: Option<&Focus>,
    focused: Option<&FocusCallSet>,
    items: &mut ItemTable<Item>,
) -> Icicle {
    let theme = input.colors();
    let paint = |call: CallId| {
        let (look, is_in) = painter.of_call(plot.side, plot.trace, call);
        if is_in || look != ElementLook::Ran {
            let paint = look_paint(theme, look);
            let style = if matches!(look, ElementLook::Only(_)) { paint.style } else { RectStyle::PLAIN };
            return Paint { style, ..paint };
        }
        Paint { is_off: true, ..Paint::plain(theme.ink3.with_alpha(OUT_OF_FOCUS)) }
    };
    let is_off = |calls: Range<u32>| focused.is_some_and(|of| !of.meets(elements, plot.side, calls));
    let faint = |color: Rgba| color.with_alpha(OUT_OF_FOCUS);
    let (on, off) = ((theme.none, theme.none_mark), (faint(theme.ink3), faint(theme.ink3)));
    let merged = MergedColors { on, off, is_off };
    let mut icicle = Icicle::new(plot, &BoxColors { theme, paint, merged }, None, items);
    // Without a pointer, shading would only blur the colours.
    let pointed_x = focus.and_then(|focus| focus.x);
    let cushion = if pointed_x.is_some() { Cushion::CELL } else { Cushion::FLAT };
    for (rect, item) in icicle.boxes.instances.iter_mut().zip(&icicle.boxes.items) {
        // Translucent boxes are out of focus and get no cushion.
        if rect.fill.alpha() < u8::MAX {
            continue;
        }
        if rect.x1 - rect.x0 >= EDGED_PX {
            (rect.border, rect.style) = (theme.bg, rect.style.border(EDGE_QUARTERS));
        }
        if let Some(Item::Calls(IcicleItem::Merged { first, .. })) = items.get(*item) {
            // Calls under a pixel take the colour of the first of them. Their hairlines say that there are more.
            if let (ElementLook::Fill(color), true) = painter.of_call(plot.side, plot.trace, first) {
                rect.fill = color;
            }
            continue;
        }
        rect.cushion = cushion;
        if let Some(x) = pointed_x {
            let share = (x as f32 - rect.x0) / (rect.x1 - rect.x0).max(1.0);
            rect.cushion.ridge = share.clamp(0.0, 1.0);
        }
    }
    icicle
}

/// Returns the boxes of a side that can be in focus. `None` if the side has no lane.
pub(super) fn hanging(plot: &Plot<'_>, icicle: &Icicle) -> Option<CallStackPanel> {
    let pane = plot.placement.plot;
    let lane = plot.stack.blocks.first()?.lane;
    let calls = plot.trace.calls();
    let seen = |rect: Rect| rect.intersect(pane);
    let wide = icicle.calls.iter().filter(|of| of.in_sight);
    let wide = wide.filter_map(|of| Some(CallsBox { rect: seen(of.rect)?, calls: calls.subtree(of.call) }));
    let merged = icicle
        .merged
        .iter()
        .filter_map(|of| Some(CallsBox { rect: seen(of.rect)?, calls: of.first.0..of.end }));
    let boxes: Vec<CallsBox> = wide.chain(merged).collect();
    let from_top = plot.placement.side == SideName::A;
    let end_px = if from_top {
        boxes.iter().map(|of| of.rect.y1).fold(pane.y0, f32::max)
    } else {
        boxes.iter().map(|of| of.rect.y0).fold(pane.y1, f32::min)
    };
    Some(CallStackPanel { side: plot.side, lane, boxes, from_top, end_px })
}
