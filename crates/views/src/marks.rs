//! What is marked in every view: the calls of a subject that is more than one call.

use crate::Highlight;
use crate::search::Hits;
use diptych_protocol::SideName;
use diptych_trace::Trace;

/// The calls of each side that a subject is, counted, so that views ask of whole ranges.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Marks {
    sides: [Option<Hits>; 2],
}

impl Marks {
    /// Counts the calls that are highlighted. O(calls) of the sides on which any are.
    pub fn new(highlight: &Highlight, traces: [Option<&Trace>; 2]) -> Self {
        let sides = SideName::BOTH.map(|side| {
            let trace = traces[side.index()]?;
            let hits = Hits::of_calls(trace, |call| highlight.holds(side, trace, call));
            (!hits.is_empty()).then_some(hits)
        });
        Self { sides }
    }

    /// Those of a side, if there are any.
    pub fn hits(&self, side: SideName) -> Option<&Hits> {
        self.sides[side.index()].as_ref()
    }
}

/// What is marked.
#[derive(Debug, Clone, Copy, Default)]
pub struct Marked<'a> {
    /// What is selected, unless that is a call or a match.
    pub selected: Option<&'a Marks>,
    /// What is under the pointer, if that is functions or lanes.
    pub pointed: Option<&'a Marks>,
}

/// The same on one side.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct SideMarks<'a> {
    pub(crate) selected: Option<&'a Hits>,
    pub(crate) pointed: Option<&'a Hits>,
}

impl<'a> Marked<'a> {
    pub(crate) fn on_side(&self, side: SideName) -> SideMarks<'a> {
        let hits = |marks: Option<&'a Marks>| marks.and_then(|marks| marks.hits(side));
        SideMarks { selected: hits(self.selected), pointed: hits(self.pointed) }
    }
}
