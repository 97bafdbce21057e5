//! Families of lanes, such as the workers of a pool, of which one side has more.
//!
//! If a pool has fewer workers, each of them does more, and no function takes longer. So the number of workers explains
//! what no function does.

use crate::Pair;
use crate::lanes::LanePairs;
use crate::waiting::{is_sleep, is_waiting};
use diptych_profile::outer_lane;
use diptych_trace::{LaneId, Trace};
use std::collections::BTreeMap;

/// Lanes whose names differ only in digits, if both sides have some and not equally many.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LaneFamily {
    /// Name of the lanes, without digits and without the signs around them.
    pub name: String,
    /// Number of lanes of A and of B that hold calls. Sub-lanes count as the lane they belong to.
    pub lanes: [u32; 2],
    /// Time that these lanes work in A and in B, in ticks: self time without that of functions that wait for others.
    pub work: [i64; 2],
    /// The part of `work` on lanes without partner, in ticks.
    pub alone: [i64; 2],
    /// Time that the busiest lane of A and of B works, in ticks.
    pub busiest: [i64; 2],
}

/// Returns the families of which one side has more lanes, by name. `keys` has the name of each identity. O(calls), and
/// O(lanes) if both sides have equally many lanes.
pub fn lane_families(pair: Pair<'_>, lanes: &LanePairs, keys: &[String]) -> Vec<LaneFamily> {
    let outer = pair.traces.map(outer_lanes);
    let mut families: BTreeMap<String, [Vec<LaneId>; 2]> = BTreeMap::new();
    for side in [0, 1] {
        let trace = pair.traces[side];
        let mut holding: Vec<LaneId> =
            trace.lanes().ids().filter(|&lane| !trace.lanes().calls(lane).is_empty()).collect();
        for lane in &mut holding {
            *lane = outer[side][lane.index()];
        }
        holding.sort_unstable();
        holding.dedup();
        for lane in holding {
            let family = family_name(trace.lanes().name(trace.names(), lane));
            families.entry(family).or_default()[side].push(lane);
        }
    }
    families.retain(|_, [a, b]| a.len() != b.len() && !a.is_empty() && !b.is_empty());
    if families.is_empty() {
        return Vec::new();
    }
    let works: Vec<bool> = keys.iter().map(|key| !is_waiting(key) || is_sleep(key)).collect();
    let work = [0, 1].map(|side| work_of_lanes(pair, side, &outer[side], &works));
    let is_alone = [0, 1].map(|side| {
        let mut is_alone = vec![true; outer[side].len()];
        for pair in &lanes.pairs {
            is_alone[outer[side][pair.lanes[side].index()].index()] = false;
        }
        is_alone
    });
    let sum = |side: usize, lanes: &[LaneId], counts: &dyn Fn(LaneId) -> bool| -> i64 {
        lanes.iter().filter(|&&lane| counts(lane)).map(|lane| work[side][lane.index()]).sum()
    };
    let family = |(name, of): (String, [Vec<LaneId>; 2])| LaneFamily {
        name,
        lanes: of.each_ref().map(|lanes| lanes.len() as u32),
        work: [0, 1].map(|side| sum(side, &of[side], &|_| true)),
        alone: [0, 1].map(|side| sum(side, &of[side], &|lane| is_alone[side][lane.index()])),
        busiest: [0, 1]
            .map(|side| of[side].iter().map(|lane| work[side][lane.index()]).max().unwrap_or_default()),
    };
    families.into_iter().map(family).collect()
}

/// Returns the lane that each lane of a trace belongs to.
fn outer_lanes(trace: &Trace) -> Vec<LaneId> {
    trace.lanes().ids().map(|lane| outer_lane(trace.lanes(), lane)).collect()
}

/// Returns the time that each lane of a side works, by outer lane.
fn work_of_lanes(pair: Pair<'_>, side: usize, outer: &[LaneId], works: &[bool]) -> Vec<i64> {
    let trace = pair.traces[side];
    let calls = trace.calls();
    let is_work: Vec<bool> =
        pair.of_calls(side).map(|of| works.get(of.index()).is_none_or(|&works| works)).collect();
    let mut work = vec![0i64; outer.len()];
    for lane in trace.lanes().ids() {
        for row in trace.lanes().calls(lane).map(|row| row as usize) {
            let duration = calls.end()[row] - calls.start()[row];
            let own = if is_work[row] { duration } else { 0 };
            let of_caller = calls.parent()[row].some().filter(|up| is_work[up.index()]);
            work[outer[lane.index()].index()] += own - of_caller.map_or(0, |_| duration);
        }
    }
    work
}

/// Returns a lane's name without its numbers and the signs beside them: `worker` of `worker-3`, `http-nio-exec` of
/// `http-nio-8080-exec-2`.
fn family_name(name: &str) -> String {
    let is_of_number = |c: char| c.is_ascii_digit() || "-_#.:".contains(c);
    let characters: Vec<char> = name.chars().collect();
    let mut family = String::new();
    for run in characters.chunk_by(|&x, &y| is_of_number(x) == is_of_number(y)) {
        if run.iter().any(char::is_ascii_digit) {
            // What is left on both sides of a number stays apart.
            family.push('-');
        } else if !run[0].is_alphanumeric() && family.ends_with('-') {
            family.pop();
            family.extend(run);
        } else {
            family.extend(run);
        }
    }
    let family = family.replace("()", "").replace("[]", "");
    family.trim_matches(|c: char| c.is_whitespace() || is_of_number(c)).to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn family_names_have_no_numbers() {
        for (name, family) in [
            ("worker-3", "worker"),
            ("ThreadPoolExecutor-0_1", "ThreadPoolExecutor"),
            ("Thread-1 (serve)", "Thread (serve)"),
            ("http-nio-8080-exec-2", "http-nio-exec"),
            ("main", "main"),
            ("w_io (12)", "w_io"),
            ("17", ""),
        ] {
            assert_eq!(family_name(name), family);
        }
    }
}
