//! The states of lanes over time: slices, their best partitions, and the partitions of every p.
//!
//! All three analyses begin with the same table, which the compute role keeps between them.

mod curve;
mod model;
mod partitions;
mod query;
mod runs;
mod slices;
mod stands;

pub(crate) use curve::{CurveQuery, Curves};
pub(super) use model::HeldSlices;
pub(crate) use partitions::{PartitionQuery, Partitions};
pub(crate) use query::{RunsOf, SliceQuery};
pub(crate) use slices::Slices;
