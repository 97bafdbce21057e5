//! A flame graph or a funky graph as one SVG document that zooms and searches by itself, as users of flame graphs expect.
//!
//! What *Visualisations for Function Time Profiles* calls gold-plated, sections 4.2.1 to 4.2.3: siblings by weight, colour
//! by the function's weight on the b* axis of CIELAB at one lightness, all cells of the function under the pointer
//! outlined. Of a pair colours are those of differences. Names from a trace are text of elements and never part of the
//! script, which stands in the document as it is written here.

mod document;
mod functions;
mod paths;
mod styles;

use super::Profile;
use diptych_profile::{Differences, FunctionTable, Measure, Widths};

pub use functions::{FunkyPicture, funky_svg};
pub use paths::svg;

/// What is drawn.
#[derive(Debug, Clone, Copy)]
pub struct FlamePicture<'a> {
    /// The paths, their order and names.
    pub profile: Profile<'a>,
    /// What they are wide.
    pub widths: &'a Widths,
    /// Of two sides, how they differ.
    pub differences: Option<Differences<'a>>,
    /// All functions of the profile: what the colour of one side stands for.
    pub functions: &'a FunctionTable,
    /// Of these, which weight that is.
    pub measure: Measure,
    /// Whether roots stand at the bottom.
    pub upward: bool,
    /// What widths and colours say, beside the title.
    pub legend: &'a str,
}
