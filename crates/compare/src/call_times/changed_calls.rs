//! The calls that make most of a function's change.
//!
//! A mean over all calls hides that most of them did not change: the first calls fill a cache, every tenth one misses it, or
//! one thread of several is slow.

use super::OutlierCall;
use super::matched_calls::{MatchedCall, MatchedCalls};
use diptych_profile::outer_lane;
use diptych_trace::{CallId, IdentityId, LaneId, Sorting, Trace};

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

/// Finds the functions most of whose change a minority of their calls makes, in order of identity. `few` are the outlier
/// calls by function; they don't count. O(calls · log calls) for calls of functions that changed.
pub(super) fn changed_calls(b: &Trace, matched: &MatchedCalls<'_>, few: &[OutlierCall]) -> Vec<ChangedCalls> {
    let mut outliers = few.chunk_by(|x, y| x.identity == y.identity).peekable();
    let mut found = Vec::new();
    for (identity, calls) in matched.of_functions().enumerate() {
        let identity = IdentityId(identity as u32);
        let outliers = outliers.next_if(|of| of[0].identity == identity).unwrap_or_default();
        let is_outlier = |call: &MatchedCall| outliers.iter().any(|of| call.calls[of.side] == of.call);
        if outliers.is_empty() {
            found.extend(of_function(b, matched, identity, calls));
        } else {
            let others = calls.iter().filter(|call| !is_outlier(call)).copied();
            found.extend(of_function(b, matched, identity, &others.collect::<Vec<_>>()));
        }
    }
    found
}

/// Finds the minority of a function's calls that makes most of its change.
fn of_function(
    b: &Trace,
    matched: &MatchedCalls<'_>,
    identity: IdentityId,
    calls: &[MatchedCall],
) -> Option<ChangedCalls> {
    let sum = |side: usize| calls.iter().map(|call| matched.self_ticks(call, side)).sum::<i64>();
    let (before, change) = (sum(0), sum(1) - sum(0));
    let is_changed = change != 0 && change.abs() as f64 >= LEAST_CHANGE * before as f64;
    if calls.len() < LEAST_CALLS || !is_changed {
        return None;
    }
    let delta =
        |call: &MatchedCall| change.signum() * (matched.self_ticks(call, 1) - matched.self_ticks(call, 0));
    let deltas: Vec<i64> = calls.iter().map(delta).collect();
    let all = calls.len() as u32;
    let lanes = b.lanes();
    let slow = (lanes.len() > 1).then(|| {
        let of_calls = || calls.iter().map(|call| outer_lane(lanes, lanes.of_call(call.calls[1]))).collect();
        slow_lane(&deltas, of_calls)
    });
    if let Some((lane, changed)) = slow.flatten() {
        let name = lanes.name(b.names(), lane).to_owned();
        return Some(ChangedCalls { identity, changed, all, pattern: CallPattern::Lane(name) });
    }
    let limit = limit_of_most(&deltas)?;
    let starts = b.calls().start();
    let mut by_start: Vec<(i64, CallId, i64)> = calls
        .iter()
        .zip(&deltas)
        .map(|(&MatchedCall { calls: [_, call], .. }, &delta)| (starts[call.index()], call, delta))
        .collect();
    by_start.sort_unstable();
    let is_one = |&place: &usize| by_start[place].2 as f64 > limit;
    let places: Vec<usize> = (0..by_start.len()).filter(is_one).collect();
    Some(ChangedCalls { identity, changed: places.len() as u32, all, pattern: pattern(&places) })
}

/// Returns the change beyond which calls are a minority with most of the change, if there is one. Changes count towards that of
/// the function. The limit is half of the mean of the largest changes that together carry most of it.
fn limit_of_most(deltas: &[i64]) -> Option<f64> {
    let all: i64 = deltas.iter().sum();
    let mut ascending = deltas.to_vec();
    ascending.sort_unstable();
    let (mut sum, mut count) = (0, 0);
    for delta in ascending.iter().rev() {
        if sum as f64 >= CARRIED * all as f64 {
            break;
        }
        sum += delta;
        count += 1;
    }
    let limit = sum as f64 / f64::from(count.max(1)) / 2.0;
    let most = &ascending[ascending.partition_point(|&delta| delta as f64 <= limit)..];
    let is_minority = most.len() as f64 <= MINORITY * deltas.len() as f64;
    (is_minority && most.iter().sum::<i64>() as f64 >= MOST * all as f64).then_some(limit)
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

    /// Returns the places of the minority that carries most of the change.
    fn most_of(deltas: &[i64]) -> Option<Vec<usize>> {
        let limit = limit_of_most(deltas)?;
        Some((0..deltas.len()).filter(|&place| deltas[place] as f64 > limit).collect())
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
