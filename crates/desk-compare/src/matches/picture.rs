//! The picture: two mirrored icicles, and the matches between them.

use super::context::MatchContext;
use super::drawing::{self, Drawing};
use super::geometry::panes;
use super::input::PictureInput;
use super::item::Item;
use super::limits::LEAST_PX;
use super::link::DrawnText;
use super::paint::legend as match_legend;
use super::roots::Roots;
use super::shown::{ground, shows_some_steps};
use super::strips::{self, Heights};
use super::{elsewhere, fills, flows, repeated};
use diptych_protocol::{
    ColorBy, Drawn, LegendEntry, LegendMark, MatchMode, Pane, SelectedRow, SideName, Window,
};
use diptych_scene::theme::Theme;
use diptych_scene::{
    Align, Batch, ItemId, Layer, Rect, RectBatch, RectInstance, RectStyle, Rgba, Space, TextBatch,
};
use diptych_trace::CallId;
use diptych_views::icicle::{
    IcicleItem,
    boxes::{BoxColors, Icicle, MergedColors, edge, mark_color, text_run},
    decoration,
    geometry::{LABEL_ROW_PX, PaneRect, RowRules, TALL_ROW_PX, folded_px, lead},
    plot::Plot,
    rows::{RowHeights, frames_above},
    silhouette,
};
use diptych_views::legend::{duration_colors, mark};
use diptych_views::search::Hits;
use diptych_views::{
    Correspondence, ItemTable, PartInfo, PartLayers, SideMarks, TimeMap, numbers, whole, words,
};
use std::ops::Range;

/// Least height of a lane's head that has a name, CSS pixels.
const LEAST_HEAD_PX: f32 = 12.0;

/// The laid out picture.
#[derive(Debug, Default)]
pub(crate) struct Picture {
    pub(crate) drawn: PartLayers,
    pub(crate) items: ItemTable<Item>,
    pub(crate) info: PartInfo,
    /// Calls of a pixel or more as they are laid out, including those that are not drawn.
    #[cfg(test)]
    pub(crate) rects: [Vec<(CallId, Rect)>; 2],
}

/// Lays the picture out. Cost and size are bounded by the pixels of the canvas, not by the number of calls.
pub(crate) fn picture(input: &PictureInput<'_>) -> Picture {
    let open = input.sides.map(|side| side.is_some());
    let mut panes = panes(input.rect, open, input.matches.state.band);
    let (heights, note) = strip_heights(input, &panes);
    for pane in &mut panes {
        heights.take_from(pane);
    }
    let whole = whole(input.sides.map(|side| side.map(|side| side.trace)), input.time_maps);
    let mut out = Output { note, ..Output::new(input) };
    let frames: Vec<Option<FramesRow>> = panes.iter_mut().map(|pane| out.frames_row(pane, whole)).collect();
    let folded_px = folded_lane_px(input, &panes);
    let mut plots: Vec<Plot<'_>> = Vec::new();
    for (pane, above) in panes.iter().zip(&frames) {
        if let Some(side) = input.sides[pane.side.index()] {
            let window = input.time.window(pane.side).unwrap_or(whole);
            let time_map = input.time_maps[pane.side.index()];
            let space = input.spaces[pane.side.index()];
            let above = above.as_ref().map_or(0, |row| row.count);
            let rules = RowRules {
                heights: input.state.tall.then_some(RowHeights::uniform(TALL_ROW_PX)),
                folded_px,
                folded_frames: if input.state.frames { 0 } else { above },
                selected: out.selected_on(pane.side),
            };
            let plot = Plot::new(pane, side, time_map, window, input.state.scroll[pane.side], rules, space);
            out.panes.push(plot.pane(whole));
            plots.push(plot);
        }
    }
    let mut over = Vec::new();
    #[cfg(test)]
    for plot in &plots {
        out.rects[plot.side.index()] = all_rects(plot);
    }
    if input.rect.height() > 0.0 {
        for ((pane, plot), above) in panes.iter().zip(&plots).zip(frames) {
            decoration::axis(&mut out.layers, input.theme, pane, plot, input.time_maps[1]);
            if let Some(row) = above {
                out.frames(pane, &row);
            }
            strips::draw(&mut out.layers, &mut out.items, input.theme, pane, plot, heights, &input.counter);
        }
        out.plots(&plots);
        for (pane, plot) in panes.iter().zip(&plots) {
            decoration::beyond(&mut over, input.theme, pane, plot);
        }
        decoration::badges(&mut over, input.theme, input.size, &panes);
    }
    out.finish(over)
}

#[cfg(test)]
fn all_rects(plot: &Plot<'_>) -> Vec<(CallId, Rect)> {
    let calls = (0..plot.trace.calls().len() as u32).map(CallId);
    let wide = calls.filter(|&call| plot.px(plot.trace.calls().duration(call)) > 0.99);
    wide.filter_map(|call| Some((call, plot.rect(call)?))).collect()
}

/// Returns the heights of the strips that the state asks for and that a side has data for, and the words for strips
/// without room.
fn strip_heights(input: &PictureInput<'_>, panes: &[PaneRect]) -> (Heights, String) {
    let has_instants = input.sides.iter().flatten().any(|side| !side.trace.instants().is_empty());
    let has_counter =
        input.sides.iter().zip(input.counter.sides).any(|(side, of)| side.is_some() && of.is_some());
    Heights::new(panes, input.state.instants && has_instants, has_counter)
}

/// Returns the height of folded lanes, which is the same on both sides.
fn folded_lane_px(input: &PictureInput<'_>, panes: &[PaneRect]) -> f32 {
    let folded = panes.iter().filter_map(|pane| {
        let lanes = input.sides[pane.side.index()]?.lanes;
        Some(folded_px(lanes, pane.plot.height()))
    });
    folded.reduce(f32::min).unwrap_or_default()
}

/// The frames above the time in view of a side, and the row for the text about them.
struct FramesRow {
    count: u32,
    rect: Rect,
}

/// The picture while it is drawn.
struct Output<'a> {
    input: &'a PictureInput<'a>,
    layers: Vec<Layer>,
    items: ItemTable<Item>,
    panes: Vec<Pane>,
    drawn: [u64; 2],
    drawing: Drawing,
    selected: Option<SelectedRow>,
    /// Row of its match.
    selected_match: Option<SelectedRow>,
    /// True if lines of flows are drawn.
    has_flows: bool,
    /// Words for strips without room.
    note: String,
    #[cfg(test)]
    rects: [Vec<(CallId, Rect)>; 2],
}

impl<'a> Output<'a> {
    fn new(input: &'a PictureInput<'a>) -> Self {
        Self {
            input,
            layers: Vec::new(),
            items: ItemTable::default(),
            panes: Vec::new(),
            drawn: [0, 0],
            drawing: Drawing::default(),
            selected: None,
            selected_match: None,
            has_flows: false,
            note: String::new(),
            #[cfg(test)]
            rects: [const { Vec::new() }; 2],
        }
    }

    /// Writes the text that stands for the frames above the time in view.
    fn frames(&mut self, pane: &PaneRect, row: &FramesRow) {
        let id = self.items.add(IcicleItem::RootFrames { side: pane.side });
        let are_folded = !self.input.state.frames;
        decoration::root_frames(&mut self.layers, self.input.theme, row.rect, row.count, are_folded, id);
    }

    /// Takes the row for the text about frames from a pane, if there are frames above the time in view.
    fn frames_row(&self, pane: &mut PaneRect, whole: Window) -> Option<FramesRow> {
        let window = self.input.time.window(pane.side).unwrap_or(whole);
        let time_map = self.input.time_maps[pane.side.index()];
        let count = self.frames_above(pane.side, time_map.own_window(window));
        (count > 0).then(|| FramesRow { count, rect: pane.split_frames(pane.side == SideName::A) })
    }

    /// Returns how many frames lie above the time in view of a side. The selected call and its match are no frames: a
    /// zoom to a call shows the call.
    fn frames_above(&self, side: SideName, window: Window) -> u32 {
        let Some(of) = self.input.sides[side.index()] else { return 0 };
        let Some(lane) = lead(of.lanes) else { return 0 };
        let calls = of.trace.calls();
        let is_in_view = |call: &CallId| {
            calls.start()[call.index()] < window.end && calls.end()[call.index()] > window.start
        };
        let kept = self.selected_on(side).filter(is_in_view);
        frames_above(of.trace, lane, window.start..window.end, kept)
    }

    /// Returns the selected call of a side, or the match of the other side's selected call.
    fn selected_on(&self, side: SideName) -> Option<CallId> {
        let own = self.input.selection.filter(|&(of, _)| of == side).map(|(_, call)| call);
        let matched = self.input.matched.filter(|_| side == SideName::B);
        own.or(matched).or_else(|| self.selected_partner(side))
    }

    /// Draws tubes below boxes: a tube passes behind the calls inside its own call and covers neither boxes nor names.
    fn plots(&mut self, plots: &[Plot<'_>]) {
        let input = self.input;
        let roots = match (plots, input.correspondence) {
            ([a, b], Some(correspondence)) => Some(Roots::new(correspondence, [a.focus(), b.focus()])),
            _ => None,
        };
        let cells = roots.as_ref().and_then(|roots| fills::Cells::new(input, plots, roots));
        let icicle = |plot: &Plot<'_>| {
            let paint = |call: CallId| fills::paint(input, cells.as_ref(), plot.side, plot.trace, call);
            let merged = input.matches.aggregates(input.theme);
            // Calls under a pixel have no step of a colour scale.
            let no_merged = shows_some_steps(input);
            let merged_off = |calls: Range<u32>| {
                let shown = input.matches.shown.map(|shown| shown.hits(plot.side));
                no_merged || shown.is_some_and(|shown| shown.among(calls) == 0)
            };
            let off = [merged.0, merged.1].map(|color| ground(input.theme, color));
            let merged = MergedColors { on: merged, off: (off[0], off[1]), is_off: merged_off };
            // Tubes are looked for from A, so only A's icicle needs call boxes beyond its pane.
            let is_one_to_one = roots.is_some() && input.matches.state.mode == MatchMode::OneToOne;
            let far_px = (is_one_to_one && plot.side == SideName::A).then_some(LEAST_PX);
            Icicle::new(plot, &BoxColors { theme: input.theme, paint, merged }, far_px, &mut self.items)
        };
        let icicles: Vec<Icicle> = plots.iter().map(icicle).collect();
        if let ([a, b], [of_a, of_b]) = (plots, &icicles[..]) {
            let roots = roots.as_ref();
            let context = MatchContext { plots: [a, b], icicles: [of_a, of_b], input: self.input, roots };
            self.drawing = drawing::draw(&context, &mut self.items);
            let (from, to) = (a.placement.plot, b.placement.plot);
            let clip = Rect::new(from.x0, from.y0, from.x1, to.y1);
            let is_empty = self.drawing.curves.iter().all(|(_, curves)| curves.curves.is_empty());
            self.tubes(plots, clip);
            let note = if is_empty { elsewhere::note(&context, &mut self.items) } else { None };
            if let Some((rect, batches)) = note {
                self.layer(rect, Space::FIXED, batches);
            }
            let mut highlighted = std::mem::take(&mut self.drawing.highlighted.layers);
            if highlighted.is_empty() {
                self.marks(clip, Space::FIXED, []);
            }
            for (clip, links) in &mut highlighted {
                let links = links.each_mut().map(|batch| Batch::Curves(std::mem::take(batch)));
                self.marks(*clip, Space::FIXED, links);
            }
            // Above highlighted tubes, which would otherwise hide the boxes around the names.
            let names = &mut self.drawing.names;
            let (rects, texts) = (std::mem::take(&mut names.rects), std::mem::take(&mut names.texts));
            if !texts.runs.is_empty() {
                self.layer(clip, Space::FIXED, [Batch::Rects(rects), Batch::Texts(texts)]);
            }
        }
        let mut marked: Vec<(RectBatch, RectBatch)> = Vec::new();
        for (plot, mut icicle) in plots.iter().zip(icicles) {
            self.drawn[plot.side.index()] = icicle.drawn;
            let repeated = repeated::repetitions(self.input, plot, &icicle);
            repeated.make_room(&mut icicle.labels.runs);
            let mut batches = vec![Batch::Rects(icicle.boxes)];
            let over = [icicle.folded, icicle.grounds].into_iter();
            batches.extend(over.filter(|batch| !batch.instances.is_empty()).map(Batch::Rects));
            batches.push(Batch::Texts(icicle.labels));
            self.layer(plot.placement.plot, plot.space, batches);
            self.layer(plot.placement.plot, plot.space, repeated.batches);
            let heads = self.heads(plot);
            marked.push((icicle.marks, heads));
        }
        for (plot, (boxes, heads)) in plots.iter().zip(marked) {
            if !heads.instances.is_empty() {
                self.marks(plot.placement.plot, Space::FIXED, [Batch::Rects(heads)]);
            }
            self.highlight_boxes(plot, boxes);
            self.selection(plot);
        }
    }

    /// Draws the tubes, starting with those of the lanes furthest from the other side. The lanes that they pass hide
    /// them.
    fn tubes(&mut self, plots: &[Plot<'_>], clip: Rect) {
        let mut before: Option<u32> = None;
        for (place, curves) in std::mem::take(&mut self.drawing.curves) {
            if let Some(before) = before {
                self.grounds(plots, place..before);
            }
            before = Some(place);
            self.layer(clip, Space::FIXED, [Batch::Curves(curves)]);
        }
        self.grounds(plots, 0..before.unwrap_or(0));
    }

    /// Draws the backgrounds of the lanes at these places, on sides with several lanes.
    fn grounds(&mut self, plots: &[Plot<'_>], places: Range<u32>) {
        for plot in plots.iter().filter(|plot| plot.stack.blocks.len() > 1) {
            let mut rects = RectBatch::default();
            let [from_px, to_px] = plot.content();
            let blocks = plot.stack.touching(from_px, to_px).iter();
            for block in blocks.filter(|block| places.contains(&block.place)) {
                let Rect { x0, x1, .. } = plot.placement.plot;
                let (y0, y1) = plot.placement.y(block.head_px, block.end_px());
                let fill = self.input.theme.bg;
                rects.push(RectInstance { x0, y0, x1, y1, fill, ..RectInstance::default() }, ItemId::NONE);
            }
            if !rects.instances.is_empty() {
                self.layer(plot.placement.plot, Space::FIXED, [Batch::Rects(rects)]);
            }
        }
    }

    /// Draws the marks, and above them outlines of the calls that match those under the pointer.
    fn highlight_boxes(&mut self, plot: &Plot<'_>, mut rects: RectBatch) {
        let theme = self.input.theme;
        for &rect in &self.drawing.highlighted.boxes[plot.side.index()] {
            outline(&mut rects, rect, theme.hover, theme);
        }
        let is_any = !rects.instances.is_empty();
        self.marks(plot.placement.plot, plot.space, is_any.then_some(Batch::Rects(rects)));
    }

    /// Adds a layer of marks, even an empty one: its place must not change, so that renderers can cache the layers
    /// around it.
    fn marks(&mut self, clip: Rect, space: Space, batches: impl IntoIterator<Item = Batch>) {
        let batches = batches.into_iter().collect();
        self.layers.push(Layer { marks: true, batches, ..Layer::new(clip, space) });
    }

    fn layer(&mut self, clip: Rect, space: Space, batches: impl Into<Vec<Batch>>) {
        self.layers.push(Layer { batches: batches.into(), ..Layer::new(clip, space) });
    }

    /// Draws the names of lanes above their rows and the silhouettes of folded lanes, if there are several lanes.
    /// Returns the marks of the heads, which lie above everything.
    fn heads(&mut self, plot: &Plot<'_>) -> RectBatch {
        let mut marks = RectBatch::default();
        if !plot.stack.has_heads() {
            return marks;
        }
        let theme = self.input.theme;
        let pane = plot.placement.plot;
        let (mut rects, mut texts) = (RectBatch::default(), TextBatch::default());
        let mut shapes = RectBatch::default();
        let [from_px, to_px] = plot.content();
        for block in plot.stack.touching(from_px, to_px) {
            let (y0, y1) = plot.placement.y(block.head_px, block.rows_px);
            let id = self.items.add(IcicleItem::Lane { side: plot.side, lane: block.lane });
            let fill = if block.is_folded { theme.sunken } else { theme.chrome };
            let ground = RectInstance { x0: pane.x0, y0, x1: pane.x1, y1, fill, ..RectInstance::default() };
            // A head is marked if all calls of its lane are marked. The head of a folded lane is marked if any call is.
            let calls = plot.trace.lanes().calls(block.lane);
            let is_whole = |hits: &Hits| block.is_folded || hits.among(calls.clone()) as usize == calls.len();
            let whole = SideMarks {
                selected: plot.marks.selected.filter(|hits| is_whole(hits)),
                pointed: plot.marks.pointed.filter(|hits| is_whole(hits)),
            };
            rects.push(ground, id);
            if let Some(color) = mark_color(theme, whole, calls.clone()) {
                marks.push(edge(ground, color), ItemId::NONE);
            }
            if block.is_folded {
                silhouette::draw(plot, block, theme, id, &mut shapes);
            }
            // A name that is cut at the edge of the pane would be illegible.
            let (y0, y1) = (y0.max(pane.y0), y1.min(pane.y1));
            if y1 - y0 >= LEAST_HEAD_PX {
                let text = words::lane_path(plot.trace, block.lane);
                let rect = Rect::new(pane.x0 + 6.0, y0, pane.x1 - 6.0, y1);
                texts.push(text_run(text, rect, 10.0, theme.ink2, Align::Start), id);
            }
        }
        self.layer(pane, Space::FIXED, [Batch::Rects(rects)]);
        if !shapes.instances.is_empty() {
            self.layer(pane, plot.space, [Batch::Rects(shapes)]);
        }
        self.layer(pane, Space::FIXED, [Batch::Texts(texts)]);
        marks
    }

    fn selection(&mut self, plot: &Plot<'_>) {
        let own = self.input.selection.filter(|&(side, _)| side == plot.side).map(|(_, call)| call);
        let matched = self.input.matched.filter(|_| plot.side == SideName::B);
        let Some(call) = self.selected_on(plot.side) else { return };
        let calls = plot.trace.calls();
        let lane = plot.trace.lanes().of_call(call);
        let Some(block) = plot.stack.blocks.iter().find(|block| block.lane == lane) else { return };
        let depth = calls.depth()[call.index()];
        let (from_px, to_px) = (block.row_px(depth), block.row_px(depth + 1));
        let folded_lane = block.is_folded.then_some(lane.0);
        let (y0, y1) = plot.placement.y(from_px, to_px);
        let around = plot.stack.row_with_context(lane, depth, plot.placement.plot.height());
        // Among several lanes a row is recognised by the head of its lane and by its label.
        let is_seen = if plot.stack.blocks.len() > 1 {
            to_px - from_px >= LABEL_ROW_PX && plot.shows(around)
        } else {
            plot.is_in_sight(Rect::new(0.0, y0, 0.0, y1))
        };
        let [from, to] = plot.scrolled_from(if is_seen { [from_px, to_px] } else { around });
        let row = Some(SelectedRow { side: plot.side, from, to, folded_lane });
        if own.is_some() {
            self.selected = row;
        } else {
            self.selected_match = row;
        }
        if plot.row_of(call).is_none() {
            return;
        }
        let lines =
            own.or(matched).map(|call| flows::lines(plot, call, self.input.theme)).unwrap_or_default();
        if !lines.curves.is_empty() {
            self.has_flows = true;
            self.marks(plot.placement.plot, Space::FIXED, [Batch::Curves(lines)]);
        }
        let x0 = plot.projection.x_from_tick(calls.start()[call.index()]) as f32;
        let x1 = plot.projection.x_from_tick(calls.end()[call.index()]) as f32;
        // A call narrower than a pixel still gets a mark that can be seen.
        let rect = Rect::new(x0, y0, x1.max(x0 + 1.0), y1);
        let mut rects = RectBatch::default();
        outline(&mut rects, rect, self.input.theme.ink, self.input.theme);
        self.marks(plot.placement.plot, plot.space, [Batch::Rects(rects)]);
    }

    /// Returns the call of this side that is aligned with the selected call of the other side.
    fn selected_partner(&self, side: SideName) -> Option<CallId> {
        let is_one_to_one = self.input.matches.state.mode == MatchMode::OneToOne;
        let (of, call) = self.input.selection.filter(|&(of, _)| of != side && is_one_to_one)?;
        self.input.correspondence?.partner(of, call)
    }

    /// Finishes the picture. Without room it has panes but no texts.
    fn finish(self, over: Vec<Layer>) -> Picture {
        let has_room = self.input.rect.height() > 0.0;
        let mut legend = legend(self.input);
        if self.has_flows {
            legend.push(mark("flow of the selected call", self.input.theme.ink, LegendMark::Line));
        }
        let info = PartInfo {
            drawn: has_room.then(|| drawn(self.input, self.drawn, self.drawing.text.as_ref())),
            legend,
            summary: if has_room { summary(self.input, &self.panes) } else { String::new() },
            // The overview alone has no boxes and bands to explain.
            reading: if has_room { reading(self.input, &self.drawing.names.largest) } else { Vec::new() },
            selected: self.selected,
            selected_match: self.selected_match,
            panes: self.panes,
            note: self.note,
            has_table: true,
            ..PartInfo::default()
        };
        Picture {
            drawn: PartLayers { layers: self.layers, over },
            items: self.items,
            info,
            #[cfg(test)]
            rects: self.rects,
        }
    }
}

/// Width below which an outlined box also gets pins, and their length, CSS pixels.
const NARROW_PX: f32 = 6.0;
const PIN_PX: f32 = 14.0;

/// Draws a 2 px line inside a 1 px halo, both outside the box. A narrow box also gets a pin above and one below it:
/// among hundreds of others its outline alone is not found.
fn outline(rects: &mut RectBatch, around: Rect, color: Rgba, theme: &Theme) {
    if around.width() < NARROW_PX {
        let x = f32::midpoint(around.x0, around.x1);
        for (half, fill) in [(2.5, theme.bg), (1.5, color)] {
            let [y0, y1] = [around.y0 - PIN_PX, around.y1 + PIN_PX];
            for (y0, y1) in [(y0, around.y0 - 3.0), (around.y1 + 3.0, y1)] {
                let pin =
                    RectInstance { x0: x - half, y0, x1: x + half, y1, fill, ..RectInstance::default() };
                rects.push(pin, ItemId::NONE);
            }
        }
    }
    for (by, quarters, border) in [(3.0, 4, theme.bg), (2.0, 8, color)] {
        let Rect { x0, y0, x1, y1 } = around.outset(by);
        let style = RectStyle::PLAIN.border(quarters);
        rects.push(RectInstance { x0, y0, x1, y1, border, style, ..RectInstance::default() }, ItemId::NONE);
    }
}

fn legend(input: &PictureInput<'_>) -> Vec<LegendEntry> {
    let mut legend = legend_of_calls(input);
    if has_folded(input) {
        legend.insert(before_marks(&legend), mark(words::FOLDED_LABEL, input.theme.ink2, LegendMark::Dots));
    }
    legend
}

/// Returns the place before the marks that a short line has no room for.
fn before_marks(legend: &[LegendEntry]) -> usize {
    legend.iter().position(|entry| entry.mark == LegendMark::Moved).unwrap_or(legend.len())
}

/// Returns true if some boxes stand for several folded calls.
fn has_folded(input: &PictureInput<'_>) -> bool {
    input.sides.iter().flatten().any(|side| side.trace.is_folded())
}

fn legend_of_calls(input: &PictureInput<'_>) -> Vec<LegendEntry> {
    let mut legend = match (input.correspondence, input.state.color) {
        (Some(_), ColorBy::Match) => Correspondence::match_legend(input.theme),
        (Some(both), ColorBy::Change) => both.change_legend(input.theme),
        (Some(_), ColorBy::Shift | ColorBy::Place | ColorBy::Similarity) => match_legend(input),
        _ => return input.coloring.legend().to_vec(),
    };
    let theme = input.theme;
    if input.matches.state.mode == MatchMode::Similarity {
        // Main matches have no order that a call could have left.
        legend.retain(|entry| entry.mark != LegendMark::Moved);
    }
    if let Some(entry) = input.correspondence.and_then(|both| both.not_compared_legend(theme)) {
        legend.insert(before_marks(&legend), entry);
    }
    legend.push(mark("calls under 1\u{202f}px", theme.none_mark, LegendMark::Hairlines));
    if matches!(input.time_maps[1], TimeMap::Warp(_)) {
        legend.push(mark("anchors of the time alignment", theme.line_strong, LegendMark::Dashed));
    }
    if input.matches.repetitions.iter().any(|repetitions| !repetitions.is_empty()) {
        legend.push(mark("repeated ×n", theme.ink2, LegendMark::Dashed));
    }
    legend
}

fn drawn(input: &PictureInput<'_>, counts: [u64; 2], text: Option<&DrawnText>) -> Drawn {
    let count_of = |side: SideName| {
        let trace = input.sides[side.index()]?.trace;
        let (some, all) = (numbers::count(counts[side.index()]), numbers::count(trace.calls().len() as u64));
        Some(format!("{some} of {all} {} of {}", words::drawn_things(trace), side.letter()))
    };
    let calls: Vec<String> = SideName::BOTH.into_iter().filter_map(count_of).collect();
    let rule = "Calls under 1\u{202f}px are merged into boxes as tall as the calls they hide";
    match text {
        None => Drawn { text: format!("{} drawn", calls.join(", ")), rule: rule.to_owned() },
        Some(text) => Drawn {
            text: format!("{}, {}", text.text, calls.join(", ")),
            rule: format!("{}. {rule}", text.rule),
        },
    }
}

/// Says what dots on a box mean.
const DOTTED: &str = "A dotted box is the sum of several short calls.";

/// Returns sentences for a first look: how the sides lie, what tubes and colours are, and which match in view changed
/// most. The list and the verdict beside the picture say first what changed, so how to read the picture comes first here.
fn reading(input: &PictureInput<'_>, largest: &str) -> Vec<String> {
    // A stored comparison without its traces has no calls to read.
    if input.sides.iter().all(Option::is_none) {
        return Vec::new();
    }
    let folded = has_folded(input).then_some(DOTTED);
    if input.sides.iter().any(Option::is_none) {
        let traces = input.sides.iter().flatten();
        let has_times = traces.map(|side| side.trace.axis()).all(numbers::has_places);
        let text = if has_times {
            "Each box is a call; callees lie below their caller, time runs to the right."
        } else {
            // The file has sums of weights, so the place of a box says nothing.
            "Each box is a call path, wider with more weight; callees lie below their caller."
        };
        return [text].into_iter().chain(folded).map(str::to_owned).collect();
    }
    // The list beside the picture has functions, whose first is often not that of the call that changed most.
    let largest = (!largest.is_empty()).then(|| {
        [
            format!("Drawn band that changed most: {largest}."),
            "The list adds up all calls of a function.".to_owned(),
        ]
    });
    let color = (input.state.color == ColorBy::Change)
        .then(|| duration_colors(input.correspondence.map_or(1.0, |both| both.grey.factor)));
    let shapes = "A is above, B below, bands join matching calls.".to_owned();
    let folded = folded.map(str::to_owned);
    [shapes].into_iter().chain(folded).chain(color).chain(largest.into_iter().flatten()).collect()
}

fn summary(input: &PictureInput<'_>, panes: &[Pane]) -> String {
    let words_of = |pane: &Pane| {
        let trace = input.sides[pane.side.index()].map(|side| side.trace)?;
        let axis = trace.axis();
        let (from, to) = (numbers::extent(axis, pane.window.start), numbers::extent(axis, pane.window.end));
        let calls = numbers::count(trace.recorded_calls());
        Some(format!("{} shows {from} to {to}, {calls} calls in all", pane.side.letter()))
    };
    let parts: Vec<String> = panes.iter().filter_map(words_of).collect();
    format!("Call stacks over time: {}.", parts.join("; "))
}
