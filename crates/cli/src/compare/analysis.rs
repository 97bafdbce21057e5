//! Turns traces into the results that are printed.

use super::comparison::{Comparison, Facts, SimilarityCounts, SimilarityFacts};
use super::counters::RecordedFacts;
use super::numbered;
use super::options::{Focus, Settings};
use super::proposals;
use super::structure::StructureFacts;
use super::times::Times;
use super::traces::AllRuns;
use crate::error::CliError;
use crate::key_names::KeyNames;
use diptych_compare::identity::{Rules, compile, identify};
use diptych_compare::ranking::{Floor, Options};
use diptych_compare::similarity::{
    CalleeSets, Groups, JoinOptions, Matches, Measure, Similarity, Viewport, Window,
};
use diptych_engine::trace::{Run, Trace};
use diptych_engine::{PairAnalysis, PairRequest};
use diptych_protocol::{Measure as MeasureChosen, SideSummary, Sides};
use diptych_views::differences;
use std::sync::Arc;

/// The results for two sides, before ranking.
pub(super) struct Analysis {
    pub(super) rules: Rules,
    pub(super) pair: PairAnalysis,
    pub(super) facts: Facts,
    /// The aligned run of each side.
    pub(super) shown: [Arc<Run>; 2],
    /// Summaries of the sides, for the page.
    pub(super) sides: Sides<Option<Box<SideSummary>>>,
    /// Coverage of the program's structure, with `--structure`.
    structure: Option<StructureFacts>,
    /// Instants and counters of both sides.
    recorded: Option<RecordedFacts>,
}

/// Width in pixels for which groups are counted.
const GROUPS_PX: f64 = 1920.0;

/// Compares the traces. Correspondence does not depend on similarity and proposals, so they run in parallel.
pub(super) fn analyse(
    all: AllRuns,
    settings: &Settings,
    with_similarity: bool,
    times: &Times,
) -> Result<Analysis, CliError> {
    let AllRuns { rules, runs, shown, mut session } = all;
    let traces = shown.each_ref().map(|run| &run.trace);
    let lanes_by = settings.lanes.unwrap_or_default();
    let request = PairRequest { rules: rules.to_text(), lanes: lanes_by };
    let (mut most_similar, mut proposed, mut effects) = (None, Vec::new(), Vec::new());
    // The session stays on this thread, since its results are not shared between threads.
    let pair = rayon::in_place_scope(|scope| {
        scope.spawn(|_| {
            most_similar = with_similarity.then(|| similarity(&rules, traces, settings, times));
            let found = times.measure("looking for renames", || proposals::suggestions(&rules, traces));
            proposed = found.map_or_else(|_| Vec::new(), |found| proposals::lines(&found));
            effects = proposals::effects(&rules, traces).unwrap_or_default();
        });
        times.of_stages(|stage| session.pair(&request, &mut |progress| stage(&progress.stage)))
    });
    let pair = pair.map_err(|failure| CliError::Failed(format!("{} {}", failure.title, failure.body)))?;
    let (calls, self_ticks) = pair.aligned_sums();
    let (ends, is_left_out) = pair.ends();
    let facts = Facts {
        runs,
        axis: traces[0].axis(),
        rules: rules.to_text(),
        names: KeyNames::new(pair.keys().to_vec()),
        lanes: pair.lanes().counts(traces),
        lanes_by,
        calls,
        self_ticks,
        ends,
        is_left_out,
        times: pair.call_times().cloned(),
        common: pair.common_times().cloned(),
        inclusive: pair.inclusive_times().cloned(),
        moved: pair.moved(traces),
        thread_moves: pair.thread_moves().to_vec(),
        lane_families: pair.lane_families().to_vec(),
        late_lane: pair.late_lane().cloned(),
        lane_sums: pair.lane_sums().cloned(),
        similarity: most_similar,
        remedy: String::new(),
        numbered: numbered::sentence(&pair, traces),
        proposals: proposed,
        effects,
    };
    let sides = Sides::from_fn(|side| session.engine.side(side));
    let structure = StructureFacts::of(session.engine.session());
    let recorded = RecordedFacts::of(session.engine.session());
    Ok(Analysis { rules, pair, facts, shown, sides, structure, recorded })
}

fn similarity(rules: &Rules, traces: [&Trace; 2], settings: &Settings, times: &Times) -> SimilarityFacts {
    let measure = settings.measure.unwrap_or_default();
    let join =
        JoinOptions { tau: settings.tau.unwrap_or(JoinOptions::default().tau), ..JoinOptions::default() };
    SimilarityFacts { tau: join.tau, measure, found: found(rules, traces, measure, join, times) }
}

/// Counts similar calls and their groups, or returns why it cannot.
fn found(
    rules: &Rules,
    traces: [&Trace; 2],
    measure: MeasureChosen,
    join: JoinOptions,
    times: &Times,
) -> Result<SimilarityCounts, String> {
    let identities = identify(&compile(rules).map_err(|error| error.to_string())?, traces, &mut |_, _| ());
    let pair = identities.pair(traces);
    let measure = match measure {
        MeasureChosen::Plain => Measure::Plain,
        MeasureChosen::Multiset => Measure::Multiset,
        MeasureChosen::Time => Measure::TimeWeighted,
    };
    let sets = times.measure("finding callee sets", || CalleeSets::new(pair, measure, &mut |_, _| ()));
    let sets = sets.map_err(
        |_| "The callee sets of both sides are too large. Identity rules that merge names make them smaller.",
    )?;
    let similarity = times.measure("comparing callee sets", || Similarity::join(&sets, join, &mut |_, _| ()));
    let windows = traces.map(|trace| Window::full(trace, GROUPS_PX));
    let matches = Matches { pair, sets: &sets, similarity: &similarity };
    let groups = times.measure("groups", || Groups::new(matches, Viewport { windows, least_px: 1.0 }));
    Ok(SimilarityCounts {
        distinct: [0, 1].map(|side| sets.distinct(side) as u64),
        class_pairs: similarity.class_pairs(),
        call_pairs: similarity.call_pairs(),
        groups: groups.total,
    })
}

impl Analysis {
    /// Ranks the results for printing.
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
        comparison.structure.clone_from(&self.structure);
        comparison.recorded.clone_from(&self.recorded);
        comparison.facts.remedy = self.remedy();
        Ok(comparison)
    }

    /// Returns the effect of one more rule in words; empty if none helps.
    fn remedy(&self) -> String {
        self.pair.prefix().map_or_else(String::new, |found| {
            let sentence = differences::remedy(found);
            let rule = Rules { rules: vec![found.rule.clone()], ..Rules::default() };
            format!("{sentence} The rule for --rules: {}", rule.to_text().trim_end())
        })
    }
}
