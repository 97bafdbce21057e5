//! The search for partners of the remaining calls, outside of their rows.
//!
//! 1. Under the same callers: equal subtrees, then calls of one identity whose children correspond.
//! 2. Anywhere: equal subtrees that occur on neither side more often than they have calls, because small and common
//!    subtrees match by chance. A subtree also counts if equally many are left on both sides, and more than a single
//!    one of many. A call without callees counts only if it is the single one of its kind, or if all calls of its kind
//!    that are left went to other lanes. The largest come first, and among equal ones those under callers of equal
//!    identity.
//! 3. Anywhere: subtrees of one identity that changed but share most of their calls ([`changed`]).
//! 4. Anywhere: containers of one identity whose contents are partners (Dice ≥ 0.5), the innermost first. Their
//!    remaining contents are aligned, and then the first step is repeated.
//!
//! Every decision depends only on the order of calls and on the equality of identities and subtrees.

use super::classify::callers;
use super::state::State;
use super::{changed, descent};
use diptych_trace::{CallId, Calls, LaneId, for_each_block, for_each_block_rev};
use rustc_hash::FxHashSet;
use std::collections::VecDeque;

/// Maximum number of candidates of one identity that a call is compared with.
pub(super) const LONGEST_SEARCH: usize = 8;

/// Makes partners of moved calls. O(n log n) in the calls without partner.
pub(super) fn find(state: &mut State) {
    under_same_callers(state);
    equal_anywhere(state);
    let any = changed::find(state);
    if containers(state) || any {
        under_same_callers(state);
    }
}

/// A call without partner, with a key to find it by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Unmatched<const N: usize> {
    key: [u32; N],
    call: u32,
}

/// Sorts both lists, and calls `each` with the two groups of every key that both lists have.
fn by_key<const N: usize>(mut unmatched: [Vec<Unmatched<N>>; 2], mut each: impl FnMut([&[Unmatched<N>]; 2])) {
    for list in &mut unmatched {
        list.sort_unstable();
    }
    let mut of_b = unmatched[1].chunk_by(|x, y| x.key == y.key).peekable();
    for of_a in unmatched[0].chunk_by(|x, y| x.key == y.key) {
        while of_b.next_if(|group| group[0].key < of_a[0].key).is_some() {}
        if let Some(group) = of_b.next_if(|group| group[0].key == of_a[0].key) {
            each([of_a, group]);
        }
    }
}

/// Returns, for each call, true if it or any call below it has a partner. O(calls).
pub(super) fn held(calls: &Calls, partner: &[CallId]) -> Vec<bool> {
    let mut held: Vec<bool> = partner.iter().map(|partner| partner.some().is_some()).collect();
    let parents = calls.parent();
    for_each_block_rev(0..held.len(), &mut |rows| {
        let (held, parents) = (&mut held[..], parents);
        for row in rows.rev() {
            if let Some(parent) = parents[row].some() {
                held[parent.index()] |= held[row];
            }
        }
    });
    held
}

/// Returns the outermost calls of subtrees in which no call has a partner. The first key is the common caller, as a
/// call of the first side. For calls without such a caller it is their lane of the first side, numbered after all
/// calls. The second key is the step, if the lane keeps step. `held` and `callers` have a row for each call of the side.
fn outermost(state: &State, side: usize, held: &[bool], callers: &[CallId]) -> Vec<Unmatched<3>> {
    let calls = state.calls[side];
    let behind = state.calls[0].len() as u32;
    let lane_of_first = lanes_of_first(state);
    let keeps_step = state.steps.iter().any(Option::is_some);
    let is_outermost =
        |&row: &usize| !held[row] && calls.parent()[row].some().is_none_or(|parent| held[parent.index()]);
    let mut unmatched = Vec::new();
    for_each_block(0..calls.len(), &mut |rows| {
        for row in rows.filter(is_outermost) {
            let call = row as u32;
            let place = match callers[row].some() {
                Some(caller) if side == 0 => Some(caller.0),
                Some(caller) => state.partner[1][caller.index()].some().map(|caller| caller.0),
                None => state.lane_of_first(side, call, &lane_of_first).map(|lane| behind + lane.0),
            };
            let step = if keeps_step { step(state, side, call, &lane_of_first) } else { 0 };
            unmatched.extend(place.map(|place| Unmatched { key: [place, step, 0], call }));
        }
    });
    unmatched
}

/// Returns the lane of the first side for each lane of the second side, or [`LaneId::NONE`] for an unpaired lane.
fn lanes_of_first(state: &State) -> Vec<LaneId> {
    let mut lane_of_first = vec![LaneId::NONE; state.pair.traces[1].lanes().len()];
    for (lane, partner) in state.lane_partner.iter().enumerate() {
        if let Some(partner) = partner.some() {
            lane_of_first[partner.index()] = LaneId(lane as u32);
        }
    }
    lane_of_first
}

/// Returns the step that a call is in, or 0 if its lane does not keep step.
fn step(state: &State, side: usize, call: u32, lane_of_first: &[LaneId]) -> u32 {
    let of_first = state.lane_of_first(side, call, lane_of_first);
    let steps = of_first.and_then(|lane| state.steps[lane.index()].as_ref());
    steps.map_or(0, |steps| steps.part(side, state.calls[side].start()[call as usize]))
}

fn under_same_callers(state: &mut State) {
    let [of_a, of_b] = state.both_sides(|calls, partner| (held(calls, partner), callers(calls, partner)));
    let mut unmatched = [0, 1].map(|side| {
        let (held, callers) = [&of_a, &of_b][side];
        outermost(state, side, held, callers)
    });
    for side in [0, 1] {
        unmatched[side].iter_mut().for_each(|entry| entry.key[2] = state.class(side, entry.call));
    }
    by_key(unmatched.clone(), |[a, b]| a.iter().zip(b).for_each(|(a, b)| state.join_equal(a.call, b.call)));
    for side in [0, 1] {
        unmatched[side].retain(|entry| state.is_free(side, entry.call) && state.size(side, entry.call) > 1);
        unmatched[side].iter_mut().for_each(|entry| entry.key[2] = state.identity(side, entry.call));
    }
    let mut found = Vec::new();
    by_key(unmatched, |[a, b]| {
        let mut left: VecDeque<u32> = b.iter().map(|entry| entry.call).collect();
        for a in a.iter().map(|entry| entry.call) {
            let alike = |&b: &u32| children_alike(state, a, b);
            if let Some(at) = left.iter().take(LONGEST_SEARCH).position(alike) {
                found.extend(left.remove(at).map(|b| (a, b)));
            }
        }
    });
    align_inside(state, found);
}

/// Returns true if the children of two calls correspond: Dice's coefficient of their identities is at least one half.
/// O(children of `a`).
fn children_alike(state: &mut State, a: u32, b: u32) -> bool {
    state.count_identities.clear();
    let mut of_a = 0u64;
    for child in state.children(0, a) {
        state.count_identities.add(state.identity(0, child));
        of_a += 1;
    }
    let [mut of_b, mut common] = [0u64; 2];
    // If `b` has more than three times as many children, the coefficient is below one half anyway.
    for child in state.children(1, b).take(3 * of_a as usize + 1) {
        common += u64::from(state.count_identities.take(state.identity(1, child)));
        of_b += 1;
    }
    common > 0 && 4 * common >= of_a + of_b
}

fn align_inside(state: &mut State, mut pairs: Vec<(u32, u32)>) {
    pairs.retain(|&(a, b)| {
        let both = state.is_free(0, a) && state.is_free(1, b);
        if both {
            state.join(a, b);
        }
        both
    });
    descent::pairs(state, pairs);
}

fn equal_anywhere(state: &mut State) {
    let unmatched = telling_subtrees(state);
    let keyed = [0, 1].map(|side| {
        // Keys ascend, so the largest subtrees come first.
        let key = |call| [u32::MAX - state.size(side, call), state.class(side, call)];
        unmatched[side].iter().map(|&call| Unmatched { key: key(call), call }).collect::<Vec<_>>()
    });
    by_key(keyed, |groups| {
        let alone = [0, 1].map(|side| -> Vec<u32> {
            let calls = groups[side].iter().map(|entry| entry.call);
            calls.filter(|&call| state.is_free(side, call)).collect()
        });
        let under = [0, 1].map(|side| {
            let caller = |call: u32| {
                let parent = state.calls[side].parent()[call as usize].some();
                parent.map_or(u32::MAX, |parent| state.identity(side, parent.0))
            };
            alone[side].iter().map(|&call| Unmatched { key: [caller(call), 0], call }).collect()
        });
        by_key(under, |[a, b]| a.iter().zip(b).for_each(|(a, b)| state.join_equal(a.call, b.call)));
        let rest = [0, 1].map(|side| {
            alone[side].iter().copied().filter(|&call| state.is_free(side, call)).collect::<Vec<_>>()
        });
        for (&a, &b) in rest[0].iter().zip(&rest[1]) {
            state.join_equal(a, b);
        }
    });
}

/// Returns the subtrees of both sides without any partner that can be paired anywhere with equal ones.
fn telling_subtrees(state: &mut State) -> [Vec<u32>; 2] {
    let least = state.options.moved_calls.max(1);
    let occurrences = occurrences(state);
    let lane_of_first = lanes_of_first(state);
    let changed_lanes = classes_that_changed_lanes(state, &lane_of_first);
    let held = state.both_sides(held);
    let mut unmatched = [0, 1].map(|side| {
        let held = &held[side];
        // A call without callees is looked for elsewhere if each side makes only one such call, in paired lanes, or if
        // its function went to another lane.
        let is_single = |call: u32| {
            occurrences[state.class(side, call) as usize] == 1
                && state.lane_of_first(side, call, &lane_of_first).is_some()
        };
        let is_telling = |call: u32| {
            state.size(side, call) >= least
                || is_single(call)
                || changed_lanes.contains(&state.class(side, call))
        };
        let telling = |&call: &u32| !held[call as usize] && is_telling(call);
        let mut unmatched: Vec<u32> = Vec::new();
        for_each_block(0..held.len(), &mut |rows| {
            unmatched.extend(rows.map(|row| row as u32).filter(telling));
        });
        unmatched
    });
    // Drops subtrees that the other side lacks, which leaves few to sort.
    for side in [1, 0] {
        count_classes(state, 1 - side, &unmatched[1 - side]);
        unmatched[side].retain(|&call| state.count_classes.count(state.class(side, call)) > 0);
    }
    let left = [0, 1].map(|side| {
        count_classes(state, side, &unmatched[side]);
        let count = |&call: &u32| state.count_classes.count(state.class(side, call));
        unmatched[side].iter().map(count).collect::<Vec<u32>>()
    });
    // Drops common subtrees, unless equally many are left on both sides. A single one of many is chance.
    for side in [1, 0] {
        count_classes(state, 1 - side, &unmatched[1 - side]);
        let mut left = left[side].iter();
        unmatched[side].retain(|&call| {
            let class = state.class(side, call);
            let (all, left) = (occurrences[class as usize], *left.next().unwrap_or(&0));
            let are_as_many = state.count_classes.count(class) == left;
            let size = state.size(side, call);
            let is_no_chance = (left > 1 && size >= least) || 2 * left >= all;
            all <= size || (are_as_many && is_no_chance)
        });
    }
    unmatched
}

/// Returns the classes of calls without callees that went to other lanes: both sides have calls of the class without
/// partner, and never in two paired lanes. O(calls).
fn classes_that_changed_lanes(state: &State, lane_of_first: &[LaneId]) -> FxHashSet<u32> {
    if state.pair.traces.iter().any(|trace| trace.lanes().len() < 2) {
        return FxHashSet::default();
    }
    let leaves = |side: usize| {
        let calls = (0..state.calls[side].len() as u32)
            .filter(move |&call| state.size(side, call) == 1 && state.is_free(side, call));
        calls.map(move |call| (state.class(side, call), state.lane_of_first(side, call, lane_of_first)))
    };
    let of_first: FxHashSet<(u32, Option<LaneId>)> = leaves(0).collect();
    let classes_of_first: FxHashSet<u32> = of_first.iter().map(|&(class, _)| class).collect();
    let (mut changed, mut stayed) = (FxHashSet::default(), FxHashSet::default());
    for (class, lane) in leaves(1).filter(|(class, _)| classes_of_first.contains(class)) {
        // Two lanes without partners may be the same lane, so they count as one.
        let is_in_same_lane = of_first.contains(&(class, lane));
        (if is_in_same_lane { &mut stayed } else { &mut changed }).insert(class);
    }
    &changed - &stayed
}

/// Counts the subtrees of some calls of a side in `count_classes`.
fn count_classes(state: &mut State, side: usize, calls: &[u32]) {
    state.count_classes.clear();
    for &call in calls {
        state.count_classes.add(state.classes.by_call[side][call as usize]);
    }
}

/// Returns how often each class occurs, on the side where it occurs more often.
fn occurrences(state: &mut State) -> Vec<u32> {
    let mut most = vec![0; state.classes.unordered.len()];
    for side in [0, 1] {
        state.count_classes.clear();
        let classes = &state.classes.by_call[side][..];
        for_each_block(0..classes.len(), &mut |calls| {
            let (counts, most) = (&mut state.count_classes, &mut most[..]);
            for &class in &classes[calls] {
                counts.add(class);
                most[class as usize] = most[class as usize].max(counts.count(class));
            }
        });
    }
    most
}

/// Pairs containers, the innermost first. Returns true if any were paired.
fn containers(state: &mut State) -> bool {
    let parents = state.calls.map(Calls::parent);
    let depths = state.calls[0].depth();
    // Votes by depth for the open call at that depth: containers of the other side that hold partners of its contents.
    let mut votes: Vec<Vec<(u32, u32)>> = vec![Vec::new(); state.pair.traces[0].max_depth() as usize + 2];
    let mut found = Vec::new();
    for_each_block_rev(0..depths.len(), &mut |rows| {
        state.meter.add(rows.len() as u64);
        for a in rows.rev().map(|row| row as u32) {
            let depth = depths[a as usize] as usize;
            let mut inside = std::mem::take(&mut votes[depth + 1]);
            if state.is_free(0, a) && !inside.is_empty() {
                inside.sort_unstable();
                if let Some(b) = elected(state, a, &inside) {
                    state.join(a, b);
                    found.push((a, b));
                }
            }
            inside.clear();
            votes[depth + 1] = inside;
            let holder = state.partner[0][a as usize].some().and_then(|b| parents[1][b.index()].some());
            if let Some(holder) = holder.filter(|holder| state.is_free(1, holder.0)) {
                votes[depth].push((holder.0, state.size(0, a)));
            }
        }
    });
    let any = !found.is_empty();
    descent::pairs(state, found);
    any
}

/// Returns the container of the other side that holds most of the contents of `a`. It must have the same identity, and
/// Dice's coefficient (twice the common calls over all calls inside both) must be at least one half.
fn elected(state: &State, a: u32, votes: &[(u32, u32)]) -> Option<u32> {
    let mut best: Option<(u64, u32)> = None;
    for group in votes.chunk_by(|x, y| x.0 == y.0) {
        let b = group[0].0;
        let common: u64 = group.iter().map(|&(_, calls)| u64::from(calls)).sum();
        let inside = u64::from(state.size(0, a) - 1) + u64::from(state.size(1, b) - 1);
        let is_like = state.is_free(1, b) && state.identity(0, a) == state.identity(1, b);
        let fits = is_like && 4 * common >= inside && state.ordered.allows(state, a, b);
        if fits && best.is_none_or(|(known, _)| known < common) {
            best = Some((common, b));
        }
    }
    best.map(|(_, b)| b)
}
