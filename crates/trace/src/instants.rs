//! Instants: things that happened at one time and took none.

use crate::{LaneId, NameId, Names};
use std::ops::Range;

/// Instants as columns of equal length, ascending by time. Instants of one time keep their order in the file. Most
/// traces have none; then nothing is allocated.
#[derive(Debug, Clone, Default)]
pub struct Instants {
    pub(crate) at: Vec<i64>,
    pub(crate) name: Vec<NameId>,
    pub(crate) lane: Vec<LaneId>,
}

impl Instants {
    /// Returns the number of instants.
    pub fn len(&self) -> usize {
        self.at.len()
    }

    /// Returns true if there are no instants.
    pub fn is_empty(&self) -> bool {
        self.at.is_empty()
    }

    /// Returns the times in ticks since the trace's first call, ascending. Times before that call are negative.
    pub fn at(&self) -> &[i64] {
        &self.at
    }

    /// Returns the name of an instant as the format gives it.
    pub fn name<'a>(&self, names: &'a Names, row: usize) -> &'a str {
        names.get(self.name[row])
    }

    /// Returns the ids of the names, by row.
    pub fn names(&self) -> &[NameId] {
        &self.name
    }

    /// Returns the lane of an instant: a thread or a process. `None` for an instant of the whole run.
    pub fn lane(&self, row: usize) -> Option<LaneId> {
        self.lane[row].some()
    }

    /// Returns the rows of the instants from one tick up to, but not including, another. O(log instants).
    pub fn rows_in(&self, ticks: Range<i64>) -> Range<usize> {
        let first = self.at.partition_point(|&at| at < ticks.start);
        let end = self.at.partition_point(|&at| at < ticks.end);
        first..end.max(first)
    }

    /// Returns the instants in a range of ticks; their times count from its start.
    pub(crate) fn cut(&self, range: &Range<i64>) -> Self {
        let rows = self.rows_in(range.clone());
        Self {
            at: self.at[rows.clone()].iter().map(|at| at - range.start).collect(),
            name: self.name[rows.clone()].to_vec(),
            lane: self.lane[rows].to_vec(),
        }
    }

    /// Returns the bytes held.
    pub(crate) fn bytes(&self) -> usize {
        self.len() * 16
    }
}
