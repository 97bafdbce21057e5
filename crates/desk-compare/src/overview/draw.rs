//! The scene of the overview.

use super::data::OverviewData;
use super::geometry::{Area, INTERVAL_COLUMNS, Panel};
use super::intervals::{BarMeasure, Interval, Intervals};
use super::legend::LegendInput;
use super::tone::Palette;
use super::{foci, legend, silhouette};
use diptych_protocol::{LegendEntry, Minimap, SideName, Window};
use diptych_scene::theme::Theme;
use diptych_scene::{
    Align, Batch, Face, Hatch, ItemId, Layer, Rect, RectBatch, RectInstance, RectStyle, Rgba, Space,
    TextBatch, TextRun, Weight,
};
use diptych_views::icicle::decoration::{anchor_line, anchors};
use diptych_views::{Correspondence, Highlight, Projection, TimeMap};
use std::ops::Range;

/// Everything that the panel is drawn from.
#[derive(Debug, Clone, Copy)]
pub struct OverviewInput<'a> {
    /// Silhouettes, built for the resolution of `rect`.
    pub data: &'a OverviewData,
    /// Bars, built from `data`.
    pub intervals: &'a Intervals,
    /// Foci of A and B, if the user can move them.
    pub windows: Option<[Window; 2]>,
    /// Mapping of each side's axis onto the common one. `data` was built with the same maps.
    pub time_maps: [TimeMap<'a>; 2],
    /// Calls under the pointer, in this view or another.
    pub hovered: Option<HoverInput<'a>>,
    /// Other bars to mark.
    pub marked: &'a [MarkedBars],
    /// True for the paper's red, grey and green, which are not safe for the colour-blind.
    pub published: bool,
    /// True to draw the square roots of heights, which makes differences between low bars visible.
    pub root: bool,
    /// All colours.
    pub theme: &'a Theme,
    /// Place on the canvas, at least 120 CSS pixels high.
    pub rect: Rect,
}

/// The bars of a side in whose intervals marked calls start.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MarkedBars {
    /// Side of the bars.
    pub side: SideName,
    /// True if the pointer marks them, false if the selection does.
    pub pointed: bool,
    /// Set for each interval that is marked.
    pub bars: Vec<bool>,
}

/// The hovered calls, with the data needed to find their matches.
#[derive(Debug, Clone, Copy)]
pub struct HoverInput<'a> {
    /// The hovered calls.
    pub highlight: &'a Highlight,
    /// The alignment.
    pub correspondence: &'a Correspondence<'a>,
    /// The measure that the intervals were built with.
    pub measured: BarMeasure<'a>,
}

/// An interval that can be hovered: its bar and the silhouette below it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bar {
    /// Side of the interval.
    pub side: SideName,
    /// Number of the interval from the left.
    pub bin: u32,
}

/// The drawn panel, and the facts that the shell needs about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Drawing {
    /// Layers to draw: backgrounds, marks on them, everything else.
    pub layers: [Layer; 3],
    /// Interval of each item.
    pub bars: Vec<Bar>,
    /// Position of ticks and of each side's part. The shell moves foci by it.
    pub minimap: Minimap,
    /// Bars and silhouette of A and of B.
    pub areas: [Rect; 2],
    /// Meaning of the colours.
    pub legend: Vec<LegendEntry>,
    /// Shown lanes, and number of matches that leave them.
    pub note: String,
    /// One sentence for users who do not see the picture.
    pub summary: String,
}

/// Draws the panel. O(boxes of the silhouettes) at most, independent of the number of calls.
pub fn draw(input: &OverviewInput<'_>) -> Drawing {
    let mut items = Vec::new();
    let panel = Panel::new(input.rect);
    let (data, theme) = (input.data, input.theme);
    let (mut rects, mut texts) = (RectBatch::default(), TextBatch::default());
    let (palette, base) = (Palette::new(theme, input.published), BaseLine::new(input, &panel));
    let marked = |side: SideName| {
        let HoverInput { highlight, correspondence, measured } = input.hovered?;
        let held = |calls: &Range<u32>| {
            input.intervals.holding_matches(data, correspondence, measured, side.other(), calls.clone())
        };
        highlight.calls[side.other().index()].iter().map(held).reduce(|mut all, next| {
            all.iter_mut().zip(next).for_each(|(one, also)| *one |= also);
            all
        })
    };
    let (mut grounds, mut backs) = (RectBatch::default(), RectBatch::default());
    for area in &panel.sides {
        let side = area.side.index();
        ground(input, &panel, area, &mut grounds);
        if let Some(windows) = input.windows {
            foci::ground(&panel, area, theme, data.whole, data.spans[side], windows[side], &mut grounds);
        }
        for MarkedBars { pointed, bars, .. } in input.marked.iter().filter(|marked| marked.side == area.side)
        {
            let color = if *pointed { theme.hover } else { theme.ink };
            marks(&panel, area, color, bars, data, &mut backs);
        }
        if let Some(marked) = marked(area.side) {
            marks(&panel, area, theme.hover, &marked, data, &mut backs);
        }
        silhouette::draw(data, &panel, area, theme, &mut rects);
        bars(input, &panel, area, &palette, base, &mut rects);
        badge(area, input.rect.x0, theme, &mut rects, &mut texts);
    }
    let legend = LegendInput {
        intervals: input.intervals,
        whole: data.whole,
        windows: input.windows,
        palette: &palette,
        is_folded: data.is_folded,
    };
    legend::axes(&panel, theme, input, &mut rects, &mut texts);
    legend::draw(&panel, theme, legend, &mut rects, &mut texts);
    for area in &panel.sides {
        handles(input, &panel, area, &mut items, &mut rects);
        if let Some(windows) = input.windows {
            foci::brackets(&panel, area, theme, data.whole, windows[area.side.index()], &mut rects);
        }
    }
    let layer = |batches: Vec<Batch>| Layer { batches, ..Layer::new(input.rect, Space::FIXED) };
    let is_marked = !backs.instances.is_empty();
    let backs = is_marked.then_some(Batch::Rects(backs)).into_iter().collect();
    let layers = [
        layer(vec![Batch::Rects(grounds)]),
        Layer { marks: true, ..layer(backs) },
        layer(vec![Batch::Rects(rects), Batch::Texts(texts)]),
    ];
    drawing(input, &panel, legend, layers, items)
}

fn plain(rect: Rect, fill: Rgba) -> RectInstance {
    let Rect { x0, y0, x1, y1 } = rect;
    RectInstance { x0, y0, x1, y1, fill, ..RectInstance::default() }
}

/// Returns the left and right edge of an interval on the panel.
fn column(panel: &Panel, data: &OverviewData, bin: usize) -> [f32; 2] {
    let columns = data.resolution.columns;
    let px = panel.axis.width() / columns as f32;
    let first = bin as u32 * INTERVAL_COLUMNS;
    let end = (first + INTERVAL_COLUMNS).min(columns);
    [panel.axis.x0 + first as f32 * px, panel.axis.x0 + end as f32 * px]
}

/// Draws the background of the silhouette as far as the run lasts, and the line below the bars.
fn ground(input: &OverviewInput<'_>, panel: &Panel, area: &Area, rects: &mut RectBatch) {
    let [x0, end] = ends_of(input.data, panel, area);
    let icicle = Rect { x0, x1: end.max(x0 + 1.0), ..area.icicle };
    rects.push(plain(icicle, input.theme.chrome), ItemId::NONE);
    let projection = Projection::new(input.data.whole, panel.axis.x0, panel.axis.x1);
    for [held, _] in anchors(input.time_maps[1], input.data.whole, projection.px_per_tick()) {
        let x = projection.x_from_tick(held) as f32;
        rects.push(anchor_line(x, icicle.y0, icicle.y1, input.theme), ItemId::NONE);
    }
    let [y0, y1] = area.y(-1.0, 0.0);
    rects.push(plain(Rect { y0, y1, ..icicle }, input.theme.line), ItemId::NONE);
}

/// Draws the backgrounds of marked bars.
fn marks(
    panel: &Panel,
    area: &Area,
    color: Rgba,
    marked: &[bool],
    data: &OverviewData,
    rects: &mut RectBatch,
) {
    for (bin, _) in marked.iter().enumerate().filter(|(_, holds)| **holds) {
        let [x0, x1] = column(panel, data, bin);
        let back = Rect { x0, x1, ..area.bars };
        rects.push(plain(back, color.with_alpha(0.22)), ItemId::NONE);
        let [y0, y1] = area.y(-area.bars.height(), 2.0 - area.bars.height());
        rects.push(plain(Rect { y0, y1, ..back }, color), ItemId::NONE);
    }
}

/// Distance of the gap from the end of a bar that is cut off, CSS pixels.
const CUT_PX: f32 = 4.0;

/// The line that bars grow from, and their scale. It is the same for both sides.
#[derive(Debug, Clone, Copy)]
struct BaseLine {
    /// Distance of the line from the silhouette. The parts with earlier partners lie between the two.
    from_px: f32,
    /// Height of a bar that reaches the top of the scale.
    top_px: f32,
}

impl BaseLine {
    /// Places the line so that the highest parts on both sides of it fill the room.
    fn new(input: &OverviewInput<'_>, panel: &Panel) -> Self {
        let intervals = input.intervals;
        let most =
            intervals.sides.iter().flatten().filter(|interval| interval.height > 0.0).map(|interval| {
                let (share, earlier) = (share(input, interval), intervals.tone(interval).earlier());
                [share * earlier, share * (1.0 - earlier)]
            });
        let most = most.fold([0.0f64; 2], |most, next| [most[0].max(next[0]), most[1].max(next[1])]);
        let room = (panel.sides[0].bars.height() - 1.0).max(0.0);
        let top_px = room / (most[0] + most[1]).max(f64::MIN_POSITIVE) as f32;
        Self { from_px: (top_px * most[0] as f32).round(), top_px: top_px.min(room) }
    }
}

/// Returns the height of a bar as a share of the scale, 0..=1.
fn share(input: &OverviewInput<'_>, interval: &Interval) -> f64 {
    let share = (interval.height / input.intervals.top).min(1.0);
    if input.root { share.sqrt() } else { share }
}

fn bars(
    input: &OverviewInput<'_>,
    panel: &Panel,
    area: &Area,
    palette: &Palette,
    base: BaseLine,
    rects: &mut RectBatch,
) {
    let (intervals, data) = (input.intervals, input.data);
    let [x0, end] = ends_of(data, panel, area);
    if base.from_px > 0.0 {
        let [y0, y1] = area.y(-1.5 - base.from_px, -0.5 - base.from_px);
        rects.push(plain(Rect { x0, x1: end.max(x0 + 1.0), y0, y1 }, input.theme.line_strong), ItemId::NONE);
    }
    for (bin, interval) in intervals.sides[area.side.index()].iter().enumerate() {
        if interval.height <= 0.0 {
            continue;
        }
        let tone = intervals.tone(interval);
        // A bar above zero always shows.
        let height = (base.top_px * share(input, interval) as f32).max(1.0);
        let earlier = (height * tone.earlier() as f32).round();
        let [x0, x1] = column(panel, data, bin);
        // A gap of a pixel separates neighbours.
        let x1 = (x1.min(end) - 1.0).max(x0 + 1.0);
        let mut part = |from: f32, to: f32, fill: Rgba| {
            let [y0, y1] = area.y(-1.0 - base.from_px - to, -1.0 - base.from_px - from);
            rects.push(plain(Rect::new(x0, y0, x1, y1), fill), ItemId::NONE);
        };
        let [below, above] = palette.parts(tone);
        if earlier > 0.0 {
            part(-earlier, 0.0, below);
        }
        if earlier < height {
            part(0.0, height - earlier, above);
        }
        if interval.height > intervals.top {
            let [near, far] = [CUT_PX + 2.0, CUT_PX];
            if earlier < height / 2.0 {
                part(height - earlier - near, height - earlier - far, input.theme.bg);
            } else {
                part(far - earlier, near - earlier, input.theme.bg);
            }
        }
    }
}

/// Returns the x of the start and the end of a run.
fn ends_of(data: &OverviewData, panel: &Panel, area: &Area) -> [f32; 2] {
    let projection = Projection::new(data.whole, panel.axis.x0, panel.axis.x1);
    let Window { start, end } = data.spans[area.side.index()];
    [start, end].map(|tick| projection.x_from_tick(tick) as f32)
}

/// Adds an invisible box over each interval for picking.
fn handles(
    input: &OverviewInput<'_>,
    panel: &Panel,
    area: &Area,
    items: &mut Vec<Bar>,
    rects: &mut RectBatch,
) {
    for bin in 0..input.intervals.edges[area.side.index()].len().saturating_sub(1) as u32 {
        if input.intervals.get(area.side, bin).is_some() {
            let [x0, x1] = column(panel, input.data, bin as usize);
            let item = ItemId(items.len() as u32);
            items.push(Bar { side: area.side, bin });
            rects.push(plain(Rect { x0, x1, ..area.whole() }, Rgba::TRANSPARENT), item);
        }
    }
}

/// Draws the letter of a side on its colour, striped as everywhere: A leans left, B leans right.
fn badge(area: &Area, left: f32, theme: &Theme, rects: &mut RectBatch, texts: &mut TextBatch) {
    const HALF: f32 = 9.0;
    let center = (f32::midpoint(left, area.icicle.x0), f32::midpoint(area.icicle.y0, area.icicle.y1).round());
    let rect = Rect::new(center.0 - HALF, center.1 - HALF, center.0 + HALF, center.1 + HALF);
    let (fill, mark, hatch) = match area.side {
        SideName::A => (theme.a, theme.a_fill, Hatch::LeanLeft),
        SideName::B => (theme.b, theme.b_fill, Hatch::LeanRight),
    };
    let style = RectStyle::PLAIN.hatch(hatch);
    rects.push(RectInstance { mark, style, ..plain(rect, fill) }, ItemId::NONE);
    let (text, color) = (area.side.letter().to_owned(), theme.bg);
    let (face, weight, align) = (Face::Ui, Weight::Bold, Align::Center);
    texts.push(
        TextRun { rect, text, size: 12.0, color, face, weight, align, direction: diptych_scene::UPRIGHT },
        ItemId::NONE,
    );
}

fn drawing(
    input: &OverviewInput<'_>,
    panel: &Panel,
    legend: LegendInput<'_>,
    layers: [Layer; 3],
    bars: Vec<Bar>,
) -> Drawing {
    let Rect { y0, y1, .. } = panel.rect;
    let Rect { x0, x1, .. } = panel.axis;
    let middle = f32::midpoint(panel.axis.y0, panel.axis.y1);
    Drawing {
        layers,
        bars,
        minimap: Minimap { x0, y0, x1, y1, middle, whole: input.data.whole },
        areas: panel.sides.map(|area| area.whole()),
        legend: legend::entries(input.theme, legend),
        note: input.intervals.note.clone(),
        summary: super::words::summary(input.intervals),
    }
}
