//! The input of the findings of a pair: times in each run's own ticks, and messages.

use diptych_aggregate::{
    Finding, Findings, Grid, LaneTimes, LaneTree, LateMessages, MessageTime, PairTimes, SliceMap, StackLevel,
    finding_states, findings, waits_for,
};
use diptych_compare::waiting::is_waiting;
use diptych_trace::{LaneId, Trace};
use std::ops::Range;

/// A run of a pair.
#[derive(Debug, Clone, Copy)]
pub struct FindingRun<'a> {
    /// Its calls.
    pub trace: &'a Trace,
    /// Tree of its own lanes.
    pub tree: &'a LaneTree,
    /// Leaves of this tree that all runs have, in the order of the common tree.
    pub leaves: &'a [usize],
    /// State of each function.
    pub of_function: &'a [u32],
    /// 0 for A, 1 for B.
    pub side: usize,
    /// Its end on the common axis.
    pub end: i64,
}

/// The times of both sides and their messages, in slices that correspond.
#[derive(Debug)]
pub struct FindingsInput {
    times: [LaneTimes; 2],
    messages: [Vec<MessageTime>; 2],
    /// Late messages with the lanes that their delays go back to, for the questions about single areas.
    late: LateMessages,
    /// Slices of the first run of each side.
    maps: [SliceMap; 2],
    /// Number of slices before the end of the shortest run.
    both: usize,
    /// Names of the states that findings tell apart. The last one may stand for several.
    states: Vec<String>,
}

/// Name of the state that stands for all others.
const OTHERS: &str = "(other states)";

impl FindingsInput {
    /// Adds up the calls of all runs; each side has at least one. `own` returns the own tick of a run, given by number,
    /// for a tick of the common axis. `names` are those of all states. Returns `None` for one side.
    pub fn new(
        runs: &[FindingRun<'_>],
        grid: Grid,
        level: StackLevel,
        names: &[String],
        own: &dyn Fn(usize, i64) -> i64,
    ) -> Option<Self> {
        let maps: Vec<SliceMap> =
            (0..runs.len()).map(|run| SliceMap::new(grid, |tick| own(run, tick))).collect();
        let of_runs = runs.iter().zip(&maps).map(|(run, map)| (run.trace, map, run.of_function));
        let choice = finding_states(of_runs, level, names.len());
        let times = |side: usize| {
            let of_side = runs.iter().zip(&maps).filter(|(run, _)| run.side == side);
            let of_run = of_side.map(|(run, map)| {
                LaneTimes::of_calls(run.trace, run.tree, run.leaves, map, level, run.of_function, &choice)
            });
            LaneTimes::mean(&of_run.collect::<Vec<LaneTimes>>())
        };
        let first = [0, 1].map(|side| runs.iter().position(|run| run.side == side));
        let [Some(a), Some(b)] = first else { return None };
        let messages = [a, b].map(|at| {
            let run = &runs[at];
            let lanes: Vec<LaneId> = run.leaves.iter().map(|&leaf| run.tree.leaves()[leaf]).collect();
            MessageTime::of_trace(run.trace, &lanes, &maps[at])
        });
        let others = (!choice.lumped.is_empty()).then(|| OTHERS.to_owned());
        Some(Self {
            times: [times(0)?, times(1)?],
            late: LateMessages::new([&messages[0], &messages[1]]),
            messages,
            both: grid.slices_before(runs.iter().map(|run| run.end).min()?),
            states: choice.kept.iter().map(|&state| names[state as usize].clone()).chain(others).collect(),
            maps: [a, b].map(|run| maps[run].clone()),
        })
    }

    /// Finds everything in the lanes of a tree.
    pub fn findings(&self, tree: &LaneTree) -> Findings {
        let waits: Vec<bool> = self.states.iter().map(|name| waits(name)).collect();
        findings(&self.pair(tree, &waits), [&self.messages[0], &self.messages[1]], &self.late)
    }

    /// Returns the node that some lanes wait for between two ticks of B: the one with the largest part of the time by
    /// which they wait longer for messages than in A.
    pub fn waits_for(&self, tree: &LaneTree, leaves: &Range<usize>, [from, to]: [i64; 2]) -> Option<usize> {
        let slices = [self.maps[1].slice_of(from), self.maps[1].slice_of((to - 1).max(from))];
        waits_for(&self.pair(tree, &[]), &self.late, leaves, slices)
    }

    fn pair<'a>(&'a self, tree: &'a LaneTree, waits: &'a [bool]) -> PairTimes<'a> {
        PairTimes { tree, times: [&self.times[0], &self.times[1]], waits, both: self.both }
    }

    /// Returns the name of a state of a finding; `none` for time without a state.
    pub fn state<'a>(&'a self, of: &Finding, none: &'a str) -> &'a str {
        self.states.get(of.state).map_or(none, String::as_str)
    }

    /// Returns the names of the states of a finding's times; the last time is without a state.
    pub fn states(&self) -> &[String] {
        &self.states
    }

    /// Returns the own ticks of a side at which a finding begins and ends.
    pub fn span(&self, side: usize, of: &Finding) -> [i64; 2] {
        let [from, to] = of.slices;
        [self.maps[side].edges()[from], self.maps[side].edges()[to + 1]]
    }

    /// Returns the share of a finding's state in its slices, in A and in B.
    pub fn shares(&self, of: &Finding) -> [f64; 2] {
        let ticks = of.times.get(of.state).copied().unwrap_or_default();
        [0, 1].map(|side: usize| {
            let [from, to] = self.span(side, of);
            ticks[side] / (to - from).max(1) as f64
        })
    }

    /// Returns the first and the last slice of a finding in other slices: those of its time in B, or in A if A takes
    /// longer. `edges` are the own ticks of these slices by side.
    pub fn slices_in(&self, of: &Finding, edges: [&[i64]; 2]) -> [usize; 2] {
        let side = side_of(of);
        let [from, to] = self.span(side, of);
        let last = edges[side].len() - 2;
        let slice = |tick: i64| (edges[side].partition_point(|edge| *edge <= tick).max(1) - 1).min(last);
        [slice(from), slice((to - 1).max(from))]
    }
}

/// Returns the side that takes longer in a finding: 0 for A, 1 for B.
pub fn side_of(of: &Finding) -> usize {
    usize::from(of.ticks >= 0.0)
}

/// Smallest change of a share that is told as a change of shares.
const LEAST_SHARE_CHANGE: f64 = 0.01;

/// Returns true if a share is about the same in A and in B. All lanes then do the same for longer, so only amounts of
/// time tell what changed.
pub fn is_same_share([a, b]: [f64; 2]) -> bool {
    (b - a).abs() < LEAST_SHARE_CHANGE
}

/// Returns true if a lane waits in a state. Operations between ranks count as waiting, because a rank that comes late
/// lengthens them for all others.
pub fn waits(state: &str) -> bool {
    let name = state.rsplit(['.', ':', '/']).next().unwrap_or(state).to_ascii_lowercase();
    let name = name.strip_prefix('p').filter(|rest| rest.starts_with("mpi_")).unwrap_or(&name);
    let is_message = name.starts_with("mpi_") && !name.starts_with("mpi_file_") || name.starts_with("nccl");
    is_message || is_waiting(state)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_between_ranks_wait() {
        for name in ["PMPI_Allreduce", "MPI_Send", "ncclAllReduce", "PMPI_Wait", "threading.Condition.wait"] {
            assert!(waits(name), "{name}");
        }
        for name in ["computing", "PMPI_File_write", "parse", "(other states)"] {
            assert!(!waits(name), "{name}");
        }
    }
}
