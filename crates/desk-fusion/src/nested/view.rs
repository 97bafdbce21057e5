//! The structure view: elements as cells, with calls over them.

use super::activity::Item;
use super::cells::Cells;
use super::focused::{FocusCallSet, Sides, WHOLE};
use super::frame::Frame;
use super::measures::Measures;
use super::visible::{
    ViewMeasures, VisibleElements, late_elements, significant_elements, successor_elements, waiting_elements,
};
use super::words::{element_tooltip, of_focus};
use super::{Elements, Focus, Mode, lists, modes, table};
use diptych_protocol::{
    DataTable, ElementsReply, ElementsRequest, FusionTarget, PickAction, SideName, Subject, Tooltip, ViewId,
    ViewState, Window,
};
use diptych_scene::{Align, Batch, ItemId, Layer, Rect, Space, TextBatch};
use diptych_structure::{ElementCalls, NodeId};
use diptych_trace::LaneId;
use diptych_views::icicle::{IcicleItem, boxes::text_run};
use diptych_views::places::ElementOrRelation;
use diptych_views::{
    Highlight, ItemTable, Layout, LayoutInput, MatchIndex, Model, PartInfo, PartLayers, PointerDependence,
    ResultKind,
};
use std::rc::Rc;

/// Elements as cells, with calls over them.
#[derive(Debug)]
pub struct View;

impl diptych_views::View for View {
    fn id(&self) -> ViewId {
        ViewId::Nested
    }

    fn marks_calls(&self) -> bool {
        false
    }

    fn needs(&self, _: &ViewState) -> Vec<ResultKind> {
        vec![ResultKind::of::<MatchIndex>(), ResultKind::of::<Elements>()]
    }
    fn reads(&self, state: &ViewState) -> ViewState {
        ViewState {
            fusion: state.fusion.clone(),
            selection: state.selection.clone(),
            search: state.search.clone(),
            time: state.time.clone(),
            ..ViewState::default()
        }
    }
    fn layout(&self, input: &LayoutInput<'_>, before: Option<Box<dyn Layout>>) -> Box<dyn Layout> {
        let before =
            before.and_then(|before| (before as Box<dyn std::any::Any>).downcast::<NestedLayout>().ok());
        let kept = before.and_then(|before| before.shown).map(|shown| {
            let VisibleElements { cells, whole, measures, .. } = shown;
            (cells, whole, measures)
        });
        Box::new(match input.results.get::<Elements>() {
            Some(elements) => NestedLayout::new(input, elements, kept),
            None => nothing_yet(input),
        })
    }
}

/// The laid out view.
#[derive(Debug)]
pub(super) struct NestedLayout {
    pub(super) layers: PartLayers,
    pub(super) items: ItemTable<Item>,
    pub(super) info: PartInfo,
    pub(super) shown: Option<VisibleElements>,
}

const NOTHING_YET: &str = "Placing functions";

fn nothing_yet(input: &LayoutInput<'_>) -> NestedLayout {
    let mut texts = TextBatch::default();
    let y0 = (input.rect.y0 + 40.0).min(input.rect.y1);
    let rect = Rect { y0, y1: (y0 + 20.0).min(input.rect.y1), ..input.rect };
    let text = format!("{NOTHING_YET} …");
    texts.push(text_run(text, rect, 13.0, input.colors().ink2, Align::Center), ItemId::NONE);
    NestedLayout {
        layers: PartLayers { layers: vec![layer(input, vec![Batch::Texts(texts)])], over: Vec::new() },
        items: ItemTable::default(),
        info: PartInfo { summary: NOTHING_YET.to_owned(), ..PartInfo::default() },
        shown: None,
    }
}

pub(super) fn layer(input: &LayoutInput<'_>, batches: Vec<Batch>) -> Layer {
    Layer { batches, ..Layer::new(input.rect, Space::FIXED) }
}

/// Parts of the previous layout: cells, measures of everything in view, measures of the previous focus.
type PreviousLayout = (Cells, ViewMeasures, Rc<Measures>);

impl NestedLayout {
    fn new(input: &LayoutInput<'_>, elements: &Elements, kept: Option<PreviousLayout>) -> Self {
        let (cells, whole, before) = kept
            .map_or((None, None, None), |(cells, whole, before)| (Some(cells), Some(whole), Some(before)));
        let pinned = pinned(input, elements);
        let sides = Sides {
            traces: input.traces(),
            windows: own_windows(input),
            correspondence: input.correspondence,
        };
        let key = (input.results.version::<Elements>(), input.trace_versions, sides.windows);
        let whole = whole.filter(|whole| whole.key == key).unwrap_or_else(|| {
            let calls = FocusCallSet::whole(sides, None);
            let measures = calls.measures(elements, sides.traces, Measures::nothing(elements.len(), None));
            let beyond = (0, Rc::new(Measures::nothing(elements.len(), None)));
            let (calls, measures) = (Rc::new(calls), Rc::new(measures));
            ViewMeasures { key, calls, measures, packages: Rc::default(), beyond }
        });
        let whole = with_matches(whole, elements, sides, input.results.version::<MatchIndex>());
        let is_pinned = pinned.is_some();
        let focus = pinned.or_else(|| input.pointed.and_then(|pointed| pointed.focus.clone()));
        let focused = focus.as_ref().map(|focus| FocusCallSet::new(sides, focus));
        let of_focus_measures = |focused: &FocusCallSet| {
            if focused.places.is_none() && focused.has_calls_of(&whole.calls, sides.traces) {
                return whole.measures.clone();
            }
            // Reuses the memory of the previous focus if nothing else holds it.
            let mut found = Measures::nothing(elements.len(), before.and_then(Rc::into_inner));
            match &focused.places {
                Some(places) => found.add_elements(&whole.measures, places.clone()),
                None => found = focused.measures(elements, sides.traces, found),
            }
            Rc::new(found)
        };
        let measures = focused.as_ref().map_or_else(|| whole.measures.clone(), of_focus_measures);
        // A row of a list pins an element, and the list must not change then.
        let of_calls = focus.as_ref().filter(|focus| is_pinned && focus.mode != Mode::Elements);
        let base = if of_calls.is_some() { measures.clone() } else { whole.measures.clone() };
        let fusion = &input.state.fusion;
        let self_time = |place: u32| {
            let of_side = |calls: &Rc<ElementCalls>| calls.self_ticks(place).max(0) as u64;
            elements.calls.iter().flatten().map(of_side).sum()
        };
        let version = input.results.version::<Elements>();
        let cells =
            Cells::new(elements, version, fusion, Frame::new(input).inner, input.colors(), self_time, cells);
        let mut laid = Self {
            layers: PartLayers::default(),
            items: ItemTable::default(),
            info: PartInfo::default(),
            shown: None,
        };
        let mut shown = VisibleElements {
            elements: elements.clone(),
            cells,
            whole,
            measures,
            base,
            focus_words: of_focus(elements, sides.traces, focus.as_ref()),
            base_words: of_focus(elements, sides.traces, of_calls),
            hanging: Vec::new(),
            target: fusion.target,
            height: fusion.height,
            is_pinned,
            not_compared: input.correspondence.and_then(|both| both.alignment.side_not_compared()),
            grey: input.correspondence.map(|both| both.grey),
            significant: significant_elements(input, elements),
            successors: successor_elements(input, elements),
            waiting: waiting_elements(input, elements),
            gaps: input
                .correspondence
                .and_then(|both| both.significant)
                .map_or([false; 2], |significant| significant.gaps),
            late: late_elements(input, elements),
        };
        laid.draw(input, &mut shown, focus.as_ref(), focused.as_ref());
        laid.shown = Some(shown);
        laid
    }

    /// Returns the cell that an item stands for.
    fn cell(&self, item: ItemId) -> Option<(&VisibleElements, usize)> {
        let number = item.0.checked_sub(self.items.len())? as usize;
        let shown = self.shown.as_ref()?;
        (number < shown.cells.map.cells.len()).then_some((shown, number))
    }

    fn calls_item(&self, item: ItemId) -> Option<IcicleItem> {
        match self.items.get(item)? {
            Item::Calls(calls) => Some(calls),
            Item::Cells => None,
        }
    }

    /// Returns the item of a box of calls.
    fn item_of_calls(&self, side: SideName, first: u32) -> Option<ItemId> {
        let is_it = |item: Item| match item {
            Item::Calls(
                IcicleItem::Call { side: of, call } | IcicleItem::Merged { side: of, first: call, .. },
            ) => of == side && call.0 == first,
            _ => false,
        };
        self.items.iter().position(is_it).map(|at| ItemId(at as u32))
    }
}

/// Measures the calls in view whose match is out of view, if the matches are new.
fn with_matches(whole: ViewMeasures, elements: &Elements, sides: Sides<'_>, version: u32) -> ViewMeasures {
    if whole.beyond.0 == version {
        return whole;
    }
    let nothing = Measures::nothing(elements.len(), None);
    let beyond = whole.calls.matched_beyond(sides).measures(elements, sides.traces, nothing);
    ViewMeasures { beyond: (version, Rc::new(beyond)), ..whole }
}

/// Returns the windows in each side's own ticks, unbounded on a side that is not zoomed.
fn own_windows(input: &LayoutInput<'_>) -> [[i64; 2]; 2] {
    SideName::BOTH.map(|side| match input.state.time.window(side) {
        Some(window) => {
            let Window { start, end } = input.time_maps[side.index()].own_window(window);
            [start, end]
        }
        None => WHOLE,
    })
}

/// Returns the selection as a focus.
fn pinned(input: &LayoutInput<'_>, elements: &Elements) -> Option<Focus> {
    let traces = input.traces();
    if let Some((side, call)) = input.selected {
        let calls = traces[side.index()]?.calls().subtree(call);
        return Some(Focus::on_calls(Mode::Detail, None, side, std::iter::once(calls).collect()));
    }
    match input.state.selection.as_ref()? {
        // A box of calls under a pixel.
        Subject::Area(area) if area.first == area.last => {
            let trace = traces[area.side.index()]?;
            let row = (area.first < trace.lanes().len() as u32)
                .then(|| trace.depth_index().row(LaneId(area.first), area.depth))?;
            let start = |call: u32| trace.calls().start()[call as usize];
            let from = row.partition_point(|&call| start(call) < area.window.start);
            let to = row.partition_point(|&call| start(call) < area.window.end);
            let (first, last) = (row.get(from)?, row[..to].last().filter(|_| from < to)?);
            let end = trace.calls().subtree_end()[*last as usize];
            Some(Focus::on_calls(Mode::Detail, None, area.side, std::iter::once(*first..end).collect()))
        }
        subject => match elements.places.ends(subject, traces)? {
            ElementOrRelation::Element(id) => Some(Focus::on_elements(None, elements.places_of(id))),
            ElementOrRelation::Relation(..) => None,
        },
    }
}

impl Layout for NestedLayout {
    fn take_layers(&mut self) -> PartLayers {
        std::mem::take(&mut self.layers)
    }

    fn items(&self) -> u32 {
        let cells = self.shown.as_ref().map_or(0, |shown| shown.cells.map.cells.len());
        self.items.len() + cells as u32
    }

    fn info(&self) -> &PartInfo {
        &self.info
    }
    fn action(&self, item: ItemId) -> Option<PickAction> {
        self.calls_item(item)?.action()
    }
    fn item_at(&self, item: ItemId, point: [f32; 2]) -> Option<(ItemId, [f32; 4])> {
        if self.action(item).is_some() {
            return None;
        }
        let shown = self.shown.as_ref()?;
        if shown.target == FusionTarget::Elements {
            let number = shown.cells.at(point)?;
            let Rect { x0, y0, x1, y1 } = shown.cells.rect(number)?;
            return Some((ItemId(self.items.len() + number as u32), [x0, y0, x1, y1]));
        }
        if !matches!(self.items.get(item), Some(Item::Cells)) {
            return None;
        }
        let focus = modes::of_calls(&shown.hanging, point)?;
        let side = shown.hanging.iter().find(|of| of.side == focus.side)?;
        let in_focus: Vec<_> = side
            .boxes
            .iter()
            .filter(|of| focus.items.iter().any(|item| item.start == of.calls.start))
            .cloned()
            .collect();
        let at = modes::nearest(&in_focus, point[0], point[1])?;
        let Rect { x0, y0, x1, y1 } = at.rect;
        Some((self.item_of_calls(side.side, at.calls.start)?, [x0, y0, x1, y1]))
    }
    fn inner_items(&self) -> Vec<(ItemId, Rect, diptych_scene::Rgba)> {
        let Some(shown) = &self.shown else { return Vec::new() };
        let theme = diptych_scene::theme::Theme::named(shown.cells.theme());
        let place = |at: usize| {
            let cell = ItemId(self.items.len() + at as u32);
            Some((cell, shown.cells.rect(at)?, shown.cells.picture.paint_of(theme, at).fill))
        };
        let leaves = shown.cells.map.cells.iter().enumerate().filter(|(_, cell)| cell.place.is_some());
        leaves.filter_map(|(at, _)| place(at)).collect()
    }
    fn focus_at(&self, point: [f32; 2]) -> Option<Highlight> {
        let shown = self.shown.as_ref()?;
        let focus = match shown.target {
            FusionTarget::Calls => modes::of_calls(&shown.hanging, point),
            FusionTarget::Elements => modes::of_elements(&shown.elements, &shown.cells, point, shown.height),
        };
        Some(Highlight { focus, ..Highlight::default() })
    }
    fn subject(&self, item: ItemId, model: &Model<'_>) -> Option<Subject> {
        if let Some((shown, number)) = self.cell(item) {
            let id = shown.cells.map.cells[number].element;
            return Some(shown.elements.places.subject(id, model.traces));
        }
        self.calls_item(item)?.subject(model)
    }
    fn highlight(&self, _: ItemId, _: &Model<'_>) -> Option<Highlight> {
        None
    }

    fn reacts_to(&self) -> PointerDependence {
        // A pinned focus stays, wherever the pointer is.
        PointerDependence {
            highlight: self.shown.as_ref().is_some_and(|shown| !shown.is_pinned),
            side: false,
        }
    }
    fn tooltip(&self, item: ItemId, rect: [f32; 4], model: &Model<'_>) -> Option<Tooltip> {
        let Some((shown, number)) = self.cell(item) else {
            return self.calls_item(item)?.tooltip(model, rect);
        };
        let id: NodeId = shown.cells.map.cells[number].element;
        let axis = model.traces.into_iter().flatten().next()?.axis();
        let sums = table::sums(shown, id);
        let changed = sums[0].self_ticks != sums[1].self_ticks;
        let is_judged = shown.significant.is_some() && changed && sums.iter().all(|of| of.calls > 0);
        let is_significant =
            is_judged.then(|| shown.elements.places_of(id).any(|place| shown.is_significant(place)));
        Some(element_tooltip(&shown.elements, axis, id, sums, is_significant, rect))
    }
    fn table(&self, first: u32, count: u32, model: &Model<'_>) -> Option<DataTable> {
        table::table(self.shown.as_ref()?, model, first, count)
    }
    fn elements(&self, ask: ElementsRequest, model: &Model<'_>) -> Option<ElementsReply> {
        Some(lists::reply(self.shown.as_ref()?, ask, model))
    }
    fn csv(&self, model: &Model<'_>) -> Option<String> {
        table::csv(self.shown.as_ref()?, model)
    }
}
