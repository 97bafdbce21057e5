//! Changes of a state that all lanes share, or nearly all.
//!
//! [`mod@super::whole`] finds stretches of time that are filled otherwise. Two changes of all lanes are no such stretch. If
//! all lanes are evenly slower, each stretch is filled as before. If one lane works longer and all others wait for it, the
//! additional time is that lane's work. So this rule adds up the time of each lane in each state, whatever the slices are.
//! It also counts the time after the end of the shorter run. If both runs begin at zero, work that a slower run does later
//! would otherwise look like less work.

use super::PairTimes;
use super::finding::{Finding, FindingKind};
use super::limits::{LEAST_Z, MOST};
use super::works::{LARGE_OF_WORK, LARGE_Z, median_work};
use crate::departures::FEWEST;
use crate::shares::median;

/// Part of the lanes that must share a change.
const MOST_LANES: f64 = 0.8;
/// Part of the median change that a lane must have to share it.
const SIMILAR: f64 = 0.5;
/// Smallest change of a lane, as a part of the compared time.
const LEAST_TICKS: f64 = 0.035;
/// Smallest change that only belongs to the start-up, as a part of the compared time. A start-up takes another time in every
/// run.
const LEAST_START_UP: f64 = 0.08;
/// Part of a change before its first slice, and after its last slice.
const OUTSIDE: f64 = 0.02;
/// Part of a change of waiting that a cause must be able to explain.
const EXPLAINED: f64 = 0.5;

/// Finds the states in which each lane, or nearly each, spends more or less time than in A; the largest change first.
///
/// 80 % of the lanes must have at least half of the median change, and the median change must be 3.5 % of the compared
/// time. Work also counts if it is 10 % of the median lane's work and 20 times the noise, however short that is. All that lies
/// in the first tenth of the slices must be 8 % of the compared time.
///
/// Lanes wait for lanes that work longer. So the lanes of `causes` do not count for waiting states. A change of waiting counts if
/// a cause at the same time explains at least half of it. Otherwise it must be even: the sum over all slices is at least 6
/// times the noise of such a sum. Pauses of single lanes, for which all others wait, strike a few slices only.
/// O(lanes · states · slices).
pub(super) fn each_lane(pair: &PairTimes<'_>, causes: &[Finding]) -> Vec<Finding> {
    let lanes = pair.tree.leaves().len();
    if lanes < FEWEST || pair.both == 0 {
        return Vec::new();
    }
    let is_late = |leaf: usize| {
        let mut works = causes.iter().filter(|cause| cause.kind == FindingKind::Works);
        works.any(|cause| pair.tree.nodes()[cause.node].leaves.contains(&leaf))
    };
    let others: Vec<usize> = (0..lanes).filter(|&leaf| !is_late(leaf)).collect();
    let all: Vec<usize> = (0..lanes).collect();
    let work = median_work(pair);
    let mut found: Vec<Finding> = (0..pair.named.min(pair.waits.len()))
        .filter_map(|state| {
            let is_waiting = pair.waits[state];
            let shared = Shared::new(pair, state, if is_waiting { &others } else { &all })?;
            let of = shared.finding(pair, state);
            let is_start = 10 * (of.slices[1] + 1) <= pair.both;
            let least = if is_start { LEAST_START_UP } else { LEAST_TICKS };
            let ticks = shared.middle.abs();
            let is_large = ticks >= least * pair.compared();
            let counts = if is_waiting {
                is_large && (causes.iter().any(|cause| explains(cause, &of)) || shared.is_even())
            } else {
                is_large || (!is_start && ticks >= (LARGE_OF_WORK * work).max(LARGE_Z * shared.noise))
            };
            counts.then_some(of)
        })
        .collect();
    found.sort_by(|one, other| other.ticks.abs().total_cmp(&one.ticks.abs()));
    found.truncate(MOST);
    found
}

/// Returns true if a finding at the same time explains the waiting of all lanes.
pub(super) fn explains(cause: &Finding, waiting: &Finding) -> bool {
    cause.kind != FindingKind::Tail
        && cause.ticks.signum() == waiting.ticks.signum()
        && cause.ticks.abs() >= EXPLAINED * waiting.ticks.abs()
        && super::overlap(cause, waiting)
}

/// A change of a state that most lanes share.
struct Shared {
    /// The lanes that share it.
    leaves: Vec<usize>,
    /// Median change of the lanes that count.
    middle: f64,
    /// Noise of a lane's change.
    noise: f64,
    /// Mean change of the lanes that share it, by slice.
    by_slice: Vec<f64>,
}

impl Shared {
    /// Returns `None` if too few of the lanes that count share a change.
    fn new(pair: &PairTimes<'_>, state: usize, counts: &[usize]) -> Option<Self> {
        if counts.len() < FEWEST {
            return None;
        }
        let change = |leaf: usize| -> f64 {
            let of = |side: usize| pair.times[side].row(leaf, state).iter().sum::<f64>();
            of(1) - of(0)
        };
        let changes: Vec<f64> = counts.iter().map(|&leaf| change(leaf)).collect();
        let middle = median(&mut changes.clone());
        let shares = |change: f64| middle != 0.0 && change * middle.signum() >= SIMILAR * middle.abs();
        let of_leaf = counts.iter().zip(&changes);
        let leaves: Vec<usize> = of_leaf.filter(|of| shares(*of.1)).map(|of| *of.0).collect();
        if (leaves.len() as f64) < MOST_LANES * counts.len() as f64 {
            return None;
        }
        let noise = 1.4826 * median(&mut changes.iter().map(|of| (of - middle).abs()).collect::<Vec<f64>>());
        let mut by_slice = vec![0.0; pair.slices()];
        for (times, sign) in pair.times.iter().zip([-1.0, 1.0]) {
            for &leaf in &leaves {
                for (sum, ticks) in by_slice.iter_mut().zip(times.row(leaf, state)) {
                    *sum += sign * ticks / leaves.len() as f64;
                }
            }
        }
        Some(Self { leaves, middle, noise: noise.max(1.0), by_slice })
    }

    /// Returns the slices in which the change lies, without what little of it comes earlier and later.
    fn slices(&self) -> [usize; 2] {
        let all: f64 = self.by_slice.iter().sum();
        let mut sum = 0.0;
        let parts = self.by_slice.iter().map(|change| {
            sum += change;
            sum / all
        });
        let parts: Vec<f64> = parts.collect();
        let first = parts.iter().position(|part| *part >= OUTSIDE).unwrap_or(0);
        let last = parts.iter().position(|part| *part >= 1.0 - OUTSIDE).unwrap_or(parts.len() - 1);
        [first, last.max(first)]
    }

    /// Returns true if the change is spread over the slices, rather than the sum of a few by chance.
    fn is_even(&self) -> bool {
        let count = self.by_slice.len() as f64;
        let mean = self.by_slice.iter().sum::<f64>() / count;
        let variance = self.by_slice.iter().map(|of| (of - mean).powi(2)).sum::<f64>() / count;
        mean.abs() * count.sqrt() >= LEAST_Z * variance.sqrt()
    }

    /// Returns the finding. Its amounts are those of the whole run on the lane with the median change, of the lanes that share
    /// it, or the mean of the two lanes in the middle. A comparison of functions states the same amount.
    fn finding(&self, pair: &PairTimes<'_>, state: usize) -> Finding {
        let all = [0, pair.slices() - 1];
        let change = |leaf: usize| {
            let [a, b] = pair.times.map(|times| times.row(leaf, state).iter().sum::<f64>());
            b - a
        };
        let mut ascending = self.leaves.clone();
        ascending.sort_by(|&one, &other| change(one).total_cmp(&change(other)).then(one.cmp(&other)));
        let middle = [(ascending.len() - 1) / 2, ascending.len() / 2].map(|place| ascending[place]);
        let mut times = vec![[0.0; 2]; pair.times[0].states() + 1];
        for leaf in middle {
            for (sum, of) in times.iter_mut().zip(pair.times_of(&(leaf..leaf + 1), all)) {
                *sum = [sum[0] + of[0] / 2.0, sum[1] + of[1] / 2.0];
            }
        }
        Finding {
            kind: FindingKind::EachLane,
            node: 0,
            other: None,
            more: 0,
            lanes: self.leaves.len(),
            slices: self.slices(),
            ticks: times[state][1] - times[state][0],
            state,
            times,
            in_run: [0.0; 2],
            usual: 0.0,
            z: self.middle.abs() / self.noise,
        }
    }
}
