//! The last layout of a desk, which answers hover, selection and tables.
//!
//! A desk is several views in one scene: their layers one after the other, with the ids of their items in ranges. A
//! view keeps its layout while its inputs stay the same.

mod places;

use crate::search::Search;
use crate::session::Session;
use diptych_protocol::{
    DeskId, MatchMode, SceneInfo, SideName, Subject, ThemeChoice, TimeAxis, TimeState, ViewId, ViewState,
};
use diptych_scene::pick::PickIndex;
use diptych_scene::theme::{Theme, ThemeName};
use diptych_scene::{Batch, ItemId, Layer, Rect, Scene, Size, Space};
use diptych_trace::CallId;
use diptych_views::caption::theme_name;
use diptych_views::desks::{Desk, ViewPlacement, scene_info};
use diptych_views::icicle::LaneOrder;
use diptych_views::{
    Correspondence, Grey, Highlight, Layout, LayoutInput, MatchIndex, PartLayers, PointerDependence,
    ResultKind, Results, SideInput, StoredOverview, TimeMap, View, ViewMarks, view,
};

/// The inputs of a layout request.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DeskRequest<'a> {
    pub(crate) state: &'a ViewState,
    pub(crate) theme: ThemeChoice,
    pub(crate) size: Size,
    /// Progress of the transition from lines (0) to tubes (1); `None` if none is running.
    pub(crate) tubes: Option<f32>,
    /// Number of the scene that the caller holds.
    pub(crate) held: u32,
}

/// The inputs of a layout, with the results so far.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DeskInput<'a> {
    pub(crate) request: DeskRequest<'a>,
    pub(crate) correspondence: Option<&'a Correspondence<'a>>,
    pub(crate) results: &'a Results,
    pub(crate) time_maps: [TimeMap<'a>; 2],
    /// Highlight under the pointer.
    pub(crate) pointed: Option<&'a Highlight>,
    /// Side whose half of the picture the pointer is in.
    pub(crate) viewpoint: SideName,
    pub(crate) marked: ViewMarks<'a>,
    /// Order of the lanes of each open side.
    pub(crate) lanes: [Option<&'a LaneOrder>; 2],
    /// Number of the scene, if it differs from the one before.
    pub(crate) number: u32,
}

/// A desk in its last layout.
#[derive(Debug)]
pub(crate) struct DeskLayout {
    pub(crate) id: DeskId,
    pub(crate) scene: Scene,
    pub(crate) info: SceneInfo,
    /// Time state that the layout shows.
    pub(crate) time: TimeState,
    /// Matches that texts about calls speak of.
    pub(crate) mode: MatchMode,
    pub(crate) search: Option<Search>,
    parts: Vec<Part>,
    /// Index for picking, made at the first request.
    picks: Option<PickIndex>,
}

/// A view of the desk, in its last layout.
#[derive(Debug)]
struct Part {
    view: ViewId,
    layout: Box<dyn Layout>,
    made_from: PartKey,
    /// Number of layouts since the sides changed, for tests.
    #[cfg(test)]
    made: u32,
    /// Id of its first item in the scene.
    first_item: u32,
    /// Number of its layers in the scene, and of its layers above those of all views.
    layers: [usize; 2],
}

/// The inputs of a view's layout. Equal inputs give the same picture.
#[derive(Debug, PartialEq)]
struct PartKey {
    state: ViewState,
    /// Versions of the traces.
    traces: [u32; 2],
    /// Versions of the results that the view reads.
    results: Vec<u32>,
    grey: Option<Grey>,
    theme: ThemeName,
    canvas: (Size, Rect, Space),
    tubes: Option<f32>,
    pointed: Option<Highlight>,
    viewpoint: Option<SideName>,
}

impl PartKey {
    fn new(view: &dyn View, input: &LayoutInput<'_>, reacts: PointerDependence) -> Self {
        let state = view.reads(input.state);
        Self {
            traces: input.trace_versions,
            results: read_versions(&state, view.needs(&state), input.results),
            state,
            grey: input.correspondence.map(|both| both.grey),
            theme: input.theme,
            canvas: (input.size, input.rect, input.first_space),
            tubes: input.tubes,
            pointed: input.pointed.filter(|highlight| reacts.highlight || highlight.is_wide()).cloned(),
            viewpoint: reacts.side.then_some(input.viewpoint),
        }
    }
}

/// Returns the versions of the results that a view reads under a state. A matched time axis depends on the alignment,
/// whatever the view needs.
fn read_versions(state: &ViewState, needs: Vec<ResultKind>, results: &Results) -> Vec<u32> {
    let warped = (state.time.axis == TimeAxis::Matched).then(ResultKind::of::<MatchIndex>);
    needs.into_iter().chain(warped).map(|kind| results.version_of(kind)).collect()
}

/// A view whose layers are not part of a scene.
struct DetachedView {
    part: Part,
    drawn: PartLayers,
    /// True if the view has its previous layout.
    is_kept: bool,
}

impl DetachedView {
    /// Lays out a view. Keeps the previous layout if its inputs are the same and it was finished.
    fn new(view: &dyn View, input: &LayoutInput<'_>, before: Option<Self>) -> Self {
        let before = match before {
            Some(same)
                if !same.part.layout.info().unfinished
                    && same.part.made_from == PartKey::new(view, input, same.part.layout.reacts_to()) =>
            {
                return Self { is_kept: true, ..same };
            }
            other => other,
        };
        #[cfg(test)]
        let made = before.as_ref().map_or(0, |old| old.part.made) + 1;
        let before = before.map(|old| old.part.layout);
        let mut layout = view.layout(input, before);
        let drawn = layout.take_layers();
        let made_from = PartKey::new(view, input, layout.reacts_to());
        let layers = [drawn.layers.len(), drawn.over.len()];
        let part = Part {
            view: view.id(),
            layout,
            made_from,
            #[cfg(test)]
            made,
            first_item: 0,
            layers,
        };
        Self { part, drawn, is_kept: false }
    }

    /// Renumbers the items, so that the first one has this id.
    fn number_from(&mut self, first: u32) {
        let by = first.wrapping_sub(self.part.first_item);
        self.part.first_item = first;
        if by == 0 {
            return;
        }
        let layers = self.drawn.layers.iter_mut().chain(&mut self.drawn.over);
        let ids = layers.flat_map(|layer| &mut layer.batches).flat_map(items_of);
        for id in ids.filter(|id| **id != ItemId::NONE) {
            id.0 = id.0.wrapping_add(by);
        }
    }
}

fn items_of(batch: &mut Batch) -> &mut Vec<ItemId> {
    match batch {
        Batch::Rects(batch) => &mut batch.items,
        Batch::Polys(batch) => &mut batch.items,
        Batch::Curves(batch) => &mut batch.items,
        Batch::Images(batch) => &mut batch.items,
        Batch::Texts(batch) => &mut batch.items,
    }
}

impl DeskLayout {
    /// Lays out a desk. Views of `before` whose inputs did not change keep their layouts.
    pub(crate) fn new(
        session: &Session,
        desk: &dyn Desk,
        input: &DeskInput<'_>,
        before: Option<Self>,
    ) -> Self {
        let DeskRequest { state, size, tubes, theme, .. } = input.request;
        let number_before = before.as_ref().map(|before| before.info.number);
        let (search, mut before) = before.map_or((None, Vec::new()), Self::dismantled);
        let views_before: Vec<ViewId> = before.iter().map(|old| old.part.view).collect();
        let search = Search::new(session, &state.search, search);
        let sides = SideName::BOTH.map(|side| {
            let (trace, derived) = session.slot(side).derived_of(desk.shows_sums())?;
            let hits = search.as_ref().and_then(|search| search.hits(side));
            let lanes = input.lanes[side.index()]?;
            Some(SideInput { trace, totals: &derived.totals, lanes, hits })
        });
        // A stored comparison has both sides.
        let is_kept = input.results.get::<StoredOverview>().is_some();
        // Traces are open, but the desk can show none of them. Its views would wait forever, so it gets none.
        let has_none = !is_kept && sides.iter().all(Option::is_none);
        let is_open = SideName::BOTH.into_iter().any(|side| session.times(side).is_some());
        let placed = if has_none && is_open {
            Vec::new()
        } else {
            desk.placed(state, size, sides.map(|side| is_kept || side.is_some()))
        };
        let theme = theme_name(theme);
        let given = LayoutInput {
            sides,
            correspondence: input.correspondence,
            results: input.results,
            time_maps: input.time_maps,
            trace_versions: session.versions(),
            state,
            theme,
            selected: state.selection.as_ref().and_then(|subject| selected_call(session, subject)),
            selected_match: state.selection.as_ref().and_then(|subject| matched_call(session, subject)),
            pointed: input.pointed,
            marked: input.marked,
            viewpoint: input.viewpoint,
            tubes,
            size,
            rect: Rect::new(0.0, 0.0, size.width, size.height),
            first_space: Space::FIXED,
        };
        // The first space is the canvas. The spaces of the views follow, in their order.
        let mut spaces = Space::ALL[1..].iter().copied();
        let laid = |&(id, rect): &ViewPlacement| {
            let old = before.iter().position(|old| old.part.view == id).map(|place| before.remove(place));
            let view = view(id)?;
            let own: Vec<Space> = spaces.by_ref().take(view.spaces().into()).collect();
            let first_space = own.first().copied().unwrap_or(Space::FIXED);
            Some(DetachedView::new(view, &LayoutInput { rect, first_space, ..given }, old))
        };
        let parts: Vec<DetachedView> = placed.iter().filter_map(laid).collect();
        let infos: Vec<_> =
            parts.iter().map(|new_part| (new_part.part.view, new_part.part.layout.info())).collect();
        let mut info = scene_info(&placed, &infos, size, search.as_ref().map(Search::info));
        let is_same = !parts.is_empty()
            && parts.iter().all(|part| part.is_kept)
            && views_before.iter().copied().eq(parts.iter().map(|part| part.part.view));
        info.number = number_before.filter(|_| is_same).unwrap_or(input.number);
        info.axis = state.time.axis;
        let scene = Scene { size, background: Theme::named(theme).bg, layers: Vec::new() };
        let (id, time) = (desk.id(), state.time.clone());
        let mode = desk.mode(state);
        let nothing = Self { id, scene, info, time, mode, search, parts: Vec::new(), picks: None };
        nothing.assembled(parts)
    }

    /// Joins all views in one scene.
    fn assembled(mut self, parts: Vec<DetachedView>) -> Self {
        let mut over: Vec<Layer> = Vec::new();
        let mut items = 0;
        for mut new_part in parts {
            new_part.number_from(items);
            items += new_part.part.layout.items();
            self.scene.layers.append(&mut new_part.drawn.layers);
            over.append(&mut new_part.drawn.over);
            self.parts.push(new_part.part);
        }
        self.scene.layers.append(&mut over);
        self
    }

    /// Returns the search, and the views with their layers.
    fn dismantled(self) -> (Option<Search>, Vec<DetachedView>) {
        let mut layers = self.scene.layers.into_iter();
        let mut drawn: Vec<PartLayers> = self
            .parts
            .iter()
            .map(|part| PartLayers {
                layers: layers.by_ref().take(part.layers[0]).collect(),
                over: Vec::new(),
            })
            .collect();
        for (part, drawn) in self.parts.iter().zip(&mut drawn) {
            drawn.over = layers.by_ref().take(part.layers[1]).collect();
        }
        let parts = self.parts.into_iter().zip(drawn).map(|(part, drawn)| DetachedView {
            part,
            drawn,
            is_kept: false,
        });
        (self.search, parts.collect())
    }

    /// Returns the layouts of the views.
    pub(crate) fn layouts(&self) -> impl Iterator<Item = &dyn Layout> {
        self.parts.iter().map(|part| &*part.layout)
    }

    /// Returns the layout of a view, if the desk has it.
    pub(crate) fn layout(&self, view: ViewId) -> Option<&dyn Layout> {
        self.parts.iter().find(|part| part.view == view).map(|part| &*part.layout)
    }

    /// Returns true if any view marks single calls.
    pub(crate) fn marks_calls(&self) -> bool {
        self.parts.iter().filter_map(|part| view(part.view)).any(View::marks_calls)
    }

    /// Returns the parts of the pointer's state that any view shows.
    pub(crate) fn reacts_to(&self) -> PointerDependence {
        let all = self.parts.iter().map(|part| part.layout.reacts_to());
        all.fold(PointerDependence::default(), |all, one| PointerDependence {
            highlight: all.highlight || one.highlight,
            side: all.side || one.side,
        })
    }
}

/// Returns the call of a subject. For a match it is the call of A.
pub(crate) fn selected_call(session: &Session, subject: &Subject) -> Option<(SideName, CallId)> {
    SideName::BOTH.into_iter().find_map(|side| session.find(subject.call(side)?))
}

/// Returns the call of B in a selected match.
fn matched_call(session: &Session, subject: &Subject) -> Option<CallId> {
    let Subject::Match(_, b) = subject else { return None };
    session.find(b).map(|(_, call)| call)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Engine, InProcess};
    use diptych_protocol::{Event, FunctionRef, GiveUpRequest, MatchMode, Subject, Window};
    use diptych_scene::wire;
    use diptych_testkit::trace;
    use diptych_trace::Run;

    const SIZE: Size = Size { width: 480.0, height: 400.0 };

    fn engine() -> Engine {
        let mut engine = Engine::default();
        for side in SideName::BOTH {
            let trace = trace("t\n  0..1000 f\n    100..400 g\n    500..900 h\n      600..700 g\n");
            let (name, format) = ("run.json".to_owned(), "test".to_owned());
            engine.load(side, Run { name, format, bytes: 1, packed: false, of_file: Vec::new(), trace });
        }
        engine
    }

    fn lay_out(engine: &mut Engine, state: &ViewState) -> Vec<u32> {
        let request = DeskRequest { state, theme: ThemeChoice::Light, size: SIZE, tubes: None, held: 0 };
        engine.layout(DeskId::Compare, request).unwrap();
        engine.take_words().unwrap()
    }

    /// Returns the number of layouts of the matches and of the overview.
    fn made(engine: &Engine) -> [u32; 2] {
        let parts = &engine.desk.as_ref().unwrap().parts;
        [ViewId::Matches, ViewId::Overview].map(|id| parts.iter().find(|part| part.view == id).unwrap().made)
    }

    #[test]
    fn only_views_with_changed_inputs_lay_out_again() {
        let mut engine = engine();
        let mut state = ViewState::default();
        lay_out(&mut engine, &state);
        assert_eq!(made(&engine), [1, 1]);
        lay_out(&mut engine, &state);
        assert_eq!(made(&engine), [1, 1]);
        state.compare.icicle.scroll.a = 5;
        lay_out(&mut engine, &state);
        assert_eq!(made(&engine), [2, 1]);
        state.time.windows.a = Some(Window { start: 10, end: 500 });
        lay_out(&mut engine, &state);
        assert_eq!(made(&engine), [3, 2]);
        state.search = "g".to_owned();
        lay_out(&mut engine, &state);
        assert_eq!(made(&engine), [4, 2]);
    }

    #[test]
    fn held_scene_is_not_sent_again() {
        let mut engine = engine();
        let mut state = ViewState::default();
        let lay_out = |engine: &mut Engine, state: &ViewState, held: u32| {
            let request = DeskRequest { state, theme: ThemeChoice::Light, size: SIZE, tubes: None, held };
            let number = engine.layout(DeskId::Compare, request).unwrap().number;
            (number, engine.take_words().is_some())
        };
        let (first, is_sent) = lay_out(&mut engine, &state, 0);
        assert!(first > 0 && is_sent);
        assert_eq!(lay_out(&mut engine, &state, first), (first, false));
        assert_eq!(lay_out(&mut engine, &state, 0), (first, true), "another holds none");
        state.compare.icicle.scroll.a = 5;
        let (second, is_sent) = lay_out(&mut engine, &state, first);
        assert!(second != first && is_sent);
        assert_eq!(lay_out(&mut engine, &state, first), (second, true));
        engine.swap();
        assert!(lay_out(&mut engine, &state, second).0 > second, "numbers are not given twice");
    }

    #[test]
    fn unneeded_results_cause_no_layout() {
        let mut page = InProcess::new(engine());
        let mut state = ViewState::default();
        page.compare(&state).unwrap();
        lay_out(&mut page.engine, &state);
        assert_eq!(made(&page.engine), [1, 1]);
        // One-to-one matches do not show the similarity.
        state.comparison.tau = 95;
        lay_out(&mut page.engine, &state);
        assert_eq!(page.work().len(), 1);
        lay_out(&mut page.engine, &state);
        assert_eq!(made(&page.engine), [2, 1]);
        state.compare.matches.mode = MatchMode::Similarity;
        lay_out(&mut page.engine, &state);
        assert_eq!(made(&page.engine), [3, 2]);
        state.comparison.tau = 90;
        lay_out(&mut page.engine, &state);
        page.work();
        lay_out(&mut page.engine, &state);
        assert_eq!(made(&page.engine), [4, 3]);
        // A layout does not request cancelled work again.
        state.comparison.tau = 85;
        lay_out(&mut page.engine, &state);
        let jobs = page.engine.take_events().into_iter().filter_map(|emitted| match emitted.event {
            Event::WorkWanted { job } => Some(job.id),
            _ => None,
        });
        page.ask(&GiveUpRequest { jobs: jobs.collect() }).unwrap();
        lay_out(&mut page.engine, &state);
        assert!(page.work().is_empty());
        assert!(page.compare(&state).unwrap().summary.is_some());
    }

    #[test]
    fn hovered_function_is_marked_without_comparison() {
        let mut engine = engine();
        let state = ViewState::default();
        let plain = lay_out(&mut engine, &state);
        let function = FunctionRef { name: "g".to_owned(), file: String::new() };
        let traces = SideName::BOTH.map(|side| engine.session.trace(side));
        let highlight = Highlight::new(&Subject::Function(function), traces, None);
        assert!(engine.follow(Some(highlight.clone()), None));
        assert!(!engine.follow(Some(highlight), None));
        let marked = lay_out(&mut engine, &state);
        assert_ne!(marked, plain);
        // The marks are layers of their own, so a renderer that caches all other layers redraws the marks only.
        let rest = |words: &[u32]| -> Vec<Layer> {
            wire::decode(words).unwrap().layers.into_iter().filter(|layer| !layer.marks).collect()
        };
        assert_eq!(rest(&marked), rest(&plain));
        assert!(engine.follow(None, None));
        assert_eq!(lay_out(&mut engine, &state), plain);
    }

    #[test]
    fn reused_layouts_equal_fresh_ones() {
        let mut kept = engine();
        let mut states = vec![ViewState::default(); 4];
        states[1].compare.icicle.scroll.b = 30;
        states[2].time.windows.b = Some(Window { start: 0, end: 300 });
        states[3].search = "h".to_owned();
        for state in states.iter().chain(&states[..1]) {
            let words = lay_out(&mut kept, state);
            assert_eq!(words, lay_out(&mut engine(), state));
            assert!(wire::decode(&words).is_ok());
        }
    }
}
