//! Profiles as files that other programs read: folded stacks, speedscope's JSON, a table as comma-separated values,
//! a picture that zooms and searches by itself.

mod csv;
mod file;
mod folded;
mod names;
mod picture;
mod speedscope;

use diptych_profile::{Siblings, WeightedTree};
use diptych_trace::Axis;

pub use csv::{FunctionColumns, csv};
pub use file::{ProfileFile, ProfileFileKind, ProfileFileOptions, ProfileGraph};
pub use folded::folded;
pub use names::FrameNames;
pub use picture::{FlamePicture, FunkyPicture, funky_svg, svg};
pub use speedscope::speedscope;

/// A profile of one side or two, and what it takes to write it.
#[derive(Debug, Clone, Copy)]
pub struct Profile<'a> {
    /// Its paths.
    pub tree: &'a WeightedTree,
    /// In which order they are written.
    pub siblings: &'a Siblings,
    /// What functions are called.
    pub names: &'a FrameNames,
    /// What weights measure.
    pub axis: Axis,
    /// What the sides are called: as many as the tree has.
    pub sides: &'a [String],
}
