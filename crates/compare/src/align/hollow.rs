//! Hollow pairs: calls of one function at corresponding places whose contents have little in common.
//!
//! If subtrees of one function are dealt out to other callers, the calls at each place still pair, and most of their
//! contents are left over on both sides. So hollow pairs are parted before moved calls are looked for. A call whose
//! equal or changed subtree is elsewhere then finds it. That loses the pairs of two hollow calls, which are fewer than
//! half of their calls, so it gains about as many pairs as it loses or more. Only subtrees are parted that have an equal
//! one elsewhere on both sides, or large ones without any pair inside. The other pairs are restored afterwards.

use super::moves::held;
use super::state::State;
use diptych_trace::{CallId, Calls, for_each_block, for_each_block_rev};

/// Number of calls from which a subtree without pairs inside may be parted without an equal one elsewhere.
const LARGE: u32 = 5;

/// A pair whose contents have little in common.
struct HollowPair {
    calls: [u32; 2],
    /// True if both subtrees are large and have no pair inside.
    is_bare: bool,
}

/// Parts hollow pairs and returns them with the pairs inside. O(calls).
pub(super) fn part(state: &mut State) -> Vec<(u32, u32)> {
    let inside = state.both_sides(pairs_inside);
    let mut hollow = Vec::new();
    let partner = &state.partner[0];
    for_each_block(0..partner.len(), &mut |rows| {
        for row in rows {
            let (Some(b), a) = (partner[row].some(), row as u32) else { continue };
            let calls = [state.size(0, a) - 1, state.size(1, b.0) - 1];
            let pairs = [inside[0][row], inside[1][b.index()]];
            let is_hollow = 2 * u64::from(pairs[0] + pairs[1]) < u64::from(calls[0]) + u64::from(calls[1]);
            if calls[0].min(calls[1]) > 0 && is_hollow {
                let is_bare = pairs == [0, 0] && calls[0].min(calls[1]) >= LARGE - 1;
                hollow.push(HollowPair { calls: [a, b.0], is_bare });
            }
        }
    });
    let held = state.both_sides(held);
    let twins = [0, 1].map(|side| has_twin(state, side, &hollow, &held[1 - side]));
    let mut parted = Vec::new();
    for (at, &HollowPair { calls: [a, _], is_bare }) in hollow.iter().enumerate() {
        if !(is_bare || twins[0][at] && twins[1][at]) {
            continue;
        }
        if state.is_free(0, a) {
            // An outer pair has been parted with all pairs inside.
            continue;
        }
        for call in a..state.calls[0].subtree_end()[a as usize] {
            if let Some(partner) = state.partner[0][call as usize].some() {
                parted.push((call, partner.0));
                state.part(0, call);
            }
        }
    }
    parted
}

/// Makes the calls of parted pairs partners again, as far as both are still free.
pub(super) fn restore(state: &mut State, pairs: Vec<(u32, u32)>) {
    for (a, b) in pairs {
        if state.is_free(0, a) && state.is_free(1, b) && state.ordered.allows(state, a, b) {
            state.join(a, b);
        }
    }
}

/// Returns, for each hollow pair, true if the subtree of a side's call occurs on the other side without partner or in a
/// hollow pair. `held_of_other` has a row for each call of the other side.
fn has_twin(state: &mut State, side: usize, hollow: &[HollowPair], held_of_other: &[bool]) -> Vec<bool> {
    state.count_classes.clear();
    let free = (0..held_of_other.len() as u32).filter(|&call| !held_of_other[call as usize]);
    for call in free.chain(hollow.iter().map(|pair| pair.calls[1 - side])) {
        state.count_classes.add(state.classes.by_call[1 - side][call as usize]);
    }
    let is_there = |pair: &HollowPair| {
        let class = state.class(side, pair.calls[side]);
        state.count_classes.count(class) > 0
    };
    hollow.iter().map(is_there).collect()
}

/// Returns the number of calls inside each call of a side that have a partner. O(calls).
fn pairs_inside(calls: &Calls, partner: &[CallId]) -> Vec<u32> {
    let parents = calls.parent();
    let mut inside = vec![0; partner.len()];
    for_each_block_rev(0..partner.len(), &mut |rows| {
        let inside = &mut inside[..];
        for row in rows.rev() {
            if let Some(parent) = parents[row].some() {
                inside[parent.index()] += inside[row] + u32::from(partner[row].some().is_some());
            }
        }
    });
    inside
}
