//! The calls by which lanes fall behind the others.
//!
//! A lane that works more slowly than the others is first seen in its own calls: it begins fewer of them. Its work
//! exceeds that of the others only once they wait for it, which may be many calls later. So a finding about a lane
//! begins when the lane falls behind.

use super::PairTimes;
use crate::shares::median;
use std::ops::Range;

/// Part of a lag that a lane may have before it falls behind.
const LEFT: f64 = 0.1;
/// Smallest lag, as a part of the finding's ticks.
const LEAST_LAG: f64 = 0.5;

/// The lag of each lane at each edge of slices.
pub(super) struct Lags {
    /// Calls by which B's lane is behind A's, less the median lane, by leaf and edge.
    calls: Vec<Vec<f64>>,
    /// Ticks of a call of a lane in A and in B.
    ticks: Vec<[f64; 2]>,
}

impl Lags {
    /// Counts the calls. Returns `None` if only sums of calls are known. O(lanes · slices).
    pub(super) fn new(pair: &PairTimes<'_>) -> Option<Self> {
        let (lanes, slices) = (pair.tree.leaves().len(), pair.slices());
        let [a, b] = pair.times;
        let mut calls = vec![vec![0.0; slices + 1]; lanes];
        let mut ticks = Vec::with_capacity(lanes);
        let ends = pair.times.map(|of| of.widths().iter().sum::<f64>());
        for (leaf, lag) in calls.iter_mut().enumerate() {
            let (a, b) = (a.begins(leaf)?, b.begins(leaf)?);
            for (slice, (a, b)) in a.iter().zip(b).enumerate() {
                lag[slice + 1] = lag[slice] + a - b;
            }
            let calls = [a, b].map(|begins| begins.iter().sum::<f64>().max(1.0));
            ticks.push([ends[0] / calls[0], ends[1] / calls[1]]);
        }
        for edge in 0..=slices {
            let middle = median(&mut calls.iter().map(|lag| lag[edge]).collect::<Vec<f64>>());
            for lag in &mut calls {
                lag[edge] -= middle;
            }
        }
        Some(Self { calls, ticks })
    }

    /// Returns the slice in which some lanes begin to fall behind, if they are behind when slice `from` begins, by at
    /// least half of `ticks`. Otherwise returns `from`. With a negative `sign`, A's lanes fall behind. A call counts with
    /// its time in the run in which the lanes do not fall behind.
    pub(super) fn begin_of(&self, leaves: &Range<usize>, from: usize, sign: f64, ticks: f64) -> usize {
        let count = leaves.len().max(1) as f64;
        let usual = usize::from(sign < 0.0);
        let lag = |edge: usize| {
            let of = |leaf: usize| sign * self.calls[leaf][edge] * self.ticks[leaf][usual];
            leaves.clone().map(of).sum::<f64>() / count
        };
        let at = lag(from);
        if at < LEAST_LAG * ticks {
            return from;
        }
        (0..from).rev().find(|&edge| lag(edge) <= LEFT * at).unwrap_or(from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slow_lane_falls_behind_before_others_wait() {
        let lags =
            Lags { calls: vec![vec![0.0; 6], vec![0.0, 0.1, 2.0, 4.0, 4.0, 0.0]], ticks: vec![[10.0; 2]; 2] };
        assert_eq!(lags.begin_of(&(1..2), 4, 1.0, 40.0), 1);
        // It is not far enough behind, not behind at all, or in the other run.
        assert_eq!(lags.begin_of(&(1..2), 4, 1.0, 90.0), 4);
        assert_eq!(lags.begin_of(&(0..1), 4, 1.0, 40.0), 4);
        assert_eq!(lags.begin_of(&(1..2), 4, -1.0, 40.0), 4);
    }
}
