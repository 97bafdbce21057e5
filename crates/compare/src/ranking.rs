//! The list of differences that a person can act on.
//!
//! [`rank`] sorts the functions or the call paths of a [`UnionTree`] into *slower*, *faster*, *new*, *gone* and *waiting*. It
//! leaves out changes below the noise floor. Every row above the floor is in its list. Each list has two parts, and
//! each part has the largest change first. The first part has the *significant* rows ([`Row::stands_out`]). In the
//! second part are rows that changed like the whole run, that noise explains, or that repeat another row ([`Reason`]).
//! [`largest_changes`] joins all lists and the outlier calls into one, the largest change of self time first.
//! [`Verdict`] compares the two sides as wholes and says how meaningful the comparison is. [`phases`] locates the
//! change by call path.
//!
//! The measure of a row depends on [`RowUnit`]. Functions are measured by *self time*, so that rows add up to the whole
//! change and no caller is blamed for its callees. Paths are measured by *inclusive time*. If a path's change is wholly
//! in one child (at least [`WHOLLY`] of it, with the same sign), only the child is significant. A new or gone path
//! stands for everything below it.
//!
//! Outlier calls ([`crate::call_times`]) count as calls of ordinary length when rows are judged and ordered. This
//! applies to their functions and to all paths that contain them. So a row is listed by its whole change, and is
//! significant by the rest of it.
//!
//! Noise depends on the number of runs ([`Noise`]). With one run per side it is estimated from how calls vary within
//! each run and how far functions in general moved. Runs that were sampled are tested for sampling error. With enough runs (four per side, for example) a test holds for the
//! whole list at once. In either case a change must also exceed the [`Floor`].
//!
//! A function may have another row for the calls of one caller ([`Row::caller`]), if these changed significantly and all of
//! its calls did not.
//!
//! Exchanging the sides exchanges slower and faster, new and gone, and the signs. This module knows no names: rows hold
//! identities and nodes.

mod beneath;
mod by_caller;
mod call_counts;
mod called_below;
mod caller_parts;
mod cell;
mod changes;
mod code_moves;
mod count_test;
mod deals;
mod median;
mod one_run;
mod options;
mod outliers;
mod paired;
mod path_calls;
mod permutation_test;
mod phases;
mod rank_test;
mod row;
mod rows;
mod sample_counts;
mod samples;
mod several_runs;
mod sides_that_call;
mod slow_run;
mod table;
mod typical;
mod verdict;

pub use changes::{Change, ChangeSubject, largest_changes};
pub use code_moves::LEAST_MOVED;
pub use deals::Split;
pub use diptych_profile::Floor;
pub use one_run::RunNoise;
pub use options::{Normalisation, Options, RowUnit};
pub use outliers::standing_outliers;
pub use permutation_test::{PermutationResult, PermutationTest, run_of_median_total, runs_by_total};
pub use phases::{LEAST_OF_LARGEST, MOST_PHASES, Phase, SAME_RECURSION, add_common, largest, phases};
pub use rank_test::{Shift, rank_p, shift_of};
pub use row::{CodeMove, Confidence, Kind, LargestBelow, PartBelow, Parts, Reason, Row, WHOLLY};
pub use sample_counts::samples_of;
pub use samples::{SampleNoise, beyond_sampling_error};
pub use slow_run::SlowRun;
pub use typical::TypicalRatio;
pub use verdict::{Comparable, Verdict};

use crate::Progress;
use crate::call_times::{CallShifts, OutlierCall};
use crate::late_lanes::LateLane;
use by_caller::PartInput;
use called_below::Divided;
use caller_parts::PartTable;
use diptych_profile::{NodeId, UnionRun, UnionTree};
use diptych_trace::{IdentityId, SampleSize};
pub(crate) use median::{DEVIATION_BY_MEDIAN, median};
use paired::PairedTest;
use rows::{Judge, Lists, RowFacts};
use rustc_hash::FxHashMap;
use samples::SampleTest;
use table::Table;

/// Differences by kind. In each list the significant rows come first. Both parts are sorted by size of change, then by
/// identity and path.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranking {
    /// Options of the ranking.
    pub options: Options,
    /// Number of runs of A and of B.
    pub runs: [usize; 2],
    /// Noise of the runs, apart from the floor.
    pub noise: Noise,
    /// Excess of all outlier calls in A and B, in ticks as recorded.
    pub outliers: [f64; 2],
    /// Rows with more ticks (or ticks per call) in B, above the floor.
    pub slower: Vec<Row>,
    /// Rows with fewer ticks (or ticks per call) in B, above the floor.
    pub faster: Vec<Row>,
    /// Rows that only B calls, of any size. Rows under the floor are not significant. With several runs, neither are
    /// rows that the runs leave in doubt.
    pub new: Vec<Row>,
    /// Rows that only A calls, of any size.
    pub gone: Vec<Row>,
    /// Rows of functions that wait, with more or less time in B, above the floor.
    pub waiting: Vec<Row>,
    /// Self time of all functions that wait in A and B, in ticks as recorded. With several runs the median.
    pub waited: [f64; 2],
    /// Number of rows that changed by less than the floor.
    pub under_floor: u64,
    /// Largest change under the floor.
    pub largest_under_floor: Option<Row>,
    /// Function that makes a lane late, if its row is significant and changed as on that lane.
    cause: Option<IdentityId>,
    /// Functions of both sides whose additional or missing calls new or gone functions make.
    divided: FxHashMap<IdentityId, Divided>,
}

/// The noise between runs, as far as the runs show it.
#[derive(Debug, Clone, PartialEq)]
pub enum Noise {
    /// One run per side, so nothing certain is known about noise. The variation of calls within each run decides what
    /// is significant, but it does not show how a second run would have turned out.
    OneRunASide(RunNoise),
    /// Too few runs per side for a test at the requested level. A row is significant if its runs are separated: every
    /// run of one side is above every run of the other.
    TooFewRuns,
    /// Runs were sampled, and there are too few per side for a test of the runs. A row is significant if it has more or
    /// fewer samples than chance explains. Several runs of a side must also be separated.
    Samples(SampleNoise),
    /// Enough runs. The probability that any unchanged row is significant is at most the level.
    Tested(Split),
}

/// Ranks the differences of a union tree. O(nodes · runs) with one run per side. With several, also
/// O(nodes · runs · splits), for at most 2,000 splits. Progress counts splits. At most 64 runs in total are tested.
/// With more, or with none on a side, the noise is [`Noise::TooFewRuns`].
pub fn rank(union: &UnionTree, options: Options, progress: Progress<'_>) -> Ranking {
    let table = Table::new(union, options, &[]);
    let test = PermutationTest::is_possible(union, options)
        .then(|| PermutationTest::from_table(&table, &PartTable::new(union, options), options));
    let result = test.and_then(|test| test.test(progress));
    progress(1, 1);
    ranked(union, &table, options, RankInput { result: result.as_ref(), ..RankInput::default() })
}

/// The input of a ranking besides the union tree.
#[derive(Debug, Clone, Copy, Default)]
pub struct RankInput<'a> {
    /// Result of the [`PermutationTest`] of the union tree under these options, or `None` if there is none.
    pub result: Option<&'a PermutationResult>,
    /// Outlier calls, with one run per side. Functions and paths that contain them are judged as if these were of
    /// ordinary length.
    pub few: &'a [OutlierCall],
    /// For each identity, whether its function waits ([`crate::waiting`]). If empty, no row is in the list of those.
    pub waits: &'a [bool],
    /// Changes of matched calls, with one run per side.
    pub shifts: Option<&'a CallShifts>,
    /// Lane that works longer while others wait. The function with most of its work is significant.
    pub late: Option<&'a LateLane>,
}

/// Ranks the differences with the result of an earlier test, or with outlier calls. O(nodes · runs).
pub fn rank_with_result(union: &UnionTree, options: Options, input: RankInput<'_>) -> Ranking {
    let one_run_a_side = union.runs().len() == 2;
    let input = RankInput { few: if one_run_a_side { input.few } else { &[] }, ..input };
    ranked(union, &Table::new(union, options, input.few), options, input)
}

fn ranked(
    union: &UnionTree,
    table: &Table,
    options: Options,
    RankInput { result, few, shifts, waits, late }: RankInput<'_>,
) -> Ranking {
    let runs = [0, 1].map(|side| union.side(side).count());
    let samples = if result.is_none() { SampleTest::new(union, options) } else { None };
    let (noise, judge) = match (runs, result) {
        ([1, 1], _) => {
            let mut functions = Table::of_functions(union, few);
            functions.normalise(options.normalisation);
            let is_of_sums = union.runs().iter().any(|run| run.tree.sample_size() == SampleSize::Sums);
            let noise = RunNoise { is_of_sums, ..RunNoise::estimate(&functions, few, waits, options.level) };
            let shifts = shifts.filter(|_| {
                (options.by, options.normalisation) == (RowUnit::Function, Normalisation::Absolute)
            });
            let rows = functions.rows.len();
            let paired = shifts.map(|shifts| PairedTest::new(shifts, rows, options.level, options.floor));
            (Noise::OneRunASide(noise), Judge::Within(noise, paired))
        }
        (_, Some(PermutationResult { split, p })) => (Noise::Tested(*split), Judge::Tested(p)),
        (_, None) => (Noise::TooFewRuns, Judge::Separated),
    };
    let (noise, judge) =
        samples.as_ref().map_or((noise, judge), |test| (Noise::Samples(test.noise), Judge::Samples(test)));
    let is_by_function = (options.by, options.normalisation) == (RowUnit::Function, Normalisation::Absolute);
    let is_of_functions = runs == [1, 1] && is_by_function;
    let late = late.filter(|_| is_by_function);
    let Lists { mut by_kind, under_floor, largest_under_floor } =
        rows::sort(union, table, options, &judge, &RowFacts { waits, late });
    if is_of_functions {
        code_moves::put_code_moves(union, few, &mut by_kind);
    }
    let divided = called_below::divide(union, few, options, &judge, &by_kind);
    let mut is_divided = vec![false; union.identity_count()];
    for function in divided.keys() {
        is_divided[function.index()] = true;
    }
    let parts = match judge {
        Judge::Tested(_) | Judge::Samples(_) => PartTable::new(union, options),
        Judge::Within(..) | Judge::Separated => PartTable::default(),
    };
    let input = PartInput {
        few,
        options,
        judge: &judge,
        table: &parts,
        functions: table.rows.len(),
        waits,
        is_done: &is_divided,
    };
    by_caller::put_parts(union, &input, &mut by_kind);
    let [slower, faster, new, gone, waiting] = by_kind;
    let cause = late.map(|late| late.function).filter(|&function| {
        let has_changed_so = |list: &[Row]| standing_out(list).iter().any(|row| row.identity == function);
        late.is_some_and(|late| has_changed_so(if late.change() > 0 { &slower } else { &faster }))
    });
    let outliers = [0, 1].map(|side| {
        few.iter().filter(|call| call.side == side).map(|call| call.excess() as f64).sum::<f64>()
    });
    Ranking {
        options,
        runs,
        noise,
        outliers,
        slower,
        faster,
        new,
        gone,
        waiting,
        waited: waited(union, waits),
        under_floor,
        largest_under_floor,
        cause,
        divided,
    }
}

/// Returns the self time on each side of the functions that wait: the median over its runs. O(nodes · runs).
fn waited(union: &UnionTree, waits: &[bool]) -> [f64; 2] {
    let of_run = |run: &UnionRun| {
        let identity = run.tree.identity();
        let waits = |node: &NodeId| waits.get(identity[node.index()].index()).is_some_and(|&waits| waits);
        run.tree.nodes().filter(waits).map(|node| run.tree.self_spread(node).ticks).sum::<i64>() as f64
    };
    [0, 1].map(|side| {
        let mut runs: Vec<f64> = union.side(side).map(of_run).collect();
        if runs.is_empty() { 0.0 } else { median(&mut runs) }
    })
}

impl Ranking {
    /// Returns the lists in the order of [`Kind`].
    pub fn lists(&self) -> [&[Row]; 5] {
        [&self.slower, &self.faster, &self.new, &self.gone, &self.waiting]
    }
}

/// Returns the significant rows of a list, which are at its beginning.
pub fn standing_out(list: &[Row]) -> &[Row] {
    &list[..list.partition_point(Row::stands_out)]
}
