//! The times and messages of a pair, from which its findings are made.

use super::pairing::CommonLeaves;
use super::source::{Source, slices};
use crate::args::AggregateArgs;
use diptych_aggregate::{
    Finding, Grid, LaneTimes, LaneTree, MessageTime, PairTimes, SliceMap, StackLevel, StateChoice, findings,
    waits_for,
};
use diptych_engine::trace::LaneId;
use std::ops::Range;

/// The times of both sides in their own ticks, in slices that correspond by matched calls.
#[derive(Debug)]
pub(super) struct FindingsInput {
    times: [LaneTimes; 2],
    messages: [Vec<MessageTime>; 2],
    /// Slices of the first run of each side.
    maps: [SliceMap; 2],
    /// Number of slices before the end of the shortest run.
    both: usize,
}

impl FindingsInput {
    /// Adds up the calls of all runs, of which the first `runs_of_a` are those of A. With one run a side and no window,
    /// slices correspond by matched calls, whatever the axis is. Otherwise they are those of the table.
    pub(super) fn new(
        runs: &[&Source],
        paired: &CommonLeaves,
        runs_of_a: usize,
        (of_function, choice, level): (&[Vec<u32>], &StateChoice, StackLevel),
        args: &AggregateArgs,
        shown: Grid,
    ) -> Self {
        let matched = paired.matched.as_ref().filter(|_| args.window.is_none());
        let extents = (0..runs.len()).map(|run| match matched {
            Some(warp) if run > 0 => warp.to_a(runs[run].extent),
            _ => paired.place(run, runs[run].extent),
        });
        let extents: Vec<i64> = extents.collect();
        let grid = extents.iter().max().filter(|_| matched.is_some()).and_then(|end| slices(*end, args).ok());
        let grid = grid.unwrap_or(shown);
        let own = |run: usize, tick: i64| match matched {
            Some(warp) if run > 0 => warp.to_b(tick),
            _ => paired.own(run, tick),
        };
        let maps: Vec<SliceMap> =
            (0..runs.len()).map(|run| SliceMap::new(grid, |tick| own(run, tick))).collect();
        let times: Vec<LaneTimes> = (0..runs.len())
            .map(|run| {
                let lanes = (&runs[run].tree, &paired.leaves[run][..]);
                LaneTimes::of_calls(&runs[run].trace, lanes, &maps[run], level, &of_function[run], choice)
            })
            .collect();
        let first = [0, runs_of_a];
        let messages = first.map(|run| {
            let lane = |&leaf: &usize| runs[run].tree.leaves()[leaf];
            let lanes: Vec<LaneId> = paired.leaves[run].iter().map(lane).collect();
            MessageTime::of_trace(&runs[run].trace, &lanes, &maps[run])
        });
        let mean =
            |range: Range<usize>| LaneTimes::mean(&times[range.clone()]).unwrap_or_else(|| times[0].clone());
        Self {
            times: [mean(0..runs_of_a), mean(runs_of_a..runs.len())],
            messages,
            maps: first.map(|run| maps[run].clone()),
            both: grid.slices_before(extents.into_iter().min().unwrap_or(0)),
        }
    }

    /// Finds everything. `waits` is true for the states in which a lane waits.
    pub(super) fn findings(&self, tree: &LaneTree, waits: &[bool]) -> Vec<Finding> {
        findings(&self.pair(tree, waits), [&self.messages[0], &self.messages[1]])
    }

    /// Returns the node that some lanes wait for between two ticks of B.
    pub(super) fn waits_for(
        &self,
        tree: &LaneTree,
        waits: &[bool],
        leaves: &Range<usize>,
        [from, to]: [i64; 2],
    ) -> Option<usize> {
        let slices = [from, to].map(|tick| self.maps[1].slice_of(tick));
        waits_for(&self.pair(tree, waits), [&self.messages[0], &self.messages[1]], leaves, slices)
    }

    /// Returns true if the slices of findings are those of a table.
    pub(super) fn is_of(&self, grid: Grid) -> bool {
        self.maps[0].grid() == grid
    }

    /// Returns the own ticks of a side at which slices of a finding begin and end.
    pub(super) fn span(&self, side: usize, [from, to]: [usize; 2]) -> [i64; 2] {
        [self.maps[side].edges()[from], self.maps[side].edges()[to + 1]]
    }

    fn pair<'a>(&'a self, tree: &'a LaneTree, waits: &'a [bool]) -> PairTimes<'a> {
        PairTimes { tree, times: [&self.times[0], &self.times[1]], waits, both: self.both }
    }
}
