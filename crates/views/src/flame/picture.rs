//! Drawing of a flame graph: rows of cells, next to rows of the zoomed path's callers.

use super::shape::{Ordered, Shape, SubjectPlace, Zoomed};
use super::view::{PathMarks, ShownPaths, flame};
use crate::legend::{entry, mark};
use crate::paths::cells::whole;
use crate::paths::draw::{CellMark, ROW_PX};
use crate::paths::functions::Traces;
use crate::paths::paint::{Colors, PathPaint, faded, merged};
use crate::paths::words::{WHOLE_WEIGHT, grey, legend, no_paths, of_sides};
use crate::paths::{CellDrawing, ShownSides, is_whole_weight, without_paths};
use crate::view::{PartInfo, PartLayers};
use crate::{CallPaths, LayoutInput, numbers};
use diptych_profile::NodeId;
use diptych_protocol::{Drawn, LegendEntry, LegendMark, ProfileParts, RowPane, SiblingOrder, ViewId};
use diptych_scene::theme::Theme;
use diptych_scene::{ItemId, Rect};
use std::ops::Range;

/// Margin to the left and right of the cells.
const MARGIN_PX: f32 = 12.0;
/// Most callers of the zoomed path that are drawn. The head of the graph names all of them.
const MOST_ABOVE: usize = 2;
/// Least number of frames that are folded. Fewer take no more room than the line that stands for them.
const LEAST_FRAMES: u32 = 3;
/// Share of the width from which one cell fills its row.
const FULL_SHARE: f32 = 0.99;

/// An item of the picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Item {
    /// A caller of the zoomed path.
    Above(NodeId),
    /// A cell, by its index in the list of cells.
    Cell(u32),
}

/// A drawn picture, its items and the information about it.
pub(super) struct Picture {
    pub(super) layers: PartLayers,
    pub(super) items: Vec<Item>,
    /// Rows of cells that are at least partly visible.
    pub(super) in_sight: Range<u32>,
    pub(super) info: PartInfo,
}

/// Returns the area that cells are drawn in.
pub(super) fn plot(rect: Rect) -> Rect {
    let x0 = (rect.x0 + MARGIN_PX).min(rect.x1);
    Rect { x0, x1: (rect.x1 - MARGIN_PX).max(x0), ..rect }
}

/// The rows of a picture and their scroll position.
struct Rows {
    plot: Rect,
    upward: bool,
    scroll: u32,
    scroll_max: u32,
    /// Callers of the zoomed path that are drawn, outermost first.
    above: Vec<NodeId>,
    /// Number of further callers that are not drawn.
    further: usize,
    /// Number of outer rows that one cell fills, without the innermost of them; 0 if they are too few to be folded.
    frames: u32,
    /// Number of outer rows that are folded: all frames, or none.
    folded: u32,
}

impl Rows {
    fn new(input: &LayoutInput<'_>, shape: &Shape, zoomed: &Zoomed, top: Option<NodeId>) -> Self {
        let (plot, state) = (plot(input.rect), flame(input));
        let up = |node: NodeId| shape.tree.parent()[node.index()].some();
        let callers = std::iter::successors(top.and_then(up), |&node| up(node));
        let mut above: Vec<NodeId> = callers.collect();
        let further = above.len().saturating_sub(MOST_ABOVE);
        above.truncate(MOST_ABOVE);
        above.reverse();
        // The target of a zoom fills the width, and is no frame.
        let frames = if top.is_none() { frames(zoomed, plot.width()) } else { 0 };
        let folded = if state.frames { 0 } else { frames };
        let content = (above.len() as u32 + zoomed.cells.rows() - folded) as f32 * ROW_PX;
        let scroll_max = (content - plot.height()).max(0.0).ceil() as u32;
        let (upward, scroll) = (state.upward, state.scroll.min(scroll_max));
        Self { plot, upward, scroll, scroll_max, above, further, frames, folded }
    }

    /// Returns the number of rows that can be scrolled to.
    fn count(&self, zoomed: &Zoomed) -> u32 {
        self.above.len() as u32 + zoomed.cells.rows() - self.folded
    }

    /// Returns the number of rows out of view.
    fn hidden(&self, zoomed: &Zoomed) -> u32 {
        let all = self.count(zoomed);
        all - self.in_sight(all).len() as u32
    }

    /// Returns the vertical range of a row. The outermost drawn caller is in row 0.
    fn y(&self, row: u32) -> (f32, f32) {
        let from = row as f32 * ROW_PX - self.scroll as f32;
        if self.upward {
            (self.plot.y1 - from - ROW_PX, self.plot.y1 - from)
        } else {
            (self.plot.y0 + from, self.plot.y0 + from + ROW_PX)
        }
    }

    /// Returns the rows that are at least partly visible.
    fn in_sight(&self, rows: u32) -> Range<u32> {
        let first = (self.scroll as f32 / ROW_PX) as u32;
        let end = ((self.scroll as f32 + self.plot.height()) / ROW_PX).ceil().max(0.0) as u32;
        first.min(rows)..end.min(rows)
    }

    fn pane(&self, zoomed: &Zoomed) -> RowPane {
        let Rect { x0, y0, x1, y1 } = self.plot;
        let [scroll, scroll_max] = [self.scroll, self.scroll_max].map(i64::from);
        RowPane {
            view: ViewId::Flame,
            x0,
            y0,
            x1,
            y1,
            scroll,
            scroll_min: 0,
            scroll_max,
            scroll_sign: if self.upward { 1 } else { -1 },
            hidden_rows: self.hidden(zoomed),
            frames: self.frames,
        }
    }
}

/// Returns the number of outer rows that one cell fills, without the innermost of them, which names what all of the graph
/// belongs to. Returns 0 for a few.
fn frames(zoomed: &Zoomed, width: f32) -> u32 {
    let fills = |row: &u32| {
        let mut cells = zoomed.cells.row(*row).map(|at| zoomed.cells.list()[at]);
        let first = cells.next();
        first.is_some_and(|cell| cell.merged == 0 && cell.x1 - cell.x0 >= FULL_SHARE * width)
    };
    let full = (0..zoomed.cells.rows()).take_while(fills).count() as u32;
    Some(full.saturating_sub(1)).filter(|&frames| frames >= LEAST_FRAMES).unwrap_or(0)
}

/// Draws the visible rows. O(visible cells).
pub(super) fn picture(
    input: &LayoutInput<'_>,
    (shape, ordered, zoomed): (&Shape, &Ordered, &Zoomed),
    (paint, marks, shown): (&PathPaint<'_>, &PathMarks<'_>, ShownPaths),
    (top, is_lost): (Option<NodeId>, bool),
) -> Picture {
    let rows = Rows::new(input, shape, zoomed, top);
    let mut painter = Painter {
        theme: input.colors(),
        traces: input.traces(),
        shape,
        ordered,
        paint,
        marks,
        drawing: CellDrawing::default(),
        items: Vec::new(),
    };
    let above = rows.above.len() as u32;
    for row in rows.in_sight(rows.count(zoomed)) {
        let (y0, y1) = rows.y(row);
        if let Some(&node) = rows.above.get(row as usize) {
            painter.caller(node, Rect { y0, y1, ..rows.plot });
            continue;
        }
        for at in zoomed.cells.row(row - above + rows.folded) {
            painter.cell(zoomed, at, (rows.plot.x0, y0, y1));
        }
    }
    let whole = whole(ordered.source(&shape.tree), top);
    let info = info(input, (shape, zoomed, &rows), (paint, marks, shown), (top, is_lost, whole));
    let layers = painter.drawing.into_layers(rows.plot).into();
    let visible = rows.in_sight(rows.count(zoomed));
    let cell_row = |row: u32| (row + rows.folded).saturating_sub(above);
    let in_sight = cell_row(visible.start)..cell_row(visible.end);
    Picture { layers: PartLayers { layers, over: Vec::new() }, items: painter.items, in_sight, info }
}

struct Painter<'a> {
    theme: &'a Theme,
    traces: Traces<'a>,
    shape: &'a Shape,
    ordered: &'a Ordered,
    paint: &'a PathPaint<'a>,
    marks: &'a PathMarks<'a>,
    drawing: CellDrawing,
    items: Vec<Item>,
}

impl Painter<'_> {
    fn item(&mut self, item: Item) -> ItemId {
        self.items.push(item);
        ItemId(self.items.len() as u32 - 1)
    }

    fn mark(&self, node: NodeId) -> Option<CellMark> {
        let function = self.shape.tree.identity()[node.index()];
        if self.marks.pointed.is_some_and(|bits| self.shape.functions.is_any(function, bits)) {
            return Some(CellMark::Pointed);
        }
        let is_selected = match self.marks.selected {
            SubjectPlace::Path(selected) => selected == node,
            SubjectPlace::Function(selected) => selected == function,
            SubjectPlace::Nowhere => false,
        };
        is_selected.then_some(CellMark::Selected)
    }

    fn is_hit(&self, node: NodeId) -> bool {
        let function = self.shape.tree.identity()[node.index()].index();
        self.marks.found.is_some_and(|found| found.functions.get(function) == Some(&true))
    }

    fn caller(&mut self, node: NodeId, rect: Rect) {
        let function = self.shape.tree.identity()[node.index()];
        let plain = if self.is_hit(node) { self.paint.hit() } else { self.paint.of(node, function) };
        let look = (faded(self.theme, plain), self.shape.functions.name(function, self.traces));
        let item = self.item(Item::Above(node));
        self.drawing.cell(self.theme, rect, look, (item, self.mark(node)));
    }

    fn cell(&mut self, zoomed: &Zoomed, at: usize, (x, y0, y1): (f32, f32, f32)) {
        let cell = zoomed.cells.list()[at];
        let rect = Rect::new(x + cell.x0, y0, x + cell.x1, y1);
        let item = self.item(Item::Cell(at as u32));
        if cell.merged > 0 {
            self.drawing.cell(self.theme, rect, (merged(self.theme, false), ""), (item, None));
            return;
        }
        let function = self.shape.tree.identity()[cell.node.index()];
        let look = if self.is_hit(cell.node) { self.paint.hit() } else { self.paint.of(cell.node, function) };
        let name = self.shape.functions.name(function, self.traces);
        let widths = &self.ordered.widths;
        let bar = widths.net.get(cell.node.index()).map(|net| {
            let share = net.abs() / widths.width[cell.node.index()].max(f64::MIN_POSITIVE);
            (share as f32, net_color(self.theme, *net))
        });
        self.drawing.cell_with_bar(self.theme, rect, (look, name), (item, self.mark(cell.node)), bar);
    }
}

fn net_color(theme: &Theme, net: f64) -> diptych_scene::Rgba {
    if net < 0.0 { theme.faster } else { theme.slower }
}

fn info(
    input: &LayoutInput<'_>,
    (shape, zoomed, rows): (&Shape, &Zoomed, &Rows),
    (paint, marks, shown): (&PathPaint<'_>, &PathMarks<'_>, ShownPaths),
    (top, is_lost, whole): (Option<NodeId>, bool, f64),
) -> PartInfo {
    let drawn = format!(
        "Flame graph: {} of {} paths drawn",
        numbers::count(zoomed.cells.paths()),
        numbers::count(zoomed.paths)
    );
    let is_empty = whole <= 0.0;
    PartInfo {
        row_panes: vec![rows.pane(zoomed)],
        drawn: Some(Drawn { text: drawn, rule: "≥ 1\u{202f}px".to_owned() }),
        note: note(input, (shape, zoomed, rows), (marks, shown), is_lost),
        legend: if is_empty { Vec::new() } else { entries(input, paint, shown, top) },
        summary: summary((shape, zoomed), shown, is_empty, input.traces()),
        has_table: true,
        ..PartInfo::default()
    }
}

/// Returns notes on parts that are left out, or that differ from what the state asks for.
fn note(
    input: &LayoutInput<'_>,
    (shape, zoomed, rows): (&Shape, &Zoomed, &Rows),
    (marks, shown): (&PathMarks<'_>, ShownPaths),
    is_lost: bool,
) -> String {
    let mut notes: Vec<String> = Vec::new();
    let hidden = rows.hidden(zoomed);
    if hidden > 0 {
        notes.push(format!("{} out of view", plural(hidden.into(), "row")));
    }
    if rows.folded > 0 {
        notes.push(format!("{} folded, which fill the width", plural(rows.folded.into(), "frame")));
    }
    if rows.further > 0 {
        notes.push(format!("{} not drawn", plural(rows.further as u64, "outer caller")));
    }
    if is_lost {
        notes.push("the path you zoomed to is not shown here, so all paths are".to_owned());
    }
    if shape.cut > 0 {
        let text =
            "callers of functions under 0.001\u{202f}% of the whole, or over 1,000 frames away, are left out";
        notes.push(format!("{text}: of {}", plural(shape.cut, "path")));
    }
    if shape.key.calls_of().is_some() {
        notes.push(
            "each call is a frame of its own, in order of time; the lanes\u{2019} outermost calls are ordered by start"
                .to_owned(),
        );
    } else if flame(input).order == SiblingOrder::Time {
        notes.push("with both sides, paths are ordered by the start of their first call".to_owned());
    }
    notes.extend(without_paths(input.traces()).map(no_paths));
    if is_whole_weight(input, shown.sides) {
        notes.push(WHOLE_WEIGHT.to_owned());
    }
    let below: u64 = input.results.get::<CallPaths>().map_or(0, |profile| profile.below_zero.iter().sum());
    if below > 0 {
        notes.push(format!("{} with negative weight, counted as 0", plural(below, "call")));
    }
    if let Some(found) = marks.found {
        notes.push(found_text(shape, found, shown));
    }
    notes.join("; ")
}

/// Returns how many paths a search found, and their weight: `found on 12 paths: 4.2 ms (6 %) of A, 5.1 ms (5 %) of B`.
fn found_text(shape: &Shape, found: &super::shape::SearchHits, shown: ShownPaths) -> String {
    let one = shown.sides.one().map(diptych_protocol::SideName::letter);
    let of_side = |column: usize| {
        let (sum, whole) = (found.sums[column], shape.tree.whole(column));
        let share = if whole > 0 { sum as f64 / whole as f64 } else { 0.0 };
        let letter = one.unwrap_or(["A", "B"][column]);
        format!("{} ({}) of {letter}", shown.weights.text(sum), numbers::percent(share))
    };
    let sums: Vec<String> = shown.sides.columns().map(of_side).collect();
    format!("found on {}: {}", plural(found.paths, "path"), sums.join(", "))
}

fn plural(count: u64, of: &str) -> String {
    if count == 1 { format!("1 {of}") } else { format!("{} {of}s", numbers::count(count)) }
}

fn entries(
    input: &LayoutInput<'_>,
    paint: &PathPaint<'_>,
    shown: ShownPaths,
    top: Option<NodeId>,
) -> Vec<LegendEntry> {
    let theme = input.colors();
    let of = if top.is_some() { "the zoomed path" } else { "the whole" };
    let mut entries =
        legend(paint, &grey(shown.options, shown.weights, is_whole_weight(input, shown.sides)), of);
    if matches!(paint.colors, Colors::Change { .. })
        && flame(input).width == diptych_protocol::ProfileWidth::Changes
    {
        entries.push(entry("net decrease", net_color(theme, -1.0)));
        entries.push(entry("net increase", net_color(theme, 1.0)));
    }
    // A desk has one legend, so this one includes the callers of the funky graph.
    if shown.sides != ShownSides::Both && input.state.profile.parts == ProfileParts::Both {
        let callers = PathPaint { callers: true, ..*paint };
        entries.extend(legend(&callers, "", &format!("{of}, callers")));
    }
    entries.push(mark("paths under 1\u{202f}px", theme.none_mark, LegendMark::Hairlines));
    entries.push(mark("same function", theme.hover, LegendMark::Edged));
    entries
}

fn summary(
    (shape, zoomed): (&Shape, &Zoomed),
    shown: ShownPaths,
    is_empty: bool,
    traces: Traces<'_>,
) -> String {
    let sides = of_sides(shown.sides);
    if is_empty {
        return format!("No call of {sides} has any weight here");
    }
    let widest = zoomed.cells.list().iter().find(|cell| cell.merged == 0);
    let name =
        widest.map_or("", |cell| shape.functions.name(shape.tree.identity()[cell.node.index()], traces));
    format!(
        "Flame graph of {sides}: {} in {}; the widest is “{}”",
        plural(zoomed.paths, "path"),
        plural(zoomed.cells.rows().into(), "row"),
        crate::words::shown(name)
    )
}
