//! A flame graph or a funky graph as one SVG document that zooms and searches by itself, as users of flame graphs expect.
//!
//! It follows the *gold-plated* flame graphs of *Visualisations for Function Time Profiles*, sections 4.2.1 to 4.2.3.
//! Siblings are sorted by weight. Colour shows the function's weight on the b* axis of CIELAB at constant lightness.
//! All cells of the function under the pointer are outlined. For a pair, colours show differences instead.
//!
//! Names from a trace are text of elements and never part of the script, which is embedded unchanged.

mod document;
mod functions;
mod paths;
mod styles;

use super::Profile;
use diptych_profile::{Differences, FunctionTable, Measure, Widths};

pub use functions::{FunkyPicture, funky_svg};
pub use paths::svg;

/// The contents of a flame graph.
#[derive(Debug, Clone, Copy)]
pub struct FlamePicture<'a> {
    /// Paths, with their order and names.
    pub profile: Profile<'a>,
    /// Widths of the paths.
    pub widths: &'a Widths,
    /// Differences, if there are two sides.
    pub differences: Option<Differences<'a>>,
    /// Sums of all functions, which give the colours of one side.
    pub functions: &'a FunctionTable,
    /// Weight that these colours show, self or total.
    pub measure: Measure,
    /// True to draw the roots at the bottom.
    pub upward: bool,
    /// Explanation of widths and colours below the title.
    pub legend: &'a str,
}
