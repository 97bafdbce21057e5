//! Both sides as they are laid out, between which matches are drawn.

use super::input::PictureInput;
use super::roots::Roots;
use diptych_trace::CallId;
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
    /// Returns true if both calls begin before the time in view and end after it.
    pub(super) fn surrounds_view(&self, calls: [CallId; 2]) -> bool {
        self.plots.iter().zip(calls).all(|(plot, call)| {
            let (calls, focus) = (plot.trace.calls(), plot.focus());
            calls.start()[call.index()] < focus.start && calls.end()[call.index()] > focus.end
        })
    }

    /// Returns true if one of two calls is at least partly in the time in view of its side.
    pub(super) fn touches_view(&self, calls: [CallId; 2]) -> bool {
        self.plots.iter().zip(calls).any(|(plot, call)| {
            let (calls, focus) = (plot.trace.calls(), plot.focus());
            calls.start()[call.index()] < focus.end && calls.end()[call.index()] > focus.start
        })
    }

    /// Returns the y of the two edges of band B, A's first.
    pub(super) fn band(&self) -> [f32; 2] {
        [self.plots[0].placement.plot.y1, self.plots[1].placement.plot.y0]
    }
}
