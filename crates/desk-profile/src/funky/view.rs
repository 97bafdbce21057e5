//! The view of the funky graph.

use super::columns::Columns;
use super::pairs::{Half, Stacks, WidthKey};
use super::picture::{self, FunctionMarks, Item, Picture};
use super::table;
use crate::path_results::{CallPaths, RunConfidence};
use crate::paths::{
    ShownSides, difference_options,
    draw::{NOTHING_YET, waiting},
    gold_measure,
    paint::{GoldWhole, judged},
    read_of,
    reading::ProfileReading,
    scale_of,
    words::{PathWords, Weights, runs_fact},
};
use diptych_profile::{DifferenceOptions, NodeId};
use diptych_protocol::{
    DataTable, FlameState, FunctionRef, FunkyState, ProfileParts, ProfileState, Subject, Tooltip, ViewId,
    ViewState,
};
use diptych_scene::ItemId;
use diptych_trace::IdentityId;
use diptych_views::{Highlight, Layout, LayoutInput, Model, PartInfo, PartLayers, ResultKind};

/// The view of functions, each with its callees and callers.
#[derive(Debug)]
pub struct View;

impl diptych_views::View for View {
    fn id(&self) -> ViewId {
        ViewId::Funky
    }

    fn marks_calls(&self) -> bool {
        false
    }

    fn needs(&self, _: &ViewState) -> Vec<ResultKind> {
        vec![ResultKind::of::<CallPaths>(), ResultKind::of::<RunConfidence>()]
    }
    fn reads(&self, state: &ViewState) -> ViewState {
        let ProfileState { parts, sides, funky, color, plain, gold, root, .. } = state.profile.clone();
        // Both graphs share one choice of the weight that widths show.
        let flame = FlameState { width: state.profile.flame.width, ..FlameState::default() };
        let profile =
            ProfileState { parts, sides, flame, funky, color, plain, gold, root, ..ProfileState::default() };
        read_of(state, profile)
    }
    fn layout(&self, input: &LayoutInput<'_>, before: Option<Box<dyn Layout>>) -> Box<dyn Layout> {
        let before =
            before.and_then(|before| (before as Box<dyn std::any::Any>).downcast::<FunkyLayout>().ok());
        let stacks = before.and_then(|before| before.stacks).filter(|stacks| stacks.holds(input));
        let mut stacks = stacks.or_else(|| Stacks::new(input));
        let (picture, shown, columns) =
            stacks.as_mut().map_or_else(|| nothing_yet(input), |stacks| lay_out(input, stacks));
        let Picture { layers, items, info } = picture;
        Box::new(FunkyLayout { layers, items, info, shown, stacks, columns })
    }
}

/// Returns the picture to show until the profile is there.
fn nothing_yet(input: &LayoutInput<'_>) -> (Picture, Option<ShownFunctions>, Columns) {
    let info = PartInfo { summary: NOTHING_YET.to_owned(), ..PartInfo::default() };
    (Picture { layers: waiting(input), items: Vec::new(), info }, None, Columns::default())
}

/// The settings that the words of a layout depend on.
#[derive(Debug, Clone, Copy)]
pub(super) struct ShownFunctions {
    pub(super) sides: ShownSides,
    pub(super) weights: Weights,
    pub(super) options: DifferenceOptions,
    pub(super) key: WidthKey,
    /// Zoomed function, which fills the width.
    pub(super) only: Option<IdentityId>,
    /// Weight that gold colours are a share of.
    pub(super) gold: GoldWhole,
    /// Largest change among all paths, of callees and of callers.
    pub(super) largest: [f64; 2],
}

fn lay_out(input: &LayoutInput<'_>, stacks: &mut Stacks) -> (Picture, Option<ShownFunctions>, Columns) {
    let state = &input.state.profile;
    let sides = ShownSides::new(input, state, &stacks.tree).in_tree(&stacks.tree);
    let traces = input.traces();
    let named = |subject: &Subject| function_of(subject).cloned();
    let find = |name: FunctionRef| stacks.functions.find(&[name], traces)[0];
    let is_there = |id: &IdentityId| {
        stacks.table.sides.iter().any(|side| side.calls.get(id.index()).is_some_and(|&calls| calls > 0))
    };
    let zoom = state.funky.zoom.as_ref();
    let only = zoom.and_then(named).and_then(find).filter(is_there);
    let selected = input.state.selection.as_ref().and_then(named).and_then(find);
    let options = difference_options(input, state, stacks.axis);
    let calls = input.state.paths.weight == "calls";
    let weights = Weights { axis: stacks.axis, calls, scale: scale_of(input) };
    let key = WidthKey::new(input, state, sides);
    let FunkyState { least_px, .. } = state.funky;
    let columns: Columns = stacks.place(key, only, picture::plot(input.rect).width(), least_px);
    let largest = stacks.largest(options);
    let hits = input.sides.map(|side| side.and_then(|side| side.hits));
    let marks = FunctionMarks {
        pointed: input.pointed.map(|pointed| pointed.functions.each_ref().map(Vec::as_slice)),
        selected,
        found: hits.map(|hits| hits.map_or(&[][..], |hits| hits.functions())),
    };
    let column = sides.columns().start;
    let sums = &stacks.table.sides[column];
    let whole = only.map_or(stacks.wholes[column], |id| sums.total[id.index()]);
    let gold = GoldWhole::new(sums, gold_measure(state, options), whole);
    let shown = ShownFunctions { sides, weights, options, key, only, gold, largest };
    let is_lost = zoom.is_some() && only.is_none();
    let mut picture = picture::picture(input, stacks, &columns, &marks, shown, is_lost);
    // With both graphs, the flame graph has these sentences.
    if state.parts == ProfileParts::Funky {
        let reading = ProfileReading {
            significant: judged(input, input.results.get::<RunConfidence>()),
            table: &stacks.table,
            functions: &stacks.functions,
            traces,
            sides,
            weights,
            options,
            lanes: &input.state.paths.lanes,
            boxes: "Each column is a function, wider with more self time.",
        };
        picture.info.reading = reading.sentences();
    }
    (picture, Some(shown), columns)
}

/// Returns the function that a subject is or ends in.
fn function_of(subject: &Subject) -> Option<&FunctionRef> {
    match subject {
        Subject::Function(name) | Subject::Relation { callee: name, .. } => Some(name),
        Subject::Path(path) => path.last(),
        _ => None,
    }
}

/// A funky graph that has been laid out.
#[derive(Debug)]
pub(super) struct FunkyLayout {
    layers: PartLayers,
    items: Vec<Item>,
    info: PartInfo,
    pub(super) shown: Option<ShownFunctions>,
    pub(super) stacks: Option<Stacks>,
    pub(super) columns: Columns,
}

impl FunkyLayout {
    /// Returns the tree and the path of an item. `None` for cells of several paths, and while the column's trees are
    /// missing.
    fn path(&self, item: Item) -> Option<(&Half, NodeId)> {
        let (function, at, is_callee) = match item {
            Item::Root(function) => (function, 0, true),
            Item::Callee(function, at) => (function, at, true),
            Item::Caller(function, at) => (function, at, false),
            Item::Rest => return None,
        };
        let pair = self.stacks.as_ref()?.pair(function)?;
        let half = if is_callee { &pair.callees } else { &pair.callers };
        let cell = half.cells()?.list().get(at as usize)?;
        (cell.merged == 0).then_some((half, cell.node))
    }

    fn function(&self, item: ItemId) -> Option<IdentityId> {
        let item = *self.items.get(item.0 as usize)?;
        if let Item::Root(function) = item {
            return Some(function);
        }
        let (half, node) = self.path(item)?;
        Some(half.tree.identity()[node.index()])
    }
}

impl Layout for FunkyLayout {
    fn take_layers(&mut self) -> PartLayers {
        std::mem::take(&mut self.layers)
    }

    fn items(&self) -> u32 {
        self.items.len() as u32
    }

    fn info(&self) -> &PartInfo {
        &self.info
    }
    fn subject(&self, item: ItemId, model: &Model<'_>) -> Option<Subject> {
        self.stacks.as_ref()?.functions.reference(self.function(item)?, model.traces).map(Subject::Function)
    }
    fn highlight(&self, item: ItemId, _: &Model<'_>) -> Option<Highlight> {
        self.stacks.as_ref()?.functions.highlight(self.function(item)?)
    }
    fn tooltip(&self, item: ItemId, rect: [f32; 4], model: &Model<'_>) -> Option<Tooltip> {
        let (stacks, shown) = (self.stacks.as_ref()?, self.shown?);
        let item = *self.items.get(item.0 as usize)?;
        let (half, node) = self.path(item)?;
        let here = match item {
            Item::Callee(..) | Item::Caller(..) => "This path",
            Item::Root(_) | Item::Rest => "In all",
        };
        let words = PathWords {
            tree: &half.tree,
            table: &stacks.table,
            functions: &stacks.functions,
            sides: shown.sides,
            weights: shown.weights,
            factors: stacks.factors(shown.key),
            wholes: stacks.wholes,
            here,
        };
        let function = half.tree.identity()[node.index()];
        let paths = stacks.paths_of[function.index()];
        let sure = model.results.get::<RunConfidence>().and_then(|runs| runs_fact(runs, None, function));
        let hint = "Click: select · Double-click: show only its callers and callees".to_owned();
        let tooltip = Tooltip { hint, ..words.path(node, paths.into(), sure, model.traces, rect) };
        Some(PathWords::with_successor(tooltip, function, model))
    }
    fn table(&self, first: u32, count: u32, model: &Model<'_>) -> Option<DataTable> {
        table::table(self, first, count, model)
    }
    fn csv(&self, model: &Model<'_>) -> Option<String> {
        table::csv(self, model)
    }
}
