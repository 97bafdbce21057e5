//! Actions on an element: opening, closing, and finding its first call.

use super::shown::{DisplayedElements, level_of};
use crate::memory::shown_elements;
use diptych_engine::Engine;
use diptych_protocol::{FirstCallRequest, SideName, StructureState, Subject, ToggleElementRequest};
use diptych_structure::{Level, VisibleElements};
use diptych_trace::CallId;
use diptych_views::Highlight;
use diptych_views::places::ElementOrRelation;
use diptych_views::words::reference;

/// Returns the state with one element opened or closed.
pub(crate) fn toggle_element(engine: &mut Engine, ask: &ToggleElementRequest) -> StructureState {
    let traces_open = SideName::BOTH.map(|side| engine.session().trace(side).is_some());
    let mut state = ask.state.clone();
    let rules = engine.known_places().and_then(|held| held.rules.clone());
    let shown = traces_open.contains(&true).then(|| shown_elements(engine, &state, rules.as_deref()));
    let shown = shown.flatten();
    let Some(DisplayedElements { shown, alone, .. }) = shown else {
        return state;
    };
    let Some(held) = engine.known_places() else { return state };
    let traces = SideName::BOTH.map(|side| engine.session().trace(side));
    let Some(ElementOrRelation::Element(id)) = held.places.ends(&ask.element, traces) else {
        return state;
    };
    let hierarchy = &held.places.placement.hierarchy;
    let path = hierarchy.path(id);
    if ask.alone {
        if !hierarchy.is_leaf(id) {
            (state.root, state.opened, state.closed) = (path, String::new(), String::new());
        }
        return state;
    }
    let is_shown = shown.place(id).is_some_and(|place| shown.elements()[place] == id);
    let without = |text: &str| text.lines().filter(|line| *line != path).collect::<Vec<&str>>().join("\n");
    let with = |text: &str| if text.is_empty() { path.clone() } else { format!("{text}\n{path}") };
    let (opened, closed) = (without(&state.opened), without(&state.closed));
    let level = Level::Kind(level_of(&held.places.placement, &alone, &state));
    let by_level = VisibleElements::new(hierarchy, level, &alone.closed, &alone.opened);
    let is_shown_by_level = by_level.place(id).is_some_and(|place| by_level.elements()[place] == id);
    (state.opened, state.closed) = match (is_shown, is_shown_by_level) {
        (true, true) if !hierarchy.is_leaf(id) => (with(&opened), closed),
        (false, false) => (opened, with(&closed)),
        _ => (opened, closed),
    };
    state
}

/// Returns the call of a subject that starts first on a side. O(calls · log ranges).
pub(crate) fn first_call_of(engine: &Engine, ask: &FirstCallRequest) -> Option<Subject> {
    let traces = SideName::BOTH.map(|side| engine.session().trace(side));
    let trace = traces[ask.side.index()]?;
    let correspondence = engine.shown_correspondence();
    let highlight = engine.program_highlight(&ask.subject).unwrap_or_else(|| {
        Highlight::read(&ask.subject, traces, correspondence.as_ref(), engine.path_reading())
    });
    let all = (0..trace.calls().len() as u32).map(CallId);
    let held = all.filter(|call| highlight.holds(ask.side, trace, *call));
    let first = held.min_by_key(|call| trace.calls().start()[call.index()])?;
    Some(Subject::Call(reference(ask.side, trace, first)))
}
