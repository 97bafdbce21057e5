//! From traces to what is printed of them.

use super::comparison::{Comparison, Facts, Found, KeyNames, SimilarityFacts};
use super::in_parallel;
use super::options::{Focus, Settings};
use super::times::Times;
use super::traces::AllRuns;
use crate::CliError;
use diptych_compare::Pair;
use diptych_compare::align::{self, Alignment, align};
use diptych_compare::identity::{Rules, agree, identify, suggest_prefix};
use diptych_compare::lanes::{LaneEdits, LanePairs, PairBy, pair_lanes};
use diptych_compare::ranking::{Comparable, Floor, Options};
use diptych_compare::similarity::{CalleeSets, Groups, Join, Matches, Similarity, Viewport, Window};
use diptych_engine::trace::Trace;
use diptych_profile::{Groups as FunctionGroups, UnionTree, totals};
use diptych_views::differences;

/// All that was worked out of two sides, whatever is ranked by.
pub(super) struct PairAnalysis {
    pub(super) sides: AllRuns,
    pub(super) lanes: LanePairs,
    pub(super) alignment: Alignment,
    pub(super) facts: Facts,
    union: UnionTree,
}

/// Pixels at which groups are counted.
const GROUPS_PX: f64 = 1920.0;

/// Compares.
pub(super) fn analyse(sides: AllRuns, settings: &Settings, times: &Times) -> PairAnalysis {
    let pair = sides.pair();
    let lanes_by = settings.lanes.unwrap_or(PairBy::Overlap);
    let ((lanes, alignment), similarity) =
        in_parallel(|| aligned(pair, lanes_by, times), || similarity(pair, settings, times));
    let runs: Vec<_> = [0, 1]
        .into_iter()
        .flat_map(|side| sides.sides[side].trees.iter().map(move |tree| (side, tree.clone())))
        .collect();
    let union = times.of("union tree", || UnionTree::new(&runs));
    let facts = Facts {
        runs: [0, 1].map(|side: usize| sides.sides[side].runs.clone()),
        axis: pair.traces[0].axis(),
        rules: sides.rules.to_text(),
        names: KeyNames::new(sides.keys.clone()),
        lanes: lanes.counts(pair.traces),
        lanes_by,
        calls: [0, 1].map(|side: usize| alignment.sides[side].calls),
        self_ticks: [0, 1].map(|side: usize| alignment.sides[side].self_time),
        similarity,
        remedy: String::new(),
    };
    PairAnalysis { sides, lanes, alignment, facts, union }
}

fn aligned(pair: Pair<'_>, lanes_by: PairBy, times: &Times) -> (LanePairs, Alignment) {
    let lanes =
        times.of("pairing lanes", || pair_lanes(pair, lanes_by, &LaneEdits::default(), &mut |_, _| ()));
    let pairs: Vec<_> = lanes.pairs.iter().map(|pair| (pair.lanes[0], pair.lanes[1])).collect();
    let alignment =
        times.of("aligning calls", || align(pair, &pairs, align::Options::default(), &mut |_, _| ()));
    (lanes, alignment)
}

fn similarity(pair: Pair<'_>, settings: &Settings, times: &Times) -> SimilarityFacts {
    let measure = settings.measure.unwrap_or_default();
    let join = Join::default();
    let join = Join { tau: settings.tau.unwrap_or(join.tau), ..join };
    let found = times
        .of("callee sets", || CalleeSets::new(pair, measure, &mut |_, _| ()))
        .map_err(|too_large| too_large.to_string())
        .map(|sets| {
            let similarity = times.of("similar sets", || Similarity::join(&sets, join, &mut |_, _| ()));
            let matches = Matches { pair, sets: &sets, similarity: &similarity };
            let windows = pair.traces.map(|trace| Window::full(trace, GROUPS_PX));
            let groups = times.of("groups", || Groups::new(matches, Viewport { windows, least_px: 1.0 }));
            Found {
                distinct: [0, 1].map(|side| sets.distinct(side) as u64),
                class_pairs: similarity.class_pairs(),
                call_pairs: similarity.call_pairs(),
                groups: groups.total,
            }
        });
    SimilarityFacts { tau: join.tau, measure, found }
}

impl PairAnalysis {
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
        let rank = || Comparison::new(self.facts.clone(), self.union.clone(), options, focus);
        let mut comparison = times.of("ranking", rank)?;
        if matches!(comparison.verdict.comparable, Comparable::Hardly { .. }) {
            comparison.facts.remedy = times.of("looking for a prefix", || self.remedy());
        }
        Ok(comparison)
    }

    /// What one rule more would do, in words; blank if none helps.
    fn remedy(&self) -> String {
        let pair = self.sides.pair();
        let identities = identify(&self.sides.compiled, pair.traces, &mut |_, _| ());
        let sums = pair.traces.map(sums);
        let totals = [&sums[0], &sums[1]];
        let agreement = agree(&identities, totals);
        let found =
            suggest_prefix(&self.sides.rules, pair.traces, totals, &identities, &agreement, &mut |_, _| ());
        found.map_or_else(String::new, |found| {
            let sentence = differences::remedy(&found);
            let rule = Rules { rules: vec![found.rule], ..Rules::default() };
            format!("{sentence} The rule for --rules: {}", rule.to_text().trim_end())
        })
    }
}

fn sums(trace: &Trace) -> diptych_profile::Totals {
    totals(trace, &FunctionGroups::by_function(trace), |_| ())
}
