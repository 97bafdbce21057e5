//! Tracks the open calls of a location.

use diptych_trace::{CallSpec, FunctionId, LaneId, OddityKind, Sink};
use rustc_hash::FxHashMap;

/// Open calls of a location, the innermost last. Each call is handed on when it ends, with its depth. So a call without
/// duration does not become a callee of one that begins at its end.
#[derive(Debug, Default)]
pub(super) struct Stack {
    open: Vec<CallSpec>,
    /// Number of open calls of each function, so that an unmatched end need not search the stack.
    counts: FxHashMap<FunctionId, u32>,
    /// Latest time seen.
    last: i64,
}

impl Stack {
    /// Begins a call.
    pub(super) fn enter(&mut self, function: FunctionId, at: i64, source: u64) {
        self.last = self.last.max(at);
        self.open.push(CallSpec { start: at, end: at, function, source });
        *self.counts.entry(function).or_default() += 1;
    }

    /// Ends the innermost call of a function, and all open calls within it.
    pub(super) fn leave(
        &mut self,
        lane: LaneId,
        function: FunctionId,
        at: i64,
        source: u64,
        sink: &mut dyn Sink,
    ) {
        self.last = self.last.max(at);
        if self.counts.get(&function).is_none_or(|&count| count == 0) {
            return sink.odd_call(OddityKind::UnmatchedEnd, source, function);
        }
        let mut is_innermost = true;
        while let Some(ended) = self.end(lane, at, sink) {
            if ended == function {
                break;
            }
            is_innermost = false;
        }
        if !is_innermost {
            sink.odd_call(OddityKind::MismatchedEnd, source, function);
        }
    }

    /// Ends the events. Calls that are still open end at the latest time seen.
    pub(super) fn finish(mut self, lane: LaneId, sink: &mut dyn Sink) {
        while let Some(&CallSpec { source, function, .. }) = self.open.last() {
            sink.odd_call(OddityKind::UnclosedCall, source, function);
            self.end(lane, self.last, sink);
        }
    }

    fn end(&mut self, lane: LaneId, at: i64, sink: &mut dyn Sink) -> Option<FunctionId> {
        let call = self.open.pop()?;
        if let Some(count) = self.counts.get_mut(&call.function) {
            *count -= 1;
        }
        sink.call_at_depth(lane, CallSpec { end: at, ..call }, self.open.len() as u32);
        Some(call.function)
    }
}
