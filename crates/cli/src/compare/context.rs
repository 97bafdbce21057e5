//! The comparison as the names and sentences of its rows need it.

use super::comparison::{Comparison, Facts};
use diptych_compare::ranking::{Normalisation, RowUnit, standing_out};
use diptych_views::differences::RowContext;
use diptych_views::{Successors, differences};

/// Returns the functions that probably succeed others, or are succeeded.
pub(super) fn successors(comparison: &Comparison) -> &Successors {
    comparison.successors.get_or_init(|| {
        let floor = comparison.ranking.options.floor;
        differences::successors(bare_context(comparison), standing_out(&comparison.largest), floor)
    })
}

/// Returns the comparison as the names and sentences of its rows need it.
pub(super) fn context(comparison: &Comparison) -> RowContext<'_> {
    RowContext { successors: Some(successors(comparison)), ..bare_context(comparison) }
}

/// Returns the comparison without successors: these are found with it.
fn bare_context(comparison: &Comparison) -> RowContext<'_> {
    let Facts { names, axis, times, moved, thread_moves, lane_families, late_lane, lane_sums, .. } =
        &comparison.facts;
    let times = times.as_ref().filter(|_| comparison.by() == RowUnit::Function);
    let is_recorded = comparison.ranking.options.normalisation == Normalisation::Absolute;
    RowContext {
        names,
        union: comparison.listed(),
        by: comparison.by(),
        axis: *axis,
        times,
        lanes: lane_sums.as_ref(),
        moved,
        thread_moves,
        lane_families,
        late_lane: late_lane.as_ref().filter(|_| is_recorded),
        successors: None,
        run_names: &comparison.run_names,
        gaps: comparison.facts.ends.have_gaps(),
    }
}
