//! The icicle: calls of lanes as boxes, width = duration, depth = stack depth. What all views with icicles share.
//!
//! [`cells()`] finds the boxes of one lane. Calls narrower than one pixel are merged with their neighbours into boxes
//! as tall as what they hide (`TraceDiff` IV-B), so the number of boxes is bounded by pixels and finding them costs
//! O(boxes · log calls), never O(calls): a row steps over a whole pixel of calls by binary search, and the
//! height of a merged box is a range maximum, because siblings with all they call are one range of ids.
//!
//! Around it: a `Plot` is a side under its window, scroll and row height; `Icicle` its boxes; `IcicleItem` what they
//! stand for; of several lanes the first is open, the others are folded to their silhouettes. What colour a call has is
//! the view's own.

pub(crate) mod boxes;
mod cells;
pub(crate) mod csv;
pub(crate) mod decoration;
pub(crate) mod geometry;
mod item;
mod lanes;
pub(crate) mod plot;
pub(crate) mod silhouette;
pub(crate) mod table;

pub(crate) use item::{IcicleItem, siblings};

pub use cells::{Cell, CellSpan, Reach, cells};
pub use lanes::{LaneChoice, LaneOrder, ShownLane, lane_rows};
