//! Which states are told apart: those that take most time; the others are one.

use crate::segments::{StackLevel, segments};
use crate::{Grid, LaneTree};
use diptych_trace::Trace;

/// How long lanes were in each state within the slices, in all. A state is a number that stands for a function, or for
/// several: `of_function` says which, by function.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StateTimes {
    /// Ticks by state.
    pub ticks: Vec<u64>,
}

impl StateTimes {
    /// Of all lanes of a trace. States are below `states`. O(calls).
    pub fn of_calls(
        trace: &Trace,
        grid: Grid,
        level: StackLevel,
        of_function: &[u32],
        states: usize,
    ) -> Self {
        Self::of_calls_at(trace, grid, level, of_function, states, |tick| tick)
    }

    /// The same in the time of the slices, as [`crate::SliceTable::of_calls_at`] has it.
    pub fn of_calls_at(
        trace: &Trace,
        grid: Grid,
        level: StackLevel,
        of_function: &[u32],
        states: usize,
        place: impl Fn(i64) -> i64,
    ) -> Self {
        let mut ticks = vec![0; states];
        for lane in trace.lanes().ids() {
            segments(trace, lane, level, |function, from, to| {
                ticks[of_function[function.index()] as usize] += grid.covered(place(from), place(to));
            });
        }
        Self { ticks }
    }

    /// With the times of another trace whose states have the same numbers.
    pub fn and(mut self, other: &Self) -> Self {
        self.ticks.resize(self.ticks.len().max(other.ticks.len()), 0);
        for (sum, ticks) in self.ticks.iter_mut().zip(&other.ticks) {
            *sum += ticks;
        }
        self
    }
}

/// Which states have a row of their own in a [`crate::SliceTable`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateChoice {
    /// The states that have one, those with most time first; of equal ones the lower number.
    pub kept: Vec<u32>,
    /// The others that take any time, likewise. They share the row behind those of `kept`, if there are any.
    pub lumped: Vec<u32>,
    /// Ticks by row, that of the lumped states last.
    pub ticks: Vec<u64>,
    /// The row of each state; of those that take no time any.
    row_of: Vec<u16>,
}

impl StateChoice {
    /// Keeps the `most` states of most time, at least one. One more than that is kept, too: a row for one state lumped would
    /// be no shorter.
    pub fn new(times: &StateTimes, most: usize) -> Self {
        let mut states: Vec<u32> = (0..times.ticks.len() as u32).collect();
        states.retain(|&state| times.ticks[state as usize] > 0);
        states.sort_by_key(|&state| (std::cmp::Reverse(times.ticks[state as usize]), state));
        let most = most.clamp(1, u16::MAX as usize - 1);
        let lumped = if states.len() > most + 1 { states.split_off(most) } else { Vec::new() };
        let mut row_of = vec![states.len().saturating_sub(1) as u16; times.ticks.len()];
        for (row, &state) in states.iter().enumerate() {
            row_of[state as usize] = row as u16;
        }
        for &state in &lumped {
            row_of[state as usize] = states.len() as u16;
        }
        let mut ticks: Vec<u64> = states.iter().map(|&state| times.ticks[state as usize]).collect();
        if !lumped.is_empty() {
            ticks.push(lumped.iter().map(|&state| times.ticks[state as usize]).sum());
        }
        Self { kept: states, lumped, ticks, row_of }
    }

    /// Rows of a table.
    pub fn rows(&self) -> usize {
        self.kept.len() + usize::from(!self.lumped.is_empty())
    }

    /// The row of a state.
    pub fn row(&self, state: u32) -> usize {
        self.row_of[state as usize] as usize
    }

    /// Time without a state: what the lanes have in all slices, less that of states.
    pub fn idle(&self, grid: Grid, tree: &LaneTree) -> u64 {
        let all = grid.width * grid.count as u64 * tree.leaves().len() as u64;
        all.saturating_sub(self.ticks.iter().sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_states_of_most_time_are_kept_and_one_is_never_lumped_alone() {
        let times = StateTimes { ticks: vec![5, 0, 9, 5, 1, 2] };
        let choice = StateChoice::new(&times, 2);
        assert_eq!((&choice.kept[..], &choice.lumped[..]), (&[2, 0][..], &[3, 5, 4][..]));
        assert_eq!((choice.rows(), &choice.ticks[..]), (3, &[9, 5, 8][..]));
        assert_eq!([2, 0, 3, 4, 5].map(|state| choice.row(state)), [0, 1, 2, 2, 2]);
        let choice = StateChoice::new(&times, 4);
        assert_eq!((choice.kept.len(), choice.lumped.len()), (5, 0));
        assert_eq!(StateChoice::new(&StateTimes::default(), 4).rows(), 0);
    }
}
