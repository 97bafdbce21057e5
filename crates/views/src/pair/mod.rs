//! The pair view: two mirrored icicle plots. A hangs from the top, its root row uppermost; B stands on the
//! bottom, its root row lowermost; so that the deepest calls of both face each other.
//!
//! Both sides share one time scale and start at zero unless they are zoomed apart, so equal lengths are
//! equal times. With one side open it takes the whole canvas. Above both the [`crate::overview`] shows the runs whole, or a
//! strip where there is one side. Between
//! them the [`crate::matches`] of what both show are drawn.
//!
//! Lanes lie busiest first from the root edge; quiet ones are folded to their first row. What a search
//! finds is outlined, all else fades.

mod csv;
mod decoration;
pub(crate) mod geometry;
pub(crate) mod icicle;
mod lanes;
mod layout;
mod minimap;
pub(crate) mod plot;
mod twin;

pub use csv::csv;
pub use geometry::default_window;
pub use lanes::{LaneOrder, ShownLane, lane_rows};
pub use layout::{OverviewPart, PairInput, PairLayout, SideInput, layout, overview_rect, strip_columns};
pub use minimap::Silhouette;
pub use twin::twin;
