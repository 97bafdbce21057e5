//! The results of the current pair, as columns of a `.diptych` file.

use crate::analyses::options_of;
use crate::engine::Engine;
use crate::kept::put_views;
use crate::pair::PairAnalysis;
use crate::queries::{formats, not_compared};
use diptych_compare::identity::Rules;
use diptych_protocol::{ComparisonState, Failure, SideName, Sides, Word};
use diptych_store::parts::{PairFacts, RunFacts};
use diptych_store::{Columns, parts};
use diptych_trace::Trace;
use diptych_views::differences;

/// The command counts similar calls and the page does not, so a file of the page has this sentence in their place.
const NOT_COUNTED: &str =
    "The page does not count similar calls. Compare the traces with `diptych compare --tau`.";

impl Engine {
    /// Returns the results of the current pair under the settings of a state, as [`Engine::open_kept`] takes them;
    /// `None` while they are being computed.
    ///
    /// # Errors
    ///
    /// Fails if a side is empty, the sides measure different things, or the rules are wrong.
    pub fn results(&mut self, state: &ComparisonState) -> Result<Option<Vec<u8>>, Failure> {
        if let Some(kept) = &self.kept {
            return Ok(Some(kept.bytes().to_vec()));
        }
        let Some((rules, pair)) = self.pair_of(&state.rules, state.lanes, state.chosen_lanes.clone())? else {
            return Ok(None);
        };
        let rules =
            Rules::parse(&rules, &Rules::defaults(formats(&self.session))).map_err(|_| not_compared())?;
        let traces = self.traces().ok_or_else(not_compared)?;
        let mut columns = Columns::default();
        pair.put(&mut columns, &rules);
        parts::put_facts(&mut columns, &self.facts(&pair, traces, state));
        if let Some(common) = pair.common_times() {
            parts::put_common_times(&mut columns, common);
        }
        if let Some(inclusive) = pair.inclusive_times() {
            parts::put_inclusive_times(&mut columns, inclusive);
        }
        parts::put_thread_moves(&mut columns, pair.thread_moves());
        parts::put_lane_families(&mut columns, pair.lane_families());
        parts::put_late_lane(&mut columns, pair.late_lane());
        columns.put_text("told.lanes-by", state.lanes.word());
        columns.put_text("told.measure", state.measure.word());
        columns.put("told.tau", &[f64::from(state.tau) / 100.0]);
        columns.put_text("told.similarity-problem", NOT_COUNTED);
        columns.put_text("told.remedy", pair.prefix().map_or_else(String::new, differences::remedy));
        put_views(&mut columns, &pair, traces, &Sides::from_fn(|side| self.side(side)), self.desks);
        Ok(Some(columns.to_bytes()))
    }

    fn facts(&self, pair: &PairAnalysis, traces: [&Trace; 2], state: &ComparisonState) -> PairFacts {
        let (calls, self_ticks) = pair.aligned_sums();
        let (ends, is_left_out) = pair.ends();
        let axis = traces[0].axis();
        let runs = SideName::BOTH.map(|side| {
            let slot = self.session.slot(side);
            let shown = slot.run().map(|run| RunFacts {
                name: run.name.clone(),
                format: run.format.clone(),
                calls: run.trace.recorded_calls(),
            });
            let format = shown.as_ref().map_or_else(String::new, |run| run.format.clone());
            let others = slot.other_runs().map(|run| RunFacts {
                name: run.name.clone(),
                format: format.clone(),
                calls: u64::from(run.calls),
            });
            shown.into_iter().chain(others).collect()
        });
        PairFacts {
            runs,
            axis,
            lanes: pair.lanes().counts(traces),
            calls,
            self_ticks,
            ends,
            is_left_out,
            times: pair.call_times().cloned(),
            options: options_of(state, axis),
        }
    }
}
