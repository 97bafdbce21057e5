//! Assignment of overlapping calls to sub-lanes.
//!
//! Calls of one lane may overlap (the kernels of a stream, slices of several tasks). A call goes to the first of the
//! lane and its sub-lanes where it fits: where nothing runs, or where it lies inside the innermost running call. A tree
//! over the sub-lanes finds the first one; its nodes hold the latest end of the innermost calls below them. Calls that
//! end come off a heap. So a call takes O(log) time, however many calls are open.

use crate::nesting::Span;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// End of the innermost call if nothing runs: later than all ends.
const IDLE: i64 = i64::MAX;

/// Index of no entry in [`FirstFit::open`].
const NONE: u32 = u32::MAX;

/// A call that runs in a sub-lane.
#[derive(Debug, Clone, Copy)]
struct Open {
    end: i64,
    /// The call that it lies in, as an index.
    outer: u32,
}

/// The sub-lanes of one lane, while calls are assigned to them in the order of their starts.
#[derive(Debug)]
pub(crate) struct FirstFit {
    /// Ticks by which calls may overlap without counting as overlapping.
    resolution: i64,
    /// True if a call may lie inside another.
    nests: bool,
    open: Vec<Open>,
    /// Innermost running call of each sub-lane, as an index of `open`.
    innermost: Vec<u32>,
    /// Tree of maxima over the ends of the innermost calls: inner nodes first, then the leaves.
    latest: Vec<i64>,
    /// Ends of the running calls, earliest first, each with its sub-lane.
    ends: BinaryHeap<Reverse<(i64, u32)>>,
    /// Number of tree nodes visited and calls ended.
    pub(crate) steps: u64,
}

impl FirstFit {
    /// Creates sub-lanes for calls that may nest.
    pub(crate) fn nesting(resolution: i64) -> Self {
        Self {
            resolution,
            nests: true,
            open: Vec::new(),
            innermost: Vec::new(),
            latest: vec![IDLE; 2],
            ends: BinaryHeap::new(),
            steps: 0,
        }
    }

    /// Creates sub-lanes of which each holds one call at a time.
    pub(crate) fn apart() -> Self {
        Self { nests: false, ..Self::nesting(0) }
    }

    /// Returns the number of sub-lanes.
    pub(crate) fn len(&self) -> usize {
        self.innermost.len()
    }

    /// Returns the sub-lane for the next call, counted from 0. Starts must not decrease.
    pub(crate) fn place(&mut self, start: i64, end: i64) -> u32 {
        self.close_until(start.saturating_add(self.resolution));
        let least = if self.nests { end.saturating_sub(self.resolution) } else { IDLE };
        let lane = self.first_of_at_least(least).unwrap_or_else(|| self.add());
        let outer = self.innermost[lane as usize];
        let end = self.open.get(outer as usize).map_or(end, |outer| outer.end.min(end));
        self.innermost[lane as usize] = self.open.len() as u32;
        self.open.push(Open { end, outer });
        self.ends.push(Reverse((end, lane)));
        self.set(lane, end);
        lane
    }

    /// Removes the calls that end at or before an instant.
    fn close_until(&mut self, at: i64) {
        while let Some(&Reverse((end, lane))) = self.ends.peek()
            && end <= at
        {
            self.ends.pop();
            let outer = self.open[self.innermost[lane as usize] as usize].outer;
            self.innermost[lane as usize] = outer;
            let end = self.open.get(outer as usize).map_or(IDLE, |outer| outer.end);
            self.set(lane, end);
        }
    }

    /// Returns the first sub-lane that is idle or whose innermost call ends at `least` or later.
    fn first_of_at_least(&mut self, least: i64) -> Option<u32> {
        let leaves = self.latest.len() / 2;
        let mut node = 1;
        if self.innermost.is_empty() || self.latest[node] < least {
            return None;
        }
        while node < leaves {
            node = 2 * node + usize::from(self.latest[2 * node] < least);
            self.steps += 1;
        }
        Some((node - leaves) as u32)
    }

    /// Adds a sub-lane and returns it.
    fn add(&mut self) -> u32 {
        let lane = self.innermost.len() as u32;
        self.innermost.push(NONE);
        if self.innermost.len() * 2 > self.latest.len() {
            // Doubles the leaves, so the tree is rebuilt only once for every doubling.
            let leaves = self.latest.split_off(self.latest.len() / 2);
            self.latest = vec![i64::MIN; leaves.len() * 4];
            let first = self.latest.len() / 2;
            self.latest[first..first + leaves.len()].copy_from_slice(&leaves);
            for node in (1..first).rev() {
                self.latest[node] = self.latest[2 * node].max(self.latest[2 * node + 1]);
            }
        }
        lane
    }

    fn set(&mut self, lane: u32, end: i64) {
        let mut node = self.latest.len() / 2 + lane as usize;
        self.latest[node] = end;
        self.steps += 1;
        while node > 1 {
            node /= 2;
            self.steps += 1;
            let latest = self.latest[2 * node].max(self.latest[2 * node + 1]);
            if std::mem::replace(&mut self.latest[node], latest) == latest {
                break;
            }
        }
    }
}

/// Assigns the calls that did not fit in a lane to sub-lanes. Takes the indices of their spans in pre-order, and
/// returns those of each sub-lane, also in pre-order.
pub(crate) fn share_out(spans: &[Span], overflow: &[u32], resolution: i64, steps: &mut u64) -> Vec<Vec<u32>> {
    let mut fit = FirstFit::nesting(resolution);
    let mut sublanes: Vec<Vec<u32>> = Vec::new();
    for &index in overflow {
        let Span { start, end, .. } = spans[index as usize];
        let lane = fit.place(start, end) as usize;
        sublanes.resize_with(fit.len(), Vec::new);
        sublanes[lane].push(index);
    }
    *steps += fit.steps;
    sublanes
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The naive way: checks every sub-lane for the first where the call fits.
    fn naive(ranges: &[(i64, i64)], resolution: i64, nests: bool) -> Vec<u32> {
        let mut sublanes: Vec<Vec<i64>> = Vec::new();
        let place = |&(start, end): &(i64, i64)| {
            for open in &mut sublanes {
                while open.pop_if(|open| *open <= start + resolution).is_some() {}
            }
            let fits = |open: &Vec<i64>| {
                open.last().is_none_or(|&around| nests && end <= around.saturating_add(resolution))
            };
            let lane = sublanes.iter().position(fits).unwrap_or(sublanes.len());
            if lane == sublanes.len() {
                sublanes.push(Vec::new());
            }
            let end = sublanes[lane].last().map_or(end, |&around| around.min(end));
            sublanes[lane].push(end);
            lane as u32
        };
        ranges.iter().map(place).collect()
    }

    proptest! {
        #[test]
        fn first_fit_equals_a_linear_scan(
            lengths in prop::collection::vec((0i64..8, 0i64..60), 0..120), resolution in 0i64..4, nests: bool,
        ) {
            let mut at = 0;
            let mut ranges: Vec<(i64, i64)> = Vec::new();
            for (step, length) in lengths {
                at += step;
                ranges.push((at, at + length));
            }
            ranges.sort_by_key(|&(start, end)| (start, Reverse(end)));
            let resolution = if nests { resolution } else { 0 };
            let mut fit = if nests { FirstFit::nesting(resolution) } else { FirstFit::apart() };
            let placed: Vec<u32> = ranges.iter().map(|&(start, end)| fit.place(start, end)).collect();
            prop_assert_eq!(placed, naive(&ranges, resolution, nests));
        }
    }

    #[test]
    fn first_fit_work_is_linear_in_overlapping_calls() {
        for calls in [1_000, 16_000] {
            let mut fit = FirstFit::nesting(0);
            (0..calls).for_each(|at| {
                fit.place(at, at + calls);
            });
            assert_eq!(fit.len(), calls as usize, "the last starts before the first ends");
            let levels = u64::from(calls.ilog2()) + 2;
            assert!(fit.steps <= 4 * levels * calls as u64, "{} steps for {calls} calls", fit.steps);
        }
    }
}
