//! Changes of all lanes together, and the time after the end of one run.
//!
//! Each slice of B stands for a slice of A. If B spent its time in the slice as A did, each state would have A's share
//! of it, however long B takes. The **change** of a slice is the time that B spends otherwise, by state. A start-up
//! that only takes longer is no change. A stall is one, because a single state fills it.

use super::{Finding, FindingKind, LEAST_AT_START, LEAST_PART, LEAST_Z, MOST, PairTimes};
use crate::shares::median;

/// Smallest share of B's time in a stretch that is spent otherwise.
const LEAST_SHARE: f64 = 0.05;
/// Smallest part of B's time in a stretch that is additional, if B stalls there.
const LEAST_MORE: f64 = 0.25;
/// Smallest part of the compared time by which a stretch changes.
const LEAST_TICKS: f64 = 0.0325;
/// Smallest noise, as a share of time.
const LEAST_NOISE: f64 = 0.005;

/// Finds stretches in which all lanes together spend their time otherwise, the largest first. No two overlap.
///
/// All stretches are judged. The time spent otherwise is half the sum of the absolute changes of the states. A stretch
/// counts if this is at least 5 % of B's time in it, and if its z is at least 6: that share, times the root of the
/// number of slices, relative to 1.4826 times the median share of single slices.
///
/// If lanes wait nearly all the time, a stall hardly changes their shares. So a stretch also counts if a quarter of
/// B's time in it is additional, compared with the median pace, and if this is 3.25 % of the compared time. A start-up
/// does not count: all slices from the first on take longer then, and how long a start-up takes says nothing.
///
/// The ticks of a stretch, the time spent otherwise or
/// the growth of the state that grew most, must be 3.25 % of the compared time, or 5 % if it begins
/// in the first slice. O(slices² · states).
pub(super) fn whole(pair: &PairTimes<'_>) -> Vec<Finding> {
    let states = pair.times[0].states() + 1;
    let leaves = 0..pair.tree.leaves().len();
    // Change of each state up to each edge of slices.
    let mut sums = vec![vec![0.0; states]];
    let mut grown = vec![vec![0.0; states]];
    let mut shares = Vec::new();
    for slice in 0..pair.both {
        let widths = [0, 1].map(|side: usize| pair.times[side].widths()[slice]);
        let times = pair.times_of(&leaves, [slice, slice]);
        let change = |[a, b]: &[f64; 2]| if widths[0] > 0.0 { b - a / widths[0] * widths[1] } else { 0.0 };
        let change: Vec<f64> = times.iter().map(change).collect();
        shares.push(size(&change) / widths[1].max(1.0));
        grown.push(grown[slice].iter().zip(&times).map(|(sum, [a, b])| sum + b - a).collect());
        sums.push(sums[slice].iter().zip(&change).map(|(sum, change)| sum + change).collect());
    }
    let noise = (1.4826 * median(&mut shares)).max(LEAST_NOISE);
    let pace = Pace::new(pair);
    let mut candidates = Vec::new();
    for from in 0..pair.both {
        let mut width = 0.0;
        for to in from..pair.both {
            width += pair.times[1].widths()[to];
            let between = |sums: &[Vec<f64>]| -> Vec<f64> {
                sums[to + 1].iter().zip(&sums[from]).map(|(end, start)| end - start).collect()
            };
            let otherwise = size(&between(&sums));
            let ticks = between(&grown).into_iter().fold(otherwise, f64::max);
            let share = otherwise / width.max(1.0);
            let z = share * ((to + 1 - from) as f64).sqrt() / noise;
            let least = if from == 0 { LEAST_AT_START } else { LEAST_TICKS };
            if ticks < least * pair.compared() {
                continue;
            }
            // A longer stretch must add more time than it dilutes.
            if share >= LEAST_SHARE && z >= LEAST_Z {
                candidates.push((otherwise * share, ticks, z, [from, to]));
            } else if let Some((more, z)) = pace.stall([from, to], width)
                && more >= LEAST_TICKS * pair.compared()
            {
                candidates.push((more * more / width.max(1.0), ticks, z, [from, to]));
            }
        }
    }
    candidates.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.3.cmp(&other.3)));
    let mut is_taken = vec![false; pair.both];
    let mut found = Vec::new();
    for (_, ticks, z, slices) in candidates {
        let cells = &mut is_taken[slices[0]..=slices[1]];
        if cells.iter().any(|&is_taken| is_taken) || found.len() == MOST {
            continue;
        }
        cells.fill(true);
        let change = (0..states).map(|state| sums[slices[1] + 1][state] - sums[slices[0]][state]);
        let state = change.enumerate().max_by(|one, other| one.1.total_cmp(&other.1)).map_or(0, |of| of.0);
        let times = pair.times_of(&leaves, slices);
        found.push(Finding {
            kind: FindingKind::Whole,
            node: 0,
            other: None,
            slices,
            ticks,
            state,
            times,
            z,
        });
    }
    found.sort_by(|one, other| other.ticks.total_cmp(&one.ticks));
    found
}

/// The additional time of B in each slice, compared with the median pace.
struct Pace {
    /// Additional time up to each edge of slices.
    sums: Vec<f64>,
    /// Additional time of a usual slice.
    noise: f64,
    /// First slice after the start-up.
    started: usize,
}

impl Pace {
    fn new(pair: &PairTimes<'_>) -> Self {
        let [a, b] = pair.times.map(|times| &times.widths()[..pair.both]);
        let mut ratios: Vec<f64> = a.iter().zip(b).map(|(a, b)| b / a.max(1.0)).collect();
        let usual = median(&mut ratios);
        let more: Vec<f64> = a.iter().zip(b).map(|(a, b)| b - usual * a).collect();
        let mut sizes: Vec<f64> = more.iter().map(|more| more.abs()).collect();
        let is_start = |(more, b): (&f64, &f64)| *more >= LEAST_MORE * b;
        let started = more.iter().zip(b).take_while(|&of| is_start(of)).count();
        let mut sums = vec![0.0];
        for more in more {
            sums.push(sums[sums.len() - 1] + more);
        }
        Self { sums, noise: (1.4826 * median(&mut sizes)).max(1.0), started }
    }

    /// Returns the additional time of a stretch and its z, if B stalls there. `width` is B's time in the stretch.
    fn stall(&self, [from, to]: [usize; 2], width: f64) -> Option<(f64, f64)> {
        let more = self.sums[to + 1] - self.sums[from];
        let z = more / ((to + 1 - from) as f64).sqrt() / self.noise;
        (from >= self.started && more >= LEAST_MORE * width && z >= LEAST_Z).then_some((more, z))
    }
}

/// Returns half the sum of all absolute changes.
fn size(change: &[f64]) -> f64 {
    change.iter().map(|change| change.abs()).sum::<f64>() / 2.0
}

/// Returns the time in which one run goes on after the other has ended, if it is at least 1 % of the compared time.
pub(super) fn tail(pair: &PairTimes<'_>) -> Option<Finding> {
    let slices = [pair.both, pair.slices().checked_sub(1)?];
    if slices[0] > slices[1] {
        return None;
    }
    let leaves = 0..pair.tree.leaves().len();
    let times = pair.times_of(&leaves, slices);
    let busy = [0, 1].map(|side: usize| times.iter().rev().skip(1).map(|both| both[side]).sum::<f64>());
    let ticks = busy[1] - busy[0];
    let side = usize::from(ticks > 0.0);
    if ticks.abs() < LEAST_PART * pair.compared() {
        return None;
    }
    let longest = times.iter().rev().skip(1).rev().enumerate();
    let state = longest.max_by(|one, other| one.1[side].total_cmp(&other.1[side])).map_or(0, |of| of.0);
    let z = f64::INFINITY;
    Some(Finding { kind: FindingKind::Tail, node: 0, other: None, slices, ticks, state, times, z })
}
