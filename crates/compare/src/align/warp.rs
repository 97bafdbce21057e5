//! Conversion of times of one side to times of the other.

use super::Alignment;
use super::kind::Kind;
use super::rising::heaviest_rising;
use crate::Pair;
use diptych_trace::{CallId, for_each_block};

/// A strictly increasing map between the times of A and the times of B. Anchors are starts and ends of matched calls.
/// The map is linear between anchors, and outside of them both clocks run at the same rate. It can be read in both
/// directions.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Warp {
    /// Pairs of ticks of A and of B since each trace's first instant, ascending in both.
    anchors: Vec<[i64; 2]>,
}

/// Number of equal stretches of time, each of which has at most one candidate for an anchor.
const STRETCHES: usize = 1 << 13;

/// A candidate for an anchor.
#[derive(Debug, Clone, Copy)]
struct Candidate {
    weight: u64,
    /// Times on the side whose time is divided, and on the other.
    at: [i64; 2],
}

impl Warp {
    /// Builds the map from an alignment. Each of 2¹³ equal stretches of time offers the boundary of its longest matched
    /// call in the compared parts of both sides. The anchors are the heaviest choice of these that ascends on both sides.
    /// O(calls), at most 2¹³ anchors.
    pub fn new(pair: Pair, alignment: &Alignment) -> Self {
        // The side whose time is divided must not depend on which one is called A.
        let first = usize::from(alignment.swapped);
        let calls = pair.traces.map(diptych_trace::Trace::calls);
        let mut compared = alignment.compared_extents(pair.traces);
        if first == 1 {
            compared.reverse();
        }
        let parts = (pair.traces[first].extent() as u128 + 1, STRETCHES as u128);
        let mut heaviest: Vec<Option<Candidate>> = vec![None; STRETCHES];
        let aligned = &alignment.sides[first];
        for_each_block(0..aligned.kind.len(), &mut |rows| {
            for row in rows.filter(|&row| aligned.kind[row] == Kind::Matched) {
                let ids = [CallId(row as u32), aligned.partner[row]];
                let ordered = [calls[first], calls[1 - first]];
                let durations = [0, 1].map(|side| ordered[side].duration(ids[side]));
                // Positive even for calls without duration, as `heaviest_rising` requires.
                let weight = 1 + durations[0].min(durations[1]) as u64;
                let starts = [0, 1].map(|side| ordered[side].start()[ids[side].index()]);
                let ends = [0, 1].map(|side| ordered[side].end()[ids[side].index()]);
                // A call that a side's end cuts off has no end there.
                let is_compared = |at: &[i64; 2]| at[0] <= compared[0] && at[1] <= compared[1];
                for at in [starts, ends].into_iter().filter(is_compared) {
                    let slot = &mut heaviest[(at[0] as u128 * parts.1 / parts.0) as usize];
                    if slot.is_none_or(|known| known.weight < weight) {
                        *slot = Some(Candidate { weight, at });
                    }
                }
            }
        });
        let candidates: Vec<Candidate> = heaviest.into_iter().flatten().collect();
        let mut anchors = rising(&candidates);
        if first == 1 {
            for at in &mut anchors {
                at.reverse();
            }
        }
        Self { anchors }
    }

    /// Builds the map from anchors as [`Warp::anchors`] returns them. Returns `None` if they do not ascend strictly.
    pub fn of_anchors(anchors: Vec<[i64; 2]>) -> Option<Self> {
        let rises = anchors.windows(2).all(|two| two[0][0] < two[1][0] && two[0][1] < two[1][1]);
        rises.then_some(Self { anchors })
    }

    /// Returns the anchors: ticks of A and of B since each trace's first instant, ascending strictly in both.
    pub fn anchors(&self) -> &[[i64; 2]] {
        &self.anchors
    }

    /// Converts a time of B to a time of A, rounded to the nearest tick. O(log anchors).
    pub fn to_a(&self, tick: i64) -> i64 {
        self.map(tick, [1, 0])
    }

    /// Converts a time of A to a time of B, rounded to the nearest tick. O(log anchors).
    pub fn to_b(&self, tick: i64) -> i64 {
        self.map(tick, [0, 1])
    }

    fn map(&self, tick: i64, [from, to]: [usize; 2]) -> i64 {
        let after = self.anchors.partition_point(|at| at[from] <= tick);
        let (Some(last), next) =
            (self.anchors[..after].last().or(self.anchors.first()), self.anchors.get(after))
        else {
            return tick;
        };
        match next {
            Some(next) if after > 0 => {
                let span = i128::from(next[from] - last[from]);
                let steps = i128::from(tick - last[from]) * i128::from(next[to] - last[to]);
                last[to] + ((2 * steps + span).div_euclid(2 * span)) as i64
            }
            _ => last[to] + (tick - last[from]),
        }
    }
}

/// Returns the heaviest choice of candidates that ascends strictly in both times. The candidates are given in ascending
/// order of their first time.
fn rising(candidates: &[Candidate]) -> Vec<[i64; 2]> {
    // At most one of several equal second times may be chosen. They get descending ranks, so an ascending choice cannot
    // have two of them.
    let mut order: Vec<usize> = (0..candidates.len()).collect();
    order.sort_by_key(|&entry| (candidates[entry].at[1], std::cmp::Reverse(entry)));
    let mut entries: Vec<(u32, u64)> = candidates.iter().map(|candidate| (0, candidate.weight)).collect();
    for (rank, &entry) in order.iter().enumerate() {
        entries[entry].0 = rank as u32;
    }
    let keeps = heaviest_rising(&entries);
    candidates.iter().zip(keeps).filter(|(_, keeps)| *keeps).map(|(candidate, _)| candidate.at).collect()
}
