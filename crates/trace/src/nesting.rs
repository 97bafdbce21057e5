//! From loose spans of one lane to nested calls in pre-order.
//!
//! Rules, in this order:
//! 1. Earlier start first; for equal starts the longer span is the outer one.
//! 2. For equal spans the file's emission order decides which is outer. Recorders that write a call when it
//!    returns emit the inner one first, recorders that write sorted by start emit the outer one first; which
//!    of the two a lane is, is counted on its consecutive nested spans.
//! 3. A span that starts when another ends is its sibling; so are equal spans of no length.
//! 4. A span that ends after the one it began in is cut at that one's end, and counted.

use crate::FunctionId;
use std::cmp::Reverse;

/// A call whose place in the tree is not known yet.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Span {
    pub(crate) start: i64,
    pub(crate) end: i64,
    pub(crate) source: u64,
    pub(crate) function: FunctionId,
    /// Order of emission within the lane.
    pub(crate) emitted: u32,
}

/// Nested spans of one lane: `depth`, `parent` and `subtree_end` count from the lane's first call.
#[derive(Debug, Default)]
pub(crate) struct Nested {
    pub(crate) depth: Vec<u32>,
    /// `u32::MAX` at depth 0.
    pub(crate) parent: Vec<u32>,
    pub(crate) subtree_end: Vec<u32>,
    /// Spans cut at their parent's end, and the source offset of the first in call order.
    pub(crate) cut: u64,
    pub(crate) first_cut: Option<u64>,
}

/// Sorts the spans into pre-order in place, repairs overlaps, and says how they nest.
pub(crate) fn nest(spans: &mut [Span]) -> Nested {
    if emitted_inner_first(spans) {
        spans.sort_unstable_by_key(|span| (span.start, Reverse(span.end), Reverse(span.emitted)));
    } else {
        spans.sort_unstable_by_key(|span| (span.start, Reverse(span.end), span.emitted));
    }
    let mut nested = Nested {
        depth: Vec::with_capacity(spans.len()),
        parent: Vec::with_capacity(spans.len()),
        subtree_end: vec![0; spans.len()],
        ..Nested::default()
    };
    // The calls that hold the current span, outermost first.
    let mut open: Vec<u32> = Vec::new();
    for index in 0..spans.len() {
        let start = spans[index].start;
        while let Some(&top) = open.last() {
            if spans[top as usize].end > start {
                break;
            }
            nested.subtree_end[top as usize] = index as u32;
            open.pop();
        }
        if let Some(limit) = open.last().map(|&top| spans[top as usize].end) {
            let span = &mut spans[index];
            if span.end > limit {
                span.end = limit;
                nested.cut += 1;
                nested.first_cut.get_or_insert(span.source);
            }
        }
        nested.depth.push(open.len() as u32);
        nested.parent.push(open.last().copied().unwrap_or(u32::MAX));
        open.push(index as u32);
    }
    for top in open {
        nested.subtree_end[top as usize] = spans.len() as u32;
    }
    nested
}

/// Whether the lane's recorder wrote inner calls before the calls that hold them.
fn emitted_inner_first(spans: &[Span]) -> bool {
    let holds = |outer: &Span, inner: &Span| {
        outer.start <= inner.start
            && inner.end <= outer.end
            && (outer.start, outer.end) != (inner.start, inner.end)
    };
    let mut inner_first = 0i64;
    for pair in spans.windows(2) {
        let [before, after] = pair else { continue };
        if holds(after, before) {
            inner_first += 1;
        } else if holds(before, after) {
            inner_first -= 1;
        }
    }
    inner_first > 0
}
