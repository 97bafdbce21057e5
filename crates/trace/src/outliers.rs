//! Calls so far from all others in time that no axis could hold both.
//!
//! Messages carry times as integers below 2⁵³, so a trace may be no longer (104 days in nanoseconds). Files
//! with a stray time are real: an event at 0 among events that count from 1970. What stays is what lies near
//! the median start; what does not is counted.

use crate::Sorting;
use crate::nesting::Span;

/// Longest trace, in ticks: the largest integer that a double holds exactly.
pub(crate) const MAX_EXTENT: i64 = (1 << 53) - 1;

/// The stretch of time that is kept of a trace that is too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Retained {
    median: i64,
}

impl Retained {
    /// Of spans from the first start to the last end. `None` when all together are short enough to be kept.
    pub(crate) fn of<'a>((first, last): (i64, i64), spans: impl Iterator<Item = &'a Span>) -> Option<Self> {
        if last.saturating_sub(first) <= MAX_EXTENT {
            return None;
        }
        let mut starts: Vec<i64> = spans.map(|span| span.start).collect();
        starts.order_by_key(|start| *start);
        Some(Self { median: starts[starts.len() / 2] })
    }

    /// Whether a span lies within half of the longest trace around the median start.
    pub(crate) fn holds(self, span: &Span) -> bool {
        let near = |tick: i64| tick.abs_diff(self.median) <= (MAX_EXTENT / 2).unsigned_abs();
        near(span.start) && near(span.end)
    }
}
