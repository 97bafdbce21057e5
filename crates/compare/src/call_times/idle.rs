//! Time in which no call runs at all.
//!
//! A program that waits outside all recorded functions, or a machine that stops it, leaves a gap between two outermost calls.
//! No function is slower then, although the run is longer.

use super::aligned::AlignedPair;
use diptych_trace::{CallId, IdentityId, Trace};

/// The longest time without any call that the other side does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IdleGap {
    /// Side of the gap: 0 for A, 1 for B.
    pub side: usize,
    /// Start of the gap in ticks since the first instant of its side.
    pub start: i64,
    /// Length in ticks.
    pub ticks: i64,
    /// Ticks between the partners of the calls around the gap.
    pub of_other: i64,
    /// Function of the outermost call that ends before the gap, and of the one that starts after it.
    pub around: [IdentityId; 2],
}

impl IdleGap {
    /// Finds the gap that is longer than the time between the partners of its calls by most ticks. Of equal ones, the first
    /// of A. `None` if there is no such gap. O(calls · log calls).
    pub(super) fn longest(aligned: AlignedPair<'_>) -> Option<Self> {
        // Where a side was left out, calls that lie apart are no longer around a gap.
        if aligned.ends.early.is_some() {
            return None;
        }
        let of_side = |side: usize| {
            let around = gaps(aligned.pair.traces[side]).into_iter();
            around.filter_map(move |around| Self::new(aligned, side, around))
        };
        let all = of_side(0).chain(of_side(1));
        all.reduce(|longest, gap| if gap.excess() > longest.excess() { gap } else { longest })
    }

    fn new(aligned: AlignedPair<'_>, side: usize, around: [CallId; 2]) -> Option<Self> {
        let between = |side: usize, [before, after]: [CallId; 2]| {
            let calls = aligned.pair.traces[side].calls();
            let end = calls.end()[before.index()];
            (end, calls.start()[after.index()] - end)
        };
        let [Some(before), Some(after)] = around.map(|call| aligned.partner(side, call)) else { return None };
        let ((start, ticks), (_, of_other)) = (between(side, around), between(1 - side, [before, after]));
        let around = around.map(|call| aligned.pair.of_call(side, call));
        let gap = Self { side, start, ticks, of_other: of_other.max(0), around };
        (gap.excess() > 0).then_some(gap)
    }

    /// Returns the ticks by which the gap is longer than on the other side.
    pub fn excess(&self) -> i64 {
        self.ticks - self.of_other
    }
}

/// Returns the outermost calls around each time in which no lane has a call: the one that ends last before it, and the first
/// after it.
fn gaps(trace: &Trace) -> Vec<[CallId; 2]> {
    let calls = trace.calls();
    let is_outermost = |row: &usize| calls.parent()[*row].some().is_none();
    let mut outermost: Vec<usize> = (0..calls.len()).filter(is_outermost).collect();
    outermost.sort_by_key(|&row| (calls.start()[row], row));
    let mut found = Vec::new();
    let mut last: Option<usize> = None;
    for row in outermost {
        if let Some(last) = last.filter(|&last| calls.end()[last] < calls.start()[row]) {
            found.push([last, row].map(|row| CallId(row as u32)));
        }
        if last.is_none_or(|last| calls.end()[row] >= calls.end()[last]) {
            last = Some(row);
        }
    }
    found
}
