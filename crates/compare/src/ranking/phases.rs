//! The largest changes by call path, as a tree of a few lines.

use super::cell::few_of_paths;
use super::median::median;
use super::outliers::{standing_outliers, totals};
use super::rank_test::shift_of;
use super::row::{Kind, WHOLLY};
use super::samples::SampleTest;
use super::sides_that_call::sides_that_call;
use super::table::Table;
use super::{Noise, Options, Ranking, RowUnit};
use crate::call_times::OutlierCall;
use crate::common_times::CommonTimes;
use diptych_profile::{Floor, NodeId, UnionTree};
use diptych_trace::Sorting;

/// Maximum number of lines.
pub const MOST_PHASES: usize = 12;

/// Minimum change of a line, as a share of the largest change.
pub const LEAST_OF_LARGEST: f64 = 0.05;

/// Minimum ratio between a deeper and an outer call's change at which the deeper call of a recursive function has no
/// line.
pub const SAME_RECURSION: f64 = 0.5;

/// Minimum share of a line's change by outlier calls that are findings at which the line stands out for them.
const LEAST_BY_FINDINGS: f64 = 0.5;

/// A call path whose change is one of the largest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Phase {
    /// Call path.
    pub node: NodeId,
    /// Kind of the change.
    pub kind: Kind,
    /// Index of the line of the innermost caller that has one. It is smaller than this line's index.
    pub parent: Option<usize>,
    /// Number of callers that have a line.
    pub depth: u32,
    /// Inclusive ticks in A, as normalised. With several runs the median.
    pub a: f64,
    /// Inclusive ticks in B, likewise.
    pub b: f64,
    /// Difference b − a.
    pub delta: f64,
    /// Excess in ticks of the outlier calls on the path and below it, in A and B. Included in `a` and `b`.
    pub few: [f64; 2],
    /// Number of these outlier calls.
    pub few_calls: [u64; 2],
    /// True if the change is more than noise: calls within each run, or the runs of a side, differ by less.
    pub stands_out: bool,
    /// Number of calls in A and B as recorded. With several runs the median, rounded.
    pub calls: [u64; 2],
    /// True if both sides call the function, on any path.
    pub is_of_both: bool,
    /// Ticks in A and B of matched calls on the path and below it, as parts of `a` and `b`. `None` until [`add_common`]
    /// sets them.
    pub common: Option<[f64; 2]>,
}

/// Adds to each line the time of its matched calls, as recorded. O(nodes).
pub fn add_common(found: &mut [Phase], union: &UnionTree, common: &CommonTimes) {
    let ticks = common.by_path(union);
    for line in found {
        line.common = ticks.get(line.node.index()).map(|ticks| ticks.map(|ticks| ticks as f64));
    }
}

/// Returns the largest changes of inclusive time by path. Callers come before their callees, and siblings by size.
///
/// `few` are outlier calls, with one run per side. They count in full, because a path list that leaves them out hides where
/// the time went. A path has a line if all of these hold:
///
/// * Its change exceeds the floor, and is at least [`LEAST_OF_LARGEST`] of the largest change, or of the largest one
///   without outlier calls if that is smaller: a long pause hides no other line. If a side has several runs, the change
///   exceeds the floor whichever run is left out.
/// * If runs were sampled, chance does not explain its number of samples.
/// * No caller is new or gone, because such a caller stands for everything below it.
/// * None of its callees explains the change, which means a change in the same direction between [`WHOLLY`] of it and
///   the inverse.
/// * It does not repeat its innermost caller of the same function that may have a line. It repeats that caller if its
///   share of the caller's change is between [`SAME_RECURSION`] and the inverse of [`WHOLLY`].
/// * It is one of the [`MOST_PHASES`] largest of these. Of equal ones the outer comes first, then the earlier.
///
/// So in a chain of calls, the line goes to the innermost call with the whole change. In a recursion it goes to the
/// outermost call, and changes that cancel out in their caller both have a line. O(nodes · (runs + log nodes)).
pub fn phases(union: &UnionTree, ranking: &Ranking, few: &[OutlierCall]) -> Vec<Phase> {
    let options = Options { by: RowUnit::Path, ..ranking.options };
    let few = if union.runs().len() == 2 { few } else { &[] };
    let table = Table::new(union, options, few);
    let value = |row: usize| [0, 1].map(|side| table.whole(row, side));
    let delta: Vec<f64> = (0..table.rows.len()).map(|row| value(row)[1] - value(row)[0]).collect();
    let steady = |row: usize| table.value(row, 1) - table.value(row, 0);
    let mut has_line = lines(union, &table, options, &delta);
    if matches!(ranking.noise, Noise::Samples(_))
        && let Some(test) = SampleTest::new(union, options)
    {
        has_line.iter_mut().enumerate().for_each(|(row, has_line)| *has_line &= test.is_exceeded(row));
    }
    let mut largest: Vec<usize> = (0..delta.len()).filter(|&row| has_line[row]).collect();
    largest.order_by(|&x, &y| delta[y].abs().total_cmp(&delta[x].abs()).then(x.cmp(&y)));
    let of_largest = |change: &dyn Fn(usize) -> f64| {
        LEAST_OF_LARGEST * largest.iter().map(|&row| change(row).abs()).fold(0.0, f64::max)
    };
    let least = of_largest(&|row| delta[row]).min(of_largest(&steady));
    let kept = largest.iter().take(MOST_PHASES).take_while(|&&row| delta[row].abs() >= least).count();
    for &row in &largest[kept..] {
        has_line[row] = false;
    }
    largest.truncate(kept);
    let above = |row: usize| {
        let parent = |node: &NodeId| union.parent()[node.index()].some();
        std::iter::successors(parent(&NodeId(row as u32)), parent).find(|node| has_line[node.index()])
    };
    let sides_of = sides_that_call(union);
    let findings = excess_of_findings(union, few, options.floor);
    let mut found: Vec<Phase> = Vec::with_capacity(kept);
    // Lines whose caller's line is already there. They follow it and everything below it.
    let mut waiting: Vec<(Option<usize>, usize)> =
        largest.iter().rev().filter(|&&row| above(row).is_none()).map(|&row| (None, row)).collect();
    while let Some((parent, row)) = waiting.pop() {
        let [a, b] = value(row);
        let kind = match [0, 1].map(|side| table.is_called(row, side)) {
            [false, true] => Kind::New,
            [true, false] => Kind::Gone,
            _ if b > a => Kind::Slower,
            _ => Kind::Faster,
        };
        let depth = parent.map_or(0, |parent: usize| found[parent].depth + 1);
        let calls = [0, 1].map(|side| table.calls(row, side).round() as u64);
        let few_calls = [0, 1].map(|side| table.few_calls(row, side));
        found.push(Phase {
            node: NodeId(row as u32),
            kind,
            parent,
            depth,
            a,
            b,
            delta: delta[row],
            few: [0, 1].map(|side| table.whole(row, side) - table.value(row, side)),
            few_calls,
            stands_out: stands_out(&table, row, kind, ranking)
                || findings.get(row).is_some_and(|excess| excess / delta[row] >= LEAST_BY_FINDINGS),
            calls,
            is_of_both: sides_of[union.identity()[row].index()] == [true; 2],
            common: None,
        });
        let line = Some(found.len() - 1);
        let below = |other: &&usize| above(**other).map(NodeId::index) == Some(row);
        waiting.extend(largest.iter().rev().filter(below).map(|&other| (line, other)));
    }
    found
}

/// Returns the indices of the largest significant lines, largest first, at most `count`.
pub fn largest(phases: &[Phase], count: usize) -> Vec<usize> {
    let mut places: Vec<usize> = (0..phases.len()).filter(|&place| phases[place].stands_out).collect();
    places.order_by(|&x, &y| phases[y].delta.abs().total_cmp(&phases[x].delta.abs()).then(x.cmp(&y)));
    places.truncate(count);
    places
}

/// Returns, for each path, the excess of the outlier calls on it and below it that are findings, B minus A. Empty
/// without outlier calls. O(nodes + outlier calls · log outlier calls).
fn excess_of_findings(union: &UnionTree, few: &[OutlierCall], floor: Floor) -> Vec<f64> {
    if few.is_empty() {
        return Vec::new();
    }
    let findings: Vec<OutlierCall> = few
        .iter()
        .zip(standing_outliers(few, floor, totals(union)))
        .filter_map(|(call, is_finding)| is_finding.then_some(*call))
        .collect();
    let mut sums = vec![0.0; union.len()];
    for run in union.runs() {
        let of_run = few_of_paths(run, &findings);
        for node in union.nodes() {
            let excess = run.own(node).map_or(0, |own| of_run[own.index()].excess);
            sums[node.index()] += if run.side == 1 { excess as f64 } else { -(excess as f64) };
        }
    }
    sums
}

/// Marks the paths that may have a line, before they are compared by size.
fn lines(union: &UnionTree, table: &Table, options: Options, delta: &[f64]) -> Vec<bool> {
    let mut may_have = vec![true; delta.len()];
    for row in 0..delta.len() {
        let exceeds_floor = options.floor.exceeded_by([0, 1].map(|side| table.whole(row, side)));
        may_have[row] &= exceeds_floor && is_of_all_runs(table, row, options.floor);
        let Some(parent) = union.parent()[row].some().map(NodeId::index) else { continue };
        if [0, 1].map(|side| table.is_called(parent, side)).contains(&false) {
            may_have[row] = false;
        } else if delta[row] * delta[parent] > 0.0 {
            let share = delta[row] / delta[parent];
            may_have[parent] &= !(WHOLLY..=1.0 / WHOLLY).contains(&share);
        }
    }
    fold_recursion(union, delta, &mut may_have);
    may_have
}

/// Removes the line of paths that repeat an outer call of their function. O(nodes).
fn fold_recursion(union: &UnionTree, delta: &[f64], may_have: &mut [bool]) {
    // By function: the paths with a line that contain the current path, outermost first.
    let mut open: Vec<Vec<usize>> = vec![Vec::new(); union.identity_count()];
    for row in 0..delta.len() {
        let outer = &mut open[union.identity()[row].index()];
        while outer.pop_if(|outer| union.subtree_end()[*outer] <= row as u32).is_some() {}
        let is_same = outer
            .last()
            .is_some_and(|&outer| (SAME_RECURSION..=1.0 / WHOLLY).contains(&(delta[row] / delta[outer])));
        may_have[row] &= !is_same;
        if may_have[row] {
            outer.push(row);
        }
    }
}

/// Returns true if a change exceeds the floor whichever run is left out of a side with several runs. A pause in one run
/// is then no change.
fn is_of_all_runs(table: &Table, row: usize, floor: Floor) -> bool {
    let sides = [0, 1].map(|side| table.cells(row, side).map(|cell| cell.ticks).collect::<Vec<f64>>());
    let delta = table.value(row, 1) - table.value(row, 0);
    let holds_without = |side: usize, run: usize| {
        let mut values = [table.value(row, 0), table.value(row, 1)];
        let mut left = sides[side].clone();
        left.remove(run);
        values[side] = median(&mut left);
        floor.exceeded_by(values) && (values[1] - values[0]) * delta > 0.0
    };
    let several = [0, 1].into_iter().filter(|&side| sides[side].len() > 1);
    several
        .flat_map(|side| (0..sides[side].len()).map(move |run| (side, run)))
        .all(|(side, run)| holds_without(side, run))
}

/// Returns true if a path changed by more than noise. With several runs, the interval of the change
/// ([`super::shift_of`]) must not contain 0. If they are too few for an interval, all runs of one side must be beyond
/// all of the other.
fn stands_out(table: &Table, row: usize, kind: Kind, ranking: &Ranking) -> bool {
    if matches!(ranking.noise, Noise::Samples(_)) {
        return ranking.runs == [1, 1] || table.is_separated(row);
    }
    if let Noise::OneRunASide(noise) = &ranking.noise {
        let pair = [0, 1].map(|side| table.cells(row, side).next().unwrap_or_default());
        return matches!(kind, Kind::New | Kind::Gone)
            || noise.reason(pair, ranking.options.floor).stands_out();
    }
    let [a, b] = [0, 1].map(|side| table.cells(row, side).map(|cell| cell.ticks).collect::<Vec<f64>>());
    let interval = shift_of(&a, &b, ranking.options.level).and_then(|shift| shift.interval);
    interval.map_or_else(|| table.is_separated(row), |[low, high]| low > 0.0 || high < 0.0)
}
