//! The marks in all views, for a selection or something under the pointer that is more than one call.

use diptych_protocol::Subject;
use diptych_views::{Marks, PathReading, ViewMarks};

/// Marks, kept while their inputs stay the same.
#[derive(Debug, Default)]
pub(crate) struct EngineMarks {
    pub(crate) selected: Option<(SelectionKey, Marks)>,
    pub(crate) pointed: Option<Marks>,
}

/// The inputs of selection marks: the subject, the reading of paths, the versions of the sides, and the number of the
/// alignment that says which functions are the same.
pub(crate) type SelectionKey = (Subject, PathReading, [u32; 2], u32);

impl EngineMarks {
    /// Returns the marks for views.
    pub(crate) fn marked(&self) -> ViewMarks<'_> {
        ViewMarks { selected: self.selected.as_ref().map(|(_, marks)| marks), pointed: self.pointed.as_ref() }
    }
}
