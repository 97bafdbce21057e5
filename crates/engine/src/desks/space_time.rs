//! The Space-time desk: the states of lanes over time, their best partitions, and the partitions of every p.
//!
//! All three analyses begin with the same table, which the compute role keeps between them.

mod curve;
mod desk;
mod findings;
mod lists;
mod model;
mod partitions;
mod query;
mod results;
mod runs;
mod shown_lanes;
mod slices;
mod stands;

pub use desk::SpaceTimeDesk;
