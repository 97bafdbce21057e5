//! Drawing of a funky graph: a row of functions, callees above it and callers below.

use super::columns::{Column, Columns, Tail};
use super::pairs::{Half, Pair, Stacks};
use super::view::ShownFunctions;
use crate::path_results::RunConfidence;
use crate::paths::{
    CellDrawing, Cells, ShownSides,
    draw::{CellMark, DrawnCell, ROW_PX},
    functions::Traces,
    gold_measure, is_whole_weight,
    paint::{Colors, PathPaint, judged, merged, pale_nodes},
    without_paths,
    words::{WHOLE_WEIGHT, grey, legend, no_paths, not_counted_after, of_sides},
};
use diptych_profile::{Differences, Measure, NodeId, WidthBy};
use diptych_protocol::{Drawn, LegendEntry, LegendMark, ProfileParts, RowPane, ViewId};
use diptych_scene::theme::Theme;
use diptych_scene::{Align, Batch, ItemId, Layer, Rect, RectBatch, RectInstance, Space, TextBatch};
use diptych_trace::IdentityId;
use diptych_views::icicle::boxes::text_run;
use diptych_views::legend::mark;
use diptych_views::numbers::has_places;
use diptych_views::{LayoutInput, PartInfo, PartLayers, SignificantFunctions, numbers};

/// Margin to the left and right of the columns.
const MARGIN_PX: f32 = 12.0;
/// Height of the lines above and below the row of functions.
const RULE_PX: f32 = 1.5;

/// An item of the picture: a function, or a cell by its index in one of the function's trees.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Item {
    Root(IdentityId),
    Callee(IdentityId, u32),
    Caller(IdentityId, u32),
    /// The bar of functions that are too narrow, or the label of those without self weight.
    Rest,
}

/// A drawn picture, its items and the information about it.
pub(super) struct Picture {
    pub(super) layers: PartLayers,
    pub(super) items: Vec<Item>,
    pub(super) info: PartInfo,
}

/// The functions that the picture marks.
pub(super) struct FunctionMarks<'a> {
    /// Functions under the pointer, by function id of each trace.
    pub(super) pointed: Option<[&'a [bool]; 2]>,
    pub(super) selected: Option<IdentityId>,
    /// Functions that the search found, by function id of each trace.
    pub(super) found: [&'a [bool]; 2],
}

/// Returns the area that columns are drawn in.
pub(super) fn plot(rect: Rect) -> Rect {
    let x0 = (rect.x0 + MARGIN_PX).min(rect.x1);
    Rect { x0, x1: (rect.x1 - MARGIN_PX).max(x0), ..rect }
}

/// Draws the visible cells. O(cells of the columns).
pub(super) fn picture(
    input: &LayoutInput<'_>,
    stacks: &Stacks,
    columns: &Columns,
    marks: &FunctionMarks<'_>,
    shown: ShownFunctions,
    is_lost: bool,
) -> Picture {
    let plot = plot(input.rect);
    let band = Band::new(plot, state_of(input).funky.scroll, stacks, columns);
    let mut painter = Painter {
        theme: input.colors(),
        traces: input.traces(),
        stacks,
        marks,
        shown,
        state: PaintState {
            root: state_of(input).root,
            plain: [state_of(input).plain.a, state_of(input).plain.b],
            gold_by: gold_measure(state_of(input), shown.options),
        },
        confidence: input.results.get::<RunConfidence>(),
        significant: judged(input, input.results.get::<RunConfidence>())
            .filter(|_| shown.sides == ShownSides::Both),
        plot,
        band: [band.top, band.top + ROW_PX],
        drawing: CellDrawing::default(),
        items: Vec::new(),
        beyond: 0,
    };
    for column in &columns.shown {
        painter.column(*column);
    }
    let mut layers: Vec<Layer> = Vec::new();
    let decoration = painter.band(columns);
    let Painter { drawing, items, beyond, .. } = painter;
    let [below, marked] = drawing.into_layers(plot);
    layers.extend([below, decoration, marked]);
    let info = info(input, stacks, columns, shown, is_lost, beyond, &band);
    Picture { layers: PartLayers { layers, over: Vec::new() }, items, info }
}

/// The vertical position of the row of functions, and the bounds of its scrolling.
struct Band {
    top: f32,
    scroll: i64,
    /// Scroll position that shows the topmost callees: negative if they don't fit above, else 0.
    scroll_min: i64,
    /// Scroll position that shows the lowest callers: 0 if they fit below.
    scroll_max: i64,
}

impl Band {
    /// Puts the row in the middle, unless one half leaves room that the other needs. O(columns shown).
    fn new(plot: Rect, scroll: i64, stacks: &Stacks, columns: &Columns) -> Self {
        let rows = |half: fn(&Pair) -> &Half| {
            let pairs = columns.shown.iter().filter_map(|column| stacks.pair(column.function));
            let rows = pairs.filter_map(|pair| half(pair).cells()).map(|cells| cells.rows().max(1) - 1);
            rows.max().map_or(0.0, |rows| rows as f32 * ROW_PX + RULE_PX)
        };
        let (above, below) = (rows(|pair| &pair.callees), rows(|pair| &pair.callers));
        let free = (plot.height() - ROW_PX).max(0.0);
        let middle = free / 2.0;
        let room = if above > middle {
            above.min((free - below).max(middle))
        } else {
            middle.min((free - below).max(above))
        };
        let scroll_min = -((above - room).max(0.0).ceil() as i64);
        let scroll_max = (below - (free - room)).max(0.0).ceil() as i64;
        let scroll = scroll.clamp(scroll_min, scroll_max);
        let top = (plot.y0 + room).floor() - scroll as f32;
        Self { top, scroll, scroll_min, scroll_max }
    }
}

/// Returns the desk's part of the state.
fn state_of<'a>(input: &LayoutInput<'a>) -> &'a diptych_protocol::ProfileState {
    &input.state.profile
}

/// The settings of the colours.
#[derive(Debug, Clone, Copy)]
struct PaintState {
    /// True if gold shows the square root of a share.
    root: bool,
    /// True if functions that are gone or new are grey.
    plain: [bool; 2],
    /// Weight that gold shows.
    gold_by: Measure,
}

struct Painter<'a> {
    theme: &'a Theme,
    traces: Traces<'a>,
    stacks: &'a Stacks,
    marks: &'a FunctionMarks<'a>,
    shown: ShownFunctions,
    state: PaintState,
    confidence: Option<&'a RunConfidence>,
    /// Functions with a significant change, if one run a side is judged.
    significant: Option<SignificantFunctions<'a>>,
    plot: Rect,
    /// Upper and lower edge of the row of functions.
    band: [f32; 2],
    drawing: CellDrawing,
    items: Vec<Item>,
    /// Number of cells outside the visible area.
    beyond: u64,
}

/// A path of a function's callees or callers.
#[derive(Clone, Copy)]
struct PathCell<'a> {
    half: &'a Half,
    node: NodeId,
    /// True for each path of the half whose change is not significant.
    pale: &'a [bool],
    callers: bool,
}

impl Painter<'_> {
    fn item(&mut self, item: Item) -> ItemId {
        self.items.push(item);
        ItemId(self.items.len() as u32 - 1)
    }

    fn mark(&self, function: IdentityId) -> Option<CellMark> {
        if self.marks.pointed.is_some_and(|bits| self.stacks.functions.is_any(function, bits)) {
            return Some(CellMark::Pointed);
        }
        (self.marks.selected == Some(function)).then_some(CellMark::Selected)
    }

    fn paint<'b>(&'b self, half: &'b Half, pale: &'b [bool], callers: bool) -> PathPaint<'b> {
        let ShownFunctions { sides, options, largest, gold, .. } = self.shown;
        let PaintState { root, plain, gold_by } = self.state;
        let colors = match sides {
            ShownSides::Both => {
                let options = if callers { options.of_callers() } else { options };
                let largest = largest[usize::from(callers)];
                let differences = Differences::within(&half.tree, self.stacks.wholes, options, largest);
                Colors::Change { differences, plain }
            }
            ShownSides::One { column, .. } => {
                let sums = &self.stacks.table.sides[column];
                let weights = if gold_by == Measure::Own { &sums.own } else { &sums.total };
                Colors::Gold { weights, paths: &half.tree.sides()[column].total, whole: gold, root }
            }
        };
        PathPaint { theme: self.theme, colors, callers, confidence: self.confidence, by_node: &[], pale }
    }

    /// Draws a function with its trees, or alone if they are not built yet.
    fn column(&mut self, column: Column) {
        let stacks = self.stacks;
        let Some(pair) = stacks.pair(column.function) else {
            let rect =
                Rect::new(self.plot.x0 + column.x0, self.band[0], self.plot.x0 + column.x1, self.band[1]);
            let item = self.item(Item::Root(column.function));
            let name = stacks.functions.name(column.function, self.traces);
            self.drawing.cell(self.theme, DrawnCell::unmarked(rect, merged(self.theme, false), name, item));
            return;
        };
        for (half, callers) in [(&pair.callees, false), (&pair.callers, true)] {
            if let Some(cells) = half.cells() {
                self.half(column, half, cells, callers);
            }
        }
    }

    fn half(&mut self, column: Column, half: &Half, cells: &Cells, callers: bool) {
        let pale = pale_nodes(&half.tree, self.significant, self.shown.options.measure, callers);
        // Both trees begin with the function. Only the callees' half draws it.
        for row in u32::from(callers)..cells.rows() {
            let by = row as f32 * ROW_PX;
            let gap = if row == 0 { 0.0 } else { RULE_PX };
            let [y0, y1] = self.band.map(|y| if callers { y + by + gap } else { y - by - gap });
            if y1 <= self.plot.y0 || y0 >= self.plot.y1 {
                self.beyond += cells.row(row).len() as u64;
                continue;
            }
            #[cfg(test)]
            self.stacks.looked_at.set(self.stacks.looked_at.get() + cells.row(row).len());
            for at in cells.row(row) {
                let cell = cells.list()[at];
                let x = self.plot.x0 + column.x0;
                let rect = Rect::new(x + cell.x0, y0, x + cell.x1, y1);
                let item = self.item(match (row, callers) {
                    (0, _) => Item::Root(column.function),
                    (_, false) => Item::Callee(column.function, at as u32),
                    (_, true) => Item::Caller(column.function, at as u32),
                });
                if cell.merged > 0 {
                    self.drawing
                        .cell(self.theme, DrawnCell::unmarked(rect, merged(self.theme, false), "", item));
                    continue;
                }
                self.path(PathCell { half, node: cell.node, pale: &pale, callers }, rect, item);
            }
        }
    }

    fn path(&mut self, cell: PathCell<'_>, rect: Rect, item: ItemId) {
        let PathCell { half, node, pale, callers } = cell;
        let function = half.tree.identity()[node.index()];
        let paints = self.paint(half, pale, callers);
        let is_hit = self.stacks.functions.is_any(function, self.marks.found);
        let paint = if is_hit { paints.hit() } else { paints.of(node, function) };
        let name = self.stacks.functions.name(function, self.traces);
        let mark = self.mark(function);
        self.drawing.cell(self.theme, DrawnCell { rect, paint, name, item, mark });
    }

    /// Draws the lines around the row of functions, the bar of those that are too narrow, and the label of the tail.
    fn band(&mut self, columns: &Columns) -> Layer {
        let (mut rects, mut texts) = (RectBatch::default(), TextBatch::default());
        let Rect { x0, x1, .. } = self.plot;
        let fill = |rect: Rect, fill| RectInstance {
            x0: rect.x0,
            y0: rect.y0,
            x1: rect.x1,
            y1: rect.y1,
            fill,
            ..RectInstance::default()
        };
        let [top, bottom] = self.band;
        let tail = columns.tail;
        let bars = [
            (columns.rest > 0).then(|| (columns.rest_px, rest_text(columns, self.shown))),
            (tail.label_px[0] < tail.label_px[1]).then(|| (tail.label_px, tail_text(tail, self.shown))),
        ];
        for ([from, to], text) in bars.into_iter().flatten() {
            let rect = Rect::new(x0 + from, top, x0 + to, bottom);
            let item = self.item(Item::Rest);
            rects.push(fill(rect, self.theme.sunken), item);
            let inner = Rect { x0: rect.x0 + 6.0, ..rect };
            texts.push(text_run(text, inner, 11.0, self.theme.ink2, Align::Start), item);
        }
        for y in [top - RULE_PX, bottom] {
            rects.push(fill(Rect::new(x0, y, x1, y + RULE_PX), self.theme.ink), ItemId::NONE);
        }
        let mut layer = Layer::new(self.plot, Space::FIXED);
        layer.batches.extend([Batch::Rects(rects), Batch::Texts(texts)]);
        layer
    }
}

/// Returns the text of the bar: `632 functions under 3 px, 17.9 ms`.
fn rest_text(columns: &Columns, shown: ShownFunctions) -> String {
    let functions = if columns.rest == 1 {
        "1 function".to_owned()
    } else {
        format!("{} functions", numbers::count(columns.rest))
    };
    let weight = shown.weights.text(columns.rest_weight.round() as i64);
    format!("{functions} under {}\u{202f}px, {weight}", columns.least_px)
}

/// Returns the label of the tail: `12 without self time`, `40 of 61 without self time`. By changes, these functions
/// changed only through their callees.
fn tail_text(tail: Tail, shown: ShownFunctions) -> String {
    let all = numbers::count(tail.all);
    let count = if tail.drawn == tail.all { all } else { format!("{} of {all}", numbers::count(tail.drawn)) };
    let is_time = has_places(shown.weights.axis);
    match shown.key.by() {
        WidthBy::Changes => format!("{count} unchanged by themselves"),
        _ if is_time => format!("{count} without self time"),
        _ => format!("{count} without self weight"),
    }
}

fn info(
    input: &LayoutInput<'_>,
    stacks: &Stacks,
    columns: &Columns,
    shown: ShownFunctions,
    is_lost: bool,
    beyond: u64,
    band: &Band,
) -> PartInfo {
    let (text, rule) = (
        format!(
            "Funky graph: {} of {} functions drawn",
            numbers::count(columns.shown.len() as u64),
            numbers::count(columns.all)
        ),
        if shown.only.is_some() {
            "only the zoomed function".to_owned()
        } else {
            format!("≥ {}\u{202f}px, rest in one bar", columns.least_px)
        },
    );
    let mut notes = Vec::new();
    // With both graphs, the desk shows the flame graph's text first. This one goes into the notes.
    if state_of(input).parts == ProfileParts::Both {
        notes.push(format!("{text} ({rule})"));
    }
    if beyond > 0 {
        notes.push(format!("{} cells out of view", numbers::count(beyond)));
    }
    if columns.waiting > 0 {
        let waiting = numbers::count(columns.waiting);
        notes.push(format!("callers and callees of {waiting} functions are being added up"));
    }
    // With both graphs, the flame graph has these notes.
    if state_of(input).parts == ProfileParts::Funky {
        notes.extend(without_paths(input.traces()).map(no_paths));
        notes.extend(not_counted_after(input));
    }
    if is_whole_weight(input, shown.sides) && state_of(input).parts == ProfileParts::Funky {
        notes.push(WHOLE_WEIGHT.to_owned());
    }
    if is_lost {
        notes.push("the function you zoomed to is not shown here, so all functions are".to_owned());
    }
    let is_empty = columns.shown.is_empty() && columns.rest == 0;
    let Rect { x0, y0, x1, y1 } = plot(input.rect);
    let Band { scroll, scroll_min, scroll_max, .. } = *band;
    let pane = RowPane {
        view: ViewId::Funky,
        x0,
        y0,
        x1,
        y1,
        page: y1 - y0,
        scroll,
        scroll_min,
        scroll_max,
        scroll_sign: -1,
        hidden_rows: 0,
        frames: 0,
    };
    PartInfo {
        row_panes: vec![pane],
        drawn: Some(Drawn { text, rule }),
        note: notes.join("; "),
        legend: if is_empty { Vec::new() } else { entries(input, stacks, shown) },
        summary: summary(stacks, columns, shown, input.traces()),
        has_table: true,
        unfinished: columns.waiting > 0,
        ..PartInfo::default()
    }
}

fn entries(input: &LayoutInput<'_>, stacks: &Stacks, shown: ShownFunctions) -> Vec<LegendEntry> {
    let theme = input.colors();
    let of = if shown.only.is_some() { "the function" } else { "the whole" };
    let grey = grey(shown.options, shown.weights, is_whole_weight(input, shown.sides));
    let colors = match shown.sides {
        ShownSides::Both => {
            let differences =
                Differences::within(&stacks.tree, stacks.wholes, shown.options, shown.largest[0]);
            Colors::Change { differences, plain: [state_of(input).plain.a, state_of(input).plain.b] }
        }
        ShownSides::One { .. } => {
            Colors::Gold { weights: &[], paths: &[], whole: shown.gold, root: state_of(input).root }
        }
    };
    let confidence = input.results.get::<RunConfidence>();
    let pale: &[bool] = if judged(input, confidence).is_some() { &[true] } else { &[] };
    let paint = PathPaint { theme, colors, callers: false, confidence, by_node: &[], pale };
    let mut entries = legend(&paint, &grey, &format!("{of}, callees"));
    if shown.sides != ShownSides::Both {
        entries.extend(legend(&PathPaint { callers: true, ..paint }, &grey, &format!("{of}, callers")));
    }
    entries.push(mark("same function", theme.hover, LegendMark::Edged));
    entries
}

fn summary(stacks: &Stacks, columns: &Columns, shown: ShownFunctions, traces: Traces<'_>) -> String {
    let sides = of_sides(shown.sides);
    let widest = columns.shown.iter().max_by(|x, y| (x.x1 - x.x0).total_cmp(&(y.x1 - y.x0)));
    let Some(widest) = widest else { return format!("No function of {sides} has self weight") };
    let name = diptych_views::words::shown(stacks.functions.name(widest.function, traces));
    format!(
        "Funky graph of {sides}: {} of {} functions, largest self weight: {name}",
        numbers::count(columns.shown.len() as u64),
        numbers::count(columns.all)
    )
}
