//! Losses of a recording: its end, much in its middle, or the ends of calls.

use diptych_trace::{CallId, OddityKind, Trace};

/// Returns true if a file was not read to its end.
pub fn is_cut_off(trace: &Trace) -> bool {
    let kinds = [OddityKind::Truncated, OddityKind::SyntaxError, OddityKind::Stopped];
    trace.report().entries().iter().any(|entry| kinds.contains(&entry.kind))
}

/// Returns true if more than 1 % of a file could not be read, or is missing from a total that the file states.
pub fn has_lost_much(trace: &Trace) -> bool {
    let kinds = [OddityKind::MuchLost, OddityKind::MuchMissing];
    trace.report().entries().iter().any(|entry| kinds.contains(&entry.kind))
}

/// Returns a test for calls whose end the file does not have. A reader lets them end at the last instant of the trace, so
/// their durations say nothing.
pub fn is_unended(trace: &Trace) -> impl Fn(CallId) -> bool + '_ {
    let has_unended = trace.report().entries().iter().any(|entry| entry.kind == OddityKind::UnclosedCall);
    move |call| has_unended && trace.calls().end()[call.index()] == trace.extent()
}
