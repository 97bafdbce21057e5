//! Repetitions: blocks of siblings that run several times in a row on one side.

use super::callee_sets::CalleeSets;
use crate::Progress;
use diptych_trace::{CallId, Trace, for_each_block};
use rustc_hash::FxHashMap;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A block of siblings with its copies, which follow each other directly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Repetition {
    /// First call of the first copy.
    pub first: CallId,
    /// Last call of the last copy.
    pub last: CallId,
    /// Number of siblings in a block, 1 to 8.
    pub block: u32,
    /// Number of copies, at least 3.
    pub copies: u32,
}

const LONGEST_BLOCK: usize = 8;
const FEWEST_COPIES: usize = 3;
/// Number of members of two sets together up to which comparing them is faster than looking the result up.
const SMALL: usize = 32;
/// Minimum s at which calls of different classes count as copies.
const ALIKE: f64 = 0.9;

/// Returns all repetitions of a side, among the roots of each lane and the children of each call. Each sibling of a
/// copy has the class of the one a block before it, or s ≥ 0.9 with it. A sibling is in at most one repetition. The one
/// that covers the most siblings comes first, ties go to the shorter block, then to the earlier one. The result is
/// ordered by lane, then caller, then time. O(8 · calls) look-ups. Progress counts calls.
pub fn repetitions(trace: &Trace, sets: &CalleeSets, side: usize, progress: Progress<'_>) -> Vec<Repetition> {
    let calls = trace.calls();
    let mut finder =
        Finder { sets, side, alike: FxHashMap::default(), siblings: Vec::new(), found: Vec::new() };
    for lane in trace.lanes().ids() {
        let own = trace.lanes().calls(lane);
        let mut root = own.start;
        finder.siblings.clear();
        while root < own.end {
            finder.siblings.push(CallId(root));
            root = calls.subtree_end()[root as usize];
        }
        finder.search();
        for_each_block(own.start as usize..own.end as usize, &mut |callers| {
            for caller in callers {
                finder.siblings.clear();
                finder.siblings.extend(calls.children(CallId(caller as u32)));
                finder.search();
                if caller.is_multiple_of(1 << 16) {
                    progress(caller as u64, calls.len() as u64);
                }
            }
        });
    }
    finder.found
}

struct Finder<'a> {
    sets: &'a CalleeSets,
    side: usize,
    /// True for each pair of different classes, the lower first, that are copies of each other.
    alike: FxHashMap<(u32, u32), bool>,
    siblings: Vec<CallId>,
    found: Vec<Repetition>,
}

/// A range of siblings each of which is a copy of the one a block before it. The order of ranges is: most siblings
/// covered, then the shorter block, then the earlier one.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct RepeatedRange {
    covered: usize,
    block: Reverse<usize>,
    from: Reverse<usize>,
    to: usize,
}

impl RepeatedRange {
    /// Creates a range, if it has enough copies.
    fn new(from: usize, to: usize, block: usize) -> Option<Self> {
        let copies = (to - from) / block;
        let stretch = Self { covered: copies * block, block: Reverse(block), from: Reverse(from), to };
        (copies >= FEWEST_COPIES).then_some(stretch)
    }
}

impl Finder<'_> {
    fn search(&mut self) {
        if self.siblings.len() < FEWEST_COPIES {
            return;
        }
        let mut heap = self.stretches();
        let mut taken = vec![false; if heap.is_empty() { 0 } else { self.siblings.len() }];
        let before = self.found.len();
        while let Some(stretch) = heap.pop() {
            let (from, to, block) = (stretch.from.0, stretch.to, stretch.block.0);
            if taken[from..to].contains(&true) {
                // Siblings taken in the meantime cut the range into pieces.
                let pieces = taken[from..to].split(|&taken| taken);
                let mut at = from;
                for piece in pieces {
                    heap.extend(RepeatedRange::new(at, at + piece.len(), block));
                    at += piece.len() + 1;
                }
                continue;
            }
            taken[from..from + stretch.covered].fill(true);
            self.found.push(Repetition {
                first: self.siblings[from],
                last: self.siblings[from + stretch.covered - 1],
                block: block as u32,
                copies: (stretch.covered / block) as u32,
            });
        }
        self.found[before..].sort_by_key(|repetition| repetition.first);
    }

    /// Returns the longest ranges for every block length.
    fn stretches(&mut self) -> BinaryHeap<RepeatedRange> {
        let count = self.siblings.len();
        let mut heap = BinaryHeap::new();
        for block in 1..=LONGEST_BLOCK.min(count / FEWEST_COPIES) {
            let mut from = 0;
            for at in 0..=count - block {
                if at == count - block || !self.are_copies(at, at + block) {
                    heap.extend(RepeatedRange::new(from, at + block, block));
                    from = at + 1;
                }
            }
        }
        heap
    }

    fn are_copies(&mut self, one: usize, other: usize) -> bool {
        let [one, other] = [one, other].map(|place| self.sets.class(self.side, self.siblings[place]));
        if one == other {
            return true;
        }
        let [less, more] = [self.sets.weight(one), self.sets.weight(other)];
        if f64::from(less.min(more)) < ALIKE * f64::from(less.max(more)) {
            return false;
        }
        let sets = self.sets;
        if sets.size(one) + sets.size(other) <= SMALL {
            return sets.similarity(one, other) >= ALIKE;
        }
        let key = (one.min(other), one.max(other));
        *self.alike.entry(key).or_insert_with(|| sets.similarity(one, other) >= ALIKE)
    }
}
