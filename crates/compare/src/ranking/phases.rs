//! Where a change lies: the largest changes by path, as a tree of a few lines.

use super::rank_test::shift_of;
use super::rows::{Kind, WHOLLY};
use super::table::{Table, median};
use super::{By, Floor, Noise, Options, Ranking};
use crate::call_times::FewCall;
use crate::common_times::CommonTimes;
use diptych_profile::{NodeId, UnionTree};

/// Lines at most.
pub const MOST_PHASES: usize = 12;

/// A line changed by at least this share of what the largest did.
pub const LEAST_OF_LARGEST: f64 = 0.05;

/// Of a function that calls itself, the deeper call has no line from this share on of what the outer one changed by.
pub const SAME_RECURSION: f64 = 0.5;

/// A path whose change is one of the largest.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Phase {
    /// The path.
    pub node: NodeId,
    /// Slower, faster, new or gone.
    pub kind: Kind,
    /// The line of its innermost caller that has one, an index that is smaller than its own.
    pub parent: Option<usize>,
    /// Callers that have a line.
    pub depth: u32,
    /// Inclusive ticks in A, as normalised, with the few calls as long as others; of several runs the median.
    pub a: f64,
    /// The same in B.
    pub b: f64,
    /// b − a.
    pub delta: f64,
    /// Ticks that the few calls in the path and below it take over calls of ordinary length, in A and B; no part of `a`
    /// and `b`.
    pub few: [f64; 2],
    /// How many these are.
    pub few_calls: [u64; 2],
    /// Whether it is more than what calls within each run differ by or, of several runs a side, what these do.
    pub stands_out: bool,
    /// Calls in A and B as recorded; of several runs the median, rounded.
    pub calls: [u64; 2],
    /// Whether both sides call the function, on whatever path.
    pub is_of_both: bool,
    /// Ticks in A and B that lie in calls which both sides have, of the path and below it; parts of `a` and `b`. `None`
    /// unless [`add_common`] said.
    pub common: Option<[f64; 2]>,
}

/// Says of lines how much of them lies in calls that both sides have; of times as recorded. O(nodes).
pub fn add_common(found: &mut [Phase], union: &UnionTree, common: &CommonTimes) {
    let ticks = common.by_path(union);
    for line in found {
        line.common = ticks.get(line.node.index()).map(|ticks| ticks.map(|ticks| ticks as f64));
    }
}

/// The largest changes of inclusive time by path, callers before what they call and siblings by size.
///
/// `few` are calls that take far longer than all others of their function, with one run a side: they are taken to be of
/// ordinary length, so that none of them is a line. A path has a line if its change exceeds the floor, and is at least
/// [`LEAST_OF_LARGEST`] of the largest; if it does so whichever run is left out of a side that has several; if no caller is
/// new or gone (which stands for all below it); if none of its callees explains it, that is, changed the same way by
/// between [`WHOLLY`] of its change and its inverse; if its innermost caller of the same function that may have a line did
/// not change the same way, or by so much more or less that it says something else (its share of it is not between
/// [`SAME_RECURSION`] and the inverse of [`WHOLLY`]); and if it is one of the [`MOST_PHASES`] largest of these, of equals
/// the outer and then the first. So of a chain of calls the innermost that took all of the change has the line, of a
/// recursion the outermost, and changes that cancel in their caller both have one. O(nodes · (runs + log nodes)).
pub fn phases(union: &UnionTree, ranking: &Ranking, few: &[FewCall]) -> Vec<Phase> {
    let options = Options { by: By::Path, ..ranking.options };
    let few = if union.runs().len() == 2 { few } else { &[] };
    let table = Table::new(union, options, few);
    let value = |row: usize| [0, 1].map(|side| table.value(row, side));
    let delta: Vec<f64> = (0..table.rows.len()).map(|row| value(row)[1] - value(row)[0]).collect();
    let mut has_line = lines(union, &table, options, &delta);
    let mut largest: Vec<usize> = (0..delta.len()).filter(|&row| has_line[row]).collect();
    largest.sort_by(|&x, &y| delta[y].abs().total_cmp(&delta[x].abs()).then(x.cmp(&y)));
    let least = largest.first().map_or(0.0, |&row| LEAST_OF_LARGEST * delta[row].abs());
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
    let mut found: Vec<Phase> = Vec::with_capacity(kept);
    // A line once its caller's is there: behind that line and all below it.
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
            few: [table.whole(row, 0) - a, table.whole(row, 1) - b],
            few_calls,
            stands_out: stands_out(&table, row, kind, ranking),
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

/// The largest of these lines that stand out, largest first: their places. At most `count`.
pub fn largest(phases: &[Phase], count: usize) -> Vec<usize> {
    let mut places: Vec<usize> = (0..phases.len()).filter(|&place| phases[place].stands_out).collect();
    places.sort_by(|&x, &y| phases[y].delta.abs().total_cmp(&phases[x].delta.abs()).then(x.cmp(&y)));
    places.truncate(count);
    places
}

/// By function, which sides call it.
fn sides_that_call(union: &UnionTree) -> Vec<[bool; 2]> {
    let mut sides = vec![[false; 2]; union.identity_count()];
    for run in union.runs() {
        for identity in run.tree.identity() {
            sides[identity.index()][run.side] = true;
        }
    }
    sides
}

/// Which paths may have a line, whatever others changed by.
fn lines(union: &UnionTree, table: &Table, options: Options, delta: &[f64]) -> Vec<bool> {
    let mut may_have = vec![true; delta.len()];
    for row in 0..delta.len() {
        let exceeds_floor = options.floor.exceeded_by([0, 1].map(|side| table.value(row, side)));
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

/// Takes their lines from paths that say the same as an outer call of their function. O(nodes).
fn fold_recursion(union: &UnionTree, delta: &[f64], may_have: &mut [bool]) {
    // By function, the paths with a line that the path at hand lies in, outermost first.
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

/// Whether a change exceeds the floor whichever run is left out of a side that has several: a pause in one of them is none
/// of all.
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

/// Whether a path changed by more than noise. Several runs say so if the interval of the change ([`super::shift_of`])
/// does not hold 0 or, of too few runs for an interval, all of one side are beyond all of the other.
fn stands_out(table: &Table, row: usize, kind: Kind, ranking: &Ranking) -> bool {
    if let Noise::OneRunASide(noise) = &ranking.noise {
        let pair = [0, 1].map(|side| table.cells(row, side).next().unwrap_or_default());
        return matches!(kind, Kind::New | Kind::Gone)
            || noise.reason(pair, ranking.options.floor).stands_out();
    }
    let [a, b] = [0, 1].map(|side| table.cells(row, side).map(|cell| cell.ticks).collect::<Vec<f64>>());
    let interval = shift_of(&a, &b, ranking.options.level).and_then(|shift| shift.interval);
    interval.map_or_else(|| table.is_separated(row), |[low, high]| low > 0.0 || high < 0.0)
}
