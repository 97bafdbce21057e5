//! The calls that every view marks: those of the selected or pointed-at subject, if it has more than one call.

use crate::Highlight;
use crate::search::Hits;
use diptych_protocol::SideName;
use diptych_trace::Trace;

/// The calls of a subject on each side, counted so that views can query whole ranges of calls.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Marks {
    sides: [Option<Hits>; 2],
}

impl Marks {
    /// Counts the highlighted calls. O(calls) of each side that has any.
    pub fn new(highlight: &Highlight, traces: [Option<&Trace>; 2]) -> Self {
        let sides = SideName::BOTH.map(|side| {
            let trace = traces[side.index()]?;
            let hits = Hits::of_calls(trace, |call| highlight.holds(side, trace, call));
            (!hits.is_empty()).then_some(hits)
        });
        Self { sides }
    }

    /// Returns the marked calls of a side, if it has any.
    pub fn hits(&self, side: SideName) -> Option<&Hits> {
        self.sides[side.index()].as_ref()
    }
}

/// The marks of the selection and of the pointer.
#[derive(Debug, Clone, Copy, Default)]
pub struct ViewMarks<'a> {
    /// The selected subject's calls, unless the subject is a single call or a match.
    pub selected: Option<&'a Marks>,
    /// The calls under the pointer, if it points at functions or lanes.
    pub pointed: Option<&'a Marks>,
}

/// The marks of one side.
#[derive(Debug, Clone, Copy, Default)]
pub struct SideMarks<'a> {
    /// Calls of the selection.
    pub selected: Option<&'a Hits>,
    /// Calls under the pointer.
    pub pointed: Option<&'a Hits>,
}

impl<'a> ViewMarks<'a> {
    /// Returns the marks of a side.
    pub fn on_side(&self, side: SideName) -> SideMarks<'a> {
        let hits = |marks: Option<&'a Marks>| marks.and_then(|marks| marks.hits(side));
        SideMarks { selected: hits(self.selected), pointed: hits(self.pointed) }
    }
}
