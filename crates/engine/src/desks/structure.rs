//! The Structure desk: the program structure and the calls between its elements.

mod call_windows;
mod desk;
mod elements;
mod moves;
mod shown;
mod window;

use crate::analyses::Lookup;
use crate::engine::Engine;
pub use desk::StructureDesk;

use call_windows::{CallWindows, RepeatQuery, RepeatSearch};
use desk::marked_calls;
use diptych_protocol::{RelationsReply, RelationsRequest, SideName, StructureState, ViewState, Window};
use diptych_views::program::{Places, Program, reply};
use shown::DisplayedElements;
use std::rc::Rc;

/// Data that the desk keeps between two asks, for one set of places.
#[derive(Debug)]
struct StructureMemory {
    places: Rc<Places>,
    shown: Option<(StructureState, DisplayedElements)>,
    /// Elements that the displayed calls were requested for. Calls of other elements do not fit them.
    wanted: Option<DisplayedElements>,
    /// Problem of the layers that were declared last; empty for none.
    layers_problem: Rc<str>,
    moved: Option<moves::LastMove>,
}

impl StructureMemory {
    fn new(places: Rc<Places>) -> Self {
        Self { places, shown: None, wanted: None, layers_problem: "".into(), moved: None }
    }
}

impl Engine {
    /// Requests the calls of a state. The previous calls stay until they arrive. Returns false while they are pending.
    pub(super) fn want_program(&mut self, state: &ViewState) -> bool {
        let Some(query) = self.window_query(state) else {
            self.results.set::<Program>(None);
            return true;
        };
        let versions = SideName::BOTH.map(|side| self.version(side));
        let mut is_all = true;
        let calls = match self.analyses.need::<CallWindows>(&query, versions) {
            Lookup::Ready(calls) => Some(calls),
            // The user may move the window faster than calls are counted. The last counted window then stays on screen.
            Lookup::Pending => {
                is_all = false;
                let follows_from = query.but_window();
                self.analyses.newest::<CallWindows>().filter(|calls| calls.follows_from == follows_from)
            }
            Lookup::Failed => None,
        };
        let Some(calls) = calls else { return is_all };
        let has_layers = query.layers.is_some();
        let repeats = match marked_calls(state) {
            Some((side, Window { start, end }, alike)) => {
                let (side, window) = (side.index() as u32, [start, end]);
                let query = RepeatQuery { of: query.of, side, window, alike };
                match self.analyses.need::<RepeatSearch>(&query, versions) {
                    Lookup::Ready(repeats) => Some(repeats),
                    _ => None,
                }
            }
            None => None,
        };
        let Some(kept) = self.memory.get::<StructureMemory>() else { return is_all };
        let Some(DisplayedElements { shown, level, alone }) = kept.wanted.clone() else { return is_all };
        let (places, layers_problem) = (kept.places.clone(), kept.layers_problem.clone());
        let is_shown = self.results.get::<Program>().is_some_and(|program| {
            let are_shown = match (&program.repeats, &repeats) {
                (Some(shown), Some(repeats)) => Rc::ptr_eq(shown, repeats),
                (shown, repeats) => shown.is_none() && repeats.is_none(),
            };
            let is_same = Rc::ptr_eq(&program.calls, &calls) && Rc::ptr_eq(&program.shown, &shown);
            is_same && are_shown && program.layers_problem == layers_problem
        });
        if !is_shown {
            let program = Program { places, shown, level, alone, calls, repeats, has_layers, layers_problem };
            self.results.set(Some(Rc::new(program)));
        }
        is_all
    }

    /// Returns the relations between elements in words and numbers.
    pub(crate) fn relations(&self, ask: RelationsRequest) -> RelationsReply {
        let traces = SideName::BOTH.map(|side| self.session.trace(side));
        self.results
            .get::<Program>()
            .map_or_else(RelationsReply::default, |program| reply(program, ask, traces))
    }
}

#[cfg(test)]
mod tests;
