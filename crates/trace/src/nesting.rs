//! From loose spans of one lane to nested calls in pre-order.
//!
//! Rules, in this order:
//! 1. Earlier start first; for equal starts the longer span is the outer one.
//! 2. For equal spans the file's emission order decides which is outer. Recorders that write a call when it
//!    returns emit the inner one first, recorders that write sorted by start emit the outer one first; which
//!    of the two a lane is, is counted on its consecutive nested spans.
//! 3. A span that starts when another ends is its sibling; so are equal spans of no length. Where 5 holds, it is what it was
//!    told to be.
//! 4. Times are rounded. A span that ends after the one it began in by no more than that is cut at that one's end; one
//!    that starts before the end of its sibling by no more than that starts where the sibling ends. Both are counted.
//! 5. A recorder that tells the depth of each of its spans, as it ends, is believed, if starts do not fall then; and so is one
//!    that tells begins and ends, whose spans stand as they began. So a span of no length that ended when another began is its
//!    sibling, and not its callee, and one that began before the one around it ended lies in that.
//! 6. Any other span that ends after the one it began in runs beside it: it is for a sub-lane.

use crate::builder::Pace;
use crate::{CallId, Calls, FunctionId, Sorting, in_blocks, in_blocks_back};
use std::cmp::Reverse;

/// A call whose place in the tree is not known yet. Spans of a lane stand in the order of their emission.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Span {
    pub(crate) start: i64,
    pub(crate) end: i64,
    pub(crate) source: u64,
    pub(crate) function: FunctionId,
    /// Spans that it lies in, as the recorder says; [`UNKNOWN_DEPTH`] if it does not.
    pub(crate) depth: u32,
}

/// The depth of a span whose recorder does not tell it.
pub(crate) const UNKNOWN_DEPTH: u32 = u32::MAX;

/// In which order the spans of a lane stand that all tell their depth.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Told {
    /// As they ended: they were told whole.
    #[default]
    AsEnded,
    /// As they began: in pre-order. They were told by their begins and ends.
    AsBegun,
    /// Some so, some so: depths say nothing.
    Mixed,
}

/// Spans in pre-order.
#[derive(Debug)]
pub(crate) struct PreOrder {
    /// Their indices.
    pub(crate) spans: Vec<u32>,
    /// Whether it is that of the depths which they tell.
    pub(crate) is_told: bool,
}

/// A span that holds the current one, as far as is known.
#[derive(Debug, Clone, Copy)]
struct Open {
    call: u32,
    /// The depth that it tells.
    told: u32,
    end: i64,
}

/// What came of nesting: spans that were cut, those that do not fit, and the work it took.
#[derive(Debug, Default)]
pub(crate) struct Nested {
    /// How many were cut, by no more than times are rounded.
    pub(crate) cut: u64,
    /// Source offset of the first that was cut, in call order.
    pub(crate) first_cut: Option<u64>,
    /// Those that run beside others, in pre-order.
    pub(crate) overflow: Vec<u32>,
    /// How many open calls were looked at.
    pub(crate) steps: u64,
}

/// The pre-order of spans. `steps` grows by the spans that were looked back at.
pub(crate) fn pre_order(spans: &[Span], told: Told, steps: &mut u64, pace: &mut Pace<'_>) -> PreOrder {
    let by_depth = match told {
        Told::AsEnded => by_depth(spans, steps),
        Told::AsBegun => Some((0..spans.len() as u32).collect()),
        Told::Mixed => None,
    };
    if let Some(order) = by_depth {
        pace.steps(spans.len() as u64);
        return PreOrder { spans: order, is_told: true };
    }
    PreOrder { spans: by_time(spans, steps, pace), is_told: false }
}

/// The pre-order of spans of which only times are known.
fn by_time(spans: &[Span], steps: &mut u64, pace: &mut Pace<'_>) -> Vec<u32> {
    let inner_first = emitted_inner_first(spans);
    // What recorders mostly write needs no sorting; whether it is so is seen by looking.
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
        order.order_by_key(key);
    }
    pace.steps(spans.len() as u64 / 2);
    order
}

/// The pre-order of spans that were emitted as they ended and all tell their depth; `None`: they do not, or starts fall in it.
fn by_depth(spans: &[Span], steps: &mut u64) -> Option<Vec<u32>> {
    if spans.iter().any(|span| span.depth == UNKNOWN_DEPTH) {
        return None;
    }
    let order = from_post_order(spans, |held, span| held.depth > span.depth, steps);
    let mut ascends = true;
    in_blocks(1..order.len(), &mut |places| {
        // With the last one of the block before.
        let order = &order[places.start - 1..places.end];
        ascends = ascends && order.is_sorted_by_key(|&index| spans[index as usize].start);
    });
    ascends.then_some(order)
}

/// The pre-order of spans that were emitted as they ended: what a span holds stands right before it.
///
/// The spans up to one's own first form its subtree, a range in both orders. Within the range a span is last in
/// one order and first in the other, so each moves to its range's beginning, behind the spans that hold it.
fn from_post_order(spans: &[Span], lies_in: impl Fn(&Span, &Span) -> bool, steps: &mut u64) -> Vec<u32> {
    // Where the subtree of each begins.
    let mut first: Vec<u32> = Vec::with_capacity(spans.len());
    // Those that nothing holds yet.
    let mut loose: Vec<u32> = Vec::new();
    in_blocks(0..spans.len(), &mut |rows| {
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
    in_blocks_back(0..spans.len(), &mut |rows| {
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

/// Appends the spans to the calls in the order given, nested. Times count from the origin, and are rounded to so many
/// ticks. `is_told`: the order is that of the depths which the spans tell.
pub(crate) fn nest(
    spans: &[Span],
    (order, is_told): (&[u32], bool),
    (origin, resolution): (i64, i64),
    calls: &mut Calls,
    pace: &mut Pace<'_>,
) -> Nested {
    let mut nesting = Nesting {
        is_told,
        origin,
        resolution,
        calls,
        open: Vec::new(),
        free_from: i64::MIN,
        nested: Nested::default(),
    };
    in_blocks(0..order.len(), &mut |places| {
        for &index in &order[places] {
            pace.step();
            nesting.add(index, &spans[index as usize]);
        }
    });
    nesting.finish()
}

/// Calls of a lane while they are nested.
struct Nesting<'a> {
    is_told: bool,
    origin: i64,
    resolution: i64,
    calls: &'a mut Calls,
    /// The calls that hold the current span, outermost first.
    open: Vec<Open>,
    /// The latest end of what is closed: nothing that comes starts before it.
    free_from: i64,
    nested: Nested,
}

impl Nesting<'_> {
    /// Appends the next span to the calls, if it fits there.
    #[inline]
    fn add(&mut self, index: u32, span: &Span) {
        let Self { is_told, origin, resolution, calls, open, free_from, nested } = self;
        let id = calls.len() as u32;
        let given = (span.start - *origin, span.end - *origin);
        let (mut start, mut end) = (given.0.max(*free_from), given.1);
        while let Some(&Open { call, told, end: limit }) = open.last() {
            let is_at_its_end = *is_told && told < span.depth && (limit, limit) == (start, end);
            if limit > start || is_at_its_end {
                if end <= limit.saturating_add(*resolution) {
                    end = end.min(limit);
                    break;
                }
                if limit - given.0 > *resolution {
                    return nested.overflow.push(index);
                }
                start = limit;
            }
            open.pop();
            *free_from = limit.max(*free_from);
            calls.subtree_end[call as usize] = id;
            nested.steps += 1;
        }
        if let Some(around) = open.last() {
            // That may have been moved itself.
            start = start.max(calls.start[around.call as usize]);
        }
        end = end.max(start);
        if (start, end) != given {
            nested.cut += 1;
            nested.first_cut.get_or_insert(span.source);
        }
        calls.start.push(start);
        calls.end.push(end);
        calls.source.push(span.source);
        calls.function.push(span.function);
        calls.depth.push(open.len() as u32);
        calls.parent.push(open.last().map_or(CallId::NONE, |around| CallId(around.call)));
        calls.subtree_end.push(0);
        open.push(Open { call: id, told: span.depth, end });
    }

    /// Ends what is still open.
    fn finish(self) -> Nested {
        let end = self.calls.len() as u32;
        for Open { call, .. } in self.open {
            self.calls.subtree_end[call as usize] = end;
        }
        self.nested
    }
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
        pre_order(spans, Told::AsEnded, &mut 0, &mut Pace::new(spans.len() as u64, &mut |_, _| ())).spans
    }

    /// As the module's rules say it.
    fn sorted(spans: &[Span]) -> Vec<u32> {
        let mut order: Vec<u32> = (0..spans.len() as u32).collect();
        if emitted_inner_first(spans) {
            order.reverse();
        }
        order.sort_by_key(|&index| (spans[index as usize].start, Reverse(spans[index as usize].end)));
        order
    }

    /// Spans of a tree whose nodes take `steps` of time and have `fans` children each, as they end.
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
        fn any_spans_are_ordered_as_the_rules_say(ranges in prop::collection::vec((0i64..60, 0i64..30), 0..60)) {
            let spans = spans(&ranges);
            prop_assert_eq!(ordered(&spans), sorted(&spans));
        }

        /// A tree whose nodes may take no time: however many begin and end at one instant, it comes out as it went in.
        #[test]
        fn spans_that_tell_their_depth_are_ordered_by_it(nodes in prop::collection::vec((0u32..3, 0i64..3), 1..40)) {
            // Each node as deep as given, or one deeper than the one before it.
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
        fn spans_emitted_on_return_are_ordered_without_sorting(fans in prop::collection::vec((0u8..4, 1i64..3), 1..60)) {
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
