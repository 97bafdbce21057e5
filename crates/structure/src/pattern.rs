//! Where else a marked stretch of calls comes, exactly and nearly: the paper's first item of future work.
//!
//! Calls are compared as relations at the shown level, the numbers that both sides share ([`crate::ShownRelations`]), so
//! what is marked on one side is found on both. Nothing found overlaps another or the mark.
//!
//! An index of all suffixes of ten million calls is 40 MB and seconds of work for each level and choice of lanes, and would
//! answer questions nobody asks: a marked stretch is *one* pattern. So the suffix structure is the pattern's: of each of its
//! beginnings the longest that it also ends with (Knuth, Morris, Pratt 1977). One pass over the calls then finds all.

mod edits;
mod near;

pub use near::{edits_for, near};

use std::ops::Range;

/// The relations of a side's lines: of line i `of_pair[pair[i]]`.
#[derive(Debug, Clone, Copy)]
pub struct Text<'a> {
    /// Of each line the place of its pair ([`crate::CallSequence::pair`]).
    pub pair: &'a [u32],
    /// Of each pair its relation ([`crate::ShownRelations`]).
    pub of_pair: &'a [u32],
}

/// Lines that are like the marked ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repeat {
    /// Which.
    pub lines: Range<usize>,
    /// Calls to put in, take out or exchange to make one of the other; 0: the same.
    pub edits: u32,
}

impl Text<'_> {
    /// Number of lines.
    pub fn len(&self) -> usize {
        self.pair.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.pair.is_empty()
    }

    /// The relation of a line.
    pub fn relation(&self, line: usize) -> u32 {
        self.of_pair[self.pair[line] as usize]
    }

    /// The relations of some lines: what is marked, as a pattern.
    pub fn relations(&self, lines: Range<usize>) -> Vec<u32> {
        lines.map(|line| self.relation(line)).collect()
    }

    /// All lines but the marked ones, which lie between.
    fn around(&self, marked: Option<Range<usize>>) -> [Range<usize>; 2] {
        let marked = marked.unwrap_or(self.len()..self.len());
        [0..marked.start, marked.end..self.len()]
    }
}

/// Where a pattern comes again: from the first line on each that begins behind the end of the one before. `marked`: where
/// it was marked, if on this side; that is none of them. An empty pattern comes nowhere. O(lines + length of the pattern).
pub fn exact(pattern: &[u32], text: Text<'_>, marked: Option<Range<usize>>) -> Vec<Range<usize>> {
    let borders = borders(pattern);
    let mut found = Vec::new();
    for part in text.around(marked).into_iter().filter(|_| !pattern.is_empty()) {
        let mut matched = 0;
        for line in part {
            let relation = text.relation(line);
            while matched > 0 && pattern[matched] != relation {
                matched = borders[matched - 1];
            }
            matched += usize::from(pattern[matched] == relation);
            if matched == pattern.len() {
                found.push(line + 1 - matched..line + 1);
                matched = 0;
            }
        }
    }
    found
}

/// Of each beginning of a pattern, by its length less one: the length of the longest shorter one that it ends with.
fn borders(pattern: &[u32]) -> Vec<usize> {
    let mut borders: Vec<usize> = vec![0; pattern.len()];
    for end in 1..pattern.len() {
        let mut length = borders[end - 1];
        while length > 0 && pattern[length] != pattern[end] {
            length = borders[length - 1];
        }
        borders[end] = length + usize::from(pattern[length] == pattern[end]);
    }
    borders
}
