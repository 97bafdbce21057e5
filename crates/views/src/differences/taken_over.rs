//! Calls that another function makes than in A, in words. With several runs a side, no match of calls shows such a move.

use super::findings::{LEAST_OF_WHOLE, Whole};
use super::rows::{RowContext, shown_name};
use crate::numbers;
use diptych_trace::IdentityId;
use std::collections::BTreeMap;

/// Largest deviation of the ratio of two numbers of calls from 1 at which they are the same.
const SAME_CALLS: f64 = 0.02;

/// The calls from one function to another, as means over the runs of A and of B.
#[derive(Clone, Copy, Default)]
struct Edge {
    calls: [f64; 2],
    /// Inclusive time in ticks.
    ticks: [f64; 2],
}

/// Returns the calls with the most time that one function makes in A and another in B:
/// `helper_loop now makes the 30 calls of index_docs that main makes in A: they take 9.69 ms instead of 9.78 ms`. `None` if
/// they take less than half of the change of the run's length, or if there is one run a side.
pub(super) fn sentence(context: RowContext<'_>, whole: Whole) -> Option<String> {
    if context.union.runs().len() == 2 || context.counted().is_some() {
        return None;
    }
    let edges = edges(context);
    let mut found: Option<(IdentityId, [IdentityId; 2], Edge)> = None;
    for (&callee, callers) in &edges {
        let only = |side: usize| {
            let mut only = callers.iter().filter(move |(_, edge)| edge.calls[1 - side] == 0.0);
            only.next().filter(|_| only.next().is_none())
        };
        let Some(((&from, before), (&to, after))) = only(0).zip(only(1)) else { continue };
        let of = Edge { calls: [before.calls[0], after.calls[1]], ticks: [before.ticks[0], after.ticks[1]] };
        let is_same = (of.calls[1] / of.calls[0] - 1.0).abs() <= SAME_CALLS;
        if is_same && found.is_none_or(|(.., best)| best.ticks[0] < of.ticks[0]) {
            found = Some((callee, [from, to], of));
        }
    }
    let (callee, callers, of) = found.filter(|(.., of)| of.ticks[0] >= LEAST_OF_WHOLE * whole.run.abs())?;
    let name = shown_name(context.names, callee);
    let [from, to] = callers.map(|caller| shown_name(context.names, caller));
    let [a, b] = of.ticks.map(|ticks| numbers::extent(context.axis, ticks.round() as i64));
    let (calls, they_take) = match of.calls[1].round() as u64 {
        1 => ("call".to_owned(), "it takes"),
        several => (numbers::calls(several), "they take"),
    };
    Some(format!(
        "{to} now makes the {calls} of {name} that {from} makes in A: {they_take} {b} instead of {a}"
    ))
}

/// Returns the edges by callee and caller. Recursive calls are left out. O(nodes · runs).
fn edges(context: RowContext<'_>) -> BTreeMap<IdentityId, BTreeMap<IdentityId, Edge>> {
    let union = context.union;
    let runs = [0, 1].map(|side| union.side(side).count().max(1) as f64);
    let mut edges: BTreeMap<IdentityId, BTreeMap<IdentityId, Edge>> = BTreeMap::new();
    for node in union.nodes() {
        let identity = union.identity()[node.index()];
        let Some(caller) = union.caller(node).filter(|&caller| caller != identity) else { continue };
        let edge = edges.entry(identity).or_default().entry(caller).or_default();
        for run in union.runs() {
            let of = run.inclusive_spread(node);
            edge.calls[run.side] += of.calls as f64 / runs[run.side];
            edge.ticks[run.side] += of.ticks as f64 / runs[run.side];
        }
    }
    edges
}
