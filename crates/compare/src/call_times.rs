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
use diptych_trace::{CallId, IdentityId, in_blocks};
use std::cmp::Reverse;

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
        let is_left_out = |call: CallId| self.is_open(side, call);
        let is_common = |call: CallId| self.is_common(side, call);
        let part = TreePart {
            from: i64::MIN,
            until: self.ends.compared_until(side).unwrap_or(i64::MAX),
            lanes: None,
            is_left_out: if self.early(side).is_some() { Some(&is_left_out) } else { None },
            is_common: Some(&is_common),
        };
        CallTree::of_part(self.pair.traces[side], self.pair.identities[side], part, progress)
    }
}

impl CallTimes {
    /// Of an aligned pair, without what is left out of it; `trees` are what is compared of the sides. Units of
    /// progress are calls of both sides, twice each: they are sorted by function, then timed. O(calls), and O(k log k) for
    /// the hundredth of the calls of a function that is looked through for the few.
    pub fn new(aligned: AlignedPair<'_>, trees: [&PartTree; 2], progress: Progress<'_>) -> Self {
        let count = aligned.pair.identity_count as usize;
        let whole = aligned.pair.traces.iter().map(|trace| 2 * trace.calls().len() as u64).sum();
        let (compared, mut sorted) = by_function(aligned, trees, &mut |done| progress(done, whole));
        let mut sides = [0, 1].map(|_| vec![Quantiles::default(); count]);
        let mut apart = Vec::new();
        let (before, mut next_report) = (whole - sorted.ticks.len() as u64, 0);
        for identity in 0..count {
            let (ticks, first_of_b) = sorted.of(identity);
            let (of_a, of_b) = ticks.split_at_mut(first_of_b);
            sides[0][identity] = Quantiles::new(of_a);
            sides[1][identity] = Quantiles::new(of_b);
            apart.extend(Apart::new(IdentityId(identity as u32), ticks, first_of_b));
            let done = sorted.places[2 * identity + 2] as u64;
            if done >= next_report {
                progress(before + done, whole);
                next_report = done + REPORTED_AFTER;
            }
        }
        Self { sides, few: few(aligned, &compared, trees, &apart) }
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
    #[inline(never)] // One entry for each function lets a browser optimise it: see `trace::in_blocks`.
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

/// What is compared of the sides, and how long it takes by function. Says after each walk over a side how many of both
/// sides' calls that comes to.
fn by_function<'a>(
    aligned: AlignedPair<'a>,
    trees: [&'a PartTree; 2],
    sorted: &mut dyn FnMut(u64),
) -> ([Compared<'a>; 2], Sorted) {
    // A side is walked twice: for the self times, and to sort it.
    let (mut done, half) = (0, aligned.pair.traces.map(|trace| trace.calls().len() as u64 / 2));
    let mut walked = |side: usize| {
        done += half[side];
        sorted(done);
    };
    let compared = [0, 1].map(|side| {
        let compared = Compared::new(aligned, side, trees[side]);
        walked(side);
        compared
    });
    let mut places = vec![0usize; 2 * aligned.pair.identity_count as usize + 1];
    for Compared { side, tree, .. } in &compared {
        for (identity, &calls) in tree.identity().iter().zip(tree.calls()) {
            places[2 * identity.index() + side + 1] += calls as usize;
        }
    }
    for place in 1..places.len() {
        places[place] += places[place - 1];
    }
    let mut ticks = vec![0; places.last().copied().unwrap_or_default()];
    let mut next = places.clone();
    for compared in &compared {
        compared.each(&mut |row, identity| {
            let place = &mut next[2 * identity.index() + compared.side];
            ticks[*place] = compared.self_ticks[row];
            *place += 1;
        });
        walked(compared.side);
    }
    (compared, Sorted { ticks, places })
}

/// Self times by function, of each A's and then B's.
struct Sorted {
    ticks: Vec<i64>,
    /// Where those of a function begin, then where B's do.
    places: Vec<usize>,
}

impl Sorted {
    /// Those of a function, and where B's begin among them.
    fn of(&mut self, identity: usize) -> (&mut [i64], usize) {
        let &[first, first_of_b, end] = &self.places[2 * identity..][..3] else { return (&mut [], 0) };
        (&mut self.ticks[first..end], first_of_b - first)
    }
}

/// What is compared of a side.
struct Compared<'a> {
    side: usize,
    tree: &'a CallTree,
    /// By call, its node in the tree; none of a call that is not compared.
    nodes: &'a [NodeId],
    /// Self time of each call, up to where the other side ends.
    self_ticks: Vec<i64>,
}

impl<'a> Compared<'a> {
    fn new(aligned: AlignedPair<'a>, side: usize, PartTree { tree, nodes, .. }: &'a PartTree) -> Self {
        let calls = aligned.pair.traces[side].calls();
        let until = aligned.ends.compared_until(side).unwrap_or(i64::MAX);
        let mut self_ticks: Vec<i64> = Vec::with_capacity(calls.len());
        in_blocks(0..calls.len(), &mut |rows| {
            for row in rows {
                let ticks = (calls.end()[row].min(until) - calls.start()[row]).max(0);
                self_ticks.push(ticks);
                if let Some(parent) = calls.parent()[row].some() {
                    self_ticks[parent.index()] -= ticks;
                }
            }
        });
        Self { side, tree, nodes, self_ticks }
    }

    /// Calls `of` with each call that is compared, and its function.
    fn each(&self, of: &mut impl FnMut(usize, IdentityId)) {
        let identities = self.tree.identity();
        in_blocks(0..self.nodes.len(), &mut |rows| {
            for row in rows {
                if let Some(node) = self.nodes[row].some() {
                    of(row, identities[node.index()]);
                }
            }
        });
    }
}

/// How many calls of a function stand apart, and from which others.
struct Apart {
    identity: IdentityId,
    count: usize,
    /// What the shortest of them takes, ticks.
    shortest: i64,
    /// 99th percentile of all others, ticks.
    usual: i64,
    /// All calls of the function on each side.
    sides: [Amount; 2],
}

impl Apart {
    /// Of the self times of a function's calls, which it reorders; from `first_of_b` on they are B's.
    #[inline(never)] // One entry for each function lets a browser optimise it: see `trace::in_blocks`.
    fn new(identity: IdentityId, ticks: &mut [i64], first_of_b: usize) -> Option<Self> {
        let all = ticks.len();
        let most = (all / ONE_OF).max(MOST_FEW).min(all.saturating_sub(LEAST_OTHERS));
        if most == 0 || first_of_b == 0 || first_of_b == all {
            return None;
        }
        // From the longest on, where the 99th percentile of the others is without so many.
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
        let usual = |count: usize| longest_first(place(count)).max(1);
        let stand_apart = |&count: &usize| longest_first(count - 1) > TIMES.saturating_mul(usual(count));
        let count = (1..=most).rev().find(stand_apart)?;
        Some(Self { identity, count, shortest: longest_first(count - 1), usual: usual(count), sides })
    }
}

/// A call that may be one of the few of its function.
#[derive(Clone, Copy)]
struct Long {
    self_ticks: i64,
    side: usize,
    call: CallId,
}

/// The few calls of all functions whose calls stand apart.
fn few(
    aligned: AlignedPair<'_>,
    compared: &[Compared<'_>; 2],
    trees: [&PartTree; 2],
    apart: &[Apart],
) -> Vec<FewCall> {
    if apart.is_empty() {
        return Vec::new();
    }
    let mut place = vec![usize::MAX; aligned.pair.identity_count as usize];
    let mut shortest = vec![i64::MAX; place.len()];
    for (at, apart) in apart.iter().enumerate() {
        (place[apart.identity.index()], shortest[apart.identity.index()]) = (at, apart.shortest);
    }
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
    apart.iter().zip(long).flat_map(|(apart, long)| of_function(aligned, trees, apart, long)).collect()
}

/// The few calls of a function, the longest first, of all calls that are as long as these.
fn of_function(
    aligned: AlignedPair<'_>,
    trees: [&PartTree; 2],
    apart: &Apart,
    mut long: Vec<Long>,
) -> Vec<FewCall> {
    // Of equals A's, then the earlier.
    long.sort_by_key(|call| Reverse(call.self_ticks));
    long.truncate(apart.count);
    let is_on_both = |call: &Long| {
        let partner = aligned.alignment.sides[call.side].partner[call.call.index()];
        long.iter().any(|other| other.side != call.side && other.call == partner)
    };
    let few: Vec<Long> = long.iter().copied().filter(|call| !is_on_both(call)).collect();
    let others =
        [0, 1].map(|side| few.iter().filter(|few| few.side == side).fold(apart.sides[side], Amount::without));
    let row = |&Long { self_ticks, side, call }: &Long| FewCall {
        side,
        call,
        identity: apart.identity,
        node: trees[side].nodes[call.index()],
        start: aligned.pair.traces[side].calls().start()[call.index()],
        self_ticks,
        usual: apart.usual,
        ordinary: others[side].mean().or_else(|| others[1 - side].mean()).unwrap_or(0),
    };
    few.iter().map(row).collect()
}

/// Calls of a function on a side, and what they take.
#[derive(Clone, Copy)]
struct Amount {
    calls: i64,
    ticks: i64,
}

impl Amount {
    fn without(self, call: &Long) -> Self {
        Self { calls: self.calls - 1, ticks: self.ticks - call.self_ticks }
    }

    /// Rounded; `None` of none.
    fn mean(self) -> Option<i64> {
        (self.calls > 0).then(|| (self.ticks + self.calls / 2) / self.calls)
    }
}
