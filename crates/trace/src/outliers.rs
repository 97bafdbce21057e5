//! Calls too far from all others in time to share an axis with them.
//!
//! Messages carry times as integers below 2⁵³, so a trace may be no longer than that (104 days in nanoseconds). Real
//! files have stray times, for instance an event at 0 among events that count from 1970. Calls near the median start
//! are kept; the others are counted.

use crate::nesting::Span;

/// Extent of the longest trace, in ticks: the largest integer up to which a double is exact.
pub(crate) const MAX_EXTENT: i64 = (1 << 53) - 1;

/// Stretch of time that is kept of a trace that is too long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct KeptRange {
    median: i64,
}

impl KeptRange {
    /// Finds the stretch to keep, given the first start and the last end of the spans. Returns `None` if all of them
    /// fit.
    pub(crate) fn of<'a>(first: i64, last: i64, spans: impl Iterator<Item = &'a Span>) -> Option<Self> {
        if last.saturating_sub(first) <= MAX_EXTENT {
            return None;
        }
        let mut starts: Vec<i64> = spans.map(|span| span.start).collect();
        starts.sort_unstable();
        Some(Self { median: starts[starts.len() / 2] })
    }

    /// Returns true if a span is within half of [`MAX_EXTENT`] of the median start.
    pub(crate) fn holds(self, span: &Span) -> bool {
        let near = |tick: i64| tick.abs_diff(self.median) <= (MAX_EXTENT / 2).unsigned_abs();
        near(span.start) && near(span.end)
    }
}
