//! The calls that the filters of kind, duration and function leave.

use diptych_compare::align::Kind;
use diptych_protocol::{MatchesState, SideName};
use diptych_trace::{Axis, AxisKind, CallId, Unit};
use diptych_views::Correspondence;
use diptych_views::search::{Hits, Query};

/// The calls of each side that no switch of kind, duration or function hides. Two matched calls are hidden or shown
/// together: the longer one decides about duration, and one matching name is enough.
#[derive(Debug)]
pub(crate) struct VisibleCalls {
    sides: [Hits; 2],
}

impl VisibleCalls {
    /// Returns `None` if nothing is hidden. O(functions + calls).
    pub(crate) fn new(correspondence: &Correspondence<'_>, state: &MatchesState) -> Option<Self> {
        let traces = correspondence.pair.traces;
        let functions = Query::parse(&state.function).ok().flatten();
        let least = least_ticks(traces[0].axis(), state);
        let hides_kind = state.hide_matched || state.hide_moved || state.hide_only.a || state.hide_only.b;
        if !hides_kind && least == 0 && functions.is_none() {
            return None;
        }
        let named = traces.map(|trace| functions.as_ref().map(|query| query.functions(trace)));
        let is_long = |side: SideName, call: CallId| traces[side.index()].calls().duration(call) >= least;
        let is_named = |side: SideName, call: CallId| {
            let function = traces[side.index()].calls().function()[call.index()];
            named[side.index()].as_ref().is_none_or(|named| named[function.index()])
        };
        let is_shown = |side: SideName, call: CallId| {
            let is_hidden = match correspondence.kind(side, call) {
                Kind::Matched => state.hide_matched,
                Kind::Moved => state.hide_moved,
                Kind::Only => state.hide_only[side],
                Kind::NotCompared => false,
            };
            let partner = correspondence.partner(side, call);
            let either = |test: &dyn Fn(SideName, CallId) -> bool| {
                test(side, call) || partner.is_some_and(|partner| test(side.other(), partner))
            };
            !is_hidden && either(&is_long) && either(&is_named)
        };
        let hits = |side: SideName| Hits::of_calls(traces[side.index()], |call| is_shown(side, call));
        Some(Self { sides: SideName::BOTH.map(hits) })
    }

    /// Returns the shown calls of both sides.
    pub(crate) fn into_hits(self) -> [Hits; 2] {
        self.sides
    }

    /// Returns the shown calls of a side.
    pub(crate) fn hits(&self, side: SideName) -> &Hits {
        &self.sides[side.index()]
    }

    /// Returns true if one of two calls is shown. Of two matched calls, both are shown or none.
    pub(super) fn holds_either(&self, [a, b]: [CallId; 2]) -> bool {
        self.sides[0].holds(a) || self.sides[1].holds(b)
    }
}

/// Returns the least duration of the filter in ticks, and 0 on axes other than time.
fn least_ticks(axis: Axis, state: &MatchesState) -> i64 {
    if axis.kind != AxisKind::Time || axis.unit != Unit::Nanoseconds {
        return 0;
    }
    (f64::from(state.least_us) * 1e3 / axis.scale).ceil() as i64
}
