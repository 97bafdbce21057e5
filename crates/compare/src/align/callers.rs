//! The choice among equal subtrees by their callers.
//!
//! The longest common subsequence ignores layers that only one side has. So of two equal calls in a row, one of which is
//! inside such a layer, either may get the partner. The call that corresponding callers make is the better one.

use super::state::State;
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

/// Hands partners of calls inside a layer of one side alone over to equal subtrees without partners that lie directly
/// below the partner of the other side's caller, if no call with a partner is in between. Order and ancestry of all pairs
/// stay. O(calls).
pub(super) fn prefer_corresponding(state: &mut State) {
    for side in [0, 1] {
        // A better call may come before the layer or after it.
        let forward = units(state, side);
        hand_over(state, side, forward.into_iter());
        let backward = units(state, side);
        hand_over(state, side, backward.into_iter().rev());
    }
}

/// Returns the calls of a side in order, without the contents of subtrees that have an equal partner.
fn units(state: &State, side: usize) -> Vec<u32> {
    let ends = state.calls[side].subtree_end();
    let (mut units, mut call) = (Vec::new(), 0);
    while (call as usize) < ends.len() {
        units.push(call);
        call = if equal_partner(state, side, call).is_some() { ends[call as usize] } else { call + 1 };
    }
    units
}

/// Returns the partner of a call if both have equal subtrees.
fn equal_partner(state: &State, side: usize, call: u32) -> Option<u32> {
    let partner = state.partner[side][call as usize].some()?.0;
    (state.class(side, call) == state.class(1 - side, partner)).then_some(partner)
}

/// The free subtrees that may get a partner, by caller and class, in the order of the walk.
type Candidates = FxHashMap<(u32, u32), VecDeque<u32>>;

/// Walks over the calls of a side in one direction and hands partners over to candidates that came before.
fn hand_over(state: &mut State, side: usize, units: impl Iterator<Item = u32>) {
    let paired = paired_before(state, side);
    let mut candidates = Candidates::default();
    // Index in the walk of each candidate, so that no pair overtakes another.
    let (mut steps, mut last): (FxHashMap<u32, usize>, usize) = (FxHashMap::default(), 0);
    for (step, call) in units.enumerate() {
        let end = state.calls[side].subtree_end()[call as usize];
        if state.is_free(side, call) {
            let caller = state.calls[side].parent()[call as usize].some();
            let caller = caller.filter(|caller| !state.is_free(side, caller.0));
            if let Some(caller) = caller.filter(|_| paired[call as usize] == paired[end as usize]) {
                candidates.entry((caller.0, state.class(side, call))).or_default().push_back(call);
                steps.insert(call, step);
            }
            continue;
        }
        let better = caller_of_partner(state, side, call).and_then(|caller| {
            let queue = candidates.get_mut(&(caller, state.class(side, call)))?;
            while queue.front().is_some_and(|call| steps[call] < last) {
                queue.pop_front();
            }
            queue.pop_front()
        });
        let Some(better) = better else {
            // Clearing a map takes time in its capacity, which one long layer may have made large.
            if !steps.is_empty() {
                (candidates, steps) = (Candidates::default(), FxHashMap::default());
            }
            continue;
        };
        last = steps[&better];
        let partner = state.partner[side][call as usize].0;
        for inside in call..end {
            state.part(side, inside);
        }
        let [a, b] = if side == 0 { [better, partner] } else { [partner, better] };
        state.join_equal(a, b);
    }
}

/// Returns the number of calls with a partner before each call of a side, and before the end.
fn paired_before(state: &State, side: usize) -> Vec<u32> {
    let mut sum = 0;
    let before = state.partner[side].iter().map(|partner| {
        let before = sum;
        sum += u32::from(partner.some().is_some());
        before
    });
    let mut all: Vec<u32> = before.collect();
    all.push(sum);
    all
}

/// Returns the call around a given one that is the partner of its equal partner's caller. `None` if the call's own caller
/// has a partner.
fn caller_of_partner(state: &State, side: usize, call: u32) -> Option<u32> {
    let [calls, others] = [side, 1 - side].map(|side| &state.calls[side]);
    calls.parent()[call as usize].some().filter(|caller| state.is_free(side, caller.0))?;
    let partner = equal_partner(state, side, call)?;
    let caller = state.partner[1 - side][others.parent()[partner as usize].some()?.index()].some()?.0;
    (caller < call && call < calls.subtree_end()[caller as usize]).then_some(caller)
}
