//! The legend of bars and colours, in the room that the shorter run leaves.

use super::draw::OverviewInput;
use super::geometry::{Area, Panel};
use super::intervals::Intervals;
use super::tone::Palette;
use super::words;
use crate::legend::entry;
use crate::{Projection, TimeMap, numbers};
use diptych_protocol::{LegendEntry, SideName, Window};
use diptych_scene::theme::Theme;
use diptych_scene::{Align, Face, ItemId, Rect, RectBatch, RectInstance, Rgba, TextBatch, TextRun, Weight};

/// Gap between the end of the run and the text.
const GAP_PX: f32 = 10.0;
/// Height of a line.
const LINE_PX: f32 = 15.0;
/// Least room for the text about the end of a run, and for the text about bars and colours.
const END_ROOM_PX: f32 = 90.0;
const WORDS_ROOM_PX: f32 = 270.0;
/// Room before the ramp, for `earlier`.
const BEFORE_PX: f32 = 44.0;
/// Width of a step of the ramp.
const STEP_PX: f32 = 6.0;

const TEXT_PX: f32 = 11.0;

/// Widths of the texts in the line of the axis, for when no run leaves enough room: `Bar height: matched self time`,
/// `match earlier`, the ramp, `later, ≥ 12 % away`.
const KEY_PX: [f32; 3] = [186.0, 90.0, 120.0];

/// Returns the room for the text about bars in that line, which is larger if the quantity is a longer word than *time*.
fn bars_px(input: LegendInput<'_>) -> f32 {
    KEY_PX[0] + 6.5 * (numbers::quantity(input.intervals.axis).len() as f32 - 4.0)
}

/// Everything that the legend is about.
#[derive(Debug, Clone, Copy)]
pub(super) struct LegendInput<'a> {
    pub(super) intervals: &'a Intervals,
    pub(super) whole: Window,
    pub(super) palette: &'a Palette,
}

impl LegendInput<'_> {
    /// Returns the labels at the ends of the scale.
    fn ends(self) -> [String; 2] {
        Palette::ends(&words::share(self.intervals.scale.steps[3], self.intervals.longest))
    }
}

/// Returns the room of the text at the right end of the axis. It is there if no run leaves enough room, and if it takes
/// at most half of the axis.
pub(super) fn key_room(panel: &Panel, input: LegendInput<'_>) -> Option<Rect> {
    let fits_in_line = input.intervals.spans.iter().any(|&Window { end, .. }| {
        end < input.whole.end && room_beside(panel, input.whole, end).width() >= WORDS_ROOM_PX
    });
    let [_, before_px, after_px] = KEY_PX;
    let width = bars_px(input) + before_px + after_px + STEP_PX * input.palette.steps.len() as f32;
    let room = Rect { x0: panel.axis.x1 - width, ..panel.axis };
    (!fits_in_line && room.x0 >= f32::midpoint(panel.axis.x0, panel.axis.x1)).then_some(room)
}

/// Returns the room right of the end of a run.
fn room_beside(panel: &Panel, whole: Window, extent: i64) -> Rect {
    let projection = Projection::new(whole, panel.axis.x0, panel.axis.x1);
    Rect { x0: projection.x_from_tick(extent) as f32 + GAP_PX, ..panel.axis }
}

/// Draws `A ends 75.9 ms` right of the run that ends first, and the meaning of bars and colours.
pub(super) fn draw(
    panel: &Panel,
    theme: &Theme,
    input: LegendInput<'_>,
    rects: &mut RectBatch,
    texts: &mut TextBatch,
) {
    let LegendInput { intervals, whole, .. } = input;
    if let Some(room) = key_room(panel, input) {
        Lines { at: room, rects, texts }.key(input, theme);
    }
    for area in &panel.sides {
        let (extent, end) = (intervals.extents[area.side.index()], intervals.spans[area.side.index()].end);
        let beside = room_beside(panel, whole, end);
        let room = beside.width();
        if end >= whole.end || room < END_ROOM_PX {
            continue;
        }
        let Rect { y0, y1, .. } = area.whole();
        let mut lines = Lines { at: Rect { y0: y0 + 2.0, y1, ..beside }, rects, texts };
        lines.text(words::ends(area.side, intervals.axis, extent), ink(theme, area), Weight::Bold);
        if room >= WORDS_ROOM_PX {
            lines.text(
                format!("{} per 10\u{202f}px", words::bars(intervals.height, intervals.axis)),
                theme.ink2,
                Weight::Regular,
            );
            lines.text("Colour: how far the match moved".to_owned(), theme.ink2, Weight::Regular);
            lines.ramp(input, theme.ink2);
            lines.text(words::than(intervals.common).to_owned(), theme.ink2, Weight::Regular);
        }
    }
}

fn ink(theme: &Theme, area: &Area) -> Rgba {
    match area.side {
        SideName::A => theme.a,
        SideName::B => theme.b,
    }
}

/// Lines of text from the top of a box, as many as fit.
struct Lines<'a> {
    at: Rect,
    rects: &'a mut RectBatch,
    texts: &'a mut TextBatch,
}

impl Lines<'_> {
    fn line(&mut self) -> Option<Rect> {
        let Rect { x0, y0, x1, y1 } = self.at;
        self.at.y0 += LINE_PX;
        (y0 + LINE_PX <= y1).then(|| Rect::new(x0, y0, x1, y0 + LINE_PX))
    }

    fn text(&mut self, text: String, color: Rgba, weight: Weight) {
        if let Some(rect) = self.line() {
            self.run(rect, text, color, weight, Align::Start);
        }
    }

    fn run(&mut self, rect: Rect, text: String, color: Rgba, weight: Weight, align: Align) {
        let run = TextRun {
            rect,
            text,
            size: TEXT_PX,
            color,
            face: Face::Ui,
            weight,
            align,
            direction: diptych_scene::UPRIGHT,
        };
        self.texts.push(run, ItemId::NONE);
    }

    /// Draws `earlier ▮▮▮▮▮▮▮▮▮ later, ≥ 12 % away`.
    fn ramp(&mut self, input: LegendInput<'_>, color: Rgba) {
        let Some(line) = self.line() else { return };
        let palette = input.palette;
        let first = line.x0 + BEFORE_PX;
        let end = first + STEP_PX * palette.steps.len() as f32;
        let before = Rect::new(line.x0, line.y0, first, line.y1);
        let after = Rect::new(end + 4.0, line.y0, line.x1, line.y1);
        let [least, most] = input.ends();
        self.run(before, least, color, Weight::Regular, Align::Start);
        self.run(after, most, color, Weight::Regular, Align::Start);
        self.steps(&palette.steps, Rect { x0: first, ..line });
    }

    /// Draws the steps of the scale, starting at the left edge of a line.
    fn steps(&mut self, steps: &[Rgba], line: Rect) {
        for (step, &fill) in steps.iter().enumerate() {
            let x0 = line.x0 + STEP_PX * step as f32;
            let (y0, y1) = (line.y0 + 4.0, line.y1 - 3.0);
            let step = RectInstance { x0, y0, x1: x0 + STEP_PX, y1, fill, ..RectInstance::default() };
            self.rects.push(step, ItemId::NONE);
        }
    }

    /// Draws everything in one line.
    fn key(&mut self, input: LegendInput<'_>, theme: &Theme) {
        let room = self.at;
        let [_, before_px, _] = KEY_PX;
        let (steps, [least, most]) = (&input.palette.steps, input.ends());
        let bars = Rect { x1: room.x0 + bars_px(input), ..room };
        let before = Rect { x0: bars.x1, x1: bars.x1 + before_px - 4.0, ..room };
        let ramp = Rect { x0: before.x1 + 4.0, y0: room.y0 + 3.0, y1: room.y1 - 3.0, ..room };
        let after = Rect { x0: ramp.x0 + STEP_PX * steps.len() as f32 + 4.0, ..room };
        let bars_of = words::bars(input.intervals.height, input.intervals.axis);
        self.run(bars, bars_of, theme.ink2, Weight::Regular, Align::End);
        self.run(before, format!("match {least}"), theme.ink2, Weight::Regular, Align::End);
        self.run(after, most, theme.ink2, Weight::Regular, Align::Start);
        self.steps(steps, ramp);
    }
}

/// Room for an axis label, CSS pixels.
const MARK_PX: f32 = 90.0;

/// Draws the axis that both sides share: a tick towards each side and a label. If the sides are placed on it
/// differently, A takes the upper half and B the lower half, each with its own times.
pub(super) fn axes(
    panel: &Panel,
    theme: &Theme,
    input: &OverviewInput<'_>,
    taken: Option<Rect>,
    (rects, texts): (&mut RectBatch, &mut TextBatch),
) {
    let Rect { y0, y1, .. } = panel.axis;
    let half = f32::midpoint(y0, y1);
    let [a, b] = input.time_maps;
    let (upper, lower) = ((y0, y0 + 4.0), (y1 - 4.0, y1));
    let mut marks = |line: (f32, f32), ticks: &[(f32, f32)], time_map: TimeMap<'_>| {
        axis(panel, theme, input, (line, ticks, time_map), taken, (&mut *rects, &mut *texts));
    };
    if matches!((a, b), (TimeMap::Identity, TimeMap::Identity)) {
        marks((y0, y1), &[upper, lower], a);
    } else {
        marks((y0, half), &[upper], a);
        marks((half, y1), &[lower], b);
    }
}

/// Draws the marks of an axis placed by `time_map`, with the labels between two heights.
fn axis(
    panel: &Panel,
    theme: &Theme,
    input: &OverviewInput<'_>,
    ((y0, y1), ticks, time_map): ((f32, f32), &[(f32, f32)], TimeMap<'_>),
    taken: Option<Rect>,
    (rects, texts): (&mut RectBatch, &mut TextBatch),
) {
    let (axis, whole) = (input.data.axis, input.data.whole);
    let projection = Projection::new(whole, panel.axis.x0, panel.axis.x1).on(time_map);
    let own = time_map.own_window(whole);
    let mut last = f32::NEG_INFINITY;
    for mark in crate::axis::marks(axis, own, f64::from(MARK_PX) / projection.px_per_tick()) {
        let x = projection.x_from_tick(mark.at) as f32;
        for &(y0, y1) in ticks {
            let tick = RectInstance {
                x0: x,
                y0,
                x1: x + 1.0,
                y1,
                fill: theme.line_strong,
                ..RectInstance::default()
            };
            rects.push(tick, ItemId::NONE);
        }
        // A label at an end of the axis lies inside it.
        let (rect, align) = match x {
            x if x - MARK_PX / 2.0 < panel.axis.x0 => (Rect::new(x, y0, x + MARK_PX, y1), Align::Start),
            x if x + MARK_PX / 2.0 > panel.rect.x1 => (Rect::new(x - MARK_PX, y0, x, y1), Align::End),
            x => (Rect::new(x - MARK_PX / 2.0, y0, x + MARK_PX / 2.0, y1), Align::Center),
        };
        // On a bent axis, marks may be closer than their labels are wide.
        if taken.is_some_and(|taken| rect.overlaps(taken)) || x - last < 0.9 * MARK_PX {
            continue;
        }
        last = x;
        let (text, color) = (mark.label, theme.ink3);
        let run = TextRun {
            rect,
            text,
            size: 10.0,
            color,
            face: Face::Ui,
            weight: Weight::Regular,
            align,
            direction: diptych_scene::UPRIGHT,
        };
        texts.push(run, ItemId::NONE);
    }
}

/// Returns the entries of the legend: kinds of calls, then the scale of shifts.
pub(super) fn entries(theme: &Theme, input: LegendInput<'_>) -> Vec<LegendEntry> {
    let (steps, [least, most]) = (&input.palette.steps, input.ends());
    let Intervals { scale, longest, .. } = input.intervals;
    // The middle step is in place. Steps away from it have the same limits on both sides.
    let label = |step: usize| match step {
        0 => format!("match {least}"),
        4 => "in place".to_owned(),
        step if step + 1 == steps.len() => most.clone(),
        step => words::share(scale.steps[step.abs_diff(4) - 1], *longest),
    };
    let steps = steps.iter().enumerate().map(|(step, &color)| entry(&label(step), color));
    let kinds = [
        entry("matched", theme.line_strong),
        entry("moved", theme.moved),
        entry("only in A", theme.a_fill),
        entry("only in B", theme.b_fill),
    ];
    kinds.into_iter().chain(steps).collect()
}
