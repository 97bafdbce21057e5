//! The parts around the boxes: axes, badges and the ground.

use super::boxes::text_run;
use super::geometry::{GUTTER_PX, PaneRect};
use super::plot::Plot;
use crate::axis::marks;
use crate::{TimeMap, numbers};
use diptych_protocol::{SideName, Window};
use diptych_scene::theme::Theme;
use diptych_scene::{
    Align, Batch, Face, Hatch, ItemId, Layer, Rect, RectBatch, RectInstance, RectStyle, Rgba, Size, Space,
    TextBatch, TextRun, Weight,
};

/// Least distance of two axis labels in CSS pixels.
const MARK_GAP_PX: f64 = 90.0;
/// Room for a character of an axis label in CSS pixels. Digits are the widest characters.
const MARK_CHARACTER_PX: f32 = 6.4;

/// Height of the text behind the end of a side, CSS pixels.
const END_TEXT_PX: f32 = 16.0;

/// Room for the letter of a side left of its axis, CSS pixels.
const AXIS_LETTER_PX: f32 = 16.0;

fn plain(rect: Rect, fill: Rgba) -> RectInstance {
    let Rect { x0, y0, x1, y1 } = rect;
    RectInstance { x0, y0, x1, y1, fill, ..RectInstance::default() }
}

fn hairline(at: f32, y0: f32, y1: f32, color: Rgba) -> RectInstance {
    plain(Rect::new(at, y0, at + 1.0, y1), color)
}

/// Least distance of two anchor lines on a bent axis, in CSS pixels.
const ANCHOR_GAP_PX: f64 = 60.0;

/// Returns the dotted line at an anchor of a bent axis.
pub fn anchor_line(at: f32, y0: f32, y1: f32, theme: &Theme) -> RectInstance {
    let style = RectStyle::PLAIN.border(4).dashed();
    RectInstance { border: theme.line_strong, style, ..hairline(at, y0, y1, Rgba::TRANSPARENT) }
}

/// Returns the anchors of a bent axis that get a line, in ticks of A and of B.
pub fn anchors(bent: TimeMap<'_>, window: Window, px_per_tick: f64) -> Vec<[i64; 2]> {
    bent.anchors(window, (ANCHOR_GAP_PX / px_per_tick).ceil() as i64)
}

/// Draws the ground of a plot, its grid lines and its labelled axis. The ground is sunken where the side has no time.
/// If the axis of B is `bent`, its anchors get lines.
pub fn axis(layers: &mut Vec<Layer>, theme: &Theme, pane: &PaneRect, plot: &Plot<'_>, bent: TimeMap<'_>) {
    let axis = plot.trace.axis();
    // Marks are round times of the side itself, wherever these lie on the common axis.
    let over_scan = Window { start: plot.ticks().start, end: plot.ticks().end };
    let (space, projection, extent) = (plot.space, &plot.projection, plot.trace.extent());
    let x = |tick: i64| projection.x_from_tick(tick) as f32;
    let mut ground = RectBatch::default();
    for (from, to) in [(over_scan.start, 0), (extent, over_scan.end)] {
        if from < to {
            let rect = Rect::new(x(from), pane.plot.y0, x(to), pane.plot.y1);
            ground.push(plain(rect, theme.sunken), ItemId::NONE);
        }
    }
    for anchor in anchors(bent, plot.window, projection.px_per_tick()) {
        let line = anchor_line(x(anchor[pane.side.index()]), pane.plot.y0, pane.plot.y1, theme);
        ground.push(line, ItemId::NONE);
    }
    let marks = marks(axis, over_scan, MARK_GAP_PX / projection.px_per_tick());
    let left = pane.axis.x0;
    let end_px = if plot.lanes_beyond() > 0 { pane.axis.x1 - BEYOND_PX } else { pane.axis.x1 };
    let (mut ticks, mut texts) = (RectBatch::default(), TextBatch::default());
    let mut below_texts = TextBatch::default();
    below_texts.runs.extend(end_text(pane, x(extent), &numbers::extent(axis, extent), theme));
    below_texts.items.resize(below_texts.runs.len(), ItemId::NONE);
    for mark in &marks {
        let at = x(mark.at);
        ground.push(hairline(at, pane.plot.y0, pane.plot.y1, theme.line), ItemId::NONE);
        let (y0, y1) = match pane.side {
            SideName::A => (pane.axis.y1 - 5.0, pane.axis.y1),
            SideName::B => (pane.axis.y0, pane.axis.y0 + 5.0),
        };
        ticks.push(hairline(at, y0, y1, theme.line_strong), ItemId::NONE);
        let rect = Rect::new(at + 4.0, pane.axis.y0, at + MARK_GAP_PX as f32, pane.axis.y1);
        // A number cut at the end of the axis would read as a different number.
        let end = rect.x0 + MARK_CHARACTER_PX * mark.label.chars().count() as f32;
        let is_cut = (at <= end_px && end > end_px) || (rect.x0 < left && end > left);
        if is_cut {
            continue;
        }
        texts.push(text_run(mark.label.clone(), rect, 10.0, theme.ink3, Align::Start), ItemId::NONE);
    }
    let mut below = Layer::new(pane.plot, space);
    below.batches.extend([Batch::Rects(ground), Batch::Texts(below_texts)]);
    let mut scale = Layer::new(Rect { x1: end_px, x0: left.min(end_px), ..pane.axis }, space);
    scale.batches.extend([Batch::Rects(ticks), Batch::Texts(texts)]);
    layers.extend([below, scale]);
}

/// Returns the text on the empty ground behind the end of a side, `A ends at 38.9 ms`, at the root edge. `None` if it finds
/// no room.
fn end_text(pane: &PaneRect, end_px: f32, time: &str, theme: &Theme) -> Option<TextRun> {
    let text = format!("{} ends at {time}", pane.side.letter());
    let x0 = end_px + 6.0;
    let x1 = x0 + MARK_CHARACTER_PX * text.chars().count() as f32;
    if end_px < pane.plot.x0 || x1 > pane.plot.x1 || pane.plot.height() < END_TEXT_PX {
        return None;
    }
    let (y0, y1) = match pane.side {
        SideName::A => (pane.plot.y0, pane.plot.y0 + END_TEXT_PX),
        SideName::B => (pane.plot.y1 - END_TEXT_PX, pane.plot.y1),
    };
    Some(text_run(text, Rect::new(x0, y0, x1, y1), 10.0, theme.ink2, Align::Start))
}

/// Writes into a row at the root edge of a side how many callers fill the time in view: `38 callers hidden ›`. A click on
/// it shows or hides them. No direction is named, because the root edge of a mirrored side lies at its bottom.
pub fn root_frames(layers: &mut Vec<Layer>, theme: &Theme, row: Rect, count: u32, folded: bool, id: ItemId) {
    let callers = if count == 1 { "caller" } else { "callers" };
    let text =
        if folded { format!("{count} {callers} hidden ›") } else { format!("‹ hide {count} {callers}") };
    let (mut rects, mut texts) = (RectBatch::default(), TextBatch::default());
    rects.push(plain(row, theme.sunken), id);
    let inner = Rect { x0: row.x0 + 4.0, ..row };
    texts.push(text_run(text, inner, 10.0, theme.ink2, Align::Start), id);
    let mut layer = Layer::new(row, Space::FIXED);
    layer.batches.extend([Batch::Rects(rects), Batch::Texts(texts)]);
    layers.push(layer);
}

/// Draws the badges at the left of all panes, and the lines between plots and axes.
pub fn badges(layers: &mut Vec<Layer>, theme: &Theme, size: Size, panes: &[PaneRect]) {
    let (mut rects, mut texts) = (RectBatch::default(), TextBatch::default());
    let width = size.width;
    for PaneRect { side, plot, axis } in panes {
        let edge = match side {
            SideName::A => axis.y1,
            SideName::B => axis.y0 - 1.0,
        };
        rects.push(plain(Rect::new(0.0, edge, width, edge + 1.0), theme.line), ItemId::NONE);
        badge(*side, *plot, theme, &mut rects, &mut texts);
        // The axis lies apart from the badge, and below another view's picture it would pass for the axis of that one.
        let rect = Rect { x0: axis.x0 - AXIS_LETTER_PX, x1: axis.x0 - 4.0, ..*axis };
        let color = if *side == SideName::A { theme.a } else { theme.b };
        let run = text_run(side.letter().to_owned(), rect, 10.0, color, Align::End);
        texts.push(TextRun { weight: Weight::Bold, ..run }, ItemId::NONE);
    }
    let mut layer = Layer::new(Rect::new(0.0, 0.0, width, size.height), Space::FIXED);
    layer.batches.extend([Batch::Rects(rects), Batch::Texts(texts)]);
    layers.push(layer);
}

/// Draws the letter of a side on its colour. The stripes lean as everywhere: left for A, right for B.
fn badge(side: SideName, plot: Rect, theme: &Theme, rects: &mut RectBatch, texts: &mut TextBatch) {
    const HALF: f32 = 9.0;
    let center = (GUTTER_PX / 2.0, f32::midpoint(plot.y0, plot.y1).round());
    let rect = Rect::new(center.0 - HALF, center.1 - HALF, center.0 + HALF, center.1 + HALF);
    let (fill, stripe, hatch) = match side {
        SideName::A => (theme.a, theme.a_fill, Hatch::LeanLeft),
        SideName::B => (theme.b, theme.b_fill, Hatch::LeanRight),
    };
    let style = RectStyle::PLAIN.hatch(hatch);
    rects.push(RectInstance { mark: stripe, style, ..plain(rect, fill) }, ItemId::NONE);
    let text = TextRun {
        rect,
        text: side.letter().to_owned(),
        size: 12.0,
        color: theme.bg,
        face: Face::Ui,
        weight: Weight::Bold,
        align: Align::Center,
        direction: diptych_scene::UPRIGHT,
    };
    texts.push(text, ItemId::NONE);
}

/// Width of the scroll bar of lanes, CSS pixels.
const BAR_PX: f32 = 4.0;
/// Width of the text at the right end of the axis, CSS pixels.
const BEYOND_PX: f32 = 100.0;

/// Draws the scroll bar of a pane that not all lanes fit in, and writes on its axis how many lanes lie outside.
pub fn beyond(layers: &mut Vec<Layer>, theme: &Theme, pane: &PaneRect, plot: &Plot<'_>) {
    let Some([from, to]) = plot.share_in_sight() else { return };
    let Rect { x1, y0, y1, .. } = plot.placement.plot;
    let height = y1 - y0;
    let thumb = match plot.side {
        SideName::A => [y0 + from * height, y0 + to * height],
        SideName::B => [y1 - to * height, y1 - from * height],
    };
    let mut bar = RectBatch::default();
    bar.push(plain(Rect::new(x1 - BAR_PX, y0, x1, y1), theme.sunken), ItemId::NONE);
    bar.push(plain(Rect::new(x1 - BAR_PX, thumb[0], x1, thumb[1]), theme.line_strong), ItemId::NONE);
    let mut layer = Layer::new(plot.placement.plot, Space::FIXED);
    layer.batches.push(Batch::Rects(bar));
    layers.push(layer);
    let lanes = plot.lanes_beyond();
    if lanes > 0 {
        // Any more words would be cut off.
        let text = format!("{lanes} more {}", if lanes == 1 { "lane" } else { "lanes" });
        let x0 = (pane.axis.x1 - BEYOND_PX).max(pane.axis.x0);
        let rect = Rect { x0, x1: pane.axis.x1 - BAR_PX, ..pane.axis };
        let mut texts = TextBatch::default();
        texts.push(text_run(text, rect, 10.0, theme.ink2, Align::End), ItemId::NONE);
        let mut layer = Layer::new(pane.axis, Space::FIXED);
        layer.batches.push(Batch::Texts(texts));
        layers.push(layer);
    }
}
