//! The calls of a location that are open.

use diptych_trace::{CallSpec, FunctionId, LaneId, OddKind, Sink};
use rustc_hash::FxHashMap;

/// Calls that have begun and not ended, the innermost last. Calls are given away as they end, with how deep they lie: one
/// that takes no time lies in none that begins where it ends.
#[derive(Debug, Default)]
pub(super) struct Stack {
    open: Vec<CallSpec>,
    /// How often each function is open: an end of one that is not looks at none.
    counts: FxHashMap<FunctionId, u32>,
    last: i64,
}

impl Stack {
    /// A call begins.
    pub(super) fn enter(&mut self, function: FunctionId, at: i64, source: u64) {
        self.last = self.last.max(at);
        self.open.push(CallSpec { start: at, end: at, function, source });
        *self.counts.entry(function).or_default() += 1;
    }

    /// The innermost call of a function ends, and those in it that are open.
    pub(super) fn leave(
        &mut self,
        lane: LaneId,
        function: FunctionId,
        (at, source): (i64, u64),
        sink: &mut dyn Sink,
    ) {
        self.last = self.last.max(at);
        if self.counts.get(&function).is_none_or(|&count| count == 0) {
            return sink.odd_call(OddKind::UnmatchedEnd, source, function);
        }
        let mut is_innermost = true;
        while let Some(ended) = self.end(lane, at, sink) {
            if ended == function {
                break;
            }
            is_innermost = false;
        }
        if !is_innermost {
            sink.odd_call(OddKind::MismatchedEnd, source, function);
        }
    }

    /// The events are over: what is open ends with the last of them.
    pub(super) fn finish(mut self, lane: LaneId, sink: &mut dyn Sink) {
        while let Some(&CallSpec { source, function, .. }) = self.open.last() {
            sink.odd_call(OddKind::UnclosedCall, source, function);
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
