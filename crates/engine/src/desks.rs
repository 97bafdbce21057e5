//! Desks: the trait that every desk implements, and the desks of an engine.
//!
//! A desk is a set of views that are shown together, with the results they read, the asks they need and the analyses
//! that compute those results. The analyses are a list of their own, for the compute role: so its artifact holds no views, and
//! that of the session no analyses. Nothing else in the engine names a desk: its results lie in [`diptych_views::Results`]
//! and its memory in [`Memory`](crate::Memory), both by type.

use crate::ask_handler::AskHandler;
use crate::engine::Engine;
use crate::stored_part::StoredPart;
use diptych_protocol::{CallsDetails, DeskId, MatchMode, SideName, Subject, ViewId, ViewState, Word};
use diptych_scene::{Rect, Size};
use diptych_views::icicle::LaneChoice;
use diptych_views::{PathReading, ResultKind, View};
use std::fmt::Debug;

/// A set of views that are shown together, and the engine's work for them.
pub trait Desk: Sync + Debug {
    /// Returns the name of the desk.
    fn id(&self) -> DeskId;

    /// Returns former names of the desk in `render --view`.
    fn former_names(&self) -> &'static [&'static str] {
        &[]
    }

    /// Returns true if the desk can show traces whose calls are sums: the time of each function per lane and time
    /// slice.
    fn shows_sums(&self) -> bool {
        false
    }

    /// Returns true if the desk aligns time by matched calls unless the user chooses otherwise.
    fn prefers_matched_time(&self) -> bool {
        false
    }

    /// Returns all views of the desk, shown or not.
    fn views(&self) -> &'static [&'static dyn View];

    /// Returns the user's choice of lanes of a side.
    fn lanes<'a>(&self, _state: &'a ViewState, _side: SideName) -> LaneChoice<'a> {
        LaneChoice::default()
    }

    /// Returns the kind of matches that the desk shows, of which texts about calls speak.
    fn mode(&self, _state: &ViewState) -> MatchMode {
        MatchMode::OneToOne
    }

    /// Returns the rules by which the desk's call paths are made from stacks.
    fn path_reading(&self, _state: &ViewState) -> PathReading {
        PathReading::AS_CALLED
    }

    /// Returns the views that the desk shows, each with its part of the canvas. The first view is drawn below the
    /// others.
    fn placed(&self, state: &ViewState, size: Size, open: [bool; 2]) -> Vec<ViewPlacement>;

    /// Changes a state so that the desk shows only `view`, or all its views (`None`). Returns `false` and changes
    /// nothing if the view is not on this desk.
    fn show_only(&self, view: Option<ViewId>, state: &mut ViewState) -> bool;

    /// Requests the results that the views of the desk read, and passes on those that have arrived. A desk that shows
    /// only the results of the comparison requests nothing.
    fn want(&self, _engine: &mut Engine, _state: &ViewState) {}

    /// Returns the details of a subject that only this desk knows; `None` for other subjects.
    fn details(&self, _engine: &Engine, _subject: &Subject) -> Option<CallsDetails> {
        None
    }

    /// Returns the asks that the desk answers.
    fn asks(&self) -> &'static [AskHandler] {
        &[]
    }

    /// Returns the results that stored comparisons hold for the views of the desk.
    fn stored_parts(&self) -> &'static [&'static dyn StoredPart] {
        &[]
    }
}

/// A view and its part of the canvas.
pub type ViewPlacement = (ViewId, Rect);

/// The desks of an engine, in order. There is at least one.
#[derive(Debug, Clone, Copy)]
pub struct Desks(&'static [&'static dyn Desk]);

impl Desks {
    /// Creates a list. The first desk stands in for desks that are not listed.
    ///
    /// # Panics
    ///
    /// Panics if the list is empty.
    pub const fn new(desks: &'static [&'static dyn Desk]) -> Self {
        assert!(!desks.is_empty(), "an engine needs a desk");
        Self(desks)
    }

    /// Returns the desks in order.
    pub fn iter(self) -> impl Iterator<Item = &'static dyn Desk> {
        self.0.iter().copied()
    }

    /// Returns the desk of a name, if it is listed.
    pub fn get(self, id: DeskId) -> Option<&'static dyn Desk> {
        self.iter().find(|desk| desk.id() == id)
    }

    /// Returns the desk that a state shows, or the first desk if that one is not listed.
    pub fn in_front(self, state: &ViewState) -> &'static dyn Desk {
        self.get(state.desk).unwrap_or(self.0[0])
    }

    /// Returns the views of all desks.
    pub fn views(self) -> impl Iterator<Item = &'static dyn View> {
        self.iter().flat_map(Desk::views).copied()
    }

    /// Returns the parts that stored comparisons hold for all desks.
    pub(crate) fn stored_parts(self) -> impl Iterator<Item = &'static dyn StoredPart> {
        self.iter().flat_map(Desk::stored_parts).copied()
    }

    /// Returns the names of all pictures: the desks, and those of their views that can have a desk to themselves.
    pub fn names(self) -> Vec<&'static str> {
        let is_alone = |desk: &dyn Desk, view: ViewId| desk.show_only(Some(view), &mut ViewState::default());
        let of_desk = |desk: &'static dyn Desk| {
            let views = desk.views().iter().map(|view| view.id());
            views.filter(move |&view| is_alone(desk, view)).map(ViewId::word)
        };
        let views = self.iter().flat_map(of_desk);
        self.iter().map(|desk| desk.id().word()).chain(views).collect()
    }

    /// Changes a state so that it shows the desk or the view of a name. A desk shows all its views; a view gets its
    /// desk to itself. Returns `false` and changes nothing if the name is unknown.
    pub fn show(self, name: &str, state: &mut ViewState) -> bool {
        let is_called = |desk: &dyn Desk| desk.id().word() == name || desk.former_names().contains(&name);
        let view = ViewId::of_word(name);
        let shown = self.iter().find(|&desk| {
            let view = if is_called(desk) { None } else { view };
            (view.is_some() || is_called(desk)) && desk.show_only(view, state)
        });
        state.desk = shown.map_or(state.desk, Desk::id);
        shown.is_some()
    }
}

/// Returns a view of a desk by its name.
pub(crate) fn view_of(desk: &dyn Desk, id: ViewId) -> Option<&'static dyn View> {
    desk.views().iter().copied().find(|view| view.id() == id)
}

/// Returns the kinds of results that the views of a desk read under a state, each once.
pub(crate) fn needs(desk: &dyn Desk, state: &ViewState) -> Vec<ResultKind> {
    let mut found = Vec::new();
    for need in desk.views().iter().flat_map(|view| view.needs(state)) {
        if !found.contains(&need) {
            found.push(need);
        }
    }
    found
}
