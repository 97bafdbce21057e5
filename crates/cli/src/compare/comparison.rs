//! A comparison without its traces. All output follows from it.

use super::counters::RecordedFacts;
use super::focus::FocusedCalls;
use super::options::Focus;
use super::structure::StructureFacts;
use crate::error::CliError;
use crate::key_names::KeyNames;
use diptych_compare::call_times::{CallShifts, CallTimes, OutlierCall};
use diptych_compare::common_times::CommonTimes;
use diptych_compare::ends::Ends;
use diptych_compare::inclusive_times::InclusiveTimes;
use diptych_compare::lane_families::LaneFamily;
use diptych_compare::lanes::LaneCounts;
use diptych_compare::late_lanes::LateLane;
use diptych_compare::measures::{self, SideMeasures, Time};
use diptych_compare::moves::MovedFunction;
use diptych_compare::ranking::{
    Change, ChangeSubject, Noise, Normalisation, Options, PermutationTest, Phase, RankInput, Ranking, Row,
    RowUnit, TypicalRatio, Verdict, add_common, largest_changes, phases, rank_with_result, samples_of,
    shift_of,
};
use diptych_compare::thread_moves::ThreadMove;
use diptych_compare::waiting::waiting;
use diptych_engine::trace::Axis;
use diptych_profile::{CallTree, UnionTree};
use diptych_protocol::comparison::DifferenceOrder;
use diptych_protocol::{LaneMatching, Measure};
use diptych_store::parts::RunFacts;
use diptych_views::differences::{measured_by, ordered_by};
use diptych_views::{LaneSums, Successors};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::sync::OnceLock;

/// The data from which all output follows.
#[derive(Debug)]
pub(super) struct Comparison {
    pub(super) facts: Facts,
    /// Names of the runs of A and of B, as in the union tree.
    pub(super) run_names: [Vec<String>; 2],
    /// Call paths of all runs.
    union: UnionTree,
    pub(super) focus: Focus,
    /// The calls in focus; `None` if all calls are.
    focused: Option<FocusedCalls>,
    /// Ranking of the paths in focus.
    pub(super) ranking: Ranking,
    /// Largest changes of all kinds in focus, by self time, or by inclusive time for paths. The calls are those of
    /// [`Self::pauses`].
    pub(super) largest: Vec<Row>,
    /// Subjects of the rows of `largest`.
    pub(super) largest_of: Vec<ChangeSubject>,
    /// Functions that probably succeed others, once something prints them.
    pub(super) successors: OnceLock<Successors>,
    /// For each function, whether it waits.
    waits: Vec<bool>,
    /// Verdict on the whole runs.
    pub(super) verdict: Verdict,
    /// The ratio by which a typical function of the whole runs changed.
    pub(super) typical: Option<TypicalRatio>,
    /// Coverage of the program's structure; not stored.
    pub(super) structure: Option<StructureFacts>,
    /// Instants and counters of both sides; not stored.
    pub(super) recorded: Option<RecordedFacts>,
}

/// The facts that needed the traces themselves.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Facts {
    /// Runs of A and of B; the first of each is the one whose calls are aligned.
    pub(super) runs: [Vec<RunFacts>; 2],
    /// Axis of the aligned run of A.
    pub(super) axis: Axis,
    /// Identity rules as text, in full.
    pub(super) rules: String,
    /// Keys of the identities, in their order.
    pub(super) names: KeyNames,
    pub(super) lanes: LaneCounts,
    pub(super) lanes_by: LaneMatching,
    /// Number of compared calls by side and [`diptych_compare::align::Kind`].
    pub(super) calls: [[u64; 3]; 2],
    /// Self time in ticks of these calls, by side and kind.
    pub(super) self_ticks: [[i64; 3]; 2],
    /// The ends of the aligned runs.
    pub(super) ends: Ends,
    /// True if calls after the end of the shorter run are left out.
    pub(super) is_left_out: bool,
    /// Durations of single calls, with one run per side.
    pub(super) times: Option<CallTimes>,
    /// Time in calls that both sides have, by path, with one run per side.
    pub(super) common: Option<CommonTimes>,
    /// Inclusive time of each function, with one run per side.
    pub(super) inclusive: Option<InclusiveTimes>,
    /// Functions with moved calls.
    pub(super) moved: Vec<MovedFunction>,
    /// Functions that moved to other lanes, of the aligned runs.
    pub(super) thread_moves: Vec<ThreadMove>,
    /// Families of lanes of which one side has more, in the aligned runs.
    pub(super) lane_families: Vec<LaneFamily>,
    /// Lane that works longer while others wait.
    pub(super) late_lane: Option<LateLane>,
    /// Number of lanes behind each sum of the aligned runs.
    pub(super) lane_sums: Option<LaneSums>,
    /// Matches of callee sets; `None` if nothing prints or stores them.
    pub(super) similarity: Option<SimilarityFacts>,
    /// Effect of a further identity rule in words; empty if none helps much.
    pub(super) remedy: String,
    /// Functions that are the same only if a number in their names means nothing, in words; empty if there are none.
    pub(super) numbered: String,
    /// Lines that say what proposed rules and renames would gain; none if that is next to nothing.
    pub(super) proposals: Vec<String>,
    /// Effects of each rule on the functions of both sides. See [`super::proposals::effects`].
    pub(super) effects: Vec<[u32; 4]>,
}

/// Matches of callee sets.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct SimilarityFacts {
    pub(super) tau: f64,
    pub(super) measure: Measure,
    /// The result, or the reason why there is none.
    pub(super) found: Result<SimilarityCounts, String>,
}

/// Numbers of similar calls.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct SimilarityCounts {
    pub(super) distinct: [u64; 2],
    pub(super) class_pairs: u64,
    pub(super) call_pairs: u64,
    /// Number of groups at full extent, at 1,920 pixels.
    pub(super) groups: u64,
}

impl Comparison {
    /// Ranks the paths. O(nodes of the union tree); with several runs per side, times the number of splits. With a
    /// focus it ranks twice, because the verdict is about the whole runs. Fails if nothing matches the focus.
    pub(super) fn new(
        facts: Facts,
        union: UnionTree,
        options: Options,
        focus: Focus,
    ) -> Result<Self, CliError> {
        let few = facts.times.as_ref().map_or(&[][..], |times| &times.few);
        let waits = waiting(facts.names.keys());
        let shifts = facts.times.as_ref().map(|times| &times.shifts);
        let late = facts.late_lane.as_ref();
        let whole = ranked(&union, options, SingleCalls { few, shifts, late }, &waits);
        let moved = facts.calls[0][diptych_compare::align::Kind::Moved as usize];
        let verdict = Verdict::new(&union, &whole, Some(moved));
        let focused =
            if focus.is_whole() { None } else { Some(focus.restrict(&union, &facts.names, few)?) };
        let ranking = focused.as_ref().map_or(whole, |left| {
            ranked(&left.union, options, SingleCalls { few: &left.few, shifts, late }, &waits)
        });
        let typical = TypicalRatio::new(&union, few);
        let run_names = facts.runs.each_ref().map(|runs| runs.iter().map(|run| run.name.clone()).collect());
        let mut comparison = Self {
            facts,
            run_names,
            union,
            focus,
            focused,
            ranking,
            largest: Vec::new(),
            largest_of: Vec::new(),
            successors: OnceLock::new(),
            waits,
            verdict,
            typical,
            structure: None,
            recorded: None,
        };
        let changes = comparison.largest_changes();
        (comparison.largest, comparison.largest_of) =
            changes.into_iter().map(|change| (change.row, change.of)).unzip();
        Ok(comparison)
    }

    /// Returns the lines on proposed renames. Empty for sampled runs: that a function has no sample on one side is mostly
    /// chance.
    pub(super) fn proposals(&self) -> &[String] {
        if self.verdict.is_sampled { &[] } else { &self.facts.proposals }
    }

    /// Returns the word for what rows count: calls, or samples if a run was sampled.
    pub(super) fn counted(&self) -> &'static str {
        if self.union.is_sampled() { "samples" } else { "calls" }
    }

    /// Returns the number of samples in each run of a side, or `None` for runs with recorded calls.
    pub(super) fn samples(&self, side: usize) -> Vec<Option<u64>> {
        let of_run = |tree: &CallTree| samples_of(tree.sample_size(), tree.total_ticks() as f64);
        self.union.side(side).map(|run| of_run(&run.tree)).collect()
    }

    /// Returns the paths that the lists are about.
    pub(super) fn listed(&self) -> &UnionTree {
        self.focused.as_ref().map_or(&self.union, |left| &left.union)
    }

    /// Returns whether lists show functions or paths.
    pub(super) fn by(&self) -> RowUnit {
        self.ranking.options.by
    }

    /// Returns the ranking of functions or of paths. It computes the one that is not listed.
    pub(super) fn ranking_by(&self, by: RowUnit) -> Cow<'_, Ranking> {
        if by == self.by() {
            return Cow::Borrowed(&self.ranking);
        }
        let options = Options { by, ..self.ranking.options };
        let shifts = self.facts.times.as_ref().map(|times| &times.shifts);
        let calls = SingleCalls { few: self.few(), shifts, late: self.facts.late_lane.as_ref() };
        Cow::Owned(ranked(self.listed(), options, calls, &self.waits))
    }

    fn largest_changes(&self) -> Vec<Change> {
        let calls = if self.knows_outliers() { self.pauses() } else { Vec::new() };
        largest_changes(self.listed(), &self.ranking, &calls)
    }

    /// Returns true if outlier calls are looked for: calls were recorded, in one run per side, and rows are functions by
    /// times as recorded.
    pub(super) fn knows_outliers(&self) -> bool {
        let Options { by, normalisation, .. } = self.ranking.options;
        (by, normalisation) == (RowUnit::Function, Normalisation::Absolute)
            && self.ranking.runs == [1, 1]
            && !self.verdict.is_sampled
    }

    /// Returns the outlier calls in focus: calls that take far longer than all others of their function. Empty with
    /// several runs per side.
    pub(super) fn few(&self) -> &[OutlierCall] {
        match &self.focused {
            Some(left) => &left.few,
            None => self.facts.times.as_ref().map_or(&[], |times| &times.few),
        }
    }

    /// Returns the outlier calls above the floor, longest first.
    pub(super) fn pauses(&self) -> Vec<OutlierCall> {
        let floor = self.ranking.options.floor;
        let mut calls: Vec<OutlierCall> =
            self.few().iter().filter(|call| call.self_ticks > floor.ticks).copied().collect();
        calls.sort_by_key(|call| (Reverse(call.self_ticks), call.side, call.call));
        calls
    }

    /// Measures all functions in focus, by identity. Inclusive time is that of the calls as recorded, if it is known for
    /// this focus, and that of the call paths otherwise.
    pub(super) fn functions(&self, time: Time) -> Vec<SideMeasures> {
        let recorded =
            self.facts.inclusive.as_ref().filter(|_| time == Time::Inclusive && self.focused.is_none());
        measures::functions(self.listed(), time, self.ranking.options.normalisation, recorded)
    }

    /// Returns the rows of a list as a criterion measures them, and their places in its order. `of` has the subjects of
    /// the rows if they are of several kinds.
    pub(super) fn in_order(
        &self,
        order: DifferenceOrder,
        rows: &[Row],
        of: &[ChangeSubject],
    ) -> (Vec<Row>, Vec<usize>) {
        // The rows of paths are by inclusive time.
        let by_inclusive = order == DifferenceOrder::Inclusive && self.by() == RowUnit::Function;
        let inclusive = if by_inclusive { self.functions(Time::Inclusive) } else { Vec::new() };
        let rows = measured_by(order, rows, of, &inclusive);
        let places = ordered_by(order, &rows);
        (rows, places)
    }

    /// Returns the largest changes by path.
    pub(super) fn phases(&self) -> Vec<Phase> {
        let mut found = phases(self.listed(), &self.ranking, self.few());
        let is_recorded = self.ranking.options.normalisation == Normalisation::Absolute;
        // A focus leaves other paths, for which the common times do not hold.
        if let Some(common) = self.facts.common.as_ref().filter(|_| is_recorded && self.focused.is_none()) {
            add_common(&mut found, &self.union, common);
        }
        found
    }

    /// Returns true if there are enough runs per side for a test.
    pub(super) fn is_tested(&self) -> bool {
        matches!(self.ranking.noise, Noise::Tested(_))
    }

    /// Returns true if the extents of several runs differ no more than within a side. This holds if the interval of the
    /// factor between the sides contains 1. With too few runs for an interval, it holds if the ranges of the sides
    /// overlap. With one run per side nothing is known, so the result is false.
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

    /// Returns the number of functions that both sides call.
    pub(super) fn functions_in_both(&self) -> u64 {
        let mut is_called = vec![[false; 2]; self.union.identity_count()];
        for run in self.union.runs() {
            for identity in run.tree.identity() {
                is_called[identity.index()][run.side] = true;
            }
        }
        is_called.into_iter().filter(|sides| *sides == [true; 2]).count() as u64
    }

    /// Returns the share of A's self time in matched or moved calls, 0 to 1.
    pub(super) fn matched_time(&self) -> f64 {
        let [matched, moved, only] = self.facts.self_ticks[0];
        (matched + moved) as f64 / (matched + moved + only).max(1) as f64
    }

    /// Returns the share of calls whose partner is in order, 0 to 1, on the side where it is smaller.
    pub(super) fn matched_calls(&self) -> f64 {
        let share = |calls: [u64; 3]| match calls.iter().sum::<u64>() {
            0 => 1.0,
            all => calls[0] as f64 / all as f64,
        };
        self.facts.calls.map(share).into_iter().fold(1.0, f64::min)
    }

    /// Converts ticks to nanoseconds. On an axis other than time, it returns the ticks.
    pub(super) fn ns(&self, ticks: f64) -> f64 {
        let axis = self.facts.axis;
        if self.is_time() { ticks * axis.scale } else { ticks }
    }

    /// Returns true if the axis is in nanoseconds.
    pub(super) fn is_time(&self) -> bool {
        use diptych_engine::trace::{AxisKind, Unit};
        self.facts.axis.unit == Unit::Nanoseconds && self.facts.axis.kind != AxisKind::Order
    }
}

/// The data on single calls, with one run per side.
#[derive(Clone, Copy)]
struct SingleCalls<'a> {
    /// Outlier calls.
    few: &'a [OutlierCall],
    /// Changes of matched calls.
    shifts: Option<&'a CallShifts>,
    /// Lane that works longer while others wait.
    late: Option<&'a LateLane>,
}

/// Ranks the paths, with one run per side by what is known of single calls. `waits` says of each function whether it
/// waits.
fn ranked(union: &UnionTree, options: Options, calls: SingleCalls<'_>, waits: &[bool]) -> Ranking {
    let SingleCalls { few, shifts, late } = calls;
    let test = PermutationTest::new(union, options);
    let result = test.and_then(|test| test.test(&mut |_, _| ()));
    rank_with_result(union, options, RankInput { result: result.as_ref(), few, shifts, waits, late })
}
