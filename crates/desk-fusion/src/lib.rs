//! The Fusion desk: the program's structure as nested cells, with the calls of each element over them.
//!
//! * [`elements`] holds the shown elements with their calls, which the engine computes when a state asks for them.
//! * [`nested`] draws them.

#![forbid(unsafe_code)]

mod desk;
pub mod elements;
pub mod nested;
mod results;

pub use desk::FusionDesk;
