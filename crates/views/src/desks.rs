//! Desks: which views each shows, and where, for a state, a size and the sides that are open.
//!
//! One file a desk, one line in [`DESKS`].

mod compare;
mod fusion;
mod profile;
mod space_time;
mod structure;

pub use profile::{file_options, file_words, is_by_calls, of_file_words, side_of_files};
pub use space_time::{SliceSettings, slice_settings};
pub use structure::{calls_picture, declared_layers, marked_calls, power_of_rare, shows_matched};

use crate::PathReading;
use crate::icicle::LaneChoice;
use crate::view::{Need, PartInfo, VIEWS, view};
use diptych_protocol::{DeskId, Drawn, SceneInfo, SearchInfo, SideName, ViewId, ViewState, Word};
use diptych_scene::{Rect, Size};
use diptych_trace::Sorting;
use std::fmt::Debug;

/// A working set of views.
pub trait Desk: Sync + Debug {
    /// Its name.
    fn id(&self) -> DeskId;

    /// Its former name in `render --view`.
    fn former_names(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether it shows traces whose calls are sums: how long lanes were in which function within slices of time.
    fn shows_sums(&self) -> bool {
        false
    }

    /// Its views, in whichever state.
    fn views(&self) -> &'static [ViewId];

    /// What was chosen of the lanes of a side.
    fn lanes<'a>(&self, _state: &'a ViewState, _side: SideName) -> LaneChoice<'a> {
        LaneChoice::default()
    }

    /// How its paths are made from stacks.
    fn path_reading(&self, _state: &ViewState) -> PathReading {
        PathReading::AS_CALLED
    }

    /// Its views, each with its part of the canvas. The first one's drawing lies undermost.
    fn placed(&self, state: &ViewState, size: Size, open: [bool; 2]) -> Vec<Placed>;

    /// Changes a state so that one view has the desk to itself, or all show (`None`). `false`, and no change, if the
    /// view is not of this desk.
    fn show_only(&self, view: Option<ViewId>, state: &mut ViewState) -> bool;
}

/// A view and its part of the canvas.
pub type Placed = (ViewId, Rect);

/// All desks that have views.
pub static DESKS: &[&dyn Desk] =
    &[&compare::Desk, &structure::Desk, &space_time::Desk, &fusion::Desk, &profile::Desk];

/// The desk of a name, if it has views.
pub fn desk(id: DeskId) -> Option<&'static dyn Desk> {
    DESKS.iter().copied().find(|desk| desk.id() == id)
}

/// The desk in front of a state; where that has no views, the first.
pub fn in_front(state: &ViewState) -> &'static dyn Desk {
    desk(state.desk).unwrap_or(DESKS[0])
}

/// What the views of a desk want under a state, each once.
pub fn needs(desk: &dyn Desk, state: &ViewState) -> Vec<Need> {
    let mut found = Vec::new();
    for need in desk.views().iter().filter_map(|&id| view(id)).flat_map(|view| view.needs(state)) {
        if !found.contains(&need) {
            found.push(need);
        }
    }
    found
}

/// The names of a picture: of a desk, or of one of its views.
pub fn names() -> Vec<&'static str> {
    let views = VIEWS.iter().map(|view| view.id().word());
    DESKS.iter().map(|desk| desk.id().word()).chain(views).collect()
}

/// Changes a state so that what goes by a name is in front: a desk with all its views, or one view that has a desk
/// to itself. `false`, and no change, if there is none.
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

/// The views, that with most room first; of equals the last drawn.
fn by_room(placed: &[Placed]) -> Vec<ViewId> {
    let area = |rect: &Rect| rect.width() * rect.height();
    let mut views: Vec<&Placed> = placed.iter().rev().collect();
    views.order_by(|one, other| area(&other.1).total_cmp(&area(&one.1)));
    views.into_iter().map(|&(view, _)| view).collect()
}

/// What the shell needs to know of a whole desk: its views as they were placed, with what each says.
pub fn scene_info(
    placed: &[Placed],
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
    let legends = of_main.into_iter().chain(infos()).map(|info| &info.legend);
    SceneInfo {
        width: size.width,
        height: size.height,
        panes: infos().flat_map(|info| info.panes.iter().cloned()).collect(),
        drawn,
        legend: legends.into_iter().find(|legend| !legend.is_empty()).cloned().unwrap_or_default(),
        summary: infos().map(|info| info.summary.clone()).find(|text| !text.is_empty()).unwrap_or_default(),
        row_panes: infos().flat_map(|info| info.row_panes.iter().cloned()).collect(),
        minimap: infos().find_map(|info| info.minimap),
        search: search.cloned(),
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

    /// The view that has most room under a name.
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
    fn the_views_of_a_desk_share_the_spaces_of_a_scene() {
        for desk in DESKS {
            let own: usize =
                desk.views().iter().filter_map(|&id| view(id)).map(|view| view.spaces() as usize).sum();
            // The first one is the canvas.
            assert!(own < diptych_scene::Space::COUNT, "{desk:?}");
        }
    }

    #[test]
    fn every_desk_and_every_view_can_be_asked_for_by_name() {
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
