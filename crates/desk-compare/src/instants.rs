//! Instants of a recording on the time axis: one stick a pixel, and labels that never overlap.
//!
//! [`clusters()`] joins instants that are too close for a label each. A cluster has one label: the name of its instant,
//! or a count. The work is bounded by pixels.

mod clusters;
mod words;

pub(crate) use clusters::{Cluster, Places, clusters, sticks};
pub(crate) use words::{label, tooltip};
