//! The choice of the states that get a row of their own: those with the most time. The others share one row.

use crate::segments::{StackLevel, segments};
use crate::{Grid, LaneTree};
use diptych_trace::Trace;

/// Total time of all lanes in each state within the slices. A state is a number that stands for one or several
/// functions; `of_function` maps each function to its state.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StateTimes {
    /// Ticks by state.
    pub ticks: Vec<u64>,
}

impl StateTimes {
    /// Sums the times of all lanes of a trace. Every state is less than `states`. O(calls).
    pub fn of_calls(
        trace: &Trace,
        grid: Grid,
        level: StackLevel,
        of_function: &[u32],
        states: usize,
    ) -> Self {
        Self::of_calls_at(trace, grid, level, of_function, states, |tick| tick)
    }

    /// Sums times like [`StateTimes::of_calls`], with ticks mapped by `place` as in [`crate::SliceTable::of_calls_at`].
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

    /// Adds the times of another trace that numbers its states in the same way.
    pub fn and(mut self, other: &Self) -> Self {
        self.ticks.resize(self.ticks.len().max(other.ticks.len()), 0);
        for (sum, ticks) in self.ticks.iter_mut().zip(&other.ticks) {
            *sum += ticks;
        }
        self
    }
}

/// The states that have a row of their own in a [`crate::SliceTable`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StateChoice {
    /// States with a row of their own, longest time first; of equal ones the lower number first.
    pub kept: Vec<u32>,
    /// The other states that take any time, in the same order. They share one row after the rows of `kept`, if there
    /// are any.
    pub lumped: Vec<u32>,
    /// Ticks by row; the last row is that of the lumped states.
    pub ticks: Vec<u64>,
    /// Row by state; the row of a state that takes no time is arbitrary.
    row_of: Vec<u16>,
}

impl StateChoice {
    /// Keeps the `most` states with the most time, at least one. If only one state would be lumped, it keeps that state
    /// too, since a row for it takes no more room.
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

    /// Returns the number of rows of a table.
    pub fn rows(&self) -> usize {
        self.kept.len() + usize::from(!self.lumped.is_empty())
    }

    /// Returns the row of a state.
    pub fn row(&self, state: u32) -> usize {
        self.row_of[state as usize] as usize
    }

    /// Returns the time without a state: the time of all leaves over all slices less the time of the states.
    pub fn idle(&self, grid: Grid, tree: &LaneTree) -> u64 {
        let all = grid.width * grid.count as u64 * tree.leaves().len() as u64;
        all.saturating_sub(self.ticks.iter().sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn top_states_are_kept_and_none_is_lumped_alone() {
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
