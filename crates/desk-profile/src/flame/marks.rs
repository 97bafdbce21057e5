//! The paths that a flame graph marks: those under the pointer, the selected one, and those that a search found.

use super::shape::{SearchHits, SubjectPlace};
use diptych_profile::NodeId;

/// The paths that the picture marks.
pub(super) struct PathMarks<'a> {
    /// Functions under the pointer, by function id of each trace.
    pub(super) pointed: Option<[&'a [bool]; 2]>,
    /// Path under the pointer, with a pane a side. Other paths of its function are marked faintly.
    pub(super) pointed_path: Option<NodeId>,
    pub(super) selected: SubjectPlace,
    pub(super) found: Option<&'a SearchHits>,
}
