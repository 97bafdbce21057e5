//! Fills of the icicles' cells where colour encodes the same as on the tubes: order, place or similarity.

use super::input::PictureInput;
use super::roots::Roots;
use super::scale::{Scale, opaque, shown_similarity};
use super::shown::{faded, is_on, shows_some_steps};
use diptych_compare::align::Kind;
use diptych_protocol::{ColorBy, MatchMode, SideName};
use diptych_scene::Rgba;
use diptych_trace::{CallId, Trace};
use diptych_views::icicle::plot::Plot;
use diptych_views::{Correspondence, Paint};

/// Finds the match whose colour a cell takes. One to one, that is the match with the call's partner. By similarity it
/// is the match of highest s found in the foci, and for colour by s the best match of all.
pub(crate) struct Cells<'a> {
    input: &'a PictureInput<'a>,
    roots: &'a Roots<'a>,
    scale: Scale<'a>,
}

impl<'a> Cells<'a> {
    /// Returns `None` if cells have colours of their own, or if only one side is open.
    pub(crate) fn new(
        input: &'a PictureInput<'a>,
        plots: &'a [Plot<'a>],
        roots: &'a Roots<'a>,
    ) -> Option<Self> {
        let [a, b] = plots else { return None };
        let of_matches = matches!(input.state.color, ColorBy::Shift | ColorBy::Place | ColorBy::Similarity);
        of_matches.then(|| Self { input, roots, scale: Scale::new(input, [a, b]) })
    }

    /// Returns the fill of a call and its step in the legend; the step is `None` if a brush leaves the call grey.
    /// Returns `None` if the call has no match. Costs as much as [`Roots::root_of`] one to one, and O(log drawn
    /// matches) by similarity.
    pub(crate) fn fill(&self, side: SideName, call: CallId) -> Option<(Rgba, Option<usize>)> {
        let matches = &self.input.matches;
        let of_similarity = self.input.state.color == ColorBy::Similarity;
        let (calls, root) = match matches.state.mode {
            MatchMode::OneToOne => {
                let calls = self.roots.correspondence.both(side, call)?;
                (calls, self.roots.root_of(calls))
            }
            MatchMode::Similarity => match matches.similar?.best(side, call) {
                Some(found) => found,
                // This match is not drawn, but every class of calls has a best s.
                None if of_similarity => return self.best(side, call).map(|s| self.shade(s)),
                None => return None,
            },
        };
        if !self.scale.is_brushed(calls, root) {
            return Some((self.input.theme.change[4], None));
        }
        if of_similarity {
            let s = match matches.state.mode {
                MatchMode::OneToOne => shown_similarity(self.input, calls),
                MatchMode::Similarity => self.best(side, call),
            };
            return s.map(|s| self.shade(s));
        }
        Some((self.scale.color(calls, root), Some(self.scale.step(calls, root))))
    }

    /// Returns the highest s of a call with any call of the other side, if it has a match.
    fn best(&self, side: SideName, call: CallId) -> Option<f32> {
        let found = self.input.matches.similarity?;
        let best = found.similarity.best(side.index(), found.sets.class(side.index(), call))?;
        Some(best.similarity)
    }

    fn shade(&self, s: f32) -> (Rgba, Option<usize>) {
        (opaque(self.input.theme, self.scale.strength(s)), Some(self.scale.similarity_step(s)))
    }
}

/// Returns the paint of a call. Calls that are switched off fade to the background.
pub(super) fn paint(
    input: &PictureInput<'_>,
    fills: Option<&Cells<'_>>,
    side: SideName,
    trace: &Trace,
    call: CallId,
) -> Paint {
    let PictureInput { theme, coloring, correspondence, state, matches, .. } = input;
    let is_shown = |step: &dyn Fn() -> Option<usize>| {
        matches.shown.is_none_or(|shown| shown.hits(side).holds(call))
            && (!shows_some_steps(input) || is_on(&state.steps, step()))
    };
    let plain = || {
        let fill = coloring.fill(side, trace, call, theme);
        (Paint::plain(fill), is_shown(&|| Some(coloring.step(side, trace, call))))
    };
    let (paint, is_shown) = match (correspondence, state.color) {
        (Some(correspondence), ColorBy::Change) => {
            let step = || correspondence.both(side, call).map(|both| correspondence.step(both));
            (correspondence.paint_change(theme, side, call), is_shown(&step))
        }
        (Some(correspondence), ColorBy::Match) => {
            (correspondence.paint_match(theme, side, call), is_shown(&|| None))
        }
        (Some(correspondence), ColorBy::Shift | ColorBy::Place | ColorBy::Similarity) => {
            let found = fills.and_then(|fills| fills.fill(side, call));
            let paint = match found {
                Some((fill, _)) if matches.state.mode == MatchMode::OneToOne => {
                    correspondence.paint_fill(theme, side, call, fill)
                }
                Some((fill, _)) => Paint::calm(fill),
                None if matches!(correspondence.kind(side, call), Kind::Only | Kind::NotCompared) => {
                    correspondence.paint_match(theme, side, call)
                }
                None => correspondence.paint_fill(theme, side, call, theme.change[4]),
            };
            (paint, is_shown(&|| found.and_then(|(_, step)| step)))
        }
        _ => plain(),
    };
    if !is_shown {
        return faded(theme);
    }
    let is_grey = fills.is_none() && correspondence.is_some_and(|both| !is_brushed(input, both, side, call));
    if is_grey { Paint::calm(theme.change[4]) } else { paint }
}

/// Returns true if a call keeps its colour under a brush: it lies in the brushed stack, or its match does.
fn is_brushed(
    input: &PictureInput<'_>,
    correspondence: &Correspondence<'_>,
    side: SideName,
    call: CallId,
) -> bool {
    let Some((brushed_side, stack)) = input.matches.brushed else { return true };
    let own = if side == brushed_side { Some(call) } else { correspondence.partner(side, call) };
    own.is_some_and(|call| correspondence.trace(brushed_side).calls().contains(stack, call))
}
