//! The view of lane states.

use super::axis::{AXIS_PX, TimePlot};
use super::names;
use super::picture::{LaneRows, SideStates};
use crate::space_time::{SliceTimes, SpaceTime};
use crate::spacetime::{labels_width, state_color};
use diptych_protocol::{SideName, SpaceTimeState, StateBy, Subject, ViewId, ViewState, Window};
use diptych_scene::{Align, Batch, ItemId, Layer, Rect, RectBatch, Rgba, Space, TextBatch, TextRun, Weight};
use diptych_trace::{LaneId, Trace};
use diptych_views::icicle::boxes::{CHAR_WIDTH, text_run};
use diptych_views::{
    Layout, LayoutInput, Model, PartInfo, PartLayers, PointerDependence, ResultKind, numbers,
};

const HEAD_PX: f32 = 18.0;
const MARGIN_PX: f32 = 14.0;
const BETWEEN_PX: f32 = 18.0;

/// The view of single lanes.
#[derive(Debug)]
pub struct View;

impl diptych_views::View for View {
    fn id(&self) -> ViewId {
        ViewId::Gantt
    }

    fn marks_calls(&self) -> bool {
        false
    }

    fn needs(&self, _: &ViewState) -> Vec<ResultKind> {
        vec![ResultKind::of::<SpaceTime>()]
    }
    fn reads(&self, state: &ViewState) -> ViewState {
        let SpaceTimeState { states, depth, .. } = state.space_time.clone();
        let space_time = SpaceTimeState { states, depth, ..SpaceTimeState::default() };
        ViewState { space_time, selection: state.selection.clone(), ..ViewState::default() }
    }
    fn layout(&self, input: &LayoutInput<'_>, _: Option<Box<dyn Layout>>) -> Box<dyn Layout> {
        let mut laid = GanttLayout::default();
        if let Some(data) = input.results.get::<SpaceTime>() {
            laid.lay_out(input, data);
        }
        Box::new(laid)
    }
}

/// The states of lanes, laid out.
#[derive(Debug, Default)]
struct GanttLayout {
    layers: PartLayers,
    info: PartInfo,
}

/// The lanes and the time range to show of a side.
struct Range {
    lanes: Vec<LaneId>,
    start: i64,
    span: i64,
}

impl GanttLayout {
    fn lay_out(&mut self, input: &LayoutInput<'_>, data: &SpaceTime) {
        let (times, theme, rect) = (&*data.times, input.colors(), input.rect);
        let sides: Vec<SideName> =
            SideName::BOTH.into_iter().filter(|side| input.sides[side.index()].is_some()).collect();
        if sides.len() != times.sides() || rect.height() < HEAD_PX + AXIS_PX {
            return;
        }
        let selected = selected(input, times, &sides);
        let (mut rects, mut texts) = (RectBatch::default(), TextBatch::default());
        // Rows of both sides are the same lanes, so names left of the first side are enough.
        let labels = labels_width(rect.width());
        let width = (rect.width() - labels - MARGIN_PX - BETWEEN_PX * (sides.len() as f32 - 1.0))
            / sides.len() as f32;
        let mut notes: Vec<String> = Vec::new();
        // Both sides may have the same note, which is shown once.
        let mut note = |text: String| {
            if !notes.contains(&text) {
                notes.push(text);
            }
        };
        for (open, side) in sides.iter().enumerate() {
            let Some(trace) = input.traces()[side.index()] else { continue };
            let x0 = rect.x0 + labels + open as f32 * (width + BETWEEN_PX);
            let plot = Rect::new(x0, rect.y0 + HEAD_PX, x0 + width, rect.y1 - AXIS_PX);
            let range = range(times, open, selected);
            let rows = LaneRows::new(&range.lanes, plot.height());
            let colors = colors(input, times, open);
            let depth =
                (input.state.space_time.states == StateBy::Depth).then_some(input.state.space_time.depth);
            let states = SideStates { trace, colors: &colors, depth };
            states.draw(&rows, plot, range.start, range.span, &mut rects);
            if open == 0 {
                let column = Rect { x0: rect.x0, x1: x0, ..plot };
                names::draw(theme, trace, &rows, column, &mut texts);
            }
            // Rows have a largest height, and the axis follows the last one.
            let rows_end = plot.y0 + rows.height * rows.lanes.len() as f32;
            let window = Window { start: range.start, end: range.start + range.span };
            let time = TimePlot { plot: Rect { y1: rows_end.min(plot.y1), ..plot }, window };
            time.axis(theme, trace.axis(), &mut texts, &mut rects);
            if let Some([_, _, from, to]) = selected {
                let [start, end] = [from, to].map(|slice| times.edge(open, slice));
                time.bracket(theme, Window { start, end }, &mut rects);
            }
            let color = if *side == SideName::A { theme.a } else { theme.b };
            let of_side = if sides.len() > 1 { format!(" of {}", side.letter()) } else { String::new() };
            let head = Rect::new(x0, rect.y0, x0 + width, rect.y0 + HEAD_PX);
            let bold = text_run(format!("States{of_side}"), head, 11.0, color, Align::Start);
            let bold = TextRun { weight: Weight::Bold, ..bold };
            let indent = bold.text.chars().count() as f32 * bold.size * CHAR_WIDTH + 6.0;
            texts.push(bold, ItemId::NONE);
            let is_one_of = times.runs_of(open).len() > 1;
            let about = about(&rows, &range, trace, selected.is_some(), is_one_of);
            let rest = Rect { x0: x0 + indent, ..head };
            texts.push(text_run(about, rest, 11.0, theme.ink3, Align::Start), ItemId::NONE);
            if rows.lanes.len() < rows.of {
                note(format!("1 lane in {} shown", rows.of.div_ceil(rows.lanes.len().max(1))));
            }
            if let Some(sums) = trace.summed() {
                let slice = numbers::extent(trace.axis(), i64::try_from(sums.slice).unwrap_or(i64::MAX));
                note(format!(
                    "states are ordered by share within each {slice}, because only their times are known"
                ));
            }
        }
        let mut layer = Layer::new(rect, Space::FIXED);
        layer.batches = vec![Batch::Rects(rects), Batch::Texts(texts)];
        self.layers.layers.push(layer);
        notes.push("each pixel of the strip shows the state at its middle".to_owned());
        self.info.note = notes.join("; ");
    }
}

/// Returns the selected area: first leaf and one past the last, first slice and one past the last.
fn selected(input: &LayoutInput<'_>, times: &SliceTimes, sides: &[SideName]) -> Option<[u32; 4]> {
    let Some(Subject::Area(area)) = &input.state.selection else { return None };
    let open = sides.iter().position(|side| *side == area.side)?;
    times.found(open, area)
}

/// Returns the lanes and the time to show of a side: the selected lanes, for their time and half as much before and
/// after, or everything.
fn range(times: &SliceTimes, open: usize, selected: Option<[u32; 4]>) -> Range {
    let whole = times.window(open);
    let Some([first, end, from, to]) = selected else {
        return Range { lanes: times.lanes[open].clone(), start: whole.start, span: whole.span().max(1) };
    };
    let around = (to - from).div_ceil(2);
    let start = times.edge(open, from.saturating_sub(around));
    let stop = times.edge(open, (to + around).min(times.slices));
    Range {
        lanes: times.lanes[open][first as usize..end as usize].to_vec(),
        start,
        span: (stop - start).max(1),
    }
}

/// Describes what is shown of a side: `selection · 25 lanes · 0.36 s to 0.54 s`.
fn about(rows: &LaneRows, range: &Range, trace: &Trace, is_selected: bool, is_one_of_runs: bool) -> String {
    let lanes = match (rows.lanes.len(), rows.of) {
        (1, 1) => "1 lane".to_owned(),
        (drawn, of) if drawn == of => format!("{} lanes", numbers::count(of as u64)),
        (drawn, of) => format!("{drawn} of {} lanes", numbers::count(of as u64)),
    };
    let time = crate::space_time::span(trace.axis(), range.start, range.start + range.span);
    let what = match (is_selected, is_one_of_runs) {
        (true, true) => "selection in the run shown \u{b7} ",
        (true, false) => "selection \u{b7} ",
        (false, true) => "in the run shown \u{b7} ",
        (false, false) => "",
    };
    format!("{what}{lanes} \u{b7} {time}")
}

/// Returns the colours of states, by function of a side. O(functions).
fn colors(input: &LayoutInput<'_>, times: &SliceTimes, open: usize) -> Vec<Rgba> {
    let theme = input.colors();
    times.of_function[open].iter().map(|&state| state_color(theme, times, state as usize)).collect()
}

impl Layout for GanttLayout {
    fn take_layers(&mut self) -> PartLayers {
        std::mem::take(&mut self.layers)
    }

    fn items(&self) -> u32 {
        0
    }

    fn info(&self) -> &PartInfo {
        &self.info
    }

    fn subject(&self, _: ItemId, _: &Model<'_>) -> Option<Subject> {
        None
    }

    fn reacts_to(&self) -> PointerDependence {
        PointerDependence::default()
    }
}
