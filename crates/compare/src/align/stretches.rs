//! The search for stretches of a plain alignment that could pair more calls if they gave up their pairs.
//!
//! Two rows are aligned as if calls could only have partners in the same row. This leaves many calls unpaired on both
//! sides if a frame on one side encloses calls that the other side has in the row itself. A cheap call may then pair
//! across the frame and separate them: A calls `hint`, `big`, and B calls `frame(hint, big)`, `hint`.
//!
//! So this module looks for stretches of the rows in which giving up the pairs could pay. There the calls unpaired on
//! both sides outnumber the calls that the pairs hold. Aligning the stretch both ways then shows if it does pay.

use super::sequence::Item;
use super::slide::ALONE;
use std::ops::Range;

/// Number of pairs that the search for a stretch looks ahead.
const FARTHEST: usize = 1 << 6;

/// The unpaired calls of both sides before a pair, and the pair itself.
#[derive(Debug, Clone, Copy, Default)]
struct Segment {
    /// Number of calls on each side between the previous pair and this one.
    left: [u64; 2],
    /// Maximum number of calls that the pair can hold, or 0 after the last pair.
    held: u64,
    /// Number of calls on each side of the pair that exceed `held`.
    beyond: [u64; 2],
}

/// Parts of both rows that could be aligned better across layers.
pub(super) struct AlignableParts {
    pub(super) items: [Range<usize>; 2],
    /// The pairs of the plain alignment in this stretch, as indices into both rows.
    pub(super) pairs: Vec<(usize, usize)>,
}

/// Removes pairs from `to_b`, which holds the index in `b` of the partner of each item of `a`. Returns the stretches of
/// both rows that remain to be aligned across layers, ascending. Each has calls on both sides. O(items).
#[inline(never)] // One entry for each row lets a browser optimise it: see `trace::for_each_block`.
pub(super) fn open(a: &[Item], b: &[Item], to_b: &mut [u32]) -> Vec<AlignableParts> {
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
            open.push(AlignableParts { items, pairs: pairs[at..last].to_vec() });
        }
        begin = end.map(|end| end + 1);
        at = last + 1;
    }
    open
}

#[inline(never)] // One entry for each row lets a browser optimise it: see `trace::for_each_block`.
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

/// Returns the last segment of the stretch from `first` on that is most worth opening, or `first` if none is.
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
        // Calls between the same two pairs can pair anyway, so `separate` is no gain.
        let gain = (sums[0].min(sums[1]) - separate).saturating_sub(held);
        if gain > best.0 {
            best = (gain, last);
        }
    }
    best.1
}
