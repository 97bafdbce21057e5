//! Views turn traces, view state and a size into a [`diptych_scene::Scene`], and a point of it into the item below.
//!
//! A [`View`] turns a [`LayoutInput`] into a [`Layout`]: layers of the scene, the meaning of its items, and a table.
//! Each view is a folder in the crate of its desk. This crate holds what views of several desks share. All views share
//! one selection and one hovered [`diptych_protocol::Subject`], which [`Highlight`] resolves to calls, functions
//! and lanes. Nothing here keeps state between two calls: the engine keeps the layouts.
//!
//! * [`icicle`] is the block that many views share: the cells of one lane in a window, bounded by pixels.

#![forbid(unsafe_code)]

pub mod axis;
pub mod caption;
pub mod colors;
mod correspondence;
pub mod counters;
pub mod csv;
pub mod differences;
pub mod focus;
mod frame_names;
mod highlight;
pub mod icicle;
mod input;
mod items;
mod lane_sums;
mod leading;
pub mod legend;
mod marks;
mod match_index;
pub mod numbers;
mod place;
pub mod places;
mod projection;
mod results;
pub mod run_strip;
pub mod search;
mod stacks;
mod successors;
mod time_map;
mod view;
pub mod words;

pub use correspondence::{Correspondence, Grey, Paint, SignificantFunctions, only, pale, pale_legend};
pub use frame_names::FrameNames;
pub use highlight::Highlight;
pub use input::{
    LayoutInput, PairSimilarity, SideInput, SimilarityInput, correspondence_of_mode, default_window, whole,
};
pub use items::ItemTable;
pub use lane_sums::{LaneSums, counted_lanes, lane_word, lanes_with_calls, over_lanes};
pub use leading::leading;
pub use marks::{Marks, SideMarks, ViewMarks};
pub use match_index::MatchIndex;
pub use place::package_of;
pub use projection::Projection;
pub use results::{ResultKind, Results};
pub use stacks::{PathReading, folded};
pub use successors::{Successor, Successors};
pub use time_map::TimeMap;
pub use view::{Layout, Model, PartInfo, PartLayers, PointerDependence, View};
