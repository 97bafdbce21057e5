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
//! Of such a call only the *excess* is no part of what is judged: it counts as a call of ordinary length, the mean of the
//! function's other calls on its side. So a call that became a pause is neither a call less nor a shorter one.
//!
//! Exchanging the sides changes nothing, nor does a factor on all times. One run a side: of several, the runs themselves
//! tell what varies.

use crate::Pair;
use crate::Progress;
use crate::align::{Alignment, Kind};
use crate::ends::{EarlyEnd, Ends};
use diptych_profile::{CallTree, NodeId, PartTree, TreePart};
use diptych_trace::{CallId, IdentityId, in_blocks, in_blocks_back};

/// Calls between two reports of progress.
const REPORTED_AFTER: u64 = 1 << 16;

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
    /// Its path, in the call tree of what is compared of its side.
    pub node: NodeId,
    /// When it starts, ticks since its side's first instant.
    pub start: i64,
    /// Its self time, ticks.
    pub self_ticks: i64,
    /// 99th percentile of the function's other calls on both sides, ticks.
    pub usual: i64,
    /// Mean self time of the function's other calls on its side, ticks, rounded; of those of both sides if there are none
    /// on its own.
    pub ordinary: i64,
}

impl FewCall {
    /// How much longer than a call of ordinary length it takes, ticks; never negative.
    pub fn excess(&self) -> i64 {
        self.self_ticks.saturating_sub(self.ordinary).max(0)
    }
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

/// A pair with what corresponds in it.
#[derive(Debug, Clone, Copy)]
pub struct AlignedPair<'a> {
    /// The traces, and which functions are the same.
    pub pair: Pair<'a>,
    /// Which calls are.
    pub alignment: &'a Alignment,
    /// How the sides end.
    pub ends: &'a Ends,
}

impl AlignedPair<'_> {
    /// How the other side ends, if this one goes on after it.
    fn early(self, side: usize) -> Option<EarlyEnd> {
        self.ends.early.filter(|early| early.side != side)
    }

    /// Whether a call that starts before the other side's end is not compared all the same.
    fn is_open(self, side: usize, call: CallId) -> bool {
        let trace = self.pair.traces[side];
        self.early(side).is_some_and(|early| early.is_open(trace, self.alignment, call))
    }

    /// Whether both sides have a call, in order: paths of such calls are those of such calls alone.
    fn is_common(self, side: usize, call: CallId) -> bool {
        self.alignment.sides[side].kind[call.index()] == Kind::Matched
    }

    /// Call paths of what is compared of a side: with layers that one side alone has between two calls that both have
    /// being no part of the inner one's path.
    pub fn tree(self, side: usize, progress: Progress<'_>) -> PartTree {
        let part = TreePart {
            from: i64::MIN,
            until: self.ends.compared_until(side).unwrap_or(i64::MAX),
            lanes: None,
            is_left_out: &|call| self.is_open(side, call),
            is_common: &|call| self.is_common(side, call),
        };
        CallTree::of_part(self.pair.traces[side], self.pair.identities[side], part, progress)
    }
}

impl CallTimes {
    /// Of an aligned pair, without what is left out of it; `trees` are what is compared of the sides. Units of
    /// progress are calls of both sides, twice each: they are sorted by function, then timed. O(calls), and O(k log k) for the hundredth of the calls of a function that is
    /// looked through for the few.
    pub fn new(aligned: AlignedPair<'_>, trees: [&PartTree; 2], progress: Progress<'_>) -> Self {
        let pair = aligned.pair;
        let count = pair.identity_count as usize;
        let whole = pair.traces.iter().map(|trace| 2 * trace.calls().len() as u64).sum();
        let (mut calls, places) = by_function(aligned, &mut |done| progress(done, whole));
        let mut times = Self { sides: [0, 1].map(|_| vec![Quantiles::default(); count]), few: Vec::new() };
        let (sorted, mut next_report) = (whole - calls.len() as u64, 0);
        let mut self_ticks = Vec::new();
        for identity in 0..count {
            let of = &mut calls[places[identity]..places[identity + 1]];
            for (side, quantiles) in times.sides.iter_mut().enumerate() {
                self_ticks.clear();
                let of_side = of.iter().filter(|call| usize::from(call.side) == side);
                self_ticks.extend(of_side.map(|call| call.self_ticks));
                quantiles[identity] = Quantiles::new(&mut self_ticks);
            }
            times.few.extend(few(aligned, trees, IdentityId(identity as u32), of));
            if places[identity + 1] as u64 >= next_report {
                progress(sorted + places[identity + 1] as u64, whole);
                next_report = places[identity + 1] as u64 + REPORTED_AFTER;
            }
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

impl Quantiles {
    /// Of self times, which it reorders.
    fn new(self_ticks: &mut [i64]) -> Self {
        let Some(p99) = rank(self_ticks.len(), 99) else { return Self::default() };
        let median = rank(self_ticks.len(), 50).unwrap_or_default();
        let (below, &mut p99, _) = self_ticks.select_nth_unstable(p99);
        // The median lies below, or is the same call.
        let median = if median < below.len() { *below.select_nth_unstable(median).1 } else { p99 };
        Self { median, p99 }
    }
}

/// Place of the smallest of so many values that a share of all (in hundredths) do not exceed.
fn rank(count: usize, share: usize) -> Option<usize> {
    (count > 0).then(|| (share * count).div_ceil(100).max(1) - 1)
}

/// All calls that are compared by function, and where those of each function lie. Says after each walk over a side how
/// many of both sides' calls that comes to.
fn by_function(aligned: AlignedPair<'_>, sorted: &mut dyn FnMut(u64)) -> (Vec<OfFunction>, Vec<usize>) {
    let pair = aligned.pair;
    // A side is walked twice: for the self times, and to sort it.
    let (mut done, half) = (0, pair.traces.map(|trace| trace.calls().len() as u64 / 2));
    let mut walked = |side: usize| {
        done += half[side];
        sorted(done);
    };
    let compared = [0, 1].map(|side| {
        let compared = Compared::new(aligned, side);
        walked(side);
        compared
    });
    let mut places = vec![0usize; pair.identity_count as usize + 1];
    for (side, compared) in compared.iter().enumerate() {
        in_blocks(0..compared.self_ticks.len(), &mut |rows| {
            for row in rows.filter(|&row| compared.holds(row)) {
                places[pair.of_call(side, CallId(row as u32)).index() + 1] += 1;
            }
        });
    }
    for identity in 1..places.len() {
        places[identity] += places[identity - 1];
    }
    let nothing = OfFunction { self_ticks: 0, side: 0, call: CallId::NONE };
    let mut calls = vec![nothing; places.last().copied().unwrap_or_default()];
    let mut next = places.clone();
    for (side, compared) in compared.iter().enumerate() {
        in_blocks(0..compared.self_ticks.len(), &mut |rows| {
            for row in rows.filter(|&row| compared.holds(row)) {
                let call = CallId(row as u32);
                let place = &mut next[pair.of_call(side, call).index()];
                calls[*place] = OfFunction { self_ticks: compared.self_ticks[row], side: side as u8, call };
                *place += 1;
            }
        });
        walked(side);
    }
    (calls, places)
}

/// What is compared of a side.
struct Compared<'a> {
    aligned: AlignedPair<'a>,
    side: usize,
    /// Self time of each call, up to where the other side ends.
    self_ticks: Vec<i64>,
}

impl<'a> Compared<'a> {
    fn new(aligned: AlignedPair<'a>, side: usize) -> Self {
        let calls = aligned.pair.traces[side].calls();
        let until = aligned.ends.compared_until(side).unwrap_or(i64::MAX);
        let duration = |row: usize| (calls.end()[row].min(until) - calls.start()[row]).max(0);
        let mut self_ticks = Vec::with_capacity(calls.len());
        in_blocks(0..calls.len(), &mut |rows| self_ticks.extend(rows.map(duration)));
        in_blocks_back(0..calls.len(), &mut |rows| {
            for row in rows.rev() {
                if let Some(parent) = calls.parent()[row].some() {
                    self_ticks[parent.index()] -= duration(row);
                }
            }
        });
        Self { aligned, side, self_ticks }
    }

    fn holds(&self, row: usize) -> bool {
        let Self { aligned, side, .. } = *self;
        aligned.early(side).is_none_or(|early| {
            aligned.pair.traces[side].calls().start()[row] < early.moment
                && !aligned.is_open(side, CallId(row as u32))
        })
    }
}

/// The few calls of a function. Reorders its calls.
fn few(
    aligned: AlignedPair<'_>,
    trees: [&PartTree; 2],
    identity: IdentityId,
    of: &mut [OfFunction],
) -> Vec<FewCall> {
    let is_called = |side: u8| of.iter().any(|call| call.side == side);
    let most = (of.len() / ONE_OF).max(MOST_FEW).min(of.len().saturating_sub(LEAST_OTHERS));
    if most == 0 || !is_called(0) || !is_called(1) {
        return Vec::new();
    }
    // The few, and the hundredth of the others that takes longer than their 99th percentile.
    bring_longest_to_front(of, most + of.len() / 100 + 2);
    let of = &*of;
    let others_p99 = |count: usize| {
        let longer = rank(of.len() - count, 99).map_or(0, |place| of.len() - count - 1 - place);
        of[count + longer].self_ticks.max(1)
    };
    let stand_apart = |&count: &usize| of[count - 1].self_ticks > TIMES.saturating_mul(others_p99(count));
    let Some(count) = (1..=most).rev().find(stand_apart) else { return Vec::new() };
    let (longest, others) = of.split_at(count);
    let is_on_both = |call: &OfFunction| {
        let partner = aligned.alignment.sides[usize::from(call.side)].partner[call.call.index()];
        longest.iter().any(|other| other.side != call.side && other.call == partner)
    };
    let (stays, few): (Vec<OfFunction>, Vec<OfFunction>) = longest.iter().copied().partition(is_on_both);
    let of_sides = [0, 1].map(|side| Others::new(stays.iter().chain(others), side));
    let row = |call: OfFunction| {
        let side = usize::from(call.side);
        let ordinary = of_sides[side].mean().or_else(|| of_sides[1 - side].mean()).unwrap_or(0);
        FewCall {
            side,
            call: call.call,
            identity,
            node: trees[side].nodes[call.call.index()],
            start: aligned.pair.traces[side].calls().start()[call.call.index()],
            self_ticks: call.self_ticks,
            usual: others_p99(count),
            ordinary,
        }
    };
    few.into_iter().map(row).collect()
}

/// The calls of a function on a side that are none of the few.
#[derive(Clone, Copy, Default)]
struct Others {
    calls: i64,
    ticks: i64,
}

impl Others {
    fn new<'a>(calls: impl Iterator<Item = &'a OfFunction>, side: u8) -> Self {
        calls.filter(|call| call.side == side).fold(Self::default(), |sum, call| Self {
            calls: sum.calls + 1,
            ticks: sum.ticks + call.self_ticks,
        })
    }

    /// Rounded; `None` of none.
    fn mean(self) -> Option<i64> {
        (self.calls > 0).then(|| (self.ticks + self.calls / 2) / self.calls)
    }
}

/// Puts the `count` longest calls first, the longest at the front; of equals A's, then the earlier. The others follow in
/// any order.
fn bring_longest_to_front(of: &mut [OfFunction], count: usize) {
    let longest_first = |x: &OfFunction, y: &OfFunction| {
        y.self_ticks.cmp(&x.self_ticks).then_with(|| (x.side, x.call).cmp(&(y.side, y.call)))
    };
    let front = if count < of.len() { of.select_nth_unstable_by(count, longest_first).0 } else { of };
    front.sort_unstable_by(longest_first);
}
