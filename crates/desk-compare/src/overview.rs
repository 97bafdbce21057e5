//! The overview (`TraceDiff`, section IV-A): both whole runs, A upright above B mirrored. On each side a bar chart in
//! intervals of 10 pixels stands on the silhouette of the call stacks. The common axis lies between the sides.
//!
//! It is built in three steps, and each result is cached as long as its inputs hold: [`OverviewData`] (comparison,
//! lanes, width: O(calls) once), [`Intervals`] (measure of the bars: O(intervals · log calls)), [`draw`] (everything
//! else: bounded by pixels). [`tooltip`] and [`data_table`] give the same as text.
//!
//! The view stores nothing and knows no pointer. The shell moves the foci through [`Drawing::minimap`].

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
mod sums;
mod tone;
mod view;
mod words;

pub use csv::csv;
pub use data::{LaneSelection, OverviewData};
pub use draw::{Bar, Drawing, HoverInput, MarkedBars, OverviewInput, draw};
pub use geometry::LEAST_PX;
pub use geometry::Resolution;
pub use grid::{Cell, Coverage};
pub use intervals::{BarMeasure, CommonAxis, Interval, Intervals};
pub use kept::StoredOverview;
pub use sums::{CallSums, MatchSums};
pub use tone::{Scale, ShiftDirection, Tone};
pub use view::View;
pub use words::{data_table, tooltip};
