//! Changed subtrees anywhere: calls of one identity whose contents are largely the same.
//!
//! A subtree that moved and changed equals none on the other side, and its callers are no partners either. It is found
//! by what it holds: each subtree without any partner lists its [`FEATURES`] rarest functions, among those that both
//! sides still have calls of. Two subtrees of one identity that share such a function are compared. They become partners
//! if Dice's coefficient of the calls inside is at least one half, and if they share a function that is rare enough not
//! to be chance: neither side has more calls of it left than the subtree has calls. The largest subtrees come first.
//!
//! A call is compared with at most [`FEATURES`] · [`LONGEST_SEARCH`] others, and all comparisons together may look at
//! [`COMPARED_A_CALL`] times as many calls as there are.

use super::descent;
use super::moves::{LONGEST_SEARCH, held};
use super::state::State;
use diptych_trace::for_each_block_rev;
use rustc_hash::FxHashMap;

/// Number of rare functions that a subtree is found by.
const FEATURES: usize = 6;
/// Number of calls that comparisons may look at, for each call of both sides.
const COMPARED_A_CALL: u64 = 16;
/// Minimum size of a subtree: with two calls inside, one may be new.
const LEAST_CALLS: u32 = 3;

/// The rarest functions inside a subtree: how many calls of them are left, and their number, ascending.
type Features = Vec<(u32, u32)>;

/// A subtree in which no call has a partner.
struct Subtree {
    call: u32,
    features: Features,
}

/// Makes partners of changed subtrees. Returns true if there were any.
pub(super) fn find(state: &mut State) -> bool {
    let held = state.both_sides(held);
    if held.iter().all(|held| !held.contains(&false)) {
        return false;
    }
    let rarity = Rarity::new(state, &held);
    let [mut of_a, of_b] = [0, 1].map(|side| subtrees(state, side, &held[side], &rarity));
    of_a.sort_by_key(|subtree| (std::cmp::Reverse(state.size(0, subtree.call)), subtree.call));
    let mut index: FxHashMap<(u32, u32), Vec<u32>> = FxHashMap::default();
    for subtree in &of_b {
        let identity = state.identity(1, subtree.call);
        for &(_, feature) in &subtree.features {
            index.entry((identity, feature)).or_default().push(subtree.call);
        }
    }
    let all: u64 = state.calls.iter().map(|calls| calls.len() as u64).sum();
    let mut budget = COMPARED_A_CALL * all;
    let mut any = false;
    for Subtree { call: a, features } in of_a {
        if !state.is_free(0, a) {
            continue;
        }
        let identity = state.identity(0, a);
        let mut candidates: Vec<u32> = Vec::new();
        for &(_, feature) in &features {
            let Some(list) = index.get_mut(&(identity, feature)) else { continue };
            list.retain(|&b| state.is_free(1, b));
            candidates.extend(list.iter().take(LONGEST_SEARCH));
        }
        candidates.sort_unstable();
        candidates.dedup();
        if let Some(b) = most_alike(state, a, &candidates, &rarity, &mut budget) {
            state.join(a, b);
            descent::pairs(state, vec![(a, b)]);
            any = true;
        }
    }
    any
}

/// Returns the candidate that shares the largest part of its calls with `a`; of equal ones the first.
fn most_alike(
    state: &mut State,
    a: u32,
    candidates: &[u32],
    rarity: &Rarity,
    budget: &mut u64,
) -> Option<u32> {
    let size = state.size(0, a);
    let mut best: Option<(u64, u64, u32)> = None;
    for &b in candidates {
        let other = state.size(1, b);
        // One that is more than three times as large, or less than a third, shares less than half.
        if u64::from(other) > 3 * u64::from(size) || u64::from(size) > 3 * u64::from(other) {
            continue;
        }
        let cost = u64::from(size) + u64::from(other);
        if *budget < cost {
            return None;
        }
        *budget -= cost;
        state.work += cost;
        let (common, inside) = common(state, a, b, rarity, size);
        let fits = common > 0 && 4 * common >= inside;
        // The larger share of the two: fractions are compared by their products.
        if fits && best.is_none_or(|(known, of, _)| common * of > known * inside) {
            best = Some((common, inside, b));
        }
    }
    best.map(|(.., b)| b)
}

/// Returns the number of free calls of equal identity inside two calls, and the number of free calls inside both. The
/// first is 0 unless an identity that both have is rare.
fn common(state: &mut State, a: u32, b: u32, rarity: &Rarity, size: u32) -> (u64, u64) {
    state.count_identities.clear();
    let mut inside = 0u64;
    for call in a + 1..state.calls[0].subtree_end()[a as usize] {
        if state.is_free(0, call) {
            let identity = state.identity(0, call);
            state.count_identities.add(identity);
            inside += 1;
        }
    }
    let (mut common, mut is_telling) = (0u64, false);
    for call in b + 1..state.calls[1].subtree_end()[b as usize] {
        if state.is_free(1, call) {
            let identity = state.identity(1, call);
            if state.count_identities.take(identity) {
                common += 1;
                is_telling |= rarity.left[identity as usize] <= size;
            }
            inside += 1;
        }
    }
    (if is_telling && common > 1 { common } else { 0 }, inside)
}

/// The number of calls without partner of each identity.
struct Rarity {
    /// Number on the side that has more of them; `u32::MAX` for an identity that only one side has left.
    left: Vec<u32>,
    /// Rank of each identity by first appearance, so that names decide nothing.
    rank: Vec<u32>,
}

impl Rarity {
    fn new(state: &State, held: &[Vec<bool>; 2]) -> Self {
        let count = state.pair.identity_count as usize;
        let (mut rank, mut next) = (vec![u32::MAX; count], 0);
        let left = [0, 1].map(|side| {
            let mut left = vec![0u32; count];
            for (call, _) in held[side].iter().enumerate().filter(|(_, held)| !**held) {
                let identity = state.identity(side, call as u32) as usize;
                left[identity] += 1;
                if rank[identity] == u32::MAX {
                    rank[identity] = next;
                    next += 1;
                }
            }
            left
        });
        let most = |(&a, &b): (&u32, &u32)| if a.min(b) == 0 { u32::MAX } else { a.max(b) };
        Self { left: left[0].iter().zip(&left[1]).map(most).collect(), rank }
    }
}

/// Returns the subtrees of a side without any partner that have enough calls, with their features. O(calls).
fn subtrees(state: &State, side: usize, held: &[bool], rarity: &Rarity) -> Vec<Subtree> {
    let calls = state.calls[side];
    // Features of the subtrees seen so far inside the open call at each depth.
    let mut inside: Vec<Features> = vec![Vec::new(); state.pair.traces[side].max_depth() as usize + 2];
    let mut found = Vec::new();
    for_each_block_rev(0..held.len(), &mut |rows| {
        let (depths, inside) = (calls.depth(), &mut inside[..]);
        for row in rows.rev() {
            let depth = depths[row] as usize;
            let own = std::mem::take(&mut inside[depth + 1]);
            if held[row] {
                continue;
            }
            let call = row as u32;
            let identity = state.identity(side, call) as usize;
            let is_shared = rarity.left[identity] != u32::MAX;
            let up = &mut inside[depth];
            up.extend(&own);
            if is_shared {
                up.push((rarity.left[identity], rarity.rank[identity]));
            }
            up.sort_unstable();
            up.dedup();
            up.truncate(FEATURES);
            if state.size(side, call) >= LEAST_CALLS && is_shared && !own.is_empty() {
                found.push(Subtree { call, features: own });
            }
        }
    });
    found
}
