//! Desks: which views each desk shows, and their place for a state, a size and the open sides.
//!
//! One file a desk, one line in [`DESKS`].

mod compare;
mod fusion;
mod profile;
mod space_time;
mod structure;

pub use profile::{chosen_file_side, file_options, file_words, is_by_calls, of_file_words};
pub use space_time::{SliceSettings, slice_settings};
pub use structure::{calls_picture, declared_layers, marked_calls, power_of_rare, shows_matched};

use crate::PathReading;
use crate::ResultKind;
use crate::all_views::{VIEWS, view};
use crate::icicle::LaneChoice;
use crate::view::PartInfo;
use diptych_protocol::{
    DeskId, Drawn, MatchMode, SceneInfo, SearchInfo, SideName, TimeAxis, ViewId, ViewState, Word,
};
use diptych_scene::{Rect, Size};
use diptych_trace::Sorting;
use std::fmt::Debug;

/// A set of views that are shown together.
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
    fn views(&self) -> &'static [ViewId];

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
}

/// A view and its part of the canvas.
pub type ViewPlacement = (ViewId, Rect);

/// All desks that have views.
pub static DESKS: &[&dyn Desk] =
    &[&compare::Desk, &structure::Desk, &space_time::Desk, &fusion::Desk, &profile::Desk];

/// Returns the desk of a name, or `None` if it has no views.
pub fn desk(id: DeskId) -> Option<&'static dyn Desk> {
    DESKS.iter().copied().find(|desk| desk.id() == id)
}

/// Returns the desk that a state shows, or the first desk if that one has no views.
pub fn in_front(state: &ViewState) -> &'static dyn Desk {
    desk(state.desk).unwrap_or(DESKS[0])
}

/// Returns the kinds of results that the views of a desk read under a state, each once.
pub fn needs(desk: &dyn Desk, state: &ViewState) -> Vec<ResultKind> {
    let mut found = Vec::new();
    for need in desk.views().iter().filter_map(|&id| view(id)).flat_map(|view| view.needs(state)) {
        if !found.contains(&need) {
            found.push(need);
        }
    }
    found
}

/// Returns the names of all pictures: the desks and their views.
pub fn names() -> Vec<&'static str> {
    let views = VIEWS.iter().map(|view| view.id().word());
    DESKS.iter().map(|desk| desk.id().word()).chain(views).collect()
}

/// Changes a state so that it shows the desk or the view of a name. A desk shows all its views; a view gets its desk to
/// itself. Returns `false` and changes nothing if the name is unknown.
pub fn show(name: &str, state: &mut ViewState) -> bool {
    let is_called = |desk: &dyn Desk| desk.id().word() == name || desk.former_names().contains(&name);
    let view = ViewId::of_word(name);
    let shown = DESKS.iter().find(|&&desk| {
        let view = if is_called(desk) { None } else { view };
        (view.is_some() || is_called(desk)) && desk.show_only(view, state)
    });
    state.desk = shown.map_or(state.desk, |desk| desk.id());
    shown.is_some()
}

/// Returns the views by area, largest first. Of equal ones the last drawn comes first.
fn by_room(placed: &[ViewPlacement]) -> Vec<ViewId> {
    let area = |rect: &Rect| rect.width() * rect.height();
    let mut views: Vec<&ViewPlacement> = placed.iter().rev().collect();
    views.order_by(|one, other| area(&other.1).total_cmp(&area(&one.1)));
    views.into_iter().map(|&(view, _)| view).collect()
}

/// Collects the shell's information about a whole desk from the views placed on it.
pub fn scene_info(
    placed: &[ViewPlacement],
    parts: &[(ViewId, &PartInfo)],
    size: Size,
    search: Option<&SearchInfo>,
) -> SceneInfo {
    let infos = || parts.iter().map(|&(_, info)| info);
    let by_room = by_room(placed);
    let info_of = |view: ViewId| parts.iter().find(|&&(part, _)| part == view).map(|&(_, info)| info);
    let of_main = by_room.first().and_then(|&view| info_of(view));
    let nothing = Drawn { text: String::new(), rule: String::new() };
    let mut drawn = infos().find_map(|info| info.drawn.clone()).unwrap_or(nothing);
    for note in infos().map(|info| &info.note).filter(|note| !note.is_empty()) {
        drawn.rule = format!("{}. {note}", drawn.rule);
    }
    // The legend is that of the largest view; if it has none, of the first view that has one.
    let legends = of_main.into_iter().chain(infos()).map(|info| &info.legend);
    SceneInfo {
        width: size.width,
        height: size.height,
        panes: infos().flat_map(|info| info.panes.iter().cloned()).collect(),
        drawn,
        axis: TimeAxis::default(),
        legend: legends.into_iter().find(|legend| !legend.is_empty()).cloned().unwrap_or_default(),
        summary: infos().map(|info| info.summary.clone()).find(|text| !text.is_empty()).unwrap_or_default(),
        row_panes: infos().flat_map(|info| info.row_panes.iter().cloned()).collect(),
        minimap: infos().find_map(|info| info.minimap),
        search: search.cloned(),
        notes: Vec::new(),
        selected: infos().find_map(|info| info.selected),
        table: by_room.into_iter().find(|&view| info_of(view).is_some_and(|info| info.has_table)),
        unfinished: infos().any(|info| info.unfinished),
        number: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Size = Size { width: 900.0, height: 600.0 };

    /// Returns the largest view of the picture with this name.
    fn main_view(name: &str) -> Option<ViewId> {
        let mut state = ViewState::default();
        if !show(name, &mut state) {
            assert_eq!(state, ViewState::default());
            return None;
        }
        let placed = desk(state.desk)?.placed(&state, SIZE, [true; 2]);
        by_room(&placed).first().copied()
    }

    #[test]
    fn desk_views_fit_the_spaces_of_a_scene() {
        for desk in DESKS {
            let own: usize =
                desk.views().iter().filter_map(|&id| view(id)).map(|view| view.spaces() as usize).sum();
            // Space 0 is the canvas.
            assert!(own < diptych_scene::Space::COUNT, "{desk:?}");
        }
    }

    #[test]
    fn desks_and_views_open_by_name() {
        for view in VIEWS {
            assert_eq!(main_view(view.id().word()), Some(view.id()));
        }
        for name in names() {
            assert!(main_view(name).is_some(), "{name}");
        }
        for desk in DESKS {
            for former in desk.former_names() {
                assert_eq!(main_view(former), main_view(desk.id().word()), "{former}");
            }
        }
        assert_eq!(main_view("nothing"), None);
    }
}
