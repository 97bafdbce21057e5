//! Functions whose calls continue on another lane: work that a version moves to another thread.

mod sampled;

use crate::align::{Alignment, Kind};
use crate::{Pair, lanes::LanePairs};
use diptych_profile::outer_lane;
use diptych_trace::{CallId, IdentityId, LaneId, Sorting, Trace};

/// A function that moved to other lanes: the matches of its calls are not on the lanes that are paired with theirs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ThreadMove {
    /// Function of the calls.
    pub identity: IdentityId,
    /// Number of calls, or of A's samples if sides were sampled. Calls inside a counted call do not count.
    pub calls: u64,
    /// Inclusive time of the calls on each side, ticks.
    pub ticks: [i64; 2],
    /// Lanes of the calls on each side.
    pub lanes: [MovedLanes; 2],
    /// Other functions, at least half of whose calls lie in these calls. They moved with the function. Ascending.
    pub carried: Vec<IdentityId>,
}

impl ThreadMove {
    /// Returns the move with other numbers of the functions: `numbers` has one for each identity.
    pub fn renumbered(self, numbers: &[IdentityId]) -> Self {
        let mut carried: Vec<IdentityId> = self.carried.iter().map(|of| numbers[of.index()]).collect();
        carried.sort_unstable();
        Self { identity: numbers[self.identity.index()], carried, ..self }
    }
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
/// belong to. A function that calls itself counts once for each outermost call. Of sampled sides, the sums of lanes tell
/// which functions moved. O(calls · log lanes).
pub fn thread_moves(pair: Pair<'_>, alignment: &Alignment, lanes: &LanePairs) -> Vec<ThreadMove> {
    if pair.traces.iter().all(|trace| trace.sample_size().is_sampled()) {
        return sampled::thread_moves(pair, lanes);
    }
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
    let mut calls: Vec<MovedCall> = Vec::new();
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
        let ticks = [a.duration(call), b.duration(partner)];
        calls.push(MovedCall { identity: pair.of_call(0, call), lanes, ticks, call });
    }
    if calls.is_empty() {
        return Vec::new();
    }
    calls.order_by_key(|of| (of.identity, of.lanes));
    let outermost = [0, 1].map(|side| outermost_calls(pair, side));
    let all = [0, 1].map(|side: usize| {
        let mut count = vec![0u64; pair.identity_count as usize];
        let counted = pair.of_calls(side).zip(&outermost[side]).filter(|(_, is_outermost)| **is_outermost);
        counted.for_each(|(identity, _)| count[identity.index()] += 1);
        count
    });
    let fewer: Vec<u64> = all[0].iter().zip(&all[1]).map(|(&a, &b)| a.min(b)).collect();
    let moves = calls.chunk_by(|x, y| x.identity == y.identity);
    let moves = moves.filter(|calls| is_most(calls.len() as u64, fewer[calls[0].identity.index()]));
    let mut moves: Vec<ThreadMove> =
        moves.map(|calls| of_function(pair, calls, &fewer, &outermost[0])).collect();
    moves.order_by(|x, y| {
        let size = |of: &ThreadMove| of.ticks[0].max(of.ticks[1]);
        size(y).cmp(&size(x)).then(x.identity.cmp(&y.identity))
    });
    moves
}

/// A call whose match is on another lane.
#[derive(Debug, Clone, Copy)]
struct MovedCall {
    identity: IdentityId,
    lanes: [LaneId; 2],
    /// Duration on each side.
    ticks: [i64; 2],
    /// Call of A.
    call: CallId,
}

/// Returns, for each call of a side, true if no call of the same function contains it. Recursion counts once.
fn outermost_calls(pair: Pair<'_>, side: usize) -> Vec<bool> {
    let ends = pair.traces[side].calls().subtree_end();
    let mut until = vec![0u32; pair.identity_count as usize];
    let is_outermost = |(row, identity): (usize, IdentityId)| {
        let until = &mut until[identity.index()];
        let is_outermost = row as u32 >= *until;
        if is_outermost {
            *until = ends[row];
        }
        is_outermost
    };
    pair.of_calls(side).enumerate().map(is_outermost).collect()
}

/// Returns true if these calls are enough of a function's calls on the side that has fewer.
fn is_most(calls: u64, fewer: u64) -> bool {
    calls as f64 >= LEAST_SHARE * fewer as f64
}

/// Sums the calls of one function, which is that of the first call. `fewer` has the number of outermost calls of each
/// function on the side that has fewer, `outermost` says which calls of A are outermost.
fn of_function(pair: Pair<'_>, calls: &[MovedCall], fewer: &[u64], outermost: &[bool]) -> ThreadMove {
    let lanes = [0, 1].map(|side| {
        let mut lanes: Vec<LaneId> = calls.iter().map(|of| of.lanes[side]).collect();
        lanes.sort_unstable();
        lanes.dedup();
        let trace = pair.traces[side];
        let first = trace.lanes().name(trace.names(), lanes[0]).to_owned();
        MovedLanes { first, count: lanes.len() as u32 }
    });
    let sum = |side: usize| calls.iter().map(|of| of.ticks[side]).sum();
    let identity = calls[0].identity;
    let of_a = pair.traces[0].calls();
    let inside = calls.iter().flat_map(|of| of_a.subtree(of.call)).filter(|&row| outermost[row as usize]);
    let mut inside: Vec<IdentityId> = inside.map(|row| pair.of_call(0, CallId(row))).collect();
    inside.sort_unstable();
    let carried = inside.chunk_by(|x, y| x == y).filter(|of| is_most(of.len() as u64, fewer[of[0].index()]));
    ThreadMove {
        identity,
        calls: calls.len() as u64,
        ticks: [sum(0), sum(1)],
        lanes,
        carried: carried.map(|of| of[0]).filter(|&of| of != identity).collect(),
    }
}
