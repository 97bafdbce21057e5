//! The legend of bars and colours: a line above A, and the end of the shorter run in the room that it leaves.

use super::draw::OverviewInput;
use super::foci;
use super::geometry::{Area, Panel};
use super::intervals::Intervals;
use super::tone::Palette;
use super::words;
use diptych_protocol::{LegendEntry, LegendMark, SideName, Window};
use diptych_scene::text::width::estimated_px;
use diptych_scene::theme::Theme;
use diptych_scene::{Align, Face, ItemId, Rect, RectBatch, RectInstance, Rgba, TextBatch, TextRun, Weight};
use diptych_views::legend::{entry, mark};
use diptych_views::words::FOLDED_LABEL;
use diptych_views::{Projection, TimeMap};

/// Gap between the end of the run and the text.
const GAP_PX: f32 = 10.0;
/// Height of a line.
const LINE_PX: f32 = 15.0;
/// Least room for the text about the end of a run.
const END_ROOM_PX: f32 = 90.0;
/// Gap between two parts of the line about bars and colours.
const PART_GAP_PX: f32 = 18.0;
/// Gap between the ramp and the words at its ends.
const NEAR_PX: f32 = 5.0;
/// Width of a step of the ramp.
const STEP_PX: f32 = 6.0;
/// Factor on estimated widths of texts: in the reader's font, texts may be wider.
const SLACK: f32 = 1.12;

const TEXT_PX: f32 = 11.0;

/// Everything that the legend is about.
#[derive(Debug, Clone, Copy)]
pub(super) struct LegendInput<'a> {
    pub(super) intervals: &'a Intervals,
    pub(super) whole: Window,
    /// Focus of each side, whose brackets the texts keep clear of.
    pub(super) windows: Option<[Window; 2]>,
    pub(super) palette: &'a Palette,
    /// True if parts of the silhouettes are sums of folded calls.
    pub(super) is_folded: bool,
}

impl LegendInput<'_> {
    /// Returns the labels at the ends of the scale.
    fn ends(self) -> [String; 2] {
        let Intervals { common, scale, longest, .. } = self.intervals;
        words::scale_ends(*common, &words::share(scale.steps[3], *longest))
    }
}

/// Returns the room right of the end of a run.
fn room_beside(panel: &Panel, whole: Window, extent: i64) -> Rect {
    let projection = Projection::new(whole, panel.axis.x0, panel.axis.x1);
    Rect { x0: projection.x_from_tick(extent) as f32 + GAP_PX, ..panel.axis }
}

/// Draws the meaning of bars and colours above A, and `A ends 75.9 ms` right of the run that ends first.
pub(super) fn draw(
    panel: &Panel,
    theme: &Theme,
    input: LegendInput<'_>,
    rects: &mut RectBatch,
    texts: &mut TextBatch,
) {
    let LegendInput { intervals, whole, windows, .. } = input;
    if panel.key.height() > 0.0 {
        Line { at: panel.key, color: theme.ink2, rects, texts }.key(input);
    }
    for area in &panel.sides {
        let (extent, end) = (intervals.extents[area.side.index()], intervals.spans[area.side.index()].end);
        let beside = room_beside(panel, whole, end);
        if end >= whole.end || beside.width() < END_ROOM_PX {
            continue;
        }
        let y0 = area.whole().y0 + 2.0;
        let text = words::ends(area.side, intervals.axis, extent);
        let brackets = windows.map(|windows| foci::place(panel, whole, windows[area.side.index()]));
        let x0 = clear_of(brackets.into_iter().flatten(), beside, width(&text));
        let rect = Rect { x0, y0, x1: beside.x1, y1: y0 + LINE_PX };
        texts.push(run(rect, text, ink(theme, area), Weight::Bold), ItemId::NONE);
    }
}

/// Returns the left edge of a text in a room, right of the brackets at these places that would cross the text. A text
/// without room there stays at the left edge of the room.
fn clear_of(brackets: impl Iterator<Item = f32>, room: Rect, text_px: f32) -> f32 {
    let mut x0 = room.x0;
    for bracket in brackets {
        if bracket > x0 - GAP_PX && bracket < x0 + text_px + GAP_PX {
            x0 = bracket + GAP_PX;
        }
    }
    if x0 + text_px <= room.x1 { x0 } else { room.x0 }
}

fn ink(theme: &Theme, area: &Area) -> Rgba {
    match area.side {
        SideName::A => theme.a,
        SideName::B => theme.b,
    }
}

fn run(rect: Rect, text: String, color: Rgba, weight: Weight) -> TextRun {
    TextRun {
        rect,
        text,
        size: TEXT_PX,
        color,
        face: Face::Ui,
        weight,
        align: Align::Start,
        direction: diptych_scene::UPRIGHT,
    }
}

/// A line of texts and swatches from left to right. `at` is the room that is left.
struct Line<'a> {
    at: Rect,
    color: Rgba,
    rects: &'a mut RectBatch,
    texts: &'a mut TextBatch,
}

impl Line<'_> {
    /// Draws `Bar height: self time of matched calls   match comes earlier ▮▮▮▮▮▮▮▮▮ later in its run …   grey shape: …`.
    /// Parts without room are left out whole; the legend of the page names the colours too.
    fn key(&mut self, input: LegendInput<'_>) {
        let Intervals { height, axis, .. } = *input.intervals;
        self.text(words::bars(height, axis), PART_GAP_PX);
        let [least, most] = input.ends();
        let least = format!("match {least}");
        let steps = &input.palette.steps;
        let ramp_px = STEP_PX * steps.len() as f32;
        if width(&least) + width(&most) + ramp_px + 2.0 * NEAR_PX <= self.at.width() {
            self.text(least, NEAR_PX);
            self.steps(steps);
            self.at.x0 += ramp_px + NEAR_PX;
            self.text(most, PART_GAP_PX);
        }
        let shape = if input.is_folded { words::FOLDED_SILHOUETTE } else { words::SILHOUETTE };
        self.text(shape.to_owned(), 0.0);
    }

    /// Draws a text if it fits, and a gap behind it.
    fn text(&mut self, text: String, gap_px: f32) {
        let px = width(&text);
        if px > self.at.width() {
            return;
        }
        self.texts.push(
            run(Rect { x1: self.at.x0 + px, ..self.at }, text, self.color, Weight::Regular),
            ItemId::NONE,
        );
        self.at.x0 += px + gap_px;
    }

    fn steps(&mut self, steps: &[Rgba]) {
        for (step, &fill) in steps.iter().enumerate() {
            let x0 = self.at.x0 + STEP_PX * step as f32;
            let (y0, y1) = (self.at.y0 + 4.0, self.at.y1 - 3.0);
            let step = RectInstance { x0, y0, x1: x0 + STEP_PX, y1, fill, ..RectInstance::default() };
            self.rects.push(step, ItemId::NONE);
        }
    }
}

fn width(text: &str) -> f32 {
    estimated_px(text, TEXT_PX, Face::Ui, Weight::Regular) * SLACK
}

/// Room for the letters of the sides left of the axis, CSS pixels.
const LETTERS_PX: f32 = 34.0;
/// Room for an axis label, CSS pixels.
const MARK_PX: f32 = 90.0;

/// The marks of one axis.
#[derive(Clone, Copy)]
struct AxisMarks<'a> {
    /// Top and bottom of the labels.
    labels: [f32; 2],
    /// Tops and bottoms of the ticks of each mark.
    ticks: &'a [[f32; 2]],
    time_map: TimeMap<'a>,
}

/// Draws the axis that both sides share: a tick towards each side and a label. If the sides are placed on it
/// differently, A takes the upper half and B the lower half, each with its own times.
pub(super) fn axes(
    panel: &Panel,
    theme: &Theme,
    input: &OverviewInput<'_>,
    rects: &mut RectBatch,
    texts: &mut TextBatch,
) {
    let Rect { y0, y1, .. } = panel.axis;
    let half = f32::midpoint(y0, y1);
    let [a, b] = input.time_maps;
    let (upper, lower) = ([y0, y0 + 4.0], [y1 - 4.0, y1]);
    let mut marks = |marks: AxisMarks<'_>| axis(panel, theme, input, marks, rects, texts);
    let is_shared = matches!((a, b), (TimeMap::Identity, TimeMap::Identity));
    if is_shared {
        marks(AxisMarks { labels: [y0, y1], ticks: &[upper, lower], time_map: a });
    } else {
        marks(AxisMarks { labels: [y0, half], ticks: &[upper], time_map: a });
        marks(AxisMarks { labels: [half, y1], ticks: &[lower], time_map: b });
    }
    let letters = if is_shared {
        vec![(theme.ink2, "A, B", (y0, y1))]
    } else {
        vec![(theme.a, "A", (y0, half)), (theme.b, "B", (half, y1))]
    };
    for (color, text, (y0, y1)) in letters {
        let rect = Rect { x0: panel.axis.x0 - LETTERS_PX, x1: panel.axis.x0 - 4.0, y0, y1 };
        texts.push(
            TextRun { align: Align::End, size: 10.0, ..run(rect, text.to_owned(), color, Weight::Bold) },
            ItemId::NONE,
        );
    }
}

/// Draws the marks of an axis.
fn axis(
    panel: &Panel,
    theme: &Theme,
    input: &OverviewInput<'_>,
    marks: AxisMarks<'_>,
    rects: &mut RectBatch,
    texts: &mut TextBatch,
) {
    let AxisMarks { labels: [y0, y1], ticks, time_map } = marks;
    let (axis, whole) = (input.data.axis, input.data.whole);
    let projection = Projection::new(whole, panel.axis.x0, panel.axis.x1).on(time_map);
    let own = time_map.own_window(whole);
    let mut last = f32::NEG_INFINITY;
    for mark in diptych_views::axis::marks(axis, own, f64::from(MARK_PX) / projection.px_per_tick()) {
        let x = projection.x_from_tick(mark.at) as f32;
        for &[y0, y1] in ticks {
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
        if x - last < 0.9 * MARK_PX {
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
    let folded = mark(FOLDED_LABEL, theme.ink2, LegendMark::Dots);
    kinds.into_iter().chain(steps).chain(input.is_folded.then_some(folded)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_about_an_end_lies_beside_brackets() {
        let room = Rect::new(100.0, 0.0, 400.0, 15.0);
        let place = |brackets: [f32; 2]| clear_of(brackets.into_iter(), room, 80.0) as i32;
        assert_eq!(place([20.0, 60.0]), 100);
        assert_eq!(place([20.0, 140.0]), 150);
        assert_eq!(place([140.0, 200.0]), 210);
        assert_eq!(place([20.0, 300.0]), 100);
        // Without room behind the bracket, the text is crossed.
        assert_eq!(clear_of([20.0, 140.0].into_iter(), Rect { x1: 200.0, ..room }, 80.0) as i32, 100);
    }
}
