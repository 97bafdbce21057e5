//! The few differences that make up most of the change.

use super::{By, Kind, Ranking, Reason, Row, standing_out};
use diptych_profile::{NodeId, UnionTree};
use diptych_trace::{IdentityId, Sorting};

/// One of the largest differences.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Chip {
    /// New, gone, slower or faster.
    pub kind: Kind,
    /// The function.
    pub identity: IdentityId,
    /// Its path that changed most.
    pub node: NodeId,
    /// Signed ticks, as normalised, without the few calls that take far longer than all others.
    pub delta: f64,
}

/// The `count` largest differences of a ranking by function, largest first; empty for a ranking by path.
///
/// No tick of change is in two chips: it is in that of its function's self time. But what a new function
/// spends where a new function calls it is in its caller's chip, up to the outermost, and likewise what is
/// gone: so a renamed family is one chip. Nothing under the noise floor makes a chip, and nothing that does not stand
/// out. O(nodes · runs).
pub fn chips(union: &UnionTree, ranking: &Ranking, count: usize) -> Vec<Chip> {
    if ranking.options.by == By::Path {
        return Vec::new();
    }
    let changed = [(Kind::Slower, &ranking.slower), (Kind::Faster, &ranking.faster)];
    let of_row = |kind, row: &Row| Chip { kind, identity: row.identity, node: row.node, delta: row.steady() };
    let mut chips: Vec<Chip> = changed
        .into_iter()
        .flat_map(|(kind, list)| standing_out(list).iter().map(move |row| of_row(kind, row)))
        .collect();
    for (kind, list, side) in [(Kind::New, &ranking.new, 1), (Kind::Gone, &ranking.gone, 0)] {
        // What is under the floor by itself may be above it as a family.
        let sure: Vec<Row> = list.iter().filter(|row| row.reason != Reason::WithinRuns).copied().collect();
        let sums = families(union, &sure, side);
        let family = sure.iter().map(|row| Chip { delta: sums[row.identity.index()], ..of_row(kind, row) });
        chips.extend(family.filter(|chip| chip.delta.abs() > ranking.options.floor.ticks as f64));
    }
    chips.order_by(|left, right| {
        let by_size = right.delta.abs().total_cmp(&left.delta.abs());
        by_size.then_with(|| (left.identity, left.node).cmp(&(right.identity, right.node)))
    });
    chips.truncate(count);
    chips
}

/// By identity, the changes of functions that only one side calls, summed up in the outermost function of
/// each unbroken stretch of such callers.
fn families(union: &UnionTree, list: &[Row], side: usize) -> Vec<f64> {
    let mut deltas = vec![None; union.identity_count()];
    for row in list {
        deltas[row.identity.index()] = Some(row.delta);
    }
    let self_ticks = |node| union.side(side).map(|run| run.self_spread(node).ticks as f64).sum::<f64>();
    let mut of_function = vec![0.0; union.identity_count()];
    for node in union.nodes() {
        of_function[union.identity()[node.index()].index()] += self_ticks(node);
    }
    let mut sums = vec![0.0; union.identity_count()];
    let mut outermost: Vec<Option<IdentityId>> = Vec::with_capacity(union.len());
    for node in union.nodes() {
        let identity = union.identity()[node.index()];
        let above = union.parent()[node.index()].some().and_then(|parent| outermost[parent.index()]);
        let owner = deltas[identity.index()].map(|delta: f64| {
            let owner = above.unwrap_or(identity);
            // Of the function's change, the share that this path has in its time.
            let all = of_function[identity.index()];
            if all > 0.0 {
                sums[owner.index()] += delta * (self_ticks(node) / all);
            }
            owner
        });
        outermost.push(owner);
    }
    sums
}
