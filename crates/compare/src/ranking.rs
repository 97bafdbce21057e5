//! The list of differences a person can act on.
//!
//! [`rank`] sorts the functions or the call paths of a [`UnionTree`] into *slower*, *faster*, *new* and
//! *gone*, and leaves out what lies under the noise floor. Every row above the floor is in its list, which has two
//! parts, largest change first in each: what *stands out*, and below it what the whole run did as well, what noise
//! explains, or what another row says already ([`Reason`]). [`Verdict`] says how the two
//! sides stand as wholes and whether comparing them means much, and [`phases`] says by path where the change lies.
//!
//! What each row is measured by ([`By`]): functions by *self time*, so that rows add up to the whole change
//! and no caller is blamed for what it calls; paths by *inclusive time*, where a path whose change lies
//! wholly in one of its children (at least [`WHOLLY`] of it, of the same sign) leaves it to that child to stand
//! out, and a new or gone path stands for all below it.
//!
//! A few calls that take far longer than all others of their function ([`crate::call_times`]) count as calls of
//! ordinary length in what is judged and ordered, in functions and in the paths that hold them: a row is listed by its
//! whole change, and stands out by what is left.
//!
//! What is noise depends on the number of runs ([`Noise`]): with one run a side it is estimated from how calls
//! vary within each run and how far functions at large moved; from four runs a side on it is a test
//! that holds for the whole list at once (of five and five runs, say). Either way a change must also exceed
//! the [`Floor`].
//!
//! Everything is mirrored: exchanging the sides exchanges slower and faster, new and gone, and the signs.
//! Nothing here knows names; rows hold identities and nodes.

mod beneath;
mod code_moves;
mod one_run;
mod options;
mod permutation_test;
mod phases;
mod rank_test;
mod rows;
mod several_runs;
mod table;
mod verdict;

pub use code_moves::{CodeMove, LEAST_MOVED};
pub use diptych_profile::Floor;
pub use one_run::RunNoise;
pub use options::{By, Normalisation, Options};
pub use permutation_test::{PermutationResult, PermutationTest, run_of_median_total, runs_by_total};
pub use phases::{LEAST_OF_LARGEST, MOST_PHASES, Phase, SAME_RECURSION, add_common, largest, phases};
pub use rank_test::{Shift, shift_of};
pub use rows::{Confidence, Kind, Parts, Reason, Row, WHOLLY};
pub use several_runs::Split;
pub use verdict::{Comparable, Verdict};

use crate::Progress;
use crate::call_times::FewCall;
use diptych_profile::UnionTree;
use rows::{Judge, Lists};
use table::Table;

/// Differences by kind. In each list rows that stand out come first; both parts are sorted by size of change, then by
/// identity and path.
#[derive(Debug, Clone, PartialEq)]
pub struct Ranking {
    /// The options it was made under.
    pub options: Options,
    /// Runs of A and of B.
    pub runs: [usize; 2],
    /// What the runs say of noise, beside the floor.
    pub noise: Noise,
    /// Slower in B: more ticks (or ticks a call), above the noise floor.
    pub slower: Vec<Row>,
    /// Faster in B.
    pub faster: Vec<Row>,
    /// Called in B only: all there are, large or small. Those under the floor do not stand out, nor, of several runs,
    /// those of which the runs leave a doubt.
    pub new: Vec<Row>,
    /// Called in A only, likewise.
    pub gone: Vec<Row>,
    /// How many changed, but under the noise floor.
    pub under_floor: u64,
    /// The largest of these.
    pub largest_under_floor: Option<Row>,
}

/// What the runs say of noise.
#[derive(Debug, Clone, PartialEq)]
pub enum Noise {
    /// One run a side: no statement about noise. What calls within each run tell of it keeps rows from
    /// standing out, but says nothing of how a second run would have turned out.
    OneRunASide(RunNoise),
    /// A few runs a side: too few for a statement at the requested level. A row stands out where its runs are
    /// separated: every run of one side above every run of the other.
    TooFewRuns,
    /// Enough runs: the probability that anything stands out that has not changed is at most the level.
    Tested(Split),
}

/// Ranks the differences of a union tree. O(nodes · runs) with one run a side; with several also
/// O(nodes · runs · splits), at most 2,000 splits. Progress is in splits. At most 64 runs in all are tested;
/// with more, or with none on a side, [`Noise::TooFewRuns`] is what is known of the noise.
pub fn rank(union: &UnionTree, options: Options, progress: Progress<'_>) -> Ranking {
    let table = Table::new(union, options, &[]);
    let test =
        PermutationTest::is_possible(union, options).then(|| PermutationTest::from_table(&table, options));
    let result = test.and_then(|test| test.test(progress));
    progress(1, 1);
    ranked(union, &table, options, RankInput { result: result.as_ref(), few: &[] })
}

/// What a ranking is made of beside a union tree.
#[derive(Debug, Clone, Copy, Default)]
pub struct RankInput<'a> {
    /// What the [`PermutationTest`] of the union tree under these options came to, `None` where there is none.
    pub result: Option<&'a PermutationResult>,
    /// With one run a side: calls that take far longer than all others of their function. Functions, and paths that hold
    /// such calls, are judged as if these were of ordinary length.
    pub few: &'a [FewCall],
}

/// The same where a test was done already, or with the few calls. O(nodes · runs).
pub fn rank_with_result(union: &UnionTree, options: Options, input: RankInput<'_>) -> Ranking {
    let one_run_a_side = union.runs().len() == 2;
    let input = RankInput { few: if one_run_a_side { input.few } else { &[] }, ..input };
    ranked(union, &Table::new(union, options, input.few), options, input)
}

fn ranked(
    union: &UnionTree,
    table: &Table,
    options: Options,
    RankInput { result, few }: RankInput<'_>,
) -> Ranking {
    let runs = [0, 1].map(|side| union.side(side).count());
    let (noise, judge) = match (runs, result) {
        ([1, 1], _) => {
            let mut functions = Table::of_functions(union, few);
            functions.normalise(options.normalisation);
            let noise = RunNoise::estimate(&functions, table.above_floor(options.floor));
            (Noise::OneRunASide(noise), Judge::Within(noise))
        }
        (_, Some(PermutationResult { split, p })) => (Noise::Tested(*split), Judge::Tested(p)),
        (_, None) => (Noise::TooFewRuns, Judge::Separated),
    };
    let Lists { mut by_kind, under_floor, largest_under_floor } = rows::sort(union, table, options, &judge);
    if runs == [1, 1] && (options.by, options.normalisation) == (By::Function, Normalisation::Absolute) {
        code_moves::put_code_moves(union, few, &mut by_kind);
    }
    let [slower, faster, new, gone] = by_kind;
    Ranking { options, runs, noise, slower, faster, new, gone, under_floor, largest_under_floor }
}

impl Ranking {
    /// The lists, in the order of [`Kind`].
    pub fn lists(&self) -> [&[Row]; 4] {
        [&self.slower, &self.faster, &self.new, &self.gone]
    }
}

/// The rows of a list that stand out: its beginning.
pub fn standing_out(list: &[Row]) -> &[Row] {
    &list[..list.partition_point(Row::stands_out)]
}
