//! Where a difference lies on the time axes.

use super::Differences;
use diptych_compare::align::Kind;
use diptych_compare::ranking::Row;
use diptych_protocol::comparison::DifferenceList;
use diptych_trace::{CallId, IdentityId, Trace};

/// The calls that show a difference best: the pair of a path whose durations differ most, or the longest call
/// where one side has none; of what moved the longest that did. O(calls · depth).
pub(crate) fn calls_of(
    Differences { aligned, paths, .. }: Differences<'_>,
    traces: [&Trace; 2],
    list: DifferenceList,
    row: &Row,
) -> [Option<CallId>; 2] {
    let pair = aligned.pair(traces);
    let side = usize::from(list != DifferenceList::Gone);
    let path = paths.union.path(row.node);
    let calls = traces[side].calls();
    let sides = &aligned.alignment.sides;
    let weight = |call: CallId| {
        let duration = calls.duration(call);
        let partner = sides[side].partner[call.index()].some();
        match (list, partner) {
            (DifferenceList::Slower | DifferenceList::Faster, Some(partner)) => {
                // Pairs come before calls without a partner.
                (1, (duration - traces[1 - side].calls().duration(partner)).abs())
            }
            _ => (0, duration),
        }
    };
    let of_function = |call: &CallId| paths.identity(pair.of_call(side, *call)) == row.identity;
    let wanted = |call: &CallId| match list {
        DifferenceList::Moved => sides[side].kind[call.index()] == Kind::Moved,
        _ => lies_on(&path, traces[side], *call, |call| paths.identity(pair.of_call(side, call))),
    };
    let all = || (0..calls.len() as u32).map(CallId).filter(of_function);
    let best = |found: &mut dyn Iterator<Item = CallId>| {
        found.max_by_key(|&call| (weight(call), std::cmp::Reverse(call)))
    };
    let call = best(&mut all().filter(wanted)).or_else(|| best(&mut all()));
    // A function that one side lost on this path: its longest call on the other side.
    let other = call.and_then(|call| sides[side].partner[call.index()].some());
    if side == 0 { [call, other] } else { [other, call] }
}

/// Whether a call's path is this one.
fn lies_on(
    path: &[IdentityId],
    trace: &Trace,
    call: CallId,
    identity: impl Fn(CallId) -> IdentityId,
) -> bool {
    let calls = trace.calls();
    if calls.depth()[call.index()] as usize + 1 != path.len() {
        return false;
    }
    let mut at = Some(call);
    path.iter().rev().all(|&wanted| {
        let here = at;
        at = here.and_then(|call| calls.parent()[call.index()].some());
        here.is_some_and(|call| identity(call) == wanted)
    })
}

/// The innermost caller with a partner, and that partner: where on the other side a call without one would be.
pub(crate) fn nearest_pair(
    Differences { aligned, .. }: Differences<'_>,
    traces: [&Trace; 2],
    side: usize,
    call: CallId,
) -> Option<[CallId; 2]> {
    let parents = traces[side].calls().parent();
    let partners = &aligned.alignment.sides[side].partner;
    let up = std::iter::successors(Some(call), |&call| parents[call.index()].some());
    let mut pairs = up.filter_map(|call| Some((call, partners[call.index()].some()?)));
    let (own, other) = pairs.next()?;
    Some(if side == 0 { [own, other] } else { [other, own] })
}
