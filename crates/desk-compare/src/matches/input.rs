//! Everything that the picture and its matches are built from.

use super::similar::SimilarMatches;
use super::strips::CounterInput;
use super::visible_calls::VisibleCalls;
use diptych_compare::similarity::{Matches, Repetition};
use diptych_protocol::{IcicleState, MatchesState, SideName, TimeState};
use diptych_scene::theme::{PUBLISHED_AGGREGATE, Theme};
use diptych_scene::{Rect, Rgba, Size, Space};
use diptych_trace::CallId;
use diptych_views::colors::Coloring;
use diptych_views::icicle::plot::IcicleSide;
use diptych_views::{Correspondence, Highlight, MatchIndex, TimeMap};

/// Everything that the picture is built from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PictureInput<'a> {
    /// The open traces.
    pub(crate) sides: [Option<IcicleSide<'a>>; 2],
    /// Fills of the calls.
    pub(crate) coloring: &'a Coloring,
    /// The correspondence of both sides, once it is computed.
    pub(crate) correspondence: Option<&'a Correspondence<'a>>,
    /// All other colours.
    pub(crate) theme: &'a Theme,
    /// Mapping of each side's axis onto the common one.
    pub(crate) time_maps: [TimeMap<'a>; 2],
    /// Zoom of both sides.
    pub(crate) time: &'a TimeState,
    /// Colour, scroll position, folding.
    pub(crate) state: &'a IcicleState,
    /// Choice and data of the matches between the sides.
    pub(crate) matches: MatchesInput<'a>,
    /// The counter of the strips.
    pub(crate) counter: CounterInput<'a>,
    /// The selected call.
    pub(crate) selection: Option<(SideName, CallId)>,
    /// The call of B, if a match is selected.
    pub(crate) matched: Option<CallId>,
    /// Calls under the pointer. Their matches are highlighted.
    pub(crate) hovered: Option<&'a Highlight>,
    /// Size of the canvas.
    pub(crate) size: Size,
    /// The picture's part of the canvas. If it has no height, only the panes are reported.
    pub(crate) rect: Rect,
    /// Spaces of A's pane and of B's pane.
    pub(crate) spaces: [Space; 2],
}

/// The data and settings that the drawn matches come from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MatchesInput<'a> {
    /// The user's choices.
    pub(crate) state: &'a MatchesState,
    /// Counts the matches between boxes of small calls: those of the alignment or, by similarity, the main matches.
    /// Without it those boxes have no lines.
    pub(crate) index: Option<&'a MatchIndex>,
    /// Callee sets, once they are computed. The similarity s follows from them.
    pub(crate) similarity: Option<Matches<'a>>,
    /// The matches drawn in similarity mode: those of the current foci, or of the previous ones while these are
    /// computed.
    pub(crate) similar: Option<&'a SimilarMatches>,
    /// Repeated blocks of each side.
    pub(crate) repetitions: [&'a [Repetition]; 2],
    /// Side from which places are measured, unless the state locks one.
    pub(crate) viewpoint: SideName,
    /// Blend between lines (0) and tubes (1).
    pub(crate) tubes: f32,
    /// The brushed stack. If set, only its matches are coloured.
    pub(crate) brushed: Option<(SideName, CallId)>,
    /// The calls that no switch hides; `None` if nothing is hidden.
    pub(crate) shown: Option<&'a VisibleCalls>,
}

impl<'a> MatchesInput<'a> {
    /// Returns an input with settings only, without results.
    pub(crate) fn new(state: &'a MatchesState) -> Self {
        Self {
            state,
            index: None,
            similarity: None,
            similar: None,
            repetitions: [&[], &[]],
            viewpoint: SideName::A,
            tubes: if state.lines { 0.0 } else { 1.0 },
            brushed: None,
            shown: None,
        }
    }

    /// Returns the fill and the line colour of boxes of calls under a pixel.
    pub(crate) fn aggregates(&self, theme: &Theme) -> (Rgba, Rgba) {
        if self.state.published {
            (PUBLISHED_AGGREGATE, theme.none_mark)
        } else {
            (theme.none, theme.none_mark)
        }
    }
}
