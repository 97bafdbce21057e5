//! The cause and the significant changes of functions, as `diptych compare` finds them.

use super::source::Source;
use crate::args::AggregateArgs;
use crate::parallel;
use diptych_compare::identity::Rules;
use diptych_compare::lanes::PairBy;
use diptych_compare::ranking::run_of_median_total;
use diptych_engine::{RunProfile, SignificantChanges};
use diptych_protocol::{LaneMatching, SideName, ViewState};
use std::sync::Arc;

/// The results of a comparison that findings use.
pub(super) struct Compared {
    /// Sentence on the cause; empty if no change is significant.
    pub(super) cause: String,
    /// Significant changes of functions.
    pub(super) changes: SignificantChanges,
}

/// Compares all runs by the same rules and lanes. Returns `None` if the sides cannot be compared.
pub(super) fn compared(sides: &[Vec<Source>], rules: &Rules, args: &AggregateArgs) -> Option<Compared> {
    let mut session = parallel::session();
    for (side, runs) in SideName::BOTH.into_iter().zip(sides) {
        // As in `compare`, the run of median length is aligned. Profiles are needed only to compare several runs.
        let profiles = if runs.len() > 1 {
            runs.iter().map(|of| RunProfile::new(of.run())).collect()
        } else {
            Vec::new()
        };
        let totals: Vec<i64> = profiles.iter().map(RunProfile::total_ticks).collect();
        let shown = if totals.is_empty() { 0 } else { run_of_median_total(&totals) };
        session.engine.open(side, shown as u32, Arc::clone(runs[shown].run()));
        for (number, profile) in profiles.into_iter().enumerate().filter(|(number, _)| *number != shown) {
            session.engine.add(side, number as u32, profile);
        }
    }
    let mut state = ViewState::default();
    state.comparison.rules = rules.to_text();
    state.comparison.lanes = match args.lanes {
        None | Some(PairBy::Overlap) => LaneMatching::Overlap,
        Some(PairBy::Name) => LaneMatching::Name,
        Some(PairBy::Order) => LaneMatching::Order,
    };
    let summary = session.compare(&state).ok()?.summary;
    // Sides that are hardly comparable have no cause.
    let cause = summary.filter(|of| of.doubt.is_none()).map_or_else(String::new, |of| of.cause);
    Some(Compared { cause, changes: session.engine.significant_changes()? })
}
