//! The icicle: calls of lanes as boxes, which all views with icicles share. The width of a box is the call's duration,
//! and its row is the call's depth in the stack.
//!
//! [`cells()`] finds the boxes of one lane. Calls narrower than one pixel are merged with their neighbours into boxes
//! as tall as the calls they hide (`TraceDiff` IV-B). So the number of boxes is bounded by pixels, and finding them
//! costs O(boxes · log calls), never O(calls). A row steps over all calls of a pixel by binary search. The height of a
//! merged box is a range maximum, because siblings with everything they call are one range of ids.
//!
//! A `Plot` is one side with its window, scroll position and row heights. An `Icicle` holds the boxes of a side, and an
//! `IcicleItem` is what a box stands for. Of several lanes, the first is open and the others are folded to silhouettes.
//! The colours of calls are up to the view.

pub mod boxes;
mod cells;
pub mod csv;
pub mod decoration;
pub mod geometry;
mod item;
mod lane_changes;
mod lanes;
pub mod plot;
pub mod rows;
mod siblings;
pub mod silhouette;
pub mod table;

pub use item::IcicleItem;
pub use siblings::siblings;

pub use cells::{Cell, CellRange, CellSpan, cells};
pub use lanes::{LaneChoice, LaneOrder, ShownLane, lane_rows};
