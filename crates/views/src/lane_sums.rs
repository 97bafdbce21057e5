//! Numbers of lanes that a time is summed over, in words. A time of 2.03 s in a run of 105 ms is right if 64 ranks ran
//! at once.

use crate::numbers;
use diptych_profile::{LaneSpread, NodeId, UnionTree, outer_lane};
use diptych_trace::{IdentityId, LaneId, LaneKind, Trace};

/// The lanes of the runs that are shown, counted by path and by function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LaneSums {
    /// Numbers of lanes in A and in B.
    pub sides: [LaneSpread; 2],
    /// Word for one lane, such as `rank`.
    pub word: String,
}

impl LaneSums {
    /// Returns the number of lanes of a path of the union tree: `summed over 64 ranks`. Blank for a single lane.
    pub fn over_path(&self, union: &UnionTree, node: NodeId) -> String {
        let own = |side: usize| union.side(side).next().and_then(|run| run.own(node));
        self.over(|side| own(side).and_then(|own| self.sides[side].by_path.get(own.index()).copied()))
    }

    /// Returns the number of lanes of a function in the same form.
    pub fn over_function(&self, function: IdentityId) -> String {
        self.over(|side| self.sides[side].by_function.get(function.index()).copied())
    }

    /// Returns the number of lanes of a function, on the side with more of them.
    pub fn lanes_of_function(&self, function: IdentityId) -> u32 {
        let of_side = |side: &LaneSpread| side.by_function.get(function.index()).copied().unwrap_or(0);
        self.sides.iter().map(of_side).max().unwrap_or(0)
    }

    fn over(&self, count: impl Fn(usize) -> Option<u32>) -> String {
        over_lanes([0, 1].map(|side| count(side).unwrap_or(0)), &self.word)
    }
}

/// Returns the numbers of lanes of both sides: `summed over 64 ranks`, or `summed over 64 and 60 ranks` if they differ.
/// Blank if neither side has more than one.
pub fn over_lanes(counts: [u32; 2], word: &str) -> String {
    let text = |count: u32| numbers::count(count.into());
    match counts {
        [0 | 1, 0 | 1] => String::new(),
        [a, b] if a == b || b == 0 => format!("summed over {} {word}s", text(a)),
        [0, b] => format!("summed over {} {word}s", text(b)),
        [a, b] => format!("summed over {} and {} {word}s", text(a), text(b)),
    }
}

/// Counts lanes: `64 ranks`, `1 rank`.
pub fn counted_lanes(count: u32, word: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {word}{plural}", numbers::count(count.into()))
}

/// Returns the word for the lanes of traces, from their names or kinds: rank, thread or process if all agree, or else
/// lane. Only lanes with calls count. O(lanes).
pub fn lane_word(traces: [Option<&Trace>; 2]) -> &'static str {
    let mut found = None;
    for trace in traces.into_iter().flatten() {
        let lanes = trace.lanes();
        for lane in lanes.ids().filter(|&lane| !lanes.calls(lane).is_empty()) {
            let word = word_of(trace, outer_lane(lanes, lane));
            if word.is_none() || found.is_some_and(|before| Some(before) != word) {
                return "lane";
            }
            found = word;
        }
    }
    found.unwrap_or("lane")
}

/// Returns the number of lanes of a trace that hold calls. Sub-lanes count as the lane they belong to. O(lanes).
pub fn lanes_with_calls(trace: &Trace) -> u32 {
    let lanes = trace.lanes();
    let mut outer: Vec<LaneId> = lanes
        .ids()
        .filter(|&lane| !lanes.calls(lane).is_empty())
        .map(|lane| outer_lane(lanes, lane))
        .collect();
    outer.sort_unstable();
    outer.dedup();
    outer.len() as u32
}

/// Words that formats put at the start of lane names.
const WORDS: [&str; 3] = ["rank", "thread", "process"];

/// Returns the word for one lane: the start of its name if that is one of [`WORDS`], or else a word for its kind.
fn word_of(trace: &Trace, lane: LaneId) -> Option<&'static str> {
    let name = trace.lanes().name(trace.names(), lane).trim_start();
    let stem = name.split(|letter: char| !letter.is_ascii_alphabetic()).next().unwrap_or_default();
    let named = WORDS.into_iter().find(|word| stem.eq_ignore_ascii_case(word));
    named.or_else(|| match trace.lanes().kind(lane) {
        LaneKind::Thread => Some("thread"),
        LaneKind::Process => Some("process"),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use diptych_testkit::trace;

    #[test]
    fn lane_counts_of_one_are_blank() {
        assert_eq!(over_lanes([1, 1], "rank"), "");
        assert_eq!(over_lanes([0, 1], "rank"), "");
        assert_eq!(over_lanes([64, 64], "rank"), "summed over 64 ranks");
        assert_eq!(over_lanes([0, 64], "rank"), "summed over 64 ranks");
        assert_eq!(over_lanes([1_024, 60], "thread"), "summed over 1,024 and 60 threads");
    }

    #[test]
    fn lanes_are_named_by_their_shared_first_word() {
        let ranks = trace("rank-0\n  0..10 run\nrank-1\n  0..10 run\n");
        let mixed = trace("rank-0\n  0..10 run\nworker\n  0..10 run\n");
        assert_eq!(lane_word([Some(&ranks), None]), "rank");
        assert_eq!(lane_word([Some(&ranks), Some(&ranks)]), "rank");
        assert_eq!(lane_word([Some(&mixed), None]), "lane");
        assert_eq!(lanes_with_calls(&mixed), 2);
    }
}
