//! The program structure and the calls between its elements, for the Structure desk.

mod elements;
mod moves;
mod places;
mod window;

use crate::analyses::{CallWindows, Lookup, RepeatQuery, RepeatSearch};
use crate::engine::Engine;
use diptych_protocol::{
    RelationsReply, RelationsRequest, SideName, StructureState, Subject, ThemeChoice, ViewState, Window,
};
use diptych_scene::Size;
use diptych_structure::{Alone, Kind, Shown};
use diptych_views::Highlight;
use diptych_views::desks::marked_calls;
use diptych_views::program::{Places, Program, reply};
use std::rc::Rc;

/// The places of functions in the program structure, with their inputs.
#[derive(Debug)]
pub(crate) struct HeldPlaces {
    key: ([u32; 2], u32, [bool; 2]),
    /// Identity rules that the lists of files were read under; `None` for a single trace.
    rules: Option<String>,
    pub(crate) places: Rc<Places>,
    shown: Option<(StructureState, ShownElements)>,
    /// Elements that the displayed calls were requested for. Calls of other elements do not fit them.
    wanted: Option<ShownElements>,
    /// Problem of the layers that were declared last; empty for none.
    layers_problem: Rc<str>,
    moved: Option<moves::Moved>,
}

/// The displayed elements of the tree.
#[derive(Debug, Clone)]
pub(in crate::queries) struct ShownElements {
    pub(in crate::queries) shown: Rc<Shown>,
    level: Kind,
    alone: Rc<Alone>,
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
        let Some(held) = &self.places else { return is_all };
        let Some(ShownElements { shown, level, alone }) = held.wanted.clone() else { return is_all };
        let layers_problem = held.layers_problem.clone();
        let is_shown = self.results.get::<Program>().is_some_and(|program| {
            let are_shown = match (&program.repeats, &repeats) {
                (Some(shown), Some(repeats)) => Rc::ptr_eq(shown, repeats),
                (shown, repeats) => shown.is_none() && repeats.is_none(),
            };
            let is_same = Rc::ptr_eq(&program.calls, &calls) && Rc::ptr_eq(&program.shown, &shown);
            is_same && are_shown && program.layers_problem == layers_problem
        });
        if !is_shown {
            let places = held.places.clone();
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

    /// Returns the highlight of a subject that is an element or a relation of the displayed tree; `None` for other
    /// subjects.
    pub(crate) fn program_highlight(&self, subject: &Subject) -> Option<Highlight> {
        if !matches!(subject, Subject::Element(_) | Subject::ElementRelation { .. }) {
            return None;
        }
        let traces = SideName::BOTH.map(|side| self.session.trace(side));
        let places = &self.places.as_ref()?.places;
        Some(places.highlight(places.ends(subject, traces)?, traces))
    }

    /// Sets size and theme of the next layout. Pictures that the compute role paints depend on them.
    pub(crate) fn set_canvas(&mut self, size: Size, theme: ThemeChoice) {
        self.canvas = (size, theme);
    }
}

#[cfg(test)]
mod tests;
