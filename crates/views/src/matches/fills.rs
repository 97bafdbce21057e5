//! Fills of the icicles' cells where colour says what the tubes say: order, place, similarity.

use super::picture::PictureInput;
use super::roots::Roots;
use super::scale::{Scale, opaque, shown_similarity};
use crate::Paint;
use crate::icicle::plot::Plot;
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
    pub(crate) fn fill(&self, side: SideName, call: CallId) -> Option<Rgba> {
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
            return Some(self.input.theme.change[4]);
        }
        if of_similarity {
            let s = match matches.state.mode {
                MatchMode::OneToOne => shown_similarity(self.input, calls),
                MatchMode::Similarity => self.best(side, call),
            };
            return s.map(|s| self.shade(s));
        }
        Some(self.scale.color(calls, root))
    }

    /// The highest s that a call has with any of the other side, if one matches.
    fn best(&self, side: SideName, call: CallId) -> Option<f32> {
        let found = self.input.matches.similarity?;
        let best = found.similarity.best(side.index(), found.sets.class(side.index(), call))?;
        Some(best.similarity)
    }

    fn shade(&self, s: f32) -> Rgba {
        opaque(self.input.theme, self.scale.strength(s))
    }
}

/// How a call looks.
pub(super) fn paint(
    input: &PictureInput<'_>,
    fills: Option<&Cells<'_>>,
    side: SideName,
    trace: &Trace,
    call: CallId,
) -> Paint {
    let PictureInput { theme, coloring, correspondence, state, matches, .. } = input;
    let Some(correspondence) = correspondence else {
        return Paint::plain(coloring.fill(side, trace, call, theme));
    };
    let hidden = matches.hides_only(side);
    match state.color {
        ColorBy::Change => correspondence.paint_change(theme, side, call, hidden),
        ColorBy::Match => correspondence.paint_match(theme, side, call, hidden),
        ColorBy::Shift | ColorBy::Place | ColorBy::Similarity => {
            match fills.and_then(|fills| fills.fill(side, call)) {
                Some(fill) if matches.state.mode == MatchMode::OneToOne => {
                    correspondence.paint_fill(theme, side, call, fill)
                }
                Some(fill) => Paint::calm(fill),
                None => correspondence.paint_match(theme, side, call, hidden),
            }
        }
        _ => Paint::plain(coloring.fill(side, trace, call, theme)),
    }
}
