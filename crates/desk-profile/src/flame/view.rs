//! The view of the flame graph.

use super::marks::PathMarks;
use super::order::{OrderKey, Ordered};
use super::pale::PalePaths;
use super::panes::is_side_by_side;
use super::parts::FlameParts;
use super::picture::{Item, Picture, panes_of, picture};
use super::settings::ShownPaths;
use super::shape::{Largest, PlacedSubject, SearchHits, Shape, SubjectPlace, TreeKey, Widest, place, widest};
use super::table;
use super::zoomed::Zoomed;
use crate::path_results::{CallPaths, RunConfidence};
use crate::paths::{
    ShownSides,
    cells::Cell,
    difference_options,
    draw::{NOTHING_YET, waiting},
    gold_measure,
    paint::{Colors, GoldWhole, PathPaint, judged},
    read_of,
    reading::ProfileReading,
    scale_of,
    words::{PathWords, Weights, runs_fact},
};
use diptych_profile::{Measure, NodeId};
use diptych_protocol::{DataTable, Fact, ProfileState, Subject, Tooltip, ViewId, ViewState};
use diptych_scene::ItemId;
use diptych_trace::{CallId, IdentityId};
use diptych_views::{
    Highlight, Layout, LayoutInput, Model, PartInfo, PartLayers, ResultKind, numbers, words,
};
use std::ops::Range;

/// The view of call paths, of one side or as the difference of both.
#[derive(Debug)]
pub struct View;

impl diptych_views::View for View {
    fn id(&self) -> ViewId {
        ViewId::Flame
    }

    fn marks_calls(&self) -> bool {
        false
    }

    fn needs(&self, _: &ViewState) -> Vec<ResultKind> {
        vec![ResultKind::of::<CallPaths>(), ResultKind::of::<RunConfidence>()]
    }
    fn reads(&self, state: &ViewState) -> ViewState {
        let ProfileState { parts, split, sides, flame, color, plain, gold, root, .. } = state.profile.clone();
        let profile =
            ProfileState { parts, split, sides, flame, color, plain, gold, root, ..ProfileState::default() };
        read_of(state, profile)
    }
    fn layout(&self, input: &LayoutInput<'_>, before: Option<Box<dyn Layout>>) -> Box<dyn Layout> {
        let before =
            before.and_then(|before| (before as Box<dyn std::any::Any>).downcast::<FlameLayout>().ok());
        let mut cache = before.map_or_else(Cache::default, |before| before.cache);
        let shown = cache.lay_out(input);
        let (picture, shown) =
            shown.map_or_else(|| (nothing_yet(input), None), |(picture, shown)| (picture, Some(shown)));
        let Picture { layers, items, in_sight, info } = picture;
        Box::new(FlameLayout { layers, items, in_sight, info, shown, cache })
    }
}

/// Returns the picture to show until the profile is there.
fn nothing_yet(input: &LayoutInput<'_>) -> Picture {
    let info = PartInfo { summary: NOTHING_YET.to_owned(), ..PartInfo::default() };
    Picture { layers: waiting(input), items: Vec::new(), in_sight: 0..0, info }
}

/// Results whose cost grows with the number of paths, each with a key of its input.
#[derive(Debug, Default)]
pub(super) struct Cache {
    pub(super) shape: Option<Shape>,
    pub(super) ordered: Option<Ordered>,
    largest: Option<Largest>,
    doubts: Option<Doubts>,
    pale: Option<PalePaths>,
    pub(super) zoomed: Option<Zoomed>,
    zoom: Option<PlacedSubject>,
    widest: Option<Widest>,
    selection: Option<PlacedSubject>,
    found: Option<SearchHits>,
}

/// The cached confidence of several runs in the change of each path: a key of tree and test, and values by node.
type Doubts = ((TreeKey, u32), Vec<Option<f64>>);

/// Returns the confidence of several runs in each path, by node; empty without several runs. O(nodes), unless the
/// values still hold.
fn doubts<'a>(cache: &'a mut Option<Doubts>, input: &LayoutInput<'_>, shape: &Shape) -> &'a [Option<f64>] {
    let Some(runs) = input.results.get::<RunConfidence>() else { return &[] };
    let key = (shape.key, input.results.version::<RunConfidence>());
    let kept = cache.take().filter(|(of, _)| *of == key);
    let functions = runs.by_function.len();
    let (_, found) =
        cache.insert(kept.unwrap_or_else(|| (key, runs.by_path.by_node(&shape.tree, functions))));
    found
}

impl Cache {
    /// Draws the graph, after updating cached results that no longer hold. Returns `None` until the profile is there.
    fn lay_out(&mut self, input: &LayoutInput<'_>) -> Option<(Picture, ShownPaths)> {
        let state = &input.state.profile;
        let profile = input.results.get::<CallPaths>()?;
        let sides = ShownSides::new(input, state, &profile.tree);
        let key = TreeKey::new(input, &state.flame, sides);
        let kept = self.shape.take().filter(|shape| shape.key == key);
        let shape = self.shape.insert(kept.or_else(|| Shape::new(input, key))?);
        let sides = sides.in_tree(&shape.tree);
        let order = OrderKey::new(input, sides, key);
        let kept = self.ordered.take().filter(|ordered| ordered.key == order);
        let ordered = self.ordered.insert(kept.unwrap_or_else(|| Ordered::new(order, &shape.tree)));
        let traces = input.traces();
        let zoom = state.flame.zoom.as_ref();
        let top = match place(&mut self.zoom, shape, zoom, traces) {
            SubjectPlace::Path(node) => Some(node),
            SubjectPlace::Function(function) => widest(&mut self.widest, shape, ordered, function),
            SubjectPlace::Nowhere => None,
        };
        // Zooming to a path that the shown side lacks would leave only its callers, so the whole graph is shown.
        let top = top.filter(|node| ordered.widths.width[node.index()] > 0.0);
        let zoomed = Zoomed::update(
            &mut self.zoomed,
            shape,
            ordered,
            sides,
            top,
            panes_of(input, sides).first().map_or(0.0, |area| area.plot.width()),
        );
        let options = difference_options(input, state, shape.axis);
        let calls = input.state.paths.weight == "calls" && key.calls_of().is_none();
        let weights = Weights { axis: shape.axis, calls, scale: scale_of(input) };
        let marks = PathMarks {
            pointed: input.pointed.map(|pointed| pointed.functions.each_ref().map(Vec::as_slice)),
            pointed_path: input
                .pointed
                .filter(|pointed| is_side_by_side(state, sides) && !pointed.path.is_empty())
                .and_then(|pointed| shape.tree.find(&pointed.path)),
            selected: place(&mut self.selection, shape, input.state.selection.as_ref(), traces),
            found: SearchHits::update(&mut self.found, input, shape, sides),
        };
        let colors = match sides {
            ShownSides::Both => Colors::Change {
                differences: Largest::differences(
                    &mut self.largest,
                    shape,
                    if state.flame.inverted { options.of_callers() } else { options },
                ),
                plain: [state.plain.a, state.plain.b],
            },
            ShownSides::One { column, .. } => {
                let sums = &shape.table.sides[column];
                let side = &shape.tree.sides()[column];
                let whole = top.map_or_else(|| shape.tree.whole(column), |node| side.total[node.index()]);
                let measure = gold_measure(state, options);
                let whole = GoldWhole::new(sums, measure, whole);
                let weights = if measure == Measure::Own { &sums.own } else { &sums.total };
                Colors::Gold { weights, paths: &side.total, whole, root: state.root }
            }
        };
        let confidence = input.results.get::<RunConfidence>();
        let by_node = doubts(&mut self.doubts, input, shape);
        let pale: &[bool] = match judged(input, confidence) {
            Some(significant) if sides == ShownSides::Both => {
                PalePaths::update(&mut self.pale, shape, significant, options.measure, state.flame.inverted)
            }
            _ => &[],
        };
        let theme = input.colors();
        let paint = PathPaint { theme, colors, callers: false, confidence, by_node, pale };
        let shown = ShownPaths { sides, weights, options };
        let is_lost = zoom.is_some() && top.is_none();
        let parts = FlameParts { shape, ordered, zoomed, paint: &paint, marks: &marks, shown, top, is_lost };
        let mut picture = picture(input, parts);
        let reading = ProfileReading {
            significant: judged(input, input.results.get::<RunConfidence>()),
            table: &shape.table,
            functions: &shape.functions,
            traces,
            sides,
            weights,
            options,
            lanes: &input.state.paths.lanes,
            boxes: if key.calls_of().is_some() {
                "Each box is a call, wider with more time."
            } else if state.flame.inverted {
                "Each box is a function or one of its callers, wider with more time."
            } else {
                "Each box is a call path, wider with more time."
            },
        };
        picture.info.reading = reading.sentences();
        Some((picture, shown))
    }
}

/// A flame graph that has been laid out.
#[derive(Debug)]
pub(super) struct FlameLayout {
    layers: PartLayers,
    items: Vec<Item>,
    /// Rows of cells that are at least partly visible.
    in_sight: Range<u32>,
    info: PartInfo,
    pub(super) shown: Option<ShownPaths>,
    pub(super) cache: Cache,
}

impl FlameLayout {
    /// Returns the path of an item, or `None` for a cell of several paths.
    fn node(&self, item: ItemId) -> Option<NodeId> {
        match *self.items.get(item.0 as usize)? {
            Item::Above(node) => Some(node),
            Item::Cell(pane, at) => {
                let cell = self.cell(pane, at)?;
                (cell.merged == 0).then_some(cell.node)
            }
        }
    }

    fn cell(&self, pane: usize, at: u32) -> Option<Cell> {
        self.cache.zoomed.as_ref()?.panes.get(pane)?.cells.list().get(at as usize).copied()
    }

    pub(super) fn words(&self) -> Option<PathWords<'_>> {
        let (shape, shown) = (self.cache.shape.as_ref()?, self.shown?);
        Some(PathWords {
            tree: &shape.tree,
            table: &shape.table,
            functions: &shape.functions,
            sides: shown.sides,
            weights: shown.weights,
            factors: self.cache.ordered.as_ref()?.factors,
            wholes: self.cache.ordered.as_ref()?.wholes,
            here: "This path",
        })
    }

    /// Returns how many boxes a function has, and how many of them are out of view; `None` if all are in view.
    /// O(cells).
    fn boxes_of(&self, function: IdentityId) -> Option<Fact> {
        let (shape, zoomed) = (self.cache.shape.as_ref()?, self.cache.zoomed.as_ref()?);
        let is_it = |cell: &Cell| cell.merged == 0 && shape.tree.identity()[cell.node.index()] == function;
        let mut rows: Vec<u32> = Vec::new();
        for pane in &zoomed.panes {
            for row in 0..pane.cells.rows() {
                let cells = &pane.cells.list()[pane.cells.row(row)];
                rows.extend(cells.iter().filter(|cell| is_it(cell)).map(|_| row));
            }
        }
        let out = rows.iter().filter(|row| !self.in_sight.contains(row)).count();
        let [all, out] = [rows.len(), out].map(|count| count as u64);
        let value = format!("{}, {} out of view", numbers::things(all, "box", "boxes"), numbers::count(out));
        (out > 0).then(|| Fact { label: "Same function".to_owned(), value })
    }

    /// Returns how many siblings share a cell, and their weight on each side.
    fn merged(&self, item: ItemId) -> Option<(u32, [i64; 2])> {
        let Item::Cell(pane, at) = *self.items.get(item.0 as usize)? else { return None };
        let (shape, ordered) = (self.cache.shape.as_ref()?, self.cache.ordered.as_ref()?);
        let cell = self.cell(pane, at)?;
        let siblings = ordered.under(shape.tree.parent()[cell.node.index()].some());
        let widths = ordered.widths_in(pane);
        let first = siblings.iter().position(|&node| node == cell.node)?;
        let mut sums = [0i64; 2];
        for node in siblings
            .iter()
            .skip(first)
            .filter(|node| widths.width[node.index()] > 0.0)
            .take(cell.merged as usize)
        {
            for (sum, side) in sums.iter_mut().zip(shape.tree.sides()) {
                *sum = sum.saturating_add(side.total[node.index()]);
            }
        }
        Some((cell.merged, sums))
    }
}

impl Layout for FlameLayout {
    fn take_layers(&mut self) -> PartLayers {
        std::mem::take(&mut self.layers)
    }

    fn items(&self) -> u32 {
        self.items.len() as u32
    }

    fn info(&self) -> &PartInfo {
        &self.info
    }

    /// Returns the path as the drawn tree has it, or the call in a tree of single calls.
    fn subject(&self, item: ItemId, model: &Model<'_>) -> Option<Subject> {
        let node = self.node(item)?;
        let shape = self.cache.shape.as_ref()?;
        if let Some(side) = shape.key.calls_of() {
            return Some(Subject::Call(words::reference(side, model.traces[side.index()]?, CallId(node.0))));
        }
        let path = shape.tree.path(node);
        let names: Option<Vec<_>> =
            path.into_iter().map(|id| shape.functions.reference(id, model.traces)).collect();
        names.map(Subject::Path)
    }

    /// Returns the function with all its calls, which the picture outlines, and with a pane a side also the path.
    fn highlight(&self, item: ItemId, _: &Model<'_>) -> Option<Highlight> {
        let (node, shape) = (self.node(item)?, self.cache.shape.as_ref()?);
        let found = shape.functions.highlight(shape.tree.identity()[node.index()])?;
        // In one picture, all paths of the function are outlined alike, as in the paper.
        let has_panes = self.cache.ordered.as_ref()?.panes() > 1;
        let path = if has_panes { shape.tree.path(node) } else { Vec::new() };
        Some(Highlight { path, ..found })
    }
    fn tooltip(&self, item: ItemId, rect: [f32; 4], model: &Model<'_>) -> Option<Tooltip> {
        let words = self.words()?;
        let Some(node) = self.node(item) else {
            let (count, sums) = self.merged(item)?;
            return Some(words.merged(count, sums, rect));
        };
        let shape = self.cache.shape.as_ref()?;
        let function = shape.tree.identity()[node.index()];
        let paths = shape.paths_of[function.index()];
        let of_path = self.cache.doubts.as_ref().and_then(|(_, of)| of.get(node.index()).copied().flatten());
        let sure = model.results.get::<RunConfidence>().and_then(|runs| runs_fact(runs, of_path, function));
        let mut tooltip = words.path(node, paths.into(), sure, model.traces, rect);
        tooltip.facts.extend(self.boxes_of(function));
        Some(PathWords::with_successor(tooltip, function, model))
    }
    fn table(&self, first: u32, count: u32, model: &Model<'_>) -> Option<DataTable> {
        table::table(self, first, count, model)
    }
    fn csv(&self, model: &Model<'_>) -> Option<String> {
        table::csv(self, model)
    }
}
