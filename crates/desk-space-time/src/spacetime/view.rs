//! The areas as a view.

use super::geometry::{Panel, Rows, Shows, panels};
use super::pace::PaceStrip;
use super::paint::{DifferencePaint, NO_CHANGE, Noise, chosen_state, half_tint, state_color};
use super::picture::{Drawing, PanelDrawing, boxed};
use super::{labels, rest, table, words};
use crate::space_time::{ListedArea, SliceTimes, SpaceTime, WholeRuns, label, largest, span};
use diptych_aggregate::{CutMark, DrawnPart, Partition, drawn_parts};
use diptych_protocol::{
    AreaFill, AreaRef, DataTable, DifferenceHue, Drawn, LegendEntry, LegendMark, Pane, PickAction, SideName,
    SpaceTimeState, Subject, Tooltip, ViewId, ViewState, Window, WindowName,
};
use diptych_scene::{
    Align, Batch, ItemId, Layer, Rect, RectBatch, RectInstance, RectStyle, Rgba, Space, TextBatch,
};
use diptych_trace::{Axis, AxisKind, Trace};
use diptych_views::icicle::boxes::text_run;
use diptych_views::legend::{entry, mark};
use diptych_views::words::not_counted;
use diptych_views::{Highlight, Layout, LayoutInput, Model, PartInfo, PartLayers, ResultKind, numbers};

/// The states of lanes over time.
#[derive(Debug)]
pub struct View;

impl diptych_views::View for View {
    fn id(&self) -> ViewId {
        ViewId::SpaceTime
    }

    fn marks_calls(&self) -> bool {
        false
    }

    fn needs(&self, _: &ViewState) -> Vec<ResultKind> {
        vec![ResultKind::of::<SpaceTime>(), ResultKind::of::<WholeRuns>()]
    }
    fn reads(&self, state: &ViewState) -> ViewState {
        let SpaceTimeState { panels, fill, hue, state: of, .. } = state.space_time.clone();
        let space_time = SpaceTimeState { panels, fill, hue, state: of, ..SpaceTimeState::default() };
        ViewState { space_time, selection: state.selection.clone(), ..ViewState::default() }
    }
    fn layout(&self, input: &LayoutInput<'_>, before: Option<Box<dyn Layout>>) -> Box<dyn Layout> {
        let before =
            before.and_then(|before| (before as Box<dyn std::any::Any>).downcast::<SpaceTimeLayout>().ok());
        let noise = before.and_then(|before| before.noise);
        Box::new(lay_out(input, noise).unwrap_or_else(|| nothing_yet(input)))
    }
}

/// First item of a panel, and its drawn areas.
type PanelAreas = (u32, Vec<DrawnPart>);

/// Everything that was laid out.
#[derive(Debug)]
pub(super) struct SpaceTimeContent {
    pub(super) data: SpaceTime,
    /// Open sides.
    sides: Vec<SideName>,
    pub(super) axis: Axis,
    panels: Vec<Panel>,
    /// First item of each panel, and its drawn areas.
    areas: Vec<PanelAreas>,
    /// The pace strip and the item of its first slice, which come after all panels.
    pace: Option<(PaceStrip, ItemId)>,
}

/// The laid out view.
#[derive(Debug)]
pub(super) struct SpaceTimeLayout {
    layers: PartLayers,
    items: u32,
    info: PartInfo,
    pub(super) shown: Option<SpaceTimeContent>,
    /// Key of the slices, and the noise of their cells.
    noise: Option<(u128, Noise)>,
}

const NOTHING_YET: &str = "Slicing time";
const NO_TIME: &str = "This trace has totals per stack but no times. Profile (5) shows them";

fn nothing_yet(input: &LayoutInput<'_>) -> SpaceTimeLayout {
    let has_time = input.traces().into_iter().flatten().all(|trace| trace.axis().kind != AxisKind::Weight);
    let text = if has_time { format!("{NOTHING_YET} …") } else { format!("{NO_TIME}.") };
    let mut texts = TextBatch::default();
    let y0 = (input.rect.y0 + 40.0).min(input.rect.y1);
    let rect = Rect { y0, y1: y0 + 20.0, ..input.rect };
    texts.push(text_run(text, rect, 13.0, input.colors().ink2, Align::Center), ItemId::NONE);
    let mut layer = Layer::new(input.rect, Space::FIXED);
    layer.batches.push(Batch::Texts(texts));
    let summary = if has_time { NOTHING_YET } else { NO_TIME }.to_owned();
    SpaceTimeLayout {
        layers: PartLayers { layers: vec![layer], over: Vec::new() },
        items: 0,
        info: PartInfo { summary, ..PartInfo::default() },
        shown: None,
        noise: None,
    }
}

fn lay_out(input: &LayoutInput<'_>, before: Option<(u128, Noise)>) -> Option<SpaceTimeLayout> {
    let data = input.results.get::<SpaceTime>()?;
    let (times, theme, state) = (&*data.times, input.colors(), &input.state.space_time);
    let sides: Vec<SideName> =
        SideName::BOTH.into_iter().filter(|side| input.sides[side.index()].is_some()).collect();
    if sides.len() != times.sides() {
        return None;
    }
    let whole = whole_runs(input, times);
    let axis = input.traces().into_iter().flatten().next()?.axis();
    let keyed_noise = (sides.len() == 2).then(|| {
        // On own clocks nearly all cells may differ, which is no usual variation: the whole runs tell what is usual.
        let usual = whole.filter(|_| times.own_clocks).unwrap_or(times);
        let kept = before.filter(|(key, _)| *key == usual.key);
        kept.unwrap_or_else(|| (usual.key, Noise::new(usual)))
    });
    let paint = keyed_noise.map(|(_, noise)| DifferencePaint {
        theme,
        times,
        hue: state.hue,
        state: chosen_state(times, state),
        noise,
    });
    let rows = Rows::new(times);
    let mut panels = panels(input.rect, state.panels, sides.len(), rows.count());
    let pace = PaceStrip::new(times).and_then(|pace| Some((pace, PaceStrip::make_room(&mut panels)?)));
    if times.rest.as_ref().is_some_and(|rest| !rest.times.is_empty()) {
        panels.iter_mut().for_each(Panel::make_room_for_rest);
    }
    let mut drawing = Drawing::default();
    let mut areas = Vec::new();
    let mut first = 0;
    for panel in &panels {
        let partition = &data.partitions.panels[panel.number];
        let (heights, least) = rows.heights(times, panel.plot);
        let parts = Partition { parts: partition.parts.clone() };
        let drawn = drawn_parts(&parts, &times.tree, &heights, least);
        let of = PanelDrawing { theme, times, rows: &rows, panel, fill: state.fill, paint: paint.as_ref() };
        of.draw(&drawn, first, &mut drawing);
        // The row of the rest is the last item of its panel.
        let count = drawn.len() as u32;
        rest::draw(theme, times, panel, ItemId(first + count), &mut drawing);
        if panel.shows == Shows::Difference
            && let Some(whole) = whole
        {
            let words = |area: &ListedArea| label(whole, area, &sides, axis);
            of.listed(whole, &sides, &words, &mut drawing);
        }
        let side = match panel.shows {
            Shows::Side(open) => Some(sides[open]).filter(|_| sides.len() > 1),
            Shows::Difference => None,
        };
        let hue = paint.as_ref().map(|paint| paint.hue);
        let about = labels::about(axis, times, panel, data.partitions.kind, partition, hue, pace.is_some());
        labels::head(theme, panel, side, about, &mut drawing.texts);
        match panel.shows {
            Shows::Difference if times.own_clocks => labels::shares(theme, panel, &mut drawing),
            Shows::Side(_) | Shows::Difference => {
                let open = if let Shows::Side(open) = panel.shows { open } else { 0 };
                labels::time(theme, axis, panel, &times.edges[open], &mut drawing);
                if sides.len() > 1 {
                    labels::side_of_time(theme, panel, sides[open], &mut drawing.texts);
                }
            }
        }
        areas.push((first, drawn));
        first += count + u32::from(panel.rest.is_some());
    }
    let panel = panels.iter().find(|panel| panel.shows == Shows::Difference);
    let pace = pace.zip(panel).map(|((pace, strip), panel)| {
        let item = ItemId(first);
        pace.draw(theme, [strip, panel.labels], item, &mut drawing);
        first += pace.slices();
        (pace, item)
    });
    if times.own_states() == 0 {
        for panel in &panels {
            let text = words::nothing_runs(state);
            drawing.numbers.push(text_run(text, panel.plot, 13.0, theme.ink2, Align::Center), ItemId::NONE);
        }
    }
    let marks = marks(input, times, &rows, &panels, &sides);
    let info = info(input, data, &panels, &areas, paint.as_ref(), &sides);
    let Drawing { rects, lines, texts, over, numbers } = drawing;
    let mut layer = Layer::new(input.rect, Space::FIXED);
    let below = [Batch::Rects(rects), Batch::Polys(lines), Batch::Texts(texts)];
    layer.batches = below.into_iter().chain([Batch::Rects(over), Batch::Texts(numbers)]).collect();
    let shown = SpaceTimeContent { data: data.clone(), sides, axis, panels, areas, pace };
    Some(SpaceTimeLayout {
        layers: PartLayers { layers: vec![layer, marks], over: Vec::new() },
        items: first,
        info,
        shown: Some(shown),
        noise: keyed_noise,
    })
}

/// Returns the slices of the whole runs, which the lists are made from; `None` while they are computed.
fn whole_runs<'a>(input: &'a LayoutInput<'_>, times: &SliceTimes) -> Option<&'a SliceTimes> {
    let whole = &*input.results.get::<WholeRuns>()?.0;
    (whole.sides() == times.sides()).then_some(whole)
}

/// Marks the selection and the area under the pointer in every panel. The layer is there even without marks.
fn marks(
    input: &LayoutInput<'_>,
    times: &SliceTimes,
    rows: &Rows,
    panels: &[Panel],
    sides: &[SideName],
) -> Layer {
    let mut rects = RectBatch::default();
    let theme = input.colors();
    let mut mark = |area: &AreaRef, color: Rgba| {
        let open = sides.iter().position(|side| *side == area.side);
        let Some([first, end, from, to]) = open.and_then(|open| times.found(open, area)) else { return };
        for panel in panels {
            let [y0, y1] = rows.y_of_leaves(panel.plot, first, end);
            let x = |slice| super::geometry::x(panel.plot, times.slices, slice);
            let rect = Rect::new(x(from), y0, x(to), y1);
            let around = |by: f32| Rect::new(rect.x0 - by, rect.y0 - by, rect.x1 + by, rect.y1 + by);
            // The mark lies outside the area, so that an area of a single row stays visible.
            for (rect, border, quarters) in [(around(3.0), theme.bg, 4), (around(2.0), color, 8)] {
                let style = RectStyle::PLAIN.border(quarters);
                let edge = RectInstance { border, style, fill: Rgba::TRANSPARENT, ..boxed(rect) };
                rects.push(edge, ItemId::NONE);
            }
        }
    };
    if let Some(area) = input.pointed.and_then(|highlight| highlight.area) {
        mark(&area, theme.hover);
    }
    if let Some(Subject::Area(area)) = &input.state.selection {
        mark(area, theme.ink);
    }
    let mut layer = Layer::new(input.rect, Space::FIXED);
    layer.marks = true;
    layer.batches.push(Batch::Rects(rects));
    layer
}

fn info(
    input: &LayoutInput<'_>,
    data: &SpaceTime,
    panels: &[Panel],
    areas: &[PanelAreas],
    paint: Option<&DifferencePaint<'_>>,
    sides: &[SideName],
) -> PartInfo {
    let times = &*data.times;
    let drawn: usize = areas.iter().map(|(_, drawn)| drawn.len()).sum();
    let all: usize = panels.iter().map(|panel| data.partitions.panels[panel.number].parts.len()).sum();
    let text = format!("{} of {} areas drawn", numbers::count(drawn as u64), numbers::count(all as u64));
    let rule = "areas too low to see are merged into one box";
    let whole = input.whole();
    let pane = |panel: &Panel| {
        let (side, open) = match panel.shows {
            Shows::Side(open) => (sides[open], open),
            // Its times are A's. On one axis a drag there moves the last side's window, and the others follow.
            Shows::Difference if times.own_clocks => (sides[0], 0),
            Shows::Difference => (sides[sides.len() - 1], 0),
        };
        let window = input.time_maps[sides[open].index()].common_window(times.window(open));
        let Rect { x0, y0, x1, y1 } = panel.plot;
        Pane {
            side,
            space: 0,
            shows: WindowName::of_time(side),
            x0,
            y0,
            x1,
            y1,
            window,
            whole,
            scroll_max: 0,
            rest: 0,
            scroll: 0,
            scroll_sign: -1,
            open_lanes: Vec::new(),
        }
    };
    PartInfo {
        panes: panels.iter().map(pane).collect(),
        drawn: Some(Drawn { text, rule: rule.to_owned() }),
        note: note(input, times, sides, paint),
        legend: legend(input, times, panels, paint, areas),
        reading: reading(whole_runs(input, times), sides, paint, input.traces()),
        summary: summary(data, sides),
        has_table: true,
        ..PartInfo::default()
    }
}

/// Describes what is left out, and which changes are grey.
fn note(
    input: &LayoutInput<'_>,
    times: &SliceTimes,
    sides: &[SideName],
    paint: Option<&DifferencePaint<'_>>,
) -> String {
    let mut notes = Vec::new();
    let plural = |count: u64, what: &str| {
        if count == 1 { format!("1 {what}") } else { format!("{} {what}s", numbers::count(count)) }
    };
    for (&alone, side) in times.alone.iter().zip(sides).filter(|(alone, _)| **alone > 0) {
        notes.push(format!("left out: {} that only {} has", plural(alone.into(), "lane"), side.letter()));
    }
    if let Some(rest) = times.rest.as_ref().filter(|rest| !rest.times.is_empty()) {
        notes.push(format!("folded: {}", rest.text()));
    }
    if times.lumped > 0 {
        notes.push(format!("the {} with least time are merged", plural(times.lumped.into(), "state")));
    }
    if let Some(paint) = paint {
        let floor = format!("{:.1}", paint.noise.floor(1) * 100.0);
        let spread = if has_spread(times) {
            ", or by no more than one run of a side differs from the others"
        } else {
            ""
        };
        notes.push(format!(
            "grey: areas that change by less than usual ({floor} percentage points ÷ √number of slices), by less than 1\u{202f}percentage point{spread}"
        ));
    }
    if times.own_clocks {
        let axis = input.traces().into_iter().flatten().next().map(Trace::axis);
        let shown = |(open, side): (usize, &SideName)| {
            let Window { start, end } = times.window(open);
            Some(format!("{} {}", side.letter(), span(axis?, start, end)))
        };
        let shown: Vec<String> = sides.iter().enumerate().filter_map(shown).collect();
        notes.push(format!(
            "each panel shows its own interval ({}); the difference compares the same shares of both intervals",
            shown.join(", ")
        ));
    }
    notes.extend(runs_left_out(times));
    let rest = times
        .until
        .and_then(|(side, moment)| Some(not_counted(input.traces()[side.index()]?.axis(), side, moment)));
    notes.extend(rest.or_else(|| longer_side(input)));
    if PaceStrip::new(times).is_some() {
        notes.push("bars below the difference: pace of B, up where B takes longer than A for the same calls, down where it takes less, full height at 4 times".to_owned());
    }
    notes.join("; ")
}

/// Says how much longer one side is than the other, if whole runs are shown.
fn longer_side(input: &LayoutInput<'_>) -> Option<String> {
    let [Some(a), Some(b)] = input.traces() else { return None };
    let is_zoomed = SideName::BOTH.into_iter().any(|side| input.state.time.window(side).is_some());
    let more = b.extent() - a.extent();
    if is_zoomed || more == 0 {
        return None;
    }
    let [longer, other] = if more > 0 { ["B", "A"] } else { ["A", "B"] };
    Some(format!("{longer} is {} longer than {other}", numbers::extent(a.axis(), more.abs())))
}

/// Returns true if a side has several runs, so that there is a spread between them.
fn has_spread(times: &SliceTimes) -> bool {
    times.runs.iter().any(|runs| runs.len() > 1)
}

/// Describes the runs that are left out, and why.
fn runs_left_out(times: &SliceTimes) -> Vec<String> {
    let runs = |count: u32| match count {
        1 => "1 run is".to_owned(),
        count => format!("{count} runs are"),
    };
    let mut texts = Vec::new();
    if times.runs_off_axis > 0 {
        let text = runs(times.runs_off_axis);
        texts.push(format!(
            "{text} left out: runs that are not shown can be added only while time counts from zero"
        ));
    }
    if times.runs_too_long > 0 {
        let text = runs(times.runs_too_long);
        texts.push(format!(
            "{text} left out: Diptych keeps at most 32 MB of calls of runs that are not shown"
        ));
    }
    texts
}

fn legend(
    input: &LayoutInput<'_>,
    times: &SliceTimes,
    panels: &[Panel],
    paint: Option<&DifferencePaint<'_>>,
    areas: &[PanelAreas],
) -> Vec<LegendEntry> {
    let theme = input.colors();
    let grey = theme.change[NO_CHANGE];
    let state = |state: usize| {
        entry(&diptych_views::words::shown(&times.states[state]), state_color(theme, times, state))
    };
    let mut legend: Vec<LegendEntry> = (0..times.states.len()).map(state).collect();
    let shows_modes = input.state.space_time.fill == AreaFill::Mode
        && panels.iter().any(|panel| matches!(panel.shows, Shows::Side(_)));
    if shows_modes && let Some(tint) = half_tint(theme, times) {
        legend.push(entry("paler: other states take a part of this time", tint));
    }
    // Grey comes first, because a legend without enough room is cut at its end.
    let grey_words = "grey: within usual variation";
    if let Some(paint) = paint {
        match paint.hue {
            // Two entries, so that the one about grey fits if there is room for only one.
            DifferenceHue::Gained => {
                legend.push(entry(grey_words, grey));
                let full = paint.noise.full() * 100.0;
                let text = format!(
                    "otherwise: the state that gained most in B, full colour at +{full:.0}\u{202f}percentage points"
                );
                legend.push(entry(&text, theme.ink3));
            }
            DifferenceHue::State => {
                let name = times.states.get(paint.state).map_or("", String::as_str);
                let name = diptych_views::words::shown(name);
                legend.push(entry(&format!("less {name} in B"), theme.change[0]));
                legend.push(entry(grey_words, grey));
                let full = paint.noise.full() * 100.0;
                let text = format!("more {name} in B, full colour at {full:.0}\u{202f}percentage points");
                legend.push(entry(&text, theme.change[8]));
            }
            DifferenceHue::Divergence => {
                legend.push(entry(grey_words, grey));
                legend.push(entry("divergence, full colour at 1 bit", theme.amount[5]));
            }
        }
    }
    let has = |of: CutMark| areas.iter().any(|(_, drawn)| drawn.iter().any(|area| area.mark == of));
    if has(CutMark::Same) {
        legend.push(mark("low areas merged, cut at the same times", theme.ink2, LegendMark::Diagonal));
    }
    if has(CutMark::Different) {
        legend.push(mark("low areas merged, cut at different times", theme.ink2, LegendMark::Cross));
    }
    legend.push(mark("selected", theme.ink, LegendMark::Edged));
    legend
}

/// Returns sentences for a first look: the first row of the list, then what rows, columns and colours are.
fn reading(
    whole: Option<&SliceTimes>,
    sides: &[SideName],
    paint: Option<&DifferencePaint<'_>>,
    traces: [Option<&Trace>; 2],
) -> Vec<String> {
    let rows = "Each row is a lane, time runs to the right, a colour is what the lane does most.".to_owned();
    if sides.len() < 2 {
        return vec![rows];
    }
    let colored = labels::difference_colors(paint.map(|paint| paint.hue));
    let axis = traces.into_iter().flatten().next().map(Trace::axis);
    let first = whole.zip(axis).map(|(whole, axis)| {
        largest(whole, sides, axis).map_or_else(
            || "No area changed beyond noise.".to_owned(),
            |first| format!("First in the list: {first}."),
        )
    });
    let colors = format!("Difference: {colored}; numbers: rows of the list.");
    first.into_iter().chain([rows, colors]).collect()
}

fn summary(data: &SpaceTime, sides: &[SideName]) -> String {
    let times = &*data.times;
    let of = if sides.len() == 2 {
        "A, B and how they differ"
    } else {
        sides.first().map_or("", |side| side.letter())
    };
    let runs = times.runs.iter().map(|runs| runs.len().max(1).to_string()).collect::<Vec<String>>();
    let runs =
        if has_spread(times) { format!(", means of {} runs", runs.join(" and ")) } else { String::new() };
    let areas = data.partitions.panels.last().map_or(0, |panel| panel.parts.len());
    format!(
        "{} over time of {of}{runs}: {} states in {} slices, {} areas",
        match times.tree.leaves().len() {
            1 => "1 lane".to_owned(),
            count => format!("{} lanes", numbers::count(count as u64)),
        },
        times.states.len(),
        times.slices,
        numbers::count(areas as u64)
    )
}

impl SpaceTimeLayout {
    /// Returns the panel of an item, and its area unless it is the row of the rest.
    fn panel_of(&self, item: ItemId) -> Option<(&SpaceTimeContent, &Panel, Option<&DrawnPart>)> {
        let shown = self.shown.as_ref()?;
        if shown.pace.as_ref().is_some_and(|(_, first)| *first <= item) {
            return None;
        }
        let at = shown.areas.partition_point(|(first, _)| *first <= item.0).checked_sub(1)?;
        let (first, drawn) = &shown.areas[at];
        Some((shown, &shown.panels[at], drawn.get((item.0 - first) as usize)))
    }

    fn find(&self, item: ItemId) -> Option<(&SpaceTimeContent, &Panel, &DrawnPart)> {
        let (shown, panel, area) = self.panel_of(item)?;
        Some((shown, panel, area?))
    }
}

impl Layout for SpaceTimeLayout {
    fn take_layers(&mut self) -> PartLayers {
        std::mem::take(&mut self.layers)
    }

    fn items(&self) -> u32 {
        self.items
    }

    fn info(&self) -> &PartInfo {
        &self.info
    }

    /// Returns the lanes and the time of an area, on the side of its panel. For the difference these are A's.
    fn subject(&self, item: ItemId, _: &Model<'_>) -> Option<Subject> {
        let (shown, panel, area) = self.find(item)?;
        let open = if let Shows::Side(open) = panel.shows { open } else { 0 };
        let times = &shown.data.times;
        let leaves = times.tree.nodes()[area.part.node as usize].leaves.clone();
        Some(Subject::Area(times.subject(shown.sides[open], open, leaves, [area.part.from, area.part.to])))
    }

    /// Returns the area only, because its calls may be all calls.
    fn highlight(&self, item: ItemId, model: &Model<'_>) -> Option<Highlight> {
        let Some(Subject::Area(area)) = self.subject(item, model) else { return None };
        Some(Highlight { area: Some(area), ..Highlight::default() })
    }
    fn tooltip(&self, item: ItemId, rect: [f32; 4], _: &Model<'_>) -> Option<Tooltip> {
        if let Some(SpaceTimeContent { data, axis, pace: Some((pace, first)), .. }) = &self.shown
            && let Some(slice) = item.0.checked_sub(first.0)
        {
            return Some(pace.tooltip(&data.times, *axis, slice, rect));
        }
        let (shown, panel, area) = self.panel_of(item)?;
        match area {
            Some(area) => {
                Some(words::tooltip(&shown.data.times, shown.axis, panel.shows, &shown.sides, area, rect))
            }
            None => rest::tooltip(&shown.data.times, &shown.sides, panel, rect),
        }
    }

    /// Opens the row of the rest.
    fn action(&self, item: ItemId) -> Option<PickAction> {
        let (_, panel, area) = self.panel_of(item)?;
        (area.is_none() && panel.rest.is_some()).then_some(PickAction::ShowLanes)
    }
    fn table(&self, first: u32, count: u32, _: &Model<'_>) -> Option<DataTable> {
        table::table(self, first, count)
    }
    fn csv(&self, _: &Model<'_>) -> Option<String> {
        table::csv(self)
    }
}
