//! The calls that the overview covers: those that no switch of the desk hides.

use crate::by_mode::{AlignmentVersion, alignment_version};
use crate::matches::VisibleCalls;
use diptych_protocol::{ColorBy, MatchesState, SideName};
use diptych_trace::CallId;
use diptych_views::colors::Coloring;
use diptych_views::search::Hits;
use diptych_views::{Correspondence, LayoutInput};

/// Everything that a filter depends on.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct FilterKey {
    /// Versions of the traces and of the alignment.
    versions: ([u32; 2], AlignmentVersion),
    /// Switches of the desk, without settings that hide nothing.
    switches: MatchesState,
    /// The colour encoding and the steps that are shown, if only some are.
    steps: Option<(ColorBy, Vec<u32>)>,
}

impl FilterKey {
    pub(super) fn new(input: &LayoutInput<'_>) -> Self {
        let compare = &input.state.compare;
        let (color, steps) = (compare.icicle.color, &compare.icicle.steps);
        Self {
            versions: (input.trace_versions, alignment_version(input)),
            switches: compare.matches.switches(),
            steps: (has_steps_here(color) && !steps.is_empty()).then(|| (color, steps.clone())),
        }
    }
}

/// Returns true if a step of these colours belongs to a call whatever the foci are. Kinds have no steps, and steps of
/// order, place and similarity depend on the foci.
fn has_steps_here(color: ColorBy) -> bool {
    !matches!(color, ColorBy::Match | ColorBy::Shift | ColorBy::Place | ColorBy::Similarity)
}

/// The shown calls of each side.
#[derive(Debug)]
pub(super) struct Filter([Hits; 2]);

impl Filter {
    /// Returns `None` if nothing is hidden. O(functions + calls).
    pub(super) fn new(correspondence: &Correspondence<'_>, input: &LayoutInput<'_>) -> Option<Self> {
        let key = FilterKey::new(input);
        let shown = VisibleCalls::new(correspondence, &input.state.compare.matches);
        let Some((color, steps)) = key.steps else { return shown.map(|shown| Self(shown.into_hits())) };
        let measured = input.sides.map(|side| side.map(|side| (side.trace, side.totals)));
        let coloring = Coloring::new(color, measured, input.colors());
        let step_of = |side: SideName, call: CallId| match color {
            ColorBy::Change => correspondence.both(side, call).map(|both| correspondence.step(both)),
            _ => Some(coloring.step(side, correspondence.trace(side), call)),
        };
        let is_shown = |side: SideName, call: CallId| {
            shown.as_ref().is_none_or(|shown| shown.hits(side).holds(call))
                && step_of(side, call).is_some_and(|step| steps.contains(&(step as u32)))
        };
        let hits = |side: SideName| Hits::of_calls(correspondence.trace(side), |call| is_shown(side, call));
        Some(Self(SideName::BOTH.map(hits)))
    }

    pub(super) fn hits(&self) -> [&Hits; 2] {
        self.0.each_ref()
    }
}
