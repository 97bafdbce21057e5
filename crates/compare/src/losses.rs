//! Losses of a recording: its end, much in its middle, or the ends of calls.

use diptych_trace::{CallId, OddityKind, Trace};

/// Returns true if a file was not read to its end.
pub fn is_cut_off(trace: &Trace) -> bool {
    trace.report().entries().iter().any(|entry| means_cut_off(entry.kind))
}

/// Returns true if an oddity means that a file was not read to its end.
pub fn means_cut_off(kind: OddityKind) -> bool {
    matches!(kind, OddityKind::Truncated | OddityKind::SyntaxError | OddityKind::Stopped)
}

/// Returns true if more than 1 % of a file could not be read, or is missing from a total that the file states.
pub fn has_lost_much(trace: &Trace) -> bool {
    let kinds = [OddityKind::MuchLost, OddityKind::MuchMissing];
    trace.report().entries().iter().any(|entry| kinds.contains(&entry.kind))
}

/// Returns how many bytes of a file could be read, and how many it has unpacked, if more than 1 % could not be read.
pub fn bytes_read(trace: &Trace) -> Option<[u64; 2]> {
    let lost = trace.report().entries().iter().find(|entry| entry.kind == OddityKind::MuchLost)?;
    // The reader writes `1,656,745 of 1,726,196 bytes, 95.98 %`.
    let numbers = lost.example.split_once(" bytes")?.0.split_once(" of ")?;
    let [lost, all] = [numbers.0, numbers.1].map(|text| text.replace(',', "").parse::<u64>().ok());
    let (lost, all) = (lost?, all?);
    Some([all.checked_sub(lost)?, all])
}

/// Returns a test for calls whose end the file does not have. A reader lets them end at the last instant of the trace, so
/// their durations say nothing.
pub fn is_unended(trace: &Trace) -> impl Fn(CallId) -> bool + '_ {
    let has_unended = trace.report().entries().iter().any(|entry| entry.kind == OddityKind::UnclosedCall);
    move |call| has_unended && trace.calls().end()[call.index()] == trace.extent()
}
