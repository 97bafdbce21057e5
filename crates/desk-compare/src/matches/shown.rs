//! Filters that switch calls off: kinds of calls, short calls, other functions, and all but some steps of the colours.
//! Calls that are off fade to the background in cells and have no tubes.

use super::input::PictureInput;
use super::scale::Scale;
use diptych_protocol::{ColorBy, SideName};
use diptych_scene::Rgba;
use diptych_scene::color::lab::Lab;
use diptych_scene::theme::Theme;
use diptych_trace::CallId;
use diptych_views::Paint;
use diptych_views::icicle::plot::Plot;

/// Share of the plain grey in the colour of a call that is off.
const LEFT: f64 = 0.3;

/// The switches of a picture.
pub(super) struct Switches<'a> {
    input: &'a PictureInput<'a>,
    /// Reads steps of order, place and similarity. `None` if colours encode something else, or if all steps are shown.
    scale: Option<Scale<'a>>,
}

impl<'a> Switches<'a> {
    pub(super) fn new(input: &'a PictureInput<'a>, plots: [&'a Plot<'a>; 2]) -> Self {
        let of_matches = matches!(input.state.color, ColorBy::Shift | ColorBy::Place | ColorBy::Similarity);
        let scale = (of_matches && !input.state.steps.is_empty()).then(|| Scale::new(input, plots));
        Self { input, scale }
    }

    /// Returns true if switches hide single links. Lines that stand for many matches are then left out.
    pub(super) fn hides_links(&self) -> bool {
        let state = self.input.matches.state;
        let hides_all_only = self.input.matches.shown.is_some()
            && (state.hide_matched
                || state.hide_moved
                || state.least_us > 0
                || !state.function.trim().is_empty());
        hides_all_only || shows_some_steps(self.input)
    }

    /// Returns true if the link of two calls is hidden. `root` gives the root of their group; `similarity` is s if
    /// colour encodes it.
    pub(super) fn hides_link(
        &self,
        calls: [CallId; 2],
        root: impl FnOnce() -> [CallId; 2],
        similarity: Option<f32>,
    ) -> bool {
        let PictureInput { matches, correspondence, state, coloring, .. } = self.input;
        if matches.shown.is_some_and(|shown| !shown.holds_either(calls)) {
            return true;
        }
        if !shows_some_steps(self.input) {
            return false;
        }
        let is_on = |step: Option<usize>| is_on(&state.steps, step);
        match (state.color, &self.scale) {
            (ColorBy::Change, _) => !is_on(correspondence.map(|both| both.step(calls))),
            (ColorBy::Similarity, Some(scale)) => !is_on(similarity.map(|s| scale.similarity_step(s))),
            (_, Some(scale)) => !is_on(Some(scale.step(calls, root()))),
            (_, None) => !SideName::BOTH.into_iter().zip(calls).any(|(side, call)| {
                let trace = self.input.sides[side.index()].map(|side| side.trace);
                is_on(trace.map(|trace| coloring.step(side, trace, call)))
            }),
        }
    }
}

/// Returns true if only some steps of the colours are shown. Kinds have no steps.
pub(super) fn shows_some_steps(input: &PictureInput<'_>) -> bool {
    !input.state.steps.is_empty() && input.state.color != ColorBy::Match
}

/// Returns true if a step is among the steps that are shown.
pub(super) fn is_on(steps: &[u32], step: Option<usize>) -> bool {
    step.is_some_and(|step| steps.contains(&(step as u32)))
}

/// Returns the paint of a call that is switched off, nearly the background.
pub(super) fn faded(theme: &Theme) -> Paint {
    Paint { is_off: true, ..Paint::calm(ground(theme, theme.change[4])) }
}

/// Fades a colour to the background, opaque: whatever lies under a cell must not show through.
pub(crate) fn ground(theme: &Theme, color: Rgba) -> Rgba {
    Lab::from(theme.bg).mix(color.into(), LEFT).to_rgba()
}
