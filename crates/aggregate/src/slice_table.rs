//! The microscopic model of the paper, `d_x(s, t)`.

use crate::segments::{StackLevel, end_is_unknown_from, segments};
use crate::{Grid, LaneTree, StateChoice};
use diptych_trace::{LaneId, Trace};
use std::ops::{Range, RangeInclusive};

/// Ticks of each leaf of a lane tree in each state in each slice: leaves × states × slices. In a table of one run, the
/// sum over states is at most the width of a slice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SliceTable {
    grid: Grid,
    leaves: usize,
    states: usize,
    ticks: Vec<u64>,
}

impl SliceTable {
    /// Builds the table of a loaded trace. `of_function` maps functions to states, `choice` maps states to rows.
    /// O(calls).
    pub fn of_calls(
        trace: &Trace,
        tree: &LaneTree,
        grid: Grid,
        level: StackLevel,
        of_function: &[u32],
        choice: &StateChoice,
    ) -> Self {
        Self::of_calls_at(trace, tree, grid, level, of_function, choice, |tick| tick)
    }

    /// Builds the table of a trace whose time differs from that of the slices, such as a run aligned with another one.
    /// `place` maps a tick of the trace to a tick of the slices and must never decrease. States of a lane then still
    /// follow each other without gaps or overlap, and no cell is more than full.
    pub fn of_calls_at(
        trace: &Trace,
        tree: &LaneTree,
        grid: Grid,
        level: StackLevel,
        of_function: &[u32],
        choice: &StateChoice,
        place: impl Fn(i64) -> i64,
    ) -> Self {
        let mut table = Self::zeros(grid, tree.leaves().len(), choice.rows());
        if choice.rows() == 0 {
            // Nothing runs in these slices.
            return table;
        }
        let rows: Vec<usize> = of_function.iter().map(|&state| choice.row(state)).collect();
        for (leaf, &lane) in tree.leaves().iter().enumerate() {
            segments(trace, lane, level, |function, from, to| {
                let row = table.row_mut(leaf, rows[function.index()]);
                grid.cut(place(from), place(to), |slice, ticks| row[slice] += ticks);
            });
        }
        table
    }

    /// Builds the table of the time after the last event of lanes whose calls have no end in the file, with the arguments
    /// of [`SliceTable::of_calls_at`]. Pictures show that time, but it says nothing about a run. Returns `None` if all
    /// calls end. O(calls).
    pub fn unended(
        trace: &Trace,
        tree: &LaneTree,
        grid: Grid,
        level: StackLevel,
        of_function: &[u32],
        choice: &StateChoice,
        place: impl Fn(i64) -> i64,
    ) -> Option<Self> {
        let lanes = tree.leaves().iter().enumerate();
        let unended = lanes.filter_map(|(leaf, &lane)| Some((leaf, lane, end_is_unknown_from(trace, lane)?)));
        let unended: Vec<(usize, LaneId, i64)> = unended.collect();
        if unended.is_empty() || choice.rows() == 0 {
            return None;
        }
        let mut table = Self::zeros(grid, tree.leaves().len(), choice.rows());
        for (leaf, lane, last) in unended {
            segments(trace, lane, level, |function, from, to| {
                if to > last {
                    let row = table.row_mut(leaf, choice.row(of_function[function.index()]));
                    grid.cut(place(from.max(last)), place(to), |slice, ticks| row[slice] += ticks);
                }
            });
        }
        Some(table)
    }

    /// Returns this table less the ticks of another one with the same leaves, states and slices.
    #[must_use]
    pub fn less(&self, other: &Self) -> Self {
        let rest = self.ticks.iter().zip(&other.ticks).map(|(ticks, less)| ticks.saturating_sub(*less));
        Self { ticks: rest.collect(), ..*self }
    }

    /// Returns this table with its unknown time spent as in another run. `unknown` is the time in which this run is not known,
    /// which is not in this table. If a call is cut off by the end of a recording, only what both runs recorded is compared.
    /// So the unknown time of a cell is divided among the states as the same cell of `other` is. All three tables have the
    /// same leaves, states and slices. O(leaves · states · slices).
    #[must_use]
    pub fn filled(&self, unknown: &Self, other: &Self) -> Self {
        let mut table = self.clone();
        let width = u128::from(self.grid.width.max(1));
        for (leaf, slice) in
            (0..self.leaves).flat_map(|leaf| (0..self.grid.count).map(move |slice| (leaf, slice)))
        {
            let ticks: u64 = (0..self.states).map(|state| unknown.row(leaf, state)[slice]).sum();
            if ticks == 0 {
                continue;
            }
            for state in 0..self.states {
                let part = u128::from(other.row(leaf, state)[slice]) * u128::from(ticks) / width;
                table.row_mut(leaf, state)[slice] += part as u64;
            }
        }
        table
    }

    /// Returns a table of some of the states, in their order.
    #[must_use]
    pub fn of_states(&self, states: Range<usize>) -> Self {
        let mut table = Self::zeros(self.grid, self.leaves, states.len());
        for leaf in 0..self.leaves {
            for (to, from) in states.clone().enumerate() {
                table.row_mut(leaf, to).copy_from_slice(self.row(leaf, from));
            }
        }
        table
    }

    /// Returns the number of leaves with any time.
    pub fn busy_leaves(&self) -> usize {
        let size = (self.states * self.grid.count).max(1);
        self.ticks.chunks_exact(size).filter(|leaf| leaf.iter().any(|&ticks| ticks > 0)).count()
    }

    /// Returns a table of zeros.
    pub fn zeros(grid: Grid, leaves: usize, states: usize) -> Self {
        Self { grid, leaves, states, ticks: vec![0; leaves * states * grid.count] }
    }

    /// Returns the slices.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// Returns the number of leaves.
    pub fn leaves(&self) -> usize {
        self.leaves
    }

    /// Returns the number of states.
    pub fn states(&self) -> usize {
        self.states
    }

    /// Returns the ticks of a leaf in a state, by slice.
    pub fn row(&self, leaf: usize, state: usize) -> &[u64] {
        let first = (leaf * self.states + state) * self.grid.count;
        &self.ticks[first..first + self.grid.count]
    }

    /// Returns the ticks of a leaf in a state, by slice, for writing.
    pub fn row_mut(&mut self, leaf: usize, state: usize) -> &mut [u64] {
        let first = (leaf * self.states + state) * self.grid.count;
        &mut self.ticks[first..first + self.grid.count]
    }

    /// Returns this table with the time without a state as one more state, the last.
    #[must_use]
    pub fn with_idle(&self) -> Self {
        let mut table = Self::zeros(self.grid, self.leaves, self.states + 1);
        for leaf in 0..self.leaves {
            let mut idle = vec![self.grid.width; self.grid.count];
            for state in 0..self.states {
                table.row_mut(leaf, state).copy_from_slice(self.row(leaf, state));
                for (idle, ticks) in idle.iter_mut().zip(self.row(leaf, state)) {
                    *idle = idle.saturating_sub(*ticks);
                }
            }
            table.row_mut(leaf, self.states).copy_from_slice(&idle);
        }
        table
    }

    /// Returns this table as one slice: the total time of each lane in each state.
    #[must_use]
    pub fn over_time(&self) -> Self {
        let Grid { start, width, count } = self.grid;
        let mut table =
            Self::zeros(Grid { start, width: width * count as u64, count: 1 }, self.leaves, self.states);
        for (sum, row) in table.ticks.iter_mut().zip(self.ticks.chunks_exact(count)) {
            *sum = row.iter().sum();
        }
        table
    }

    /// Returns this table as one leaf, the mean of all lanes. Its slices are as wide as those of all lanes together.
    #[must_use]
    pub fn over_lanes(&self) -> Self {
        let grid = Grid { width: self.grid.width * self.leaves.max(1) as u64, ..self.grid };
        let mut table = Self::zeros(grid, 1, self.states);
        for leaf in 0..self.leaves {
            for state in 0..self.states {
                for (sum, ticks) in table.row_mut(0, state).iter_mut().zip(self.row(leaf, state)) {
                    *sum += ticks;
                }
            }
        }
        table
    }

    /// Returns a table of the given leaves, in this order.
    #[must_use]
    pub fn picked(&self, leaves: &[usize]) -> Self {
        let mut table = Self::zeros(self.grid, leaves.len(), self.states);
        for (leaf, &of) in leaves.iter().enumerate() {
            for state in 0..self.states {
                table.row_mut(leaf, state).copy_from_slice(self.row(of, state));
            }
        }
        table
    }

    /// Joins both runs of a pair into one table: the states of A, then the states of B. Both must have the same leaves
    /// and slices.
    pub fn stacked(a: &Self, b: &Self) -> Self {
        let mut table = Self::zeros(a.grid, a.leaves, a.states + b.states);
        for leaf in 0..a.leaves {
            for state in 0..a.states {
                table.row_mut(leaf, state).copy_from_slice(a.row(leaf, state));
            }
            for state in 0..b.states {
                table.row_mut(leaf, a.states + state).copy_from_slice(b.row(leaf, state));
            }
        }
        table
    }

    /// Returns the ticks of an area by state.
    pub fn sums(&self, leaves: Range<usize>, slices: RangeInclusive<usize>) -> Vec<u64> {
        let of_state = |state| {
            let row = |leaf| self.row(leaf, state)[slices.clone()].iter().sum::<u64>();
            leaves.clone().map(row).sum()
        };
        (0..self.states).map(of_state).collect()
    }

    /// Returns the shares of an area by state (Eq. 1). A share is relative to the time of all cells of the area, so the
    /// shares add up to 1 less the share of time without a state.
    pub fn shares(&self, leaves: Range<usize>, slices: RangeInclusive<usize>) -> Vec<f64> {
        let whole = (leaves.len() * (slices.end() + 1 - slices.start())) as f64 * self.grid.width as f64;
        self.sums(leaves, slices).into_iter().map(|ticks| ticks as f64 / whole).collect()
    }
}
