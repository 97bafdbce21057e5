//! The strips as primitives.

use super::emphasis;
use super::geometry::{Column, Strip, column_rect};
use crate::program::{Emphasis, Program, SideCalls, grounds, is_end};
use diptych_protocol::{SideName, Subject, Window};
use diptych_scene::theme::Theme;
use diptych_scene::{
    Align, Batch, Image, ImageBatch, ItemId, Layer, Rect, RectBatch, RectInstance, RectStyle, Rgba, Space,
    TextBatch, TextRun, Weight,
};
use diptych_trace::Trace;
use diptych_views::icicle::boxes::{CHAR_WIDTH, text_run};
use diptych_views::places::short_name;
use diptych_views::{LayoutInput, TimeMap, numbers};

/// Distance between times in the gutter.
const TIMES_PX: f32 = 90.0;
const TEXT_PX: f32 = 10.0;
const HEAD_PX: f32 = 11.0;
/// Width of the letter of a side in its head.
const LETTER_PX: f32 = 16.0;
/// Width of a tick at a repeat of marked calls, and opacity of the ticks at near repeats.
const TICK_PX: f32 = 6.0;
const NEAR_STRENGTH: f32 = 0.55;
/// Least width of a column with a name.
const NAMED_PX: f32 = 28.0;

/// Everything that the strips are drawn from.
pub(super) struct Drawing<'a> {
    pub(super) input: &'a LayoutInput<'a>,
    pub(super) program: &'a Program,
    pub(super) columns: &'a [Column],
    pub(super) emphasis: Emphasis,
}

fn boxed(rect: Rect) -> RectInstance {
    let Rect { x0, y0, x1, y1 } = rect;
    RectInstance { x0, y0, x1, y1, ..RectInstance::default() }
}

impl Drawing<'_> {
    fn theme(&self) -> &'static Theme {
        self.input.colors()
    }

    /// Returns the layers of a side. Its items start at `first`: columns, then rows.
    pub(super) fn side(
        &self,
        side: SideName,
        trace: &Trace,
        calls: &SideCalls,
        strip: &Strip,
        first: u32,
    ) -> Vec<Layer> {
        let layer = |batches: Vec<Batch>| {
            let mut layer = Layer::new(self.input.rect, Space::FIXED);
            layer.batches = batches;
            layer
        };
        let (mut rects, mut texts) = (RectBatch::default(), TextBatch::default());
        self.icicle(strip, first, &mut rects, &mut texts);
        let border = RectInstance {
            border: self.theme().line,
            style: RectStyle::PLAIN.border(1),
            ..boxed(strip.lines.outset(1.0))
        };
        rects.push(border, ItemId::NONE);
        let mut images = ImageBatch::default();
        if calls.width > 0 && calls.height > 0 && strip.lines.width() >= 1.0 && strip.lines.height() >= 1.0 {
            let fits =
                strip.lines.width() as u32 == calls.width && strip.lines.height() as u32 == calls.height;
            images.images.push(Image {
                rect: strip.lines,
                width: calls.width,
                height: calls.height,
                rgba: calls.picture.clone(),
                // A picture that was made for another size is stretched until the new one arrives.
                smooth: !fits,
            });
            images.items.push(ItemId::NONE);
        }
        let mut over = RectBatch::default();
        rows(strip, calls, first + self.columns.len() as u32, &mut over);
        self.marks(strip, calls, &mut over);
        self.repeats(side, calls, strip, &mut over);
        self.call(side, trace, calls, strip, &mut over);
        self.times(trace, calls, strip, &mut texts);
        self.head(side, trace, calls, strip, &mut texts);
        vec![
            layer(vec![Batch::Rects(rects), Batch::Images(images)]),
            layer(vec![Batch::Rects(over), Batch::Texts(texts)]),
        ]
    }

    fn icicle(&self, strip: &Strip, first: u32, rects: &mut RectBatch, texts: &mut TextBatch) {
        let theme = self.theme();
        let [shown, around] = grounds(theme);
        let elements = self.program.shown.elements().len();
        for (at, column) in self.columns.iter().enumerate() {
            let rect = column_rect(strip, column, elements);
            let is_shown = self.program.shown.place(column.element).is_some();
            let (fill, color) = match self.program.sides(column.element) {
                [true, false] if self.program.is_pair() => (theme.a_tint, theme.a),
                [false, true] if self.program.is_pair() => (theme.b_tint, theme.b),
                _ if is_shown => (shown, theme.ink2),
                _ => (around, theme.ink),
            };
            // A gap between columns that are wide enough for one.
            let seam = if rect.width() > 4.0 { 1.0 } else { 0.0 };
            let inner = Rect { x1: rect.x1 - seam, y1: rect.y1 - 1.0, ..rect };
            rects.push(RectInstance { fill, ..boxed(inner) }, ItemId(first + at as u32));
            if inner.width() >= NAMED_PX {
                let name = short_name(self.program.hierarchy(), column.element);
                let within = Rect { x0: inner.x0 + 2.0, x1: inner.x1 - 2.0, ..inner };
                texts.push(text_run(name, within, TEXT_PX, color, Align::Shrink), ItemId::NONE);
            }
        }
    }

    /// Marks the columns and the rows of the selection and of the item under the pointer. All other lines step back.
    fn marks(&self, strip: &Strip, calls: &SideCalls, rects: &mut RectBatch) {
        let elements = self.program.shown.elements().len();
        let theme = self.theme();
        if self.emphasis.first().is_some() {
            emphasis::veil(strip, theme.bg, rects);
        }
        for (ends, color) in [(self.emphasis.selected, theme.ink), (self.emphasis.pointed, theme.hover)] {
            let Some(ends) = ends else { continue };
            for column in self.columns.iter().filter(|column| is_end(self.program, ends, column.element)) {
                let rect = column_rect(strip, column, elements);
                let edge = RectInstance { border: color, style: RectStyle::PLAIN.border(1), ..boxed(rect) };
                rects.push(edge, ItemId::NONE);
            }
            emphasis::lines(self.program, calls, strip, ends, color, rects);
        }
    }

    /// Frames the marked and the selected calls. Adds a tick next to the lines at each repeat, wide for exact ones.
    fn repeats(&self, side: SideName, calls: &SideCalls, strip: &Strip, rects: &mut RectBatch) {
        let theme = self.theme();
        let color = theme.hit;
        let Rect { x0, x1, y0, y1 } = strip.lines;
        let y = |share: f32| y0 + (y1 - y0) * share;
        let mark = self.input.state.structure.mark.as_ref();
        let marked = match mark {
            Some(Subject::Time { side: of, window, .. }) => (*of == side).then_some(*window),
            _ => None,
        };
        let selected = match self.input.state.selection {
            Some(Subject::Time { side: of, window, .. }) => {
                Some(TimeMap::range_of_both(self.input.time_maps, of, window)[side.index()])
            }
            _ => None,
        };
        for (window, border) in [(marked, color), (selected, theme.ink)] {
            if let Some(Window { start, end }) = window
                && let Some([from, to]) = heights_of(calls, [start, end])
            {
                let frame = Rect::new(x0, y(from), x1, y(to)).outset(1.0);
                let edge = RectInstance { border, style: RectStyle::PLAIN.border(2), ..boxed(frame) };
                rects.push(edge, ItemId::NONE);
            }
        }
        let Some(repeats) = &self.program.repeats else { return };
        // Repeats in the same row of pixels, or in adjacent rows, share a tick.
        let mut last: Option<(Rect, bool)> = None;
        let mut draw = |(rect, is_exact): (Rect, bool)| {
            let fill = if is_exact { color } else { color.with_alpha(NEAR_STRENGTH) };
            rects.push(RectInstance { fill, ..boxed(rect) }, ItemId::NONE);
        };
        for repeat in &repeats.sides[side.index()] {
            let Some([from, to]) = heights_of(calls, repeat.window) else { continue };
            let is_exact = repeat.edits == 0;
            let top = y(from).round();
            let width = if is_exact { TICK_PX } else { TICK_PX - 2.0 };
            let tick = Rect::new(x1 + 3.0, top, x1 + 3.0 + width, y(to).round().max(top + 2.0) - 1.0);
            match &mut last {
                Some((before, exact)) if before.y1 >= tick.y0 && *exact == is_exact => {
                    before.y1 = before.y1.max(tick.y1);
                }
                _ => {
                    if let Some(before) = last.replace((tick, is_exact)) {
                        draw(before);
                    }
                }
            }
        }
        if let Some(before) = last {
            draw(before);
        }
    }

    /// Draws a line at the selected call.
    fn call(&self, side: SideName, trace: &Trace, calls: &SideCalls, strip: &Strip, rects: &mut RectBatch) {
        let selected = self.input.selected.filter(|(of, _)| *of == side).map(|(_, call)| call);
        let Some(call) = selected.or(self.input.selected_match.filter(|_| side == SideName::B)) else {
            return;
        };
        let Some(share) = height_of(calls, trace.calls().start()[call.index()]) else { return };
        let y = (strip.lines.y0 + strip.lines.height() * share).round();
        let rect = Rect::new(strip.gutter.x1 - 6.0, y - 1.0, strip.lines.x1, y + 1.0);
        rects.push(RectInstance { fill: self.theme().ink, ..boxed(rect) }, ItemId::NONE);
    }

    fn times(&self, trace: &Trace, calls: &SideCalls, strip: &Strip, texts: &mut TextBatch) {
        // Calls have equal heights, so the times beside them run unevenly. The head of the axis says so.
        let head = Rect::new(strip.gutter.x0, strip.gutter.y0 - 15.0, strip.gutter.x1 - 5.0, strip.gutter.y0);
        texts.push(
            text_run("in call order".to_owned(), head, TEXT_PX, self.theme().ink2, Align::End),
            ItemId::NONE,
        );
        let steps = (strip.lines.height() / TIMES_PX).floor().max(1.0) as u32;
        let mut last = String::new();
        for step in 0..=steps {
            let share = step as f32 / steps as f32;
            // The lowest label gives the time of the last row, not of the calls after it.
            let Some(tick) = tick_of(calls, share.min(last_row(calls))) else { continue };
            let text = numbers::extent(trace.axis(), tick.clamp(0, trace.extent()));
            if text == last {
                continue;
            }
            let y = strip.lines.y0 + strip.lines.height() * share;
            let (top, bottom) = match step {
                0 => (y, y + 14.0),
                _ if step == steps => (y - 14.0, y),
                _ => (y - 7.0, y + 7.0),
            };
            let rect = Rect::new(strip.gutter.x0 + 2.0, top, strip.gutter.x1 - 5.0, bottom);
            texts.push(text_run(text.clone(), rect, TEXT_PX, self.theme().ink3, Align::End), ItemId::NONE);
            last = text;
        }
    }

    fn head(&self, side: SideName, trace: &Trace, calls: &SideCalls, strip: &Strip, texts: &mut TextBatch) {
        if strip.head.height() < 1.0 {
            return;
        }
        let theme = self.theme();
        let color: Rgba = if side == SideName::A { theme.a } else { theme.b };
        let bold = text_run(side.letter().to_owned(), strip.head, HEAD_PX, color, Align::Start);
        texts.push(TextRun { weight: Weight::Bold, ..bold }, ItemId::NONE);
        let rest = Rect { x0: (strip.head.x0 + LETTER_PX).min(strip.head.x1), ..strip.head };
        let whole = window_words(trace, calls);
        // The window is also given next to the picture, so it can be dropped.
        let fits = whole.chars().count() as f32 * HEAD_PX * CHAR_WIDTH <= rest.width();
        let words = if fits { whole } else { numbers::calls(all_calls(calls)) };
        texts.push(text_run(words, rest, HEAD_PX, theme.ink3, Align::Start), ItemId::NONE);
    }
}

/// Returns the least width of the head of a side, CSS pixels.
pub(super) fn head_px(calls: &SideCalls) -> f32 {
    LETTER_PX + numbers::calls(all_calls(calls)).chars().count() as f32 * HEAD_PX * CHAR_WIDTH
}

/// Describes the window: `130,942 calls · 0 s to 95.3 ms`.
pub(super) fn window_words(trace: &Trace, calls: &SideCalls) -> String {
    let tick = |share: f32| tick_of(calls, share).unwrap_or(0).clamp(0, trace.extent());
    let [from, to] = [0.0, last_row(calls)].map(|share| numbers::extent(trace.axis(), tick(share)));
    format!("{} · {from} to {to}", numbers::calls(all_calls(calls)))
}

/// Returns the number of calls in the window, as other desks count them: with those without a caller, which have no row.
pub(super) fn all_calls(calls: &SideCalls) -> u64 {
    calls.lines[0] + calls.without_caller
}

/// Returns the height at which the last row begins, 0 to 1.
fn last_row(calls: &SideCalls) -> f32 {
    calls.height.saturating_sub(1) as f32 / calls.height.max(1) as f32
}

/// Returns the tick at a height of the picture, 0 to 1.
pub(super) fn tick_of(calls: &SideCalls, share: f32) -> Option<i64> {
    let rows = (calls.ticks.len().checked_sub(1)?) / 3;
    calls.ticks.get(rows + (share * rows as f32).round() as usize).copied()
}

/// Returns the heights between which some ticks lie, 0 to 1, as far as they are shown; `None` if none is.
fn heights_of(calls: &SideCalls, [start, end]: [i64; 2]) -> Option<[f32; 2]> {
    let rows = (calls.ticks.len().checked_sub(1)?) / 3;
    let within = calls.ticks.get(rows..=2 * rows)?;
    if rows == 0 || end <= within[0] || start > within[rows] {
        return None;
    }
    // A row begins at its first call. Calls that start later in the row still belong to it.
    let from = within.partition_point(|&of| of <= start).saturating_sub(1);
    let to = within.partition_point(|&of| of < end).clamp(from + 1, rows.max(from + 1));
    Some([from, to].map(|row| row as f32 / rows as f32))
}

/// Returns the height of a tick, 0 to 1; `None` if it is outside.
fn height_of(calls: &SideCalls, tick: i64) -> Option<f32> {
    let rows = (calls.ticks.len().checked_sub(1)?) / 3;
    let within = calls.ticks.get(rows..=2 * rows)?;
    let at = within.partition_point(|&of| of <= tick);
    (at > 0 && at < within.len()).then(|| (at as f32 - 1.0) / rows.max(1) as f32)
}

/// Adds an invisible box over each row for picking.
fn rows(strip: &Strip, calls: &SideCalls, first: u32, rects: &mut RectBatch) {
    let height = strip.lines.height() / calls.height.max(1) as f32;
    for (at, [call, ..]) in calls.rows.iter().enumerate() {
        if *call == u32::MAX {
            continue;
        }
        let y0 = strip.lines.y0 + height * at as f32;
        let rect = Rect { y0, y1: y0 + height, ..strip.lines };
        rects.push(boxed(rect), ItemId(first + at as u32));
    }
}
