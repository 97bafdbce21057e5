//! The comparison of the current pair: the results of its analyses, and the ranking that follows from them.

use super::alignment::{AlignmentQuery, Alignments};
use super::permutation_test::PermutationTest;
use super::ranked::{RankedInput, moved};
use super::similarity::{Similarities, SimilarityQuery};
use super::{
    IdentityBasis, Lookup, PairAlignment, PathUnion, Proposals, RankedDifferences, Table, options_of,
};
use crate::session::Session;
use diptych_compare::ends::ComparedUntil;
use diptych_compare::ranking::{self, Options, PermutationResult};
use diptych_protocol::{ComparisonState, LaneMatching, SideName};
use diptych_trace::Trace;
use diptych_views::PairSimilarity;
use std::rc::Rc;

/// A pair with its results so far.
#[derive(Debug)]
pub struct Comparison {
    /// Versions of the sides.
    pub(crate) versions: [u32; 2],
    /// Requested rules and lanes, on which `basis` and `aligned` depend.
    request: ComparisonRequest,
    pub(crate) basis: IdentityBasis,
    /// Rules of `basis` as text, with the defaults written out.
    rules: String,
    aligned: Option<Rc<PairAlignment>>,
    /// Call paths of all runs, with the version of those runs.
    paths: Option<(u32, Rc<PathUnion>)>,
    /// Ranking under the options of the latest request.
    ranked: Option<RankedDifferences>,
    /// Similarity under the threshold and measure of the latest request, or of an earlier request while that is
    /// pending.
    similar: Option<Rc<PairSimilarity>>,
    awaits_similarity: bool,
    /// Number of proposed rules that would make more names match, once counted on request.
    proposals: Option<u32>,
}

/// The part of the state that an alignment depends on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ComparisonRequest {
    pub(crate) rules: String,
    lanes: LaneMatching,
    chosen: Vec<u32>,
}

impl ComparisonRequest {
    pub(crate) fn new(state: &ComparisonState) -> Self {
        Self { rules: state.rules.clone(), lanes: state.lanes, chosen: state.chosen_lanes.clone() }
    }
}

/// The progress of a comparison.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Progress {
    /// The comparison is ranked under the requested options.
    Ranked,
    /// Some result is pending.
    Pending,
    /// Some result could not be read, even after a second computation.
    Failed,
}

impl Comparison {
    /// Creates a comparison that has its rules only.
    pub(crate) fn new(versions: [u32; 2], request: ComparisonRequest, basis: IdentityBasis) -> Self {
        let rules = basis.rules.to_text();
        Self {
            versions,
            request,
            basis,
            rules,
            aligned: None,
            paths: None,
            ranked: None,
            similar: None,
            awaits_similarity: false,
            proposals: None,
        }
    }

    /// Returns true if the comparison is of these traces, rules and lanes.
    pub(crate) fn is_of(&self, versions: [u32; 2], request: &ComparisonRequest) -> bool {
        self.versions == versions && self.request == *request
    }

    /// Returns the number of the alignment; 0 while there is none.
    pub(crate) fn serial(&self) -> u32 {
        self.aligned.as_ref().map_or(0, |aligned| aligned.serial)
    }

    /// Returns the alignment, once it is computed.
    pub fn aligned(&self) -> Option<&PairAlignment> {
        self.aligned.as_deref()
    }

    /// Returns the part of the longer side that is compared, if one run of each side is compared and one of them ended
    /// early. `None` until the call paths are known.
    pub fn compared_until(&self) -> Option<&ComparedUntil> {
        self.paths()?.left_out?;
        self.aligned.as_ref()?.until.as_ref()
    }

    /// Returns the differences under the options of the latest request, once they are computed.
    pub(crate) fn ranked(&self) -> Option<&RankedDifferences> {
        self.ranked.as_ref()
    }

    /// Returns the similar calls, once they are computed. While those of the latest request are pending, these are of
    /// an earlier one.
    pub(crate) fn similar(&self) -> Option<&Rc<PairSimilarity>> {
        self.similar.as_ref()
    }

    /// Returns true while the similar calls of the latest request are being computed.
    pub(crate) fn awaits_similarity(&self) -> bool {
        self.awaits_similarity
    }

    /// Returns the number of proposed rules that would make more names match, if it was counted.
    pub(crate) fn proposals(&self) -> Option<u32> {
        self.proposals
    }

    /// Counts the proposed rules if some names do not match. Returns true while the count is pending.
    pub(crate) fn count_proposals(&mut self, table: &mut Table) -> bool {
        let is_alike =
            |ranked: &RankedDifferences| ranked.verdict.calls_alike.iter().all(|&share| share >= 1.0);
        if self.proposals.is_some() || self.ranked.as_ref().is_none_or(is_alike) {
            return false;
        }
        let counted = table.need::<Proposals>(&self.rules, self.versions.map(Some));
        if let Lookup::Ready(count) = &counted {
            self.proposals = Some(**count);
        }
        matches!(counted, Lookup::Pending)
    }

    /// Returns the call paths of all runs, once the pair is aligned.
    pub fn shared_paths(&self) -> Option<Rc<PathUnion>> {
        self.paths.as_ref().map(|(_, paths)| Rc::clone(paths))
    }

    /// Borrows the call paths of all runs, once the pair is aligned.
    pub(crate) fn paths(&self) -> Option<&PathUnion> {
        self.paths.as_ref().map(|(_, paths)| &**paths)
    }

    /// Takes over the results for a state, and the similarity if it is wanted. Missing results become work. O(1) if
    /// nothing is new.
    pub(crate) fn update(
        &mut self,
        state: &ComparisonState,
        similarity: bool,
        session: &Session,
        table: &mut Table,
    ) -> Progress {
        let [Some(a), Some(b)] = SideName::BOTH.map(|side| session.trace(side)) else {
            return Progress::Pending;
        };
        let aligned = match self.align(table) {
            Ok(aligned) => aligned,
            Err(missing) => {
                self.follow_similarity(state, similarity, table);
                return missing;
            }
        };
        let progress = self.rank(&aligned, [a, b], options_of(state, a.axis()), session, table);
        self.follow_similarity(state, similarity, table);
        progress
    }

    fn align(&mut self, table: &mut Table) -> Result<Rc<PairAlignment>, Progress> {
        if let Some(aligned) = &self.aligned {
            return Ok(Rc::clone(aligned));
        }
        let ComparisonRequest { lanes, chosen, .. } = &self.request;
        let query = AlignmentQuery { rules: self.rules.clone(), lanes: *lanes, chosen: chosen.clone() };
        let aligned = ready(table.need::<Alignments>(&query, self.versions.map(Some)))?;
        self.aligned = Some(Rc::clone(&aligned));
        Ok(aligned)
    }

    /// Ranks the differences, unless they are ranked under the same options.
    fn rank(
        &mut self,
        aligned: &PairAlignment,
        traces: [&Trace; 2],
        options: Options,
        session: &Session,
        table: &mut Table,
    ) -> Progress {
        if let Err(missing) = self.unite(aligned, traces, session, table) {
            return missing;
        }
        let Some((_, paths)) = self.paths.clone() else { return Progress::Pending };
        if self.ranked.as_ref().is_some_and(|ranked| ranked.options == options) {
            return Progress::Ranked;
        }
        let moved = moved(aligned.pair(traces), aligned, &paths);
        let input = RankedInput {
            paths: &paths,
            few: paths.few(aligned),
            shifts: paths.times(aligned).map(|times| &times.shifts),
            common: paths.is_aligned().then_some(&aligned.common),
            inclusive: aligned.inclusive.as_ref().filter(|_| paths.is_aligned()),
            moved: &moved,
        };
        match ranked(input, options, table) {
            Ok(ranked) => self.ranked = Some(ranked),
            Err(missing) => return missing,
        }
        Progress::Ranked
    }

    /// Joins the call paths of all runs, unless that is done.
    fn unite(
        &mut self,
        aligned: &PairAlignment,
        traces: [&Trace; 2],
        session: &Session,
        table: &mut Table,
    ) -> Result<(), Progress> {
        let runs = session.runs_version();
        if self.paths.as_ref().is_none_or(|(version, _)| *version != runs) {
            (self.paths, self.ranked) = (None, None);
            let paths = PathUnion::from_runs(aligned, traces, session, table);
            self.paths = Some((runs, ready(paths)?));
        }
        Ok(())
    }

    /// Requests or drops the similarity. Only the picture shows it, so text never waits for it.
    fn follow_similarity(&mut self, state: &ComparisonState, wanted: bool, table: &mut Table) {
        if wanted {
            self.want_similarity(state, table);
        } else {
            self.awaits_similarity = false;
        }
    }

    /// Requests the similarity that a state needs, unless it is computed.
    pub(crate) fn want_similarity(&mut self, state: &ComparisonState, table: &mut Table) {
        let query = SimilarityQuery::new(self.rules.clone(), state);
        let similar = table.need::<Similarities>(&query, self.versions.map(Some));
        self.awaits_similarity = matches!(similar, Lookup::Pending);
        let newest = table.newest::<Similarities>();
        self.similar = newest.filter(|similar| similar.rules == self.rules);
    }
}

/// Ranks the differences. With several runs a side it needs the permutation test first.
pub(crate) fn ranked(
    input: RankedInput<'_>,
    options: Options,
    table: &mut Table,
) -> Result<RankedDifferences, Progress> {
    let result: Option<Rc<PermutationResult>> =
        match ranking::PermutationTest::new(&input.paths.union, options) {
            None => None,
            Some(test) => Some(ready(table.need::<PermutationTest>(&test, [None; 2]))?),
        };
    Ok(RankedDifferences::new(input, options, result.as_deref()))
}

fn ready<V>(lookup: Lookup<V>) -> Result<Rc<V>, Progress> {
    match lookup {
        Lookup::Ready(value) => Ok(value),
        Lookup::Pending => Err(Progress::Pending),
        Lookup::Failed => Err(Progress::Failed),
    }
}
