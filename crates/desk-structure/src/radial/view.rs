//! The relations as a view.

use super::largest::reading;
use super::paint::RelationPaint;
use super::picture::{Drawing, HEAD_PX, RadialPicture, drawn};
use super::table;
use crate::program::{
    CallRelation, Emphasis, Program, element_tooltip, ends_of, plural, relation_tooltip, side_alone, summary,
    words_in,
};
use diptych_protocol::{
    DataTable, Drawn as DrawnText, RelationColor, StructureState, Subject, Tooltip, ViewId, ViewState,
};
use diptych_scene::{Align, Batch, ItemId, Layer, Rect, Space, TextBatch, TextRun, Weight};
use diptych_trace::AxisKind;
use diptych_views::icicle::boxes::text_run;
use diptych_views::places::ElementOrRelation;
use diptych_views::{Highlight, Layout, LayoutInput, Model, PartInfo, PartLayers, ResultKind, numbers};

/// Calls between the elements of the program.
#[derive(Debug)]
pub struct View;

impl diptych_views::View for View {
    fn id(&self) -> ViewId {
        ViewId::Radial
    }

    fn marks_calls(&self) -> bool {
        false
    }

    fn needs(&self, _: &ViewState) -> Vec<ResultKind> {
        vec![ResultKind::of::<Program>()]
    }
    fn reads(&self, state: &ViewState) -> ViewState {
        let StructureState {
            parts, sides, beta, through_ancestor, color, width, blend, labels, rare, ..
        } = state.structure.clone();
        let structure = StructureState {
            sides,
            beta,
            through_ancestor,
            color,
            width,
            blend,
            labels,
            rare,
            parts,
            ..StructureState::default()
        };
        ViewState { structure, selection: state.selection.clone(), ..ViewState::default() }
    }
    fn layout(&self, input: &LayoutInput<'_>, _: Option<Box<dyn Layout>>) -> Box<dyn Layout> {
        Box::new(lay_out(input).unwrap_or_else(|| nothing_yet(input)))
    }
}

/// Everything that was laid out.
#[derive(Debug)]
pub(super) struct RadialContent {
    pub(super) program: Program,
    pub(super) drawn: RadialPicture,
    pub(super) side: Option<usize>,
}

/// The laid out view.
#[derive(Debug)]
pub(super) struct RadialLayout {
    layers: PartLayers,
    items: u32,
    info: PartInfo,
    pub(super) shown: Option<RadialContent>,
}

const NOTHING_YET: &str = "Ordering calls";
const NO_CALLS: &str =
    "This profile has totals per stack but no order of calls, so nothing is drawn. Try Profile (5)";

fn nothing_yet(input: &LayoutInput<'_>) -> RadialLayout {
    let is_ordered = input.traces().into_iter().flatten().all(|trace| trace.axis().kind != AxisKind::Weight);
    let text = if is_ordered { format!("{NOTHING_YET} …") } else { format!("{NO_CALLS}.") };
    let mut texts = TextBatch::default();
    let y0 = (input.rect.y0 + 40.0).min(input.rect.y1);
    let rect = Rect { y0, y1: (y0 + 20.0).min(input.rect.y1), ..input.rect };
    texts.push(text_run(text, rect, 13.0, input.colors().ink2, Align::Center), ItemId::NONE);
    let mut layer = Layer::new(input.rect, Space::FIXED);
    layer.batches.push(Batch::Texts(texts));
    let summary = if is_ordered { NOTHING_YET } else { NO_CALLS }.to_owned();
    RadialLayout {
        layers: PartLayers { layers: vec![layer], over: Vec::new() },
        items: 0,
        info: PartInfo { summary, ..PartInfo::default() },
        shown: None,
    }
}

fn lay_out(input: &LayoutInput<'_>) -> Option<RadialLayout> {
    let program = input.results.get::<Program>()?;
    let state = &input.state.structure;
    let side = side_alone(program, state.sides);
    let drawn = drawn(input.rect, program, side)?;
    let paint = RelationPaint::new(input.colors(), program, state, side);
    let emphasis = Emphasis::new(input, program);
    let drawing = Drawing { input, program, drawn: &drawn, paint: &paint, side, emphasis };
    let mut layers = drawing.layers();
    layers.push(head(input, program, &drawn));
    let edges = drawn.relations.iter().filter(|it| it.is_edge()).count();
    let loops = drawn.relations.len() - edges;
    let of = numbers::count(program.calls.relations.iter().filter(|it| it.is_edge()).count() as u64);
    let drawn_edges = numbers::count(edges as u64);
    let text = if drawn_edges == of {
        format!("All {of} relations between elements drawn")
    } else {
        format!("{drawn_edges} of {of} relations between elements drawn")
    };
    let mut rule = "width grows with the calls in the visible time; the thin end is the callee".to_owned();
    if paint.color() == RelationColor::Change {
        rule.push_str("; relations without a change are thin");
    }
    if loops > 0 {
        rule = format!("{rule}; {} within one element loop back to it", numbers::count(loops as u64));
    }
    if drawn.rings.without_cell > 0 {
        let elements = plural(drawn.rings.without_cell as usize, "element");
        rule = format!("{rule}; no room for the ring of {elements}");
    }
    let items = (drawn.rings.cells.len() + drawn.relations.len()) as u32;
    let info = PartInfo {
        drawn: Some(DrawnText { text, rule }),
        // Without relations, no colour of the legend is in the picture.
        legend: if program.calls.relations.is_empty() { Vec::new() } else { paint.legend() },
        summary: summary(program, edges),
        reading: reading(program, &drawn.relations, side, paint.color()),
        has_table: true,
        ..PartInfo::default()
    };
    let layers = PartLayers { layers, over: Vec::new() };
    Some(RadialLayout {
        layers,
        items,
        info,
        shown: Some(RadialContent { program: program.clone(), drawn, side }),
    })
}

/// Draws the head: `Relations · 317 between 75 classes`.
fn head(input: &LayoutInput<'_>, program: &Program, drawn: &RadialPicture) -> Layer {
    let theme = input.colors();
    let rect =
        Rect { y1: (input.rect.y0 + HEAD_PX).min(input.rect.y1), x0: input.rect.x0 + 12.0, ..input.rect };
    let edges = drawn.relations.iter().filter(|it| it.is_edge()).count();
    let mut texts = TextBatch::default();
    let bold = text_run("Relations".to_owned(), rect, 12.0, theme.ink, Align::Start);
    texts.push(TextRun { weight: Weight::Bold, ..bold }, ItemId::NONE);
    let rest = Rect { x0: (rect.x0 + 74.0).min(rect.x1), ..rect };
    let about = summary(program, edges);
    texts.push(text_run(about, rest, 12.0, theme.ink3, Align::Start), ItemId::NONE);
    if program.calls.relations.is_empty() {
        // Short lines, because the text lies inside the ring.
        let has_nested = program.calls.sides.iter().flatten().any(|side| side.lines[1] > 0);
        let lines: &[&str] = if has_nested { &NONE_IN_VIEW } else { &NONE_AT_ALL };
        let within = Rect { y0: input.rect.y0 + HEAD_PX, ..input.rect };
        words_in(within, lines, 13.0, theme.ink2, &mut texts);
    }
    let mut layer = Layer::new(input.rect, Space::FIXED);
    layer.batches.push(Batch::Texts(texts));
    layer
}

const NONE_IN_VIEW: [&str; 3] =
    ["No call in the visible time", "has a caller.", "Press 0 to show the whole run."];
const NONE_AT_ALL: [&str; 3] =
    ["No call has a caller,", "so there are no relations to draw.", "Try Space-time (key 3)."];

/// The meaning of an item.
enum FoundItem<'a> {
    Cell(&'a diptych_structure::radial::Cell),
    Relation(&'a CallRelation),
}

impl RadialLayout {
    fn find(&self, item: ItemId) -> Option<(&RadialContent, FoundItem<'_>)> {
        let shown = self.shown.as_ref()?;
        let (cells, at) = (&shown.drawn.rings.cells, item.0 as usize);
        let found = match cells.get(at) {
            Some(cell) => FoundItem::Cell(cell),
            None => FoundItem::Relation(shown.drawn.relations.get(at - cells.len())?),
        };
        Some((shown, found))
    }
}

impl Layout for RadialLayout {
    fn take_layers(&mut self) -> PartLayers {
        std::mem::take(&mut self.layers)
    }

    fn items(&self) -> u32 {
        self.items
    }

    fn info(&self) -> &PartInfo {
        &self.info
    }
    fn subject(&self, item: ItemId, model: &Model<'_>) -> Option<Subject> {
        let (RadialContent { program, .. }, found) = self.find(item)?;
        Some(match found {
            FoundItem::Cell(cell) => program.places.subject(cell.element, model.traces),
            FoundItem::Relation(it) => {
                let ends = [it.caller, it.callee].map(|place| program.element(place));
                program.places.relation_subject(ends, model.traces)
            }
        })
    }

    /// Returns the element or relation only, because its calls may be all calls.
    fn highlight(&self, item: ItemId, _: &Model<'_>) -> Option<Highlight> {
        let (RadialContent { program, .. }, found) = self.find(item)?;
        let ends = match found {
            FoundItem::Cell(cell) => ElementOrRelation::Element(cell.element),
            FoundItem::Relation(it) => ends_of(program, it),
        };
        Some(Highlight { ends: Some(ends), ..Highlight::default() })
    }
    fn tooltip(&self, item: ItemId, rect: [f32; 4], _: &Model<'_>) -> Option<Tooltip> {
        let (RadialContent { program, .. }, found) = self.find(item)?;
        Some(match found {
            FoundItem::Cell(cell) => element_tooltip(program, cell.element, rect),
            FoundItem::Relation(it) => relation_tooltip(program, it, rect),
        })
    }
    fn table(&self, first: u32, count: u32, _: &Model<'_>) -> Option<DataTable> {
        table::table(self, first, count)
    }
    fn csv(&self, _: &Model<'_>) -> Option<String> {
        table::csv(self)
    }
}
