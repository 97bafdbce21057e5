//! The layout of a desk, which answers hover, selection and tables.
//!
//! A desk is several views in one scene: their layers one after the other, with the ids of their items in ranges. A
//! view keeps its layout while its inputs stay the same ([`desk_layout`]).

mod desk_layout;
mod places;

pub(crate) use desk_layout::DeskLayout;

use crate::desks::{Desk, ViewPlacement, view_of};
use crate::scene_info::{ViewInfo, scene_info};
use crate::search::Search;
use crate::session::Session;
use desk_layout::DetachedView;
use diptych_protocol::{SideName, Subject, ThemeChoice, ViewId, ViewState};
use diptych_scene::theme::Theme;
use diptych_scene::{Rect, Scene, Size, Space};
use diptych_trace::CallId;
use diptych_views::caption::theme_name;
use diptych_views::icicle::LaneOrder;
use diptych_views::{Correspondence, Highlight, LayoutInput, Results, SideInput, TimeMap, ViewMarks};

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

/// Lays out a desk. Views of `before` whose inputs did not change keep their layouts.
pub(crate) fn lay_out(
    session: &Session,
    desk: &dyn Desk,
    input: &DeskInput<'_>,
    before: Option<DeskLayout>,
) -> DeskLayout {
    let DeskRequest { state, size, tubes, theme, .. } = input.request;
    let number_before = before.as_ref().map(|before| before.info.number);
    let (search, mut before) = before.map_or((None, Vec::new()), DeskLayout::dismantled);
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
        let old = before.iter().position(|old| old.part.view.id() == id).map(|place| before.remove(place));
        let view = view_of(desk, id)?;
        let own: Vec<Space> = spaces.by_ref().take(view.spaces().into()).collect();
        let first_space = own.first().copied().unwrap_or(Space::FIXED);
        Some(DetachedView::new(view, &LayoutInput { rect, first_space, ..given }, old))
    };
    let parts: Vec<DetachedView> = placed.iter().filter_map(laid).collect();
    let infos: Vec<_> = parts
        .iter()
        .map(|DetachedView { part, .. }| ViewInfo { view: part.view.id(), info: part.layout.info() })
        .collect();
    let mut info = scene_info(&placed, &infos, size, search.as_ref().map(Search::info));
    let is_same = !parts.is_empty()
        && parts.iter().all(|part| part.is_kept)
        && views_before.iter().copied().eq(parts.iter().map(|part| part.part.view.id()));
    info.number = number_before.filter(|_| is_same).unwrap_or(input.number);
    info.axis = state.time.axis;
    let scene = Scene { size, background: Theme::named(theme).bg, layers: Vec::new() };
    let (id, time) = (desk.id(), state.time.clone());
    let mode = desk.mode(state);
    let nothing = DeskLayout { id, scene, info, time, mode, search, parts: Vec::new(), picks: None };
    nothing.assembled(parts)
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
