//! The scales of order, place and similarity (TraceDiff IV-D): colours of tubes, and of the cells that they join.

use super::picture::PictureInput;
use crate::icicle::plot::Plot;
use diptych_compare::similarity::{Matches, Retained};
use diptych_protocol::{ColorBy, SideName};
use diptych_scene::Rgba;
use diptych_scene::color::lab::Lab;
use diptych_scene::theme::{self, Theme};
use diptych_trace::{CallId, Calls};

/// Opacity of what has ŝ = 0.
const LEAST_ALPHA: f32 = 0.15;

/// Steps of each scale in the legend.
pub(super) const SHIFT_STEPS: usize = 4;
pub(super) const PLACE_STEPS: usize = 6;
pub(super) const SIMILARITY_STEPS: usize = 5;

/// Knows where a match lies on the scale in use.
pub(super) struct Scale<'a> {
    input: &'a PictureInput<'a>,
    plots: [&'a Plot<'a>; 2],
    viewpoint: SideName,
    tau: f32,
}

impl<'a> Scale<'a> {
    pub(super) fn new(input: &'a PictureInput<'a>, plots: [&'a Plot<'a>; 2]) -> Self {
        let matches = &input.matches;
        let viewpoint = matches.state.viewpoint.unwrap_or(matches.viewpoint);
        Self { input, plots, viewpoint, tau: tau(input) }
    }

    /// The step of the legend that a match has the colour of, of order or else of place, or is nearest to.
    pub(super) fn step(&self, calls: [CallId; 2], root: [CallId; 2]) -> usize {
        let (share, steps) = match self.input.state.color {
            ColorBy::Shift => (shift(self.plots, calls, root), SHIFT_STEPS),
            _ => (self.place(calls, root), PLACE_STEPS),
        };
        (share * (steps - 1) as f64).round() as usize
    }

    /// The same of similarity.
    pub(super) fn similarity_step(&self, s: f32) -> usize {
        (f64::from(self.strength(s)) * (SIMILARITY_STEPS - 1) as f64).round() as usize
    }

    /// Where in the run that is not looked from the match lies, 0..=1.
    fn place(&self, calls: [CallId; 2], root: [CallId; 2]) -> f64 {
        along(self.plots, calls, root)[self.viewpoint.other().index()].clamp(0.0, 1.0)
    }

    /// Of order, or else of place.
    pub(super) fn color(&self, calls: [CallId; 2], root: [CallId; 2]) -> Rgba {
        let published = self.input.matches.state.published;
        if self.input.state.color == ColorBy::Shift {
            let share = shift(self.plots, calls, root);
            return if published { theme::red_grey(share) } else { theme::order(self.input.theme, share) };
        }
        let share = self.place(calls, root);
        if published { theme::rainbow(share) } else { theme::place(share) }
    }

    /// ŝ: where s lies between τ and 1.
    pub(super) fn strength(&self, s: f32) -> f32 {
        if self.tau < 1.0 { ((s - self.tau) / (1.0 - self.tau)).clamp(0.0, 1.0) } else { 1.0 }
    }

    /// Whether a match keeps its colour under a brush: its group is rooted in the brushed stack, or it ends there.
    pub(super) fn is_brushed(&self, calls: [CallId; 2], root: [CallId; 2]) -> bool {
        let Some((side, stack)) = self.input.matches.brushed else { return true };
        let side = side.index();
        let own = self.plots[side].trace.calls();
        let inside = |call: CallId| call != CallId::NONE && own.contains(stack, call);
        inside(root[side]) || inside(calls[side])
    }
}

/// τ: matches have at least this s.
pub(super) fn tau(input: &PictureInput<'_>) -> f32 {
    input.matches.similarity.map_or(0.0, |found| found.similarity.tau() as f32)
}

/// s of two calls, once callee sets are computed.
pub(super) fn similarity(input: &PictureInput<'_>, [a, b]: [CallId; 2]) -> Option<f32> {
    let sets = input.matches.similarity?.sets;
    Some(sets.similarity(sets.class(0, a), sets.class(1, b)) as f32)
}

/// The same for a colour, where all under τ is one: 0, so that sets of calls that do not match need not be compared.
/// O(log partners), where all of those are kept.
pub(super) fn shown_similarity(input: &PictureInput<'_>, calls: [CallId; 2]) -> Option<f32> {
    let Matches { sets, similarity: joined, .. } = input.matches.similarity?;
    let found = joined.partners(0, sets.class(0, calls[0])).with(sets.class(1, calls[1]));
    match found {
        None if joined.retained() != Retained::All => similarity(input, calls),
        _ => Some(found.unwrap_or(0.0)),
    }
}

/// What shows s by its opacity and highlight: neither light nor dark.
pub(super) fn similarity_hue(theme: &Theme) -> Rgba {
    theme::amount(theme, 0.4)
}

/// How opaque what has a strength ŝ is.
pub(super) fn alpha(strength: f32) -> f32 {
    LEAST_ALPHA + (1.0 - LEAST_ALPHA) * strength
}

/// The same as an opaque colour: what lies under a cell must not be seen through it.
pub(super) fn opaque(theme: &Theme, strength: f32) -> Rgba {
    Lab::from(theme.bg).mix(similarity_hue(theme).into(), f64::from(alpha(strength))).to_rgba()
}

/// How far the starts of a match lie along its group, about 0..=1; those of a group's root along the runs.
fn along(plots: [&Plot<'_>; 2], calls: [CallId; 2], root: [CallId; 2]) -> [f64; 2] {
    [0, 1].map(|side: usize| {
        let trace = plots[side].trace;
        let own: &Calls = trace.calls();
        let (from, length) = if root == calls || root[side] == CallId::NONE {
            (0, trace.extent())
        } else {
            (own.start()[root[side].index()], own.duration(root[side]))
        };
        let start = own.start()[calls[side].index()];
        if length > 0 { (start - from) as f64 / length as f64 } else { 0.0 }
    })
}

/// Permutation: how far apart two starts lie, each as a share of its group (of its run, for roots), 0..=1.
pub(super) fn shift(plots: [&Plot<'_>; 2], calls: [CallId; 2], root: [CallId; 2]) -> f64 {
    let [a, b] = along(plots, calls, root);
    (a - b).abs().min(1.0)
}
