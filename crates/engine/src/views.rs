//! The last layout of a desk, which answers hover, selection and tables.
//!
//! A desk is several views in one scene: their layers one after the other, with the ids of their items in ranges. A
//! view keeps its layout while its inputs stay the same.

mod places;

use crate::desks::{Desk, ViewPlacement, view_of};
use crate::scene_info::scene_info;
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
use diptych_views::icicle::LaneOrder;
use diptych_views::{
    Correspondence, Grey, Highlight, Layout, LayoutInput, MatchIndex, PartLayers, PointerDependence,
    ResultKind, Results, SideInput, TimeMap, View, ViewMarks,
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
    /// True if a stored comparison is shown without its traces.
    pub(crate) is_stored: bool,
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
    view: &'static dyn View,
    layout: Box<dyn Layout>,
    made_from: PartKey,
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
    fn new(view: &'static dyn View, input: &LayoutInput<'_>, before: Option<Self>) -> Self {
        let before = match before {
            Some(same)
                if !same.part.layout.info().unfinished
                    && same.part.made_from == PartKey::new(view, input, same.part.layout.reacts_to()) =>
            {
                return Self { is_kept: true, ..same };
            }
            other => other,
        };
        let before = before.map(|old| old.part.layout);
        let mut layout = view.layout(input, before);
        let drawn = layout.take_layers();
        let made_from = PartKey::new(view, input, layout.reacts_to());
        let layers = [drawn.layers.len(), drawn.over.len()];
        let part = Part { view, layout, made_from, first_item: 0, layers };
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
        let views_before: Vec<ViewId> = before.iter().map(|old| old.part.view.id()).collect();
        let search = Search::new(session, &state.search, search);
        let sides = SideName::BOTH.map(|side| {
            let (trace, derived) = session.slot(side).derived_of(desk.shows_sums())?;
            let hits = search.as_ref().and_then(|search| search.hits(side));
            let lanes = input.lanes[side.index()]?;
            Some(SideInput { trace, totals: &derived.totals, lanes, hits })
        });
        // A stored comparison has both sides.
        let is_kept = input.is_stored;
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
            let old =
                before.iter().position(|old| old.part.view.id() == id).map(|place| before.remove(place));
            let view = view_of(desk, id)?;
            let own: Vec<Space> = spaces.by_ref().take(view.spaces().into()).collect();
            let first_space = own.first().copied().unwrap_or(Space::FIXED);
            Some(DetachedView::new(view, &LayoutInput { rect, first_space, ..given }, old))
        };
        let parts: Vec<DetachedView> = placed.iter().filter_map(laid).collect();
        let infos: Vec<_> =
            parts.iter().map(|new_part| (new_part.part.view.id(), new_part.part.layout.info())).collect();
        let mut info = scene_info(&placed, &infos, size, search.as_ref().map(Search::info));
        let is_same = !parts.is_empty()
            && parts.iter().all(|part| part.is_kept)
            && views_before.iter().copied().eq(parts.iter().map(|part| part.part.view.id()));
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
        self.parts.iter().find(|part| part.view.id() == view).map(|part| &*part.layout)
    }

    /// Returns true if any view marks single calls.
    pub(crate) fn marks_calls(&self) -> bool {
        self.parts.iter().any(|part| part.view.marks_calls())
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
