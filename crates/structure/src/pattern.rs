//! Finds exact and near repeats of a marked stretch of calls: the paper's first item of future work.
//!
//! Calls are compared as relations at the shown level, by the numbers that both sides share
//! ([`crate::VisibleRelations`]). So a stretch marked on one side is found on both. Results overlap neither each other
//! nor the mark.
//!
//! A suffix index of ten million calls would take 40 MB and seconds of work for each level and choice of lanes. A
//! marked stretch is only *one* pattern, so it would be wasted. Instead the pattern itself gets a table: for each of
//! its prefixes, the longest shorter prefix that it also ends with (Knuth, Morris, Pratt 1977). One pass over the calls
//! then finds all repeats.

mod edits;
mod near;

pub use near::{edits_for, most_edits, near};

use std::ops::Range;

/// The relations of a side's lines: line i has relation `of_pair[pair[i]]`.
#[derive(Debug, Clone, Copy)]
pub struct Text<'a> {
    /// Pair of each line ([`crate::CallSequence::pair`]).
    pub pair: &'a [u32],
    /// Relation of each pair ([`crate::VisibleRelations`]).
    pub of_pair: &'a [u32],
}

/// A stretch of lines that repeats the marked ones.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Repeat {
    /// Range of lines.
    pub lines: Range<usize>,
    /// Edit distance to the marked lines: calls to insert, delete or replace; 0 if equal.
    pub edits: u32,
}

impl Text<'_> {
    /// Returns the number of lines.
    pub fn len(&self) -> usize {
        self.pair.len()
    }

    /// Returns true if there are no lines.
    pub fn is_empty(&self) -> bool {
        self.pair.is_empty()
    }

    /// Returns the relation of a line.
    pub fn relation(&self, line: usize) -> u32 {
        self.of_pair[self.pair[line] as usize]
    }

    /// Returns the relations of some lines, as a pattern.
    pub fn relations(&self, lines: Range<usize>) -> Vec<u32> {
        lines.map(|line| self.relation(line)).collect()
    }

    /// Returns the lines before and after the marked ones.
    fn around(&self, marked: Option<Range<usize>>) -> [Range<usize>; 2] {
        let marked = marked.unwrap_or(self.len()..self.len());
        [0..marked.start, marked.end..self.len()]
    }
}

/// Finds the exact repeats of a pattern, without overlaps, from the first line on. `marked` is the place of the mark if
/// it is on this side; it is not a result. An empty pattern has no repeats. O(lines + length of the pattern).
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

/// Returns for each prefix of a pattern, by its length less one, the length of the longest shorter prefix that it ends
/// with.
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
