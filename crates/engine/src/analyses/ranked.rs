//! The differences of a pair under a normalisation and a noise floor.

use super::{PairAlignment, PathUnion};
use diptych_compare::Pair;
use diptych_compare::call_times::{CallShifts, OutlierCall};
use diptych_compare::common_times::CommonTimes;
use diptych_compare::inclusive_times::InclusiveTimes;
use diptych_compare::measures::{SideMeasures, Time, functions};
use diptych_compare::moves::{MovedFunction, moved_functions};
use diptych_compare::ranking::{
    ChangeSubject, Floor, Normalisation, Options, PermutationResult, Phase, RankInput, Ranking, Row, RowUnit,
    TypicalRatio, Verdict, add_common, largest_changes, phases, rank_with_result,
};
use diptych_profile::NodeId;
use diptych_protocol::{ComparisonState, Normalise};
use diptych_trace::{Axis, IdentityId, Sorting};
use diptych_views::Successors;
use std::cell::OnceCell;

/// A ranking, with the statements about the pair as a whole.
#[derive(Debug)]
pub(crate) struct RankedDifferences {
    pub(crate) options: Options,
    pub(crate) ranking: Ranking,
    /// Largest changes of all kinds, by self time.
    pub(crate) largest: Vec<Row>,
    /// Subjects of the rows of `largest`. The calls are those of `pause_calls`.
    pub(crate) largest_of: Vec<ChangeSubject>,
    /// Inclusive time of each function.
    pub(crate) inclusive: Vec<SideMeasures>,
    /// The ratio by which a typical function changed.
    pub(crate) typical: Option<TypicalRatio>,
    /// Functions with moved calls, most calls first.
    pub(crate) moved: Vec<Row>,
    /// Functions of the rows of `moved`.
    pub(crate) moved_functions: Vec<MovedFunction>,
    /// Pauses, with one run a side: calls that take far longer than all others of their function, and longer than the
    /// floor. Longest first, one row for each call.
    pub(crate) pauses: Vec<Row>,
    /// Calls of the rows of `pauses`.
    pub(crate) pause_calls: Vec<OutlierCall>,
    /// True for each function with a significant change: in all calls, in those of one caller, in single calls, or as a
    /// part of another one's.
    pub(crate) significant: Vec<bool>,
    /// Functions that probably succeed others, once something shows them.
    pub(crate) successors: OnceCell<Successors>,
    pub(crate) verdict: Verdict,
    /// The largest changes by path.
    pub(crate) phases: Vec<Phase>,
}

/// Returns the ranking options of a state, for traces on an axis.
pub fn options_of(state: &ComparisonState, axis: Axis) -> Options {
    let normalisation = match state.normalise {
        Normalise::Absolute => Normalisation::Absolute,
        Normalise::PerTotal => Normalisation::PerTotal,
        Normalise::PerCall => Normalisation::PerCall,
    };
    let floor = Floor::on(axis, f64::from(state.floor_percent) / 100.0, f64::from(state.floor_us));
    Options { by: RowUnit::Function, normalisation, floor, ..Options::default() }
}

/// The input of a ranking, from traces or from a stored comparison.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RankedInput<'a> {
    pub(crate) paths: &'a PathUnion,
    /// Pauses, with one run a side.
    pub(crate) few: &'a [OutlierCall],
    /// Changes of matched calls, with one run a side.
    pub(crate) shifts: Option<&'a CallShifts>,
    /// Time in calls of both sides, with one run a side.
    pub(crate) common: Option<&'a CommonTimes>,
    /// Inclusive time of each function as recorded, with one run a side.
    pub(crate) inclusive: Option<&'a InclusiveTimes>,
    /// Functions with moved calls.
    pub(crate) moved: &'a [MovedFunction],
}

impl RankedDifferences {
    /// Ranks the paths. `result` is that of the permutation test under these options, with several runs a side. O(nodes
    /// of the union tree · runs).
    pub(crate) fn new(input: RankedInput<'_>, options: Options, result: Option<&PermutationResult>) -> Self {
        let RankedInput { paths, few, shifts, common, inclusive, moved } = input;
        let input = RankInput { result, few, shifts, waits: &paths.waits, late: paths.late_lane.as_ref() };
        let ranking = rank_with_result(&paths.union, options, input);
        let moved_calls = moved.iter().map(|of| of.calls).sum();
        let verdict = Verdict::new(&paths.union, &ranking, Some(moved_calls));
        let first_node = paths.union.first_nodes(paths.identity_count());
        // A stored comparison may name functions that have no path.
        let has_path = |identity: IdentityId| first_node[identity.index()] != NodeId::NONE;
        let moved_functions: Vec<MovedFunction> =
            moved.iter().filter(|of| has_path(of.identity)).copied().collect();
        let moved_row = |of: &MovedFunction| {
            let ticks = of.ticks.map(|ticks| ticks as f64);
            Row::unranked(of.identity, first_node[of.identity.index()], ticks, [of.calls; 2])
        };
        let mut phases = phases(&paths.union, &ranking, few);
        if let Some(common) = common.filter(|_| options.normalisation == Normalisation::Absolute) {
            add_common(&mut phases, &paths.union, common);
        }
        let pause_calls: Vec<OutlierCall> =
            pauses(few, options.floor).into_iter().filter(|call| has_path(call.identity)).collect();
        let pauses = pause_calls.iter().map(|call| pause(call, first_node[call.identity.index()])).collect();
        let is_recorded = options.normalisation == Normalisation::Absolute;
        let listed_calls = if is_recorded { &pause_calls[..] } else { &[] };
        let changes = largest_changes(&paths.union, &ranking, listed_calls);
        let (largest, largest_of): (Vec<Row>, Vec<ChangeSubject>) =
            changes.into_iter().map(|change| (change.row, change.of)).unzip();
        let typical = TypicalRatio::new(&paths.union, few);
        let inclusive = functions(
            &paths.union,
            Time::Inclusive,
            options.normalisation,
            inclusive.filter(|_| is_recorded),
        );
        let moved = moved_functions.iter().map(moved_row).collect();
        let mut significant = vec![false; paths.identity_count()];
        let rows = ranking.lists().into_iter().flatten().chain(&largest);
        for row in rows.filter(|row: &&Row| row.stands_out()) {
            significant[row.identity.index()] = true;
        }
        Self {
            options,
            ranking,
            largest,
            largest_of,
            inclusive,
            typical,
            moved,
            moved_functions,
            pauses,
            pause_calls,
            significant,
            successors: OnceCell::new(),
            verdict,
            phases,
        }
    }
}

/// Returns the pauses longer than the floor, longest first.
pub(crate) fn pauses(few: &[OutlierCall], floor: Floor) -> Vec<OutlierCall> {
    let mut calls: Vec<OutlierCall> =
        few.iter().filter(|call| call.self_ticks > floor.ticks).copied().collect();
    calls.order_by(|x, y| {
        y.self_ticks.cmp(&x.self_ticks).then_with(|| (x.side, x.call).cmp(&(y.side, y.call)))
    });
    calls
}

/// Returns the row of a pause.
fn pause(call: &OutlierCall, node: NodeId) -> Row {
    let mut ticks = [0.0; 2];
    let mut calls = [0; 2];
    (ticks[call.side], calls[call.side]) = (call.self_ticks as f64, 1);
    Row::unranked(call.identity, node, ticks, calls)
}

/// Returns the functions with moved calls, most calls first. O(calls).
pub(crate) fn moved(pair: Pair<'_>, aligned: &PairAlignment, paths: &PathUnion) -> Vec<MovedFunction> {
    let of_pair = moved_functions(pair, &aligned.alignment, &aligned.warp);
    of_pair.into_iter().map(|of| MovedFunction { identity: paths.identity(of.identity), ..of }).collect()
}
