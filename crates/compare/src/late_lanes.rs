//! The lane that works longer or less than before, while most other lanes wait longer or less for it.
//!
//! If one rank computes longer, all other ranks wait longer. Summed over all lanes, the waiting is by far the larger
//! change, although it is the effect. So the lane that works longer is found by itself.

use crate::Pair;
use crate::call_times::OutlierCall;
use crate::lanes::LanePairs;
use crate::ranking::{DEVIATION_BY_MEDIAN, median};
use diptych_profile::outer_lane;
use diptych_trace::{CallId, IdentityId, LaneId, LaneKind, Trace};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// A lane whose work changed, while most other lanes wait longer or less.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LateLane {
    /// Name of the lane of B. Hostile text.
    pub name: String,
    /// Word for one lane, such as `rank`.
    pub word: String,
    /// Number of further lanes whose work changed in the same direction, at least half as much.
    pub similar: u32,
    /// Function with most of the change.
    pub function: IdentityId,
    /// Self time of the function on the lane in A and in B, in ticks, with outlier calls at ordinary length.
    pub ticks: [i64; 2],
    /// Change of the function on this lane and the similar ones together, B minus A, in ticks.
    pub together: i64,
    /// Function that waits on most of the other lanes.
    pub wait: IdentityId,
    /// Number of lanes on which the time of `wait` changed in the same direction, at least half as much as the work.
    pub wait_lanes: u32,
    /// Number of all paired lanes.
    pub lanes: u32,
    /// Median change of the time of `wait` on these lanes, in ticks.
    pub wait_ticks: i64,
}

impl LateLane {
    /// Returns the change of the function on the lane, B minus A, in ticks.
    pub fn change(&self) -> i64 {
        self.ticks[1] - self.ticks[0]
    }

    /// Returns true if the lane and the similar ones have at least half of a function's change over all lanes.
    pub fn has_most_of(&self, function: IdentityId, change: f64) -> bool {
        let own = self.together as f64;
        self.function == function && own * change > 0.0 && own.abs() >= LEAST_PART * change.abs()
    }
}

/// Fewest lanes that have a median lane to compare with.
const FEWEST: usize = 4;
/// Smallest excess, as a part of the shorter run. The change of a shorter piece of work is no cause of the run's change.
const LEAST_OF_RUN: f64 = 0.01;
/// Smallest excess, as a part of the work of the median lane.
const LEAST_OF_WORK: f64 = 0.05;
/// Smallest ratio of an excess to the noise between lanes, and the smallest one if no other lane has half as much.
const LEAST_Z: f64 = 6.0;
const LEAST_LEADING_Z: f64 = 4.0;
/// Smallest ratio between the work of the lane in both runs if other lanes changed alike. On a shared machine, lanes of one
/// host differ together: in two runs of one program on 700 ranks, 16 ranks differed by a quarter.
const LEAST_RATIO_OF_GROUP: f64 = 1.3;
/// Smallest part of an excess that counts as a similar change.
const LEAST_PART: f64 = 0.5;

/// The lanes of a pair that run side by side, and how each changed.
struct Changes {
    /// Lanes of A and of B.
    places: Vec<[LaneId; 2]>,
    /// Work in A and in B of each place, in ticks.
    work: Vec<[i64; 2]>,
    /// Change of each function that waits, by place.
    waits: Vec<BTreeMap<IdentityId, i64>>,
}

/// Finds the lane. `waits` says of each identity whether it waits. Calls of `outliers` count at ordinary length: a pause has
/// a row of its own. `word` is the word for one lane.
///
/// The work of a lane is its self time in functions that do not wait. Its excess is the change of its work less the median
/// change of all lanes. The lane with the largest excess is returned if the excess is at least 1 % of the shorter run, 5 % of
/// the median lane's work and 6 times the noise (4 times if no other lane has half as much), and if at least half of it is
/// the lane's own change. If other lanes have half as much, the work of the lane must also differ by a factor of 1.3. The
/// noise is the median
/// absolute deviation from the median change, scaled to a standard deviation. And at least half of the other lanes wait
/// longer by at least half of the excess, or less if the excess is negative. O(calls + lanes · log lanes).
pub fn late_lane(
    pair: Pair<'_>,
    lanes: &LanePairs,
    waits: &[bool],
    outliers: &[OutlierCall],
    word: &str,
) -> Option<LateLane> {
    if !waits.contains(&true) {
        return None;
    }
    let changes = Changes::new(pair, lanes, waits, outliers);
    let count = changes.places.len();
    if count < FEWEST {
        return None;
    }
    let change: Vec<f64> = changes.work.iter().map(|[a, b]| (b - a) as f64).collect();
    let usual = median(&mut change.clone());
    let excess: Vec<f64> = change.iter().map(|change| change - usual).collect();
    let deviation = median(&mut excess.iter().map(|of| of.abs()).collect::<Vec<f64>>());
    let noise = (DEVIATION_BY_MEDIAN * deviation).max(1.0);
    let late = (0..count).max_by(|&x, &y| excess[x].abs().total_cmp(&excess[y].abs()).then(y.cmp(&x)))?;
    let size = excess[late].abs();
    let run = pair.traces.map(Trace::extent).into_iter().min().unwrap_or_default() as f64;
    let of_side =
        |side: usize| median(&mut changes.work.iter().map(|of| of[side] as f64).collect::<Vec<f64>>());
    let sign = excess[late].signum();
    let is_similar = |change: f64| sign * change >= LEAST_PART * size;
    let others = (0..count).filter(|&place| !is_similar(excess[place]));
    let similar = count - others.clone().count() - 1;
    let z = if similar == 0 { LEAST_LEADING_Z } else { LEAST_Z };
    let least = (LEAST_OF_RUN * run).max(LEAST_OF_WORK * of_side(0).min(of_side(1))).max(z * noise);
    if size < least || sign * change[late] < LEAST_PART * size {
        return None;
    }
    let [a, b] = changes.work[late].map(|ticks| ticks as f64);
    if similar > 0 && a.max(b) < LEAST_RATIO_OF_GROUP * a.min(b) {
        return None;
    }
    let waiting = |place: &usize| is_similar(changes.waits[*place].values().sum::<i64>() as f64);
    let waiting = others.clone().filter(waiting).count();
    if (waiting as f64) < LEAST_PART * others.clone().count() as f64 {
        return None;
    }
    let mut of_wait: BTreeMap<IdentityId, Vec<f64>> = BTreeMap::new();
    for (&function, &ticks) in others.clone().flat_map(|place| &changes.waits[place]) {
        if is_similar(ticks as f64) {
            of_wait.entry(function).or_default().push(ticks as f64);
        }
    }
    // If each lane waits a little in many functions, none of them says enough.
    let (wait, mut ticks) =
        of_wait.into_iter().max_by_key(|(function, of)| (of.len(), Reverse(*function)))?;
    let (function, own) = most_changed(pair, waits, outliers, changes.places[late], sign)?;
    let late_lanes = (0..count).filter(|&place| is_similar(excess[place])).map(|place| changes.places[place]);
    let together = change_of(pair, function, outliers, &late_lanes.collect::<Vec<_>>());
    let [_, of_b] = changes.places[late];
    let trace = pair.traces[1];
    Some(LateLane {
        name: trace.lanes().name(trace.names(), of_b).to_owned(),
        word: word.to_owned(),
        similar: similar as u32,
        function,
        ticks: own,
        together,
        wait,
        wait_lanes: ticks.len() as u32,
        lanes: count as u32,
        wait_ticks: median(&mut ticks).round() as i64,
    })
}

impl Changes {
    fn new(pair: Pair<'_>, lanes: &LanePairs, waits: &[bool], outliers: &[OutlierCall]) -> Self {
        let is_run_lane = |side: usize, lane: LaneId| {
            let lanes = pair.traces[side].lanes();
            !matches!(lanes.kind(lane), LaneKind::Sublane | LaneKind::Async)
        };
        let pairs = lanes.pairs.iter().map(|of| of.lanes);
        let mut places: Vec<[LaneId; 2]> =
            pairs.filter(|of| [0, 1].into_iter().all(|side| is_run_lane(side, of[side]))).collect();
        let mut times = [0, 1].map(|side| {
            let lanes: Vec<LaneId> = places.iter().map(|of| of[side]).collect();
            times_of_lanes(pair, side, &lanes, outliers)
        });
        // A lane that holds no calls, such as a process, runs nothing.
        let is_empty = |at: usize| times.iter().any(|of| of[at].is_empty());
        let kept: Vec<usize> = (0..places.len()).filter(|&at| !is_empty(at)).collect();
        places = kept.iter().map(|&at| places[at]).collect();
        let times =
            times.each_mut().map(|of| kept.iter().map(|&at| std::mem::take(&mut of[at])).collect::<Vec<_>>());
        let does_wait = |function: IdentityId| waits.get(function.index()).is_some_and(|&waits| waits);
        let work = (0..places.len()).map(|at| {
            times
                .each_ref()
                .map(|of| of[at].iter().filter(|(of, _)| !does_wait(**of)).map(|(_, ticks)| ticks).sum())
        });
        let of_waits = (0..places.len()).map(|at| {
            let mut change: BTreeMap<IdentityId, i64> = BTreeMap::new();
            for (of, sign) in times.iter().zip([-1, 1]) {
                for (&function, ticks) in of[at].iter().filter(|(of, _)| does_wait(**of)) {
                    *change.entry(function).or_default() += sign * ticks;
                }
            }
            change
        });
        Self { work: work.collect(), waits: of_waits.collect(), places }
    }
}

/// Returns the self time of each function on each of the lanes of a side, with the sub-lanes and with outlier calls at
/// ordinary length.
fn times_of_lanes(
    pair: Pair<'_>,
    side: usize,
    lanes: &[LaneId],
    outliers: &[OutlierCall],
) -> Vec<BTreeMap<IdentityId, i64>> {
    let trace = pair.traces[side];
    let mut place = vec![None; trace.lanes().len()];
    for (at, lane) in lanes.iter().enumerate() {
        place[lane.index()] = Some(at);
    }
    let mut times: Vec<BTreeMap<IdentityId, i64>> = vec![BTreeMap::new(); lanes.len()];
    let mut by_function = vec![0i64; pair.identity_count as usize];
    for lane in trace.lanes().ids() {
        let Some(at) = place[outer_lane(trace.lanes(), lane).index()] else { continue };
        let mut seen: Vec<IdentityId> = Vec::new();
        for call in trace.lanes().calls(lane).map(CallId) {
            let function = pair.of_call(side, call);
            // A function is pushed again while its sum is 0, which adds 0 later.
            if by_function[function.index()] == 0 {
                seen.push(function);
            }
            by_function[function.index()] += trace.calls().self_time(call);
        }
        for function in seen {
            *times[at].entry(function).or_default() += std::mem::take(&mut by_function[function.index()]);
        }
    }
    for call in outliers.iter().filter(|of| of.side == side) {
        let lane = outer_lane(trace.lanes(), trace.lanes().of_call(call.call));
        if let Some(at) = place[lane.index()] {
            *times[at].entry(call.identity).or_default() -= call.excess();
        }
    }
    times
}

/// Returns the working function whose self time changed most on a lane, in the direction of `sign`, and its times in A and
/// in B.
fn most_changed(
    pair: Pair<'_>,
    waits: &[bool],
    outliers: &[OutlierCall],
    lanes: [LaneId; 2],
    sign: f64,
) -> Option<(IdentityId, [i64; 2])> {
    let [a, b] = [0, 1].map(|side| times_of_lanes(pair, side, &[lanes[side]], outliers).remove(0));
    let mut functions: Vec<IdentityId> = a.keys().chain(b.keys()).copied().collect();
    functions.sort_unstable();
    functions.dedup();
    let of_lane = |function: IdentityId| [&a, &b].map(|of| of.get(&function).copied().unwrap_or_default());
    let works = functions.into_iter().filter(|of| !waits.get(of.index()).is_some_and(|&waits| waits));
    let changed = works.map(|function| (function, of_lane(function)));
    changed.max_by(|(x, [xa, xb]), (y, [ya, yb])| {
        let size = |change: i64| sign * change as f64;
        size(xb - xa).total_cmp(&size(yb - ya)).then(y.cmp(x))
    })
}

/// Returns the change of a function's self time on some lanes of A and of B together.
fn change_of(pair: Pair<'_>, function: IdentityId, outliers: &[OutlierCall], lanes: &[[LaneId; 2]]) -> i64 {
    let [a, b] = [0, 1].map(|side| -> i64 {
        let of_side: Vec<LaneId> = lanes.iter().map(|of| of[side]).collect();
        let times = times_of_lanes(pair, side, &of_side, outliers);
        times.iter().filter_map(|of| of.get(&function)).sum()
    });
    b - a
}
