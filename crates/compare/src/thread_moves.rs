//! Functions whose calls continue on another lane: work that a version moves to another thread.

use crate::align::{Alignment, Kind};
use crate::{Pair, lanes::LanePairs};
use diptych_profile::outer_lane;
use diptych_trace::{CallId, IdentityId, LaneId, Sorting, Trace};

/// A function that moved to other lanes: the matches of its calls are not on the lanes that are paired with theirs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThreadMove {
    /// Function of the calls.
    pub identity: IdentityId,
    /// Number of calls. Calls inside a counted call do not count.
    pub calls: u64,
    /// Inclusive time of the calls on each side, ticks.
    pub ticks: [i64; 2],
    /// Lanes of the calls on each side.
    pub lanes: [MovedLanes; 2],
}

/// The lanes that hold a set of calls.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MovedLanes {
    /// Name of the first lane.
    pub first: String,
    /// Number of lanes.
    pub count: u32,
}

/// Smallest share of a function's calls that moved. Worker threads share calls by chance, so a few calls always move.
const LEAST_SHARE: f64 = 0.5;

/// Returns the functions that moved to other lanes, most time first. Such a function moved with at least half of its
/// calls, on the side that has fewer. Only the outermost calls that moved count. Sub-lanes count as the lane they
/// belong to. O(calls).
pub fn thread_moves(pair: Pair<'_>, alignment: &Alignment, lanes: &LanePairs) -> Vec<ThreadMove> {
    let outer = pair.traces.map(|trace| {
        let outer = |lane| outer_lane(trace.lanes(), lane);
        trace.lanes().ids().map(outer).collect::<Vec<LaneId>>()
    });
    let mut expected = vec![LaneId::NONE; outer[0].len()];
    for pair in &lanes.pairs {
        let [a, b] = [0, 1].map(|side| outer[side][pair.lanes[side].index()]);
        expected[a.index()] = b;
    }
    let of_a = &alignment.sides[0];
    let [a, b] = pair.traces.map(Trace::calls);
    let mut calls: Vec<(IdentityId, [LaneId; 2], [i64; 2])> = Vec::new();
    let mut counted_until = 0;
    for (row, _) in of_a.kind.iter().enumerate().filter(|(_, kind)| **kind == Kind::Moved) {
        let (call, partner) = (CallId(row as u32), of_a.partner[row]);
        let lanes = [(0, call), (1, partner)].map(|(side, call)| {
            let lane = pair.traces[side].lanes().of_call(call);
            outer[side][lane.index()]
        });
        if row < counted_until || expected[lanes[0].index()] == lanes[1] {
            continue;
        }
        counted_until = a.subtree_end()[row] as usize;
        calls.push((pair.of_call(0, call), lanes, [a.duration(call), b.duration(partner)]));
    }
    calls.order_by_key(|&(identity, lanes, _)| (identity, lanes));
    let all = [0, 1].map(|side| {
        let mut count = vec![0u64; pair.identity_count as usize];
        pair.of_calls(side).for_each(|identity| count[identity.index()] += 1);
        count
    });
    let is_most = |of: &ThreadMove| {
        let fewer = all[0][of.identity.index()].min(all[1][of.identity.index()]);
        of.calls as f64 >= LEAST_SHARE * fewer as f64
    };
    let moves = calls.chunk_by(|x, y| x.0 == y.0).map(|calls| of_function(pair, calls));
    let mut moves: Vec<ThreadMove> = moves.filter(is_most).collect();
    moves.order_by(|x, y| {
        let size = |of: &ThreadMove| of.ticks[0].max(of.ticks[1]);
        size(y).cmp(&size(x)).then(x.identity.cmp(&y.identity))
    });
    moves
}

/// Sums the calls of one function, which is that of the first call.
fn of_function(pair: Pair<'_>, calls: &[(IdentityId, [LaneId; 2], [i64; 2])]) -> ThreadMove {
    let lanes = [0, 1].map(|side| {
        let mut lanes: Vec<LaneId> = calls.iter().map(|(_, lanes, _)| lanes[side]).collect();
        lanes.sort_unstable();
        lanes.dedup();
        let trace = pair.traces[side];
        let first = trace.lanes().name(trace.names(), lanes[0]).to_owned();
        MovedLanes { first, count: lanes.len() as u32 }
    });
    let sum = |side: usize| calls.iter().map(|(_, _, ticks)| ticks[side]).sum();
    ThreadMove { identity: calls[0].0, calls: calls.len() as u64, ticks: [sum(0), sum(1)], lanes }
}
