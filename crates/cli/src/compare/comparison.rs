//! A comparison without its traces: all that is printed follows from it.

use super::focus::Focused;
use super::options::Focus;
use super::structure::StructureFacts;
use crate::CliError;
use diptych_compare::call_times::{CallTimes, FewCall};
use diptych_compare::common_times::CommonTimes;
use diptych_compare::ends::Ends;
use diptych_compare::identity::Identities;
use diptych_compare::lanes::LaneCounts;
use diptych_compare::ranking::{
    By, Noise, Normalisation, Options, Phase, RankInput, Ranking, Verdict, add_common, phases, rank,
    rank_with_result, shift_of,
};
use diptych_engine::trace::{Axis, IdentityId};
use diptych_profile::UnionTree;
use diptych_protocol::{LaneMatching, Measure};
use diptych_store::parts::RunFacts;
use diptych_views::differences::Names;
use std::borrow::Cow;
use std::cmp::Reverse;

/// Everything that is printed follows from this.
#[derive(Debug)]
pub(super) struct Comparison {
    pub(super) facts: Facts,
    /// Call paths of all runs.
    union: UnionTree,
    pub(super) focus: Focus,
    /// The calls in focus, unless that is all.
    focused: Option<Focused>,
    /// Ranking of the paths in focus.
    pub(super) ranking: Ranking,
    /// Verdict on the whole runs.
    pub(super) verdict: Verdict,
    /// Coverage of the program's structure; not stored.
    pub(super) structure: Option<StructureFacts>,
}

/// The facts that needed the traces themselves.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Facts {
    /// Runs of A and of B; the first of each is the one whose calls are aligned.
    pub(super) runs: [Vec<RunFacts>; 2],
    /// Axis of the aligned run of A.
    pub(super) axis: Axis,
    /// Rules, all spelt out.
    pub(super) rules: String,
    /// Keys of the identities, in their order.
    pub(super) names: KeyNames,
    pub(super) lanes: LaneCounts,
    pub(super) lanes_by: LaneMatching,
    /// Calls of each side by [`diptych_compare::align::Kind`], of what is compared.
    pub(super) calls: [[u64; 3]; 2],
    /// Ticks of self time, likewise.
    pub(super) self_ticks: [[i64; 3]; 2],
    /// The ends of the aligned runs.
    pub(super) ends: Ends,
    /// True if calls after the end of the shorter run are left out.
    pub(super) is_left_out: bool,
    /// Durations of single calls, with one run per side.
    pub(super) times: Option<CallTimes>,
    /// Likewise: the time in calls that both sides have, by path.
    pub(super) common: Option<CommonTimes>,
    /// Unless nothing is printed or kept of it.
    pub(super) similarity: Option<SimilarityFacts>,
    /// Effect of a further identity rule, in words; blank if none helps much.
    pub(super) remedy: String,
}

/// Matches of callee sets.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct SimilarityFacts {
    pub(super) tau: f64,
    pub(super) measure: Measure,
    /// The result, or the reason why there is none.
    pub(super) found: Result<Found, String>,
}

/// Numbers of similar calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) distinct: [u64; 2],
    pub(super) class_pairs: u64,
    pub(super) call_pairs: u64,
    /// At full extent, at 1,920 pixels.
    pub(super) groups: u64,
}

/// Names of identities.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KeyNames(Identities);

impl KeyNames {
    pub(crate) fn new(keys: Vec<String>) -> Self {
        Self(Identities { keys, ..Identities::default() })
    }

    pub(super) fn keys(&self) -> &[String] {
        &self.0.keys
    }
}

impl Names for KeyNames {
    fn name_and_file(&self, identity: IdentityId) -> (String, String) {
        let (name, file) = self.0.name_and_file(identity);
        (name.to_owned(), file.to_owned())
    }
}

impl Comparison {
    /// Ranks. O(nodes of the union tree), and with several runs a side as many times as there are splits; twice with a
    /// focus, for the verdict is of the whole runs. An error if nothing fits the focus.
    pub(super) fn new(
        facts: Facts,
        union: UnionTree,
        options: Options,
        focus: Focus,
    ) -> Result<Self, CliError> {
        let few = facts.times.as_ref().map_or(&[][..], |times| &times.few);
        let whole = ranked(&union, options, few);
        let moved = facts.calls[0][diptych_compare::align::Kind::Moved as usize];
        let verdict = Verdict::new(&union, &whole, Some(moved));
        let focused =
            if focus.is_whole() { None } else { Some(focus.restrict(&union, &facts.names, few)?) };
        let ranking = focused.as_ref().map_or(whole, |left| ranked(&left.union, options, &left.few));
        Ok(Self { facts, union, focus, focused, ranking, verdict, structure: None })
    }

    /// The paths that lists are of.
    pub(super) fn listed(&self) -> &UnionTree {
        self.focused.as_ref().map_or(&self.union, |left| &left.union)
    }

    /// Returns whether lists show functions or paths.
    pub(super) fn by(&self) -> By {
        self.ranking.options.by
    }

    /// The ranking of functions or of paths, whichever is listed.
    pub(super) fn ranking_by(&self, by: By) -> Cow<'_, Ranking> {
        if by == self.by() {
            return Cow::Borrowed(&self.ranking);
        }
        let options = Options { by, ..self.ranking.options };
        Cow::Owned(ranked(self.listed(), options, self.few()))
    }

    /// Calls that take far longer than all others of their function, and lie in the focus; none with several runs a side.
    pub(super) fn few(&self) -> &[FewCall] {
        match &self.focused {
            Some(left) => &left.few,
            None => self.facts.times.as_ref().map_or(&[], |times| &times.few),
        }
    }

    /// Returns the outlier calls above the floor, longest first.
    pub(super) fn pauses(&self) -> Vec<FewCall> {
        let floor = self.ranking.options.floor;
        let mut calls: Vec<FewCall> =
            self.few().iter().filter(|call| call.self_ticks > floor.ticks).copied().collect();
        calls.sort_by_key(|call| (Reverse(call.self_ticks), call.side, call.call));
        calls
    }

    /// The largest changes by path.
    pub(super) fn phases(&self) -> Vec<Phase> {
        let mut found = phases(self.listed(), &self.ranking, self.few());
        let is_recorded = self.ranking.options.normalisation == Normalisation::Absolute;
        // What a focus leaves are other paths.
        if let Some(common) = self.facts.common.as_ref().filter(|_| is_recorded && self.focused.is_none()) {
            add_common(&mut found, &self.union, common);
        }
        found
    }

    /// True if there are enough runs per side for a test.
    pub(super) fn is_tested(&self) -> bool {
        matches!(self.ranking.noise, Noise::Tested(_))
    }

    /// True if the extents of several runs differ no more than within a side: the interval of the
    /// factor between the sides holds 1 or, of too few runs for an interval, some run of each side lies among the other
    /// side's. With one run a side nothing is known of that.
    pub(super) fn extents_differ_by_noise(&self) -> bool {
        let extents = [0, 1].map(|side| {
            self.union.side(side).map(|run| (run.tree.extent().max(1) as f64).ln()).collect::<Vec<f64>>()
        });
        let [a, b] = &extents;
        if a.len() < 2 && b.len() < 2 {
            return false;
        }
        let shift = shift_of(a, b, self.ranking.options.level);
        if let Some([low, high]) = shift.and_then(|shift| shift.interval) {
            return low <= 0.0 && high >= 0.0;
        }
        let low = |values: &[f64]| values.iter().copied().fold(f64::INFINITY, f64::min);
        let high = |values: &[f64]| values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        low(a) <= high(b) && low(b) <= high(a)
    }

    /// Functions that both sides call.
    pub(super) fn functions_in_both(&self) -> u64 {
        let mut is_called = vec![[false; 2]; self.union.identity_count()];
        for run in self.union.runs() {
            for identity in run.tree.identity() {
                is_called[identity.index()][run.side] = true;
            }
        }
        is_called.into_iter().filter(|sides| *sides == [true; 2]).count() as u64
    }

    /// Share of A's self time in matched or moved calls, 0 to 1.
    pub(super) fn matched_time(&self) -> f64 {
        let [matched, moved, only] = self.facts.self_ticks[0];
        (matched + moved) as f64 / (matched + moved + only).max(1) as f64
    }

    /// Share of calls whose partner is in order, 0 to 1; of the side with less.
    pub(super) fn matched_calls(&self) -> f64 {
        let share = |calls: [u64; 3]| match calls.iter().sum::<u64>() {
            0 => 1.0,
            all => calls[0] as f64 / all as f64,
        };
        self.facts.calls.map(share).into_iter().fold(1.0, f64::min)
    }

    /// Nanoseconds of ticks; of an axis that is no time, ticks.
    pub(super) fn ns(&self, ticks: f64) -> f64 {
        let axis = self.facts.axis;
        if self.is_time() { ticks * axis.scale } else { ticks }
    }

    /// True if the axis is in nanoseconds.
    pub(super) fn is_time(&self) -> bool {
        use diptych_engine::trace::{AxisKind, Unit};
        self.facts.axis.unit == Unit::Nanoseconds && self.facts.axis.kind != AxisKind::Order
    }
}

/// Ranks: functions without their few calls, where those are known.
fn ranked(union: &UnionTree, options: Options, few: &[FewCall]) -> Ranking {
    if few.is_empty() {
        return rank(union, options, &mut |_, _| ());
    }
    rank_with_result(union, options, RankInput { result: None, few })
}
