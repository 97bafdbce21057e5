//! Where a change lies: the largest changes by path, as a tree of a few lines.

use super::rows::{Kind, WHOLLY};
use super::table::Table;
use super::{By, Options};
use diptych_profile::{NodeId, UnionTree};
use diptych_trace::Sorting;

/// Lines at most.
pub const MOST_PHASES: usize = 12;

/// A line changed by at least this share of what the largest did.
pub const LEAST_OF_LARGEST: f64 = 0.05;

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
    /// Inclusive ticks in A, as normalised; of several runs the median.
    pub a: f64,
    /// The same in B.
    pub b: f64,
    /// b − a.
    pub delta: f64,
    /// Calls in A and B as recorded; of several runs the median, rounded.
    pub calls: [u64; 2],
}

/// The largest changes of inclusive time by path, callers before what they call and siblings by size.
///
/// A path has a line if its change exceeds the floor, and is at least [`LEAST_OF_LARGEST`] of the largest; if no caller
/// is new or gone (which stands for all below it); if none of its callees explains it, that is, changed the same way by
/// between [`WHOLLY`] of its change and its inverse; and if it is one of the [`MOST_PHASES`] largest of these, of equals
/// the outer and then the first. So of a chain of calls the innermost that took all of the change has the line, and
/// changes that cancel in their caller both have one. O(nodes · (runs + log nodes)).
pub fn phases(union: &UnionTree, options: Options) -> Vec<Phase> {
    let table = Table::new(union, Options { by: By::Path, ..options }, &[]);
    let value = |row: usize| [0, 1].map(|side| table.value(row, side));
    let delta: Vec<f64> = (0..table.rows.len()).map(|row| value(row)[1] - value(row)[0]).collect();
    let mut has_line = lines(union, &table, options, &delta);
    let mut largest: Vec<usize> = (0..delta.len()).filter(|&row| has_line[row]).collect();
    largest.order_by(|&x, &y| delta[y].abs().total_cmp(&delta[x].abs()).then(x.cmp(&y)));
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
        found.push(Phase { node: NodeId(row as u32), kind, parent, depth, a, b, delta: delta[row], calls });
        let line = Some(found.len() - 1);
        let below = |other: &&usize| above(**other).map(NodeId::index) == Some(row);
        waiting.extend(largest.iter().rev().filter(below).map(|&other| (line, other)));
    }
    found
}

/// Which paths may have a line, whatever others changed by.
fn lines(union: &UnionTree, table: &Table, options: Options, delta: &[f64]) -> Vec<bool> {
    let mut may_have = vec![true; delta.len()];
    for row in 0..delta.len() {
        may_have[row] &= options.floor.exceeded_by([0, 1].map(|side| table.value(row, side)));
        let Some(parent) = union.parent()[row].some().map(NodeId::index) else { continue };
        if [0, 1].map(|side| table.is_called(parent, side)).contains(&false) {
            may_have[row] = false;
        } else if delta[row] * delta[parent] > 0.0 {
            let share = delta[row] / delta[parent];
            may_have[parent] &= !(WHOLLY..=1.0 / WHOLLY).contains(&share);
        }
    }
    may_have
}
