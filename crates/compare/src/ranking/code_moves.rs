//! Code that moved between a function and its callees.
//!
//! If a loop is moved into a function of its own, one function becomes faster and the other is new, but the work is the
//! same. Evidence for this are calls from one function to another that only one side makes, with their times.

use super::row::{CodeMove, Kind, Row};
use super::table::own_excess;
use crate::call_times::OutlierCall;
use diptych_profile::{NodeId, UnionTree};
use diptych_trace::{IdentityId, Sorting};

/// Minimum ratio between the time on the other side of such a call and a row's change. The maximum is its inverse.
pub const LEAST_MOVED: f64 = 0.5;

/// A call from one function to another, in A and in B.
#[derive(Clone, Copy)]
struct Edge {
    caller: IdentityId,
    callee: IdentityId,
    /// Self time in ticks of the callee under this caller, with outlier calls at ordinary length.
    ticks: [f64; 2],
    calls: [u64; 2],
}

/// Adds code moves to the significant rows that became slower or faster by self time, with one run per side. A code
/// move is a call of only one side that took about the difference. Among several, the one with the most time is chosen:
///
/// * a callee that only B calls from a row that became faster, or only A from a row that became slower. If only one
///   side calls the callee at all, it must not be called from elsewhere, and its inclusive time counts;
/// * a caller that no longer calls a row that became faster, or now calls a row that became slower. The caller's own
///   time must have changed in the opposite direction.
///
/// O(nodes · log nodes).
pub(super) fn put_code_moves(union: &UnionTree, few: &[OutlierCall], lists: &mut [Vec<Row>; 5]) {
    let mut row_of: Vec<Option<Row>> = vec![None; union.identity_count()];
    for row in lists.iter().flatten() {
        row_of[row.identity.index()] = Some(*row);
    }
    let edges = edges(union, few);
    let mut callers = vec![0u32; union.identity_count()];
    for edge in &edges {
        callers[edge.callee.index()] += 1;
    }
    let is_changed = |row: &Row| row.stands_out() && row.inclusive.is_none();
    let mut best: Vec<Option<CodeMove>> = vec![None; union.identity_count()];
    let mut offer = |row: &Row, found: CodeMove| {
        let share = found.ticks / row.steady().abs();
        let best = &mut best[row.identity.index()];
        let is_more = best.is_none_or(|best| found.ticks > best.ticks);
        if (LEAST_MOVED..=1.0 / LEAST_MOVED).contains(&share) && is_more {
            *best = Some(found);
        }
    };
    for edge in edges {
        let Some(side) = edge.calls.iter().position(|&calls| calls > 0).filter(|_| edge.calls.contains(&0))
        else {
            continue;
        };
        let [caller, callee] = [edge.caller, edge.callee].map(|of| row_of.get(of.index()).copied().flatten());
        // Time that only A spends in the callee has moved into the caller in B, and the other way round.
        let direction = if side == 0 { 1.0 } else { -1.0 };
        if let Some(caller) = caller.filter(|row| is_changed(row) && row.steady() * direction > 0.0) {
            let inclusive = callee.and_then(|callee| callee.inclusive);
            let is_elsewhere = inclusive.is_some() && callers[edge.callee.index()] > 1;
            let ticks = inclusive.map_or(edge.ticks[side], |of| of[side]);
            if !is_elsewhere {
                offer(&caller, CodeMove { other: edge.callee, is_caller: false, side, ticks });
            }
        }
        if let (Some(caller), Some(callee)) = (caller, callee)
            && is_changed(&callee)
            && callee.steady() * direction < 0.0
            && caller.steady() * direction > 0.0
            && caller.inclusive.is_none()
            && edge.ticks[side] >= LEAST_MOVED * callee.steady().abs()
        {
            let ticks = caller.steady().abs();
            offer(&callee, CodeMove { other: edge.caller, is_caller: true, side, ticks });
        }
    }
    for row in lists[Kind::Slower as usize..=Kind::Faster as usize].iter_mut().flatten() {
        row.code_move = best[row.identity.index()];
    }
}

/// Returns all edges, each once.
fn edges(union: &UnionTree, few: &[OutlierCall]) -> Vec<Edge> {
    let mut all = Vec::new();
    let pauses: Vec<Vec<i64>> = union.runs().iter().map(|run| own_excess(run, few)).collect();
    for node in union.nodes() {
        let parent = union.parent()[node.index()].some().map(NodeId::index);
        // A missing caller counts as another caller.
        let caller = parent.map_or(IdentityId::NONE, |parent| union.identity()[parent]);
        let callee = union.identity()[node.index()];
        if caller == callee {
            continue;
        }
        let mut edge = Edge { caller, callee, ticks: [0.0; 2], calls: [0; 2] };
        for (run, pauses) in union.runs().iter().zip(&pauses) {
            if let Some(own) = run.own(node) {
                edge.calls[run.side] += run.tree.calls()[own.index()];
                edge.ticks[run.side] += (run.tree.self_spread(own).ticks - pauses[own.index()]) as f64;
            }
        }
        all.push(edge);
    }
    all.order_by_key(|edge: &Edge| (edge.callee, edge.caller));
    all.dedup_by(|next, first| {
        let is_same = (next.caller, next.callee) == (first.caller, first.callee);
        if is_same {
            for side in 0..2 {
                first.ticks[side] += next.ticks[side];
                first.calls[side] += next.calls[side];
            }
        }
        is_same
    });
    all
}
