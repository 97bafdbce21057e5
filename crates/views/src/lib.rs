//! Views turn traces, view state and a size into a [`diptych_scene::Scene`], and a point of it into the item below.
//!
//! Each view has one folder and one line in [`VIEWS`]. A [`View`] turns a [`LayoutInput`] into a [`Layout`]: layers of
//! the scene, the meaning of its items, and a table. [`desks`] decides which views a desk shows, and where. All views
//! share one selection and one hovered [`diptych_protocol::Subject`], which [`Highlight`] resolves to calls, functions
//! and lanes. Nothing here keeps state between two calls: the engine keeps the layouts.
//!
//! * [`icicle`] is the block that many views share: the cells of one lane in a window, bounded by pixels.
//! * [`mod@matches`] draws two icicles, mirrored, with the matches between them.
//! * [`mod@overview`] draws both whole runs.
//! * [`flame`] draws call paths by weight.
//! * [`funky`] draws functions with their callees and callers.
//! * [`spacetime`] draws lanes over time, and [`gantt`] single lanes below it. Both use [`space_time`].
//! * [`nested`] draws the program's structure as nested cells with calls over it.
//! * [`radial`] draws who calls whom around a circle, and [`sequence`] calls in their order. Both use [`program`].
//! * [`profiles`] writes profiles in the file formats of other programs.

#![forbid(unsafe_code)]

mod all_views;
pub mod axis;
pub mod caption;
pub mod colors;
mod correspondence;
pub mod counters;
pub mod csv;
pub mod desks;
pub mod differences;
pub mod elements;
pub mod flame;
pub mod function_rows;
pub mod funky;
pub mod gantt;
mod highlight;
pub mod icicle;
mod input;
pub mod instants;
mod items;
mod lane_sums;
mod leading;
mod legend;
mod marks;
mod match_index;
pub mod matches;
pub mod nested;
pub mod numbers;
pub mod overview;
mod paths;
mod place;
pub mod profiles;
pub mod program;
mod projection;
pub mod radial;
mod results;
pub mod search;
pub mod sequence;
pub mod space_time;
pub mod spacetime;
mod stacks;
mod time_map;
mod view;
pub mod words;

pub use all_views::{STORED_VIEW, StoredOverview, StoredSums, VIEWS, view};
pub use correspondence::{Correspondence, Grey, Paint};
pub use highlight::Highlight;
pub use input::{
    CallPaths, LayoutInput, PairSimilarity, PathConfidence, RunConfidence, SideInput, SimilarityInput,
    correspondence_of_mode, default_window,
};
pub use lane_sums::{LaneSums, counted_lanes, lane_word, lanes_with_calls, over_lanes};
pub use marks::{Marks, ViewMarks};
pub use match_index::MatchIndex;
pub use place::package_of;
pub use projection::Projection;
pub use results::{ResultKind, Results};
pub use stacks::PathReading;
pub use time_map::TimeMap;
pub use view::{Layout, Model, PartInfo, PartLayers, PointerDependence, View};
