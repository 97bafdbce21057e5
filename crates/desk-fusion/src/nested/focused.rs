//! The calls of both sides in focus, and their measures for each element.

use super::measures::Measures;
use super::{Elements, Focus, Mode};
use diptych_protocol::SideName;
use diptych_structure::FocusCalls;
use diptych_trace::{CallId, LaneId, Sorting, Trace};
use diptych_views::Correspondence;
use std::ops::Range;

/// The open traces, the visible window of each, and the alignment.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sides<'a> {
    pub(super) traces: [Option<&'a Trace>; 2],
    /// Windows in each side's own ticks.
    pub(super) windows: [[i64; 2]; 2],
    pub(super) correspondence: Option<&'a Correspondence<'a>>,
}

/// The window of a side that shows its whole run.
pub(super) const WHOLE: [i64; 2] = [i64::MIN, i64::MAX];

/// Returns true if a call runs in a window: it starts there, or is running when the window begins.
fn runs_in([start, end]: [i64; 2], [from, to]: [i64; 2]) -> bool {
    start < to && (start >= from || end > from)
}

/// The calls in focus.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct FocusCallSet {
    /// Calls of each side. Calls with different callers are separate entries.
    pub(super) calls: [Vec<FocusCalls>; 2],
    /// Places of the elements in focus, if elements were chosen. Then only the calls of these elements count.
    pub(super) places: Option<Range<u32>>,
    /// On the side where calls were chosen: the depth of the chosen calls, and the least and greatest depth in focus.
    pub(super) depths: Option<(SideName, u32, [u32; 2])>,
}

impl FocusCallSet {
    /// Puts all calls in view into focus. With `places`, only the calls of those elements count.
    pub(super) fn whole(sides: Sides<'_>, places: Option<Range<u32>>) -> Self {
        let of_side = |side: usize| {
            let Some(trace) = sides.traces[side] else { return Vec::new() };
            let lanes = trace.lanes().ids();
            let ranges =
                lanes.flat_map(|lane| in_window(trace, lane, trace.lanes().calls(lane), sides.windows[side]));
            vec![FocusCalls { ranges: ranges.collect(), within: None }]
        };
        Self { calls: [0, 1].map(of_side), places, depths: None }
    }

    /// Puts the chosen calls into focus, and on the other side the calls that match them.
    pub(super) fn new(sides: Sides<'_>, focus: &Focus) -> Self {
        if focus.mode == Mode::Elements {
            return Self::whole(sides, Some(focus.places.clone()));
        }
        let own = focus.side.index();
        let Some(trace) = sides.traces[own] else { return Self::default() };
        let calls = of_items(trace, sides.windows[own], focus.mode, &focus.items);
        let chosen = focus.items.first().map_or(0, |item| trace.calls().depth()[item.start as usize]);
        let depth = |call: u32| trace.calls().depth()[call as usize];
        let ranges = || calls.iter().flat_map(|calls| &calls.ranges);
        let least = ranges().map(|range| depth(range.start)).min().unwrap_or(chosen);
        let most = ranges().map(|range| trace.deepest(range.clone())).max().unwrap_or(chosen);
        let mut found = Self { depths: Some((focus.side, chosen, [least, most])), ..Self::default() };
        found.calls[own] = calls;
        let other = focus.side.other();
        if let (Some(both), Some(theirs)) = (sides.correspondence, sides.traces[other.index()]) {
            let items = partners(both, focus.side, trace, &focus.items);
            let spans = [span(trace, &focus.items), span(theirs, &items)];
            let window = partner_window(sides.windows[own], spans);
            found.calls[other.index()] = of_items(theirs, window, focus.mode, &items);
        }
        found
    }

    /// Returns those of these calls whose match does not run in the other side's window, and those that are not compared
    /// because the other side ends before them. Such calls are neither new nor gone. O(calls), and nothing if both sides
    /// show their whole runs and end together.
    pub(super) fn matched_beyond(&self, sides: Sides<'_>) -> Self {
        let mut found = Self::default();
        let is_needed = |both: &&Correspondence<'_>| {
            sides.windows != [WHOLE; 2] || both.alignment.side_not_compared().is_some()
        };
        let Some(both) = sides.correspondence.filter(is_needed) else { return found };
        for side in SideName::BOTH {
            let (theirs, [from, to]) = (both.trace(side.other()), sides.windows[side.other().index()]);
            let is_beyond = |call: &u32| {
                let Some(partner) = both.partner(side, CallId(*call)) else {
                    return both.is_not_compared(side, CallId(*call));
                };
                let (start, end) =
                    (theirs.calls().start()[partner.index()], theirs.calls().end()[partner.index()]);
                !runs_in([start, end], [from, to])
            };
            let calls = self.calls[side.index()].iter().flat_map(|of| of.ranges.iter().cloned()).flatten();
            let ranges = calls.filter(is_beyond).map(|call| call..call + 1).collect();
            found.calls[side.index()] = vec![FocusCalls { ranges, within: None }];
        }
        found
    }

    /// Measures the calls for each element. `nothing` holds empty measures. For chosen elements use
    /// [`Measures::add_elements`] instead. O(elements · log calls), or less.
    pub(super) fn measures(
        &self,
        elements: &Elements,
        traces: [Option<&Trace>; 2],
        nothing: Measures,
    ) -> Measures {
        let mut found = nothing;
        for (side, calls) in self.calls.iter().enumerate() {
            if let (Some(index), Some(trace)) = (&elements.calls[side], traces[side]) {
                for calls in calls {
                    found.add_calls(side, index, trace, calls);
                }
            }
        }
        found
    }

    /// Returns true if both hold the same calls and these measure the same.
    pub(super) fn has_calls_of(&self, other: &Self, traces: [Option<&Trace>; 2]) -> bool {
        let is_outermost = |side: usize, of: &FocusCalls| {
            of.within.is_none_or(|call| traces[side].is_some_and(|of| of.calls().depth()[call.index()] == 0))
        };
        let are_outermost = |side: usize, calls: &[FocusCalls]| calls.iter().all(|of| is_outermost(side, of));
        let ranges = |calls: &[FocusCalls]| -> Vec<Range<u32>> {
            calls.iter().flat_map(|of| of.ranges.iter().cloned()).collect()
        };
        [0, 1].into_iter().all(|side| {
            let both = [&self.calls[side][..], &other.calls[side][..]];
            both.iter().all(|calls| are_outermost(side, calls)) && ranges(both[0]) == ranges(both[1])
        })
    }

    /// Returns true if a call is in focus. O(log calls in focus).
    pub(super) fn holds(&self, elements: &Elements, side: SideName, call: CallId) -> bool {
        self.meets(elements, side, call.0..call.0 + 1)
    }

    /// Returns true if any of some calls is in focus. O(log calls in focus); for chosen elements O(min(calls, elements)
    /// · log calls).
    pub(super) fn meets(&self, elements: &Elements, side: SideName, calls: Range<u32>) -> bool {
        let at = side.index();
        if let (Some(places), Some(index)) = (&self.places, &elements.calls[at]) {
            return index.is_any_of(calls, places);
        }
        self.calls[at].iter().any(|focus| {
            let after = focus.ranges.partition_point(|range| range.end <= calls.start);
            focus.ranges.get(after).is_some_and(|range| range.start < calls.end)
        })
    }
}

/// Returns the calls in view that the chosen items put into focus in this mode.
fn of_items(trace: &Trace, window: [i64; 2], mode: Mode, items: &[Range<u32>]) -> Vec<FocusCalls> {
    let lane = |call: u32| trace.lanes().of_call(CallId(call));
    let up = |call: &CallId| trace.calls().parent()[call.index()].some();
    let ways_up = |items: &[Range<u32>]| {
        let mut ways: Vec<Range<u32>> = Vec::new();
        for item in items {
            let callers = std::iter::successors(up(&CallId(item.start)), up);
            ways.extend(callers.map(|call| call.0..call.0 + 1));
        }
        ways
    };
    let below = |item: &Range<u32>| in_window(trace, lane(item.start), item.clone(), window);
    match mode {
        Mode::Detail | Mode::Elements => {
            // Siblings have the same caller, so they share an entry.
            let mut found: Vec<FocusCalls> = Vec::new();
            let mut around: Option<Option<CallId>> = None;
            for item in items {
                let caller = up(&CallId(item.start));
                let ranges = below(item);
                match found.last_mut() {
                    Some(last) if around == Some(caller) => last.ranges.extend(ranges),
                    _ => found.push(FocusCalls { ranges, within: Some(CallId(item.start)) }),
                }
                around = Some(caller);
            }
            for calls in &mut found {
                calls.ranges = joined(trace, std::mem::take(&mut calls.ranges));
            }
            found
        }
        Mode::Overview => {
            let mut ranges = ways_up(items);
            ranges.extend(items.iter().map(|item| item.start..item.start + 1));
            vec![FocusCalls { ranges: joined(trace, ranges), within: None }]
        }
        Mode::Approach => {
            let mut ranges = ways_up(items);
            ranges.extend(items.iter().flat_map(below));
            vec![FocusCalls { ranges: joined(trace, ranges), within: None }]
        }
    }
}

/// Returns the calls of a range in one lane that run in a window: those that start in it, and those that are running
/// when it begins. O(log calls + depth).
pub(super) fn in_window(
    trace: &Trace,
    lane: LaneId,
    range: Range<u32>,
    [from, to]: [i64; 2],
) -> Vec<Range<u32>> {
    let calls = trace.calls();
    let starts = &calls.start()[range.start as usize..range.end as usize];
    let first = range.start + starts.partition_point(|&start| start < from) as u32;
    let end = range.start + starts.partition_point(|&start| start < to) as u32;
    let mut running: Vec<Range<u32>> = Vec::new();
    let mut at = if first > range.start { trace.innermost_at(lane, from) } else { None };
    while let Some(call) = at.filter(|call| call.0 >= range.start) {
        if call.0 < first {
            running.push(call.0..call.0 + 1);
        }
        at = calls.parent()[call.index()].some();
    }
    running.reverse();
    if first < end {
        running.push(first..end);
    }
    joined(trace, running)
}

/// Sorts ranges and merges two if they overlap or if they meet within a lane.
fn joined(trace: &Trace, mut ranges: Vec<Range<u32>>) -> Vec<Range<u32>> {
    // A call with a caller is in the same lane as the call before it.
    let is_called = |call: u32| trace.calls().depth()[call as usize] > 0;
    ranges.retain(|range| !range.is_empty());
    ranges.order_by_key(|range| range.start);
    let mut found: Vec<Range<u32>> = Vec::with_capacity(ranges.len());
    for range in ranges {
        match found.last_mut() {
            Some(last) if last.end > range.start || (last.end == range.start && is_called(range.start)) => {
                last.end = last.end.max(range.end);
            }
            _ => found.push(range),
        }
    }
    found
}

/// Returns the times from the earliest start to the latest end of the first calls of some subtrees; `None` without any.
fn span(trace: &Trace, items: &[Range<u32>]) -> Option<[i64; 2]> {
    let calls = trace.calls();
    let of = |item: &Range<u32>| {
        // A range may hold siblings: the last one ends last.
        let outermost = std::iter::successors(Some(CallId(item.end - 1)), |call| {
            calls.parent()[call.index()].some().filter(|parent| parent.0 >= item.start)
        });
        let end = outermost.last().map_or(0, |call| calls.end()[call.index()]);
        [calls.start()[item.start as usize], end]
    };
    items.iter().map(of).reduce(|[from, to], [start, end]| [from.min(start), to.max(end)])
}

/// Returns the part of the other side's time whose calls are in focus. The other side's own window does not count: a
/// match may run at another time, out of view. Where the chosen calls are only partly in view, the same share of their
/// matches is in focus.
fn partner_window([from, to]: [i64; 2], spans: [Option<[i64; 2]>; 2]) -> [i64; 2] {
    let [Some([start, end]), Some([their_start, their_end])] = spans else { return [i64::MIN, i64::MAX] };
    let at = |tick: i64| {
        let share = (tick - start) as f64 / (end - start).max(1) as f64;
        their_start + (share * (their_end - their_start) as f64).round() as i64
    };
    [if from <= start { i64::MIN } else { at(from) }, if to >= end { i64::MAX } else { at(to) }]
}

/// Returns the subtrees on the other side that match the chosen calls.
fn partners(
    both: &Correspondence<'_>,
    side: SideName,
    trace: &Trace,
    items: &[Range<u32>],
) -> Vec<Range<u32>> {
    let theirs = both.trace(side.other()).calls();
    let mut found: Vec<Range<u32>> = Vec::new();
    for item in items {
        let mut call = item.start;
        while call < item.end {
            if let Some(partner) = both.partner(side, CallId(call)) {
                found.push(theirs.subtree(partner));
            }
            call = trace.calls().subtree_end()[call as usize];
        }
    }
    // An outer range comes before those inside it, which `retain` drops.
    found.order_by_key(|range| (range.start, std::cmp::Reverse(range.end)));
    let mut end = 0;
    found.retain(|range| {
        let is_outer = range.start >= end;
        end = end.max(range.end);
        is_outer
    });
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_testkit::{Shape, generate, trace};
    use proptest::prelude::*;

    /// Ids in order: 0 main, 1 f, 2 g, 3 g, 4 h, 5 f, 6 g.
    const CALLS: &str = "t
  0..100 main
    10..40 f
      12..20 g
      22..30 g
        24..26 h
    50..90 f
      60..70 g
";
    const ALL: [i64; 2] = [i64::MIN, i64::MAX];

    fn ids(mode: Mode, items: &[Range<u32>], window: [i64; 2]) -> Vec<u32> {
        let trace = trace(CALLS);
        let found = of_items(&trace, window, mode, items);
        found.into_iter().flat_map(|calls| calls.ranges).flatten().collect()
    }

    fn one(item: Range<u32>) -> Vec<Range<u32>> {
        std::iter::once(item).collect()
    }

    #[test]
    fn focus_modes_follow_the_paper_definitions() {
        // Detail: the call and all its callees. Overview: the path from the root. Approach: the paths through both, and
        // everything below.
        assert_eq!(ids(Mode::Detail, &one(1..5), ALL), [1, 2, 3, 4]);
        assert_eq!(ids(Mode::Overview, &one(3..5), ALL), [0, 1, 3]);
        assert_eq!(ids(Mode::Approach, &[2..3, 3..5], ALL), [0, 1, 2, 3, 4]);
        assert_eq!(ids(Mode::Approach, &[3..5, 6..7], ALL), [0, 1, 3, 4, 5, 6]);
        // A box of calls under a pixel: siblings with all their callees.
        assert_eq!(ids(Mode::Detail, &one(2..5), ALL), [2, 3, 4]);
    }

    #[test]
    fn focus_holds_only_calls_in_view() {
        assert_eq!(ids(Mode::Detail, &one(0..7), [23, 55]), [0, 1, 3, 4, 5]);
        assert_eq!(ids(Mode::Detail, &one(1..5), [50, 80]), [0u32; 0]);
        assert_eq!(ids(Mode::Overview, &one(4..5), [23, 25]), [0, 1, 3, 4]);
    }

    #[test]
    fn joined_merges_overlapping_and_adjacent_ranges() {
        let trace = trace(CALLS);
        let joined_ranges = joined(&trace, vec![3..5, 0..1, 1..2, 2..3, 4..6]);
        assert_eq!(joined_ranges, one(0..6));
        assert_eq!(joined(&trace, vec![6..7, 1..2]), [1..2, 6..7]);
    }

    proptest! {
        #[test]
        fn in_window_equals_a_scan_of_running_calls(seed: u64, from in -10i64..1_000, span in 1i64..500, pick: usize) {
            let trace = generate(seed, Shape::SMALL);
            let calls = trace.calls();
            let call = CallId((pick % calls.len()) as u32);
            let (lane, range, to) = (trace.lanes().of_call(call), calls.subtree(call), from + span);
            let runs = |call: &u32| {
                runs_in([calls.start()[*call as usize], calls.end()[*call as usize]], [from, to])
            };
            let expected: Vec<u32> = range.clone().filter(runs).collect();
            let found: Vec<u32> = in_window(&trace, lane, range, [from, to]).into_iter().flatten().collect();
            prop_assert_eq!(found, expected);
        }
    }
}
