//! The match view (TraceDiff IV-B to IV-D): tubes and lines between the matched calls of two icicles.
//!
//! `draw` works in three steps. *Which*: matches between calls of two pixels or more (four inside another tube), from
//! the alignment (one to one) or from callee-set similarity ([`Similar`]); what is smaller is one line a pair of boxes ([`MatchIndex`]
//! counts it). *Where*: `control` routes each along its group's control tree through the band between the icicles.
//! *How*: `paint` gives colour, width and shading. `repetitions` outlines what a side does again and again.
//!
//! Invariants: work and result are bounded by the boxes in sight, never by the calls; at most [`MOST_TUBES`]; what
//! is left out is counted in `DrawnText`. A curve begins at the middle of its call's box in A and ends at that in B
//! (at the near edge of a box of calls under a pixel).
//!
//! What it does not do: find matches, or decide what the icicles show.

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
mod table;
#[cfg(test)]
mod tests;
mod view;
mod words;

use crate::MatchIndex;
use crate::icicle::boxes::Icicle;
use crate::icicle::plot::Plot;
use crate::items::ItemTable;
use diptych_compare::similarity::{Matches, Repetition};
use diptych_protocol::{MatchMode, MatchesState, SideName};
use diptych_scene::theme::{PUBLISHED_AGGREGATE, Theme};
use diptych_scene::{CurveBatch, Rgba};
use diptych_trace::CallId;

pub use similar::{Focus, Similar};
pub use view::View;
pub(crate) use view::lane_choice;

use hover::HighlightedLinks;
use item::Item;
use picture::PictureInput;
use roots::Roots;
pub(crate) use shown::Shown;
use shown::Switches;

/// Most tubes drawn at a time.
pub const MOST_TUBES: usize = 5_000;

/// Narrower calls have no tube, CSS pixels.
pub const LEAST_PX: f64 = 2.0;

/// Which matches are drawn, and what they are drawn from.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MatchesInput<'a> {
    /// What was chosen.
    pub(crate) state: &'a MatchesState,
    /// Counts the alignment's matches between boxes of small calls; without it those have no lines.
    pub(crate) index: Option<&'a MatchIndex>,
    /// Callee sets, once they are computed: s follows from them.
    pub(crate) similarity: Option<Matches<'a>>,
    /// The matches of these foci, or of those before them; what similarity mode draws.
    pub(crate) similar: Option<&'a Similar>,
    /// Blocks that each side repeats.
    pub(crate) repetitions: [&'a [Repetition]; 2],
    /// From which side places are seen, unless the state locks one.
    pub(crate) viewpoint: SideName,
    /// How far links are from lines (0) to tubes (1).
    pub(crate) tubes: f32,
    /// The stack whose matches alone are coloured.
    pub(crate) brushed: Option<(SideName, CallId)>,
    /// The calls that no switch hides; `None` where none does.
    pub(crate) shown: Option<&'a Shown>,
}

impl<'a> MatchesInput<'a> {
    /// Settings alone, without results.
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

    /// Ground and lines of the boxes of calls under a pixel.
    pub(crate) fn aggregates(&self, theme: &Theme) -> (Rgba, Rgba) {
        if self.state.published {
            (PUBLISHED_AGGREGATE, theme.none_mark)
        } else {
            (theme.none, theme.none_mark)
        }
    }
}

/// Both sides as they lie on the canvas.
pub(crate) struct MatchContext<'a> {
    pub(crate) plots: [&'a Plot<'a>; 2],
    pub(crate) icicles: [&'a Icicle; 2],
    pub(crate) input: &'a PictureInput<'a>,
    /// Roots of groups, once there is an alignment.
    pub(crate) roots: Option<&'a Roots<'a>>,
}

impl MatchContext<'_> {
    /// The edges of band B, A's first.
    fn band(&self) -> [f32; 2] {
        [self.plots[0].placement.plot.y1, self.plots[1].placement.plot.y0]
    }
}

/// How much is drawn of what, by which rule.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct DrawnText {
    pub(crate) text: String,
    pub(crate) rule: String,
}

/// What is drawn between the sides.
#[derive(Debug, Default)]
pub(crate) struct Drawing {
    /// By the place of the lane that they come from furthest off, the furthest first.
    pub(crate) curves: Vec<(u32, CurveBatch)>,
    /// What the pointer lights.
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
