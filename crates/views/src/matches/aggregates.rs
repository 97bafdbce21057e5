//! Matches of calls too small for a tube: one line a pair of boxes, with their number (TraceDiff IV-B, R4).

use super::link::{End, Link};
use super::one_to_one::Tubes;
use super::{Stage, index::MatchIndex};
use crate::pair::icicle::{Icicle, NO_BOX};
use crate::pair::plot::Plot;
use crate::{Correspondence, Item};
use diptych_protocol::SideName;
use diptych_scene::Rect;
use diptych_trace::{CallId, Sorting};
use std::cmp::Reverse;
use std::ops::Range;

/// Most lines drawn at a time, those that stand for most matches.
const MOST_LINES: usize = 1_000;

/// A box in sight: a call, or siblings under a pixel with all they call.
#[derive(Debug, Clone)]
struct Holder {
    calls: Range<u32>,
    rect: Rect,
    /// Place of the innermost box of a call around it, or [`NO_BOX`]; of a call, its own.
    around: u32,
    is_call: bool,
}

/// Lines for all matches that have no tube and lie in none, with the number of matches of each.
pub(super) fn lines(stage: &Stage<'_>, known: &Correspondence<'_>, tubes: &Tubes<'_>) -> Vec<(Link, u64)> {
    let Some(index) = stage.input.matches.index else { return Vec::new() };
    let [of_a, of_b] = [0, 1].map(|side| holders(stage.plots[side], stage.icicles[side]));
    let ranges: Vec<Range<u32>> = of_b.iter().map(|holder| holder.calls.clone()).collect();
    let mut found: Vec<(usize, usize, u64)> = Vec::new();
    let told = |a: &Holder, call: CallId| {
        a.around != NO_BOX && !stage.input.matches.state.implied && tubes.is_inside(a.around as usize, call)
    };
    for (place, a) in of_a.iter().enumerate() {
        if all_told(stage, known, tubes, index, a) {
            continue;
        }
        index.spread(&a.calls, &ranges, &mut |other, count| {
            let b = &of_b[other];
            let is_tube = a.is_call && b.is_call && tubes.is_tube(a.around);
            if !is_tube && !told(a, CallId(b.calls.start)) {
                found.push((place, other, count));
            }
        });
    }
    found.order_by_key(|&(a, b, count)| (Reverse(count), a, b));
    found.truncate(MOST_LINES);
    let line = |(a, b, count): (usize, usize, u64)| (line(stage, tubes, [&of_a[a], &of_b[b]], count), count);
    found.into_iter().map(line).collect()
}

/// Whether everything in a box leads into the tube that is innermost around it.
fn all_told(
    stage: &Stage<'_>,
    known: &Correspondence<'_>,
    tubes: &Tubes<'_>,
    index: &MatchIndex,
    a: &Holder,
) -> bool {
    let paired = index.paired(&a.calls);
    if paired == 0 || stage.input.matches.state.implied || a.around == NO_BOX {
        return paired == 0;
    }
    let around = tubes.around[a.around as usize];
    let boxes = &stage.icicles[0].calls;
    let partner = boxes.get(around as usize).and_then(|around| known.partner(SideName::A, around.call));
    partner.is_some_and(|partner| {
        index.count(&a.calls, &stage.plots[1].trace.calls().subtree(partner)) == paired
    })
}

/// The boxes of a side that are in sight, ascending by call.
fn holders(plot: &Plot<'_>, icicle: &Icicle) -> Vec<Holder> {
    let pane = plot.placement.plot;
    let calls = (0u32..).zip(&icicle.calls).filter(|(_, call)| call.in_sight).filter_map(|(place, call)| {
        let rect = plot.rect(call.call)?;
        Some(Holder { calls: call.call.0..call.call.0 + 1, rect, around: place, is_call: true })
    });
    let merged = icicle.merged.iter().map(|merged| Holder {
        calls: merged.first.0..merged.end,
        rect: merged.rect,
        around: merged.caller,
        is_call: false,
    });
    let mut all: Vec<Holder> =
        calls.chain(merged).filter(|holder| holder.rect.intersect(pane).is_some()).collect();
    all.order_by_key(|holder| holder.calls.start);
    all
}

fn line(stage: &Stage<'_>, tubes: &Tubes<'_>, boxes: [&Holder; 2], count: u64) -> Link {
    let end = |side: usize| {
        let (plot, holder) = (stage.plots[side], boxes[side]);
        let first = CallId(holder.calls.start);
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
            a: [calls[0], CallId(boxes[0].calls.end)],
            b: [calls[1], CallId(boxes[1].calls.end)],
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
