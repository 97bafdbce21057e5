//! The match view (TraceDiff IV-B to IV-D): tubes and lines between the matched calls of two icicles.
//!
//! `drawing` works in three steps.
//!
//! 1. *Choice*: it picks matches between calls of two pixels or more (four inside another tube), from the alignment
//!    (one to one) or from callee-set similarity ([`SimilarMatches`]). Smaller matches, by similarity those of calls with
//!    their main matches, become one line for each pair of boxes; [`diptych_views::MatchIndex`] counts them.
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
mod context;
mod control;
mod curves;
mod drawing;
mod elsewhere;
mod fills;
mod flows;
mod geometry;
mod hover;
mod input;
mod item;
mod limits;
mod link;
mod one_to_one;
mod paint;
mod picture;
mod repeated;
mod roots;
mod scale;
mod shown;
mod similar;
mod similar_lines;
mod similar_tubes;
mod strips;
mod table;
#[cfg(test)]
mod tests;
mod tube_names;
mod view;
mod visible_calls;
mod words;

pub use limits::{LEAST_PX, MOST_TUBES};
pub use similar::{Focus, SimilarMatches};
pub use view::View;
pub use view::lane_choice;
pub(crate) use visible_calls::VisibleCalls;
