//! New functions that are beneath another new function, and so part of its time. Gone functions likewise.

use super::row::{Kind, Reason, Row, WHOLLY};
use diptych_profile::UnionTree;
use diptych_trace::{IdentityId, Sorting};
use rustc_hash::FxHashMap;

/// Marks significant functions of one side that are beneath another one of them, their *leader*. This holds if one such
/// function, together with those that it leads, is the nearest caller of [`WHOLLY`] of their inclusive time. So a helper of
/// several functions that all are beneath a new function is beneath it, too. O(nodes · log nodes), and O(nodes) for each
/// further round of leaders.
pub(super) fn put_beneath(union: &UnionTree, found: &mut [(Row, Kind)]) {
    let mut leads = vec![false; union.identity_count()];
    for (row, _) in found.iter().filter(|(row, _)| row.reason == Reason::OneSide && row.inclusive.is_some()) {
        leads[row.identity.index()] = true;
    }
    let leaders = leaders(union, &leads);
    let mut holds = vec![0; union.identity_count()];
    for (row, _) in found.iter_mut() {
        row.beneath = leaders[row.identity.index()];
        if let Some(leader) = row.beneath {
            row.reason = Reason::Beneath;
            holds[leader.index()] += 1;
        }
    }
    for (row, _) in found {
        row.holds = holds[row.identity.index()];
    }
}

/// Inclusive ticks of a leading function beneath its nearest leading caller, or beneath none.
struct Called {
    function: IdentityId,
    caller: Option<IdentityId>,
    ticks: i64,
}

/// Returns the leader of each function that has one. Each round finds the leaders of functions whose callers found theirs
/// in an earlier one.
fn leaders(union: &UnionTree, leads: &[bool]) -> Vec<Option<IdentityId>> {
    let called = called(union, leads);
    let mut nearest: Vec<Option<IdentityId>> = vec![None; leads.len()];
    loop {
        let mut is_changed = false;
        for of_function in called.chunk_by(|x, y| x.function == y.function) {
            let function = of_function[0].function;
            if nearest[function.index()].is_none() {
                nearest[function.index()] = leader_of(function, of_function, &nearest);
                is_changed |= nearest[function.index()].is_some();
            }
        }
        if !is_changed {
            break;
        }
    }
    (0..leads.len() as u32)
        .map(IdentityId)
        .map(|function| Some(outermost(function, &nearest)).filter(|&leader| leader != function))
        .collect()
}

/// Returns the leader of a function that is beneath none so far. A function does not lead its own leader, so leaders
/// never form a circle.
fn leader_of(function: IdentityId, called: &[Called], nearest: &[Option<IdentityId>]) -> Option<IdentityId> {
    let mut sums: FxHashMap<Option<IdentityId>, i64> = FxHashMap::default();
    for of in called {
        *sums.entry(of.caller.map(|caller| outermost(caller, nearest))).or_default() += of.ticks;
    }
    let all: i64 = sums.values().sum();
    let (leader, ticks) = sums.into_iter().max_by_key(|&(leader, ticks)| (ticks, leader))?;
    leader.filter(|&leader| leader != function && ticks as f64 >= WHOLLY * all as f64)
}

/// Returns the leader of a function's leaders that is beneath none, or the function itself without any.
fn outermost(function: IdentityId, nearest: &[Option<IdentityId>]) -> IdentityId {
    let next = |of: &IdentityId| nearest[of.index()];
    std::iter::successors(Some(function), next).last().unwrap_or(function)
}

/// Returns the outermost call paths of leading functions, those of one function beside each other.
fn called(union: &UnionTree, leads: &[bool]) -> Vec<Called> {
    let mut nearest: Vec<Option<IdentityId>> = Vec::with_capacity(union.len());
    let mut all = Vec::new();
    let mut open_until = vec![0u32; leads.len()];
    for node in union.nodes() {
        let caller = union.parent()[node.index()].some().and_then(|parent| {
            let caller = union.identity()[parent.index()];
            if leads[caller.index()] { Some(caller) } else { nearest[parent.index()] }
        });
        nearest.push(caller);
        let function = union.identity()[node.index()];
        if leads[function.index()] && node.0 >= open_until[function.index()] {
            open_until[function.index()] = union.subtree_end()[node.index()];
            let ticks = union.runs().iter().map(|run| run.inclusive_spread(node).ticks).sum();
            all.push(Called { function, caller, ticks });
        }
    }
    all.order_by_key(|of| (of.function, of.caller));
    all.dedup_by(|of, sum| {
        let is_same = (of.function, of.caller) == (sum.function, sum.caller);
        if is_same {
            sum.ticks += of.ticks;
        }
        is_same
    });
    all
}
