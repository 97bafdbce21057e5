//! The match view: two icicles and the matches between them.

use super::input::{MatchesInput, PictureInput};
use super::item::Item;
use super::picture::picture;
use super::similar::{Focus, SimilarMatches};
use super::strips::{CounterInput, FoundCounter};
use super::visible_calls::VisibleCalls;
use crate::by_mode::{AlignmentVersion, alignment_version, correspondence_shown};
use diptych_protocol::{
    ColorBy, CompareParts, CompareState, DataTable, IcicleState, MatchMode, PickAction, SideName, Subject,
    Tooltip, ViewId, ViewState, Window,
};
use diptych_scene::ItemId;
use diptych_scene::theme::ThemeName;
use diptych_trace::CallId;
use diptych_views::colors::Coloring;
use diptych_views::icicle::{LaneChoice, csv, plot::IcicleSide, table};
use diptych_views::{
    Highlight, ItemTable, Layout, LayoutInput, MatchIndex, Model, PairSimilarity, PartInfo, PartLayers,
    PointerDependence, ResultKind,
};

/// Calls as boxes, matches as tubes.
#[derive(Debug)]
pub struct View;

impl diptych_views::View for View {
    fn id(&self) -> ViewId {
        ViewId::Matches
    }

    /// Similarity is needed in both modes, because repetitions come from callee sets.
    fn needs(&self, _: &ViewState) -> Vec<ResultKind> {
        vec![ResultKind::of::<MatchIndex>(), ResultKind::of::<PairSimilarity>()]
    }

    /// One space for A's pane and one for B's.
    fn spaces(&self) -> u8 {
        2
    }

    fn reads(&self, state: &ViewState) -> ViewState {
        let compare = CompareState { parts: CompareParts::default(), ..state.compare.clone() };
        ViewState {
            selection: state.selection.clone(),
            search: state.search.clone(),
            time: state.time.clone(),
            compare,
            ..ViewState::default()
        }
    }

    fn layout(&self, input: &LayoutInput<'_>, before: Option<Box<dyn Layout>>) -> Box<dyn Layout> {
        let of_mode = correspondence_shown(input);
        let input = &LayoutInput { correspondence: of_mode.as_ref(), ..*input };
        let before =
            before.and_then(|before| (before as Box<dyn std::any::Any>).downcast::<MatchesLayout>().ok());
        let Cache { coloring, mut similar, mut main_index, mut shown, mut counter } =
            before.map_or_else(Cache::default, |before| before.cache);
        update_similar(&mut similar, input);
        update_main_index(&mut main_index, input);
        update_shown(&mut shown, input);
        update_counter(&mut counter, input);
        let coloring = coloring_for(input, coloring);
        let icicle = &input.state.compare.icicle;
        let are_both_open = input.sides.iter().all(Option::is_some);
        let lanes = SideName::BOTH.map(|side| {
            let of_side = input.sides[side.index()].map(|input_side| input_side.lanes);
            let mut lanes = of_side.map_or_else(Vec::new, |lanes| lanes.shown(lane_choice(icicle, side)));
            if are_both_open {
                // The first lane lies nearest to the other side.
                lanes.reverse();
            }
            lanes
        });
        let side = |side: usize| {
            let input_side = input.sides[side]?;
            let marks = input.marked.on_side(SideName::BOTH[side]);
            let (trace, lanes, hits) = (input_side.trace, &lanes[side], input_side.hits);
            Some(IcicleSide { trace, lanes, lean_together: are_both_open, hits, marks })
        };
        let picture = picture(&PictureInput {
            sides: [side(0), side(1)],
            coloring: &coloring.1,
            correspondence: input.correspondence,
            theme: input.colors(),
            time_maps: input.time_maps,
            time: &input.state.time,
            state: icicle,
            matches: MatchesInput {
                shown: shown.as_ref().and_then(|(_, shown)| shown.as_ref()),
                ..matches(
                    input,
                    similar.as_ref().map(|(_, similar)| similar),
                    main_index.as_ref().map(|(_, index)| index),
                )
            },
            counter: counter.as_ref().map_or_else(CounterInput::default, |(key, found)| found.input(&key.1)),
            selection: input.selected,
            matched: input.selected_match,
            hovered: pointed(input),
            size: input.size,
            rect: input.rect,
            spaces: [input.space(0), input.space(1)],
        });
        let is_compared = input.correspondence.is_some();
        let by_place = icicle.color == ColorBy::Place && input.state.compare.matches.viewpoint.is_none();
        // Without sides there is nothing to count.
        let drawn = picture.info.drawn.filter(|_| input.sides.iter().any(Option::is_some));
        Box::new(MatchesLayout {
            drawn: picture.drawn,
            items: picture.items,
            info: PartInfo { drawn, ..picture.info },
            reacts: PointerDependence { highlight: is_compared, side: is_compared && by_place },
            cache: Cache { coloring: Some(coloring), similar, main_index, shown, counter },
            mode: input.state.compare.matches.mode,
        })
    }
}

/// Returns the user's choice of lanes for a side.
pub fn lane_choice(icicle: &IcicleState, side: SideName) -> LaneChoice<'_> {
    LaneChoice { switched: &icicle.folds[side], hidden: &icicle.hidden[side] }
}

/// Results that take time in proportion to the calls, each with the key that it was built for.
#[derive(Debug, Default)]
struct Cache {
    coloring: Option<(ColorKey, Coloring)>,
    similar: Option<(FocusKey, SimilarMatches)>,
    /// The index of the main matches, by the version of the similarity.
    main_index: Option<(u32, MatchIndex)>,
    shown: Option<(ShownKey, Option<VisibleCalls>)>,
    counter: Option<(CounterKey, FoundCounter)>,
}

/// Versions of the sides, colour encoding, theme.
type ColorKey = ([u32; 2], ColorBy, ThemeName);
/// Version of the similarity, windows of both sides, width in pixels.
type FocusKey = (u32, [Window; 2], u32);

/// Versions of the traces, title of the counter.
type CounterKey = ([u32; 2], String);

/// Versions of the traces and of the alignment, hidden kinds, least duration, function filter.
type ShownKey = (([u32; 2], AlignmentVersion), [bool; 4], u32, String);

/// Returns the previous coloring if it is still valid, otherwise builds one.
fn coloring_for(input: &LayoutInput<'_>, before: Option<(ColorKey, Coloring)>) -> (ColorKey, Coloring) {
    let by = input.state.compare.icicle.color;
    let key = (input.trace_versions, by, input.theme);
    before.filter(|(made, _)| *made == key).unwrap_or_else(|| {
        let measured = input.sides.map(|side| side.map(|side| (side.trace, side.totals)));
        (key, Coloring::new(by, measured, input.colors()))
    })
}

/// Finds the similar calls of the foci if they are drawn and not cached.
fn update_similar(cache: &mut Option<(FocusKey, SimilarMatches)>, input: &LayoutInput<'_>) {
    let is_drawn = input.state.compare.matches.mode == MatchMode::Similarity && input.rect.height() > 0.0;
    let Some(similarity) = input.similarity().filter(|_| is_drawn) else { return };
    let common = input.windows();
    let windows = [0, 1].map(|side: usize| input.time_maps[side].own_window(common[side]));
    let key = (input.results.version::<PairSimilarity>(), windows, input.size.width as u32);
    if cache.as_ref().is_none_or(|(made, _)| *made != key) {
        let focus = Focus { windows, width_px: f64::from(input.size.width) };
        *cache = Some((key, SimilarMatches::new(similarity.matches, focus)));
    }
}

/// Indexes the main matches if they are drawn and not cached.
fn update_main_index(cache: &mut Option<(u32, MatchIndex)>, input: &LayoutInput<'_>) {
    let is_drawn = input.state.compare.matches.mode == MatchMode::Similarity && input.rect.height() > 0.0;
    let Some(similarity) = input.similarity().filter(|_| is_drawn) else { return };
    let version = input.results.version::<PairSimilarity>();
    if cache.as_ref().is_none_or(|(made, _)| *made != version) {
        *cache = Some((version, MatchIndex::new(similarity.main)));
    }
}

/// Finds the calls that no switch hides, unless the cached ones are still valid.
fn update_shown(cache: &mut Option<(ShownKey, Option<VisibleCalls>)>, input: &LayoutInput<'_>) {
    let Some(correspondence) = input.correspondence else {
        *cache = None;
        return;
    };
    let state = &input.state.compare.matches;
    let hidden = [state.hide_matched, state.hide_moved, state.hide_only.a, state.hide_only.b];
    let versions = (input.trace_versions, alignment_version(input));
    let key = (versions, hidden, state.least_us, state.function.clone());
    if cache.as_ref().is_none_or(|(made, _)| *made != key) {
        *cache = Some((key, VisibleCalls::new(correspondence, state)));
    }
}

/// Finds the counter of the strips, unless the cached one is still valid.
fn update_counter(cache: &mut Option<(CounterKey, FoundCounter)>, input: &LayoutInput<'_>) {
    let title = &input.state.compare.icicle.counter;
    if title.is_empty() {
        *cache = None;
    } else if cache.as_ref().is_none_or(|(made, _)| made.0 != input.trace_versions || made.1 != *title) {
        let key = (input.trace_versions, title.clone());
        *cache = Some((key, FoundCounter::new(input.traces(), title)));
    }
}

/// Returns the calls under the pointer; `None` while nothing is compared.
fn pointed<'a>(input: &LayoutInput<'a>) -> Option<&'a Highlight> {
    input.pointed.filter(|_| input.correspondence.is_some())
}

/// Collects the data that matches are drawn from.
fn matches<'a>(
    input: &LayoutInput<'a>,
    similar: Option<&'a SimilarMatches>,
    main_index: Option<&'a MatchIndex>,
) -> MatchesInput<'a> {
    let rested = MatchesInput::new(&input.state.compare.matches);
    let tubes = input.tubes.unwrap_or(rested.tubes);
    if input.correspondence.is_none() {
        return MatchesInput { tubes, ..rested };
    }
    // Colours of order and place are read one stack at a time, a change of duration everywhere at once. So only the
    // former are brushed, unless the user wants it.
    let by_stack =
        matches!(input.state.compare.icicle.color, ColorBy::Shift | ColorBy::Place | ColorBy::Similarity);
    let selected = input.selected.filter(|&(side, call)| is_in_focus(input, side, call));
    let brushes = by_stack || input.state.compare.matches.brush;
    let brushed = pointed(input).and_then(Highlight::stack).or(selected).filter(|_| brushes);
    MatchesInput {
        index: match input.state.compare.matches.mode {
            MatchMode::OneToOne => input.match_index(),
            MatchMode::Similarity => main_index,
        },
        similarity: input.similarity().map(|similarity| similarity.matches),
        similar,
        repetitions: input.similarity().map_or([&[], &[]], |similarity| similarity.repetitions),
        viewpoint: input.viewpoint,
        tubes,
        brushed,
        ..rested
    }
}

/// Returns true if part of a call lies in the focus of its side.
fn is_in_focus(input: &LayoutInput<'_>, side: SideName, call: CallId) -> bool {
    let Some(input_side) = input.sides[side.index()] else { return false };
    let calls = input_side.trace.calls();
    input.state.time.window(side).is_none_or(|window| {
        let own = input.time_maps[side.index()].own_window(window);
        calls.start()[call.index()] < own.end && calls.end()[call.index()] >= own.start
    })
}

/// The laid out view.
#[derive(Debug)]
struct MatchesLayout {
    drawn: PartLayers,
    items: ItemTable<Item>,
    info: PartInfo,
    reacts: PointerDependence,
    cache: Cache,
    mode: MatchMode,
}

impl Layout for MatchesLayout {
    fn take_layers(&mut self) -> PartLayers {
        std::mem::take(&mut self.drawn)
    }

    fn items(&self) -> u32 {
        self.items.len()
    }

    fn info(&self) -> &PartInfo {
        &self.info
    }

    fn subject(&self, item: ItemId, model: &Model<'_>) -> Option<Subject> {
        self.items.get(item)?.subject(model)
    }

    fn highlight(&self, item: ItemId, model: &Model<'_>) -> Option<Highlight> {
        self.items.get(item)?.highlight(model)
    }

    fn action(&self, item: ItemId) -> Option<PickAction> {
        self.items.get(item)?.action()
    }

    fn tooltip(&self, item: ItemId, rect: [f32; 4], model: &Model<'_>) -> Option<Tooltip> {
        let (item, of_mode) = (self.items.get(item)?, model.correspondence_of_mode(self.mode));
        let tip = item.tooltip(&Model { correspondence: of_mode.as_ref(), ..*model }, rect)?;
        Some(match self.mode {
            MatchMode::OneToOne => tip,
            MatchMode::Similarity => item.explained(model, tip),
        })
    }

    fn table(&self, first: u32, count: u32, model: &Model<'_>) -> Option<DataTable> {
        let items = self.items.iter().filter_map(Item::of_icicle);
        Some(match &model.correspondence_of_mode(self.mode) {
            Some(both) => super::table::table(items, &self.info.panes, model, both, first, count),
            None => table::table(items, &self.info.panes, model, first, count),
        })
    }

    fn csv(&self, model: &Model<'_>) -> Option<String> {
        let items = self.items.iter().filter_map(Item::of_icicle);
        Some(csv::csv(items, &self.info.panes, model))
    }

    fn reacts_to(&self) -> PointerDependence {
        self.reacts
    }
}
