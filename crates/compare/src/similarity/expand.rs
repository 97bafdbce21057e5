//! Matched calls one by one, for what is on screen.

use super::Matches;
use super::viewport::Viewport;
use diptych_trace::CallId;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// A match (f, g) of two calls.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MatchedCalls {
    /// Call f of A and call g of B.
    pub calls: [CallId; 2],
    /// Similarity s(f, g).
    pub similarity: f32,
    /// Importance s · min(width of f, width of g), in pixels.
    pub importance: f64,
}

/// The most important matches of a viewport.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct VisibleMatches {
    /// Matches by descending importance, then by call of A, then of B.
    pub matches: Vec<MatchedCalls>,
    /// Number of matches between calls that are wide enough, listed or not.
    pub total: u64,
}

/// Returns at most `limit` matches between calls that touch their windows and are wide enough, the most important
/// first. O(calls of the lanes + class pairs seen + limit · log class pairs). Only matches that are listed are ever
/// created. Among equally important matches at the limit, whole blocks come in the order of their classes.
pub fn expand(matches: Matches<'_>, viewport: Viewport, limit: usize) -> VisibleMatches {
    let [a, b] = [0, 1].map(|side| ByClass::new(matches, side, viewport));
    let (mut total, mut number) = (0, 0);
    let mut cursors: Vec<Cursor<'_>> = Vec::new();
    for (class_a, of_a) in a.iter() {
        for (class_b, s) in matches.similarity.partners(0, class_a).iter() {
            let of_b = b.get(class_b);
            total += of_a.len() as u64 * of_b.len() as u64;
            if limit > 0 {
                cursors.extend(Cursor::new([of_a, of_b], s, number));
                number += 1;
            }
            if cursors.len() > 4 * limit {
                keep_first(&mut cursors, limit);
            }
        }
    }
    keep_first(&mut cursors, limit);
    let mut heap = BinaryHeap::from(cursors);
    let mut listed: Vec<MatchedCalls> = Vec::new();
    while let Some(mut cursor) = heap.pop() {
        let tied = listed.last().is_some_and(|last| last.importance <= cursor.importance);
        if listed.len() >= limit && !(tied && listed.len() < limit + MOST_TIES) {
            break;
        }
        cursor.list(&mut listed);
        if cursor.advance() {
            heap.push(cursor);
        }
    }
    // They were found in descending order of importance, so equal ones are neighbours.
    for equal in listed.chunk_by_mut(|one, next| one.importance.to_bits() == next.importance.to_bits()) {
        equal.sort_by_key(|found| found.calls);
    }
    listed.truncate(limit);
    VisibleMatches { matches: listed, total }
}

/// Drops cursors that cannot be reached: `limit` others are more important, and each of those lists at least one match.
fn keep_first(cursors: &mut Vec<Cursor<'_>>, limit: usize) {
    if cursors.len() > limit {
        let mut importances: Vec<f64> = cursors.iter().map(|cursor| cursor.importance).collect();
        let (_, &mut least, _) = importances.select_nth_unstable_by(limit - 1, |x, y| y.total_cmp(x));
        cursors.retain(|cursor| cursor.importance >= least);
    }
}

/// Maximum number of ties at the limit that are sorted together with those before it.
const MOST_TIES: usize = 1 << 16;

/// A call with its width.
type Wide = (f64, CallId);

/// The visible calls of each class, widest first.
struct ByClass {
    calls: Vec<Wide>,
    /// Range of each class in `calls`.
    places: Vec<(u32, u32)>,
}

impl ByClass {
    fn new(matches: Matches<'_>, side: usize, viewport: Viewport) -> Self {
        let (trace, window) = (matches.pair.traces[side], viewport.windows[side]);
        let class = |call: CallId| matches.sets.class(side, call);
        let visible = window.visible(trace, viewport.least_px);
        let wide = |call| (window.px(trace.calls().duration(call)), call);
        let mut calls: Vec<Wide> = visible.into_iter().map(wide).collect();
        // The calls are in order of id, and the stable sort keeps equally wide calls of a class in that order.
        calls.sort_by_key(|&(_, call)| (class(call), Reverse(trace.calls().duration(call))));
        let mut places = vec![(0, 0); matches.sets.len()];
        let mut from = 0;
        for of_class in calls.chunk_by(|one, next| class(one.1) == class(next.1)) {
            let to = from + of_class.len() as u32;
            places[class(of_class[0].1) as usize] = (from, to);
            from = to;
        }
        Self { calls, places }
    }

    fn get(&self, class: u32) -> &[Wide] {
        let (from, to) = self.places[class as usize];
        &self.calls[from as usize..to as usize]
    }

    fn iter(&self) -> impl Iterator<Item = (u32, &[Wide])> {
        (0..self.places.len() as u32)
            .map(|class| (class, self.get(class)))
            .filter(|(_, places)| !places.is_empty())
    }
}

/// The matches of one class pair by descending importance, in blocks. The calls of both classes are taken widest first.
/// Each call taken makes a block with all calls of the other side that were taken before, because those are at least as
/// wide.
struct Cursor<'a> {
    calls: [&'a [Wide]; 2],
    similarity: f32,
    number: u32,
    taken: [usize; 2],
    /// Side that the last call was taken from.
    side: usize,
    importance: f64,
}

impl<'a> Cursor<'a> {
    /// Creates a cursor at its first block, or returns `None` if it has no blocks.
    fn new(calls: [&'a [Wide]; 2], similarity: f32, number: u32) -> Option<Self> {
        let mut cursor = Self { calls, similarity, number, taken: [0, 0], side: 0, importance: 0.0 };
        (calls.iter().all(|calls| !calls.is_empty()) && cursor.advance()).then_some(cursor)
    }

    /// Moves to the next call that makes a block.
    fn advance(&mut self) -> bool {
        loop {
            let [a, b] = [0, 1].map(|side| self.calls[side].get(self.taken[side]));
            let (side, width) = match (a, b) {
                (Some(&(a, _)), Some(&(b, _))) if b > a => (1, b),
                (Some(&(a, _)), _) => (0, a),
                (None, Some(&(b, _))) => (1, b),
                (None, None) => return false,
            };
            self.side = side;
            self.taken[side] += 1;
            self.importance = f64::from(self.similarity) * width;
            if self.taken[1 - side] > 0 {
                return true;
            }
        }
    }

    /// Lists the current block.
    fn list(&self, listed: &mut Vec<MatchedCalls>) {
        let (_, taken) = self.calls[self.side][self.taken[self.side] - 1];
        let others = &self.calls[1 - self.side][..self.taken[1 - self.side]];
        listed.extend(others.iter().map(|&(_, other)| {
            let calls = if self.side == 0 { [taken, other] } else { [other, taken] };
            MatchedCalls { calls, similarity: self.similarity, importance: self.importance }
        }));
    }
}

impl Ord for Cursor<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.importance.total_cmp(&other.importance).then_with(|| other.number.cmp(&self.number))
    }
}

impl PartialOrd for Cursor<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Cursor<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Cursor<'_> {}
