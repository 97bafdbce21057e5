//! Both sides as they are laid out, between which matches are drawn.

use super::input::PictureInput;
use super::roots::Roots;
use diptych_views::icicle::{boxes::Icicle, plot::Plot};

/// Both sides as they are laid out on the canvas.
pub(crate) struct MatchContext<'a> {
    pub(crate) plots: [&'a Plot<'a>; 2],
    pub(crate) icicles: [&'a Icicle; 2],
    pub(crate) input: &'a PictureInput<'a>,
    /// Roots of groups, once there is an alignment.
    pub(crate) roots: Option<&'a Roots<'a>>,
}

impl MatchContext<'_> {
    /// Returns the y of the two edges of band B, A's first.
    pub(super) fn band(&self) -> [f32; 2] {
        [self.plots[0].placement.plot.y1, self.plots[1].placement.plot.y0]
    }
}
