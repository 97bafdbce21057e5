//! The panels as primitives.

use super::geometry::{Panel, Rows, Shows, x};
use super::labels;
use super::paint::{DifferencePaint, NO_CHANGE, mode_fill, state_color};
use crate::space_time::{ListedArea, SliceTimes};
use diptych_aggregate::{CutMark, DrawnPart, Part};
use diptych_protocol::{AreaFill, SideName};
use diptych_scene::text::width::estimated_px;
use diptych_scene::theme::Theme;
use diptych_scene::{
    Align, Face, ItemId, PolyBatch, Rect, RectBatch, RectInstance, RectStyle, Rgba, TextBatch, TextRun,
    Weight,
};
use diptych_views::icicle::boxes::text_run;

/// Gap between areas, and least size of an area with a gap. The gap is thin, so that a row of small areas of one colour
/// does not look like stripes.
const GAP_PX: f32 = 0.6;
const GAP_FROM_PX: f32 = 5.0;
/// Thickness of the lines that mark an area standing for several.
const LINE_PX: f32 = 0.8;

/// Number of listed areas that are numbered in the picture, and size of their number boxes.
const NUMBERED: usize = 9;
const NUMBER_PX: f32 = 12.0;
/// Number of listed areas that are named beside their number.
const NAMED: usize = 3;
/// Largest part of the plot's width that a name takes, and the least height of a plot that names do not cover.
const MOST_OF_WIDTH: f32 = 0.4;
const NAMED_FROM_PX: f32 = 100.0;
const TAG_TEXT_PX: f32 = 9.0;
/// Factor on estimated widths: the fonts of the page are wider than the one that the estimate measures.
const BROADER: f32 = 1.2;
/// Number of steps that a number may stand away from its area.
const STEPS: usize = 5;

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
                    let grey = self.theme.change[NO_CHANGE];
                    let fill = self.paint.map_or(grey, |paint| paint.fill(area.part));
                    // Areas without a change run together, so that those with one stand out.
                    let shape = if fill == grey { rect } else { inner(rect) };
                    into.rects.push(RectInstance { fill, ..boxed(shape) }, item);
                }
                (Shows::Side(side), AreaFill::Mode) => self.mode(side, area.part, rect, item, into),
                (Shows::Side(side), AreaFill::Stack) => self.stack(side, area.part, rect, item, into),
            }
            self.mark(area.mark, inner(rect), into);
        }
        labels::names(self.theme, self.times, self.rows, self.panel, &mut into.texts, &mut into.rects);
    }

    /// Draws the edges and numbers of the first areas of the list. `words` has the names of the first of them, such as
    /// `rank-37 computing +36.0 ms`; one without room is left out.
    ///
    /// The list is that of the whole runs, so an area has the same number at every zoom.
    pub(super) fn listed(
        &self,
        whole: &SliceTimes,
        sides: &[SideName],
        words: &dyn Fn(&ListedArea) -> String,
        into: &mut Drawing,
    ) {
        let plot = self.panel.plot;
        let differs = whole.listed.iter().take_while(|area| area.kind.is_difference());
        let at = |slice| x(plot, self.times.slices, slice);
        let tagged = |(rank, area): (usize, &ListedArea)| {
            let [first, end, from, to] = self.times.place_of(whole, sides, area)?;
            let [y0, y1] = self.rows.y_of_leaves(plot, first, end);
            let number = (rank + 1).to_string();
            let text = if rank < NAMED && plot.height() >= NAMED_FROM_PX {
                format!("{number}  {}", words(area))
            } else {
                number.clone()
            };
            let px = estimated_px(&text, TAG_TEXT_PX, Face::Ui, Weight::Bold) * BROADER + 8.0;
            let (text, width) = if px > MOST_OF_WIDTH * plot.width() || text == number {
                (number, NUMBER_PX)
            } else {
                (text, px)
            };
            Some(TaggedArea {
                area: Rect::new(at(from) - 1.0, y0 - 1.0, at(to) + 1.0, y1 + 1.0),
                text,
                width,
            })
        };
        let areas: Vec<TaggedArea> = differs.take(NUMBERED).enumerate().filter_map(tagged).collect();
        for TaggedArea { area, .. } in &areas {
            let style = RectStyle::PLAIN.border(5);
            let edge =
                RectInstance { border: self.theme.ink2, style, fill: Rgba::TRANSPARENT, ..boxed(*area) };
            into.over.push(edge, ItemId::NONE);
        }
        for (of, tag) in areas.iter().zip(tags(&areas, plot)) {
            for rect in [tag.stem, tag.label] {
                into.over.push(RectInstance { fill: self.theme.ink2, ..boxed(rect) }, ItemId::NONE);
            }
            let run = text_run(of.text.clone(), tag.label, TAG_TEXT_PX, self.theme.bg, Align::Center);
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

/// A listed area with the text of its label.
#[derive(Debug, Clone)]
struct TaggedArea {
    area: Rect,
    text: String,
    /// Width of the label.
    width: f32,
}

/// The label of an area, and a thin stem from it to an edge of the area that is further away.
#[derive(Debug, Clone, Copy, PartialEq)]
struct AreaTag {
    label: Rect,
    stem: Rect,
}

impl AreaTag {
    /// Returns the places for the label of an area, the best ones first: beside it, then above and below it, each step
    /// further away. A label without room above its area is moved into the plot.
    fn places(area: Rect, width: f32, plot: Rect) -> impl Iterator<Item = Self> {
        let (lowest, rightmost) = ((plot.y1 - NUMBER_PX).max(plot.y0), (plot.x1 - width).max(plot.x0));
        let boxed_at = move |x: f32, y: f32| Rect::new(x, y, x + width, y + NUMBER_PX);
        let beside = [area.x1 + 1.0, area.x0 - 1.0 - width].into_iter().filter_map(move |x| {
            let y = (f32::midpoint(area.y0, area.y1) - NUMBER_PX / 2.0).clamp(plot.y0, lowest);
            let label = boxed_at(x, y);
            let stem = Rect::new(x, y, x, y);
            (plot.x0 <= label.x0 && label.x1 <= plot.x1).then_some(Self { label, stem })
        });
        let middle = f32::midpoint(area.x0, area.x1) - width / 2.0;
        let along = [area.x0, area.x1 - width, middle].map(|x| x.clamp(plot.x0, rightmost));
        let apart = (0..STEPS).flat_map(move |step| {
            let gap = 1.0 + step as f32 * (NUMBER_PX + 1.0);
            along.into_iter().flat_map(move |x| [(x, area.y0 - gap - NUMBER_PX), (x, area.y1 + gap)])
        });
        beside.chain(apart.filter(move |&(_, y)| plot.y0 <= y && y <= lowest).map(move |(x, y)| {
            let label = boxed_at(x, y);
            // The stem stands where the label and the area lie above each other.
            let [from, to] = [label.x0.max(area.x0), label.x1.min(area.x1)];
            let middle = f32::midpoint(from, to).round();
            let ends = if y < area.y0 { [label.y1, area.y0] } else { [area.y1, label.y0] };
            Self { label, stem: Rect::new(middle, ends[0], middle + 1.0, ends[1]) }
        }))
    }

    fn touches(&self, other: &Self) -> bool {
        [self.label, self.stem].iter().any(|rect| rect.overlaps(other.label) || rect.overlaps(other.stem))
    }
}

/// Returns a tag for each area. No two tags touch while there is room. Of the places that are left, a tag takes the one
/// that hides least of the other areas: in a picture of many lanes a label is higher than several rows.
fn tags(areas: &[TaggedArea], plot: Rect) -> Vec<AreaTag> {
    let mut tags: Vec<AreaTag> = Vec::new();
    for (at, &TaggedArea { area, width, .. }) in areas.iter().enumerate() {
        // An area that fills the plot is hidden by each label.
        let is_whole = |of: Rect| of.width() >= 0.5 * plot.width() && of.height() >= 0.5 * plot.height();
        let others = || areas.iter().enumerate().filter(|(other, of)| *other != at && !is_whole(of.area));
        let hidden = |tag: &AreaTag| -> f32 {
            let common = |rect: Rect, of: Rect| {
                (rect.x1.min(of.x1) - rect.x0.max(of.x0)).max(0.0)
                    * (rect.y1.min(of.y1) - rect.y0.max(of.y0)).max(0.0)
            };
            others().map(|(_, other)| common(tag.label, other.area) + common(tag.stem, other.area)).sum()
        };
        let inside = (0..STEPS).map(|step| {
            let y = (area.y0 + step as f32 * (NUMBER_PX + 1.0)).min((plot.y1 - NUMBER_PX).max(plot.y0));
            let x = area.x0.clamp(plot.x0, (plot.x1 - width).max(plot.x0));
            let label = Rect::new(x, y, x + width, y + NUMBER_PX);
            AreaTag { label, stem: Rect { x1: label.x0, ..label } }
        });
        let is_free = |place: &AreaTag| !tags.iter().any(|tag| tag.touches(place));
        let free = AreaTag::places(area, width, plot).filter(is_free);
        let best = free.min_by(|x, y| hidden(x).total_cmp(&hidden(y)));
        let mut within = inside.clone().filter(is_free).chain(inside.clone());
        tags.extend(best.or_else(|| within.next()));
    }
    tags
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

    fn numbered(areas: &[Rect]) -> Vec<TaggedArea> {
        areas.iter().map(|&area| TaggedArea { area, text: String::new(), width: NUMBER_PX }).collect()
    }

    /// Nine areas in neighbouring rows of 64 in a plot, as next to a slow rank.
    fn rows_of_three_px(plot: Rect) -> Vec<Rect> {
        let row = |row: usize, from: f32, to: f32| {
            let y0 = plot.y0 + 35.0 * 3.0 + row as f32 * 3.0;
            Rect::new(from - 1.0, y0 - 1.0, to + 1.0, y0 + 4.0)
        };
        (0..9).map(|at| row(at % 4, at as f32 * 60.0, at as f32 * 60.0 + 300.0)).collect()
    }

    #[test]
    fn area_numbers_stand_apart_and_hide_no_area() {
        let plot = Rect::new(0.0, 0.0, 900.0, 192.0);
        let areas = rows_of_three_px(plot);
        let tags = tags(&numbered(&areas), plot);
        assert_eq!(tags.len(), areas.len());
        for (at, tag) in tags.iter().enumerate() {
            let Rect { x0, y0, x1, y1 } = tag.label;
            assert!(plot.x0 <= x0 && x1 <= plot.x1 && plot.y0 <= y0 && y1 <= plot.y1, "{tag:?}");
            assert!(tags[..at].iter().all(|other| !other.touches(tag)), "{at}: {tag:?}");
            assert!(areas.iter().all(|area| !area.overlaps(tag.label)), "{at}: {tag:?}");
        }
    }

    #[test]
    fn area_number_stands_beside_its_area_if_nothing_is_there() {
        let plot = Rect::new(0.0, 0.0, 100.0, 50.0);
        let x0 = |area: Rect| tags(&numbered(&[area]), plot)[0].label.x0.to_bits();
        assert_eq!(x0(Rect::new(20.0, 10.0, 40.0, 14.0)), 41f32.to_bits());
        // At the right edge: left of the area.
        assert_eq!(x0(Rect::new(70.0, 40.0, 99.0, 44.0)), 57f32.to_bits());
        // An area as wide as the plot: above it.
        let above = tags(&numbered(&[Rect::new(0.0, 40.0, 100.0, 44.0)]), plot)[0].label;
        assert_eq!([above.y0, above.y1].map(f32::to_bits), [27f32, 39.0].map(f32::to_bits));
        // An area that fills the plot: inside it.
        let inside = tags(&numbered(&[plot]), plot)[0].label;
        assert_eq!(inside, Rect::new(0.0, 0.0, NUMBER_PX, NUMBER_PX));
    }

    #[test]
    fn numbers_of_random_areas_stand_apart() {
        let mut seed = 7u64;
        let mut next = |below: f32| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 40) as f32 / (1u64 << 24) as f32 * below
        };
        let plot = Rect::new(0.0, 0.0, 400.0, 120.0);
        for _ in 0..200 {
            let mut area = || {
                let (x0, y0) = (next(380.0), next(110.0));
                Rect::new(x0, y0, (x0 + 4.0 + next(200.0)).min(400.0), (y0 + 3.0 + next(8.0)).min(120.0))
            };
            let areas: Vec<Rect> = (0..NUMBERED).map(|_| area()).collect();
            // The first three have names.
            let mut tagged = numbered(&areas);
            tagged.iter_mut().take(NAMED).for_each(|of| of.width = 90.0);
            let tags = tags(&tagged, plot);
            for (at, tag) in tags.iter().enumerate() {
                let stands_apart = tags[..at].iter().all(|other| !other.touches(tag));
                assert!(stands_apart, "{areas:?} {tag:?}");
            }
        }
    }
}
