//! Detection of a side that ends before the other: its recording was cut off, or its run stopped.
//!
//! The calls of the longer side after that moment have no counterpart and say nothing about a change. So the moment is
//! found here, and the ranking leaves those calls out. The rule is tried with either side as the longer one:
//!
//! 1. The calls of the longer side are put in order of their starts. The *rest* is a final part of that order. It is
//!    the part for which the number of unpaired calls minus `PER_MATCH` times the number of matched calls is largest. A
//!    moved call counts neither way. The moment is the start of the rest.
//! 2. At least `ALONE` of the rest has no partner. In addition, let m be the number of matched calls in the rest. Of
//!    its last 2m calls less than a quarter is matched. A run that comes to the same end does not end early, whatever
//!    it leaves out before.
//! 3. Before the rest at least half of the calls are matched, and so are half of all calls of the other side. Otherwise
//!    these are different programs.
//! 4. The other side's own rest by rule 1 is at most a tenth as large, in calls and in ticks. Otherwise the other side
//!    did something else instead.
//! 5. The other side stopped in the middle of something, which one of three signs shows:
//!    * Its file was cut off.
//!    * In some lane of the longer side, two or more frames are open at the moment and call something in the rest that
//!      does not wait. On the other side they have no partner, or one that is open until its end. A call that waits for
//!      another thread is no work that the other side lacks.
//!    * At least half of the rest is below calls that begin in the rest, of functions that the other side calls too,
//!      in frames that broke off there (a loop that stopped between two rounds). A frame broke off if the other side
//!      has no partner of it, or one that is open until its end, and it or a frame around it ends there less than half
//!      as long after its last call as here. A loop with fewer rounds and a shallower recursion return as usual. The
//!      other side has less than half as many calls of the function without partner; otherwise it makes these calls,
//!      only elsewhere.
//!
//!    The last step of a program that was removed shows none of these signs. It counts as gone. Nor did the other side
//!    stop if moved calls that it made to their end take at least half of the rest's time: another thread does that
//!    work at the end.
//! 6. The rest is large enough. It takes at least a hundredth of the longer side's time if a file was cut off.
//!    Otherwise it takes at least a tenth and has ten calls.
//!
//! 7. If a file was cut off and several lanes are compared, at most a twentieth of the calls before the rest, and of the
//!    time of those that end there, has no partner on the longer side. Such a file need not be in order of time, so its lanes may end at different moments.
//!
//! Without an axis of time or order, a part of a file has no end. A side that is only a [range](Trace::is_range) of a recording ends where somebody chose, so no side ends early then.
//!
//! Exchanging the sides exchanges the answer. O(calls), with several lanes O(calls · log calls).

use crate::align::{Aligned, Alignment, Kind};
use crate::waiting::is_waiting;
use crate::{Pair, bytes_read, has_lost_much, is_cut_off};
use diptych_trace::{AxisKind, CallId, Trace, for_each_block_rev};
use rustc_hash::FxHashSet;

/// Number of unpaired calls that outweigh one matched call: first with a file that was cut off, then without. Calls that
/// had not ended are missing in a file that was cut off, so the last calls without their callers match any later ones.
const PER_MATCH: [i64; 2] = [4, 50];

/// Minimum share of the rest that has no partner.
const ALONE: f64 = 0.9;

/// Minimum share of the longer side's time that the rest takes: first with a file that was cut off, then without.
const LEAST_SHARE: [f64; 2] = [0.01, 0.1];

/// Largest share of the calls before the rest, and of their time, that may have no partner if a file of several lanes was cut
/// off.
const MOST_ALONE_OF_LANES: f64 = 0.05;

/// Largest share of a file's bytes that may be lost, so that a cause can be named nevertheless.
const MOST_LOST: f64 = 0.05;

/// Minimum number of calls in the rest, unless the file was cut off.
const LEAST_CALLS: usize = 10;

/// The ends of the two sides.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Ends {
    /// Side that ends before the other, if one does.
    pub early: Option<EarlyEnd>,
    /// True for a side whose file was cut off (or could not be read to its end), if that lost something which
    /// [`Ends::early`] does not account for.
    pub cut: [bool; 2],
    /// Bytes of each side's file that could be read, and all of its bytes, if many could not be read.
    pub read: [Option<[u64; 2]>; 2],
}

/// A side that ends before the other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EarlyEnd {
    /// Side that ends early: 0 for A, 1 for B.
    pub side: usize,
    /// Moment of the *other* side up to which it has a counterpart, in ticks since that side's first instant.
    pub moment: i64,
    /// Start of the last matched call before that moment, in ticks of the other side.
    pub last: i64,
    /// Moment as a share of the other side's extent, 0 to 1.
    pub share: f64,
    /// True if the file of the side that ends early was cut off.
    pub is_cut: bool,
    /// Number of calls of the other side that are not compared, by [`Kind`]. These are the calls that start at the
    /// moment or later, and those for which [`EarlyEnd::is_open`] holds.
    pub rest_calls: [u64; 3],
    /// Self time in ticks of the other side that is not compared, by the kind of the calls.
    pub rest_self: [i64; 3],
}

/// The part of a side that has a counterpart, because the other side ends early.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ComparedUntil {
    /// Side that goes on: 0 for A, 1 for B.
    pub side: usize,
    /// End of the part, in ticks since the side's first instant.
    pub moment: i64,
    /// True if the file of the other side was cut off.
    pub is_cut: bool,
    /// Calls that start before the moment and are not part of it, see [`EarlyEnd::is_open`]. In ascending order. Their
    /// callees are part of it.
    pub open: Vec<CallId>,
}

impl ComparedUntil {
    /// Returns true if a call starts before the moment and is not part of the compared part. O(log calls).
    pub fn is_open(&self, call: CallId) -> bool {
        self.open.binary_search(&call).is_ok()
    }
}

impl EarlyEnd {
    /// Returns the compared part of the other side. `trace` is that side. O(its calls).
    pub fn compared_until(&self, trace: &Trace, alignment: &Alignment) -> ComparedUntil {
        let calls = (0..trace.calls().len() as u32).map(CallId);
        let open = calls.filter(|&call| self.is_open(trace, alignment, call)).collect();
        ComparedUntil { side: 1 - self.side, moment: self.moment, is_cut: self.is_cut, open }
    }

    /// Returns true if a call of the other side has no partner and still runs when the last matched call begins. The
    /// side that ends early probably was in the same call, but calls that had not ended were not written.
    pub fn is_open(&self, trace: &Trace, alignment: &Alignment, call: CallId) -> bool {
        let (calls, row) = (trace.calls(), call.index());
        calls.start()[row] < self.moment
            && calls.end()[row] > self.last
            && alignment.sides[1 - self.side].partner[row] == CallId::NONE
    }

    /// Marks the calls of the other side as [`Kind::NotCompared`] that have no partner because this side ends early. `trace`
    /// is the other side. O(its calls).
    pub fn mark(&self, trace: &Trace, alignment: &mut Alignment) {
        let starts = trace.calls().start();
        let is_after = |row: usize| starts[row] >= self.moment;
        let rows = 0..starts.len();
        let is_marked = |row: &usize| is_after(*row) || self.is_open(trace, alignment, CallId(*row as u32));
        let marked: Vec<usize> = rows.filter(is_marked).collect();
        alignment.marked = Some((1 - self.side, self.moment));
        let kinds = &mut alignment.sides[1 - self.side].kind;
        for row in marked {
            if kinds[row] == Kind::Only {
                kinds[row] = Kind::NotCompared;
            }
        }
    }
}

impl Ends {
    /// Finds the ends of an aligned pair. For the complexity see the module.
    pub fn new(pair: Pair<'_>, alignment: &Alignment) -> Self {
        let cut = pair.traces.map(|trace| is_cut_off(trace) && !trace.is_range());
        let has_chosen_ends = pair.traces.iter().any(|trace| trace.is_range());
        let early = [0, 1]
            .into_iter()
            .filter(|_| !has_chosen_ends)
            .find_map(|short| early_end(pair, alignment, short, cut[short]));
        let is_missing = |side: usize| {
            let is_told = early.is_some_and(|early| early.side == side);
            let is_short = cut[side] && lacks_calls(pair.traces[1 - side], alignment, 1 - side);
            // What is lost in the middle is missing even if both sides reach the end.
            !is_told && (is_short || has_lost_much(pair.traces[side]))
        };
        Self { early, cut: [0, 1].map(is_missing), read: pair.traces.map(bytes_read) }
    }

    /// Returns the side most of which could not be read, with the bytes that could be read and all bytes. What such a side lacks
    /// says nothing about the program. `None` if most of both sides was read.
    pub fn mostly_lost(&self) -> Option<(usize, [u64; 2])> {
        let of_side = |side: usize| Some((side, self.read[side].filter(|[read, all]| 2 * read < *all)?));
        of_side(0).or_else(|| of_side(1))
    }

    /// Returns true if no cause of a change can be named: of a side more is missing than the part after the end of the
    /// shorter side, and what is missing may look like a change. If only some bytes were lost on the way, causes are named.
    pub fn hide_causes(&self) -> bool {
        self.have_gaps().contains(&true)
    }

    /// Returns for each side whether more of it is missing than the part after its end, so that what it lacks may not be
    /// gone from the program.
    pub fn have_gaps(&self) -> [bool; 2] {
        let is_lost = |side: usize| match self.read[side] {
            Some([read, all]) => (read as f64) < (1.0 - MOST_LOST) * all as f64,
            None => true,
        };
        let mostly_lost = self.mostly_lost().map(|(side, _)| side);
        [0, 1].map(|side| mostly_lost == Some(side) || self.cut[side] && is_lost(side))
    }

    /// Returns true if both sides are complete.
    pub fn are_whole(&self) -> bool {
        self.early.is_none() && self.cut == [false; 2]
    }

    /// Returns the moment up to which a side is compared, in ticks since its first instant, or `None` for the whole
    /// side.
    pub fn compared_until(&self, side: usize) -> Option<i64> {
        self.early.filter(|early| early.side != side).map(|early| early.moment)
    }
}

/// The final part of a side, in order of starts, that has no counterpart.
struct Rest {
    /// Rows of the side's calls in order of their starts.
    order: Vec<u32>,
    /// Index in `order` at which the rest begins, or the number of calls if there is no rest.
    from: usize,
}

impl Rest {
    fn new(trace: &Trace, kinds: &[Kind], per_match: i64) -> Self {
        let starts = trace.calls().start();
        let mut order: Vec<u32> = (0..starts.len() as u32).collect();
        // The calls of a single lane are in this order already.
        if !starts.is_sorted() {
            order.sort_by_key(|&row| (starts[row as usize], row));
        }
        let (mut from, mut sum, mut best) = (order.len(), 0, 0);
        for_each_block_rev(0..order.len(), &mut |places| {
            for place in places.rev() {
                sum += match kinds[order[place] as usize] {
                    Kind::Matched => -per_match,
                    Kind::Moved => 0,
                    Kind::Only | Kind::NotCompared => 1,
                };
                if sum > best {
                    (from, best) = (place, sum);
                }
            }
        });
        Self { order, from }
    }

    fn rows(&self) -> &[u32] {
        &self.order[self.from..]
    }

    /// Returns the number of calls in the rest, and the ticks from its start to the end of the trace.
    fn size(&self, trace: &Trace) -> [f64; 2] {
        let first = self.rows().first().map_or(trace.extent(), |&row| trace.calls().start()[row as usize]);
        [self.rows().len() as f64, (trace.extent() - first) as f64]
    }
}

/// Returns true if more than a hundredth of a side's calls have no partner. In a loop, they need not be the last ones:
/// equal rounds match by their durations.
fn lacks_calls(trace: &Trace, alignment: &Alignment, side: usize) -> bool {
    alignment.sides[side].calls[Kind::Only as usize] as f64 > LEAST_SHARE[0] * trace.calls().len() as f64
}

/// Returns the early end of side `short`, if it ends before the other.
fn early_end(pair: Pair<'_>, alignment: &Alignment, short: usize, is_cut: bool) -> Option<EarlyEnd> {
    let long = 1 - short;
    let trace = pair.traces[long];
    let least = LEAST_SHARE[usize::from(!is_cut)] * trace.extent() as f64;
    if trace.extent() == 0 || trace.axis().kind == AxisKind::Weight {
        return None;
    }
    let kinds = &alignment.sides[long].kind;
    let per_match = PER_MATCH[usize::from(!is_cut)];
    let rest = Rest::new(trace, kinds, per_match);
    let (before, rows) = rest.order.split_at(rest.from);
    let moment = trace.calls().start()[*rows.first()? as usize];
    let count = |rows: &[u32], kind: Kind| rows.iter().filter(|&&row| kinds[row as usize] == kind).count();
    let of_short = alignment.sides[short].calls;
    let is_alike = 2 * count(before, Kind::Matched) >= before.len()
        && 2 * of_short[Kind::Matched as usize] >= of_short.iter().sum();
    let [calls, ticks] = rest.size(trace);
    let matched = count(rows, Kind::Matched);
    let last = &rows[rows.len().saturating_sub(2 * matched)..];
    let comes_to_same_end = matched > 0 && 4 * count(last, Kind::Matched) >= last.len();
    let is_alone = count(rows, Kind::Only) as f64 >= ALONE * calls && !comes_to_same_end;
    let has_lanes = pair.traces.iter().all(|trace| lanes_with_calls(trace) > 1);
    let is_one_moment = !(is_cut && has_lanes) || are_mostly_paired(trace, kinds, before, moment);
    let is_large = ticks >= least && (is_cut || rows.len() >= LEAST_CALLS);
    if !is_alone || !is_alike || !is_large || !is_one_moment {
        return None;
    }
    let others =
        Rest::new(pair.traces[short], &alignment.sides[short].kind, per_match).size(pair.traces[short]);
    let has_instead = 10.0 * others[0] > calls || 10.0 * others[1] > ticks;
    let stops = || {
        stops_in_calls(pair, alignment, long, moment)
            || 2 * calls_below_shared(pair, alignment, long, moment) >= rows.len() as u64
    };
    let stopped = is_cut || (stops() && 2.0 * moved_time(pair, alignment, long, moment) < ticks);
    if has_instead || !stopped {
        return None;
    }
    let share = moment as f64 / trace.extent() as f64;
    let is_matched = |row: &&u32| kinds[**row as usize] == Kind::Matched;
    let last = before.iter().rev().find(is_matched).map_or(0, |&row| trace.calls().start()[row as usize]);
    let (rest_calls, rest_self) = ([0; 3], [0; 3]);
    let mut early = EarlyEnd { side: short, moment, last, share, is_cut, rest_calls, rest_self };
    (early.rest_calls, early.rest_self) = left_out(trace, alignment, &early);
    Some(early)
}

/// Returns true if hardly any calls of the rows `before` the moment lack a partner, by their number and by the time of those
/// that end before it.
fn are_mostly_paired(trace: &Trace, kinds: &[Kind], before: &[u32], moment: i64) -> bool {
    // A call that is open at the moment had not ended when the other file was cut off, and such calls are often not written.
    let ticks = |row: u32| match trace.calls().end()[row as usize] {
        end if end <= moment => trace.calls().duration(CallId(row)),
        _ => 0,
    };
    let (mut calls, mut time) = ([0u64; 2], [0i128; 2]);
    for &row in before {
        let is_alone = usize::from(kinds[row as usize] == Kind::Only);
        calls[is_alone] += 1;
        time[is_alone] += i128::from(ticks(row));
    }
    let is_little = |[paired, alone]: [f64; 2]| alone <= MOST_ALONE_OF_LANES * (paired + alone);
    is_little(calls.map(|calls| calls as f64)) && is_little(time.map(|ticks| ticks as f64))
}

/// Returns the number of lanes that have calls.
fn lanes_with_calls(trace: &Trace) -> usize {
    let lanes = trace.lanes();
    lanes.ids().filter(|&lane| !lanes.calls(lane).is_empty()).count()
}

/// Returns the moment from which on a call of a trace counts as open until its end.
fn nearly_end(trace: &Trace) -> i64 {
    trace.extent() - trace.extent() / 1000
}

/// Returns the ticks after the moment in which moved calls run that the other side made to their end. An instant with
/// several such calls counts once.
fn moved_time(pair: Pair<'_>, alignment: &Alignment, long: usize, moment: i64) -> f64 {
    let [trace, other] = [pair.traces[long], pair.traces[1 - long]];
    let (calls, others) = (trace.calls(), other.calls());
    let Aligned { kind, partner, .. } = &alignment.sides[long];
    let is_complete = |row: &usize| {
        let partner = partner[*row].some();
        kind[*row] == Kind::Moved
            && calls.end()[*row] > moment
            && partner.is_some_and(|partner| others.end()[partner.index()] < nearly_end(other))
    };
    let rows = (0..calls.len()).filter(is_complete);
    let mut spans: Vec<(i64, i64)> = rows.map(|row| (calls.start()[row], calls.end()[row])).collect();
    spans.sort_unstable();
    let (mut ticks, mut until) = (0, moment);
    for (start, end) in spans {
        ticks += (end - start.max(until)).max(0);
        until = until.max(end);
    }
    ticks as f64
}

/// Returns true if some lane of the longer side has at least two frames that run at the moment and call something after
/// it that does not wait. In addition, the other side should have made these calls: the frames have no partner there, or
/// one that runs to the end.
fn stops_in_calls(pair: Pair<'_>, alignment: &Alignment, long: usize, moment: i64) -> bool {
    let [trace, other] = [pair.traces[long], pair.traces[1 - long]];
    let (calls, others) = (trace.calls(), other.calls());
    let nearly = nearly_end(other);
    let mut goes_on = vec![false; calls.len()];
    for row in 0..calls.len() {
        if calls.start()[row] >= moment
            && let Some(parent) = calls.parent()[row].some()
            && calls.start()[parent.index()] < moment
            && !is_waiting(trace.call_name(CallId(row as u32)))
        {
            goes_on[parent.index()] = true;
        }
    }
    let is_open = |row: usize| {
        let partner = alignment.sides[long].partner[row].some();
        goes_on[row] && partner.is_none_or(|partner| others.end()[partner.index()] >= nearly)
    };
    let two_are_open = |lane| trace.lanes().calls(lane).filter(|&row| is_open(row as usize)).nth(1).is_some();
    trace.lanes().ids().any(two_are_open)
}

/// Returns a name without its digits: the steps of a loop may be numbered.
fn stem(name: &str) -> String {
    name.chars().filter(|c| !c.is_ascii_digit()).collect()
}

/// The frames of a pair's longer side that the other side left by stopping, and not by returning.
struct BrokenOff<'p> {
    pair: Pair<'p>,
    alignment: &'p Alignment,
    long: usize,
    /// Ticks from the end of a call's last callee to its own end, by side and call. For a call without callees, its duration.
    tails: [Vec<i64>; 2],
}

impl<'p> BrokenOff<'p> {
    /// O(calls).
    fn new(pair: Pair<'p>, alignment: &'p Alignment, long: usize) -> Self {
        let tails = pair.traces.map(|trace| {
            let calls = trace.calls();
            let mut tails: Vec<i64> =
                (0..calls.len()).map(|row| calls.end()[row] - calls.start()[row]).collect();
            for row in 0..calls.len() {
                if let Some(parent) = calls.parent()[row].some() {
                    let tail = &mut tails[parent.index()];
                    *tail = (*tail).min(calls.end()[parent.index()] - calls.end()[row]);
                }
            }
            tails
        });
        Self { pair, alignment, long, tails }
    }

    /// Returns true if the other side left this frame by stopping. O(depth).
    fn contains(&self, frame: CallId) -> bool {
        let (long, short) = (self.long, 1 - self.long);
        let (calls, other) = (self.pair.traces[long].calls(), self.pair.traces[short]);
        let partner = |frame: CallId| self.alignment.sides[long].partner[frame.index()].some();
        let Some(innermost) = partner(frame) else { return true };
        let around = std::iter::successors(Some(frame), |frame| calls.parent()[frame.index()].some());
        let is_cut_short = |frame: CallId| {
            partner(frame).is_some_and(|partner| {
                2 * self.tails[short][partner.index()] < self.tails[long][frame.index()]
            })
        };
        other.calls().end()[innermost.index()] >= nearly_end(other) && around.into_iter().any(is_cut_short)
    }
}

/// Returns the number of calls in the rest that are part of certain subtrees. These subtrees begin in the rest,
/// directly under a frame from before it that [broke off](BrokenOff), with a function that the other side calls too, perhaps
/// with another number in its name. The other side has less than half as many calls of the function without partner.
fn calls_below_shared(pair: Pair<'_>, alignment: &Alignment, long: usize, moment: i64) -> u64 {
    let calls = pair.traces[long].calls();
    let [trace, other] = [pair.traces[long], pair.traces[1 - long]];
    let mut is_called = vec![false; pair.identity_count as usize];
    pair.of_calls(1 - long).for_each(|identity| is_called[identity.index()] = true);
    let specs = other.functions().specs(other.names());
    let stems: FxHashSet<String> = specs.iter().map(|spec| stem(spec.name)).collect();
    let mut alone = vec![[0u64; 2]; pair.identity_count as usize];
    for side in [0, 1] {
        let calls = pair.of_calls(side).zip(&alignment.sides[side].kind);
        let without_partner = calls.filter(|(_, kind)| **kind == Kind::Only);
        without_partner.for_each(|(identity, _)| alone[identity.index()][side] += 1);
    }
    let broken_off = BrokenOff::new(pair, alignment, long);
    let is_topmost = |row: usize| {
        calls.start()[row] >= moment
            && calls.parent()[row]
                .some()
                .is_some_and(|parent| calls.start()[parent.index()] < moment && broken_off.contains(parent))
    };
    let topmost = (0..calls.len()).filter(|&row| is_topmost(row)).map(|row| CallId(row as u32));
    let shared = topmost.filter(|&call| {
        let identity = pair.of_call(long, call).index();
        let has_namesake = || stems.contains(&stem(trace.call_name(call)));
        (is_called[identity] || has_namesake()) && 2 * alone[identity][1 - long] < alone[identity][long]
    });
    shared.map(|call| u64::from(calls.subtree(call).len() as u32)).sum()
}

/// Returns the number and the self time of the calls that are not compared, by kind.
fn left_out(trace: &Trace, alignment: &Alignment, early: &EarlyEnd) -> ([u64; 3], [i64; 3]) {
    let (calls, kinds) = (trace.calls(), &alignment.sides[1 - early.side].kind);
    let (mut counts, mut ticks) = ([0; 3], [0; 3]);
    let is_open = |call: CallId| early.is_open(trace, alignment, call);
    for (row, &kind) in kinds.iter().enumerate() {
        let (start, end) = (calls.start()[row], calls.end()[row]);
        let is_left_out = start >= early.moment || is_open(CallId(row as u32));
        counts[kind as usize] += u64::from(is_left_out);
        // A call that is compared up to the moment loses only the time after it.
        let (whole, after) = (end - start, end.max(early.moment) - start.max(early.moment));
        ticks[kind as usize] += if is_left_out { whole } else { after };
        if let Some(parent) = calls.parent()[row].some() {
            ticks[kinds[parent.index()] as usize] -= if is_open(parent) { whole } else { after };
        }
    }
    (counts, ticks)
}
