//! The place of a difference on the time axes.

use super::{Differences, Lists};
use diptych_compare::align::Kind;
use diptych_compare::call_times::OutlierCall;
use diptych_compare::ranking::{Normalisation, Row};
use diptych_profile::NodeId;
use diptych_protocol::comparison::DifferenceList;
use diptych_trace::{CallId, IdentityId, Trace};
use std::ops::Range;

/// Returns the side whose calls show a row of a kind best: the one that took longer, or the only one with such calls.
pub(crate) fn shown_side(kind: DifferenceList) -> usize {
    match kind {
        DifferenceList::Faster | DifferenceList::Gone => 0,
        _ => 1,
    }
}

/// Returns the kind by which a row is located. A function that waits is located like one that became slower or faster.
pub(crate) fn kind_to_locate(kind: DifferenceList, row: &Row) -> DifferenceList {
    match kind {
        DifferenceList::Waiting if row.delta < 0.0 => DifferenceList::Faster,
        DifferenceList::Waiting => DifferenceList::Slower,
        kind => kind,
    }
}

/// Returns the calls that show a difference best. O(calls).
///
/// A slower row gives the call that took longer than its partner by most, by normalised self time. A faster row gives
/// the call that took less by most. A call without a partner counts with all its time. New and gone rows give the
/// longest call, moved rows the longest pair. Calls on the row's own path come before other calls, and calls of the lane that
/// others wait for before those of other lanes.
pub(crate) fn calls_of(
    lists: Differences<'_>,
    traces: [&Trace; 2],
    list: DifferenceList,
    row: &Row,
) -> Occurrence {
    let Differences { aligned, lists: Lists { paths, .. } } = lists;
    let pair = aligned.pair(traces);
    let side = shown_side(list);
    let path = paths.union.path(row.node);
    let sides = &aligned.alignment.sides;
    let measure = Measure::new(lists, list);
    let occurrence = |call: CallId| {
        let partner = sides[side].partner[call.index()].some();
        let calls = if side == 0 { [Some(call), partner] } else { [partner, Some(call)] };
        (calls, measure.value(traces, calls), call)
    };
    let identity = |call: CallId| paths.identity(pair.of_call(side, call));
    let of_function = |call: &CallId| identity(*call) == row.identity;
    // A row is ranked without its pauses, which have a list of their own.
    let few = if paths.few(aligned).is_empty() { &[] } else { aligned.times.few_of(row.identity) };
    let is_few = |call: &CallId| few.iter().any(|few| (few.side, few.call) == (side, *call));
    let is_steady = |call: &CallId| list == DifferenceList::Moved || !is_few(call);
    let all = || (0..traces[side].calls().len() as u32).map(CallId).filter(of_function).filter(is_steady);
    let most = |found: &mut dyn Iterator<Item = CallId>| {
        // The first of equal calls wins.
        let found = found.map(occurrence);
        found.max_by(|(_, x, at), (_, y, other)| {
            x.0.cmp(&y.0).then(x.1.total_cmp(&y.1)).then_with(|| other.cmp(at))
        })
    };
    let wanted: Vec<CallId> = if list == DifferenceList::Moved {
        all().filter(|call| sides[side].kind[call.index()] == Kind::Moved).collect()
    } else {
        let is_common = is_common(lists, side);
        let frames = Frames { trace: traces[side], identity: &identity, is_common: &is_common };
        frames.on(&path).into_iter().filter(is_steady).collect()
    };
    // The row names the lane that others wait for.
    let late = paths.late_lane.as_ref().filter(|late| late.function == row.identity);
    let lane_name = |call: CallId| {
        let trace = traces[side];
        trace.lanes().name(trace.names(), trace.lanes().of_call(call))
    };
    let on_late = late.filter(|_| matches!(list, DifferenceList::Slower | DifferenceList::Faster));
    let on_late = on_late
        .and_then(|late| most(&mut wanted.iter().copied().filter(|&call| lane_name(call) == late.name)));
    let found = on_late.or_else(|| most(&mut wanted.into_iter())).or_else(|| most(&mut all()));
    found.map_or([None; 2], |(calls, ..)| calls)
}

/// A call of A and its partner on B. Either may be missing.
pub(crate) type Occurrence = [Option<CallId>; 2];

/// Returns the call of a path that shows its change best, and its partner. This is the call that differs from its
/// partner by most in the direction of the list. A call without a partner counts with all its time, and pauses count
/// with the length of ordinary calls. The first of equal calls wins. O(calls · log pauses).
pub(crate) fn calls_on_path(
    lists: Differences<'_>,
    traces: [&Trace; 2],
    list: DifferenceList,
    node: NodeId,
) -> Occurrence {
    let Differences { aligned, lists: Lists { paths, .. } } = lists;
    let (pair, side) = (aligned.pair(traces), shown_side(list));
    let path = paths.union.path(node);
    let excess = [0, 1].map(|side| Excess::new(paths.few(aligned), side));
    let length = |side: usize, call: Option<CallId>| {
        let calls = traces[side].calls();
        call.map_or(0, |call| calls.duration(call) - excess[side].within(&calls.subtree(call)))
    };
    let identity = |call: CallId| paths.identity(pair.of_call(side, call));
    let frames = Frames { trace: traces[side], identity: &identity, is_common: &is_common(lists, side) };
    let found =
        frames.on(&path).into_iter().map(|call| with_partner(lists, side, call)).max_by_key(|calls| {
            let more = length(side, calls[side]) - length(1 - side, calls[1 - side]);
            (more, std::cmp::Reverse(calls[side]))
        });
    found.unwrap_or([None; 2])
}

/// The time that the pauses of one side take beyond ordinary calls.
struct Excess {
    /// Rows of the pauses, ascending.
    rows: Vec<u32>,
    /// Ticks of all pauses before each row, then of all pauses.
    sums: Vec<i64>,
}

impl Excess {
    fn new(few: &[OutlierCall], side: usize) -> Self {
        let mut calls: Vec<(u32, i64)> =
            few.iter().filter(|call| call.side == side).map(|call| (call.call.0, call.excess())).collect();
        calls.sort_unstable();
        let mut sums = vec![0];
        sums.extend(calls.iter().scan(0i64, |sum, (_, excess)| {
            *sum = sum.saturating_add(*excess);
            Some(*sum)
        }));
        Self { rows: calls.into_iter().map(|(row, _)| row).collect(), sums }
    }

    /// Returns the excess ticks of the pauses in a subtree.
    fn within(&self, subtree: &Range<u32>) -> i64 {
        let before = |row: u32| self.sums[self.rows.partition_point(|&of| of < row)];
        before(subtree.end) - before(subtree.start)
    }
}

/// Returns a call and its partner, if it has one.
pub(crate) fn with_partner(lists: Differences<'_>, side: usize, call: CallId) -> Occurrence {
    let partner = lists.aligned.alignment.sides[side].partner[call.index()].some();
    if side == 0 { [Some(call), partner] } else { [partner, Some(call)] }
}

/// The measure of how well a pair of calls shows a row.
struct Measure {
    list: DifferenceList,
    /// Factors for the self times of each side.
    stretch: [f64; 2],
    /// True if a call without a partner shows nothing, because times are normalised per call.
    pairs_only: bool,
}

impl Measure {
    fn new(lists: Differences<'_>, list: DifferenceList) -> Self {
        let normalisation = lists.ranked.ranking.options.normalisation;
        let total = lists.ranked.verdict.total;
        let stretch = match normalisation {
            Normalisation::PerTotal if total[0] > 0.0 && total[1] > 0.0 => total.map(|ticks| 1.0 / ticks),
            _ => [1.0; 2],
        };
        Self { list, stretch, pairs_only: normalisation == Normalisation::PerCall }
    }

    /// Returns the measure of a pair. A greater value is better; the flag counts first.
    fn value(&self, traces: [&Trace; 2], calls: Occurrence) -> (bool, f64) {
        let own = |side: usize| {
            let ticks = calls[side].map_or(0, |call| traces[side].calls().self_time(call));
            ticks as f64 * self.stretch[side]
        };
        let length = |side: usize| calls[side].map_or(0, |call| traces[side].calls().duration(call));
        let ([a, b], longer) = ([own(0), own(1)], length(0).max(length(1)) as f64);
        let is_pair = calls.iter().all(Option::is_some);
        match self.list {
            DifferenceList::Slower => (is_pair || !self.pairs_only, b - a),
            DifferenceList::Faster => (is_pair || !self.pairs_only, a - b),
            // A row may count what its calls call, so self time would lead to a call beside its cause.
            DifferenceList::New | DifferenceList::Gone => (true, longer),
            DifferenceList::Largest
            | DifferenceList::Moved
            | DifferenceList::Waiting
            | DifferenceList::Pauses => (is_pair, longer),
        }
    }
}

/// Returns a function that says whether a call is common. The path of a common call has only the common calls around it.
/// With one run a side these are the calls with partners. With several runs all calls are common, so paths are the
/// stacks.
fn is_common(
    Differences { aligned, lists: Lists { paths, .. } }: Differences<'_>,
    side: usize,
) -> impl Fn(CallId) -> bool + '_ {
    let partners = &aligned.alignment.sides[side].partner;
    let all = !paths.is_aligned();
    move |call| all || partners[call.index()].some().is_some()
}

/// The calls of a side, as the parts of paths.
struct Frames<'a> {
    trace: &'a Trace,
    identity: &'a dyn Fn(CallId) -> IdentityId,
    is_common: &'a dyn Fn(CallId) -> bool,
}

/// The match of an open call with a path: the number of leading functions of the path that lead to the call. `None` if
/// other functions lead to it.
#[derive(Debug, Clone, Copy)]
struct PathMatch {
    own: Option<usize>,
    /// Match of the innermost common call, which is this call or one around it.
    common: Option<usize>,
}

impl Frames<'_> {
    /// Returns the calls with exactly this path ([`diptych_profile::TreePart`]), in order. O(calls).
    fn on(&self, path: &[IdentityId]) -> Vec<CallId> {
        let mut found = Vec::new();
        let mut open: Vec<PathMatch> = Vec::new();
        for (row, depth) in self.trace.calls().depth().iter().enumerate() {
            let call = CallId(row as u32);
            open.truncate(*depth as usize);
            let caller = open.last().copied().unwrap_or(PathMatch { own: Some(0), common: Some(0) });
            let is_common = (self.is_common)(call);
            let before = if is_common { caller.common } else { caller.own };
            let fits = |&at: &usize| path.get(at) == Some(&(self.identity)(call));
            let own = before.filter(fits).map(|at| at + 1);
            if own == Some(path.len()) {
                found.push(call);
            }
            open.push(PathMatch { own, common: if is_common { own } else { caller.common } });
        }
        found
    }
}

/// Returns the time on the other side that corresponds to a call without a partner. It follows from the matched calls
/// around it, and is clamped to the partner of the innermost caller that has one. Ticks of the other side, within its
/// extent.
pub(crate) fn moment_beside(
    Differences { aligned, .. }: Differences<'_>,
    traces: [&Trace; 2],
    side: usize,
    call: CallId,
) -> i64 {
    let own = middle(traces[side], call);
    let moment = if side == 0 { aligned.warp.to_b(own) } else { aligned.warp.to_a(own) };
    let (parents, other) = (traces[side].calls().parent(), traces[1 - side].calls());
    let partners = &aligned.alignment.sides[side].partner;
    let mut up = std::iter::successors(Some(call), |&call| parents[call.index()].some());
    let inside = up.find_map(|call| partners[call.index()].some());
    let bounds = inside.map(|partner| (other.start()[partner.index()], other.end()[partner.index()]));
    let (start, end) = bounds.unwrap_or((0, traces[1 - side].extent()));
    moment.clamp(start, end.max(start))
}

/// Returns the middle of a call, ticks of its side.
pub(crate) fn middle(trace: &Trace, call: CallId) -> i64 {
    let calls = trace.calls();
    i64::midpoint(calls.start()[call.index()], calls.end()[call.index()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_testkit::{Shape, generate};
    use proptest::prelude::*;

    /// Finds the path of a call by climbing to its callers.
    fn path_of(trace: &Trace, is_common: impl Fn(CallId) -> bool, call: CallId) -> Vec<IdentityId> {
        let calls = trace.calls();
        let mut path = vec![IdentityId(calls.function()[call.index()].0)];
        let mut below = call;
        let mut at = calls.parent()[call.index()].some();
        while let Some(call) = at {
            // Between two common calls only common ones count.
            if !is_common(below) || is_common(call) {
                path.push(IdentityId(calls.function()[call.index()].0));
                below = call;
            }
            at = calls.parent()[call.index()].some();
        }
        path.reverse();
        path
    }

    proptest! {
        #[test]
        fn calls_on_path_match_naive_climb(seed: u64, row: prop::sample::Index, common in prop_oneof![Just(u64::MAX), any::<u64>()]) {
            let trace = generate(seed, Shape { functions: 3, ..Shape::SMALL });
            let calls = trace.calls();
            prop_assume!(!calls.is_empty());
            let is_common = |call: CallId| common >> (call.0 * 7 % 61) & 1 == 1;
            let path = path_of(&trace, is_common, CallId(row.index(calls.len()) as u32));
            let identity = |call: CallId| IdentityId(calls.function()[call.index()].0);
            let frames = Frames { trace: &trace, identity: &identity, is_common: &is_common };
            let all = (0..calls.len() as u32).map(CallId);
            let expected: Vec<CallId> = all.filter(|&call| path_of(&trace, is_common, call) == path).collect();
            prop_assert_eq!(frames.on(&path), expected);
        }
    }
}
