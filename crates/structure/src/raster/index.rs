//! The weight of each relation on a row of pixels, computed directly or with an index.

use super::Row;
use super::frequency::{CONTEXT, Frequencies, Weights, context_of, with_whole_context};
use std::ops::Range;

/// The lines of one side at one level.
#[derive(Debug, Clone, Copy)]
pub struct Lines<'a> {
    /// Pair of each line ([`crate::CallSequence::pair`]).
    pub pair: &'a [u32],
    /// Relation of each pair ([`crate::VisibleRelations`]).
    pub of_pair: &'a [u32],
    /// Frequencies of these lines at this level.
    pub frequencies: &'a Frequencies,
}

/// Counts of lines by relation and frequency in blocks of several sizes. A size is kept only if its entries are at most
/// an eighth of the calls, so it takes at most 6 bytes a call. If calls vary more, it would save nothing.
#[derive(Debug, Clone, Default)]
pub struct LineIndex {
    levels: Vec<Level>,
}

#[derive(Debug, Clone)]
struct Level {
    /// Number of lines in a block.
    size: usize,
    /// Start of each block's entries, and the end.
    first: Vec<u32>,
    entries: Vec<Entry>,
}

#[derive(Debug, Clone, Copy)]
struct Entry {
    relation: u32,
    /// Number of lines, and in the lower bits their frequency.
    count_and_same: u32,
}

const SAME_BITS: u32 = 5;
const LEAST_BLOCK: usize = 256;
const GROWTH: usize = 8;
/// Largest block whose counts fit next to the frequency.
const LARGEST_BLOCK: usize = 1 << 20;

impl LineIndex {
    /// Counts all lines in blocks. O(lines).
    pub fn new(lines: Lines<'_>) -> Self {
        let relations = lines.of_pair.iter().max().map_or(0, |&last| last as usize + 1);
        let mut counter = Counter::new(relations);
        let mut finest = Level { size: LEAST_BLOCK, first: vec![0], entries: Vec::new() };
        for block in 0..lines.pair.len() / LEAST_BLOCK {
            for line in block * LEAST_BLOCK..(block + 1) * LEAST_BLOCK {
                counter.add(lines.relation(line), lines.frequencies.counts()[line], 1);
            }
            counter.close(&mut finest);
        }
        let mut levels = vec![finest];
        while let Some(below) =
            levels.last().filter(|below| below.size < LARGEST_BLOCK && below.blocks() >= GROWTH)
        {
            let mut level = Level { size: below.size * GROWTH, first: vec![0], entries: Vec::new() };
            for block in 0..below.blocks() / GROWTH {
                for &entry in below.entries(block * GROWTH..(block + 1) * GROWTH) {
                    counter.add(entry.relation, entry.same(), entry.count());
                }
                counter.close(&mut level);
            }
            levels.push(level);
        }
        levels.retain(|level| level.entries.len() <= lines.pair.len() / 8);
        Self { levels }
    }

    /// Returns the number of bytes it takes.
    pub fn bytes(&self) -> usize {
        self.levels.iter().map(|level| 4 * level.first.len() + 8 * level.entries.len()).sum()
    }

    /// Returns the level with the largest block that begins at a line and ends no later than `end`.
    fn block_at(&self, line: usize, end: usize) -> Option<&Level> {
        let fits = |level: &&Level| line.is_multiple_of(level.size) && line + level.size <= end;
        self.levels.iter().rev().find(fits)
    }
}

impl Level {
    fn blocks(&self) -> usize {
        self.first.len() - 1
    }

    fn entries(&self, blocks: Range<usize>) -> &[Entry] {
        &self.entries[self.first[blocks.start] as usize..self.first[blocks.end] as usize]
    }
}

impl Entry {
    fn same(self) -> u8 {
        (self.count_and_same & ((1 << SAME_BITS) - 1)) as u8
    }

    fn count(self) -> u32 {
        self.count_and_same >> SAME_BITS
    }
}

/// Counts by relation and frequency, cleared after each block.
struct Counter {
    counts: Vec<u32>,
    touched: Vec<u32>,
}

impl Counter {
    fn new(relations: usize) -> Self {
        Self { counts: vec![0; relations << SAME_BITS], touched: Vec::new() }
    }

    fn add(&mut self, relation: u32, same: u8, count: u32) {
        let cell = relation << SAME_BITS | u32::from(same);
        let cell_count = &mut self.counts[cell as usize];
        if *cell_count == 0 {
            self.touched.push(cell);
        }
        *cell_count += count;
    }

    fn close(&mut self, level: &mut Level) {
        for cell in self.touched.drain(..) {
            let count = std::mem::take(&mut self.counts[cell as usize]);
            let same = cell & ((1 << SAME_BITS) - 1);
            let entry = Entry { relation: cell >> SAME_BITS, count_and_same: count << SAME_BITS | same };
            level.entries.push(entry);
        }
        level.first.push(level.entries.len() as u32);
    }
}

impl Lines<'_> {
    fn relation(&self, line: usize) -> u32 {
        self.of_pair[self.pair[line] as usize]
    }

    /// Returns the number of lines.
    pub fn len(&self) -> usize {
        self.pair.len()
    }

    /// Returns true if there are no lines.
    pub fn is_empty(&self) -> bool {
        self.pair.is_empty()
    }
}

/// Weights and calls of relations on one row of pixels, cleared after each row.
pub(super) struct Sums {
    /// Weight and number of calls by relation.
    of_relation: Vec<(f64, u32)>,
    pub(super) touched: Vec<u32>,
    pub(super) total: f64,
}

impl Sums {
    pub(super) fn new(relations: usize) -> Self {
        Self { of_relation: vec![(0.0, 0); relations], touched: Vec::new(), total: 0.0 }
    }

    fn add(&mut self, relation: u32, weight: f64, calls: u32) {
        let sum = &mut self.of_relation[relation as usize];
        // No weight is 0, because a line's context contains the line itself.
        if sum.1 == 0 {
            self.touched.push(relation);
        }
        sum.0 += weight;
        sum.1 += calls;
        self.total += weight;
    }

    /// Returns the weight and the number of calls of a relation and resets both to 0.
    pub(super) fn take(&mut self, relation: u32) -> (f64, u32) {
        std::mem::take(&mut self.of_relation[relation as usize])
    }

    /// Adds the lines on a row of pixels. The lines at both ends count by the part on the row.
    pub(super) fn add_row(
        &mut self,
        lines: Lines<'_>,
        weights: &Weights,
        index: Option<&LineIndex>,
        row: Row,
    ) {
        let (from, to) = (row.from.max(0.0), row.to.min(lines.len() as f64));
        if from >= to {
            return;
        }
        let (first, last) = (from as usize, (to.ceil() as usize).min(lines.len()) - 1);
        let mut part = |line: usize| {
            let on_row = to.min(line as f64 + 1.0) - from.max(line as f64);
            let same = lines.frequencies.counts()[line];
            if on_row > 0.0 {
                let weight = on_row * weights.of(same, context_of(line, lines.len()));
                self.add(lines.relation(line), weight, 1);
            }
        };
        part(first);
        if last > first {
            part(last);
            self.add_whole(lines, weights, index, first + 1..last);
        }
    }

    fn add_whole(
        &mut self,
        lines: Lines<'_>,
        weights: &Weights,
        index: Option<&LineIndex>,
        range: Range<usize>,
    ) {
        let whole = with_whole_context(lines.len());
        let mut at = range.start;
        while at < range.end {
            let end = range.end.min(whole.end);
            let block = index.filter(|_| at >= whole.start).and_then(|index| index.block_at(at, end));
            if let Some(level) = block {
                for entry in level.entries(at / level.size..at / level.size + 1) {
                    let weight = f64::from(entry.count()) * weights.of(entry.same(), CONTEXT);
                    self.add(entry.relation, weight, entry.count());
                }
                at += level.size;
            } else {
                let next = range.end.min((at / LEAST_BLOCK + 1) * LEAST_BLOCK);
                for line in at..next {
                    let same = lines.frequencies.counts()[line];
                    self.add(lines.relation(line), weights.of(same, context_of(line, lines.len())), 1);
                }
                at = next;
            }
        }
    }
}
