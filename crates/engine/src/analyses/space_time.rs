//! What lanes do over time: slices, the best partitions of them, and what each p shows.
//!
//! All three analyses begin with the same table, which the compute role holds between them.

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
