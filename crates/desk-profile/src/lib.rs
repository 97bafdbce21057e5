//! The Profile desk: call paths with a weight, the table of functions, and profiles as files.
//!
//! * [`path_results`] holds the results that the views are laid out from.
//! * [`flame`] draws call paths by weight, and [`funky`] functions with their callees and callers. Both use `paths`.
//! * [`profiles`] writes profiles in the file formats of other programs.

#![forbid(unsafe_code)]

mod call_paths;
mod confidence;
mod confidence_test;
mod desk;
mod file;
pub mod flame;
mod function_rows;
pub mod funky;
pub mod path_results;
mod paths;
pub mod profiles;
mod results;

pub use desk::{ANALYSES, ProfileDesk};
