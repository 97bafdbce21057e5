//! The scene of the pair view.

use super::decoration::{self, Frames};
use super::geometry::{self, default_window, frames, row_height};
use super::icicle::{Icicle, IcicleInput, text_run};
use super::lanes::ShownLane;
use super::minimap::{self, Half, Silhouette};
use super::plot::Plot;
use crate::colors::Coloring;
use crate::correspondence::mark;
use crate::matches::{self, Cells, Drawing, Lit, MatchesInput, Stage};
use crate::overview::{self, Hovered, Intervals, OverviewData, OverviewInput};
use crate::search::Hits;
use crate::{Clock, Correspondence, Item, ItemTable, numbers, words};
use diptych_protocol::{
    ColorBy, CompareParts, Drawn, IcicleState, LegendEntry, LegendMark, Minimap, Pane, SceneInfo, SearchInfo,
    SelectedRow, SideName, TimeState, Window,
};
use diptych_scene::theme::Theme;
use diptych_scene::{
    Align, Batch, ItemId, Layer, Rect, RectBatch, RectInstance, RectStyle, Rgba, Scene, Size, Space,
    TextBatch,
};
use diptych_trace::{CallId, Trace};

/// What the view is made from.
#[derive(Debug, Clone, Copy)]
pub struct PairInput<'a> {
    /// The traces that are open.
    pub sides: [Option<SideInput<'a>>; 2],
    /// Fills.
    pub coloring: &'a Coloring,
    /// What corresponds, once it is known.
    pub correspondence: Option<&'a Correspondence<'a>>,
    /// Everything else that has a colour.
    pub theme: &'a Theme,
    /// How the axis of each side lies on the common one.
    pub clocks: [Clock<'a>; 2],
    /// Which parts of the desk are shown.
    pub parts: CompareParts,
    /// Zoom.
    pub time: &'a TimeState,
    /// Colour, scroll, folding.
    pub state: &'a IcicleState,
    /// Which matches are drawn between the sides, and how.
    pub matches: MatchesInput<'a>,
    /// Both runs whole with bars, if that is known and their axes are each from zero.
    pub overview: Option<OverviewPart<'a>>,
    /// The selected call.
    pub selection: Option<(SideName, CallId)>,
    /// What the pointer is over: what matches it is lit.
    pub hovered: Option<Item>,
    /// What the search found, in words.
    pub search: Option<&'a SearchInfo>,
    /// Of the canvas.
    pub size: Size,
}

/// One side's trace and the lanes to show, in order.
#[derive(Debug, Clone, Copy)]
pub struct SideInput<'a> {
    /// The trace.
    pub trace: &'a Trace,
    /// Lanes with calls, nearest to the root edge first.
    pub lanes: &'a [ShownLane],
    /// The calls that the search found, if one is on.
    pub hits: Option<&'a Hits>,
    /// For the strip, over the default window of the pair, a column a pixel of [`strip_columns`].
    pub silhouette: &'a Silhouette,
}

/// What the overview is drawn from, once there is something to be seen over.
#[derive(Debug, Clone, Copy)]
pub struct OverviewPart<'a> {
    /// Silhouettes, of the resolution of [`overview_rect`].
    pub data: &'a OverviewData,
    /// Bars.
    pub intervals: &'a Intervals,
    /// The call whose matches are marked.
    pub hovered: Option<Hovered<'a>>,
}

/// Columns of the strip on a canvas of this size.
pub fn strip_columns(size: Size) -> u32 {
    (size.width - geometry::GUTTER_PX).max(0.0) as u32
}

/// Where the overview of two open sides lies; `None` where there is only room or wish for a strip.
pub fn overview_rect(size: Size, parts: CompareParts) -> Option<Rect> {
    let head = geometry::head(size, [true, true], parts);
    (head.height() >= geometry::OVERVIEW_LEAST_PX).then_some(head)
}

/// What comes out.
#[derive(Debug, Clone, PartialEq)]
pub struct PairLayout {
    /// What to draw.
    pub scene: Scene,
    /// What the items of the scene stand for.
    pub items: ItemTable,
    /// What the shell needs to know.
    pub info: SceneInfo,
}

/// Lays the view out. Cost and size are bounded by the pixels of the canvas, not by the calls.
pub fn layout(input: &PairInput<'_>) -> PairLayout {
    let open = input.sides.map(|side| side.is_some());
    let parts = input.parts;
    let head = geometry::head(input.size, open, parts);
    let frames = frames(input.size, open, input.matches.state.band, head.height());
    let extents = SideName::BOTH.map(|side| {
        let extent = input.sides[side.index()]?.trace.extent();
        Some(input.clocks[side.index()].common_window(Window { start: 0, end: extent }))
    });
    let whole = default_window(extents);
    let around = match input.sides {
        [Some(a), Some(b)] => geometry::frames_around([(a.trace, a.lanes), (b.trace, b.lanes)]),
        _ => 0,
    };
    let folded = if input.state.frames { 0 } else { around };
    let rows_px = frames.iter().filter_map(|frame| {
        let side = input.sides[frame.side.index()]?;
        Some(row_height(side.trace, side.lanes, frame.plot.height(), folded))
    });
    // One row height for both, so that equal depths are equally tall.
    let row_px = rows_px.fold(f32::INFINITY, f32::min);
    let mut out = Output::new(input);
    let mut plots: Vec<Plot<'_>> = Vec::new();
    for frame in &frames {
        if let Some(side) = input.sides[frame.side.index()] {
            let window = input.time.window(frame.side).unwrap_or(whole);
            let clock = input.clocks[frame.side.index()];
            let plot =
                Plot::new(frame, side, clock, window, input.state.scroll[frame.side], (row_px, folded));
            decoration::axis(&mut out.scene, input.theme, frame, &plot, around > 0);
            if around > 0 {
                let id = out.items.add(Item::Frames { side: frame.side });
                decoration::frames_around(&mut out.scene, input.theme, frame, (around, folded > 0), id);
            }
            out.panes.push(plot.pane(whole));
            plots.push(plot);
        }
    }
    if open != [true, true] || parts != CompareParts::Overview {
        out.plots(&plots);
    }
    out.head(whole, head);
    decoration::frame(&mut out.scene, input.theme, &Frames { size: input.size, frames: &frames });
    out.finish(input)
}

/// The scene while it is written.
struct Output<'a> {
    input: &'a PairInput<'a>,
    scene: Scene,
    items: ItemTable,
    panes: Vec<Pane>,
    drawn: [u64; 2],
    drawing: Drawing,
    selected: Option<SelectedRow>,
    minimap: Option<Minimap>,
    /// What the overview leaves out.
    note: String,
    /// What its colours mean, where it is all that is shown.
    legend: Vec<LegendEntry>,
}

impl<'a> Output<'a> {
    fn new(input: &'a PairInput<'a>) -> Self {
        let scene = Scene { size: input.size, background: input.theme.bg, layers: Vec::new() };
        Self {
            input,
            scene,
            items: ItemTable::default(),
            panes: Vec::new(),
            drawn: [0, 0],
            drawing: Drawing::default(),
            selected: None,
            minimap: None,
            note: String::new(),
            legend: Vec::new(),
        }
    }

    /// Tubes below boxes: a tube passes behind the calls inside its own, and covers neither boxes nor names.
    fn plots(&mut self, plots: &[Plot<'_>]) {
        let cells = Cells::new(self.input, plots);
        let icicle = |plot| {
            let of = IcicleInput { input: self.input, plot, fills: cells.as_ref() };
            Icicle::new(of, &mut self.items)
        };
        let icicles: Vec<Icicle> = plots.iter().map(icicle).collect();
        if let ([a, b], [of_a, of_b]) = (plots, &icicles[..]) {
            let stage = Stage { plots: [a, b], icicles: [of_a, of_b], input: self.input };
            self.drawing = matches::draw(&stage, &mut self.items);
            let (from, to) = (a.placement.plot, b.placement.plot);
            let clip = Rect::new(from.x0, from.y0, from.x1, to.y1);
            let curves = std::mem::take(&mut self.drawing.curves);
            self.layer(clip, Space::FIXED, [Batch::Curves(curves)]);
            let Lit { outlines, curves, inside, .. } = &mut self.drawing.lit;
            if !curves.curves.is_empty() {
                let lit = [outlines, curves, inside].map(|batch| Batch::Curves(std::mem::take(batch)));
                self.layer(clip, Space::FIXED, lit);
            }
        }
        for (plot, mut icicle) in plots.iter().zip(icicles) {
            self.drawn[plot.side.index()] = icicle.drawn;
            let repeated = matches::repetitions(self.input, plot, &icicle);
            repeated.make_room(&mut icicle.labels.runs);
            let (boxes, labels) = (Batch::Rects(icicle.boxes), Batch::Texts(icicle.labels));
            self.layer(plot.placement.plot, plot.space(), [boxes, labels]);
            self.layer(plot.placement.plot, plot.space(), repeated.batches);
            self.heads(plot);
            self.lit(plot);
            self.selection(plot);
        }
    }

    /// What matches that under the pointer, outlined.
    fn lit(&mut self, plot: &Plot<'_>) {
        let theme = self.input.theme;
        let mut rects = RectBatch::default();
        for &rect in &self.drawing.lit.boxes[plot.side.index()] {
            outline(&mut rects, rect, theme.hover, theme);
        }
        if !rects.instances.is_empty() {
            self.layer(plot.placement.plot, plot.space(), [Batch::Rects(rects)]);
        }
    }

    fn layer(&mut self, clip: Rect, space: Space, batches: impl Into<Vec<Batch>>) {
        self.scene.layers.push(Layer { batches: batches.into(), ..Layer::new(clip, space) });
    }

    /// The overview, or the strip of both runs.
    fn head(&mut self, whole: Window, head: Rect) {
        let window =
            |side: SideName| self.panes.iter().find(|pane| pane.side == side).map(|pane| pane.window);
        if let (Some(part), [Some(a), Some(b)]) = (self.input.overview, SideName::BOTH.map(window)) {
            let input = OverviewInput {
                data: part.data,
                intervals: part.intervals,
                windows: [a, b],
                hovered: part.hovered,
                published: self.input.matches.state.published,
                root: false,
                theme: self.input.theme,
                rect: head,
            };
            let drawing = overview::draw(&mut self.scene, &mut self.items, &input);
            self.minimap = Some(drawing.minimap);
            self.note = drawing.note;
            if self.input.parts == CompareParts::Overview {
                self.legend = drawing.legend;
            }
            return;
        }
        let strip = geometry::strip(head);
        let half = |pane: &Pane| {
            let side = self.input.sides[pane.side.index()]?;
            Some(Half { side: pane.side, silhouette: side.silhouette, window: pane.window })
        };
        let halves: Vec<Half<'_>> = self.panes.iter().filter_map(half).collect();
        if !halves.is_empty() {
            minimap::draw(&mut self.scene, self.input.theme, strip, whole, &halves);
            let Rect { x0, y0, x1, y1 } = strip;
            self.minimap = Some(Minimap { x0, y0, x1, y1, middle: f32::midpoint(y0, y1), whole });
        }
    }

    /// Names of lanes above their rows, if there are several.
    fn heads(&mut self, plot: &Plot<'_>) {
        if plot.stack.blocks.len() < 2 {
            return;
        }
        let theme = self.input.theme;
        let pane = plot.placement.plot;
        let (mut rects, mut texts) = (RectBatch::default(), TextBatch::default());
        let [from_px, to_px] = plot.content();
        for block in plot.stack.touching(from_px, to_px) {
            let (y0, y1) = plot.placement.y(block.head_px, block.rows_px);
            let id = self.items.add(Item::Lane { side: plot.side, lane: block.lane });
            let ground = RectInstance {
                x0: pane.x0,
                y0,
                x1: pane.x1,
                y1,
                fill: theme.chrome,
                ..RectInstance::default()
            };
            rects.push(ground, id);
            let text = words::lane_path(plot.trace, block.lane);
            let rect = Rect::new(pane.x0 + 6.0, y0, pane.x1 - 6.0, y1);
            texts.push(text_run(text, rect, 10.0, theme.ink2, Align::Start), id);
        }
        self.layer(pane, Space::FIXED, [Batch::Rects(rects), Batch::Texts(texts)]);
    }

    fn selection(&mut self, plot: &Plot<'_>) {
        let Some((_, call)) = self.input.selection.filter(|&(side, _)| side == plot.side) else { return };
        let calls = plot.trace.calls();
        let lane = plot.trace.lanes().of_call(call);
        let Some(block) = plot.stack.blocks.iter().find(|block| block.lane == lane) else { return };
        let depth = calls.depth()[call.index()];
        let from_px = block.rows_px + depth as f32 * plot.row_px;
        let to_px = from_px + plot.row_px;
        let folded_lane = (depth >= block.rows).then_some(lane.0);
        let in_frames = depth < block.first_row;
        self.selected =
            Some(SelectedRow { side: plot.side, from: from_px, to: to_px, folded_lane, in_frames });
        if folded_lane.is_some() || in_frames {
            return;
        }
        let (y0, y1) = plot.placement.y(from_px, to_px);
        let x0 = plot.projection.x_from_tick(calls.start()[call.index()]) as f32;
        let x1 = plot.projection.x_from_tick(calls.end()[call.index()]) as f32;
        // A call narrower than a pixel keeps a mark to be seen by.
        let rect = Rect::new(x0, y0, x1.max(x0 + 1.0), y1);
        let mut rects = RectBatch::default();
        outline(&mut rects, rect, self.input.theme.ink, self.input.theme);
        self.layer(plot.placement.plot, plot.space(), [Batch::Rects(rects)]);
    }

    fn finish(self, input: &PairInput<'_>) -> PairLayout {
        let info = SceneInfo {
            width: input.size.width,
            height: input.size.height,
            drawn: drawn(input, self.drawn, &self.drawing, &self.note),
            legend: if self.legend.is_empty() { legend(input) } else { self.legend },
            summary: summary(input, &self.panes),
            minimap: self.minimap,
            search: input.search.cloned(),
            selected: self.selected,
            panes: self.panes,
        };
        PairLayout { scene: self.scene, items: self.items, info }
    }
}

/// A 2 px line inside a 1 px halo, both outside the fill.
fn outline(rects: &mut RectBatch, around: Rect, color: Rgba, theme: &Theme) {
    for (by, quarters, border) in [(3.0, 4, theme.bg), (2.0, 8, color)] {
        let Rect { x0, y0, x1, y1 } = around.outset(by);
        let style = RectStyle::PLAIN.border(quarters);
        rects.push(RectInstance { x0, y0, x1, y1, border, style, ..RectInstance::default() }, ItemId::NONE);
    }
}

fn legend(input: &PairInput<'_>) -> Vec<LegendEntry> {
    let mut legend = match (input.correspondence, input.state.color) {
        (Some(_), ColorBy::Match) => Correspondence::match_legend(input.theme),
        (Some(_), ColorBy::Change) => Correspondence::change_legend(input.theme),
        (Some(_), ColorBy::Shift | ColorBy::Place | ColorBy::Similarity) => matches::legend(input),
        _ => return input.coloring.legend().to_vec(),
    };
    let theme = input.theme;
    legend.push(mark("calls under 1\u{202f}px", theme.none_mark, LegendMark::Hairlines));
    if input.matches.repetitions.iter().any(|of| !of.is_empty()) {
        legend.push(mark("repeated ×n", theme.ink2, LegendMark::Dashed));
    }
    legend
}

fn drawn(input: &PairInput<'_>, counts: [u64; 2], drawing: &Drawing, note: &str) -> Drawn {
    let of = |side: SideName| {
        let trace = input.sides[side.index()]?.trace;
        let (some, all) = (numbers::count(counts[side.index()]), numbers::count(trace.calls().len() as u64));
        Some(format!("{some} of {all} calls of {}", side.letter()))
    };
    let calls: Vec<String> = SideName::BOTH.into_iter().filter_map(of).collect();
    let rule = "Calls under 1\u{202f}px are merged into boxes as tall as what they hide";
    let mut drawn = match &drawing.said {
        None => Drawn { text: format!("Drawn {}", calls.join(", ")), rule: rule.to_owned() },
        Some(said) => Drawn {
            text: format!("Drawn {}, {}", said.text, calls.join(", ")),
            rule: format!("{}. {rule}", said.rule),
        },
    };
    if !note.is_empty() {
        drawn.rule = format!("{}. {note}", drawn.rule);
    }
    drawn
}

fn summary(input: &PairInput<'_>, panes: &[Pane]) -> String {
    let of = |pane: &Pane| {
        let trace = input.sides[pane.side.index()].map(|side| side.trace)?;
        let axis = trace.axis();
        let (from, to) = (numbers::extent(axis, pane.window.start), numbers::extent(axis, pane.window.end));
        let calls = numbers::count(trace.calls().len() as u64);
        Some(format!("{} shows {from} to {to} of {calls} calls", pane.side.letter()))
    };
    let parts: Vec<String> = panes.iter().filter_map(of).collect();
    format!("Call stacks over time: {}.", parts.join("; "))
}
