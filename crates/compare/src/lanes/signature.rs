//! What lanes run, as shares.

use crate::{Pair, Progress};
use diptych_trace::{CallId, IdentityId, LaneId, Trace};
use rustc_hash::FxHashMap;

/// The whole, in the fixed point of shares. Integers, so that sums depend on no order.
pub(super) const WHOLE: u64 = 1 << 40;

/// What a lane runs: for each identity its share, of [`WHOLE`] in all (a little less, shares are rounded down).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Signature {
    /// Ascending by identity; no share is 0.
    pub(super) shares: Vec<(IdentityId, u64)>,
    /// Ticks of self time.
    pub(super) self_ticks: u64,
    /// Calls.
    pub(super) calls: u64,
}

/// Self time and calls of one identity.
type Amounts = FxHashMap<IdentityId, (u64, u64)>;

impl Signature {
    fn new(amounts: &Amounts) -> Self {
        let self_ticks = amounts.values().map(|&(ticks, _)| ticks).sum();
        let calls = amounts.values().map(|&(_, calls)| calls).sum();
        let of = |&(ticks, calls_of): &(u64, u64)| {
            let (part, whole) = if self_ticks > 0 { (ticks, self_ticks) } else { (calls_of, calls) };
            (part as u128 * WHOLE as u128 / whole as u128) as u64
        };
        let shares = amounts.iter().map(|(&id, amounts)| (id, of(amounts)));
        let mut shares: Vec<_> = shares.filter(|&(_, share)| share > 0).collect();
        shares.sort_unstable();
        Self { shares, self_ticks, calls }
    }

    /// Σ min of the shares of two lanes, of [`WHOLE`].
    pub(super) fn in_common(&self, other: &Self) -> u64 {
        let (mut mine, mut theirs) = (self.shares.as_slice(), other.shares.as_slice());
        let mut sum = 0;
        while let ([(x, p), rest_x @ ..], [(y, q), rest_y @ ..]) = (mine, theirs) {
            sum += if x == y { *p.min(q) } else { 0 };
            if x <= y {
                mine = rest_x;
            }
            if y <= x {
                theirs = rest_y;
            }
        }
        sum
    }
}

/// Σ min / Σ max of two signatures with so much in common: from 0 to 1.
pub(super) fn overlap(in_common: u64) -> f64 {
    in_common as f64 / (2 * WHOLE - in_common) as f64
}

/// What the lanes of one side run.
#[derive(Debug)]
pub(super) struct Signatures {
    /// Of each lane, its own calls.
    pub(super) own: Vec<Signature>,
    /// Of each lane, the calls of its subtree.
    pub(super) subtree: Vec<Signature>,
}

impl Signatures {
    /// O(calls + lanes · depth of lanes · identities in a lane).
    pub(super) fn of(pair: Pair<'_>, side: usize, progress: Progress<'_>) -> Self {
        let trace = pair.traces[side];
        let lanes = trace.lanes();
        let mut amounts: Vec<Amounts> = Vec::with_capacity(lanes.len());
        for lane in lanes.ids() {
            amounts.push(own_amounts(trace, lane, pair.identities[side], progress));
        }
        let own = amounts.iter().map(Signature::new).collect();
        // Lanes lie in pre-order: from the last to the first, every lane comes after all inside it.
        for lane in lanes.ids().rev() {
            let Some(parent) = lanes.parent(lane) else { continue };
            let [outer, inner] = [parent.index(), lane.index()];
            let (before, from) = amounts.split_at_mut(inner);
            for (&id, &(ticks, calls)) in &from[0] {
                let sum = before[outer].entry(id).or_default();
                *sum = (sum.0 + ticks, sum.1 + calls);
            }
        }
        Self { own, subtree: amounts.iter().map(Signature::new).collect() }
    }
}

fn own_amounts(trace: &Trace, lane: LaneId, of: &[IdentityId], progress: Progress<'_>) -> Amounts {
    let calls = trace.calls();
    let mut amounts = Amounts::default();
    // Identities of the open calls, by depth: whose self time a call is taken from.
    let mut open: Vec<IdentityId> = Vec::new();
    let mut taken: FxHashMap<IdentityId, u64> = FxHashMap::default();
    for row in trace.lanes().calls(lane) {
        let id = of[calls.function()[row as usize].index()];
        let ticks = calls.duration(CallId(row)) as u64;
        open.truncate(calls.depth()[row as usize] as usize);
        if let Some(&caller) = open.last() {
            *taken.entry(caller).or_default() += ticks;
        }
        open.push(id);
        let sum = amounts.entry(id).or_default();
        *sum = (sum.0 + ticks, sum.1 + 1);
        if row & 0xFFFF == 0xFFFF {
            progress(row as u64 + 1, calls.len() as u64);
        }
    }
    for (id, ticks) in taken {
        if let Some(sum) = amounts.get_mut(&id) {
            sum.0 -= ticks;
        }
    }
    amounts
}
