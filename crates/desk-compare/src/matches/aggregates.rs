//! Lines for matches of calls too small for a tube: one line for each pair of boxes, with its number of matches
//! (TraceDiff IV-B, R4).

use super::context::MatchContext;
use super::item::Item;
use super::link::{End, Link};
use diptych_protocol::SideName;
use diptych_scene::Rect;
use diptych_trace::{CallId, Sorting};
use diptych_views::icicle::{
    boxes::{BoxPlace, CallBox, Icicle, MergedBox, NO_BOX},
    plot::Plot,
};
use diptych_views::{Correspondence, leading};
use std::ops::Range;

/// Largest number of lines drawn at a time. The lines with the most matches are preferred.
const MOST_LINES: usize = 1_000;

/// The tubes that are drawn. Matches inside them have no line.
pub(super) trait TubesAround {
    /// True if matches inside two partners that did not move lie in each other, call by call.
    const IS_NESTED: bool;

    /// Returns true if a call box of A has a tube, or lacks one because it is a frame.
    fn is_drawn(&self, place: u32) -> bool;

    /// Returns true if a tube at or around a call box of A leads to a call at or around `call` of B.
    fn is_inside(&self, place: u32, call: CallId) -> bool;

    /// Returns the only subtree of B that the innermost tubes at or around a call box lead to.
    fn reached_from(&self, place: u32) -> Option<Range<u32>>;

    /// Returns the root of the group of a match; the match itself if it is in no group.
    fn root(&self, calls: [CallId; 2]) -> [CallId; 2];
}

/// A box: one call, or siblings under a pixel with all their callees.
#[derive(Debug, Clone, Copy)]
struct LineBox {
    first: u32,
    end: u32,
    rect: Rect,
    /// Index of the innermost call box around it, or [`NO_BOX`]. For a call, the index of its own box.
    around: u32,
    is_call: bool,
}

impl LineBox {
    fn new(icicle: &Icicle, place: BoxPlace) -> Self {
        match place {
            BoxPlace::Call(around) => {
                let CallBox { call: CallId(first), rect, .. } = icicle.calls[around as usize];
                Self { first, end: first + 1, rect, around, is_call: true }
            }
            BoxPlace::Merged(place) => {
                let MergedBox { first: CallId(first), end, rect, caller } = icicle.merged[place as usize];
                Self { first, end, rect, around: caller, is_call: false }
            }
        }
    }

    fn calls(&self) -> Range<u32> {
        self.first..self.end
    }
}

/// Returns lines for all matches that have no tube and lie inside none, with the number of matches of each line.
/// Matches inside a tube have no line even where all implied tubes are drawn, because these lines would cover the
/// picture.
pub(super) fn lines<T: TubesAround>(
    context: &MatchContext<'_>,
    correspondence: &Correspondence<'_>,
    tubes: &T,
) -> Vec<(Link, u64)> {
    let Some(index) = context.input.matches.index else { return Vec::new() };
    let of_b = holders(context.plots[1], context.icicles[1]);
    let ranges: Vec<Range<u32>> = of_b.iter().map(LineBox::calls).collect();
    let partners = &correspondence.alignment.sides[0].partner;
    let near = ImpliedBoxes::new(context, partners, tubes);
    let is_implied = |a: &LineBox, call: u32| a.around != NO_BOX && tubes.is_inside(a.around, CallId(call));
    let all_implied = |a: &LineBox| {
        // If no call moved, the nearest paired callers are partners, so the matches follow the caller's match.
        if T::IS_NESTED && index.count_moved(&a.calls()) == 0 {
            return near.implied.get(a.around as usize).is_some_and(|&is_implied| is_implied);
        }
        let reached = (a.around != NO_BOX).then(|| tubes.reached_from(a.around)).flatten();
        reached.is_some_and(|reached| index.count(&a.calls(), &reached) == index.count_paired(&a.calls()))
    };
    let (mut found, mut few): (Vec<(LineBox, u32, u64)>, Vec<u32>) = (Vec::new(), Vec::new());
    for a in in_sight(context.plots[0], context.icicles[0]) {
        if a.is_call {
            let partner = partners[a.first as usize];
            if partner == CallId::NONE || tubes.is_drawn(a.around) || is_implied(&a, partner.0) {
                continue;
            }
            let other = ranges.partition_point(|range| range.end <= partner.0);
            let holds = ranges.get(other).is_some_and(|range| range.start <= partner.0);
            // Two calls with boxes of their own that are similar either have a tube or lie inside one.
            if holds && (T::IS_NESTED || !of_b[other].is_call) {
                found.push((a, other as u32, 1));
            }
        } else if !all_implied(&a) {
            let mut add = |other: usize, count: u64| {
                if !is_implied(&a, ranges[other].start) {
                    found.push((a, other as u32, count));
                }
            };
            if a.calls().len() > FEW {
                index.spread(&a.calls(), &ranges, &mut add);
            } else {
                few.clear();
                let partners = &partners[a.first as usize..a.end as usize];
                few.extend(partners.iter().filter_map(|partner| partner.some()).map(|partner| partner.0));
                spread_few(&mut few, &ranges, &mut add);
            }
        }
    }
    // Largest counts first, hence the complement. Ties are broken by the position in A, then in B: the lines of one box
    // of A already lie in the order of B's boxes.
    let number = |&(a, _, count): &(LineBox, u32, u64)| {
        u64::from(!u32::try_from(count).unwrap_or(u32::MAX)) << 32 | u64::from(a.first)
    };
    found.order_by_key(number);
    found.truncate(MOST_LINES);
    let line =
        |(a, b, count): (LineBox, u32, u64)| (line(context, tubes, [&a, &of_b[b as usize]], count), count);
    found.into_iter().map(line).collect()
}

/// Ranges of at most this many calls are counted call by call instead of with the index.
const FEW: usize = 128;

/// Does the work of [`MatchIndex::spread`] for calls with these partners. Sorts `partners`.
fn spread_few(partners: &mut [u32], ranges: &[Range<u32>], out: &mut impl FnMut(usize, u64)) {
    sort_few(partners);
    let (mut left, mut place) = (&*partners, 0);
    while let [first, ..] = left {
        place += leading(&ranges[place..], |range| range.end <= *first);
        let Some(range) = ranges.get(place) else { return };
        let before = leading(left, |&partner| partner < range.start);
        let count = leading(&left[before..], |&partner| partner < range.end);
        if count > 0 {
            out(place, count as u64);
        }
        left = &left[before + count..];
    }
}

/// Sorts a short slice that is nearly in order, by insertion.
fn sort_few(numbers: &mut [u32]) {
    for end in 1..numbers.len() {
        let mut at = end;
        while at > 0 && numbers[at - 1] > numbers[at] {
            numbers.swap(at - 1, at);
            at -= 1;
        }
    }
}

/// For each call box of A, facts about the innermost call at or around it that has a partner.
struct ImpliedBoxes {
    /// True if a tube at or around the box leads to a call at or around that call's partner.
    implied: Vec<bool>,
}

impl ImpliedBoxes {
    fn new(context: &MatchContext<'_>, partners: &[CallId], tubes: &impl TubesAround) -> Self {
        let boxes = &context.icicles[0].calls;
        let (mut nearest, mut implied) = (Vec::with_capacity(boxes.len()), Vec::with_capacity(boxes.len()));
        for (place, holder) in (0u32..).zip(boxes) {
            let above = || nearest.get(holder.caller as usize).copied().unwrap_or(CallId::NONE);
            let near: CallId = partners[holder.call.index()].some().unwrap_or_else(above);
            implied.push(near != CallId::NONE && tubes.is_inside(place, near));
            nearest.push(near);
        }
        Self { implied }
    }
}

/// Returns the boxes of a side that are in sight. They are in the order of their calls if the lanes are.
fn in_sight<'a>(plot: &Plot<'_>, icicle: &'a Icicle) -> impl Iterator<Item = LineBox> + use<'a> {
    let pane = plot.placement.plot;
    let holders = icicle.in_order.iter().map(|&place| LineBox::new(icicle, place));
    holders.filter(move |holder| holder.rect.overlaps(pane))
}

/// Returns the boxes in sight of the other side that hold the partner of a call of a range. A partner under a pixel is
/// held by the box that it was merged into. O(boxes · log calls).
pub(super) fn partner_boxes(context: &MatchContext<'_>, side: SideName, calls: &Range<u32>) -> Vec<Rect> {
    let (Some(index), other) = (context.input.matches.index, side.other().index()) else { return Vec::new() };
    let has_partner = |holder: &LineBox| match side {
        SideName::A => index.count(calls, &holder.calls()) > 0,
        SideName::B => index.count(&holder.calls(), calls) > 0,
    };
    let boxes = in_sight(context.plots[other], context.icicles[other]);
    boxes.filter(has_partner).map(|holder| holder.rect).collect()
}

/// Returns the boxes of a side that are in sight, in the order of their calls.
fn holders(plot: &Plot<'_>, icicle: &Icicle) -> Vec<LineBox> {
    let mut holders: Vec<LineBox> = in_sight(plot, icicle).collect();
    if !holders.is_sorted_by_key(|holder| holder.first) {
        holders.order_by_key(|holder| holder.first);
    }
    holders
}

fn line(context: &MatchContext<'_>, tubes: &impl TubesAround, boxes: [&LineBox; 2], count: u64) -> Link {
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
            count: u32::try_from(count).unwrap_or(u32::MAX),
        },
        ends,
        // A line without a match around both its ends belongs to no group.
        root: if root == calls { [CallId::NONE; 2] } else { root },
        similarity: None,
        importance: f64::from(ends[0].width.min(ends[1].width)).min(1.0) * 1e-6 * count as f64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_testkit::Rng;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn spread_few_equals_counting_each_range(seed: u64, calls in 0u64..40, boxes in 0u64..12, is_sorted: bool) {
            let mut rng = Rng::new(seed);
            let mut partners: Vec<u32> = (0..calls).map(|_| rng.below(60) as u32).collect();
            if is_sorted {
                partners.sort_unstable();
            }
            let mut at = 0;
            let ranges: Vec<Range<u32>> = (0..boxes)
                .map(|_| {
                    let start = at + rng.below(5) as u32;
                    at = start + 1 + rng.below(8) as u32;
                    start..at
                })
                .collect();
            let count = |range: &Range<u32>| partners.iter().filter(|partner| range.contains(partner)).count() as u64;
            let all = ranges.iter().map(count).enumerate().filter(|(_, count)| *count > 0);
            let expected: Vec<(usize, u64)> = all.collect();
            let mut found = Vec::new();
            spread_few(&mut partners, &ranges, &mut |place, count| found.push((place, count)));
            prop_assert_eq!(found, expected);
        }
    }
}
