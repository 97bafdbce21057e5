//! The icicle block: calls of one lane as boxes, width = duration, depth = stack depth.
//!
//! Calls narrower than one pixel are merged with their neighbours into boxes as tall as what they hide
//! (`TraceDiff` IV-B), so the number of boxes is bounded by pixels and finding them costs
//! O(boxes · log calls), never O(calls): a row steps over a whole pixel of calls by binary search, and the
//! height of a merged box is a range maximum, because siblings with all they call are one range of ids.

mod cells;

pub use cells::{Cell, CellSpan, cells};
