//! The massive sequence as a view.

use super::geometry::{Column, Strip, columns, ribbon as ribbon_rect, ribbon_key, ribbon_title, strips};
use super::picture::{Drawing, all_calls, head_px, window_words};
use super::point::{Pixel, call_tooltip, first_call, point_tooltip, relations_at};
use super::ribbon;
use crate::program::{
    CallRelation, Emphasis, Program, RowDifference, SideCalls, direction_of, element_tooltip, ends_of,
    side_alone, words_in,
};
use diptych_protocol::{
    DataTable, DataTableRow, Drawn, Pane, SequenceRows, SideName, StructureParts, StructureState, Subject,
    TimeState, Tooltip, ViewId, ViewState, Window, WindowName,
};
use diptych_scene::{Align, Batch, ItemId, Layer, Rect, RectBatch, Space, TextBatch, TextRun, Weight};
use diptych_trace::{CallId, Trace};
use diptych_views::icicle::boxes::text_run;
use diptych_views::legend::entry;
use diptych_views::places::ElementOrRelation;
use diptych_views::{
    Highlight, Layout, LayoutInput, Model, PartInfo, PartLayers, ResultKind, numbers, words,
};
use std::fmt::Write;

/// Calls from top to bottom in their order.
#[derive(Debug)]
pub struct View;

impl diptych_views::View for View {
    fn id(&self) -> ViewId {
        ViewId::Sequence
    }

    fn marks_calls(&self) -> bool {
        false
    }

    fn needs(&self, _: &ViewState) -> Vec<ResultKind> {
        vec![ResultKind::of::<Program>()]
    }
    fn reads(&self, state: &ViewState) -> ViewState {
        let StructureState { parts, sides, p, mark, rows, color, .. } = state.structure.clone();
        let structure = StructureState { parts, sides, p, mark, rows, color, ..StructureState::default() };
        let selection = state.selection.clone();
        // A time range is framed on both sides. Its place on the other side follows from the time alignment.
        let time = match selection {
            Some(Subject::Time { .. }) => {
                TimeState { axis: state.time.axis, anchors: state.time.anchors, ..TimeState::default() }
            }
            _ => TimeState::default(),
        };
        ViewState { structure, selection, time, ..ViewState::default() }
    }
    fn layout(&self, input: &LayoutInput<'_>, _: Option<Box<dyn Layout>>) -> Box<dyn Layout> {
        let mut laid = SequenceLayout::default();
        if let Some(program) = input.results.get::<Program>() {
            laid.lay_out(input, program);
        }
        Box::new(laid)
    }
}

/// The laid out view.
#[derive(Debug, Default)]
struct SequenceLayout {
    layers: PartLayers,
    items: u32,
    info: PartInfo,
    shown: Option<SequenceContent>,
    /// First item of the ribbon, if there is one. Its items come after those of the sides.
    ribbon: Option<u32>,
    /// Rectangle of the lines of each shown side.
    lines: Vec<Rect>,
}

#[derive(Debug)]
struct SequenceContent {
    program: Program,
    columns: Vec<Column>,
    /// Shown sides with their first items.
    sides: Vec<(SideName, u32)>,
}

impl SequenceLayout {
    fn lay_out(&mut self, input: &LayoutInput<'_>, program: &Program) {
        let alone = side_alone(program, input.state.structure.sides);
        let sides: Vec<SideName> =
            SideName::BOTH.into_iter().filter(|side| alone.is_none_or(|of| of == side.index())).collect();
        let has_ribbon = sides.len() == 2 && input.state.structure.rows == SequenceRows::Matched;
        let (head, strips) = strips(input.rect, sides.len(), has_ribbon);
        let columns = columns(program);
        let emphasis = Emphasis::new(input, program);
        let drawing = Drawing { input, program, columns: &columns, emphasis };
        let mut first = Vec::new();
        for (side, strip) in sides.iter().zip(&strips) {
            let (Some(trace), Some(calls)) =
                (input.traces()[side.index()], &program.calls.sides[side.index()])
            else {
                continue;
            };
            self.layers.layers.extend(drawing.side(*side, trace, calls, strip, self.items));
            first.push((*side, self.items));
            self.lines.push(strip.lines);
            if program.calls.relations.is_empty() {
                self.layers.layers.push(no_lines(input, program, strip.lines));
            }
            self.items += (columns.len() + calls.rows.len() * (1 + calls.width as usize)) as u32;
            self.info.panes.push(pane(input, *side, strip, trace, program.calls.windows[side.index()]));
        }
        if let Some(strip) = strips.first().filter(|_| has_ribbon && program.calls.is_matched) {
            self.draw_ribbon(input, program, strip);
        }
        self.layers.layers.push(heading(input, program, &sides, head));
        let note = note(input, program, &sides, &strips);
        if input.state.structure.parts == StructureParts::Sequence {
            let calls = sides.iter().filter_map(|side| program.calls.sides[side.index()].as_ref());
            let drawn = numbers::calls(calls.map(all_calls).sum());
            self.info.drawn =
                Some(Drawn { text: format!("All {drawn} in the visible time drawn"), rule: note });
        } else {
            self.info.note = note;
        }
        "Calls in order, one line each".clone_into(&mut self.info.summary);
        let [caller, callee] = direction_of(input.colors(), input.state.structure.color);
        let within = crate::program::within_one(input.colors(), [caller, callee]);
        // Without relations, no colour of the legend is in the picture.
        if !program.calls.relations.is_empty() {
            self.info.legend =
                vec![entry("caller", caller), entry("callee", callee), entry("within one element", within)];
            if self.ribbon.is_some() {
                self.info.legend.extend(ribbon::legend(input.colors()));
            }
        }
        if program.repeats.is_some() {
            self.info.legend.push(entry("marked calls and their repeats", input.colors().hit));
        }
        self.info.has_table = true;
        self.shown = Some(SequenceContent { program: program.clone(), columns, sides: first });
    }

    fn draw_ribbon(&mut self, input: &LayoutInput<'_>, program: &Program, first: &Strip) {
        let mut layer = Layer::new(input.rect, Space::FIXED);
        let (mut rects, mut texts) = (RectBatch::default(), TextBatch::default());
        let rows = &program.calls.differences;
        ribbon::draw(rows, ribbon_rect(first), input.colors(), self.items, &mut rects);
        let room = ribbon_title(first);
        let left = program.calls.sides.iter().flatten().next().map_or(0.0, head_px);
        // Where the pictures are narrow, the head of the left one needs the room. The key says the same.
        let title_x0 = f32::midpoint(room.x0, room.x1) - ribbon::TITLE_WIDTH_PX / 2.0;
        if first.head.x0 + left <= title_x0 {
            let color = input.colors().ink2;
            texts.push(text_run(ribbon::TITLE.to_owned(), room, 10.0, color, Align::Center), ItemId::NONE);
        }
        ribbon::key(ribbon_key(first), input.colors(), &mut rects, &mut texts);
        layer.batches.extend([Batch::Rects(rects), Batch::Texts(texts)]);
        self.layers.layers.push(layer);
        self.ribbon = Some(self.items);
        self.items += rows.len() as u32;
    }

    /// Returns the difference on a row of the ribbon, if an item is one.
    fn difference(&self, item: ItemId) -> Option<RowDifference> {
        let row = item.0.checked_sub(self.ribbon?)?;
        self.shown.as_ref()?.program.calls.differences.get(row as usize).copied()
    }

    /// Returns the side of an item, and its column, row or pixel.
    fn find(&self, item: ItemId) -> Option<FoundItem<'_>> {
        let shown = self.shown.as_ref().filter(|_| self.ribbon.is_none_or(|first| item.0 < first))?;
        let at = shown.sides.iter().rposition(|(_, first)| *first <= item.0)?;
        let (side, first) = shown.sides[at];
        let calls = shown.program.calls.sides[side.index()].as_ref()?;
        let number = (item.0 - first) as usize;
        let place = if let Some(column) = shown.columns.get(number) {
            ItemPlace::Column(column)
        } else {
            let number = number - shown.columns.len();
            match number.checked_sub(calls.rows.len()) {
                None => ItemPlace::Row(number),
                Some(pixel) => {
                    let width = calls.width.max(1) as usize;
                    ItemPlace::Pixel(Pixel { row: pixel / width, column: (pixel % width) as u32 })
                }
            }
        };
        Some(FoundItem { program: &shown.program, side, calls, first, columns: shown.columns.len(), place })
    }
}

/// An item with its side.
struct FoundItem<'a> {
    program: &'a Program,
    side: SideName,
    calls: &'a SideCalls,
    /// First item of the side, and its number of columns.
    first: u32,
    columns: usize,
    place: ItemPlace<'a>,
}

/// The items of a side, in this order: columns, rows, and the pixels of all rows. Only columns and rows have boxes; a
/// row leads to its pixels ([`Layout::item_at`]).
enum ItemPlace<'a> {
    Column(&'a Column),
    Row(usize),
    Pixel(Pixel),
}

impl FoundItem<'_> {
    /// Returns the most important relation of a row or a pixel.
    fn relation(&self) -> Option<&CallRelation> {
        match self.place {
            ItemPlace::Column(_) => None,
            ItemPlace::Row(row) => {
                let of = self.calls.contents.row(row).first()?;
                self.program.calls.relations.get(of.relation as usize)
            }
            ItemPlace::Pixel(at) => relations_at(self.program, self.calls, at).next().map(|(it, _)| it),
        }
    }

    /// Returns the first call of that relation on the row. Where no relation reaches the pixel, it is the first call of
    /// the row.
    fn call(&self, trace: &Trace) -> Option<CallId> {
        let (row, relation) = match self.place {
            ItemPlace::Column(_) => return None,
            ItemPlace::Row(row) => (row, None),
            ItemPlace::Pixel(at) => (at.row, self.relation()),
        };
        if let Some(it) = relation {
            return first_call(self.program, self.side, trace, self.calls, row, it);
        }
        let &[call, ..] = self.calls.rows.get(row)?;
        (call != u32::MAX).then_some(CallId(call))
    }
}

fn pane(input: &LayoutInput<'_>, side: SideName, strip: &Strip, trace: &Trace, window: [i64; 2]) -> Pane {
    // The window that is shown. The state may already be ahead of it.
    let [start, end] = window.map(|tick| tick.clamp(0, trace.extent() + 1));
    let window = input.time_maps[side.index()].common_window(Window { start, end: end.max(start + 1) });
    let Rect { x0, y0, x1, y1 } = strip.lines;
    Pane {
        side,
        space: 0,
        shows: WindowName::of_time(side),
        x0,
        y0,
        x1,
        y1,
        window,
        whole: input.whole(),
        scroll_max: 0,
        rest: 0,
        scroll: 0,
        scroll_sign: -1,
        open_lanes: Vec::new(),
    }
}

/// Says in place of lines that there are none, and what to do.
fn no_lines(input: &LayoutInput<'_>, program: &Program, lines: Rect) -> Layer {
    let mut layer = Layer::new(input.rect, Space::FIXED);
    let mut texts = TextBatch::default();
    let has_nested = program.calls.sides.iter().flatten().any(|side| side.lines[1] > 0);
    let next =
        if has_nested { ["Press 0 to show", "the whole run."] } else { ["Try Space-time", "(key 3)."] };
    let said = ["No line:", "no call here", "has a caller.", next[0], next[1]];
    words_in(lines, &said, 12.0, input.colors().ink2, &mut texts);
    layer.batches.push(Batch::Texts(texts));
    layer
}

fn heading(input: &LayoutInput<'_>, program: &Program, sides: &[SideName], rect: Rect) -> Layer {
    let theme = input.colors();
    let mut texts = TextBatch::default();
    let bold = text_run("Calls in order".to_owned(), rect, 12.0, theme.ink, Align::Start);
    texts.push(TextRun { weight: Weight::Bold, ..bold }, ItemId::NONE);
    let about = match sides {
        [_, _] if program.calls.is_matched => {
            "one line per call, from caller to callee, evenly spaced".to_owned()
        }
        [_, _] => "one line per call, from caller to callee".to_owned(),
        [side] => {
            let of = input.traces()[side.index()].zip(program.calls.sides[side.index()].as_ref());
            of.map_or_else(String::new, |(trace, calls)| window_words(trace, calls))
        }
        _ => String::new(),
    };
    let rest = Rect { x0: (rect.x0 + 104.0).min(rect.x1), ..rect };
    texts.push(text_run(about, rest, 12.0, theme.ink3, Align::Start), ItemId::NONE);
    let mut layer = Layer::new(input.rect, Space::FIXED);
    layer.batches.push(Batch::Texts(texts));
    layer
}

/// Describes how many calls share a line of pixels, and how their colours combine.
fn note(input: &LayoutInput<'_>, program: &Program, sides: &[SideName], strips: &[Strip]) -> String {
    let height = strips.first().map_or(0.0, |strip| strip.lines.height());
    let calls = sides.iter().filter_map(|side| Some(program.calls.sides[side.index()].as_ref()?.lines[0]));
    let per_line = calls.max().unwrap_or(0) as f64 / f64::from(height.max(1.0));
    let p = input.state.structure.p as f64 / 10.0;
    let mut note = if per_line > 1.0 {
        let weight = if input.state.structure.p == 0 {
            "all weigh the same".to_owned()
        } else {
            let signed = if p < 0.0 { format!("\u{2212}{}", -p) } else { p.to_string() };
            format!(
                "the weight of a call is f^{signed}; f is the share of its function in the 25 calls around it"
            )
        };
        format!("about {} calls per line of pixels; {weight}", numbers::three_digits(per_line))
    } else {
        "Each call has one line or more".to_owned()
    };
    let without: u64 = program.calls.sides.iter().flatten().map(|side| side.without_caller).sum();
    if without > 0 {
        let have = if without == 1 { "has" } else { "have" };
        let _ = write!(note, "; {} without a caller {have} no line", numbers::calls(without));
    }
    if program.calls.crossing > 0 {
        let crossing = numbers::count(program.calls.crossing.into());
        let _ = write!(
            note,
            "; {crossing} matched calls come in another order in B and are not drawn side by side"
        );
    }
    note
}

impl Layout for SequenceLayout {
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
        let found = self.find(item)?;
        if let ItemPlace::Column(column) = found.place {
            return Some(found.program.places.subject(column.element, model.traces));
        }
        let trace = model.traces[found.side.index()]?;
        Some(Subject::Call(words::reference(found.side, trace, found.call(trace)?)))
    }
    fn highlight(&self, item: ItemId, _: &Model<'_>) -> Option<Highlight> {
        let found = self.find(item)?;
        let ends = match found.place {
            ItemPlace::Column(column) => ElementOrRelation::Element(column.element),
            _ => ends_of(found.program, found.relation()?),
        };
        Some(Highlight { ends: Some(ends), ..Highlight::default() })
    }
    fn item_at(&self, item: ItemId, [x, _]: [f32; 2]) -> Option<(ItemId, [f32; 4])> {
        let found = self.find(item)?;
        let ItemPlace::Row(row) = found.place else { return None };
        let shown = self.shown.as_ref()?;
        let at = shown.sides.iter().position(|(side, _)| *side == found.side)?;
        let lines = self.lines.get(at)?;
        let (width, height) = (found.calls.width.max(1), found.calls.height.max(1) as f32);
        let column = ((x - lines.x0) / lines.width().max(1.0) * width as f32).max(0.0) as u32;
        let column = column.min(width - 1);
        let pixel = row as u32 * width + column;
        let first = found.first + (found.columns + found.calls.rows.len()) as u32;
        let y = |row: usize| lines.y0 + lines.height() * row as f32 / height;
        Some((ItemId(first + pixel), [x, y(row), x + 1.0, y(row + 1)]))
    }
    fn tooltip(&self, item: ItemId, rect: [f32; 4], model: &Model<'_>) -> Option<Tooltip> {
        if let Some(row) = self.difference(item) {
            return Some(ribbon::tooltip(&row, rect));
        }
        let found = self.find(item)?;
        let FoundItem { program, side, calls, .. } = found;
        match found.place {
            ItemPlace::Column(column) => Some(element_tooltip(program, column.element, rect)),
            ItemPlace::Pixel(at) if calls.rows.get(at.row)?[2] > 1 => {
                point_tooltip(program, side, model.traces[side.index()]?, calls, at, rect)
            }
            ItemPlace::Row(row) | ItemPlace::Pixel(Pixel { row, .. }) => {
                call_tooltip(side, model.traces[side.index()]?, calls, row, rect)
            }
        }
    }
    fn table(&self, first: u32, count: u32, model: &Model<'_>) -> Option<DataTable> {
        let rows = self.table_rows(model)?;
        Some(DataTable {
            columns: ["Side", "Call", "Calls on the line", "Start", "Caller", "First callee"]
                .map(str::to_owned)
                .to_vec(),
            rows: rows
                .iter()
                .skip(first as usize)
                .take(count as usize)
                .map(|cells| DataTableRow { call: None, level: 0, cells: cells.to_vec() })
                .collect(),
            first,
            total: rows.len() as u32,
            note: "The first call of each line of pixels".to_owned(),
        })
    }
    fn csv(&self, model: &Model<'_>) -> Option<String> {
        let mut out = "side,call,calls,start,caller,callee\n".to_owned();
        for cells in self.table_rows(model)? {
            out.push_str(&cells.map(|cell| diptych_views::csv::field(&cell)).join(","));
            out.push('\n');
        }
        Some(out)
    }
}

impl SequenceLayout {
    fn table_rows(&self, model: &Model<'_>) -> Option<Vec<[String; 6]>> {
        let shown = self.shown.as_ref()?;
        let mut rows = Vec::new();
        for (side, _) in &shown.sides {
            let (Some(trace), Some(calls)) =
                (model.traces[side.index()], &shown.program.calls.sides[side.index()])
            else {
                continue;
            };
            for &[call, number, count] in calls.rows.iter().filter(|row| row[0] != u32::MAX) {
                let around = trace.calls().parent()[call as usize].some();
                let name = |call: CallId| words::name_or_unnamed(words::function_of(trace, call).name);
                rows.push([
                    side.letter().to_owned(),
                    numbers::count(u64::from(number) + 1),
                    numbers::count(count.into()),
                    numbers::extent(trace.axis(), trace.calls().start()[call as usize]),
                    around.map_or_else(|| words::lane_name(trace, trace.lanes().of_call(CallId(call))), name),
                    name(CallId(call)),
                ]);
            }
        }
        Some(rows)
    }
}
