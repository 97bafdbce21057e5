//! The scales of order, place and similarity (TraceDiff IV-D): colours of tubes and of the cells that they join.

use super::input::PictureInput;
use diptych_compare::similarity::{Matches, PairRetention};
use diptych_protocol::{ColorBy, SideName};
use diptych_scene::Rgba;
use diptych_scene::color::lab::Lab;
use diptych_scene::theme::{self, Theme};
use diptych_trace::{CallId, Calls};
use diptych_views::icicle::plot::Plot;

/// Opacity of a match with ŝ = 0.
const LEAST_ALPHA: f32 = 0.15;

/// Number of steps of each scale in the legend.
pub(super) const SHIFT_STEPS: usize = 4;
pub(super) const PLACE_STEPS: usize = 6;
pub(super) const SIMILARITY_STEPS: usize = 5;

/// Places matches on the scale in use.
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

    /// Returns the legend step nearest to a match's colour, on the scale of order if that is in use, otherwise on the
    /// scale of place.
    pub(super) fn step(&self, calls: [CallId; 2], root: [CallId; 2]) -> usize {
        let (share, steps) = match self.input.state.color {
            ColorBy::Shift => (self.shift(calls, root), SHIFT_STEPS),
            _ => (self.place(calls, root), PLACE_STEPS),
        };
        (share * (steps - 1) as f64).round() as usize
    }

    /// Returns the permutation of a match, as shares of its group or, if the state says so, in time.
    fn shift(&self, calls: [CallId; 2], root: [CallId; 2]) -> f64 {
        if self.input.matches.state.raw {
            raw_shift(self.plots, calls)
        } else {
            shift(self.plots, calls, root)
        }
    }

    /// Returns the legend step nearest to a similarity s.
    pub(super) fn similarity_step(&self, s: f32) -> usize {
        (f64::from(self.strength(s)) * (SIMILARITY_STEPS - 1) as f64).round() as usize
    }

    /// Returns the position of the match in the run opposite the viewpoint, 0..=1.
    fn place(&self, calls: [CallId; 2], root: [CallId; 2]) -> f64 {
        along(self.plots, calls, root)[self.viewpoint.other().index()].clamp(0.0, 1.0)
    }

    /// Returns the colour of a match on the scale of order if that is in use, otherwise on the scale of place.
    pub(super) fn color(&self, calls: [CallId; 2], root: [CallId; 2]) -> Rgba {
        let published = self.input.matches.state.published;
        if self.input.state.color == ColorBy::Shift {
            let share = self.shift(calls, root);
            return if published { theme::red_grey(share) } else { theme::later(self.input.theme, share) };
        }
        let share = self.place(calls, root);
        if published { theme::rainbow(share) } else { theme::place(share) }
    }

    /// Returns ŝ, the position of s between τ and 1.
    pub(super) fn strength(&self, s: f32) -> f32 {
        if self.tau < 1.0 { ((s - self.tau) / (1.0 - self.tau)).clamp(0.0, 1.0) } else { 1.0 }
    }

    /// Returns true if a match keeps its colour under a brush: the root of its group or its own call lies in the
    /// brushed stack.
    pub(super) fn is_brushed(&self, calls: [CallId; 2], root: [CallId; 2]) -> bool {
        let Some((side, stack)) = self.input.matches.brushed else { return true };
        let side = side.index();
        let own = self.plots[side].trace.calls();
        let inside = |call: CallId| call != CallId::NONE && own.contains(stack, call);
        inside(root[side]) || inside(calls[side])
    }
}

/// Returns τ, the least s of a match.
pub(super) fn tau(input: &PictureInput<'_>) -> f32 {
    input.matches.similarity.map_or(0.0, |found| found.similarity.tau() as f32)
}

/// Returns s of two calls, once callee sets are computed.
pub(super) fn similarity(input: &PictureInput<'_>, [a, b]: [CallId; 2]) -> Option<f32> {
    let sets = input.matches.similarity?.sets;
    Some(sets.similarity(sets.class(0, a), sets.class(1, b)) as f32)
}

/// Returns s of two calls for a colour. The scale shows all values under τ alike, so this returns 0 for them and does
/// not compare the sets of calls that do not match. O(log partners) if all partners are retained.
pub(super) fn shown_similarity(input: &PictureInput<'_>, calls: [CallId; 2]) -> Option<f32> {
    let Matches { sets, similarity: joined, .. } = input.matches.similarity?;
    let found = joined.partners(0, sets.class(0, calls[0])).with(sets.class(1, calls[1]));
    match found {
        None if joined.retained() != PairRetention::All => similarity(input, calls),
        _ => Some(found.unwrap_or(0.0)),
    }
}

/// Returns the hue whose opacity and highlight show s. It is neither light nor dark.
pub(super) fn similarity_hue(theme: &Theme) -> Rgba {
    theme::amount(theme, 0.4)
}

/// Returns the opacity for a strength ŝ.
pub(super) fn alpha(strength: f32) -> f32 {
    LEAST_ALPHA + (1.0 - LEAST_ALPHA) * strength
}

/// Returns that colour mixed with the background, opaque: whatever lies under a cell must not show through.
pub(super) fn opaque(theme: &Theme, strength: f32) -> Rgba {
    Lab::from(theme.bg).mix(similarity_hue(theme).into(), f64::from(alpha(strength))).to_rgba()
}

/// Returns how far along its group each start of a match lies, about 0..=1. For the root of a group, how far along the
/// run.
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

/// Returns the permutation of a match: the distance between its two starts, each as a share of its group (of its run,
/// for roots). 0..=1.
pub(super) fn shift(plots: [&Plot<'_>; 2], calls: [CallId; 2], root: [CallId; 2]) -> f64 {
    let [a, b] = along(plots, calls, root);
    (a - b).abs().min(1.0)
}

/// Returns the distance between the two starts of a match (`TraceDiff` IV-D), each counted from the first instant of its
/// run, as a share of the longer run. 0..=1.
fn raw_shift(plots: [&Plot<'_>; 2], calls: [CallId; 2]) -> f64 {
    let start = |side: usize| plots[side].trace.calls().start()[calls[side].index()];
    let longest = plots.map(|plot| plot.trace.extent()).into_iter().fold(1, i64::max);
    ((start(0) - start(1)).abs() as f64 / longest as f64).min(1.0)
}
