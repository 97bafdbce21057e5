//! From traces to what is printed of them.

use super::comparison::{Comparison, Facts, Found, KeyNames, SimilarityFacts};
use super::options::{Focus, Settings};
use super::times::Times;
use super::traces::AllRuns;
use crate::CliError;
use diptych_compare::identity::Rules;
use diptych_compare::ranking::{Comparable, Floor, Options};
use diptych_compare::similarity::{Groups, Join, Matches, Viewport, Window};
use diptych_engine::trace::Trace;
use diptych_engine::{PairAnalysis, PairRequest};
use diptych_protocol::SideName;
use diptych_views::differences;

/// All that was worked out of two sides, whatever is ranked by.
pub(super) struct Analysis {
    pub(super) rules: Rules,
    pub(super) pair: PairAnalysis,
    pub(super) facts: Facts,
}

/// Pixels at which groups are counted.
const GROUPS_PX: f64 = 1920.0;

/// Compares.
pub(super) fn analyse(all: AllRuns, settings: &Settings, times: &Times) -> Result<Analysis, CliError> {
    let AllRuns { rules, runs, mut session } = all;
    let lanes_by = settings.lanes.unwrap_or_default();
    let measure = settings.measure.unwrap_or_default();
    let tau = settings.tau.unwrap_or(Join::default().tau);
    let request = PairRequest { rules: rules.to_text(), lanes: lanes_by, tau, measure };
    let pair = times.of_stages(|stage| session.pair(&request, &mut |progress| stage(&progress.stage)));
    let pair = pair.map_err(|failure| CliError::Failed(format!("{} {}", failure.title, failure.body)))?;
    let traces = SideName::BOTH.map(|side| session.engine.trace(side).map(|(_, trace)| trace));
    let [Some(a), Some(b)] = traces else {
        return Err(CliError::Failed("a side is empty".to_owned()));
    };
    let found = times.measure("groups", || found(&pair, [a, b]));
    let (calls, self_ticks) = pair.aligned_sums();
    let (ends, is_left_out) = pair.ends();
    let facts = Facts {
        runs,
        axis: a.axis(),
        rules: rules.to_text(),
        names: KeyNames::new(pair.keys().to_vec()),
        lanes: pair.lanes().counts([a, b]),
        lanes_by,
        calls,
        self_ticks,
        ends,
        is_left_out,
        times: pair.call_times().cloned(),
        similarity: SimilarityFacts { tau, measure, found },
        remedy: String::new(),
    };
    Ok(Analysis { rules, pair, facts })
}

/// How many calls are similar, and how many groups of them there are; or why that is not known.
fn found(pair: &PairAnalysis, traces: [&Trace; 2]) -> Result<Found, String> {
    let (pair, sets, similarity) = pair.similar(traces).ok_or_else(|| {
        "The callee sets of both sides are too large. Identity rules that merge names make them smaller."
            .to_owned()
    })?;
    let windows = traces.map(|trace| Window::full(trace, GROUPS_PX));
    let groups = Groups::new(Matches { pair, sets, similarity }, Viewport { windows, least_px: 1.0 });
    Ok(Found {
        distinct: [0, 1].map(|side| sets.distinct(side) as u64),
        class_pairs: similarity.class_pairs(),
        call_pairs: similarity.call_pairs(),
        groups: groups.total,
    })
}

impl Analysis {
    /// What is printed under a ranking.
    pub(super) fn comparison(
        &self,
        settings: &Settings,
        focus: Focus,
        times: &Times,
    ) -> Result<Comparison, CliError> {
        let axis = self.facts.axis;
        let usual = Options { floor: Floor::default_on(axis), ..Options::default() };
        let options = settings.ranking(axis, usual);
        let rank = || Comparison::new(self.facts.clone(), self.pair.union().clone(), options, focus);
        let mut comparison = times.measure("ranking", rank)?;
        if matches!(comparison.verdict.comparable, Comparable::Hardly { .. }) {
            comparison.facts.remedy = self.remedy();
        }
        Ok(comparison)
    }

    /// What one rule more would do, in words; blank if none helps.
    fn remedy(&self) -> String {
        self.pair.prefix().map_or_else(String::new, |found| {
            let sentence = differences::remedy(found);
            let rule = Rules { rules: vec![found.rule.clone()], ..Rules::default() };
            format!("{sentence} The rule for --rules: {}", rule.to_text().trim_end())
        })
    }
}
