//! The time of lanes in each run's own ticks, in slices between which two runs correspond.

use super::SliceMap;
use crate::departures::FEWEST;
use crate::segments::segments;
use crate::{LaneTree, SliceTable, StackLevel, StateChoice, StateTimes};
use diptych_trace::{LaneId, Trace};
use std::ops::Range;

/// The time of each leaf of a run in each state and slice, in the run's own ticks.
#[derive(Debug, Clone, PartialEq)]
pub struct LaneTimes {
    leaves: usize,
    /// Number of states, without time in no state.
    states: usize,
    /// Ticks of each slice.
    widths: Vec<f64>,
    /// Ticks by leaf, state and slice.
    ticks: Vec<f64>,
    /// Number of calls that begin, by leaf and slice. Empty if it is not known.
    begins: Vec<f64>,
    /// Ticks of the run before the first call of each leaf, since the start of the first slice. Empty if they are not
    /// known.
    starts: Vec<f64>,
    /// Ticks in which the run is not known, by leaf and slice: a call was cut off by the end of the recording. They count for
    /// no state. Empty if all is known.
    unknown: Vec<f64>,
}

impl LaneTimes {
    /// Adds up the calls of a trace. `leaves` are the leaves of its tree that count, `of_function` maps functions to
    /// states, and `choice` maps states to rows. O(calls).
    pub fn of_calls(
        trace: &Trace,
        tree: &LaneTree,
        leaves: &[usize],
        map: &SliceMap,
        level: StackLevel,
        of_function: &[u32],
        choice: &StateChoice,
    ) -> Self {
        let place = |tick| map.place(tick);
        let table = SliceTable::of_calls_at(trace, tree, map.grid(), level, of_function, choice, place);
        let unended = SliceTable::unended(trace, tree, map.grid(), level, of_function, choice, place);
        let mut times = match unended {
            Some(unended) => {
                let mut times = Self::new(&table.less(&unended).picked(leaves), map.edges());
                let unknown = Self::new(&unended.picked(leaves), map.edges());
                times.unknown = (0..leaves.len()).flat_map(|leaf| unknown.busy(leaf)).collect();
                times
            }
            None => Self::new(&table.picked(leaves), map.edges()),
        };
        let slices = times.widths.len();
        times.begins = vec![0.0; leaves.len() * slices];
        let (starts, ends) = (trace.calls().start(), trace.calls().end());
        for (&leaf, begins) in leaves.iter().zip(times.begins.chunks_exact_mut(slices.max(1))) {
            let calls = || trace.lanes().calls(tree.leaves()[leaf]).map(|call| call as usize);
            for call in calls() {
                begins[map.slice_of(starts[call])] += 1.0;
            }
            // An initialization without duration is no start.
            let first = calls().find(|&call| starts[call] < ends[call]).map_or(0, |call| starts[call]);
            times.starts.push((first - map.edges()[0]).max(0) as f64);
        }
        times
    }

    /// Takes the times of a table. `edges` are the run's own ticks at the start of each slice and at the end of the
    /// last. Slices may stand for more or fewer ticks of the run than the slices of the table are wide; the run's time
    /// must have been mapped evenly within each slice.
    pub fn new(table: &SliceTable, edges: &[i64]) -> Self {
        let grid = table.grid();
        let widths: Vec<f64> = edges.windows(2).map(|edge| (edge[1] - edge[0]) as f64).collect();
        let mut ticks = Vec::with_capacity(table.leaves() * table.states() * grid.count);
        for leaf in 0..table.leaves() {
            for state in 0..table.states() {
                let row = table.row(leaf, state).iter().zip(&widths);
                ticks.extend(row.map(|(&of, width)| of as f64 / grid.width as f64 * width));
            }
        }
        Self {
            leaves: table.leaves(),
            states: table.states(),
            widths,
            ticks,
            begins: Vec::new(),
            starts: Vec::new(),
            unknown: Vec::new(),
        }
    }

    /// Fills the unknown time of two runs: each run spends it as the other run spends the same slice. So only what both
    /// recordings hold makes a difference. O(leaves · states · slices).
    #[must_use]
    pub fn filled(times: &[Self; 2]) -> [Self; 2] {
        let fill = |side: usize| {
            let (mut own, other) = (times[side].clone(), &times[1 - side]);
            let slices = own.widths.len();
            for (place, unknown) in own.unknown.iter().enumerate().filter(|(_, ticks)| **ticks > 0.0) {
                let (leaf, slice) = (place / slices, place % slices);
                let part = if other.widths[slice] > 0.0 { unknown / other.widths[slice] } else { 0.0 };
                for state in 0..own.states {
                    let cell = (leaf * own.states + state) * slices + slice;
                    own.ticks[cell] += part * other.ticks[cell];
                }
            }
            own.unknown.clear();
            own
        };
        [fill(0), fill(1)]
    }

    /// Returns the mean of several runs with the same leaves, states and slices; `None` without runs.
    pub fn mean(runs: &[Self]) -> Option<Self> {
        let mut mean = runs.first()?.clone();
        let part = 1.0 / runs.len() as f64;
        let all = |of: fn(&Self) -> &Vec<f64>| -> Vec<f64> {
            (0..of(&runs[0]).len()).map(|at| runs.iter().map(|run| of(run)[at]).sum::<f64>() * part).collect()
        };
        mean.widths = all(|run| &run.widths);
        mean.ticks = all(|run| &run.ticks);
        mean.begins = all(|run| &run.begins);
        mean.starts = all(|run| &run.starts);
        let cells = runs.iter().map(|run| run.unknown.len()).max().unwrap_or(0);
        let unknown = |cell: usize| runs.iter().filter_map(|run| run.unknown.get(cell)).sum::<f64>() * part;
        mean.unknown = (0..cells).map(unknown).collect();
        Some(mean)
    }

    /// Returns the ticks of a leaf in a state, by slice.
    pub(super) fn row(&self, leaf: usize, state: usize) -> &[f64] {
        let slices = self.widths.len();
        &self.ticks[(leaf * self.states + state) * slices..][..slices]
    }

    /// Returns the number of states, without time in no state.
    pub(super) fn states(&self) -> usize {
        self.states
    }

    /// Returns the ticks at which slices begin, and that at which the last one ends, after the start of the first.
    pub fn edges(&self) -> Vec<i64> {
        let mut end = 0.0;
        let ends = self.widths.iter().map(|width| {
            end += width;
            end as i64
        });
        std::iter::once(0).chain(ends).collect()
    }

    /// Returns the ticks of each slice.
    pub fn widths(&self) -> &[f64] {
        &self.widths
    }

    /// Returns the number of calls of a leaf that begin in each slice; `None` if it is not known.
    pub(super) fn begins(&self, leaf: usize) -> Option<&[f64]> {
        let slices = self.widths.len();
        self.begins.get(leaf * slices..(leaf + 1) * slices)
    }

    /// Returns the mean ticks per leaf of each state in each slice; time in no state comes last. O(leaves · states ·
    /// slices).
    pub(super) fn means(&self) -> Vec<Vec<f64>> {
        let mut means = vec![vec![0.0; self.widths.len()]; self.states + 1];
        let part = 1.0 / self.leaves.max(1) as f64;
        for leaf in 0..self.leaves {
            let mut idle = self.widths.clone();
            for (state, mean) in means[..self.states].iter_mut().enumerate() {
                for ((mean, idle), ticks) in mean.iter_mut().zip(&mut idle).zip(self.row(leaf, state)) {
                    *mean += ticks * part;
                    *idle -= ticks;
                }
            }
            for (mean, idle) in means[self.states].iter_mut().zip(idle) {
                *mean += idle.max(0.0) * part;
            }
        }
        means
    }

    /// Returns the ticks of each slice in which a leaf is in some state.
    fn busy(&self, leaf: usize) -> Vec<f64> {
        let busy = |slice: usize| (0..self.states).map(|state| self.row(leaf, state)[slice]).sum::<f64>();
        (0..self.widths.len()).map(busy).collect()
    }

    /// Returns the ticks of each slice in which a leaf is in no state.
    fn idle(&self, leaf: usize) -> Vec<f64> {
        self.widths.iter().zip(self.busy(leaf)).map(|(width, busy)| (width - busy).max(0.0)).collect()
    }

    /// Returns the ticks of each slice before a leaf is first in a state.
    pub(super) fn before_start(&self, leaf: usize) -> Vec<f64> {
        if let Some(start) = self.starts.get(leaf) {
            let mut rest = *start;
            let before = |width: &f64| {
                let before = width.min(rest);
                rest -= before;
                before
            };
            return self.widths.iter().map(before).collect();
        }
        let mut idle = self.idle(leaf);
        // A leaf that is busy for less than a hundredth of a slice has not started for long.
        let first = idle.iter().zip(&self.widths).position(|(idle, width)| *idle < 0.99 * width);
        for after in first.map_or(0, |first| first + 1)..idle.len() {
            idle[after] = 0.0;
        }
        if first.is_none() {
            idle.fill(0.0);
        }
        idle
    }

    /// Returns the share of the time of some leaves in each state within slices; time in no state comes last.
    pub fn shares(&self, leaves: Range<usize>, slices: [usize; 2]) -> Vec<f64> {
        let all = self.widths[slices[0]..=slices[1]].iter().sum::<f64>().max(1.0);
        (0..=self.states).map(|state| self.mean_of(leaves.clone(), state, slices) / all).collect()
    }

    /// Returns the mean ticks per leaf in a state within slices; the number after the last state is time in no state. There
    /// are no further states.
    pub(crate) fn mean_of(&self, leaves: Range<usize>, state: usize, [from, to]: [usize; 2]) -> f64 {
        let of = |leaf: usize| -> f64 {
            if state > self.states {
                return 0.0;
            }
            if state == self.states {
                return self.idle(leaf)[from..=to].iter().sum();
            }
            self.row(leaf, state)[from..=to].iter().sum()
        };
        let count = leaves.len().max(1) as f64;
        leaves.map(of).sum::<f64>() / count
    }
}

/// A run whose states are chosen from.
#[derive(Debug, Clone, Copy)]
pub struct RunOfStates<'a> {
    /// Its calls.
    pub trace: &'a Trace,
    /// Its lanes, in an order that all runs share.
    pub lanes: &'a [LaneId],
    /// Its slices.
    pub map: &'a SliceMap,
    /// State of each function.
    pub of_function: &'a [u32],
    /// 0 for A, 1 for B.
    pub side: usize,
}

/// Chooses the states of runs for their findings: those whose time changes most, summed over the lanes. The other states
/// share a row. Their time may be long, but hardly any of it is a change, so that row need not be any finding's state.
/// O(calls + lanes · states).
pub fn finding_states(runs: &[RunOfStates<'_>], level: StackLevel, states: usize) -> StateChoice {
    let runs_of_side = [0, 1].map(|side| runs.iter().filter(|run| run.side == side).count().max(1));
    let lanes = runs.first().map_or(0, |run| run.lanes.len());
    let mut weights = vec![0u64; states];
    let mut times = vec![[0u64; 2]; states];
    for lane in 0..lanes {
        for run in runs {
            let edges = run.map.edges();
            let [first, last] = [edges[0], edges[edges.len() - 1]];
            segments(run.trace, run.lanes[lane], level, |function, from, to| {
                let ticks = (to.min(last) - from.max(first)).max(0);
                times[run.of_function[function.index()] as usize][run.side] += ticks as u64;
            });
        }
        for (weight, [a, b]) in weights.iter_mut().zip(&mut times) {
            let [a, b] = [std::mem::take(a), std::mem::take(b)];
            // A state without any change has some weight as well, because states without any get no row.
            *weight +=
                (a / runs_of_side[0] as u64).abs_diff(b / runs_of_side[1] as u64) + u64::from(a + b > 0);
        }
    }
    StateChoice::new(&StateTimes { ticks: weights }, MOST_STATES)
}

/// Most states that findings tell apart.
const MOST_STATES: usize = 30;

/// The times of both runs of a pair.
#[derive(Debug)]
pub struct PairTimes<'a> {
    /// Tree of the lanes that both runs have.
    pub tree: &'a LaneTree,
    /// Times of A and of B, with the same leaves, states and slices.
    pub times: [&'a LaneTimes; 2],
    /// True for the states in which a lane waits.
    pub waits: &'a [bool],
    /// Number of states that stand for themselves. A state after them stands for several and is no finding's state.
    pub named: usize,
    /// Number of slices in which all runs go on.
    pub both: usize,
    /// First of the last slices in which only runs of one side go on. The number of slices if there are none.
    pub tail: usize,
    /// True if slices hold the same matched calls. Otherwise they only hold the same time since the start.
    pub is_matched: bool,
    /// States that changed by more than noise; `None` if that is unknown. Only the findings of few lanes depend on it
    /// ([`are_few`]).
    pub significant: Option<&'a SignificantStates>,
}

/// The states whose functions changed by more than the noise of their calls, or than the noise between runs.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SignificantStates {
    /// By state: true if functions of it take significantly less time in B, and if some take significantly more.
    pub states: Vec<[bool; 2]>,
    /// Ticks of the longest time without any call that the other run does not have, in A and in B.
    pub gap: [f64; 2],
}

/// Returns true if so few lanes do not show which changes of a lane are usual.
pub fn are_few(lanes: usize) -> bool {
    lanes < FEWEST
}

impl PairTimes<'_> {
    /// Returns the states that a finding can have: those that stand for themselves, and time without a state.
    pub(super) fn named_states(&self) -> impl Iterator<Item = usize> + use<> {
        let idle = self.times[0].states;
        (0..self.named.min(idle)).chain([idle])
    }

    /// Returns the pair with A and B exchanged.
    pub(super) fn exchanged(&self) -> Self {
        let [a, b] = self.times;
        Self { times: [b, a], ..*self }
    }

    /// Returns the number of slices.
    pub(super) fn slices(&self) -> usize {
        self.times[0].widths.len()
    }

    /// Returns the ticks of the slices in which both runs go on, for the side where they are fewer. So a threshold does
    /// not depend on the order of the sides.
    pub(super) fn compared(&self) -> f64 {
        let of_side = |times: &LaneTimes| times.widths[..self.both].iter().sum::<f64>();
        self.times.into_iter().map(of_side).fold(f64::INFINITY, f64::min)
    }

    /// Returns the ticks per lane of each state in A and in B; time without a state comes last.
    pub(super) fn times_of(&self, leaves: &Range<usize>, slices: [usize; 2]) -> Vec<[f64; 2]> {
        let of =
            |state: usize| [0, 1].map(|side: usize| self.times[side].mean_of(leaves.clone(), state, slices));
        (0..=self.times[0].states).map(of).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Grid;
    use diptych_trace::{Builder, CallSpec, FunctionSpec, LaneKind, Sink};

    /// In A, the recording ends while a call is running. In B, the lane stops and runs again. B takes twice as long, so its slices
    /// are twice as wide. Times of slices that A does not know are no difference.
    #[test]
    fn time_after_a_cut_call_is_spent_as_in_the_other_run() {
        let spec = FunctionSpec { name: "f", file: "", line: 0, category: "" };
        let mut builder = Builder::default();
        let function = builder.function(spec);
        let [lane, last] = ["lane", "last"].map(|name| builder.lane(None, LaneKind::Thread, name));
        builder.enter(lane, function, 0, 0);
        builder.enter(lane, function, 10, 0);
        builder.leave(lane, Some(function), 20, 0);
        builder.call(last, CallSpec { start: 0, end: 100, function, source: 0 });
        let a = builder.finish().remove(0).1;
        let mut builder = Builder::default();
        let function = builder.function(spec);
        let [lane, last] = ["lane", "last"].map(|name| builder.lane(None, LaneKind::Thread, name));
        for [start, end] in [[0, 40], [120, 150]] {
            builder.call(lane, CallSpec { start, end, function, source: 0 });
        }
        builder.call(last, CallSpec { start: 0, end: 200, function, source: 0 });
        let b = builder.finish().remove(0).1;
        let grid = Grid::covering(0, 100, 10);
        let times = [(&a, 1), (&b, 2)].map(|(trace, rate)| {
            let (tree, map) = (LaneTree::new(trace), SliceMap::new(grid, |tick| rate * tick));
            let choice = StateChoice::new(&StateTimes { ticks: vec![1] }, 1);
            LaneTimes::of_calls(trace, &tree, &[0, 1], &map, StackLevel::Innermost, &[0], &choice)
        });
        assert_eq!(times[0].row(0, 0), [10.0, 10.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        let filled = LaneTimes::filled(&times);
        assert_eq!(filled[0].row(0, 0), [10.0, 10.0, 0.0, 0.0, 0.0, 0.0, 10.0, 5.0, 0.0, 0.0]);
        assert_eq!(filled[1].row(0, 0), [20.0, 20.0, 0.0, 0.0, 0.0, 0.0, 20.0, 10.0, 0.0, 0.0]);
        let [b, a] = LaneTimes::filled(&[times[1].clone(), times[0].clone()]);
        assert_eq!([a, b], filled);
    }
}
