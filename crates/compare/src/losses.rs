//! Losses of a recording: its end, or much in its middle.

use diptych_trace::{OddityKind, Trace};

/// Returns true if a file was not read to its end.
pub fn is_cut_off(trace: &Trace) -> bool {
    let kinds = [OddityKind::Truncated, OddityKind::SyntaxError, OddityKind::Stopped];
    trace.report().entries().iter().any(|entry| kinds.contains(&entry.kind))
}

/// Returns true if more than 1 % of a file could not be read.
pub fn has_lost_much(trace: &Trace) -> bool {
    trace.report().entries().iter().any(|entry| entry.kind == OddityKind::MuchLost)
}
