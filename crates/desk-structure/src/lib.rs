//! The Structure desk: the program's structure and the calls between its elements.
//!
//! * [`program`] holds the data that the views are laid out from: the shown elements and the calls of a window.
//! * [`radial`] draws who calls whom around a circle, and [`sequence`] calls in their order. [`runs`] shows above both
//!   which part of the runs is visible.

#![forbid(unsafe_code)]

mod call_windows;
mod calls_picture;
mod desk;
mod elements;
mod memory;
mod moves;
mod parts;
pub mod program;
pub mod radial;
pub mod runs;
pub mod sequence;
mod settings;
mod shown;
mod want;
mod window;

pub use desk::{ANALYSES, StructureDesk};
