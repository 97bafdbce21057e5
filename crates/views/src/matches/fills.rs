//! Fills of the icicles' cells where colour says what the tubes say: order, place, similarity.

use super::picture::PictureInput;
use super::roots::Roots;
use super::scale::{Scale, opaque, shown_similarity};
use super::shown::{faded, is_on, shows_some_steps};
use crate::Paint;
use crate::icicle::plot::Plot;
use diptych_compare::align::Kind;
use diptych_protocol::{ColorBy, MatchMode, SideName};
use diptych_scene::Rgba;
use diptych_trace::{CallId, Trace};

/// Knows the match that a cell has the colour of: that with its partner; by similarity that of highest s of those
/// found in the foci, and for s itself the best of all.
pub(crate) struct Cells<'a> {
    input: &'a PictureInput<'a>,
    roots: &'a Roots<'a>,
    scale: Scale<'a>,
}

impl<'a> Cells<'a> {
    /// `None` where cells have colours of their own.
    pub(crate) fn new(
        input: &'a PictureInput<'a>,
        plots: &'a [Plot<'a>],
        roots: &'a Roots<'a>,
    ) -> Option<Self> {
        let [a, b] = plots else { return None };
        let of_matches = matches!(input.state.color, ColorBy::Shift | ColorBy::Place | ColorBy::Similarity);
        of_matches.then(|| Self { input, roots, scale: Scale::new(input, [a, b]) })
    }

    /// The fill of a call; `None` if it has no match. One to one as [`Roots::root_of`], by similarity O(log drawn matches).
    /// With the step of the legend, unless a brush leaves it grey.
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
                // Not drawn, but every class has an s.
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

    /// The highest s that a call has with any of the other side, if one matches.
    fn best(&self, side: SideName, call: CallId) -> Option<f32> {
        let found = self.input.matches.similarity?;
        let best = found.similarity.best(side.index(), found.sets.class(side.index(), call))?;
        Some(best.similarity)
    }

    fn shade(&self, s: f32) -> (Rgba, Option<usize>) {
        (opaque(self.input.theme, self.scale.strength(s)), Some(self.scale.similarity_step(s)))
    }
}

/// How a call looks. What is switched off fades to the ground.
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
                None if correspondence.kind(side, call) == Kind::Only => {
                    correspondence.paint_match(theme, side, call)
                }
                None => correspondence.paint_fill(theme, side, call, theme.change[4]),
            };
            (paint, is_shown(&|| found.and_then(|(_, step)| step)))
        }
        _ => plain(),
    };
    if is_shown { paint } else { faded(theme) }
}
