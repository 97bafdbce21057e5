//! Profiles as files for other programs: folded stacks, speedscope's JSON, a table as comma-separated values, and a
//! picture that zooms and searches by itself.

mod csv;
mod file;
mod folded;
mod picture;
mod speedscope;

use diptych_profile::{SortedSiblings, WeightedTree};
use diptych_trace::Axis;
use diptych_views::FrameNames;

pub use csv::{FunctionColumns, csv};
pub use file::{ProfileFile, ProfileFileKind, ProfileFileOptions, ProfileGraph};
pub use folded::folded;
pub use picture::{FlamePicture, FunkyPicture, funky_svg, svg};
pub use speedscope::speedscope;

/// A profile of one side or two, with everything needed to write it.
#[derive(Debug, Clone, Copy)]
pub struct Profile<'a> {
    /// Call paths.
    pub tree: &'a WeightedTree,
    /// Order in which paths are written.
    pub siblings: &'a SortedSiblings,
    /// Names of functions.
    pub names: &'a FrameNames,
    /// Axis of the weights.
    pub axis: Axis,
    /// Names of the sides, as many as the tree has.
    pub sides: &'a [String],
}
