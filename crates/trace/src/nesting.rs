//! From loose spans of one lane to nested calls in pre-order.
//!
//! The rules, in this order:
//! 1. An earlier start comes first. Of equal starts, the longer span is the outer one.
//! 2. Of equal spans, the order of writing decides which is outer. Recorders that write a call when it returns write
//!    the inner one first. Recorders that sort by start write the outer one first. The builder tells the two apart by
//!    counting consecutive nested spans of the lane.
//! 3. A span that starts when another ends is its sibling. Equal spans of no length are siblings too. If rule 5
//!    applies, the recorded depth decides instead.
//! 4. Times are rounded. A span that ends after its parent by no more than the rounding is cut at the parent's end. A
//!    span that starts before its sibling's end by no more than the rounding starts at that end. Both are counted.
//! 5. Recorded depths are trusted in two cases: if a recorder gives the depth of each span as it ends and starts do not
//!    decrease in the resulting order, and if a recorder writes begins and ends, so that spans come in the order in
//!    which they began. A span of no length that ended when another began is then its sibling and not its callee. A
//!    span of no length at the very end of a shallower span lies inside that span.
//! 6. Any other span that ends after the span it began in overlaps it and goes to a sub-lane.

use crate::builder::ProgressCounter;
use crate::{CallId, Calls, FunctionId, OpenSpans, for_each_block, for_each_block_rev};
use std::cmp::Reverse;

/// A call whose place in the tree is not known yet. Spans of a lane are in the order of writing.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Span {
    pub(crate) start: i64,
    pub(crate) end: i64,
    pub(crate) source: u64,
    pub(crate) function: FunctionId,
    /// Number of enclosing spans according to the recorder; [`UNKNOWN_DEPTH`] if it gives none.
    pub(crate) depth: u32,
}

/// Depth of a span whose recorder does not give it.
pub(crate) const UNKNOWN_DEPTH: u32 = u32::MAX;

/// Order of the spans of a lane whose depths are given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum SpanOrder {
    /// In order of their ends: they were written as whole calls.
    #[default]
    AsEnded,
    /// In order of their begins, which is pre-order: they were written as begins and ends.
    AsBegun,
    /// A mixture of both orders, in which depths mean nothing.
    Mixed,
}

/// A lane's spans in pre-order.
#[derive(Debug)]
pub(crate) struct PreOrder {
    /// Indices of the spans.
    pub(crate) spans: Vec<u32>,
    /// True if the order comes from the depths that the recorder gave.
    pub(crate) is_told: bool,
}

/// Result of nesting: spans that were cut, spans that do not fit, and the work it took.
#[derive(Debug, Default)]
pub(crate) struct Nested {
    /// Number of spans that were cut, each by no more than the rounding of times.
    pub(crate) cut: u64,
    /// Source offset of the first span that was cut, in call order.
    pub(crate) first_cut: Option<u64>,
    /// Spans that overlap others and do not fit, in pre-order.
    pub(crate) overflow: Vec<u32>,
    /// Number of open calls that were visited.
    pub(crate) steps: u64,
}

/// Brings spans into pre-order. Adds to `steps` the number of earlier spans that were visited.
pub(crate) fn pre_order(
    spans: &[Span],
    told: SpanOrder,
    steps: &mut u64,
    pace: &mut ProgressCounter<'_>,
) -> PreOrder {
    let by_depth = match told {
        SpanOrder::AsEnded => by_depth(spans, steps),
        SpanOrder::AsBegun => Some((0..spans.len() as u32).collect()),
        SpanOrder::Mixed => None,
    };
    if let Some(order) = by_depth {
        pace.steps(spans.len() as u64);
        return PreOrder { spans: order, is_told: true };
    }
    PreOrder { spans: by_time(spans, steps, pace), is_told: false }
}

/// Brings spans into pre-order by their times alone.
fn by_time(spans: &[Span], steps: &mut u64, pace: &mut ProgressCounter<'_>) -> Vec<u32> {
    let inner_first = emitted_inner_first(spans);
    // The orders that recorders usually write need no sorting; checking that is cheaper than sorting.
    let mut order = if inner_first {
        from_post_order(spans, |held, span| held.start >= span.start, steps)
    } else {
        (0..spans.len() as u32).collect::<Vec<u32>>()
    };
    pace.steps(spans.len() as u64 / 2);
    let key = |&index: &u32| {
        let Span { start, end, .. } = spans[index as usize];
        (start, Reverse(end), if inner_first { u32::MAX - index } else { index })
    };
    if !order.is_sorted_by_key(key) {
        order.sort_by_key(key);
    }
    pace.steps(spans.len() as u64 / 2);
    order
}

/// Brings spans into pre-order by their depths, for spans written as they ended. Returns `None` if a depth is missing
/// or starts decrease in the result.
fn by_depth(spans: &[Span], steps: &mut u64) -> Option<Vec<u32>> {
    if spans.iter().any(|span| span.depth == UNKNOWN_DEPTH) {
        return None;
    }
    let order = from_post_order(spans, |held, span| held.depth > span.depth, steps);
    let mut ascends = true;
    for_each_block(1..order.len(), &mut |places| {
        // Includes the last span of the block before, so that pairs across blocks are checked too.
        let order = &order[places.start - 1..places.end];
        ascends = ascends && order.is_sorted_by_key(|&index| spans[index as usize].start);
    });
    ascends.then_some(order)
}

/// Brings spans that were written as they ended into pre-order. The spans inside a span come right before it.
///
/// A span's subtree is a range that ends with the span itself, and it is the same range in both orders. The span comes
/// last in one order and first in the other. So each span moves to the beginning of its range, after the spans that
/// enclose it.
fn from_post_order(spans: &[Span], lies_in: impl Fn(&Span, &Span) -> bool, steps: &mut u64) -> Vec<u32> {
    // First index of each span's subtree.
    let mut first: Vec<u32> = Vec::with_capacity(spans.len());
    // Spans without an enclosing span so far.
    let mut loose: Vec<u32> = Vec::new();
    for_each_block(0..spans.len(), &mut |rows| {
        for index in rows {
            let mut begins = index as u32;
            while let Some(held) = loose.pop_if(|held| lies_in(&spans[*held as usize], &spans[index])) {
                begins = first[held as usize];
                *steps += 1;
            }
            first.push(begins);
            loose.push(index as u32);
        }
    });
    let mut order = vec![0; spans.len()];
    let mut holders = loose;
    holders.clear();
    for_each_block_rev(0..spans.len(), &mut |rows| {
        for index in rows.rev() {
            while holders.pop_if(|holder| first[*holder as usize] as usize > index).is_some() {
                *steps += 1;
            }
            order[first[index] as usize + holders.len()] = index as u32;
            holders.push(index as u32);
        }
    });
    order
}

/// Nests the spans and appends them to the calls, in the given order. Times count from `origin` and are rounded to
/// `resolution` ticks.
pub(crate) fn nest(
    spans: &[Span],
    order: &PreOrder,
    origin: i64,
    resolution: i64,
    calls: &mut Calls,
    pace: &mut ProgressCounter<'_>,
) -> Nested {
    let mut nesting =
        Nesting { open: OpenSpans::new(order.is_told, resolution), origin, calls, nested: Nested::default() };
    for_each_block(0..order.spans.len(), &mut |places| {
        for &index in &order.spans[places] {
            pace.step();
            nesting.add(index, &spans[index as usize]);
        }
    });
    nesting.finish()
}

/// State of nesting the calls of one lane.
struct Nesting<'a> {
    origin: i64,
    calls: &'a mut Calls,
    open: OpenSpans<u32>,
    nested: Nested,
}

impl Nesting<'_> {
    /// Appends the next span to the calls if it fits there.
    #[inline]
    fn add(&mut self, index: u32, span: &Span) {
        let Self { origin, calls, open, nested } = self;
        let id = calls.len() as u32;
        let given = (span.start - *origin, span.end - *origin);
        let placed = open.place(given.0, given.1, span.depth, |call| {
            calls.subtree_end[call as usize] = id;
            nested.steps += 1;
        });
        let Some(placed) = placed else {
            return nested.overflow.push(index);
        };
        if (placed.start, placed.end) != given {
            nested.cut += 1;
            nested.first_cut.get_or_insert(span.source);
        }
        calls.start.push(placed.start);
        calls.end.push(placed.end);
        calls.source.push(span.source);
        calls.function.push(span.function);
        calls.depth.push(placed.depth);
        calls.parent.push(open.innermost().map_or(CallId::NONE, |&around| CallId(around)));
        calls.subtree_end.push(0);
        open.open(placed, span.depth, id);
    }

    /// Closes the calls that are still open.
    fn finish(self) -> Nested {
        let end = self.calls.len() as u32;
        for call in self.open.into_open() {
            self.calls.subtree_end[call as usize] = end;
        }
        self.nested
    }
}

/// Returns true if the recorder of the lane wrote inner calls before the calls that enclose them.
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn spans(ranges: &[(i64, i64)]) -> Vec<Span> {
        let span = |&(start, length): &(i64, i64)| Span {
            start,
            end: start + length,
            source: 0,
            function: FunctionId(0),
            depth: UNKNOWN_DEPTH,
        };
        ranges.iter().map(span).collect()
    }

    fn ordered(spans: &[Span]) -> Vec<u32> {
        pre_order(
            spans,
            SpanOrder::AsEnded,
            &mut 0,
            &mut ProgressCounter::new(spans.len() as u64, &mut |_, _| ()),
        )
        .spans
    }

    /// Sorts as the rules of the module say.
    fn sorted(spans: &[Span]) -> Vec<u32> {
        let mut order: Vec<u32> = (0..spans.len() as u32).collect();
        if emitted_inner_first(spans) {
            order.reverse();
        }
        order.sort_by_key(|&index| (spans[index as usize].start, Reverse(spans[index as usize].end)));
        order
    }

    /// Emits the spans of a tree in the order of their ends. `fans` gives each node its number of children and its
    /// time.
    fn emit_on_return(fans: &mut impl Iterator<Item = (u8, i64)>, at: &mut i64, out: &mut Vec<(i64, i64)>) {
        let Some((children, step)) = fans.next() else { return };
        let start = *at;
        for _ in 0..children {
            emit_on_return(fans, at, out);
        }
        *at += step;
        out.push((start, *at - start));
    }

    proptest! {
        #[test]
        fn any_spans_are_ordered_by_the_rules(ranges in prop::collection::vec((0i64..60, 0i64..30), 0..60)) {
            let spans = spans(&ranges);
            prop_assert_eq!(ordered(&spans), sorted(&spans));
        }

        /// The nodes may take no time: however many begin and end at one instant, the tree stays the same.
        #[test]
        fn spans_with_depths_are_ordered_by_depth(nodes in prop::collection::vec((0u32..3, 0i64..3), 1..40)) {
            // Each node is as deep as given, but at most one deeper than the node before it.
            let mut depths: Vec<u32> = Vec::new();
            for (depth, _) in &nodes {
                depths.push(depths.last().map_or(0, |last| (last + 1).min(*depth)));
            }
            let (mut at, mut spans) = (0, Vec::new());
            let mut open: Vec<(i64, u32)> = Vec::new();
            let close = |open: &mut Vec<(i64, u32)>, down_to: u32, at: i64, spans: &mut Vec<Span>| {
                while open.len() as u32 > down_to {
                    let (start, node) = open.pop().unwrap();
                    let depth = open.len() as u32;
                    spans.push(Span { start, end: at, source: u64::from(node), function: FunctionId(0), depth });
                }
            };
            for (node, (&depth, (_, step))) in depths.iter().zip(&nodes).enumerate() {
                close(&mut open, depth, at, &mut spans);
                open.push((at, node as u32));
                at += step;
            }
            close(&mut open, 0, at, &mut spans);
            let order: Vec<u64> = ordered(&spans).into_iter().map(|index| spans[index as usize].source).collect();
            prop_assert_eq!(order, (0..nodes.len() as u64).collect::<Vec<_>>());
        }

        #[test]
        fn spans_written_on_return_need_no_sorting(fans in prop::collection::vec((0u8..4, 1i64..3), 1..60)) {
            let (mut ranges, mut at, mut fans) = (Vec::new(), 0, fans.into_iter().peekable());
            while fans.peek().is_some() {
                emit_on_return(&mut fans, &mut at, &mut ranges);
            }
            let spans = spans(&ranges);
            prop_assert_eq!(from_post_order(&spans, |held, span| held.start >= span.start, &mut 0), ordered(&spans));
            prop_assert_eq!(ordered(&spans), sorted(&spans));
        }
    }
}
