//! The callees and callers of a call as lists, with those of its partner if it has one.

use super::{name_or_unnamed, reference};
use crate::{Correspondence, numbers};
use diptych_protocol::{CallRow, SideName};
use diptych_trace::{CallId, Sorting, Trace};

/// Largest number of callees, and of callers, listed. Their total number is always given.
const LISTED: usize = 50;

/// Largest number listed of calls that a call led to, and of calls that led to it.
const FLOWS_LISTED: usize = 8;

/// A call and its partner inside the partner of the call, or one of the two alone.
#[derive(Clone, Copy)]
struct Relative {
    /// Call in A and call in B.
    calls: [Option<CallId>; 2],
    /// Their durations, 0 for a missing call.
    ticks: [i64; 2],
}

/// The source of a call's lists.
pub(super) struct Relatives<'a> {
    side: SideName,
    trace: &'a Trace,
    call: CallId,
    /// The call and its partner, A's first, with the correspondence; `None` without a partner.
    partner: Option<(&'a Correspondence<'a>, [CallId; 2])>,
}

impl<'a> Relatives<'a> {
    pub(super) fn new(
        side: SideName,
        trace: &'a Trace,
        call: CallId,
        correspondence: Option<&'a Correspondence<'a>>,
    ) -> Self {
        let partner = correspondence.and_then(|of| Some((of, of.both(side, call)?)));
        Self { side, trace, call, partner }
    }

    /// Returns the callees and their number, the longest first. If the call has a partner, the callees of both sides
    /// are listed, the most changed first. O(callees).
    pub(super) fn callees(&self) -> (Vec<CallRow>, u32) {
        let mut found: Vec<Relative> = match self.partner {
            Some((correspondence, both)) => callees_of_both(correspondence, both),
            None => self.trace.calls().children(self.call).map(|callee| self.alone(callee)).collect(),
        };
        let all = found.len() as u32;
        let key = |of: &Relative| {
            let changed = if self.partner.is_some() { of.ticks[0].abs_diff(of.ticks[1]) } else { 0 };
            (std::cmp::Reverse((changed, of.ticks[0].max(of.ticks[1]))), of.calls)
        };
        found.order_by_key(key);
        found.truncate(LISTED);
        let around = |side: usize| match self.partner {
            Some((of, both)) => of.pair.traces[side].calls().duration(both[side]),
            None => self.trace.calls().duration(self.call),
        };
        (found.iter().map(|of| self.row(of, |side, ticks| (ticks, around(side)))).collect(), all)
    }

    /// Returns the callers, nearest first, each with its counterpart among the callers of the partner. O(rows).
    pub(super) fn callers(&self) -> Vec<CallRow> {
        let calls = self.trace.calls();
        let up = |call: CallId| calls.parent()[call.index()].some();
        let callers = std::iter::successors(up(self.call), |&call| up(call)).take(LISTED);
        let relative = |caller: CallId| match self.partner {
            Some((correspondence, both)) => {
                let other = self.side.other().index();
                let around = correspondence.partner(self.side, caller);
                let holds =
                    |&of: &CallId| correspondence.pair.traces[other].calls().contains(of, both[other]);
                paired(correspondence, self.side, caller, around.filter(holds))
            }
            None => self.alone(caller),
        };
        let own = calls.duration(self.call);
        callers.map(|caller| self.row(&relative(caller), |_, ticks| (own, ticks))).collect()
    }

    /// Returns the first of these calls along flows, each with its partner if the call itself has one. O(rows).
    pub(super) fn flows(&self, calls: impl Iterator<Item = CallId>) -> Vec<CallRow> {
        let relative = |call: CallId| match self.partner {
            Some((of, _)) => paired(of, self.side, call, of.partner(self.side, call)),
            None => self.alone(call),
        };
        calls.take(FLOWS_LISTED).map(|call| self.row(&relative(call), |_, _| (0, 0))).collect()
    }

    fn alone(&self, call: CallId) -> Relative {
        let mut of = Relative { calls: [None; 2], ticks: [0; 2] };
        of.calls[self.side.index()] = Some(call);
        of.ticks[self.side.index()] = self.trace.calls().duration(call);
        of
    }

    /// Builds a row. `part_of` gives the part and the whole of the share that the bar shows, from the side and the
    /// duration.
    fn row(&self, of: &Relative, part_of: impl Fn(usize, i64) -> (i64, i64)) -> CallRow {
        let side = if of.calls[self.side.index()].is_some() { self.side } else { self.side.other() };
        let trace_of = |side: SideName| {
            self.partner.map_or(self.trace, |(correspondence, _)| correspondence.trace(side))
        };
        let call = of.calls[side.index()].unwrap_or(self.call);
        let text = |side: SideName| numbers::extent(trace_of(side).axis(), of.ticks[side.index()]);
        let other = of.calls[side.other().index()].map_or_else(String::new, |_| text(side.other()));
        let [before, after] = of.ticks;
        let change = match self.partner {
            Some(_) if before != after => numbers::delta(self.trace.axis(), (after - before) as f64),
            _ => String::new(),
        };
        let (part, whole) = part_of(side.index(), of.ticks[side.index()]);
        CallRow {
            call: reference(side, trace_of(side), call),
            name: name_or_unnamed(trace_of(side).call_name(call)),
            duration: text(side),
            other,
            change,
            share: if whole > 0 { part as f32 / whole as f32 } else { 0.0 },
        }
    }
}

/// Pairs a call of a side with its counterpart, if there is one.
fn paired(
    correspondence: &Correspondence<'_>,
    side: SideName,
    call: CallId,
    other: Option<CallId>,
) -> Relative {
    let mut calls = [other; 2];
    calls[side.index()] = Some(call);
    let ticks = [0, 1].map(|side: usize| {
        calls[side].map_or(0, |call| correspondence.pair.traces[side].calls().duration(call))
    });
    Relative { calls, ticks }
}

/// Returns the callees of both calls, each with its partner if that lies inside the other call.
fn callees_of_both(correspondence: &Correspondence<'_>, both: [CallId; 2]) -> Vec<Relative> {
    let of_side = |side: SideName| {
        let (own, other) = (both[side.index()], both[side.other().index()]);
        let [calls, others] = [side, side.other()].map(|side| correspondence.trace(side).calls());
        calls.children(own).map(move |callee| {
            let partner = correspondence.partner(side, callee);
            let inside = partner.filter(|&partner| partner != other && others.contains(other, partner));
            paired(correspondence, side, callee, inside)
        })
    };
    let parents = correspondence.trace(SideName::A).calls().parent();
    // A callee of B whose partner is a callee of A is already listed with it.
    let is_listed = |of: &Relative| of.calls[0].is_some_and(|call| parents[call.index()] == both[0]);
    let of_b = of_side(SideName::B).filter(|of| !is_listed(of));
    of_side(SideName::A).chain(of_b).collect()
}
