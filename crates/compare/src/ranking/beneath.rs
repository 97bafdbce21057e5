//! New functions that are beneath another new function, and so part of its time. Gone functions likewise.

use super::row::{Kind, Reason, Row, WHOLLY};
use diptych_profile::UnionTree;
use diptych_trace::{IdentityId, Sorting};

/// Marks significant functions of one side that are beneath another one of them. This holds if their nearest caller
/// among them is the same function for [`WHOLLY`] of their inclusive time. If that caller is beneath a third function,
/// so are they. O(nodes · log nodes).
pub(super) fn put_beneath(union: &UnionTree, found: &mut [(Row, Kind)]) {
    let mut leads = vec![false; union.identity_count()];
    for (row, _) in found.iter().filter(|(row, _)| row.reason == Reason::OneSide && row.inclusive.is_some()) {
        leads[row.identity.index()] = true;
    }
    let callers = nearest_callers(union, &leads);
    let leader = |function: IdentityId| {
        let mut leader = None;
        let mut next = callers[function.index()];
        // Two functions cannot be wholly beneath each other, but ticks that are zero or rounded may claim it. Then
        // neither has a leader.
        for _ in 0..found.len() {
            let Some(caller) = next else { break };
            leader = Some(caller);
            next = callers[caller.index()];
        }
        leader.filter(|&leader| leader != function && next.is_none())
    };
    let leaders: Vec<Option<IdentityId>> =
        found.iter().map(|(row, _)| leader(row.identity).filter(|_| leads[row.identity.index()])).collect();
    let mut holds = vec![0; union.identity_count()];
    for ((row, _), leader) in found.iter_mut().zip(leaders) {
        row.beneath = leader;
        if let Some(leader) = leader {
            row.reason = Reason::Beneath;
            holds[leader.index()] += 1;
        }
    }
    for (row, _) in found {
        row.holds = holds[row.identity.index()];
    }
}

/// Returns, for each leading function, the nearest leading caller that it is beneath, if there is one.
fn nearest_callers(union: &UnionTree, leads: &[bool]) -> Vec<Option<IdentityId>> {
    let mut nearest: Vec<IdentityId> = Vec::with_capacity(union.len());
    // For each outermost call path of a leading function: the function, its nearest leading caller and its ticks.
    let mut all: Vec<(IdentityId, IdentityId, i64)> = Vec::new();
    let mut open_until = vec![0u32; leads.len()];
    for node in union.nodes() {
        let caller = union.parent()[node.index()].some().map_or(IdentityId::NONE, |parent| {
            let caller = union.identity()[parent.index()];
            if leads[caller.index()] { caller } else { nearest[parent.index()] }
        });
        nearest.push(caller);
        let function = union.identity()[node.index()];
        if leads[function.index()] && node.0 >= open_until[function.index()] {
            open_until[function.index()] = union.subtree_end()[node.index()];
            let ticks = union.runs().iter().map(|run| run.inclusive_spread(node).ticks);
            all.push((function, caller, ticks.sum()));
        }
    }
    all.order_by_key(|&(function, caller, _)| (function, caller));
    let mut found = vec![None; leads.len()];
    for of_function in all.chunk_by(|x, y| x.0 == y.0) {
        let sum: i64 = of_function.iter().map(|of| of.2).sum();
        for of_caller in of_function.chunk_by(|x, y| x.1 == y.1) {
            let ticks: i64 = of_caller.iter().map(|of| of.2).sum();
            if ticks as f64 >= WHOLLY * sum as f64 {
                found[of_caller[0].0.index()] = of_caller[0].1.some();
            }
        }
    }
    found
}
