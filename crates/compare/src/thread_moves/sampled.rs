//! Functions whose samples are on another lane in B. Samples are not matched one by one, so the sums of lanes tell.

use super::{MovedLanes, ThreadMove, is_most, outermost_calls};
use crate::{Pair, lanes::LanePairs};
use diptych_profile::outer_lane;
use diptych_trace::{CallId, IdentityId, LaneId, SampleSize, Sorting, Trace};
use std::collections::BTreeMap;

/// Number of standard errors by which the samples of two paired lanes must differ to count as moved.
const LEAST_ERRORS: f64 = 4.0;

/// Inclusive ticks of one function on each side, on one pair of lanes or on one lane without partner. Recursion counts
/// once.
type Ticks = [i64; 2];

/// The pair of lanes that a lane belongs to, or the lane itself if it has no partner.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    Pair(usize),
    Alone(usize, LaneId),
}

/// The ticks of a function at a place.
struct PlaceSum {
    identity: IdentityId,
    place: Place,
    ticks: Ticks,
}

/// Returns the functions of sampled sides that moved to other lanes, most time first: in some pairs of lanes they lost
/// at least half of their time, and in others they gained as much, both by more than sampling error. Functions inside
/// them moved with them. O(calls · log lanes + functions · lanes).
pub(super) fn thread_moves(pair: Pair<'_>, lanes: &LanePairs) -> Vec<ThreadMove> {
    let size = pair.traces.map(|trace| match trace.sample_size() {
        SampleSize::Ticks(ticks) => ticks,
        SampleSize::Recorded | SampleSize::Unknown | SampleSize::Sums => f64::NAN,
    });
    let places = [0, 1].map(|side| places(pair, side, lanes));
    let mut sums: BTreeMap<(IdentityId, Place), Ticks> = BTreeMap::new();
    for side in [0, 1] {
        for (row, lane) in outermost(pair, side) {
            let key = (pair.of_call(side, CallId(row as u32)), places[side][lane.index()]);
            sums.entry(key).or_default()[side] += pair.traces[side].calls().duration(CallId(row as u32));
        }
    }
    let sums = sums.into_iter().map(|((identity, place), ticks)| PlaceSum { identity, place, ticks });
    let sums: Vec<PlaceSum> = sums.collect();
    let mut moved: Vec<ThreadMove> = sums
        .chunk_by(|x, y| x.identity == y.identity)
        .filter_map(|of| moved(pair, of, &places, size))
        .collect();
    carry(pair, &mut moved);
    moved.order_by(|x, y| {
        let size = |of: &ThreadMove| of.ticks[0].max(of.ticks[1]);
        size(y).cmp(&size(x)).then(x.identity.cmp(&y.identity))
    });
    moved
}

/// Returns the place of each lane of a side. Sub-lanes have that of their lane.
fn places(pair: Pair<'_>, side: usize, lanes: &LanePairs) -> Vec<Place> {
    let all = pair.traces[side].lanes();
    let mut paired = vec![None; all.len()];
    for (place, pair) in lanes.pairs.iter().enumerate().rev() {
        paired[outer_lane(all, pair.lanes[side]).index()] = Some(Place::Pair(place));
    }
    let place = |lane: LaneId| {
        let outer = outer_lane(all, lane);
        paired[outer.index()].unwrap_or(Place::Alone(side, outer))
    };
    all.ids().map(place).collect()
}

/// Returns the rows and lanes of the calls that no call of the same function contains.
fn outermost(pair: Pair<'_>, side: usize) -> impl Iterator<Item = (usize, LaneId)> {
    let lanes = pair.traces[side].lanes();
    let rows = outermost_calls(pair, side).into_iter().enumerate().filter(|(_, is_outermost)| *is_outermost);
    rows.map(|(row, _)| (row, lanes.of_call(CallId(row as u32))))
}

/// Returns the move of one function, given its sums by place.
fn moved(pair: Pair<'_>, sums: &[PlaceSum], places: &[Vec<Place>; 2], size: [f64; 2]) -> Option<ThreadMove> {
    let of_side = |side: usize| sums.iter().map(|sum| sum.ticks[side]).sum::<i64>();
    let whole = of_side(0).min(of_side(1));
    // Where A has more, the function left; where B has more, it arrived.
    let changed = |from: usize| {
        let is_beyond = |on: &Ticks| {
            let [own, other] = [from, 1 - from].map(|side| on[side] as f64 / size[side]);
            own - other > LEAST_ERRORS * (own + other).sqrt()
        };
        let found = sums.iter().filter(|sum| is_beyond(&sum.ticks)).map(|sum| (sum.place, sum.ticks));
        let mut found: Vec<(Place, Ticks)> = found.collect();
        found.sort_by_key(|(place, on)| (on[1 - from] - on[from], *place));
        found
    };
    let changed = [changed(0), changed(1)];
    let gained = |from: usize| changed[from].iter().map(|(_, on)| on[from] - on[1 - from]).sum::<i64>();
    let moved = gained(0).min(gained(1));
    if changed.iter().any(Vec::is_empty) || !is_most(moved.max(0) as u64, whole.max(0) as u64) {
        return None;
    }
    let lanes = [0, 1].map(|side| {
        let first = changed[side][0].0;
        let lane = places[side].iter().position(|place| *place == first)?;
        let trace = pair.traces[side];
        let name = trace.lanes().name(trace.names(), LaneId(lane as u32)).to_owned();
        Some(MovedLanes { first: name, count: changed[side].len() as u32 })
    });
    let [from, to] = lanes;
    Some(ThreadMove {
        identity: sums[0].identity,
        calls: (gained(0) as f64 / size[0]).round() as u64,
        ticks: [gained(0), gained(1)],
        lanes: [from?, to?],
        carried: Vec::new(),
    })
}

/// Removes functions at least half of whose time on each side is inside of others that moved, and notes what each of the
/// remaining ones carries.
fn carry(pair: Pair<'_>, moved: &mut Vec<ThreadMove>) {
    let mut is_moved = vec![false; pair.identity_count as usize];
    for of in moved.iter() {
        is_moved[of.identity.index()] = true;
    }
    // For each function and the outermost moved function around it: the time inside.
    let mut inside: BTreeMap<(IdentityId, Option<IdentityId>), i64> = BTreeMap::new();
    for side in [0, 1] {
        let trace: &Trace = pair.traces[side];
        let mut open: Option<(u32, IdentityId)> = None;
        let around: Vec<Option<IdentityId>> = (0..trace.calls().len() as u32)
            .map(|row| {
                open = open.filter(|(end, _)| row < *end);
                let outer = open.map(|(_, outer)| outer);
                let own = pair.of_call(side, CallId(row));
                if open.is_none() && is_moved[own.index()] {
                    open = Some((trace.calls().subtree_end()[row as usize], own));
                }
                outer
            })
            .collect();
        for (row, _) in outermost(pair, side) {
            let call = CallId(row as u32);
            *inside.entry((pair.of_call(side, call), around[row])).or_default() +=
                trace.calls().duration(call);
        }
    }
    let inside: Vec<((IdentityId, Option<IdentityId>), i64)> = inside.into_iter().collect();
    let mut carrier = vec![None; pair.identity_count as usize];
    for of in inside.chunk_by(|x, y| x.0.0 == y.0.0) {
        let whole: i64 = of.iter().map(|of| of.1).sum();
        let most = of.iter().filter(|of| of.0.1.is_some()).max_by_key(|of| of.1);
        let (function, outer) = most.map_or((of[0].0.0, None), |of| of.0);
        carrier[function.index()] = outer.filter(|_| is_most(most.map_or(0, |of| of.1) as u64, whole as u64));
    }
    moved.retain(|of| carrier[of.identity.index()].is_none());
    for of in moved.iter_mut() {
        let carried = (0..pair.identity_count).map(IdentityId);
        of.carried = carried.filter(|other| carrier[other.index()] == Some(of.identity)).collect();
    }
}
