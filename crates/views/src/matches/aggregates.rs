//! Matches of calls too small for a tube: one line a pair of boxes, with their number (TraceDiff IV-B, R4).

use super::MatchContext;
use super::item::Item;
use super::link::{End, Link};
use super::one_to_one::Tubes;
use crate::Correspondence;
use crate::icicle::boxes::{CallBox, Icicle, NO_BOX};
use crate::icicle::plot::Plot;
use diptych_protocol::SideName;
use diptych_scene::Rect;
use diptych_trace::{CallId, Sorting, keep_first_by};
use std::cmp::Reverse;
use std::ops::Range;

/// Most lines drawn at a time, those that stand for most matches.
const MOST_LINES: usize = 1_000;

/// A box in sight: a call, or siblings under a pixel with all they call.
#[derive(Debug, Clone, Copy)]
struct Holder {
    first: u32,
    end: u32,
    rect: Rect,
    /// Place of the innermost box of a call around it, or [`NO_BOX`]; of a call, its own.
    around: u32,
    is_call: bool,
}

impl Holder {
    fn calls(&self) -> Range<u32> {
        self.first..self.end
    }
}

/// Lines for all matches that have no tube and lie in none (what tubes imply is left out even where implied tubes
/// are not: it would be as much as all there is), with the number of matches of each.
pub(super) fn lines(
    context: &MatchContext<'_>,
    correspondence: &Correspondence<'_>,
    tubes: &Tubes<'_>,
) -> Vec<(Link, u64)> {
    let Some(index) = context.input.matches.index else { return Vec::new() };
    let [of_a, mut of_b] = [0, 1].map(|side| holders(context.plots[side], context.icicles[side]));
    of_b.order_by_number(|holder| u64::from(holder.first));
    let ranges: Vec<Range<u32>> = of_b.iter().map(Holder::calls).collect();
    let near = nearest_paired(context, correspondence);
    let is_implied =
        |a: &Holder, call: u32| a.around != NO_BOX && tubes.is_inside(a.around as usize, CallId(call));
    let partner = |call: Option<CallId>| call.and_then(|call| correspondence.partner(SideName::A, call));
    let all_implied = |a: &Holder, paired: u64| {
        // Of calls that did not move the nearest paired callers are partners: they follow the one around them.
        let near = partner(near.get(a.around as usize).and_then(|call| call.some()));
        if index.moved(&a.calls()) == 0 {
            return near.is_some_and(|near| is_implied(a, near.0));
        }
        let tube = tubes.around.get(a.around as usize);
        let tube = tube.and_then(|&around| context.icicles[0].calls.get(around as usize));
        partner(tube.map(|tube| tube.call)).is_some_and(|partner| {
            index.count(&a.calls(), &context.plots[1].trace.calls().subtree(partner)) == paired
        })
    };
    let mut found: Vec<(u32, u32, u64)> = Vec::new();
    for (place, a) in (0u32..).zip(&of_a) {
        if a.is_call {
            if tubes.is_drawn(a.around) {
                continue;
            }
            let partner = correspondence.partner(SideName::A, CallId(a.first));
            let Some(partner) = partner.filter(|partner| !is_implied(a, partner.0)) else { continue };
            let other = ranges.partition_point(|range| range.end <= partner.0);
            if ranges.get(other).is_some_and(|range| range.start <= partner.0) {
                found.push((place, other as u32, 1));
            }
            continue;
        }
        let paired = index.paired(&a.calls());
        if paired > 0 && !all_implied(a, paired) {
            index.spread(&a.calls(), &ranges, &mut |other, count| {
                if !is_implied(a, ranges[other].start) {
                    found.push((place, other as u32, count));
                }
            });
        }
    }
    let key = |&(a, b, count): &(u32, u32, u64)| (Reverse(count), of_a[a as usize].first, b);
    keep_first_by(&mut found, MOST_LINES, |one, other| key(one).cmp(&key(other)));
    found.order_by_key(key);
    let line = |(a, b, count): (u32, u32, u64)| {
        (line(context, tubes, [&of_a[a as usize], &of_b[b as usize]], count), count)
    };
    found.into_iter().map(line).collect()
}

/// Of each box of a call of A the innermost call that has a partner, of it and the boxes around it.
fn nearest_paired(context: &MatchContext<'_>, correspondence: &Correspondence<'_>) -> Vec<CallId> {
    let boxes = &context.icicles[0].calls;
    let mut near: Vec<CallId> = Vec::with_capacity(boxes.len());
    for holder in boxes {
        let own = correspondence.partner(SideName::A, holder.call).map(|_| holder.call);
        let above = near.get(holder.caller as usize).copied().unwrap_or(CallId::NONE);
        near.push(own.unwrap_or(above));
    }
    near
}

/// The boxes of a side that are in sight.
fn holders(plot: &Plot<'_>, icicle: &Icicle) -> Vec<Holder> {
    let pane = plot.placement.plot;
    let calls = (0u32..).zip(&icicle.calls).filter(|(_, call)| call.in_sight);
    let calls = calls.map(|(around, &CallBox { call: CallId(first), rect, .. })| Holder {
        first,
        end: first + 1,
        rect,
        around,
        is_call: true,
    });
    let merged = icicle.merged.iter().map(|merged| Holder {
        first: merged.first.0,
        end: merged.end,
        rect: merged.rect,
        around: merged.caller,
        is_call: false,
    });
    calls.chain(merged).filter(|holder| holder.rect.intersect(pane).is_some()).collect()
}

fn line(context: &MatchContext<'_>, tubes: &Tubes<'_>, boxes: [&Holder; 2], count: u64) -> Link {
    let end = |side: usize| {
        let (plot, holder) = (context.plots[side], boxes[side]);
        let first = CallId(holder.first);
        if holder.is_call {
            End::of_call(plot, first, holder.rect)
        } else {
            End::of_aggregate(plot, first, holder.rect)
        }
    };
    let ends = [end(0), end(1)];
    let calls = ends.map(|end| end.call);
    let root = tubes.root(calls);
    Link {
        item: Item::MatchBundle {
            a: [calls[0], CallId(boxes[0].end)],
            b: [calls[1], CallId(boxes[1].end)],
            count,
            similarity: count as f64,
        },
        ends,
        // No match around both: it lies in no group.
        root: if root == calls { [CallId::NONE; 2] } else { root },
        similarity: None,
        importance: f64::from(ends[0].width.min(ends[1].width)).min(1.0) * 1e-6 * count as f64,
    }
}
