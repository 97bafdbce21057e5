//! Counts the matched calls of a range of A whose partner lies in a range of B, for any two ranges.
//!
//! The index is a wavelet matrix (Claude, Navarro and Ordóñez, 2015) over the partners of A's calls. It has one row of
//! bits for each bit of a call id, highest first. Each row holds the partners in the order that the rows before it
//! sorted them into. Boxes of calls under a pixel are ranges of ids, so the matches between two boxes are counted
//! without visiting a call.

use diptych_compare::align::{Alignment, Kind};
use diptych_trace::{CallId, for_each_block};
use std::ops::Range;

/// Counts the matches between ranges of calls. Built once per alignment in O(calls · log calls). Takes about 3 bits for
/// each call and bit of a call id, which is 8 MB for a million calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchIndex {
    /// Set for the calls of A that have a partner.
    paired: Bits,
    /// Set for the calls of A that moved.
    moved: Bits,
    /// Bits of the partners, highest first.
    levels: Vec<Level>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Level {
    ones: Bits,
    /// Number of bits that are 0, which is where the numbers with a 1 begin on the next level.
    zeros: u32,
}

impl Level {
    /// Records one bit of every number and moves the numbers with a 0 before those with a 1, keeping the order. `high`
    /// is scratch space as long as `numbers`. One pass without a branch.
    fn split(numbers: &mut [u32], high: &mut [u32], bit: u32) -> Self {
        let (mut zeros, mut ones) = (0, 0);
        let bits = Bits::new(numbers.len(), |at| {
            let number = numbers[at];
            let is_set = number >> bit & 1;
            numbers[zeros] = number;
            high[ones] = number;
            ones += is_set as usize;
            zeros += 1 - is_set as usize;
            is_set == 1
        });
        numbers[zeros..].copy_from_slice(&high[..ones]);
        Self { ones: bits, zeros: zeros as u32 }
    }
}

/// A bit vector with the number of set bits before each word.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Bits {
    words: Vec<u64>,
    before: Vec<u32>,
}

impl Bits {
    /// Calls `is_set` once for each position, ascending.
    fn new(len: usize, mut is_set: impl FnMut(usize) -> bool) -> Self {
        let mut words = Vec::with_capacity(len / 64 + 1);
        for_each_block(0..len / 64 + 1, &mut |places| {
            words.extend(places.map(|word| {
                let places = word * 64..len.min(word * 64 + 64);
                places.fold(0, |bits, at| bits | u64::from(is_set(at)) << (at % 64))
            }));
        });
        let mut before = Vec::with_capacity(words.len());
        let mut count = 0;
        for word in &words {
            before.push(count);
            count += u64::count_ones(*word);
        }
        Self { words, before }
    }

    /// Returns the number of set bits among the first `len`.
    fn rank(&self, len: u32) -> u32 {
        let (word, bit) = (len as usize / 64, len % 64);
        self.before[word] + (self.words[word] & ((1 << bit) - 1)).count_ones()
    }
}

impl MatchIndex {
    /// Indexes the matches of an alignment.
    pub fn new(alignment: &Alignment) -> Self {
        let [a, b] = &alignment.sides;
        let paired = Bits::new(a.partner.len(), |call| a.partner[call] != CallId::NONE);
        let moved = Bits::new(a.kind.len(), |call| a.kind[call] == Kind::Moved);
        let mut partners: Vec<u32> =
            a.partner.iter().filter_map(|partner| partner.some()).map(|partner| partner.0).collect();
        let mut levels = Vec::new();
        let mut high = vec![0; partners.len()];
        let bits = usize::BITS - b.partner.len().saturating_sub(1).leading_zeros();
        for bit in (0..bits).rev() {
            levels.push(Level::split(&mut partners, &mut high, bit));
        }
        Self { paired, moved, levels }
    }

    /// Returns the positions of these calls among the paired calls of A.
    fn places(&self, a: &Range<u32>) -> Range<u32> {
        self.paired.rank(a.start)..self.paired.rank(a.end)
    }

    /// Counts the calls of A in a range that have a partner. O(1).
    pub fn count_paired(&self, a: &Range<u32>) -> u64 {
        let places = self.places(a);
        u64::from(places.end - places.start)
    }

    /// Counts the calls of A in a range that moved. O(1).
    pub fn count_moved(&self, a: &Range<u32>) -> u64 {
        u64::from(self.moved.rank(a.end) - self.moved.rank(a.start))
    }

    /// Counts the calls of A in a range whose partner lies in a range of B. O(log calls).
    pub fn count(&self, a: &Range<u32>, b: &Range<u32>) -> u64 {
        u64::from(self.below(self.places(a), b.end) - self.below(self.places(a), b.start))
    }

    /// Counts the partners at these positions that are less than `end`.
    fn below(&self, mut places: Range<u32>, end: u32) -> u32 {
        // Every partner fits into the bits of the levels, so all of them are less.
        if u64::from(end) >= 1 << self.levels.len() {
            return places.end - places.start;
        }
        let mut less = 0;
        for (depth, level) in self.levels.iter().enumerate() {
            let bit = self.levels.len() - 1 - depth;
            let ones = level.ones.rank(places.start)..level.ones.rank(places.end);
            if end >> bit & 1 == 1 {
                less += (places.end - places.start) - (ones.end - ones.start);
                places = level.zeros + ones.start..level.zeros + ones.end;
            } else {
                places = places.start - ones.start..places.end - ones.end;
            }
        }
        less
    }

    /// Counts, for each of several ranges of B (disjoint, ascending), the partners of a range of A. Calls `out` with
    /// the index of each range that holds partners and their number, in ascending order. O(ranges found · log calls).
    pub fn spread(&self, a: &Range<u32>, ranges: &[Range<u32>], out: &mut impl FnMut(usize, u64)) {
        let mut found: Option<(usize, u64)> = None;
        let mut open = vec![(0usize, 0u32, self.places(a))];
        while let Some((depth, from, places)) = open.pop() {
            let to = u64::from(from) + (1 << (self.levels.len() - depth));
            let first = ranges.partition_point(|range| range.end <= from);
            let touched = ranges.get(first).filter(|range| u64::from(range.start) < to);
            let Some(range) = touched.filter(|_| !places.is_empty()) else { continue };
            if range.start <= from && u64::from(range.end) >= to {
                let count = u64::from(places.end - places.start);
                match &mut found {
                    Some((place, sum)) if *place == first => *sum += count,
                    _ => {
                        if let Some((place, sum)) = found.replace((first, count)) {
                            out(place, sum);
                        }
                    }
                }
                continue;
            }
            let level = &self.levels[depth];
            let ones = level.ones.rank(places.start)..level.ones.rank(places.end);
            let half = 1 << (self.levels.len() - 1 - depth);
            // The upper half is pushed first, so that ranges are found in ascending order.
            open.push((depth + 1, from + half, level.zeros + ones.start..level.zeros + ones.end));
            open.push((depth + 1, from, places.start - ones.start..places.end - ones.end));
        }
        if let Some((place, sum)) = found {
            out(place, sum);
        }
    }
}
