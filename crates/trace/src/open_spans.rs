//! The rules by which a span, in pre-order, becomes a call inside the calls that are open.
//!
//! The module `nesting` states the rules. The builder applies them to spans in memory. A sink that keeps no calls applies
//! them to a stream.

/// The calls of one lane that enclose the current span, outermost first. `T` is what the caller keeps of each.
#[derive(Debug)]
pub struct OpenSpans<T> {
    is_told: bool,
    resolution: i64,
    open: Vec<OpenSpan<T>>,
    /// Latest end of the closed calls; no later span starts before it.
    free_from: i64,
}

/// An open call.
#[derive(Debug)]
struct OpenSpan<T> {
    kept: T,
    /// Depth that the recorder gave.
    told: u32,
    start: i64,
    end: i64,
}

/// A span that fits: its times, which may be cut by the rounding, and its depth.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FittingSpan {
    /// Start in ticks.
    pub start: i64,
    /// End in ticks.
    pub end: i64,
    /// Number of calls that enclose it.
    pub depth: u32,
}

impl<T> OpenSpans<T> {
    /// Creates the state for a lane. `is_told`: recorded depths decide at equal instants. `resolution`: ticks to which
    /// times are rounded.
    pub fn new(is_told: bool, resolution: i64) -> Self {
        Self { is_told, resolution, open: Vec::new(), free_from: i64::MIN }
    }

    /// Places the next span in pre-order. Calls that ended before it are closed, innermost first. Returns `None` if the
    /// span overlaps an open call without nesting. After `Some`, [`Self::open`] must follow.
    #[inline]
    pub fn place(
        &mut self,
        start: i64,
        end: i64,
        told: u32,
        mut close: impl FnMut(T),
    ) -> Option<FittingSpan> {
        let given_start = start;
        let (mut start, mut end) = (start.max(self.free_from), end);
        while let Some(&OpenSpan { told: told_of, end: limit, .. }) = self.open.last() {
            let is_at_its_end = self.is_told && told_of < told && (limit, limit) == (start, end);
            if limit > start || is_at_its_end {
                if end <= limit.saturating_add(self.resolution) {
                    end = end.min(limit);
                    break;
                }
                if limit - given_start > self.resolution {
                    return None;
                }
                start = limit;
            }
            self.free_from = limit.max(self.free_from);
            if let Some(closed) = self.open.pop() {
                close(closed.kept);
            }
        }
        if let Some(around) = self.open.last() {
            // The parent's start may have been moved, too.
            start = start.max(around.start);
        }
        Some(FittingSpan { start, end: end.max(start), depth: self.open.len() as u32 })
    }

    /// Opens the call that was placed last.
    #[inline]
    pub fn open(&mut self, span: FittingSpan, told: u32, kept: T) {
        self.open.push(OpenSpan { kept, told, start: span.start, end: span.end });
    }

    /// Returns what is kept of the innermost open call.
    pub fn innermost(&self) -> Option<&T> {
        self.open.last().map(|around| &around.kept)
    }

    /// Returns what is kept of the calls that are still open, outermost first.
    pub fn into_open(self) -> impl Iterator<Item = T> {
        self.open.into_iter().map(|open| open.kept)
    }
}
