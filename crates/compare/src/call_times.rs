//! How long single calls take, function by function, and the few that take far longer than all others.
//!
//! A garbage collection, a page fault or a first call that fills a cache can be most of what a function took, and says
//! nothing of its other calls. Such calls are found so, for each function that both sides call, by the self times of its
//! calls on both sides together:
//!
//! * Let n be their number and m the larger of [`MOST_FEW`] and n ÷ [`ONE_OF`]. The *few calls* are the k longest, for
//!   the largest k ≤ m at which the shortest of them takes more than [`TIMES`] times the 99th percentile (by nearest
//!   rank; at least a tick) of all others. At least [`LEAST_OTHERS`] others must be there.
//! * Of these a call and its partner that are both among the k stay with the others: what takes long on both sides, in
//!   the same place, is the function's own work.
//!
//! Exchanging the sides changes nothing, nor does a factor on all times. One run a side: of several, the runs themselves
//! tell what varies.

use crate::Pair;
use crate::align::Alignment;
use crate::ends::Ends;
use diptych_trace::{CallId, IdentityId, Sorting};

/// So many calls are always few enough.
pub const MOST_FEW: usize = 3;

/// Of more, one in so many.
pub const ONE_OF: usize = 1000;

/// How many times the 99th percentile of the others they exceed.
pub const TIMES: i64 = 20;

/// Others that there must be at least.
pub const LEAST_OTHERS: usize = 8;

/// Of the calls of a function on a side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Quantiles {
    /// Median self time of a call, ticks, by nearest rank; 0 of no calls.
    pub median: i64,
    /// 99th percentile, likewise.
    pub p99: i64,
}

/// One of the few calls of a function that take far longer than all its others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FewCall {
    /// 0 for A, 1 for B.
    pub side: usize,
    /// The call.
    pub call: CallId,
    /// Its function.
    pub identity: IdentityId,
    /// When it starts, ticks since its side's first instant.
    pub start: i64,
    /// Its self time, ticks.
    pub self_ticks: i64,
    /// 99th percentile of the function's other calls on both sides, ticks.
    pub usual: i64,
    /// The longest self time of the function's other calls on its side, ticks.
    pub longest_other: i64,
}

/// Of all functions.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CallTimes {
    /// Of A and of B, by identity.
    pub sides: [Vec<Quantiles>; 2],
    /// By function, then the longest first.
    pub few: Vec<FewCall>,
}

/// A call of a function.
#[derive(Clone, Copy)]
struct OfFunction {
    self_ticks: i64,
    side: u8,
    call: CallId,
}

impl CallTimes {
    /// Of an aligned pair, without what is left out of it. O(calls · log calls of a function).
    pub fn new(pair: Pair<'_>, alignment: &Alignment, ends: &Ends) -> Self {
        let count = pair.identity_count as usize;
        let (mut calls, places) = by_function(pair, alignment, ends);
        let mut times = Self { sides: [0, 1].map(|_| vec![Quantiles::default(); count]), few: Vec::new() };
        for identity in 0..count {
            let of = &mut calls[places[identity]..places[identity + 1]];
            of.order_by(|x, y| {
                y.self_ticks.cmp(&x.self_ticks).then_with(|| (x.side, x.call).cmp(&(y.side, y.call)))
            });
            for side in 0..2u8 {
                let longest_first: Vec<i64> =
                    of.iter().filter(|call| call.side == side).map(|call| call.self_ticks).collect();
                times.sides[usize::from(side)][identity] =
                    Quantiles { median: percentile(&longest_first, 50), p99: percentile(&longest_first, 99) };
            }
            times.few.extend(few(pair, alignment, IdentityId(identity as u32), of));
        }
        times
    }

    /// The few calls of a function.
    pub fn few_of(&self, identity: IdentityId) -> &[FewCall] {
        let first = self.few.partition_point(|call| call.identity < identity);
        let end = self.few.partition_point(|call| call.identity <= identity);
        &self.few[first..end]
    }

    /// Whether a call is one of the few of its function.
    pub fn is_few(&self, side: usize, identity: IdentityId, call: CallId) -> bool {
        self.few_of(identity).iter().any(|few| (few.side, few.call) == (side, call))
    }
}

/// The smallest value that a share of all (in hundredths) do not exceed; 0 of nothing.
fn percentile(longest_first: &[i64], share: usize) -> i64 {
    let count = longest_first.len();
    let rank = (share * count).div_ceil(100).max(1);
    count.checked_sub(rank).map_or(0, |place| longest_first[place])
}

/// All calls that are compared by function, and where those of each function lie.
fn by_function(pair: Pair<'_>, alignment: &Alignment, ends: &Ends) -> (Vec<OfFunction>, Vec<usize>) {
    let count = pair.identity_count as usize;
    let mut all: Vec<(IdentityId, OfFunction)> = Vec::new();
    for side in 0..2 {
        let calls = pair.traces[side].calls();
        let early = ends.early.filter(|early| early.side != side);
        let until = early.map_or(i64::MAX, |early| early.moment);
        let mut own: Vec<i64> =
            (0..calls.len()).map(|row| (calls.end()[row].min(until) - calls.start()[row]).max(0)).collect();
        for row in (0..calls.len()).rev() {
            if let Some(parent) = calls.parent()[row].some() {
                own[parent.index()] -= (calls.end()[row].min(until) - calls.start()[row]).max(0);
            }
        }
        let is_compared = |row: usize| {
            let is_open = |early: crate::ends::EarlyEnd| {
                early.is_open(pair.traces[side], alignment, CallId(row as u32))
            };
            calls.start()[row] < until && !early.is_some_and(is_open)
        };
        let compared = pair.of_calls(side).enumerate().filter(|(row, _)| is_compared(*row));
        all.extend(compared.map(|(row, identity)| {
            let call = CallId(row as u32);
            (identity, OfFunction { self_ticks: own[row], side: side as u8, call })
        }));
    }
    let mut places = vec![0usize; count + 1];
    for (identity, _) in &all {
        places[identity.index() + 1] += 1;
    }
    for identity in 0..count {
        places[identity + 1] += places[identity];
    }
    let mut next = places.clone();
    let mut calls = vec![OfFunction { self_ticks: 0, side: 0, call: CallId::NONE }; all.len()];
    for (identity, call) in all {
        let place = &mut next[identity.index()];
        calls[*place] = call;
        *place += 1;
    }
    (calls, places)
}

/// The few calls of a function, whose calls come longest first.
fn few(pair: Pair<'_>, alignment: &Alignment, identity: IdentityId, of: &[OfFunction]) -> Vec<FewCall> {
    let is_called = |side: u8| of.iter().any(|call| call.side == side);
    let most = (of.len() / ONE_OF).max(MOST_FEW).min(of.len().saturating_sub(LEAST_OTHERS));
    if most == 0 || !is_called(0) || !is_called(1) {
        return Vec::new();
    }
    let others_p99 = |count: usize| {
        let others = &of[count..];
        let rank = (99 * others.len()).div_ceil(100).max(1);
        others[others.len() - rank].self_ticks.max(1)
    };
    let stand_apart = |&count: &usize| of[count - 1].self_ticks > TIMES.saturating_mul(others_p99(count));
    let Some(count) = (1..=most).rev().find(stand_apart) else { return Vec::new() };
    let (longest, others) = of.split_at(count);
    let is_on_both = |call: &OfFunction| {
        let partner = alignment.sides[usize::from(call.side)].partner[call.call.index()];
        longest.iter().any(|other| other.side != call.side && other.call == partner)
    };
    let stays: Vec<&OfFunction> = longest.iter().filter(|call| is_on_both(call)).collect();
    let longest_other = |side: u8| {
        let all = stays.iter().copied().chain(others).filter(|call| call.side == side);
        all.map(|call| call.self_ticks).max().unwrap_or(0)
    };
    let row = |call: &OfFunction| {
        let side = usize::from(call.side);
        FewCall {
            side,
            call: call.call,
            identity,
            start: pair.traces[side].calls().start()[call.call.index()],
            self_ticks: call.self_ticks,
            usual: others_p99(count),
            longest_other: longest_other(call.side),
        }
    };
    longest.iter().filter(|call| !is_on_both(call)).map(row).collect()
}
