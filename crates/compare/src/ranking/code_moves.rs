//! Code that moved between a function and what it calls.
//!
//! A loop that is taken out into a function of its own makes the one faster and the other new, and neither is a change of
//! what is done. What is known of it are calls from one function to another that one side alone makes, and their times.

use super::rows::{Kind, Row};
use crate::call_times::FewCall;
use diptych_profile::{NodeId, UnionTree};
use diptych_trace::IdentityId;

/// The time on the other side of such a call is this share of a change at least, and its inverse at most.
pub const LEAST_MOVED: f64 = 0.5;

/// A call between two functions that one side alone makes, and that took about the time by which a row changed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CodeMove {
    /// The other function.
    pub other: IdentityId,
    /// Whether the other one is the caller; else it is the callee.
    pub is_caller: bool,
    /// The side that makes the call: 0 for A, which is then no longer made, 1 for B.
    pub side: usize,
    /// Of a callee the ticks that it takes there, with all that it calls where one side alone calls it; of a caller by how
    /// many its own time changed, the other way than the row's.
    pub ticks: f64,
}

/// From one function to another, in A and in B.
#[derive(Clone, Copy)]
struct Edge {
    caller: IdentityId,
    callee: IdentityId,
    /// Self ticks of the callee under it, the few calls as long as others.
    ticks: [f64; 2],
    calls: [u64; 2],
}

/// Says of rows that stand out as slower or faster by self time, of one run a side, which call of one side alone took about
/// the difference; of several the one that took most:
///
/// * a callee that B alone calls from a row that became faster, or A alone from one that became slower; if one side alone
///   calls it at all, then from nowhere else, and it counts with all that it calls;
/// * a caller that no longer calls a row that became faster, or now calls one that became slower, and whose own time
///   changed the other way.
///
/// O(nodes · log nodes).
pub(super) fn put_code_moves(union: &UnionTree, few: &[FewCall], lists: &mut [Vec<Row>; 4]) {
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
        // Time that A alone spends in the callee is missing in it and is more in the caller.
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

/// All, once.
fn edges(union: &UnionTree, few: &[FewCall]) -> Vec<Edge> {
    let mut all = Vec::new();
    let mut pauses: Vec<Vec<i64>> = union.runs().iter().map(|run| vec![0; run.tree.len()]).collect();
    for call in few {
        for (run, pauses) in union.runs().iter().zip(&mut pauses).filter(|(run, _)| run.side == call.side) {
            // What stored results name may be no path of this tree.
            if call.node.index() < run.tree.len() {
                pauses[call.node.index()] += call.excess();
            }
        }
    }
    for node in union.nodes() {
        let parent = union.parent()[node.index()].some().map(NodeId::index);
        // What has no caller counts as called from elsewhere.
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
    all.sort_by_key(|edge: &Edge| (edge.callee, edge.caller));
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
