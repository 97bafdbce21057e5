//! The scene of the pair view.

use super::decoration::{self, Frames};
use super::geometry::{self, Block, Frame, Placement, Stack, default_window, frames, row_height};
use super::lanes::ShownLane;
use super::minimap::{self, Half, Silhouette};
use crate::colors::Coloring;
use crate::icicle::{Cell, CellSpan, cells};
use crate::search::Hits;
use crate::{Clock, Correspondence, Item, ItemTable, Paint, Projection, numbers, words};
use diptych_protocol::{
    ColorBy, Drawn, LegendEntry, Minimap, PairState, Pane, SceneInfo, SearchInfo, SelectedRow, SideName,
    Window,
};
use diptych_scene::theme::{Theme, label_on};
use diptych_scene::{
    Align, Batch, Face, Hatch, ItemId, Layer, Rect, RectBatch, RectInstance, RectStyle, Rgba, Scene, Size,
    Space, TextBatch, TextRun, Weight,
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
    /// Zoom, scroll.
    pub state: &'a PairState,
    /// The selected call.
    pub selection: Option<(SideName, CallId)>,
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

/// Columns of the strip on a canvas of this size.
pub fn strip_columns(size: Size) -> u32 {
    geometry::minimap(size).width().max(0.0) as u32
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
    let frames = frames(input.size, open);
    let extents = SideName::BOTH.map(|side| {
        let extent = input.sides[side.index()]?.trace.extent();
        Some(input.clocks[side.index()].common_window(Window { start: 0, end: extent }))
    });
    let whole = default_window(extents);
    let mut out = Output::new(input);
    let rows_px = frames.iter().filter_map(|frame| {
        let side = input.sides[frame.side.index()]?;
        Some(row_height(side.trace, side.lanes, frame.plot.height()))
    });
    // One row height for both, so that equal depths are equally tall.
    let row_px = rows_px.fold(f32::INFINITY, f32::min);
    for frame in &frames {
        if let Some(side) = input.sides[frame.side.index()] {
            out.side(frame, side, whole, row_px);
        }
    }
    out.minimap(whole);
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
    selected: Option<SelectedRow>,
}

/// Everything about one side that its cells need.
struct SidePlot<'a> {
    side: SideName,
    trace: &'a Trace,
    projection: Projection<'a>,
    placement: Placement,
    window: Window,
    row_px: f32,
    hits: Option<&'a Hits>,
}

impl<'a> Output<'a> {
    fn new(input: &'a PairInput<'a>) -> Self {
        let scene = Scene { size: input.size, background: input.theme.bg, layers: Vec::new() };
        Self { input, scene, items: ItemTable::default(), panes: Vec::new(), drawn: [0, 0], selected: None }
    }

    fn side(&mut self, frame: &Frame, side: SideInput<'a>, whole: Window, row_px: f32) {
        let window = self.input.state.window(frame.side).unwrap_or(whole);
        let stack = Stack::new(side.trace, side.lanes, row_px);
        let scroll_max = (stack.height_px - frame.plot.height()).max(0.0).ceil();
        let scroll_px = (self.input.state.scroll(frame.side) as f32).min(scroll_max);
        let clock = self.input.clocks[frame.side.index()];
        let projection = Projection::new(window, frame.plot.x0, frame.plot.x1).on(clock);
        let placement = Placement { side: frame.side, plot: frame.plot, scroll_px };
        self.panes.push(Pane {
            side: frame.side,
            x0: frame.plot.x0,
            y0: frame.plot.y0,
            x1: frame.plot.x1,
            y1: frame.plot.y1,
            window,
            whole,
            scroll_max: scroll_max as u32,
            scroll: scroll_px as u32,
            scroll_sign: if frame.side == SideName::A { -1 } else { 1 },
        });
        let space = space_of(frame.side);
        let extent = side.trace.extent();
        decoration::axis(
            &mut self.scene,
            self.input.theme,
            frame,
            space,
            side.trace.axis(),
            &projection,
            window,
            extent,
        );
        let (trace, hits) = (side.trace, side.hits);
        let plot = SidePlot { side: frame.side, trace, projection, placement, window, row_px, hits };
        self.lanes(&plot, &stack, side.lanes.len() > 1);
        self.selection(&plot, &stack);
    }

    /// Boxes and labels of the lanes in sight, with half a screen of over-scan on all sides.
    fn lanes(&mut self, plot: &SidePlot<'a>, stack: &Stack, heads: bool) {
        let (pane, scroll) = (plot.placement.plot, plot.placement.scroll_px);
        let (from_px, to_px) = (scroll - pane.height() / 2.0, scroll + pane.height() * 1.5);
        let mut layer = Layer::new(pane, space_of(plot.side));
        let (mut rects, mut texts) = (RectBatch::default(), TextBatch::default());
        for block in stack.touching(from_px, to_px) {
            let rows = visible_rows(block, plot.row_px, from_px, to_px);
            let half = plot.window.span() / 2 + 1;
            let over_scan = Window {
                start: plot.window.start.saturating_sub(half),
                end: plot.window.end.saturating_add(half),
            };
            let own = plot.projection.clock().own_window(over_scan);
            let ticks = own.start..own.end;
            cells(plot.trace, block.lane, &plot.projection, ticks, rows, &mut |cell| {
                self.cell(plot, block, cell, &mut rects, &mut texts);
            });
        }
        layer.batches.push(Batch::Rects(rects));
        layer.batches.push(Batch::Texts(texts));
        self.scene.layers.push(layer);
        if heads {
            self.heads(plot, stack.touching(from_px, to_px));
        }
    }

    fn cell(
        &mut self,
        plot: &SidePlot<'a>,
        block: &Block,
        cell: Cell,
        rects: &mut RectBatch,
        texts: &mut TextBatch,
    ) {
        let theme = self.input.theme;
        let (deepest, item) = match cell.span {
            CellSpan::Call(call) => (cell.depth, Item::Call { side: plot.side, call }),
            CellSpan::Merged { first, end, deepest } => {
                (deepest, Item::Merged { side: plot.side, first, end })
            }
        };
        let from_px = block.rows_px + cell.depth as f32 * plot.row_px;
        // A folded lane ends with its first row.
        let to_px = block.rows_px + (deepest + 1).min(block.rows) as f32 * plot.row_px;
        let (y0, y1) = plot.placement.y(from_px, to_px);
        let rect = Rect::new(cell.x0 as f32, y0, cell.x1 as f32, y1);
        let id = self.items.add(item);
        let plain = RectInstance { x0: rect.x0, y0, x1: rect.x1, y1, ..RectInstance::default() };
        let CellSpan::Call(call) = cell.span else {
            rects.push(merged_box(theme, plain, plot, item), id);
            return;
        };
        let in_sight = rect.intersect(plot.placement.plot).is_some();
        self.drawn[plot.side.index()] += u64::from(in_sight);
        let Paint { fill, mark, border, style, cushion } = self.paint(plot, call);
        let hit = plot.hits.map(|hits| hits.holds(call));
        let box_of = RectInstance { fill, mark, border, style, cushion, ..plain };
        rects.push(marked(theme, box_of, hit), id);
        if let Some(run) = label(plot, call, rect, fill).filter(|_| hit != Some(false)) {
            texts.push(run, id);
        }
    }

    fn paint(&self, plot: &SidePlot<'a>, call: CallId) -> Paint {
        let PairInput { theme, coloring, correspondence, state, .. } = self.input;
        match (correspondence, state.color) {
            (Some(known), ColorBy::Match) => known.paint_match(theme, plot.side, call),
            (Some(known), ColorBy::Change) => known.paint_change(theme, plot.side, call),
            _ => Paint::plain(coloring.fill(plot.side, plot.trace, call, theme)),
        }
    }

    /// The strip of both runs, if there is one.
    fn minimap(&mut self, whole: Window) {
        let strip = geometry::minimap(self.input.size);
        let half = |pane: &Pane| {
            let side = self.input.sides[pane.side.index()]?;
            Some(Half { side: pane.side, silhouette: side.silhouette, window: pane.window })
        };
        let halves: Vec<Half<'_>> = self.panes.iter().filter_map(half).collect();
        if !halves.is_empty() {
            minimap::draw(&mut self.scene, self.input.theme, strip, whole, &halves);
        }
    }

    fn heads(&mut self, plot: &SidePlot<'a>, blocks: &[Block]) {
        let theme = self.input.theme;
        let pane = plot.placement.plot;
        let mut layer = Layer::new(pane, Space::Fixed);
        let (mut rects, mut texts) = (RectBatch::default(), TextBatch::default());
        for block in blocks {
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
        layer.batches.push(Batch::Rects(rects));
        layer.batches.push(Batch::Texts(texts));
        self.scene.layers.push(layer);
    }

    /// A 2 px ink line inside a 1 px halo, both outside the fill.
    fn selection(&mut self, plot: &SidePlot<'a>, stack: &Stack) {
        let Some((_, call)) = self.input.selection.filter(|&(side, _)| side == plot.side) else { return };
        let calls = plot.trace.calls();
        let lane = plot.trace.lanes().of_call(call);
        let Some(block) = stack.blocks.iter().find(|block| block.lane == lane) else { return };
        let depth = calls.depth()[call.index()];
        let from_px = block.rows_px + depth as f32 * plot.row_px;
        let to_px = from_px + plot.row_px;
        let folded_lane = (depth >= block.rows).then_some(lane.0);
        self.selected = Some(SelectedRow { side: plot.side, from: from_px, to: to_px, folded_lane });
        if folded_lane.is_some() {
            return;
        }
        let (y0, y1) = plot.placement.y(from_px, to_px);
        let x0 = plot.projection.x_from_tick(calls.start()[call.index()]) as f32;
        let x1 = plot.projection.x_from_tick(calls.end()[call.index()]) as f32;
        // A call narrower than a pixel keeps a mark to be seen by.
        let rect = Rect::new(x0, y0, x1.max(x0 + 1.0), y1);
        let outline = |by: f32, quarters: u8, border: Rgba| {
            let Rect { x0, y0, x1, y1 } = rect.outset(by);
            let style = RectStyle::PLAIN.border(quarters);
            RectInstance { x0, y0, x1, y1, border, style, ..RectInstance::default() }
        };
        let mut layer = Layer::new(plot.placement.plot, space_of(plot.side));
        let mut rects = RectBatch::default();
        rects.push(outline(3.0, 4, self.input.theme.bg), ItemId::NONE);
        rects.push(outline(2.0, 8, self.input.theme.ink), ItemId::NONE);
        layer.batches.push(Batch::Rects(rects));
        self.scene.layers.push(layer);
    }

    fn finish(self, input: &PairInput<'_>) -> PairLayout {
        let info = SceneInfo {
            width: input.size.width,
            height: input.size.height,
            drawn: drawn(input, self.drawn),
            legend: legend(input),
            summary: summary(input, &self.panes),
            minimap: self.panes.first().map(|pane| strip_info(input.size, pane.whole)),
            search: input.search.cloned(),
            selected: self.selected,
            panes: self.panes,
        };
        PairLayout { scene: self.scene, items: self.items, info }
    }
}

/// The coordinate space of a side.
pub(super) fn space_of(side: SideName) -> Space {
    match side {
        SideName::A => Space::TimeA,
        SideName::B => Space::TimeB,
    }
}

fn visible_rows(block: &Block, row_px: f32, from_px: f32, to_px: f32) -> std::ops::Range<u32> {
    let first = ((from_px - block.rows_px) / row_px).floor().max(0.0) as u32;
    let end = ((to_px - block.rows_px) / row_px).ceil().max(0.0) as u32;
    first..end.min(block.rows)
}

/// What is no hit fades to this share.
const FADED: f32 = 0.35;

/// A call's box under a search: hits are outlined, all else fades; as it is when none is on.
fn marked(theme: &Theme, plain: RectInstance, hit: Option<bool>) -> RectInstance {
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

/// Calls under a pixel; those that hide hits say so in the colour of their lines.
fn merged_box(theme: &Theme, plain: RectInstance, plot: &SidePlot<'_>, item: Item) -> RectInstance {
    let style = RectStyle::PLAIN.hatch(Hatch::Hairlines);
    let hit = match (plot.hits, item) {
        (Some(hits), Item::Merged { first, end, .. }) => Some(hits.among(first.0..end) > 0),
        _ => None,
    };
    let mark = match hit {
        Some(true) => theme.hit,
        Some(false) => theme.none_mark.with_alpha(FADED),
        None => theme.none_mark,
    };
    RectInstance { fill: theme.none, mark, style, ..plain }
}

fn strip_info(size: Size, whole: Window) -> Minimap {
    let Rect { x0, y0, x1, y1 } = geometry::minimap(size);
    Minimap { x0, y0, x1, y1, middle: f32::midpoint(y0, y1), whole }
}

/// Cells narrower or lower than this have no label, CSS pixels.
const LABEL_MIN_PX: (f32, f32) = (24.0, 11.0);
/// About the width of a character, as a share of the font size; only decides which form of a name is given.
const CHAR_WIDTH: f32 = 0.56;

fn label(plot: &SidePlot<'_>, call: CallId, rect: Rect, fill: Rgba) -> Option<TextRun> {
    if rect.width() < LABEL_MIN_PX.0 || plot.row_px < LABEL_MIN_PX.1 {
        return None;
    }
    let size = if plot.row_px < 14.0 { 10.0 } else { 11.0 };
    let room = ((rect.width() - 6.0) / (size * CHAR_WIDTH)) as usize;
    let text = label_text(plot.trace.call_name(call), room);
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

pub(super) fn text_run(text: String, rect: Rect, size: f32, color: Rgba, align: Align) -> TextRun {
    TextRun { rect, text, size, color, face: Face::Ui, weight: Weight::Regular, align }
}

fn legend(input: &PairInput<'_>) -> Vec<LegendEntry> {
    match (input.correspondence, input.state.color) {
        (Some(known), ColorBy::Match) => known.match_legend(input.theme),
        (Some(known), ColorBy::Change) => known.change_legend(input.theme),
        _ => input.coloring.legend().to_vec(),
    }
}

fn drawn(input: &PairInput<'_>, counts: [u64; 2]) -> Drawn {
    let of = |side: SideName| {
        let trace = input.sides[side.index()]?.trace;
        let (some, all) = (numbers::count(counts[side.index()]), numbers::count(trace.calls().len() as u64));
        Some(format!("{some} of {all} calls of {}", side.letter()))
    };
    let parts: Vec<String> = SideName::BOTH.into_iter().filter_map(of).collect();
    Drawn {
        text: format!("Drawn {}", parts.join(", ")),
        rule: "Calls under 1\u{202f}px are merged into boxes as tall as what they hide".to_owned(),
    }
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
