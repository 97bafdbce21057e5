//! A pair as far as it does not depend on a ranking: for programs that rank by themselves, as the command line does.

use crate::analyses::{
    Aligned, AlignmentQuery, Alignments, Lookup, PathUnion, Similar, Similarities, SimilarityQuery,
};
use crate::engine::Engine;
use crate::queries::{not_compared, unlike_axes, wrong_rules};
use diptych_compare::Pair;
use diptych_compare::align::Alignment;
use diptych_compare::call_times::CallTimes;
use diptych_compare::ends::Ends;
use diptych_compare::identity::PrefixSuggestion;
use diptych_compare::lanes::LanePairs;
use diptych_compare::similarity::{CalleeSets, Similarity};
use diptych_profile::UnionTree;
use diptych_protocol::{Failure, LaneMatching, Measure, SideName};
use diptych_trace::{IdentityId, Trace};
use std::rc::Rc;

/// What is asked of a pair.
#[derive(Debug, Clone, PartialEq)]
pub struct PairRequest {
    /// Identity rules as text; blank for the defaults of the formats.
    pub rules: String,
    /// How lanes are paired.
    pub lanes: LaneMatching,
    /// Least similarity of two callee sets, 0 to 1.
    pub tau: f64,
    /// Which similarity.
    pub measure: Measure,
}

/// What corresponds between the runs of both sides.
#[derive(Debug)]
pub struct PairAnalysis {
    aligned: Rc<Aligned>,
    similar: Option<Rc<Similar>>,
    paths: Rc<PathUnion>,
}

impl Engine {
    /// What corresponds between the sides; `None` while it is being worked out.
    ///
    /// # Errors
    ///
    /// A side is empty, the sides measure different things, or the rules are wrong.
    pub(crate) fn pair(&mut self, request: &PairRequest) -> Result<Option<PairAnalysis>, Failure> {
        let axes = self.traces().ok_or_else(not_compared)?.map(Trace::axis);
        if axes[0] != axes[1] {
            return Err(unlike_axes(axes));
        }
        let rules = match self.right_rules(&request.rules) {
            Ok(Some(rules)) => rules,
            Ok(None) => return Ok(None),
            Err(problem) => return Err(wrong_rules(&problem)),
        };
        let versions = self.session.versions().map(Some);
        let query = AlignmentQuery { rules: rules.clone(), lanes: request.lanes, chosen: Vec::new() };
        let aligned = self.analyses.need::<Alignments>(&query, versions);
        let query = SimilarityQuery { rules, tau: request.tau, measure: request.measure };
        let similar = self.analyses.need::<Similarities>(&query, versions);
        let (aligned, similar) = match (aligned, similar) {
            (Lookup::Failed, _) => return Err(not_compared()),
            (Lookup::Pending, _) | (_, Lookup::Pending) => return Ok(None),
            (Lookup::Ready(aligned), Lookup::Ready(similar)) => (aligned, Some(similar)),
            (Lookup::Ready(aligned), Lookup::Failed) => (aligned, None),
        };
        let [Some(a), Some(b)] = SideName::BOTH.map(|side| self.session.trace(side)) else {
            return Err(not_compared());
        };
        let paths = match PathUnion::from_runs(&aligned, [a, b], &self.session, &mut self.analyses) {
            Lookup::Ready(paths) => paths,
            Lookup::Pending => return Ok(None),
            Lookup::Failed => return Err(not_compared()),
        };
        Ok(Some(PairAnalysis { aligned, similar, paths }))
    }
}

impl PairAnalysis {
    /// Keys of the functions of all runs, by identity.
    pub fn keys(&self) -> &[String] {
        self.paths.keys()
    }

    /// Call paths of all runs, those that are shown first.
    pub fn union(&self) -> &UnionTree {
        &self.paths.union
    }

    /// The identity of each function of the run that is shown on a side, among those of all runs.
    pub fn of_function(&self, side: SideName) -> Vec<IdentityId> {
        let of_pair = self.aligned.identities.by_function(side.index());
        of_pair.iter().map(|&identity| self.paths.identity(identity)).collect()
    }

    /// Which lanes belong together.
    pub fn lanes(&self) -> &LanePairs {
        &self.aligned.lanes
    }

    /// Which calls belong together.
    pub fn alignment(&self) -> &Alignment {
        &self.aligned.alignment
    }

    /// How the sides end, and whether what one side does after the other's end is left out of [`Self::union`].
    pub fn ends(&self) -> (Ends, bool) {
        (self.aligned.ends, self.paths.left_out.is_some())
    }

    /// With one run a side: how long single calls take.
    pub fn call_times(&self) -> Option<&CallTimes> {
        self.paths.times(&self.aligned)
    }

    /// Calls and ticks of self time by side and [`diptych_compare::align::Kind`], without what is left out.
    pub fn aligned_sums(&self) -> ([[u64; 3]; 2], [[i64; 3]; 2]) {
        self.paths.aligned_sums(&self.aligned)
    }

    /// A folder that keeps most functions apart, if there is one.
    pub fn prefix(&self) -> Option<&PrefixSuggestion> {
        self.aligned.prefix.as_ref()
    }

    /// Callee sets and which of them are similar, under the pair's own identities; `None` where the sets would not fit
    /// into memory.
    pub fn similar<'a>(
        &'a self,
        traces: [&'a Trace; 2],
    ) -> Option<(Pair<'a>, &'a CalleeSets, &'a Similarity)> {
        let similar = self.similar.as_ref()?;
        Some((self.aligned.pair(traces), &similar.sets, &similar.similarity))
    }
}
