//! The match view (TraceDiff IV-B to IV-D): tubes and lines between the matched calls of two icicles.
//!
//! `draw` works in three steps.
//!
//! 1. *Choice*: it picks matches between calls of two pixels or more (four inside another tube), from the alignment
//!    (one to one) or from callee-set similarity ([`SimilarMatches`]). Smaller matches become one line for each pair of boxes;
//!    [`MatchIndex`] counts them.
//! 2. *Route*: `control` routes each match along its group's control tree through the band between the icicles.
//! 3. *Look*: `paint` gives colour, width and shading.
//!
//! `repetitions` outlines the calls that a side repeats.
//!
//! Invariants: work and result are bounded by the boxes in sight, never by the number of calls. At most [`MOST_TUBES`]
//! tubes are drawn, and `DrawnText` gives their number and the total. A curve runs from the middle of its call's box in
//! A to the middle of its call's box in B. At a box of calls under a pixel it ends at the edge that faces the band.
//!
//! The view neither finds matches nor decides which calls the icicles show.

mod aggregates;
mod control;
mod curves;
mod elsewhere;
mod fills;
mod flows;
mod geometry;
mod hover;
mod item;
mod link;
mod one_to_one;
mod paint;
mod picture;
mod repeated;
mod roots;
mod scale;
mod shown;
mod similar;
mod strips;
mod table;
#[cfg(test)]
mod tests;
mod view;
mod words;

use diptych_compare::similarity::{Matches, Repetition};
use diptych_protocol::{MatchMode, MatchesState, SideName};
use diptych_scene::theme::{PUBLISHED_AGGREGATE, Theme};
use diptych_scene::{CurveBatch, Rgba};
use diptych_trace::CallId;
use diptych_views::icicle::{boxes::Icicle, plot::Plot};
use diptych_views::{ItemTable, MatchIndex};

pub use similar::{Focus, SimilarMatches};
pub use view::View;
pub use view::lane_choice;

use hover::HighlightedLinks;
use item::Item;
use picture::PictureInput;
use roots::Roots;
use shown::Switches;
pub(crate) use shown::VisibleCalls;

/// Largest number of tubes drawn at a time.
pub const MOST_TUBES: usize = 5_000;

/// Least width of a call that has a tube, CSS pixels.
pub const LEAST_PX: f64 = 2.0;

/// The data and settings that the drawn matches come from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MatchesInput<'a> {
    /// The user's choices.
    pub(crate) state: &'a MatchesState,
    /// Counts the alignment's matches between boxes of small calls. Without it those boxes have no lines.
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

/// Both sides as they are laid out on the canvas.
pub(crate) struct MatchContext<'a> {
    pub(crate) plots: [&'a Plot<'a>; 2],
    pub(crate) icicles: [&'a Icicle; 2],
    pub(crate) input: &'a PictureInput<'a>,
    /// Roots of groups, once there is an alignment.
    pub(crate) roots: Option<&'a Roots<'a>>,
}

impl MatchContext<'_> {
    /// Returns the y of the two edges of band B, A's first.
    fn band(&self) -> [f32; 2] {
        [self.plots[0].placement.plot.y1, self.plots[1].placement.plot.y0]
    }
}

/// The number of matches drawn, and the rule that selects them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DrawnText {
    pub(crate) text: String,
    pub(crate) rule: String,
}

/// The curves between the sides.
#[derive(Debug, Default)]
pub(crate) struct Drawing {
    /// Curves by lane, the lane furthest from the other side first. The number is the larger of the places of the two
    /// lanes that the curves end in.
    pub(crate) curves: Vec<(u32, CurveBatch)>,
    /// Links of the item under the pointer.
    pub(crate) highlighted: HighlightedLinks,
    /// `None` while there are no matches.
    pub(crate) text: Option<DrawnText>,
}

/// Chooses, routes and paints the matches between both sides.
pub(crate) fn draw(context: &MatchContext<'_>, items: &mut ItemTable<Item>) -> Drawing {
    let input = context.input;
    let choice = match (input.matches.state.mode, context.roots) {
        (MatchMode::OneToOne, Some(roots)) => one_to_one::choose(context, roots),
        (MatchMode::OneToOne, None) => return Drawing::default(),
        (MatchMode::Similarity, _) => match input.matches.similar {
            Some(similar) => similar::choose(context, similar),
            None => return Drawing::default(),
        },
    };
    let routes = control::routes(context, &choice.links);
    let curves = curves::batches(context, &choice.links, &routes, items);
    let highlighted = hover::highlight(context, &choice, &routes, items);
    Drawing { curves, highlighted, text: Some(choice.text) }
}
