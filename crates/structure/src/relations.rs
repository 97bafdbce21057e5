//! Relations: callers, callees and the number of calls within a window of the sequence.

use crate::{CallSequence, NodeId, VisibleElements};
use diptych_trace::{Calls, Sorting};
use std::ops::Range;

/// The calls of one caller to one callee in a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Number of calls.
    pub calls: u64,
    /// Sum of their starts in ticks. The mean start is the colour of the temporal mode.
    pub start_sum: i128,
}

impl Tally {
    fn add(&mut self, other: Self) {
        self.calls += other.calls;
        self.start_sum += other.start_sum;
    }

    /// Returns the mean start of the calls in ticks.
    pub fn mean_start(&self) -> f64 {
        self.start_sum as f64 / self.calls.max(1) as f64
    }
}

/// The calls from one shown element to another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Relation {
    /// Index of the caller in [`VisibleElements::elements`].
    pub caller: u32,
    /// Index of the callee. Equal to `caller` for calls within an element, which are drawn as a loop.
    pub callee: u32,
    /// Calls in the window.
    pub tally: Tally,
}

/// The calls from one shown element to another, on both sides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RelationOfPair {
    /// Index of the caller in [`VisibleElements::elements`].
    pub caller: u32,
    /// Index of the callee in [`VisibleElements::elements`].
    pub callee: u32,
    /// Calls in A's window and in B's; no calls if only the other side has the relation.
    pub tallies: [Tally; 2],
}

impl RelationOfPair {
    /// Returns the calls of B less those of A.
    pub fn change(&self) -> i64 {
        self.tallies[1].calls as i64 - self.tallies[0].calls as i64
    }
}

/// Counts of relations at checkpoints of the sequence. The counts of any window are the difference of two.
///
/// With P pairs of functions there is a checkpoint every 8·P lines, but at least 4,096. So checkpoints take at most 4
/// bytes a call, and a window costs O(P) and the lines between its ends and the nearest checkpoints.
#[derive(Debug, Clone)]
pub struct WindowCounts {
    /// Number of lines between two checkpoints.
    block: usize,
    /// Counts of the first `place · block` lines: `checkpoints[place · pairs + pair]`.
    checkpoints: Vec<Tally>,
}

/// Smallest number of lines between two checkpoints.
const LEAST_BLOCK: usize = 4_096;

impl WindowCounts {
    /// Counts all lines. O(lines + pairs · checkpoints).
    pub fn new(sequence: &CallSequence, calls: &Calls) -> Self {
        Self::with_block(sequence, calls, LEAST_BLOCK.max(8 * sequence.pairs().len()))
    }

    fn with_block(sequence: &CallSequence, calls: &Calls, block: usize) -> Self {
        let mut counts = vec![Tally::default(); sequence.pairs().len()];
        let mut checkpoints = counts.clone();
        let whole_blocks = sequence.len() / block;
        for place in 0..whole_blocks {
            count(&mut counts, sequence, calls, place * block..(place + 1) * block);
            checkpoints.extend_from_slice(&counts);
        }
        Self { block, checkpoints }
    }

    /// Returns the calls in a window for each of [`CallSequence::pairs`]. Sequence and calls must be those of
    /// [`Self::new`].
    pub fn window(&self, sequence: &CallSequence, calls: &Calls, lines: Range<usize>) -> Vec<Tally> {
        let lines = lines.start.min(sequence.len())..lines.end.min(sequence.len());
        let mut counts = vec![Tally::default(); sequence.pairs().len()];
        let [first, last] = [lines.start.div_ceil(self.block), lines.end / self.block];
        if first >= last {
            count(&mut counts, sequence, calls, lines);
            return counts;
        }
        let pairs = counts.len();
        let at = |place: usize| &self.checkpoints[place * pairs..(place + 1) * pairs];
        for ((tally, from), to) in counts.iter_mut().zip(at(first)).zip(at(last)) {
            *tally = Tally { calls: to.calls - from.calls, start_sum: to.start_sum - from.start_sum };
        }
        count(&mut counts, sequence, calls, lines.start..first * self.block);
        count(&mut counts, sequence, calls, last * self.block..lines.end);
        counts
    }
}

fn count(counts: &mut [Tally], sequence: &CallSequence, calls: &Calls, lines: Range<usize>) {
    for (&pair, &call) in sequence.pair()[lines.clone()].iter().zip(&sequence.calls()[lines]) {
        counts[pair as usize].add(Tally { calls: 1, start_sum: calls.start()[call.index()].into() });
    }
}

/// Returns the calls of a window between shown elements, by caller and callee. `counts` is by pair. O(pairs, and
/// sorting them).
pub fn relations(pairs: &[(NodeId, NodeId)], counts: &[Tally], shown: &VisibleElements) -> Vec<Relation> {
    let mut relations: Vec<Relation> = pairs
        .iter()
        .zip(counts)
        .filter(|(_, tally)| tally.calls > 0)
        .filter_map(|(&(caller, callee), &tally)| {
            // A function always lies in a shown element.
            let (caller, callee) = (shown.place(caller)? as u32, shown.place(callee)? as u32);
            Some(Relation { caller, callee, tally })
        })
        .collect();
    relations.order_by_key(|it| (it.caller, it.callee));
    relations.dedup_by(|next, kept| {
        let same = (next.caller, next.callee) == (kept.caller, kept.callee);
        if same {
            kept.tally.add(next.tally);
        }
        same
    });
    relations
}

/// Merges the relations of both sides, by caller and callee. Both lists come from [`relations`] with one [`VisibleElements`].
/// O(relations).
pub fn relations_of_pair(a: &[Relation], b: &[Relation]) -> Vec<RelationOfPair> {
    let key = |it: &Relation| (it.caller, it.callee);
    let (mut a, mut b) = (a.iter().peekable(), b.iter().peekable());
    let mut both = Vec::with_capacity(a.len().max(b.len()));
    loop {
        let (left, right) = (a.peek().map(|&it| key(it)), b.peek().map(|&it| key(it)));
        let Some((caller, callee)) = [left, right].into_iter().flatten().min() else { return both };
        let mut of_side = |is_here: bool, side: usize| {
            let next = if !is_here {
                None
            } else if side == 0 {
                a.next()
            } else {
                b.next()
            };
            next.map_or(Tally::default(), |it| it.tally)
        };
        let here = [left, right].map(|it| it == Some((caller, callee)));
        let tallies = [of_side(here[0], 0), of_side(here[1], 1)];
        both.push(RelationOfPair { caller, callee, tallies });
    }
}

/// Returns the relations with at most so many calls, the fewest first, then by caller and callee.
pub fn rare(relations: &[Relation], at_most: u64) -> Vec<Relation> {
    let mut rare: Vec<Relation> =
        relations.iter().copied().filter(|relation| relation.tally.calls <= at_most).collect();
    rare.order_by_key(|relation| (relation.tally.calls, relation.caller, relation.callee));
    rare
}
