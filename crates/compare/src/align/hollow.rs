//! Hollow pairs: calls of one function at corresponding places whose contents have nothing in common.
//!
//! If subtrees of one function are dealt out to other callers, the calls at each place still pair, and their contents
//! are left over on both sides. So hollow pairs are parted before moved calls are looked for. A call whose equal or
//! changed subtree is elsewhere then finds it. That costs two pairs at most, so it must gain more: small subtrees are
//! only parted if both have an equal one elsewhere. The other pairs are restored afterwards.

use super::moves::held;
use super::state::State;
use diptych_trace::{for_each_block, for_each_block_rev};

/// Number of calls from which a subtree may be parted without an equal one elsewhere.
const LARGE: u32 = 5;

/// Parts hollow pairs and returns them. O(calls).
pub(super) fn part(state: &mut State) -> Vec<(u32, u32)> {
    let has_pairs = [0, 1].map(|side| has_pairs_inside(state, side));
    let mut found = Vec::new();
    let partner = &state.partner[0];
    for_each_block(0..partner.len(), &mut |rows| {
        for row in rows {
            let (Some(b), a) = (partner[row].some(), row as u32) else { continue };
            let has_contents = state.size(0, a) > 1 && state.size(1, b.0) > 1;
            if has_contents && !has_pairs[0][row] && !has_pairs[1][b.index()] {
                found.push((a, b.0));
            }
        }
    });
    let twins = [1, 0].map(|side| {
        state.count_classes.clear();
        let held = held(state, side);
        let of_pairs = found.iter().map(|&(a, b)| if side == 0 { a } else { b });
        let free = (0..held.len() as u32).filter(|&call| !held[call as usize]);
        for call in free.chain(of_pairs) {
            state.count_classes.add(state.classes.by_call[side][call as usize]);
        }
        let own = |&(a, b): &(u32, u32)| if side == 1 { (0, a) } else { (1, b) };
        let has_twin = |pair| {
            let (side, call) = own(pair);
            state.count_classes.count(state.class(side, call)) > 0
        };
        found.iter().map(has_twin).collect::<Vec<bool>>()
    });
    let mut at = 0..found.len();
    found.retain(|&(a, b)| {
        let at = at.next().unwrap_or_default();
        (twins[0][at] && twins[1][at]) || state.size(0, a).min(state.size(1, b)) >= LARGE
    });
    for &(a, _) in &found {
        state.part(0, a);
    }
    found
}

/// Makes the calls of hollow pairs partners again, as far as both are still free.
pub(super) fn restore(state: &mut State, pairs: Vec<(u32, u32)>) {
    for (a, b) in pairs {
        if state.is_free(0, a) && state.is_free(1, b) && state.ordered.allows(state, a, b) {
            state.join(a, b);
        }
    }
}

/// Returns, for each call of a side, true if a call inside it has a partner. O(calls).
fn has_pairs_inside(state: &State, side: usize) -> Vec<bool> {
    let (partner, parents) = (&state.partner[side], state.calls[side].parent());
    let mut inside = vec![false; partner.len()];
    for_each_block_rev(0..partner.len(), &mut |rows| {
        let inside = &mut inside[..];
        for row in rows.rev() {
            if let Some(parent) = parents[row].some() {
                inside[parent.index()] |= inside[row] || partner[row].some().is_some();
            }
        }
    });
    inside
}
