//! The microscopic model of the paper, `d_x(s, t)`.

use crate::segments::{StackLevel, segments};
use crate::{Grid, LaneTree, StateChoice};
use diptych_trace::Trace;
use std::ops::Range;

/// Ticks that each leaf of a lane tree was in each state in each slice: leaves × states × slices. The sum over states is at
/// most the width of a slice in a table of one run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SliceTable {
    grid: Grid,
    leaves: usize,
    states: usize,
    ticks: Vec<u64>,
}

impl SliceTable {
    /// Of a loaded trace; `of_function` says which state each function is, `choice` which row each state has. O(calls).
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

    /// The same where the trace's time runs otherwise than that of the slices, as of a run that is laid beside another: `place`
    /// says which tick of theirs a tick of the trace is, and does not fall. What lies between two ticks lies between their
    /// places, so the states of a lane still follow each other without gaps or overlap, and no cell is more than full.
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

    /// All zero.
    pub fn zeros(grid: Grid, leaves: usize, states: usize) -> Self {
        Self { grid, leaves, states, ticks: vec![0; leaves * states * grid.count] }
    }

    /// Its slices.
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// Number of leaves.
    pub fn leaves(&self) -> usize {
        self.leaves
    }

    /// Number of states.
    pub fn states(&self) -> usize {
        self.states
    }

    /// Ticks of a leaf in a state, by slice.
    pub fn row(&self, leaf: usize, state: usize) -> &[u64] {
        let first = (leaf * self.states + state) * self.grid.count;
        &self.ticks[first..first + self.grid.count]
    }

    /// The same, to be written.
    pub fn row_mut(&mut self, leaf: usize, state: usize) -> &mut [u64] {
        let first = (leaf * self.states + state) * self.grid.count;
        &mut self.ticks[first..first + self.grid.count]
    }

    /// With time without a state as a state of its own, the last.
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

    /// As one slice: what each lane did in all.
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

    /// As one leaf, the mean of all lanes: its slices are as wide as those of all lanes together.
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

    /// Some of its leaves, in this order.
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

    /// Both runs of a pair as one: the states of A, then those of B. Both have the same leaves and slices.
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

    /// Ticks of an area by state: leaves, and slices from one up to and with another.
    pub fn sums(&self, leaves: Range<usize>, (from, to): (usize, usize)) -> Vec<u64> {
        let of_state = |state| {
            let row = |leaf| self.row(leaf, state)[from..=to].iter().sum::<u64>();
            leaves.clone().map(row).sum()
        };
        (0..self.states).map(of_state).collect()
    }

    /// Shares of an area by state, Eq. 1: of all time of its cells, so time without a state is what is missing to 1.
    pub fn shares(&self, leaves: Range<usize>, slices: (usize, usize)) -> Vec<f64> {
        let whole = (leaves.len() * (slices.1 + 1 - slices.0)) as f64 * self.grid.width as f64;
        self.sums(leaves, slices).into_iter().map(|ticks| ticks as f64 / whole).collect()
    }
}
