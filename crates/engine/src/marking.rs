//! Marks the selection and what is under the pointer in all views.

use crate::analyses::Comparison;
use crate::engine::Engine;
use diptych_protocol::{SideName, Subject, ViewState};
use diptych_views::{Highlight, Marks};

impl Engine {
    /// Marks the selection of a state, unless it is a call, a match or a time range. O(1) if the inputs are the same as
    /// before.
    ///
    /// A time range gets a band over the picture instead of marks. Marks on all its calls would hide the calls.
    pub(crate) fn mark_selection(&mut self, state: &ViewState) {
        let selection = state.selection.as_ref();
        let has_no_marks = |subject: &Subject| {
            matches!(subject, Subject::Call(_) | Subject::Match(..) | Subject::Time { .. })
        };
        let wide = selection.filter(|subject| !has_no_marks(subject));
        let alignment = self.comparison.as_ref().map_or(0, Comparison::serial);
        let key =
            wide.map(|subject| (subject.clone(), self.path_reading, self.session.versions(), alignment));
        if self.marks.selected.as_ref().map(|(made_from, _)| made_from) == key.as_ref() {
            return;
        }
        let correspondence = self.correspondence(&state.comparison);
        let traces = SideName::BOTH.map(|side| self.session.trace(side));
        let selected = key.map(|key| {
            let highlight = self.program_highlight(&key.0);
            let read = || Highlight::read(&key.0, traces, correspondence.as_ref(), key.1);
            let highlight = highlight.unwrap_or_else(read);
            let marks = Marks::new(&highlight, traces);
            (key, marks)
        });
        self.marks.selected = selected;
    }

    /// Marks the functions or lanes under the pointer.
    pub(crate) fn mark_pointed(&mut self, highlight: Option<&Highlight>) {
        let traces = SideName::BOTH.map(|side| self.session.trace(side));
        let pointed =
            highlight.filter(|highlight| highlight.is_wide()).map(|highlight| Marks::new(highlight, traces));
        self.marks.pointed = pointed;
    }
}
