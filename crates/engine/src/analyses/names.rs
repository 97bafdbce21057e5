//! The identities of the functions of a pair. The compute role computes them once for all its jobs.

use super::Stages;
use super::read_rules::read_rules;
use diptych_compare::Pair;
use diptych_compare::identity::{
    Identities, PrefixSuggestion, Rules, agree, identify_runs, may_suggest_prefix, suggest_prefix,
};
use diptych_compare::parallel::both_sides;
use diptych_profile::{Groups, totals};
use diptych_store::StoreError;
use diptych_trace::Trace;

/// Rules, and the identities that follow from them.
#[derive(Debug)]
pub struct Names {
    /// Rules with the defaults written out.
    pub rules: Rules,
    /// Identity of each function of both sides.
    pub identities: Identities,
}

impl Names {
    /// Computes the identities. The rules have the defaults written out. The engine has checked them, so an error means
    /// damaged bytes.
    pub(crate) fn new(
        traces: [Option<&Trace>; 2],
        rules: &str,
        stages: Stages<'_>,
    ) -> Result<Self, StoreError> {
        let (rules, compiled) = read_rules(rules, &Rules::NONE).map_err(|_| StoreError::Damaged)?;
        stages("Naming functions", 0, 0);
        let [a, b] = traces.map(|trace| {
            trace.map(|trace| trace.functions().specs(trace.names())).into_iter().collect::<Vec<_>>()
        });
        let progress = &mut |done, total| stages("Naming functions", done, total);
        let identities = identify_runs(&compiled, [&a, &b], progress);
        Ok(Self { rules, identities })
    }

    /// Returns the pair under these identities.
    pub fn pair<'a>(&'a self, traces: [&'a Trace; 2]) -> Pair<'a> {
        self.identities.pair(traces)
    }

    /// Returns the folder that prevents most functions from matching, if there is one.
    pub(crate) fn prefix(&self, traces: [&Trace; 2], stages: Stages<'_>) -> Option<PrefixSuggestion> {
        stages("Looking for a prefix", 0, 0);
        if !may_suggest_prefix(&self.identities, self.pair(traces)) {
            return None;
        }
        let sums = both_sides(|side| totals(traces[side], &Groups::by_function(traces[side]), |_| ()));
        let totals = [&sums[0], &sums[1]];
        let agreement = agree(&self.identities, totals);
        let progress = &mut |done, total| stages("Looking for a prefix", done, total);
        suggest_prefix(&self.rules, traces, totals, &self.identities, &agreement, progress)
    }
}
