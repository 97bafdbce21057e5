//! The overview as a view: a panel of two sides, or a strip if there is no room or nothing to compare.

use super::filter::{Filter, FilterKey};
use super::geometry::LEAST_PX;
use super::{
    Bar, BarMeasure, CommonAxis, HoverInput, Intervals, LaneSelection, MarkedBars, OverviewData,
    OverviewInput, Resolution, StoredOverview, csv, data_table, draw, tooltip, words,
};
use crate::by_mode::{AlignmentVersion, alignment_version, correspondence_shown};
use diptych_protocol::{
    ColorBy, CompareState, DataTable, IcicleState, MatchMode, MatchesState, SideName, Sides, Subject,
    TimeAxis, Tooltip, ViewId, ViewState, Window,
};
use diptych_scene::{ItemId, Layer};
use diptych_views::run_strip::RunStrip;
use diptych_views::search::Hits;
use diptych_views::words::drawn_things;
use diptych_views::{
    Highlight, Layout, LayoutInput, MatchIndex, Model, PairSimilarity, PartInfo, PartLayers,
    PointerDependence, ResultKind, SideMarks, TimeMap,
};

/// The overview of both whole runs.
#[derive(Debug)]
pub struct View;

impl diptych_views::View for View {
    fn id(&self) -> ViewId {
        ViewId::Overview
    }

    fn needs(&self, state: &ViewState) -> Vec<ResultKind> {
        match state.compare.matches.mode {
            MatchMode::OneToOne => vec![ResultKind::of::<MatchIndex>()],
            MatchMode::Similarity => vec![ResultKind::of::<MatchIndex>(), ResultKind::of::<PairSimilarity>()],
        }
    }

    fn reads(&self, state: &ViewState) -> ViewState {
        let CompareState { matches, icicle, .. } = &state.compare;
        // The panel shows neither the links between icicles nor colours, except through hidden steps.
        let matches = MatchesState {
            mode: matches.mode,
            published: matches.published,
            sums: matches.sums,
            root: matches.root,
            ..matches.switches()
        };
        let has_steps = !icicle.steps.is_empty();
        let color = if has_steps { icicle.color } else { ColorBy::default() };
        let icicle = IcicleState { color, steps: icicle.steps.clone(), ..IcicleState::default() };
        let compare = CompareState { matches, icicle, ..CompareState::default() };
        // A selected call is not marked here.
        let is_call = |subject: &Subject| matches!(subject, Subject::Call(_) | Subject::Match(..));
        let selection = state.selection.clone().filter(|subject| !is_call(subject));
        ViewState { selection, time: state.time.clone(), compare, ..ViewState::default() }
    }

    fn layout(&self, input: &LayoutInput<'_>, before: Option<Box<dyn Layout>>) -> Box<dyn Layout> {
        let of_mode = correspondence_shown(input);
        let input = &LayoutInput { correspondence: of_mode.as_ref(), ..*input };
        let before =
            before.and_then(|before| (before as Box<dyn std::any::Any>).downcast::<OverviewLayout>().ok());
        let mut cache = before.map_or_else(Cache::default, |before| before.cache);
        let has_room = input.rect.height() >= LEAST_PX;
        let laid = match input
            .results
            .get::<StoredOverview>()
            .filter(|_| has_room && input.correspondence.is_none())
        {
            Some(kept) => without_calls(input, kept),
            None if cache.update(input) => panel(input, cache),
            None => the_strip(input, cache),
        };
        Box::new(laid)
    }
}

/// Results that take time in proportion to the calls, each with the key that it was built for.
#[derive(Debug, Default)]
struct Cache {
    strip: RunStrip,
    filter: Option<(FilterKey, Option<Filter>)>,
    data: Option<(DataKey, OverviewData)>,
    intervals: Option<(IntervalKey, Intervals)>,
}

/// Version of the alignment, size, time axis, and the filter of calls.
type DataKey = (AlignmentVersion, Resolution, (TimeAxis, Sides<i64>), Option<FilterKey>);
/// The data's key, and the mode, the choice of Σ s and the version that bars are measured by.
type IntervalKey = (DataKey, (MatchMode, bool), u32);

impl Cache {
    /// Rebuilds what is no longer valid. Returns true if there is a panel to draw.
    fn update(&mut self, input: &LayoutInput<'_>) -> bool {
        let Some(correspondence) = input.correspondence.filter(|_| input.rect.height() >= LEAST_PX) else {
            self.strip.update(input, alignment_version(input).into());
            return false;
        };
        let filter_key = FilterKey::new(input);
        if self.filter.as_ref().is_none_or(|(made, _)| *made != filter_key) {
            let filter = Filter::new(correspondence, input);
            self.filter = Some((filter_key.clone(), filter));
        }
        let filter = self.filter.as_ref().and_then(|(_, filter)| filter.as_ref());
        let (axis, anchors) = (input.state.time.axis, input.state.time.anchors);
        let of = filter.map(|_| filter_key);
        let key = (alignment_version(input), Resolution::for_rect(input.rect), (axis, anchors), of);
        if self.data.as_ref().is_none_or(|(made, _)| *made != key) {
            let shown = LaneSelection::all(correspondence.pair.traces);
            let hits = filter.map(Filter::hits);
            let data = OverviewData::of_some(correspondence, &shown, key.1, input.time_maps, hits);
            self.data = Some((key.clone(), data));
        }
        let MatchesState { mode, sums, .. } = input.state.compare.matches;
        let measured = (key, (mode, sums), input.results.version::<PairSimilarity>());
        let stale = self.intervals.as_ref().is_none_or(|(made, _)| *made != measured);
        if let Some((_, data)) = self.data.as_ref().filter(|_| stale) {
            let intervals = Intervals::new(data, correspondence, measured_of(input), CommonAxis::default());
            self.intervals = Some((measured, intervals));
        }
        true
    }
}

/// Returns the measure of the bars: one to one until similarity is computed.
fn measured_of<'a>(input: &LayoutInput<'a>) -> BarMeasure<'a> {
    match (input.state.compare.matches.mode, input.similarity()) {
        (MatchMode::Similarity, Some(similarity)) => {
            let measure = if input.state.compare.matches.sums {
                BarMeasure::SumOfSimilarities
            } else {
                BarMeasure::BestSimilarity
            };
            measure(similarity.matches, similarity.bars)
        }
        _ => BarMeasure::OneToOne,
    }
}

fn panel(input: &LayoutInput<'_>, cache: Cache) -> OverviewLayout {
    let (Some(correspondence), Some((_, data)), Some((_, intervals))) =
        (input.correspondence, &cache.data, &cache.intervals)
    else {
        return the_strip(input, cache);
    };
    let bars = |side: SideName, pointed: bool, calls: Option<&Hits>| {
        let bars = intervals.holding_starts(data, correspondence, side, calls?);
        Some(MarkedBars { side, pointed, bars })
    };
    let marked: Vec<MarkedBars> = SideName::BOTH
        .into_iter()
        .flat_map(|side| {
            let SideMarks { selected, pointed } = input.marked.on_side(side);
            [bars(side, false, selected), bars(side, true, pointed)]
        })
        .flatten()
        .collect();
    let drawing = draw(&OverviewInput {
        data,
        intervals,
        windows: Some(input.windows()),
        time_maps: input.time_maps,
        hovered: input.pointed.map(|highlight| HoverInput {
            highlight,
            correspondence,
            measured: measured_of(input),
        }),
        marked: &marked,
        published: input.state.compare.matches.published,
        root: input.state.compare.matches.root,
        theme: input.colors(),
        rect: input.rect,
    });
    let info = PartInfo {
        drawn: Some(words::drawn(
            correspondence.pair.traces.map(|trace| (trace.calls().len() as u64, drawn_things(trace))),
            data,
        )),
        note: drawing.note,
        legend: drawing.legend,
        summary: drawing.summary,
        minimap: Some(drawing.minimap),
        has_table: true,
        ..PartInfo::default()
    };
    OverviewLayout { layers: drawing.layers.into(), bars: drawing.bars, info, cache, is_panel: true }
}

/// Lays out a stored comparison. It has no calls, so nothing can be moved or marked.
fn without_calls(input: &LayoutInput<'_>, kept: &StoredOverview) -> OverviewLayout {
    let resolution = Resolution::for_rect(input.rect);
    let (data, intervals) = kept.data(resolution);
    let drawing = draw(&OverviewInput {
        data: &data,
        intervals: &intervals,
        windows: None,
        time_maps: [TimeMap::Identity; 2],
        hovered: None,
        marked: &[],
        published: input.state.compare.matches.published,
        root: false,
        theme: input.colors(),
        rect: input.rect,
    });
    let info = PartInfo {
        drawn: Some(words::drawn(kept.calls.map(|calls| (calls, "calls")), &data)),
        note: drawing.note,
        legend: drawing.legend,
        summary: drawing.summary,
        has_table: true,
        ..PartInfo::default()
    };
    let key = ((0, 0), resolution, (TimeAxis::default(), Sides::default()), None);
    let cache =
        Cache { intervals: Some(((key, (MatchMode::OneToOne, false), 0), intervals)), ..Cache::default() };
    OverviewLayout { layers: drawing.layers.into(), bars: drawing.bars, info, cache, is_panel: true }
}

fn the_strip(input: &LayoutInput<'_>, cache: Cache) -> OverviewLayout {
    let (layers, minimap) = cache.strip.draw(input).unzip();
    let info = PartInfo { minimap, ..PartInfo::default() };
    OverviewLayout { layers: layers.into_iter().collect(), bars: Vec::new(), info, cache, is_panel: false }
}

/// The laid out overview.
#[derive(Debug)]
struct OverviewLayout {
    layers: Vec<Layer>,
    bars: Vec<Bar>,
    info: PartInfo,
    cache: Cache,
    is_panel: bool,
}

impl OverviewLayout {
    fn bar(&self, item: ItemId) -> Option<Bar> {
        self.bars.get(item.0 as usize).copied()
    }

    fn intervals(&self) -> Option<&Intervals> {
        self.cache.intervals.as_ref().filter(|_| self.is_panel).map(|(_, intervals)| intervals)
    }
}

impl Layout for OverviewLayout {
    fn take_layers(&mut self) -> PartLayers {
        PartLayers { layers: std::mem::take(&mut self.layers), over: Vec::new() }
    }

    fn items(&self) -> u32 {
        self.bars.len() as u32
    }

    fn info(&self) -> &PartInfo {
        &self.info
    }

    /// The subject of a bar is the time of its interval.
    fn subject(&self, item: ItemId, _: &Model<'_>) -> Option<Subject> {
        let Bar { side, bin } = self.bar(item)?;
        let interval = self.intervals()?.get(side, bin)?;
        Some(Subject::Time { side, window: Window { start: interval.from, end: interval.to }, other: None })
    }

    /// A bar has no calls of its own to highlight.
    fn highlight(&self, _: ItemId, _: &Model<'_>) -> Option<Highlight> {
        None
    }

    fn tooltip(&self, item: ItemId, rect: [f32; 4], model: &Model<'_>) -> Option<Tooltip> {
        let Bar { side, bin } = self.bar(item)?;
        let intervals = self.intervals()?;
        let mut told = tooltip(intervals, side, bin, rect)?;
        told.facts.extend(model.similarity.and_then(|of| words::distance(intervals, side, bin, of)));
        let folded = model.traces[side.index()].filter(|trace| trace.is_folded());
        if let (Some(trace), Some(interval)) = (folded, intervals.get(side, bin)) {
            words::say_boxes(&mut told.facts, trace, interval.from..interval.to);
        }
        // Without a minimap no focus can be moved, so the hint does not apply.
        let hint = if self.info.minimap.is_some() { told.hint } else { String::new() };
        Some(Tooltip { hint, ..told })
    }

    fn table(&self, first: u32, count: u32, _: &Model<'_>) -> Option<DataTable> {
        Some(data_table(self.intervals()?, first, count))
    }

    fn csv(&self, _: &Model<'_>) -> Option<String> {
        Some(csv(self.intervals()?))
    }

    fn reacts_to(&self) -> PointerDependence {
        PointerDependence { highlight: self.is_panel, side: false }
    }
}
