//! Which pairs of an alignment of rows hold, and which give way because more could be paired without them.
//!
//! Two rows are aligned as if calls could only be partners of calls in the same row. Where a frame on one side holds
//! what stands in the row on the other, that leaves much unpaired on both sides, and a cheap call that found a
//! partner between the two keeps them apart: A calls `hint`, `big`; B calls `frame(hint, big)`, `hint`. So stretches
//! of the rows are sought in which giving up the pairs could pay: what is left on both sides of them outweighs what
//! they hold. Whether it does pay is seen by aligning the stretch both ways.

use super::sequence::Item;
use super::slide::ALONE;
use std::ops::Range;

/// Pairs that are looked over from one place.
const FARTHEST: usize = 1 << 6;

/// Calls without partner on both sides, before a pair, and what there is to the pair behind them.
#[derive(Debug, Clone, Copy, Default)]
struct Segment {
    /// Calls between the pair before and this one.
    left: [u64; 2],
    /// Calls that the pair can hold at most; 0 behind the last.
    held: u64,
    /// Calls of the pair that go beyond these.
    beyond: [u64; 2],
}

/// Parts of both rows that could be aligned better than as rows.
pub(super) struct Stretch {
    pub(super) items: [Range<usize>; 2],
    /// The pairs that the rows have there, as places in both.
    pub(super) pairs: Vec<(usize, usize)>,
}

/// Takes pairs out of `to_b` (the place in `b` of the partner of each of `a`) and gives the stretches of both rows
/// that remain to be aligned otherwise, ascending: those with calls on both sides. O(items).
#[inline(never)] // One entry for each row lets a browser optimise it: see `trace::in_blocks`.
pub(super) fn open(a: &[Item], b: &[Item], to_b: &mut [u32]) -> Vec<Stretch> {
    let pairs: Vec<(usize, usize)> =
        to_b.iter().enumerate().filter(|(_, j)| **j != ALONE).map(|(i, &j)| (i, j as usize)).collect();
    let segments = segments(a, b, &pairs);
    let mut open = Vec::new();
    let mut at = 0;
    let mut begin = [0, 0];
    while at < segments.len() {
        let last = worth_opening(&segments, at);
        let end = pairs.get(last).map_or([a.len(), b.len()], |&(i, j)| [i, j]);
        for &(i, _) in &pairs[at..last] {
            to_b[i] = ALONE;
        }
        if begin[0] < end[0] && begin[1] < end[1] {
            let items = [begin[0]..end[0], begin[1]..end[1]];
            open.push(Stretch { items, pairs: pairs[at..last].to_vec() });
        }
        begin = end.map(|end| end + 1);
        at = last + 1;
    }
    open
}

#[inline(never)] // One entry for each row lets a browser optimise it: see `trace::in_blocks`.
fn segments(a: &[Item], b: &[Item], pairs: &[(usize, usize)]) -> Vec<Segment> {
    let mut at = (0, 0);
    let calls = |items: &[Item]| items.iter().map(|item| u64::from(item.size)).sum::<u64>();
    let mut segments: Vec<Segment> = Vec::with_capacity(pairs.len() + 1);
    for &(i, j) in pairs {
        let sizes = [a[i].size, b[j].size].map(u64::from);
        let held = sizes[0].min(sizes[1]);
        let beyond = sizes.map(|size| size - held);
        segments.push(Segment { left: [calls(&a[at.0..i]), calls(&b[at.1..j])], held, beyond });
        at = (i + 1, j + 1);
    }
    segments.push(Segment { left: [calls(&a[at.0..]), calls(&b[at.1..])], ..Segment::default() });
    segments
}

/// The last segment of the stretch from `first` on that is worth opening; `first` where none is.
fn worth_opening(segments: &[Segment], first: usize) -> usize {
    let Segment { left, .. } = segments[first];
    let (mut sums, mut separate, mut held) = (left, left[0].min(left[1]), 0);
    let mut best = (0, first);
    for last in first + 1..segments.len().min(first + FARTHEST) {
        let (pair, here) = (&segments[last - 1], &segments[last]);
        held += pair.held;
        separate += here.left[0].min(here.left[1]);
        for side in [0, 1] {
            sums[side] += pair.beyond[side] + here.left[side];
        }
        let gain = (sums[0].min(sums[1]) - separate).saturating_sub(held);
        if gain > best.0 {
            best = (gain, last);
        }
    }
    best.1
}
