//! Slices of numbers, each stored once.

use rustc_hash::{FxBuildHasher, FxHashMap};
use std::hash::BuildHasher;

/// A table that gives equal slices one row number. Rows are numbered in order of first appearance.
#[derive(Debug, Clone, Default)]
pub(super) struct SliceTable {
    values: Vec<u32>,
    /// End of each row in `values`.
    ends: Vec<usize>,
    /// Latest row of each hash. `earlier` links each row to the previous one with the same hash.
    latest: FxHashMap<u64, u32>,
    earlier: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl SliceTable {
    /// Returns the contents of all rows, one after the other, and the end of each.
    pub(super) fn columns(&self) -> (&[u32], &[usize]) {
        (&self.values, &self.ends)
    }

    /// Creates a read-only table: rows cannot be found by content.
    pub(super) fn of_columns(values: Vec<u32>, ends: Vec<usize>) -> Self {
        Self { values, ends, ..Self::default() }
    }

    /// Returns the number of rows.
    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns the number of values in all rows together.
    pub(super) fn values(&self) -> usize {
        self.values.len()
    }

    /// Returns a row.
    pub(super) fn get(&self, row: u32) -> &[u32] {
        let row = row as usize;
        let start = if row == 0 { 0 } else { self.ends[row - 1] };
        &self.values[start..self.ends[row]]
    }

    /// Returns the row of a slice, and true if the row is new. O(length).
    pub(super) fn intern(&mut self, slice: &[u32]) -> (u32, bool) {
        let hash = FxBuildHasher.hash_one(slice);
        let latest = self.latest.get(&hash).copied().unwrap_or(NONE);
        let mut row = latest;
        while row != NONE {
            if self.get(row) == slice {
                return (row, false);
            }
            row = self.earlier[row as usize];
        }
        let row = self.ends.len() as u32;
        self.values.extend_from_slice(slice);
        self.ends.push(self.values.len());
        self.earlier.push(latest);
        self.latest.insert(hash, row);
        (row, true)
    }

    /// Returns the rows under new numbers, with `order[new] = old`. The table is read-only: rows cannot be found by
    /// content any more.
    pub(super) fn reordered(&self, order: &[u32]) -> Self {
        let mut sorted = Self { values: Vec::with_capacity(self.values.len()), ..Self::default() };
        for &row in order {
            sorted.values.extend_from_slice(self.get(row));
            sorted.ends.push(sorted.values.len());
        }
        sorted
    }
}
