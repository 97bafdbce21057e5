//! Changes of all lanes together, and the time after the end of one run.
//!
//! Each slice of B stands for a slice of A. If B spent its time in the slice as A did, each state would have A's share
//! of it, however long B takes. The **change** of a slice is the difference of these shares by state, times the slice's
//! time in the run that takes longer there. A start-up that only takes longer is no change. A stall is one, because a
//! single state fills it. All of this mirrors if the sides are exchanged.

use super::finding::{Finding, FindingKind};
use super::limits::{LEAST_PART, LEAST_Z, MOST};
use super::works::WorkChanges;
use super::{LaneTimes, PairTimes, are_few};
use crate::departures::{NINTH_TENTH, ninth_tenth};
use crate::shares::median;

/// Smallest share of a stretch's time that is spent otherwise.
const LEAST_SHARE: f64 = 0.05;
/// Smallest part of a stretch's time that is additional, if one run stalls there.
const LEAST_MORE: f64 = 0.25;
/// Smallest part of the compared time by which a stretch changes.
const LEAST_TICKS: f64 = 0.035;
/// Smallest part of the compared time by which a stall lengthens one run, without the time that single lanes work
/// longer. Pauses of lanes do not count there, so it may be smaller.
const LEAST_STALL: f64 = 0.03;
/// Smallest part of the compared time by which a stretch changes that begins with the start-up, which takes another time
/// in every run.
const LEAST_START_UP: f64 = 0.08;
/// A stretch that begins in the first of so many parts of the time belongs to the start-up.
const START: usize = 10;
/// Largest ratio of an additional time without a state to the longest additional gap between two calls. A gap of which
/// most is outside of the stretch is another one.
const MOST_OF_GAP: f64 = 2.0;
/// Smallest noise, as a share of time.
const LEAST_NOISE: f64 = 0.005;

/// Finds stretches in which all lanes together spend their time otherwise, the largest first. No two overlap.
///
/// All stretches are judged, with a slice's time in the run that takes longer there as its width. The time spent
/// otherwise is half the sum of the absolute changes of the states. A stretch counts if this is at least 5 % of its
/// width, and if its z is at least 6: that share, times the root of the number of slices, relative to the
/// noise of single slices. The noise is 1.4826 times their median share, and at least their ninth decile / 1.6449.
///
/// If lanes wait nearly all the time, a stall hardly changes their shares. So a stretch also counts if a quarter of
/// its width is additional in one run, compared with the median pace, and if this is 3 % of the compared time. Time in
/// which a single lane works longer is not additional. A start-up does not count: all slices from the first on take longer then, and how long a start-up takes says nothing.
///
/// The ticks of a stretch are the time spent otherwise, or the growth of the state that grew most. Less the pauses of
/// single lanes, they must be 3.5 % of the compared time, or 8 % if the stretch begins in the first tenth of the slices.
///
/// A few lanes do not show which changes are usual. So their stretches follow [`of_few_lanes`] instead, and
/// [`whole_runs_of_few_lanes`] if slices do not hold the same calls.
/// O(slices² · states).
pub(super) fn whole(pair: &PairTimes<'_>, work: &WorkChanges) -> Vec<Finding> {
    if are_few(pair.tree.leaves().len()) && !pair.is_matched {
        return whole_runs_of_few_lanes(pair);
    }
    let changes = Changes::new(pair);
    let pace = Pace::new(pair, work);
    let mut candidates = Vec::new();
    for from in 0..pair.both {
        for to in from..pair.both {
            let of_lanes = if are_few(pair.tree.leaves().len()) {
                of_few_lanes(pair, &changes, [from, to])
            } else {
                candidate(pair, &changes, &pace, [from, to])
            };
            candidates.extend(of_lanes);
        }
    }
    candidates.sort_by(|one, other| other.rank.total_cmp(&one.rank).then(one.slices.cmp(&other.slices)));
    let mut is_taken = vec![false; pair.both];
    let mut found = Vec::new();
    for Stretch { ticks, state, z, slices, .. } in candidates {
        let cells = &mut is_taken[slices[0]..=slices[1]];
        if cells.iter().any(|&is_taken| is_taken) || found.len() == MOST {
            continue;
        }
        cells.fill(true);
        found.push(finding(pair, slices, ticks, state, z));
    }
    found.sort_by(|one, other| other.ticks.abs().total_cmp(&one.ticks.abs()));
    found
}

fn finding(pair: &PairTimes<'_>, slices: [usize; 2], ticks: f64, state: usize, z: f64) -> Finding {
    let lanes = pair.tree.leaves().len();
    let times = pair.times_of(&(0..lanes), slices);
    let (kind, node, other) = (FindingKind::Whole, 0, None);
    let (in_run, usual) = ([0.0; 2], 0.0);
    Finding { kind, node, other, more: 0, lanes, slices, ticks, state, times, in_run, usual, z }
}

/// Returns the states of few lanes that change by 3.5 % of the compared time in the whole run, and whose functions changed by
/// more than noise; the largest change first. If slices do not hold the same calls, a stretch of slices compares a part of one
/// run with another part of the other run, so only the whole runs tell what changed. O(states · slices).
fn whole_runs_of_few_lanes(pair: &PairTimes<'_>) -> Vec<Finding> {
    let Some(significant) = pair.significant else { return Vec::new() };
    let all = [0, pair.slices() - 1];
    let times = pair.times_of(&(0..pair.tree.leaves().len()), all);
    let change = |state: usize| times[state][1] - times[state][0];
    let counts = |&state: &usize| {
        let direction = usize::from(change(state) > 0.0);
        let is_large = change(state).abs() >= LEAST_TICKS * pair.compared();
        is_large && significant.states.get(state).is_some_and(|both| both[direction])
    };
    let states = pair.named_states().filter(counts);
    let mut found: Vec<Finding> = states.map(|state| finding(pair, all, change(state), state, 0.0)).collect();
    found.sort_by(|one, other| other.ticks.abs().total_cmp(&one.ticks.abs()));
    found.truncate(MOST);
    found
}

/// A stretch of slices above the thresholds.
struct Stretch {
    rank: f64,
    ticks: f64,
    state: usize,
    z: f64,
    slices: [usize; 2],
}

/// Returns the stretch between two slices if it is above the thresholds.
fn candidate(
    pair: &PairTimes<'_>,
    changes: &Changes,
    pace: &Pace,
    [from, to]: [usize; 2],
) -> Option<Stretch> {
    let width = (changes.widths[to + 1] - changes.widths[from]).max(1.0);
    let otherwise = between(&changes.otherwise, [from, to]);
    let grown = between(&changes.grown, [from, to]);
    // If A takes longer in the stretch, the ticks are negative, and the state is the one that fell most.
    let more: f64 = grown.iter().sum();
    let sign = if more < 0.0 { -1.0 } else { 1.0 };
    let most = |of: &[f64]| most(pair, of, sign);
    let (otherwise, changed, grew) = (size(&otherwise), most(&otherwise), most(&grown));
    let ticks = otherwise.max(sign * grown[grew]);
    let is_start = START * from <= pair.both;
    let least = if is_start { LEAST_START_UP } else { LEAST_TICKS };
    let is_large = ticks - between_edges(&pace.paused, [from, to]) >= least * pair.compared();
    let share = otherwise / width;
    let z = share * ((to + 1 - from) as f64).sqrt() / changes.noise;
    let slices = [from, to];
    // A longer stretch must add more time than it dilutes.
    if is_large && share >= LEAST_SHARE && z >= LEAST_Z {
        return Some(Stretch { rank: otherwise * share, ticks: sign * ticks, state: changed, z, slices });
    }
    let (stalled, z) = pace.stall(slices, width)?;
    let is_long = stalled >= LEAST_STALL * pair.compared() && (is_large || !is_start);
    is_long.then(|| Stretch { rank: stalled * stalled / width, ticks: sign * ticks, state: grew, z, slices })
}

/// Returns the stretch between two slices if a state changes enough there whose functions changed by more than the noise of
/// their calls ([`PairTimes::significant`]). The ticks of the stretch are the change of this state alone, the largest of
/// such states. They must be 5 % of the width of the stretch and 3.5 % of the compared time, or 8 % in the start-up.
fn of_few_lanes(pair: &PairTimes<'_>, changes: &Changes, [from, to]: [usize; 2]) -> Option<Stretch> {
    let significant = pair.significant?;
    let slices = [from, to];
    let width = (changes.widths[to + 1] - changes.widths[from]).max(1.0);
    let grown = between(&changes.grown, slices);
    let is_significant = |state: &usize| {
        let ticks = grown[*state];
        if *state == pair.times[0].states() {
            return ticks.abs() <= MOST_OF_GAP * significant.gap[usize::from(ticks > 0.0)];
        }
        significant.states.get(*state).is_some_and(|both| both[usize::from(ticks > 0.0)])
    };
    let states = pair.named_states().filter(is_significant);
    let state = states.max_by(|one, other| grown[*one].abs().total_cmp(&grown[*other].abs()))?;
    let (ticks, least) = (grown[state], if START * from <= pair.both { LEAST_START_UP } else { LEAST_TICKS });
    let share = ticks.abs() / width;
    let z = share * ((to + 1 - from) as f64).sqrt() / changes.noise;
    let is_large = share >= LEAST_SHARE && ticks.abs() >= least * pair.compared();
    is_large.then(|| Stretch { rank: ticks.abs() * share, ticks, state, z, slices })
}

/// The changes of all lanes together.
struct Changes {
    /// Time spent otherwise by state, up to each edge of slices.
    otherwise: Vec<Vec<f64>>,
    /// Growth from A to B by state, up to each edge.
    grown: Vec<Vec<f64>>,
    /// Widths up to each edge: the time of a slice in the run that takes longer there.
    widths: Vec<f64>,
    /// Share of a usual slice that is spent otherwise.
    noise: f64,
}

impl Changes {
    fn new(pair: &PairTimes<'_>) -> Self {
        let states = pair.times[0].states() + 1;
        let means = pair.times.map(LaneTimes::means);
        let mut changes = Self {
            otherwise: vec![vec![0.0; states]],
            grown: vec![vec![0.0; states]],
            widths: vec![0.0],
            noise: 0.0,
        };
        let mut shares = Vec::new();
        for slice in 0..pair.both {
            let [a, b] = pair.times.map(|times| times.widths()[slice]);
            let width = a.max(b);
            let times: Vec<[f64; 2]> =
                (0..states).map(|state| [0, 1].map(|side: usize| means[side][state][slice])).collect();
            let is_in_both = a > 0.0 && b > 0.0;
            let change = |both: &[f64; 2]| if is_in_both { (both[1] / b - both[0] / a) * width } else { 0.0 };
            let change: Vec<f64> = times.iter().map(change).collect();
            shares.push(size(&change) / width.max(1.0));
            let plus = |sums: &[f64], of: &dyn Fn(usize) -> f64| -> Vec<f64> {
                sums.iter().enumerate().map(|(state, sum)| sum + of(state)).collect()
            };
            changes.grown.push(plus(&changes.grown[slice], &|state| times[state][1] - times[state][0]));
            changes.otherwise.push(plus(&changes.otherwise[slice], &|state| change[state]));
            changes.widths.push(changes.widths[slice] + width);
        }
        // If many lanes depend on each other, pauses strike so many slices that the median says too little.
        let of_pauses = ninth_tenth(&mut shares) / NINTH_TENTH;
        changes.noise = (1.4826 * median(&mut shares)).max(of_pauses).max(LEAST_NOISE);
        changes
    }
}

/// Returns the sums by state between two slices, both included.
fn between(sums: &[Vec<f64>], [from, to]: [usize; 2]) -> Vec<f64> {
    sums[to + 1].iter().zip(&sums[from]).map(|(end, start)| end - start).collect()
}

/// Returns the sum between two slices, both included, given the sums up to each edge.
fn between_edges(sums: &[f64], [from, to]: [usize; 2]) -> f64 {
    sums[to + 1] - sums[from]
}

/// Returns the state that can be a finding's with the largest value, or the smallest if `sign` is negative; of equal ones
/// the last.
fn most(pair: &PairTimes<'_>, values: &[f64], sign: f64) -> usize {
    let values = pair.named_states().map(|state| (state, sign * values[state]));
    values.max_by(|one, other| one.1.total_cmp(&other.1)).map_or(0, |of| of.0)
}

/// The additional time of each slice in one run, compared with the median pace of both. Time in which a single lane
/// works longer does not count: the others wait for that lane, and such pauses add up by chance on many lanes.
struct Pace {
    /// Additional time of B up to each edge of slices, negative for that of A.
    sums: Vec<f64>,
    /// Time by which pauses of single lanes lengthen either run, up to each edge.
    paused: Vec<f64>,
    /// Additional time of a usual slice.
    noise: f64,
    /// First slice after the start-up.
    started: usize,
}

impl Pace {
    fn new(pair: &PairTimes<'_>, work: &WorkChanges) -> Self {
        let [a, b] = pair.times.map(|times| &times.widths()[..pair.both]);
        // With the geometric mean of both times as its weight, a slice weighs the same in either order of the sides.
        let weights: Vec<f64> = a.iter().zip(b).map(|(a, b)| (a * b).sqrt()).collect();
        let ratio = |(a, b): (&f64, &f64)| b / a.max(1.0);
        let usual = weighted_median(a.iter().zip(b).map(ratio), &weights);
        // The additional time counts in ticks of the run that takes it.
        let more = |(a, b): (&f64, &f64)| {
            let more = b - usual * a;
            if more < 0.0 && usual > 0.0 { more / usual } else { more }
        };
        let all: Vec<f64> = a.iter().zip(b).map(more).collect();
        let more: Vec<f64> =
            all.iter().enumerate().map(|(slice, more)| work.unexplained(slice, *more)).collect();
        let mut paused = vec![0.0];
        for (all, more) in all.iter().zip(&more) {
            paused.push(paused[paused.len() - 1] + (all - more).abs());
        }
        let size = weighted_median(more.iter().map(|more| more.abs()), &weights);
        let widths = a.iter().zip(b).map(|(a, b)| a.max(*b));
        let is_start = |(more, width): (&f64, f64)| more.abs() >= LEAST_MORE * width;
        let started = more.iter().zip(widths).take_while(|of| is_start(*of)).count();
        let mut sums = vec![0.0];
        for more in more {
            sums.push(sums[sums.len() - 1] + more);
        }
        Self { sums, paused, noise: (1.4826 * size).max(1.0), started }
    }

    /// Returns the additional time of a stretch and its z, if one run stalls there. `width` is the time of the stretch.
    fn stall(&self, [from, to]: [usize; 2], width: f64) -> Option<(f64, f64)> {
        let more = (self.sums[to + 1] - self.sums[from]).abs();
        let z = more / ((to + 1 - from) as f64).sqrt() / self.noise;
        (from >= self.started && more >= LEAST_MORE * width && z >= LEAST_Z).then_some((more, z))
    }
}

/// Returns the smallest value such that it and all smaller ones have half of the weight; 0 without values.
fn weighted_median(values: impl Iterator<Item = f64>, weights: &[f64]) -> f64 {
    let mut rows: Vec<(f64, f64)> = values.zip(weights.iter().copied()).collect();
    rows.sort_by(|one, other| one.0.total_cmp(&other.0));
    let half = rows.iter().map(|row| row.1).sum::<f64>() / 2.0;
    let mut sum = 0.0;
    let reaches_half = |row: &&(f64, f64)| {
        sum += row.1;
        sum >= half
    };
    rows.iter().find(reaches_half).map_or(0.0, |row| row.0)
}

/// Returns half the sum of all absolute changes.
fn size(change: &[f64]) -> f64 {
    change.iter().map(|change| change.abs()).sum::<f64>() / 2.0
}

/// Returns the time in which the runs of one side go on after all runs of the other have ended, if it is at least 1 % of the
/// compared time. Its times are those after that end alone. So the time of a state is a part of the time of the tail.
pub(super) fn tail(pair: &PairTimes<'_>) -> Option<Finding> {
    let slices = [pair.tail, pair.slices().checked_sub(1)?];
    if slices[0] > slices[1] {
        return None;
    }
    let means = pair.times.map(LaneTimes::means);
    let named = pair.times[0].states();
    let busy = |side: usize, slice: usize| means[side][..named].iter().map(|of| of[slice]).sum::<f64>();
    let of_side = |side: usize| (slices[0]..=slices[1]).map(|slice| busy(side, slice)).sum::<f64>();
    let side = usize::from(of_side(1) > of_side(0));
    // The other side ends within the first of these slices.
    let after = |slice: usize| {
        let [own, other] = [busy(side, slice), busy(1 - side, slice)];
        if own > other { (own - other) / own } else { 0.0 }
    };
    let of_state = |state: usize| -> f64 {
        (slices[0]..=slices[1]).map(|slice| means[side][state][slice] * after(slice)).sum()
    };
    let mut times = vec![[0.0; 2]; named + 1];
    for (state, both) in times[..named].iter_mut().enumerate() {
        both[side] = of_state(state);
    }
    let size: f64 = times.iter().map(|both| both[side]).sum();
    if size < LEAST_PART * pair.compared() {
        return None;
    }
    let ticks = if side == 0 { -size } else { size };
    let states = (0..pair.named.min(named)).map(|state| (state, times[state][side]));
    let state = states.max_by(|one, other| one.1.total_cmp(&other.1)).map_or(named, |of| of.0);
    let (kind, lanes, z) = (FindingKind::Tail, pair.tree.leaves().len(), f64::INFINITY);
    let (other, in_run, usual) = (None, [0.0; 2], 0.0);
    Some(Finding { kind, node: 0, other, more: 0, lanes, slices, ticks, state, times, in_run, usual, z })
}
