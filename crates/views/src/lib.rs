//! Views: traces + view state + size → [`diptych_scene::Scene`], and back: what is under this point.
//!
//! One folder a view, one line in [`VIEWS`]. A [`View`] turns a [`LayoutInput`] into a [`Layout`]: layers of the scene,
//! what its items stand for, its table. [`desks`] says which views a desk shows where. What is selected and hovered is
//! a [`diptych_protocol::Subject`] for all of them; [`Highlight`] says which calls, functions and lanes that is.
//! Nothing here remembers anything between two calls: the engine keeps the layouts.
//!
//! [`profiles`] writes profiles as the files of other programs.
//!
//! [`icicle`] is the block that many views share: cells of one lane in a window, bounded by pixels.
//! [`mod@matches`] draws two of them, mirrored, and what matches between them; [`mod@overview`] both runs whole.
//! [`flame`] draws call paths with what they weigh, [`funky`] functions with what they call and what calls them.
//! [`spacetime`] draws what lanes do over time, [`gantt`] single lanes below it, both from [`space_time`].
//! [`nested`] draws the program's structure as nested cells with calls over it.
//! [`radial`] draws who calls whom around a circle, [`sequence`] the calls in their order, both from [`program`].

pub mod axis;
pub mod caption;
pub mod colors;
mod correspondence;
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
pub mod search;
pub mod sequence;
pub mod space_time;
pub mod spacetime;
mod stacks;
mod time_map;
mod view;
pub mod words;

pub use correspondence::{Correspondence, Grey, Paint};
pub use highlight::Highlight;
pub use input::{
    Analyses, LayoutInput, PathConfidence, ProfileInput, RunConfidence, SideInput, SimilarityInput, Versions,
    default_window,
};
pub use lane_sums::{LaneSums, counted_lanes, lane_word, lanes_with_calls, over_lanes};
pub use marks::{Marked, Marks};
pub use match_index::MatchIndex;
pub use place::package_of;
pub use projection::Projection;
pub use stacks::PathReading;
pub use time_map::TimeMap;
pub use view::{
    KEPT_VIEW, KeptOverview, KeptStretch, Layout, Model, Need, PartInfo, PartLayers, Reacts, VIEWS, View,
    view,
};
