//! Whether one side ends before the other: its recording was cut off, or its run stopped.
//!
//! What the longer side does after that moment has no counterpart, and says nothing of a change. So it is found here,
//! and left out of what is ranked. The rule, of either side taken as the longer one:
//!
//! 1. Its calls in order of their starts; the *rest* is the end of that order for which the number of calls without a
//!    partner less `PER_MATCH` times the number of matched ones is largest (a call that moved counts neither way). The
//!    moment is the start of the rest.
//! 2. At least `ALONE` of the rest has no partner, and of the last calls of the rest, twice as many as are matched in
//!    all of it, less than a quarter is matched: a run that comes to the same end, whatever it leaves out before, does
//!    not end early.
//! 3. Before the rest at least half of the calls are matched, and so are half of the other side's: else these are
//!    different programs.
//! 4. The other side's own rest by rule 1 is at most a tenth as large, in calls and in ticks: it has nothing else
//!    instead.
//! 5. The other side stopped in the midst of something: its file was cut off; or, in some lane, two or more frames that
//!    are open on the longer side at the moment, and call something in the rest, have no partner or one that is open to
//!    the other side's end; or at least half of the rest lies below calls of functions that the other side makes too,
//!    begun in the rest (a loop with fewer rounds). The last step of a program that was taken out is none of these: it is
//!    gone.
//! 6. The rest is large enough: at least a hundredth of the longer side's time if a file was cut off, else at least a
//!    tenth, and ten calls.
//!
//! Exchanging the sides exchanges the answer. O(calls), of several lanes O(calls · log calls).

use crate::Pair;
use crate::align::{Alignment, Kind};
use diptych_trace::{CallId, OddKind, Trace, in_blocks_back};

/// Calls without a partner that outweigh a matched one.
const PER_MATCH: i64 = 50;

/// Share of the rest that has no partner, at least.
const ALONE: f64 = 0.9;

/// Share of the longer side's time that the rest takes at least, where the file was cut off and where it was not.
const LEAST_SHARE: [f64; 2] = [0.01, 0.1];

/// Calls that the rest has at least, unless the file was cut off.
const LEAST_CALLS: usize = 10;

/// How the two sides end.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Ends {
    /// The side that ends before the other, if one does.
    pub early: Option<EarlyEnd>,
    /// By side, whether its file was cut off (or could not be read to its end) so that something is missing that
    /// [`Ends::early`] does not account for.
    pub cut: [bool; 2],
}

/// A side that ends before the other.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct EarlyEnd {
    /// 0 if A ends early, 1 if B does.
    pub side: usize,
    /// The moment of the *other* side up to which it has a counterpart, ticks since that side's first instant.
    pub moment: i64,
    /// When the last matched call before that moment starts, ticks of the other side.
    pub last: i64,
    /// The moment as a share of the other side's extent, 0 to 1.
    pub share: f64,
    /// Whether the file of the side that ends early was cut off.
    pub is_cut: bool,
    /// Calls of the other side that are not compared, by [`Kind`]: those that start at the moment or later, and those
    /// that [`EarlyEnd::is_open`] names.
    pub rest_calls: [u64; 3],
    /// Ticks of self time of the other side that are not compared, by the kind of their calls.
    pub rest_self: [i64; 3],
}

impl EarlyEnd {
    /// Whether a call of the other side still runs when the last matched call has begun, and has no partner: the side
    /// that ends early was in it too, but calls that had not ended were not written.
    pub fn is_open(&self, trace: &Trace, alignment: &Alignment, call: CallId) -> bool {
        let (calls, row) = (trace.calls(), call.index());
        calls.start()[row] < self.moment
            && calls.end()[row] > self.last
            && alignment.sides[1 - self.side].partner[row] == CallId::NONE
    }
}

impl Ends {
    /// Of an aligned pair. Complexity: see the module.
    pub fn new(pair: Pair<'_>, alignment: &Alignment) -> Self {
        let cut = pair.traces.map(is_cut_off);
        let early = [0, 1].into_iter().find_map(|short| early_end(pair, alignment, short, cut[short]));
        let is_missing = |side: usize| {
            let is_told = early.is_some_and(|early| early.side == side);
            cut[side] && !is_told && !reaches_end(pair.traces[1 - side], alignment, 1 - side)
        };
        Self { early, cut: [0, 1].map(is_missing) }
    }

    /// Whether both sides are there to their ends.
    pub fn are_whole(&self) -> bool {
        self.early.is_none() && self.cut == [false; 2]
    }

    /// Up to which moment a side is compared, ticks since its first instant; `None` for all of it.
    pub fn compared_until(&self, side: usize) -> Option<i64> {
        self.early.filter(|early| early.side != side).map(|early| early.moment)
    }
}

/// Whether a file was not read to its end.
pub fn is_cut_off(trace: &Trace) -> bool {
    let kinds = [OddKind::Truncated, OddKind::SyntaxError, OddKind::Stopped];
    trace.report().entries().iter().any(|entry| kinds.contains(&entry.kind))
}

/// The end of a side, in order of starts, that has no counterpart.
struct Rest {
    /// Rows of the calls of the side, in order of their starts.
    order: Vec<u32>,
    /// The place in that order at which it begins; all there are if nothing is without a counterpart.
    from: usize,
}

impl Rest {
    fn new(trace: &Trace, kinds: &[Kind]) -> Self {
        let starts = trace.calls().start();
        let mut order: Vec<u32> = (0..starts.len() as u32).collect();
        // A single lane is in order already.
        if !starts.is_sorted() {
            order.sort_by_key(|&row| (starts[row as usize], row));
        }
        let (mut from, mut sum, mut best) = (order.len(), 0, 0);
        in_blocks_back(0..order.len(), &mut |places| {
            for place in places.rev() {
                sum += match kinds[order[place] as usize] {
                    Kind::Matched => -PER_MATCH,
                    Kind::Moved => 0,
                    Kind::Only => 1,
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

    /// Calls, and ticks to the end of the trace.
    fn size(&self, trace: &Trace) -> [f64; 2] {
        let first = self.rows().first().map_or(trace.extent(), |&row| trace.calls().start()[row as usize]);
        [self.rows().len() as f64, (trace.extent() - first) as f64]
    }
}

/// Whether hardly anything of a side lies behind its last call that has a partner in order.
fn reaches_end(trace: &Trace, alignment: &Alignment, side: usize) -> bool {
    let [_, ticks] = Rest::new(trace, &alignment.sides[side].kind).size(trace);
    ticks <= LEAST_SHARE[0] * trace.extent() as f64
}

/// What is to be said if side `short` ends before the other.
fn early_end(pair: Pair<'_>, alignment: &Alignment, short: usize, is_cut: bool) -> Option<EarlyEnd> {
    let long = 1 - short;
    let trace = pair.traces[long];
    let least = LEAST_SHARE[usize::from(!is_cut)] * trace.extent() as f64;
    if trace.extent() == 0 {
        return None;
    }
    let kinds = &alignment.sides[long].kind;
    let rest = Rest::new(trace, kinds);
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
    let is_large = ticks >= least && (is_cut || rows.len() >= LEAST_CALLS);
    if !is_alone || !is_alike || !is_large {
        return None;
    }
    let others = Rest::new(pair.traces[short], &alignment.sides[short].kind).size(pair.traces[short]);
    let has_instead = 10.0 * others[0] > calls || 10.0 * others[1] > ticks;
    let stopped = is_cut
        || stops_in_calls(pair, alignment, long, moment)
        || 2 * calls_below_shared(pair, long, moment) >= rows.len() as u64;
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

/// Whether in some lane at least two frames that run at the moment call something after it that ought to have been
/// called on the other side as well: they have no partner there, or one that runs to the end.
fn stops_in_calls(pair: Pair<'_>, alignment: &Alignment, long: usize, moment: i64) -> bool {
    let [trace, other] = [pair.traces[long], pair.traces[1 - long]];
    let (calls, others) = (trace.calls(), other.calls());
    let nearly = other.extent() - other.extent() / 1000;
    let mut goes_on = vec![false; calls.len()];
    for row in 0..calls.len() {
        if calls.start()[row] >= moment
            && let Some(parent) = calls.parent()[row].some()
            && calls.start()[parent.index()] < moment
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

/// Calls of the rest that lie below (or are) calls begun in the rest by frames from before it, of functions that the
/// other side calls too.
fn calls_below_shared(pair: Pair<'_>, long: usize, moment: i64) -> u64 {
    let calls = pair.traces[long].calls();
    let mut is_called = vec![false; pair.identity_count as usize];
    for identity in pair.of_calls(1 - long) {
        is_called[identity.index()] = true;
    }
    let is_topmost = |row: usize| {
        calls.start()[row] >= moment
            && calls.parent()[row].some().is_none_or(|parent| calls.start()[parent.index()] < moment)
    };
    let topmost = (0..calls.len()).filter(|&row| is_topmost(row)).map(|row| CallId(row as u32));
    let shared = topmost.filter(|&call| is_called[pair.of_call(long, call).index()]);
    shared.map(|call| u64::from(calls.subtree(call).len() as u32)).sum()
}

/// Calls and self time that are not compared, by kind.
fn left_out(trace: &Trace, alignment: &Alignment, early: &EarlyEnd) -> ([u64; 3], [i64; 3]) {
    let (calls, kinds) = (trace.calls(), &alignment.sides[1 - early.side].kind);
    let (mut counts, mut ticks) = ([0; 3], [0; 3]);
    let is_open = |call: CallId| early.is_open(trace, alignment, call);
    for (row, &kind) in kinds.iter().enumerate() {
        let (start, end) = (calls.start()[row], calls.end()[row]);
        let is_left_out = start >= early.moment || is_open(CallId(row as u32));
        counts[kind as usize] += u64::from(is_left_out);
        // Of a call that is compared until the moment, what comes after it is left out.
        let (whole, after) = (end - start, end.max(early.moment) - start.max(early.moment));
        ticks[kind as usize] += if is_left_out { whole } else { after };
        if let Some(parent) = calls.parent()[row].some() {
            ticks[kinds[parent.index()] as usize] -= if is_open(parent) { whole } else { after };
        }
    }
    (counts, ticks)
}
