//! The function that makes a row's calls, or those of them that changed most.

use super::rows::{RowContext, frame, is_by_calls, shown_name};
use diptych_compare::ranking::{Row, RowUnit};
use diptych_profile::{NodeId, UnionRun, UnionTree};
use diptych_trace::IdentityId;
use std::collections::BTreeMap;

/// Name of a caller that is the called function.
pub(super) const ITSELF: &str = "itself";

/// Share of a row's change that the calls of its main caller exceed.
const MOST: f64 = 0.5;

/// The caller of a row's calls.
pub(super) struct Caller {
    /// Name of the function, or [`ITSELF`].
    pub(super) name: String,
    /// True if it makes all of the calls.
    pub(super) is_only: bool,
}

/// Returns the function whose calls make most of a row's change. `None` if no function's calls make more than half of it, or
/// if they have no caller. O(nodes · runs).
pub(super) fn main_caller(context: RowContext<'_>, row: &Row) -> Option<Caller> {
    if let Some(caller) = row.caller {
        return caller.some().map(|of| Caller { name: shown_name(context.names, of), is_only: true });
    }
    let is_only = context.by == RowUnit::Path || has_one_caller(context, row);
    let node = if is_only { row.node.some() } else { changed_most(context.union, row) }?;
    let caller = context.union.caller(node)?;
    let name = if caller == row.identity { ITSELF.to_owned() } else { shown_name(context.names, caller) };
    Some(Caller { name: frame(context, node).unwrap_or(name), is_only })
}

/// Returns true if one function makes all calls of the row's function. O(nodes).
pub(super) fn has_one_caller(context: RowContext<'_>, row: &Row) -> bool {
    let union = context.union;
    let nodes = union.nodes().filter(|node| union.identity()[node.index()] == row.identity);
    let mut callers = nodes.map(|node| union.caller(node));
    let first = callers.next();
    callers.all(|other| Some(other) == first)
}

/// Returns the path of the row's function that changed most, of those with the caller that most of the change is in. The change
/// is one of calls or of self time, as the row's. `None` without such a caller. O(nodes · runs).
fn changed_most(union: &UnionTree, row: &Row) -> Option<NodeId> {
    let is_of_calls = row.calls.contains(&0) || is_by_calls(row);
    let amount = |run: &UnionRun, node: NodeId| {
        let own = run.self_spread(node);
        if is_of_calls { own.calls as f64 } else { own.ticks as f64 }
    };
    let mean = |side: usize, node: NodeId| {
        union.side(side).map(|run| amount(run, node)).sum::<f64>() / union.side(side).count().max(1) as f64
    };
    let mut by_caller: BTreeMap<Option<IdentityId>, f64> = BTreeMap::new();
    let nodes = || union.nodes().filter(|node| union.identity()[node.index()] == row.identity);
    let change = |node: NodeId| mean(1, node) - mean(0, node);
    nodes().for_each(|node| *by_caller.entry(union.caller(node)).or_default() += change(node));
    let whole: f64 = by_caller.values().sum();
    let (&caller, _) = by_caller.iter().find(|(_, part)| **part / whole > MOST)?;
    let of_caller = nodes().filter(|&node| union.caller(node) == caller);
    of_caller.max_by(|&x, &y| (change(x) / whole).total_cmp(&(change(y) / whole)))
}
