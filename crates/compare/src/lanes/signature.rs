//! The work of lanes, as shares of each identity.

use crate::{Pair, Progress};
use diptych_trace::{CallId, IdentityId, LaneId, for_each_block};
use std::borrow::Cow;
use std::cell::RefCell;

/// Fixed-point value of a share of 1. Shares are integers, so sums do not depend on any order.
pub(super) const WHOLE: u64 = 1 << 40;

/// The work of a lane: the share of each identity. The shares add up to [`WHOLE`] or a little less, because they are
/// rounded down.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct Signature {
    /// Identities with their shares, ascending by identity. No share is 0.
    pub(super) shares: Vec<(IdentityId, u64)>,
    /// Self time in ticks.
    pub(super) self_ticks: u64,
    /// Number of calls.
    pub(super) calls: u64,
}

/// Self time and calls of each identity, ascending by identity.
type Amounts = Vec<(IdentityId, u64, u64)>;

impl Signature {
    fn new(amounts: &Amounts) -> Self {
        let self_ticks = amounts.iter().map(|&(_, ticks, _)| ticks).sum();
        let calls = amounts.iter().map(|&(_, _, calls)| calls).sum();
        let share_of = |&(id, ticks, calls_of): &(IdentityId, u64, u64)| {
            let (part, whole) = if self_ticks > 0 { (ticks, self_ticks) } else { (calls_of, calls) };
            (id, (part as u128 * WHOLE as u128 / whole as u128) as u64)
        };
        let shares = amounts.iter().map(share_of).filter(|&(_, share)| share > 0).collect();
        Self { shares, self_ticks, calls }
    }

    /// Returns Σ min over the shares of two lanes, as a part of [`WHOLE`].
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

/// Returns the overlap Σ min / Σ max, from 0 to 1, of two signatures with a given Σ min.
pub(super) fn overlap(in_common: u64) -> f64 {
    in_common as f64 / (2 * WHOLE - in_common) as f64
}

/// The signatures of all lanes of one side.
#[derive(Debug)]
pub(super) struct Signatures {
    /// Signature of each lane's own calls.
    pub(super) own: Vec<Signature>,
    /// Self time in ticks of the calls in each lane's subtree.
    pub(super) subtree_ticks: Vec<u64>,
    /// One past the last lane of each lane's subtree.
    subtree_end: Vec<u32>,
    /// Lanes with own calls, ascending, with what their signatures are made of.
    with_calls: Vec<LaneAmounts>,
    sums: RefCell<Sums>,
}

/// The work of a lane with own calls.
#[derive(Debug)]
struct LaneAmounts {
    lane: u32,
    /// Amounts of the lane's own calls.
    own: Amounts,
    /// Inclusive time and number of the lane's outermost calls.
    outermost: Amounts,
}

impl Signatures {
    /// Computes the signatures of lanes without those inside them. O(calls).
    pub(super) fn new(pair: Pair<'_>, side: usize, progress: Progress<'_>) -> Self {
        let lanes = pair.traces[side].lanes();
        let mut sums = Sums::new(pair.identity_count);
        let with_calls: Vec<LaneAmounts> = lanes
            .ids()
            .filter(|&lane| !lanes.calls(lane).is_empty())
            .map(|lane| LaneAmounts {
                lane: lane.0,
                own: sums.of_lane(pair, side, lane, progress),
                outermost: sums.of_outermost(pair, side, lane),
            })
            .collect();
        let mut own = vec![Signature::default(); lanes.len()];
        for amounts in &with_calls {
            own[amounts.lane as usize] = Signature::new(&amounts.own);
        }
        let mut subtree_ticks: Vec<u64> = own.iter().map(|signature| signature.self_ticks).collect();
        // Lanes are in pre-order, so children come after their parents.
        for lane in lanes.ids().rev() {
            if let Some(parent) = lanes.parent(lane) {
                subtree_ticks[parent.index()] += subtree_ticks[lane.index()];
            }
        }
        let subtree_end = lanes.ids().map(|lane| lanes.subtree(lane).end).collect();
        Self { own, subtree_ticks, subtree_end, with_calls, sums: RefCell::new(sums) }
    }

    /// Returns the signature of the calls in a lane's subtree. O(identities in its lanes).
    ///
    /// It is computed each time, because all of them together take the square of the lanes in memory if lanes are nested
    /// deeply.
    pub(super) fn subtree(&self, lane: LaneId) -> Cow<'_, Signature> {
        if self.subtree_end[lane.index()] == lane.0 + 1 {
            return Cow::Borrowed(&self.own[lane.index()]);
        }
        Cow::Owned(self.with_lanes_inside(lane, |amounts| &amounts.own))
    }

    /// Returns the signature of the outermost calls in a lane's subtree, by their inclusive time. O(identities in its
    /// lanes).
    pub(super) fn outermost(&self, lane: LaneId) -> Signature {
        self.with_lanes_inside(lane, |amounts| &amounts.outermost)
    }

    fn with_lanes_inside(&self, lane: LaneId, of: impl Fn(&LaneAmounts) -> &Amounts) -> Signature {
        let before = |end: u32| self.with_calls.partition_point(|amounts| amounts.lane < end);
        match &self.with_calls[before(lane.0)..before(self.subtree_end[lane.index()])] {
            [only] => Signature::new(of(only)),
            lanes => {
                let sums = &mut *self.sums.borrow_mut();
                for amounts in lanes {
                    sums.add(of(amounts));
                }
                Signature::new(&sums.take())
            }
        }
    }
}

/// Sums by identity, all zero between uses.
#[derive(Debug)]
struct Sums {
    ticks: Vec<i64>,
    calls: Vec<u64>,
    /// Identities whose sums are not zero.
    touched: Vec<IdentityId>,
    /// Identities of the open calls by depth. A call's duration is subtracted from the self time of the last one.
    open: Vec<IdentityId>,
}

impl Sums {
    fn new(identity_count: u32) -> Self {
        let count = identity_count as usize;
        Self { ticks: vec![0; count], calls: vec![0; count], touched: Vec::new(), open: Vec::new() }
    }

    fn of_lane(&mut self, pair: Pair<'_>, side: usize, lane: LaneId, progress: Progress<'_>) -> Amounts {
        let trace = pair.traces[side];
        let calls = trace.calls();
        let of_lane = trace.lanes().calls(lane);
        for_each_block(of_lane.start as usize..of_lane.end as usize, &mut |rows| {
            let identities = pair.identities[side];
            let spans = calls.start()[rows.clone()].iter().zip(&calls.end()[rows.clone()]);
            let of = calls.function()[rows.clone()].iter().zip(&calls.depth()[rows.clone()]);
            for ((function, &depth), (start, end)) in of.zip(spans) {
                let (id, ticks) = (identities[function.index()], end - start);
                self.open.truncate(depth as usize);
                if let Some(&caller) = self.open.last() {
                    self.ticks[caller.index()] -= ticks;
                }
                self.open.push(id);
                self.sum(id, ticks, 1);
            }
            if rows.start >> 16 != rows.end >> 16 {
                progress(rows.end as u64, calls.len() as u64);
            }
        });
        self.open.clear();
        self.take()
    }

    /// Sums the inclusive times of a lane's outermost calls. O(outermost calls).
    fn of_outermost(&mut self, pair: Pair<'_>, side: usize, lane: LaneId) -> Amounts {
        let trace = pair.traces[side];
        let (calls, of_lane) = (trace.calls(), trace.lanes().calls(lane));
        let mut row = of_lane.start;
        while row < of_lane.end {
            self.sum(pair.of_call(side, CallId(row)), calls.duration(CallId(row)), 1);
            row = calls.subtree_end()[row as usize];
        }
        self.take()
    }

    fn add(&mut self, amounts: &Amounts) {
        for &(id, ticks, calls) in amounts {
            self.sum(id, ticks as i64, calls);
        }
    }

    fn sum(&mut self, id: IdentityId, ticks: i64, calls: u64) {
        if self.calls[id.index()] == 0 {
            self.touched.push(id);
        }
        self.ticks[id.index()] += ticks;
        self.calls[id.index()] += calls;
    }

    fn take(&mut self) -> Amounts {
        self.touched.sort_unstable();
        let (ticks, calls) = (&mut self.ticks, &mut self.calls);
        let taken = self.touched.drain(..).map(|id| {
            let ticks = std::mem::take(&mut ticks[id.index()]);
            (id, ticks.max(0) as u64, std::mem::take(&mut calls[id.index()]))
        });
        taken.collect()
    }
}
