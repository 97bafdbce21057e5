//! What is marked in all views: a selection or something under the pointer that is more than one call.

use crate::analyses::Comparison;
use crate::engine::Engine;
use diptych_protocol::{SideName, Subject, ViewState, Window};
use diptych_views::{Highlight, Marked, Marks, PathReading, TimeMap};

/// Marks, made once for what they are of.
#[derive(Debug, Default)]
pub(crate) struct EngineMarks {
    selected: Option<(SelectionKey, Marks)>,
    pointed: Option<Marks>,
}

/// A subject, of a time range its stretch on each side, how paths are read, the versions of the sides, and of the alignment
/// that says which functions are the same.
type SelectionKey = (Subject, Option<[Window; 2]>, PathReading, [u32; 2], u32);

impl EngineMarks {
    /// For views.
    pub(crate) fn marked(&self) -> Marked<'_> {
        Marked { selected: self.selected.as_ref().map(|(_, marks)| marks), pointed: self.pointed.as_ref() }
    }
}

impl Engine {
    /// Marks what a state selects, unless that is a call or a match. O(1) where it is what was marked before.
    pub(crate) fn mark_selection(&mut self, state: &ViewState) {
        let selection = state.selection.as_ref();
        let wide = selection.filter(|subject| !matches!(subject, Subject::Call(_) | Subject::Match(..)));
        let alignment = self.comparison.as_ref().map_or(0, Comparison::serial);
        let time_maps = self.time_maps(&state.time).0;
        let range = |subject: &Subject| match subject {
            Subject::Time { side, window } => Some(TimeMap::range_of_both(time_maps, *side, *window)),
            _ => None,
        };
        let key = wide.map(|subject| {
            (subject.clone(), range(subject), self.path_reading, self.session.versions(), alignment)
        });
        if self.marks.selected.as_ref().map(|(made_from, _)| made_from) == key.as_ref() {
            return;
        }
        let correspondence = self.correspondence(&state.comparison);
        let traces = SideName::BOTH.map(|side| self.session.trace(side));
        let selected = key.map(|key| {
            let (subject, windows, reading, ..) = &key;
            let read =
                |subject: &Subject| Highlight::read(subject, traces, correspondence.as_ref(), *reading);
            // A time range is marked on both sides.
            let highlight = match windows {
                Some([a, b]) => {
                    let side = |side, window| read(&Subject::Time { side, window });
                    side(SideName::A, *a).and(&side(SideName::B, *b))
                }
                None => self.program_highlight(subject).unwrap_or_else(|| read(subject)),
            };
            let marks = Marks::new(&highlight, traces);
            (key, marks)
        });
        self.marks.selected = selected;
    }

    /// Marks what is under the pointer, if it is functions or lanes.
    pub(crate) fn mark_pointed(&mut self, highlight: Option<&Highlight>) {
        let traces = SideName::BOTH.map(|side| self.session.trace(side));
        let pointed =
            highlight.filter(|highlight| highlight.is_wide()).map(|highlight| Marks::new(highlight, traces));
        self.marks.pointed = pointed;
    }
}
