//! A pair as far as it does not depend on a ranking: for programs that rank by themselves, as the command line does.

use crate::analyses::{Aligned, AlignmentQuery, Alignments, Lookup, MovedFunction, PathUnion, moved};
use crate::engine::Engine;
use crate::queries::{not_compared, unlike_axes, wrong_rules};
use diptych_compare::align::Alignment;
use diptych_compare::call_times::CallTimes;
use diptych_compare::common_times::CommonTimes;
use diptych_compare::ends::Ends;
use diptych_compare::identity::{Identities, PrefixSuggestion};
use diptych_compare::lanes::LanePairs;
use diptych_profile::UnionTree;
use diptych_protocol::{Failure, LaneMatching, SideName};
use diptych_trace::{IdentityId, Trace};
use diptych_views::{Correspondence, Grey, KeptOverview, LaneSums};
use std::rc::Rc;

/// What is asked of a pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairRequest {
    /// Identity rules as text; blank for the defaults of the formats.
    pub rules: String,
    /// How lanes are paired.
    pub lanes: LaneMatching,
}

/// What corresponds between the runs of both sides.
#[derive(Debug)]
pub struct PairAnalysis {
    aligned: Rc<Aligned>,
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
        let query = AlignmentQuery { rules, lanes: request.lanes, chosen: Vec::new() };
        let aligned = match self.analyses.need::<Alignments>(&query, versions) {
            Lookup::Failed => return Err(not_compared()),
            Lookup::Pending => return Ok(None),
            Lookup::Ready(aligned) => aligned,
        };
        let [Some(a), Some(b)] = SideName::BOTH.map(|side| self.session.trace(side)) else {
            return Err(not_compared());
        };
        let paths = match PathUnion::from_runs(&aligned, [a, b], &self.session, &mut self.analyses) {
            Lookup::Ready(paths) => paths,
            Lookup::Pending => return Ok(None),
            Lookup::Failed => return Err(not_compared()),
        };
        Ok(Some(PairAnalysis { aligned, paths }))
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

    /// With one run a side: the time in calls that both sides have, by path.
    pub fn common_times(&self) -> Option<&CommonTimes> {
        self.paths.is_aligned().then_some(&self.aligned.common)
    }

    /// Over how many lanes of the runs that are shown times are summed.
    pub fn lane_sums(&self) -> Option<&LaneSums> {
        self.paths.lanes.as_ref()
    }

    /// Calls and ticks of self time by side and [`diptych_compare::align::Kind`], without what is left out.
    pub fn aligned_sums(&self) -> ([[u64; 3]; 2], [[i64; 3]; 2]) {
        self.paths.aligned_sums(&self.aligned)
    }

    /// Which functions of the two runs are the same.
    pub(crate) fn identities(&self) -> &Identities {
        &self.aligned.identities
    }

    /// Functions with moved calls.
    pub(crate) fn moved(&self, traces: [&Trace; 2]) -> Vec<MovedFunction> {
        moved(self.aligned.pair(traces), &self.aligned, &self.paths)
    }

    /// Both runs whole, as it is drawn without them. O(calls).
    pub(crate) fn overview(&self, traces: [&Trace; 2]) -> KeptOverview {
        let grey = Grey { factor: 1.0, floor_ticks: 0 };
        let pair = self.aligned.pair(traces);
        KeptOverview::new(&Correspondence { pair, alignment: &self.aligned.alignment, grey })
    }

    /// A folder that keeps most functions apart, if there is one.
    pub fn prefix(&self) -> Option<&PrefixSuggestion> {
        self.aligned.prefix.as_ref()
    }
}
