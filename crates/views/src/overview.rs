//! The overview (`TraceDiff`, section IV-A): both runs whole, A upright over B mirrored. Of each a bar chart in
//! intervals of 10 pixels stands on the silhouette of its call stacks; the axis they share lies between them.
//!
//! Three steps, each kept as long as what it depends on: [`OverviewData`] (comparison, lanes, width: O(calls)
//! once), [`Intervals`] (how bars are measured: O(intervals · log calls)), [`draw`] (everything else: bounded by
//! pixels). [`tooltip`] and [`data_table`] say the same in words.
//!
//! What it does not do: remember anything, know a pointer. The shell moves the foci through [`Drawing::minimap`].

mod csv;
mod data;
mod draw;
mod filter;
mod foci;
mod geometry;
mod grid;
mod intervals;
mod kept;
mod legend;
mod silhouette;
mod strip;
mod sums;
mod tone;
mod view;
mod words;

pub use csv::csv;
pub use data::{OverviewData, Shown};
pub use draw::{Bar, Drawing, Hovered, MarkedBars, OverviewInput, draw};
pub(crate) use geometry::LEAST_PX;
pub use geometry::Resolution;
pub use grid::{Cell, Coverage};
pub use intervals::{CommonAxis, Interval, Intervals, Measured};
pub use kept::KeptOverview;
pub use sums::{MatchSums, Stretch};
pub use tone::{Lean, Scale, Tone};
pub use view::View;
pub use words::{data_table, tooltip};
