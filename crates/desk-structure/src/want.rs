//! The calls that the views read, and their relations as a reply.

use crate::call_windows::{CallWindows, RepeatQuery, RepeatSearch};
use crate::memory::StructureMemory;
use crate::program::{Program, late_elements, reply};
use crate::settings::marked_calls;
use crate::shown::DisplayedElements;
use crate::window::window_query;
use diptych_engine::{Engine, Lookup};
use diptych_protocol::{RelationsReply, RelationsRequest, SideName, ViewState, Window};
use std::rc::Rc;

/// Requests the calls of a state. The previous calls stay until they arrive. Returns false while they are pending.
pub(crate) fn want_program(engine: &mut Engine, state: &ViewState) -> bool {
    let Some(query) = window_query(engine, state) else {
        engine.view_results_mut().set::<Program>(None);
        return true;
    };
    let versions = SideName::BOTH.map(|side| engine.version(side));
    let mut is_all = true;
    let calls = match engine.analyses().need::<CallWindows>(&query, versions) {
        Lookup::Ready(calls) => Some(calls),
        // The user may move the window faster than calls are counted. The last counted window then stays on screen.
        Lookup::Pending => {
            is_all = false;
            let follows_from = query.but_window();
            engine.analyses().newest::<CallWindows>().filter(|calls| calls.follows_from == follows_from)
        }
        Lookup::Failed => None,
    };
    let Some(calls) = calls else { return is_all };
    let has_layers = query.layers.is_some();
    let repeats = match marked_calls(state) {
        Some((side, Window { start, end }, alike)) => {
            let (side, window) = (side.index() as u32, [start, end]);
            let query = RepeatQuery { of: query.of, side, window, alike };
            match engine.analyses().need::<RepeatSearch>(&query, versions) {
                Lookup::Ready(repeats) => Some(repeats),
                _ => None,
            }
        }
        None => None,
    };
    let Some(kept) = engine.memory().get::<StructureMemory>() else { return is_all };
    let Some(DisplayedElements { shown, level, alone }) = kept.wanted.clone() else { return is_all };
    let (places, layers_problem) = (kept.places.clone(), kept.layers_problem.clone());
    let is_shown = engine.view_results().get::<Program>().is_some_and(|program| {
        let are_shown = match (&program.repeats, &repeats) {
            (Some(shown), Some(repeats)) => Rc::ptr_eq(shown, repeats),
            (shown, repeats) => shown.is_none() && repeats.is_none(),
        };
        let is_same = Rc::ptr_eq(&program.calls, &calls) && Rc::ptr_eq(&program.shown, &shown);
        is_same && are_shown && program.layers_problem == layers_problem
    });
    if !is_shown {
        let late = Rc::new(late_elements(&places, &calls));
        let program =
            Program { places, shown, level, alone, calls, repeats, has_layers, layers_problem, late };
        engine.view_results_mut().set(Some(Rc::new(program)));
    }
    is_all
}

/// Returns the relations between elements in words and numbers.
pub(crate) fn relations(engine: &Engine, ask: RelationsRequest) -> RelationsReply {
    let traces = SideName::BOTH.map(|side| engine.session().trace(side));
    engine
        .view_results()
        .get::<Program>()
        .map_or_else(RelationsReply::default, |program| reply(program, ask, traces))
}

#[cfg(test)]
mod tests;
