//! Drawing of a flame graph: rows of cells, next to rows of the zoomed path's callers, in one pane or one a side.

use super::info::info;
use super::marks::PathMarks;
use super::order::Ordered;
use super::panes::{PaneArea, PaneTitles, areas, is_side_by_side};
use super::parts::FlameParts;
use super::rows::{Rows, bounds};
use super::settings::flame;
use super::shape::{Shape, SubjectPlace};
use super::zoomed::PaneCells;
use crate::paths::{
    CellDrawing, ShownSides,
    draw::{CellMark, DrawnCell},
    functions::Traces,
    paint::{PathPaint, faded, merged},
    words::Weights,
};
use diptych_profile::{NodeId, WeightedTree};
use diptych_protocol::SideName;
use diptych_scene::theme::Theme;
use diptych_scene::{ItemId, Layer, Rect, Rgba};
use diptych_views::{LayoutInput, PartInfo, PartLayers};
use std::ops::Range;

/// Least part of a pane that a run leaves free for its end to be marked, CSS pixels.
const LEAST_REST_PX: f32 = 1.0;

/// An item of the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Item {
    /// A caller of the zoomed path.
    Above(NodeId),
    /// A cell of a pane, by its index in the pane's list of cells.
    Cell(usize, u32),
}

/// A drawn picture, its items and the information about it.
pub(super) struct Picture {
    pub(super) layers: PartLayers,
    pub(super) items: Vec<Item>,
    /// Rows of cells that are at least partly visible.
    pub(super) in_sight: Range<u32>,
    pub(super) info: PartInfo,
}

/// Returns the areas of the panes of a picture.
pub(super) fn panes_of(input: &LayoutInput<'_>, sides: ShownSides) -> Vec<PaneArea> {
    areas(input.rect, is_side_by_side(&input.state.profile, sides))
}

/// Draws the visible rows. O(visible cells).
pub(super) fn picture(input: &LayoutInput<'_>, parts: FlameParts<'_>) -> Picture {
    let FlameParts { shape, ordered, zoomed, paint, marks, shown, top, .. } = parts;
    let areas = panes_of(input, shown.sides);
    let rows = Rows::new(&areas, flame(input), shape, zoomed, top);
    let mut items = Vec::new();
    let (mut layers, mut over): (Vec<Layer>, Vec<Layer>) = (Vec::new(), Vec::new());
    let mut titles = PaneTitles::default();
    for (pane, area) in areas.iter().enumerate() {
        let mut painter = Painter {
            theme: input.colors(),
            traces: input.traces(),
            shape,
            ordered,
            paint,
            marks,
            pane: Pane { number: pane, area: *area, cells: &zoomed.panes[pane] },
            drawing: CellDrawing::default(),
            items: &mut items,
        };
        painter.rows(&rows);
        let [below, marked] = painter.drawing.into_layers(area.plot);
        layers.push(below);
        over.push(marked);
        let cells = &zoomed.panes[pane];
        caption(&mut titles, input.colors(), *area, cells, &shape.tree, shown.weights, top);
    }
    if areas.len() > 1 {
        layers.push(titles.into_layer(bounds(&areas)));
    }
    layers.append(&mut over);
    let info = info(input, parts, &rows);
    Picture { layers: PartLayers { layers, over: Vec::new() }, items, in_sight: rows.cells_in_sight(), info }
}

/// Adds the title of a pane of a side, and the end of its run if the other one is longer.
fn caption(
    titles: &mut PaneTitles,
    theme: &Theme,
    area: PaneArea,
    cells: &PaneCells,
    tree: &WeightedTree,
    weights: Weights,
    top: Option<NodeId>,
) {
    let Some(side) = area.side else { return };
    let whole = tree.whole(side.index());
    if cells.whole <= 0.0 {
        let text = if top.is_some() { format!("not in {}", side.letter()) } else { "no weight".to_owned() };
        return titles.empty(theme, area, text);
    }
    let text = top.map_or_else(
        || weights.text(whole),
        |node| weights.with_share(tree.sides()[side.index()].total[node.index()], whole),
    );
    titles.title(theme, area, text);
    if area.plot.width() - cells.extent_px >= LEAST_REST_PX {
        titles.end(theme, area, cells.extent_px);
    }
}

/// The pane that is drawn.
struct Pane<'a> {
    number: usize,
    area: PaneArea,
    cells: &'a PaneCells,
}

struct Painter<'a, 'b> {
    theme: &'a Theme,
    traces: Traces<'a>,
    shape: &'a Shape,
    ordered: &'a Ordered,
    paint: &'a PathPaint<'a>,
    marks: &'a PathMarks<'a>,
    pane: Pane<'a>,
    drawing: CellDrawing,
    /// Items of all panes.
    items: &'b mut Vec<Item>,
}

impl Painter<'_, '_> {
    fn rows(&mut self, rows: &Rows) {
        let plot = self.pane.area.plot;
        for row in rows.in_sight() {
            let (y0, y1) = rows.y(plot, row);
            match rows.cells_in(row) {
                None => self.caller(rows.above[row as usize], Rect { y0, y1, ..plot }),
                Some(at) if at < self.pane.cells.cells.rows() => {
                    for at in self.pane.cells.cells.row(at) {
                        self.cell(at, y0, y1);
                    }
                }
                Some(_) => {}
            }
        }
    }

    fn item(&mut self, item: Item) -> ItemId {
        self.items.push(item);
        ItemId(self.items.len() as u32 - 1)
    }

    fn mark(&self, node: NodeId) -> Option<CellMark> {
        let function = self.shape.tree.identity()[node.index()];
        let is_pointed = self.marks.pointed.is_some_and(|bits| self.shape.functions.is_any(function, bits));
        let is_selected = match self.marks.selected {
            SubjectPlace::Path(selected) => selected == node,
            SubjectPlace::Function(selected) => selected == function,
            SubjectPlace::Nowhere => false,
        };
        match self.marks.pointed_path {
            Some(path) if path == node => Some(CellMark::Pointed),
            Some(_) if is_selected => Some(CellMark::Selected),
            Some(_) => is_pointed.then_some(CellMark::SameFunction),
            None if is_pointed => Some(CellMark::Pointed),
            None => is_selected.then_some(CellMark::Selected),
        }
    }

    fn is_hit(&self, node: NodeId) -> bool {
        let function = self.shape.tree.identity()[node.index()].index();
        self.marks.found.is_some_and(|found| found.functions.get(function) == Some(&true))
    }

    /// Draws a caller of the zoomed path, as wide as that path. A pane leaves out callers that its side lacks.
    fn caller(&mut self, node: NodeId, rect: Rect) {
        if self.pane.area.side.is_some_and(|side| !self.has(side, node)) {
            return;
        }
        let extent_px = self.pane.cells.extent_px;
        let rect = if extent_px > 0.0 { Rect { x1: rect.x0 + extent_px, ..rect } } else { rect };
        let function = self.shape.tree.identity()[node.index()];
        let plain = if self.is_hit(node) { self.paint.hit() } else { self.paint.of(node, function) };
        let (paint, name) = (faded(self.theme, plain), self.shape.functions.name(function, self.traces));
        let item = self.item(Item::Above(node));
        let cell = DrawnCell { rect, paint, name, item, mark: self.mark(node) };
        self.drawing.cell(self.theme, cell);
    }

    fn has(&self, side: SideName, node: NodeId) -> bool {
        self.shape.tree.sides()[side.index()].has(node)
    }

    fn cell(&mut self, at: usize, y0: f32, y1: f32) {
        let (cell, x) = (self.pane.cells.cells.list()[at], self.pane.area.plot.x0);
        let rect = Rect::new(x + cell.x0, y0, x + cell.x1, y1);
        let item = self.item(Item::Cell(self.pane.number, at as u32));
        if cell.merged > 0 {
            self.drawing.cell(self.theme, DrawnCell::unmarked(rect, merged(self.theme, false), "", item));
            return;
        }
        let function = self.shape.tree.identity()[cell.node.index()];
        let paint =
            if self.is_hit(cell.node) { self.paint.hit() } else { self.paint.of(cell.node, function) };
        let name = self.shape.functions.name(function, self.traces);
        let widths = self.ordered.widths_in(self.pane.number);
        let bar = widths.net.get(cell.node.index()).map(|net| {
            let share = net.abs() / widths.width[cell.node.index()].max(f64::MIN_POSITIVE);
            (share as f32, net_color(self.theme, *net))
        });
        let drawn = DrawnCell { rect, paint, name, item, mark: self.mark(cell.node) };
        self.drawing.cell_with_bar(self.theme, drawn, bar);
    }
}

/// Returns the colour of a net decrease or increase.
pub(super) fn net_color(theme: &Theme, net: f64) -> Rgba {
    if net < 0.0 { theme.faster } else { theme.slower }
}
