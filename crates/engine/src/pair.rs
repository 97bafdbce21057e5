//! The results for a pair that do not depend on a ranking. Programs that rank by themselves use them, as the command
//! line does.

use crate::analyses::{AlignmentQuery, Alignments, Lookup, PairAlignment, PathUnion, moved};
use crate::engine::Engine;
use crate::queries::{not_compared, unlike_axes, wrong_rules};
use diptych_compare::align::Alignment;
use diptych_compare::call_times::CallTimes;
use diptych_compare::common_times::CommonTimes;
use diptych_compare::ends::Ends;
use diptych_compare::identity::{Identities, PrefixSuggestion, Rules};
use diptych_compare::inclusive_times::InclusiveTimes;
use diptych_compare::lane_families::LaneFamily;
use diptych_compare::lanes::LanePairs;
use diptych_compare::late_lanes::LateLane;
use diptych_compare::moves::MovedFunction;
use diptych_compare::thread_moves::ThreadMove;
use diptych_profile::UnionTree;
use diptych_protocol::{Failure, LaneMatching, SideName};
use diptych_store::{Columns, parts};
use diptych_trace::{IdentityId, Trace};
use diptych_views::{Correspondence, Grey, LaneSums};
use std::rc::Rc;

/// The settings of a pair.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PairRequest {
    /// Identity rules as text; blank for the defaults of the formats.
    pub rules: String,
    /// Method by which lanes are paired.
    pub lanes: LaneMatching,
}

/// The correspondence between the runs of both sides.
#[derive(Debug)]
pub struct PairAnalysis {
    aligned: Rc<PairAlignment>,
    paths: Rc<PathUnion>,
}

impl Engine {
    /// Returns the correspondence of the sides; `None` while it is being computed.
    ///
    /// # Errors
    ///
    /// Fails if a side is empty, the sides measure different things, or the rules are wrong.
    pub(crate) fn pair(&mut self, request: &PairRequest) -> Result<Option<PairAnalysis>, Failure> {
        Ok(self.pair_of(&request.rules, request.lanes, Vec::new())?.map(|(_, pair)| pair))
    }

    /// Like [`Self::pair`], with lane pairs chosen by hand. Returns the rules with the defaults written out, too.
    pub(crate) fn pair_of(
        &mut self,
        rules: &str,
        lanes: LaneMatching,
        chosen: Vec<u32>,
    ) -> Result<Option<(String, PairAnalysis)>, Failure> {
        let axes = self.traces().ok_or_else(not_compared)?.map(Trace::axis);
        if axes[0] != axes[1] {
            return Err(unlike_axes(axes));
        }
        let rules = match self.right_rules(rules) {
            Ok(Some(rules)) => rules,
            Ok(None) => return Ok(None),
            Err(problem) => return Err(wrong_rules(&problem)),
        };
        let versions = self.session.versions().map(Some);
        let query = AlignmentQuery { rules, lanes, chosen };
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
        Ok(Some((query.rules, PairAnalysis { aligned, paths })))
    }
}

impl PairAnalysis {
    /// Returns the keys of the functions of all runs, by identity.
    pub fn keys(&self) -> &[String] {
        self.paths.keys()
    }

    /// Returns the call paths of all runs, those of the displayed runs first.
    pub fn union(&self) -> &UnionTree {
        &self.paths.union
    }

    /// Returns the identity of each function of a side's displayed run, among those of all runs.
    pub fn of_function(&self, side: SideName) -> Vec<IdentityId> {
        let of_pair = self.aligned.identities.by_function(side.index());
        of_pair.iter().map(|&identity| self.paths.identity(identity)).collect()
    }

    /// Returns the lane pairs.
    pub fn lanes(&self) -> &LanePairs {
        &self.aligned.lanes
    }

    /// Returns the matches of the calls.
    pub fn alignment(&self) -> &Alignment {
        &self.aligned.alignment
    }

    /// Returns the ends of the sides, and whether [`Self::union`] leaves out calls after the other side's end.
    pub fn ends(&self) -> (Ends, bool) {
        (self.aligned.ends, self.paths.left_out.is_some())
    }

    /// Returns the times of single calls, with one run a side.
    pub fn call_times(&self) -> Option<&CallTimes> {
        self.paths.times(&self.aligned)
    }

    /// Returns the time in calls of both sides by path, with one run a side.
    pub fn common_times(&self) -> Option<&CommonTimes> {
        self.paths.is_aligned().then_some(&self.aligned.common)
    }

    /// Returns the inclusive time of each function, with one run a side.
    pub fn inclusive_times(&self) -> Option<&InclusiveTimes> {
        self.aligned.inclusive.as_ref().filter(|_| self.paths.is_aligned())
    }

    /// Returns the functions of the displayed runs that moved to other lanes.
    pub fn thread_moves(&self) -> &[ThreadMove] {
        &self.paths.thread_moves
    }

    /// Returns the families of lanes of which one side has more, in the displayed runs.
    pub fn lane_families(&self) -> &[LaneFamily] {
        &self.paths.lane_families
    }

    /// Returns the lane that works longer while others wait.
    pub fn late_lane(&self) -> Option<&LateLane> {
        self.paths.late_lane.as_ref()
    }

    /// Returns the number of lanes behind each sum of the displayed runs.
    pub fn lane_sums(&self) -> Option<&LaneSums> {
        self.paths.lanes.as_ref()
    }

    /// Returns calls and self time in ticks by side and [`diptych_compare::align::Kind`], without the part that
    /// [`Self::union`] leaves out.
    pub fn aligned_sums(&self) -> ([[u64; 3]; 2], [[i64; 3]; 2]) {
        self.paths.aligned_sums(&self.aligned)
    }

    /// Stores what was matched by these rules: names, lanes, the alignment, and the call tree of every run.
    pub fn put(&self, columns: &mut Columns<'_>, rules: &Rules) {
        let [a, b] = SideName::BOTH.map(|side| self.of_function(side));
        let named = parts::KeyedIdentities { keys: self.keys(), of_function: [&a, &b] };
        parts::put_pair(columns, rules, named, self.lanes(), self.alignment());
        for side in 0..2 {
            for (run, of_run) in self.union().side(side).enumerate() {
                parts::put_tree(columns, side, run, &of_run.tree);
            }
        }
    }

    /// Returns the identities of the displayed pair.
    pub(crate) fn identities(&self) -> &Identities {
        &self.aligned.identities
    }

    /// Returns the functions with moved calls.
    pub fn moved(&self, traces: [&Trace; 2]) -> Vec<MovedFunction> {
        moved(self.aligned.pair(traces), &self.aligned, &self.paths)
    }

    /// Returns the correspondence of the displayed pair, with equal times drawn grey.
    pub(crate) fn correspondence<'a>(&'a self, traces: [&'a Trace; 2]) -> Correspondence<'a> {
        let grey = Grey { factor: 1.0, floor_ticks: 0 };
        let (pair, alignment) = (self.aligned.pair(traces), &self.aligned.alignment);
        Correspondence { pair, alignment, grey, significant: None, similar: None }
    }

    /// Returns the folder that prevents most functions from matching, if there is one.
    pub fn prefix(&self) -> Option<&PrefixSuggestion> {
        self.aligned.prefix.as_ref()
    }
}
