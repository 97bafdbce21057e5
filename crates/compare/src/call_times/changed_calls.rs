//! The calls that make most of a function's change.
//!
//! A mean over all calls hides that most of them did not change: the first calls fill a cache, every tenth one misses it, or
//! one thread of several is slow.

use super::OutlierCall;
use super::aligned::{AlignedPair, ComparedPart};
use super::shifts::each_pair;
use diptych_profile::outer_lane;
use diptych_trace::{CallId, IdentityId, LaneId, Sorting};
use rustc_hash::FxHashSet;

/// Minimum number of matched calls of a function.
const LEAST_CALLS: usize = 8;

/// Smallest change of a function that is looked at, as a share of its time in A.
const LEAST_CHANGE: f64 = 0.02;

/// Largest share of a function's calls that is a minority.
const MINORITY: f64 = 0.25;

/// Largest share of a function's calls that the calls of one lane may be.
const MOST_OF_LANE: f64 = 0.5;

/// Smallest share of the change that a minority of calls or a lane must carry, and of the calls that must follow a pattern.
const MOST: f64 = 0.75;

/// Share of the change that the calls carry from whose mean the limit of a changed call follows.
const CARRIED: f64 = 0.8;

/// Minimum number of changed calls that show a period.
const LEAST_PERIODIC: usize = 4;

/// A minority of a function's matched calls that makes most of the function's change.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChangedCalls {
    /// Function of the calls.
    pub identity: IdentityId,
    /// Number of these calls.
    pub changed: u32,
    /// Number of all matched calls of the function.
    pub all: u32,
    /// Pattern of the calls.
    pub pattern: CallPattern,
}

/// The pattern of a minority of calls among all calls of their function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CallPattern {
    /// No known pattern.
    Scattered,
    /// The first calls, by their starts in B.
    First,
    /// Every so many calls, by their starts in B.
    Every(u32),
    /// The calls on one lane of B, by its name.
    Lane(String),
}

/// A matched call.
#[derive(Debug, Clone, Copy)]
struct Matched {
    identity: u32,
    /// Self time in B minus that in A, in ticks.
    delta: i64,
    /// Call in B.
    call: CallId,
}

/// Finds the functions most of whose change a minority of their calls makes, in order of identity. Outlier calls don't count.
/// O(calls · log calls) for calls of functions that changed.
pub(super) fn changed_calls(
    aligned: AlignedPair<'_>,
    compared: &[ComparedPart<'_>; 2],
    few: &[OutlierCall],
) -> Vec<ChangedCalls> {
    let is_few: FxHashSet<(usize, CallId)> = few.iter().map(|of| (of.side, of.call)).collect();
    let is_outlier =
        |rows: [usize; 2]| (0..2).any(|side| is_few.contains(&(side, CallId(rows[side] as u32))));
    let mut sums = vec![[0i64; 2]; aligned.pair.identity_count as usize];
    each_pair(aligned, compared, &mut |identity, times, rows| {
        if !is_outlier(rows) {
            (0..2).for_each(|side| sums[identity][side] += times[side]);
        }
    });
    let is_changed = |[a, b]: [i64; 2]| a != b && (b - a).abs() as f64 >= LEAST_CHANGE * a as f64;
    let mut calls: Vec<Matched> = Vec::new();
    each_pair(aligned, compared, &mut |identity, [a, b], rows| {
        if is_changed(sums[identity]) && !is_outlier(rows) {
            calls.push(Matched { identity: identity as u32, delta: b - a, call: CallId(rows[1] as u32) });
        }
    });
    let starts = aligned.pair.traces[1].calls().start();
    calls.order_by_key(|of| (of.identity, starts[of.call.index()], of.call));
    let of_function = |calls: &[Matched]| {
        let identity = IdentityId(calls[0].identity);
        let [a, b] = sums[identity.index()];
        let towards = (b - a).signum();
        let deltas: Vec<i64> = calls.iter().map(|of| towards * of.delta).collect();
        let lanes = || calls.iter().map(|of| lane(aligned, of.call)).collect::<Vec<LaneId>>();
        let found = most_of(&deltas);
        let [changed, all] = [found.as_ref().map_or(0, Vec::len), calls.len()].map(|count| count as u32);
        if let Some((lane, calls)) = slow_lane(&deltas, lanes) {
            let trace = aligned.pair.traces[1];
            let name = trace.lanes().name(trace.names(), lane).to_owned();
            return Some(ChangedCalls { identity, changed: calls, all, pattern: CallPattern::Lane(name) });
        }
        found.map(|places| ChangedCalls { identity, changed, all, pattern: pattern(&places) })
    };
    let functions = calls.chunk_by(|x, y| x.identity == y.identity);
    functions.filter(|calls| calls.len() >= LEAST_CALLS).filter_map(of_function).collect()
}

/// Returns the lane of a call of B, or the lane that its sub-lane belongs to.
fn lane(aligned: AlignedPair<'_>, call: CallId) -> LaneId {
    let lanes = aligned.pair.traces[1].lanes();
    outer_lane(lanes, lanes.of_call(call))
}

/// Returns the places of a minority of calls with most of the change, ascending. Changes count towards that of the function.
/// A call is one of them if it changed by more than half of the mean of the largest changes that together carry most of it.
fn most_of(deltas: &[i64]) -> Option<Vec<usize>> {
    let all: i64 = deltas.iter().sum();
    let mut largest = deltas.to_vec();
    largest.order_by(|x, y| y.cmp(x));
    let (mut sum, mut count) = (0, 0);
    while count < largest.len() && (sum as f64) < CARRIED * all as f64 {
        sum += largest[count];
        count += 1;
    }
    let limit = sum as f64 / count.max(1) as f64 / 2.0;
    let places: Vec<usize> = (0..deltas.len()).filter(|&place| deltas[place] as f64 > limit).collect();
    let carried: i64 = places.iter().map(|&place| deltas[place]).sum();
    let is_minority = places.len() as f64 <= MINORITY * deltas.len() as f64;
    (is_minority && carried as f64 >= MOST * all as f64).then_some(places)
}

/// Returns the lane whose calls carry most of the change, and the number of its calls, if these are at most half of all.
fn slow_lane(deltas: &[i64], lanes: impl Fn() -> Vec<LaneId>) -> Option<(LaneId, u32)> {
    let mut of_lanes: Vec<(LaneId, i64)> = lanes().into_iter().zip(deltas.iter().copied()).collect();
    of_lanes.order_by_key(|of| of.0);
    let all: i64 = deltas.iter().sum();
    let by_lane = of_lanes.chunk_by(|x, y| x.0 == y.0);
    let carries_most = |of: &&[(LaneId, i64)]| {
        let carried: i64 = of.iter().map(|of| of.1).sum();
        carried as f64 >= MOST * all as f64 && of.len() as f64 <= MOST_OF_LANE * deltas.len() as f64
    };
    by_lane.into_iter().find(carries_most).map(|of| (of[0].0, of.len() as u32))
}

/// Returns the pattern of calls at these places, which ascend.
fn pattern(places: &[usize]) -> CallPattern {
    let is_most = |count: usize, of: usize| count as f64 >= MOST * of as f64;
    if is_most(places.iter().filter(|&&place| place < places.len()).count(), places.len()) {
        return CallPattern::First;
    }
    let mut gaps: Vec<usize> = places.windows(2).map(|of| of[1] - of[0]).collect();
    gaps.sort_unstable();
    let Some(&period) = gaps.get(gaps.len() / 2) else { return CallPattern::Scattered };
    let regular = gaps.iter().filter(|&&gap| gap == period).count();
    if period > 1 && places.len() >= LEAST_PERIODIC && is_most(regular, gaps.len()) {
        CallPattern::Every(period as u32)
    } else {
        CallPattern::Scattered
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Changes of 200 calls that vary by up to 10 ticks, of which some also changed by 100.
    fn deltas(is_changed: impl Fn(usize) -> bool) -> Vec<i64> {
        let noise = |call: usize| (call * 37 % 21) as i64 - 10;
        (0..200).map(|call| noise(call) + if is_changed(call) { 100 } else { 0 }).collect()
    }

    #[test]
    fn minority_that_carries_the_change_has_its_pattern() {
        let found = |is_changed: fn(usize) -> bool| {
            most_of(&deltas(is_changed)).map(|places| (places.len(), pattern(&places)))
        };
        assert_eq!(found(|call| call < 20), Some((20, CallPattern::First)));
        assert_eq!(found(|call| call % 10 == 3), Some((20, CallPattern::Every(10))));
        assert_eq!(found(|call| call * call % 23 == 1), Some((17, CallPattern::Scattered)));
        assert_eq!(found(|call| call == 77), Some((1, CallPattern::Scattered)));
    }

    #[test]
    fn change_of_all_or_many_calls_has_no_minority() {
        assert_eq!(most_of(&deltas(|_| true)), None);
        assert_eq!(most_of(&deltas(|call| call % 3 == 0)), None);
    }

    #[test]
    fn one_lane_of_several_carries_the_change() {
        let lanes = || (0..200).map(|call| LaneId(call % 4)).collect::<Vec<LaneId>>();
        assert_eq!(slow_lane(&deltas(|call| call % 4 == 2), lanes), Some((LaneId(2), 50)));
        assert_eq!(slow_lane(&deltas(|call| call % 2 == 0), lanes), None, "two lanes");
        assert_eq!(slow_lane(&deltas(|_| true), || vec![LaneId(0); 200]), None, "the only lane");
    }
}
