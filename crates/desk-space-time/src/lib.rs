//! The Space-time desk: the states of lanes over time, their best partitions, and the partitions of every p.
//!
//! All three analyses begin with the same table, which the compute role keeps between them.
//!
//! * [`space_time`] holds the results that the views are laid out from.
//! * [`spacetime`] draws areas of lanes × time, and [`gantt`] the states of single lanes below them.

#![forbid(unsafe_code)]

mod curve;
mod desk;
mod findings;
pub mod gantt;
mod lists;
mod model;
mod model_cache;
mod partitions;
mod query;
mod quiet;
mod results;
mod runs;
mod search_cache;
mod shown_lanes;
mod slices;
pub mod space_time;
pub mod spacetime;
mod stands;

pub use desk::{ANALYSES, SpaceTimeDesk};
