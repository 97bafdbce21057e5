//! The lane that works longer or less than before, while most other lanes wait longer or less for it.
//!
//! If one rank computes longer, all other ranks wait longer. Summed over all lanes, the waiting is by far the larger
//! change, although it is the effect. So the lane that works longer is found by itself.
//!
//! With several runs a side, each time is the median over the runs of its side, and the runs of both sides must lie
//! apart. So a lane that was late in one run by chance is not named.

use crate::Pair;
use crate::call_times::{OutlierCall, RunPauses};
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
    /// Time of the function on this lane and the similar ones together, in A and in B.
    pub together: [LaneTime; 2],
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

    /// Returns the change of the function on this lane and the similar ones together, B minus A, in ticks.
    pub fn change_together(&self) -> i64 {
        self.together[1].ticks - self.together[0].ticks
    }

    /// Returns true if the lane and the similar ones have at least half of a function's change over all lanes.
    pub fn has_most_of(&self, function: IdentityId, change: f64) -> bool {
        let own = self.change_together() as f64;
        self.function == function && own * change > 0.0 && own.abs() >= LEAST_PART * change.abs()
    }
}

/// The time of a function on a lane.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct LaneTime {
    /// Self time in ticks.
    pub ticks: i64,
    /// Number of calls.
    pub calls: u64,
}

/// The times of each function on a lane, by number of the function.
pub type TimesOfLane = BTreeMap<u32, LaneTime>;

/// The times of one run by lane and function.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RunLanes {
    /// Length of the run in ticks.
    pub extent: i64,
    /// Lanes that run calls, each with its name and its times. Sub-lanes belong to the lane around them. Hostile text.
    pub lanes: Vec<(String, TimesOfLane)>,
}

impl RunLanes {
    /// Sums a run by lane and function of the trace, with pauses at ordinary length. O(calls).
    pub fn new(trace: &Trace) -> Self {
        let functions = trace.functions().len();
        let of_call = |call: CallId| trace.calls().function()[call.index()].0;
        let times = times_of_lanes(trace, functions, of_call, pauses(trace, functions, of_call));
        let lanes = times.into_iter().map(|(lane, times)| (lane_name(trace, lane), times)).collect();
        Self { extent: trace.extent(), lanes }
    }

    /// Returns the run with other numbers for its functions, by their numbers in the trace.
    #[must_use]
    pub fn renumbered(&self, numbers: &[IdentityId]) -> Self {
        let lanes = self.lanes.iter().map(|(name, times)| (name.clone(), renumbered(times, numbers)));
        Self { extent: self.extent, lanes: lanes.collect() }
    }
}

fn renumbered(times: &TimesOfLane, numbers: &[IdentityId]) -> TimesOfLane {
    let mut found = TimesOfLane::new();
    for (&function, time) in times {
        let sum = found.entry(numbers[function as usize].0).or_default();
        sum.ticks += time.ticks;
        sum.calls += time.calls;
    }
    found
}

/// Returns the name by which a lane is found in other runs of its side: its own and that of the lane around it.
fn lane_name(trace: &Trace, lane: LaneId) -> String {
    let name = |lane: LaneId| trace.lanes().name(trace.names(), lane);
    format!("{}\u{1f}{}", trace.lanes().parent(lane).map_or("", name), name(lane))
}

/// The runs of both sides that are searched for a late lane.
#[derive(Debug, Clone, Copy)]
pub struct LateInput<'a> {
    /// Displayed runs, and the pairs of their lanes.
    pub pair: Pair<'a>,
    /// Pairs of lanes of the displayed runs.
    pub lanes: &'a LanePairs,
    /// Calls that count at ordinary length with one run a side, because a pause has a row of its own. With several runs, the
    /// pauses of each run do.
    pub outliers: &'a [OutlierCall],
    /// Other runs of A and of B, with functions numbered as in `waits`.
    pub others: [&'a [RunLanes]; 2],
    /// Number in `waits` of each function of `pair`; `None` if they are the same.
    pub numbers: Option<&'a [IdentityId]>,
    /// For each function, whether it waits.
    pub waits: &'a [bool],
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

/// The times of the lanes that all runs have.
struct LaneRuns<'a> {
    waits: &'a [bool],
    /// Lanes of A and of B in the displayed runs.
    places: Vec<[LaneId; 2]>,
    /// Times by place, side and run. The displayed run is the first of its side.
    times: Vec<[Vec<TimesOfLane>; 2]>,
    /// Length of the shortest run in ticks.
    shortest: i64,
}

/// Finds the lane. `word` is the word for one lane.
///
/// The work of a lane is its self time in functions that do not wait. Its excess is the change of its work less the median
/// change of all lanes. The lane with the largest excess is returned if the excess is at least 1 % of the shorter run, 5 % of
/// the median lane's work and 6 times the noise (4 times if no other lane has half as much), and if at least half of it is
/// the lane's own change. If other lanes have half as much, the work of the lane must also differ by a factor of 1.3. The
/// noise is the median
/// absolute deviation from the median change, scaled to a standard deviation. And at least half of the other lanes wait
/// longer by at least half of the excess, or less if the excess is negative.
///
/// With several runs a side, times are medians over the runs of a side. The excess of each run must then differ from that of
/// each run of the other side by at least half of the excess. O(calls + lanes · runs · log).
pub fn late_lane(input: LateInput<'_>, word: &str) -> Option<LateLane> {
    if !input.waits.contains(&true) {
        return None;
    }
    let runs = LaneRuns::new(&input);
    let count = runs.places.len();
    if count < FEWEST {
        return None;
    }
    let work: Vec<[f64; 2]> = (0..count).map(|place| runs.work(place)).collect();
    let change: Vec<f64> = work.iter().map(|[a, b]| b - a).collect();
    let usual = median(&mut change.clone());
    let excess: Vec<f64> = change.iter().map(|change| change - usual).collect();
    let deviation = median(&mut excess.iter().map(|of| of.abs()).collect::<Vec<f64>>());
    let noise = (DEVIATION_BY_MEDIAN * deviation).max(1.0);
    let late = (0..count).max_by(|&x, &y| excess[x].abs().total_cmp(&excess[y].abs()).then(y.cmp(&x)))?;
    let size = excess[late].abs();
    let of_side = |side: usize| median(&mut work.iter().map(|of| of[side]).collect::<Vec<f64>>());
    let sign = excess[late].signum();
    let is_similar = |change: f64| sign * change >= LEAST_PART * size;
    let others = (0..count).filter(|&place| !is_similar(excess[place]));
    let similar = count - others.clone().count() - 1;
    let z = if similar == 0 { LEAST_LEADING_Z } else { LEAST_Z };
    let run = runs.shortest as f64;
    let least = (LEAST_OF_RUN * run).max(LEAST_OF_WORK * of_side(0).min(of_side(1))).max(z * noise);
    if size < least || sign * change[late] < LEAST_PART * size || !is_similar(sign * runs.gap(late, sign)) {
        return None;
    }
    let [a, b] = work[late];
    if similar > 0 && a.max(b) < LEAST_RATIO_OF_GROUP * a.min(b) {
        return None;
    }
    let changes_of_waits: Vec<BTreeMap<u32, f64>> = (0..count).map(|place| runs.waiting(place)).collect();
    let waiting = |place: &usize| is_similar(changes_of_waits[*place].values().sum());
    let waiting = others.clone().filter(waiting).count();
    if (waiting as f64) < LEAST_PART * others.clone().count() as f64 {
        return None;
    }
    let mut of_wait: BTreeMap<u32, Vec<f64>> = BTreeMap::new();
    for (&function, &ticks) in others.clone().flat_map(|place| &changes_of_waits[place]) {
        if is_similar(ticks) {
            of_wait.entry(function).or_default().push(ticks);
        }
    }
    // If each lane waits a little in many functions, none of them says enough.
    let (wait, mut ticks) =
        of_wait.into_iter().max_by_key(|(function, of)| (of.len(), Reverse(*function)))?;
    let (function, own) = runs.most_changed(late, sign)?;
    let late_places = (0..count).filter(|&place| is_similar(excess[place]));
    let mut together = [LaneTime::default(); 2];
    for (place, side) in late_places.flat_map(|place| [(place, 0), (place, 1)]) {
        let time = runs.time(place, side, function);
        together[side].ticks += time.ticks;
        together[side].calls += time.calls;
    }
    let [_, of_b] = runs.places[late];
    let trace = input.pair.traces[1];
    Some(LateLane {
        name: trace.lanes().name(trace.names(), of_b).to_owned(),
        word: word.to_owned(),
        similar: similar as u32,
        function: IdentityId(function),
        ticks: own,
        together,
        wait: IdentityId(wait),
        wait_lanes: ticks.len() as u32,
        lanes: count as u32,
        wait_ticks: median(&mut ticks).round() as i64,
    })
}

impl<'a> LaneRuns<'a> {
    /// Collects the lanes that have a partner and calls in every run.
    fn new(input: &LateInput<'a>) -> Self {
        let LateInput { pair, lanes, outliers, others, numbers, waits } = *input;
        let is_single = others.iter().all(|runs| runs.is_empty());
        let mut displayed = [0, 1].map(|side| {
            let (trace, functions) = (pair.traces[side], pair.identity_count as usize);
            let of_call = |call: CallId| pair.of_call(side, call).0;
            let paused = if is_single { Vec::new() } else { pauses(trace, functions, of_call) };
            let mut times = times_of_lanes(trace, functions, of_call, paused);
            for call in outliers.iter().filter(|of| is_single && of.side == side) {
                let lane = outer_lane(trace.lanes(), trace.lanes().of_call(call.call));
                if let Some(times) = times.get_mut(&lane) {
                    times.entry(call.identity.0).or_default().ticks -= call.excess();
                }
            }
            let times = times.into_iter().map(|(lane, times)| match numbers {
                Some(numbers) => (lane, renumbered(&times, numbers)),
                None => (lane, times),
            });
            times.collect::<BTreeMap<LaneId, TimesOfLane>>()
        });
        let by_name = others.map(|runs| runs.iter().map(by_name).collect::<Vec<_>>());
        let (mut places, mut times) = (Vec::new(), Vec::new());
        for of in lanes.pairs.iter().map(|of| of.lanes) {
            let of_side = |side: usize| {
                let lane = of[side];
                let own = displayed[side].remove(&lane)?;
                let name = lane_name(pair.traces[side], lane);
                let others = by_name[side].iter().map(|run| Some((*run.get(name.as_str())?)?.clone()));
                std::iter::once(Some(own)).chain(others).collect::<Option<Vec<TimesOfLane>>>()
            };
            if let [Some(a), Some(b)] = [0, 1].map(of_side) {
                places.push(of);
                times.push([a, b]);
            }
        }
        let extents = pair.traces.iter().map(|trace| trace.extent());
        let extents = extents.chain(others.into_iter().flatten().map(|run| run.extent));
        Self { waits, places, times, shortest: extents.min().unwrap_or_default() }
    }

    fn does_wait(&self, function: u32) -> bool {
        self.waits.get(function as usize).is_some_and(|&waits| waits)
    }

    /// Returns the work of a lane in each run of a side, in ticks.
    fn work_by_run(&self, place: usize, side: usize) -> Vec<f64> {
        let of_run = |times: &TimesOfLane| {
            times.iter().filter(|(of, _)| !self.does_wait(**of)).map(|(_, time)| time.ticks).sum::<i64>()
                as f64
        };
        self.times[place][side].iter().map(of_run).collect()
    }

    /// Returns the work of a lane in A and in B, in ticks.
    fn work(&self, place: usize) -> [f64; 2] {
        [0, 1].map(|side| median(&mut self.work_by_run(place, side)))
    }

    /// Returns the time of a function on a lane of a side.
    fn time(&self, place: usize, side: usize, function: u32) -> LaneTime {
        let of = |part: fn(&LaneTime) -> f64| {
            let runs = self.times[place][side].iter();
            median(&mut runs.map(|times| times.get(&function).map_or(0.0, part)).collect::<Vec<f64>>())
                .round()
        };
        LaneTime { ticks: of(|time| time.ticks as f64) as i64, calls: of(|time| time.calls as f64) as u64 }
    }

    /// Returns the functions on a lane, in any run.
    fn functions(&self, place: usize) -> Vec<u32> {
        let mut functions: Vec<u32> =
            self.times[place].iter().flatten().flat_map(BTreeMap::keys).copied().collect();
        functions.sort_unstable();
        functions.dedup();
        functions
    }

    /// Returns the change of each function that waits on a lane, in ticks.
    fn waiting(&self, place: usize) -> BTreeMap<u32, f64> {
        let functions = self.functions(place).into_iter().filter(|&function| self.does_wait(function));
        let change = |function: u32| {
            let [a, b] = [0, 1].map(|side| self.time(place, side, function).ticks);
            (b - a) as f64
        };
        functions.map(|function| (function, change(function))).collect()
    }

    /// Returns the working function whose self time changed most on a lane, in the direction of `sign`, and its times in A
    /// and in B.
    fn most_changed(&self, place: usize, sign: f64) -> Option<(u32, [i64; 2])> {
        let works = self.functions(place).into_iter().filter(|&function| !self.does_wait(function));
        let changed =
            works.map(|function| (function, [0, 1].map(|side| self.time(place, side, function).ticks)));
        changed.max_by(|(x, [xa, xb]), (y, [ya, yb])| {
            let size = |change: i64| sign * change as f64;
            size(xb - xa).total_cmp(&size(yb - ya)).then(y.cmp(x))
        })
    }

    /// Returns the distance of the runs of B from those of A in the direction of `sign`, in ticks of work of a lane beyond
    /// that of the median lane. It is that of the two runs that are nearest to each other, and negative if some run of A
    /// is beyond one of B.
    fn gap(&self, place: usize, sign: f64) -> f64 {
        let base: Vec<f64> = (0..self.places.len()).map(|of| self.work(of)[0]).collect();
        let beyond = [0, 1].map(|side| {
            let work: Vec<Vec<f64>> = (0..base.len()).map(|of| self.work_by_run(of, side)).collect();
            let of_run = |run: usize| {
                let shifts = work.iter().zip(&base).map(|(work, base)| work[run] - base);
                let usual = median(&mut shifts.collect::<Vec<f64>>());
                sign * (work[place][run] - base[place] - usual)
            };
            (0..self.times[place][side].len()).map(of_run).collect::<Vec<f64>>()
        });
        let [a, b] = beyond;
        b.into_iter().fold(f64::INFINITY, f64::min) - a.into_iter().fold(f64::NEG_INFINITY, f64::max)
    }
}

/// Returns the lanes of a run by name; `None` for a name that several have.
fn by_name(run: &RunLanes) -> BTreeMap<&str, Option<&TimesOfLane>> {
    let mut lanes: BTreeMap<&str, Option<&TimesOfLane>> = BTreeMap::new();
    for (name, times) in &run.lanes {
        lanes.entry(name).and_modify(|of| *of = None).or_insert(Some(times));
    }
    lanes
}

/// Returns the pauses of each function in a run. O(calls).
fn pauses(trace: &Trace, functions: usize, of_call: impl Fn(CallId) -> u32) -> Vec<Option<RunPauses>> {
    let calls = || (0..trace.calls().len() as u32).map(CallId);
    let mut ends = vec![0usize; functions + 1];
    for call in calls() {
        ends[of_call(call) as usize + 1] += 1;
    }
    for function in 0..functions {
        ends[function + 1] += ends[function];
    }
    let mut ticks = vec![0i64; trace.calls().len()];
    let mut next = ends.clone();
    for call in calls() {
        let place = &mut next[of_call(call) as usize];
        ticks[*place] = trace.calls().self_time(call);
        *place += 1;
    }
    (0..functions).map(|function| RunPauses::new(&mut ticks[ends[function]..ends[function + 1]])).collect()
}

/// Returns the times of each function on each lane that runs calls, with the sub-lanes. `of_call` numbers the function of a
/// call. The calls of `pauses`, by function, count at ordinary length; it may be empty.
fn times_of_lanes(
    trace: &Trace,
    functions: usize,
    of_call: impl Fn(CallId) -> u32,
    mut pauses: Vec<Option<RunPauses>>,
) -> BTreeMap<LaneId, TimesOfLane> {
    let is_run_lane =
        |lane: &LaneId| !matches!(trace.lanes().kind(*lane), LaneKind::Sublane | LaneKind::Async);
    let mut times: BTreeMap<LaneId, TimesOfLane> = BTreeMap::new();
    let mut by_function = vec![LaneTime::default(); functions];
    for lane in trace.lanes().ids() {
        let outer = outer_lane(trace.lanes(), lane);
        if !is_run_lane(&outer) {
            continue;
        }
        let mut seen: Vec<u32> = Vec::new();
        for call in trace.lanes().calls(lane).map(CallId) {
            let function = of_call(call);
            let sum = &mut by_function[function as usize];
            if sum.calls == 0 {
                seen.push(function);
            }
            let mut ticks = trace.calls().self_time(call);
            let paused = pauses.get_mut(function as usize).and_then(Option::as_mut);
            // Of equally long calls, the first ones are the pauses.
            if let Some(of) = paused.filter(|of| of.count > 0 && ticks >= of.shortest) {
                of.count -= 1;
                ticks = of.ordinary;
            }
            sum.ticks += ticks;
            sum.calls += 1;
        }
        for function in seen {
            let time = std::mem::take(&mut by_function[function as usize]);
            let sum = times.entry(outer).or_default().entry(function).or_default();
            sum.ticks += time.ticks;
            sum.calls += time.calls;
        }
    }
    times
}
