//! The panels as primitives.

use super::geometry::{Panel, Rows, Shows, x};
use super::labels;
use super::paint::{DifferencePaint, NO_CHANGE, mode_fill, state_color};
use crate::space_time::SliceTimes;
use diptych_aggregate::{CutMark, DrawnPart, Part};
use diptych_protocol::AreaFill;
use diptych_scene::theme::Theme;
use diptych_scene::{
    Align, ItemId, PolyBatch, Rect, RectBatch, RectInstance, RectStyle, Rgba, TextBatch, TextRun, Weight,
};
use diptych_views::icicle::boxes::text_run;

/// Gap between areas, and least size of an area with a gap.
const GAP_PX: f32 = 1.0;
const GAP_FROM_PX: f32 = 3.0;
/// Thickness of the lines that mark an area standing for several.
const LINE_PX: f32 = 0.8;

/// Number of listed areas that are numbered in the picture, and size of their number boxes.
const NUMBERED: usize = 9;
const NUMBER_PX: f32 = 12.0;

/// The parts of the picture.
#[derive(Debug, Default)]
pub(super) struct Drawing {
    /// Boxes above the lines.
    pub(super) over: RectBatch,
    /// Texts above those boxes.
    pub(super) numbers: TextBatch,
    pub(super) rects: RectBatch,
    pub(super) lines: PolyBatch,
    pub(super) texts: TextBatch,
}

/// The areas of a panel. Each is an item, numbered from `first` on.
pub(super) struct PanelDrawing<'a> {
    pub(super) theme: &'a Theme,
    pub(super) times: &'a SliceTimes,
    pub(super) rows: &'a Rows,
    pub(super) panel: &'a Panel,
    pub(super) fill: AreaFill,
    /// Colours of the difference.
    pub(super) paint: Option<&'a DifferencePaint<'a>>,
}

impl PanelDrawing<'_> {
    /// Draws the areas. O(areas · states).
    pub(super) fn draw(&self, areas: &[DrawnPart], first: u32, into: &mut Drawing) {
        let plot = self.panel.plot;
        let ground = RectInstance { fill: self.theme.sunken, ..boxed(plot) };
        into.rects.push(ground, ItemId::NONE);
        for (at, area) in areas.iter().enumerate() {
            let rect = self.rect(area.part);
            let item = ItemId(first + at as u32);
            // The whole area can be picked, however much of it is filled.
            into.rects.push(RectInstance { fill: self.theme.bg, ..boxed(rect) }, item);
            match (self.panel.shows, self.fill) {
                (Shows::Difference, _) => {
                    let fill = self.paint.map_or(self.theme.change[NO_CHANGE], |paint| paint.fill(area.part));
                    into.rects.push(RectInstance { fill, ..boxed(inner(rect)) }, item);
                }
                (Shows::Side(side), AreaFill::Mode) => self.mode(side, area.part, rect, item, into),
                (Shows::Side(side), AreaFill::Stack) => self.stack(side, area.part, rect, item, into),
            }
            self.mark(area.mark, inner(rect), into);
        }
        labels::names(self.theme, self.times, self.rows, self.panel, &mut into.texts, &mut into.rects);
    }

    /// Draws the edges and numbers of the first areas of the list.
    pub(super) fn listed(&self, into: &mut Drawing) {
        let differs = self.times.listed.iter().take_while(|area| area.kind.is_difference());
        let mut places: Vec<Rect> = Vec::new();
        for (rank, area) in differs.take(NUMBERED).enumerate() {
            let [y0, y1] = self.rows.y_of_leaves(self.panel.plot, area.leaves[0], area.leaves[1]);
            let at = |slice| x(self.panel.plot, self.times.slices, slice);
            let (x0, x1) = (at(area.slices[0]), at(area.slices[1] + 1));
            let edge = RectInstance {
                border: self.theme.ink2,
                style: RectStyle::PLAIN.border(5),
                fill: Rgba::TRANSPARENT,
                ..boxed(Rect::new(x0 - 1.0, y0 - 1.0, x1 + 1.0, y1 + 1.0))
            };
            into.over.push(edge, ItemId::NONE);
            let place = number_place(Rect::new(x0, y0, x1, y1), self.panel.plot, &places);
            places.push(place);
            into.over.push(RectInstance { fill: self.theme.ink2, ..boxed(place) }, ItemId::NONE);
            let run = text_run((rank + 1).to_string(), place, 9.0, self.theme.bg, Align::Center);
            into.numbers.push(TextRun { weight: Weight::Bold, ..run }, ItemId::NONE);
        }
    }

    pub(super) fn rect(&self, part: Part) -> Rect {
        let [y0, y1] = self.rows.y(self.panel.plot, part.node as usize);
        let slices = self.times.slices;
        Rect::new(x(self.panel.plot, slices, part.from), y0, x(self.panel.plot, slices, part.to + 1), y1)
    }

    fn mode(&self, side: usize, part: Part, rect: Rect, item: ItemId, into: &mut Drawing) {
        let shares = self.times.times[side].shares(part);
        let Some(fill) = mode_fill(self.theme, self.times, &shares) else { return };
        let rect = inner(rect);
        let y0 = rect.y1 - rect.height() * fill.filled as f32;
        into.rects.push(RectInstance { fill: fill.color, ..boxed(Rect { y0, ..rect }) }, item);
    }

    /// Draws all states by their shares, the state with most time overall at the bottom.
    fn stack(&self, side: usize, part: Part, rect: Rect, item: ItemId, into: &mut Drawing) {
        let rect = inner(rect);
        let mut y1 = rect.y1;
        for (state, share) in self.times.times[side].shares(part).into_iter().enumerate() {
            let y0 = y1 - rect.height() * share as f32;
            // Boxes snap to pixels, so a state lower than half a pixel is left to its neighbours.
            if (y1.round() - y0.round()).abs() >= 1.0 {
                let fill = state_color(self.theme, self.times, state);
                into.rects.push(RectInstance { fill, ..boxed(Rect { y0, y1, ..rect }) }, item);
            }
            y1 = y0;
        }
    }

    /// Marks an area that stands for several: a diagonal if all are cut at the same slices, otherwise a cross (section
    /// IV-C).
    fn mark(&self, mark: CutMark, Rect { x0, y0, x1, y1 }: Rect, into: &mut Drawing) {
        let color = self.theme.ink2.with_alpha(0.55);
        if mark != CutMark::None {
            line(&mut into.lines, [x0, y1], [x1, y0], color);
        }
        if mark == CutMark::Different {
            line(&mut into.lines, [x0, y0], [x1, y1], color);
        }
    }
}

/// Returns the place of an area's number: right of the area, or left, or further out if others are there.
fn number_place(Rect { x0, y0, x1, y1 }: Rect, plot: Rect, taken: &[Rect]) -> Rect {
    let y = f32::midpoint(y0, y1) - NUMBER_PX / 2.0;
    let at = |x: f32| Rect::new(x, y, x + NUMBER_PX, y + NUMBER_PX);
    let places = (0..NUMBERED).flat_map(|out| {
        let out = out as f32 * (NUMBER_PX + 1.0);
        [at(x1 + 2.0 + out), at(x0 - 2.0 - NUMBER_PX - out)]
    });
    let fits = |place: &Rect| plot.x0 <= place.x0 && place.x1 <= plot.x1;
    let is_free = |place: &Rect| taken.iter().all(|other| !other.overlaps(*place));
    places
        .clone()
        .find(|place| fits(place) && is_free(place))
        .or_else(|| places.clone().find(fits))
        .unwrap_or(at(x0))
}

fn line(lines: &mut PolyBatch, from: [f32; 2], to: [f32; 2], color: Rgba) {
    let [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    let length = dx.hypot(dy).max(f32::MIN_POSITIVE);
    let [nx, ny] = [-dy / length * LINE_PX / 2.0, dx / length * LINE_PX / 2.0];
    let corner = |at: [f32; 2], by: f32| [at[0] + nx * by, at[1] + ny * by];
    lines.convex(
        &[corner(from, 1.0), corner(to, 1.0), corner(to, -1.0), corner(from, -1.0)],
        color,
        ItemId::NONE,
    );
}

/// Returns an area without the gaps to its right and lower neighbours.
fn inner(rect: Rect) -> Rect {
    let gap = |length: f32| if length >= GAP_FROM_PX { GAP_PX } else { 0.0 };
    Rect { x1: rect.x1 - gap(rect.width()), y1: rect.y1 - gap(rect.height()), ..rect }
}

pub(super) fn boxed(Rect { x0, y0, x1, y1 }: Rect) -> RectInstance {
    RectInstance { x0, y0, x1, y1, ..RectInstance::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn area_numbers_do_not_overlap() {
        let plot = Rect::new(0.0, 0.0, 100.0, 50.0);
        let mut taken = Vec::new();
        let mut next = |area: Rect| {
            let place = number_place(area, plot, &taken);
            taken.push(place);
            place.x0
        };
        assert_eq!(next(Rect::new(20.0, 10.0, 40.0, 14.0)).to_bits(), 42f32.to_bits());
        // In the next rows: left of the area, then further to the right.
        assert_eq!(next(Rect::new(20.0, 14.0, 40.0, 18.0)).to_bits(), 6f32.to_bits());
        assert_eq!(next(Rect::new(20.0, 18.0, 40.0, 22.0)).to_bits(), 55f32.to_bits());
        // At the right edge: left of the area.
        assert_eq!(next(Rect::new(70.0, 40.0, 99.0, 44.0)).to_bits(), 56f32.to_bits());
        // For an area as wide as the plot: inside it.
        assert_eq!(next(Rect::new(0.0, 40.0, 100.0, 44.0)).to_bits(), 0f32.to_bits());
    }
}
