//! Durations of single calls by function, and the outlier calls that take far longer than all others.
//!
//! A garbage collection, a page fault or a first call that fills a cache can take most of a function's time. It says
//! nothing about the function's other calls. Such *outlier calls* (`few` in the names here) are found by self time, for
//! each function, over its calls on both sides together:
//!
//! * Let n be the number of calls and m the larger of [`MOST_FEW`] and n ÷ [`ONE_OF`]. The outliers are the k longest
//!   calls. k ≤ m is the largest number at which the shortest of them takes more than [`TIMES`] times the 99th
//!   percentile of all others. The percentile is by nearest rank. It must exceed 0: any time is infinitely more than
//!   none, so such a ratio says nothing. At least [`LEAST_OTHERS`] others must exist.
//! * A call is no outlier if its partner is among the k, too, or takes at least 1 / [`AS_LONG`] of its time. A call that
//!   takes long on both sides, in the same place, does the function's own work.
//! * A call is no outlier if a function that only its side calls makes it, directly or not, and the call's path has at most
//!   [`LEAST_OTHERS`] calls. What takes long there is new, and how long it takes usually is not known.
//! * Calls are no outliers if they are most of their side's calls. One long call in place of many short ones does the
//!   work of these.
//!
//! Only the *excess* of an outlier is left out of what is judged. The outlier itself counts as a call of ordinary
//! length, the mean of the function's other calls on its side. So a call that became an outlier is neither a call less
//! nor a shorter one.
//!
//! Sampled traces have none: their calls are runs of samples.
//!
//! Exchanging the sides changes nothing, and neither does a factor on all times. This is for one run per side: with
//! several, the runs themselves show what varies.

mod aligned;
mod changed_calls;
mod idle;
mod matched_calls;
mod shifts;
mod stacks_of_both;

pub use aligned::AlignedPair;
pub use changed_calls::{CallPattern, ChangedCalls};
pub use idle::IdleGap;
pub use shifts::{CallShift, CallShifts};

use aligned::ComparedPart;
use changed_calls::changed_calls;
use matched_calls::MatchedCalls;

use crate::Progress;
use crate::parallel::{both_sides, join};
use diptych_profile::{NodeId, PartTree};
use diptych_trace::{CallId, IdentityId};
use std::cmp::Reverse;

/// Number of calls between two reports of progress.
const REPORTED_AFTER: u64 = 1 << 16;

/// Number of outliers that a function may have in any case.
pub const MOST_FEW: usize = 3;

/// A function with more calls may have one outlier in this many.
pub const ONE_OF: usize = 1000;

/// Minimum ratio between an outlier and the 99th percentile of the other calls.
pub const TIMES: i64 = 20;

/// Ratio between a call and its partner up to which the call is no outlier.
pub const AS_LONG: i64 = 2;

/// Minimum number of other calls.
pub const LEAST_OTHERS: usize = 8;

/// The quantiles of the calls of one function on one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Quantiles {
    /// Median self time of a call in ticks, by nearest rank, or 0 without calls.
    pub median: i64,
    /// 99th percentile of the self times in ticks, by nearest rank, or 0 without calls.
    pub p99: i64,
}

/// An outlier call: it takes far longer than all other calls of its function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutlierCall {
    /// Side of the call: 0 for A, 1 for B.
    pub side: usize,
    /// Outlier call.
    pub call: CallId,
    /// Function of the call.
    pub identity: IdentityId,
    /// Path of the call, in the call tree of the compared part of its side.
    pub node: NodeId,
    /// Start in ticks since the first instant of its side.
    pub start: i64,
    /// Self time in ticks.
    pub self_ticks: i64,
    /// 99th percentile of the self times of the function's other calls on both sides, in ticks.
    pub usual: i64,
    /// Mean self time of the function's other calls on its side, in ticks, rounded. If its side has no others, the mean
    /// of those of the other side.
    pub ordinary: i64,
}

impl OutlierCall {
    /// Returns the time in ticks that the call takes beyond a call of ordinary length. Never negative.
    pub fn excess(&self) -> i64 {
        self.self_ticks.saturating_sub(self.ordinary).max(0)
    }
}

/// The quantiles and the outlier calls of all functions.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct CallTimes {
    /// Quantiles of A and of B, by identity.
    pub sides: [Vec<Quantiles>; 2],
    /// Outlier calls by function, then the longest first.
    pub few: Vec<OutlierCall>,
    /// Changes of matched calls by function. Sampled traces have none.
    pub shifts: CallShifts,
    /// Functions most of whose change a minority of their matched calls makes, by identity. Sampled traces have none.
    pub changed: Vec<ChangedCalls>,
    /// The longest time without any call that only one side has. Sampled traces have none.
    pub gap: Option<IdleGap>,
}

impl CallTimes {
    /// Computes the call times of an aligned pair. `trees` are the call trees of the compared parts. Progress counts
    /// the calls of both sides twice, first for sorting them by function and then for the quantiles. O(calls), plus
    /// O(k log k) for the hundredth of a function's calls that is searched for outliers.
    pub fn new(aligned: AlignedPair<'_>, trees: [&PartTree; 2], progress: Progress<'_>) -> Self {
        let is_sampled = aligned.pair.traces.iter().any(|trace| trace.sample_size().is_sampled());
        if aligned.pair.traces.iter().any(|trace| trace.is_folded()) {
            // Only sums of short calls are known, so nothing can be said about how long single calls take.
            return Self::default();
        }
        let compared = both_sides(|side| ComparedPart::new(aligned, side, trees[side]));
        let of_all = || {
            let (sides, apart) = quantiles(aligned, &compared, is_sampled, progress);
            (sides, few(aligned, &compared, trees, &apart))
        };
        let of_matched = || {
            let matched = MatchedCalls::new(aligned, &compared);
            let shifts = CallShifts::new(aligned.pair.traces, &matched);
            (matched, shifts, IdleGap::longest(aligned))
        };
        let ((sides, few), of_matched) = join(of_all, || (!is_sampled).then(of_matched));
        let Some((matched, shifts, gap)) = of_matched else { return Self { sides, few, ..Self::default() } };
        let changed = changed_calls(aligned.pair.traces[1], &matched, &few);
        Self { sides, few, shifts, changed, gap }
    }

    /// Returns the calls that make most of a function's change, if they are a minority.
    pub fn changed_of(&self, identity: IdentityId) -> Option<&ChangedCalls> {
        let place = self.changed.binary_search_by_key(&identity, |of| of.identity).ok()?;
        Some(&self.changed[place])
    }

    /// Returns the outlier calls of a function.
    pub fn few_of(&self, identity: IdentityId) -> &[OutlierCall] {
        let first = self.few.partition_point(|call| call.identity < identity);
        let end = self.few.partition_point(|call| call.identity <= identity);
        &self.few[first..end]
    }

    /// Returns true if a call is an outlier of its function.
    pub fn is_few(&self, side: usize, identity: IdentityId, call: CallId) -> bool {
        self.few_of(identity).iter().any(|few| (few.side, few.call) == (side, call))
    }
}

impl Quantiles {
    /// Computes the quantiles of self times, which it reorders.
    #[inline(never)] // One entry for each function lets a browser optimise it: see `trace::for_each_block`.
    fn new(self_ticks: &mut [i64]) -> Self {
        let Some(p99) = rank(self_ticks.len(), 99) else { return Self::default() };
        let median = rank(self_ticks.len(), 50).unwrap_or_default();
        let (below, &mut p99, _) = self_ticks.select_nth_unstable(p99);
        // The median is below the 99th percentile, or is the same call.
        let median = if median < below.len() { *below.select_nth_unstable(median).1 } else { p99 };
        Self { median, p99 }
    }
}

/// Returns the index of a percentile by nearest rank among `count` sorted values. `share` is in hundredths.
fn rank(count: usize, share: usize) -> Option<usize> {
    (count > 0).then(|| (share * count).div_ceil(100).max(1) - 1)
}

/// Returns the quantiles of A and of B, by identity, and the functions that have outliers. Sampled traces have none.
fn quantiles(
    aligned: AlignedPair<'_>,
    compared: &[ComparedPart<'_>; 2],
    is_sampled: bool,
    progress: Progress<'_>,
) -> ([Vec<Quantiles>; 2], Vec<Apart>) {
    let count = aligned.pair.identity_count as usize;
    let whole = aligned.pair.traces.iter().map(|trace| 2 * trace.calls().len() as u64).sum();
    let mut sorted = by_function(aligned, compared, &mut |done| progress(done, whole));
    let mut sides = [0, 1].map(|_| vec![Quantiles::default(); count]);
    let mut apart = Vec::new();
    let (before, mut next_report) = (whole - sorted.ticks.len() as u64, 0);
    for identity in 0..count {
        let (ticks, first_of_b) = sorted.of(identity);
        let (of_a, of_b) = ticks.split_at_mut(first_of_b);
        sides[0][identity] = Quantiles::new(of_a);
        sides[1][identity] = Quantiles::new(of_b);
        // A run of samples that is far longer than others is no long call.
        if !is_sampled {
            apart.extend(Apart::new(IdentityId(identity as u32), ticks, first_of_b));
        }
        let done = sorted.places[2 * identity + 2] as u64;
        if done >= next_report {
            progress(before + done, whole);
            next_report = done + REPORTED_AFTER;
        }
    }
    (sides, apart)
}

/// Sorts the self times of the compared calls by function. After each side it reports the number of calls sorted so far.
fn by_function(
    aligned: AlignedPair<'_>,
    compared: &[ComparedPart<'_>; 2],
    sorted: &mut dyn FnMut(u64),
) -> Sorted {
    let mut places = vec![0usize; 2 * aligned.pair.identity_count as usize + 1];
    for ComparedPart { side, tree, .. } in compared {
        for (identity, &calls) in tree.identity().iter().zip(tree.calls()) {
            places[2 * identity.index() + side + 1] += calls as usize;
        }
    }
    for place in 1..places.len() {
        places[place] += places[place - 1];
    }
    let mut ticks = vec![0; places.last().copied().unwrap_or_default()];
    let (mut next, mut done) = (places.clone(), 0);
    for compared in compared {
        compared.each(&mut |row, identity| {
            let place = &mut next[2 * identity.index() + compared.side];
            ticks[*place] = compared.self_ticks[row];
            *place += 1;
        });
        done += compared.nodes.len() as u64;
        sorted(done);
    }
    Sorted { ticks, places }
}

/// Self times by function, in each function first those of A and then those of B.
struct Sorted {
    ticks: Vec<i64>,
    /// Two starts for each function: of the self times of A, then of those of B.
    places: Vec<usize>,
}

impl Sorted {
    /// Returns the self times of a function, and the index of B's first one.
    fn of(&mut self, identity: usize) -> (&mut [i64], usize) {
        let &[first, first_of_b, end] = &self.places[2 * identity..][..3] else { return (&mut [], 0) };
        (&mut self.ticks[first..end], first_of_b - first)
    }
}

/// The threshold that separates the outliers of a function from its other calls.
struct Apart {
    identity: IdentityId,
    count: usize,
    /// Duration of the shortest outlier in ticks.
    shortest: i64,
    /// 99th percentile of all other calls in ticks.
    usual: i64,
    /// Number and time of all calls of the function on each side.
    sides: [Amount; 2],
}

impl Apart {
    /// Finds the outliers among the self times of a function's calls, which it reorders. From `first_of_b` on they are
    /// B's.
    #[inline(never)] // One entry for each function lets a browser optimise it: see `trace::for_each_block`.
    fn new(identity: IdentityId, ticks: &mut [i64], first_of_b: usize) -> Option<Self> {
        let all = ticks.len();
        let most = (all / ONE_OF).max(MOST_FEW).min(all.saturating_sub(LEAST_OTHERS));
        if most == 0 {
            return None;
        }
        // Index in descending order of the 99th percentile of the calls without the `count` longest.
        let place = |count: usize| all - 1 - rank(all - count, 99).unwrap_or(0);
        let longest = ticks.iter().copied().max().unwrap_or_default();
        let near = ticks.iter().filter(|&&ticks| TIMES.saturating_mul(ticks.max(1)) >= longest).count();
        if near > place(most) {
            return None; // However few are left out, the longest of all is no more than `TIMES` times the percentile.
        }
        let (of_a, of_b) = ticks.split_at(first_of_b);
        let sides = [of_a, of_b].map(|ticks| Amount { calls: ticks.len() as i64, ticks: ticks.iter().sum() });
        let (front, at_place, _) = ticks.select_nth_unstable_by(place(most), |x, y| y.cmp(x));
        front.sort_unstable_by(|x, y| y.cmp(x));
        let longest_first = |place: usize| front.get(place).copied().unwrap_or(*at_place);
        let usual = |count: usize| longest_first(place(count));
        let stand_apart = |&count: &usize| {
            usual(count) > 0 && longest_first(count - 1) > TIMES.saturating_mul(usual(count))
        };
        let count = (1..=most).rev().find(stand_apart)?;
        Some(Self { identity, count, shortest: longest_first(count - 1), usual: usual(count), sides })
    }
}

/// The calls of a function that take far longer than all its other calls in one run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RunPauses {
    /// Number of these calls.
    pub(crate) count: usize,
    /// Duration of the shortest of them in ticks.
    pub(crate) shortest: i64,
    /// Mean self time of the other calls in ticks, rounded.
    pub(crate) ordinary: i64,
}

impl RunPauses {
    /// Finds the pauses among the self times of a function's calls in one run, which it reorders. Without the other side,
    /// a pause that both sides have counts as one, too.
    pub(crate) fn new(ticks: &mut [i64]) -> Option<Self> {
        let all = ticks.len();
        let apart = Apart::new(IdentityId(0), ticks, all)?;
        let mut longest: Vec<i64> = ticks.iter().copied().filter(|&of| of >= apart.shortest).collect();
        longest.sort_unstable_by_key(|&ticks| Reverse(ticks));
        longest.truncate(apart.count);
        let [of_run, _] = apart.sides;
        let others = Amount {
            calls: of_run.calls - apart.count as i64,
            ticks: of_run.ticks - longest.iter().sum::<i64>(),
        };
        Some(Self { count: apart.count, shortest: apart.shortest, ordinary: others.mean()? })
    }
}

/// A candidate for an outlier call of its function.
#[derive(Clone, Copy)]
struct Long {
    self_ticks: i64,
    side: usize,
    call: CallId,
}

/// Returns the outlier calls of all functions that have some.
fn few(
    aligned: AlignedPair<'_>,
    compared: &[ComparedPart<'_>; 2],
    trees: [&PartTree; 2],
    apart: &[Apart],
) -> Vec<OutlierCall> {
    if apart.is_empty() {
        return Vec::new();
    }
    let mut place = vec![usize::MAX; aligned.pair.identity_count as usize];
    let mut shortest = vec![i64::MAX; place.len()];
    for (at, apart) in apart.iter().enumerate() {
        (place[apart.identity.index()], shortest[apart.identity.index()]) = (at, apart.shortest);
    }
    let is_new = [0, 1].map(|side| paths_of_one_side(trees, side, place.len()));
    let mut long = vec![Vec::new(); apart.len()];
    for compared in compared {
        let (side, self_ticks) = (compared.side, &compared.self_ticks);
        compared.each(&mut |row, identity| {
            if self_ticks[row] >= shortest[identity.index()] {
                let call = CallId(row as u32);
                long[place[identity.index()]].push(Long { self_ticks: self_ticks[row], side, call });
            }
        });
    }
    apart
        .iter()
        .zip(long)
        .flat_map(|(apart, long)| of_function(aligned, trees, &is_new, apart, long))
        .collect()
}

/// Returns, for each path of a side, whether it has few calls and goes through a caller that only this side calls.
/// O(nodes).
fn paths_of_one_side(trees: [&PartTree; 2], side: usize, functions: usize) -> Vec<bool> {
    let [own, other] = [side, 1 - side].map(|side| &trees[side].tree);
    let mut is_of_other = vec![false; functions];
    for identity in other.identity() {
        is_of_other[identity.index()] = true;
    }
    let mut is_below = vec![false; own.len()];
    for node in own.nodes() {
        if let Some(parent) = own.parent()[node.index()].some() {
            is_below[node.index()] =
                is_below[parent.index()] || !is_of_other[own.identity()[parent.index()].index()];
        }
    }
    is_below
        .iter()
        .zip(own.calls())
        .map(|(&is_below, &calls)| is_below && calls <= LEAST_OTHERS as u64)
        .collect()
}

/// Returns the outlier calls of a function, the longest first. `long` has all calls that reach the threshold.
fn of_function(
    aligned: AlignedPair<'_>,
    trees: [&PartTree; 2],
    is_new: &[Vec<bool>; 2],
    apart: &Apart,
    mut long: Vec<Long>,
) -> Vec<OutlierCall> {
    // The sort is stable. Of equally long calls those of A come first, then the earlier ones.
    long.sort_by_key(|call| Reverse(call.self_ticks));
    long.truncate(apart.count);
    let is_on_both = |call: &Long| {
        let Some(partner) = aligned.alignment.sides[call.side].partner[call.call.index()].some() else {
            return false;
        };
        // Among equally long calls the limit may cut off one of two partners.
        let ticks = aligned.pair.traces[1 - call.side].calls().self_time(partner);
        ticks >= call.self_ticks / AS_LONG
            || long.iter().any(|other| other.side != call.side && other.call == partner)
    };
    let is_of_new_path = |call: &Long| {
        let node = trees[call.side].nodes[call.call.index()];
        is_new[call.side].get(node.index()).is_some_and(|&is_new| is_new)
    };
    let few: Vec<Long> =
        long.iter().copied().filter(|call| !is_on_both(call) && !is_of_new_path(call)).collect();
    let others =
        [0, 1].map(|side| few.iter().filter(|few| few.side == side).fold(apart.sides[side], Amount::without));
    let outliers = [0, 1].map(|side| few.iter().filter(|few| few.side == side).count() as i64);
    let few = few.iter().filter(|few| outliers[few.side] <= others[few.side].calls);
    let row = |&Long { self_ticks, side, call }: &Long| OutlierCall {
        side,
        call,
        identity: apart.identity,
        node: trees[side].nodes[call.index()],
        start: aligned.pair.traces[side].calls().start()[call.index()],
        self_ticks,
        usual: apart.usual,
        ordinary: others[side].mean().or_else(|| others[1 - side].mean()).unwrap_or(0),
    };
    few.map(row).collect()
}

/// The number of calls of a function on a side, and their time.
#[derive(Clone, Copy)]
struct Amount {
    calls: i64,
    ticks: i64,
}

impl Amount {
    fn without(self, call: &Long) -> Self {
        Self { calls: self.calls - 1, ticks: self.ticks - call.self_ticks }
    }

    /// Returns the rounded mean, or `None` without calls.
    fn mean(self) -> Option<i64> {
        (self.calls > 0).then(|| (self.ticks + self.calls / 2) / self.calls)
    }
}
